/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-entry.c - one puzzle of a contest session; see contest-entry.h. */
#include "net/contest-entry.h"

#include "puzzle/i18n.h"

struct _TwContestEntry {
  GObject parent_instance;

  TwContestFacts facts;
  TwPuzzle *puzzle;
  TwResult *result;
};

G_DEFINE_FINAL_TYPE (TwContestEntry, tw_contest_entry, G_TYPE_OBJECT)

/* --- names ----------------------------------------------------------------- */

static const char *const mode_names[] = {
  [TW_CONTEST_MODE_TRIAL] = "trial",
  [TW_CONTEST_MODE_CONTEST] = "contest",
};

static const struct {
  const char *name;
  const char *text;
  gboolean final;
} statuses[TW_CONTEST_N_STATUSES] = {
  [TW_CONTEST_FETCHED] = { "fetched", N_ ("Not solved yet"), FALSE },
  [TW_CONTEST_SOLVED] = { "solved", N_ ("Not sent yet"), FALSE },
  [TW_CONTEST_SENDING] = { "sending", N_ ("Being sent"), FALSE },
  [TW_CONTEST_ACCEPTED] = { "accepted", N_ ("Accepted"), TRUE },
  [TW_CONTEST_REJECTED] = { "rejected", N_ ("Rejected"), TRUE },
  [TW_CONTEST_UNCERTAIN] = { "uncertain", N_ ("Sent, reply lost"), TRUE },
  [TW_CONTEST_UNANSWERED] = { "unanswered", N_ ("No solution found"), TRUE },
  [TW_CONTEST_IMPOSSIBLE] = { "impossible", N_ ("Impossible"), TRUE },
};

const char *
tw_contest_mode_name (TwContestMode mode)
{
  return mode_names[mode];
}

gboolean
tw_contest_mode_find (const char *name, TwContestMode *mode)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mode_names); i++)
    if (g_strcmp0 (mode_names[i], name) == 0) {
      *mode = (TwContestMode) i;
      return TRUE;
    }
  return FALSE;
}

const char *
tw_contest_status_name (TwContestStatus status)
{
  return statuses[status].name;
}

gboolean
tw_contest_status_find (const char *name, TwContestStatus *status)
{
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    if (g_strcmp0 (statuses[i].name, name) == 0) {
      *status = (TwContestStatus) i;
      return TRUE;
    }
  return FALSE;
}

const char *
tw_contest_status_text (TwContestStatus status)
{
  return _ (statuses[status].text);
}

gboolean
tw_contest_status_is_final (TwContestStatus status)
{
  return statuses[status].final;
}

/* --- the entry --------------------------------------------------------------- */

const TwContestFacts *
tw_contest_entry_get_facts (TwContestEntry *entry)
{
  return &entry->facts;
}

TwPuzzle *
tw_contest_entry_get_puzzle (TwContestEntry *entry)
{
  return entry->puzzle;
}

TwResult *
tw_contest_entry_get_result (TwContestEntry *entry)
{
  return entry->result;
}

TwContestFacts *
tw_contest_entry_edit (TwContestEntry *entry)
{
  return &entry->facts;
}

void
tw_contest_entry_changed (TwContestEntry *entry)
{
  g_signal_emit_by_name (entry, "changed");
}

void
tw_contest_entry_set_puzzle (TwContestEntry *entry, TwPuzzle *puzzle)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  g_clear_pointer (&entry->puzzle, tw_puzzle_unref);
  entry->puzzle = tw_puzzle_ref (puzzle);
  g_free (entry->facts.id);
  entry->facts.id = g_strdup (tw_puzzle_get_id (puzzle));
  entry->facts.width = board->width;
  entry->facts.height = board->height;
}

void
tw_contest_entry_set_result (TwContestEntry *entry, TwResult *result)
{
  TwContestFacts *facts = &entry->facts;

  g_clear_pointer (&entry->result, tw_result_unref);
  entry->result = tw_result_ref (result);
  facts->squares = tw_result_count (result);
  facts->bound = result->bound;
  facts->optimal = result->status == TW_STATUS_OPTIMAL;
  facts->transform = result->transform;
}

TwContestEntry *
tw_contest_entry_new (guint index, TwContestMode mode)
{
  TwContestEntry *entry = g_object_new (TW_TYPE_CONTEST_ENTRY, NULL);

  entry->facts.index = index;
  entry->facts.mode = mode;
  return entry;
}

TwContestEntry *
tw_contest_entry_copy (TwContestEntry *entry)
{
  TwContestEntry *copy = g_object_new (TW_TYPE_CONTEST_ENTRY, NULL);

  copy->facts = entry->facts;
  copy->facts.id = g_strdup (entry->facts.id);
  copy->facts.error = g_strdup (entry->facts.error);
  copy->puzzle = tw_puzzle_ref (entry->puzzle);
  copy->result = entry->result != NULL ? tw_result_ref (entry->result) : NULL;
  return copy;
}

void
tw_contest_entry_take (TwContestEntry *entry, TwContestEntry *copy)
{
  TwContestFacts facts = entry->facts;

  entry->facts = copy->facts;
  copy->facts = facts;
  tw_contest_entry_changed (entry);
}

static void
tw_contest_entry_finalize (GObject *object)
{
  TwContestEntry *entry = TW_CONTEST_ENTRY (object);

  g_free (entry->facts.id);
  g_free (entry->facts.error);
  g_clear_pointer (&entry->puzzle, tw_puzzle_unref);
  g_clear_pointer (&entry->result, tw_result_unref);
  G_OBJECT_CLASS (tw_contest_entry_parent_class)->finalize (object);
}

static void
tw_contest_entry_class_init (TwContestEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_contest_entry_finalize;
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
tw_contest_entry_init (TwContestEntry *entry)
{
  TwContestFacts *facts = &entry->facts;

  facts->squares = facts->bound = facts->score = facts->penalty = -1;
  facts->transform = facts->captured = -1;
  facts->asked = -1;
  facts->fetch_seconds = facts->solve_seconds = -1;
  facts->submit_seconds = facts->answer_seconds = -1;
}
