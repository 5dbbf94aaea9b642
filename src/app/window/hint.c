/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.c - see hint.h. */
#include "app/window/hint.h"

#include "app/actions.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "puzzle/i18n.h"
#include "puzzle/job.h"
#include "puzzle/pieces/next-step.h"
#include "puzzle/play.h"
#include "puzzle/tasks.h"

/* The limits of a search for a dead end: beside the play, so that it costs little. */
enum {
  LOOK_SECONDS = 5,
  LOOK_MIB = 256,
};

/* Of the search for a step of a person, which is found at once or hardly ever. */
#define STEP_SECONDS 0.5

/* Between two steps that are explained: time to read. */
#define EXPLAIN_MS 2500

struct _TwHint {
  GObject parent_instance;

  TwSession *session;
  TwHintAsk ask;
  gpointer data;
  TwDocument *document; /* of the search */
  TwJob *job;           /* NULL: none is running */
  GCancellable *step;   /* of the search for a step; NULL: none is running */
  gboolean placing;     /* the search is for a hint, not for a dead end */
  gboolean dead_ends;   /* they are shown */
  gboolean explaining;  /* each step is followed by the next one */
  guint timer;          /* until then; 0: none */
  TwPuzzle *looked;     /* where a dead end was looked for last; NULL: nowhere */
};

TW_DEFINE_TYPE (TwHint, tw_hint, G_TYPE_OBJECT)

/* Ends the search without a hint. */
static void
drop (TwHint *self)
{
  if (self->job == NULL && self->step == NULL)
    return;
  if (self->job != NULL)
    tw_job_abandon (self->job);
  g_clear_object (&self->job);
  tw_cancel (&self->step);
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  if (self->placing)
    tw_session_release (self->session);
  self->placing = FALSE;
  tw_flags_update (self);
}

static TwPuzzle *
pieces_of (TwDocument *document)
{
  return tw_play_get_pieces (tw_document_get_puzzle (document));
}

/* Places one more piece; that of `next` is the first of the equal pieces. */
static gboolean
place_piece (TwDocument *document, TwPiecePlacement next)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (document);
  TwPuzzle *pieces = pieces_of (document);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (pieces);
  g_autofree TwPiecePlacement *placed = g_new0 (TwPiecePlacement, problem->n_placed + 1);

  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];

  /* Among equal pieces, use the first unplaced one. */
  for (gsize i = 0; i < problem->n_pieces; i++) {
    TwPlaceFault fault;
    TwPuzzle *changed;

    if (problem->pieces[i].placed >= problem->pieces[i].most
        || tw_piece_puzzle_alike (pieces, (guint) i) != (guint) next.piece)
      continue;
    placed[problem->n_placed] = next;
    placed[problem->n_placed].piece = (gint32) i;
    changed = tw_play_with_placed (puzzle, placed, problem->n_placed + 1, &fault);
    if (changed != NULL) {
      g_autofree char *name = g_strdup_printf (_ ("Place piece %s"), problem->pieces[i].name);
      tw_document_change (document, changed, name, TW_STEP_PLAY);
      return TRUE;
    }
  }
  return FALSE;
}

/* Places the first piece of a solution that is not on the board yet. */
static gboolean
place_one_of (TwDocument *document, const TwResult *solution)
{
  for (gsize i = 0; i < tw_result_n_placements (solution); i++) {
    const TwPlacement *next = tw_result_placement (solution, i);

    if (!next->fixed)
      return place_piece (document,
                          (TwPiecePlacement){ .piece = (gint32) next->piece,
                                              .transform = (guint8) tw_play_transform (solution, i),
                                              .x = (gint16) next->x,
                                              .y = (gint16) next->y });
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

/* A search begins, whose end drop () is. */
static void
watch (TwHint *self, gboolean placing)
{
  drop (self);
  self->placing = placing;
  self->document = g_object_ref (tw_session_get_document (self->session));
  g_signal_connect_swapped (self->document, "changing", G_CALLBACK (drop), self);
  if (placing)
    tw_session_hold (self->session);
}

static void
begin (TwHint *self, TwOptions *options, gboolean placing)
{
  watch (self, placing);
  options->limit = 1;
  options->raw = options->count_only = false;
  self->job = tw_job_new (tw_document_get_puzzle (self->document), options);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, found_cb, self);
  tw_flags_update (self);
}

static void
place_of_solution (TwHint *self)
{
  TwOptions options;
  g_autoptr (TwResult) known = self->ask (self->data, &options);

  if (known == NULL || !tw_result_has_solution (known)
      || !place_one_of (tw_session_get_document (self->session), known))
    begin (self, &options, TRUE);
}

static void
step_thread (GTask *task, gpointer source, gpointer puzzle, GCancellable *cancellable)
{
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = STEP_SECONDS });
  gulong handler = tw_run_follow (run, cancellable);
  g_autofree TwNextStep *next = g_new (TwNextStep, 1);

  if (!tw_next_step_find (puzzle, run, next))
    g_clear_pointer (&next, g_free);
  g_cancellable_disconnect (cancellable, handler);
  tw_run_free (run);
  g_task_return_pointer (task, g_steal_pointer (&next), g_free);
}

static void place (TwHint *self);

static gboolean
next_cb (gpointer data)
{
  TwHint *self = data;

  self->timer = 0;
  if (!tw_session_is_closed (self->session))
    place (self);
  return G_SOURCE_REMOVE;
}

static void
explain (TwHint *self, gboolean on)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  if (on == self->explaining || (on && (puzzle == NULL || tw_play_get_pieces (puzzle) == NULL)))
    return;
  self->explaining = on;
  g_clear_handle_id (&self->timer, g_source_remove);
  drop (self);
  if (on)
    place (self);
  tw_flags_update (self);
}

static void
stepped_cb (GObject *source, GAsyncResult *task, gpointer data)
{
  TwHint *self = TW_HINT (source);
  g_autofree TwNextStep *next = g_task_propagate_pointer (G_TASK (task), NULL);

  if (g_task_get_cancellable (G_TASK (task)) != self->step)
    return;

  g_autoptr (TwDocument) document = g_object_ref (self->document);
  g_autofree char *why = next != NULL ? tw_next_step_describe (pieces_of (document), next) : NULL;

  drop (self);
  if (tw_session_is_closed (self->session))
    return;
  if (next != NULL && place_piece (document, next->placement)) {
    tw_session_notify_user (self->session, why, NULL, NULL, NULL);
    if (self->explaining)
      self->timer = g_timeout_add (EXPLAIN_MS, next_cb, self);
    return;
  }
  if (!self->explaining) {
    place_of_solution (self);
    return;
  }
  gsize wanted, covered = tw_piece_puzzle_count_covered (pieces_of (document), &wanted);
  explain (self, FALSE);
  if (covered < wanted)
    tw_session_notify_user (self->session, _ ("No further step is sure"), NULL, NULL, NULL);
}

/* Stops hints and explanations when another document is shown. */
static void
leave (TwHint *self)
{
  explain (self, FALSE);
  drop (self);
}

/* A piece that a person can be sure of, with the reason; otherwise one of a solution. */
static void
place (TwHint *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  watch (self, TRUE);
  self->step = g_cancellable_new ();
  tw_task_run (step_thread, tw_puzzle_ref (pieces_of (self->document)),
               (GDestroyNotify) tw_puzzle_unref, self, self->step, stepped_cb, NULL);
  tw_flags_update (self);
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
tw_hint_class_init (TwHintClass *klass)
{
  static const TwFlag flags[] = {
    { "possible", .get = G_CALLBACK (is_possible) },
    { "dead-ends", .set = G_CALLBACK (show_dead_ends), .offset = offsetof (TwHint, dead_ends) },
    { "explaining", .set = G_CALLBACK (explain), .offset = offsetof (TwHint, explaining) },
    { 0 },
  };

  TW_ON_DISPOSE (klass, drop);
  TW_OWN_SOURCE (klass, TwHint, timer);
  TW_OWN (klass, TwHint, looked, tw_puzzle_unref);
  TW_OWN (klass, TwHint, session, g_object_unref);
  tw_class_add_flags (klass, flags);
}

TwHint *
tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data)
{
  static const TwAction actions[] = {
    { "hint", G_CALLBACK (place), .enabled = "possible", .keys = { "<Control>h" } },
    { "explain", .state = "explaining", .keys = { "<Control><Shift>j" } },
    { "dead-ends", .state = "dead-ends", .keys = { "<Control><Shift>h" } },
    { 0 },
  };
  TwHint *self = g_object_new (TW_TYPE_HINT, NULL);

  self->session = g_object_ref (session);
  self->ask = ask;
  self->data = data;
  tw_connect (session, "document-changed", G_CALLBACK (leave), self);
  tw_connect (session, "changed", G_CALLBACK (look), self);
  tw_connect (tw_session_get_search (session), "ended", G_CALLBACK (drop), self);
  tw_settings_bind ("dead-ends", self, "dead-ends");
  tw_actions_add (window, "piece", self, actions);
  return self;
}
