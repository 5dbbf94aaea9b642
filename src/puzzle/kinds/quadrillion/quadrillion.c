/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quadrillion.c - the kind of Quadrillion boards; see quadrillion.h. */
#include "puzzle/kinds/quadrillion/quadrillion.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/grid-text.h"
#include "puzzle/grids.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/pieces/drawing.h"

struct TwQuadrillionSet {
  TwShape shapes[TW_QUADRILLION_N_PIECES];
};

/* The pieces of the product, rows separated by '/'. */
static const char *const product[TW_QUADRILLION_N_PIECES] = {
  "###/#../#..", "####/#...",   "###/.#./.#.", "####/.#..", "#../###/..#", "#../###/.#.",
  "##/##/#.",    "#./#./##/.#", "##/#.",       "###/#.#",   "#./##/.#",    "#../##./.##",
};

static TwQuadrillionSet *
product_set (void)
{
  TwQuadrillionSet *set = g_new0 (TwQuadrillionSet, 1);

  for (int i = 0; i < TW_QUADRILLION_N_PIECES; i++)
    set->shapes[i] = tw_new_drawn_shape (product[i]);
  return set;
}

void
tw_quadrillion_set_free (TwQuadrillionSet *set)
{
  for (int i = 0; i < TW_QUADRILLION_N_PIECES; i++)
    tw_shape_clear (&set->shapes[i]);
  g_free (set);
}

TwQuadrillionSet *
tw_quadrillion_set_read (const char *text, gsize length, GError **error)
{
  enum {
    SIDE = TW_QUADRILLION_PIECE_SIDE,
    CELLS = SIDE * SIDE,
  };
  g_autoptr (TwQuadrillionSet) set = g_new0 (TwQuadrillionSet, 1);
  TwShapeCell cells[CELLS];
  int piece = 0, at = 0, n = 0, line = 1;

  for (gsize i = 0; i < length; i++) {
    char c = text[i];

    line += c == '\n';
    if (g_ascii_isspace (c))
      continue;
    if ((c != '0' && c != '1') || (i + 1 < length && !g_ascii_isspace (text[i + 1])))
      return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX,
                           _ ("line %d: only the numbers 0 and 1 are expected, with white space "
                              "between them"),
                           line);
    if (piece == TW_QUADRILLION_N_PIECES)
      return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX, _ ("line %d: more than %d pieces"), line,
                           TW_QUADRILLION_N_PIECES);
    if (c == '1')
      cells[n++] = (TwShapeCell){ .x = (int16_t) (at % SIDE),
                                  .y = (int16_t) (at / SIDE),
                                  .colour = TW_CELL_FREE };
    if (++at < CELLS)
      continue;
    if (n == 0)
      return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX, _ ("line %d: piece %c has no cell"), line,
                           'A' + piece);
    set->shapes[piece++] = tw_new_shape (cells, n);
    at = n = 0;
  }
  if (piece < TW_QUADRILLION_N_PIECES)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX,
                         _ ("line %d: the text ends in piece %c; there must be %d pieces of %d × "
                            "%d numbers"),
                         line, 'A' + piece, TW_QUADRILLION_N_PIECES, SIDE, SIDE);
  return g_steal_pointer (&set);
}

/* --- reading boards --------------------------------------------------------------- */

/* The lines of one board. */
typedef struct {
  const char *rows[TW_QUADRILLION_MAX_SIDE];
  int lengths[TW_QUADRILLION_MAX_SIDE];
  int n;
  int width;
  int line;         /* number of the first line */
  const char *made; /* the line that says what made the board; NULL: none */
} Rows;

static TwPieceProblem *
make_problem (const TwQuadrillionSet *set, TwBoard *board)
{
  TwPieceProblem *problem = tw_need (tw_piece_problem_new (board));

  for (int i = 0; i < TW_QUADRILLION_N_PIECES; i++) {
    const char name[2] = { (char) ('A' + i), '\0' };

    tw_add_piece (problem, name, tw_new_turned (&set->shapes[i], 0), 1, 1, TW_SHAPE_ALL);
  }
  return problem;
}

/* Places the piece whose letter marks these cells of the board. */
static gboolean
place_letter (TwPieceProblem *problem, const Rows *rows, int piece, GError **error)
{
  TwShapeCell cells[TW_QUADRILLION_MAX_SIDE * TW_QUADRILLION_MAX_SIDE];
  int n = 0, left = TW_QUADRILLION_MAX_SIDE, top = 0, first = 0;
  TwPlaceFault fault = TW_PLACE_TURNED;

  for (int y = rows->n - 1; y >= 0; y--)
    for (int x = rows->lengths[y] - 1; x >= 0; x--)
      if (rows->rows[y][x] == 'A' + piece) {
        cells[n++] = (TwShapeCell){ .x = (int16_t) x, .y = (int16_t) y, .colour = TW_CELL_FREE };
        left = MIN (left, x);
        top = y;
        first = x;
      }
  if (n == 0)
    return TRUE;

  g_auto (TwShape) shape = tw_new_shape (cells, n);

  for (int k = 0; k < 8 && fault != TW_PLACE_OK; k++) {
    g_auto (TwShape) turned = tw_new_turned (&problem->pieces[piece].shape, k);

    if (tw_shape_compare (&turned, &shape) == 0)
      fault = tw_piece_problem_place (
        problem,
        (TwPiecePlacement){
          .piece = piece, .transform = (uint8_t) k, .x = (int16_t) left, .y = (int16_t) top },
        NULL, NULL);
  }
  return fault == TW_PLACE_OK
         || tw_fail_format (error, _ ("line %d, column %d: the cells of %c are not piece %c"),
                            rows->line + top, first + 1, 'A' + piece, 'A' + piece);
}

static TwPuzzle *
make_puzzle (const TwQuadrillionSet *set, const Rows *rows, GError **error)
{
  g_autoptr (TwBoard) board = tw_need (tw_board_new (rows->width, rows->n));
  g_autofree guint8 *blocked = g_malloc0 ((gsize) rows->width * (gsize) rows->n);
  g_autoptr (TwPieceProblem) problem = NULL;

  for (int y = 0; y < rows->n; y++)
    for (int x = 0; x < rows->lengths[y]; x++) {
      char c = rows->rows[y][x];

      if (c == '*')
        blocked[y * rows->width + x] = 1;
      else if (c != ' ')
        tw_board_set (board, x, y, TW_CELL_FREE);
    }
  if (tw_board_count_free (board) == 0)
    return tw_fail_format_null (error, _ ("line %d: the board has no free cell"), rows->line);
  problem = make_problem (set, g_steal_pointer (&board));
  for (int i = 0; i < TW_QUADRILLION_N_PIECES; i++)
    if (!place_letter (problem, rows, i, error))
      return NULL;
  return tw_piece_puzzle_new (&tw_kind_quadrillion, NULL, g_steal_pointer (&problem), NULL,
                              g_steal_pointer (&blocked));
}

static gboolean
is_board_char (char c)
{
  return c == '.' || c == '*' || c == ' ' || (c >= 'A' && c < 'A' + TW_QUADRILLION_N_PIECES);
}

static gboolean
add_row (Rows *rows, const char *row, int length, int line, GError **error)
{
  for (int x = 0; x < length; x++)
    if (!is_board_char (row[x])) {
      g_autofree char *character = g_utf8_substring (row + x, 0,
                                                     1); /* a part of valid UTF-8 text */

      return tw_fail_format (error, _ ("line %d, column %d: expected ., * or A to L, not “%s”"),
                             line, x + 1, row[x] == '\t' ? _ ("tab") : character);
    }
  if (rows->n == TW_QUADRILLION_MAX_SIDE || length > TW_QUADRILLION_MAX_SIDE)
    return tw_fail_format (error, _ ("line %d: a board has at most %d × %d cells"), line,
                           TW_QUADRILLION_MAX_SIDE, TW_QUADRILLION_MAX_SIDE);
  if (rows->n == 0)
    rows->line = line;
  rows->rows[rows->n] = row;
  rows->lengths[rows->n++] = length;
  rows->width = MAX (rows->width, length);
  return TRUE;
}

/* Reads the lines of the next board and advances *at behind them. There are none at the end. */
static gboolean
next_board (const char **at, const char *end, int *line, Rows *rows, GError **error)
{
  *rows = (Rows){ .n = 0 };
  while (*at < end) {
    const char *row = *at, *newline = memchr (row, '\n', (gsize) (end - row));
    gsize length = (gsize) ((newline != NULL ? newline : end) - row);

    *at = newline != NULL ? newline + 1 : end;
    ++*line;
    while (length > 0 && (row[length - 1] == ' ' || row[length - 1] == '\r'))
      length--;
    if (length == 0 && rows->n > 0)
      return TRUE;
    if (g_str_has_prefix (row, TW_MADE_SEED))
      rows->made = row;
    else if (length > 0 && !add_row (rows, row, (int) MIN (length, G_MAXINT16), *line, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_boards (const TwQuadrillionSet *set, const char *text, gsize length, GPtrArray *puzzles,
             GError **error)
{
  const char *end = text + length;
  int line = 0;
  Rows rows;

  while (next_board (&text, end, &line, &rows, error)) {
    TwPuzzle *puzzle = rows.n > 0 ? make_puzzle (set, &rows, error) : NULL;

    if (rows.n == 0 && puzzles->len == 0)
      tw_fail_format (error, _ ("there is no board"));
    if (puzzle == NULL)
      return rows.n == 0 && puzzles->len > 0;
    if (rows.made != NULL)
      tw_kind_read_made_line (puzzle, rows.made);
    g_ptr_array_add (puzzles, puzzle);
  }
  return FALSE;
}

/* --- the kind ------------------------------------------------------------------------ */

/* Does the board consist of four grids? */
static gboolean
consists_of_grids (const Rows *rows)
{
  guint8 outside[TW_QUADRILLION_MAX_SIDE * TW_QUADRILLION_MAX_SIDE], numbers[sizeof outside];

  for (int y = 0; y < rows->n; y++)
    for (int x = 0; x < rows->width; x++)
      outside[y * rows->width + x] = x >= rows->lengths[y] || rows->rows[y][x] == ' ';
  return tw_grids_number (rows->width, rows->n, outside, numbers) == TW_GRIDS_N;
}

/* A text is of this kind when each of its boards consists of four grids and not all cells are
 * points: such a rectangle is an empty board of squares, and the pieces of the product do not fill
 * it. A file whose name says so is also of this kind when most characters are points and stars,
 * unless it is a grid of another kind; the reader then reports what is wrong. */
static gboolean
sniff_text (const char *text, gsize length, const char *name)
{
  const char *at = text, *end = text + length;
  gsize points = 0, others = 0;
  int line = 0, n_boards = 0;
  Rows rows;

  if (tw_grid_text_sniff (text, length))
    return FALSE;
  for (gsize i = 0; i < length; i++) {
    points += text[i] == '.' || text[i] == '*';
    others += !is_board_char (text[i]) && text[i] != '\n' && text[i] != '\r';
  }
  if (name != NULL && points > 0 && points >= others) {
    g_autofree char *lower = g_ascii_strdown (name, -1);

    if (strstr (lower, "board") != NULL || strstr (lower, "quadrillion") != NULL)
      return TRUE;
  }
  for (; next_board (&at, end, &line, &rows, NULL); n_boards++) {
    if (rows.n == 0)
      return n_boards > 0 && points > 0;
    if (!consists_of_grids (&rows))
      return FALSE;
  }
  return FALSE;
}

static gboolean
read_text (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  g_autoptr (TwQuadrillionSet) set = product_set ();

  return read_boards (set, text, length, puzzles, error);
}

static char *
write_board (const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  const TwBoard *board = problem->board;
  gsize width = (gsize) board->width;
  g_autofree char *cells = g_malloc (width * (gsize) board->height);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < width * (gsize) board->height; i++)
    cells[i] = board->cells[i] != TW_CELL_BLOCKED ? '.' : outside[i] ? ' ' : '*';
  for (gsize i = 0; i < problem->n_placed; i++) {
    TwPiecePlacement placed = problem->placed[i];
    const TwPiece *piece = &problem->pieces[placed.piece];

    for (int c = 0; c < piece->shape.count; c++) {
      TwShapeCell cell = tw_shape_cell (&piece->shape, placed.transform, c);

      cells[tw_board_index (board, placed.x + cell.x, placed.y + cell.y)] = piece->name[0];
    }
  }
  for (int y = 0; y < board->height; y++) {
    g_string_append_len (text, cells + (gsize) y * width, (gssize) width);
    tw_text_trim_end (text);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static TwPuzzle *
with_pieces (TwPuzzle *puzzle, const char *text, gsize length, GError **error)
{
  g_autoptr (TwQuadrillionSet) set = tw_quadrillion_set_read (text, length, error);
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autofree char *board = write_board (puzzle);
  TwPuzzle *changed;

  if (set == NULL || !read_boards (set, board, strlen (board), puzzles, error))
    return NULL;
  changed = tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
  tw_puzzle_set_id (changed, tw_puzzle_get_id (puzzle));
  tw_puzzle_set_origin (changed, tw_puzzle_get_file (puzzle), tw_puzzle_get_name (puzzle));
  return changed;
}

const TwKind tw_kind_quadrillion = {
  .name = "quadrillion",
  .title = N_ ("Quadrillion"),
  .flags = TW_KIND_PIECES | TW_KIND_LIST_RAW | TW_KIND_GRIDS,
  .read =
    &(const TwKindRead){
      .sniff_text = sniff_text,
      .text = read_text,
    },
  .write =
    &(const TwKindWrite){
      .exports = tw_piece_exports,
      .read_model = tw_model_read_pieces,
      .puzzle = write_board,
    },
  .edit =
    &(const TwKindEdit){
      .cells = TW_EDIT_OBSTACLES,
      .max_side = TW_QUADRILLION_MAX_SIDE,
      .with_pieces = with_pieces,
    },
  .solve = &tw_piece_solve,
  .solution = &tw_piece_solution,
  .count = &tw_piece_count,
  .certify = &tw_piece_certify,
  .describe = tw_piece_puzzle_describe,
};
