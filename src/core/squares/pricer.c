/* pricer.c - the iterative dual solver: primal-dual hybrid gradient over all squares.
 *
 * The squares of one size are a plane of the board's cells, so a step is a few passes over rows of
 * floats, which the compiler turns into vector code; where a square does not fit its cost is huge
 * and its share stays 0.
 */
#include <math.h>
#include <string.h>

#include "core/squares/cuts.h"
#include "core/squares/prices.h"
#include "core/transform.h"

/* Planes are taken up to this many squares in all, 12 bytes each. */
#define MOST_SQUARES 40000000

/* The primal step is this much longer than the diagonal preconditioner's, the dual step shorter:
 * found by trial on real boards, where it gets to 1 % of the optimum about twice as fast. */
#define STEP_RATIO 0.2f

#define NO_SQUARE 1e30f

/* The passes over the squares are the time of the pricer: they are compiled for wider vectors, too,
 * and the loader chooses. The sanitizers do not know such functions. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) \
  && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define WIDE __attribute__ ((target_clones ("avx2", "default")))
#else
#define WIDE
#endif

/* Steps before a restart; later rounds are as long as all before together. */
#define LEAST_ROUND 128

/* No useful cuts charge a square more than this times what it costs. */
#define MOST_CHARGE 8

/* Where the count of steps begins anew with new cuts, so that rounds are short again. */
#define MOST_AFTER_CUTS 512

struct TwPricer {
  TwRun *run;
  const TwBoard *board;
  int width, height, most; /* most: the largest size */
  int first_column, first_row;
  size_t n_squares, n_cells, n_corners;
  TwSpan *spans; /* one for each size and row */
  float *cost;   /* 1, or NO_SQUARE; the next two alike */
  float *share, *share_anchor;
  float *price, *price_anchor, *answer; /* one for each cell */
  float *step, *demand;
  float *table; /* summed-area table of the prices, (width + 1) x (height + 1) */
  float *cover; /* second differences of the cover, alike */
  float *row;
  uint16_t *largest;
  int steps, since_restart;
  TwCuts *cuts;                   /* NULL as long as there are none; then, for each square: */
  float *charged, *length, *next; /* cost less the cuts' prices, primal step, overrelaxed share */
};

static size_t
bytes_of_cells (const TwPricer *p)
{
  return p->n_cells * sizeof (float);
}

static void
drop_all_cuts (TwPricer *p)
{
  tw_cuts_free (p->cuts);
  tw_run_mfree (p->run, p->charged, p->charged != NULL ? p->n_squares * sizeof (float) : 0);
  tw_run_mfree (p->run, p->length, p->length != NULL ? p->n_squares * sizeof (float) : 0);
  tw_run_mfree (p->run, p->next, p->next != NULL ? p->n_squares * sizeof (float) : 0);
  p->cuts = NULL;
  p->charged = p->length = p->next = NULL;
}

void
tw_pricer_free (TwPricer *p)
{
  TwRun *run;

  if (p == NULL)
    return;
  run = p->run;
  drop_all_cuts (p);
  tw_run_mfree (run, p->largest, p->n_cells * sizeof (uint16_t));
  tw_run_mfree (run, p->row, (size_t) (p->width + 1) * sizeof (float));
  tw_run_mfree (run, p->cover, p->n_corners * sizeof (float));
  tw_run_mfree (run, p->table, p->n_corners * sizeof (float));
  tw_run_mfree (run, p->demand, bytes_of_cells (p));
  tw_run_mfree (run, p->step, bytes_of_cells (p));
  tw_run_mfree (run, p->price_anchor, bytes_of_cells (p));
  tw_run_mfree (run, p->answer, bytes_of_cells (p));
  tw_run_mfree (run, p->price, bytes_of_cells (p));
  tw_run_mfree (run, p->share_anchor, p->n_squares * sizeof (float));
  tw_run_mfree (run, p->share, p->n_squares * sizeof (float));
  tw_run_mfree (run, p->cost, p->n_squares * sizeof (float));
  tw_run_mfree (run, p->spans, (size_t) p->most * (size_t) p->height * sizeof (TwSpan));
  tw_run_mfree (run, p, sizeof *p);
}

/* The columns of each size and row where squares fit, and room for them. */
static bool
lay_out_spans (TwPricer *p)
{
  p->n_squares = 0;
  for (int size = 1; size <= p->most; size++) {
    for (int y = 0; y < p->height; y++) {
      TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
      const uint16_t *largest = &p->largest[(size_t) y * (size_t) p->width];

      span->from = 0;
      span->to = p->width;
      while (span->from < span->to && largest[span->from] < size)
        span->from++;
      while (span->to > span->from && largest[span->to - 1] < size)
        span->to--;
      span->first = p->n_squares - (size_t) span->from;
      p->n_squares += (size_t) (span->to - span->from);
    }
    if (p->n_squares > MOST_SQUARES)
      return false;
  }
  return true;
}

static void
restart (TwPricer *p)
{
  memcpy (p->price_anchor, p->price, bytes_of_cells (p));
  memcpy (p->share_anchor, p->share, p->n_squares * sizeof (float));
  if (p->cuts != NULL)
    tw_cuts_set_anchor (p->cuts);
  p->since_restart = 0;
}

TwPricer *
tw_pricer_new (const TwBoard *board, TwRun *run)
{
  TwPricer *p = tw_run_calloc (run, 1, sizeof *p);

  if (p == NULL)
    return NULL;
  p->run = run;
  p->board = board;
  p->width = board->width;
  p->height = board->height;
  p->n_cells = (size_t) p->width * (size_t) p->height;
  p->n_corners = (size_t) (p->width + 1) * (size_t) (p->height + 1);
  p->largest = tw_run_malloc (run, p->n_cells * sizeof (uint16_t));
  if (p->largest == NULL)
    goto fail;
  tw_board_largest_squares (board, p->largest);
  for (size_t i = 0; i < p->n_cells; i++) {
    if (p->largest[i] > p->most)
      p->most = p->largest[i];
  }
  p->spans = tw_run_malloc (run, (size_t) p->most * (size_t) p->height * sizeof (TwSpan));
  if (p->spans == NULL || !lay_out_spans (p)) {
    p->n_squares = 0;
    goto fail;
  }
  p->cost = tw_run_malloc (run, p->n_squares * sizeof (float));
  p->share = tw_run_calloc (run, p->n_squares, sizeof (float));
  p->share_anchor = tw_run_calloc (run, p->n_squares, sizeof (float));
  p->price = tw_run_calloc (run, p->n_cells, sizeof (float));
  p->price_anchor = tw_run_calloc (run, p->n_cells, sizeof (float));
  p->answer = tw_run_calloc (run, p->n_cells, sizeof (float));
  p->step = tw_run_malloc (run, bytes_of_cells (p));
  p->demand = tw_run_malloc (run, bytes_of_cells (p));
  p->table = tw_run_malloc (run, p->n_corners * sizeof (float));
  p->cover = tw_run_malloc (run, p->n_corners * sizeof (float));
  p->row = tw_run_malloc (run, (size_t) (p->width + 1) * sizeof (float));
  if (p->cost == NULL || p->share == NULL || p->share_anchor == NULL || p->price == NULL
      || p->price_anchor == NULL || p->answer == NULL || p->step == NULL || p->demand == NULL
      || p->table == NULL || p->cover == NULL || p->row == NULL)
    goto fail;
  tw_pricer_set_aim (p, 0, 0, NULL);
  for (size_t i = 0; i < p->n_cells; i++)
    p->price[i] = board->cells[i] != TW_CELL_BLOCKED ? 1.0f / 16 : 0;
  restart (p);
  return p;

fail:
  tw_pricer_free (p);
  return NULL;
}

/* Sums the second differences in `cover` to how much covers each cell of row y, into `row`, which
 * holds those of row y - 1. */
static void
next_cover_row (TwPricer *p, int y)
{
  const float *cover = &p->cover[(size_t) y * (size_t) (p->width + 1)];
  float sum = 0;

  for (int x = 0; x < p->width; x++) {
    sum += cover[x];
    p->row[x] += sum;
  }
}

static void
clear_cover (TwPricer *p)
{
  memset (p->cover, 0, p->n_corners * sizeof (float));
  memset (p->row, 0, (size_t) (p->width + 1) * sizeof (float));
}

void
tw_pricer_set_aim (TwPricer *p, int first_column, int first_row, const float *demand)
{
  size_t stride = (size_t) p->width + 1;

  drop_all_cuts (p);
  p->first_column = first_column;
  p->first_row = first_row;
  for (size_t i = 0; i < p->n_cells; i++)
    p->demand[i] = demand != NULL ? demand[i] : 1;

  clear_cover (p);
  for (int size = 1; size <= p->most; size++) {
    for (int y = 0; y < p->height; y++) {
      const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
      const uint16_t *largest = &p->largest[(size_t) y * (size_t) p->width];
      float *top = &p->cover[(size_t) y * stride], *bottom = top + (size_t) size * stride;

      for (int x = span->from; x < span->to; x++) {
        bool fits = largest[x] >= size && x >= first_column + (y < first_row);

        p->cost[span->first + (size_t) x] = fits ? 1 : NO_SQUARE;
        if (!fits) {
          p->share[span->first + (size_t) x] = 0;
          continue;
        }
        top[x] += 1;
        top[x + size] -= 1;
        bottom[x] -= 1;
        bottom[x + size] += 1;
      }
    }
  }
  /* The dual step of a cell: one over the number of squares that can cover it. */
  for (int y = 0; y < p->height; y++) {
    next_cover_row (p, y);
    for (int x = 0; x < p->width; x++) {
      size_t i = tw_board_index (p->board, x, y);
      bool counts = p->board->cells[i] != TW_CELL_BLOCKED && x >= first_column + (y < first_row);

      p->step[i] = counts ? 1 / (p->row[x] * STEP_RATIO) : 0;
      if (!counts)
        p->price[i] = 0;
    }
  }
  p->steps = 0;
  restart (p);
}

static void
sum_prices (TwPricer *p)
{
  size_t stride = (size_t) p->width + 1;

  memset (p->table, 0, stride * sizeof (float));
  for (int y = 0; y < p->height; y++) {
    const float *price = &p->price[(size_t) y * (size_t) p->width];
    const float *above = &p->table[(size_t) y * stride];
    float *row = &p->table[(size_t) (y + 1) * stride];
    float sum = 0;

    row[0] = 0;
    for (int x = 0; x < p->width; x++) {
      sum += price[x];
      row[x + 1] = above[x + 1] + sum;
    }
  }
}

/* One row of squares of one size: the primal step, and its overrelaxed cover. */
static inline void
step_row (const float *restrict top, const float *restrict bottom, const float *restrict cost,
          float *restrict share, const float *restrict anchor, float *restrict out, int count,
          int size, float length, float weight)
{
  for (int x = 0; x < count; x++) {
    float price = bottom[x + size] - bottom[x] - top[x + size] + top[x];
    float now = share[x], next = now - length * (cost[x] - price);

    next = 0.5f * (next + fabsf (next)); /* at least 0, without a branch: vector code */
    next = 2 * next - now;
    share[x] = anchor[x] + weight * (next - anchor[x]);
    out[x] = next;
  }
}

/* The same with a step length for each square; what is added up is kept. */
static inline void
step_row_with_cuts (const float *restrict top, const float *restrict bottom,
                    const float *restrict cost, float *restrict share, const float *restrict anchor,
                    const float *restrict length, float *restrict out, int count, int size,
                    float weight)
{
  for (int x = 0; x < count; x++) {
    float price = bottom[x + size] - bottom[x] - top[x + size] + top[x];
    float now = share[x], next = now - length[x] * (cost[x] - price);

    next = 0.5f * (next + fabsf (next));
    next = 2 * next - now;
    share[x] = anchor[x] + weight * (next - anchor[x]);
    out[x] = next;
  }
}

static inline void
add_row (float *restrict to, const float *restrict from, int count)
{
  for (int x = 0; x < count; x++)
    to[x] += from[x];
}

static inline void
subtract_row (float *restrict to, const float *restrict from, int count)
{
  for (int x = 0; x < count; x++)
    to[x] -= from[x];
}

WIDE static void
step_primal (TwPricer *p, float weight)
{
  size_t stride = (size_t) p->width + 1;

  clear_cover (p);
  if (p->cuts != NULL) {
    memcpy (p->charged, p->cost, p->n_squares * sizeof (float));
    tw_cuts_charge (p->cuts, p->charged);
  }
  for (int size = 1; size <= p->most; size++) {
    float length = STEP_RATIO / (float) (size * size);

    for (int y = 0; y + size <= p->height; y++) {
      const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
      size_t first = span->first + (size_t) span->from,
             at = (size_t) y * stride + (size_t) span->from;
      float *top = &p->cover[at], *bottom = top + (size_t) size * stride, *out = p->row;
      int count = span->to - span->from;

      if (p->cuts == NULL) {
        step_row (&p->table[at], &p->table[at + (size_t) size * stride], &p->cost[first],
                  &p->share[first], &p->share_anchor[first], out, count, size, length, weight);
      } else {
        out = &p->next[first];
        step_row_with_cuts (&p->table[at], &p->table[at + (size_t) size * stride],
                            &p->charged[first], &p->share[first], &p->share_anchor[first],
                            &p->length[first], out, count, size, weight);
      }
      add_row (top, out, count);
      subtract_row (top + size, out, count);
      subtract_row (bottom, out, count);
      add_row (bottom + size, out, count);
    }
  }
}

WIDE static void
step_dual (TwPricer *p, float weight)
{
  memset (p->row, 0, (size_t) (p->width + 1) * sizeof (float));
  for (int y = 0; y < p->height; y++) {
    size_t first = (size_t) y * (size_t) p->width;

    next_cover_row (p, y);
    for (int x = 0; x < p->width; x++) {
      size_t i = first + (size_t) x;

      float next = p->price[i] + p->step[i] * (p->demand[i] - p->row[x]);

      p->answer[i] = next;
      next = 2 * next - p->price[i];
      p->price[i] = p->price_anchor[i] + weight * (next - p->price_anchor[i]);
    }
  }
}

bool
tw_pricer_iterate (TwPricer *p, int iterations)
{
  TwPoll poll;

  tw_poll_init (&poll, p->run, (uint32_t) (1 + 200000 / (p->n_squares + 1)));
  for (int i = 0; i < iterations; i++) {
    float weight = (float) (p->since_restart + 1) / (float) (p->since_restart + 2);

    if (tw_poll (&poll))
      return false;
    sum_prices (p);
    step_primal (p, weight);
    step_dual (p, weight);
    if (p->cuts != NULL)
      tw_cuts_step (p->cuts, p->next, weight);
    p->steps++;
    p->since_restart++;
    if (p->since_restart >= LEAST_ROUND && p->since_restart * 2 >= p->steps)
      restart (p);
  }
  return true;
}

/* What the cuts charge the squares, in the order of the rounding: row-major by cell, then by size.
 * Their sum goes to `extra`; when they have run wild, all that is 0. */
static int64_t *
round_cuts (const TwPricer *p, int32_t unit, int64_t *extra)
{
  int64_t *planes = tw_run_calloc (p->run, p->n_squares, sizeof (int64_t));
  int64_t *charges = tw_run_calloc (p->run, p->n_squares, sizeof (int64_t)), *to = charges;

  if (planes != NULL && charges != NULL) {
    *extra = tw_cuts_round (p->cuts, unit, planes);
    for (size_t i = 0; i < p->n_squares; i++) {
      if (planes[i] > (int64_t) unit * MOST_CHARGE) {
        memset (planes, 0, p->n_squares * sizeof (int64_t));
        *extra = 0;
        break;
      }
    }
    for (int y = 0; y < p->height; y++) {
      for (int x = 0; x < p->width; x++) {
        int largest = p->largest[tw_board_index (p->board, x, y)];

        for (int size = 1; size <= largest; size++)
          *to++ = planes[p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y].first
                         + (size_t) x];
      }
    }
  } else {
    tw_run_mfree (p->run, charges, p->n_squares * sizeof (int64_t));
    charges = NULL;
  }
  tw_run_mfree (p->run, planes, p->n_squares * sizeof (int64_t));
  return charges;
}

int64_t *
tw_pricer_charges (const TwPricer *p, int32_t unit, size_t *n)
{
  int64_t extra;

  *n = p->cuts != NULL ? p->n_squares : 0;
  return p->cuts != NULL ? round_cuts (p, unit, &extra) : NULL;
}

TwPrices *
tw_pricer_prices (TwPricer *p, int32_t unit)
{
  double *values = tw_run_malloc (p->run, p->n_cells * sizeof (double));
  TwPrices *prices = NULL;
  int64_t *charges = NULL, extra = 0;

  if (values != NULL) {
    for (size_t i = 0; i < p->n_cells; i++)
      values[i] = p->answer[i];
    if (p->cuts == NULL || (charges = round_cuts (p, unit, &extra)) != NULL)
      prices = tw_prices_round (p->board, values, unit, p->first_column, p->first_row, charges,
                                p->run);
    if (prices != NULL && extra > 0) {
      prices->extra = extra;
      prices->cuts = tw_cuts_weigh (p->cuts, unit);
      if (prices->cuts == NULL) {
        tw_prices_free (prices, p->run);
        prices = NULL;
      }
    }
    tw_run_mfree (p->run, charges, charges != NULL ? p->n_squares * sizeof (int64_t) : 0);
  }
  tw_run_mfree (p->run, values, p->n_cells * sizeof (double));
  return prices;
}

/* --- cuts ---------------------------------------------------------------- */

/* The primal step of a square: one over the rows of the model that it is in, by the ratio. */
static void
set_lengths (TwPricer *p)
{
  memset (p->length, 0, p->n_squares * sizeof (float));
  tw_cuts_count (p->cuts, p->length);
  for (int size = 1; size <= p->most; size++) {
    size_t from = p->spans[(size_t) (size - 1) * (size_t) p->height].first, to = p->n_squares;

    from += (size_t) p->spans[(size_t) (size - 1) * (size_t) p->height].from;
    if (size < p->most) {
      const TwSpan *next = &p->spans[(size_t) size * (size_t) p->height];

      to = next->first + (size_t) next->from;
    }
    for (size_t i = from; i < to; i++)
      p->length[i] = STEP_RATIO / (p->length[i] + (float) (size * size));
  }
}

bool
tw_pricer_add_cut (TwPricer *p, const uint32_t *points, size_t n_points)
{
  if (p->cuts == NULL) {
    size_t size = p->n_squares * sizeof (float);

    p->cuts = tw_cuts_new (p->board, p->largest, p->spans, p->most, p->run);
    p->charged = tw_run_malloc (p->run, size);
    p->length = tw_run_malloc (p->run, size);
    p->next = tw_run_calloc (p->run, p->n_squares, sizeof (float));
    if (p->cuts == NULL || p->charged == NULL || p->length == NULL || p->next == NULL) {
      drop_all_cuts (p);
      return false;
    }
  }
  return tw_cuts_add (p->cuts, points, n_points) != TW_CUT_NO_MEMORY;
}

void
tw_pricer_drop_cuts (TwPricer *p, float least)
{
  if (p->cuts != NULL)
    tw_cuts_drop (p->cuts, least);
}

size_t
tw_pricer_count_cuts (const TwPricer *p)
{
  return p->cuts != NULL ? p->cuts->n : 0;
}

void
tw_pricer_use_cuts (TwPricer *p)
{
  if (p->cuts == NULL)
    return;
  set_lengths (p);
  p->steps = p->steps < MOST_AFTER_CUTS ? p->steps : MOST_AFTER_CUTS;
  restart (p);
}

float
tw_pricer_share (const TwPricer *p, TwSquare square)
{
  const TwSpan
    *span = &p->spans[(size_t) (square.size - 1) * (size_t) p->height + (size_t) square.y];

  if (square.x < span->from || square.x >= span->to)
    return 0;
  return p->share[span->first + (size_t) square.x];
}

void
tw_pricer_start_at (TwPricer *p, const TwPrices *prices)
{
  for (size_t i = 0; i < p->n_cells; i++)
    p->price[i] = (float) prices->cells[i] / (float) prices->unit;
  restart (p);
}

void
tw_pricer_start_from (TwPricer *p, int k, const TwPricer *from, int from_k, const TwBoard *original)
{
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      TwSquare cell = { .x = x, .y = y, .size = 1 };

      for (int size = 1; size <= p->largest[tw_board_index (p->board, x, y)]; size++) {
        TwSquare square = { .x = x, .y = y, .size = size };
        const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];

        square = tw_transform_square_back (k, original->width, original->height, square);
        square = tw_transform_square (from_k, original->width, original->height, square);
        p->share[span->first + (size_t) x] = tw_pricer_share (from, square);
      }
      cell = tw_transform_square_back (k, original->width, original->height, cell);
      cell = tw_transform_square (from_k, original->width, original->height, cell);
      p->price[tw_board_index (p->board, x, y)] =
        from->price[tw_board_index (from->board, cell.x, cell.y)];
    }
  }
  p->steps = from->steps;
  restart (p);
}
