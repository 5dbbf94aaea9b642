/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.c - see findings.h. */
#include "app/document/findings.h"

#include "app/part.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/pieces/solutions.h"

enum {
  MAX_SOLUTIONS = 100,
  MAX_PIECE_RUNS = 10, /* each run may hold thousands of solutions */
  MOST_KEPT = 5000,    /* of these for the next run of the program */
};

#define TRACE_KEY "tw-trace"

struct _TwFindings {
  GObject parent_instance;

  TwPuzzle *puzzle;
  GListStore *solutions; /* TwEntry, newest first */
  TwEntry *selected;     /* an entry of the list; NULL: none */
  TwResult *result;      /* the result that is shown */
  GVariant *trace;       /* for a result that is not in the list */
  TwResult *impossible;  /* a proof that no solution exists; NULL: none */
  TwEntry *continued;    /* the entry that the running search continues; NULL: none */
  gint64 start;          /* the cost that the running search has to improve on */
  gint64 bound;          /* proved by this run of the program */
  gint64 earlier;        /* proved by an earlier one */
  gboolean impossible_earlier;
  gint64 claim;
};

G_DEFINE_FINAL_TYPE (TwFindings, tw_findings, G_TYPE_OBJECT)

static void
tw_findings_class_init (TwFindingsClass *klass)
{
  TW_OWN (klass, TwFindings, puzzle, tw_puzzle_unref);
  TW_OWN (klass, TwFindings, solutions, g_object_unref);
  TW_OWN (klass, TwFindings, selected, g_object_unref);
  TW_OWN (klass, TwFindings, continued, g_object_unref);
  TW_OWN (klass, TwFindings, result, tw_result_unref);
  TW_OWN (klass, TwFindings, impossible, tw_result_unref);
  TW_OWN (klass, TwFindings, trace, g_variant_unref);
}

static void
tw_findings_init (TwFindings *self)
{
  self->solutions = g_list_store_new (TW_TYPE_ENTRY);
  self->bound = self->earlier = self->claim = -1;
  self->start = G_MAXINT64;
}

TwFindings *
tw_findings_new (TwPuzzle *puzzle)
{
  TwFindings *self = g_object_new (TW_TYPE_FINDINGS, NULL);

  self->puzzle = tw_puzzle_ref (puzzle);
  return self;
}

TwPuzzle *
tw_findings_get_puzzle (TwFindings *self)
{
  return self->puzzle;
}

static guint
n_solutions (TwFindings *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->solutions));
}

GListModel *
tw_findings_get_list (TwFindings *self)
{
  return self != NULL ? G_LIST_MODEL (self->solutions) : NULL;
}

gboolean
tw_findings_is_empty (TwFindings *self)
{
  return n_solutions (self) == 0 && self->result == NULL && tw_findings_get_bound (self) < 0
         && self->claim < 0;
}

TwEntry *
tw_findings_get_selected (TwFindings *self)
{
  return self != NULL ? self->selected : NULL;
}

TwResult *
tw_findings_get_result (TwFindings *self)
{
  return self != NULL ? self->result : NULL;
}

TwResult *
tw_findings_dup_judged (TwFindings *self)
{
  TwResult *result = tw_findings_get_result (self);

  return result != NULL ? tw_findings_judge (self, result) : NULL;
}

/* --- bounds ------------------------------------------------------------------------- */

gint64
tw_findings_get_bound (TwFindings *self)
{
  return MAX (self->bound, self->earlier);
}

gboolean
tw_findings_is_earlier (TwFindings *self)
{
  return self->earlier > self->bound || (self->impossible != NULL && self->impossible_earlier);
}

gint64
tw_findings_get_claim (TwFindings *self)
{
  return self->claim > tw_findings_get_bound (self) ? self->claim : -1;
}

void
tw_findings_set_claim (TwFindings *self, gint64 claim)
{
  self->claim = claim;
}

static gboolean
has_bounds (TwFindings *self)
{
  return tw_puzzle_get_kind (self->puzzle)->solution->bounds_cost;
}

static void
learn (TwFindings *self, TwResult *result)
{
  if (tw_kind_cost (result) < self->earlier) /* it was not true */
    self->earlier = -1;
  if (result->status == TW_STATUS_OPTIMAL && tw_kind_cost (result) > TW_COST_LEAST)
    self->bound = MAX (self->bound, tw_kind_cost (result));
  if (has_bounds (self))
    self->bound = MAX (self->bound, result->bound);
  if (result->status == TW_STATUS_INFEASIBLE) {
    g_clear_pointer (&self->impossible, tw_result_unref);
    self->impossible = tw_result_ref (result);
    self->impossible_earlier = FALSE;
  }
}

TwResult *
tw_findings_judge (TwFindings *self, TwResult *result)
{
  gint64 bound = tw_findings_get_bound (self);
  TwResult *copy;

  if (!has_bounds (self) || result->puzzle != self->puzzle || result->status != TW_STATUS_FEASIBLE
      || (result->bound >= bound && tw_kind_cost (result) > bound))
    return tw_result_ref (result);
  copy = tw_result_dup_solution (result);
  copy->cpu = result->cpu;
  copy->nodes = result->nodes;
  copy->bound = MAX (bound, result->bound);
  if (tw_result_has_solution (copy) && tw_kind_cost (copy) <= copy->bound)
    copy->status = TW_STATUS_OPTIMAL;
  return copy;
}

/* --- the list ------------------------------------------------------------------------- */

/* Orders by cost; at equal cost the result with a proof comes first. */
static int
compare (TwFindings *self, TwResult *a, TwResult *b)
{
  gint64 cost_a = tw_kind_cost (a), cost_b = tw_kind_cost (b);
  g_autoptr (TwResult) judged_a = tw_findings_judge (self, a);
  g_autoptr (TwResult) judged_b = tw_findings_judge (self, b);

  if (cost_a != cost_b)
    return cost_a < cost_b ? -1 : 1;
  if (cost_a == TW_COST_LEAST) /* solutions are not ranked */
    return 0;
  return (judged_b->status == TW_STATUS_OPTIMAL) - (judged_a->status == TW_STATUS_OPTIMAL);
}

/* A proof applies to the solutions of all searches. */
static void
show_proofs (TwFindings *self)
{
  for (guint i = 0; i < n_solutions (self); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);
    TwResult *result = tw_entry_get_result (entry);
    gboolean optimal = has_bounds (self) && tw_kind_cost (result) <= tw_findings_get_bound (self);

    if (!tw_result_is_by_hand (result))
      tw_entry_set_state_text (entry, optimal ? _ ("Optimal") : NULL);
  }
}

TwEntry *
tw_findings_get_best (TwFindings *self)
{
  TwEntry *best = NULL;

  for (guint i = 0; i < n_solutions (self); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);

    if (best == NULL || compare (self, tw_entry_get_result (entry), tw_entry_get_result (best)) < 0)
      best = entry; /* the list holds the reference */
  }
  return best;
}

static void
show (TwFindings *self, TwResult *result, TwEntry *entry)
{
  tw_result_ref (result);
  g_clear_pointer (&self->result, tw_result_unref);
  self->result = result;
  g_set_object (&self->selected, entry);
}

void
tw_findings_confirm (TwFindings *self, TwResult *result)
{
  learn (self, result);
  if (self->selected != NULL) {
    g_autoptr (TwResult) proved = tw_findings_dup_judged (self);

    tw_entry_set_result (self->selected, proved);
    show (self, proved, self->selected);
  }
  show_proofs (self);
}

void
tw_findings_select (TwFindings *self, TwEntry *entry)
{
  show (self, tw_entry_get_result (entry), entry);
}

void
tw_findings_set_result (TwFindings *self, TwResult *result)
{
  g_clear_object (&self->selected);
  g_clear_pointer (&self->trace, g_variant_unref);
  if (result != NULL)
    show (self, result, NULL);
  else
    g_clear_pointer (&self->result, tw_result_unref);
}

GVariant *
tw_findings_get_trace (TwFindings *self)
{
  TwEntry *entry = self == NULL ? NULL : self->selected != NULL ? self->selected : self->continued;

  if (entry != NULL)
    return g_object_get_data (G_OBJECT (entry), TRACE_KEY);
  return self != NULL ? self->trace : NULL;
}

/* Removes the oldest entry that is neither shown nor the best. */
static void
make_room (TwFindings *self)
{
  const guint most = tw_puzzle_has_pieces (self->puzzle) ? MAX_PIECE_RUNS : MAX_SOLUTIONS;
  TwEntry *best = tw_findings_get_best (self);

  for (guint i = n_solutions (self); i-- > 0 && n_solutions (self) >= most;) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);

    if (entry != best && entry != self->selected)
      g_list_store_remove (self->solutions, i);
  }
}

/* Returns NULL when the result is not in the list. */
static TwEntry *
find (TwFindings *self, TwResult *result, guint *position)
{
  for (guint i = 0; i < n_solutions (self); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);

    *position = i;
    if (tw_entry_get_result (entry) == result)
      return entry; /* the list holds the reference */
  }
  return NULL;
}

/* Adds the newest entry; `trace` may be NULL. */
static TwEntry *
insert (TwFindings *self, TwResult *result, const char *name, GVariant *trace)
{
  g_autoptr (TwEntry) entry = tw_entry_new (self->puzzle, name);

  if (trace != NULL)
    g_object_set_data_full (G_OBJECT (entry), TRACE_KEY, g_variant_ref (trace),
                            (GDestroyNotify) g_variant_unref);
  tw_entry_set_result (entry, result);
  tw_entry_set_state (entry, TW_ENTRY_DONE);
  if (tw_result_is_by_hand (result))
    tw_entry_set_state_text (entry, _ ("Yours"));
  g_list_store_insert (self->solutions, 0, entry);
  return entry; /* the list holds the reference */
}

/* What a kind writes of a solution: equal for equal solutions. */
static char *
print_solution (TwResult *result)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);

  tw_json_begin_object (builder, NULL);
  tw_puzzle_get_kind (result->puzzle)->solution->write (result, builder);
  tw_json_end_object (builder);
  return tw_json_finish (builder, NULL);
}

/* The entry of the same solution by hand; NULL: none. */
static TwEntry *
find_by_hand (TwFindings *self, TwResult *result)
{
  g_autofree char *text = print_solution (result);

  for (guint i = 0; i < n_solutions (self); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);
    TwResult *other = tw_entry_get_result (entry);
    /* The list of a search may be long. */
    g_autofree char *printed = tw_result_is_by_hand (other) ? print_solution (other) : NULL;

    if (g_strcmp0 (text, printed) == 0)
      return entry; /* the list holds the reference */
  }
  return NULL;
}

TwEntry *
tw_findings_add (TwFindings *self, TwResult *result, const char *name)
{
  guint position;
  TwEntry *entry = find (self, result, &position);

  if (!tw_result_has_solution (result))
    return NULL;
  if (entry == NULL && tw_result_is_by_hand (result))
    entry = find_by_hand (self, result);
  if (entry != NULL)
    return entry;
  make_room (self);
  return insert (self, result, name, NULL);
}

/* --- runs ----------------------------------------------------------------------------- */

TwResult *
tw_findings_dup_start (TwFindings *self, TwResult *stopped)
{
  TwEntry *best = tw_findings_get_best (self);
  TwResult *from = stopped != NULL ? stopped : best != NULL ? tw_entry_get_result (best) : NULL;
  TwResult *copy;

  if (stopped != NULL && !has_bounds (self))
    return tw_result_ref (stopped);
  if (from == NULL || !has_bounds (self) || from->status == TW_STATUS_OPTIMAL
      || tw_kind_cost (from) <= tw_findings_get_bound (self))
    return NULL;
  copy = tw_result_dup_solution (from);
  copy->bound = self->bound;
  copy->seconds = stopped != NULL ? from->seconds : 0;
  copy->cpu = stopped != NULL ? from->cpu : 0;
  copy->nodes = stopped != NULL ? from->nodes : 0;
  return copy;
}

void
tw_findings_begin_run (TwFindings *self, TwResult *stopped, TwResult *start)
{
  guint position;
  TwEntry *entry = stopped != NULL ? find (self, stopped, &position) : NULL;

  self->start = start != NULL && has_bounds (self) ? tw_kind_cost (start) : G_MAXINT64;
  g_set_object (&self->continued, entry);
  tw_findings_set_result (self, stopped);
}

gboolean
tw_findings_is_new (TwFindings *self, TwResult *result)
{
  return tw_result_has_solution (result)
         && (self->continued != NULL || tw_kind_cost (result) < self->start);
}

/* Removes the entry of the continued search, unless somebody placed it by hand: the new result
 * includes it. A worse solution stays. */
static void
drop_continued (TwFindings *self, TwResult *result)
{
  guint position;

  if (self->continued != NULL && !tw_result_is_by_hand (tw_entry_get_result (self->continued))
      && (!has_bounds (self) || tw_kind_cost (result) >= self->start)
      && find (self, tw_entry_get_result (self->continued), &position) != NULL)
    g_list_store_remove (self->solutions, position);
}

void
tw_findings_end_run (TwFindings *self, TwResult *result, GVariant *trace, const char *name)
{
  g_autoptr (GVariant) kept = trace != NULL ? g_variant_ref_sink (trace) : NULL;
  g_autoptr (TwResult) last = result != NULL ? tw_result_ref (result) : NULL;
  TwEntry *best;

  tw_findings_set_result (self, NULL);
  if (last != NULL)
    learn (self, last);
  if (name != NULL) {
    drop_continued (self, last);
    make_room (self);
    insert (self, last, name, kept);
  }
  g_clear_object (&self->continued);
  self->start = G_MAXINT64;
  show_proofs (self);
  best = tw_findings_get_best (self); /* the newest one among equals */
  if (best != NULL) {
    tw_findings_select (self, best);
  } else if (self->impossible != NULL || last != NULL) {
    show (self, self->impossible != NULL ? self->impossible : last, NULL);
    if (self->result == last)
      self->trace = g_steal_pointer (&kept);
  }
}

/* --- between two runs of the program ------------------------------------------------------ */

/* A very long list is not kept. */
static void
keep_result (TwKeptValue *value, TwResult *result, const char *name, GVariant *trace)
{
  g_autoptr (TwResult)
    kept = tw_piece_solutions_count (tw_result_get_piece_solutions (result)).kept > MOST_KEPT
             ? tw_result_dup_solution (result)
             : tw_result_ref (result);

  tw_kept_value_add (value, kept, name, trace);
}

/* A search for pieces that can be continued. */
static gboolean
is_stopped (TwResult *result)
{
  return tw_piece_solutions_count (tw_result_get_piece_solutions (result)).can_continue;
}

/* Adds what is shown and in no list: the solution of the running search, or of another source, or a
 * stopped search without a solution. */
static void
keep_shown (TwFindings *self, TwKeptValue *value)
{
  guint position;

  if (self->result == NULL || self->selected != NULL
      || !(tw_result_has_solution (self->result)
             ? tw_kind_cost (self->result) < self->start
             : self->result == self->impossible || is_stopped (self->result))
      || find (self, self->result, &position) != NULL)
    return;
  value->shown = 0;
  keep_result (value, self->result, NULL, self->trace);
}

void
tw_findings_keep (TwFindings *self, TwKeptValue *value)
{
  keep_shown (self, value);
  if (self->impossible != NULL && self->result != self->impossible)
    keep_result (value, self->impossible, NULL, NULL);
  for (guint i = 0; i < n_solutions (self); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->solutions), i);

    if (entry == self->selected)
      value->shown = (int) value->results->len;
    keep_result (value, tw_entry_get_result (entry), tw_entry_get_name (entry),
                 g_object_get_data (G_OBJECT (entry), TRACE_KEY));
  }
  value->bound = tw_findings_get_bound (self);
  value->claim = self->claim;
}

void
tw_findings_restore (TwFindings *self, const TwKeptValue *value)
{
  for (guint i = value->results->len; i-- > 0;) { /* the oldest first */
    const TwKeptResult *kept = g_ptr_array_index (value->results, i);
    /* A list of solutions makes no claims. */
    g_autoptr (TwResult) solution = tw_result_get_piece_solutions (kept->result) != NULL
                                      ? tw_result_ref (kept->result)
                                      : tw_result_dup_solution (kept->result);

    if (is_stopped (kept->result) && !tw_result_has_solution (kept->result)) {
      show (self, kept->result, NULL);
    } else if (!tw_result_has_solution (kept->result)) {
      g_clear_pointer (&self->impossible, tw_result_unref);
      self->impossible = tw_result_ref (kept->result);
      self->impossible_earlier = TRUE;
      if ((int) i == value->shown)
        show (self, self->impossible, NULL);
    } else {
      make_room (self);
      g_autoptr (TwEntry) entry = g_object_ref (insert (self, solution, kept->name, kept->trace));
      if ((int) i == value->shown)
        tw_findings_select (self, entry);
    }
  }
  self->earlier = value->bound;
  self->claim = value->claim;
  show_proofs (self);
}
