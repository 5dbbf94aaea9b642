/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.h - certificates of results as text, for tilewright-check and other checkers.
 *
 * Blocking, for as long as the options' time: for workers and the command line. Any thread.
 */
#ifndef TW_PUZZLE_CERTIFICATE_H
#define TW_PUZZLE_CERTIFICATE_H

#include "core/options.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* Whether results of this puzzle can have one; otherwise `error` says why not. */
gboolean tw_certificate_supports (TwPuzzle *puzzle, GError **error);

/* The certificate of a solution: `*bound` becomes what it proves, at most the number of squares. NULL and
 * `error` when the result has no solution or memory is short. g_free () it. */
char *tw_certificate_write (const TwResult *result, const TwOptions *options, gsize *length,
                            gint64 *bound, GError **error);

G_END_DECLS

#endif
