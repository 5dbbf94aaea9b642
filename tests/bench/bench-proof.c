/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-proof.c - the automatic engine on generated boards, compared with the classic heuristic:
 * best, bound, gap, time (also to the first tiling) and memory for several densities of obstacles
 * and board sizes. Prints Markdown.
 *
 * bench-proof [SECONDS [THREADS [ENGINE]]]: 10 s, two threads, "auto". The largest board gets six
 * times as long. To compare engines on the boards of contests use tilewright-cli bench FOLDER.
 *
 * bench-proof map [SECONDS [SIDE]]: the map of proved boards, one row for each side and one column
 * for each density, with one thread and with two: for each of three seeds the processor seconds of
 * the proof, or the gap after SECONDS (30). SIDE: only this side. The boards are those of
 * tilewright-cli generate --width N --height N --density D --seed 1. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/generator.h"
#include "core/squares/engines/engine.h"

enum { MAP_SEEDS = 3 };

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

/* `data`: nanoseconds until the first tiling; 0: none yet. */
static void
note_first (TwRun *run, void *data)
{
  _Atomic int64_t *first = data;
  int64_t none = 0;

  if (tw_run_best (run) >= 0)
    atomic_compare_exchange_strong (first, &none, 1 + (int64_t) (tw_run_elapsed (run) * 1e9));
}

/* Returns false when memory is short. Without `whole` only best and seconds are printed. */
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

/* One cell of the map: the results of all seeds. Returns false when memory
 * is short. */
static bool
map_cell (int side, double density, double seconds, int threads, int *proved)
{
  for (uint64_t seed = 1; seed <= MAP_SEEDS; seed++) {
    TwBoard *board = tw_generate_board (side, side, density, seed);
    TwRun *run = tw_run_new (&(TwLimits){ .seconds = seconds, .memory = (size_t) 4 << 30 });
    double began = processor_seconds ();
    bool fine = board != NULL && run != NULL;
    TwOptions options;

    if (fine) {
      const char *comma = seed > 1 ? ", " : "";

      tw_options_init (&options);
      options.threads = threads;
      if (tw_squares_engine_find ("auto")->solve (board, &options, run) == TW_STATUS_OPTIMAL)
        printf ("%s%.1f s", comma, processor_seconds () - began);
      else
        printf ("%s+%lld", comma, (long long) (tw_run_best (run) - tw_run_bound (run)));
      *proved += tw_run_best (run) == tw_run_bound (run);
      fflush (stdout);
    }
    tw_run_free (run);
    tw_board_free (board);
    if (!fine)
      return false;
  }
  return true;
}

static int
map (double seconds, int only)
{
  static const int sides[] = { 30, 40, 50, 60, 80, 100 };
  static const double densities[] = { 0.005, 0.01, 0.02, 0.03, 0.05, 0.1 };

  printf ("| n | threads | 0.5 %% | 1 %% | 2 %% | 3 %% | 5 %% | 10 %% | proved |\n");
  printf ("| ---: | ---: | --- | --- | --- | --- | --- | --- | ---: |\n");
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
    for (int threads = 1; threads <= 2 && (only == 0 || only == sides[i]); threads++) {
      int proved = 0;

      printf ("| %d | %d |", sides[i], threads);
      for (size_t j = 0; j < sizeof densities / sizeof densities[0]; j++) {
        printf (" ");
        if (!map_cell (sides[i], densities[j], seconds, threads, &proved))
          return 1;
        printf (" |");
      }
      printf (" %d |\n", proved);
    }
  }
  return 0;
}

int
main (int argc, char **argv)
{
  double seconds = argc > 1 ? strtod (argv[1], NULL) : 10;
  int threads = argc > 2 ? atoi (argv[2]) : 2;
  const char *name = argc > 3 ? argv[3] : "auto";
  const TwSquaresEngine *engine = tw_squares_engine_find (name);
  const TwSquaresEngine *classic = tw_squares_engine_find ("heuristic");

  if (argc > 1 && strcmp (argv[1], "map") == 0)
    return map (argc > 2 ? strtod (argv[2], NULL) : 30, argc > 3 ? atoi (argv[3]) : 0);
  if (!(seconds > 0) || threads < 1 || engine == NULL) {
    fprintf (stderr, "usage: bench-proof [SECONDS [THREADS [ENGINE]]]\n"
                     "       bench-proof map [SECONDS [SIDE]]\n");
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
