/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectator.c - see spectator.h. */
#include "app/window/spectator.h"

#define PROGRESS_MS 100

struct TwSpectator {
  TwSession *session;
  TwResults *list;
  void (*progress) (gpointer companion);
  gpointer companion;
  guint progress_id;
  TwPuzzle *shown; /* the window shows it as long as the user opens nothing else; NULL: nothing */
  TwDocument *guest;
  TwJob *job; /* the watched one; NULL: none */
};

TwSpectator *
tw_spectator_new (TwSession *session, TwResults *list, void (*progress) (gpointer),
                  gpointer companion)
{
  TwSpectator *self = g_new0 (TwSpectator, 1);

  self->session = g_object_ref (session);
  self->list = list;
  self->progress = progress;
  self->companion = companion;
  return self;
}

void
tw_spectator_free (TwSpectator *self)
{
  tw_spectator_end (self);
  g_object_unref (self->session);
  g_clear_pointer (&self->shown, tw_puzzle_unref);
  g_clear_object (&self->guest);
  g_free (self);
}

static void
expect (TwSpectator *self, TwPuzzle *puzzle)
{
  g_clear_pointer (&self->shown, tw_puzzle_unref);
  self->shown = puzzle != NULL ? tw_puzzle_ref (puzzle) : NULL;
}

/* Whether the window still shows what was last shown here. */
static gboolean
may_show (TwSpectator *self)
{
  TwPuzzle *there;

  if (tw_session_is_closed (self->session) || tw_session_is_busy (self->session))
    return FALSE;
  there = tw_session_get_puzzle (self->session);
  return there == NULL || there == self->shown;
}

static gboolean
progress_cb (gpointer data)
{
  TwSpectator *self = data;

  self->progress (self->companion);
  return G_SOURCE_CONTINUE;
}

void
tw_spectator_begin (TwSpectator *self)
{
  expect (self, tw_session_get_puzzle (self->session));
  if (self->progress_id == 0)
    self->progress_id = g_timeout_add (PROGRESS_MS, progress_cb, self);
}

static void
show (TwSpectator *self, TwPuzzle *puzzle, const char *name, TwResult *result, TwJob *job)
{
  g_clear_object (&self->guest);
  self->guest = tw_document_new (puzzle);
  tw_document_set_name (self->guest, name);
  if (result != NULL)
    tw_document_set_result (self->guest, result);
  g_set_object (&self->job, job);
  expect (self, puzzle);
  tw_session_show_guest (self->session, self->guest, job);
}

void
tw_spectator_watch (TwSpectator *self, TwJob *job, TwEntry *entry)
{
  if (job == self->job)
    return;
  tw_results_select (self->list, entry);
  if (may_show (self))
    show (self, tw_job_get_puzzle (job), tw_entry_get_name (entry), NULL, job);
  g_set_object (&self->job, job);
}

void
tw_spectator_rest (TwSpectator *self)
{
  if (self->job != NULL && may_show (self)
      && tw_session_get_document (self->session) == self->guest)
    tw_session_show_guest (self->session, self->guest, NULL);
  g_clear_object (&self->job);
}

void
tw_spectator_end (TwSpectator *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
  tw_spectator_rest (self);
}

void
tw_spectator_show (TwSpectator *self, TwPuzzle *puzzle, const char *name, TwResult *result)
{
  if (!tw_session_is_closed (self->session))
    show (self, puzzle, name, result, NULL);
}
