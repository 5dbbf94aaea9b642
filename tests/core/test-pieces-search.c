/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of core/pieces compared with plain backtracking on random puzzles, and with counts
 * from the literature. */
#include "check.h"

#include "../bench/plain-pieces.h"
#include "random-pieces.h"

#define MAX_SOLUTIONS 4000
#define MAX_CELLS     RANDOM_PIECES_CELLS

/* --- distinct solutions by comparing pictures ----------------------------------- */

typedef struct {
  uint8_t cells[2 * MAX_CELLS]; /* region of each cell, then label of each cell */
} Picture;

typedef struct {
  const TwPieceProblem *problem;
  uint8_t symmetries;
  bool shares[64];
  Picture *pictures;
  int count;
  int left, top, width, height; /* bounding box of the free cells */
} Gallery;

static void
find_box (Gallery *gallery)
{
  const TwBoard *board = gallery->problem->board;
  int right = -1, bottom = -1;

  gallery->left = board->width;
  gallery->top = board->height;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      if (!tw_board_is_free (board, x, y))
        continue;
      gallery->left = x < gallery->left ? x : gallery->left;
      gallery->top = y < gallery->top ? y : gallery->top;
      right = x > right ? x : right;
      bottom = y;
    }
  }
  gallery->width = right - gallery->left + 1;
  gallery->height = bottom - gallery->top + 1;
}

/* The symmetries are those of the region to cover, wherever it lies on the board. */
static size_t
map_cell (const Gallery *gallery, int k, int x, int y)
{
  int width = gallery->width, height = gallery->height;

  x -= gallery->left;
  y -= gallery->top;
  if (k & 4) {
    int swap = x;

    x = y;
    y = swap;
    swap = width;
    width = height;
    height = swap;
  }
  if (k & 2)
    x = width - 1 - x;
  if (k & 1)
    y = height - 1 - y;
  return tw_board_index (gallery->problem->board, gallery->left + x, gallery->top + y);
}

/* Numbers the regions by their first cell, so that equal covers give equal pictures. */
static void
number_regions (Picture *picture, size_t cells)
{
  uint8_t names[256] = { 0 };
  uint8_t next = 1;

  for (size_t i = 0; i < cells; i++) {
    uint8_t region = picture->cells[i];

    if (region == 0)
      continue;
    if (names[region] == 0)
      names[region] = next++;
    picture->cells[i] = names[region];
  }
}

static void
map_picture (const Gallery *gallery, int k, const Picture *from, Picture *to)
{
  const TwBoard *board = gallery->problem->board;
  size_t cells = (size_t) (board->width * board->height);

  memset (to, 0, sizeof *to);
  for (int y = gallery->top; y < gallery->top + gallery->height; y++) {
    for (int x = gallery->left; x < gallery->left + gallery->width; x++) {
      size_t a = tw_board_index (board, x, y), b = map_cell (gallery, k, x, y);

      to->cells[b] = from->cells[a];
      to->cells[MAX_CELLS + b] = from->cells[MAX_CELLS + a];
    }
  }
  number_regions (to, cells);
}

static void
paint (const TwPieceProblem *problem, TwPiecePlacement placement, uint8_t region, uint8_t label,
       Picture *picture)
{
  int x[64], y[64];

  tw_piece_placement_cells (problem, placement, x, y);
  for (int i = 0; i < problem->pieces[placement.piece].shape.count; i++) {
    size_t at = tw_board_index (problem->board, x[i], y[i]);

    picture->cells[at] = region;
    picture->cells[MAX_CELLS + at] = label;
  }
}

static void
paint_placed (const TwPieceProblem *problem, Picture *picture)
{
  for (size_t i = 0; i < problem->n_placed; i++)
    paint (problem, problem->placed[i], (uint8_t) (200 + i), 255, picture);
}

static bool
keep_picture (void *data, const TwPiecePlacement *placements, int count)
{
  Gallery *gallery = data;
  const TwBoard *board = gallery->problem->board;
  Picture picture = { { 0 } }, image;
  Picture *least = &gallery->pictures[gallery->count];

  if (gallery->count == MAX_SOLUTIONS)
    return false;
  paint_placed (gallery->problem, &picture);
  for (int i = 0; i < count; i++) {
    int piece = placements[i].piece;

    paint (gallery->problem, placements[i], (uint8_t) (i + 1),
           gallery->shares[piece] ? (uint8_t) (piece + 1) : 0, &picture);
  }
  number_regions (&picture, (size_t) (board->width * board->height));
  *least = picture;
  for (int k = 1; k < 8; k++) {
    if (!(gallery->symmetries >> k & 1))
      continue;
    map_picture (gallery, k, &picture, &image);
    if (memcmp (&image, least, sizeof image) < 0)
      *least = image;
  }
  gallery->count++;
  return true;
}

static int
compare_pictures (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (Picture));
}

static uint8_t
find_symmetries (const TwPieceProblem *problem, const Gallery *gallery)
{
  const TwBoard *board = problem->board;
  Picture placed = { { 0 } }, image;
  uint8_t mask = 1;

  paint_placed (problem, &placed);
  number_regions (&placed, (size_t) (board->width * board->height));
  for (int k = 1; k < 8; k++) {
    bool same = !(k & 4) || gallery->width == gallery->height;

    for (int y = gallery->top; y < gallery->top + gallery->height && same; y++) {
      for (int x = gallery->left; x < gallery->left + gallery->width && same; x++)
        same = board->cells[map_cell (gallery, k, x, y)] == tw_board_get (board, x, y);
    }
    if (!same)
      continue;
    map_picture (gallery, k, &placed, &image);
    if (memcmp (&image, &placed, sizeof image) == 0)
      mask |= (uint8_t) (1u << k);
  }
  return mask;
}

/* Whether pieces a and b share an orientation without being equal. */
static bool
shares_with (const TwPiece *a, const TwPiece *b)
{
  TwShape p[8], q[8];
  uint8_t unused[8];
  int n = tw_shape_orientations (&a->shape, a->transforms, p, unused);
  int m = tw_shape_orientations (&b->shape, b->transforms, q, unused);
  int common = 0;

  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      common += tw_shape_compare (&p[i], &q[j]) == 0;
  }
  for (int i = 0; i < n; i++)
    tw_shape_clear (&p[i]);
  for (int j = 0; j < m; j++)
    tw_shape_clear (&q[j]);
  return common > 0 && !(common == n && n == m);
}

/* Returns false when there are too many solutions to compare. */
static bool
brute_force (const TwPieceProblem *problem, uint64_t *raw, uint64_t *distinct)
{
  Gallery gallery = { .problem = problem };
  bool stopped;

  gallery.pictures = malloc ((MAX_SOLUTIONS + 1) * sizeof (Picture));
  for (size_t i = 0; i < problem->n_pieces; i++) {
    for (size_t j = 0; j < problem->n_pieces; j++) {
      const TwPiece *a = &problem->pieces[i], *b = &problem->pieces[j];

      if (a->most > a->placed && b->most > b->placed && shares_with (a, b))
        gallery.shares[i] = true;
    }
  }
  find_box (&gallery);
  gallery.symmetries = find_symmetries (problem, &gallery);
  *raw = plain_pieces_count (problem, 20000, keep_picture, &gallery, &stopped);
  qsort (gallery.pictures, (size_t) gallery.count, sizeof (Picture), compare_pictures);
  *distinct = 0;
  for (int i = 0; i < gallery.count; i++)
    *distinct += i == 0 || compare_pictures (&gallery.pictures[i - 1], &gallery.pictures[i]) != 0;
  free (gallery.pictures);
  return !stopped;
}

/* --- random puzzles --------------------------------------------------------------- */

static TwPiecesResult
run_query (const TwPieceProblem *problem, TwPiecesQuery query, TwPieceSink *sink)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_pieces_result_clear (&result);
  tw_run_free (run);
  return result;
}

/* Counts without visiting solutions; returns true when the transfer matrix computed the count. */
static bool
count_by (const TwPieceProblem *problem, const char *engine, uint64_t raw, uint64_t distinct)
{
  TwPieceSink *sink = tw_piece_sink_new (problem, 0);
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = engine, .threads = 1 };
  TwPiecesResult result = run_query (problem, query, sink);

  CHECK (result.complete);
  CHECK_INT (result.raw, raw);
  CHECK_INT (result.distinct, distinct);
  CHECK_INT (result.status, raw > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
  CHECK_INT (tw_piece_sink_raw (sink), raw);
  CHECK_INT (tw_piece_sink_distinct (sink), distinct);
  tw_piece_sink_free (sink);
  return strcmp (result.engine, "frontier") == 0;
}

/* Every engine finds a solution if there is one, and otherwise reports that there is none. */
static void
find_one (const TwPieceProblem *problem, const char *engine, int threads, bool exists)
{
  TwPieceSink *sink = tw_piece_sink_new (problem, 10);
  TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .engine = engine, .threads = threads };
  TwPiecesResult result = run_query (problem, query, sink);

  CHECK_INT (result.status, exists ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
  CHECK_INT (tw_piece_sink_kept (sink), exists);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  if (check_case_failures > 0)
    printf ("# engine %s\n", engine);
  tw_piece_sink_free (sink);
}

/* Finds all solutions, one per orbit and raw; returns true when no search was necessary. */
static bool
find_all (const TwPieceProblem *problem, const char *engine, uint64_t raw, uint64_t distinct)
{
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .engine = engine, .threads = 1 };
  TwPieceSink *sink = tw_piece_sink_new (problem, 100000);
  TwPiecesResult result = run_query (problem, query, sink);
  bool tiny = strcmp (result.engine, "tiny") == 0;

  CHECK (result.complete);
  CHECK_INT (result.raw, raw);
  CHECK_INT (result.distinct, distinct);
  CHECK_INT (result.status, raw > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
  CHECK ((result.reason.kind == TW_REASON_NONE) == (raw > 0));
  CHECK_INT (tw_piece_sink_kept (sink), distinct);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  tw_piece_sink_free (sink);

  query.raw = true;
  sink = tw_piece_sink_new (problem, 100000);
  run_query (problem, query, sink);
  CHECK_INT (tw_piece_sink_kept (sink), raw);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  tw_piece_sink_free (sink);
  return tiny;
}

static void
test_random (void)
{
  uint64_t random = 20241;
  int solved = 0, symmetric = 0, impossible = 0, compared = 0, counted = 0, n_tiny = 0;

  for (int i = 0; i < 2000; i++) {
    TwPieceProblem *problem = random_problem (&random, 6, 5);
    uint64_t raw, distinct;
    TwPiecesResult result;

    if (brute_force (problem, &raw, &distinct)) {
      compared++;
      solved += raw > 0;
      symmetric += raw != distinct;
      n_tiny += find_all (problem, "auto", raw, distinct);
      find_all (problem, "cover", raw, distinct);
      counted += count_by (problem, "frontier", raw, distinct) && raw > 0;
      for (int e = 0; tw_pieces_engines ()[e] != NULL; e++)
        find_one (problem, tw_pieces_engines ()[e], 1 + i % 2, raw > 0);

      result = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_UNIQUE, .threads = 1 }, NULL);
      CHECK_INT (result.distinct, distinct > 2 ? 2 : distinct);
      impossible += result.reason.kind != TW_REASON_NONE
                    && result.reason.kind != TW_REASON_SEARCHED;
      if (check_case_failures > 0) {
        printf ("# puzzle %d: raw %d distinct %d\n", i, (int) raw, (int) distinct);
        tw_piece_problem_free (problem);
        return;
      }
    }
    tw_piece_problem_free (problem);
  }
  /* The test is meaningful only if puzzles of every sort occur. */
  printf ("# %d compared, %d with solutions, %d of them counted by the frontier, %d tiny, "
          "%d with symmetric ones, %d with a reason\n",
          compared, solved, counted, n_tiny, symmetric, impossible);
  CHECK (compared > 1800 && solved > 1000 && symmetric > 300 && impossible > 100);
  CHECK (counted > 900 && n_tiny > 50);
}

/* --- known counts ------------------------------------------------------------------- */

static void
expect (const char *rows, uint8_t transforms, int threads, uint64_t raw, uint64_t distinct)
{
  TwPieceProblem *problem = fixture_pentomino_problem (rows, transforms);
  TwPiecesResult result = run_query (
    problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = threads }, NULL);

  CHECK (result.complete);
  CHECK_INT (result.raw, raw);
  CHECK_INT (result.distinct, distinct);
  tw_piece_problem_free (problem);
}

/* From S. W. Golomb, Polyominoes, and later sources. */
static void
test_pentominoes (void)
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
static void
test_dominoes (void)
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
static void
test_frontier (void)
{
  static const uint64_t squares[] = { 2, 36, 6728, 12988816, 258584046368 };
  TwPieceProblem *problem;
  TwPiecesResult result;
  TwRun *run;

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
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
  tw_piece_problem_free (problem);
}

static void
expect_large (TwPieceProblem *problem, const char *raw)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 2 };
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  CHECK (result.overflow);
  CHECK_INT (result.status, TW_STATUS_OPTIMAL);
  CHECK_STR (result.raw_digits, raw);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_pieces_result_clear (&result);
  tw_run_free (run);
  tw_piece_problem_free (problem);
}

/* Counts that exceed 64 bits: A004003; mono-, do- and trominoes on 8 x 8; 10 x 30 dominoes by a
 * transfer matrix written for this purpose. */
static void
test_large_counts (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (16, 16));

  fixture_add (problem, "##", 128, 128, TW_SHAPE_ALL);
  expect_large (problem, "2444888770250892795802079170816");
  problem = tw_piece_problem_new (fixture_rectangle (10, 30));
  fixture_add (problem, "##", 0, 1000, TW_SHAPE_ALL);
  expect_large (problem, "336575314603876110364700686838155709");
  problem = tw_piece_problem_new (fixture_rectangle (8, 8));
  fixture_add (problem, "#", 0, 64, TW_SHAPE_ALL);
  fixture_add (problem, "##", 0, 64, TW_SHAPE_ALL);
  fixture_add (problem, "###", 0, 64, TW_SHAPE_ALL);
  fixture_add (problem, "##/#.", 0, 64, TW_SHAPE_ALL);
  expect_large (problem, "92109458286284989468604");
}

/* Placements that reach over more than 64 cells of the scan order. */
static void
test_long_pieces (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (9, 9));
  TwPiecesResult result;

  fixture_add (problem, "#########", 0, 9, TW_SHAPE_ALL);
  fixture_add (problem, "###/###/###", 0, 9, TW_SHAPE_ALL);
  result = run_query (
    problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "cover", .threads = 1 }, NULL);
  CHECK_INT (result.raw, 37);
  CHECK (count_by (problem, "frontier", 37, result.distinct));
  tw_piece_problem_free (problem);
}

/* --- large boards ---------------------------------------------------------------------- */

static void
find_large (const char *const *pieces, int n, int width, int height, int most, const char *engine)
{
  TwPieceProblem *problem = tw_piece_problem_new (tw_board_new_empty (width, height));
  uint8_t colour = TW_CELL_FREE;

  for (int i = 0; i < n; i++) {
    TwShape shape = fixture_shape (pieces[i]);

    for (int c = 0; c < shape.count; c++)
      shape.cells[c].colour = colour;
    CHECK (tw_piece_problem_add (problem, pieces[i], &shape, 0, most, TW_SHAPE_ALL));
  }
  find_one (problem, engine, 2, true);
  tw_piece_problem_free (problem);
}

static void
test_large (void)
{
  static const char *const dominoes[] = { "##" };

  find_large (fixture_pentominoes, 12, 20, 18, 6, "auto");
  find_large (fixture_pentominoes, 12, 60, 30, 30, "auto");
  find_large (fixture_pentominoes, 12, 40, 30, 30, "fill");
  find_large (dominoes, 1, 200, 100, 10000, "auto");
}

int
main (void)
{
  check_run ("plain backtracking agrees on 2,000 random puzzles", test_random);
  check_run ("pentominoes", test_pentominoes);
  check_run ("dominoes", test_dominoes);
  check_run ("counts by transfer matrix", test_frontier);
  check_run ("counts of more than 64 bits", test_large_counts);
  check_run ("pieces that reach over many rows", test_long_pieces);
  check_run ("one solution on large boards", test_large);
  return check_done ();
}
