/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine of tetromino squares: compared with all tilings of small squares, on extreme and large
 * tasks, stopped and out of memory at every point. */
#include "core-test.h"

#include <pthread.h>

#include "core/pieces/bigboard.h"

static TwStatus
solve (const TwTetrominoProblem *task, int threads, double seconds, TwTetromino *solution)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = seconds });
  TwOptions options = options_with_threads (threads);

  return tw_bigboard_solve (task, &options, run, solution);
}

/* Solves without a time limit; returns false when the solution is wrong or there is none. */
static bool
can_solve (const TwTetrominoProblem *task, int threads)
{
  size_t n = (size_t) (task->size * task->size / 4);
  AUTO_FREE TwTetromino *solution = malloc (n * sizeof *solution);
  bool solved = solve (task, threads, 60, solution) == TW_STATUS_FEASIBLE
                && tw_tetromino_check (task, solution, n, NULL, 0, NULL);

  if (!solved) {
    printf ("# not solved: %" PRId64, task->size);
    for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
      printf (" %c%" PRId64, tw_tetromino_letter ((TwTetrominoLetter) f), task->counts[f]);
    printf ("\n");
  }
  return solved;
}

/* --- all tilings of a small square ------------------------------------------ */

enum {
  N_KEYS = 10000000, /* signatures as decimal numbers of seven digits */
};

typedef struct {
  int side;
  bool grid[6][6];
  int counts[TW_N_TETROMINO_LETTERS];
  bool *found; /* indexed by signature */
  uint64_t tilings;
} Naive;

static uint32_t
key_of (const int *counts)
{
  uint32_t key = 0;

  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
    key = key * 10 + (uint32_t) counts[f];
  return key;
}

/* Enumerates tilings row by row, without pruning. */
static void
tile (Naive *naive)
{
  int x0 = 0, y0 = 0;

  while (y0 < naive->side && naive->grid[y0][x0]) {
    if (++x0 == naive->side) {
      x0 = 0;
      y0++;
    }
  }
  if (y0 == naive->side) {
    naive->found[key_of (naive->counts)] = true;
    naive->tilings++;
    return;
  }
  for (int i = 0; i < TW_N_TETROMINO_SHAPES; i++) {
    const TwTetrominoShape *shape = &tw_tetromino_shapes ()[i];
    int left = 9, x;
    bool fits = true;

    for (int k = 0; k < 4; k++) {
      if (shape->cells[k][1] == 0 && shape->cells[k][0] < left)
        left = shape->cells[k][0];
    }
    x = x0 - left;
    if (x < 0 || x + shape->width > naive->side || y0 + shape->height > naive->side)
      continue;
    for (int k = 0; k < 4; k++)
      fits &= !naive->grid[y0 + shape->cells[k][1]][x + shape->cells[k][0]];
    if (!fits)
      continue;
    for (int k = 0; k < 4; k++)
      naive->grid[y0 + shape->cells[k][1]][x + shape->cells[k][0]] = true;
    naive->counts[shape->figure]++;
    tile (naive);
    naive->counts[shape->figure]--;
    for (int k = 0; k < 4; k++)
      naive->grid[y0 + shape->cells[k][1]][x + shape->cells[k][0]] = false;
  }
}

/* Decides every signature of this side and compares with the tilings. */
static void
check_every (int side, uint64_t tilings, int expect_possible, int expect_solved)
{
  Naive naive = { .side = side, .found = calloc (N_KEYS, 1) };
  int total = side * side / 4, c[TW_N_TETROMINO_LETTERS] = { 0 }, possible = 0, solved = 0,
      wrong = 0;

  tile (&naive);
  CHECK_INT (naive.tilings, tilings);
  for (;;) {
    int f = 0, sum = 0;

    for (int k = 0; k < TW_N_TETROMINO_LETTERS - 1; k++)
      sum += c[k];
    if (sum <= total) {
      TwTetrominoProblem task = { .size = side };
      TwTetromino solution[9];
      TwStatus status;
      bool exists;

      c[TW_N_TETROMINO_LETTERS - 1] = total - sum;
      for (int k = 0; k < TW_N_TETROMINO_LETTERS; k++)
        task.counts[k] = c[k];
      exists = naive.found[key_of (c)];
      status = solve (&task, 1, 60, solution);
      wrong += status != (exists ? TW_STATUS_FEASIBLE : TW_STATUS_INFEASIBLE);
      if (status == TW_STATUS_FEASIBLE)
        wrong += !tw_tetromino_check (&task, solution, (size_t) total, NULL, 0, NULL);
      wrong += exists && tw_tetromino_judge (&task) != TW_TETROMINO_POSSIBLE;
      possible += tw_tetromino_judge (&task) == TW_TETROMINO_POSSIBLE;
      solved += exists;
    }
    while (f < TW_N_TETROMINO_LETTERS - 1 && ++c[f] > total)
      c[f++] = 0;
    if (f == TW_N_TETROMINO_LETTERS - 1)
      break;
  }
  CHECK_INT (wrong, 0);
  CHECK_INT (possible, expect_possible);
  CHECK_INT (solved, expect_solved);
  free (naive.found);
}

TEST (every_4, "every signature of side 4")
{
  /* 117 tilings: OEIS A230031. */
  check_every (4, 117, 60, 24);
}

TEST (every_6, "every signature of side 6")
{
  check_every (6, 178939, 1957, 1467);
}

/* --- larger squares -------------------------------------------------------- */

TEST (generated, "generated tasks are solved")
{
  uint64_t random = 3;

  for (int i = 0; i < test_size (150); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    int side = 4 + 2 * (int) (check_random (&random) % 40);
    uint64_t seed = check_random (&random);
    AUTO_FREE TwTetromino *solution = malloc ((size_t) (side * side) / 4 * sizeof *solution);
    TwTetrominoProblem task, again;

    CHECK (tw_bigboard_generate (side, seed, run, &task, solution));
    CHECK (tw_tetromino_check (&task, solution, (size_t) (side * side) / 4, NULL, 0, NULL));
    CHECK (tw_bigboard_generate (side, seed, run, &again, NULL));
    CHECK (memcmp (&task, &again, sizeof task) == 0);
    CHECK_INT (tw_run_memory_used (run), 0);
    CHECK (can_solve (&task, 1));
  }
}

TEST (generator_refuses, "generator refuses")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwTetrominoProblem task;

  CHECK (!tw_bigboard_generate (0, 1, run, &task, NULL));
  CHECK (!tw_bigboard_generate (2, 1, run, &task, NULL));
  CHECK (!tw_bigboard_generate (7, 1, run, &task, NULL));
  CHECK (!tw_bigboard_generate (-4, 1, run, &task, NULL));
  CHECK (!tw_bigboard_generate (1002, 1, run, &task, NULL));
  CHECK (!tw_bigboard_generate (1000000000, 1, run, &task, NULL));
  tw_run_test_fail_memory (run, 1);
  CHECK (!tw_bigboard_generate (8, 1, run, &task, NULL));
}

TEST (extreme, "extreme signatures")
{
  static const TwTetrominoProblem tasks[] = {
    { 200, { [TW_TETROMINO_I] = 10000 } },
    { 200, { [TW_TETROMINO_J] = 10000 } },
    { 200, { [TW_TETROMINO_L] = 10000 } },
    { 202, { [TW_TETROMINO_O] = 10201 } },
    { 200, { [TW_TETROMINO_T] = 10000 } },
    { 52, { 2, 0, 0, 0, 0, 672, 2 } },
    { 52, { 0, 40, 0, 0, 636, 0, 0 } },
    { 100, { 0, 0, 50, 0, 0, 0, 2450 } },
    { 100, { 0, 60, 60, 0, 1190, 0, 1190 } },
    { 100, { 0, 0, 0, 0, 1180, 140, 1180 } },
    { 102, { 2600, 0, 0, 1, 0, 0, 0 } },
    { 1000, { 31250, 31250, 31250, 31250, 31250, 62500, 31250 } },
    { 998, { 0, 1, 248999, 0, 0, 0, 1 } },
    /* Windmills of S and Z: solutions exist only in the whole square. */
    { 30, { 15, 4, 1, 83, 73, 4, 45 } },
    { 30, { 22, 0, 1, 91, 80, 4, 27 } },
  };

  for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
    CHECK (can_solve (&tasks[i], 2));
}

/* --- threads, stops, memory ------------------------------------------------ */

static const TwTetrominoProblem medium = { 30, { 18, 41, 30, 1, 34, 54, 47 } };
/* No simple condition excludes it, but there is no solution. */
static const TwTetrominoProblem hard = { 8, { 0, 3, 0, 0, 0, 2, 11 } };
/* The complete search, which alternates with the other searches, solves this one. */
static const TwTetrominoProblem mixed = { 20, { 8, 0, 0, 14, 20, 4, 54 } };
static const TwTetrominoProblem endless = { 30, { 6, 6, 2, 21, 182, 0, 8 } };

static void
check_same_seed (const TwTetrominoProblem *task)
{
  TwTetromino one[225], many[225];
  size_t size = (size_t) (task->size * task->size / 4) * sizeof (TwTetromino);

  CHECK_INT (solve (task, 1, 60, one), TW_STATUS_FEASIBLE);
  for (int threads = 1; threads <= 4; threads++) {
    CHECK_INT (solve (task, threads, 60, many), TW_STATUS_FEASIBLE);
    CHECK (memcmp (one, many, size) == 0);
  }
}

TEST (same_seed, "the same seed on any number of threads")
{
  check_same_seed (&medium);
  check_same_seed (&mixed);
}

static void
check_stops (const TwTetrominoProblem *task)
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  static const TwStatus statuses[] = { TW_STATUS_CANCELLED, TW_STATUS_TIMEOUT,
                                       TW_STATUS_OUT_OF_MEMORY };
  TwTetromino solution[225];
  uint64_t step = 1;
  TwOptions options = options_with_threads (1);

  for (uint64_t n = 1;; n += step) {
    AUTO_RUN *run = run_to_point (n, reasons[n % 3]);
    TwStatus status = tw_bigboard_solve (task, &options, run, solution);
    bool reached = tw_run_stop_reason (run) != TW_STOP_NONE;

    if (reached && status != TW_STATUS_FEASIBLE && status != TW_STATUS_INFEASIBLE)
      CHECK_INT (status, statuses[n % 3]);
    else
      CHECK (status == TW_STATUS_FEASIBLE || status == TW_STATUS_INFEASIBLE);
    if (!reached)
      break;
    step = 1 + n / 8; /* every point at first, then increasingly sparse */
  }
}

TEST (stops, "stopped at every point")
{
  check_stops (&medium);
  check_stops (&hard);
}

TEST (starved, "starved at every request")
{
  const TwTetrominoProblem *tasks[] = { &medium, &hard };
  TwTetromino solution[225];
  TwOptions options = default_options ();

  for (int i = 0; i < 4; i++) {
    options.threads = 1 + i / 2;
    for (uint64_t n = 1; n < 20; n++) {
      AUTO_RUN *run = run_to_request (n);
      TwStatus status = tw_bigboard_solve (tasks[i % 2], &options, run, solution);
      bool failed = tw_run_test_requests (run) >= n;

      CHECK (status == TW_STATUS_OUT_OF_MEMORY
               ? failed
               : status == TW_STATUS_FEASIBLE || status == TW_STATUS_INFEASIBLE);
      if (!failed)
        break;
    }
  }
}

TEST (bad_input, "bad input")
{
  TwTetrominoProblem task = { 1000000000, { 0 } };

  CHECK_INT (solve (&task, 1, 1, NULL), TW_STATUS_INFEASIBLE);
  task.size = 0;
  CHECK_INT (solve (&task, 1, 1, NULL), TW_STATUS_INFEASIBLE);
  task.size = 9;
  CHECK_INT (solve (&task, 1, 1, NULL), TW_STATUS_INFEASIBLE);
  task = (TwTetrominoProblem){ 8, { -1, 17, 0, 0, 0, 0, 0 } };
  CHECK_INT (solve (&task, 1, 1, NULL), TW_STATUS_INFEASIBLE);
}

typedef struct {
  TwRun *run;
  TwStatus status;
  TwTetromino solution[225];
} Job;

static void *
solve_endless (void *data)
{
  Job *job = data;
  TwOptions options = options_with_threads (3);

  job->status = tw_bigboard_solve (&endless, &options, job->run, job->solution);
  return NULL;
}

/* Reads the board while three threads fill it, then cancels. */
TEST (watched, "watched and cancelled")
{
  Job job = { .run = tw_run_new (&(TwLimits){ .seconds = 60 }) };
  pthread_t thread;
  int seen = 0;

  CHECK_INT (pthread_create (&thread, NULL, solve_endless, &job), 0);
  while (seen < 20 && !tw_run_should_stop (job.run)) {
    TwTetromino *placements;
    size_t count;

    if (!tw_bigboard_snapshot (job.run, &placements, &count))
      continue;
    /* The partial solution lies in the square without overlaps: the checker reports only missing
     * cells and figures. */
    TwTetrominoFault faults[1];

    CHECK (count > 0 && count <= 225);
    tw_tetromino_check (&endless, placements, count, faults, 1, NULL);
    CHECK (faults[0].kind == TW_TETROMINO_FAULT_UNCOVERED
           || faults[0].kind == TW_TETROMINO_FAULT_COUNT);
    free (placements);
    seen++;
  }
  CHECK_INT (seen, 20);
  tw_run_cancel (job.run);
  pthread_join (thread, NULL);
  CHECK_INT (job.status, TW_STATUS_CANCELLED);
  CHECK_INT (tw_run_memory_used (job.run), 0);
  tw_run_free (job.run);
}

CHECK_MAIN
