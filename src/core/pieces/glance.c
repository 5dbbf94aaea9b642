/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glance.c - solves tiny piece puzzles on one word, with all data on the stack; search.c calls it
 * before it sets up a search. */
#include "core/pieces/glance.h"

#include <string.h>

#include "core/pieces/instance.h"

enum {
  MAX_CELLS = 64, /* of the board with its holes: the bits of a word */
  MAX_PIECES = 8,
  MAX_TURNS = 8 * MAX_PIECES,
  MAX_COLOURS = 8,
  MAX_SOLUTIONS = 8,
  MAX_NODES = 200,
};

/* A piece in one orientation. Cells are bits in row-major order of the board; bit 0 is its first
 * cell. */
typedef struct {
  uint64_t cells;
  uint64_t of_colour[MAX_COLOURS]; /* as many as the board has colours */
  int width;
  int height;
  int first_x; /* column of the first cell in the bounding box; it is in row 0 */
  uint8_t transform;
} Turn;

typedef struct {
  const TwPieceProblem *problem;
  int width;
  int height;
  int n_colours;
  uint8_t colours[MAX_COLOURS];
  uint64_t of_colour[MAX_COLOURS]; /* cells of the board */
  uint64_t free;

  int n_pieces;
  int left[MAX_PIECES];
  int need[MAX_PIECES];
  int first_turn[MAX_PIECES + 1];
  Turn turns[MAX_TURNS];

  uint64_t limit; /* number of solutions wanted; 0: all */
  int nodes;
  int n_path;
  TwPiecePlacement path[MAX_CELLS];
  int n_solutions;
  int n_placements[MAX_SOLUTIONS];
  TwPiecePlacement placements[MAX_SOLUTIONS][MAX_CELLS];
} Glance;

typedef enum {
  GO_ON,
  ENOUGH, /* the requested number of solutions is found */
  GIVE_UP,
} Verdict;

/* --- the board ------------------------------------------------------------ */

static bool
read_board (Glance *glance, const TwBoard *board)
{
  int cells = board->width * board->height;

  glance->width = board->width;
  glance->height = board->height;
  glance->n_colours = 0;
  glance->free = 0;
  for (int i = 0; i < cells; i++) {
    int c = 0;

    if (board->cells[i] == TW_CELL_BLOCKED)
      continue;
    while (c < glance->n_colours && glance->colours[c] != board->cells[i])
      c++;
    if (c == MAX_COLOURS)
      return false;
    if (c == glance->n_colours) {
      glance->colours[c] = board->cells[i];
      glance->of_colour[c] = 0;
      glance->n_colours++;
    }
    glance->of_colour[c] |= UINT64_C (1) << i;
    glance->free |= UINT64_C (1) << i;
  }
  return glance->free != 0;
}

static bool
maps_board (const TwBoard *board, const TwBoardBox *box, int k)
{
  int last_x = box->right - box->left, last_y = box->bottom - box->top;

  for (int y = 0; y <= last_y; y++) {
    for (int x = 0; x <= last_x; x++) {
      int u = k & 4 ? y : x, v = k & 4 ? x : y;

      u = k & 2 ? last_x - u : u;
      v = k & 1 ? last_y - v : v;
      if (tw_board_get (board, box->left + x, box->top + y)
          != tw_board_get (board, box->left + u, box->top + v))
        return false;
    }
  }
  return true;
}

static bool
is_symmetric (const TwBoard *board)
{
  TwBoardBox box;
  int n;

  if (!tw_board_free_box (board, &box))
    return true;
  n = box.right - box.left == box.bottom - box.top ? 8 : 4;
  for (int k = 1; k < n; k++) {
    if (maps_board (board, &box, k))
      return true;
  }
  return false;
}

/* --- the pieces ----------------------------------------------------------- */

/* Returns false when a cell has a colour that the board does not have. */
static bool
turn_piece (const Glance *glance, const TwShape *shape, int k, Turn *turn)
{
  *turn = (Turn){ .width = k & 4 ? shape->height : shape->width,
                  .height = k & 4 ? shape->width : shape->height,
                  .transform = (uint8_t) k };
  if (turn->width > glance->width || turn->height > glance->height)
    return true;
  for (int i = 0; i < shape->count; i++) {
    TwShapeCell cell = tw_shape_cell (shape, k, i);
    uint64_t bit = UINT64_C (1) << (cell.y * glance->width + cell.x);
    int c = 0;

    while (c < glance->n_colours && glance->colours[c] != cell.colour)
      c++;
    if (c == glance->n_colours)
      return false;
    turn->cells |= bit;
    turn->of_colour[c] |= bit;
  }
  turn->first_x = __builtin_ctzll (turn->cells);
  turn->cells >>= turn->first_x;
  for (int c = 0; c < glance->n_colours; c++)
    turn->of_colour[c] >>= turn->first_x;
  return true;
}

static bool
same_turn (const Glance *glance, const Turn *a, const Turn *b)
{
  if (a->cells != b->cells || a->first_x != b->first_x || a->width != b->width)
    return false;
  for (int c = 0; c < glance->n_colours; c++) {
    if (a->of_colour[c] != b->of_colour[c])
      return false;
  }
  return true;
}

/* Lists the orientations that fit on the board. Returns false when two pieces share an
 * orientation, because this search does not merge equal pieces. */
static bool
turn_pieces (Glance *glance)
{
  const TwPieceProblem *problem = glance->problem;
  int n = 0;

  glance->n_pieces = (int) problem->n_pieces;
  for (int p = 0; p < glance->n_pieces; p++) {
    const TwPiece *piece = &problem->pieces[p];

    glance->left[p] = piece->most;
    glance->need[p] = piece->least;
    glance->first_turn[p] = n;
    for (int k = 0; k < 8; k++) {
      Turn *turn = &glance->turns[n];
      int other = 0;

      if (!(piece->transforms >> k & 1))
        continue;
      if (!turn_piece (glance, &piece->shape, k, turn))
        return false;
      if (turn->cells == 0)
        continue;
      while (other < n && !same_turn (glance, turn, &glance->turns[other]))
        other++;
      if (other < glance->first_turn[p])
        return false;
      n += other == n;
    }
  }
  glance->first_turn[glance->n_pieces] = n;
  return true;
}

/* --- the search ----------------------------------------------------------- */

static bool
fits (const Glance *glance, const Turn *turn, uint64_t free, int at)
{
  int x = at % glance->width - turn->first_x, y = at / glance->width;

  if (x < 0 || x + turn->width > glance->width || y + turn->height > glance->height
      || (turn->cells << at & ~free) != 0)
    return false;
  for (int c = 0; c < glance->n_colours; c++) {
    if ((turn->of_colour[c] << at & ~glance->of_colour[c]) != 0)
      return false;
  }
  return true;
}

static Verdict
keep (Glance *glance)
{
  for (int p = 0; p < glance->n_pieces; p++) {
    if (glance->need[p] > 0)
      return GO_ON;
  }
  if (glance->n_solutions == MAX_SOLUTIONS)
    return GIVE_UP;
  memcpy (glance->placements[glance->n_solutions], glance->path,
          (size_t) glance->n_path * sizeof (TwPiecePlacement));
  glance->n_placements[glance->n_solutions++] = glance->n_path;
  return glance->limit > 0 && (uint64_t) glance->n_solutions == glance->limit ? ENOUGH : GO_ON;
}

static Verdict
fill (Glance *glance, uint64_t free)
{
  int at;

  if (free == 0)
    return keep (glance);
  if (++glance->nodes > MAX_NODES)
    return GIVE_UP;
  at = __builtin_ctzll (free);
  for (int p = 0; p < glance->n_pieces; p++) {
    if (glance->left[p] == 0)
      continue;
    for (int t = glance->first_turn[p]; t < glance->first_turn[p + 1]; t++) {
      const Turn *turn = &glance->turns[t];
      Verdict verdict;

      if (!fits (glance, turn, free, at))
        continue;
      glance->path[glance->n_path++] = (TwPiecePlacement){ .piece = p,
                                                           .transform = turn->transform,
                                                           .x = (int16_t) (at % glance->width
                                                                           - turn->first_x),
                                                           .y = (int16_t) (at / glance->width) };
      glance->left[p]--;
      glance->need[p]--;
      verdict = fill (glance, free & ~(turn->cells << at));
      glance->need[p]++;
      glance->left[p]++;
      glance->n_path--;
      if (verdict != GO_ON)
        return verdict;
    }
  }
  return GO_ON;
}

static uint64_t
wanted_solutions (const TwPiecesQuery *query)
{
  switch (query->goal) {
  case TW_PIECES_FIRST:
    return 1;
  case TW_PIECES_UNIQUE:
    return 2;
  case TW_PIECES_ALL:
  case TW_PIECES_COUNT:
    break;
  }
  return query->limit;
}

bool
tw_glance_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                  TwPieceSink *sink, TwPiecesResult *result)
{
  const TwBoard *board = problem->board;
  Verdict verdict;
  Glance glance;

  if (board->width * board->height > MAX_CELLS || problem->n_pieces > MAX_PIECES
      || problem->n_placed > 0 || query->resume != NULL || tw_run_should_stop (run)
      || (query->goal != TW_PIECES_FIRST && is_symmetric (board)))
    return false;
  glance.problem = problem;
  if (!read_board (&glance, board) || !turn_pieces (&glance))
    return false;
  glance.limit = wanted_solutions (query);
  glance.nodes = glance.n_path = glance.n_solutions = 0;
  verdict = fill (&glance, glance.free);
  if (verdict == GIVE_UP || glance.n_solutions == 0)
    return false;

  tw_run_add_nodes (run, (uint64_t) glance.nodes);
  result->engine = "glance";
  result->status = TW_STATUS_OPTIMAL;
  result->complete = verdict == GO_ON;
  result->raw = result->distinct = (uint64_t) glance.n_solutions;
  if (result->complete)
    tw_instance_show_progress (run, TW_PHASE_DONE, 1000);
  if (sink == NULL)
    return true;
  tw_piece_sink_count (sink, result->raw, result->distinct);
  for (int i = 0; i < glance.n_solutions; i++)
    tw_piece_sink_put (sink, &(TwPieceSolution){ .placements = glance.placements[i],
                                                 .count = (size_t) glance.n_placements[i] });
  return true;
}
