/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt-squares.c - boards: engines, counts and certificates; capped tasks. */
#include "hunt.h"

#include <gio/gio.h>

#include "../core/random-board.h"
#include "core/base/random.h"
#include "core/base/transform.h"
#include "core/capped/solve.h"
#include "core/run/stop-points.h"
#include "core/squares/count/count.h"
#include "core/squares/engines/engine.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kinds/capped/capped.h"
#include "puzzle/kinds/squares/certificate.h"
#include "puzzle/squares.h"

enum {
  TINY = 30, /* cells, for brute force */
};

static int
below (uint64_t *random, int n)
{
  return (int) tw_random_below (random, (uint64_t) n);
}

/* Returns a random board and sets *fewest to the fewest squares that cover it, by brute force if
 * the board is small enough. */
static TwBoard *
make_board (uint64_t *random, int longest, int64_t *fewest)
{
  int width = 1 + below (random, longest), height = 1 + below (random, longest < 12 ? longest : 12);
  TwBoard *board = random_board (width, height, (unsigned) below (random, below (random, 60) + 1),
                                 random);

  hunt_describe ("board %d x %d\n", width, height);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      hunt_describe ("%c", tw_board_is_free (board, x, y) ? '.' : '#');
    hunt_describe ("\n");
  }
  *fewest = width * height <= TINY ? brute_force (board) : fewest_squares (board);
  return board;
}

/* --- engines ------------------------------------------------------------------ */

typedef struct {
  int threads;
  size_t memory;    /* bytes; 0: no limit */
  uint64_t stop_at; /* the check at which the run stops; 0: it does not */
} Limits;

static Limits
random_limits (uint64_t *random)
{
  Limits limits = { .threads = 1 + below (random, 3) };

  if (below (random, 2) == 0)
    limits.memory = (size_t) 1 << (10 + below (random, 14));
  if (below (random, 2) == 0)
    limits.stop_at = UINT64_C (1) << below (random, 16);
  return limits;
}

static TwRun *
run_within (const Limits *limits)
{
  TwRun *run = tw_run_new (&(TwLimits){ .memory = limits->memory });

  if (limits->stop_at > 0)
    tw_run_test_stop_at (run, limits->stop_at, TW_STOP_CANCEL);
  hunt_describe ("%d threads, %zu bytes, stop at %llu\n", limits->threads, limits->memory,
                 (unsigned long long) limits->stop_at);
  return run;
}

static void
run_engine (const TwSquaresEngine *engine, const TwBoard *board, Limits limits, int64_t fewest)
{
  bool exact = strcmp (engine->name, "greedy") != 0 && strcmp (engine->name, "heuristic") != 0;
  int64_t cells = (int64_t) tw_board_count_free (board);
  TwOptions options = default_options ();
  TwStatus status;
  AUTO_RUN *run = NULL;

  hunt_describe ("%s: ", engine->name);
  run = run_within (&limits);
  options.threads = limits.threads;
  status = engine->solve (board, &options, run);
  hunt_describe ("  %s, %d squares, bound %d\n", tw_status_name (status), (int) tw_run_best (run),
                 (int) tw_run_bound (run));
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  CHECK (tw_run_bound (run) <= fewest);
  CHECK (tw_run_best (run) == -1 || (tw_run_best (run) >= fewest && tw_run_best (run) <= cells));
  CHECK (status != TW_STATUS_INFEASIBLE);
  if (status == TW_STATUS_OPTIMAL)
    CHECK_INT (tw_run_best (run), fewest);
  if (status == TW_STATUS_FEASIBLE)
    CHECK (tw_run_best (run) >= fewest);
  if (exact && limits.memory == 0 && limits.stop_at == 0)
    CHECK_INT (status, TW_STATUS_OPTIMAL);
}

/* --- counts ------------------------------------------------------------------------ */

static bool
equal (const TwNatural *a, const TwNatural *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

static void
compare_counts (const TwBoard *board, const TwBoard *copy, int64_t fewest)
{
  size_t n = tw_board_count_free (board) + 1;
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNatural *by_size = g_new (TwNatural, n), *all = g_new (TwNatural, 2), sum = { { 0 } };

  hunt_describe ("counts\n");
  CHECK_INT (tw_squares_count (board, 1, run, &all[0]), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_squares_count (copy, 3, run, &all[1]), TW_STATUS_OPTIMAL);
  CHECK (equal (&all[0], &all[1]));
  CHECK_INT (tw_squares_count_by_size (board, run, by_size), TW_STATUS_OPTIMAL);
  for (size_t k = 0; k < n; k++) {
    CHECK (tw_natural_add (&sum, &by_size[k]));
    if ((int64_t) k <= fewest)
      CHECK_INT (tw_natural_is_zero (&by_size[k]), (int64_t) k < fewest);
  }
  CHECK (equal (&sum, &all[0]));
  CHECK_INT (tw_run_memory_used (run), 0);
  g_free (by_size);
  g_free (all);
}

int
hunt_squares (uint64_t *random)
{
  int64_t fewest;
  AUTO_BOARD *board = make_board (random, below (random, 2) == 0 ? 6 : 26, &fewest);
  AUTO_BOARD *copy = tw_transform_board (below (random, TW_N_TRANSFORMS), board);
  size_t n_engines;
  const TwSquaresEngine *engines = tw_squares_engines (&n_engines);

  check_case_failures = 0;
  for (size_t i = 0; i < n_engines; i++) {
    run_engine (&engines[i], board, (Limits){ .threads = 1 + below (random, 3) }, fewest);
    run_engine (&engines[i], copy, random_limits (random), fewest);
  }
  if (board->width * board->height <= 80)
    compare_counts (board, copy, fewest);
  return check_case_failures;
}

/* --- certificates --------------------------------------------------------------------- */

/* Returns what tilewright-check says about a certificate; NULL when it refuses it. */
static char *
check_certificate (const char *text)
{
  g_autoptr (GSubprocess)
    process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                NULL, g_getenv ("TW_CHECK_PROGRAM"), "-", NULL);
  g_autofree char *said = NULL;

  if (process == NULL || !g_subprocess_communicate_utf8 (process, text, NULL, &said, NULL, NULL)
      || !g_subprocess_get_successful (process))
    return NULL;
  return g_steal_pointer (&said);
}

/* The certificate of a proof, and one that was given little time or memory: both are accepted. */
int
hunt_certificate (uint64_t *random)
{
  int64_t fewest;
  TwBoard *board = make_board (random, 20, &fewest);
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, board);
  Limits limits = { .threads = 1 + below (random, 3) };
  TwRun *run = run_within (&limits);
  TwOptions options = default_options ();

  check_case_failures = 0;
  options.threads = limits.threads;

  g_autoptr (TwResult) result = tw_kind_solve (puzzle, &options, run, NULL);

  tw_run_free (run);
  CHECK_INT (result->status, TW_STATUS_OPTIMAL);
  CHECK_INT (tw_result_tiling (result)->count, fewest);
  options.time = 1000;
  for (int i = 0; i < 2; i++) {
    gint64 bound = -1;
    gsize length;
    TwLimits time = tw_kind_limits (&options);
    TwRun *prover = tw_run_new (&time);
    g_autofree char *text = tw_certificate_write (result, &options, prover, &length, &bound, NULL);
    g_autofree char *said = text != NULL ? check_certificate (text) : NULL;
    g_autofree char *expected = bound == fewest
                                  ? g_strdup_printf (", %d squares, optimal: ", (int) fewest)
                                  : g_strdup_printf (", at least %d proved: ", (int) bound);

    tw_run_free (prover);
    CHECK (said != NULL && strstr (said, expected) != NULL);
    CHECK (bound <= fewest);
    if (i == 0)
      CHECK_INT (bound, fewest);
    result->status = TW_STATUS_FEASIBLE;
    options.time = 0.01;
  }
  return check_case_failures;
}

/* --- capped tasks ---------------------------------------------------------------------- */

typedef struct {
  TwStatus status;
  TwCappedResult answer;
} Capped;

static Capped
solve_capped (TwCappedProblem task, Limits limits)
{
  Capped capped = { .answer.list_most = 10 };
  AUTO_RUN *run = NULL;
  TwOptions options = default_options ();
  char error[160] = "";

  hunt_describe ("%d x %d, cap %d, %s: ", task.width, task.height, task.cap,
                 tw_capped_goal_name (task.goal));
  run = run_within (&limits);
  options.threads = limits.threads;
  capped.status = tw_capped_solve (&task, &options, run, &capped.answer);
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  if (capped.answer.best.count > 0)
    CHECK (tw_capped_check (&task, &capped.answer.best, error, sizeof error));
  for (size_t i = 0; i < capped.answer.listed; i++)
    CHECK (tw_capped_check (&task, &capped.answer.list[i], error, sizeof error));
  return capped;
}

/* The fewest squares of an oblong without a cap are those of the squares' engines. */
static void
compare_with_squares (const TwCappedProblem *task, int64_t fewest)
{
  AUTO_BOARD *board = tw_board_new_empty (task->width, task->height);

  CHECK_INT (fewest_squares (board), fewest);
}

int
hunt_capped (uint64_t *random)
{
  TwCappedProblem task = { .width = 2 + below (random, 12),
                           .height = 2 + below (random, 12),
                           .goal = (TwCappedGoal) below (random, TW_N_CAPPED_GOALS) };
  TwCappedProblem turned;
  g_autoptr (TwPuzzle) puzzle = NULL;
  Capped a, b, c;
  bool infeasible;

  /* A list of all tilings is short only when few squares may be equal. */
  task.cap = below (random, 3) == 0 && task.goal != TW_CAPPED_ALL ? TW_CAPPED_NO_CAP
                                                                  : 1 + below (random, 3);
  if (task.goal == TW_CAPPED_QUILT) {
    task.cap = TW_CAPPED_NO_CAP;
    task.height = task.width;
  }
  turned = task;
  turned.width = task.height;
  turned.height = task.width;
  check_case_failures = 0;
  puzzle = tw_capped_puzzle_new (NULL, &task, NULL, NULL);
  a = solve_capped (task, (Limits){ .threads = 1 });
  b = solve_capped (turned, (Limits){ .threads = 3 });
  c = solve_capped (task, random_limits (random));
  infeasible = a.status == TW_STATUS_INFEASIBLE;
  CHECK_INT (a.status, b.status);
  CHECK_INT (a.answer.count, b.answer.count);
  CHECK_INT (a.answer.cap_bound, b.answer.cap_bound);
  CHECK_INT (a.answer.best.count > 0, !infeasible);
  if (c.status == TW_STATUS_OPTIMAL || c.status == TW_STATUS_INFEASIBLE)
    CHECK_INT (c.status, a.status);
  if (infeasible)
    CHECK (c.answer.best.count == 0);
  CHECK (c.answer.count <= a.answer.count);
  if (task.goal == TW_CAPPED_LEAST_CAP) {
    CHECK_INT (a.answer.multiplicity, b.answer.multiplicity);
    if (!infeasible)
      CHECK (c.answer.cap_bound <= a.answer.multiplicity);
    if (a.answer.multiplicity > 1) {
      TwCappedProblem less = { task.width, task.height, a.answer.multiplicity - 1, TW_CAPPED_ANY };
      Capped none = solve_capped (less, (Limits){ .threads = 2 });

      CHECK_INT (none.status, TW_STATUS_INFEASIBLE);
      tw_capped_result_clear (&none.answer);
    }
  }
  if (task.goal == TW_CAPPED_FEWEST) {
    CHECK_INT (a.answer.best.count, b.answer.best.count);
    if (!infeasible) {
      CHECK (c.answer.most_bound <= (int64_t) a.answer.best.count);
      CHECK (c.answer.best.count == 0 || c.answer.best.count >= a.answer.best.count);
      if (task.cap == TW_CAPPED_NO_CAP && task.width != task.height)
        compare_with_squares (&task, (int64_t) a.answer.best.count);
    }
  }
  if (puzzle != NULL)
    CHECK_INT (hunt_certify (puzzle), 0);
  tw_capped_result_clear (&a.answer);
  tw_capped_result_clear (&b.answer);
  tw_capped_result_clear (&c.answer);
  return check_case_failures;
}
