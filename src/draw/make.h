/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.h - fabrication files for the pieces of a puzzle: outlines for laser cutters (SVG, DXF) and
 * solids for 3D printers (STL, 3MF).
 *
 * Each piece of a piece puzzle is repeated as often as it may be used and laid out without overlap
 * on sheets. A piece is one closed path, or several when it has holes or cells that meet only at a
 * corner. A solid is a closed mesh: each edge belongs to two triangles that traverse it in opposite
 * directions.
 *
 * The clearance is removed from each side of a piece so that pieces fit together. The kerf is the
 * width of the cut; paths are moved outwards by half of it.
 *
 * The tray of a drawing is two plates of the same size. The frame has an opening where the board has
 * cells; its paths are moved into the openings by half of the kerf. Islands of obstacles come off.
 * The base is engraved with the edges of the pieces of a solution, or else of the board.
 *
 * A drawing with shared edges is the board with a solution: each edge between two pieces is one cut,
 * in lines as long as possible, and the outer edge comes last, so that the sheet stays together. Such
 * pieces are smaller by half the kerf on each side.
 *
 * A piece has its name in the largest square of its cells, engraved as strokes, so that no cutter
 * needs a font; a name of other characters than digits and Latin letters is replaced by the number of
 * the piece.
 *
 * Units: millimetres; y grows downwards in SVG and upwards in DXF and solids. Threads: no state; any
 * thread. */
#pragma once

#include <cairo.h>

#include "puzzle/result.h"

typedef enum {
  TW_MAKE_SVG,
  TW_MAKE_DXF,
  TW_MAKE_STL,
  TW_MAKE_3MF,
} TwMakeFormat;

typedef struct {
  double cell;      /* side of a cell */
  double kerf;      /* SVG and DXF only */
  double clearance; /* removed on each side */
  double gap;       /* between pieces on the sheet */
  double width;     /* of a sheet */
  double height;
  double thickness; /* STL and 3MF only */
  double bevel;     /* STL and 3MF only: of the upper and the lower edges of pieces; 0: none */
  gboolean tray;    /* adds a tray with the outline of the board, in all formats */
  gboolean shared;  /* SVG and DXF only: cuts the pieces of a solution out of one board */
} TwMakeOptions;

enum {
  TW_MAKE_MAX_PIECES = 10000,
  TW_MAKE_MAX_CELLS = 1000000,
};

#define TW_MAKE_DEFAULTS                                                                \
  {                                                                                     \
    .cell = 10, .clearance = 0.1, .gap = 5, .width = 300, .height = 200, .thickness = 5 \
  }
void tw_make_options_init (TwMakeOptions *options);

/* "svg", "dxf", "stl" or "3mf". */
gboolean tw_make_format_of (const char *name, TwMakeFormat *format);

/* Writes all sheets into one file, one after the other. Returns NULL and sets `error` when the
 * puzzle has no pieces, a piece or the tray is larger than a sheet, a number is invalid, or shared
 * edges lack a solution. The
 * caller unreferences it. 3MF is binary, the other formats are text. `result` may be NULL; its
 * solution is engraved on the base of a drawing's tray, and its squares are the pieces of a puzzle
 * that asks for squares. A result of another puzzle is ignored. */
GBytes *tw_make_write (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
                       const TwResult *result, GError **error);

/* The same for a look at the sheets: returns one sentence with the numbers of pieces and sheets and the
 * share of the material that is used, and draws the sheets into a square with this side unless `cr` is
 * NULL. The caller frees the text with g_free (). */
char *tw_make_describe (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
                        const TwResult *result, cairo_t *cr, double side, GError **error);
