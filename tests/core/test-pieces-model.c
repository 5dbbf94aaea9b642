/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes, the piece problem, its checker and the infeasibility reasons of core/pieces. */
#include "check.h"

#include "core/pieces/check.h"
#include "pieces-fixture.h"

static int
orientations (const char *rows, uint8_t mask)
{
  TwShape shape = fixture_shape (rows), turned[8];
  uint8_t transforms[8];
  int n = tw_shape_orientations (&shape, mask, turned, transforms);

  for (int i = 0; i < n; i++)
    tw_shape_clear (&turned[i]);
  tw_shape_clear (&shape);
  return n;
}

TEST (shapes, "shapes and orientations")
{
  TwShapeCell twice[2] = { { 3, 4, 1 }, { 3, 4, 1 } };
  TwShapeCell far[2] = { { 0, 0, 1 }, { 1000, 0, 1 } };
  int total = 0;
  TwShape shape;

  for (int i = 0; i < 12; i++)
    total += orientations (fixture_pentominoes[i], TW_SHAPE_ALL);
  CHECK_INT (total, 63);
  CHECK_INT (orientations ("#/##", TW_SHAPE_ROTATIONS), 4);
  CHECK_INT (orientations (".##/##.", TW_SHAPE_ROTATIONS), 2);
  CHECK_INT (orientations (".##/##.", TW_SHAPE_FLIP_ONLY), 2);
  CHECK_INT (orientations (".##/##.", TW_SHAPE_FIXED), 1);
  CHECK_INT (orientations ("ab", TW_SHAPE_ALL), 4);
  CHECK_INT (orientations ("aa", TW_SHAPE_ALL), 2);
  CHECK (!tw_shape_init (&shape, twice, 2));
  CHECK (!tw_shape_init (&shape, twice, 0));
  CHECK (!tw_shape_init (&shape, far, 2));
  CHECK_INT (tw_shape_transforms (false, false), TW_SHAPE_FIXED);
  CHECK_INT (tw_shape_transforms (false, true), TW_SHAPE_FLIP_ONLY);
  CHECK_INT (tw_shape_transforms (true, false), TW_SHAPE_ROTATIONS);
  CHECK_INT (tw_shape_transforms (true, true), TW_SHAPE_ALL);

  shape = fixture_shape ("##/.#");
  CHECK (tw_shape_is_connected (&shape));
  tw_shape_clear (&shape);
  shape = fixture_shape ("#./.#");
  CHECK (!tw_shape_is_connected (&shape));
  tw_shape_clear (&shape);
}

/* A large shape, from cells in any order, has them row by row. */
TEST (large_shape, "a large shape")
{
  enum { SIDE = 12, COUNT = SIDE * SIDE };
  TwShapeCell cells[COUNT + 1];
  TwShape shape;

  for (int i = 0; i < COUNT; i++) {
    int at = i * 5 % COUNT; /* 5 and 144 have no common divisor */

    cells[i] = (TwShapeCell){ (int16_t) (at % SIDE), (int16_t) (at / SIDE), 1 };
  }
  CHECK (tw_shape_init (&shape, cells, COUNT));
  for (int i = 0; i < shape.count; i++)
    CHECK (shape.cells[i].x == i % SIDE && shape.cells[i].y == i / SIDE);
  tw_shape_clear (&shape);
  cells[COUNT] = cells[3];
  CHECK (!tw_shape_init (&shape, cells, COUNT + 1));
}

/* A name that is too long ends before the character that does not fit. */
TEST (long_name, "a long name")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_board ("aa"));
  TwShape shapes[2] = { fixture_shape ("a"), fixture_shape ("a") };
  char name[2 * TW_PIECES_NAME_SIZE];

  memset (name, 'n', sizeof name);
  name[sizeof name - 1] = '\0';
  CHECK (tw_piece_problem_add (problem, name, &shapes[0], 0, 1, TW_SHAPE_FIXED));
  CHECK_INT (strlen (problem->pieces[0].name), TW_PIECES_NAME_SIZE - 1);
  memcpy (name + TW_PIECES_NAME_SIZE - 3, "\u20ac", 3); /* its last byte would not fit */
  CHECK (tw_piece_problem_add (problem, name, &shapes[1], 0, 1, TW_SHAPE_FIXED));
  CHECK_INT (strlen (problem->pieces[1].name), TW_PIECES_NAME_SIZE - 3);
}

/* Transform 6 is a quarter turn clockwise: ab/c. becomes ca/.b. */
TEST (turns, "a quarter turn")
{
  AUTO_SHAPE shape = fixture_shape ("ab/c."), turned = { 0 }, expected = fixture_shape ("ca/.b");

  CHECK (tw_shape_transform (&turned, 6, &shape));
  CHECK_INT (tw_shape_compare (&turned, &expected), 0);
}

static TwPieceProblem *
corner_problem (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board ("aab/a.b/abb"));

  fixture_add (problem, "aa/a./a.", 1, 1, TW_SHAPE_ALL);
  fixture_add (problem, "bb", 0, 2, TW_SHAPE_ALL);
  return problem;
}

TEST (place, "pieces placed beforehand")
{
  AUTO_PROBLEM *problem = corner_problem ();
  int x, y;

  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 2 }, NULL, NULL),
             TW_PLACE_NO_SUCH_PIECE);
  CHECK_INT (
    tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 0, .transform = 9 }, NULL, NULL),
    TW_PLACE_TURNED);
  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 0, .x = 2 }, &x, &y),
             TW_PLACE_COLOUR);
  CHECK_INT (x, 2);
  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 0, .y = 1 }, &x, &y),
             TW_PLACE_OUTSIDE);
  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 0 }, &x, &y),
             TW_PLACE_OK);
  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 0 }, &x, &y),
             TW_PLACE_OVERLAP);
  CHECK_INT (problem->n_placed, 1);
  CHECK_INT (problem->pieces[0].placed, 1);
}

TEST (checker, "the checker finds every fault")
{
  AUTO_PROBLEM *problem = corner_problem ();
  TwPiecePlacement good[3] = { { .piece = 0 },
                               { .piece = 1, .transform = 4, .x = 2, .y = 0 },
                               { .piece = 1, .transform = 0, .x = 1, .y = 2 } };
  TwPiecePlacement bad[3];
  TwPieceSolution solution = { .placements = bad, .count = 3 };
  TwPieceFault fault;

#define EXPECT(what)                                               \
  do {                                                             \
    CHECK (!tw_piece_solution_check (problem, &solution, &fault)); \
    CHECK_INT (fault.kind, what);                                  \
    memcpy (bad, good, sizeof bad);                                \
    solution.count = 3;                                            \
  } while (0)

  memcpy (bad, good, sizeof bad);
  CHECK (tw_piece_solution_check (problem, &solution, NULL));
  bad[0].piece = 7;
  EXPECT (TW_PIECE_FAULT_NO_SUCH_PIECE);
  bad[0].transform = 8;
  EXPECT (TW_PIECE_FAULT_TURNED);
  bad[0].x = -1;
  EXPECT (TW_PIECE_FAULT_OUTSIDE);
  bad[2].y = 1;
  EXPECT (TW_PIECE_FAULT_OUTSIDE);
  bad[2].x = 0;
  EXPECT (TW_PIECE_FAULT_COLOUR);
  bad[2] = bad[1];
  EXPECT (TW_PIECE_FAULT_OVERLAP);
  solution.count = 2;
  EXPECT (TW_PIECE_FAULT_UNCOVERED);
  problem->pieces[1].most = 1;
  EXPECT (TW_PIECE_FAULT_COUNT);
  problem->pieces[1].most = 9;
  problem->pieces[1].least = 3;
  EXPECT (TW_PIECE_FAULT_COUNT);
  problem->pieces[1].least = 0;
  problem->pieces[0].transforms = TW_SHAPE_ROTATIONS;
  problem->pieces[1].transforms = TW_SHAPE_FIXED;
  EXPECT (TW_PIECE_FAULT_TURNED);
  problem->pieces[1].transforms = TW_SHAPE_ALL;
  CHECK_INT (tw_piece_problem_place (problem, good[0], NULL, NULL), TW_PLACE_OK);
  CHECK (tw_piece_solution_check (problem, &solution, NULL));
  solution.placements++;
  solution.count = 2;
  EXPECT (TW_PIECE_FAULT_UNCOVERED);
  problem->n_free = 1;
  solution.placements = bad;
  solution.count = 2;
  EXPECT (TW_PIECE_FAULT_FREE);
  CHECK_INT (fault.free, 2);
#undef EXPECT
}

/* --- reasons ------------------------------------------------------------------------ */

static TwPieceReason
reason_of (TwPieceProblem *problem)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .threads = 1 };
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK_INT (result.status, TW_STATUS_INFEASIBLE);
  CHECK (result.complete);
  tw_piece_problem_free (problem);
  return result.reason;
}

typedef struct {
  const char *rows;
  int least;
  int most;
} Row;

/* A problem of at most three pieces; the list ends at the first empty row. */
static void
expect_reason (const char *board, Row a, Row b, TwPieceReasonKind kind)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board (board));

  if (a.rows != NULL)
    fixture_add (problem, a.rows, a.least, a.most, TW_SHAPE_ALL);
  if (b.rows != NULL)
    fixture_add (problem, b.rows, b.least, b.most, TW_SHAPE_ALL);
  CHECK_INT (reason_of (problem).kind, kind);
}

/* 20,000 fixed dominoes: the checker finds, in one pass, the domino that was moved, the one that
 * was rotated and the one that is missing. */
TEST (many_placed, "the checker with thousands of pieces placed beforehand")
{
  enum { SIDE = 200, N = SIDE * SIDE / 2 };
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (SIDE, SIDE));
  AUTO_FREE TwPiecePlacement *placements = malloc (N * sizeof *placements);
  TwPieceSolution solution = { .placements = placements, .count = N };
  TwPieceFault fault;

  fixture_add (problem, "##", 0, N, TW_SHAPE_ALL);
  for (int i = 0; i < N; i++) {
    placements[i] = (TwPiecePlacement){ .piece = 0,
                                        .x = (int16_t) (i % (SIDE / 2) * 2),
                                        .y = (int16_t) (i / (SIDE / 2)) };
    if (i < N - 2 * SIDE)
      CHECK_INT (tw_piece_problem_place (problem, placements[i], NULL, NULL), TW_PLACE_OK);
  }
  CHECK (tw_piece_solution_check (problem, &solution, NULL));
  /* Two vertical dominoes in place of two horizontal ones. */
  placements[N / 2].transform = placements[N / 2 + SIDE / 2].transform = 4;
  placements[N / 2 + SIDE / 2].x = (int16_t) (placements[N / 2].x + 1);
  placements[N / 2 + SIDE / 2].y = placements[N / 2].y;
  CHECK (!tw_piece_solution_check (problem, &solution, &fault));
  CHECK_INT (fault.kind, TW_PIECE_FAULT_MOVED);
  CHECK_INT (fault.x, placements[N / 2].x);
  CHECK_INT (fault.y, placements[N / 2].y);
  /* Each domino has half of the other's cells. */
  placements[N / 2].transform = 0;
  CHECK (!tw_piece_solution_check (problem, &solution, &fault));
  CHECK_INT (fault.kind, TW_PIECE_FAULT_OVERLAP);
  solution.count = N / 2;
  CHECK (!tw_piece_solution_check (problem, &solution, &fault));
  CHECK_INT (fault.kind, TW_PIECE_FAULT_UNCOVERED);
}

TEST (reasons, "reasons")
{
  Row none = { 0 };

  expect_reason ("##", none, none, TW_REASON_NO_PIECES);
  expect_reason ("####", (Row){ "##", 0, 1 }, none, TW_REASON_AREA_SMALL);
  expect_reason ("##", (Row){ "##", 2, 2 }, none, TW_REASON_AREA_LARGE);
  expect_reason ("###", (Row){ "##", 0, 9 }, none, TW_REASON_AREA_SUM);
  expect_reason ("aab", (Row){ "a", 0, 9 }, none, TW_REASON_COLOUR_NONE);
  expect_reason ("aabb", (Row){ "a", 0, 9 }, (Row){ "b", 0, 1 }, TW_REASON_COLOUR_SMALL);
  expect_reason ("aaab", (Row){ "a", 0, 9 }, (Row){ "bb", 1, 2 }, TW_REASON_COLOUR_LARGE);
  expect_reason ("aaabbbb", (Row){ "aa", 0, 9 }, (Row){ "b", 0, 9 }, TW_REASON_COLOUR_SUM);
  expect_reason ("###/###", (Row){ "####", 1, 1 }, (Row){ "##", 0, 9 }, TW_REASON_PIECE);
  expect_reason ("##.#/##..", (Row){ "##", 0, 1 }, (Row){ "###", 0, 1 }, TW_REASON_CELL);
  expect_reason ("####.####", (Row){ "##", 0, 1 }, (Row){ "###", 0, 2 }, TW_REASON_REGION);
  /* The chessboard without two corners, and T tetrominoes on a rectangle. */
  expect_reason (".###/####/####/###.", (Row){ "##", 0, 9 }, none, TW_REASON_CHEQUER);
  expect_reason ("####/####/####", (Row){ "###/.#.", 3, 3 }, none, TW_REASON_CHEQUER);
  expect_reason ("##########", (Row){ "#.#", 0, 5 }, none, TW_REASON_CHEQUER);
  expect_reason ("####/####", (Row){ "##/##", 0, 1 }, (Row){ "###/#..", 1, 1 }, TW_REASON_COLUMNS);
  expect_reason ("###/###/###", (Row){ "##/#.", 0, 3 }, none, TW_REASON_SEARCHED);
}

/* A complete set of hexominoes cannot fill a rectangle of its area, since eleven of them are
 * unbalanced on a chessboard. Here the analogous case of the five tetrominoes on 4 x 5. */
TEST (tetrominoes, "the tetrominoes on 4 x 5")
{
  static const char *const rows[5] = { "####", "##/##", "###/.#.", "##./.##", "###/#.." };
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board ("#####/#####/#####/#####"));

  for (int i = 0; i < 5; i++)
    fixture_add (problem, rows[i], 1, 1, TW_SHAPE_ALL);
  CHECK_INT (reason_of (problem).kind, TW_REASON_CHEQUER);
}

TEST (filled, "a board that is full already")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_board ("##"));
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_SINK *sink = tw_piece_sink_new (problem, 1);
  TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .threads = 1 };
  TwPiecesResult result;

  fixture_add (problem, "##", 1, 2, TW_SHAPE_ALL);
  CHECK_INT (tw_piece_problem_place (problem, (TwPiecePlacement){ 0 }, NULL, NULL), TW_PLACE_OK);
  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  CHECK_INT (result.raw, 1);
  CHECK_INT (tw_piece_sink_kept (sink), 1);
}

/* The first solution is kept in any case, others as long as they leave three quarters of the memory. */
TEST (sink_budget, "the memory budget of a list of solutions")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_board ("##"));
  TwPiecePlacement placement = { 0 };
  TwPieceSolution solution = { &placement, 1 };

  fixture_add (problem, "##", 1, 1, TW_SHAPE_ALL);
  for (size_t memory = 1; memory <= 1 << 16; memory *= 16) {
    TwRun *run = tw_run_new (&(TwLimits){ .memory = memory });
    AUTO_SINK *sink = tw_piece_sink_new (problem, 100000);
    size_t used;

    tw_piece_sink_charge (sink, run);
    for (int i = 0; i < 10000; i++)
      CHECK (tw_piece_sink_put (sink, &solution));
    used = tw_run_memory_used (run);
    CHECK (tw_piece_sink_was_short (sink));
    CHECK (!tw_piece_sink_wants (sink));
    CHECK (used <= memory / 4);
    CHECK (tw_piece_sink_kept (sink) >= 1 + (memory == 1 << 16 ? 100 : 0));
    tw_piece_sink_charge (sink, NULL);
    CHECK_INT (tw_run_memory_used (run), used);
    tw_run_free (run);
  }
}

CHECK_MAIN
