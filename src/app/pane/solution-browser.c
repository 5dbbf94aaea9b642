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

static gboolean
has_pieces (TwSolutionBrowser *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
}

/* --- the board ---------------------------------------------------------------------- */

/* The solution on the board is one of those of the browser, not only the result of a run. */
static gboolean
is_browsing (TwSolutionBrowser *self)
{
  return tw_solutions_get_list (self->solutions) != NULL
         && tw_solutions_get_kept (self->solutions) > 1;
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

/* A solution is compared only with another one of the same puzzle. */
static TwScene *
dup_scene (TwSolutionBrowser *self, TwResult *result)
{
  if (document_of (self) == NULL || result == NULL || !tw_result_has_solution (result)
      || is_running (self)
      || tw_compare_get_puzzle (self->compare) != tw_session_get_puzzle (self->session))
    end_comparison (self);
  if (tw_compare_is_active (self->compare)) {
    g_autofree char *name = dup_solution_name (self);

    return tw_compare_show (self->compare, result, name);
  }
  /* An exact cover has no board. */
  if (document_of (self) == NULL
      || tw_puzzle_get_kind (tw_session_get_puzzle (self->session))->solution->form
           == TW_FORM_OTHER)
    return NULL;
  g_autoptr (TwResult) laid = result == NULL ? tw_document_dup_laid (document_of (self)) : NULL;

  return tw_picture_scene (tw_session_get_puzzle (self->session), result != NULL ? result : laid);
}

typedef struct {
  const TwScene *scene;
  guint8 *marked; /* one byte for each cell */
  int *x;         /* the marked cells */
  int *y;
  int n;
} Marks;

/* Marks a cell that is to be covered, once. */
static void
mark (Marks *marks, int x, int y)
{
  gsize i = (gsize) y * (gsize) marks->scene->width + (gsize) x;

  if (!tw_scene_is_uncovered (marks->scene, x, y) || marks->marked[i] != 0)
    return;
  marks->marked[i] = 1;
  marks->x[marks->n] = x;
  marks->y[marks->n++] = y;
}

static void
mark_reason (Marks *marks, TwPieceReason reason)
{
  if (reason.kind != TW_REASON_CELL && reason.kind != TW_REASON_REGION) {
    for (int y = 0; y < marks->scene->height; y++)
      for (int x = 0; x < marks->scene->width; x++)
        mark (marks, x, y);
    return;
  }
  mark (marks, reason.x, reason.y);
  for (int i = 0; reason.kind == TW_REASON_REGION && i < marks->n; i++) {
    mark (marks, marks->x[i] - 1, marks->y[i]);
    mark (marks, marks->x[i] + 1, marks->y[i]);
    mark (marks, marks->x[i], marks->y[i] - 1);
    mark (marks, marks->x[i], marks->y[i] + 1);
  }
}

/* When the pieces on the board cannot be completed, marks the cell that no piece reaches, the cells
 * around it that no pieces fill, or all that are uncovered. */
static void
show_marks (TwSolutionBrowser *self, const TwScene *scene, const TwResult *result)
{
  TwPieceReason reason = tw_result_get_piece_reason (result);

  if (scene == NULL || reason.kind == TW_REASON_NONE || scene->n_fixed == 0) {
    tw_canvas_set_marks (self->canvas, NULL);
    return;
  }
  gsize size = (gsize) scene->width * (gsize) scene->height;
  g_autofree guint8 *marked = g_new0 (guint8, size);
  g_autofree int *x = g_new (int, size);
  g_autofree int *y = g_new (int, size);
  Marks marks = { scene, marked, x, y, 0 };

  mark_reason (&marks, reason);
  tw_canvas_set_marks (self->canvas, &(TwCanvasGhost){ .x = x, .y = y, .n_cells = marks.n });
}

void
tw_solution_browser_show (TwSolutionBrowser *self, TwResult *result)
{
  g_autoptr (TwScene) scene = dup_scene (self, result);

  tw_canvas_set_scene (self->canvas, scene);
  show_marks (self, scene, result);
  g_signal_emit_by_name (self, "board-changed");
}

/* --- the browser of solutions --------------------------------------------------------- */

static TwPieceSolutions *
current_solutions (TwSolutionBrowser *self)
{
  TwResult *result = tw_session_get_result (self->session);
  TwJob *job = tw_search_get_job (tw_session_get_search (self->session));

  if (!has_pieces (self))
    return NULL;
  if (job != NULL)
    return tw_job_get_live (job);
  return tw_result_get_piece_solutions (result);
}

static TwResult *
dup_browsed (TwSolutionBrowser *self)
{
  TwPieceSolutions *solutions = tw_solutions_get_list (self->solutions);

  return solutions != NULL
           ? tw_piece_solutions_get (solutions, tw_solutions_get_index (self->solutions))
           : NULL;
}

static void
show_browsed (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) one = dup_browsed (self);

  if (one != NULL)
    tw_solution_browser_show (self, one);
}

void
tw_solution_browser_update (TwSolutionBrowser *self)
{
  guint before = tw_solutions_get_kept (self->solutions), kept;
  gboolean running = is_running (self);

  tw_solutions_show (self->solutions, current_solutions (self), running);
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
  tw_solutions_show (self->solutions, current_solutions (self), is_running (self));
  show_browsed (self);
  tw_flags_update (self);
}

static void
show_previous (TwSolutionBrowser *self)
{
  choose_solution (self, tw_solutions_get_index (self->solutions) - 1);
}

static void
show_next (TwSolutionBrowser *self)
{
  choose_solution (self, tw_solutions_get_index (self->solutions) + 1);
}

static gboolean
has_previous (TwSolutionBrowser *self)
{
  return has_pieces (self) && tw_solutions_get_index (self->solutions) > 0;
}

static gboolean
has_next (TwSolutionBrowser *self)
{
  return has_pieces (self)
         && tw_solutions_get_index (self->solutions) + 1 < tw_solutions_get_kept (self->solutions);
}

/* The solution that is looked at; while two are compared, the second one. */
static TwResult *
dup_looked_at (TwSolutionBrowser *self)
{
  if (is_browsing (self))
    return dup_browsed (self);
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
                  G_LIST_MODEL (tw_document_get_findings (document_of (self))))
                  > 1);
}

static void
begin_comparison (TwSolutionBrowser *self)
{
  g_autoptr (TwResult) first = dup_looked_at (self);
  g_autofree char *name = dup_solution_name (self);

  tw_compare_begin (self->compare, first, name);
  tw_canvas_end_reveal (self->canvas);
}

/* Looks at a solution beside the one that is looked at, the next one if there is one. */
static void
look_at_neighbour (TwSolutionBrowser *self)
{
  GListModel *all = G_LIST_MODEL (tw_document_get_findings (document_of (self)));
  guint n = g_list_model_get_n_items (all), at = 0;

  if (is_browsing (self)) {
    gboolean last = tw_solutions_get_index (self->solutions) + 1
                    == tw_solutions_get_kept (self->solutions);

    (last ? show_previous : show_next) (self);
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

/* --- the object ------------------------------------------------------------------------- */

static gboolean
may_switch (TwSolutionBrowser *self)
{
  return is_comparing (self) || can_compare (self);
}

static const TwAction actions[] = {
  { "previous-solution", G_CALLBACK (show_previous), .enabled = "has-previous",
    .keys = { "<Alt>Left" } },
  { "next-solution", G_CALLBACK (show_next), .enabled = "has-next", .keys = { "<Alt>Right" } },
  { "compare", .enabled = "can-compare", .keys = { "<Control>d" }, .state = "comparing" },
  { "compare-other", G_CALLBACK (tw_compare_switch),
    .member = offsetof (TwSolutionBrowser, compare), .enabled = "comparing",
    .keys = { "<Control><Shift>d" } },
  { 0 },
};

static void
tw_solution_browser_class_init (TwSolutionBrowserClass *klass)
{
  static const TwFlag flags[] = {
    { "comparing", G_CALLBACK (is_comparing), G_CALLBACK (set_comparing) },
    { "can-compare", G_CALLBACK (may_switch), NULL },
    { "has-previous", G_CALLBACK (has_previous), NULL },
    { "has-next", G_CALLBACK (has_next), NULL },
    { 0 },
  };

  TW_OWN (klass, TwSolutionBrowser, session, g_object_unref);
  tw_class_add_flags (klass, flags);
  tw_class_add_signal (klass, "board-changed", 0);
}

TwSolutionBrowser *
tw_solution_browser_new (gpointer window, TwSession *session, TwCanvas *canvas, TwCompare *compare,
                         TwSolutions *solutions)
{
  TwSolutionBrowser *self = g_object_new (TW_TYPE_SOLUTION_BROWSER, NULL);

  self->session = g_object_ref (session);
  self->canvas = canvas;
  self->compare = compare;
  self->solutions = solutions;
  tw_connect (compare, "switched", G_CALLBACK (show_looked_at), self);
  tw_connect (solutions, "chosen", G_CALLBACK (choose_solution), self);
  tw_connect (session, "changed", G_CALLBACK (tw_flags_update), self);
  tw_actions_add (window, "view", self, actions);
  return self;
}
