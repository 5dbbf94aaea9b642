/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-entry.c - one puzzle of a contest session; see contest-entry.h. */
#include "net/contest-entry.h"

#include "puzzle/drop.h"
#include "puzzle/i18n.h"

struct _TwContestEntry {
  GObject parent_instance;

  TwContestFacts facts;
  TwPuzzle *puzzle;
  TwResult *result;
  TwEntry *row; /* NULL: nobody has asked for it yet */
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

/* --- the row --------------------------------------------------------------- */

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

static void
update_row (TwContestEntry *entry)
{
  const TwContestFacts *facts = &entry->facts;
  TwEntry *row = entry->row;
  const char *status = tw_contest_status_text (facts->status);
  g_autofree char *text = facts->status == TW_CONTEST_ACCEPTED && facts->optimal
                            ? g_strdup_printf (_ ("%s, optimal"), status)
                            : g_strdup (status);

  if (tw_entry_get_result (row) != entry->result)
    tw_entry_set_result (row, entry->result);
  if (tw_entry_get_score (row) != facts->score || tw_entry_get_penalty (row) != facts->penalty)
    tw_entry_set_score (row, facts->score, facts->penalty);
  tw_entry_set_message (row, facts->error);
  tw_entry_set_state (row, state_of (facts->status));
  tw_entry_set_state_text (row, text);
}

TwEntry *
tw_contest_entry_get_row (TwContestEntry *entry)
{
  const TwContestFacts *facts = &entry->facts;
  g_autofree char *name = NULL;

  if (entry->row != NULL)
    return entry->row;
  name = facts->index == 0
           ? g_strdup (_ ("Warm-up"))
           /* Translators: the number of a puzzle, its width and height */
           : g_strdup_printf (_ ("%u. %d × %d"), facts->index, facts->width, facts->height);
  entry->row = tw_entry_new (entry->puzzle, name);
  update_row (entry);
  return entry->row;
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
  if (entry->row != NULL)
    update_row (entry);
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

  TW_DROP (entry, (facts.id, g_free), (facts.error, g_free), (puzzle, tw_puzzle_unref),
           (result, tw_result_unref), (row, g_object_unref));
  G_OBJECT_CLASS (tw_contest_entry_parent_class)->finalize (object);
}

static void
tw_contest_entry_class_init (TwContestEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_contest_entry_finalize;
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
