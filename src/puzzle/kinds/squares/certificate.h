/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.h - writes certificates of results as text, for tilewright-check and other checkers.
 *
 * Blocks for at most the time limit of the options: for workers and the command line. Any thread.
 */
#pragma once

#include "core/options.h"
#include "puzzle/result.h"

/* Returns the certificate of a solution, which the caller frees with g_free (). *bound receives
 * the lower bound that the certificate proves, which is at most the number of squares. Returns
 * NULL and sets `error` when the result is of another kind or has no solution, or memory runs out. */
char *tw_certificate_write (const TwResult *result, const TwOptions *options, gsize *length,
                            gint64 *bound, GError **error);
/* The same within a run of the caller, who may cancel it: TwKindCertify.solution. */
char *tw_certificate_write_in (const TwResult *result, const TwOptions *options, TwRun *run,
                               gsize *length, gint64 *bound, GError **error);
/* TwKindCertify.proves. */
gboolean tw_certificate_proves (const TwResult *result, const char *text);
