/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entries.c - see entries.h. */
#include "app/online/entries.h"

#include "puzzle/entry.h"
#include "puzzle/i18n.h"

static TwEntryState
state_of (TwContestStatus status)
{
  switch (status) {
  case TW_CONTEST_ACCEPTED:
  case TW_CONTEST_IMPOSSIBLE:
    return TW_ENTRY_DONE;
  case TW_CONTEST_REJECTED:
  case TW_CONTEST_UNCERTAIN:
  case TW_CONTEST_UNANSWERED:
    return TW_ENTRY_FAILED;
  case TW_CONTEST_FETCHED:
  case TW_CONTEST_SOLVED:
  case TW_CONTEST_SENDING:
  case TW_CONTEST_N_STATUSES:
  default:
    return TW_ENTRY_RUNNING;
  }
}

/* Updates the row. */
static void
changed_cb (TwContestEntry *source, TwEntry *entry)
{
  const TwContestFacts *facts = tw_contest_entry_get_facts (source);
  TwPuzzle *puzzle = tw_contest_entry_get_puzzle (source);
  const char *status = tw_contest_status_text (facts->status);
  g_autofree char *text = facts->status == TW_CONTEST_ACCEPTED && facts->optimal
                            ? g_strdup_printf (_ ("%s, optimal"), status)
                            : g_strdup (status);

  if (tw_entry_get_puzzle (entry) == NULL && puzzle != NULL)
    tw_entry_set_puzzle (entry, puzzle);
  if (tw_entry_get_result (entry) != tw_contest_entry_get_result (source))
    tw_entry_set_result (entry, tw_contest_entry_get_result (source));
  if (tw_entry_get_score (entry) != facts->score || tw_entry_get_penalty (entry) != facts->penalty)
    tw_entry_set_score (entry, facts->score, facts->penalty);
  tw_entry_set_message (entry, facts->error);
  tw_entry_set_state (entry, state_of (facts->status));
  tw_entry_set_state_text (entry, text);
}

static TwEntry *
make_row (TwContestEntry *source)
{
  const TwContestFacts *facts = tw_contest_entry_get_facts (source);
  g_autofree char *name = NULL;
  TwEntry *entry;

  if (facts->index == 0)
    name = g_strdup (_ ("Warm-up"));
  else if (facts->width > 0)
    /* Translators: the number of a puzzle, its width and height */
    name = g_strdup_printf (_ ("%u. %d × %d"), facts->index, facts->width, facts->height);
  else
    name = g_strdup_printf (_ ("Puzzle %u"), facts->index);
  entry = tw_entry_new (tw_contest_entry_get_puzzle (source), name);
  g_signal_connect_object (source, "changed", G_CALLBACK (changed_cb), entry, 0);
  changed_cb (source, entry);
  return entry;
}

static void
items_changed_cb (GListModel *sources, guint position, guint removed, guint added, GListStore *rows)
{
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < added; i++) {
    g_autoptr (TwContestEntry) source = g_list_model_get_item (sources, position + i);

    g_ptr_array_add (made, make_row (source));
  }
  g_list_store_splice (rows, position, removed, made->pdata, made->len);
}

GListModel *
tw_online_entries_new (TwContestSession *session)
{
  GListModel *sources = tw_contest_session_get_entries (session);
  GListStore *rows = g_list_store_new (TW_TYPE_ENTRY);

  g_signal_connect_object (sources, "items-changed", G_CALLBACK (items_changed_cb), rows, 0);
  items_changed_cb (sources, 0, 0, g_list_model_get_n_items (sources), rows);
  return G_LIST_MODEL (rows);
}

char *
tw_online_describe_totals (TwContestSession *session)
{
  TwContestTotals totals;
  GString *text = g_string_new (NULL);
  guint failed;

  tw_contest_session_get_totals (session, &totals);
  failed = totals.rejected + totals.uncertain + totals.unanswered;
  g_string_printf (text, _ ("%u of %u accepted"), totals.accepted, totals.wanted);
  if (totals.optimal > 0)
    g_string_append_printf (text, _ (", %u proved"), totals.optimal);
  if (totals.squares > 0)
    g_string_append_printf (
      text, tw_ngettext (", %'lld square", ", %'lld squares", (gulong) totals.squares),
      (long long) totals.squares);
  if (totals.score > 0)
    g_string_append_printf (text, _ (", score %'lld"), (long long) totals.score);
  if (totals.penalty > 0)
    g_string_append_printf (text, _ (" (%'lld of it penalty)"), (long long) totals.penalty);
  if (failed > 0)
    g_string_append_printf (text, _ (", %u failed"), failed);
  return g_string_free (text, FALSE);
}
