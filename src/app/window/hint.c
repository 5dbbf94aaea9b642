/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.c - see hint.h. */
#include "app/window/hint.h"

#include "app/actions.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "puzzle/i18n.h"
#include "puzzle/job.h"
#include "puzzle/play.h"

/* The limits of a search for a dead end: beside the play, so that it costs little. */
enum {
  LOOK_SECONDS = 5,
  LOOK_MIB = 256,
};

struct _TwHint {
  GObject parent_instance;

  TwSession *session;
  TwHintAsk ask;
  gpointer data;
  TwDocument *document; /* of the search */
  TwJob *job;           /* NULL: none is running */
  gboolean placing;     /* the search is for a hint, not for a dead end */
  gboolean dead_ends;   /* they are shown */
  TwPuzzle *looked;     /* where a dead end was looked for last; NULL: nowhere */
};

TW_DEFINE_TYPE (TwHint, tw_hint, G_TYPE_OBJECT)

/* Ends the search without a hint. */
static void
drop (TwHint *self)
{
  if (self->job == NULL)
    return;
  tw_job_abandon (self->job);
  g_clear_object (&self->job);
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  if (self->placing)
    tw_session_release (self->session);
  self->placing = FALSE;
  tw_flags_update (self);
}

/* Places the first piece of a solution that is not on the board yet. */
static gboolean
place_one_of (TwDocument *document, const TwResult *solution)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (document);
  TwPuzzle *pieces = tw_play_get_pieces (puzzle);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (pieces);
  g_autofree TwPiecePlacement *placed = g_new0 (TwPiecePlacement, problem->n_placed + 1);
  const TwPlacement *next = NULL;
  int transform = 0;

  for (gsize i = 0; i < tw_result_n_placements (solution) && next == NULL; i++)
    if (!tw_result_placement (solution, i)->fixed) {
      next = tw_result_placement (solution, i);
      transform = tw_play_transform (solution, i);
    }
  if (next == NULL)
    return FALSE;
  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];

  /* Among equal pieces, use the first unplaced one. */
  for (gsize i = 0; i < problem->n_pieces; i++) {
    TwPlaceFault fault;
    TwPuzzle *changed;

    if (problem->pieces[i].placed >= problem->pieces[i].most
        || tw_piece_puzzle_alike (pieces, (guint) i) != next->piece)
      continue;
    placed[problem->n_placed] = (TwPiecePlacement){
      .piece = (gint32) i,
      .transform = (guint8) transform,
      .x = (gint16) next->x,
      .y = (gint16) next->y,
    };
    changed = tw_play_with_placed (puzzle, placed, problem->n_placed + 1, &fault);
    if (changed != NULL) {
      g_autofree char *name = g_strdup_printf (_ ("Place piece %s"), problem->pieces[i].name);
      tw_document_change (document, changed, name, TW_STEP_PLAY);
      return TRUE;
    }
  }
  return FALSE;
}

static void
found_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwHint *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);
  g_autofree char *message = NULL;

  if (result == NULL)
    return;

  g_autoptr (TwDocument) document = g_object_ref (self->document);
  gboolean placing = self->placing;

  drop (self);
  if (!placing) {
    if (result->status == TW_STATUS_INFEASIBLE)
      tw_document_set_result (document, result);
    return;
  }
  if (tw_result_has_solution (result) && place_one_of (document, result))
    return;
  if (result->status == TW_STATUS_INFEASIBLE)
    message = g_strdup_printf (
      _ ("There is no solution with these pieces on the board: %s"),
      result->reason != NULL ? result->reason : _ ("all ways to place the pieces were tried"));
  else if (tw_result_has_solution (result))
    message = g_strdup (_ ("All pieces lie on the board already"));
  else
    message = g_strdup (_ ("No hint was found within the time budget"));
  tw_session_say (self->session, message);
}

static void
begin (TwHint *self, TwOptions *options, gboolean placing)
{
  drop (self);
  self->placing = placing;
  options->limit = 1;
  options->raw = options->count_only = false;
  self->document = g_object_ref (tw_session_get_document (self->session));
  g_signal_connect_swapped (self->document, "changing", G_CALLBACK (drop), self);
  self->job = tw_job_new (tw_document_get_puzzle (self->document), options);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, found_cb, self);
  if (placing)
    tw_session_hold (self->session);
  tw_flags_update (self);
}

static void
place (TwHint *self)
{
  TwOptions options;
  g_autoptr (TwResult) known = self->ask (self->data, &options);

  if (known == NULL || !tw_result_has_solution (known)
      || !place_one_of (tw_session_get_document (self->session), known))
    begin (self, &options, TRUE);
}

/* --- dead ends ---------------------------------------------------------------------------- */

/* Looks once at each value of the puzzle that has pieces placed by hand and no result. */
static void
look (TwHint *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  TwPuzzle *puzzle = tw_document_get_puzzle (document);
  TwOptions options;

  tw_flags_update (self);
  if (!self->dead_ends || puzzle == NULL || puzzle == self->looked || self->placing
      || tw_play_get_pieces (puzzle) == NULL
      || tw_search_is_running (tw_session_get_search (self->session))
      || tw_document_get_result (document) != NULL
      || tw_piece_puzzle_get_problem (tw_play_get_pieces (puzzle))->n_placed
           == tw_document_count_given (document))
    return;
  g_clear_pointer (&self->looked, tw_puzzle_unref);
  self->looked = tw_puzzle_ref (puzzle);
  tw_options_init (&options);
  options.threads = 1;
  options.time = LOOK_SECONDS;
  options.memory = LOOK_MIB;
  begin (self, &options, FALSE);
}

static gboolean
shows_dead_ends (TwHint *self)
{
  return self->dead_ends;
}

static void
show_dead_ends (TwHint *self, gboolean shown)
{
  TwDocument *document = tw_session_get_document (self->session);
  TwResult *result = tw_document_get_result (document);

  if (shown == self->dead_ends)
    return;
  self->dead_ends = shown;
  if (!shown && !self->placing)
    drop (self);
  if (!shown && result != NULL && result->puzzle == self->looked
      && result->status == TW_STATUS_INFEASIBLE)
    tw_document_set_result (document, NULL);
  g_clear_pointer (&self->looked, tw_puzzle_unref);
  look (self);
}

/* --- the object --------------------------------------------------------------------------- */

static gboolean
is_possible (TwHint *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_play_get_pieces (puzzle) != NULL && !self->placing;
}

static void
tw_hint_dispose (GObject *object)
{
  TwHint *self = TW_HINT (object);

  drop (self);
  g_clear_pointer (&self->looked, tw_puzzle_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tw_hint_parent_class)->dispose (object);
}

static void
tw_hint_class_init (TwHintClass *klass)
{
  static const TwFlag flags[] = {
    { "possible", G_CALLBACK (is_possible), NULL },
    { "dead-ends", G_CALLBACK (shows_dead_ends), G_CALLBACK (show_dead_ends) },
    { 0 },
  };

  G_OBJECT_CLASS (klass)->dispose = tw_hint_dispose;
  tw_class_add_flags (klass, flags);
}

TwHint *
tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data)
{
  static const TwAction actions[] = {
    { "hint", G_CALLBACK (place), .enabled = "possible", .keys = { "<Control>h" } },
    { "dead-ends", .state = "dead-ends", .keys = { "<Control><Shift>h" } },
    { 0 },
  };
  TwHint *self = g_object_new (TW_TYPE_HINT, NULL);

  self->session = g_object_ref (session);
  self->ask = ask;
  self->data = data;
  tw_connect (session, "document-changed", G_CALLBACK (drop), self);
  tw_connect (session, "changed", G_CALLBACK (look), self);
  tw_connect (tw_session_get_search (session), "ended", G_CALLBACK (drop), self);
  tw_settings_bind ("dead-ends", self, "dead-ends");
  tw_actions_add (window, "piece", self, actions);
  return self;
}
