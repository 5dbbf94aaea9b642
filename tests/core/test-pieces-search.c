/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of core/pieces compared with plain backtracking on random puzzles, and with counts
 * from the literature. */
#include "check.h"

#include <inttypes.h>
#include <math.h>

#include "../bench/plain-pieces.h"
#include "core/pieces/frontier.h"
#include "compare-pieces.h"
#include "random-pieces.h"

TEST (random, "plain backtracking agrees on 2,000 random puzzles")
{
  uint64_t random = 20241;
  int solved = 0, symmetric = 0, impossible = 0, compared = 0, counted = 0;

  for (int i = 0; i < test_size (2000); i++) {
    AUTO_PROBLEM *problem = random_problem (&random, 6, 5);
    uint64_t raw, distinct;
    TwPiecesResult result;

    if (brute_force (problem, plain_pieces_count, 20000, &raw, &distinct)) {
      compared++;
      solved += raw > 0;
      symmetric += raw != distinct;
      find_all (problem, "auto", raw, distinct);
      counted += compare_engines (problem, 1 + i % 2, raw, distinct) && raw > 0;
      result = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_UNIQUE, .threads = 1 }, NULL);
      CHECK_INT (result.distinct, distinct > 2 ? 2 : distinct);
      impossible += result.reason.kind != TW_REASON_NONE
                    && result.reason.kind != TW_REASON_SEARCHED;
      if (check_case_failures > 0) {
        printf ("# puzzle %d: raw %d distinct %d\n", i, (int) raw, (int) distinct);
        return;
      }
    }
  }
  /* The test is meaningful only if puzzles of every sort occur. */
  printf ("# %d compared, %d with solutions, %d of them counted by the frontier, "
          "%d with symmetric ones, %d with a reason\n",
          compared, solved, counted, symmetric, impossible);
  CHECK (compared > test_share (1700) && solved > test_share (1000) && symmetric > test_share (300)
         && impossible > test_share (100));
  CHECK (counted > test_share (900));
}

/* --- known counts ------------------------------------------------------------------- */

static void
expect (const char *rows, uint8_t transforms, int threads, uint64_t raw, uint64_t distinct)
{
  AUTO_PROBLEM *problem = fixture_pentomino_problem (rows, transforms);
  TwPiecesResult result = run_query (
    problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = threads }, NULL);

  CHECK (result.complete);
  CHECK_INT (result.raw, raw);
  CHECK_INT (result.distinct, distinct);
}

/* From S. W. Golomb, Polyominoes, and later sources. */
TEST (pentominoes, "pentominoes")
{
  const char *six = "##########/##########/##########/##########/##########/##########";
  const char *aside = ".####################/.####################/.####################/"
                      ".....................";

  expect ("####################/####################/####################", TW_SHAPE_ALL, 1, 8, 2);
  expect ("########/########/########/###..###/###..###/########/########/########", TW_SHAPE_ALL,
          2, 520, 65);
  expect (six, TW_SHAPE_ALL, 2, 9356, 2339);
  expect (aside, TW_SHAPE_ALL, 1, 8, 2);
  expect (six, TW_SHAPE_ROTATIONS, 1, 106, 53);
  expect (six, TW_SHAPE_FIXED, 1, 0, 0);
}

/* Equal pieces are merged: dominoes on a square have the counts of A004003. */
TEST (dominoes, "dominoes")
{
  TwPieceProblem *problem = tw_piece_problem_new (
    fixture_board ("######/######/######/######/######/######"));
  TwPiecesResult result;

  fixture_add (problem, "##", 0, 18, TW_SHAPE_ALL);
  result = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 1 }, NULL);
  CHECK_INT (result.raw, 6728);
  CHECK_INT (result.distinct, 930); /* A053125 */
  tw_piece_problem_free (problem);

  /* The same puzzle as eighteen pieces with one copy each. */
  problem = tw_piece_problem_new (fixture_board ("######/######/######/######/######/######"));
  for (int i = 0; i < 18; i++)
    fixture_add (problem, i % 2 ? "#/#" : "##", 1, 1, TW_SHAPE_ALL);
  result = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 2 }, NULL);
  CHECK_INT (result.raw, 6728);
  tw_piece_problem_free (problem);
}

/* P. W. Kasteleyn, The statistics of dimers on a lattice (1961): A004003, A028420. */
TEST (frontier, "counts by transfer matrix")
{
  static const uint64_t squares[] = { 2, 36, 6728, 12988816, 258584046368 };
  TwPieceProblem *problem;
  TwPiecesResult result;
  AUTO_RUN *run = NULL;

  for (int i = 0; i < 5; i++) {
    int side = 2 * i + 2;

    problem = tw_piece_problem_new (fixture_rectangle (side, side));
    fixture_add (problem, "##", 0, 1000, TW_SHAPE_ALL);
    result = run_query (
      problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "frontier", .threads = 1 },
      NULL);
    CHECK (result.complete);
    CHECK_INT (result.raw, squares[i]);
    tw_piece_problem_free (problem);
  }

  /* Monominoes and dominoes on 8 x 8: every matching of the grid. */
  problem = tw_piece_problem_new (fixture_rectangle (8, 8));
  fixture_add (problem, "#", 0, 64, TW_SHAPE_ALL);
  fixture_add (problem, "##", 0, 32, TW_SHAPE_ALL);
  result = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 1 }, NULL);
  CHECK (result.complete);
  CHECK_INT (result.raw, UINT64_C (179788343101980135));
  CHECK (strcmp (result.engine, "frontier") == 0);
  tw_piece_problem_free (problem);

  /* 12 different pieces: the set of used pieces is part of the state. */
  problem = fixture_pentomino_problem ("####################/####################/"
                                       "####################",
                                       TW_SHAPE_ALL);
  CHECK (count_by (problem, "frontier", 8, 2));
  tw_piece_problem_free (problem);

  /* Without memory for the states of the transfer matrix, the search counts instead. */
  problem = fixture_pentomino_problem ("############/############/############/############/"
                                       "############",
                                       TW_SHAPE_ALL);
  run = tw_run_new (&(TwLimits){ .memory = (size_t) 1 << 23 });
  CHECK (tw_pieces_search (
    problem, &(TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "frontier", .threads = 1 }, run,
    NULL, &result));
  CHECK (result.complete);
  CHECK_INT (result.raw, 4040);
  CHECK (strcmp (result.engine, "cover") == 0);
  tw_piece_problem_free (problem);
}

/* Boards of one shape with random obstacles that keep all eight symmetries of a square. The matrix
 * counts one of each pair of conjugate symmetries. */
TEST (conjugates, "counts of boards with all symmetries")
{
  static const char *const pieces[] = { "##", "###", "##/#." };
  uint64_t random = 77;
  int symmetric = 0;

  for (int i = 0; i < test_size (60); i++) {
    int side = 4 + i % 2;
    TwBoard *board = tw_board_new_empty (side, side);
    AUTO_PROBLEM *problem = NULL;
    TwPiecesResult result;

    for (int n = (int) (check_random (&random) % 3); n > 0; n--) {
      int x = (int) (check_random (&random) % (uint32_t) side);
      int y = (int) (check_random (&random) % (uint32_t) side);

      for (int k = 0; k < 8; k++) {
        int u = k & 4 ? y : x, v = k & 4 ? x : y;

        tw_board_set (board, k & 2 ? side - 1 - u : u, k & 1 ? side - 1 - v : v, TW_CELL_BLOCKED);
      }
    }
    for (int c = 0; c < side * side; c++)
      if (board->cells[c] != TW_CELL_BLOCKED)
        tw_board_set (board, c % side, c / side, '#');
    problem = tw_piece_problem_new (board);
    for (int p = 0; p < 3; p++)
      fixture_add (problem, pieces[p], 0, 2 + (int) (check_random (&random) % 6), TW_SHAPE_ALL);
    fixture_add (problem, "#", 0, (int) (check_random (&random) % 3), TW_SHAPE_ALL);
    result = run_query (
      problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "cover", .threads = 1 }, NULL);
    CHECK (count_by (problem, "frontier", result.raw, result.distinct) || result.raw == 0);
    symmetric += result.distinct * 8 > result.raw;
  }
  CHECK (symmetric > test_share (30));
}

static void
expect_digits (int width, int height, const char *const *pieces, int n_pieces, const char *digits)
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (width, height));
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = "frontier", .threads = 2 };
  AUTO_PIECES_RESULT result = { 0 };
  char text[32];

  for (int p = 0; p < n_pieces; p++)
    fixture_add (problem, pieces[p], 0, width * height, TW_SHAPE_ALL);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result) && result.complete);
  snprintf (text, sizeof text, "%" PRIu64, result.raw);
  CHECK_STR (result.raw_digits != NULL ? result.raw_digits : text, digits);
}

/* A004003 and A233320. Numbers become longer on the way, in arrays and in hash tables. */
TEST (long_numbers, "counts of many digits")
{
  static const char *const dominoes[] = { "##" }, *const trominoes[] = { "###", "##/#." };

  expect_digits (14, 14, dominoes, 1, "112202208776036178000000");
  expect_digits (6, 6, trominoes, 2, "80092");
  expect_digits (6, 7, trominoes, 2, "614581");
  expect_digits (8, 6, trominoes, 2, "5271923");
  expect_digits (6, 36, trominoes, 2, "500250754866748957478913019013691");
}

/* Tetrominoes with caps: the matrix has many states, which contain the numbers of used pieces. */
static TwPieceProblem *
capped_tetrominoes (int width, int height)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (width, height));

  fixture_add (problem, "####", 0, 3, TW_SHAPE_ALL);
  fixture_add (problem, "##/##", 0, 3, TW_SHAPE_ALL);
  fixture_add (problem, "###/#..", 1, 4, TW_SHAPE_ALL);
  fixture_add (problem, "##./.##", 0, 3, TW_SHAPE_ALL);
  fixture_add (problem, "###/.#.", 0, 4, TW_SHAPE_ALL);
  return problem;
}

static TwPiecesResult
count_in (const TwPieceProblem *problem, const char *engine, int threads, TwRun *run)
{
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = engine, .threads = threads };
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_pieces_result_clear (&result);
  return result;
}

/* Layers of more than 4,096 states, in hash tables or arrays, are computed on several threads. */
TEST (threads, "transfer matrices on several threads")
{
  TwPieceProblem *problems[] = { capped_tetrominoes (6, 6),
                                 tw_piece_problem_new (fixture_rectangle (4, 16)),
                                 tw_piece_problem_new (fixture_rectangle (12, 12)) };

  fixture_add (problems[1], "##./.##", 0, 16, TW_SHAPE_ALL);
  fixture_add (problems[1], "###/.#.", 0, 16, TW_SHAPE_ALL);
  fixture_add (problems[1], "###/#..", 0, 16, TW_SHAPE_ALL);
  fixture_add (problems[2], "##", 0, 72, TW_SHAPE_ALL);
  for (int i = 0; i < 3; i++) {
    TwPiecesResult first = { 0 };

    for (int threads = 1; threads <= 3; threads++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      TwPiecesResult result = count_in (problems[i], "frontier", threads, run);

      CHECK_STR (result.engine, "frontier");
      CHECK (result.complete && result.raw > 1000);
      first = threads == 1 ? result : first;
      CHECK_INT (result.raw, first.raw);
      CHECK_INT (result.distinct, first.distinct);
      CHECK_INT (tw_run_permille (run), 1000);
      CHECK (tw_run_nodes (run) > (i == 0 ? 150000 : 4096)); /* some layers are large */
    }
    tw_piece_problem_free (problems[i]);
  }
}

/* A stopped matrix shows how far it was; its progress never decreases. */
TEST (progress, "progress of a transfer matrix")
{
  AUTO_PROBLEM *problem = capped_tetrominoes (4, 6);
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  int before = 0;
  uint64_t points;

  CHECK (count_in (problem, "frontier", 1, whole).complete);
  points = tw_run_test_points (whole);
  CHECK (points > 1000);
  for (int part = 1; part < 10; part++) {
    AUTO_RUN *run = run_to_point (points * (uint64_t) part / 10, TW_STOP_CANCEL);
    TwPiecesResult result = count_in (problem, "frontier", 1 + part % 2, run);

    CHECK (!result.complete);
    CHECK_STR (result.engine, "frontier");
    CHECK_INT (result.status, TW_STATUS_CANCELLED);
    CHECK (tw_run_permille (run) >= 0 && tw_run_permille (run) < 1000);
    before = tw_run_permille (run) > before ? tw_run_permille (run) : before;
    CHECK (tw_run_time_left (run, 1) >= -1);
  }
  CHECK (before > 100);
}

/* --- random solutions ----------------------------------------------------------- */

static bool
is_same_solution (const TwPieceSolution *a, const TwPieceSolution *b)
{
  bool same = a->count == b->count;

  for (size_t i = 0; same && i < a->count; i++) {
    const TwPiecePlacement *p = &a->placements[i], *q = &b->placements[i];

    same = p->piece == q->piece && p->transform == q->transform && p->x == q->x && p->y == q->y;
  }
  return same;
}

/* Draws with a number of seeds; returns the sum of the squared differences from equal shares, each
 * divided by the share. All solutions pass the checker of the sink. */
static double
draw_many (const TwPieceProblem *problem, const char *engine, int n_solutions, int draws)
{
  TwPieceSolution seen[128] = { { 0 } };
  int counts[128] = { 0 }, n_seen = 0;
  double chi_square = 0, expected = (double) draws / n_solutions;

  for (int i = 0; i < draws && check_case_failures == 0; i++) {
    AUTO_SINK *sink = tw_piece_sink_new (problem, 10);
    TwPiecesQuery query = {
      .goal = TW_PIECES_RANDOM, .engine = engine, .threads = 1 + i % 2, .seed = (uint32_t) i
    };
    TwPiecesResult result = run_query (problem, query, sink);
    TwPieceSolution solution;
    int at = 0;

    CHECK_INT (result.status, TW_STATUS_OPTIMAL);
    CHECK_INT (tw_piece_sink_kept (sink), 1);
    CHECK_INT (tw_piece_sink_refused (sink), 0);
    CHECK (tw_piece_sink_get (sink, 0, &solution));
    CHECK_STR (result.engine, engine);
    while (at < n_seen && !is_same_solution (&seen[at], &solution))
      at++;
    CHECK (at < n_solutions);
    if (at == n_seen && at < n_solutions)
      seen[n_seen++] = solution;
    else
      tw_piece_solution_clear (&solution);
    counts[at]++;
  }
  for (int i = 0; i < n_solutions; i++)
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
  for (int i = 0; i < n_seen; i++)
    tw_piece_solution_clear (&seen[i]);
  return chi_square;
}

/* The limits are 0.999 quantiles of the chi-square distribution. */
TEST (draw, "random solutions")
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (4, 4));
  uint64_t raw, distinct;

  /* All covers have the same counts: an array without counts. 35 degrees of freedom. */
  fixture_add (problem, "##", 0, 8, TW_SHAPE_ALL);
  CHECK (draw_many (problem, "frontier", 36, 3600) < 66.6);
  CHECK (draw_many (problem, "cover", 36, 3600) < 66.6);
  tw_piece_problem_free (problem);

  /* Counts that are strict, and counts that need a least number only. */
  problem = tw_piece_problem_new (fixture_board ("####/####/####"));
  fixture_add (problem, "#", 2, 20, TW_SHAPE_ALL);
  fixture_add (problem, "##/#.", 0, 2, TW_SHAPE_ALL);
  fixture_add (problem, "###", 1, 2, TW_SHAPE_ALL);
  fixture_add (problem, "##/##", 1, 5, TW_SHAPE_ALL);
  CHECK (brute_force (problem, plain_pieces_count, 100000, &raw, &distinct));
  CHECK (raw > 20 && raw <= 128);
  printf ("# %d solutions\n", (int) raw);
  /* About the 0.999 quantile, by the approximation of Wilson and Hilferty. */
  double degrees = (double) raw - 1, z = 1 - 2 / (9 * degrees) + 3.09 * sqrt (2 / (9 * degrees));
  CHECK (draw_many (problem, "frontier", (int) raw, 40 * (int) raw) < degrees * z * z * z);
  CHECK (draw_many (problem, "cover", (int) raw, 40 * (int) raw) < degrees * z * z * z);
  tw_piece_problem_free (problem);

  /* Different pieces, with symmetric solutions. 7 degrees of freedom. */
  problem = fixture_strip_problem ();
  CHECK (draw_many (problem, "cover", 8, 80) < 24.3);
  tw_piece_problem_free (problem);
}

/* A random puzzle has a random solution if it has one, and the same one for one and two threads. */
TEST (draw_random, "random solutions of 400 random puzzles")
{
  uint64_t random = 5;

  for (int i = 0; i < test_size (400) && check_case_failures == 0; i++) {
    AUTO_PROBLEM *problem = random_problem (&random, 6, 5);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwPiecesResult counted = count_in (problem, "auto", 1, run);
    TwPieceSolution drawn[2] = { { 0 } };

    for (int threads = 1; threads <= 2; threads++) {
      AUTO_SINK *sink = tw_piece_sink_new (problem, 10);
      TwPiecesQuery query = { .goal = TW_PIECES_RANDOM, .threads = threads, .seed = 3 };
      TwPiecesResult result = run_query (problem, query, sink);

      CHECK_INT (result.status, counted.raw > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
      CHECK_INT (tw_piece_sink_kept (sink), counted.raw > 0);
      CHECK_INT (tw_piece_sink_refused (sink), 0);
      if (counted.raw > 0)
        CHECK (tw_piece_sink_get (sink, 0, &drawn[threads - 1]));
    }
    CHECK (is_same_solution (&drawn[0], &drawn[1]));
    tw_piece_solution_clear (&drawn[0]);
    tw_piece_solution_clear (&drawn[1]);
  }
}

/* Memory fails at every request, and the draw is stopped at every point: there is a solution, or
 * none and the reason why. */
TEST (draw_ends, "random solutions, stopped and without memory")
{
  TwPieceProblem *problems[] = { capped_tetrominoes (4, 4), fixture_chequered_problem () };

  for (int i = 0; i < 4; i++) {
    for (uint64_t n = 1; check_case_failures == 0; n += i % 2 ? 1 : 5) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      TwPieceSink *sink = tw_piece_sink_new (problems[i / 2], 10);
      TwPiecesQuery query = { .goal = TW_PIECES_RANDOM, .threads = 2 };
      TwPiecesResult result;
      bool reached;

      if (i % 2)
        tw_run_test_fail_memory (run, n);
      else
        tw_run_test_stop_at (run, n, TW_STOP_DEADLINE);
      CHECK (tw_pieces_search (problems[i / 2], &query, run, sink, &result));
      reached = (i % 2 ? tw_run_test_requests (run) : tw_run_test_points (run)) >= n;
      CHECK (result.status == TW_STATUS_OPTIMAL
             || result.status == (i % 2 ? TW_STATUS_OUT_OF_MEMORY : TW_STATUS_TIMEOUT));
      CHECK (reached || result.status == TW_STATUS_OPTIMAL);
      CHECK_INT (tw_piece_sink_kept (sink), result.status == TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_memory_used (run), 0);
      tw_pieces_result_clear (&result);
      tw_piece_sink_free (sink);
      if (!reached)
        break;
    }
  }
  tw_piece_problem_free (problems[0]);
  tw_piece_problem_free (problems[1]);
}

/* The search for a random solution makes a child run for each attempt. The deadline stops that
 * child, not the run itself. */
TEST (draw_deadline, "random solutions, out of time")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (12, 10));
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 1 });
  AUTO_SINK *sink = NULL;
  TwPiecesQuery query = { .goal = TW_PIECES_RANDOM, .threads = 1, .engine = "cover" };
  AUTO_PIECES_RESULT result = { 0 };

  for (int i = 0; i < 12; i++)
    fixture_add (problem, fixture_pentominoes[i], 0, 2, TW_SHAPE_ALL);
  sink = tw_piece_sink_new (problem, 1);
  tw_run_test_set_tick (run, 1e-4);
  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  CHECK_INT (result.status, TW_STATUS_TIMEOUT);
}

/* Each memory request fails in turn: the search counts instead, or there is no memory at all. */
TEST (matrix_memory, "transfer matrices without memory")
{
  AUTO_PROBLEM *problem = capped_tetrominoes (4, 4);
  AUTO_RUN *whole = new_run ();
  TwPiecesResult expected = count_in (problem, "cover", 1, whole);
  int n_short = 0;

  for (uint64_t n = 1; check_case_failures == 0; n++) {
    AUTO_RUN *run = run_to_request (n);
    TwPiecesResult result = count_in (problem, "frontier", 2, run);

    if (result.complete)
      CHECK_INT (result.raw, expected.raw);
    else
      CHECK_INT (tw_run_stop_reason (run), TW_STOP_MEMORY);
    n_short += result.complete && result.matrix_short;
    CHECK (!result.matrix_short || strcmp (result.engine, "cover") == 0);
    if (tw_run_test_requests (run) < n)
      break;
  }
  CHECK (n_short == 0 || n_short > 10);
}

/* Counts by a matrix of at most `states` states; *computed receives how many it computed. */
static TwEnd
count_within (TwPieceProblem *problem, size_t states, uint64_t *computed)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwSymmetry symmetry = { .elements = 1, .closed = true };
  TwEnd end = TW_END_NO_MEMORY;
  TwFrontierCount count;
  TwInstance in;

  CHECK (tw_instance_compile (&in, problem, run) == TW_END_DONE);
  CHECK (tw_instance_place (&in, 10000) == TW_END_DONE);
  end = tw_frontier_count (&in, &symmetry, states, 1, NULL, &count);
  *computed = tw_run_nodes (run);
  tw_instance_clear (&in);
  tw_piece_problem_free (problem);
  return end;
}

static TwPieceProblem *
tetrominoes (int width, int height, int copies)
{
  static const char *const tetromino[] = { "####", "##/##", "###/#..", "##./.##", "###/.#." };
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (width, height));

  for (int i = 0; i < 5; i++)
    fixture_add (problem, tetromino[i], copies, copies, TW_SHAPE_ALL);
  return problem;
}

/* Matrices of many different pieces are refused at once, all others are tried. */
TEST (hopeless_matrices, "transfer matrices that would be too large")
{
  const char *six = "##########/##########/##########/##########/##########/##########";
  const char *three = "####################/####################/####################";
  TwPieceProblem *problem = fixture_pentomino_problem (six, TW_SHAPE_ALL);
  uint64_t computed;

  CHECK_INT (count_within (problem, 1 << 15, &computed), TW_END_LIMIT);
  CHECK_INT (computed, 0);
  CHECK_INT (count_within (tetrominoes (8, 10, 4), 1 << 12, &computed), TW_END_LIMIT);
  CHECK_INT (computed, 0);

  problem = fixture_pentomino_problem (three, TW_SHAPE_ALL);
  CHECK_INT (count_within (problem, 1 << 12, &computed), TW_END_DONE);
  CHECK_INT (count_within (tetrominoes (5, 16, 4), 1 << 17, &computed), TW_END_DONE);
  problem = tw_piece_problem_new (fixture_rectangle (9, 9));
  fixture_add (problem, "##", 0, 40, TW_SHAPE_ALL);
  fixture_add (problem, "#", 1, 1, TW_SHAPE_ALL);
  CHECK_INT (count_within (problem, 1 << 10, &computed), TW_END_DONE);
  problem = tw_piece_problem_new (fixture_rectangle (6, 6));
  fixture_add (problem, "#", 0, 36, TW_SHAPE_ALL);
  fixture_add (problem, "##", 0, 36, TW_SHAPE_ALL);
  fixture_add (problem, "###", 3, 3, TW_SHAPE_ALL);
  fixture_add (problem, "##/#.", 3, 3, TW_SHAPE_ALL);
  CHECK_INT (count_within (problem, 1 << 14, &computed), TW_END_DONE);
}

/* Counts that exceed 64 bits: A004003; 10 x 30 dominoes by a transfer matrix written for this purpose;
 * 2 x n dominoes, Fibonacci numbers (A000045) of three and of five words; mono-, do- and trominoes on
 * 8 x 8. */
TEST_IF (!THREAD_SANITIZED, large_counts, "counts of more than 64 bits")
{
  static const struct {
    int width, height;
    const char *pieces[4];
    int least, most; /* copies of each */
    const char *count;
  } cases[] = {
    { 16, 16, { "##" }, 128, 128, "2444888770250892795802079170816" },
    { 10, 30, { "##" }, 0, 1000, "336575314603876110364700686838155709" },
    { 2, 200, { "##" }, 0, 1000, "453973694165307953197296969697410619233826" },
    { 2,
      400,
      { "##" },
      0,
      1000,
      "284812298108489611757988937681460995615380088782304890986477"
      "195645969271404032323901" },
    { 8, 8, { "#", "##", "###", "##/#." }, 0, 64, "92109458286284989468604" },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    AUTO_PROBLEM *problem = tw_piece_problem_new (
      fixture_rectangle (cases[i].width, cases[i].height));
    AUTO_RUN *run = new_run ();
    TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 2 };
    AUTO_PIECES_RESULT result = { 0 };

    for (int p = 0; p < 4 && cases[i].pieces[p] != NULL; p++)
      fixture_add (problem, cases[i].pieces[p], cases[i].least, cases[i].most, TW_SHAPE_ALL);
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK (result.complete);
    CHECK (result.overflow);
    CHECK_INT (result.status, TW_STATUS_OPTIMAL);
    CHECK_STR (result.raw_digits, cases[i].count);
    CHECK_INT (tw_run_memory_used (run), 0);
  }
}

/* Placements that reach over more than 64 cells of the scan order. */
TEST (long_pieces, "pieces that reach over many rows")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (9, 9));
  TwPiecesResult result;

  fixture_add (problem, "#########", 0, 9, TW_SHAPE_ALL);
  fixture_add (problem, "###/###/###", 0, 9, TW_SHAPE_ALL);
  result = run_query (
    problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "cover", .threads = 1 }, NULL);
  CHECK_INT (result.raw, 37);
  CHECK (count_by (problem, "frontier", 37, result.distinct));
}

/* --- large boards ---------------------------------------------------------------------- */

static void
find_large (const char *const *pieces, int n, int width, int height, int most, const char *engine)
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (tw_board_new_empty (width, height));
  uint8_t colour = TW_CELL_FREE;

  for (int i = 0; i < n; i++) {
    TwShape shape = fixture_shape (pieces[i]);

    for (int c = 0; c < shape.count; c++)
      shape.cells[c].colour = colour;
    CHECK (tw_piece_problem_add (problem, pieces[i], &shape, 0, most, TW_SHAPE_ALL));
  }
  find_one (problem, engine, 2, true);
}

TEST (large, "one solution on large boards")
{
  static const char *const dominoes[] = { "##" };

  find_large (fixture_pentominoes, 12, 20, 18, 6, "auto");
  find_large (fixture_pentominoes, 12, 60, 30, 30, "auto");
  find_large (fixture_pentominoes, 12, 40, 30, 30, "fill");
  find_large (dominoes, 1, 200, 100, 10000, "auto");
}

CHECK_MAIN
