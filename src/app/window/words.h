/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - results and the progress of searches as translated text. Main thread only. */
#pragma once

#include "app/document/document.h"
#include "app/pane/summary.h"
#include "puzzle/job.h"

/* What the kind says of a puzzle, a line for each fact; the caller frees it with g_free (). */
char *tw_words_describe (const TwPuzzle *puzzle);
/* "104 squares"; the caller frees it with g_free (). */
char *tw_words_headline (TwResult *result);
/* Says that a search ended with `result`, but that the result of an earlier search is shown; NULL: that
 * need not be said. The
 * caller frees it with g_free (). */
char *tw_words_earlier (TwResult *shown, TwResult *result);
/* The larger of a bound and the bound that any search has proved. */
gint64 tw_words_known_bound (TwDocument *document, gint64 bound);
/* Describes the running job (NULL: none), otherwise the result, in the summary. `document` may be
 * NULL. */
void tw_words_show (TwSummary *summary, TwDocument *document, TwJob *job);
