/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - how the objects of libtilewright reach what they wrap. For src/library, and for
 * commands of tilewright-cli that need more than the library offers. */
#pragma once

#include <tilewright.h>

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/job.h"
#include "puzzle/result.h"

/* --- values and objects -------------------------------------------------------- */

/* Owned by the objects. */
TwPuzzle *tilewright_puzzle_peek (TilewrightPuzzle *self);
TwResult *tilewright_result_peek (TilewrightResult *self);
/* Takes ownership of `puzzle`. NULL gives NULL. */
TilewrightPuzzle *tilewright_puzzle_wrap (TwPuzzle *puzzle);
/* What a search may continue: of a result that was read only the solution, as no search proved its
 * bound. */
TwResult *tilewright_result_dup_start (TilewrightResult *self);
/* Takes ownership of `result`, a result of the puzzle. NULL gives NULL. */
TilewrightResult *tilewright_result_wrap (TilewrightPuzzle *puzzle, TwResult *result);

/* Copies the options; NULL gives the defaults. Returns FALSE and sets `error` when a property
 * is set to an invalid text, or `puzzle`, which may be NULL, does not accept them. */
gboolean tilewright_options_read (TilewrightOptions *self, TwPuzzle *puzzle, TwOptions *options,
                                  GError **error);

/* Is it a board without obstacles? A board of one cell has one tiling whether the cell is free or
 * not. */
gboolean tilewright_is_empty_rectangle (const TwBoard *board);

/* Copies the values. */
TilewrightOptions *tilewright_options_wrap (const TwOptions *options);
/* The job of the running search, which the solver owns; NULL: none is running. */
TwJob *tilewright_solver_peek_job (TilewrightSolver *self);

/* A property of the basic type, enumeration or object; `value` is its default, a number. */
GParamSpec *tilewright_param_new (const char *name, GType type, double value, GParamFlags flags);

/* A list of `n` objects, each made by `get` when it is asked for; the list keeps `owner` alive. */
GListModel *tilewright_list_new (GType type, GObject *owner, guint n,
                                 GObject *(*get) (GObject *owner, guint index));

/* For such a list: placement `index` of a #TilewrightResult with a solution. */
GObject *tilewright_placement_new (GObject *result, guint index);

/* --- blocking work --------------------------------------------------------------- */

/* Returns a run with the limits of the options, which `cancellable` (or NULL) cancels; NULL with
 * `error` when memory is short. End it with tilewright_run_end (). */
TwRun *tilewright_run_begin (const TwOptions *options, GCancellable *cancellable, gulong *handler,
                             GError **error);
void tilewright_run_end (TwRun *run, GCancellable *cancellable, gulong handler);
/* Sets `error` to why work that a run limited is not complete. Returns FALSE. */
gboolean tilewright_run_fail (TwStatus status, GCancellable *cancellable, GError **error);
