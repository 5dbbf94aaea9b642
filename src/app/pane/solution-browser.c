/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution-browser.c - see solution-browser.h. */
#include "app/pane/solution-browser.h"

#include "app/actions.h"
#include "app/pane/results.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"

struct _TwSolutionBrowser {
  GObject parent_instance;

  TwSession *session;
  TwCanvas *canvas;
  TwCompare *compare;
  TwWhyBar *why_bar;
  TwSolutions *solutions;
};

TW_DEFINE_TYPE (TwSolutionBrowser, tw_solution_browser, G_TYPE_OBJECT)

static TwDocument *
document_of (TwSolutionBrowser *self)
{
  return tw_session_get_document (self->session);
}

/* Whether a search runs or is watched. */
static gboolean
is_running (TwSolutionBrowser *self)
{
  return tw_search_get_job (tw_session_get_search (self->session)) != NULL;
}

/* --- the board ---------------------------------------------------------------------- */

/* The solution on the board is one of those of the browser, not only the result of a run. */
static gboolean
is_browsing (TwSolutionBrowser *self)
{
  return tw_solutions_get_kept (self->solutions) > 1;
}

static char *
dup_solution_name (TwSolutionBrowser *self)
{
  TwEntry *entry = tw_findings_get_selected (tw_document_get_findings (document_of (self)));

  if (is_browsing (self) || entry == NULL)
    return g_strdup_printf (_ ("Solution %'u"), tw_solutions_get_index (self->solutions) + 1);
  return tw_results_title (entry);
}

static void
end_comparison (TwSolutionBrowser *self)
{
  if (!tw_compare_is_active (self->compare))
    return;
  tw_compare_end (self->compare);
  tw_flags_update (self);
}

static void
end_explanation (TwSolutionBrowser *self)
{
  if (tw_why_bar_get_result (self->why_bar) == NULL)
    return;
  tw_why_bar_end (self->why_bar);
  tw_flags_update (self);
}

/* The board with what the bar explains, and at once with why pieces cannot be completed that lie on it
 * by hand; NULL: there is nothing to explain. */
static TwScene *
dup_explained (TwSolutionBrowser *self, TwResult *result)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  const TwWhy *shown = tw_why_bar_get_why (self->why_bar);
  gboolean stuck = result != NULL && tw_result_get_piece_reason (result).kind != TW_REASON_NONE
                   && tw_piece_puzzle_get_problem (puzzle)->n_placed > 0;
  g_autoptr (TwWhy) why = shown == NULL && stuck ? tw_result_explain (result, FALSE, NULL) : NULL;

  if (shown == NULL)
    shown = why;
  return shown != NULL ? tw_picture_why (puzzle, result, shown) : NULL;
}

/* A solution is compared only with another one of the same puzzle. */
static TwScene *
dup_scene (TwSolutionBrowser *self, TwResult *result)
{
  if (document_of (self) == NULL || result == NULL || !tw_result_has_solution (result)
      || is_running (self)
      || tw_compare_get_puzzle (self->compare) != tw_session_get_puzzle (self->session))
    end_comparison (self);
  if (result == NULL || is_running (self)
      || (tw_why_bar_get_result (self->why_bar) != NULL
          && tw_why_bar_get_result (self->why_bar)->puzzle
               != tw_session_get_puzzle (self->session)))
    end_explanation (self);
  if (tw_compare_is_active (self->compare)) {
    g_autofree char *name = dup_solution_name (self);

    return tw_compare_show (self->compare, result, name);
  }
  /* An exact cover has no board. */
  if (document_of (self) == NULL
      || tw_puzzle_get_kind (tw_session_get_puzzle (self->session))->solution->form
           == TW_FORM_OTHER)
    return NULL;
  TwScene *explained = dup_explained (self, result);
  if (explained != NULL)
    return explained;
  g_autoptr (TwResult) laid = result == NULL ? tw_document_dup_laid (document_of (self)) : NULL;

  return tw_picture_scene (tw_session_get_puzzle (self->session), result != NULL ? result : laid);
}

void
tw_solution_browser_show (TwSolutionBrowser *self, TwResult *result)
{
  g_autoptr (TwScene) scene = dup_scene (self, result);

  tw_canvas_set_scene (self->canvas, scene);
  g_signal_emit_by_name (self, "board-changed");
}

/* --- the browser of solutions --------------------------------------------------------- */

static void
show_list (TwSolutionBrowser *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  TwResult *result = tw_session_get_result (self->session);
  TwJob *job = tw_search_get_job (tw_session_get_search (self->session));
  GPtrArray *optimal = job == NULL ? tw_document_get_optimal (document_of (self)) : NULL;
  TwPieceSolutions *pieces = NULL;

  if (puzzle != NULL && tw_puzzle_has_pieces (puzzle))
    pieces = job != NULL ? tw_job_get_live (job) : tw_result_get_piece_solutions (result);
  if (optimal != NULL && optimal->len > 1)
    tw_solutions_show_results (self->solutions, optimal);
  else
    tw_solutions_show (self->solutions, pieces, job != NULL);
}

static void
show_browsed (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) one = tw_solutions_dup_chosen (self->solutions);

  if (one != NULL)
    tw_solution_browser_show (self, one);
}

void
tw_solution_browser_update (TwSolutionBrowser *self)
{
  guint before = tw_solutions_get_kept (self->solutions), kept;
  gboolean running = is_running (self);

  show_list (self);
  kept = tw_solutions_get_kept (self->solutions);
  if ((before == 0 && kept > 0) || (!running && tw_solutions_get_index (self->solutions) > 0))
    show_browsed (self);
  if (before != kept)
    tw_flags_update (self);
}

static void
choose_solution (TwSolutionBrowser *self, guint index)
{
  if (index >= tw_solutions_get_kept (self->solutions))
    return;
  tw_solutions_set_index (self->solutions, index);
  show_list (self);
  show_browsed (self);
  tw_flags_update (self);
}

static void
step (TwSolutionBrowser *self, int by)
{
  choose_solution (self, tw_solutions_get_index (self->solutions) + (guint) by);
}

static gboolean
has_previous (TwSolutionBrowser *self)
{
  return tw_solutions_get_index (self->solutions) > 0;
}

static gboolean
has_next (TwSolutionBrowser *self)
{
  return tw_solutions_get_index (self->solutions) + 1 < tw_solutions_get_kept (self->solutions);
}

/* The solution that is looked at; while two are compared, the second one. */
static TwResult *
dup_looked_at (TwSolutionBrowser *self)
{
  if (is_browsing (self))
    return tw_solutions_dup_chosen (self->solutions);
  return tw_findings_dup_judged (tw_document_get_findings (document_of (self)));
}

TwResult *
tw_solution_browser_dup_shown (TwSolutionBrowser *self)
{
  TwResult *first = tw_compare_get_first_shown (self->compare);

  return first != NULL ? tw_result_ref (first) : dup_looked_at (self);
}

char *
tw_solution_browser_dup_caption (TwSolutionBrowser *self)
{
  TwResult *first = tw_compare_get_first_shown (self->compare);
  TwResult *result = first != NULL ? first : tw_session_get_result (self->session);

  return result != NULL && tw_result_has_solution (result) ? tw_result_describe (result) : NULL;
}

/* --- comparing two solutions ------------------------------------------------------------ */

static gboolean
can_compare (TwSolutionBrowser *self)
{
  TwResult *result = tw_session_get_result (self->session);

  return result != NULL && tw_result_has_solution (result)
         && tw_canvas_get_scene (self->canvas) != NULL && !is_running (self)
         && (is_browsing (self)
             || g_list_model_get_n_items (
                  tw_findings_get_list (tw_document_get_findings (document_of (self))))
                  > 1);
}

static void
begin_comparison (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) first = dup_looked_at (self);
  g_autofree char *name = dup_solution_name (self);

  end_explanation (self);
  tw_compare_begin (self->compare, first, name);
  tw_canvas_end_reveal (self->canvas);
}

/* Looks at a solution beside the one that is looked at, the next one if there is one: of the browser,
 * or of the list of searches. An optimal solution is rather compared with that of another search. */
static void
look_at_neighbour (TwSolutionBrowser *self)
{
  GListModel *all = tw_findings_get_list (tw_document_get_findings (document_of (self)));
  guint n = g_list_model_get_n_items (all), at = 0;

  if (is_browsing (self)
      && (tw_puzzle_has_pieces (tw_session_get_puzzle (self->session)) || n < 2)) {
    gboolean last = tw_solutions_get_index (self->solutions) + 1
                    == tw_solutions_get_kept (self->solutions);

    step (self, last ? -1 : 1);
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);

    if (entry == tw_findings_get_selected (tw_document_get_findings (document_of (self))))
      at = i + 1 < n ? i + 1 : i - 1;
  }
  g_autoptr (TwEntry) other = g_list_model_get_item (all, at);
  tw_document_select (document_of (self), other);
}

static void
show_looked_at (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) result = dup_looked_at (self);

  tw_solution_browser_show (self, result);
  tw_flags_update (self);
}

static gboolean
is_comparing (TwSolutionBrowser *self)
{
  return tw_compare_is_active (self->compare);
}

static void
set_comparing (TwSolutionBrowser *self, gboolean comparing)
{
  if (comparing == tw_compare_is_active (self->compare) || (comparing && !can_compare (self)))
    return;
  if (comparing) {
    begin_comparison (self);
    look_at_neighbour (self);
  } else {
    tw_compare_end (self->compare);
  }
  show_looked_at (self);
}

void
tw_solution_browser_compare (TwSolutionBrowser *self, TwEntry *entry)
{
  if (!can_compare (self))
    return;
  begin_comparison (self);
  tw_document_select (document_of (self), entry);
  show_looked_at (self);
}

/* --- why ---------------------------------------------------------------------------------- */

static gboolean
is_explaining (TwSolutionBrowser *self)
{
  return tw_why_bar_get_result (self->why_bar) != NULL;
}

/* A result with the best bound; NULL: it cannot be explained. */
static TwResult *
dup_explainable (TwSolutionBrowser *self)
{
  g_autoptr (TwResult)
    judged = !is_running (self) && tw_session_get_result (self->session) != NULL
               ? tw_findings_dup_judged (tw_document_get_findings (document_of (self)))
               : NULL;

  return tw_result_has_why (judged) ? g_steal_pointer (&judged) : NULL;
}

static gboolean
may_explain (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) judged = dup_explainable (self);

  return is_explaining (self) || judged != NULL;
}

static void
set_explaining (TwSolutionBrowser *self, gboolean explaining)
{
  g_autoptr (TwResult) judged = explaining ? dup_explainable (self) : NULL;

  if (explaining == is_explaining (self) || (explaining && judged == NULL))
    return;
  if (explaining) {
    end_comparison (self);
    tw_canvas_end_reveal (self->canvas);
    tw_why_bar_begin (self->why_bar, judged);
  } else {
    tw_why_bar_end (self->why_bar);
  }
  show_looked_at (self);
}

/* --- the object ------------------------------------------------------------------------- */

static gboolean
may_switch (TwSolutionBrowser *self)
{
  return is_comparing (self) || can_compare (self);
}

static const TwAction actions[] = {
  { "previous-solution", G_CALLBACK (step), .type = TW_ACTION_CONSTANT, .constant = -1,
    .enabled = "has-previous", .keys = { "<Alt>Left" } },
  { "next-solution", G_CALLBACK (step), .type = TW_ACTION_CONSTANT, .constant = 1,
    .enabled = "has-next", .keys = { "<Alt>Right" } },
  { "compare", .enabled = "can-compare", .keys = { "<Control>d" }, .state = "comparing" },
  { "compare-other", G_CALLBACK (tw_compare_switch),
    .member = offsetof (TwSolutionBrowser, compare), .enabled = "comparing",
    .keys = { "<Control><Shift>d" } },
  { "why", .enabled = "can-explain", .keys = { "<Control>b" }, .state = "explaining" },
  { 0 },
};

static void
tw_solution_browser_class_init (TwSolutionBrowserClass *klass)
{
  static const TwFlag flags[] = {
    { "comparing", .get = G_CALLBACK (is_comparing), .set = G_CALLBACK (set_comparing) },
    { "can-compare", .get = G_CALLBACK (may_switch) },
    { "explaining", .get = G_CALLBACK (is_explaining), .set = G_CALLBACK (set_explaining) },
    { "can-explain", .get = G_CALLBACK (may_explain) },
    { "has-previous", .get = G_CALLBACK (has_previous) },
    { "has-next", .get = G_CALLBACK (has_next) },
    { 0 },
  };

  TW_OWN (klass, TwSolutionBrowser, session, g_object_unref);
  tw_class_add_flags (klass, flags);
  tw_class_add_signal (klass, "board-changed", 0);
}

TwSolutionBrowser *
tw_solution_browser_new (gpointer window, TwSession *session, TwCanvas *canvas, TwCompare *compare,
                         TwWhyBar *why_bar, TwSolutions *solutions)
{
  TwSolutionBrowser *self = g_object_new (TW_TYPE_SOLUTION_BROWSER, NULL);

  self->session = g_object_ref (session);
  self->canvas = canvas;
  self->compare = compare;
  self->why_bar = why_bar;
  self->solutions = solutions;
  tw_connect (compare, "switched", G_CALLBACK (show_looked_at), self);
  tw_connect (why_bar, "found", G_CALLBACK (show_looked_at), self);
  tw_connect (solutions, "chosen", G_CALLBACK (choose_solution), self);
  tw_connect (session, "changed", G_CALLBACK (tw_flags_update), self);
  tw_actions_add (window, "view", self, actions);
  return self;
}
