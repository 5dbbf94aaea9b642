/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.h - solves many puzzles one after another with the same options, and compares the
 * results with earlier solutions.
 *
 *   batch = tw_resolve_new ();
 *   tw_resolve_add (batch, entries);       from tw_gather ()
 *   tw_resolve_start (batch, &options);
 *   ... "finished"
 *   text = tw_resolve_to_csv (tw_resolve_get_entries (batch));
 *
 * Used by the window of that name; the command line uses the list and its comparison only.
 * Threads: all calls on the thread that made it, as for a TwJob.
 */
#pragma once

#include "core/options.h"
#include "puzzle/entry.h"
#include "puzzle/job.h"

#define TW_TYPE_RESOLVE (tw_resolve_get_type ())
G_DECLARE_FINAL_TYPE (TwResolve, tw_resolve, TW, RESOLVE, GObject)

/* Signals: "begun": the search of another entry has started, tw_resolve_get_job () returns its
 * job; "finished": all entries were searched, or the user stopped the batch. */

TwResolve *tw_resolve_new (void);
/* A list of TwEntry, which it owns. */
GListModel *tw_resolve_get_entries (TwResolve *self);
/* Appends the entries; not while the batch runs. */
void tw_resolve_add (TwResolve *self, GPtrArray *entries);
void tw_resolve_clear (TwResolve *self);

/* Solves the entries that wait or were stopped; with `again` all entries. An entry whose kind
 * rejects the options fails with a message. */
void tw_resolve_start (TwResolve *self, const TwOptions *options, gboolean again);
/* Stops at once and emits "finished". The incumbent of the running search is kept; its threads end
 * in the background. */
void tw_resolve_stop (TwResolve *self);
gboolean tw_resolve_is_running (TwResolve *self);
/* The running search and its entry; NULL when none is running. */
TwJob *tw_resolve_get_job (TwResolve *self);
TwEntry *tw_resolve_get_current (TwResolve *self);

typedef struct {
  guint items;
  guint done;    /* searched to the end, or failed */
  guint failed;  /* the entry has no puzzle, or the options are invalid for it */
  guint optimal; /* proved optimal */
  /* Of the entries with both a new and an old solution: */
  guint compared;
  guint better;
  guint worse;
  gint64 old_squares; /* of tilings by squares */
  gint64 new_squares;
  double seconds; /* of all searches */
} TwResolveTotals;

/* Works for any list of TwEntry. */
void tw_resolve_get_totals (GListModel *entries, TwResolveTotals *totals);
/* One translated sentence: "5 of 7 done, 2 better, 0 worse". */
char *tw_resolve_describe (GListModel *entries);

/* The comparison of any list of TwEntry, one line or object for each entry. In CSV (RFC 4180,
 * UTF-8, with a header) unknown values are empty; "difference" is the new cost minus the old one
 * as defined by the kind (squares, or the cap of a puzzle that asks for the least cap), so a
 * negative value is better. The caller frees the text with g_free (). */
char *tw_resolve_to_csv (GListModel *entries);
char *tw_resolve_to_json (GListModel *entries);
