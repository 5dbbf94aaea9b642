/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene.h - what is drawn: a board and the regions on it, independent of the kind of puzzle. The
 * window, the printer, the exporter and the thumbnails all draw a scene through painter.h.
 *
 * Coordinates: cells are row-major, x grows to the right and y downwards, as in core/base/board.h,
 * always in the original orientation of the board.
 *
 * Ownership and threads: a scene is built once, on any thread, copies all its input and is
 * immutable afterwards. Its reference count is atomic, so a worker thread may build it and pass it
 * to the window. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board.h"
#include "core/run/run.h"
#include "core/base/tiling.h"
#include "draw/palette.h"
#include "puzzle/why.h"

enum {
  TW_SCENE_OUTSIDE = 0xff, /* neither a cell nor an obstacle */
  TW_SCENE_NO_REGION = -1,
  TW_SCENE_MAX_REGIONS = TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_REGION_FIXED = 1 << 0,  /* part of the puzzle: the solver may not move it */
  TW_REGION_SHARED = 1 << 1, /* the other of two compared solutions has it too: drawn pale */
} TwRegionFlags;

/* One square or piece on the board. Its cells are the cells of the scene's map that hold its index;
 * all of them are inside the bounding box. */
typedef struct {
  int32_t x; /* the bounding box, in cells */
  int32_t y;
  int32_t width;
  int32_t height;
  int32_t n_cells;
  int32_t square;  /* side of a square in a square puzzle, otherwise 0 */
  int32_t label_x; /* the cell near the region's middle where its label is drawn */
  int32_t label_y;
  uint32_t name;   /* offset in the scene's names; 0 is the empty string */
  uint16_t colour; /* index in the scene's palette */
  uint8_t flags;   /* TwRegionFlags */
  uint8_t tone;    /* 0..TW_N_TONES - 1; neighbours of the same colour differ in it */
} TwRegion;

/* The fill: TW_PALETTE_LENGTH colours, the same pale, and these once more in each other tone. */
static inline uint8_t
tw_region_shade (const TwRegion *region)
{
  return (uint8_t) (region->colour % TW_PALETTE_LENGTH
                    + ((region->flags & TW_REGION_SHARED) != 0 ? TW_PALETTE_LENGTH : 0)
                    + region->tone * 2 * TW_PALETTE_LENGTH);
}

/* Public, but read-only. */
typedef struct {
  int width; /* cells */
  int height;
  const uint8_t *cells;    /* TW_CELL_BLOCKED, TW_SCENE_OUTSIDE or a colour, 1..254 */
  const int32_t *map;      /* the region of each cell, or TW_SCENE_NO_REGION */
  const uint8_t *shades;   /* for covered cells: tw_region_shade () of the region */
  const TwRegion *regions; /* in the order they were given, which is the order of the animation */
  size_t n_regions;
  const uint8_t *grids; /* of each cell: a number as in puzzle/grids.h; NULL: no grids */
  const char *names;    /* zero-terminated strings, concatenated */
  TwPaletteKind kind;   /* the palette that TwRegion.colour indexes */
  int n_colours;        /* of the board's free cells; 0 or 1: colours need not be shown */
  int largest;          /* side of the largest square, 0 without squares */
  size_t n_fixed;       /* number of regions with TW_REGION_FIXED */
  size_t n_free;        /* free cells */
  size_t n_uncovered;   /* number of free cells in no region */
  /* Why a bound holds (why.h): a layer above the regions, with a sentence. */
  TwLayerKind layer;
  int32_t unit;
  const int32_t *weights; /* of each cell; NULL: no layer */
  const char *sentence;   /* NULL: none */
} TwScene;

/* One placed piece as a list of cells, for tw_scene_new_pieces (). */
typedef struct {
  const char *name;      /* shown on it, UTF-8; NULL: none */
  unsigned colour;       /* any number; equal pieces have equal colours */
  unsigned flags;        /* TwRegionFlags */
  const uint32_t *cells; /* row-major indices y * width + x */
  size_t n_cells;
} TwScenePiece;

/* `outside` marks the blocked cells that are not obstacles but outside the outline of the board (or
 * holes in it): width x height bytes, non-zero means outside; NULL when there are none.
 *
 * Squares and pieces that extend beyond the board are clipped; of two that overlap, the later one
 * is visible. A scene can therefore show a solution that the checker rejected. */
TwScene *tw_scene_new_board (const TwBoard *board, const uint8_t *outside);
TwScene *tw_scene_new_squares (const TwBoard *board, const uint8_t *outside,
                               const TwTiling *tiling);
TwScene *tw_scene_new_pieces (const TwBoard *board, const uint8_t *outside,
                              const TwScenePiece *pieces, size_t n_pieces);
/* A copy of `scene` whose regions have TW_REGION_SHARED if `other` has the same region: the same
 * cells and colour. Both show the same board. `n_differ` is the number of other regions. */
TwScene *tw_scene_new_difference (const TwScene *scene, const TwScene *other, size_t *n_differ);
/* Adds the borders of grids to a scene that is not shared yet, and takes their numbers. */
void tw_scene_set_grids (TwScene *scene, uint8_t *grids);
/* A copy of `scene` that shows why a bound holds. */
TwScene *tw_scene_new_why (const TwScene *scene, const TwWhy *why);
TwScene *tw_scene_ref (TwScene *scene);
void tw_scene_unref (TwScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwScene, tw_scene_unref)

/* The index of the region on a cell; TW_SCENE_NO_REGION when there is none or the cell is outside
 * the grid. O(1). */
static inline int32_t
tw_scene_region_at (const TwScene *scene, int x, int y)
{
  if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
    return TW_SCENE_NO_REGION;
  return scene->map[(size_t) y * (size_t) scene->width + (size_t) x];
}

static inline uint8_t
tw_scene_cell_at (const TwScene *scene, int x, int y)
{
  if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
    return TW_SCENE_OUTSIDE;
  return scene->cells[(size_t) y * (size_t) scene->width + (size_t) x];
}

/* Whether the cell is to be covered and no region is on it. */
static inline bool
tw_scene_is_uncovered (const TwScene *scene, int x, int y)
{
  uint8_t cell = tw_scene_cell_at (scene, x, y);

  return cell != TW_CELL_BLOCKED && cell != TW_SCENE_OUTSIDE
         && tw_scene_region_at (scene, x, y) == TW_SCENE_NO_REGION;
}

/* The class of a cell in a layer that colours the cells: an index of tw_palette_layer (); 0: the layer
 * does not colour it. */
static inline unsigned
tw_scene_layer_class (const TwScene *scene, size_t cell)
{
  int64_t weight = scene->weights[cell], unit = scene->unit;

  if (scene->cells[cell] == TW_CELL_BLOCKED || scene->cells[cell] == TW_SCENE_OUTSIDE)
    return TW_CLASS_NONE;
  if (scene->layer == TW_LAYER_COLOURS)
    return weight == 0 ? TW_CLASS_PALE : TW_CLASS_DARK;
  return weight < 0             ? TW_CLASS_NEGATIVE
         : weight * 100 <= unit ? TW_CLASS_ZERO
         : weight * 8 <= unit   ? TW_CLASS_EIGHTH
         : weight * 4 <= unit   ? TW_CLASS_QUARTER
         : weight * 2 <= unit   ? TW_CLASS_HALF
                                : TW_CLASS_WHOLE;
}

static inline bool
tw_scene_is_coloured (const TwScene *scene)
{
  return scene->layer == TW_LAYER_PRICES || scene->layer == TW_LAYER_COLOURS;
}

/* The meaning of the colours of the layer, as Pango markup on the paper of the theme. NULL: it has none.
 * The caller frees it with g_free (). */
char *tw_scene_legend (const TwScene *scene, TwTheme theme);

/* The sizes of squares, from the largest, or the names of pieces, each with its colour and number; as
 * above. NULL: there are none, or more than TW_SCENE_MOST_ENTRIES. */
enum {
  TW_SCENE_MOST_ENTRIES = 60,
};
char *tw_scene_legend_of_regions (const TwScene *scene, TwTheme theme);

/* The label of a region: the side of a square, or the name of a piece. Numbers are written into
 * `buffer`; the result is valid as long as the scene and the buffer. */
enum {
  TW_SCENE_LABEL_SIZE = 16,
};
const char *tw_scene_label (const TwScene *scene, int32_t region, char buffer[TW_SCENE_LABEL_SIZE]);

/* Descriptions of a region or a cell for hover and screen readers, translated; columns and rows
 * count from 1. The caller frees them. */
char *tw_scene_describe_region (const TwScene *scene, int32_t region);
char *tw_scene_describe_cell (const TwScene *scene, int x, int y);

/* --- the front of a running sweep ----------------------------------------- */

/* A front in the original orientation of the board. The sweep runs along rows (line i is row i) or,
 * when the board was transposed, along columns. Line i is covered for extent[i] cells, counted from
 * the edge where the sweep starts. A plain value: the window creates one per frame. */
typedef struct {
  bool columns;  /* lines are columns, the sweep runs vertically */
  bool from_far; /* extents are counted from the right or lower edge */
  int n_lines;   /* 0: no front */
  int length;    /* cells in a line: the largest possible extent */
  uint16_t extent[TW_FRONT_MAX];
} TwSceneFront;

/* `width` and `height` are the size of the board before the transform. Returns false and an empty
 * front when `front` does not fit such a board. */
bool tw_scene_front_init (TwSceneFront *to, const TwFront *front, int width, int height);
bool tw_scene_front_covers (const TwSceneFront *front, int x, int y);
