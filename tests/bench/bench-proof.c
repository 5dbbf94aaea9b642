/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-proof.c - the automatic engine on generated boards beside the classic heuristic: best, bound, gap, time
 * (also of the first tiling) and memory as the density of obstacles and the board change. Prints Markdown.
 *
 * bench-proof [SECONDS [THREADS [ENGINE]]]: 10 s, two threads, "auto". The largest board gets six times
 * as long. The boards of contests, engines side by side: tilewright-cli bench FOLDER. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/generator.h"
#include "core/squares/engines/engine.h"

typedef struct {
  int side;
  double density;
  uint64_t seed;
  double budgets; /* of time */
} Task;

static const Task tasks[] = {
  { 40, 0.005, 40, 1 }, { 40, 0.01, 40, 1 },   { 40, 0.02, 40, 1 },   { 40, 0.05, 40, 1 },
  { 40, 0.1, 40, 1 },   { 40, 0.2, 40, 1 },    { 20, 0.03, 100, 1 },  { 30, 0.03, 100, 1 },
  { 40, 0.03, 100, 1 }, { 50, 0.03, 100, 1 },  { 70, 0.03, 100, 1 },  { 100, 0.03, 100, 1 },
  { 100, 0.1, 100, 1 }, { 200, 0.05, 200, 1 }, { 300, 0.05, 300, 6 },
};

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

/* `data`: nanoseconds till there was a tiling; 0: none yet. */
static void
note_first (TwRun *run, void *data)
{
  _Atomic int64_t *first = data;
  int64_t none = 0;

  if (tw_run_best (run) >= 0)
    atomic_compare_exchange_strong (first, &none, 1 + (int64_t) (tw_run_elapsed (run) * 1e9));
}

/* False when memory is short. Without `whole` only best and seconds are printed. */
static bool
bench (const TwSquaresEngine *engine, const Task *task, double seconds, int threads, bool whole)
{
  TwBoard *board = tw_generate_board (task->side, task->side, task->density, task->seed);
  TwRun *run = tw_run_new (
    &(TwLimits){ .seconds = seconds * task->budgets, .memory = (size_t) 4 << 30 });
  double began = processor_seconds ();
  bool fine = board != NULL && run != NULL;
  _Atomic int64_t first = 0;
  TwOptions options;

  if (fine) {
    TwStatus status;
    long long best, bound;

    tw_options_init (&options);
    options.threads = threads;
    tw_run_watch (run, note_first, &first);
    status = engine->solve (board, &options, run);
    best = (long long) tw_run_best (run);
    bound = (long long) tw_run_bound (run);
    printf (" %lld%s | %.2f |", best,
            bound >= best                       ? " ="
            : status == TW_STATUS_OUT_OF_MEMORY ? " (memory)"
                                                : "",
            tw_run_elapsed (run));
    if (whole)
      printf (" %lld | %.1f %% | %.2f | %.3f | %zu |", bound,
              100.0 * (double) (best - bound) / (double) (bound > 0 ? bound : 1),
              processor_seconds () - began, (double) first * 1e-9, tw_run_memory_peak (run) >> 20);
    fflush (stdout);
  }
  tw_run_free (run);
  tw_board_free (board);
  return fine;
}

int
main (int argc, char **argv)
{
  double seconds = argc > 1 ? strtod (argv[1], NULL) : 10;
  int threads = argc > 2 ? atoi (argv[2]) : 2;
  const char *name = argc > 3 ? argv[3] : "auto";
  const TwSquaresEngine *engine = tw_squares_engine_find (name);
  const TwSquaresEngine *classic = tw_squares_engine_find ("heuristic");

  if (!(seconds > 0) || threads < 1 || engine == NULL) {
    fprintf (stderr, "usage: bench-proof [SECONDS [THREADS [ENGINE]]]\n");
    return 2;
  }
  printf (
    "| board, obstacles | seed | heuristic | s | %s | s | bound | gap | cpu s | first s | MiB |\n",
    name);
  printf ("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
    const Task *task = &tasks[i];

    printf ("| %d x %d, %g %% | %d |", task->side, task->side, task->density * 100,
            (int) task->seed);
    if (!bench (classic, task, seconds, threads, false)
        || !bench (engine, task, seconds, threads, true))
      return 1;
    printf ("\n");
  }
  return 0;
}
