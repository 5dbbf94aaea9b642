/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.c - see document.h. */
#include "app/document/document.h"

#include "app/part.h"
#include "app/preferences/settings.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/play.h"

/* The number of values of the puzzle whose results are kept for Undo and Redo. */
#define MAX_FINDINGS 64

struct _TwDocument {
  GObject parent_instance;

  TwPuzzle *original;
  TwHistory *history;
  char *file;          /* the file chosen by "Save As"; NULL: the origin of the puzzle */
  char *name;          /* NULL: that of the file or the puzzle */
  GPtrArray *findings; /* TwFindings, one per value; the present value's are the last */
  GSettings *settings;
  guint found;       /* times that solutions were found that no file holds */
  guint writing;     /* how many of these a file will hold */
  TwPuzzle *counted; /* the puzzle whose optimal solutions are counted; NULL: none */
  char *optima;      /* their number in decimal digits */
  TwResult *listed;  /* the last result that was to be counted; NULL: none */
  GPtrArray *list;   /* optimal solutions, first `listed`; NULL: none */
  gboolean playing;  /* pieces are placed by hand */
  gboolean attended; /* somebody looks at the document */
  gint64 since;      /* when one of these two last changed, in microseconds */
  gint64 played;     /* microseconds of play until then */
};

G_DEFINE_FINAL_TYPE (TwDocument, tw_document, G_TYPE_OBJECT)

static void
tw_document_class_init (TwDocumentClass *klass)
{
  static const char *const signals[] = { "changing", "puzzle-changed", "result-changed",
                                         "title-changed", "solved" };

  TW_OWN (klass, TwDocument, original, tw_puzzle_unref);
  TW_OWN (klass, TwDocument, history, tw_history_free);
  TW_OWN (klass, TwDocument, findings, g_ptr_array_unref);
  TW_OWN (klass, TwDocument, settings, g_object_unref);
  TW_OWN (klass, TwDocument, file, g_free);
  TW_OWN (klass, TwDocument, name, g_free);
  TW_OWN (klass, TwDocument, counted, tw_puzzle_unref);
  TW_OWN (klass, TwDocument, optima, g_free);
  TW_OWN (klass, TwDocument, listed, tw_result_unref);
  TW_OWN (klass, TwDocument, list, g_ptr_array_unref);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    tw_class_add_signal (klass, signals[i], 0);
}

static void
tw_document_init (TwDocument *self)
{
  self->findings = g_ptr_array_new_with_free_func (g_object_unref);
  self->settings = tw_settings_new_for_puzzle ();
}

TwDocument *
tw_document_new (TwPuzzle *puzzle)
{
  TwDocument *self = g_object_new (TW_TYPE_DOCUMENT, NULL);

  self->original = tw_puzzle_ref (puzzle);
  self->history = tw_history_new (puzzle);
  g_ptr_array_add (self->findings, tw_findings_new (puzzle));
  return self;
}

/* --- the puzzle ------------------------------------------------------------------- */

GSettings *
tw_document_get_settings (TwDocument *self)
{
  return self->settings;
}

TwPuzzle *
tw_document_get_puzzle (TwDocument *self)
{
  return self != NULL ? tw_history_get (self->history) : NULL;
}

TwHistory *
tw_document_get_history (TwDocument *self)
{
  return self != NULL ? self->history : NULL;
}

TwFindings *
tw_document_get_findings (TwDocument *self)
{
  return self != NULL ? g_ptr_array_index (self->findings, self->findings->len - 1) : NULL;
}

/* The findings of a value of the puzzle, which become the last ones of the array. */
static void
bring_findings (TwDocument *self, TwPuzzle *puzzle)
{
  TwFindings *found = NULL;

  for (guint i = 0; i < self->findings->len && found == NULL; i++)
    if (tw_findings_get_puzzle (g_ptr_array_index (self->findings, i)) == puzzle)
      found = g_ptr_array_steal_index (self->findings, i);
  if (self->findings->len == MAX_FINDINGS)
    g_ptr_array_remove_index (self->findings, 0);
  g_ptr_array_add (self->findings, found != NULL ? found : tw_findings_new (puzzle));
}

/* The history moved to another value. The results of the previous value do not apply to it; they
 * are shown again when that value returns. */
static void
puzzle_changed (TwDocument *self)
{
  /* The same value with other squares by hand, which are shown. */
  if (tw_findings_get_puzzle (tw_document_get_findings (self)) == tw_history_get (self->history))
    tw_findings_set_result (tw_document_get_findings (self), NULL);
  if (tw_findings_is_empty (tw_document_get_findings (self)))
    g_ptr_array_remove_index (self->findings, self->findings->len - 1);
  bring_findings (self, tw_history_get (self->history));
  g_signal_emit_by_name (self, "puzzle-changed");
  g_signal_emit_by_name (self, "title-changed");
  g_signal_emit_by_name (self, "result-changed");
}

/* --- play by hand ------------------------------------------------------------------ */

/* Adds the time since the last call if the clock was running. */
static void
set_clock (TwDocument *self, gboolean playing, gboolean attended)
{
  gint64 now = g_get_monotonic_time ();

  if (self->playing && self->attended)
    self->played += now - self->since;
  self->since = now;
  self->playing = playing;
  self->attended = attended;
}

void
tw_document_set_attended (TwDocument *self, gboolean attended)
{
  set_clock (self, self->playing, attended);
}

double
tw_document_get_played (TwDocument *self)
{
  set_clock (self, self->playing, self->attended);
  return (double) self->played / G_USEC_PER_SEC;
}

void
tw_document_set_played (TwDocument *self, double seconds)
{
  self->played = (gint64) (seconds * G_USEC_PER_SEC);
}

int
tw_document_count_left (TwDocument *self, int size)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (self);
  const TwKindSolution *solution = tw_puzzle_get_kind (puzzle)->solution;
  const TwTiling *squares = tw_document_get_squares (self);
  int left = G_MAXINT;

  if (solution->most_of_size == NULL)
    return left;
  left = solution->most_of_size (puzzle, size);
  for (gsize i = 0; i < squares->count && left < G_MAXINT; i++)
    left -= squares->squares[i].size == size;
  return left;
}

gsize
tw_document_count_covered (TwDocument *self, gsize *wanted)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (self);
  const TwTiling *squares = tw_document_get_squares (self);
  gsize covered = 0;

  if (tw_play_get_pieces (puzzle) != NULL)
    return tw_piece_puzzle_count_covered (tw_play_get_pieces (puzzle), wanted);
  for (gsize i = 0; i < squares->count; i++)
    covered += (gsize) squares->squares[i].size * (gsize) squares->squares[i].size;
  *wanted = tw_board_count_free (tw_puzzle_get_board (puzzle));
  return covered;
}

/* What lies on the board, as a result of a value of the puzzle without a solution. */
static TwResult *
dup_laid (TwDocument *self, TwPuzzle *puzzle)
{
  const TwTiling *squares = tw_document_get_squares (self);
  TwResult *result;

  if (tw_play_get_pieces (puzzle) != NULL)
    return tw_play_dup_placed (puzzle, tw_document_get_puzzle (self));
  result = tw_result_new (puzzle);
  if (squares->count > 0 && !tw_tiling_assign (result->payload, squares))
    g_error ("out of memory for squares");
  return result;
}

TwResult *
tw_document_dup_laid (TwDocument *self)
{
  return dup_laid (self, tw_document_get_puzzle (self));
}

/* Adds the pieces on the board as a solution of a value of the puzzle, if the checker accepts them.
 * Returns its entry; NULL: none was added. */
static TwEntry *
add_by_hand (TwDocument *self, TwPuzzle *puzzle)
{
  g_autoptr (TwResult) result = dup_laid (self, puzzle);

  result->status = TW_STATUS_FEASIBLE;
  result->engine = g_strdup (TW_ENGINE_HAND);
  result->seconds = tw_document_get_played (self);
  if (tw_kind_check (result, NULL) != 0)
    return NULL;
  bring_findings (self, puzzle);
  return tw_findings_add (tw_document_get_findings (self), result, _ ("By hand"));
}

/* Whether something was placed by hand. */
static gboolean
is_touched (TwDocument *self)
{
  return tw_document_get_puzzle (self) != tw_history_get_start (self->history)
         || tw_document_get_squares (self)->count > 0;
}

gboolean
tw_document_is_playing (TwDocument *self)
{
  gsize wanted;

  return self != NULL && is_touched (self) && tw_document_count_covered (self, &wanted) < wanted;
}

/* A step led to the present value. When it completes the board, the solution belongs to the value
 * with which the play started, too, so that it stays when the pieces are taken off. */
static void
play (TwDocument *self)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (self);
  TwPuzzle *start = tw_history_get_start (self->history);
  TwEntry *entry;

  if (!is_touched (self))
    self->played = 0;
  set_clock (self, tw_document_is_playing (self), self->attended);
  if (!is_touched (self) || self->playing)
    return;
  entry = add_by_hand (self, puzzle);
  if (entry == NULL)
    return;
  if (puzzle != start)
    add_by_hand (self, start);
  bring_findings (self, puzzle);
  self->found++;
  tw_document_select (self, entry);
  g_signal_emit_by_name (self, "solved");
}

const TwTiling *
tw_document_get_squares (TwDocument *self)
{
  return tw_history_get_squares (self->history);
}

void
tw_document_lay_squares (TwDocument *self, const TwTiling *squares, const char *name)
{
  g_signal_emit_by_name (self, "changing");
  tw_history_push_squares (self->history, squares, name);
  puzzle_changed (self);
  play (self);
}

static const TwPieceProblem *
pieces_of (const TwPuzzle *puzzle)
{
  return tw_piece_puzzle_get_problem (tw_play_get_pieces (puzzle));
}

gsize
tw_document_count_given (TwDocument *self)
{
  const TwPieceProblem *problem = pieces_of (tw_document_get_puzzle (self));
  const TwPieceProblem *given = pieces_of (self->original);
  gsize n = 0;

  /* Edits may have moved or removed them. */
  while (n < given->n_placed && n < problem->n_placed
         && given->placed[n].piece == problem->placed[n].piece
         && given->placed[n].transform == problem->placed[n].transform
         && given->placed[n].x == problem->placed[n].x
         && given->placed[n].y == problem->placed[n].y)
    n++;
  return n;
}

void
tw_document_start_over (TwDocument *self)
{
  TwPuzzle *puzzle = tw_document_get_puzzle (self);
  TwPuzzle *start = tw_history_get_start (self->history);
  TwPlaceFault fault;
  gsize n;

  if (tw_play_get_pieces (puzzle) == NULL) {
    tw_document_lay_squares (self, &(TwTiling){ 0 }, _ ("Start Over"));
    return;
  }
  n = tw_document_count_given (self);
  /* The value that the play started with has the solutions that were found until now. */
  start = pieces_of (start)->n_placed == n
            ? tw_puzzle_ref (start)
            : tw_play_with_placed (puzzle, pieces_of (puzzle)->placed, n, &fault);
  tw_document_change (self, start, _ ("Start Over"), TW_STEP_PLAY);
  tw_document_set_result (self, NULL);
}

void
tw_document_change (TwDocument *self, TwPuzzle *puzzle, const char *name, TwStepKind kind)
{
  g_signal_emit_by_name (self, "changing");
  tw_history_push (self->history, puzzle, name, kind);
  tw_puzzle_unref (puzzle);
  puzzle_changed (self);
  if (kind == TW_STEP_PLAY)
    play (self);
}

void
tw_document_step (TwDocument *self, gboolean redo)
{
  if ((redo ? tw_history_redo_name : tw_history_undo_name) (self->history) == NULL)
    return;
  g_signal_emit_by_name (self, "changing");
  (redo ? tw_history_redo : tw_history_undo) (self->history);
  puzzle_changed (self);
  play (self);
}

/* --- the file --------------------------------------------------------------------- */

const char *
tw_document_get_file (TwDocument *self)
{
  return self->file != NULL ? self->file : tw_puzzle_get_file (tw_document_get_puzzle (self));
}

void
tw_document_set_name (TwDocument *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

char *
tw_document_dup_name (TwDocument *self)
{
  if (self->name != NULL && self->file == NULL)
    return g_strdup (self->name);
  return self->file != NULL ? g_path_get_basename (self->file)
                            : g_strdup (tw_puzzle_get_name (tw_document_get_puzzle (self)));
}

gboolean
tw_document_is_modified (TwDocument *self)
{
  return tw_history_is_modified (self->history);
}

gboolean
tw_document_set_saved (TwDocument *self, const TwPuzzle *puzzle, const char *file)
{
  if (!tw_history_set_saved_as (self->history, puzzle))
    return FALSE;
  if (g_strcmp0 (file, tw_document_get_file (self)) != 0) {
    g_free (self->file);
    self->file = g_strdup (file);
  }
  g_signal_emit_by_name (self, "title-changed");
  return TRUE;
}

void
tw_document_set_unsaved (TwDocument *self)
{
  tw_history_set_unsaved (self->history);
  g_signal_emit_by_name (self, "title-changed");
}

/* --- results ---------------------------------------------------------------------- */

TwResult *
tw_document_get_result (TwDocument *self)
{
  return tw_findings_get_result (tw_document_get_findings (self));
}

void
tw_document_set_result (TwDocument *self, TwResult *result)
{
  tw_findings_set_result (tw_document_get_findings (self), result);
  g_signal_emit_by_name (self, "result-changed");
}

void
tw_document_select (TwDocument *self, TwEntry *entry)
{
  tw_findings_select (tw_document_get_findings (self), entry);
  g_signal_emit_by_name (self, "result-changed");
}

gboolean
tw_document_has_work (TwDocument *self)
{
  return self->found > 0
         || (!tw_document_is_modified (self)
             && tw_history_get_saved (self->history) != tw_document_get_puzzle (self));
}

void
tw_document_begin_saving_solutions (TwDocument *self)
{
  self->writing = self->found;
}

void
tw_document_end_saving_solutions (TwDocument *self)
{
  self->found -= MIN (self->writing, self->found);
}

gboolean
tw_document_get_solutions_saved (TwDocument *self)
{
  return self->found == 0;
}

void
tw_document_confirm (TwDocument *self, TwResult *result)
{
  tw_findings_confirm (tw_document_get_findings (self), result);
  g_signal_emit_by_name (self, "result-changed");
}

static void
set_optima (TwDocument *self, TwPuzzle *puzzle, const char *digits)
{
  g_clear_pointer (&self->counted, tw_puzzle_unref);
  self->counted = tw_puzzle_ref (puzzle);
  g_free (self->optima);
  self->optima = g_strdup (digits);
  g_signal_emit_by_name (self, "title-changed"); /* so that it is kept */
}

TwResult *
tw_document_begin_optima (TwDocument *self)
{
  TwResult *shown = tw_document_get_result (self);
  g_autoptr (TwResult) judged = tw_findings_dup_judged (tw_document_get_findings (self));

  if (judged == NULL || shown == self->listed || judged->status != TW_STATUS_OPTIMAL
      || (tw_puzzle_get_kind (judged->puzzle)->flags & TW_KIND_FEWEST_SQUARES) == 0)
    return NULL;
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->listed, tw_result_unref);
  self->listed = tw_result_ref (shown);
  return shown;
}

void
tw_document_end_optima (TwDocument *self, TwResult *result, const char *digits, GPtrArray *list)
{
  if (result != self->listed) /* another result is being counted */
    return;
  if (list != NULL)
    self->list = g_ptr_array_ref (list);
  set_optima (self, result->puzzle, digits);
}

GPtrArray *
tw_document_get_optimal (TwDocument *self)
{
  return self != NULL && self->listed == tw_document_get_result (self) ? self->list : NULL;
}

const char *
tw_document_get_optima (TwDocument *self)
{
  return self->counted == tw_document_get_puzzle (self) ? self->optima : NULL;
}

static char *
name_run (TwResult *result)
{
  const TwEngineInfo *engine = NULL;

  if (tw_result_is_by_hand (result))
    return g_strdup (_ ("By hand"));
  if (result->engine != NULL)
    engine = tw_kind_find_engine (tw_puzzle_get_kind (result->puzzle), result->engine);
  return g_strdup (engine != NULL ? _ (engine->title) : _ ("Loaded"));
}

void
tw_document_take_solution (TwDocument *self, TwResult *result)
{
  TwFindings *findings = tw_document_get_findings (self);
  gint64 claim = result->status == TW_STATUS_OPTIMAL ? tw_kind_cost (result) : result->bound;
  g_autoptr (TwResult) solution = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (result->puzzle == tw_document_get_puzzle (self));
  if (tw_puzzle_get_kind (result->puzzle)->solution->bounds_cost)
    tw_findings_set_claim (findings, MAX (claim, tw_findings_get_claim (findings)));
  if (!tw_result_has_solution (result))
    return;
  /* A list of solutions makes no claims. */
  solution = tw_result_get_piece_solutions (result) != NULL ? tw_result_ref (result)
                                                            : tw_result_dup_solution (result);
  name = name_run (solution);
  tw_findings_add (findings, solution, name);
  tw_findings_select (findings, tw_findings_get_best (findings));
  g_signal_emit_by_name (self, "result-changed");
}

char *
tw_document_dup_saved_text (TwDocument *self)
{
  TwPuzzle *saved = tw_history_get_saved (self->history);
  g_autofree char *text = saved != NULL ? tw_puzzle_write (saved) : NULL;

  return text != NULL && tw_document_get_file (self) != NULL
           ? g_strconcat (tw_document_get_file (self), "\n", text, NULL)
           : NULL;
}

gboolean
tw_document_take_twin (TwDocument *self, TwDocument *other)
{
  TwPuzzle *saved = tw_history_get_saved (self->history);
  TwResult *result = tw_document_get_result (other);
  TwEntry *best = tw_findings_get_best (tw_document_get_findings (self));

  if (result != NULL && saved != tw_document_get_puzzle (self))
    return FALSE;

  g_autoptr (JsonNode) node = result != NULL ? tw_result_to_json (result) : NULL;
  g_autoptr (TwResult) again = node != NULL ? tw_result_from_json (saved, node, NULL) : NULL;

  if (again != NULL && (best == NULL || tw_result_compare (tw_entry_get_result (best), again) != 0))
    tw_document_take_solution (self, again);
  return TRUE;
}

void
tw_document_begin_run (TwDocument *self, TwResult *stopped, TwResult *start)
{
  TwResult *before = tw_document_get_result (self);

  /* Adds a shown solution from another source to the list, so that it is not lost. */
  if (before != NULL && tw_result_has_solution (before) && stopped == NULL
      && tw_findings_get_selected (tw_document_get_findings (self)) == NULL) {
    g_autofree char *name = name_run (before);

    tw_findings_add (tw_document_get_findings (self), before, name);
  }
  tw_findings_begin_run (tw_document_get_findings (self), stopped, start);
  g_signal_emit_by_name (self, "result-changed");
}

void
tw_document_end_run (TwDocument *self, TwResult *result, GVariant *trace)
{
  TwFindings *findings = tw_document_get_findings (self);
  gboolean found = result != NULL && tw_findings_is_new (findings, result);
  g_autofree char *name = found ? name_run (result) : NULL;

  self->found += found ? 1 : 0;
  tw_findings_end_run (findings, result, trace, name);
  g_signal_emit_by_name (self, "result-changed");
}

/* --- between two runs of the program ------------------------------------------------- */

static void
keep (TwDocument *self, TwKept *kept, TwPuzzle *puzzle, const char *step, gboolean play)
{
  TwKeptValue *value;

  for (guint i = 0; i < kept->values->len; i++)
    if (((TwKeptValue *) g_ptr_array_index (kept->values, i))->puzzle == puzzle)
      return;
  value = tw_kept_add (kept, puzzle, step, play);
  if (puzzle == tw_history_get_saved (self->history))
    kept->saved = (int) kept->values->len - 1;
  for (guint i = 0; i < self->findings->len; i++)
    if (tw_findings_get_puzzle (g_ptr_array_index (self->findings, i)) == puzzle)
      tw_findings_keep (g_ptr_array_index (self->findings, i), value);
  if (puzzle == self->counted)
    value->optima = g_strdup (self->optima);
}

TwKept *
tw_document_dup_kept (TwDocument *self)
{
  TwPuzzle *saved = tw_history_get_saved (self->history);
  TwPuzzle *start = tw_history_get_start (self->history);
  TwPuzzle *now = tw_history_get (self->history);
  gboolean modified = tw_document_is_modified (self);
  TwKept *kept = tw_kept_new ();

  keep (self, kept, self->original, NULL, FALSE);
  if (saved != NULL && saved != now && modified)
    keep (self, kept, saved, _ ("Changes from last time"), FALSE);
  if (start != now)
    keep (self, kept, start, _ ("Changes from last time"), FALSE);
  if (saved != NULL && saved != now && !modified) /* in playing */
    keep (self, kept, saved, _ ("Place the pieces from last time"), TRUE);
  keep (self, kept, now,
        start != now ? _ ("Place the pieces from last time") : _ ("Changes from last time"),
        start != now);
  kept->file = g_strdup (self->file);
  kept->options = g_variant_ref_sink (tw_settings_dup_values (self->settings));
  if (!tw_tiling_assign (&kept->squares, tw_document_get_squares (self)))
    g_error ("out of memory for squares");
  kept->played = (gint64) tw_document_get_played (self);
  kept->found = self->found > 0;
  return kept;
}

TwDocument *
tw_document_new_kept (TwKept *kept)
{
  TwDocument *self = tw_document_new (((TwKeptValue *) kept->values->pdata[0])->puzzle);

  tw_history_set_unsaved (self->history);
  for (guint i = 0; i < kept->values->len; i++) {
    const TwKeptValue *value = g_ptr_array_index (kept->values, i);

    if (i > 0)
      tw_history_push (self->history, value->puzzle, value->step,
                       value->play ? TW_STEP_PLAY : TW_STEP_EDIT);
    if ((int) i == kept->saved)
      tw_history_set_saved (self->history);
    bring_findings (self, value->puzzle);
    for (guint r = 0; r < value->results->len; r++) {
      TwKeptResult *result = g_ptr_array_index (value->results, r);

      if (result->name == NULL)
        result->name = name_run (result->result);
    }
    tw_findings_restore (tw_document_get_findings (self), value);
    if (value->optima != NULL)
      set_optima (self, value->puzzle, value->optima);
  }
  if (kept->options != NULL)
    tw_settings_take_values (self->settings, kept->options);
  if (kept->squares.count > 0)
    tw_history_push_squares (self->history, &kept->squares, _ ("Place the squares from last time"));
  self->file = g_strdup (kept->file);
  self->found = kept->found ? 1 : 0;
  tw_document_set_played (self, (double) kept->played);
  return self;
}
