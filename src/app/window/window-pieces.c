/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.c - the window with a piece puzzle: browsing solutions, changing the rules, hints.
 * window-place.c holds and places pieces.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "puzzle/i18n.h"

static gboolean
has_pieces (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
}

/* --- solutions ------------------------------------------------------------- */

static TwPieceAnswers *
current_answers (TwWindow *self)
{
  TwResult *result = tw_window_get_result (self);

  if (!has_pieces (self))
    return NULL;
  if (tw_search_is_running (self->search))
    return tw_job_get_live (tw_search_get_job (self->search));
  return result != NULL ? tw_result_get_piece_answers (result) : NULL;
}

static void
show_solution (TwWindow *self)
{
  TwPieceAnswers *answers = tw_solutions_get_answers (self->solutions);
  g_autoptr (TwResult)
    one = answers != NULL ? tw_piece_answers_get (answers, tw_solutions_get_index (self->solutions))
                          : NULL;

  if (one != NULL)
    tw_window_show_scene (self, one);
}

void
tw_window_look_at_solutions (TwWindow *self)
{
  guint before = tw_solutions_get_kept (self->solutions);

  tw_solutions_show (self->solutions, current_answers (self), tw_search_is_running (self->search));
  if ((before == 0 && tw_solutions_get_kept (self->solutions) > 0)
      || (!tw_search_is_running (self->search) && tw_solutions_get_index (self->solutions) > 0))
    show_solution (self);
  if (before != tw_solutions_get_kept (self->solutions))
    tw_window_update_piece_actions (self);
}

void
tw_window_choose_solution (TwWindow *self, guint index)
{
  if (index >= tw_solutions_get_kept (self->solutions))
    return;
  tw_solutions_set_index (self->solutions, index);
  tw_solutions_show (self->solutions, current_answers (self), tw_search_is_running (self->search));
  show_solution (self);
  tw_window_update_piece_actions (self);
}

void
tw_window_step_solution (TwWindow *self, int step)
{
  gint64 index = (gint64) tw_solutions_get_index (self->solutions) + step;

  if (index >= 0)
    tw_window_choose_solution (self, (guint) index);
}

TwResult *
tw_window_dup_shown_result (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);
  TwPieceAnswers *answers = tw_solutions_get_answers (self->solutions);

  if (answers != NULL && tw_solutions_get_kept (self->solutions) > 1)
    return tw_piece_answers_get (answers, tw_solutions_get_index (self->solutions));
  return document != NULL ? tw_document_dup_judged (document) : NULL;
}

/* --- changes of the rules ---------------------------------------------------- */

/* The pause button of a running search; while paused it continues the search. */
static void
show_pause (TwWindow *self)
{
  gboolean paused = has_pieces (self)
                    && tw_search_can_continue (self->search, tw_window_get_document (self));
  const char *label = paused ? _ ("Cont_inue") : _ ("_Pause");

  gtk_widget_set_visible (
    GTK_WIDGET (self->pause_button),
    has_pieces (self)
      && (tw_search_is_running (self->search) || tw_window_get_result (self) != NULL));
  if (g_strcmp0 (gtk_button_get_label (self->pause_button), label) == 0)
    return;
  gtk_button_set_label (self->pause_button, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pause_button),
                               paused ? _ ("Go on with the search where it was stopped")
                                      : _ ("Stop the search so that it can go on later"));
}

void
tw_window_update_piece_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean pieces = has_pieces (self);
  guint index = tw_solutions_get_index (self->solutions);
  guint kept = pieces ? tw_solutions_get_kept (self->solutions) : 0;

  gtk_widget_action_set_enabled (widget, "win.previous-solution", kept > 0 && index > 0);
  gtk_widget_action_set_enabled (widget, "win.next-solution", index + 1 < kept);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions-to",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  gtk_widget_action_set_enabled (
    widget, "win.pause-search",
    pieces
      && (tw_search_is_running (self->search)
          || tw_search_can_continue (self->search, tw_window_get_document (self))));
  show_pause (self);
  gtk_widget_action_set_enabled (widget, "win.place-hint", pieces && self->hint_job == NULL);
  gtk_widget_action_set_enabled (widget, "win.rotate-piece", self->hand >= 0);
  gtk_widget_action_set_enabled (widget, "win.flip-piece", self->hand >= 0);
  gtk_widget_action_set_enabled (widget, "win.remove-piece",
                                 pieces && tw_window_placed_at_cursor (self) >= 0);
}

/* Called when another puzzle is shown, not after a change of the same puzzle. */
void
tw_window_begin_pieces (TwWindow *self)
{
  self->hand = -1;
  tw_pieces_set_puzzle (self->pieces, tw_window_get_puzzle (self));
  tw_window_update_hand (self);
}

void
tw_window_change_turns (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean rotate = tw_pieces_get_rotate (self->pieces), flip = tw_pieces_get_flip (self->pieces);
  g_autoptr (GError) error = NULL;
  TwPuzzle *turned;

  if (!has_pieces (self))
    return;
  /* A switch that was not changed leaves each piece as it is. */
  turned = tw_piece_puzzle_with_turns (puzzle,
                                       rotate == tw_pieces_may_rotate (puzzle) ? TW_TURNS_KEEP
                                       : rotate                                ? TW_TURNS_ALLOW
                                                                               : TW_TURNS_FORBID,
                                       flip == tw_pieces_may_flip (puzzle) ? TW_TURNS_KEEP
                                       : flip                              ? TW_TURNS_ALLOW
                                                                           : TW_TURNS_FORBID,
                                       &error);
  if (turned != NULL) {
    self->hand_transform = 0;
    tw_window_change_puzzle (self, turned, _ ("Change the turns"),
                             self->editing ? TW_STEP_EDIT : TW_STEP_PLAY);
  } else {
    tw_window_say (self, error->message);
    tw_pieces_set_puzzle (self->pieces, puzzle); /* resets the switches */
  }
}

void
tw_window_change_piece_turns (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  g_autoptr (GError) error = NULL;
  TwPuzzle *turned;

  if (!has_pieces (self) || self->hand < 0)
    return;
  turned = tw_piece_puzzle_with_piece_turns (puzzle, (guint) self->hand,
                                             tw_pieces_get_piece_rotate (self->pieces),
                                             tw_pieces_get_piece_flip (self->pieces), &error);
  if (turned != NULL) {
    self->hand_transform = 0;
    tw_window_change_puzzle (self, turned, _ ("Change the turns"),
                             self->editing ? TW_STEP_EDIT : TW_STEP_PLAY);
  } else {
    tw_window_say (self, error->message);
    tw_pieces_set_hand (self->pieces, self->hand); /* resets the switches */
  }
}

/* --- hints ---------------------------------------------------------------------- */

/* Places the first piece of a solution that is not on the board yet. */
static gboolean
place_one_of (TwWindow *self, const TwResult *solution)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
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
      tw_window_change_puzzle (self, changed, name, TW_STEP_PLAY);
      return TRUE;
    }
  }
  return FALSE;
}

void
tw_window_forget_hint (TwWindow *self)
{
  if (self->hint_job == NULL)
    return;
  tw_job_abandon (self->hint_job);
  g_clear_object (&self->hint_job);
}

static void
hint_found_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwWindow *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result == NULL)
    return;
  tw_window_forget_hint (self);
  if (tw_result_has_answer (result) && place_one_of (self, result))
    return;
  if (result->status == TW_STATUS_INFEASIBLE) {
    g_autofree char *message = g_strdup_printf (
      _ ("There is no solution with these pieces on the board: %s"),
      result->reason != NULL ? result->reason : _ ("all ways to place the pieces were tried"));
    tw_window_say (self, message);
  } else if (tw_result_has_answer (result)) {
    tw_window_say (self, _ ("All pieces lie on the board already"));
  } else {
    tw_window_say (self, _ ("No hint was found within the time budget"));
  }
  tw_window_update_actions (self);
}

void
tw_window_place_hint (TwWindow *self)
{
  g_autoptr (TwResult) shown = NULL;
  TwOptions options;

  if (!has_pieces (self) || self->hint_job != NULL)
    return;
  shown = !tw_search_is_running (self->search) ? tw_window_dup_shown_result (self) : NULL;
  if (shown != NULL && tw_result_has_answer (shown) && place_one_of (self, shown))
    return;
  tw_controls_get_options (self->controls, &options);
  options.limit = 1;
  options.raw = options.count_only = false;
  self->hint_job = tw_job_new (tw_window_get_puzzle (self), &options);
  tw_job_set_background (self->hint_job, TRUE);
  tw_job_run_async (self->hint_job, NULL, hint_found_cb, self);
  tw_window_update_actions (self);
}
