/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared.c - descriptions and searches; see shared.h. solution.c writes and checks solutions. */
#include "puzzle/kinds/pieces/shared.h"

#include "puzzle/checkpoint.h"
#include "puzzle/i18n.h"

/* "5 cells", "0–1 × 5 cells": the cells of a piece, and how often it may be used unless exactly
 * once. */
static char *
piece_text (const TwPiece *piece)
{
  int n = piece->shape.count;
  g_autofree char *cells = g_strdup_printf (tw_ngettext ("%d cell", "%d cells", (gulong) n), n);

  if (piece->least != piece->most)
    return g_strdup_printf ("%d–%d × %s", piece->least, piece->most, cells);
  return piece->most == 1 ? g_steal_pointer (&cells)
                          : g_strdup_printf ("%d × %s", piece->most, cells);
}

void
tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  TwGrade grade = tw_piece_puzzle_get_grade (puzzle);
  gboolean rotates = FALSE, flips = FALSE;
  gint64 cells = 0;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];

    cells += (gint64) piece->shape.count * piece->most;
    rotates = rotates || (piece->transforms & TW_SHAPE_ROTATIONS & ~TW_SHAPE_FIXED) != 0;
    flips = flips || (piece->transforms & ~TW_SHAPE_ROTATIONS) != 0;
  }
  g_string_append_printf (text, "%s\t%zu\n", _ ("Pieces"), problem->n_pieces);
  g_string_append_printf (text, "%s\t%" G_GINT64_FORMAT "\n", _ ("Cells of the pieces"), cells);
  if (problem->n_free > 0)
    g_string_append_printf (text, "%s\t%s%d\n", _ ("Cells left free"),
                            problem->fewer_free ? "0–" : "", problem->n_free);
  g_string_append_printf (text, "%s\t%u\n", _ ("Colours"),
                          MAX (tw_piece_puzzle_get_colours (puzzle)->count, 1));
  g_string_append_printf (text, "%s\t%s\n", _ ("Rotation"), rotates ? _ ("yes") : _ ("no"));
  g_string_append_printf (text, "%s\t%s\n", _ ("Flip"), flips ? _ ("yes") : _ ("no"));
  if (problem->n_placed > 0)
    g_string_append_printf (text, "%s\t%zu\n", _ ("Placed beforehand"), problem->n_placed);
  if (grade.level != TW_STEP_NONE)
    g_string_append_printf (text, _ ("Level\t%d of %d\n"), grade.level, TW_GRADE_MAX_LEVEL);
  if (grade.trials > 0)
    g_string_append_printf (text, "%s\t%d\n", _ ("Trials"), grade.trials);
  for (gsize i = 0; i < problem->n_pieces && problem->n_pieces <= 26; i++) {
    g_autofree char *what = piece_text (&problem->pieces[i]);

    g_string_append_printf (text, "%s %s\t%s\n", _ ("Piece"), problem->pieces[i].name, what);
  }
}

static gpointer
live_continue (const TwResult *stopped)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (stopped);

  return tw_piece_solutions_count (solutions).can_continue ? tw_piece_solutions_ref (solutions)
                                                           : NULL;
}

/* --- solving -------------------------------------------------------------------- */

static const TwEngineInfo engines[] = {
  { "auto", N_ ("Automatic"), N_ ("Chooses the search that suits the puzzle") },
  { "cover", N_ ("Exact cover"),
    N_ ("Branches on the cell or piece with the fewest choices, with bit sets") },
  { "frontier", N_ ("Transfer matrix"),
    N_ ("Counts without visiting each solution; for many equal pieces and narrow boards") },
  { TW_ENGINE_RANDOM, N_ ("Random solution"),
    N_ ("Draws one of all solutions by the seed, each with the same probability") },
  { 0 },
};

static gpointer
live_new (const TwPuzzle *puzzle, const TwOptions *options)
{
  return tw_piece_solutions_new (puzzle, options);
}

static void
live_free (gpointer live)
{
  tw_piece_solutions_unref (live);
}

static gboolean
snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result)
{
  if (live == NULL || !tw_piece_solutions_add_to (live, 0, result))
    return FALSE;
  tw_result_set_piece_solutions (result, tw_piece_solutions_ref (live));
  return TRUE;
}

/* A solution alone proves nothing; a complete list is a proof. */
static TwStatus
status_of (const TwPiecesResult *found)
{
  if (found->status == TW_STATUS_OPTIMAL && !found->complete)
    return TW_STATUS_FEASIBLE;
  return found->status;
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  TwPieceSolutions *solutions = live != NULL ? tw_piece_solutions_ref (live)
                                             : tw_piece_solutions_new (puzzle, options);
  gboolean random = !options->count_only && g_str_equal (options->engine, TW_ENGINE_RANDOM);
  TwPiecesResult found;

  tw_result_set_piece_solutions (result, solutions);
  if (!tw_piece_solutions_search (solutions, options, run, &found)) {
    result->status = TW_STATUS_CANCELLED;
    result->reason = g_strdup (tw_piece_checkpoint_fault_text (found.fault));
    return;
  }
  result->status = status_of (&found);
  g_free (result->engine);
  result->engine = g_strdup (found.engine);
  if (found.overflow && !found.complete)
    result->reason = g_strdup_printf (_ ("more than %lld solutions"), (long long) G_MAXINT64);
  if (random && found.status == TW_STATUS_TIMEOUT)
    result->reason = g_strdup (
      _ ("no solution was drawn: the transfer matrix is too large, and all "
         "solutions could not be listed in time"));
  else if (random && found.status == TW_STATUS_OUT_OF_MEMORY)
    result->reason = g_strdup (
      _ ("no solution was drawn: neither the transfer matrix nor a list of "
         "the solutions fits the memory budget"));
  if (found.status == TW_STATUS_INFEASIBLE) {
    ((TwPiecesPayload *) result->payload)->reason = found.reason;
    result->reason = tw_piece_reason_text (tw_piece_puzzle_get_problem (puzzle),
                                           tw_piece_puzzle_get_colours (puzzle), &found.reason);
  }
  if (tw_result_has_solution (result) && !options->count_only
      && !tw_piece_solutions_add_to (solutions, 0, result))
    result->status = TW_STATUS_OUT_OF_MEMORY;
  tw_pieces_result_clear (&found);
}

static TwSolutionCount
count (const TwResult *result)
{
  return tw_piece_solutions_count (tw_result_get_piece_solutions (result));
}

static TwResult *
listed (const TwResult *result, gsize i)
{
  return tw_piece_solutions_get (tw_result_get_piece_solutions (result), i);
}

const TwKindSolve tw_piece_solve = {
  .engines = engines,
  .live_new = live_new,
  .live_free = live_free,
  .live_continue = live_continue,
  .run = solve,
  .snapshot = snapshot,
};

const TwKindCount tw_piece_count = {
  .of = count,
  .listed = listed,
};
