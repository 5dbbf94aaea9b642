/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.c - computes certificates; called by the puzzle layer after a search.
 *
 * The engines prove bounds by more than a certificate can hold: exact sweeps, closed forms. So the
 * bounds are computed again here by prices, cuts and bands. */
#include "core/squares/certify.h"

#include <math.h>

#include "core/base/transform.h"
#include "core/squares/engines/proof.h"
#include "core/squares/workers.h"
#include "core/squares/best.h"

/* The dual of one component that is being made. */
typedef struct {
  TwCertifiedPart *part;
  const TwBoard *board; /* the component, cropped to its box */
  size_t most_cuts;
  TwRun *run;
  TwCertifiedDual candidate;
  bool failed; /* memory is short */
} Witness;

static int64_t
to_squares (int64_t units, int64_t unit)
{
  return units > unit ? (units + unit - 1) / unit : 1;
}

static void
clear_dual (TwCertifiedDual *dual, TwRun *run)
{
  tw_prices_free (dual->prices, run);
  tw_cut_list_free (dual->cuts, run);
  tw_run_mfree (run, dual->bands);
  *dual = (TwCertifiedDual){ 0 };
}

static void
add_band (void *data, int from, int breadth, int64_t least)
{
  Witness *w = data;
  TwCertifiedDual *dual = &w->candidate;

  if (dual->n_bands == dual->band_capacity
      && !tw_run_grow (w->run, &dual->bands, &dual->band_capacity, 16)) {
    w->failed = true;
    return;
  }
  dual->bands[dual->n_bands++] = (TwCertifiedBand){ from, breadth, least };
  dual->units += least;
}

/* A TwProofWitness: keeps the prices and bands with the best bound. */
static void
watch (const TwDualView *view, const TwBands *bands, void *data)
{
  Witness *w = data;
  TwCertifiedDual *dual = &w->candidate;

  if (view != NULL) {
    const TwCutList *cuts;
    const TwPrices *prices = tw_dual_view_best (view, &cuts);

    clear_dual (dual, w->run);
    if (cuts != NULL && cuts->n > w->most_cuts)
      return;
    dual->prices = tw_prices_copy (prices, w->run);
    dual->cuts = cuts != NULL ? tw_cut_list_copy (cuts, w->run) : NULL;
    w->failed = w->failed || dual->prices == NULL || (cuts != NULL && dual->cuts == NULL);
    dual->units = tw_dual_view_worth (view);
  } else if (dual->prices != NULL) {
    tw_bands_describe (bands, add_band, w);
  }
  if ((view == NULL || bands == NULL) && dual->units > w->part->proof.units && !w->failed) {
    TwCertifiedDual better = *dual;

    *dual = w->part->proof;
    w->part->proof = better;
  }
}

/* Returns false when memory is short. When the run ends early the bound is smaller. `run` has the
 * best tiling of the component. */
static bool
certify_part (Witness *w, int transform, int64_t squares, const TwOptions *options, TwRun *run)
{
  TwCertifiedPart *part = w->part;
  int upright = transform ^ TW_TRANSFORM_TRANSPOSE;
  int64_t unit = tw_prices_unit (squares);
  TwDualView view = { 0 }, turned = { 0 };

  if (tw_run_best (run) > 1 && tw_dual_view_init (&view, w->board, upright, squares, run)
      && (tw_dual_view_price (&view, tw_run_best (run), run) || view.prices != NULL)
      && tw_dual_view_init_from (&turned, &view, transform, run)) {
    watch (&turned, NULL, w);
    if (to_squares (part->proof.units, unit) < tw_run_best (run))
      tw_proof_nested (&view, tw_squares_memory (options), run, run, NULL, NULL, watch, w);
  }
  part->bound = to_squares (part->proof.units, unit);
  tw_dual_view_clear (&turned);
  tw_dual_view_clear (&view);
  clear_dual (&w->candidate, w->run);
  return !w->failed;
}

void
tw_certificate_free (TwCertificate *certificate)
{
  if (certificate == NULL)
    return;
  for (int i = 0; i < certificate->n_parts; i++)
    clear_dual (&certificate->parts[i].proof, certificate->run);
  tw_run_mfree (certificate->run, certificate->parts);
  tw_run_mfree (certificate->run, certificate);
}

/* Sets the box and first cell of each component. */
static bool
find_parts (TwCertificate *certificate, const TwBoard *board, const int32_t *labels)
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
  tw_run_mfree (certificate->run, boxes);
  return true;
}

/* Certifies component i in a separate run, with a share of the time. `tiling` covers this
 * component; `squares` counts the squares of all components. */
static bool
certify_one (TwCertificate *certificate, const TwBoard *board, const int32_t *labels, int i,
             const TwTiling *tiling, double share, size_t *most_cuts, const TwOptions *options,
             int64_t squares)
{
  TwCertifiedPart *part = &certificate->parts[i];
  TwBoard *own = tw_board_cut_component (board, labels, i, &part->box);
  double left = tw_run_remaining (certificate->run);
  TwRun *run = tw_run_new_child (certificate->run, left < HUGE_VAL ? left * share + 1e-3 : 0);
  Witness w = { .part = part, .board = own, .most_cuts = *most_cuts, .run = certificate->run };
  bool fine = own != NULL && run != NULL && tw_squares_offer (run, own, tiling, TW_NO_TRANSFORM)
              && certify_part (&w, certificate->transform, squares, options, run);

  if (fine && part->proof.cuts != NULL)
    *most_cuts -= part->proof.cuts->n;
  certificate->bound += part->bound;
  tw_run_free (run);
  tw_board_free (own);
  return fine;
}

static bool
certify_parts (TwCertificate *certificate, const TwBoard *board, const TwTiling *tiling,
               const int32_t *labels, const TwOptions *options)
{
  TwRun *run = certificate->run;
  size_t n_parts = (size_t) certificate->n_parts, most_cuts = TW_CERTIFICATE_CUTS;
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  TwTiling *tilings = tw_run_calloc (run, n_parts, sizeof tilings[0]);
  bool fine = tilings != NULL && find_parts (certificate, board, labels);
  double cells = (double) tw_board_count_free (board);

  /* The checker bounds the memory for cuts. */
  while (most_cuts > 64 && most_cuts / 64 * n_cells > TW_CERTIFICATE_CUT_CELLS)
    most_cuts /= 2;
  for (size_t i = 0; fine && i < tiling->count; i++) {
    TwSquare square = tiling->squares[i];
    int32_t label = labels[tw_board_index (board, square.x, square.y)];

    square.x -= certificate->parts[label].box.left;
    square.y -= certificate->parts[label].box.top;
    fine = tw_tiling_add (&tilings[label], square);
  }
  for (int i = 0; fine && i < certificate->n_parts; i++) {
    double own = 0;

    for (size_t j = 0; j < tilings[i].count; j++)
      own += (double) tilings[i].squares[j].size * tilings[i].squares[j].size;
    fine = certify_one (certificate, board, labels, i, &tilings[i], own / cells, &most_cuts,
                        options, (int64_t) tiling->count);
    cells -= own;
  }
  for (size_t i = 0; tilings != NULL && i < n_parts; i++)
    tw_tiling_clear (&tilings[i]);
  tw_run_mfree (run, tilings);
  return fine;
}

TwCertificate *
tw_certify (const TwBoard *board, const TwTiling *tiling, const TwOptions *options, TwRun *run)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  TwCertificate *certificate = tw_run_calloc (run, 1, sizeof *certificate);
  int32_t *labels = tw_run_malloc (run, n_cells * sizeof *labels);
  bool fine = certificate != NULL && labels != NULL;
  int n_parts = fine ? tw_board_label_components (board, labels) : 0;

  if (certificate != NULL)
    certificate->run = run;
  if (fine) {
    certificate->unit = tw_prices_unit ((int64_t) tiling->count);
    certificate->transform = board->width > board->height ? TW_TRANSFORM_TRANSPOSE : 0;
    fine = n_parts >= 0;
  }
  if (fine && n_parts > 0) {
    certificate->parts = tw_run_calloc (run, (size_t) n_parts, sizeof certificate->parts[0]);
    certificate->n_parts = certificate->parts != NULL ? n_parts : 0;
    fine = certificate->parts != NULL
           && certify_parts (certificate, board, tiling, labels, options);
  }
  tw_run_mfree (run, labels);
  if (!fine) {
    tw_certificate_free (certificate);
    return NULL;
  }
  return certificate;
}
