/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-tetromino.c - measures the engine of tetromino squares. Run by hand:
 *
 *   bench-tetromino cut N COUNT [SEED]      tasks cut from random tilings
 *   bench-tetromino random N COUNT [SEED]   random signatures that meet the conditions
 *   bench-tetromino every N                 every such signature of a small side
 *   bench-tetromino one N I J L O S T Z     one task
 *
 * Options before them: --time SECONDS for each task (10), --threads N (1). Times are
 * processor time; every solution is judged by the checker. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/pieces/bigboard.h"
#include "core/base/random.h"

static double time_limit = 10.0;
static int n_threads = 1;

typedef struct {
  double *seconds;
  size_t count;
  size_t solved;
  size_t impossible;
  size_t undecided;
  size_t late; /* solved after more than a second */
  size_t refused;
  size_t peak;
} Table;

static double
processor_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static void
print_task (const TwTetrominoProblem *task)
{
  printf ("%" PRId64 " ", task->size);
  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
    printf ("%s%c%" PRId64, f > 0 ? "," : "", tw_tetromino_letter ((TwTetrominoLetter) f),
            task->counts[f]);
}

static void
measure (const TwTetrominoProblem *task, Table *table)
{
  TwLimits limits = { .seconds = time_limit };
  TwRun *run = tw_run_new (&limits);
  size_t n = (size_t) (task->size * task->size / 4);
  TwTetromino *solution = malloc (n * sizeof *solution);
  TwOptions options;
  double start = processor_seconds ();
  TwStatus status;

  tw_options_init (&options);
  options.threads = n_threads;
  status = tw_bigboard_solve (task, &options, run, solution);
  table->seconds[table->count++] = processor_seconds () - start;
  if (status == TW_STATUS_FEASIBLE) {
    table->solved++;
    table->late += table->seconds[table->count - 1] > 1.0;
    if (!tw_tetromino_check (task, solution, n, NULL, 0, NULL))
      table->refused++;
  } else if (status == TW_STATUS_INFEASIBLE) {
    table->impossible++;
  } else {
    table->undecided++;
    printf ("undecided: ");
    print_task (task);
    printf ("\n");
  }
  if (getenv ("VERBOSE") != NULL
      && (status == TW_STATUS_INFEASIBLE || table->seconds[table->count - 1] > 0.3)) {
    printf ("%s %.3f s: ", tw_status_name (status), table->seconds[table->count - 1]);
    print_task (task);
    printf ("\n");
  }
  if (tw_run_memory_peak (run) > table->peak)
    table->peak = tw_run_memory_peak (run);
  tw_run_free (run);
  free (solution);
}

static int
compare_seconds (const void *a, const void *b)
{
  double p = *(const double *) a, q = *(const double *) b;

  return p < q ? -1 : p > q;
}

static void
print_table (const char *what, int side, Table *table)
{
  double sum = 0;

  if (table->count == 0)
    return;
  qsort (table->seconds, table->count, sizeof (double), compare_seconds);
  for (size_t i = 0; i < table->count; i++)
    sum += table->seconds[i];
  printf (
    "%-6s %4d: %zu tasks, %zu solved (%zu after 1 s), %zu impossible, %zu undecided, %zu refused; "
    "mean %.4f s, median %.4f, 99 %% %.4f, slowest %.4f; memory %.1f MiB\n",
    what, side, table->count, table->solved, table->late, table->impossible, table->undecided,
    table->refused, sum / (double) table->count, table->seconds[table->count / 2],
    table->seconds[table->count * 99 / 100], table->seconds[table->count - 1],
    (double) table->peak / 1048576);
  fflush (stdout);
}

/* All multisets are equally likely: seven parts by six dividers. */
static void
random_task (int side, uint64_t *random, TwTetrominoProblem *task)
{
  uint32_t total = (uint32_t) (side * side / 4), dividers[TW_N_TETROMINO_LETTERS];

  task->size = side;
  do {
    int n = 0;
    int64_t last = -1;

    while (n < TW_N_TETROMINO_LETTERS - 1) {
      uint32_t divider = tw_random_half (random) % (total + TW_N_TETROMINO_LETTERS - 1);
      int at = n;
      bool taken = false;

      for (int i = 0; i < n; i++)
        taken |= dividers[i] == divider;
      if (taken)
        continue;
      for (; at > 0 && dividers[at - 1] > divider; at--)
        dividers[at] = dividers[at - 1];
      dividers[at] = divider;
      n++;
    }
    dividers[n] = total + TW_N_TETROMINO_LETTERS - 1;
    for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++) {
      task->counts[f] = (int64_t) dividers[f] - last - 1;
      last = dividers[f];
    }
  } while (tw_tetromino_judge (task) != TW_TETROMINO_POSSIBLE);
}

static void
bench_many (bool cut, int side, int count, uint64_t seed)
{
  Table table = { .seconds = calloc ((size_t) count, sizeof (double)) };

  for (int i = 0; i < count; i++) {
    TwLimits none = { 0 };
    TwRun *run = tw_run_new (&none);
    uint64_t random = tw_mix (seed + (uint64_t) i);
    TwTetrominoProblem task;

    if (!cut)
      random_task (side, &random, &task);
    else if (!tw_bigboard_generate (side, random, run, &task, NULL))
      abort ();
    if (i == 0) {
      printf ("first: ");
      print_task (&task);
      printf ("\n");
    }
    measure (&task, &table);
    tw_run_free (run);
  }
  print_table (cut ? "cut" : "random", side, &table);
  free (table.seconds);
}

static void
bench_every (int side)
{
  int64_t total = side * side / 4;
  TwTetrominoProblem task = { .size = side };
  size_t excluded = 0, capacity = 1 << 20;
  Table table = { .seconds = calloc (capacity, sizeof (double)) };
  int64_t *c = task.counts;

  for (c[0] = 0; c[0] <= total; c[0]++)
    for (c[1] = 0; c[0] + c[1] <= total; c[1]++)
      for (c[2] = 0; c[0] + c[1] + c[2] <= total; c[2]++)
        for (c[3] = 0; c[0] + c[1] + c[2] + c[3] <= total; c[3]++)
          for (c[4] = 0; c[0] + c[1] + c[2] + c[3] + c[4] <= total; c[4]++)
            for (c[5] = 0; c[0] + c[1] + c[2] + c[3] + c[4] + c[5] <= total; c[5]++) {
              c[6] = total - c[0] - c[1] - c[2] - c[3] - c[4] - c[5];
              if (tw_tetromino_judge (&task) != TW_TETROMINO_POSSIBLE)
                excluded++;
              else if (table.count < capacity)
                measure (&task, &table);
            }
  printf ("%zu signatures excluded by the necessary conditions\n", excluded);
  print_table ("every", side, &table);
  free (table.seconds);
}

int
main (int argc, char **argv)
{
  int at = 1;

  for (; at + 1 < argc && strncmp (argv[at], "--", 2) == 0; at += 2) {
    if (strcmp (argv[at], "--time") == 0)
      time_limit = atof (argv[at + 1]);
    else if (strcmp (argv[at], "--threads") == 0)
      n_threads = atoi (argv[at + 1]);
  }
  if (argc - at >= 3 && (strcmp (argv[at], "cut") == 0 || strcmp (argv[at], "random") == 0)) {
    bench_many (argv[at][0] == 'c', atoi (argv[at + 1]), atoi (argv[at + 2]),
                argc - at > 3 ? strtoull (argv[at + 3], NULL, 10) : 1);
  } else if (argc - at == 2 && strcmp (argv[at], "every") == 0) {
    bench_every (atoi (argv[at + 1]));
  } else if (argc - at == 2 + TW_N_TETROMINO_LETTERS && strcmp (argv[at], "one") == 0) {
    double seconds;
    Table table = { .seconds = &seconds };
    TwTetrominoProblem task = { .size = atoll (argv[at + 1]) };

    for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
      task.counts[f] = atoll (argv[at + 2 + f]);
    measure (&task, &table);
    print_table ("one", (int) task.size, &table);
  } else {
    fprintf (stderr,
             "usage: %s [--time S] [--threads N] cut|random N COUNT [SEED] | every N | "
             "one N I J L O S T Z\n",
             argv[0]);
    return 2;
  }
  return 0;
}
