/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.h - writes certificates of results as text, for tilewright-check and other checkers.
 *
 * Blocks until the run stops: for workers and the command line. Any thread.
 */
#pragma once

#include "core/options.h"
#include "puzzle/result.h"

/* TwKindCertify.solution. Returns the certificate, which the caller frees with g_free (). *bound receives
 * the lower bound that the certificate proves, which is at most the number of squares. Returns
 * NULL and sets `error` when the result is of another kind or has no solution, or memory runs out. */
char *tw_certificate_write (const TwResult *result, const TwOptions *options, TwRun *run,
                            gsize *length, gint64 *bound, GError **error);
/* TwKindCertify.proves. */
gboolean tw_certificate_proves (const TwResult *result, const char *text);
