/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - reads and writes piece puzzles in JSON; see json.h. */
#include "puzzle/kinds/pieces/json.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/json.h"
#include "puzzle/polyominoes.h"
#include "puzzle/string-order.h"

#define FORMAT  "tilewright-pieces"
#define VERSION 1

/* Bytes of all colours; nobody lists one twice. */
#define MAX_TAKEN (6 * (TW_PIECE_MAX_COLOURS + 1))

/* --- reading ------------------------------------------------------------------------ */

static gboolean
is_colour (gunichar c)
{
  return !g_unichar_isspace (c) && !g_unichar_iscntrl (c) && !g_unichar_iszerowidth (c);
}

/* Reads rows of characters as cells; `name` is the member with the array. */
static GArray *
read_rows (JsonObject *object, const char *name, TwPieceColours *colours, int *width, int *height,
           GError **error)
{
  JsonArray *rows = tw_json_get_array (object, name, error);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TwShapeCell));

  if (rows == NULL)
    return NULL;
  *width = 0;
  *height = (int) json_array_get_length (rows);
  if (*height > TW_BOARD_MAX_SIDE)
    return tw_fail_format_null (error, _ ("%s: %d rows are more than %d"), name, *height,
                                TW_BOARD_MAX_SIDE);
  for (int y = 0; y < *height; y++) {
    JsonNode *node = json_array_get_element (rows, (guint) y);
    const char *row = tw_json_node_string (node);
    int x = 0;

    if (row == NULL)
      return tw_fail_format_null (error, _ ("%s[%d]: a string is expected, not %s"), name, y,
                                  tw_json_type_name (node));
    for (const char *p = row; *p != '\0'; p += g_utf8_skip[(guchar) *p], x++) {
      TwShapeCell cell = { .x = (int16_t) x, .y = (int16_t) y };
      gunichar c = g_utf8_get_char (p);

      if (x == TW_BOARD_MAX_SIDE)
        return tw_fail_format_null (error, _ ("%s[%d]: the row is longer than %d"), name, y,
                                    TW_BOARD_MAX_SIDE);
      if (c == ' ')
        continue;
      if (!is_colour (c))
        return tw_fail_format_null (
          error, _ ("%s[%d]: character %d is neither a colour nor a space"), name, y, x + 1);
      cell.colour = tw_piece_colours_add (colours, c);
      if (cell.colour == 0)
        return tw_fail_format_null (error, _ ("%s[%d]: more than %d colours"), name, y,
                                    TW_PIECE_MAX_COLOURS);
      g_array_append_val (cells, cell);
    }
    *width = MAX (*width, x);
  }
  if (cells->len == 0)
    return tw_fail_format_null (error, _ ("%s: there is no cell"), name);
  return g_steal_pointer (&cells);
}

static TwBoard *
read_board (JsonObject *object, TwPieceColours *colours, GError **error)
{
  int width, height;
  g_autoptr (GArray) cells = read_rows (object, "board", colours, &width, &height, error);
  TwBoard *board;

  if (cells == NULL)
    return NULL;
  board = tw_need (tw_board_new (width, height));
  for (guint i = 0; i < cells->len; i++) {
    TwShapeCell cell = g_array_index (cells, TwShapeCell, i);

    tw_board_set (board, cell.x, cell.y, cell.colour);
  }
  return board;
}

static gboolean
read_switch (JsonObject *object, const char *name, gboolean *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return tw_fail_format (error, _ ("%s: true or false is expected, not %s"), name,
                           tw_json_type_name (node));
  *value = json_node_get_boolean (node);
  return TRUE;
}

static gboolean
read_counts (JsonObject *object, gint64 *least, gint64 *most, GError **error)
{
  *least = 0;
  if (!tw_json_get_optional_int (object, "least", 0, TW_PIECES_MAX_COUNT, least, error))
    return FALSE;
  *most = MAX (1, *least);
  return tw_json_get_optional_int (object, "most", *least, TW_PIECES_MAX_COUNT, most, error);
}

static gboolean
read_piece (TwPieceProblem *problem, GTree *names, JsonNode *node, TwPieceColours *colours,
            gboolean rotate, gboolean flip, gsize *total, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GArray) cells = NULL;
  const char *name = NULL;
  gint64 least, most;
  int width, height;

  if (object == NULL)
    return tw_fail_format (error, _ ("an object is expected, not %s"), tw_json_type_name (node));
  cells = read_rows (object, "cells", colours, &width, &height, error);
  if (cells == NULL || !tw_json_get_optional_string (object, "name", &name, error)
      || !read_counts (object, &least, &most, error)
      || !read_switch (object, "rotate", &rotate, error)
      || !read_switch (object, "flip", &flip, error))
    return FALSE;
  if (name != NULL && (*name == '\0' || strlen (name) >= TW_PIECES_NAME_SIZE))
    return tw_fail_format (error, _ ("name: it must have 1 to %d bytes"), TW_PIECES_NAME_SIZE - 1);
  if (name != NULL && g_tree_lookup_extended (names, name, NULL, NULL))
    return tw_fail_format (error, _ ("name: there is another piece “%s”"), name);
  if (name != NULL)
    g_tree_insert (names, g_strdup (name), GUINT_TO_POINTER ((guint) problem->n_pieces));
  *total += cells->len;
  if (*total > TW_PIECES_MAX_CELLS)
    return tw_fail_format (error, _ ("cells: the pieces have more than %d cells"),
                           TW_PIECES_MAX_CELLS);
  tw_add_piece (problem, name != NULL ? name : "",
                tw_new_shape ((const TwShapeCell *) (const void *) cells->data, (int) cells->len),
                (int) least, (int) most, tw_shape_transforms (rotate, flip));
  return TRUE;
}

static gboolean
read_pieces (TwPieceProblem *problem, GTree *names, JsonObject *object, TwPieceColours *colours,
             GError **error)
{
  JsonArray *array = tw_json_get_array (object, "pieces", error);
  gboolean rotate = TRUE, flip = TRUE;
  gsize total = 0;

  if (array == NULL || !read_switch (object, "rotate", &rotate, error)
      || !read_switch (object, "flip", &flip, error))
    return FALSE;
  if (json_array_get_length (array) > TW_PIECES_MAX_PIECES)
    return tw_fail_format (error, _ ("pieces: %u are more than %d"), json_array_get_length (array),
                           TW_PIECES_MAX_PIECES);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_piece (problem, names, json_array_get_element (array, i), colours, rotate, flip,
                     &total, error)) {
      g_prefix_error (error, "pieces[%u].", i);
      return FALSE;
    }
  tw_polyominoes_name (problem, names);
  return TRUE;
}

static const char *
place_text (TwPlaceFault fault)
{
  switch (fault) {
  case TW_PLACE_TURNED:
    return _ ("the piece may not be rotated or flipped like this");
  case TW_PLACE_OUTSIDE:
    return _ ("the piece reaches out of the board");
  case TW_PLACE_COLOUR:
    return _ ("the piece lies on another colour");
  case TW_PLACE_OVERLAP:
    return _ ("the piece lies on another piece");
  case TW_PLACE_USED_UP:
    return _ ("no copy of the piece is left");
  case TW_PLACE_NO_MEMORY:
    return _ ("not enough memory");
  case TW_PLACE_NO_SUCH_PIECE:
  case TW_PLACE_OK:
  default:
    return _ ("there is no such piece");
  }
}

static gboolean
read_placed (TwPieceProblem *problem, GTree *names, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gint64 transform = 0, x, y;
  const char *name = NULL;
  TwPiecePlacement placement;
  TwPlaceFault fault;
  int column = -1, row = -1;
  gpointer index;

  if (object == NULL)
    return tw_fail_format (error, _ ("an object is expected, not %s"), tw_json_type_name (node));
  if (!tw_json_get_optional_string (object, "piece", &name, error)
      || !tw_json_get_int (object, "x", 0, TW_BOARD_MAX_SIDE - 1, &x, error)
      || !tw_json_get_int (object, "y", 0, TW_BOARD_MAX_SIDE - 1, &y, error)
      || !tw_json_get_optional_int (object, "transform", 0, 7, &transform, error))
    return FALSE;
  placement = (TwPiecePlacement){
    .piece = -1, .transform = (uint8_t) transform, .x = (int16_t) x, .y = (int16_t) y
  };
  if (name != NULL && g_tree_lookup_extended (names, name, NULL, &index))
    placement.piece = GPOINTER_TO_INT (index);
  fault = tw_piece_problem_place (problem, placement, &column, &row);
  if (fault == TW_PLACE_OK)
    return TRUE;
  if (column < 0)
    return tw_fail_format (error, _ ("piece: there is no piece “%s”"), name != NULL ? name : "");
  return tw_fail_format (error, _ ("at X = %d, Y = %d: %s"), column, row, place_text (fault));
}

static gboolean
read_all_placed (TwPieceProblem *problem, GTree *names, JsonObject *object, GError **error)
{
  JsonArray *array;

  if (!json_object_has_member (object, "placed"))
    return TRUE;
  array = tw_json_get_array (object, "placed", error);
  if (array == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_placed (problem, names, json_array_get_element (array, i), error)) {
      g_prefix_error (error, "placed[%u].", i);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_free (TwPieceProblem *problem, JsonObject *object, GError **error)
{
  gint64 n_free = problem->n_free;
  gboolean fine;

  problem->fewer_free = json_object_has_member (object, "most_free");
  fine = tw_json_get_optional_int (object, problem->fewer_free ? "most_free" : "free", 0,
                                   (gint64) tw_board_count_free (problem->board), &n_free, error);
  problem->n_free = (int) n_free;
  return fine;
}

/* Reads which colours of pieces lie on a colour of the board, where it is not the same one. */
static gboolean
read_rules (TwPieceProblem *problem, JsonObject *object, TwPieceColours *colours, GError **error)
{
  JsonNode *node = json_object_get_member (object, "takes"), *value;
  JsonObjectIter iter;
  const char *name;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format (error, _ ("takes: an object is expected, not %s"),
                           tw_json_type_name (node));
  if (!tw_piece_problem_add_rules (problem))
    g_error ("out of memory for a puzzle");
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &value)) {
    const char *taken = tw_json_node_string (value);
    guint8 cell = g_utf8_strlen (name, -1) == 1 && is_colour (g_utf8_get_char (name))
                    ? tw_piece_colours_add (colours, g_utf8_get_char (name))
                    : 0;
    guint64 *set = problem->rules->takes[cell];

    memset (set, 0, sizeof problem->rules->takes[cell]);
    for (const char *p = taken; cell > 0 && taken != NULL && *p != '\0';
         p += g_utf8_skip[(guchar) *p]) {
      gunichar c = g_utf8_get_char (p);
      guint8 colour = is_colour (c) ? tw_piece_colours_add (colours, c) : 0;

      if ((colour == 0 && c != ' ') || p - taken > MAX_TAKEN)
        taken = NULL;
      set[colour / 64] |= G_GUINT64_CONSTANT (1) << (colour % 64);
    }
    if (cell == 0 || taken == NULL)
      return tw_fail_format (error, _ ("takes: for each colour a string of colours is expected"));
  }
  return TRUE;
}

static gboolean
read_version (JsonObject *object, GError **error)
{
  const char *format;
  gint64 version;

  if (!tw_json_get_optional_string (object, "format", &format, error))
    return FALSE;
  if (format != NULL && !g_str_equal (format, FORMAT))
    return tw_fail_format (error, _ ("format: “%s” is expected, not “%s”"), FORMAT, format);
  return tw_json_get_optional_int (object, "version", 1, VERSION, &version, error);
}

static gboolean
read_grade (JsonObject *object, TwGrade *grade, GError **error)
{
  gint64 level, trials = 0;

  if (!json_object_has_member (object, "level"))
    return TRUE;
  if (!tw_json_get_int (object, "level", TW_STEP_CELL, TW_GRADE_MAX_LEVEL, &level, error)
      || (level >= TW_STEP_TRIAL
          && !tw_json_get_int (object, "trials", 1, TW_GRADE_MAX_TRIALS, &trials, error)))
    return FALSE;
  *grade = (TwGrade){ .level = (TwStep) level, .trials = (int) trials };
  return TRUE;
}

/* Other programs may have other things under this name. */
static void
read_comment (TwPuzzle *puzzle, JsonObject *object)
{
  const char *text = tw_json_node_string (json_object_get_member (object, "comment"));

  if (text == NULL)
    return;

  g_autoptr (GRefString) comment = g_ref_string_new (text);

  tw_puzzle_set_comment (puzzle, comment);
}

TwPuzzle *
tw_piece_json_read (const TwKind *kind, JsonObject *object, GError **error)
{
  TwPieceColours colours = { .count = 0 };
  TwGrade grade = { .level = TW_STEP_NONE };
  g_autoptr (TwPieceProblem) problem = NULL;
  const char *id;
  TwPuzzle *puzzle;
  TwBoard *board;
  g_autoptr (GTree) names = tw_string_tree_new (NULL);

  if (!read_version (object, error) || !tw_json_get_optional_string (object, "id", &id, error)
      || !read_grade (object, &grade, error))
    return NULL;
  board = read_board (object, &colours, error);
  if (board == NULL)
    return NULL;
  problem = tw_need (tw_piece_problem_new (board));
  if (!read_pieces (problem, names, object, &colours, error) || !read_free (problem, object, error)
      || !read_rules (problem, object, &colours, error)
      || !read_all_placed (problem, names, object, error))
    return NULL;
  puzzle = tw_piece_puzzle_new (kind, id, g_steal_pointer (&problem), &colours, NULL);
  tw_piece_puzzle_set_grade (puzzle, grade);
  read_comment (puzzle, object);
  return puzzle;
}

/* --- writing -------------------------------------------------------------------------- */

static void
append_row (GString *text, GString *row, gboolean first)
{
  g_autofree char *quoted = tw_json_quote (row->str);

  g_string_append_printf (text, "%s%s", first ? "" : ", ", quoted);
  g_string_truncate (row, 0);
}

static void
append_piece (GString *text, const TwPiece *piece, const TwPieceColours *colours)
{
  g_autofree char *name = tw_json_quote (piece->name);
  g_autoptr (GString) row = g_string_new (NULL);
  const TwShape *shape = &piece->shape;
  int i = 0;

  g_string_append_printf (text, "{\"name\": %s, \"cells\": [", name);
  for (int y = 0; y < shape->height; y++) {
    i = tw_piece_draw_shape_row (row, colours, shape, y, i);
    append_row (text, row, y == 0);
  }
  g_string_append_printf (text, "], \"least\": %d, \"most\": %d, \"rotate\": %s, \"flip\": %s}",
                          piece->least, piece->most,
                          (piece->transforms & 1 << 6) != 0 ? "true" : "false",
                          (piece->transforms & 1 << 2) != 0 ? "true" : "false");
}

static void
append_rules (GString *text, const TwPieceProblem *problem, const TwPieceColours *colours)
{
  g_autoptr (GString) row = g_string_new (NULL);
  gboolean first = TRUE;

  g_string_append (text, " \"takes\": {");
  for (guint cell = 1; cell <= colours->count; cell++) {
    g_string_append_unichar (row, colours->names[cell]);
    g_string_append (text, first ? "" : ", ");
    append_row (text, row, TRUE);
    g_string_append (text, ": ");
    for (guint colour = 0; colour <= colours->count; colour++)
      if (tw_piece_problem_takes (problem, (guint8) cell, (guint8) colour))
        g_string_append_unichar (row, colour == 0 ? ' ' : colours->names[colour]);
    append_row (text, row, TRUE);
    first = FALSE;
  }
  g_string_append (text, "},\n");
}

char *
tw_piece_json_write (const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  const TwPieceColours *colours = tw_piece_puzzle_get_colours (puzzle);
  const TwBoard *board = problem->board;
  TwGrade grade = tw_piece_puzzle_get_grade (puzzle);
  g_autoptr (GString) row = g_string_new (NULL);
  GString *text = g_string_new ("{\"format\": \"" FORMAT "\", \"version\": 1,\n");

  if (tw_puzzle_get_id (puzzle) != NULL) {
    g_autofree char *id = tw_json_quote (tw_puzzle_get_id (puzzle));

    g_string_append_printf (text, " \"id\": %s,\n", id);
  }
  if (tw_puzzle_get_comment (puzzle) != NULL) {
    g_autofree char *comment = tw_json_quote (tw_puzzle_get_comment (puzzle));

    g_string_append_printf (text, " \"comment\": %s,\n", comment);
  }
  if (grade.level != TW_STEP_NONE)
    g_string_append_printf (text, " \"level\": %d,\n", grade.level);
  if (grade.level >= TW_STEP_TRIAL)
    g_string_append_printf (text, " \"trials\": %d,\n", grade.trials);
  g_string_append (text, " \"board\": [");
  for (int y = 0; y < board->height; y++) {
    tw_piece_draw_board_row (row, colours, board, y);
    append_row (text, row, TRUE);
    if (y + 1 < board->height)
      g_string_append (text, ",\n           ");
  }
  g_string_append (text, "],\n");
  if (problem->rules != NULL)
    append_rules (text, problem, colours);
  if (problem->n_free > 0)
    g_string_append_printf (text, " \"%s\": %d,\n", problem->fewer_free ? "most_free" : "free",
                            problem->n_free);
  g_string_append (text, " \"pieces\": [");
  for (gsize i = 0; i < problem->n_pieces; i++) {
    g_string_append (text, i == 0 ? "\n  " : ",\n  ");
    append_piece (text, &problem->pieces[i], colours);
  }
  g_string_append (text, "],\n \"placed\": [");
  for (gsize i = 0; i < problem->n_placed; i++) {
    TwPiecePlacement p = problem->placed[i];
    g_autofree char *name = tw_json_quote (problem->pieces[p.piece].name);

    g_string_append_printf (text, "%s{\"piece\": %s, \"transform\": %d, \"x\": %d, \"y\": %d}",
                            i == 0 ? "\n  " : ",\n  ", name, p.transform, p.x, p.y);
  }
  g_string_append (text, "]}\n");
  return g_string_free (text, FALSE);
}
