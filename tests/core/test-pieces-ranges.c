/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-pieces-ranges.c - random small puzzles with cells that stay free, with pieces that are used
 * least to most times, and with mirror images as separate pieces, compared with a plain
 * enumeration. */
#include "compare-pieces.h"

/* --- the enumeration ---------------------------------------------------------------- */

enum {
  OPEN,
  COVERED,
  LEFT_FREE,
};

typedef struct {
  const TwPieceProblem *problem;
  uint8_t state[RANDOM_PIECES_CELLS];
  int used[64];
  int n_free;
  TwPiecePlacement path[RANDOM_PIECES_CELLS];
  int n_path;
  uint64_t nodes;
  uint64_t found_count;
  bool stop;
  PlainFound found;
  void *data;
} Plain;

/* Where cell i of the shape lies in the bounding box, transformed: transposed first, then
 * reflected. */
static void
turn (const TwShape *shape, int k, int i, int *x, int *y)
{
  int width = k & 4 ? shape->height : shape->width, height = k & 4 ? shape->width : shape->height;

  *x = k & 4 ? shape->cells[i].y : shape->cells[i].x;
  *y = k & 4 ? shape->cells[i].x : shape->cells[i].y;
  if (k & 2)
    *x = width - 1 - *x;
  if (k & 1)
    *y = height - 1 - *y;
}

/* Changes the cells of a placement from one state to the other; returns false, without a change,
 * when one of them is not in the first state, has another colour, or is outside. */
static bool
put (Plain *plain, TwPiecePlacement p, uint8_t from, uint8_t to)
{
  const TwBoard *board = plain->problem->board;
  const TwShape *shape = &plain->problem->pieces[p.piece].shape;

  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < shape->count; i++) {
      int x, y;

      turn (shape, p.transform, i, &x, &y);
      x += p.x;
      y += p.y;
      if (pass == 1)
        plain->state[y * board->width + x] = to;
      else if (x < 0 || y < 0 || x >= board->width || y >= board->height
               || plain->state[y * board->width + x] != from
               || !tw_piece_problem_takes (plain->problem, board->cells[y * board->width + x],
                                           shape->cells[i].colour))
        return false;
    }
  }
  return true;
}

static void
list (Plain *plain)
{
  const TwPieceProblem *problem = plain->problem;
  const TwBoard *board = problem->board;
  int at = 0;

  if (plain->nodes-- == 0)
    plain->stop = true;
  while (at < board->width * board->height && !plain->stop
         && (plain->state[at] != OPEN || board->cells[at] == TW_CELL_BLOCKED))
    at++;
  if (plain->stop)
    return;
  if (at == board->width * board->height) {
    bool good = problem->fewer_free || plain->n_free == problem->n_free;

    for (size_t i = 0; i < problem->n_pieces; i++)
      good = good && plain->used[i] >= problem->pieces[i].least;
    if (good && !plain->found (plain->data, plain->path, plain->n_path))
      plain->stop = true;
    plain->found_count += good;
    return;
  }

  if (plain->n_free < problem->n_free && tw_piece_problem_takes (problem, board->cells[at], 0)) {
    plain->state[at] = LEFT_FREE;
    plain->n_free++;
    list (plain);
    plain->n_free--;
    plain->state[at] = OPEN;
  }
  for (int i = 0; i < (int) problem->n_pieces; i++) {
    const TwShape *shape = &problem->pieces[i].shape;

    if (plain->used[i] == problem->pieces[i].most)
      continue;
    for (int k = 0; k < 8; k++) {
      for (int c = 0; c < shape->count && (problem->pieces[i].transforms >> k & 1); c++) {
        TwPiecePlacement p = { .piece = i, .transform = (uint8_t) k };
        int x, y;

        turn (shape, k, c, &x, &y);
        p.x = (int16_t) (at % board->width - x);
        p.y = (int16_t) (at / board->width - y);
        if (!put (plain, p, OPEN, COVERED))
          continue;
        plain->used[i]++;
        plain->path[plain->n_path++] = p;
        list (plain);
        plain->n_path--;
        plain->used[i]--;
        put (plain, p, COVERED, OPEN);
      }
    }
  }
}

/* Tries each of equal pieces and equal transforms, so it may find a solution more than once. */
static uint64_t
list_all (const TwPieceProblem *problem, uint64_t nodes, PlainFound found, void *data,
          bool *stopped)
{
  Plain plain = { .problem = problem, .nodes = nodes, .found = found, .data = data };

  for (size_t i = 0; i < problem->n_placed; i++) {
    CHECK (put (&plain, problem->placed[i], OPEN, COVERED));
    plain.used[problem->placed[i].piece]++;
  }
  list (&plain);
  *stopped = plain.stop;
  return plain.found_count;
}

/* --- puzzles -------------------------------------------------------------------------- */

typedef struct {
  int compared, solved, symmetric, counted, free;
} Tally;

/* Returns false after a difference. */
static bool
compare (const TwPieceProblem *problem, int i, Tally *tally)
{
  uint64_t raw, distinct;

  if (!brute_force (problem, list_all, 30000, &raw, &distinct))
    return true;
  tally->compared++;
  tally->solved += raw > 0;
  tally->symmetric += raw != distinct;
  tally->free += raw > 0 && problem->n_free > 0;
  find_all (problem, "auto", raw, distinct);
  tally->counted += compare_engines (problem, 1 + i % 2, raw, distinct) && raw > 0;
  if (check_case_failures > 0)
    printf ("# puzzle %d: %d free, raw %d distinct %d\n", i, problem->n_free, (int) raw,
            (int) distinct);
  return check_case_failures == 0;
}

static void
show (const Tally *tally)
{
  printf ("# %d compared, %d with solutions, %d of them counted by the frontier, %d with symmetric "
          "ones, %d with free cells\n",
          tally->compared, tally->solved, tally->counted, tally->symmetric, tally->free);
}

/* Leaves out some pieces of a puzzle, so that their cells can stay free. */
static void
remove_pieces (TwPieceProblem *problem, uint64_t *random)
{
  for (size_t i = problem->n_pieces; i-- > 0;) {
    TwPiece *piece = &problem->pieces[i];

    if (piece->placed > 0 || below (random, 3) > 0)
      continue;
    problem->n_free += piece->shape.count;
    piece->least = piece->most = 0;
  }
  if (below (random, 4) == 0)
    problem->n_free += below (random, 3) - 1;
  if (problem->n_free < 0)
    problem->n_free = 0;
}

TEST (free, "puzzles with free cells")
{
  uint64_t random = 77;
  Tally tally = { 0 };

  for (int i = 0; i < test_size (2000); i++) {
    AUTO_PROBLEM *problem = random_problem (&random, 6, 4);

    remove_pieces (problem, &random);
    if (!compare (problem, i, &tally))
      return;
  }
  show (&tally);
  CHECK (tally.compared > test_share (1400) && tally.solved > test_share (1000)
         && tally.free > test_share (600));
  CHECK (tally.symmetric > test_share (250) && tally.counted > test_share (900));
}

/* Cells that take several colours, or other ones than their own, and of which only some may stay
 * free. */
static void
add_random_rules (TwPieceProblem *problem, uint64_t *random)
{
  CHECK (tw_piece_problem_add_rules (problem));
  for (int cell = 1; cell <= 2; cell++) {
    uint64_t *set = &problem->rules->takes[cell][0];

    *set |= (uint64_t) below (random, 8) & ~(uint64_t) (below (random, 3) == 0 ? 1 << cell : 0);
  }
}

TEST (rules, "colours that take several colours, and some cells that may stay free")
{
  uint64_t random = 79;
  Tally tally = { 0 };
  int mixed = 0;

  for (int i = 0; i < test_size (3000); i++) {
    AUTO_PROBLEM *problem = random_problem (&random, 6, 4);

    /* Pieces placed beforehand were judged without the rules. */
    if (problem->n_placed > 0)
      continue;
    add_random_rules (problem, &random);
    remove_pieces (problem, &random);
    problem->fewer_free = below (&random, 3) == 0;
    mixed += problem->n_free > 0
             && tw_piece_problem_takes (problem, 1, 0) != tw_piece_problem_takes (problem, 2, 0);
    if (!compare (problem, i, &tally))
      return;
  }
  show (&tally);
  CHECK (tally.compared > test_share (1000) && tally.solved > test_share (700)
         && tally.free > test_share (200) && mixed > test_share (400));
  CHECK (tally.symmetric > test_share (100) && tally.counted > test_share (500));
}

/* --- ranges ----------------------------------------------------------------------------- */

/* A random connected shape of one or two colours. */
static TwShape
random_shape (uint64_t *random, int colours)
{
  TwShapeCell cells[5] = { { .colour = (uint8_t) (1 + below (random, colours)) } };
  int n = 1, wanted = 1 + below (random, 5);
  TwShape shape;

  while (n < wanted) {
    TwShapeCell cell = cells[below (random, n)];
    bool known = false;
    int d = below (random, 4);

    cell.x = (int16_t) (cell.x + (d == 0) - (d == 1));
    cell.y = (int16_t) (cell.y + (d == 2) - (d == 3));
    cell.colour = (uint8_t) (1 + below (random, colours));
    for (int i = 0; i < n; i++)
      known = known || (cells[i].x == cell.x && cells[i].y == cell.y);
    if (!known)
      cells[n++] = cell;
  }
  CHECK (tw_shape_init (&shape, cells, n));
  return shape;
}

/* A few shapes with wide ranges. Some occur twice, the second time mirrored or with other
 * transforms. */
static TwPieceProblem *
random_ranges (uint64_t *random)
{
  int width = 1 + below (random, 5), height = 1 + below (random, 4);
  int colours = below (random, 5) == 0 ? 2 : 1, shapes = 1 + below (random, 3);
  TwBoard *board = tw_board_new (width, height);
  TwPieceProblem *problem;

  for (int at = 0; at < width * height; at++)
    tw_board_set (board, at % width, at / width,
                  at > 0 && below (random, 15) == 0 ? 0 : (uint8_t) (1 + below (random, colours)));
  problem = tw_piece_problem_new (board);
  for (int s = 0; s < shapes; s++) {
    AUTO_SHAPE shape = random_shape (random, colours);
    int copies = 1 + (below (random, 2) == 0);
    bool mirrored = below (random, 3) > 0;
    uint8_t mask = mirrored ? TW_SHAPE_ROTATIONS : random_masks[below (random, 4)];

    for (int c = 0; c < copies; c++) {
      int least = below (random, 3) == 0 ? below (random, 3) : 0;
      TwShape its;

      CHECK (tw_shape_transform (&its, c > 0 && mirrored ? 2 : 0, &shape));
      CHECK (tw_piece_problem_add (problem, "x", &its, least, least + below (random, 5), mask));
      if (!mirrored && below (random, 2) == 0)
        mask = random_masks[below (random, 4)];
    }
  }
  if (below (random, 3) == 0) {
    problem->n_free = below (random, 6);
    if (problem->n_free > (int) tw_board_count_free (board))
      problem->n_free = (int) tw_board_count_free (board);
  }
  return problem;
}

TEST (ranges, "puzzles with ranges of counts and mirror images")
{
  uint64_t random = 4711;
  Tally tally = { 0 };

  for (int i = 0; i < test_size (4000); i++) {
    AUTO_PROBLEM *problem = random_ranges (&random);

    if (!compare (problem, i, &tally))
      return;
  }
  show (&tally);
  CHECK (tally.compared > test_share (3000) && tally.solved > test_share (600)
         && tally.free > test_share (200));
  CHECK (tally.symmetric > test_share (200) && tally.counted > test_share (500));
}

/* --- known counts ------------------------------------------------------------------------- */

static void
expect_placements (int n, int width, int height, int n_free, uint64_t raw, uint64_t distinct)
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (width, height));

  fixture_add (problem, "##", n, n, TW_SHAPE_ALL);
  problem->n_free = n_free;
  count_by (problem, "auto", raw, distinct);
  count_by (problem, "frontier", raw, distinct);
}

/* One domino on n x n cells lies in 2 n (n - 1) places. Of the 276 pairs of them on 4 x 4 cells 52
 * share a cell: 1 pair at each corner, 3 at each other cell of the edge, 6 at each inner cell. The
 * distinct numbers follow from Burnside's lemma. */
TEST (dominoes, "dominoes on a board that they do not fill")
{
  expect_placements (1, 4, 4, 14, 24, 4);
  expect_placements (2, 4, 4, 12, 224, 35);
  expect_placements (8, 4, 4, 0, 36, 9);
  expect_placements (1, 6, 6, 34, 60, 9);
}

/* --- wide boards --------------------------------------------------------------------------- */

/* Lays random pieces onto the empty board one after the other; the cells that they cover become the
 * board. */
static TwPieceProblem *
random_wide (uint64_t *random, int width, int height)
{
  TwPieceProblem *problem = tw_piece_problem_new (tw_board_new (width, height));

  for (int i = 0; i < 500 && problem->n_pieces < 15; i++) {
    TwShape shape = random_shape (random, 1);
    int left = below (random, width - shape.width + 1), top = 0;
    bool fits = shape.height <= height && shape.count > 2;

    if (fits)
      top = below (random, height - shape.height + 1);
    for (int c = 0; c < shape.count && fits; c++)
      fits = !tw_board_is_free (problem->board, left + shape.cells[c].x, top + shape.cells[c].y);
    for (int c = 0; c < shape.count && fits; c++)
      tw_board_set (problem->board, left + shape.cells[c].x, top + shape.cells[c].y, 1);
    if (fits)
      CHECK (tw_piece_problem_add (problem, "x", &shape, 1, 1, TW_SHAPE_ALL));
    else
      tw_shape_clear (&shape);
  }
  return problem;
}

/* Boards of more than 128 cells, for which the engines have no bitmaps: two searches that share no
 * code agree. */
TEST (wide, "boards larger than a bitmap")
{
  uint64_t random = 5;
  int different = 0;

  for (int i = 0; i < 60; i++) {
    AUTO_PROBLEM *problem = random_wide (&random, 36, 3);
    TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = "frontier", .threads = 1 };
    TwPiecesResult result = run_query (problem, query, NULL);

    if (result.raw < 5000 && strcmp (result.engine, "frontier") == 0) {
      different += result.raw > 1;
      find_all (problem, "cover", result.raw, result.distinct);
    }
  }
  printf ("# %d with several solutions\n", different);
  CHECK (different > 30);
}

/* --- large boards ------------------------------------------------------------------------- */

/* Pentominoes, up to 60 copies each, on 40 x 30 cells. */
TEST (large, "free cells of large boards")
{
  static const int n_free[] = { 0, 100, 600, 1195 };

  for (int i = 0; i < 4; i++) {
    AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (40, 30));

    for (int p = 0; p < 12; p++)
      fixture_add (problem, fixture_pentominoes[p], 0, 60, TW_SHAPE_ALL);
    problem->n_free = n_free[i];
    find_one (problem, "auto", 1, true);
    find_one (problem, "fill", 2, true);
  }
}

CHECK_MAIN
