/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.c - exact solution of empty rectangles; called by the automatic strategy. */
#include "core/squares/engines/rectangle.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/transform.h"

enum {
  MOST_SQUARES = 60, /* a deeper search is infeasible */
  MOST_PIECES = MOST_SQUARES + 2,
  MOST_CUT_SIDE = 400, /* the dynamic programme over cuts takes time cubic in the side */
  POLL_INTERVAL = 512,
};

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
  size_t size = ((size_t) longer + 1) * ((size_t) longer + 1) * sizeof (Cut);
  Cuts cuts = { .side = longer };
  bool ok = true;

  tiling->count = 0;
  if (longer > MOST_CUT_SIDE)
    return true;
  cuts.cuts = tw_run_malloc (run, size);
  if (cuts.cuts == NULL)
    return false;
  for (int x = 1; x <= longer && !tw_run_should_stop (run); x++) {
    for (int y = 1; y <= x && y <= shorter; y++)
      find_cut (&cuts, x, y, whole || x < longer || y < longer);
  }
  if (tw_run_stop_reason (run) == TW_STOP_NONE)
    ok = lay_out (&cuts, 0, 0, width, height, tiling);
  tw_run_mfree (run, cuts.cuts, size);
  return ok;
}

bool
tw_rectangle_cut (const TwBoard *board, TwRun *run)
{
  TwTiling tiling = { 0 };
  bool ok = tw_rectangle_lay_out_cuts (board->width, board->height, true, run, &tiling);

  if (ok && tiling.count > 0)
    ok = tw_run_offer (run, board, &tiling, 0);
  tw_tiling_clear (&tiling);
  return ok;
}

/* --- the search ---------------------------------------------------------- */

/* A level segment of the skyline, from x to the next segment's x. y is the height to which it is
 * filled; an empty rectangle has no preferred direction. */
typedef struct {
  int16_t x;
  int16_t y;
} Piece;

typedef struct {
  int count;
  Piece pieces[MOST_PIECES];
} Skyline;

typedef struct {
  int width;
  int height;
  int corner; /* size of the square at (0, 0); no other corner may have a larger one */
  TwSquare placed[MOST_SQUARES];
  int n_placed;
  uint64_t nodes;
  TwPoll poll;
} Search;

static int
piece_end (const Search *search, const Skyline *skyline, int i)
{
  return i + 1 < skyline->count ? skyline->pieces[i + 1].x : search->width;
}

/* Returns a lower bound on the squares still needed; stops counting beyond `enough`.
 *
 * A segment lower than both neighbours is a well. Squares that begin below its rim lie within its
 * width, so filling it to the rim takes at least depth / width squares. Any other segment needs a
 * square that stands on it; one square may stand on several segments of the same height when
 * nothing between them is higher. No square is counted twice. */
static int
squares_needed (const Search *search, const Skyline *skyline, int enough)
{
  int needed = 0;

  for (int i = 0; i < skyline->count && needed <= enough; i++) {
    int y = skyline->pieces[i].y;
    int width = piece_end (search, skyline, i) - skyline->pieces[i].x;
    int left = i > 0 ? skyline->pieces[i - 1].y : search->height;
    int right = i + 1 < skyline->count ? skyline->pieces[i + 1].y : search->height;
    int depth = (left < right ? left : right) - y;

    if (y == search->height)
      continue;
    if (depth > 0) {
      needed += depth > width ? (depth + width - 1) / width : 1;
      continue;
    }
    needed++;
    for (int j = i - 1; j >= 0 && skyline->pieces[j].y <= y; j--) {
      if (skyline->pieces[j].y == y) {
        needed--;
        break;
      }
    }
  }
  return needed;
}

/* Places a square of this size at the left end of segment i of `from`. */
static void
put_square (const Search *search, const Skyline *from, int i, int size, Skyline *to)
{
  int x = from->pieces[i].x, y = from->pieces[i].y;
  int next = i + 1;

  memcpy (to->pieces, from->pieces, (size_t) i * sizeof (Piece));
  to->count = i;
  if (i == 0 || from->pieces[i - 1].y != y + size)
    to->pieces[to->count++] = (Piece){ .x = (int16_t) x, .y = (int16_t) (y + size) };
  if (x + size < piece_end (search, from, i))
    to->pieces[to->count++] = (Piece){ .x = (int16_t) (x + size), .y = (int16_t) y };
  else if (next < from->count && from->pieces[next].y == y + size)
    next++;
  memcpy (to->pieces + to->count, from->pieces + next,
          (size_t) (from->count - next) * sizeof (Piece));
  to->count += from->count - next;
}

/* Of the mirror images, only the one whose square at (0, 0) is the largest of the four corners is
 * searched. */
static bool
breaks_symmetry (const Search *search, int x, int y, int size)
{
  bool top = y + size == search->height, right = x + size == search->width;

  return size > search->corner && ((y == 0 && right) || (top && (x == 0 || right)));
}

/* Returns whether the skyline can be filled with at most `left` squares. */
static bool
fill (Search *search, const Skyline *skyline, int left)
{
  int lowest = 0, x, y, most;

  search->nodes++;
  if (tw_poll (&search->poll))
    return false;
  for (int i = 1; i < skyline->count; i++) {
    if (skyline->pieces[i].y < skyline->pieces[lowest].y)
      lowest = i;
  }
  x = skyline->pieces[lowest].x;
  y = skyline->pieces[lowest].y;
  if (y == search->height)
    return true;
  if (left == 0)
    return false;

  most = piece_end (search, skyline, lowest) - x;
  if (most > search->height - y)
    most = search->height - y;
  for (int size = most; size >= 1; size--) {
    Skyline next;

    if (search->n_placed == 0)
      search->corner = size;
    else if (breaks_symmetry (search, x, y, size))
      continue;
    put_square (search, skyline, lowest, size, &next);
    if (squares_needed (search, &next, left - 1) > left - 1)
      continue;
    search->placed[search->n_placed++] = (TwSquare){ .x = x, .y = y, .size = size };
    if (fill (search, &next, left - 1))
      return true;
    search->n_placed--;
    if (search->poll.stopped)
      return false;
  }
  return false;
}

TwStatus
tw_rectangle_solve (const TwBoard *board, TwRun *run)
{
  const Skyline flat = { .count = 1 };
  /* A skyline over the longer side has fewer segments. */
  bool turn = board->height > board->width;
  Search *search = tw_run_calloc (run, 1, sizeof (Search));
  bool done = false;

  if (search == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    return tw_run_status (run);
  }
  search->width = turn ? board->height : board->width;
  search->height = turn ? board->width : board->height;
  tw_poll_init (&search->poll, run, POLL_INTERVAL);

  for (int count = 1; count <= MOST_SQUARES && !done; count++) {
    bool found;

    tw_run_raise_bound (run, count);
    if (tw_run_best (run) == count) {
      done = true;
      break;
    }
    search->n_placed = 0;
    found = fill (search, &flat, count);
    if (search->poll.stopped)
      break;
    if (found) {
      TwTiling tiling = { .squares = search->placed, .count = (size_t) search->n_placed };

      for (int i = 0; turn && i < search->n_placed; i++) {
        TwSquare s = search->placed[i];

        search->placed[i] = (TwSquare){ .x = s.y, .y = s.x, .size = s.size };
      }
      done = tw_run_offer (run, board, &tiling, turn ? TW_TRANSFORM_TRANSPOSE : 0);
      break;
    }
  }
  tw_run_add_nodes (run, search->nodes);
  tw_run_mfree (run, search, sizeof (Search));
  return done ? TW_STATUS_OPTIMAL : tw_run_status (run);
}
