/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.c - solves one puzzle after another; see resolve.h. */
#include "puzzle/resolve.h"

#include "puzzle/kind-solve.h"

struct _TwResolve {
  GObject parent_instance;

  GListStore *entries;
  TwOptions options;
  gboolean running;
  guint next; /* index at which the search for the next entry starts */
  TwJob *job; /* NULL between two searches */
  TwEntry *current;
};

enum {
  BEGUN,
  FINISHED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void go_on (TwResolve *self);

G_DEFINE_FINAL_TYPE (TwResolve, tw_resolve, G_TYPE_OBJECT)

/* --- the list ------------------------------------------------------------------ */

GListModel *
tw_resolve_get_entries (TwResolve *self)
{
  return G_LIST_MODEL (self->entries);
}

static guint
count (const TwResolve *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->entries));
}

static TwEntry *
dup_entry (const TwResolve *self, guint i)
{
  return g_list_model_get_item (G_LIST_MODEL (self->entries), i);
}

void
tw_resolve_add (TwResolve *self, GPtrArray *entries)
{
  g_return_if_fail (TW_IS_RESOLVE (self));
  g_return_if_fail (!self->running);

  g_list_store_splice (self->entries, count (self), 0, entries->pdata, entries->len);
}

void
tw_resolve_clear (TwResolve *self)
{
  g_return_if_fail (TW_IS_RESOLVE (self));
  g_return_if_fail (!self->running);
  g_list_store_remove_all (self->entries);
}

/* --- searching ------------------------------------------------------------------ */

static void
forget_job (TwResolve *self)
{
  if (self->job != NULL)
    tw_job_abandon (self->job);
  g_clear_object (&self->job);
  g_clear_object (&self->current);
}

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwResolve *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result == NULL)
    return;
  tw_entry_set_result (self->current, result);
  tw_entry_set_state (self->current, TW_ENTRY_DONE);
  forget_job (self);
  go_on (self);
}

/* Starts the search of an entry; returns FALSE when it needs no search. */
static gboolean
begin (TwResolve *self, TwEntry *entry)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  TwEntryState state = tw_entry_get_state (entry);
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL || (state != TW_ENTRY_WAITING && state != TW_ENTRY_STOPPED))
    return FALSE;
  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), &self->options, &error)) {
    tw_entry_set_message (entry, error->message);
    tw_entry_set_state (entry, TW_ENTRY_FAILED);
    return FALSE;
  }
  self->current = g_object_ref (entry);
  self->job = tw_job_new (puzzle, &self->options);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, searched_cb, self);
  tw_entry_set_state (entry, TW_ENTRY_RUNNING);
  g_signal_emit (self, signals[BEGUN], 0);
  return TRUE;
}

static void
go_on (TwResolve *self)
{
  while (self->next < count (self)) {
    g_autoptr (TwEntry) entry = dup_entry (self, self->next++);

    if (begin (self, entry))
      return;
  }
  self->running = FALSE;
  g_signal_emit (self, signals[FINISHED], 0);
}

static gboolean
begin_cb (gpointer data)
{
  TwResolve *self = data;

  if (self->running && self->job == NULL)
    go_on (self);
  return G_SOURCE_REMOVE;
}

void
tw_resolve_start (TwResolve *self, const TwOptions *options, gboolean again)
{
  g_return_if_fail (TW_IS_RESOLVE (self));
  g_return_if_fail (!self->running);

  self->options = *options;
  self->running = TRUE;
  self->next = 0;
  for (guint i = 0; again && i < count (self); i++) {
    g_autoptr (TwEntry) entry = dup_entry (self, i);

    if (tw_entry_get_puzzle (entry) == NULL)
      continue;
    if (tw_entry_get_state (entry) == TW_ENTRY_FAILED)
      tw_entry_set_message (entry, NULL);
    tw_entry_set_result (entry, NULL);
    tw_entry_set_state (entry, TW_ENTRY_WAITING);
  }

  /* Emit "finished" from an idle source, after the call has returned. */
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, begin_cb, g_object_ref (self), g_object_unref);
  g_source_set_static_name (source, "TwResolve");
  g_source_attach (source, g_main_context_get_thread_default ());
  g_source_unref (source);
}

void
tw_resolve_stop (TwResolve *self)
{
  g_return_if_fail (TW_IS_RESOLVE (self));
  if (!self->running)
    return;
  self->running = FALSE;
  if (self->job != NULL) {
    g_autoptr (TwResult) best = tw_job_dup_best (self->job);

    if (best != NULL)
      tw_entry_set_result (self->current, best);
    tw_entry_set_state (self->current, TW_ENTRY_STOPPED);
  }
  forget_job (self);
  g_signal_emit (self, signals[FINISHED], 0);
}

gboolean
tw_resolve_is_running (TwResolve *self)
{
  g_return_val_if_fail (TW_IS_RESOLVE (self), FALSE);
  return self->running;
}

TwJob *
tw_resolve_get_job (TwResolve *self)
{
  return self->job;
}

TwEntry *
tw_resolve_get_current (TwResolve *self)
{
  return self->current;
}

TwResolve *
tw_resolve_new (void)
{
  return g_object_new (TW_TYPE_RESOLVE, NULL);
}

static void
tw_resolve_dispose (GObject *object)
{
  TwResolve *self = TW_RESOLVE (object);

  self->running = FALSE;
  forget_job (self);
  G_OBJECT_CLASS (tw_resolve_parent_class)->dispose (object);
}

static void
tw_resolve_finalize (GObject *object)
{
  g_object_unref (TW_RESOLVE (object)->entries);
  G_OBJECT_CLASS (tw_resolve_parent_class)->finalize (object);
}

static void
tw_resolve_class_init (TwResolveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = tw_resolve_dispose;
  object_class->finalize = tw_resolve_finalize;
  signals[BEGUN] = g_signal_new ("begun", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
  signals[FINISHED] = g_signal_new ("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void
tw_resolve_init (TwResolve *self)
{
  self->entries = g_list_store_new (TW_TYPE_ENTRY);
}
