/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-solver.c - the iterative dual solver: primal-dual hybrid gradient over all squares (see
 * prices.h).
 *
 * Let x[s] be the share of square s, p[c] the price of cell c, d[c] its demand, and r = STEP_RATIO.
 * A step with k steps since the last restart computes
 *     x' = max (0, x[s] - r / |s| * (1 - sum of p[c] over c in s)),  |s|: cells of s
 *     p' = p[c] + (d[c] - sum of 2 x' - x over s containing c) / (r * n[c])
 * where n[c] is the number of squares that contain c. Both are reflected and averaged with their
 * anchors at the restart, with weight w = (k + 1) / (k + 2): x = a + w * (2 x' - x - a), and p
 * alike. p' is the solution; its feasibility is restored by rounding (tw_prices_round ()).
 *
 * The squares of one size form a plane of the board's cells, so a step is a few vectorized passes
 * over rows of floats. Positions where a square does not fit have a huge cost, so their share stays
 * 0. */
#include "core/squares/duals/dual-solver.h"

#include <math.h>
#include <string.h>

#include "core/squares/duals/dual-steps.h"
#include "core/base/transform.h"

/* Maximum number of squares in all planes; each needs 12 bytes. On larger boards sizes above THIN are
 * thinned out: between THIN and 2 THIN every other one is kept, up to 4 THIN every fourth, and so on.
 * A square of another size is covered by one that is at most 1 / THIN larger, or by nearly the same
 * cells, so rounding has little to correct. */
#define MOST_SQUARES 80000000
#define LARGE_BOARD  40000000
#define THIN         32

#define NO_SQUARE 1e30f

/* Number of steps before the first restart. A later round is as long as all rounds before it
 * together. */
#define LEAST_ROUND 128

/* Solvers with at least FEW_ACTIVE squares, and FEW_ACTIVE_A_CELL for each cell, pass over active
 * blocks only in most steps (dual-steps.h). Where squares are small, more of them are active, and
 * their shares change too much between two steps over all squares. */
#define FEW_ACTIVE        2000000
#define FEW_ACTIVE_A_CELL 16

/* Upper limit for what useful cuts charge a square, as a multiple of the square's cost. */
#define MOST_CHARGE 8

/* Members of cuts with share 0 and a reduced cost of at least this are skipped until the next
 * separation round. */
#define NEAR 0.6f

/* New cuts reset the step count to at most this, so that the next rounds are short. */
#define MOST_AFTER_CUTS 512

static size_t
bytes_of_cells (const TwDualSolver *p)
{
  return p->n_cells * sizeof (float);
}

/* Takes the next `count` floats of a block and keeps it aligned. */
static float *
cut_off (float **memory, size_t count)
{
  float *at = *memory;

  *memory += WHOLE (count);
  return at;
}

static float *
align (void *memory)
{
  return (float *) (((uintptr_t) memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static void
drop_all_cuts (TwDualSolver *p)
{
  tw_cuts_free (p->cuts);
  tw_run_mfree (p->run, p->cuts_memory);
  p->cuts = NULL;
  p->cuts_memory = NULL;
}

static size_t
count_spans (const TwDualSolver *p)
{
  return (size_t) p->most * (size_t) p->height;
}

static bool
take_active (TwDualSolver *p)
{
  if (p->n_squares < FEW_ACTIVE || p->n_squares / FEW_ACTIVE_A_CELL < p->n_cells)
    return true;
  p->active = tw_run_malloc (p->run, p->n_squares / AT_ONCE * sizeof (uint32_t));
  p->n_active = tw_run_calloc (p->run, count_spans (p), sizeof (uint32_t));
  return p->active != NULL && p->n_active != NULL;
}

void
tw_dual_solver_free (TwDualSolver *p)
{
  TwRun *run;

  if (p == NULL)
    return;
  run = p->run;
  drop_all_cuts (p);
  tw_dual_steps_free_packed (p);
  tw_run_mfree (run, p->n_active);
  tw_run_mfree (run, p->active);
  tw_run_mfree (run, p->largest);
  tw_run_mfree (run, p->memory);
  tw_run_mfree (run, p->spans);
  tw_run_mfree (run, p);
}

/* Returns whether a thinned solver has a plane for this size. */
static bool
is_kept (int size)
{
  int step = 1;

  while (size > THIN * step)
    step *= 2;
  return size % step == 0;
}

/* Computes the columns of each size and row where squares fit, and their positions in the arrays.
 * Returns false when there are more than `most_squares`. */
static bool
lay_out_spans (TwDualSolver *p, size_t most_squares)
{
  p->n_squares = 0;
  for (int size = 1; size <= p->most; size++) {
    for (int y = 0; y < p->height; y++) {
      TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
      const uint16_t *largest = &p->largest[(size_t) y * (size_t) p->width];

      span->from = 0;
      span->to = p->thinned && !is_kept (size) ? 0 : p->width;
      while (span->from < span->to && largest[span->from] < size)
        span->from++;
      while (span->to > span->from && largest[span->to - 1] < size)
        span->to--;
      span->first = p->n_squares - (size_t) span_begin (span);
      p->n_squares += (size_t) span_length (span);
    }
    if (p->n_squares > most_squares)
      return false;
  }
  return true;
}

/* Returns the position of the first square of this size or a larger one. */
static size_t
plane_begin (const TwDualSolver *p, int size)
{
  const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height];

  return size <= p->most ? span->first + (size_t) span_begin (span) : p->n_squares;
}

/* Allocates all float arrays as one block. */
static bool
take_memory (TwDualSolver *p)
{
  size_t cells = WHOLE (p->n_cells), corners = p->stride * (size_t) (p->height + 1);
  size_t before = WHOLE ((size_t) p->most), after = p->stride + before;
  size_t count = 3 * p->n_squares + 5 * cells + 2 * corners + before + after;
  float *at;

  p->memory = tw_run_calloc (p->run, 1, count * sizeof (float) + ALIGNMENT);
  if (p->memory == NULL)
    return false;
  at = align (p->memory);
  p->cost = cut_off (&at, p->n_squares);
  p->share = cut_off (&at, p->n_squares);
  p->share_anchor = cut_off (&at, p->n_squares);
  p->price = cut_off (&at, p->n_cells);
  p->price_anchor = cut_off (&at, p->n_cells);
  p->answer = cut_off (&at, p->n_cells);
  p->step = cut_off (&at, p->n_cells);
  p->demand = cut_off (&at, p->n_cells);
  p->table = cut_off (&at, corners);
  p->cover = cut_off (&at, corners);
  p->row = at + before;
  return true;
}

static void
restart (TwDualSolver *p)
{
  memcpy (p->price_anchor, p->price, bytes_of_cells (p));
  memcpy (p->share_anchor, p->share, p->n_squares * sizeof (float));
  if (p->cuts != NULL)
    tw_cuts_set_anchor (p->cuts);
  p->since_restart = 0;
  p->since_full = 0;
}

/* Sets the costs of the squares of one size, and counts them in the cover. */
static void
init_size (TwDualSolver *p, int size)
{
  for (int y = 0; y < p->height; y++) {
    const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
    const uint16_t *largest = &p->largest[(size_t) y * (size_t) p->width];
    float *top = &p->cover[(size_t) y * p->stride], *bottom = top + (size_t) size * p->stride;

    for (int x = span->from; x < span->to; x++) {
      if (largest[x] < size)
        continue;
      p->cost[span->first + (size_t) x] = 1;
      top[x] += 1;
      top[x + size] -= 1;
      bottom[x] -= 1;
      bottom[x + size] += 1;
    }
  }
}

/* Sets the dual steps after all sizes were counted. */
static void
init_steps (TwDualSolver *p)
{
  tw_dual_steps_sum_up (p->cover, p->stride, p->width, p->height);
  /* The dual step of a cell is 1 / (number of squares that can cover it), divided by the ratio. */
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      size_t i = tw_board_index (p->board, x, y);

      if (p->board->cells[i] != TW_CELL_BLOCKED)
        p->step[i] = 1 / (p->cover[(size_t) y * p->stride + (size_t) x] * STEP_RATIO);
    }
  }
}

TwDualSolver *
tw_dual_solver_new (const TwBoard *board, TwRun *run)
{
  TwDualSolver *p = tw_run_calloc (run, 1, sizeof *p);

  if (p == NULL)
    return NULL;
  p->run = run;
  p->board = board;
  p->width = board->width;
  p->height = board->height;
  p->n_cells = (size_t) p->width * (size_t) p->height;
  p->stride = WHOLE ((size_t) p->width + BEYOND);
  p->largest = tw_run_malloc (run, p->n_cells * sizeof (uint16_t));
  if (p->largest == NULL)
    goto fail;
  tw_board_largest_squares (board, p->largest);
  for (size_t i = 0; i < p->n_cells; i++) {
    if (p->largest[i] > p->most)
      p->most = p->largest[i];
  }
  p->spans = tw_run_malloc (run, count_spans (p) * sizeof (TwSpan));
  if (p->spans == NULL)
    goto fail;
  p->thinned = !lay_out_spans (p, LARGE_BOARD);
  if (p->thinned && !lay_out_spans (p, MOST_SQUARES)) {
    p->n_squares = 0;
    goto fail;
  }
  if (!take_memory (p) || !take_active (p))
    goto fail;
  for (int size = 1; size <= p->most; size++) {
    size_t end = plane_begin (p, size + 1);

    /* Certificates need smaller solvers also after the end of the run. */
    if (p->thinned && tw_run_should_stop_at (run, NULL))
      goto fail;
    for (size_t i = plane_begin (p, size); i < end; i++)
      p->cost[i] = NO_SQUARE;
    init_size (p, size);
  }
  init_steps (p);
  /* All shares are 0, like their anchors. */
  for (size_t i = 0; i < p->n_cells; i++) {
    p->price[i] = board->cells[i] != TW_CELL_BLOCKED ? 1.0f / 16 : 0;
    p->demand[i] = 1;
  }
  memcpy (p->price_anchor, p->price, bytes_of_cells (p));
  return p;

fail:
  tw_dual_solver_free (p);
  return NULL;
}

void
tw_dual_solver_set_demand (TwDualSolver *p, const double *demand)
{
  for (size_t i = 0; i < p->n_cells; i++)
    p->demand[i] = (float) demand[i];
  p->steps = p->steps < MOST_AFTER_CUTS ? p->steps : MOST_AFTER_CUTS;
  restart (p);
}

bool
tw_dual_solver_is_thinned (const TwDualSolver *p)
{
  return p->thinned;
}

bool
tw_dual_solver_iterate (TwDualSolver *p, int iterations)
{
  TwPoll poll;

  tw_poll_init (&poll, p->run, (uint32_t) (1 + 200000 / (p->n_squares + 1)));
  for (int i = 0; i < iterations; i++) {
    float weight = (float) (p->since_restart + 1) / (float) (p->since_restart + 2);

    if (!tw_dual_step (p, weight, &poll))
      return false;
    if (p->cuts != NULL)
      tw_cuts_step (p->cuts, p->share, p->share_anchor, weight);
    p->steps++;
    p->since_restart++;
    if (p->since_restart >= LEAST_ROUND && p->since_restart * 2 >= p->steps) {
      tw_dual_steps_unpack (p);
      restart (p);
    }
  }
  tw_dual_steps_unpack (p);
  return true;
}

/* Returns what the cuts charge each square: by cell in row-major order, then by size. Adds the
 * prices of the cuts to `extra`. When a charge is implausibly large, all charges and `extra` are
 * 0. */
static int64_t *
round_cuts (const TwDualSolver *p, int32_t unit, int64_t *extra)
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
    tw_run_mfree (p->run, charges);
    charges = NULL;
  }
  tw_run_mfree (p->run, planes);
  return charges;
}

int64_t *
tw_dual_solver_charges (const TwDualSolver *p, int32_t unit, size_t *n)
{
  int64_t extra;

  *n = p->cuts != NULL ? p->n_squares : 0;
  return p->cuts != NULL ? round_cuts (p, unit, &extra) : NULL;
}

TwCutList *
tw_dual_solver_list_cuts (const TwDualSolver *p, int32_t unit)
{
  return p->cuts != NULL ? tw_cuts_list (p->cuts, unit) : NULL;
}

TwPrices *
tw_dual_solver_prices (TwDualSolver *p, int32_t unit)
{
  double *values = tw_run_malloc (p->run, p->n_cells * sizeof (double));
  TwPrices *prices = NULL;
  int64_t *charges = NULL, extra = 0;

  if (values != NULL) {
    tw_dual_solver_copy_values (p, values);
    if (p->cuts == NULL || (charges = round_cuts (p, unit, &extra)) != NULL)
      prices = tw_prices_round (p->board, values, unit, charges, p->run);
    if (prices != NULL)
      prices->extra = extra;
    tw_run_mfree (p->run, charges);
  }
  tw_run_mfree (p->run, values);
  return prices;
}

/* --- cuts ---------------------------------------------------------------- */

/* The primal step of a square is the ratio divided by the number of model rows that contain the
 * square. */
static void
set_lengths (TwDualSolver *p)
{
  memset (p->length, 0, p->n_squares * sizeof (float));
  tw_cuts_count (p->cuts, p->length);
  for (int size = 1; size <= p->most; size++) {
    for (size_t i = plane_begin (p, size); i < plane_begin (p, size + 1); i++)
      p->length[i] = STEP_RATIO / (p->length[i] + (float) (size * size));
  }
}

bool
tw_dual_solver_add_cut (TwDualSolver *p, const uint32_t *points, size_t n_points)
{
  if (p->cuts == NULL) {
    float *at;

    p->cuts = tw_cuts_new (p->board, p->largest, p->spans, p->most, p->run);
    p->cuts_memory = tw_run_calloc (p->run, 1, 2 * p->n_squares * sizeof (float) + ALIGNMENT);
    if (p->cuts == NULL || p->cuts_memory == NULL) {
      drop_all_cuts (p);
      return false;
    }
    at = align (p->cuts_memory);
    p->charged = cut_off (&at, p->n_squares);
    p->length = cut_off (&at, p->n_squares);
  }
  return tw_cuts_add (p->cuts, points, n_points) != TW_CUT_NO_MEMORY;
}

void
tw_dual_solver_drop_cuts (TwDualSolver *p, float least)
{
  if (p->cuts != NULL)
    tw_cuts_drop (p->cuts, least);
}

size_t
tw_dual_solver_count_cuts (const TwDualSolver *p)
{
  return p->cuts != NULL ? p->cuts->n : 0;
}

/* Finds the squares that have a share, or may soon get one, judged by their current reduced
 * cost. */
static void
find_near (const TwDualSolver *p, uint8_t *near)
{
  for (int size = 1; size <= p->most; size++) {
    for (int y = 0; y + size <= p->height; y++) {
      const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];
      const float *top = &p->table[(size_t) y * p->stride];
      const float *bottom = top + (size_t) size * p->stride;

      for (int x = span->from; x < span->to; x++) {
        size_t i = span->first + (size_t) x;
        float cost = p->charged[i] - (bottom[x + size] - bottom[x] - top[x + size] + top[x]);

        near[i] = p->share[i] > 0 || cost < NEAR;
      }
    }
  }
}

bool
tw_dual_solver_use_cuts (TwDualSolver *p)
{
  uint8_t *near;
  bool fine;

  if (p->cuts == NULL)
    return true;
  near = tw_run_malloc (p->run, p->n_squares);
  if (near == NULL)
    return false;
  tw_dual_steps_sum_prices (p);
  memcpy (p->charged, p->cost, p->n_squares * sizeof (float));
  tw_cuts_charge_all (p->cuts, p->charged);
  find_near (p, near);
  memcpy (p->charged, p->cost, p->n_squares * sizeof (float));
  fine = tw_cuts_focus (p->cuts, near, p->n_squares);
  tw_run_mfree (p->run, near);
  set_lengths (p);
  p->steps = p->steps < MOST_AFTER_CUTS ? p->steps : MOST_AFTER_CUTS;
  restart (p);
  return fine;
}

float
tw_dual_solver_share (const TwDualSolver *p, TwSquare square)
{
  const TwSpan
    *span = &p->spans[(size_t) (square.size - 1) * (size_t) p->height + (size_t) square.y];

  if (square.x < span->from || square.x >= span->to)
    return 0;
  return p->share[span->first + (size_t) square.x];
}

void
tw_dual_solver_start_at (TwDualSolver *p, const TwPrices *prices)
{
  for (size_t i = 0; i < p->n_cells; i++)
    p->price[i] = (float) prices->cells[i] / (float) prices->unit;
  restart (p);
}

void
tw_dual_solver_start_at_values (TwDualSolver *p, const double *values)
{
  for (size_t i = 0; i < p->n_cells; i++)
    p->price[i] = (float) values[i];
  restart (p);
}

void
tw_dual_solver_copy_values (const TwDualSolver *p, double *values)
{
  for (size_t i = 0; i < p->n_cells; i++)
    values[i] = p->answer[i];
}

void
tw_dual_solver_start_from (TwDualSolver *p, int k, const TwDualSolver *from, int from_k,
                           const TwBoard *original)
{
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      TwSquare cell = { .x = x, .y = y, .size = 1 };

      for (int size = 1; size <= p->largest[tw_board_index (p->board, x, y)]; size++) {
        TwSquare square = { .x = x, .y = y, .size = size };
        const TwSpan *span = &p->spans[(size_t) (size - 1) * (size_t) p->height + (size_t) y];

        if (x < span->from || x >= span->to)
          continue;
        square = tw_transform_square_back (k, original->width, original->height, square);
        square = tw_transform_square (from_k, original->width, original->height, square);
        p->share[span->first + (size_t) x] = tw_dual_solver_share (from, square);
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
