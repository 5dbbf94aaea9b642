/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid-text.c - boards as plain text; see grid-text.h. */
#include "puzzle/grid-text.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

#define FREE    '.'
#define BLOCKED '#'

#define format_error(error, ...) \
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT, __VA_ARGS__)

/* The next line without its line end; NULL after the last line. */
static const char *
next_line (const char **text, const char *end, gsize *length)
{
  const char *line = *text;
  const char *newline;

  if (line >= end)
    return NULL;
  newline = memchr (line, '\n', (gsize) (end - line));
  *length = (gsize) ((newline != NULL ? newline : end) - line);
  *text = newline != NULL ? newline + 1 : end;
  while (*length > 0 && g_ascii_isspace (line[*length - 1]))
    (*length)--;
  return line;
}

TwBoard *
tw_grid_text_read (const char *text, gsize length, GError **error)
{
  const char *end = text + length, *rest = text, *line;
  int width = 0, height = 0, number = 0, gap = 0;
  TwBoard *board;
  gsize n;

  while ((line = next_line (&rest, end, &n)) != NULL) {
    number++;
    if (n == 0) {
      gap = height > 0 ? number : 0;
      continue;
    }
    if (gap > 0) {
      format_error (error, _ ("line %d: there is an empty row within the board"), gap);
      return NULL;
    }
    for (gsize x = 0; x < n; x++)
      if (line[x] != FREE && line[x] != BLOCKED) {
        format_error (error, _ ("line %d, column %zu: only . and # are expected"), number, x + 1);
        return NULL;
      }
    if (n > TW_BOARD_MAX_SIDE || height == TW_BOARD_MAX_SIDE) {
      format_error (error, _ ("line %d: the board is larger than %d × %d"), number,
                    TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
      return NULL;
    }
    if (height++ == 0)
      width = (int) n;
    if ((int) n != width) {
      format_error (error, _ ("line %d: the row has %zu cells, the one before %d"), number, n,
                    width);
      return NULL;
    }
  }
  if (height == 0) {
    format_error (error, _ ("there is no board"));
    return NULL;
  }

  board = tw_board_new (width, height);
  if (board == NULL)
    g_error ("out of memory for a board");
  rest = text;
  for (int y = 0; y < height;) {
    line = next_line (&rest, end, &n);
    if (n == 0)
      continue;
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y, line[x] == FREE ? TW_CELL_FREE : TW_CELL_BLOCKED);
    y++;
  }
  return board;
}

gboolean
tw_grid_text_sniff (const char *text, gsize length)
{
  TwBoard *board;

  if (memchr (text, FREE, length) == NULL || memchr (text, BLOCKED, length) == NULL)
    return FALSE;
  board = tw_grid_text_read (text, length, NULL);
  tw_board_free (board);
  return board != NULL;
}

char *
tw_grid_text_write (const TwBoard *board)
{
  GString *text = g_string_sized_new ((gsize) (board->width + 1) * (gsize) board->height + 1);

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++)
      g_string_append_c (text, tw_board_is_free (board, x, y) ? FREE : BLOCKED);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}
