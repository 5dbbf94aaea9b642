/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.c - see demand.h; called by count.c. */
#include "core/squares/count/demand.h"

#include "core/base/transform.h"

static void
flip_corners (const TwCountDual *dual, int x, int y, int size, TwDemand *demand)
{
  size_t stride = (size_t) dual->prices->width + 1;
  size_t at = (size_t) y * stride + (size_t) x, below = at + (size_t) size * stride;

  for (size_t i = 0; i < TW_DEMAND_CUT_WORDS; i++)
    demand->odd[i] ^= dual->points[at][i] ^ dual->points[at + (size_t) size][i]
                      ^ dual->points[below][i] ^ dual->points[below + (size_t) size][i];
}

static int64_t
bound_of (const TwCountDual *dual, const TwDemand *demand)
{
  int64_t bound = demand->sum;

  for (int i = 0; i < dual->n_cuts; i++) {
    if ((demand->odd[i / 64] >> (i % 64) & 1) != 0)
      bound += dual->weights[i];
  }
  return bound;
}

static void
add_demand (TwDemand *sum, const TwDemand *demand)
{
  sum->sum += demand->sum;
  for (size_t i = 0; i < TW_DEMAND_CUT_WORDS; i++)
    sum->odd[i] ^= demand->odd[i];
}

static void
fill_tails (const TwBoard *board, TwCountDual *dual)
{
  size_t stride = (size_t) board->width + 1;

  for (int y = 0; y < board->height; y++) {
    for (int x = board->width - 1; x >= 0; x--) {
      TwDemand *tail = &dual->tails[(size_t) y * stride + (size_t) x];

      if (tw_board_is_free (board, x, y)) {
        tail->sum = dual->prices->cells[tw_board_index (board, x, y)];
        flip_corners (dual, x, y, 1, tail);
      }
      add_demand (tail, &tail[1]);
    }
  }
}

/* Returns the threshold above which at most 64 * TW_DEMAND_CUT_WORDS weights lie. */
static int32_t
least_weight (const TwCutList *cuts)
{
  int32_t least = 0;

  while (true) {
    int count = 0;
    int32_t next = INT32_MAX;

    for (size_t i = 0; i < cuts->n; i++) {
      count += cuts->cuts[i].weight > least;
      if (cuts->cuts[i].weight > least && cuts->cuts[i].weight < next)
        next = cuts->cuts[i].weight;
    }
    if (count <= 64 * TW_DEMAND_CUT_WORDS)
      return least;
    least = next;
  }
}

/* Enters the cuts of `from`, whose board becomes that of the count by transform k. */
static void
enter_cuts (TwCountDual *dual, const TwCertifiedDual *from, int k)
{
  const TwCutList *cuts = from->cuts;
  uint32_t stride = (uint32_t) from->prices->width + 1;
  int32_t least = least_weight (cuts);

  for (size_t i = 0; i < cuts->n; i++) {
    const TwListedCut *cut = &cuts->cuts[i];
    int n = dual->n_cuts;

    if (cut->weight <= least)
      continue;
    for (uint32_t j = cut->first_point; j < cut[1].first_point; j++) {
      TwSquare point = { .x = (int) (cuts->points[j] % stride),
                         .y = (int) (cuts->points[j] / stride) };

      point = tw_transform_square (k, from->prices->width, from->prices->height, point);
      dual->points[point.y * (dual->prices->width + 1) + point.x][n / 64] |= UINT64_C (1)
                                                                             << (n % 64);
    }
    dual->weights[dual->n_cuts++] = cut->weight;
  }
}

bool
tw_count_dual_init (TwCountDual *dual, TwRun *run, const TwCertifiedDual *from,
                    const TwBoard *board, int k)
{
  size_t n_corners = ((size_t) board->width + 1) * ((size_t) board->height + 1);

  *dual = (TwCountDual){ 0 };
  if (from->prices == NULL)
    return true;
  dual->prices = tw_prices_transform (k, from->prices, run);
  dual->points = tw_run_calloc (run, n_corners, sizeof *dual->points);
  dual->tails = tw_run_calloc (run, n_corners, sizeof (TwDemand));
  if (dual->prices == NULL || dual->points == NULL || dual->tails == NULL)
    return false;
  if (from->cuts != NULL)
    enter_cuts (dual, from, k);
  fill_tails (board, dual);
  return true;
}

void
tw_count_dual_clear (TwCountDual *dual, TwRun *run)
{
  tw_run_mfree (run, dual->tails);
  tw_run_mfree (run, dual->points);
  tw_prices_free (dual->prices, run);
}

TwDemand
tw_count_dual_measure (const TwCountDual *dual, const uint16_t *reach)
{
  TwDemand demand = { 0 };

  for (int y = 0; dual->prices != NULL && y < dual->prices->height; y++)
    add_demand (&demand, &dual->tails[y * (dual->prices->width + 1) + reach[y]]);
  return demand;
}

bool
tw_count_dual_allows (const TwCountDual *dual, const TwDemand *before, int x, int y, int size,
                      int64_t left)
{
  TwDemand after = *before;

  if (dual->prices == NULL || left < 0)
    return left >= 0;
  for (int v = y; v < y + size; v++) {
    const TwDemand *tail = &dual->tails[v * (dual->prices->width + 1) + x];

    after.sum -= tail[0].sum - tail[size].sum;
  }
  flip_corners (dual, x, y, size, &after);
  return bound_of (dual, &after) <= left * dual->prices->unit;
}
