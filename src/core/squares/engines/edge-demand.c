/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edge-demand.c - see edge-demand.h; called by the proof. */
#include "core/squares/engines/edge-demand.h"

#include <math.h>

/* Length of the first step; step k is 1 + k / SHORTENING times shorter. */
#define FIRST_LENGTH 0.06
#define SHORTENING   10

/* Limits of the demand. Below 0 the prices would have no limit. */
#define LEAST_DEMAND 0.05
#define MOST_DEMAND  4

/* Steps of the dual solver after each change of the demand. */
#define SOLVER_STEPS 300

static size_t
count_cells (const TwDualView *view)
{
  return (size_t) view->board->width * (size_t) view->board->height;
}

bool
tw_edge_demand_step (TwEdgeDemand *e, TwDualView *view, TwBands *bands)
{
  size_t n = count_cells (view);
  double length = FIRST_LENGTH / (1 + (double) e->steps / SHORTENING);
  double *cover = tw_run_calloc (view->run, n, sizeof (double));
  bool fine = cover != NULL && view->charges != NULL && tw_bands_add_covers (bands, cover);

  if (fine && e->demand == NULL) {
    e->demand = tw_run_malloc (view->run, n * sizeof (double));
    for (size_t i = 0; e->demand != NULL && i < n; i++)
      e->demand[i] = 1;
  }
  fine = fine && e->demand != NULL;
  for (size_t i = 0; fine && i < n; i++) {
    if (view->board->cells[i] != TW_CELL_BLOCKED)
      e->demand[i] = fmin (MOST_DEMAND,
                           fmax (LEAST_DEMAND, e->demand[i] + length * (1 - cover[i])));
  }
  tw_run_mfree (view->run, cover);
  e->steps++;
  return fine && tw_dual_view_follow (view, e->demand, SOLVER_STEPS);
}

void
tw_edge_demand_clear (TwEdgeDemand *e, const TwDualView *view)
{
  tw_run_mfree (view->run, e->demand);
  *e = (TwEdgeDemand){ 0 };
}
