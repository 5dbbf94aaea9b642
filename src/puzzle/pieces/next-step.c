/* SPDX-License-Identifier: GPL-3.0-or-later */
/* next-step.c - see next-step.h. */
#include "puzzle/pieces/next-step.h"

#include "puzzle/i18n.h"
#include "puzzle/pieces/puzzle.h"

typedef struct {
  TwRun *run;
  TwNextStep *next;
  gboolean found;
} Search;

static void
visit_cb (void *data, TwPiecePlacement placement, TwStep step, bool placed)
{
  Search *search = data;

  if (search->found)
    return;
  search->next->step = MAX (search->next->step, step);
  if (placed && placement.piece >= 0) {
    search->next->placement = placement;
    search->found = TRUE;
    tw_run_cancel (search->run); /* the rest is of no use */
  }
}

gboolean
tw_next_step_find (const TwPuzzle *puzzle, TwRun *run, TwNextStep *next)
{
  Search search = { .run = run, .next = next };
  TwGrade grade;

  *next = (TwNextStep){ .step = TW_STEP_NONE };
  tw_grade_find (tw_piece_puzzle_get_problem (puzzle), TW_STEP_NESTED, run, visit_cb, &search,
                 &grade);
  return search.found;
}

char *
tw_next_step_describe (const TwPuzzle *puzzle, const TwNextStep *next)
{
  static const char *const reasons[] = {
    [TW_STEP_NONE] = N_ ("it lies here in every solution"),
    [TW_STEP_CELL] = N_ ("nothing else fits one of its cells"),
    [TW_STEP_REGION] = N_ ("other pieces would cut off cells that nothing can fill"),
    [TW_STEP_PIECE] = N_ ("this is its only place"),
    [TW_STEP_TRIAL] = N_ ("all other ways fail when they are tried"),
    [TW_STEP_NESTED] = N_ ("all other ways fail when they are tried to the end"),
  };
  const TwPiece *pieces = tw_piece_puzzle_get_problem (puzzle)->pieces;

  /* Translators: a hint: the name of a piece, and why it lies here */
  return g_strdup_printf (_ ("Piece %s: %s"), pieces[next->placement.piece].name,
                          _ (reasons[next->step]));
}
