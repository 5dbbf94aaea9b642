/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cbc.c - solves one set-partitioning model with COIN-OR CBC; see protocol.h.
 *
 * CBC cannot be interrupted from outside, so it has a process that can be killed. The process ends
 * when the other end of its socket is closed, which the kernel does when its parent ends for
 * whatever reason. */
#include <Cbc_C_Interface.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cbc/protocol.h"
#include "core/base/tiling.h"

enum {
  CBC_PROGRESS = 10, /* number of CBC's message "After n nodes ..." */
};

/* CBC gets slightly less than the remaining time, so that it can report its solution before it is
 * killed. */
#define SHARE_OF_TIME 0.95

/* The model in CBC's format: one column for each square, one row for each free cell. */
typedef struct {
  int n_rows;
  int *starts;    /* first entry of each column; n_columns + 1 elements */
  int *rows;      /* row of each entry, by column */
  double *values; /* value of each entry, always 1 */
  double *ones;   /* bounds and costs; max (n_rows, n_columns) elements */
  double *zeros;
} Model;

static void *
take (size_t count, size_t size)
{
  void *memory = calloc (count + 1, size);

  if (memory == NULL)
    _exit (1);
  return memory;
}

/* --- the socket ------------------------------------------------------------ */

/* Ends when the other end of the socket has been closed. */
static void
hear (void *data, size_t size)
{
  if (size > 0 && fread (data, size, 1, stdin) != 1)
    kill (getpid (), SIGKILL);
}

static void
write_all (const void *data, size_t size)
{
  const char *bytes = data;

  while (size > 0) {
    ssize_t n = write (STDIN_FILENO, bytes, size);

    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      _exit (1);
    bytes += n;
    size -= (size_t) n;
  }
}

/* The parent sends nothing after the task, so the next read ends when the parent ends. */
static void *
await_end (void *data)
{
  char byte;

  hear (&byte, 1);
  return data;
}

/* --- the model -------------------------------------------------------------- */

static void
make_model (Model *model, const TwCbcTask *task, const uint8_t *cells, const TwSquare *squares)
{
  size_t n_cells = (size_t) task->width * (size_t) task->height, n_entries = 0, longer;
  int *row_of_cell = take (n_cells, sizeof (int));
  int entry = 0;

  for (size_t i = 0; i < n_cells; i++)
    row_of_cell[i] = cells[i] != 0 ? model->n_rows++ : -1;
  for (int c = 0; c < task->n_columns; c++)
    n_entries += (size_t) squares[c].size * (size_t) squares[c].size;
  longer = (size_t) (task->n_columns > model->n_rows ? task->n_columns : model->n_rows);
  model->starts = take ((size_t) task->n_columns, sizeof (int));
  model->rows = take (n_entries, sizeof (int));
  model->values = take (n_entries, sizeof (double));
  model->ones = take (longer, sizeof (double));
  model->zeros = take (longer, sizeof (double));
  for (size_t i = 0; i < longer; i++)
    model->ones[i] = 1;
  for (int c = 0; c < task->n_columns; c++) {
    TwSquare s = squares[c];

    model->starts[c] = entry;
    for (int y = s.y; y < s.y + s.size; y++)
      for (int x = s.x; x < s.x + s.size; x++) {
        model->rows[entry] = row_of_cell[y * task->width + x];
        model->values[entry++] = 1;
      }
  }
  model->starts[task->n_columns] = entry;
  free (row_of_cell);
}

static void
message_cb (Cbc_Model *cbc, int number, int n_doubles, const double *doubles, int n_ints,
            const int *ints, int n_chars, char **chars)
{
  /* "... %g best solution, best possible %g (%.2f seconds)" */
  if (number == CBC_PROGRESS && n_doubles >= 2 && isfinite (doubles[1])) {
    const TwCbcReport report = { .n_columns = -1, .bound = doubles[1] };

    write_all (&report, sizeof report);
  }
}

static void
tell_tiling (Cbc_Model *cbc, int n_columns)
{
  const double *solution = Cbc_getColSolution (cbc);
  TwCbcReport report = {
    .is_optimal = Cbc_isProvenOptimal (cbc),
    .bound = Cbc_getBestPossibleObjValue (cbc),
  };

  /* The cutoff left no tiling: none is better than the parent's, which is therefore optimal. */
  if (Cbc_isProvenInfeasible (cbc)) {
    report.is_optimal = 1;
    report.bound = HUGE_VAL;
    solution = NULL;
  }
  for (int c = 0; solution != NULL && c < n_columns; c++)
    report.n_columns += solution[c] > 0.5;
  write_all (&report, sizeof report);
  for (int32_t c = 0; solution != NULL && c < n_columns; c++) {
    if (solution[c] > 0.5)
      write_all (&c, sizeof c);
  }
}

static void
solve (const TwCbcTask *task, const Model *model, const int32_t *start)
{
  Cbc_Model *cbc = Cbc_newModel ();
  char text[32];

  Cbc_setLogLevel (cbc, 1);
  Cbc_registerCallBack (cbc, message_cb);
  Cbc_loadProblem (cbc, task->n_columns, model->n_rows, model->starts, model->rows, model->values,
                   model->zeros, model->ones, model->ones, model->ones, model->ones);
  for (int c = 0; c < task->n_columns; c++)
    Cbc_setInteger (cbc, c);
  if (task->seconds < HUGE_VAL) {
    snprintf (text, sizeof text, "%.3f", task->seconds * SHARE_OF_TIME);
    Cbc_setParameter (cbc, "sec", text);
  }
  if (task->best > 0) {
    /* CBC searches only for better tilings. */
    snprintf (text, sizeof text, "%.1f", (double) task->best - 0.5);
    Cbc_setParameter (cbc, "cutoff", text);
  }
  if (task->n_start > 0)
    Cbc_setMIPStartI (cbc, task->n_start, start, model->ones);
  Cbc_solve (cbc);
  tell_tiling (cbc, task->n_columns);
}

/* --- the process ------------------------------------------------------------- */

/* A sanitizer reserves most of the address space at startup, so a memory limit would fail. */
static void
limit_memory (uint64_t memory)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  struct rusage usage;

  if (memory > 0 && getrusage (RUSAGE_SELF, &usage) == 0) {
    rlim_t most = (rlim_t) usage.ru_maxrss * 1024 + memory;

    setrlimit (RLIMIT_DATA, &(struct rlimit){ .rlim_cur = most, .rlim_max = most });
  }
#else
  (void) memory;
#endif
}

int
main (void)
{
  TwCbcTask task;
  Model model = { 0 };
  pthread_t thread;
  uint8_t *cells;
  TwSquare *squares;
  int32_t *start;

  if (isatty (STDIN_FILENO)) {
    fputs ("tilewright-cbc is started by the engines \"cbc\" and \"cbc-plain\" of Tilewright.\n",
           stderr);
    return 2;
  }
  /* An interrupt from the terminal is handled by the parent, which kills this process. */
  signal (SIGINT, SIG_IGN);
  signal (SIGPIPE, SIG_DFL);
  hear (&task, sizeof task);
  if (task.width < 1 || task.width > TW_BOARD_MAX_SIDE || task.height < 1
      || task.height > TW_BOARD_MAX_SIDE || task.n_columns < 0
      || task.n_columns > TW_CBC_MAX_COLUMNS || task.n_start < 0 || task.n_start > task.n_columns)
    return 1;
  limit_memory (task.memory);
  cells = take ((size_t) task.width * (size_t) task.height, 1);
  squares = take ((size_t) task.n_columns, sizeof (TwSquare));
  start = take ((size_t) task.n_start, sizeof (int32_t));
  hear (cells, (size_t) task.width * (size_t) task.height);
  hear (squares, (size_t) task.n_columns * sizeof (TwSquare));
  hear (start, (size_t) task.n_start * sizeof (int32_t));
  if (pthread_create (&thread, NULL, await_end, NULL) != 0)
    _exit (1);
  make_model (&model, &task, cells, squares);
  solve (&task, &model, start);
  /* The parent has all it needs; there is no reason to free the memory. */
  _exit (0);
}
