/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - signatures and solutions; see text.h. */
#include "puzzle/kinds/tetrominoes/text.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

enum {
  MAX_COUNT = TW_TETROMINO_MAX_SIDE * TW_TETROMINO_MAX_SIDE / 4,
};

/* Parses one "I60" at *text and advances *text behind it. */
static gboolean
parse_figure (const char **text, guint column, gint64 counts[TW_N_TETROMINO_LETTERS], guint *seen,
              GError **error)
{
  const char *p = *text;
  int figure = tw_tetromino_from_letter (*p);
  gint64 count = 0;

  if (figure < 0) {
    g_autofree char *letter = g_utf8_substring (p, 0, *p != '\0');

    return tw_fail_format (
      error, _ ("signature: column %u: one of I, J, L, O, S, T, Z is expected, not “%s”"), column,
      letter);
  }
  if ((*seen & 1u << figure) != 0)
    return tw_fail_format (error, _ ("signature: column %u: %c is given twice"), column, *p);
  *seen |= 1u << figure;
  if (!g_ascii_isdigit (p[1]))
    return tw_fail_format (error, _ ("signature: column %u: the number of %c is expected"),
                           column + 1, *p);
  for (p++; g_ascii_isdigit (*p); p++) {
    count = count * 10 + (*p - '0');
    if (count > MAX_COUNT)
      return tw_fail_format (error, _ ("signature: column %u: a square has at most %d of a figure"),
                             column + 1, MAX_COUNT);
  }
  counts[figure] = count;
  *text = p;
  return TRUE;
}

gboolean
tw_tetromino_parse_signature (const char *text, gint64 counts[TW_N_TETROMINO_LETTERS],
                              GError **error)
{
  const char *p = text;
  guint seen = 0;

  if (!g_utf8_validate (text, -1, NULL))
    return tw_fail_format (error, _ ("signature: the text is not UTF-8"));
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    counts[i] = 0;
  for (;;) {
    while (*p == ' ')
      p++;
    if (!parse_figure (&p, (guint) (p - text) + 1, counts, &seen, error))
      return FALSE;
    while (*p == ' ')
      p++;
    if (*p == '\0')
      break;
    if (*p != ',')
      return tw_fail_format (error, _ ("signature: column %u: a comma is expected"),
                             (guint) (p - text) + 1);
    p++;
  }
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    if (counts[i] > 0)
      return TRUE;
  return tw_fail_format (error,
                         _ ("signature: all numbers are 0; at least one figure is expected"));
}

char *
tw_tetromino_format_signature (const gint64 counts[TW_N_TETROMINO_LETTERS])
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    if (counts[i] != 0)
      g_string_append_printf (text, "%s%c%" G_GINT64_FORMAT, text->len > 0 ? "," : "",
                              tw_tetromino_letter ((TwTetrominoLetter) i), counts[i]);
  return g_string_free (text, FALSE);
}

/* --- solutions ------------------------------------------------------------- */

static gboolean
read_number (JsonArray *entry, guint index, guint part, gint64 least, gint64 *value, GError **error)
{
  return tw_json_node_get_int (json_array_get_element (entry, part), least, G_MAXINT32, value,
                               error, "solution[%u][%u]", index, part);
}

void
tw_tetromino_add_placement (TwResult *result, int side, int figure, int angle, int x, int y)
{
  const char name[2] = { tw_tetromino_letter ((TwTetrominoLetter) figure), '\0' };
  const TwTetrominoShape *shape = tw_tetromino_shape (figure, angle);
  guint32 cells[4];
  gsize n = 0;

  for (int i = 0; shape != NULL && i < 4; i++) {
    gint64 cx = (gint64) x + shape->cells[i][0], cy = (gint64) y + shape->cells[i][1];

    if (cx >= 0 && cy >= 0 && cx < side && cy < side)
      cells[n++] = (guint32) (cy * side + cx);
  }
  tw_result_add_placement (result, g_intern_string (name), (guint) figure, angle, x, y, FALSE,
                           cells, n);
}

static gboolean
read_entry (JsonNode *node, guint index, int side, TwResult *result, GError **error)
{
  JsonArray *entry = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gint64 angle, x, y;

  if (entry == NULL || json_array_get_length (entry) != 4)
    return tw_fail_format (error, _ ("solution[%u]: [figure, angle, X, Y] is expected"), index);

  const char *letter = tw_json_node_string (json_array_get_element (entry, 0));
  int figure = letter != NULL && strlen (letter) == 1 ? tw_tetromino_from_letter (letter[0]) : -1;

  if (figure < 0)
    return tw_fail_format (error, _ ("solution[%u][0]: one of I, J, L, O, S, T, Z is expected"),
                           index);
  if (!read_number (entry, index, 1, 0, &angle, error)
      || !read_number (entry, index, 2, G_MININT32, &x, error)
      || !read_number (entry, index, 3, G_MININT32, &y, error))
    return FALSE;
  tw_tetromino_add_placement (result, side, figure, (int) angle, (int) x, (int) y);
  return TRUE;
}

gboolean
tw_tetromino_read_solution (JsonArray *array, int side, TwResult *result, GError **error)
{
  guint n = json_array_get_length (array);

  if (n > (guint) side * (guint) side)
    return tw_fail_format (error,
                           _ ("solution: there are %u figures, more than the square has cells"), n);
  for (guint i = 0; i < n; i++)
    if (!read_entry (json_array_get_element (array, i), i, side, result, error))
      return FALSE;
  return TRUE;
}
