/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture-board.c - boards from pictures; see picture-board.h. */
#include "draw/picture-board.h"

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

gboolean
tw_picture_board_check (gint64 width, gint64 height, GError **error)
{
  if (width <= TW_BOARD_MAX_SIDE && height <= TW_BOARD_MAX_SIDE)
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_SIZE,
                  _ ("a picture of %d × %d pixels is larger than a board of %d × %d cells"),
                  (int) MIN (width, G_MAXINT), (int) MIN (height, G_MAXINT), TW_BOARD_MAX_SIDE,
                  TW_BOARD_MAX_SIDE);
}

/* The weights of the channels are those of ITU-R BT.601. */
static gboolean
is_dark (guint32 pixel)
{
  return 299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255) < 128 * 1000;
}

TwPuzzle *
tw_picture_board_new (cairo_surface_t *picture)
{
  int width = cairo_image_surface_get_width (picture);
  int height = cairo_image_surface_get_height (picture);
  cairo_surface_t *white;
  TwBoard *board;
  cairo_t *cr;

  board = tw_board_new (width, height);
  if (board == NULL)
    g_error ("out of memory for a board");
  white = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cr = cairo_create (white);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_flush (white);
  for (int y = 0; y < height; y++) {
    const guint8 *row = cairo_image_surface_get_data (white)
                        + (gsize) y * (gsize) cairo_image_surface_get_stride (white);

    for (int x = 0; x < width; x++) {
      guint32 pixel;

      memcpy (&pixel, row + (gsize) x * sizeof pixel, sizeof pixel);
      tw_board_set (board, x, y, is_dark (pixel) ? TW_CELL_BLOCKED : TW_CELL_FREE);
    }
  }
  cairo_surface_destroy (white);
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

typedef struct {
  const char *data;
  gsize length;
} Rest;

static cairo_status_t
read_cb (void *closure, unsigned char *to, unsigned int length)
{
  Rest *rest = closure;

  if (length > rest->length)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (to, rest->data, length);
  rest->data += length;
  rest->length -= length;
  return CAIRO_STATUS_SUCCESS;
}

TwPuzzle *
tw_picture_board_read (const char *data, gsize length, const char *name, GError **error)
{
  Rest rest = { data, length };
  cairo_surface_t *picture;
  TwPuzzle *puzzle = NULL;

  if (tw_picture_board_check (number_at (data, AT_WIDTH), number_at (data, AT_HEIGHT), error)) {
    picture = cairo_image_surface_create_from_png_stream (read_cb, &rest);
    if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
      puzzle = tw_picture_board_new (picture);
    else
      tw_fail_format (error, _ ("the picture is damaged"));
    cairo_surface_destroy (picture);
  }
  if (puzzle == NULL)
    g_prefix_error (error, "%s: ", name);
  return puzzle;
}
