/* cuts.c - the cuts of a pricer: their members and their prices; see cuts.h. */
#include "core/squares/cuts.h"

#include <math.h>
#include <string.h>

/* The dual steps are as long as those of the pricer's cells: one over the members, by its ratio. */
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
  cuts->n_points = (size_t) (board->width + 1) * (size_t) (board->height + 1);
  cuts->in_set = tw_run_calloc (run, cuts->n_points, 1);
  cuts->starts = tw_run_calloc (run, 1, sizeof (size_t));
  if (cuts->in_set == NULL || cuts->starts == NULL) {
    tw_cuts_free (cuts);
    return NULL;
  }
  return cuts;
}

void
tw_cuts_free (TwCuts *cuts)
{
  TwRun *run;

  if (cuts == NULL)
    return;
  run = cuts->run;
  tw_run_mfree (run, cuts->members, cuts->member_capacity * sizeof (uint32_t));
  tw_run_mfree (run, cuts->step, cuts->capacity * sizeof (float));
  tw_run_mfree (run, cuts->answer, cuts->capacity * sizeof (float));
  tw_run_mfree (run, cuts->anchor, cuts->capacity * sizeof (float));
  tw_run_mfree (run, cuts->price, cuts->capacity * sizeof (float));
  tw_run_mfree (run, cuts->starts, (cuts->capacity + 1) * sizeof (size_t));
  tw_run_mfree (run, cuts->in_set, cuts->n_points);
  tw_run_mfree (run, cuts, sizeof *cuts);
}

static bool
resize (TwRun *run, void *array, size_t old_size, size_t size)
{
  void **place = array;
  void *larger = tw_run_realloc (run, *place, old_size, size);

  if (larger == NULL)
    return false;
  *place = larger;
  return true;
}

/* Room for one cut more; `capacity` changes only when all arrays have. */
static bool
make_room (TwCuts *cuts)
{
  size_t old = cuts->capacity, new = old > 0 ? old * 2 : 64;
  float **arrays[] = { &cuts->price, &cuts->anchor, &cuts->answer, &cuts->step };
  size_t done = 0;

  if (cuts->n < old)
    return true;
  while (done < 4
         && resize (cuts->run, arrays[done], old * sizeof (float), new * sizeof (float)))
    done++;
  if (done == 4
      && resize (cuts->run, &cuts->starts, (old + 1) * sizeof (size_t),
                 (new + 1) * sizeof (size_t))) {
    cuts->capacity = new;
    return true;
  }
  /* Back to the old size, so that all are released as large as they are. */
  while (done-- > 0) {
    if (old == 0) {
      tw_run_mfree (cuts->run, *arrays[done], new * sizeof (float));
      *arrays[done] = NULL;
    } else {
      resize (cuts->run, arrays[done], new * sizeof (float), old * sizeof (float));
    }
  }
  return false;
}

static bool
add_member (TwCuts *cuts, size_t index)
{
  if (cuts->n_members == cuts->member_capacity) {
    size_t capacity = cuts->member_capacity > 0 ? cuts->member_capacity * 2 : 4096;

    if (!resize (cuts->run, &cuts->members, cuts->member_capacity * sizeof (uint32_t),
                 capacity * sizeof (uint32_t)))
      return false;
    cuts->member_capacity = capacity;
  }
  cuts->members[cuts->n_members++] = (uint32_t) index;
  return true;
}

static int
is_free (const TwBoard *board, int x, int y)
{
  return x >= 0 && y >= 0 && x < board->width && y < board->height && tw_board_is_free (board, x, y);
}

/* Whether the free area has a corner at the point, or two that touch there and count as none. */
static bool
is_odd (const TwBoard *board, uint32_t point)
{
  int x = (int) (point % (uint32_t) (board->width + 1));
  int y = (int) (point / (uint32_t) (board->width + 1));

  return ((is_free (board, x, y) + is_free (board, x - 1, y) + is_free (board, x, y - 1)
           + is_free (board, x - 1, y - 1))
          & 1)
         != 0;
}

/* Adds the squares of all sizes that have corner `corner` (0 to 3: row-major) at the point, an odd
 * number of corners in the set, and none of it before this corner. */
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
      /* Larger ones from the same corner of the area do not fit either. */
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
    if (!add_member (cuts, cuts->spans[(size_t) (size - 1) * (size_t) cuts->board->height
                                       + (size_t) top].first
                             + (size_t) left))
      return false;
  }
  return true;
}

TwCutResult
tw_cuts_add (TwCuts *cuts, const uint32_t *points, size_t n_points)
{
  size_t before = cuts->n_members;
  bool odd = false, fine;

  for (size_t i = 0; i < n_points; i++)
    odd ^= is_odd (cuts->board, points[i]);
  if (!odd)
    return TW_CUT_EVEN;
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
  }
  for (size_t i = 0; i < n_points; i++)
    cuts->in_set[points[i]] = 0;
  if (!fine) {
    cuts->n_members = before;
    return TW_CUT_NO_MEMORY;
  }
  cuts->price[cuts->n] = cuts->anchor[cuts->n] = cuts->answer[cuts->n] = 0;
  cuts->step[cuts->n] = 1 / ((float) (cuts->n_members - before + 1) * STEP_RATIO);
  cuts->n++;
  cuts->starts[cuts->n] = cuts->n_members;
  return TW_CUT_ADDED;
}

void
tw_cuts_drop (TwCuts *cuts, float least)
{
  size_t n = 0, n_members = 0;

  for (size_t i = 0; i < cuts->n; i++) {
    size_t from = cuts->starts[i], count = cuts->starts[i + 1] - from;

    if (!(cuts->answer[i] > least))
      continue;
    memmove (&cuts->members[n_members], &cuts->members[from], count * sizeof (uint32_t));
    cuts->price[n] = cuts->price[i];
    cuts->anchor[n] = cuts->anchor[i];
    cuts->answer[n] = cuts->answer[i];
    cuts->step[n] = cuts->step[i];
    n_members += count;
    cuts->starts[++n] = n_members;
  }
  cuts->n = n;
  cuts->n_members = n_members;
}

void
tw_cuts_count (const TwCuts *cuts, float *counts)
{
  for (size_t i = 0; i < cuts->n_members; i++)
    counts[cuts->members[i]] += 1;
}

void
tw_cuts_charge (const TwCuts *cuts, float *cost)
{
  for (size_t i = 0; i < cuts->n; i++) {
    float price = cuts->price[i];

    for (size_t j = cuts->starts[i]; j < cuts->starts[i + 1]; j++)
      cost[cuts->members[j]] -= price;
  }
}

void
tw_cuts_step (TwCuts *cuts, const float *shares, float weight)
{
  for (size_t i = 0; i < cuts->n; i++) {
    float sum = 0, now = cuts->price[i], next;

    for (size_t j = cuts->starts[i]; j < cuts->starts[i + 1]; j++)
      sum += shares[cuts->members[j]];
    next = fmaxf (now + cuts->step[i] * (1 - sum), 0);
    cuts->answer[i] = next;
    next = 2 * next - now;
    cuts->price[i] = cuts->anchor[i] + weight * (next - cuts->anchor[i]);
  }
}

void
tw_cuts_set_anchor (TwCuts *cuts)
{
  if (cuts->n > 0)
    memcpy (cuts->anchor, cuts->price, cuts->n * sizeof (float));
}

int64_t
tw_cuts_round (const TwCuts *cuts, int32_t unit, int64_t *charges)
{
  int64_t sum = 0;

  for (size_t i = 0; i < cuts->n; i++) {
    float price = cuts->answer[i];
    int32_t whole;

    if (!(price > 0))
      continue;
    /* A tiling may have many squares of a cut: no useful price is above 1. */
    whole = (int32_t) (fminf (price, 1) * (float) unit);
    sum += whole;
    for (size_t j = cuts->starts[i]; j < cuts->starts[i + 1]; j++)
      charges[cuts->members[j]] += whole;
  }
  return sum;
}
