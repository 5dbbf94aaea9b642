/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.h - the kinds of puzzle: a table of the interfaces that each kind implements.
 *
 * Readers, window, command line and network access kinds only through these. All that belongs to a
 * kind is in kinds/NAME/, which nothing else includes (build-aux/check-kinds). To add one: write
 * kinds/NAME/NAME.c with `const TwKind tw_kind_NAME`, declare it in NAME.h, add it to the list in
 * kinds.c and to meson.build. kinds/squares/squares.c is the shortest complete example.
 *
 * Threads: the functions of a kind may be called on any thread, also at the same time. Reading,
 * writing, checking and solving may take long, so do them on a worker.
 */
#pragma once

#include "puzzle/puzzle.h"

/* The interfaces. A function in them may be NULL where its comment says so. */
typedef struct TwKindRead TwKindRead;         /* kind-read.h */
typedef struct TwKindWrite TwKindWrite;       /* kind-write.h */
typedef struct TwKindSolve TwKindSolve;       /* kind-solve.h */
typedef struct TwKindSolution TwKindSolution; /* kind-solution.h */
typedef struct TwKindEdit TwKindEdit;         /* kind-edit.h */
typedef struct TwKindCount TwKindCount;       /* kind-count.h */
typedef struct TwKindCertify TwKindCertify;   /* kind-certify.h */
typedef struct TwKindDivide TwKindDivide;     /* kind-divide.h */

/* What can be done with the puzzles of a kind, beyond the interfaces that the kind offers. */
typedef enum {
  TW_KIND_FEWEST_SQUARES = 1 << 0, /* a solution is a tiling of the free cells by few squares */
  TW_KIND_TRANSFORMS = 1 << 1,     /* engines search the eight transforms, each in a bar; remote
                                    * solvers divide them */
  TW_KIND_READS_PASTED = 1 << 2,   /* a text that is pasted over a puzzle of this kind is read
                                    * as this kind if `text` accepts it */
  TW_KIND_EDIT_PIECES = 1 << 3,    /* the pieces can be changed */
  TW_KIND_LIST_RAW = 1 << 4,       /* symmetric solutions are listed, too */
  TW_KIND_TETROMINOES = 1 << 5,    /* asks for numbers of tetrominoes, which the window shows */
  TW_KIND_PIECES = 1 << 6,         /* a puzzle is one of pieces/puzzle.h */
  TW_KIND_GRIDS = 1 << 7,          /* boards consist of grids, whose borders are drawn */
} TwKindFlags;

struct TwKind {
  const char *name;  /* "squares", "pieces", ...: as in result files */
  const char *title; /* shown to users, untranslated */
  TwKindFlags flags;
  /* In JSON the ids are numbers; a puzzle stores them as decimal text nevertheless. */
  gboolean numeric_id;
  /* Appends translated lines "NAME\tVALUE\n" that describe the puzzle beyond name, kind and size.
   * May be NULL. */
  void (*describe) (const TwPuzzle *puzzle, GString *text);

  const TwKindRead *read;
  const TwKindSolve *solve;
  const TwKindSolution *solution;
  /* NULL: the kind does not offer it. */
  const TwKindWrite *write;
  const TwKindEdit *edit;
  const TwKindCount *count;
  const TwKindCertify *certify;
  const TwKindDivide *divide;
};

/* All kinds, NULL-terminated, in the order in which their sniff functions are called. */
const TwKind *const *tw_kinds (void);
const TwKind *tw_kind_find (const char *name);
