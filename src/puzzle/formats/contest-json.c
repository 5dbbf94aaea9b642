/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-json.c - boards and solutions of the contest; see contest-json.h. */
#include "puzzle/formats/contest-json.h"

#include "puzzle/core-values.h"
#include "puzzle/json.h"
#include "puzzle/i18n.h"

static gboolean
read_row (JsonArray *row, guint y, TwBoard *board, GError **error)
{
  guint n = json_array_get_length (row);

  if (n != (guint) board->width)
    return tw_fail_format (error, _ ("puzzle[%u]: the row has %u cells, the width is %d"), y, n,
                           board->width);
  for (guint x = 0; x < n; x++) {
    JsonNode *cell = json_array_get_element (row, x);

    if (json_node_get_value_type (cell) != G_TYPE_BOOLEAN)
      return tw_fail_format (error, _ ("puzzle[%u][%u]: true or false is expected, not %s"), y, x,
                             tw_json_type_name (cell));
    tw_board_set (board, (int) x, (int) y,
                  json_node_get_boolean (cell) ? TW_CELL_FREE : TW_CELL_BLOCKED);
  }
  return TRUE;
}

static gboolean
read_rows (JsonArray *rows, TwBoard *board, GError **error)
{
  guint n = json_array_get_length (rows);

  if (n != (guint) board->height)
    return tw_fail_format (error, _ ("puzzle: there are %u rows, the height is %d"), n,
                           board->height);
  for (guint y = 0; y < n; y++) {
    JsonNode *row = json_array_get_element (rows, y);

    if (!JSON_NODE_HOLDS_ARRAY (row))
      return tw_fail_format (error, _ ("puzzle[%u]: an array is expected, not %s"), y,
                             tw_json_type_name (row));
    if (!read_row (json_node_get_array (row), y, board, error))
      return FALSE;
  }
  return TRUE;
}

TwBoard *
tw_contest_read_board (JsonObject *object, GError **error)
{
  gint64 width, height;
  JsonArray *rows;

  if (!tw_json_get_int (object, "width", 1, TW_BOARD_MAX_SIDE, &width, error)
      || !tw_json_get_int (object, "height", 1, TW_BOARD_MAX_SIDE, &height, error)
      || (rows = tw_json_get_array (object, "puzzle", error)) == NULL)
    return NULL;

  g_autoptr (TwBoard) board = tw_board_new ((int) width, (int) height);

  if (board == NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the board"));
  if (!read_rows (rows, board, error))
    return NULL;
  return g_steal_pointer (&board);
}

char *
tw_contest_write_board (const char *id, const TwBoard *board)
{
  gsize cells = (gsize) board->width * (gsize) board->height;
  GString *text = g_string_sized_new (cells * 6 + 256);

  g_string_append_c (text, '{');
  if (id != NULL) {
    g_autofree char *quoted = tw_json_quote (id);

    g_string_append_printf (text, "\"id\": %s, ", quoted);
  }
  g_string_append_printf (text, "\"width\": %d, \"height\": %d, \"puzzle\": [\n", board->width,
                          board->height);
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      g_string_append (text, x == 0 ? "[" : ",");
      g_string_append (text, tw_board_is_free (board, x, y) ? "true" : "false");
    }
    g_string_append (text, y + 1 < board->height ? "],\n" : "]\n");
  }
  g_string_append (text, "]}\n");
  return g_string_free (text, FALSE);
}

static gboolean
read_side (JsonObject *object, guint index, const char *name, gint32 *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  gint64 n;

  if (node == NULL)
    return tw_fail_format (error, _ ("squares[%u].%s: is missing"), index, name);
  if (!tw_json_node_get_int (node, G_MININT32, G_MAXINT32, &n, error, "squares[%u].%s", index,
                             name))
    return FALSE;
  *value = (gint32) n;
  return TRUE;
}

static gboolean
read_square (JsonNode *node, guint index, TwSquare *square, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format (error, _ ("squares[%u]: an object is expected, not %s"), index,
                           tw_json_type_name (node));

  JsonObject *object = json_node_get_object (node);

  return read_side (object, index, "X", &square->x, error)
         && read_side (object, index, "Y", &square->y, error)
         && read_side (object, index, "Size", &square->size, error);
}

gboolean
tw_contest_read_squares (JsonObject *object, gsize most, TwTiling *tiling, GError **error)
{
  JsonArray *squares = tw_json_get_array (object, "squares", error);

  if (squares == NULL)
    return FALSE;

  guint n = json_array_get_length (squares);

  if (n > most)
    return tw_fail_format (error, _ ("squares: there are %u, more than the board has cells"), n);
  for (guint i = 0; i < n; i++) {
    TwSquare square;

    if (!read_square (json_array_get_element (squares, i), i, &square, error))
      return FALSE;
    if (!tw_tiling_add (tiling, square))
      return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the solution"));
  }
  return TRUE;
}

void
tw_contest_write_squares (const TwTiling *tiling, TwJsonBuilder *builder)
{
  tw_json_begin_array (builder, "squares");
  for (size_t i = 0; i < tiling->count; i++) {
    const TwSquare *square = &tiling->squares[i];

    tw_json_begin_object (builder, NULL);
    tw_json_add_int (builder, "X", square->x);
    tw_json_add_int (builder, "Y", square->y);
    tw_json_add_int (builder, "Size", square->size);
    tw_json_end_object (builder);
  }
  tw_json_end_array (builder);
}
