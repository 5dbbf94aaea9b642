/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-private.h - what make.c, which lays pieces out and draws their outlines, shares with
 * make-solids.c, which writes them as solids. */
#pragma once

#include "core/pieces/problem.h"
#include "draw/make.h"

typedef struct {
  double x;
  double y;
} TwMakePoint;

/* The cells of a piece or board to cut, with a border of one empty cell: (width + 2) * (height + 2)
 * bytes. */
typedef struct {
  int width;
  int height;
  guint8 *filled;
} TwMakeMask;

/* Width of the tray's outer wall, in millimetres. */
#define TW_MAKE_WALL 4.0

/* The position of a piece: millimetres from the upper-left corner of its sheet. There are more items
 * for the tray, whose numbers follow those of the pieces: one solid, or the frame and the base of a
 * drawing; then the board with shared edges. */
typedef struct {
  gsize piece;
  int sheet;
  TwMakePoint at;
} TwMakeItem;

typedef struct {
  TwPuzzle *puzzle; /* has the pieces */
  const TwPieceProblem *problem;
  const TwMakeOptions *options;
  GArray *items; /* TwMakeItem */
  guint *owners; /* in a drawing with a tray: width * height of the board; see owners_new () */
  int n_sheets;
} TwMakeLayout;

/* A mask without cells. The caller frees its `filled` with g_free (). */
TwMakeMask tw_make_mask_new (int width, int height);
TwMakeMask tw_make_mask_of_shape (const TwShape *shape);
TwMakeMask tw_make_mask_of_board (const TwBoard *board);
gsize tw_make_mask_index (const TwMakeMask *mask, int x, int y);
/* FALSE outside of the mask. */
gboolean tw_make_mask_is_filled (const TwMakeMask *mask, int x, int y);

/* The outer size of the tray. */
TwMakePoint tw_make_plate_size (const TwMakeLayout *layout);

/* Appends a number such as "12.3456", with a decimal point in every locale. */
void tw_make_append_number (GString *text, double value);
void tw_make_append_pair (GString *text, const char *before, double x, const char *between,
                          double y);

char *tw_make_write_stl (const TwMakeLayout *layout);
/* A 3MF package. Returns NULL and sets `error` when there is not enough memory, or no libarchive. */
GBytes *tw_make_write_3mf (const TwMakeLayout *layout, GError **error);
