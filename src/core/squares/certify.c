/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.c - computes certificates; called by the puzzle layer after a search.
 *
 * The engines prove bounds by more than a certificate can hold: repricing during a sweep, bands,
 * closed forms. So the bounds are computed again here, with one set of prices and one with cuts for
 * each component. Where a sweep with these two sets needs more than MOST_STATES states, the
 * certificate holds a smaller bound. */
#include "core/squares/certify.h"

#include "core/squares/sweep/dual-view.h"
#include "core/squares/engines/strategy.h"

/* Dual solver steps in the first and in the last round. Another round is run if the last one gained
 * at least 1 / WORTH_STEPS of a square. */
#define FIRST_STEPS 256
#define LAST_STEPS  8192
#define WORTH_STEPS 200

/* Separation rounds between two sweeps, dual solver steps in each, and the minimum gain for another
 * round: 1 / WORTH_CUTS of a square. */
#define CUT_ROUNDS 6
#define CUT_STEPS  700
#define WORTH_CUTS 50

/* Maximum states of the first sweep, growth factor, and overall maximum: a checker keeps all states
 * of a column in memory. */
#define FIRST_STATES  50000
#define STATES_GROWTH 4
#define MOST_STATES   UINT64_C (12800000)

static int64_t
worth (const TwPrices *prices)
{
  return prices != NULL ? prices->total + (prices->cuts != NULL ? prices->cuts->sum : 0) : 0;
}

/* The bound of the prices as stored in the file, which holds only the cuts of the largest
 * weights. */
static int64_t
dual_bound (const TwDualView *view)
{
  int64_t most = worth (view->prices), with_cuts = worth (view->with_cuts);

  if (with_cuts > most)
    most = with_cuts;
  return most > 0 ? (most + view->unit - 1) / view->unit : 0;
}

static bool
price (TwDualView *view, int64_t best, TwRun *to)
{
  for (int steps = FIRST_STEPS; steps <= LAST_STEPS; steps *= 2) {
    int64_t before = worth (view->prices);

    if (!tw_dual_view_solve (view, steps, to))
      return false;
    if (dual_bound (view) >= best
        || (steps > FIRST_STEPS && worth (view->prices) - before < view->unit / WORTH_STEPS))
      return true;
  }
  return true;
}

/* `cutter` keeps the cuts between rounds; `view` receives a copy of their prices. */
static bool
cut (TwDualView *view, TwDualView *cutter, int64_t best, TwRun *to)
{
  for (int i = 0; i < CUT_ROUNDS && dual_bound (cutter) < best; i++) {
    int64_t before = worth (cutter->with_cuts);

    if (!tw_dual_view_cut (cutter, CUT_STEPS, to))
      return false;
    if (before > 0 && worth (cutter->with_cuts) - before < view->unit / WORTH_CUTS)
      break;
  }
  return tw_dual_view_take_cuts (view, cutter);
}

static TwPricedResult
sweep (const TwDualView *view, int64_t target, uint64_t most_states, size_t memory, TwRun *run,
       uint64_t *states)
{
  TwPricedTask task = {
    .board = view->board,
    .prices = { view->prices },
    .n_prices = 1,
    .with_cuts = view->with_cuts,
    .target = target,
    .most_states = most_states,
    .memory = memory,
  };
  TwPricedReport report = { 0 };
  TwTiling tiling = { 0 };
  TwPricedResult result = tw_priced_sweep (&task, run, &tiling, &report);

  tw_tiling_clear (&tiling);
  *states = report.states;
  return result;
}

/* Raises the bound of the component up to `best`, if possible. */
static void
raise (TwCertifiedPart *part, TwDualView *view, TwDualView *cutter, int64_t best, bool proved,
       size_t memory, TwRun *run)
{
  uint64_t most_states = FIRST_STATES;

  part->bound = dual_bound (view);
  while (part->bound < best && !tw_run_should_stop (run)) {
    int64_t target = proved ? best - 1 : part->bound;
    uint64_t states;
    TwPricedResult result = sweep (view, target, most_states, memory, run, &states);

    if (result == TW_PRICED_NONE) {
      part->target = target;
      part->bound = target + 1;
    } else if (result == TW_PRICED_LOST && states >= most_states && most_states < MOST_STATES) {
      if (!cut (view, cutter, best, run))
        return;
      most_states *= STATES_GROWTH;
      if (dual_bound (view) > part->bound)
        part->bound = dual_bound (view);
    } else {
      return;
    }
  }
}

/* A sweep uses both sets of prices; a bound without a sweep only needs the better one. */
static bool
keep_duals (TwCertifiedPart *part, const TwDualView *view, TwRun *run)
{
  const TwPrices *prices[] = { view->with_cuts, view->prices };
  bool cuts_are_better = worth (view->with_cuts) >= worth (view->prices);

  for (int i = 0; i < TW_CERTIFICATE_DUALS; i++) {
    if (prices[i] == NULL || (part->target < 0 && cuts_are_better != (i == 0)))
      continue;
    part->duals[part->n_duals] = tw_prices_copy (prices[i], run);
    if (part->duals[part->n_duals] == NULL)
      return false;
    part->n_duals++;
  }
  return true;
}

/* Returns false when memory is short. When the run ends early the bound is smaller. */
static bool
certify_part (TwCertifiedPart *part, const TwBoard *board, int64_t best, int64_t squares,
              bool proved, const TwOptions *options, TwRun *run)
{
  TwDualView view = { 0 }, cutter = { 0 };
  bool kept;

  part->target = -1;
  part->bound = 1;
  part->order = tw_dual_view_flat (board);
  if (tw_dual_view_init (&view, board, part->order, squares, run) && price (&view, best, run)) {
    if (dual_bound (&view) < best && tw_dual_view_init_from (&cutter, &view, view.transform, run))
      cut (&view, &cutter, best, run);
    if (cutter.solver != NULL)
      raise (part, &view, &cutter, best, proved, tw_strategy_memory (options), run);
    else
      part->bound = dual_bound (&view);
  }
  if (part->bound < 1)
    part->bound = 1;
  kept = view.prices == NULL || keep_duals (part, &view, run);
  tw_dual_view_clear (&cutter);
  tw_dual_view_clear (&view);
  return kept;
}

void
tw_certificate_free (TwCertificate *certificate)
{
  if (certificate == NULL)
    return;
  for (int i = 0; i < certificate->n_parts; i++) {
    for (int d = 0; d < certificate->parts[i].n_duals; d++)
      tw_prices_free (certificate->parts[i].duals[d], certificate->run);
  }
  tw_run_mfree (certificate->run, certificate->parts,
                (size_t) certificate->n_parts * sizeof certificate->parts[0]);
  tw_run_mfree (certificate->run, certificate, sizeof *certificate);
}

/* Sets the box and first cell of each component, and the number of squares of the tiling in it. */
static bool
find_parts (TwCertificate *certificate, const TwBoard *board, const TwTiling *tiling,
            const int32_t *labels, int64_t *best)
{
  TwBoardBox *boxes = tw_run_calloc (certificate->run, (size_t) certificate->n_parts,
                                     sizeof *boxes);
  int found = 0;

  if (boxes == NULL)
    return false;
  tw_board_component_boxes (board, labels, certificate->n_parts, boxes);
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      if (labels[tw_board_index (board, x, y)] != found)
        continue;
      certificate->parts[found].box = boxes[found];
      certificate->parts[found].x = x;
      certificate->parts[found].y = y;
      found++;
    }
  }
  for (size_t i = 0; i < tiling->count; i++)
    best[labels[tw_board_index (board, tiling->squares[i].x, tiling->squares[i].y)]]++;
  tw_run_mfree (certificate->run, boxes, (size_t) certificate->n_parts * sizeof *boxes);
  return true;
}

static bool
certify_parts (TwCertificate *certificate, const TwBoard *board, const TwTiling *tiling,
               const int32_t *labels, bool proved, const TwOptions *options)
{
  TwRun *run = certificate->run;
  int64_t *best = tw_run_calloc (run, (size_t) certificate->n_parts, sizeof *best);
  bool fine = best != NULL && find_parts (certificate, board, tiling, labels, best);

  for (int i = 0; fine && i < certificate->n_parts; i++) {
    TwCertifiedPart *part = &certificate->parts[i];
    TwBoard *own = tw_board_cut_component (board, labels, i, &part->box);

    fine = own != NULL
           && certify_part (part, own, best[i], (int64_t) tiling->count, proved, options, run);
    certificate->bound += part->bound;
    tw_board_free (own);
  }
  tw_run_mfree (run, best, (size_t) certificate->n_parts * sizeof *best);
  return fine;
}

TwCertificate *
tw_certify (const TwBoard *board, const TwTiling *tiling, bool proved, const TwOptions *options,
            TwRun *run)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  TwCertificate *certificate = tw_run_calloc (run, 1, sizeof *certificate);
  int32_t *labels = tw_run_malloc (run, n_cells * sizeof *labels);
  bool fine = certificate != NULL && labels != NULL;
  int n_parts = fine ? tw_board_label_components (board, labels) : 0;

  if (fine) {
    certificate->run = run;
    certificate->unit = tw_prices_unit ((int64_t) tiling->count);
    fine = n_parts >= 0;
  }
  if (fine && n_parts > 0) {
    certificate->parts = tw_run_calloc (run, (size_t) n_parts, sizeof certificate->parts[0]);
    certificate->n_parts = certificate->parts != NULL ? n_parts : 0;
    fine = certificate->parts != NULL
           && certify_parts (certificate, board, tiling, labels, proved, options);
  }
  tw_run_mfree (run, labels, n_cells * sizeof *labels);
  if (!fine) {
    tw_certificate_free (certificate);
    return NULL;
  }
  return certificate;
}
