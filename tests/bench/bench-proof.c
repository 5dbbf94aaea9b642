/* bench-proof.c - the automatic engine on generated boards: best, bound, gap, time and memory as the
 * density of obstacles and the board change. Prints Markdown.
 *
 * bench-proof [SECONDS [THREADS [ENGINE]]]: 10 s, two threads, "auto". The largest board gets six times
 * as long. The boards of contests, engines side by side: tilewright-cli bench FOLDER. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/generator.h"
#include "core/squares/engine.h"

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

int
main (int argc, char **argv)
{
  double seconds = argc > 1 ? strtod (argv[1], NULL) : 10;
  const char *name = argc > 3 ? argv[3] : "auto";
  const TwSquaresEngine *engine = tw_squares_engine_find (name);

  if (!(seconds > 0) || engine == NULL) {
    fprintf (stderr, "usage: bench-proof [SECONDS [THREADS [ENGINE]]]\n");
    return 2;
  }
  printf ("| board, obstacles | seed | best | bound | gap | s | cpu s | MiB |\n");
  printf ("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
    const Task *task = &tasks[i];
    TwBoard *board = tw_generate_board (task->side, task->side, task->density, task->seed);
    TwRun *run = tw_run_new (
      &(TwLimits){ .seconds = seconds * task->budgets, .memory = (size_t) 4 << 30 });
    double began = processor_seconds ();
    long long best, bound;
    TwOptions options;

    if (board == NULL || run == NULL)
      return 1;
    tw_options_init (&options);
    options.threads = argc > 2 ? atoi (argv[2]) : 2;
    engine->solve (board, &options, run);
    best = (long long) tw_run_best (run);
    bound = (long long) tw_run_bound (run);
    printf ("| %d x %d, %g %% | %d | %lld%s | %lld | %.1f %% | %.2f | %.2f | %zu |\n", task->side,
            task->side, task->density * 100, (int) task->seed, best, bound >= best ? " =" : "",
            bound, 100.0 * (double) (best - bound) / (double) (bound > 0 ? bound : 1),
            tw_run_elapsed (run), processor_seconds () - began, tw_run_memory_peak (run) >> 20);
    fflush (stdout);
    tw_run_free (run);
    tw_board_free (board);
  }
  return 0;
}
