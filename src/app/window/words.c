/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - see words.h. */
#include "app/window/words.h"

#include <math.h>
#include <string.h>

#include "app/pane/solutions.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/play.h"
#include "puzzle/why.h"
#include "core/base/transform.h"

/* The number of raw solutions and `state`, either or both, shown below the number of distinct
 * solutions. */
static char *
join_raw (TwPieceSolutions *solutions, const char *state)
{
  g_autofree char *raw = tw_solutions_describe_raw (solutions);

  if (raw != NULL && state != NULL)
    return g_strdup_printf ("%s\n%s", raw, state);
  return raw != NULL ? g_steal_pointer (&raw) : g_strdup (state);
}

/* The gap that is not proved, and why. */
static char *
gap_text (TwResult *result)
{
  const char *stop = tw_result_stop_text (result);
  g_autofree char *end = stop != NULL ? tw_why_sentence (stop) : NULL;
  g_autofree char *text = result->bound > 0
                            ? g_strdup_printf (_ ("At least %'d are needed"), (int) result->bound)
                            : g_strdup (_ ("Not proved to be the best"));

  return end != NULL ? g_strdup_printf ("%s\n%s", text, end) : g_steal_pointer (&text);
}

/* How the search ended and what it proved; translated. `earlier`: an earlier session has proved it. */
static char *
proof_text (TwResult *result, gboolean earlier)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);

  switch (result->status) {
  case TW_STATUS_OPTIMAL:
    return g_strdup (earlier ? _ ("Optimal, proved in an earlier session") : _ ("Optimal, proved"));
  case TW_STATUS_FEASIBLE:
    return gap_text (result);
  case TW_STATUS_INFEASIBLE:
    return result->reason != NULL ? tw_why_sentence (result->reason)
                                  : g_strdup (_ ("None exists, proved"));
  case TW_STATUS_TIMEOUT:
    return g_strdup (_ ("Time limit reached before a solution was found"));
  case TW_STATUS_CANCELLED:
    return g_strdup (tw_piece_solutions_count (solutions).can_continue
                       ? _ ("Paused before one was found")
                       : _ ("Stopped before one was found"));
  case TW_STATUS_OUT_OF_MEMORY:
    return g_strdup (_ ("Memory limit reached before a solution was found"));
  default:
    return NULL;
  }
}

/* The kind's own description of the solution, for kinds that do not only count squares (NULL
 * otherwise). What is proved follows on a second line, unless the result is optimal. */
static char *
own_text (TwResult *result, gboolean earlier)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  g_autofree char *text = kind->solution->describe != NULL && tw_result_has_solution (result)
                            ? kind->solution->describe (result)
                            : NULL;
  g_autofree char *proof = NULL;

  if (text == NULL)
    return NULL;
  if (result->status == TW_STATUS_OPTIMAL || tw_kind_cost (result) == TW_COST_LEAST)
    return tw_why_sentence (text);
  proof = proof_text (result, earlier);
  return g_strdup_printf ("%s\n%s", text, proof);
}

/* How the search ended, or its progress; translated. */
static char *
detail_text (TwResult *result, gboolean earlier)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);
  char *text = NULL;

  if (tw_piece_solutions_count (solutions).raw > 0) {
    g_autofree char *end = tw_solutions_describe_end (solutions);

    text = join_raw (solutions, end);
    if (text != NULL)
      return text;
  }
  if (tw_result_n_placements (result) > 0) {
    gulong n = tw_result_n_placements (result);
    return g_strdup_printf (tw_ngettext ("%lu piece", "%lu pieces", n), n);
  }
  text = own_text (result, earlier);
  return text != NULL ? text : proof_text (result, earlier);
}

char *
tw_words_headline (TwResult *result)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);

  if (tw_piece_solutions_count (solutions).raw > 0)
    return tw_solutions_describe (solutions, FALSE);
  if (result->status == TW_STATUS_INFEASIBLE) {
    TwPuzzle *pieces = tw_play_get_pieces (result->puzzle);

    return g_strdup (pieces != NULL && tw_piece_puzzle_get_problem (pieces)->n_placed > 0
                       ? _ ("No solution from here")
                       : _ ("No solution exists"));
  }
  if (!tw_result_has_solution (result))
    return g_strdup (_ ("No solution"));
  if (tw_result_is_by_hand (result)) {
    g_autofree char *clock = tw_result_dup_clock (result);

    /* Translators: with the time of play: "4:12" */
    return g_strdup_printf (_ ("Solved by you, %s"), clock);
  }
  if (!tw_result_has_squares (result))
    return g_strdup (_ ("Solved"));
  int n = (int) tw_result_count (result);
  return g_strdup_printf (tw_ngettext ("%'d square", "%'d squares", (gulong) n), n);
}

char *
tw_words_earlier (TwResult *shown, TwResult *result)
{
  gint64 n = tw_result_count (result);

  if (tw_kind_cost (result) == tw_kind_cost (shown) && result->status == TW_STATUS_OPTIMAL)
    return NULL; /* it has proved that */
  if (!tw_result_has_solution (shown) || tw_kind_cost (shown) == TW_COST_LEAST
      || tw_kind_cost (result) == tw_kind_cost (shown))
    return g_strdup (_ ("This search found nothing new"));
  if (n < 0)
    return g_strdup (_ ("This search found no solution; the best one so far is shown"));
  return g_strdup_printf (
    tw_ngettext ("%d square found and kept; the best solution so far is shown",
                 "%d squares found and kept; the best solution so far is shown", (gulong) n),
    (int) n);
}

static gboolean
is_squares (TwDocument *document)
{
  const TwKind *kind = tw_puzzle_get_kind (tw_document_get_puzzle (document));

  return (kind->flags & TW_KIND_FEWEST_SQUARES) != 0;
}

/* The bound may come from any search. */
gint64
tw_words_known_bound (TwDocument *document, gint64 bound)
{
  return is_squares (document)
           ? MAX (bound, tw_findings_get_bound (tw_document_get_findings (document)))
           : bound;
}

/* Adds what other searches have proved, and what a file claims without proof. */
static char *
add_origin (TwDocument *document, TwResult *judged, char *detail)
{
  TwFindings *findings = tw_document_get_findings (document);
  gint64 claim = tw_findings_get_claim (findings);
  const char *optima = tw_document_get_optima (document);
  GString *text = g_string_new (detail);

  g_free (detail);
  if (tw_findings_is_earlier (findings) && judged->status != TW_STATUS_OPTIMAL)
    g_string_append_printf (text, "\n%s", _ ("Proved in an earlier session"));
  else if (judged != tw_document_get_result (document) && !tw_findings_is_earlier (findings))
    g_string_append_printf (text, "\n%s", _ ("Proved by another search"));
  else if (judged->status == TW_STATUS_OPTIMAL && optima != NULL) {
    g_string_append_c (text, '\n');
    if (g_str_equal (optima, "1"))
      g_string_append (text, _ ("The only optimal solution"));
    else
      /* Translators: a number of any length */
      g_string_append_printf (text, _ ("%s optimal solutions"), optima);
  }
  if (claim > 0 && judged->status != TW_STATUS_OPTIMAL) {
    g_string_append_c (text, '\n');
    g_string_append_printf (
      text, _ ("A file says that at least %d are needed; that was not checked"), (int) claim);
  }
  return g_string_free (text, text->len == 0);
}

/* Compares a solution by hand with the best one that a search has found. */
static char *
add_best_known (TwDocument *document, TwResult *result, char *detail)
{
  GListModel *all = tw_findings_get_list (tw_document_get_findings (document));
  g_autofree char *below = detail;
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);

    if (!tw_result_is_by_hand (tw_entry_get_result (entry)))
      best = MIN (best, tw_kind_cost (tw_entry_get_result (entry)));
  }
  if (best == G_MAXINT64)
    return g_strdup_printf (_ ("You: %d\n%s"), (int) tw_kind_cost (result), below);
  return g_strdup_printf (_ ("You: %d, best known: %d\n%s"), (int) tw_kind_cost (result),
                          (int) best, below);
}

static void
show_result (TwSummary *summary, TwDocument *document, TwResult *result)
{
  g_autofree char *headline = tw_words_headline (result);
  gboolean earlier = tw_findings_is_earlier (tw_document_get_findings (document));
  g_autofree char *detail = add_origin (document, result, detail_text (result, earlier));
  gboolean squares = tw_result_has_squares (result);

  if (tw_result_is_by_hand (result) && !squares) { /* the headline has the time */
    tw_summary_clear (summary, headline, detail);
    return;
  }
  if (tw_result_is_by_hand (result) && tw_kind_cost (result) > TW_COST_LEAST)
    detail = add_best_known (document, result, g_steal_pointer (&detail));
  TwSummaryFacts facts = {
    .headline = headline,
    .detail = detail,
    .seconds = result->seconds,
    .best = squares ? tw_result_count (result) : -1,
    .bound = tw_words_known_bound (document, result->bound),
    .engine = tw_result_is_by_hand (result) ? NULL : result->engine,
    .transform = squares ? result->transform : TW_NO_TRANSFORM,
    .squares = is_squares (document),
  };

  tw_summary_show_facts (summary, &facts);
}

static const char *
describe_state (TwRun *run)
{
  return tw_run_stop_reason (run) == TW_STOP_CANCEL ? _ ("Stopping…") : _ ("Searching…");
}

/* The best solution of earlier searches; NULL: none. */
static char *
describe_before (TwDocument *document)
{
  TwEntry *entry = tw_findings_get_best (tw_document_get_findings (document));
  g_autofree char *best = entry != NULL && is_squares (document)
                            ? tw_result_describe (tw_entry_get_result (entry))
                            : NULL;

  /* Translators: of earlier searches: "47 squares, optimal" */
  return best != NULL ? g_strdup_printf (_ ("Best before: %s"), best) : NULL;
}

/* Shows the progress of a running search. */
static void
show_run (TwSummary *summary, TwDocument *document, TwJob *job)
{
  TwPieceSolutions *solutions = tw_puzzle_has_pieces (tw_job_get_puzzle (job))
                                  ? tw_job_get_live (job)
                                  : NULL;
  TwRun *run = tw_job_get_run (job);
  gint64 best = tw_run_best (run), bound = tw_words_known_bound (document, tw_run_bound (run));
  g_autofree char *before = describe_before (document);
  g_autofree char *state = before != NULL ? g_strjoin ("\n", describe_state (run), before, NULL)
                                          : g_strdup (describe_state (run));
  g_autofree char *headline = NULL, *detail = NULL;

  if (tw_piece_solutions_count (solutions).raw > 0) {
    headline = tw_solutions_describe (solutions, TRUE);
    detail = join_raw (solutions, state);
  } else if (best < 0) {
    headline = g_strdup (describe_state (run));
    detail = before != NULL ? g_strdup (before) : g_strdup (_ ("No solution yet"));
  } else
    headline = g_strdup_printf (tw_ngettext ("%'d square", "%'d squares", (gulong) best),
                                (int) best);
  TwResult *shown = tw_document_get_result (document);
  double budget = tw_run_budget (run);
  TwSummaryFacts facts = {
    .headline = headline,
    .detail = detail != NULL ? detail : state,
    .seconds = tw_job_elapsed (job),
    .best = best,
    .bound = bound,
    .engine = tw_job_get_options (job)->engine,
    .transform = shown != NULL ? shown->transform : TW_NO_TRANSFORM,
    .squares = is_squares (document),
    .elapsed = tw_run_elapsed (run),
    .budget = budget < HUGE_VAL ? budget : 0,
  };

  tw_summary_show_facts (summary, &facts);
}

char *
tw_words_describe (const TwPuzzle *puzzle)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  g_autoptr (GString) text = g_string_new (NULL);

  if (kind->describe != NULL)
    kind->describe (puzzle, text);
  g_string_replace (text, "\t", ": ", 0);
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

/* The numbers of squares that are left of each size on the board; NULL: there is no cap. */
static char *
describe_left (TwDocument *document)
{
  const TwTiling *squares = tw_document_get_squares (document);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *others = NULL;
  int largest = 0;

  if (tw_document_count_left (document, 1) == G_MAXINT)
    return NULL;
  for (gsize i = 0; i < squares->count; i++)
    largest = MAX (largest, squares->squares[i].size);
  for (int size = 1; size <= largest; size++) {
    gboolean laid = FALSE;

    for (gsize i = 0; i < squares->count && !laid; i++)
      laid = squares->squares[i].size == size;
    if (laid)
      /* Translators: a number of squares, and their size */
      g_string_append_printf (text, _ ("%d of size %d, "), tw_document_count_left (document, size),
                              size);
  }
  others = g_strdup_printf (_ ("%d of each other size"),
                            tw_document_count_left (document, largest + 1));
  /* Translators: the numbers of squares that may still be laid */
  return g_strdup_printf (_ ("Left: %s%s"), text->str, others);
}

/* How much of the board is covered by hand. */
static void
show_unsolved (TwSummary *summary, TwDocument *document)
{
  gsize wanted, covered = tw_document_count_covered (document, &wanted);
  gsize left = wanted - MIN (covered, wanted);
  gulong n = tw_document_get_squares (document)->count;
  g_autofree char *count = g_strdup_printf (_ ("%zu of %zu covered"), covered, wanted);
  g_autofree char *cells = g_strdup_printf (
    tw_ngettext ("%'d cell to cover", "%'d cells to cover", left), (int) left);
  const char *goal = _ (tw_puzzle_get_kind (tw_document_get_puzzle (document))->solution->goal);
  g_autofree char *squares = g_strdup_printf (
    tw_ngettext ("%'lu square so far", "%'lu squares so far", n), n);

  g_autofree char *of_sizes = describe_left (document);
  g_autofree char *laid = of_sizes != NULL ? g_strdup_printf ("%s\n%s", squares, of_sizes)
                                           : g_strdup (squares);

  tw_summary_clear (summary, covered > 0 ? count : _ ("Not solved yet"),
                    n > 0         ? laid
                    : covered > 0 ? cells
                                  : goal);
}

void
tw_words_show (TwSummary *summary, TwDocument *document, TwJob *job)
{
  g_autoptr (TwResult) result = tw_findings_dup_judged (tw_document_get_findings (document));

  if (job != NULL && tw_job_get_run (job) != NULL) {
    show_run (summary, document, job);
  } else if (result != NULL) {
    show_result (summary, document, result);
  } else if (document != NULL
             && tw_puzzle_get_kind (tw_document_get_puzzle (document))->solution->form
                  == TW_FORM_OTHER) {
    g_autofree char *parts = tw_words_describe (tw_document_get_puzzle (document));
    g_autofree char *text = g_strdup_printf (
      "%s\n%s", _ (tw_puzzle_get_kind (tw_document_get_puzzle (document))->solution->goal), parts);

    tw_summary_clear (summary, _ ("Not solved yet"), text);
  } else if (document != NULL) {
    show_unsolved (summary, document);
  } else {
    tw_summary_clear (summary, _ ("No puzzle"), NULL);
  }
}
