/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture-board.c - boards from pictures; see picture-board.h. */
#include "app/window/picture-board.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/squares.h"

/* PNG specification, sections 5.2 and 11.2.2: a signature of 8 bytes, then the chunk IHDR, whose
 * data begins with width and height. */
static const char signature[] = "\x89PNG\r\n\x1a\n";
enum {
  AT_WIDTH = 16,
  AT_HEIGHT = 20,
  HEAD_BYTES = 24,
};

static gboolean
check_size (gint64 width, gint64 height, GError **error)
{
  if (width <= TW_BOARD_MAX_SIDE && height <= TW_BOARD_MAX_SIDE)
    return TRUE;
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE,
               _ ("a picture of %d × %d pixels is larger than a board of %d × %d cells"),
               (int) MIN (width, G_MAXINT), (int) MIN (height, G_MAXINT), TW_BOARD_MAX_SIDE,
               TW_BOARD_MAX_SIDE);
  return FALSE;
}

/* `pixel` is premultiplied ARGB. Over white each channel gains what the pixel lets through; the
 * weights of the channels are those of ITU-R BT.601. */
static gboolean
is_dark (guint32 pixel)
{
  guint clear = 255 - (pixel >> 24);
  guint red = (pixel >> 16 & 255) + clear, green = (pixel >> 8 & 255) + clear;
  guint blue = (pixel & 255) + clear;

  return 299 * red + 587 * green + 114 * blue < 128 * 1000;
}

TwPuzzle *
tw_picture_board_new (GdkTexture *texture, GError **error)
{
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);

  if (!check_size (width, height, error))
    return NULL;

  g_autofree guint32 *pixels = g_new (guint32, (gsize) width * (gsize) height);
  TwBoard *board = tw_board_new (width, height);

  if (board == NULL)
    g_error ("out of memory for a board");
  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * sizeof *pixels);
  for (int i = 0; i < width * height; i++)
    tw_board_set (board, i % width, i / width,
                  is_dark (pixels[i]) ? TW_CELL_BLOCKED : TW_CELL_FREE);
  return tw_squares_puzzle_new (NULL, board);
}

gboolean
tw_picture_board_sniff (const char *data, gsize length)
{
  return length >= HEAD_BYTES && memcmp (data, signature, strlen (signature)) == 0;
}

static gint64
number_at (const char *data, gsize at)
{
  guint32 number;

  memcpy (&number, data + at, sizeof number);
  return GUINT32_FROM_BE (number);
}

TwPuzzle *
tw_picture_board_read (const char *data, gsize length, const char *name, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, length);
  g_autoptr (GdkTexture) texture = NULL;
  TwPuzzle *puzzle = NULL;

  if (check_size (number_at (data, AT_WIDTH), number_at (data, AT_HEIGHT), error))
    texture = gdk_texture_new_from_bytes (bytes, error);
  if (texture != NULL)
    puzzle = tw_picture_board_new (texture, error);
  if (puzzle == NULL)
    g_prefix_error (error, "%s: ", name);
  return puzzle;
}
