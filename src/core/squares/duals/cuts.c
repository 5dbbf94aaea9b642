/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuts.c - the cuts of a dual solver: their members and their prices; see cuts.h. */
#include "core/squares/duals/cuts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As for the dual solver's cells, the dual step of a cut is 1 / (number of members), divided by
 * this ratio. */
#define STEP_RATIO 0.2f

TwCuts *
tw_cuts_new (const TwBoard *board, const uint16_t *largest, const TwSpan *spans, int most,
             TwRun *run)
{
  TwCuts *cuts = tw_run_calloc (run, 1, sizeof *cuts);

  if (cuts == NULL)
    return NULL;
  cuts->run = run;
  cuts->board = board;
  cuts->largest = largest;
  cuts->spans = spans;
  cuts->most = most;
  cuts->in_set = tw_run_calloc (run, (size_t) (board->width + 1) * (size_t) (board->height + 1), 1);
  cuts->cuts = tw_run_calloc (run, 1, sizeof (TwCut));
  if (cuts->in_set == NULL || cuts->cuts == NULL) {
    tw_cuts_free (cuts);
    return NULL;
  }
  return cuts;
}

/* Clears the list of near members: it is invalid after cuts were added or dropped. Steps use no
 * members until the next tw_cuts_focus (). */
static void
drop_focus (TwCuts *cuts)
{
  if (cuts->n_near == 0)
    return;
  tw_run_mfree (cuts->run, cuts->values);
  tw_run_mfree (cuts->run, cuts->squares);
  tw_run_mfree (cuts->run, cuts->near);
  cuts->values = NULL;
  cuts->squares = cuts->near = NULL;
  cuts->n_squares = cuts->n_near = 0;
  for (size_t i = 0; i <= cuts->n; i++)
    cuts->cuts[i].first_near = 0;
}

void
tw_cuts_free (TwCuts *cuts)
{
  TwRun *run;

  if (cuts == NULL)
    return;
  run = cuts->run;
  drop_focus (cuts);
  tw_run_mfree (run, cuts->points);
  tw_run_mfree (run, cuts->members);
  tw_run_mfree (run, cuts->cuts);
  tw_run_mfree (run, cuts->in_set);
  tw_run_mfree (run, cuts);
}

/* Makes room for a cut and for the entry behind the last one. */
static bool
make_room (TwCuts *cuts)
{
  return cuts->n + 1 < cuts->capacity || tw_run_grow (cuts->run, &cuts->cuts, &cuts->capacity, 64);
}

static bool
append (TwRun *run, uint32_t **array, size_t *n, size_t *capacity, uint32_t value)
{
  if (*n == *capacity && !tw_run_grow (run, array, capacity, 4096))
    return false;
  (*array)[(*n)++] = value;
  return true;
}

static bool
add_member (TwCuts *cuts, size_t index)
{
  return append (cuts->run, &cuts->members, &cuts->n_members, &cuts->member_capacity,
                 (uint32_t) index);
}

static int
is_free (const TwBoard *board, int x, int y)
{
  return x >= 0 && y >= 0 && x < board->width && y < board->height
         && tw_board_is_free (board, x, y);
}

bool
tw_cuts_is_odd (const TwBoard *board, int x, int y)
{
  return ((is_free (board, x, y) + is_free (board, x - 1, y) + is_free (board, x, y - 1)
           + is_free (board, x - 1, y - 1))
          & 1)
         != 0;
}

static bool
is_odd (const TwBoard *board, uint32_t point)
{
  uint32_t stride = (uint32_t) board->width + 1;

  return tw_cuts_is_odd (board, (int) (point % stride), (int) (point / stride));
}

/* Adds the squares of all sizes with corner `corner` (0 to 3: row-major) at the point, if an odd
 * number of their corners is in the set and no earlier corner is; the second condition avoids
 * duplicates. */
static bool
add_members (TwCuts *cuts, int x, int y, int corner)
{
  size_t stride = (size_t) cuts->board->width + 1;

  for (int size = 1; size <= cuts->most; size++) {
    int left = x - size * (corner & 1), top = y - size * (corner >> 1);
    size_t at = (size_t) top * stride + (size_t) left;
    uint8_t has[4];

    if (left < 0 || top < 0)
      break;
    if (left >= cuts->board->width || top >= cuts->board->height
        || cuts->largest[tw_board_index (cuts->board, left, top)] < size) {
      /* Larger squares with the same upper-left corner do not fit either. */
      if (corner == 0)
        break;
      continue;
    }
    has[0] = cuts->in_set[at];
    has[1] = cuts->in_set[at + (size_t) size];
    has[2] = cuts->in_set[at + (size_t) size * stride];
    has[3] = cuts->in_set[at + (size_t) size * stride + (size_t) size];
    if ((has[0] ^ has[1] ^ has[2] ^ has[3]) == 0 || memchr (has, 1, (size_t) corner) != NULL)
      continue;
    if (!add_member (
          cuts, cuts->spans[(size_t) (size - 1) * (size_t) cuts->board->height + (size_t) top].first
                  + (size_t) left))
      return false;
  }
  return true;
}

TwCutResult
tw_cuts_add (TwCuts *cuts, const uint32_t *points, size_t n_points)
{
  size_t before = cuts->n_members, points_before = cuts->n_cut_points;
  bool odd = false, fine;

  for (size_t i = 0; i < n_points; i++)
    odd ^= is_odd (cuts->board, points[i]);
  if (!odd)
    return TW_CUT_EVEN;
  drop_focus (cuts);
  if (!make_room (cuts))
    return TW_CUT_NO_MEMORY;
  fine = true;
  for (size_t i = 0; i < n_points; i++)
    cuts->in_set[points[i]] = 1;
  for (size_t i = 0; fine && i < n_points; i++) {
    int x = (int) (points[i] % (uint32_t) (cuts->board->width + 1));
    int y = (int) (points[i] / (uint32_t) (cuts->board->width + 1));

    for (int corner = 0; fine && corner < 4; corner++)
      fine = add_members (cuts, x, y, corner);
    fine = fine
           && append (cuts->run, &cuts->points, &cuts->n_cut_points, &cuts->point_capacity,
                      points[i]);
  }
  for (size_t i = 0; i < n_points; i++)
    cuts->in_set[points[i]] = 0;
  if (!fine) {
    cuts->n_members = before;
    cuts->n_cut_points = points_before;
    return TW_CUT_NO_MEMORY;
  }
  cuts->cuts[cuts->n] = (TwCut){
    .first_member = before,
    .first_point = points_before,
    .step = 1 / ((float) (cuts->n_members - before + 1) * STEP_RATIO),
  };
  cuts->n++;
  cuts->cuts[cuts->n] = (TwCut){
    .first_member = cuts->n_members,
    .first_point = cuts->n_cut_points,
  };
  return TW_CUT_ADDED;
}

void
tw_cuts_drop (TwCuts *cuts, float least)
{
  size_t n = 0, n_members = 0, n_points = 0;

  drop_focus (cuts);
  for (size_t i = 0; i < cuts->n; i++) {
    TwCut *cut = &cuts->cuts[i];
    size_t members = cut[1].first_member - cut->first_member;
    size_t points = cut[1].first_point - cut->first_point;

    if (!(cut->answer > least))
      continue;
    memmove (&cuts->members[n_members], &cuts->members[cut->first_member],
             members * sizeof (uint32_t));
    memmove (&cuts->points[n_points], &cuts->points[cut->first_point], points * sizeof (uint32_t));
    cuts->cuts[n] = *cut;
    cuts->cuts[n].first_member = n_members;
    cuts->cuts[n].first_point = n_points;
    n_members += members;
    n_points += points;
    n++;
  }
  cuts->n = n;
  cuts->n_members = n_members;
  cuts->n_cut_points = n_points;
  cuts->cuts[n] = (TwCut){ .first_member = n_members, .first_point = n_points };
}

void
tw_cuts_count (const TwCuts *cuts, float *counts)
{
  for (size_t i = 0; i < cuts->n_members; i++)
    counts[cuts->members[i]] += 1;
}

void
tw_cuts_charge_all (const TwCuts *cuts, float *cost)
{
  for (size_t i = 0; i < cuts->n; i++) {
    const TwCut *cut = &cuts->cuts[i];

    for (size_t j = cut->first_member; j < cut[1].first_member; j++)
      cost[cuts->members[j]] -= cut->price;
  }
}

/* Lists the near members of all cuts and numbers them. */
static void
number_near (TwCuts *cuts, const uint8_t *near, uint32_t *numbers)
{
  size_t n = 0, n_near = 0;

  for (size_t i = 0; i < cuts->n; i++) {
    TwCut *cut = &cuts->cuts[i];

    cut->first_near = n_near;
    for (size_t j = cut->first_member; j < cut[1].first_member; j++) {
      uint32_t member = cuts->members[j];

      if (near[member] == 0)
        continue;
      if (numbers[member] == 0) {
        cuts->squares[n] = member;
        numbers[member] = (uint32_t) ++n;
      }
      cuts->near[n_near++] = numbers[member] - 1;
    }
  }
  cuts->cuts[cuts->n].first_near = n_near;
}

bool
tw_cuts_focus (TwCuts *cuts, const uint8_t *near, size_t n_squares)
{
  uint32_t *numbers = tw_run_calloc (cuts->run, n_squares, sizeof (uint32_t));
  bool fine = numbers != NULL;

  drop_focus (cuts);
  for (size_t j = 0; fine && j < cuts->n_members; j++) {
    uint32_t member = cuts->members[j];

    cuts->n_near += near[member] != 0;
    cuts->n_squares += near[member] != 0 && numbers[member] == 0;
    numbers[member] = near[member];
  }
  if (fine && cuts->n_near > 0) {
    memset (numbers, 0, n_squares * sizeof (uint32_t));
    cuts->squares = tw_run_malloc (cuts->run, cuts->n_squares * sizeof (uint32_t));
    cuts->near = tw_run_malloc (cuts->run, cuts->n_near * sizeof (uint32_t));
    cuts->values = tw_run_malloc (cuts->run, cuts->n_squares * sizeof (float));
    fine = cuts->squares != NULL && cuts->near != NULL && cuts->values != NULL;
  }
  if (fine)
    number_near (cuts, near, numbers);
  else
    drop_focus (cuts);
  tw_run_mfree (cuts->run, numbers);
  return fine;
}

void
tw_cuts_charge (TwCuts *cuts, const float *cost, float *charged)
{
  for (size_t i = 0; i < cuts->n_squares; i++)
    cuts->values[i] = cost[cuts->squares[i]];
  for (size_t i = 0; i < cuts->n; i++) {
    const TwCut *cut = &cuts->cuts[i];

    for (size_t j = cut->first_near; j < cut[1].first_near; j++)
      cuts->values[cuts->near[j]] -= cut->price;
  }
  for (size_t i = 0; i < cuts->n_squares; i++)
    charged[cuts->squares[i]] = cuts->values[i];
}

void
tw_cuts_step (TwCuts *cuts, const float *shares, const float *anchors, float weight)
{
  for (size_t i = 0; i < cuts->n_squares; i++) {
    float share = shares[cuts->squares[i]], anchor = anchors[cuts->squares[i]];

    cuts->values[i] = anchor + (share - anchor) / weight;
  }
  for (size_t i = 0; i < cuts->n; i++) {
    TwCut *cut = &cuts->cuts[i];
    size_t count = cut[1].first_near - cut->first_near, j = 0;
    const uint32_t *near = count > 0 ? &cuts->near[cut->first_near] : NULL;
    float sums[4] = { 0 }, sum, next;

    /* Four sums side by side, so that independent additions overlap. */
    for (; j + 4 <= count; j += 4) {
      for (size_t k = 0; k < 4; k++)
        sums[k] += cuts->values[near[j + k]];
    }
    for (; j < count; j++)
      sums[0] += cuts->values[near[j]];
    sum = sums[0] + sums[1] + (sums[2] + sums[3]);
    next = fmaxf (cut->price + cut->step * (1 - sum), 0);
    cut->answer = next;
    next = 2 * next - cut->price;
    cut->price = cut->anchor + weight * (next - cut->anchor);
  }
}

void
tw_cuts_set_anchor (TwCuts *cuts)
{
  for (size_t i = 0; i < cuts->n; i++)
    cuts->cuts[i].anchor = cuts->cuts[i].price;
}

/* Clamps to 1: a tiling may contain several members of a cut, but a useful price is at most 1. */
static int32_t
round_price (float price, int32_t unit)
{
  return price > 0 ? (int32_t) (fminf (price, 1) * (float) unit) : 0;
}

int64_t
tw_cuts_round (const TwCuts *cuts, int32_t unit, int64_t *charges)
{
  int64_t sum = 0;

  for (size_t i = 0; i < cuts->n; i++) {
    const TwCut *cut = &cuts->cuts[i];
    int32_t whole = round_price (cut->answer, unit);

    sum += whole;
    for (size_t j = cut->first_member; j < cut[1].first_member; j++)
      charges[cuts->members[j]] += whole;
  }
  return sum;
}

static int
upper_first (const void *a, const void *b)
{
  const TwListedCut *p = a, *q = b;

  return (p->top > q->top) - (p->top < q->top);
}

TwCutList *
tw_cuts_list (const TwCuts *cuts, int32_t unit)
{
  size_t n = 0, n_points = 0;
  TwCutList *list;

  for (size_t i = 0; i < cuts->n; i++)
    n += round_price (cuts->cuts[i].answer, unit) > 0;
  list = tw_cut_list_new (n, cuts->n_cut_points, cuts->run);
  if (list == NULL)
    return NULL;
  n = 0;
  for (size_t i = 0; i < cuts->n; i++) {
    const TwCut *cut = &cuts->cuts[i];
    TwListedCut *to = &list->cuts[n];

    to->weight = round_price (cut->answer, unit);
    if (to->weight == 0)
      continue;
    n++;
    /* For now the cut in `cuts`, until they are sorted. */
    to->first_point = (uint32_t) i;
    to->top = INT_MAX;
    to->bottom = 0;
    for (size_t j = cut->first_point; j < cut[1].first_point; j++) {
      int y = (int) (cuts->points[j] / (uint32_t) (cuts->board->width + 1));

      to->top = y < to->top ? y : to->top;
      to->bottom = y > to->bottom ? y : to->bottom;
    }
  }
  qsort (list->cuts, n, sizeof (TwListedCut), upper_first);
  for (size_t i = 0; i < n; i++) {
    const TwCut *cut = &cuts->cuts[list->cuts[i].first_point];
    size_t count = cut[1].first_point - cut->first_point;

    list->cuts[i].first_point = (uint32_t) n_points;
    memcpy (&list->points[n_points], &cuts->points[cut->first_point], count * sizeof (uint32_t));
    n_points += count;
  }
  list->cuts[n].weight = 0;
  list->cuts[n].first_point = (uint32_t) n_points;
  return list;
}
