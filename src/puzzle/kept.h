/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.h - all that is kept of an open puzzle from one run of the program to the next: the values of the
 * puzzle, the solutions found and the bounds proved for each, and what lies on its board.
 *
 * Reading is meant for a worker: the bytes may be damaged, so that each solution has to pass the
 * checker of its kind. Any thread may save what no thread changes. */
#pragma once

#include <glib.h>

#include "core/base/tiling.h"
#include "puzzle/result.h"

/* The type of the traces of searches; only the window knows what they mean. */
#define TW_TRACE_TYPE "((da(dxx))(ba(iiixx)))"

typedef struct {
  TwResult *result; /* a solution, or the proof that none exists */
  char *name;       /* NULL: none yet */
  GVariant *trace;  /* NULL: none */
} TwKeptResult;

/* A value of the puzzle. */
typedef struct {
  TwPuzzle *puzzle;
  char *step;         /* the name of the step that led to it; NULL: none */
  gboolean play;      /* that step was made in playing */
  GPtrArray *results; /* TwKeptResult, newest first */
  int shown;          /* index of the result that is shown; -1: none of them */
  gint64 bound;       /* proved lower bound on the cost; -1: none */
  gint64 claim;       /* a bound that nobody has checked; -1: none */
  char *optima;       /* the number of optimal solutions in decimal digits; NULL: unknown */
} TwKeptValue;

typedef struct {
  GPtrArray *values; /* TwKeptValue, at least one; the last one is the present value */
  int saved;         /* index of the value in the file; -1: none */
  GVariant
    *options; /* of searches, a vardict that only the window knows; NULL: all are the default */
  char *file; /* the file chosen to save to; NULL: that of the puzzle */
  TwTiling squares; /* laid by hand on the present value */
  gint64 played;    /* seconds of play by hand */
  gboolean found;   /* there are solutions that no file holds */
} TwKept;

TwKept *tw_kept_new (void);
void tw_kept_free (TwKept *kept);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwKept, tw_kept_free)
/* The value has no results and no bound. */
TwKeptValue *tw_kept_add (TwKept *kept, TwPuzzle *puzzle, const char *step, gboolean play);
/* `name` and `trace` may be NULL. */
void tw_kept_value_add (TwKeptValue *value, TwResult *result, const char *name, GVariant *trace);
/* The value that is present. */
TwKeptValue *tw_kept_get_now (const TwKept *kept);

/* Returns new bytes. When more than TW_FILE_MAX_BYTES would be needed, results that are not the best
 * ones are left out, then earlier values, then all results. */
GBytes *tw_kept_save (const TwKept *kept);
/* Returns NULL and sets `error` when the bytes are something else, or have a puzzle that cannot be
 * read. Solutions that the checker refuses are left out. */
TwKept *tw_kept_load (GBytes *bytes, GError **error);
/* Compares the saved value with its file, which may have changed since. The puzzle in the file then
 * becomes the present value when nothing else would be lost and the file has no other; otherwise no
 * value is that of the file any more. `step` is the name of this step. Reads the file. */
void tw_kept_compare_file (TwKept *kept, const char *step);
