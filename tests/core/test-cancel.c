/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cancel.c - cancels the engines of every kind of puzzle at random steps, with options and
 * boards that fill tables, and counts the steps until they end.
 *
 * The compiler inserts a call at each basic block of core; that is a step. No loop may do more steps
 * without a poll than MOST_STEPS, whatever its tables hold, so neither this test nor its limit
 * depends on the speed of the machine. A step takes 2 to 5 ns in a build without these calls, so
 * the limit is a quarter of the time within which a cancelled search has to end. */
#include <stdatomic.h>

#include "core/networks/compose.h"
#include "core/pieces/bigboard.h"
#include "core/squares/count/count.h"
#include "core/squares/count/folded.h"
#include "core/squares/engines/engine.h"
#include "random-board.h"
#include "random-pieces.h"

#define MOST_STEPS 10000000
#define MEMORY     64 /* MiB */

static _Atomic uint64_t steps, stop_at;
static TwRun *_Atomic traced;

void __sanitizer_cov_trace_pc (void);

#ifdef __clang__
#define UNTRACED __attribute__ ((no_sanitize ("coverage")))
#else
#define UNTRACED __attribute__ ((no_sanitize_coverage))
#endif

/* Cancels the search at its step; ends the test when the search then goes through a large loop. */
UNTRACED void
__sanitizer_cov_trace_pc (void)
{
  uint64_t step = atomic_fetch_add_explicit (&steps, 1, memory_order_relaxed) + 1;
  uint64_t stop = atomic_load_explicit (&stop_at, memory_order_relaxed);

  if (step == stop)
    tw_run_cancel (atomic_load (&traced));
  if (stop > 0 && step == stop + 100 * (uint64_t) MOST_STEPS) {
    printf ("Bail out! No end %" PRIu64 " steps after step %" PRIu64 "\n", step - stop, stop);
    fflush (stdout);
    abort ();
  }
}

/* A search of a group; `round` varies it. */
typedef void (*Search) (int variant, int round, uint64_t *seed, TwRun *run);

static TwOptions
options_for (const char *engine)
{
  TwOptions options = options_with_threads (1);

  options.time = 1e6;
  options.cost_margin = options.size_deviation = 1000;
  snprintf (options.transforms, sizeof options.transforms, "0");
  snprintf (options.engine, sizeof options.engine, "%s", engine);
  options.quick = false;
  return options;
}

/* Cancels searches, `rounds` of them in small size, at random steps of the first `range`, and checks
 * how soon they end. Returns how many were cancelled; the others ended before. */
static int
cancel_searches (const char *name, Search search, int variant, int rounds, uint64_t range,
                 uint64_t most)
{
  uint64_t seed = 5 + (uint64_t) variant, worst = 0;
  int cancelled = 0;

  rounds = test_size (10 * rounds);
  for (int round = 0; round < rounds; round++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = (size_t) MEMORY << 20 });
    uint64_t at = 1 + check_random (&seed) % (round % 3 == 2 ? range / 50 : range), after;

    atomic_store (&traced, run);
    atomic_store (&steps, 0);
    atomic_store (&stop_at, at);
    search (variant, round, &seed, run);
    after = atomic_load (&steps);
    atomic_store (&stop_at, 0);
    after = after > at ? after - at : 0;
    CHECK_INT (tw_run_memory_used (run), 0);
    if (after > most)
      printf ("# %s %d, round %d, step %" PRIu64 "\n", name, variant, round, at);
    CHECK (after <= most);
    worst = after > worst ? after : worst;
    cancelled += after > 0;
  }
  printf ("# %s %d: %d of %d cancelled, at most %" PRIu64 " steps\n", name, variant, cancelled,
          rounds, worst);
  return cancelled;
}

/* --- squares ------------------------------------------------------------------- */

static void
solve_squares (int variant, int round, uint64_t *seed, TwRun *run)
{
  size_t n_engines;
  const TwSquaresEngine *engine = &tw_squares_engines (&n_engines)[variant];
  AUTO_BOARD *board = round % 2 == 0 ? tw_board_new_empty (60, 14 + 16 * (round / 2 % 2))
                                     : random_board (40, 40, 1 + (unsigned) round, seed);
  TwOptions options = options_for (engine->name);

  options.memory = MEMORY;
  engine->solve (board, &options, run);
}

TEST (squares, "engines for squares end soon")
{
  size_t n_engines;
  int cancelled = 0;

  tw_squares_engines (&n_engines);
  for (size_t i = 0; i < n_engines; i++)
    cancelled += cancel_searches ("squares", solve_squares, (int) i, 12, 60000000, MOST_STEPS);
  CHECK (cancelled > 20);
}

static void
count_squares (int variant, int round, uint64_t *seed, TwRun *run)
{
  int side = 12 + round % 6;
  AUTO_BOARD *board = variant == 3 ? random_board (side, side, 4, seed)
                                   : tw_board_new_empty (side, side);
  TwSquareCountState state = { 0 };
  TwNatural count;
  TwOptions options = options_for ("auto");

  switch (variant) {
  case 0:
    tw_squares_count_empty (side, side + round % 3, 1, run, &state, &count);
    break;
  case 1:
    tw_squares_count_distinct (side, side, 1, run, &count);
    break;
  case 2:
  case 3:
    tw_squares_count (board, 1, run, &count);
    break;
  default:
    tw_squares_draw (board, &options, run);
    break;
  }
}

TEST (counts, "counts of squares end soon")
{
  int cancelled = 0;

  for (int i = 0; i < 5; i++)
    cancelled += cancel_searches ("count", count_squares, i, 9, 100000000, MOST_STEPS);
  CHECK (cancelled > 20);
}

/* --- networks and capped squares ------------------------------------------------- */

static void
compose (int variant, int round, uint64_t *seed, TwRun *run)
{
  int side = 40 + (int) (check_random (seed) % 160);
  AUTO_TILING tiling = { 0 };

  tw_compose_search (&(TwComposeQuery){ .width = round % 2 == 0 ? side : side - 1,
                                        .height = side,
                                        .smaller = round % 2 == 0,
                                        .known = 20 },
                     run, &tiling);
}

static void
solve_capped (int variant, int round, uint64_t *seed, TwRun *run)
{
  static const struct {
    int width, height, cap;
    TwCappedGoal goal;
  } tasks[] = { { 33, 32, 1, TW_CAPPED_ANY },    { 40, 40, 1, TW_CAPPED_ANY },
                { 61, 60, 2, TW_CAPPED_ANY },    { 23, 23, 0, TW_CAPPED_LEAST_CAP },
                { 29, 27, 3, TW_CAPPED_FEWEST }, { 12, 12, 3, TW_CAPPED_ALL },
                { 112, 112, 1, TW_CAPPED_ANY } };
  TwCappedProblem task = { .width = tasks[variant].width + round % 3,
                           .height = tasks[variant].height,
                           .cap = tasks[variant].cap,
                           .goal = tasks[variant].goal };
  TwOptions options = options_for ("auto");
  AUTO_CAPPED_RESULT result = { .list_most = 1000 };

  tw_capped_solve (&task, &options, run, &result);
}

TEST (networks, "networks and capped squares end soon")
{
  int cancelled = cancel_searches ("compose", compose, 0, 12, 200000000, MOST_STEPS);

  for (int i = 0; i < 7; i++)
    cancelled += cancel_searches ("capped", solve_capped, i, 6, 100000000, MOST_STEPS);
  CHECK (cancelled > 20);
}

/* --- pieces --------------------------------------------------------------------- */

/* The twelve pentominoes, or five of each on a large board. */
static TwPieceProblem *
pentominoes (int width, int height, int most)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (width, height));

  for (int i = 0; i < 12; i++)
    fixture_add (problem, fixture_pentominoes[i], 0, most, TW_SHAPE_ALL);
  return problem;
}

static void
solve_pieces (int variant, int round, uint64_t *seed, TwRun *run)
{
  static const TwPiecesGoal goals[] = { TW_PIECES_FIRST, TW_PIECES_ALL, TW_PIECES_COUNT,
                                        TW_PIECES_RANDOM, TW_PIECES_UNIQUE };
  AUTO_PROBLEM *problem = round % 3 == 0   ? pentominoes (30, 20, 10)
                          : round % 3 == 1 ? pentominoes (12, 10, 2)
                                           : random_problem (seed, 8, 8);
  TwPiecesQuery query = {
    .goal = goals[round / 3 % 5], .threads = 1, .seed = 1, .engine = tw_pieces_engines ()[variant]
  };
  AUTO_SINK *sink = tw_piece_sink_new (problem, 1000);
  TwPiecesResult result;

  if (tw_pieces_search (problem, &query, run, sink, &result))
    tw_pieces_result_clear (&result);
}

TEST (pieces, "engines for pieces end soon")
{
  int cancelled = 0;

  for (int i = 0; tw_pieces_engines ()[i] != NULL; i++)
    cancelled += cancel_searches ("pieces", solve_pieces, i, 15, 100000000, MOST_STEPS);
  CHECK (cancelled > 20);
}

/* Items in a cycle with options of up to four of them. */
static void
solve_cover (int variant, int round, uint64_t *seed, TwRun *run)
{
  enum { ITEMS = 60, OPTIONS = 5000 };
  static int32_t start[OPTIONS + 1];
  static TwCoverTerm terms[4 * OPTIONS];
  TwExactCover problem = {
    .n_primary = ITEMS, .n_options = OPTIONS, .start = start, .terms = terms
  };
  AUTO_COVER_RESULT result = { 0 };
  int n = 0;

  for (int o = 0; o < OPTIONS; o++) {
    int item = (int) (check_random (seed) % ITEMS);

    for (int i = 0; i < 4; i++, item = (item + 1 + (int) (check_random (seed) % 4)) % ITEMS)
      terms[n++] = (TwCoverTerm){ .item = item };
    start[o + 1] = n;
  }
  tw_exact_cover_search (&problem, round % 2 == 0 ? 0 : 1000000, 1, run, &result);
}

TEST (cover, "exact covers end soon")
{
  CHECK (cancel_searches ("exact cover", solve_cover, 0, 10, 50000000, MOST_STEPS) > 5);
}

/* --- tetromino squares ------------------------------------------------------------ */

static const int tetromino_sides[] = { 20, 50, 200, 400, 1000 };

static void
solve_tetrominoes (int variant, int round, uint64_t *seed, TwRun *run)
{
  int size = tetromino_sides[variant], share = size * size / 4 / TW_N_TETROMINO_LETTERS / 2 * 2;
  TwTetrominoProblem task = { .size = size };
  TwOptions options = options_for ("auto");
  AUTO_FREE TwTetromino *solution = calloc ((size_t) (size * size / 4), sizeof *solution);

  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
    task.counts[f] = share;
  task.counts[TW_TETROMINO_O] += size * size / 4 - TW_N_TETROMINO_LETTERS * share;
  if (round % 2 == 1)
    tw_bigboard_generate (size, check_random (seed), run, &task, NULL);
  tw_bigboard_solve (&task, &options, run, solution);
}

/* Of 250,000 figures a solution is put in order and checked as a whole. */
TEST (tetrominoes, "tetromino squares end soon")
{
  int cancelled = 0;

  for (int i = 0; i < 5; i++) {
    uint64_t cells = (uint64_t) (tetromino_sides[i] * tetromino_sides[i]);

    cancelled += cancel_searches ("tetrominoes", solve_tetrominoes, i, 8, 400 * cells,
                                  cells > 200000 ? 4 * MOST_STEPS : MOST_STEPS);
  }
  CHECK (cancelled > 20);
}

CHECK_MAIN
