/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene.h - what there is to see: a board and what lies on it, whatever the
 * puzzle family. The window, the printer, the exporter and the thumbnails all
 * draw a scene through painter.h.
 *
 * Shapes: cells are row-major, x grows to the right, y downwards, as in
 * core/board.h; always in the board's original orientation.
 *
 * Ownership and threads: a scene is built once, on any thread, copies all that
 * it is given and is read-only from then on. It is counted by reference
 * (atomically), so a worker may build it and hand it to the window.
 */
#ifndef TW_DRAW_SCENE_H
#define TW_DRAW_SCENE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/board.h"
#include "core/run.h"
#include "core/tiling.h"
#include "draw/palette.h"

G_BEGIN_DECLS

enum {
  TW_SCENE_OUTSIDE = 0xff, /* nothing is there: neither a cell nor an obstacle */
  TW_SCENE_NO_REGION = -1,
  TW_SCENE_MAX_REGIONS = TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_REGION_FIXED = 1 << 0, /* was placed beforehand, the solver may not move it */
} TwRegionFlags;

/* One square or piece on the board. Its cells are those of the scene's map
 * that hold its index, all within the box. */
typedef struct {
  int32_t x; /* the bounding box, in cells */
  int32_t y;
  int32_t width;
  int32_t height;
  int32_t n_cells;
  int32_t square;  /* the side when it is a square of a square puzzle, else 0 */
  int32_t label_x; /* the cell in the region's middle that carries its name */
  int32_t label_y;
  uint32_t name;   /* offset in the scene's names; 0 is the empty name */
  uint16_t colour; /* index in the scene's palette */
  uint16_t flags;  /* TwRegionFlags */
} TwRegion;

/* Public to read, never to write. */
typedef struct {
  int width; /* cells */
  int height;
  const uint8_t *cells;    /* TW_CELL_BLOCKED, TW_SCENE_OUTSIDE or a colour, 1..254 */
  const int32_t *map;      /* the region of each cell, or TW_SCENE_NO_REGION */
  const uint8_t *shades;   /* of covered cells: the region's colour modulo TW_PALETTE_LENGTH */
  const TwRegion *regions; /* in the order they were given: the order of the reveal */
  size_t n_regions;
  const char *names;  /* zero-terminated strings one after the other */
  TwPaletteKind kind; /* how TwRegion.colour is meant */
  int n_colours;      /* of the board's free cells; 0 or 1: colours need not be shown */
  int largest;        /* side of the largest square, 0 without squares */
  size_t n_fixed;     /* regions that are TW_REGION_FIXED */
  size_t n_free;      /* free cells */
  size_t n_uncovered; /* free cells in no region */
} TwScene;

/* Plain cells of one placed piece, for tw_scene_new_pieces (). */
typedef struct {
  const char *name;      /* shown on it, UTF-8; NULL: none */
  unsigned colour;       /* equal pieces have equal colours; any number */
  unsigned flags;        /* TwRegionFlags */
  const uint32_t *cells; /* row-major indices y * width + x */
  size_t n_cells;
} TwScenePiece;

/* `outside` tells the blocked cells that are no obstacles but lie outside of
 * the board's outline (or are holes in it): width x height bytes, non-zero is
 * outside; NULL when there are none.
 *
 * Squares and pieces that reach out of the board are clipped and of two that
 * overlap the later one is seen: a scene can also show an answer that the
 * checker refused. */
TwScene *tw_scene_new_board (const TwBoard *board, const uint8_t *outside);
TwScene *tw_scene_new_squares (const TwBoard *board, const uint8_t *outside,
                               const TwTiling *tiling);
TwScene *tw_scene_new_pieces (const TwBoard *board, const uint8_t *outside,
                              const TwScenePiece *pieces, size_t n_pieces);
TwScene *tw_scene_ref (TwScene *scene);
void tw_scene_unref (TwScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwScene, tw_scene_unref)

/* The index of the region on a cell, TW_SCENE_NO_REGION when there is none or
 * the cell lies outside of the grid. O(1). */
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

/* The short text on a region: the side of a square, the name of a piece.
 * `buffer` holds it when it is a number; the result lives as long as both. */
enum {
  TW_SCENE_LABEL_SIZE = 16,
};
const char *tw_scene_label (const TwScene *scene, int32_t region, char buffer[TW_SCENE_LABEL_SIZE]);

/* What hover and screen readers say of a region or a cell, translated; columns
 * and rows count from 1. The caller frees it. */
char *tw_scene_describe_region (const TwScene *scene, int32_t region);
char *tw_scene_describe_cell (const TwScene *scene, int x, int y);

/* --- the front of a running sweep ----------------------------------------- */

/* A front turned back to the original orientation. The sweep runs along rows
 * (line i is row i) or, when it was transposed, along columns; line i is
 * covered for extent[i] cells counted from the sweep's starting edge. A plain
 * value: the window makes one a frame. */
typedef struct {
  bool columns;  /* lines are columns, the sweep runs vertically */
  bool from_far; /* counted from the right or lower edge */
  int n_lines;   /* 0: no front */
  int length;    /* cells in a line: the most an extent can be */
  uint16_t extent[TW_FRONT_MAX];
} TwSceneFront;

/* `width` and `height` are those of the board before the transform. False, and
 * an empty front, when `front` does not fit such a board. */
bool tw_scene_front_init (TwSceneFront *to, const TwFront *front, int width, int height);
bool tw_scene_front_covers (const TwSceneFront *front, int x, int y);

G_END_DECLS

#endif
