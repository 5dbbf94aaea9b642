/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiny.c - solves tiny piece puzzles on one word, with all data on the stack; search.c calls it
 * before it sets up a search. */
#include "core/pieces/tiny.h"

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
} Tiny;

/* --- the board ------------------------------------------------------------ */

static bool
read_board (Tiny *tiny, const TwBoard *board)
{
  int cells = board->width * board->height;

  tiny->width = board->width;
  tiny->height = board->height;
  tiny->n_colours = 0;
  tiny->free = 0;
  for (int i = 0; i < cells; i++) {
    int c = 0;

    if (board->cells[i] == TW_CELL_BLOCKED)
      continue;
    while (c < tiny->n_colours && tiny->colours[c] != board->cells[i])
      c++;
    if (c == MAX_COLOURS)
      return false;
    if (c == tiny->n_colours) {
      tiny->colours[c] = board->cells[i];
      tiny->of_colour[c] = 0;
      tiny->n_colours++;
    }
    tiny->of_colour[c] |= UINT64_C (1) << i;
    tiny->free |= UINT64_C (1) << i;
  }
  return tiny->free != 0;
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
turn_piece (const Tiny *tiny, const TwShape *shape, int k, Turn *turn)
{
  *turn = (Turn){ .width = k & 4 ? shape->height : shape->width,
                  .height = k & 4 ? shape->width : shape->height,
                  .transform = (uint8_t) k };
  if (turn->width > tiny->width || turn->height > tiny->height)
    return true;
  for (int i = 0; i < shape->count; i++) {
    TwShapeCell cell = tw_shape_cell (shape, k, i);
    uint64_t bit = UINT64_C (1) << (cell.y * tiny->width + cell.x);
    int c = 0;

    while (c < tiny->n_colours && tiny->colours[c] != cell.colour)
      c++;
    if (c == tiny->n_colours)
      return false;
    turn->cells |= bit;
    turn->of_colour[c] |= bit;
  }
  turn->first_x = __builtin_ctzll (turn->cells);
  turn->cells >>= turn->first_x;
  for (int c = 0; c < tiny->n_colours; c++)
    turn->of_colour[c] >>= turn->first_x;
  return true;
}

static bool
same_turn (const Tiny *tiny, const Turn *a, const Turn *b)
{
  if (a->cells != b->cells || a->first_x != b->first_x || a->width != b->width)
    return false;
  for (int c = 0; c < tiny->n_colours; c++) {
    if (a->of_colour[c] != b->of_colour[c])
      return false;
  }
  return true;
}

/* Lists the orientations that fit on the board. Returns false when two pieces share an
 * orientation, because this search does not merge equal pieces. */
static bool
turn_pieces (Tiny *tiny)
{
  const TwPieceProblem *problem = tiny->problem;
  int n = 0;

  tiny->n_pieces = (int) problem->n_pieces;
  for (int p = 0; p < tiny->n_pieces; p++) {
    const TwPiece *piece = &problem->pieces[p];

    tiny->left[p] = piece->most;
    tiny->need[p] = piece->least;
    tiny->first_turn[p] = n;
    for (int k = 0; k < 8; k++) {
      Turn turn;
      int other = 0;

      if (!(piece->transforms >> k & 1))
        continue;
      if (!turn_piece (tiny, &piece->shape, k, &turn))
        return false;
      if (turn.cells == 0)
        continue;
      while (other < n && !same_turn (tiny, &turn, &tiny->turns[other]))
        other++;
      if (other < tiny->first_turn[p])
        return false;
      if (other == n)
        tiny->turns[n++] = turn;
    }
  }
  tiny->first_turn[tiny->n_pieces] = n;
  return true;
}

/* --- the search ----------------------------------------------------------- */

static bool
fits (const Tiny *tiny, const Turn *turn, uint64_t free, int at)
{
  int x = at % tiny->width - turn->first_x, y = at / tiny->width;

  if (x < 0 || x + turn->width > tiny->width || y + turn->height > tiny->height
      || (turn->cells << at & ~free) != 0)
    return false;
  for (int c = 0; c < tiny->n_colours; c++) {
    if ((turn->of_colour[c] << at & ~tiny->of_colour[c]) != 0)
      return false;
  }
  return true;
}

static TwEnd
keep (Tiny *tiny)
{
  for (int p = 0; p < tiny->n_pieces; p++) {
    if (tiny->need[p] > 0)
      return TW_END_DONE;
  }
  if (tiny->n_solutions == MAX_SOLUTIONS)
    return TW_END_LIMIT;
  memcpy (tiny->placements[tiny->n_solutions], tiny->path,
          (size_t) tiny->n_path * sizeof (TwPiecePlacement));
  tiny->n_placements[tiny->n_solutions++] = tiny->n_path;
  return tiny->limit > 0 && (uint64_t) tiny->n_solutions == tiny->limit ? TW_END_FOUND
                                                                        : TW_END_DONE;
}

static TwEnd
fill (Tiny *tiny, uint64_t free)
{
  int at;

  if (free == 0)
    return keep (tiny);
  if (++tiny->nodes > MAX_NODES)
    return TW_END_LIMIT;
  at = __builtin_ctzll (free);
  for (int p = 0; p < tiny->n_pieces; p++) {
    if (tiny->left[p] == 0)
      continue;
    for (int t = tiny->first_turn[p]; t < tiny->first_turn[p + 1]; t++) {
      const Turn *turn = &tiny->turns[t];
      TwEnd end;

      if (!fits (tiny, turn, free, at))
        continue;
      tiny->path[tiny->n_path++] = (TwPiecePlacement){ .piece = p,
                                                       .transform = turn->transform,
                                                       .x = (int16_t) (at % tiny->width
                                                                       - turn->first_x),
                                                       .y = (int16_t) (at / tiny->width) };
      tiny->left[p]--;
      tiny->need[p]--;
      end = fill (tiny, free & ~(turn->cells << at));
      tiny->need[p]++;
      tiny->left[p]++;
      tiny->n_path--;
      if (end != TW_END_DONE)
        return end;
    }
  }
  return TW_END_DONE;
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
  case TW_PIECES_RANDOM:
    break;
  }
  return query->limit;
}

bool
tw_tiny_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                TwPieceSink *sink, TwPiecesResult *result)
{
  const TwBoard *board = problem->board;
  TwEnd end;
  Tiny tiny;

  if (board->width * board->height > MAX_CELLS || problem->n_pieces > MAX_PIECES
      || problem->n_free > 0 || problem->n_placed > 0 || query->resume != NULL
      || tw_run_should_stop (run) || (query->goal != TW_PIECES_FIRST && is_symmetric (board)))
    return false;
  tiny.problem = problem;
  if (!read_board (&tiny, board) || !turn_pieces (&tiny))
    return false;
  tiny.limit = wanted_solutions (query);
  tiny.nodes = tiny.n_path = tiny.n_solutions = 0;
  end = fill (&tiny, tiny.free);
  if (end == TW_END_LIMIT || tiny.n_solutions == 0)
    return false;

  tw_run_add_nodes (run, (uint64_t) tiny.nodes);
  result->engine = "tiny";
  result->status = TW_STATUS_OPTIMAL;
  result->complete = end == TW_END_DONE;
  result->raw = result->distinct = (uint64_t) tiny.n_solutions;
  if (result->complete)
    tw_instance_show_progress (run, TW_PHASE_DONE, 1000);
  if (sink == NULL)
    return true;
  tw_piece_sink_count (sink, result->raw, result->distinct);
  for (int i = 0; i < tiny.n_solutions; i++)
    tw_piece_sink_put (sink, &(TwPieceSolution){ .placements = tiny.placements[i],
                                                 .count = (size_t) tiny.n_placements[i] });
  return true;
}
