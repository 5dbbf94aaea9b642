/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver.h - searches for the solutions of one puzzle. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightSolver:
 *
 * A search that can be watched, stopped and continued. Its properties and signals change in the
 * main context in which the search was started, about ten times a second.
 */
#define TILEWRIGHT_TYPE_SOLVER (tilewright_solver_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightSolver, tilewright_solver, TILEWRIGHT, SOLVER, GObject)

/**
 * tilewright_solver_new:
 * @puzzle: the puzzle
 * @options: (nullable): read when a search starts; %NULL: the defaults
 */
TILEWRIGHT_API TilewrightSolver *tilewright_solver_new (TilewrightPuzzle *puzzle,
                                                        TilewrightOptions *options);

/**
 * tilewright_solver_solve:
 * @cancellable: (nullable): abandons the search, from any thread
 *
 * Searches until the result is proved or time or memory ends. Blocks; signals are emitted meanwhile.
 *
 * Returns: (transfer full): the result.
 * Errors: USAGE; G_IO_ERROR_PENDING when a search is running; G_IO_ERROR_CANCELLED.
 */
TILEWRIGHT_API TilewrightResult *
tilewright_solver_solve (TilewrightSolver *self, GCancellable *cancellable, GError **error);
/**
 * tilewright_solver_solve_async:
 * @cancellable: (nullable): abandons the search: @callback gets an error at once
 * @callback: (scope async): called in the main context of the caller
 * @user_data: for @callback
 *
 * Starts the search on other threads.
 */
TILEWRIGHT_API void tilewright_solver_solve_async (TilewrightSolver *self,
                                                   GCancellable *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer user_data);
/**
 * tilewright_solver_solve_finish:
 *
 * Returns: (transfer full): as tilewright_solver_solve ().
 */
TILEWRIGHT_API TilewrightResult *
tilewright_solver_solve_finish (TilewrightSolver *self, GAsyncResult *result, GError **error);

/**
 * tilewright_solver_stop:
 *
 * Ends the running search soon, with the best solution found. Without one it does nothing. Call it
 * in the main context of the search, for example in a signal handler.
 */
TILEWRIGHT_API void tilewright_solver_stop (TilewrightSolver *self);

/**
 * tilewright_solver_resume:
 * @stopped: a result of a search for the same puzzle, which was stopped
 *
 * Makes the next search continue from @stopped. Figures include those of @stopped; the limits of
 * the options are for the continuation.
 *
 * Errors: USAGE when @stopped belongs to another puzzle; G_IO_ERROR_PENDING.
 */
TILEWRIGHT_API gboolean tilewright_solver_resume (TilewrightSolver *self, TilewrightResult *stopped,
                                                  GError **error);
