/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch-cut.c - the interface to COIN-OR CBC; see branch-cut.h. */
#define _GNU_SOURCE /* syscall (), for close_range () */

#include "core/squares/engines/branch-cut.h"

#include "config.h"

#ifdef TW_HAVE_CBC

#include <Cbc_C_Interface.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "core/squares/engines/strategy.h"
#include "core/base/transform.h"

enum {
  MAX_COLUMNS = 2000000,
  LOOK_MILLISECONDS = 20, /* interval between two polls of the run */
  CHILD_PIPE = 3,         /* the child's only descriptor besides the standard ones */
  MOST_CLOSED = 1 << 16,  /* maximum number of descriptors that are closed one by one */
  CBC_PROGRESS = 10,      /* number of CBC's message "After n nodes ..." */
};

/* CBC gets slightly less than the remaining time, so that it can report its solution before it is
 * killed. */
#define SHARE_OF_TIME 0.95

/* The model in CBC's format. */
typedef struct {
  int n_rows;
  int n_columns;
  TwSquare *squares; /* square of each column */
  int *starts;       /* first entry of each column; n_columns + 1 elements */
  int *rows;         /* row of each entry, by column */
  double *values;    /* value of each entry, always 1 */
  double *ones;      /* bounds and costs; max (n_rows, n_columns) elements */
  double *zeros;
  int *row_of_cell; /* row of each cell; -1: blocked */
} Model;

/* Message from the child: a bound, or the number of columns of a tiling, followed by these
 * columns. */
typedef struct {
  int32_t n_columns; /* -1: the message is a bound */
  int32_t is_optimal;
  double bound;
} Report;

bool
tw_branch_cut_exists (void)
{
  return true;
}

static void
clear_model (Model *model)
{
  free (model->squares);
  free (model->starts);
  free (model->rows);
  free (model->values);
  free (model->ones);
  free (model->zeros);
  free (model->row_of_cell);
}

static int64_t
price_of (const TwPrices *prices, TwSquare s)
{
  int64_t sum = 0;

  for (int y = s.y; y < s.y + s.size; y++) {
    for (int x = s.x; x < s.x + s.size; x++)
      sum += prices->cells[y * prices->width + x];
  }
  return sum;
}

/* Reduced-cost fixing: a tiling with this square needs at least the dual bound plus the square's
 * reduced cost. The column is dropped unless that sum allows fewer than `best` squares. */
static bool
is_worth_it (const TwPrices *prices, int64_t best, TwSquare s)
{
  int64_t lack;

  if (prices == NULL || best < 0)
    return true;
  lack = prices->unit - price_of (prices, s);
  return prices->total + lack <= (best - 1) * prices->unit;
}

/* Lists all columns. Only counts them while `model` has no arrays. */
static void
list_columns (Model *model, const TwBoard *board, const uint16_t *largest, const TwPrices *prices,
              int64_t best, size_t *n_entries)
{
  int column = 0;
  size_t entry = 0;

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      for (int size = 1; size <= largest[tw_board_index (board, x, y)]; size++) {
        TwSquare s = { .x = x, .y = y, .size = size };

        if (!is_worth_it (prices, best, s))
          continue;
        if (model->squares != NULL) {
          model->squares[column] = s;
          model->starts[column] = (int) entry;
          for (int row = y; row < y + size; row++) {
            for (int i = x; i < x + size; i++) {
              model->rows[entry] = model->row_of_cell[tw_board_index (board, i, row)];
              model->values[entry++] = 1;
            }
          }
        } else {
          entry += (size_t) size * (size_t) size;
        }
        column++;
      }
    }
  }
  if (model->squares != NULL)
    model->starts[column] = (int) entry;
  model->n_columns = column;
  *n_entries = entry;
}

static bool
make_model (Model *model, const TwBoard *board, const TwPrices *prices, int64_t best)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  uint16_t *largest = malloc (cells * sizeof (uint16_t));
  size_t n_entries, longer;
  bool ok = largest != NULL;

  memset (model, 0, sizeof *model);
  model->row_of_cell = malloc (cells * sizeof (int));
  ok = ok && model->row_of_cell != NULL;
  if (ok) {
    tw_board_largest_squares (board, largest);
    for (size_t i = 0; i < cells; i++)
      model->row_of_cell[i] = board->cells[i] == TW_CELL_BLOCKED ? -1 : model->n_rows++;
    list_columns (model, board, largest, prices, best, &n_entries);
    ok = model->n_columns <= MAX_COLUMNS && n_entries <= INT32_MAX;
  }
  if (ok) {
    longer = (size_t) (model->n_columns > model->n_rows ? model->n_columns : model->n_rows);
    model->starts = malloc (((size_t) model->n_columns + 1) * sizeof (int));
    model->rows = malloc ((n_entries + 1) * sizeof (int));
    model->values = malloc ((n_entries + 1) * sizeof (double));
    model->ones = malloc ((longer + 1) * sizeof (double));
    model->zeros = calloc (longer + 1, sizeof (double));
    model->squares = malloc (((size_t) model->n_columns + 1) * sizeof (TwSquare));
    ok = model->starts != NULL && model->rows != NULL && model->values != NULL
         && model->ones != NULL && model->zeros != NULL && model->squares != NULL;
    for (size_t i = 0; ok && i < longer; i++)
      model->ones[i] = 1;
    if (ok)
      list_columns (model, board, largest, prices, best, &n_entries);
  }
  free (largest);
  return ok;
}

/* --- in the child --------------------------------------------------------- */

static void
tell (const void *data, size_t size)
{
  const char *bytes = data;

  while (size > 0) {
    ssize_t n = write (CHILD_PIPE, bytes, size);

    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      _exit (1);
    bytes += n;
    size -= (size_t) n;
  }
}

static void
message_cb (Cbc_Model *cbc, int number, int n_doubles, const double *doubles, int n_ints,
            const int *ints, int n_chars, char **chars)
{
  (void) cbc;
  (void) n_ints;
  (void) ints;
  (void) n_chars;
  (void) chars;
  /* "... %g best solution, best possible %g (%.2f seconds)" */
  if (number == CBC_PROGRESS && n_doubles >= 2 && isfinite (doubles[1])) {
    const Report report = { .n_columns = -1, .bound = doubles[1] };

    tell (&report, sizeof report);
  }
}

static void
give_start (Cbc_Model *cbc, const Model *model, const TwTiling *start)
{
  int *columns = malloc ((start->count + 1) * sizeof (int));
  int count = 0;

  for (size_t i = 0; columns != NULL && i < start->count; i++) {
    TwSquare s = start->squares[i];

    for (int c = 0; c < model->n_columns; c++) {
      if (model->squares[c].x == s.x && model->squares[c].y == s.y
          && model->squares[c].size == s.size) {
        columns[count++] = c;
        break;
      }
    }
  }
  /* A square of the start may have been dropped by its reduced cost. Then CBC gets no start. */
  if (columns != NULL && (size_t) count == start->count)
    Cbc_setMIPStartI (cbc, count, columns, model->ones);
  free (columns);
}

static void
tell_tiling (Cbc_Model *cbc, const Model *model)
{
  const double *solution = Cbc_getColSolution (cbc);
  Report report = {
    .is_optimal = Cbc_isProvenOptimal (cbc),
    .bound = Cbc_getBestPossibleObjValue (cbc),
  };

  /* The cutoff left no tiling: none is better than the parent's, which is therefore optimal. */
  if (Cbc_isProvenInfeasible (cbc)) {
    report.is_optimal = 1;
    report.bound = HUGE_VAL;
    tell (&report, sizeof report);
    return;
  }
  for (int c = 0; solution != NULL && c < model->n_columns; c++)
    report.n_columns += solution[c] > 0.5;
  tell (&report, sizeof report);
  for (int32_t c = 0; solution != NULL && c < model->n_columns; c++) {
    if (solution[c] > 0.5)
      tell (&c, sizeof c);
  }
}

/* A sanitizer reserves most of the address space at startup, so a memory limit would fail. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAVE_MEMORY_LIMIT false
#else
#define HAVE_MEMORY_LIMIT true
#endif

/* Makes the kernel kill the child when its parent ends for whatever reason. */
static void
end_with (pid_t parent)
{
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
  /* The parent may have ended before prctl (). */
  if (getppid () != parent)
    _exit (1);
}

/* Closes all descriptors except `pipe_end` and the standard ones. Otherwise a descriptor of the
 * parent, such as a listening socket, would stay open after the parent has closed it. */
static void
close_descriptors (int pipe_end)
{
  struct rlimit limit;
  int most = MOST_CLOSED;

  if (pipe_end != CHILD_PIPE && dup2 (pipe_end, CHILD_PIPE) < 0)
    _exit (1);
#ifdef SYS_close_range
  if (syscall (SYS_close_range, CHILD_PIPE + 1, ~0U, 0) == 0)
    return;
#endif
  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t) most)
    most = (int) limit.rlim_cur;
  for (int descriptor = CHILD_PIPE + 1; descriptor < most; descriptor++)
    close (descriptor);
}

static void
work_in_child (const Model *model, const TwTiling *start, int64_t best, double seconds,
               size_t memory)
{
  struct rusage usage;
  Cbc_Model *cbc;
  char text[32];
  int null = open ("/dev/null", O_RDWR);

  /* An interrupt from the terminal is handled by the parent, which kills the child. */
  signal (SIGINT, SIG_IGN);
  signal (SIGPIPE, SIG_DFL);
  if (null >= 0) {
    dup2 (null, STDIN_FILENO);
    dup2 (null, STDOUT_FILENO);
    dup2 (null, STDERR_FILENO);
  }
  if (HAVE_MEMORY_LIMIT && memory > 0 && getrusage (RUSAGE_SELF, &usage) == 0) {
    rlim_t most = (rlim_t) usage.ru_maxrss * 1024 + memory;

    setrlimit (RLIMIT_DATA, &(struct rlimit){ .rlim_cur = most, .rlim_max = most });
  }

  cbc = Cbc_newModel ();
  Cbc_setLogLevel (cbc, 1);
  Cbc_registerCallBack (cbc, message_cb);
  Cbc_loadProblem (cbc, model->n_columns, model->n_rows, model->starts, model->rows, model->values,
                   model->zeros, model->ones, model->ones, model->ones, model->ones);
  for (int c = 0; c < model->n_columns; c++)
    Cbc_setInteger (cbc, c);
  if (seconds < HUGE_VAL) {
    snprintf (text, sizeof text, "%.3f", seconds * SHARE_OF_TIME);
    Cbc_setParameter (cbc, "sec", text);
  }
  if (best > 0) {
    /* CBC searches only for better tilings. */
    snprintf (text, sizeof text, "%.1f", (double) best - 0.5);
    Cbc_setParameter (cbc, "cutoff", text);
  }
  if (start->count > 0)
    give_start (cbc, model, start);
  Cbc_solve (cbc);
  tell_tiling (cbc, model);
  /* exit () would run the parent's exit handlers. */
  _exit (0);
}

/* --- in the parent --------------------------------------------------------- */

/* Reads exactly `size` bytes. Returns false at the end of the pipe or when the run ends. */
static bool
hear (int pipe_end, TwRun *run, void *data, size_t size)
{
  char *bytes = data;

  while (size > 0) {
    struct pollfd p = { .fd = pipe_end, .events = POLLIN };
    ssize_t n;

    if (tw_run_should_stop (run))
      return false;
    if (poll (&p, 1, LOOK_MILLISECONDS) <= 0)
      continue;
    n = read (pipe_end, bytes, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    bytes += n;
    size -= (size_t) n;
  }
  return true;
}

/* Reports CBC's bound with a tolerance for floating-point errors. The bound is not a proof. */
static void
report_bound (TwRun *run, double bound)
{
  if (isfinite (bound) && bound > 0 && bound < 1e9)
    tw_run_report_bound (run, (int64_t) ceil (bound - 1e-4));
}

static bool
hear_tiling (int pipe_end, const Model *model, const TwBoard *board, int32_t n_columns, TwRun *run)
{
  TwTiling tiling = { 0 };
  bool ok = n_columns <= model->n_columns;

  for (int32_t i = 0; ok && i < n_columns; i++) {
    int32_t column;

    ok = hear (pipe_end, run, &column, sizeof column) && column >= 0 && column < model->n_columns
         && tw_tiling_add (&tiling, model->squares[column]);
  }
  ok = ok && tw_run_offer (run, board, &tiling, 0);
  tw_tiling_clear (&tiling);
  return ok;
}

static void
listen_to_child (int pipe_end, const Model *model, const TwBoard *board, TwRun *run)
{
  Report report;

  while (hear (pipe_end, run, &report, sizeof report)) {
    if (report.n_columns < 0) {
      report_bound (run, report.bound);
      continue;
    }
    /* 0 columns: CBC found no tiling, or none better than the best. */
    if (report.n_columns > 0 && !hear_tiling (pipe_end, model, board, report.n_columns, run))
      return;
    if (report.is_optimal && tw_run_best (run) > 0)
      tw_run_report_bound (run, tw_run_best (run));
    else
      report_bound (run, report.bound);
    return;
  }
}

bool
tw_branch_cut (const TwBoard *board, const TwPrices *prices, size_t memory, TwRun *run)
{
  int64_t best = tw_run_best (run);
  TwTiling start = { 0 };
  Model model;
  int ends[2];
  pid_t parent = getpid (), child;

  if (!make_model (&model, board, prices, best) || pipe (ends) != 0) {
    clear_model (&model);
    return false;
  }
  if (best >= 0 && !tw_run_copy_best (run, &start, NULL))
    start.count = 0;

  child = fork ();
  if (child == 0) {
    end_with (parent);
    close_descriptors (ends[1]);
    work_in_child (&model, &start, best, tw_run_remaining (run), memory);
  }
  close (ends[1]);
  if (child > 0) {
    listen_to_child (ends[0], &model, board, run);
    kill (child, SIGKILL);
    while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  close (ends[0]);
  tw_tiling_clear (&start);
  clear_model (&model);
  return tw_run_best (run) >= 0 && tw_run_reported_bound (run) >= tw_run_best (run);
}

/* --- the engines ------------------------------------------------------------ */

TwStatus
tw_branch_cut_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwDualView view;
  TwPrices *prices;

  if (tw_strategy_begin (&view, board, options, run)) {
    prices = tw_prices_transform (tw_transform_inverse (view.transform), view.prices, run);
    tw_branch_cut (board, prices, tw_strategy_memory (options), run);
    tw_prices_free (prices, run);
  }
  tw_dual_view_clear (&view);
  return tw_strategy_status (run);
}

TwStatus
tw_branch_cut_solve_plain (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  if (tw_board_count_free (board) == 0) {
    const TwTiling nothing = { 0 };

    return tw_run_offer (run, board, &nothing, 0) ? TW_STATUS_OPTIMAL : tw_run_status (run);
  }
  tw_branch_cut (board, NULL, tw_strategy_memory (options), run);
  return tw_strategy_status (run);
}

#else /* !TW_HAVE_CBC */

bool
tw_branch_cut_exists (void)
{
  return false;
}

#endif
