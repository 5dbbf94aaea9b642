/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-certify.h - certificates of results of a kind: texts for tilewright-check, which the caller
 * frees with g_free (). Each function takes as long as the run lasts, and returns NULL and sets
 * `error` when there is nothing to certify or memory runs out.
 */
#pragma once

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/kind.h"

struct TwKindCertify {
  /* Can the format express the puzzle? Otherwise sets `error`, as the functions below do after a
   * search. May be NULL: it can express each puzzle. */
  gboolean (*accepts) (TwPuzzle *puzzle, GError **error);
  /* Certifies the solution of a result. *bound receives the lower bound that the text proves, at most
   * the cost; when the run ends early, the bound is smaller. */
  char *(*solution) (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length,
                     gint64 *bound, GError **error);
  /* Certifies the number of solutions. Fails, too, when `count` turns out to be wrong. May be NULL. */
  char *(*count) (TwPuzzle *puzzle, guint64 count, TwRun *run, gsize *length, GError **error);
  /* Whether the text, a certificate that tilewright-check has accepted, is about the solution of the
   * result and proves that none is better. May be NULL. */
  gboolean (*proves) (const TwResult *result, const char *text);
};
