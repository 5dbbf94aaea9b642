/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle-private.h - a parsed file of BurrTools, for the readers of puzzles (xmpuzzle.c) and of
 * solutions (xmpuzzle-solutions.c). Main facts about the format are in xmpuzzle.h. */
#pragma once

#include "puzzle/kinds/pieces/xmpuzzle.h"

/* A box of voxels. */
typedef struct {
  int size[3]; /* along x, y, z */
  int hot[3];  /* the point of the box that a solution places */
  char *name;
  GString *text;    /* text of the element; NULL: it was parsed */
  GArray *cubes;    /* of int: the indices of the filled voxels */
  GArray *cells;    /* of TwShapeCell, for each cube; colour is the constraint colour, 0 for none */
  guint n_variable; /* cubes that may stay empty */
  int corner[3];    /* least coordinates of the cubes */
  int across[2];    /* the axes of the layer: along its width and along its height */
  int width;        /* of the layer */
  int height;
  char *fault; /* why it is not a flat shape; NULL: it is one */
} TwXmShape;

typedef struct {
  int shape;
  int least;
  int most;
} TwXmPart;

typedef struct {
  char *name;            /* NULL: none */
  int most_holes;        /* of the cubes that may stay empty */
  GArray *parts;         /* of TwXmPart */
  int result;            /* index of the result shape; -1: none */
  GPtrArray *assemblies; /* of char: the texts of the solutions, when they were asked for */
  /* For each colour of a piece, a mask of the colours of the result that it may lie on. Both count
   * from 1 like those of voxels, although the pairs in the file count from 0. */
  guint64 allowed[TW_XMPUZZLE_MAX_COLOURS + 1];
} TwXmProblem;

typedef struct {
  GPtrArray *shapes;   /* of TwXmShape */
  GPtrArray *problems; /* of TwXmProblem */
  int grid;
  int n_colours; /* elements that define a colour */
  int depth;     /* how many elements are open */
  int n_cubes;   /* filled voxels of all shapes */
  guint n_parts;
  guint n_assemblies;
  gboolean with_solutions; /* keep the texts of the solutions */
  TwXmShape *shape;        /* the shape whose element is open */
  TwXmProblem *problem;    /* the problem whose element is open */
  GString *assembly;       /* text of the solution whose element is open; NULL: none */
  gboolean is_puzzle;
  GString *comment;
  gboolean in_comment; /* its element is open */
} TwXmFile;

/* Parses the data, compressed or not. Returns NULL and sets `error` when it is not such a file;
 * the caller frees the file. */
TwXmFile *tw_xm_file_parse (const char *data, gsize length, gboolean with_solutions,
                            GError **error);
void tw_xm_file_free (TwXmFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwXmFile, tw_xm_file_free)

/* Stores the coordinates of a voxel. */
void tw_xm_shape_where (const TwXmShape *shape, int cube, int where[3]);
/* Returns problem `number` as a puzzle; NULL with `error` when it cannot be imported. */
TwPuzzle *tw_xm_file_import (const TwXmFile *file, guint number, GError **error);
