/* SPDX-License-Identifier: GPL-3.0-or-later */
/* handout.c - see handout.h. */
#include "draw/handout.h"

#include <cairo-pdf.h>
#include <math.h>

#include "draw/export.h"
#include "draw/picture.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/pieces/puzzle.h"

/* Points. */
#define PAGE_WIDTH  595.0
#define PAGE_HEIGHT 842.0
#define MARGIN      42.0
#define GAP         10.0 /* between two pieces */
#define TITLE       40.0 /* height of the title */
#define MOST_SCALE  42.5 /* a cell of 15 mm */

typedef struct {
  TwScene *board;
  GPtrArray *pieces; /* TwScene, one for each copy */
  double scale;
} Sheet;

static double
inner_width (void)
{
  return PAGE_WIDTH - 2 * MARGIN;
}

static void
add_pieces (Sheet *sheet, const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gint64 free = (gint64) tw_board_count_free (problem->board), total = 0;

  for (gsize i = 0; i < problem->n_pieces; i++)
    total += MIN (problem->pieces[i].most, free / problem->pieces[i].shape.count);
  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    gint64 copies = total > TW_HANDOUT_MAX_PIECES ? 1
                                                  : MIN (piece->most, free / piece->shape.count);

    if (sheet->pieces->len + copies > TW_HANDOUT_MAX_PIECES)
      break;
    for (gint64 n = 0; n < copies; n++)
      g_ptr_array_add (sheet->pieces, tw_picture_piece (puzzle, (guint) i, 0));
  }
}

static void
draw_scene (cairo_t *cr, const TwScene *scene, double x, double y, double scale)
{
  TwView view;

  tw_view_init (&view);
  view.x = x;
  view.y = y;
  view.scale = scale;
  view.visible = (cairo_rectangle_t){ 0, 0, PAGE_WIDTH, PAGE_HEIGHT };
  view.flags = TW_PAINT_GRID | TW_PAINT_LABELS | TW_PAINT_VECTOR;
  tw_painter_draw_static (cr, scene, &view);
}

/* Lays the pieces out in rows from `y` on and returns the end of the last row. With `cr` it also
 * draws them. */
static double
flow_pieces (const Sheet *sheet, double scale, double y, cairo_t *cr)
{
  double x = MARGIN, row = 0;

  for (guint i = 0; i < sheet->pieces->len; i++) {
    const TwScene *piece = g_ptr_array_index (sheet->pieces, i);
    double width = piece->width * scale;

    if (x > MARGIN && x + width > PAGE_WIDTH - MARGIN) {
      x = MARGIN;
      y += row + GAP;
      row = 0;
    }
    if (cr != NULL)
      draw_scene (cr, piece, x, y, scale);
    x += width + GAP;
    row = fmax (row, piece->height * scale);
  }
  return y + row;
}

static double
pieces_top (const Sheet *sheet, double scale)
{
  return MARGIN + TITLE + sheet->board->height * scale + 2 * GAP;
}

/* Chooses the largest scale at which board and pieces fit the page. */
static void
choose_scale (Sheet *sheet)
{
  sheet->scale = fmin (MOST_SCALE, inner_width () / sheet->board->width);
  while (flow_pieces (sheet, sheet->scale, pieces_top (sheet, sheet->scale), NULL)
           > PAGE_HEIGHT - MARGIN
         && sheet->scale > 0.1)
    sheet->scale *= 0.97;
}

static void
draw_front (cairo_t *cr, const Sheet *sheet, const char *title)
{
  double left = (PAGE_WIDTH - sheet->board->width * sheet->scale) / 2;

  tw_export_draw_title (cr, title, MARGIN, MARGIN, inner_width (), TITLE);
  draw_scene (cr, sheet->board, left, MARGIN + TITLE, sheet->scale);
  flow_pieces (sheet, sheet->scale, pieces_top (sheet, sheet->scale), cr);
}

static void
draw_back (cairo_t *cr, const TwResult *result, const char *title)
{
  g_autoptr (TwScene) scene = tw_picture_scene (result->puzzle, result);
  g_autofree char *caption = tw_result_describe (result);
  TwExportOptions options;

  tw_export_options_init (&options);
  options.flags &= ~(unsigned) TW_PAINT_BACKGROUND;
  options.title = title;
  options.caption = caption;
  tw_export_draw_page (cr, scene, &options, PAGE_WIDTH, PAGE_HEIGHT);
}

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
draw_pages (cairo_surface_t *surface, const Sheet *sheet, const TwResult *result)
{
  const char *title = tw_puzzle_get_name (result->puzzle);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  draw_front (cr, sheet, title);
  cairo_show_page (cr);
  draw_back (cr, result, title);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  return status != CAIRO_STATUS_SUCCESS ? status : cairo_surface_status (surface);
}

GBytes *
tw_handout_write (const TwResult *result, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;
  Sheet sheet = { .board = tw_picture_scene (result->puzzle, NULL) };

  if (sheet.board->n_free > TW_EXPORT_MAX_SHAPES) {
    g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE,
                 _ ("a board of more than %d free cells does not fit a sheet of paper"),
                 TW_EXPORT_MAX_SHAPES);
    tw_scene_unref (sheet.board);
    return NULL;
  }
  sheet.pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_scene_unref);
  if (tw_puzzle_has_pieces (result->puzzle))
    add_pieces (&sheet, result->puzzle);
  choose_scale (&sheet);
  surface = tw_export_pdf_surface (append, bytes, PAGE_WIDTH, PAGE_HEIGHT,
                                   tw_puzzle_get_name (result->puzzle));
  status = draw_pages (surface, &sheet, result);
  cairo_surface_destroy (surface);
  g_ptr_array_unref (sheet.pieces);
  tw_scene_unref (sheet.board);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  return tw_fail_null (error, TW_PUZZLE_ERROR_FILE, "%s", cairo_status_to_string (status));
}
