/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid-text.c - boards as plain text; see grid-text.h. */
#include "puzzle/grid-text.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/i18n.h"

#define FREE    '.'
#define BLOCKED '#'

/* The next line without its newline character; NULL after the last line. */
static const char *
raw_line (const char **text, const char *end, gsize *length)
{
  const char *line = *text;
  const char *newline;

  if (line >= end)
    return NULL;
  newline = memchr (line, '\n', (gsize) (end - line));
  *length = (gsize) ((newline != NULL ? newline : end) - line);
  *text = newline != NULL ? newline + 1 : end;
  return line;
}

static gsize
trim_end (const char *text, gsize length)
{
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  return length;
}

/* The next line without trailing white space. */
static const char *
next_line (const char **text, const char *end, gsize *length)
{
  const char *line = raw_line (text, end, length);

  if (line != NULL)
    *length = trim_end (line, *length);
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
    if (gap > 0)
      return tw_fail_format_null (error, _ ("line %d: there is an empty row within the board"),
                                  gap);
    for (gsize x = 0; x < n; x++)
      if (line[x] != FREE && line[x] != BLOCKED)
        return tw_fail_format_null (error, _ ("line %d, column %zu: only . and # are expected"),
                                    number, x + 1);
    if (n > TW_BOARD_MAX_SIDE || height == TW_BOARD_MAX_SIDE)
      return tw_fail_format_null (error, _ ("line %d: the board is larger than %d × %d"), number,
                                  TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
    if (height++ == 0)
      width = (int) n;
    if ((int) n != width)
      return tw_fail_format_null (error, _ ("line %d: the row has %zu cells, the one before %d"),
                                  number, n, width);
  }
  if (height == 0)
    return tw_fail_format_null (error, _ ("there is no board"));

  board = tw_need (tw_board_new (width, height));
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
  g_autoptr (TwBoard) board = NULL;

  if (memchr (text, FREE, length) != NULL)
    board = tw_grid_text_read (text, length, NULL);
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

/* --- cells of a spreadsheet ------------------------------------------------------- */

gboolean
tw_sheet_text_sniff (const char *text, gsize length)
{
  const char *end = text + length, *rest = text, *line;
  gsize n, tabs = 0;
  gboolean ended = FALSE;

  while ((line = raw_line (&rest, end, &n)) != NULL) {
    gsize here = 0;

    for (gsize i = 0; i < n; i++)
      here += line[i] == '\t';
    if (here == 0 && trim_end (line, n) == 0) {
      ended = TRUE;
      continue;
    }
    if (here == 0 || ended || (tabs > 0 && here != tabs))
      return FALSE;
    tabs = here;
  }
  return tabs > 0;
}

static gboolean
is_free_cell (const char *cell, gsize n)
{
  n = trim_end (cell, n);
  while (n > 0 && g_ascii_isspace (*cell)) {
    cell++;
    n--;
  }
  return n > 1 || (n == 1 && *cell != '0');
}

TwBoard *
tw_sheet_text_read (const char *text, gsize length, GError **error)
{
  const char *end = text + length, *rest = text, *line;
  g_autoptr (GByteArray) cells = g_byte_array_new ();
  int width = 0, height = 0;
  TwBoard *board;
  gsize n;

  while ((line = raw_line (&rest, end, &n)) != NULL && memchr (line, '\t', n) != NULL) {
    const char *cell = line, *tab;

    height++;
    width = 0;
    do {
      gsize left = n - (gsize) (cell - line);

      tab = memchr (cell, '\t', left);
      if (++width > TW_BOARD_MAX_SIDE || height > TW_BOARD_MAX_SIDE)
        return tw_fail_format_null (error, _ ("line %d: the board is larger than %d × %d"), height,
                                    TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
      guint8 value = is_free_cell (cell, tab != NULL ? (gsize) (tab - cell) : left)
                       ? TW_CELL_FREE
                       : TW_CELL_BLOCKED;

      g_byte_array_append (cells, &value, 1);
      cell = tab != NULL ? tab + 1 : cell;
    } while (tab != NULL);
  }
  board = tw_need (tw_board_new (width, height));
  for (int i = 0; i < width * height; i++)
    tw_board_set (board, i % width, i / width, cells->data[i]);
  return board;
}
