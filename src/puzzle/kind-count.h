/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-count.h - the numbers of solutions of the puzzles of a kind. */
#pragma once

#include "core/run/run.h"
#include "puzzle/kind.h"

/* The number of solutions that a search has found. */
typedef struct {
  guint64 raw;            /* all solutions */
  guint64 distinct;       /* up to the symmetries of the board */
  guint64 listed;         /* of pieces: the number to show first, raw or distinct as requested */
  gsize kept;             /* of pieces and squares: the number of solutions that are stored */
  gboolean kept_short;    /* of pieces: more were found than the memory budget allows to store */
  const char *raw_digits; /* the numbers when they exceed 64 bits, owned by the result; else NULL */
  const char *distinct_digits;
  gboolean complete;     /* the search was complete: these are all */
  gboolean can_continue; /* of pieces: the search has stopped at a checkpoint */
  gboolean matrix_short; /* of pieces: the transfer matrix needed more than the memory budget, so
                          * that the solutions were visited one by one */
  TwStop stop; /* why an incomplete search ended; TW_STOP_NONE: no more solutions were requested */
} TwSolutionCount;

struct TwKindCount {
  TwSolutionCount (*of) (const TwResult *result);
  /* Returns stored solution `i`, or NULL after the last one. Kinds that only store the solution of the
   * result leave this out. */
  TwResult *(*listed) (const TwResult *result, gsize i);
};
