/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-steps.c - see dual-steps.h. The dual solver spends its time here. */
#include "core/squares/duals/dual-steps.h"

#include <string.h>

/* Solvers with more squares also poll the run after each size, since a step takes too long. */
#define LONG_STEP 5000000

/* Most steps over large boards pass only over active blocks of AT_ONCE squares: one of them had a
 * share in the last step over all squares, one of at least LEAST_SHARE at the restart, or a reduced
 * cost below NEAR. About a tenth are active. The shares of the others stay as they are, which is
 * close to 0, and do not count. A step over all squares follows after FULL_EVERY - 1 such steps. */
#define NEAR        0.1f
#define LEAST_SHARE 1e-3f
#define FULL_EVERY  16

/* While more than 1 / WORTH_PACKING of the blocks are active, all steps pass over all squares. */
#define WORTH_PACKING 3

/* Blocks ahead of the current one that packing fetches. */
#define AHEAD 16

typedef float Floats __attribute__ ((vector_size (ALIGNMENT)));
typedef int32_t Masks __attribute__ ((vector_size (ALIGNMENT)));
/* An unaligned vector. */
typedef float Loose __attribute__ ((vector_size (ALIGNMENT), aligned (4)));
#define LOAD(at) (*(const Loose *) (at))

/* The compiler also makes versions of the passes for wider vectors, among which the loader chooses.
 * The sanitizers do not support such functions. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) \
  && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define WIDE __attribute__ ((target_clones ("avx2", "default")))
#else
#define WIDE
#endif

/* Returns whether the run is polled before the squares of this size. */
static bool
polls_at (const TwDualSolver *p, int size)
{
  return size == 1 || p->n_squares > LONG_STEP;
}

/* Turns a table into its summed-area table. The prefix sums of four rows are computed side by side,
 * so that independent additions overlap. */
WIDE static void
sum_up (float *table, size_t stride, int width, int height)
{
  int y = 0;

  for (; y + 4 <= height; y += 4) {
    float *rows = &table[(size_t) y * stride], sums[4] = { 0 };

    for (size_t x = 0; x < (size_t) width; x++) {
      for (size_t i = 0; i < 4; i++)
        rows[i * stride + x] = sums[i] += rows[i * stride + x];
    }
  }
  for (; y < height; y++) {
    float *row = &table[(size_t) y * stride], sum = 0;

    for (int x = 0; x < width; x++)
      row[x] = sum += row[x];
  }
  for (y = 1; y < height; y++) {
    float *row = &table[(size_t) y * stride];
    const float *above = row - stride;

    for (int x = 0; x < width; x++)
      row[x] += above[x];
  }
}

void
tw_dual_steps_sum_up (float *table, size_t stride, int width, int height)
{
  sum_up (table, stride, width, height);
}

static void
clear_cover (TwDualSolver *p)
{
  memset (p->cover, 0, p->stride * (size_t) (p->height + 1) * sizeof (float));
}

void
tw_dual_steps_sum_prices (TwDualSolver *p)
{
  float *first = &p->table[p->stride + 1];

  for (int y = 0; y < p->height; y++)
    memcpy (&first[(size_t) y * p->stride], &p->price[(size_t) y * (size_t) p->width],
            (size_t) p->width * sizeof (float));
  sum_up (first, p->stride, p->width, p->height);
}

/* Returns whether a bit of the vector is set. (How vectors are passed by value depends on the
 * compiler's target.) */
static inline bool
has_any (const void *vector)
{
  uint64_t words[ALIGNMENT / sizeof (uint64_t)];

  memcpy (words, vector, sizeof words);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

/* One row of squares of one size: the primal step and the reflected shares. With cuts each square
 * has its own step length. Sets `active`, unless it is NULL, to the numbers of the active blocks and
 * returns how many there are. */
static inline int
step_row (TwDualSolver *p, size_t first, size_t at, int count, int size, float weight,
          bool with_cuts, uint32_t *active)
{
  const float *top = &p->table[at], *bottom = top + (size_t) size * p->stride;
  const float *cost = with_cuts ? &p->charged[first] : &p->cost[first];
  const float *anchor = &p->share_anchor[first];
  float *share = &p->share[first];
  Floats length = (Floats){ 0 } + STEP_RATIO / (float) (size * size);
  int n_active = 0;
  bool is_active = true;

  for (int x = 0; x < count; x += AT_ONCE) {
    Floats price = LOAD (&bottom[x + size]) - LOAD (&bottom[x]) - LOAD (&top[x + size])
                   + LOAD (&top[x]);
    Floats now = LOAD (&share[x]), from = LOAD (&anchor[x]), next;

    if (with_cuts)
      length = LOAD (&p->length[first + (size_t) x]);
    next = now - length * (LOAD (&cost[x]) - price);
    next = (Floats) ((Masks) next & (next > 0));
    if (active != NULL) {
      Masks near = (next > 0) | (from > LEAST_SHARE) | (LOAD (&cost[x]) - price < NEAR);

      is_active = has_any (&near);
    }
    next = 2 * next - now;
    *(Floats *) &share[x] = from + weight * (next - from);
    *(Floats *) &p->row[x] = next;
    if (active != NULL) {
      active[n_active] = (uint32_t) ((first + (size_t) x) / AT_ONCE);
      n_active += is_active;
    }
  }
  return n_active;
}

/* Adds what a row of squares covers, as second differences. */
static inline void
cover_row (TwDualSolver *p, size_t at, int count, int size)
{
  float *top = &p->cover[at], *bottom = top + (size_t) size * p->stride;
  int end = WHOLE (count + size);

  for (int x = count; x < end; x += AT_ONCE)
    *(Floats *) &p->row[x] = (Floats){ 0 };
  for (int x = 0; x < end; x += AT_ONCE) {
    Floats change = LOAD (&p->row[x]) - LOAD (&p->row[x - size]);

    *(Floats *) &top[x] += change;
    *(Floats *) &bottom[x] -= change;
  }
}

WIDE static bool
step_primal (TwDualSolver *p, float weight, TwPoll *poll)
{
  clear_cover (p);
  p->all_active = 0;
  if (p->cuts != NULL)
    tw_cuts_charge (p->cuts, p->cost, p->charged);
  for (int size = 1; size <= p->most; size++) {
    if (polls_at (p, size) && tw_poll (poll))
      return false;
    for (int y = 0; y + size <= p->height; y++) {
      size_t k = (size_t) (size - 1) * (size_t) p->height + (size_t) y;
      const TwSpan *span = &p->spans[k];
      int begin = span_begin (span), count = span_length (span);
      size_t first = span->first + (size_t) begin, at = (size_t) y * p->stride + (size_t) begin;

      if (count == 0)
        continue;
      if (p->cuts != NULL)
        step_row (p, first, at, count, size, weight, true, NULL);
      else if (p->active != NULL)
        p->all_active += p->n_active[k] = (uint32_t) step_row (p, first, at, count, size, weight,
                                                               false, &p->active[p->all_active]);
      else
        step_row (p, first, at, count, size, weight, false, NULL);
      cover_row (p, at, count, size);
    }
  }
  return true;
}

/* Copies the active blocks side by side. Returns false when there are too many, or memory is
 * short. */
static bool
pack (TwDualSolver *p)
{
  size_t n = p->all_active;

  if (n > p->n_squares / AT_ONCE / WORTH_PACKING)
    return false;
  if (n > p->most_packed) {
    tw_dual_steps_free_packed (p);
    p->packed = tw_run_malloc (p->run, (n + n / 8) * sizeof (TwDualBlock) + ALIGNMENT);
    if (p->packed == NULL)
      return false;
    p->most_packed = n + n / 8;
  }
  for (size_t i = 0; i < n; i++) {
    TwDualBlock *to = tw_dual_steps_packed (p, i);
    size_t from = (size_t) p->active[i] * AT_ONCE;

    if (i + AHEAD < n) {
      size_t next = (size_t) p->active[i + AHEAD] * AT_ONCE;

      __builtin_prefetch (&p->share[next]);
      __builtin_prefetch (&p->share_anchor[next]);
      __builtin_prefetch (&p->cost[next]);
    }
    memcpy (to->share, &p->share[from], sizeof to->share);
    memcpy (to->anchor, &p->share_anchor[from], sizeof to->anchor);
    memcpy (to->cost, &p->cost[from], sizeof to->cost);
  }
  return true;
}

void
tw_dual_steps_unpack (TwDualSolver *p)
{
  for (size_t i = 0; p->since_full > 1 && i < p->all_active; i++)
    memcpy (&p->share[(size_t) p->active[i] * AT_ONCE], tw_dual_steps_packed (p, i)->share,
            ALIGNMENT);
}

void
tw_dual_steps_free_packed (TwDualSolver *p)
{
  tw_run_mfree (p->run, p->packed);
  p->packed = NULL;
  p->most_packed = 0;
}

/* A step over the active blocks. The shares of all others stay as they are. */
WIDE static bool
step_active (TwDualSolver *p, float weight, TwPoll *poll)
{
  size_t block = 0;

  clear_cover (p);
  for (int size = 1; size <= p->most; size++) {
    const size_t down = (size_t) size * p->stride;
    const float length = STEP_RATIO / (float) (size * size);

    if (polls_at (p, size) && tw_poll (poll))
      return false;
    for (int y = 0; y + size <= p->height; y++) {
      size_t k = (size_t) (size - 1) * (size_t) p->height + (size_t) y;

      for (size_t end = block + p->n_active[k]; block < end; block++) {
        TwDualBlock *at = tw_dual_steps_packed (p, block);
        size_t x = (size_t) p->active[block] * AT_ONCE - p->spans[k].first;
        size_t corner = (size_t) y * p->stride + x;
        const float *top = &p->table[corner], *bottom = top + down;
        float *cover = &p->cover[corner];
        Floats price = LOAD (&bottom[size]) - LOAD (bottom) - LOAD (&top[size]) + LOAD (top);
        Floats now = LOAD (at->share), from = LOAD (at->anchor), next;

        next = now - length * (LOAD (at->cost) - price);
        next = (Floats) ((Masks) next & (next > 0));
        next = 2 * next - now;
        *(Floats *) at->share = from + weight * (next - from);
        if (!has_any (&next))
          continue;
        *(Loose *) cover += next;
        *(Loose *) &cover[size] -= next;
        *(Loose *) &cover[down] -= next;
        *(Loose *) &cover[down + (size_t) size] += next;
      }
    }
  }
  return true;
}

WIDE static void
step_dual (TwDualSolver *p, float weight)
{
  sum_up (p->cover, p->stride, p->width, p->height);
  for (int y = 0; y < p->height; y++) {
    const float *cover = &p->cover[(size_t) y * p->stride];
    size_t first = (size_t) y * (size_t) p->width;

    for (int x = 0; x < p->width; x++) {
      size_t i = first + (size_t) x;
      float next = p->price[i] + p->step[i] * (p->demand[i] - cover[x]);

      p->answer[i] = next;
      next = 2 * next - p->price[i];
      p->price[i] = p->price_anchor[i] + weight * (next - p->price_anchor[i]);
    }
  }
}

bool
tw_dual_step (TwDualSolver *p, float weight, TwPoll *poll)
{
  bool all = p->active == NULL || p->cuts != NULL || p->since_full == 0
             || p->since_full == FULL_EVERY;
  bool fine;

  tw_dual_steps_sum_prices (p);
  if (all) {
    tw_dual_steps_unpack (p);
    p->since_full = 0;
    fine = step_primal (p, weight, poll);
    if (fine && p->active != NULL && p->cuts == NULL)
      p->since_full = pack (p);
  } else {
    fine = step_active (p, weight, poll);
    p->since_full++;
  }
  if (fine)
    step_dual (p, weight);
  return fine;
}
