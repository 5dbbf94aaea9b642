/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.h - many puzzles solved one after another with the same options, to
 * compare with the answers there were: a list of TwEntry, as a GListModel.
 *
 *   batch = tw_resolve_new ();
 *   tw_resolve_add (batch, entries);       of tw_gather ()
 *   tw_resolve_start (batch, &options);
 *   ... "finished"
 *   text = tw_resolve_to_csv (G_LIST_MODEL (batch));
 *
 * Used by the window of that name and, for the list and its comparison only, by
 * the command line. Threads: those of a TwJob: all on the one that made it.
 */
#ifndef TW_PUZZLE_RESOLVE_H
#define TW_PUZZLE_RESOLVE_H

#include "core/options.h"
#include "puzzle/entry.h"
#include "puzzle/job.h"

G_BEGIN_DECLS

#define TW_TYPE_RESOLVE (tw_resolve_get_type ())
G_DECLARE_FINAL_TYPE (TwResolve, tw_resolve, TW, RESOLVE, GObject)

/* Signals: "begun": another entry is searched, tw_resolve_get_job () has its job;
 * "finished": all were, or the user stopped it. */

TwResolve *tw_resolve_new (void);
/* Appends them; not while it runs. */
void tw_resolve_add (TwResolve *self, GPtrArray *entries);
void tw_resolve_clear (TwResolve *self);

/* Solves the entries that wait or were stopped. `again`: all of them, anew. An entry
 * whose kind does not take the options fails with a message. */
void tw_resolve_start (TwResolve *self, const TwOptions *options, gboolean again);
/* Ends at once with "finished". The best answer so far of the running search is
 * kept; its threads end by themselves. */
void tw_resolve_stop (TwResolve *self);
gboolean tw_resolve_is_running (TwResolve *self);
/* The search that runs and its entry; NULL: none does. */
TwJob *tw_resolve_get_job (TwResolve *self);
TwEntry *tw_resolve_get_current (TwResolve *self);

typedef struct {
  guint items;
  guint done;    /* searched to the end, or failed */
  guint failed;  /* there was no puzzle, or the options do not fit it */
  guint optimal; /* proved */
  /* Of those with both answers: */
  guint compared;
  guint better;
  guint worse;
  gint64 old_squares;
  gint64 new_squares;
  double seconds; /* of all that were searched */
} TwResolveTotals;

/* Of any list of TwEntry. */
void tw_resolve_get_totals (GListModel *entries, TwResolveTotals *totals);
/* One sentence for people, translated: "5 of 7 done, 2 better, 0 worse". */
char *tw_resolve_describe (GListModel *entries);

/* The comparison of any list of TwEntry, a line or an object each. In CSV (RFC
 * 4180, in UTF-8, with a header) what is not known is left empty; "difference" is
 * the new cost less the old one as the kind has it (squares, or the cap of a puzzle that asks for
 * the least one), so below zero is better. g_free () them. */
char *tw_resolve_to_csv (GListModel *entries);
char *tw_resolve_to_json (GListModel *entries);

G_END_DECLS

#endif
