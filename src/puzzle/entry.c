/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry.c - one row of a list of results; see entry.h. */
#include "puzzle/entry.h"

#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind.h"
#include "puzzle/pieces/solutions.h"

struct _TwEntry {
  GObject parent_instance;

  TwPuzzle *puzzle;
  char *name;
  TwEntryState state;
  char *state_text; /* NULL: derived from the state and the result */
  TwResult *old;
  TwResult *result;
  char *message;
  gint64 score;
  gint64 penalty;
};

static guint changed;

G_DEFINE_FINAL_TYPE (TwEntry, tw_entry, G_TYPE_OBJECT)

static void
emit_changed (TwEntry *self)
{
  g_signal_emit (self, changed, 0);
}

TwPuzzle *
tw_entry_get_puzzle (TwEntry *self)
{
  return self->puzzle;
}

const char *
tw_entry_get_name (TwEntry *self)
{
  return self->name != NULL ? self->name : tw_puzzle_get_name (self->puzzle);
}

static void
set_text (TwEntry *self, char **place, const char *text)
{
  if (g_strcmp0 (text, *place) == 0)
    return;
  g_free (*place);
  *place = g_strdup (text);
  emit_changed (self);
}

void
tw_entry_set_state_text (TwEntry *self, const char *text)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  set_text (self, &self->state_text, text);
}

void
tw_entry_set_state (TwEntry *self, TwEntryState state)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  if (self->state == state)
    return;
  self->state = state;
  emit_changed (self);
}

TwEntryState
tw_entry_get_state (TwEntry *self)
{
  return self->state;
}

static void
replace (TwResult **place, TwResult *result)
{
  if (result != NULL)
    tw_result_ref (result);
  if (*place != NULL)
    tw_result_unref (*place);
  *place = result;
}

void
tw_entry_set_old (TwEntry *self, TwResult *old)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  replace (&self->old, old);
  emit_changed (self);
}

TwResult *
tw_entry_get_old (TwEntry *self)
{
  return self->old;
}

void
tw_entry_set_result (TwEntry *self, TwResult *result)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  replace (&self->result, result);
  emit_changed (self);
}

TwResult *
tw_entry_get_result (TwEntry *self)
{
  return self->result;
}

void
tw_entry_set_message (TwEntry *self, const char *message)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  set_text (self, &self->message, message);
}

const char *
tw_entry_get_message (TwEntry *self)
{
  return self->message;
}

void
tw_entry_set_score (TwEntry *self, gint64 score, gint64 penalty)
{
  g_return_if_fail (TW_IS_ENTRY (self));
  self->score = score;
  self->penalty = penalty;
  emit_changed (self);
}

gint64
tw_entry_get_score (TwEntry *self)
{
  return self->score;
}

gint64
tw_entry_get_penalty (TwEntry *self)
{
  return self->penalty;
}

gboolean
tw_entry_compare (TwEntry *self, int *order, gint64 *difference)
{
  if (tw_result_count (self->old) < 0 || tw_result_count (self->result) < 0)
    return FALSE;
  if (order != NULL)
    *order = tw_result_compare (self->result, self->old);
  if (difference != NULL)
    *difference = tw_kind_cost (self->result) - tw_kind_cost (self->old);
  return TRUE;
}

static const char *
describe_result (const TwResult *result)
{
  switch (result->status) {
  case TW_STATUS_OPTIMAL:
    if (tw_kind_cost (result) > TW_COST_LEAST)
      return _ ("Optimal");
    return tw_piece_solutions_count (tw_result_get_piece_solutions (result)).complete
             ? _ ("All found")
             : _ ("Solved");
  case TW_STATUS_FEASIBLE:
    return tw_kind_cost (result) > TW_COST_LEAST ? _ ("Not proved") : _ ("Solved");
  case TW_STATUS_INFEASIBLE:
    return _ ("No solution");
  case TW_STATUS_OUT_OF_MEMORY:
    return _ ("Out of memory");
  case TW_STATUS_CANCELLED:
    return _ ("Stopped");
  case TW_STATUS_TIMEOUT:
  default:
    return _ ("Time limit reached");
  }
}

const char *
tw_entry_describe_state (TwEntry *self)
{
  g_return_val_if_fail (TW_IS_ENTRY (self), "");
  if (self->state_text != NULL)
    return self->state_text;
  switch (self->state) {
  case TW_ENTRY_WAITING:
    return _ ("Waiting");
  case TW_ENTRY_RUNNING:
    return _ ("Searching…");
  case TW_ENTRY_STOPPED:
    return _ ("Stopped");
  case TW_ENTRY_FAILED:
    return _ ("Failed");
  case TW_ENTRY_DONE:
  default:
    return self->result != NULL ? describe_result (self->result) : _ ("Done");
  }
}

TwEntry *
tw_entry_new (TwPuzzle *puzzle, const char *name)
{
  TwEntry *self = g_object_new (TW_TYPE_ENTRY, NULL);

  g_return_val_if_fail (puzzle != NULL || name != NULL, self);
  self->puzzle = puzzle != NULL ? tw_puzzle_ref (puzzle) : NULL;
  self->name = g_strdup (name);
  return self;
}

TwEntry *
tw_entry_copy (TwEntry *self)
{
  TwEntry *copy = tw_entry_new (self->puzzle, self->name);

  replace (&copy->old, self->old);
  replace (&copy->result, self->result);
  copy->state = self->state;
  copy->state_text = g_strdup (self->state_text);
  copy->message = g_strdup (self->message);
  copy->score = self->score;
  copy->penalty = self->penalty;
  return copy;
}

static void
tw_entry_finalize (GObject *object)
{
  TwEntry *self = TW_ENTRY (object);

  TW_DROP (self, (puzzle, tw_puzzle_unref), (old, tw_result_unref), (result, tw_result_unref),
           (name, g_free), (state_text, g_free), (message, g_free));
  G_OBJECT_CLASS (tw_entry_parent_class)->finalize (object);
}

static void
tw_entry_class_init (TwEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_entry_finalize;
  changed = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                          NULL, G_TYPE_NONE, 0);
}

static void
tw_entry_init (TwEntry *self)
{
  self->score = -1;
  self->penalty = -1;
}
