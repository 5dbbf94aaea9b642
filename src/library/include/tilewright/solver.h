/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver.h - searches for the solutions of one puzzle, and their options. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightOptions:
 * What a search may use and how it works, each option a property, so that bindings take them as named
 * arguments: `Tilewright.Options(time=5, threads=2)`. GObject warns of numbers out of range and
 * keeps the old value. A text that is not valid is an error of the function that uses the options.
 */
#define TILEWRIGHT_TYPE_OPTIONS (tilewright_options_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightOptions, tilewright_options, TILEWRIGHT, OPTIONS, GObject)

TILEWRIGHT_API TilewrightOptions *tilewright_options_new (void);

/**
 * TilewrightSolver:
 * A search that can be watched, stopped and continued. Its properties and signals change in the
 * main context in which the search was started, about ten times a second.
 */
#define TILEWRIGHT_TYPE_SOLVER (tilewright_solver_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightSolver, tilewright_solver, TILEWRIGHT, SOLVER, GObject)

/**
 * tilewright_solver_new:
 * @options: (nullable): read when a search starts
 */
TILEWRIGHT_API TilewrightSolver *tilewright_solver_new (TilewrightPuzzle *puzzle,
                                                        TilewrightOptions *options);

/**
 * tilewright_solver_solve:
 * Searches until the result is proved or time or memory ends; cancelling abandons the search. Blocks;
 * signals are emitted meanwhile.
 *
 * Returns: (transfer full): the result
 * Errors: USAGE; G_IO_ERROR_PENDING when a search is running; G_IO_ERROR_CANCELLED.
 */
TILEWRIGHT_API TilewrightResult *
tilewright_solver_solve (TilewrightSolver *self, GCancellable *cancellable, GError **error);
/**
 * tilewright_solver_solve_async:
 * Starts the search on other threads; tilewright_solver_solve_finish () returns the result. After
 * cancelling, the callback gets the error at once.
 */
TILEWRIGHT_API void tilewright_solver_solve_async (TilewrightSolver *self,
                                                   GCancellable *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer user_data);
/**
 * tilewright_solver_solve_finish:
 * Returns: (transfer full): as tilewright_solver_solve ()
 */
TILEWRIGHT_API TilewrightResult *
tilewright_solver_solve_finish (TilewrightSolver *self, GAsyncResult *result, GError **error);

/**
 * tilewright_solver_stop:
 * Ends the running search soon, with the best solution found. Without one it does nothing. Call it
 * in the main context of the search, for example in a signal handler.
 */
TILEWRIGHT_API void tilewright_solver_stop (TilewrightSolver *self);

/**
 * tilewright_solver_resume:
 * @stopped: a result of a search for the same puzzle, which was stopped
 *
 * Makes the next search continue from @stopped. Figures include those of @stopped, but not
 * the bound of one that was read from JSON; the limits of the options are for the continuation.
 * Errors: USAGE when @stopped belongs to another puzzle; FORMAT when its solution is wrong;
 * G_IO_ERROR_PENDING.
 */
TILEWRIGHT_API gboolean tilewright_solver_resume (TilewrightSolver *self, TilewrightResult *stopped,
                                                  GError **error);
