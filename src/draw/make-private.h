/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-private.h - what make.c, which lays pieces out on sheets, shares with make-outlines.c, which
 * finds their paths, and make-solids.c, which writes them as solids. */
#pragma once

#include "core/pieces/problem.h"
#include "draw/make.h"

typedef struct {
  double x;
  double y;
} TwMakePoint;

/* Width of the tray's outer wall, in millimetres. */
#define TW_MAKE_WALL 4.0

typedef enum {
  TW_MAKE_PIECE,
  TW_MAKE_BOARD, /* with shared edges */
  TW_MAKE_TRAY,  /* one solid, or the frame of a drawing */
  TW_MAKE_BASE,  /* of the tray of a drawing */
} TwMakeWhat;

/* Something to make, and its place: millimetres from the upper-left corner of its sheet. */
typedef struct {
  TwMakeWhat what;
  gsize piece; /* number of the piece */
  int sheet;
  TwMakePoint at;
} TwMakeItem;

typedef enum {
  TW_MAKE_EDGE,    /* a line with two points, of a solution or of the board */
  TW_MAKE_OUTLINE, /* closed */
  TW_MAKE_STROKE,  /* of a label */
} TwMakePathKind;

/* In millimetres from the upper-left corner of the first sheet. */
typedef struct {
  TwMakePathKind kind;
  gboolean cut;   /* otherwise engraved */
  GArray *points; /* TwMakePoint */
} TwMakePath;

typedef struct {
  TwPuzzle *puzzle; /* has the pieces */
  const TwPieceProblem *problem;
  const TwMakeOptions *options;
  GArray *items; /* TwMakeItem */
  guint
    *owners; /* in a drawing with a tray: width * height of the board; see tw_make_owners_new () */
  int n_sheets;
} TwMakeLayout;

/* The cells of a piece. The caller frees the board. */
TwBoard *tw_make_board_of (const TwShape *shape);
/* For each cell of the board: 0 for an obstacle, 1 for a free cell, from 2 on the placements of a
 * solution, which may be NULL. */
guint *tw_make_owners_new (const TwBoard *board, const TwResult *result);
/* The paths of an item, TwMakePath, in the order in which they are cut; its outlines follow one
 * another. */
GArray *tw_make_paths (const TwMakeLayout *layout, const TwMakeItem *item);

/* The outer size of the tray. */
TwMakePoint tw_make_plate_size (const TwMakeLayout *layout);

/* Appends a number such as "12.3456", with a decimal point in every locale. */
void tw_make_append_number (GString *text, double value);
void tw_make_append_pair (GString *text, const char *before, double x, const char *between,
                          double y);

char *tw_make_write_stl (const TwMakeLayout *layout);
/* A 3MF package. Returns NULL and sets `error` when there is not enough memory, or no libarchive. */
GBytes *tw_make_write_3mf (const TwMakeLayout *layout, GError **error);
