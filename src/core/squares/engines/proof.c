/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.c - raises the bound by cuts and bands; called by the strategy and for certificates. */
#include "core/squares/engines/proof.h"

#include <math.h>

#include "core/base/transform.h"
#include "core/squares/engines/edge-demand.h"
#include "core/squares/workers.h"

/* Dual solver steps in each separation round. */
#define CUT_STEPS 700
/* Before several bands: dual solver steps in each separation round, and the least gain in a group
 * of steps that settle the prices of all cuts, in 1 / WORTH_SETTLING of a square. */
#define SHORT_CUT_STEPS 350
#define WORTH_SETTLING  20
#define MOST_SETTLING   8

/* More steps of the dual solver must raise its bound by 1 / LEAST_PRICE_GAIN. */
#define LEAST_PRICE_GAIN 400

/* Nested proofs. Each attempt follows CUTS_AT_ONCE rounds of separation, and more for CUTS_PART of
 * the processor time of the proof so far. The attempt gets ATTEMPT_PART of it, and the caller's
 * search for tilings PAUSE_PART before it. A round is worth its time when it raises the bound by
 * 1 / WORTH_A_ROUND of a square, and a new band when its bound is higher by 1 / WORTH_A_BAND.
 * Attempts end before a step that is expected to take too long. */
#define CUTS_AT_ONCE  4
#define CUTS_PART     0.2
#define ATTEMPT_PART  0.5
#define PAUSE_PART    0.25
#define WORTH_A_ROUND 100
#define WORTH_A_BAND  4
#define LONGER_STEP   2

/* A single band is hopeless while the gap is large. So there is one band, and one more for each
 * GAP_A_BAND squares of the gap, of about LEAST_BREADTH columns or more. When the minima of all
 * bands are known, broader bands follow, one less. */
#define GAP_A_BAND    12
#define LEAST_BREADTH 20

/* Prices are adapted to several bands when their minima are known, while a step raises the bound by
 * 1 / WORTH_A_STEP of a square. Where bands of half the breadth have at least LEAST_BREADTH columns,
 * they come first, for a single step: most of the gain is in the first one. */
#define WORTH_A_STEP 4

/* A few bands (bands.h). A single one proves a board when it has been swept up to the best tiling. */
typedef struct {
  TwBands *bands; /* NULL: none yet */
  int count;      /* number of bands */
  int later;      /* number of bands when the prices have been adapted; 0: not begun */
  bool halved;    /* the first bands have half the breadth */
  TwEdgeDemand edges;
  int64_t reached;        /* bound before the last step, in units */
  int64_t above;          /* dual bound of their prices, in units */
  double took;            /* processor seconds of the last step, on this thread */
  const TwTeamRule *team; /* NULL: none */
  TwProofWitness witness; /* NULL: none */
  void *data;
} Bands;

static void
end_bands (Bands *b)
{
  if (b->bands != NULL && b->witness != NULL)
    b->witness (NULL, b->bands, b->data);
  tw_bands_free (b->bands);
  b->bands = NULL;
}

/* Divides the board into `count` bands at the view's prices. */
static bool
divide (Bands *b, const TwDualView *view, int count, size_t memory)
{
  end_bands (b);
  b->took = 0;
  b->count = count;
  b->bands = tw_dual_view_bands (view, count, memory, view->run, &b->above);
  if (b->bands != NULL && b->witness != NULL)
    b->witness (view, b->bands, b->data);
  return b->bands != NULL;
}

static int
count_bands (const TwDualView *view, const TwRun *to)
{
  int64_t gap = tw_run_best (to) - tw_dual_view_worth (view) / view->unit;
  int64_t count = 1 + gap / GAP_A_BAND, most = 1 + view->board->width / LEAST_BREADTH;

  /* Bands whose halves are broad enough are better than narrower ones. */
  if (view->board->width >= 4 * LEAST_BREADTH)
    most = view->board->width / (2 * LEAST_BREADTH);
  return (int) (count < most ? count : most);
}

/* Makes new bands of the view's prices unless the current ones have nearly as good a bound: most of
 * the work of a band is in its last steps. The first ones are bands of half the breadth if there
 * are several and these are not too narrow. */
static bool
renew (Bands *b, const TwDualView *view, size_t memory, const TwRun *to)
{
  int64_t above = tw_dual_view_worth (view);
  int count = count_bands (view, to);

  if (b->bands != NULL && (b->later > 0 || above - b->above < view->unit / WORTH_A_BAND))
    return true;
  if (count == 1 || view->board->width < 2 * count * LEAST_BREADTH)
    return divide (b, view, count, memory);
  b->later = count;
  b->halved = true;
  return divide (b, view, 2 * count, memory);
}

/* Called when the minima of several bands are known: adapts the prices to these bands, once if they
 * have half the breadth and otherwise while that pays, and then makes fewer bands. */
static bool
go_on (Bands *b, TwDualView *view, size_t memory)
{
  int64_t bound = b->above + tw_bands_gap (b->bands, NULL);
  bool adapts = b->later == 0 || b->count > b->later;

  if (adapts && view->charges != NULL && bound - b->reached > view->unit / WORTH_A_STEP) {
    b->later = b->later > 0 ? b->later : b->count - 1;
    b->reached = bound;
    return tw_edge_demand_step (&b->edges, view, b->bands)
           && divide (b, view, b->halved ? b->later : b->count, memory);
  }
  return divide (b, view, b->later > 0 && adapts ? b->later : b->count - 1, memory);
}

/* Raises the bound by the bands up to the proof or until `end`, in processor time. `goes_on` is set
 * to false when the bands cannot raise it any more. */
static bool
attempt (Bands *b, TwDualView *view, size_t memory, double end, TwRun *run, TwRun *to,
         bool *goes_on)
{
  int64_t unit = view->unit;
  TwTiling tiling = { 0 };
  double began = tw_run_work (run);
  bool fine = true, climbed = false;

  while (fine && !tw_run_is_proved (to) && began + LONGER_STEP * b->took < end) {
    bool exact;

    climbed = true;
    fine = tw_bands_climb (b->bands, (tw_run_best (to) - 1) * unit - b->above + 1, b->team);
    tw_run_raise_bound (to, (b->above + tw_bands_gap (b->bands, &exact) + unit - 1) / unit);
    b->took = tw_run_work (run) - began;
    began += b->took;
    if (!fine && exact && b->count > 1 && !tw_run_is_proved (to))
      fine = go_on (b, view, memory);
  }
  *goes_on = *goes_on && (b->later == 0 || (fine && climbed));
  if (b->bands != NULL && !tw_run_is_proved (to) && tw_bands_copy_tiling (b->bands, &tiling))
    tw_dual_view_offer (view, &tiling, to);
  tw_tiling_clear (&tiling);
  return tw_run_is_proved (to);
}

/* Runs rounds of separation, CUTS_AT_ONCE or more until `end`, in processor time. Returns false when
 * memory is short or the run ends; `progress` says whether a round was worth its time. */
static bool
cut_again (TwDualView *view, double end, TwRun *to, bool *progress)
{
  *progress = false;
  for (int i = 0; i < CUTS_AT_ONCE || (tw_run_work (view->run) < end && !tw_run_is_proved (to));
       i++) {
    int64_t before = tw_dual_view_worth (view);

    if (!tw_dual_view_cut (view, count_bands (view, to) > 1 ? SHORT_CUT_STEPS : CUT_STEPS, to))
      return false;
    *progress = *progress || tw_dual_view_worth (view) - before > view->unit / WORTH_A_ROUND;
  }
  return true;
}

/* Runs more steps with the cuts found so far: short rounds of separation leave their prices
 * unsettled. Returns false when memory is short or the run ends. */
static bool
settle (TwDualView *view, TwRun *to)
{
  for (int i = 0; i < MOST_SETTLING && !tw_run_is_proved (to); i++) {
    int64_t before = tw_dual_view_worth (view);

    if (!tw_dual_view_settle (view, CUT_STEPS, to))
      return false;
    if (tw_dual_view_worth (view) - before < view->unit / WORTH_SETTLING)
      break;
  }
  return true;
}

bool
tw_proof_nested (const TwDualView *master, size_t memory, TwRun *run, TwRun *to,
                 const TwTeamRule *team, TwProofPause pause, TwProofWitness witness, void *data)
{
  TwProgressBar *bar = tw_run_progress_bar (to, TW_STRATEGY_PROOF_BAR);
  double began = tw_run_work (run), end = HUGE_VAL;
  Bands bands = { .team = team, .witness = witness, .data = data };
  /* Upright: a band is a range of columns, so these divide the shorter side. */
  TwDualView view;
  bool fine = tw_dual_view_init_from (&view, master, master->transform ^ TW_TRANSFORM_TRANSPOSE,
                                      run),
       progress = true, proved = tw_run_is_proved (to);

  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  for (int steps = 1024; fine && !proved && progress && steps <= 16384; steps *= 2) {
    int64_t before = view.prices->total;

    fine = tw_dual_view_solve (&view, steps, to);
    progress = view.prices->total - before >= view.prices->total / LEAST_PRICE_GAIN;
    if (fine && pause != NULL)
      pause (&view, 0, data);
    proved = tw_run_is_proved (to);
  }
  atomic_store_explicit (&bar->phase, TW_PHASE_PROOF, memory_order_relaxed);
  progress = true;
  while (fine && !proved && progress && tw_run_work (run) < end && !tw_run_should_stop (run)) {
    int64_t before = tw_dual_view_worth (&view);
    double now = tw_run_work (run);

    if (bands.later == 0)
      fine = cut_again (&view, now + CUTS_PART * (now - began), to, &progress);
    if (fine && pause != NULL)
      end = pause (&view, PAUSE_PART * (tw_run_work (run) - began), data);
    /* Bands do not close a large gap: cuts come first while they raise the bound faster. */
    if (fine && bands.later == 0 && count_bands (&view, to) > 1
        && tw_dual_view_worth (&view) - before >= view.unit / WORTH_A_BAND)
      continue;
    if (fine && bands.later == 0 && count_bands (&view, to) > 1)
      fine = settle (&view, to);
    now = tw_run_work (run);
    fine = fine && renew (&bands, &view, memory, to);
    if (fine) {
      /* With adapted prices there is nothing else to do, so one more step may take longer. */
      double part = fmax (ATTEMPT_PART * (now - began),
                          bands.later > 0 ? 1.01 * LONGER_STEP * bands.took : 0);

      proved = attempt (&bands, &view, memory, progress ? fmin (end, now + part) : end, run, to,
                        &progress);
    }
  }
  atomic_store_explicit (&bar->phase, TW_PHASE_DONE, memory_order_relaxed);
  end_bands (&bands);
  tw_edge_demand_clear (&bands.edges, &view);
  if (witness != NULL && view.prices != NULL)
    witness (&view, NULL, data);
  tw_dual_view_clear (&view);
  return proved;
}
