/* SPDX-License-Identifier: GPL-3.0-or-later */
/* best.c - see best.h. */
#include "core/squares/best.h"

#include <stdlib.h>

typedef struct {
  const TwTiling *tiling;
  int transform;
} Offer;

typedef struct {
  TwTiling tiling;
  int transform;
} Kept;

static TwJudgement
judge (const TwSolution *solution)
{
  const Offer *offer = solution->placements;
  TwFault fault;

  if (tw_tiling_check (solution->problem, offer->tiling, &fault))
    return TW_SOLUTION_RIGHT;
  return fault.kind == TW_FAULT_NO_MEMORY ? TW_SOLUTION_UNJUDGED : TW_SOLUTION_WRONG;
}

static void *
copy (const TwSolution *solution)
{
  const Offer *offer = solution->placements;
  Kept *kept = calloc (1, sizeof *kept);

  if (kept == NULL)
    return NULL;
  kept->transform = offer->transform;
  if (tw_tiling_assign (&kept->tiling, offer->tiling))
    return kept;
  free (kept);
  return NULL;
}

static void
free_copy (void *data)
{
  Kept *kept = data;

  tw_tiling_clear (&kept->tiling);
  free (kept);
}

bool
tw_squares_offer (TwRun *run, const TwBoard *board, const TwTiling *tiling, int transform)
{
  static const TwSolutionKeeper keeper = { copy, free_copy };
  const Offer offer = { tiling, transform };
  const TwSolution solution = { board, &offer, tiling->count, (int64_t) tiling->count, judge };

  return tw_run_offer (run, &solution, &keeper);
}

typedef struct {
  TwTiling *tiling;
  int *transform; /* may be NULL */
} Copy;

static bool
read (const void *data, void *to)
{
  const Kept *kept = data;
  const Copy *copy = to;

  if (!tw_tiling_assign (copy->tiling, &kept->tiling))
    return false;
  if (copy->transform != NULL)
    *copy->transform = kept->transform;
  return true;
}

bool
tw_squares_copy_best (TwRun *run, TwTiling *tiling, int *transform)
{
  return tw_run_read_best (run, read, &(Copy){ tiling, transform });
}
