/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.h - pictures as files, bytes and pages: PNG, SVG, PDF, and plain text.
 * Used by the window (export, copy, print) and the command line.
 *
 * The same scene and options give the same bytes, whenever and however often:
 * no dates, no counters. Labels are strokes, not text; only a title and a
 * caption use the machine's fonts.
 *
 * Units: pixels in PNG, points in SVG and PDF.
 * Threads: any; large pictures are meant for workers.
 * Errors: TW_PUZZLE_ERROR; those of files begin with the file's name.
 */
#ifndef TW_DRAW_EXPORT_H
#define TW_DRAW_EXPORT_H

#include <cairo.h>
#include <gio/gio.h>

#include "draw/painter.h"
#include "draw/scene.h"

G_BEGIN_DECLS

typedef enum {
  TW_EXPORT_PNG,
  TW_EXPORT_SVG,
  TW_EXPORT_PDF,
  TW_EXPORT_TEXT,
} TwExportFormat;

enum {
  TW_EXPORT_MAX_SIDE = 32000,      /* pixels or points */
  TW_EXPORT_MAX_PIXELS = 64 << 20, /* of an image: 256 MiB */
  TW_EXPORT_MAX_SHAPES = 300000,   /* regions and free cells in SVG and PDF */
};

/* Start from tw_export_options_init (). */
typedef struct {
  double cell;   /* side of a cell; 0: chosen so that the picture has a usual size */
  double margin; /* around the board; negative: chosen */
  TwTheme theme;
  TwPaintFlags flags;  /* without TW_PAINT_BACKGROUND the paper is transparent */
  const char *title;   /* above the board; NULL: none */
  const char *caption; /* below it, e.g. "65 squares, optimal"; NULL: none */
} TwExportOptions;

void tw_export_options_init (TwExportOptions *options);

/* The format by the ending of a file's name: .png, .svg, .pdf, .txt, in upper or
 * lower case. */
gboolean tw_export_format_of (const char *name, TwExportFormat *format, GError **error);

/* A file, written beside its place and then renamed, in the format that its
 * name ends in. */
gboolean tw_export_scene (const TwScene *scene, const char *path, const TwExportOptions *options,
                          GError **error);
/* The same for a file that may have no path, as dialogs give it. */
gboolean tw_export_scene_to (const TwScene *scene, GFile *file, const TwExportOptions *options,
                             GCancellable *cancellable, GError **error);

/* The file's contents. */
GBytes *tw_export_bytes (const TwScene *scene, TwExportFormat format,
                         const TwExportOptions *options, GError **error);

/* The PNG's pixels, for the clipboard. The caller destroys it. */
cairo_surface_t *tw_export_image (const TwScene *scene, const TwExportOptions *options,
                                  GError **error);

/* On a page of `width` x `height` units, as large as it fits between the
 * margins, as paths: for printing. options->cell is not looked at. */
void tw_export_draw_page (cairo_t *cr, const TwScene *scene, const TwExportOptions *options,
                          double width, double height);

/* The tiling as lines of text, outlines drawn with + - |, obstacles as ###, a
 * region's label in its middle. g_free () it. */
char *tw_export_text (const TwScene *scene);

G_END_DECLS

#endif
