/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-capped.c - measures the engine of capped tilings. Run by hand:
 *
 *   bench-capped least FROM TO      least cap of n x n (A036444), proved
 *   bench-capped fewest FROM TO     fewest smaller squares (A018835), proved
 *   bench-capped cap K FROM TO      one tiling of n x n with cap K
 *   bench-capped plain FROM TO      the plain skyline search of bench-plain-skyline.h
 *                                   beside the engine, on the least cap
 *   bench-capped rectangle W H K    one tiling of W x H with cap K
 *
 * Options before them: --time SECONDS for each task (60), --threads N (1), --seed N (1),
 * --codes (print Bouwkamp codes). Times are processor time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench-plain-skyline.h"
#include "core/capped/bouwkamp.h"
#include "core/capped/solve.h"

static double time_limit = 60;
static int n_threads = 1;
static int seed = 1;
static bool with_codes;

static double
processor_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* Solves the task and prints a row of the table. Returns the multiplicity of the solution; 0: there
 * is none. */
static int
measure (const TwCappedProblem *task, double *seconds)
{
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = time_limit });
  TwCappedResult answer = { 0 };
  TwOptions options;
  double start = processor_seconds ();
  TwStatus status;
  int multiplicity;

  tw_options_init (&options);
  options.threads = n_threads;
  options.seed = seed;
  status = tw_capped_solve (task, &options, run, &answer);
  *seconds = processor_seconds () - start;
  multiplicity = answer.multiplicity;
  printf ("%4d x %-4d %-12s cap %d  squares %2zu  %9.3f s  %12" PRIu64 " nodes\n", task->width,
          task->height, tw_status_name (status), multiplicity, answer.best.count, *seconds,
          tw_run_nodes (run));
  if (with_codes && answer.best.count > 0) {
    char *code = tw_bouwkamp_write (task->width, task->height, &answer.best);

    printf ("     %s\n", code != NULL ? code : "");
    free (code);
  }
  fflush (stdout);
  tw_capped_result_clear (&answer);
  tw_run_free (run);
  return multiplicity;
}

static void
measure_squares (TwCappedGoal goal, int cap, int from, int to)
{
  double worst = 0, sum = 0, seconds;

  for (int n = from; n <= to; n++) {
    TwCappedProblem task = { n, n, cap, goal };

    measure (&task, &seconds);
    sum += seconds;
    worst = seconds > worst ? seconds : worst;
  }
  printf ("n = %d..%d: %.3f s together, %.3f s at most\n", from, to, sum, worst);
}

static void
compare_plain (int from, int to)
{
  double plain_sum = 0, sum = 0;

  for (int n = from; n <= to; n++) {
    TwCappedProblem task = { n, n, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP };
    double start = processor_seconds (), seconds, plain;
    uint64_t nodes = 0;
    int cap = plain_least_cap (n, &nodes), found;

    plain = processor_seconds () - start;
    printf ("     plain: cap %d %35.3f s  %12" PRIu64 " nodes\n", cap, plain, nodes);
    found = measure (&task, &seconds);
    if (found != cap)
      printf ("     they differ: %d and %d\n", cap, found);
    plain_sum += plain;
    sum += seconds;
  }
  printf ("plain %.3f s, engine %.3f s, ratio %.1f\n", plain_sum, sum, plain_sum / sum);
}

static int
usage (void)
{
  fputs ("usage: bench-capped [--time SECONDS] [--threads N] [--seed N] [--codes]\n"
         "         least FROM TO | fewest FROM TO | cap K FROM TO | plain FROM TO |\n"
         "         rectangle W H K\n",
         stderr);
  return 2;
}

int
main (int argc, char **argv)
{
  int i = 1, a, b, c;

  for (; i < argc && strncmp (argv[i], "--", 2) == 0; i++) {
    if (strcmp (argv[i], "--codes") == 0)
      with_codes = true;
    else if (i + 1 == argc)
      return usage ();
    else if (strcmp (argv[i], "--time") == 0)
      time_limit = atof (argv[++i]);
    else if (strcmp (argv[i], "--threads") == 0)
      n_threads = atoi (argv[++i]);
    else if (strcmp (argv[i], "--seed") == 0)
      seed = atoi (argv[++i]);
    else
      return usage ();
  }
  if (argc - i < 3)
    return usage ();
  a = atoi (argv[i + 1]);
  b = atoi (argv[i + 2]);
  c = argc - i > 3 ? atoi (argv[i + 3]) : 0;
  if (strcmp (argv[i], "least") == 0 && a >= 2)
    measure_squares (TW_CAPPED_LEAST_CAP, TW_CAPPED_NO_CAP, a, b);
  else if (strcmp (argv[i], "fewest") == 0 && a >= 2)
    measure_squares (TW_CAPPED_FEWEST, TW_CAPPED_NO_CAP, a, b);
  else if (strcmp (argv[i], "cap") == 0 && a >= 1 && b >= 2)
    measure_squares (TW_CAPPED_ANY, a, b, c);
  else if (strcmp (argv[i], "plain") == 0 && a >= 2 && b <= PLAIN_MAX_SIDE)
    compare_plain (a, b);
  else if (strcmp (argv[i], "rectangle") == 0 && a >= 1 && b >= 1 && c >= 1) {
    TwCappedProblem task = { a, b, c, TW_CAPPED_ANY };
    double seconds;

    measure (&task, &seconds);
  } else {
    return usage ();
  }
  return 0;
}
