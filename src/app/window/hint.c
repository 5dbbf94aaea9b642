/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.c - see hint.h. */
#include "app/window/hint.h"

#include "app/actions.h"
#include "app/part.h"
#include "puzzle/i18n.h"
#include "puzzle/job.h"
#include "puzzle/pieces/puzzle.h"

struct _TwHint {
  GObject parent_instance;

  TwSession *session;
  TwHintAsk ask;
  gpointer data;
  TwDocument *document; /* of the search */
  TwJob *job;           /* NULL: none is running */
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
  tw_session_release (self->session);
  tw_flags_update (self);
}

/* Places the first piece of a solution that is not on the board yet. */
static gboolean
place_one_of (TwDocument *document, const TwResult *solution)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (document);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_autofree TwPiecePlacement *placed = g_new0 (TwPiecePlacement, problem->n_placed + 1);
  const TwPlacement *next = NULL;

  for (gsize i = 0; i < tw_result_n_placements (solution) && next == NULL; i++)
    if (!tw_result_placement (solution, i)->fixed)
      next = tw_result_placement (solution, i);
  if (next == NULL)
    return FALSE;
  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];

  /* Among equal pieces, use the first unplaced one. */
  for (gsize i = 0; i < problem->n_pieces; i++) {
    TwPlaceFault fault;
    TwPuzzle *changed;

    if (problem->pieces[i].placed >= problem->pieces[i].most
        || tw_piece_puzzle_alike (puzzle, (guint) i) != next->piece)
      continue;
    placed[problem->n_placed] = (TwPiecePlacement){
      .piece = (gint32) i,
      .transform = (guint8) next->orientation,
      .x = (gint16) next->x,
      .y = (gint16) next->y,
    };
    changed = tw_piece_puzzle_with_placed (puzzle, placed, problem->n_placed + 1, &fault);
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

  drop (self);
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
place (TwHint *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  TwOptions one;
  g_autoptr (TwResult) known = self->ask (self->data, &one);

  if (known != NULL && tw_result_has_solution (known) && place_one_of (document, known))
    return;
  one.limit = 1;
  one.raw = one.count_only = false;
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "changing", G_CALLBACK (drop), self);
  self->job = tw_job_new (tw_document_get_puzzle (document), &one);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, found_cb, self);
  tw_session_hold (self->session);
  tw_flags_update (self);
}

/* --- the object --------------------------------------------------------------------------- */

static gboolean
is_possible (TwHint *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_puzzle_has_pieces (puzzle) && self->job == NULL;
}

static void
tw_hint_dispose (GObject *object)
{
  TwHint *self = TW_HINT (object);

  drop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tw_hint_parent_class)->dispose (object);
}

static void
tw_hint_class_init (TwHintClass *klass)
{
  static const TwFlag flags[] = { { "possible", G_CALLBACK (is_possible), NULL }, { 0 } };

  G_OBJECT_CLASS (klass)->dispose = tw_hint_dispose;
  tw_class_add_flags (klass, flags);
}

TwHint *
tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data)
{
  static const TwAction actions[] = {
    { "hint", G_CALLBACK (place), .enabled = "possible", .keys = { "<Control>h" } },
    { 0 },
  };
  TwHint *self = g_object_new (TW_TYPE_HINT, NULL);

  self->session = g_object_ref (session);
  self->ask = ask;
  self->data = data;
  tw_connect (session, "document-changed", G_CALLBACK (drop), self);
  tw_connect (session, "changed", G_CALLBACK (tw_flags_update), self);
  tw_connect (tw_session_get_search (session), "ended", G_CALLBACK (drop), self);
  tw_actions_add (window, "piece", self, actions);
  return self;
}
