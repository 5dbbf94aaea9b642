/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.c - exact solution of empty rectangles; called by the automatic strategy and the capped
 * family. */
#include "core/squares/engines/rectangle.h"

#include <limits.h>

#include "core/networks/compose.h"
#include "core/squares/best.h"

bool
tw_rectangle_is_empty (const TwBoard *board)
{
  return tw_board_count_free (board) == (size_t) board->width * (size_t) board->height;
}

/* --- guillotine cuts ---------------------------------------------------- */

/* The best cut of an x by y rectangle, x >= y. */
typedef struct {
  uint16_t squares;
  uint16_t cut; /* position of the cut; 0: none, the rectangle is a square */
  bool across;  /* the cut divides y, not x */
} Cut;

typedef struct {
  Cut *cuts;
  int side;
} Cuts;

static Cut *
cut_of (const Cuts *cuts, int x, int y)
{
  return x >= y ? &cuts->cuts[x * (cuts->side + 1) + y] : &cuts->cuts[y * (cuts->side + 1) + x];
}

/* `whole`: a square may stay undivided. */
static void
find_cut (const Cuts *cuts, int x, int y, bool whole)
{
  Cut *best = cut_of (cuts, x, y);

  *best = (Cut){ .squares = x == y && whole ? 1 : UINT16_MAX };
  for (int part = 1; best->squares > 1 && part <= x / 2; part++) {
    int squares = cut_of (cuts, part, y)->squares + cut_of (cuts, x - part, y)->squares;

    if (squares < best->squares)
      *best = (Cut){ .squares = (uint16_t) squares, .cut = (uint16_t) part };
  }
  for (int part = 1; best->squares > 1 && part <= y / 2; part++) {
    int squares = cut_of (cuts, x, part)->squares + cut_of (cuts, x, y - part)->squares;

    if (squares < best->squares)
      *best = (Cut){ .squares = (uint16_t) squares, .cut = (uint16_t) part, .across = true };
  }
}

static bool
lay_out (const Cuts *cuts, int x, int y, int width, int height, TwTiling *tiling)
{
  const Cut *cut = cut_of (cuts, width, height);

  if (cut->cut == 0)
    return tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = width });
  /* The table holds x >= y: for a rectangle higher than wide the direction of the cut is
   * exchanged. */
  if (cut->across == (width < height))
    return lay_out (cuts, x, y, cut->cut, height, tiling)
           && lay_out (cuts, x + cut->cut, y, width - cut->cut, height, tiling);
  return lay_out (cuts, x, y, width, cut->cut, tiling)
         && lay_out (cuts, x, y + cut->cut, width, height - cut->cut, tiling);
}

bool
tw_rectangle_lay_out_cuts (int width, int height, bool whole, TwRun *run, TwTiling *tiling)
{
  int longer = width > height ? width : height;
  int shorter = width > height ? height : width;
  Cuts cuts = { .side = longer };
  bool ok = true;

  tiling->count = 0;
  cuts.cuts = tw_run_malloc (run, ((size_t) longer + 1) * ((size_t) longer + 1) * sizeof (Cut));
  if (cuts.cuts == NULL)
    return false;
  for (int x = 1; x <= longer && !tw_run_should_stop (run); x++) {
    for (int y = 1; y <= x && y <= shorter; y++)
      find_cut (&cuts, x, y, whole || x < longer || y < longer);
  }
  if (tw_run_stop_reason (run) == TW_STOP_NONE)
    ok = lay_out (&cuts, 0, 0, width, height, tiling);
  tw_run_mfree (run, cuts.cuts);
  return ok;
}

static int
longer_side (const TwBoard *board)
{
  return board->width > board->height ? board->width : board->height;
}

static int
shorter_side (const TwBoard *board)
{
  return board->width < board->height ? board->width : board->height;
}

bool
tw_rectangle_cut (const TwBoard *board, TwRun *run)
{
  int longer = longer_side (board), shorter = shorter_side (board);
  TwTiling tiling = { 0 };
  bool ok;

  /* The longer side alone takes this many squares. */
  if (tw_run_best (run) == (longer + shorter - 1) / shorter)
    return true;
  ok = tw_rectangle_lay_out_cuts (board->width, board->height, true, run, &tiling);
  if (ok && tiling.count > 0)
    ok = tw_squares_offer (run, board, &tiling, 0);
  tw_tiling_clear (&tiling);
  return ok;
}

/* --- the proof ----------------------------------------------------------- */

/* A tiling with few squares of a rectangle much longer than high contains squares as high as the
 * rectangle. Let n be the longer side, m the shorter one, and j the number of squares of side m.
 * Each other line across the remaining length n - j m meets squares smaller than m whose sides add
 * up to m, so at least two. A square of side s is met along a length s, so the number of smaller
 * squares is the integral of the sum of 1 / s over those lines; two or more sides that add up to m
 * have sum 1 / s >= 4 / m. So the tiling has at least j + 4 (n - j m) / m squares. If it has at most
 * K, then 3 j >= 4 n / m - K.
 *
 * Squares of side m reach from one long side to the other. Without j of them, and with the others
 * moved together, the tiling covers a rectangle shorter by j m.
 *
 * Returns the least j; more than n / m when no tiling has as few as `most` = K squares. */
static int
count_full_squares (int longer, int shorter, int64_t most)
{
  int64_t excess = 4 * (int64_t) longer - most * shorter; /* 4 n / m - K, in units of 1 / m */

  return excess <= 0 ? 0 : (int) ((excess + 3 * (int64_t) shorter - 1) / (3 * (int64_t) shorter));
}

/* Offers the squares of the shortened rectangle with `full` squares of the shorter side behind it. */
static bool
offer_with_full_squares (const TwBoard *board, TwTiling *tiling, int full, TwRun *run)
{
  int side = shorter_side (board);
  bool across = board->width > board->height;

  for (int i = 0; i < full; i++) {
    int at = longer_side (board) - (i + 1) * side;

    if (!tw_tiling_add (tiling,
                        (TwSquare){ .x = across ? at : 0, .y = across ? 0 : at, .size = side }))
      return false;
  }
  return tw_squares_offer (run, board, tiling, 0);
}

TwStatus
tw_rectangle_solve (const TwBoard *board, TwRun *run)
{
  TwComposeQuery query = { .width = board->width,
                           .height = board->height,
                           .known = TW_COMPOSE_MOST_SQUARES };
  int longer = longer_side (board), shorter = shorter_side (board);
  TwTiling tiling = { 0 };
  int64_t best = tw_run_best (run);
  int bound;

  if (tw_run_stop_reason (run) != TW_STOP_NONE)
    return tw_run_status (run);
  if (best > 0 && best < INT_MAX) {
    query.full = count_full_squares (longer, shorter, best - 1);
    if ((int64_t) query.full * shorter > longer) {
      tw_run_raise_bound (run, best);
      return TW_STATUS_OPTIMAL;
    }
    if (query.full * shorter == longer)
      query.full--; /* a square remains */
    query.known = (int) best - query.full;
    *(board->width > board->height ? &query.width : &query.height) -= query.full * shorter;
  }
  bound = query.full + tw_compose_search (&query, run, &tiling);
  if (tiling.count > 0 && !offer_with_full_squares (board, &tiling, query.full, run))
    tw_run_stop (run, TW_STOP_MEMORY);
  tw_tiling_clear (&tiling);
  return tw_run_best (run) == bound ? TW_STATUS_OPTIMAL : tw_run_status (run);
}
