/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare-pieces.h - compares the searches of core/pieces with a plain enumeration: its solutions
 * are pictures, which are counted, and counted up to symmetry. */
#pragma once

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
  uint8_t labels[64]; /* of the pieces; 0: the piece is compared by its cells only */
  Picture *raw;
  Picture *pictures; /* the least one of each orbit */
  int count;
  int left, top, width, height; /* bounding box of the free cells */
} Gallery;

static inline void
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
static inline size_t
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
static inline void
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

static inline void
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

static inline void
paint (const TwPieceProblem *problem, TwPiecePlacement placement, uint8_t region, uint8_t label,
       Picture *picture)
{
  int x[64], y[64];

  tw_piece_placement_cells (problem, placement, x, y);
  for (int i = 0; i < problem->pieces[placement.piece].shape.count; i++) {
    size_t at = tw_board_index (problem->board, x[i], y[i]);

    picture->cells[at] = region;
    /* With rules, placements on the same cells may differ in the colours that lie there. */
    picture->cells[MAX_CELLS + at] =
      problem->rules != NULL && label < 64
        ? (uint8_t) (label + 64 * problem->pieces[placement.piece].shape.cells[i].colour)
        : label;
  }
}

static inline void
paint_placed (const TwPieceProblem *problem, Picture *picture)
{
  for (size_t i = 0; i < problem->n_placed; i++)
    paint (problem, problem->placed[i], (uint8_t) (200 + i), 255, picture);
}

static inline bool
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

    paint (gallery->problem, placements[i], (uint8_t) (i + 1), gallery->labels[piece], &picture);
  }
  number_regions (&picture, (size_t) (board->width * board->height));
  *least = gallery->raw[gallery->count] = picture;
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

static inline int
compare_pictures (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (Picture));
}

static inline uint8_t
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

/* Returns whether two pieces share an orientation; with `all`, whether they have the same ones. */
static inline bool
shares_with (const TwPiece *a, const TwPiece *b, bool *all)
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
  *all = common == n && n == m;
  return common > 0;
}

/* Sets the labels: equal pieces have that of the first one. */
static inline void
label_pieces (Gallery *gallery)
{
  const TwPieceProblem *problem = gallery->problem;

  for (size_t i = 0; i < problem->n_pieces; i++) {
    size_t first = problem->n_pieces;
    bool keeps = false;

    for (size_t j = 0; j < problem->n_pieces; j++) {
      const TwPiece *a = &problem->pieces[i], *b = &problem->pieces[j];
      bool all;

      if (a->most == a->placed || b->most == b->placed || !shares_with (a, b, &all))
        continue;
      keeps = keeps || !all;
      first = all && j < first ? j : first;
    }
    gallery->labels[i] = keeps ? (uint8_t) (first + 1) : 0;
  }
}

static inline uint64_t
count_different (Picture *pictures, int n)
{
  uint64_t different = 0;

  qsort (pictures, (size_t) n, sizeof (Picture), compare_pictures);
  for (int i = 0; i < n; i++)
    different += i == 0 || compare_pictures (&pictures[i - 1], &pictures[i]) != 0;
  return different;
}

/* Lists the solutions, some of them perhaps more than once, like plain_pieces_count (). */
typedef uint64_t (*Enumerate) (const TwPieceProblem *problem, uint64_t nodes, PlainFound found,
                               void *data, bool *stopped);

/* Returns false when there are too many solutions to compare. */
static inline bool
brute_force (const TwPieceProblem *problem, Enumerate enumerate, uint64_t nodes, uint64_t *raw,
             uint64_t *distinct)
{
  Gallery gallery = { .problem = problem };
  bool stopped;

  gallery.raw = malloc ((MAX_SOLUTIONS + 1) * sizeof (Picture));
  gallery.pictures = malloc ((MAX_SOLUTIONS + 1) * sizeof (Picture));
  label_pieces (&gallery);
  find_box (&gallery);
  gallery.symmetries = find_symmetries (problem, &gallery);
  enumerate (problem, nodes, keep_picture, &gallery, &stopped);
  *raw = count_different (gallery.raw, gallery.count);
  *distinct = count_different (gallery.pictures, gallery.count);
  free (gallery.raw);
  free (gallery.pictures);
  return !stopped;
}

/* --- the engines --------------------------------------------------------------- */

static inline TwPiecesResult
run_query (const TwPieceProblem *problem, TwPiecesQuery query, TwPieceSink *sink)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_pieces_result_clear (&result);
  return result;
}

/* Counts without visiting solutions; returns true when the transfer matrix computed the count. */
static inline bool
count_by (const TwPieceProblem *problem, const char *engine, uint64_t raw, uint64_t distinct)
{
  AUTO_SINK *sink = tw_piece_sink_new (problem, 0);
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = engine, .threads = 1 };
  TwPiecesResult result = run_query (problem, query, sink);

  CHECK (result.complete);
  CHECK_INT (result.raw, raw);
  CHECK_INT (result.distinct, distinct);
  CHECK_INT (result.status, raw > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
  CHECK_INT (tw_piece_sink_raw (sink), raw);
  CHECK_INT (tw_piece_sink_distinct (sink), distinct);
  return strcmp (result.engine, "frontier") == 0;
}

/* Every engine finds a solution if there is one, and otherwise reports that there is none. */
static inline void
find_one (const TwPieceProblem *problem, const char *engine, int threads, bool exists)
{
  AUTO_SINK *sink = tw_piece_sink_new (problem, 10);
  TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .engine = engine, .threads = threads };
  TwPiecesResult result = run_query (problem, query, sink);

  CHECK_INT (result.status, exists ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
  CHECK_INT (tw_piece_sink_kept (sink), exists);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  if (check_case_failures > 0)
    printf ("# engine %s\n", engine);
}

/* Finds all solutions, one per orbit and raw. */
static inline void
find_all (const TwPieceProblem *problem, const char *engine, uint64_t raw, uint64_t distinct)
{
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .engine = engine, .threads = 1 };
  TwPieceSink *sink = tw_piece_sink_new (problem, 100000);
  TwPiecesResult result = run_query (problem, query, sink);

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
}

/* Compares all engines; returns true when the transfer matrix computed its count. */
static inline bool
compare_engines (const TwPieceProblem *problem, int threads, uint64_t raw, uint64_t distinct)
{
  find_all (problem, "cover", raw, distinct);
  for (int e = 0; tw_pieces_engines ()[e] != NULL; e++)
    find_one (problem, tw_pieces_engines ()[e], threads, raw > 0);
  return count_by (problem, "frontier", raw, distinct);
}
