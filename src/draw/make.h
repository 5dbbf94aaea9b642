/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.h - pieces as things to hold: outlines for laser cutters (SVG, DXF) and solids for
 * 3D printers (STL).
 *
 * The pieces are those of a piece puzzle, each as often as it can be used, laid out apart on
 * sheets. A piece is one closed path, or several when it has holes or parts that meet at a
 * corner only; a solid is a closed mesh, each edge of which belongs to two triangles that
 * run along it in opposite directions.
 *
 * Clearance is what a piece lacks on each side so that it fits; kerf is the width of the
 * cut, half of which is added on each side again in the paths.
 *
 * Units: millimetres; y grows downwards in SVG and upwards in DXF and STL.
 * Threads: no state; any thread.
 */
#ifndef TW_DRAW_MAKE_H
#define TW_DRAW_MAKE_H

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

typedef enum {
  TW_MAKE_SVG,
  TW_MAKE_DXF,
  TW_MAKE_STL,
} TwMakeFormat;

typedef struct {
  double cell;      /* side of a cell */
  double kerf;      /* SVG and DXF only */
  double clearance; /* on each side */
  double gap;       /* between pieces on the sheet */
  double width;     /* of a sheet */
  double height;
  double thickness; /* STL only */
  gboolean tray;    /* STL: a tray with the board's outline as well */
} TwMakeOptions;

enum {
  TW_MAKE_MAX_PIECES = 10000,
  TW_MAKE_MAX_CELLS = 1000000,
};

void tw_make_options_init (TwMakeOptions *options);

/* "svg", "dxf" or "stl". */
gboolean tw_make_format_of (const char *name, TwMakeFormat *format);

/* All sheets, one behind the other, as one file. NULL and `error` when the puzzle has no
 * pieces, a piece is larger than a sheet, or a number makes no sense. g_free () it. */
char *tw_make_write (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
                     GError **error);

G_END_DECLS

#endif
