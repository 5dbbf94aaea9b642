/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - one search of a document at a time: its job, the solver services that help it, and its
 * progress. The incumbent and the final result go to the document.
 *
 *   search = tw_search_new ();
 *   tw_search_start (search, document, &options, NULL);
 *   ... at frame rate: tw_search_poll (search), then tw_search_get_run () for the figures
 *   ... "better", later "ending" and "ended"
 *
 * A search can also watch a job that somebody else runs, so that every search looks the same.
 * Knows no widget. Main thread only. */
#pragma once

#include "app/document/document.h"
#include "puzzle/job.h"

#define TW_TYPE_SEARCH (tw_search_get_type ())
G_DECLARE_FINAL_TYPE (TwSearch, tw_search, TW, SEARCH, GObject)

/* Property "running" (boolean, read only), see tw_search_is_running (); also notified when a watched
 * job begins or ends.
 *
 * Signals:
 * "better" (boolean first): the document has another incumbent.
 * "ending" (TwResult): the job has ended with this result (NULL: it was dropped) and can be read for
 *   the last time; a handler may call tw_search_set_trace ().
 * "tracing": a handler may call tw_search_set_trace () for the search that runs.
 * "ended" (TwResult): the document has the result of the search. Not emitted for a dropped one. */

TwSearch *tw_search_new (void);

/* Starts a search of the document's puzzle. `stopped` is the result of the search to continue;
 * NULL: a new search, which has its own time and entry, too, but starts from the best solution and the
 * best bound that are known. A proved optimum is found again from the beginning. */
void tw_search_start (TwSearch *self, TwDocument *document, const TwOptions *options,
                      TwResult *stopped);
/* Whether the document has a stopped search that can be continued, and continues it. For pieces the
 * goal of the search stays and the limits are those of `budget`; for squares the search with the
 * options of `budget` starts from the shown solution and the best proved bound. */
gboolean tw_search_can_continue (TwSearch *self, TwDocument *document);
void tw_search_continue (TwSearch *self, TwDocument *document, const TwOptions *budget);
/* Watches the job of another owner, which solves the puzzle of the document. */
void tw_search_watch (TwSearch *self, TwDocument *document, TwJob *job);

/* Stops soon, with the incumbent as the result, even when the job takes longer to end. */
void tw_search_stop (TwSearch *self);
/* Waits until the job has saved the state that it can be continued from. */
void tw_search_pause (TwSearch *self);
/* Drops the job and everything it would report later; the solutions found so far are kept. A
 * watched job runs on, and the document gets its incumbent. A change of the document does this, too. */
void tw_search_drop (TwSearch *self);

/* Whether the object runs a search itself; FALSE while it only watches one. */
gboolean tw_search_is_running (TwSearch *self);
/* The job that runs or is watched, and its run; NULL: none. */
TwJob *tw_search_get_job (TwSearch *self);
TwRun *tw_search_get_run (TwSearch *self);
/* Passes a new incumbent to the document. */
void tw_search_poll (TwSearch *self);
/* Whether the last search has had an incumbent. */
gboolean tw_search_has_found (TwSearch *self);
/* A text that names the solver services which the ended search dropped; NULL: none. */
const char *tw_search_get_report (TwSearch *self);
/* Adds what the running search has found to the present value of its document, as its document keeps
 * it. */
void tw_search_keep (TwSearch *self, TwKeptValue *value);
/* A value of TW_TRACE_TYPE that is stored with the result; may be floating. */
void tw_search_set_trace (TwSearch *self, GVariant *trace);
