/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing.c - reads and writes drawings of piece puzzles; see drawing.h. */
#include "puzzle/kinds/pieces/drawing.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/kinds/pieces/xmpuzzle.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/polyominoes.h"

/* --- the drawing as cells ---------------------------------------------------------- */

/* All characters, line by line; line i is chars[starts[i]] ... chars[starts[i + 1] - 1]. */
typedef struct {
  GArray *chars;  /* of gunichar; 0: white space, or already in a component */
  GArray *starts; /* of guint32 */
} Drawing;

typedef struct {
  gint32 column;
  gint32 line;
  gunichar name;
} Mark;

typedef struct {
  GArray *marks; /* of Mark; the marks of all components */
  guint first;
  guint count;
  gint32 left, right, top, bottom;
} Component;

static void
split_lines (const char *text, gsize length, Drawing *drawing)
{
  guint32 start = 0;

  drawing->chars = g_array_new (FALSE, FALSE, sizeof (gunichar));
  drawing->starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (drawing->starts, start);
  for (const char *p = text; p < text + length; p += g_utf8_skip[(guchar) *p]) {
    gunichar c = g_utf8_get_char (p);

    if (c != '\n') {
      if (g_unichar_isspace (c) || g_unichar_iscntrl (c) || g_unichar_iszerowidth (c))
        c = 0;
      g_array_append_val (drawing->chars, c);
      continue;
    }
    start = drawing->chars->len;
    g_array_append_val (drawing->starts, start);
  }
  start = drawing->chars->len;
  g_array_append_val (drawing->starts, start);
}

static void
clear_drawing (Drawing *drawing)
{
  g_array_unref (drawing->chars);
  g_array_unref (drawing->starts);
}

static gunichar *
char_at (const Drawing *drawing, gint32 line, gint32 column)
{
  guint32 start, end;

  if (line < 0 || column < 0 || line + 1 >= (gint32) drawing->starts->len)
    return NULL;
  start = g_array_index (drawing->starts, guint32, line);
  end = g_array_index (drawing->starts, guint32, line + 1);
  if ((guint32) column >= end - start)
    return NULL;
  return &g_array_index (drawing->chars, gunichar, start + (guint32) column);
}

static void
take (const Drawing *drawing, GArray *marks, gint32 line, gint32 column)
{
  gunichar *c = char_at (drawing, line, column);
  Mark mark = { .line = line, .column = column };

  if (c == NULL || *c == 0)
    return;
  mark.name = *c;
  *c = 0;
  g_array_append_val (marks, mark);
}

/* Collects a component by breadth-first search; its marks serve as the queue. */
static Component
take_component (const Drawing *drawing, GArray *marks, gint32 line, gint32 column)
{
  Component found = { .marks = marks,
                      .first = marks->len,
                      .left = column,
                      .right = column,
                      .top = line,
                      .bottom = line };

  take (drawing, marks, line, column);
  for (guint i = found.first; i < marks->len; i++) {
    Mark mark = g_array_index (marks, Mark, i);

    found.left = MIN (found.left, mark.column);
    found.right = MAX (found.right, mark.column);
    found.top = MIN (found.top, mark.line);
    found.bottom = MAX (found.bottom, mark.line);
    take (drawing, marks, mark.line, mark.column + 1);
    take (drawing, marks, mark.line + 1, mark.column);
    take (drawing, marks, mark.line, mark.column - 1);
    take (drawing, marks, mark.line - 1, mark.column);
  }
  found.count = marks->len - found.first;
  return found;
}

static GArray *
find_components (const Drawing *drawing, GArray *marks)
{
  GArray *components = g_array_new (FALSE, FALSE, sizeof (Component));

  for (gint32 line = 0; line + 1 < (gint32) drawing->starts->len; line++) {
    guint32 start = g_array_index (drawing->starts, guint32, line);
    guint32 end = g_array_index (drawing->starts, guint32, line + 1);

    for (guint32 i = start; i < end; i++) {
      if (g_array_index (drawing->chars, gunichar, i) != 0) {
        Component found = take_component (drawing, marks, line, (gint32) (i - start));

        g_array_append_val (components, found);
      }
    }
  }
  return components;
}

static gint64
box_of (const Component *component)
{
  return ((gint64) component->right - component->left + 1)
         * ((gint64) component->bottom - component->top + 1);
}

static guint
find_board (GArray *components)
{
  guint best = 0;

  for (guint i = 1; i < components->len; i++) {
    const Component *a = &g_array_index (components, Component, i);
    const Component *b = &g_array_index (components, Component, best);

    if (box_of (a) > box_of (b) || (box_of (a) == box_of (b) && a->count > b->count))
      best = i;
  }
  return best;
}

/* --- from components to a problem ------------------------------------------------- */

static gboolean
colour_of (const Mark *mark, TwPieceColours *colours, guint8 *colour, GError **error)
{
  *colour = tw_piece_colours_add (colours, mark->name);
  if (*colour != 0)
    return TRUE;
  return tw_fail_format (error, _ ("line %d, column %d: more than %d colours"), mark->line + 1,
                         mark->column + 1, TW_PIECE_MAX_COLOURS);
}

static gboolean
fits_limits (const Component *component, GError **error)
{
  if (component->right - component->left < TW_BOARD_MAX_SIDE
      && component->bottom - component->top < TW_BOARD_MAX_SIDE)
    return TRUE;
  return tw_fail_format (
    error, _ ("line %d, column %d: what begins here is %d × %d cells, more than %d a side"),
    component->top + 1, component->left + 1, component->right - component->left + 1,
    component->bottom - component->top + 1, TW_BOARD_MAX_SIDE);
}

static TwBoard *
make_board (const Component *component, TwPieceColours *colours, GError **error)
{
  g_autoptr (TwBoard) board = NULL;

  if (!fits_limits (component, error))
    return NULL;
  board = tw_need (
    tw_board_new (component->right - component->left + 1, component->bottom - component->top + 1));
  for (guint i = 0; i < component->count; i++) {
    const Mark *mark = &g_array_index (component->marks, Mark, component->first + i);
    guint8 colour;

    if (!colour_of (mark, colours, &colour, error))
      return NULL;
    tw_board_set (board, mark->column - component->left, mark->line - component->top, colour);
  }
  return g_steal_pointer (&board);
}

static gboolean
add_piece (TwPieceProblem *problem, const Component *component, TwPieceColours *colours,
           GError **error)
{
  g_autofree TwShapeCell *cells = g_new (TwShapeCell, component->count);

  if (!fits_limits (component, error))
    return FALSE;
  for (guint i = 0; i < component->count; i++) {
    const Mark *mark = &g_array_index (component->marks, Mark, component->first + i);

    if (!colour_of (mark, colours, &cells[i].colour, error))
      return FALSE;
    cells[i].x = (int16_t) (mark->column - component->left);
    cells[i].y = (int16_t) (mark->line - component->top);
  }
  tw_add_piece (problem, "", tw_new_shape (cells, (int) component->count), 0, 1, TW_SHAPE_ALL);
  return TRUE;
}

static TwPuzzle *
make_puzzle (const TwKind *kind, GArray *components, GError **error)
{
  TwPieceColours colours = { .count = 0 };
  guint board_index = find_board (components);
  const Component *board_component = &g_array_index (components, Component, board_index);
  TwBoard *board = make_board (board_component, &colours, error);
  g_autoptr (TwPieceProblem) problem = NULL;

  if (board == NULL)
    return NULL;
  problem = tw_need (tw_piece_problem_new (board));
  for (guint i = 0; i < components->len; i++)
    if (i != board_index
        && !add_piece (problem, &g_array_index (components, Component, i), &colours, error))
      return NULL;
  tw_polyominoes_name (problem, NULL);
  return tw_piece_puzzle_new (kind, NULL, g_steal_pointer (&problem), &colours, NULL);
}

TwPuzzle *
tw_piece_text_read (const TwKind *kind, const char *text, gsize length, GError **error)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_autoptr (GArray) components = NULL;
  Drawing drawing;

  split_lines (text, length, &drawing);
  components = find_components (&drawing, marks);
  clear_drawing (&drawing);
  if (components->len == 0)
    return tw_fail_format_null (error, _ ("a board and pieces are expected, not only white space"));
  if (components->len == 1) {
    const Component *only = &g_array_index (components, Component, 0);

    return tw_fail_format_null (
      error,
      _ ("line %d, column %d: a board and at least one piece are expected, separated "
         "by white space"),
      only->top + 1, only->left + 1);
  }
  if (components->len > TW_PIECES_MAX_PIECES + 1) {
    const Component *last = &g_array_index (components, Component, TW_PIECES_MAX_PIECES + 1);

    return tw_fail_format_null (error, _ ("line %d, column %d: more than %d pieces"), last->top + 1,
                                last->left + 1, TW_PIECES_MAX_PIECES);
  }
  return make_puzzle (kind, components, error);
}

/* --- writing drawings ---------------------------------------------------------------- */

static void
append_cell (GString *line, const TwPieceColours *colours, guint8 colour)
{
  if (colour == 0)
    g_string_append_c (line, ' ');
  else
    g_string_append_unichar (line, colour <= colours->count ? colours->names[colour] : 'O');
}

void
tw_text_trim_end (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
}

void
tw_piece_draw_board_row (GString *text, const TwPieceColours *colours, const TwBoard *board, int y)
{
  for (int x = 0; x < board->width; x++)
    append_cell (text, colours, tw_board_get (board, x, y));
  tw_text_trim_end (text);
}

int
tw_piece_draw_shape_row (GString *text, const TwPieceColours *colours, const TwShape *shape, int y,
                         int first)
{
  int i = first;

  for (int x = 0; x < shape->width; x++) {
    gboolean here = i < shape->count && shape->cells[i].x == x && shape->cells[i].y == y;

    append_cell (text, colours, here ? shape->cells[i].colour : 0);
    i += here;
  }
  tw_text_trim_end (text);
  return i;
}

static void
append_shape (GString *text, const TwPieceColours *colours, const TwShape *shape)
{
  int i = 0;

  for (int y = 0; y < shape->height; y++) {
    i = tw_piece_draw_shape_row (text, colours, shape, y, i);
    g_string_append_c (text, '\n');
  }
  g_string_append_c (text, '\n');
}

gboolean
tw_piece_puzzle_turns_freely (const TwPieceProblem *problem, GError **error)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    TwShape some[8], all[8];
    guint8 transforms[8];
    int n = tw_shape_orientations (&piece->shape, piece->transforms, some, transforms);
    int m = tw_shape_orientations (&piece->shape, TW_SHAPE_ALL, all, transforms);

    for (int s = 0; s < n; s++)
      tw_shape_clear (&some[s]);
    for (int s = 0; s < m; s++)
      tw_shape_clear (&all[s]);
    any = any || piece->most > 0;
    if (n != m && piece->most > 0)
      return tw_fail_format (
        error,
        _ ("piece %s may not be rotated or flipped freely, which this format cannot express"),
        piece->name);
  }
  if (!any)
    tw_fail_format (error, _ ("there are no pieces, which this format cannot express"));
  return any;
}

/* A puzzle can be drawn when the board is one component with the largest box and each piece is one
 * component. */
static gboolean
can_be_drawn (const TwPieceProblem *problem, GError **error)
{
  const TwBoard *board = problem->board;
  g_autofree gint32 *labels = g_new (gint32, (gsize) board->width * (gsize) board->height);
  gint64 box = (gint64) board->width * board->height, cells = 0, all;
  gsize free_cells = tw_board_count_free (board);
  gboolean must = FALSE;

  if (tw_board_label_components (board, labels) != 1)
    return tw_fail_format (error,
                           _ ("the board has several parts, which a drawing cannot express"));
  if (problem->n_free > 0)
    return tw_fail_format (error, _ ("cells stay free, which this format cannot express"));
  if (problem->rules != NULL)
    return tw_fail_format (error, _ ("the colours have rules, which a drawing cannot express"));
  if (problem->n_placed > 0)
    return tw_fail_format (error,
                           _ ("pieces are placed beforehand, which a drawing cannot express"));
  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    gint64 its = (gint64) piece->shape.width * piece->shape.height;

    if (!tw_shape_is_connected (&piece->shape))
      return tw_fail_format (
        error, _ ("piece %s has several parts, which a drawing cannot express"), piece->name);
    if (its > box || (its == box && (gsize) piece->shape.count >= free_cells))
      return tw_fail_format (error, _ ("piece %s would be taken for the board in a drawing"),
                             piece->name);
    must = must || piece->least > 0;
    cells += (gint64) piece->shape.count * piece->most;
  }
  all = (gint64) free_cells;
  if (!tw_piece_puzzle_turns_freely (problem, error))
    return FALSE;
  if (must && cells != all)
    return tw_fail_format (error, _ ("some pieces must be used, which a drawing cannot express"));
  if (cells > TW_PIECES_MAX_CELLS)
    return tw_fail_format (error, _ ("the pieces have %lld cells: too many to draw"),
                           (long long) cells);
  return TRUE;
}

char *
tw_piece_text_write (const TwPuzzle *puzzle, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  const TwPieceColours *colours = tw_piece_puzzle_get_colours (puzzle);
  const TwBoard *board = problem->board;
  GString *text;

  if (!can_be_drawn (problem, error))
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; i < problem->n_pieces; i++)
    for (int n = 0; n < problem->pieces[i].most; n++)
      append_shape (text, colours, &problem->pieces[i].shape);
  for (int y = 0; y < board->height; y++) {
    tw_piece_draw_board_row (text, colours, board, y);
    g_string_append_c (text, '\n');
  }
  if (!tw_xmpuzzle_sniff (text->str, text->len)
      && tw_kind_of_text (text->str, text->len, "x.txt") == tw_kind_find ("pieces"))
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return tw_fail_format_null (error,
                              _ ("a drawing with these colours would be read as another puzzle"));
}
