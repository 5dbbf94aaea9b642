/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch-cut.c - runs tilewright-cbc on a board of squares; see branch-cut.h. */
#include "puzzle/kinds/squares/branch-cut.h"

#include <errno.h>
#include <gio/gio.h>
#include <math.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cbc/protocol.h"
#include "core/base/transform.h"
#include "core/squares/engines/strategy.h"
#include "places.h"

enum {
  LOOK_MILLISECONDS = 20, /* interval between two polls of the run */
};

static const char *
program (void)
{
  const char *path = g_getenv ("TW_CBC_PROGRAM");

  return path != NULL && *path != '\0' ? path : TW_CBC_PROGRAM;
}

/* --- the model -------------------------------------------------------------- */

/* The columns of the model, sorted as by tw_tiling_sort (). */
typedef struct {
  TwSquare *squares;
  gsize count;
  gsize n_entries; /* number of cells of all squares */
} Columns;

static gint64
price_of (const TwPrices *prices, TwSquare s)
{
  gint64 sum = 0;

  for (int y = s.y; y < s.y + s.size; y++) {
    for (int x = s.x; x < s.x + s.size; x++)
      sum += prices->cells[y * prices->width + x];
  }
  return sum;
}

/* Reduced-cost fixing: a tiling with this square needs at least the dual bound plus the square's
 * reduced cost. The column is dropped unless that sum allows fewer than `best` squares. */
static gboolean
is_worth_it (const TwPrices *prices, gint64 best, TwSquare s)
{
  gint64 lack;

  if (prices == NULL || best < 0)
    return TRUE;
  lack = prices->unit - price_of (prices, s);
  return prices->total + lack <= (best - 1) * prices->unit;
}

/* Lists all columns. Only counts them while there is no array. */
static void
list_columns (Columns *columns, const TwBoard *board, const guint16 *largest,
              const TwPrices *prices, gint64 best)
{
  columns->count = columns->n_entries = 0;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      for (int size = 1; size <= largest[tw_board_index (board, x, y)]; size++) {
        TwSquare s = { .x = x, .y = y, .size = size };

        if (!is_worth_it (prices, best, s))
          continue;
        if (columns->squares != NULL)
          columns->squares[columns->count] = s;
        columns->count++;
        columns->n_entries += (gsize) size * (gsize) size;
      }
    }
  }
}

/* Returns FALSE when memory is short or the model is too large for CBC. */
static gboolean
make_columns (Columns *columns, const TwBoard *board, const TwPrices *prices, gint64 best,
              TwRun *run)
{
  gsize n_cells = (gsize) board->width * (gsize) board->height;
  guint16 *largest = tw_run_malloc (run, n_cells * sizeof *largest);

  if (largest != NULL) {
    tw_board_largest_squares (board, largest);
    list_columns (columns, board, largest, prices, best);
    if (columns->count <= TW_CBC_MAX_COLUMNS && columns->n_entries <= G_MAXINT32)
      columns->squares = tw_run_malloc (run, (columns->count + 1) * sizeof (TwSquare));
    if (columns->squares != NULL)
      list_columns (columns, board, largest, prices, best);
  }
  tw_run_mfree (run, largest);
  if (columns->squares == NULL)
    tw_run_stop (run, TW_STOP_MEMORY);
  return columns->squares != NULL;
}

/* Returns the numbers of the columns of the best tiling. A square may have been dropped by its
 * reduced cost; then CBC gets no first tiling. */
static GArray *
list_start (const Columns *columns, TwRun *run)
{
  GArray *start = g_array_new (FALSE, FALSE, sizeof (gint32));
  TwTiling best = { 0 };
  gsize at = 0;

  if (!tw_run_copy_best (run, &best, NULL))
    return start;
  tw_tiling_sort (&best);
  for (gsize i = 0; i < columns->count && at < best.count; i++) {
    const TwSquare *s = &columns->squares[i], *wanted = &best.squares[at];

    if (s->x == wanted->x && s->y == wanted->y && s->size == wanted->size) {
      gint32 column = (gint32) i;

      g_array_append_val (start, column);
      at++;
    }
  }
  if (at < best.count)
    g_array_set_size (start, 0);
  tw_tiling_clear (&best);
  return start;
}

/* --- the socket ------------------------------------------------------------- */

/* Returns FALSE when the run ends. */
static gboolean
await (int end, short events, TwRun *run)
{
  struct pollfd p = { .fd = end, .events = events };

  while (!tw_run_should_stop (run))
    if (poll (&p, 1, LOOK_MILLISECONDS) > 0)
      return TRUE;
  return FALSE;
}

/* Both move exactly `size` bytes. They return FALSE when the other end is closed or the run
 * ends. */
static gboolean
write_all (int end, const void *data, gsize size, TwRun *run)
{
  const char *bytes = data;

  while (size > 0 && await (end, POLLOUT, run)) {
    ssize_t n = send (end, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);

    if (n < 0 && errno != EINTR && errno != EAGAIN)
      return FALSE;
    bytes += MAX (n, 0);
    size -= (gsize) MAX (n, 0);
  }
  return size == 0;
}

static gboolean
hear (int end, void *data, gsize size, TwRun *run)
{
  char *bytes = data;

  while (size > 0 && await (end, POLLIN, run)) {
    ssize_t n = recv (end, bytes, size, MSG_DONTWAIT);

    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
      return FALSE;
    bytes += MAX (n, 0);
    size -= (gsize) MAX (n, 0);
  }
  return size == 0;
}

static gboolean
tell_task (int end, const TwBoard *board, const Columns *columns, gint64 best, gsize memory,
           TwRun *run)
{
  g_autoptr (GArray) start = list_start (columns, run);
  const TwCbcTask task = {
    .width = board->width,
    .height = board->height,
    .n_columns = (gint32) columns->count,
    .n_start = (gint32) start->len,
    .best = best,
    .memory = memory,
    .seconds = tw_run_remaining (run),
  };

  return write_all (end, &task, sizeof task, run)
         && write_all (end, board->cells, (gsize) board->width * (gsize) board->height, run)
         && write_all (end, columns->squares, columns->count * sizeof (TwSquare), run)
         && write_all (end, start->data, start->len * sizeof (gint32), run);
}

/* Reports CBC's bound with a tolerance for floating-point errors. The bound is not a proof. */
static void
report_bound (TwRun *run, double bound)
{
  if (isfinite (bound) && bound > 0 && bound < 1e9)
    tw_run_report_bound (run, (gint64) ceil (bound - 1e-4));
}

static gboolean
hear_tiling (int end, const TwBoard *board, const Columns *columns, gint32 n_columns, TwRun *run)
{
  TwTiling tiling = { 0 };
  gboolean ok = (gsize) n_columns <= columns->count;

  for (gint32 i = 0; ok && i < n_columns; i++) {
    gint32 column;

    ok = hear (end, &column, sizeof column, run) && column >= 0 && (gsize) column < columns->count
         && tw_tiling_add (&tiling, columns->squares[column]);
  }
  ok = ok && tw_run_offer (run, board, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
  return ok;
}

static void
hear_answers (int end, const TwBoard *board, const Columns *columns, TwRun *run)
{
  TwCbcReport report;

  while (hear (end, &report, sizeof report, run)) {
    if (report.n_columns < 0) {
      report_bound (run, report.bound);
      continue;
    }
    if (report.n_columns > 0 && !hear_tiling (end, board, columns, report.n_columns, run))
      return;
    if (report.is_optimal && tw_run_best (run) > 0)
      tw_run_report_bound (run, tw_run_best (run));
    else
      report_bound (run, report.bound);
    return;
  }
  /* CBC ends without an answer when its memory is used up. */
  tw_run_stop (run, TW_STOP_MEMORY);
}

/* --- the process ------------------------------------------------------------- */

/* Returns tilewright-cbc, with `*end` as the other end of the socket that is its standard input.
 * It gets no other descriptor of this process. */
static GSubprocess *
start_cbc (int *end, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  GSubprocess *process;
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
    return NULL;
  }
  g_subprocess_launcher_take_stdin_fd (launcher, ends[1]);
  process = g_subprocess_launcher_spawn (launcher, error, program (), NULL);
  if (process != NULL)
    *end = ends[0];
  else
    close (ends[0]);
  return process;
}

/* Starts from the best tiling of `run`, if it has one. Omits the columns that `prices` (of `board`;
 * may be NULL) exclude by reduced cost: squares that no better tiling can contain. Offers solutions
 * to `run` and reports bounds during the search. */
static void
branch_and_cut (const TwBoard *board, const TwPrices *prices, gsize memory, TwRun *run)
{
  gint64 best = tw_run_best (run);
  Columns columns = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  int end;

  if (!make_columns (&columns, board, prices, best, run))
    return;
  process = start_cbc (&end, &error);
  if (process == NULL) {
    g_warning ("%s: %s", program (), error->message);
  } else {
    if (tell_task (end, board, &columns, best, memory, run))
      hear_answers (end, board, &columns, run);
    g_subprocess_force_exit (process);
    close (end);
    g_subprocess_wait (process, NULL, NULL);
  }
  tw_run_mfree (run, columns.squares);
}

/* --- the engines ------------------------------------------------------------ */

/* Dual prices and narrow sweeps first. The status is OPTIMAL when the integer prices prove it. */
static TwStatus
solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwDualView view;
  TwPrices *prices;

  if (tw_strategy_begin (&view, board, options, run)) {
    prices = tw_prices_transform (tw_transform_inverse (view.transform), view.prices, run);
    branch_and_cut (board, prices, tw_strategy_memory (options), run);
    tw_prices_free (prices, run);
  }
  tw_dual_view_clear (&view);
  return tw_strategy_status (run);
}

/* All columns and no first tiling. */
static TwStatus
solve_plain (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  if (tw_board_count_free (board) == 0) {
    const TwTiling nothing = { 0 };

    return tw_run_offer (run, board, &nothing, 0) ? TW_STATUS_OPTIMAL : tw_run_status (run);
  }
  branch_and_cut (board, NULL, tw_strategy_memory (options), run);
  return tw_strategy_status (run);
}

const TwSquaresEngine *
tw_branch_cut_engines (size_t *count)
{
  static const TwSquaresEngine engines[] = {
    { "cbc", N_ ("Branch and cut"),
      N_ ("COIN-OR CBC, started from priced sweeps, in a separate process"), solve },
    { "cbc-plain", N_ ("Plain branch and cut"),
      N_ ("COIN-OR CBC on the whole model without a start, for comparison"), solve_plain },
  };
  static gsize state; /* 1: the program is there, 2: it is not */

  if (g_once_init_enter (&state)) {
    /* A folder is executable, too. */
    gboolean is_there = g_file_test (program (), G_FILE_TEST_IS_REGULAR)
                        && g_file_test (program (), G_FILE_TEST_IS_EXECUTABLE);

    g_once_init_leave (&state, is_there ? 1 : 2);
  }
  *count = state == 1 ? G_N_ELEMENTS (engines) : 0;
  return engines;
}
