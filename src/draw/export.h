/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.h - pictures as files, byte buffers and pages: PNG, SVG, PDF, and plain text. The window
 * (export, copy, print) and the command line use it.
 *
 * Output is deterministic: the same scene and options always give the same bytes, without dates or
 * counters. Labels are drawn as strokes, not text; only the title and the caption use system fonts.
 *
 * Units: pixels in PNG, points in SVG and PDF. Threads: any; draw large pictures on a worker
 * thread. Errors: TW_PUZZLE_ERROR; errors about a file start with its name. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>
#include <pango/pango.h>

#include "draw/painter.h"
#include "draw/scene.h"

typedef enum {
  TW_EXPORT_PNG,
  TW_EXPORT_SVG,
  TW_EXPORT_PDF,
  TW_EXPORT_TEXT,
} TwExportFormat;

enum {
  TW_EXPORT_MAX_SIDE = 32000,      /* pixels or points */
  TW_EXPORT_MAX_PIXELS = 64 << 20, /* per image: 256 MiB */
  TW_EXPORT_MAX_SHAPES = 300000,   /* regions plus free cells in SVG and PDF */
};

/* Start from tw_export_options_init (). */
typedef struct {
  double cell;   /* side of a cell; 0: chosen for a picture of the usual size */
  double margin; /* around the board; negative: default */
  TwTheme theme;
  TwPaintFlags flags;  /* without TW_PAINT_BACKGROUND the paper is transparent */
  const char *title;   /* above the board; NULL: none */
  const char *caption; /* below it, e.g. "65 squares, optimal"; NULL: none */
} TwExportOptions;

void tw_export_options_init (TwExportOptions *options);

/* Determines the format from the file name extension .png, .svg, .pdf or .txt, ignoring case. */
gboolean tw_export_format_of (const char *name, TwExportFormat *format, GError **error);

/* Replaces an automatic cell size and margin by their values and returns the size of the picture
 * or drawing. */
gboolean tw_export_measure (const TwScene *scene, TwExportFormat format, TwExportOptions *options,
                            double *width, double *height, GError **error);

/* Returns the contents of a file with this name, in the format of its extension. */
GBytes *tw_export_for_file (const TwScene *scene, const char *name, const TwExportOptions *options,
                            GError **error);
/* Returns the contents of the file. */
GBytes *tw_export_bytes (const TwScene *scene, TwExportFormat format,
                         const TwExportOptions *options, GError **error);

/* Returns the pixels of the PNG, for the clipboard. The caller destroys the surface. */
cairo_surface_t *tw_export_image (const TwScene *scene, const TwExportOptions *options,
                                  GError **error);

/* Draws the scene as paths for printing, centred and as large as fits between the margins of a page
 * of `width` x `height` units. Ignores options->cell. */
void tw_export_draw_page (cairo_t *cr, const TwScene *scene, const TwExportOptions *options,
                          double width, double height);

/* A text in black, at most three lines; `size` is that of its letters. Left and right are sides of the
 * paper in each language. Returns its height. */
double tw_export_draw_text (cairo_t *cr, const char *text, double size, PangoAlignment alignment,
                            double x, double y, double width);
/* Is the text written from right to left? */
gboolean tw_export_is_rtl (cairo_t *cr, const char *text);
/* SVG, of one page, or a PDF without dates, in a version that every reader supports; sizes in points.
 * `title` may be NULL. Returns NULL and sets `error` when memory runs out. */
typedef void (*TwExportPage) (gconstpointer data, guint page, cairo_t *cr, double width,
                              double height);
GBytes *tw_export_pages (TwExportFormat format, double width, double height, const char *title,
                         guint n_pages, TwExportPage draw_page, gconstpointer data, GError **error);

/* Draws the tiling as text: outlines with + - |, obstacles as ###, the label of each region in its
 * middle. The caller frees it with g_free (). */
char *tw_export_text (const TwScene *scene);
