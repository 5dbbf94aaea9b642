/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.c - fills large boards in scan order, then by exact cover; see fill.h. */
#include "core/pieces/fill.h"

#include <stdlib.h>
#include <string.h>

#include "core/pieces/counts.h"
#include "core/base/random.h"
#include "core/pieces/find-reasons.h"
#include "core/pieces/restart.h"

/* Exact cover takes over when the rest has at most this many cells and, by a rough count,
 * placements. */
#define REST_CELLS  320
#define REST_PLACES 40000
/* The number of searches of one rest, and the node limit of the first. */
#define REST_TRIES 12
#define REST_SHARE 4000
/* Cells examined between two polls of the clock. */
#define POLL_WORK (1 << 18)
/* The least number of pieces to take back after a failure; it doubles with each failure in a row,
 * until the board is empty. */
#define BACK_DEAD_END 2
#define BACK_REST     6

/* Weights of the heuristic, tuned on pentominoes to heptominoes. */
#define WEIGHT_AWKWARD 1.0
#define WEIGHT_EDGE    0.5
#define WEIGHT_NOISE   1.5
#define WEIGHT_BALANCE 20.0
#define BONUS_NEEDED   2.0

typedef struct {
  const TwInstance *in;
  uint64_t random;
  TwPoll poll;

  uint8_t *covered; /* of each cell */
  int32_t *mark;    /* for each cell, the last flood fill that reached it */
  int32_t flood;
  int32_t *queue;
  uint8_t *fills;  /* for each size: can pieces add up to it? */
  double *awkward; /* of each class */
  int *left;
  int *need;

  TwPlace *path;
  int n_path;
  int n_covered;
  int64_t needed;       /* cells of the pieces that must still be placed */
  int64_t orientations; /* of the classes with pieces left */
  int largest;          /* cells of the largest piece */
} Fill;

static const int step[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

static int32_t
cell_at (const TwInstance *in, int x, int y)
{
  if (x < 0 || y < 0 || x >= in->width || y >= in->height)
    return -1;
  return in->cell_at[(size_t) y * (size_t) in->width + (size_t) x];
}

static bool
is_free (const Fill *fill, int x, int y)
{
  int32_t c = cell_at (fill->in, x, y);

  return c >= 0 && !fill->covered[c];
}

static bool
fits (const Fill *fill, const TwOrientation *orientation, int x, int y)
{
  const TwPieceProblem *problem = fill->in->problem;

  for (int i = 0; i < orientation->count; i++) {
    TwShapeCell cell = orientation->cells[i];
    int u = x + cell.x, v = y + cell.y;

    if (!is_free (fill, u, v)
        || !tw_piece_problem_takes (problem, tw_board_get (problem->board, u, v), cell.colour))
      return false;
  }
  return true;
}

static void
put (Fill *fill, TwPlace place, bool on)
{
  const TwInstance *in = fill->in;
  const TwOrientation *orientation = &in->orientations[place.orientation];
  const TwClass *cls = &in->classes[orientation->cls];

  for (int i = 0; i < orientation->count; i++)
    fill->covered[cell_at (in, place.x + orientation->cells[i].x,
                           place.y + orientation->cells[i].y)] = on;
  if (on) {
    fill->path[fill->n_path++] = place;
    fill->n_covered += orientation->count;
    if (fill->need[orientation->cls]-- > 0)
      fill->needed -= orientation->count;
    if (--fill->left[orientation->cls] == 0)
      fill->orientations -= cls->n_orientations;
  } else {
    fill->n_path--;
    fill->n_covered -= orientation->count;
    if (++fill->need[orientation->cls] > 0)
      fill->needed += orientation->count;
    if (fill->left[orientation->cls]++ == 0)
      fill->orientations += cls->n_orientations;
  }
}

/* Is the region of cell `start` large, or of a size that pieces can add up to? */
static bool
region_is_fine (Fill *fill, int32_t start)
{
  const TwInstance *in = fill->in;
  int enough = 3 * fill->largest;
  int head = 0, tail = 0;

  fill->queue[tail++] = start;
  fill->mark[start] = fill->flood;
  while (head < tail && tail < enough) {
    int32_t c = fill->queue[head++];

    for (int d = 0; d < 4; d++) {
      int32_t other = cell_at (in, in->cell_x[c] + step[d][0], in->cell_y[c] + step[d][1]);

      if (other < 0 || fill->covered[other] || fill->mark[other] == fill->flood)
        continue;
      fill->mark[other] = fill->flood;
      fill->queue[tail++] = other;
      if (tail >= enough) {
        tw_poll_by (&fill->poll, (uint32_t) tail);
        return true;
      }
    }
  }
  tw_poll_by (&fill->poll, (uint32_t) tail);
  return fill->fills[tail];
}

/* Counts the edges between the placement, whose cells are marked as covered, and free cells. */
static int
count_edges (const Fill *fill, const TwOrientation *orientation, int x, int y)
{
  int edges = 0;

  for (int i = 0; i < orientation->count; i++) {
    for (int d = 0; d < 4; d++)
      edges += is_free (fill, x + orientation->cells[i].x + step[d][0],
                        y + orientation->cells[i].y + step[d][1]);
  }
  return edges;
}

/* Can every region that the placement cuts off be filled? */
static bool
front_is_fine (Fill *fill, const TwOrientation *orientation, int x, int y)
{
  const TwInstance *in = fill->in;

  fill->flood++;
  for (int i = 0; i < orientation->count; i++) {
    for (int d = 0; d < 4; d++) {
      int32_t c = cell_at (in, x + orientation->cells[i].x + step[d][0],
                           y + orientation->cells[i].y + step[d][1]);

      if (c >= 0 && !fill->covered[c] && fill->mark[c] != fill->flood && !region_is_fine (fill, c))
        return false;
    }
  }
  return true;
}

static void
cover_cells (Fill *fill, const TwOrientation *orientation, int x, int y, bool on)
{
  for (int i = 0; i < orientation->count; i++)
    fill
      ->covered[cell_at (fill->in, x + orientation->cells[i].x, y + orientation->cells[i].y)] = on;
}

/* Finds the best placement at a cell; returns false when there is none, or when the run stops. */
static bool
choose (Fill *fill, int32_t cell, TwPlace *best)
{
  const TwInstance *in = fill->in;
  double rest = 1.0 - (double) fill->n_covered / in->n_cells;
  int64_t spare = in->n_cells - fill->n_covered - fill->needed;
  double best_score = 0.0;
  bool any = false;

  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];
    double worth;

    if (fill->left[c] == 0 || (fill->need[c] <= 0 && cls->size > spare))
      continue;
    /* Spread the use of classes with many pieces, so that some of each remain for the end. */
    worth = WEIGHT_AWKWARD * fill->awkward[c] + (fill->need[c] > 0 ? BONUS_NEEDED : 0.0)
            + WEIGHT_BALANCE * ((double) fill->left[c] / cls->most - rest);
    for (int o = cls->first_orientation; o < cls->first_orientation + cls->n_orientations; o++) {
      const TwOrientation *orientation = &in->orientations[o];
      int x = in->cell_x[cell] - orientation->cells[0].x;
      int y = in->cell_y[cell] - orientation->cells[0].y;
      double score;

      if (tw_poll_by (&fill->poll, (uint32_t) orientation->count))
        return false;
      if (!fits (fill, orientation, x, y))
        continue;
      cover_cells (fill, orientation, x, y, true);
      score = worth - WEIGHT_EDGE * count_edges (fill, orientation, x, y)
              + WEIGHT_NOISE * (tw_random_half (&fill->random) * (1.0 / 4294967296.0));
      if ((!any || score > best_score)
          && (!in->connected || front_is_fine (fill, orientation, x, y))) {
        any = true;
        best_score = score;
        *best = (TwPlace){ .orientation = o, .x = (int16_t) x, .y = (int16_t) y };
      }
      cover_cells (fill, orientation, x, y, false);
    }
  }
  return any;
}

/* Takes back the last `count` pieces; *cell becomes the first free cell. */
static void
take_back (Fill *fill, int count, int32_t *cell)
{
  for (; count > 0 && fill->n_path > 0; count--) {
    TwPlace place = fill->path[fill->n_path - 1];
    const TwOrientation *orientation = &fill->in->orientations[place.orientation];
    int32_t first = cell_at (fill->in, place.x + orientation->cells[0].x,
                             place.y + orientation->cells[0].y);

    put (fill, place, false);
    *cell = first < *cell ? first : *cell;
  }
}

static bool
rest_is_small (const Fill *fill)
{
  int64_t rest = fill->in->n_cells - fill->n_covered;

  return rest <= REST_CELLS && rest * fill->orientations <= REST_PLACES;
}

/* Continues from *cell until the rest is small. Returns false when the run stops. */
static bool
fill_front (Fill *fill, int32_t *cell)
{
  int deepest = fill->n_path, failures = 0;

  while (!rest_is_small (fill)) {
    TwPlace best = { 0 };

    while (fill->covered[*cell])
      ++*cell;
    if (choose (fill, *cell, &best)) {
      put (fill, best, true);
      if (fill->n_path > deepest) {
        deepest = fill->n_path;
        failures = 0;
      }
      continue;
    }
    if (fill->poll.stopped)
      return false;
    take_back (fill, BACK_DEAD_END << (failures < 20 ? failures / 8 : 12), cell);
    failures++;
    if (fill->n_path == 0) {
      deepest = 0;
      failures = 0;
    }
  }
  return true;
}

/* --- the rest ------------------------------------------------------------------------ */

/* Removes the cells that the front leaves free from the board. */
static void
block_free_cells (const Fill *fill, TwPieceProblem *problem)
{
  const TwInstance *in = fill->in;

  for (int i = 0; i < fill->n_path; i++) {
    TwPlace place = fill->path[i];

    if (in->classes[in->orientations[place.orientation].cls].is_free) {
      tw_board_set (problem->board, place.x, place.y, TW_CELL_BLOCKED);
      problem->n_free--;
    }
  }
}

static TwPieceProblem *
problem_of_rest (const Fill *fill)
{
  TwPieceProblem *problem = tw_piece_problem_copy (fill->in->problem);
  TwPieceSolution placed;

  if (problem == NULL)
    return NULL;
  if (!tw_instance_solution_of (fill->in, fill->path, fill->n_path, &placed)) {
    tw_piece_problem_free (problem);
    return NULL;
  }
  block_free_cells (fill, problem);
  for (size_t i = problem->n_placed; i < placed.count; i++) {
    if (tw_piece_problem_place (problem, placed.placements[i], NULL, NULL) != TW_PLACE_OK) {
      tw_piece_problem_free (problem);
      problem = NULL;
      break;
    }
  }
  tw_piece_solution_clear (&placed);
  return problem;
}

static TwEnd
solve_rest (Fill *fill, int threads, TwPieceSolution *solution)
{
  TwPieceProblem *problem = problem_of_rest (fill);
  TwPieceReason reason = { .kind = TW_REASON_NONE };
  TwEnd end = TW_END_NO_MEMORY;
  TwInstance rest;

  if (problem == NULL)
    return TW_END_NO_MEMORY;
  if (tw_instance_compile (&rest, problem, fill->in->run) == TW_END_DONE
      && tw_counts_check_area (&rest, &reason) == TW_END_DONE) {
    if (reason.kind == TW_REASON_NONE)
      tw_reasons_colours (&rest, &reason);
    if (reason.kind != TW_REASON_NONE) {
      end = TW_END_NONE;
    } else if (rest.n_cells == 0) {
      end = tw_instance_solution (&rest, NULL, 0, solution) ? TW_END_FOUND : TW_END_NO_MEMORY;
    } else {
      tw_counts_narrow (&rest);
      if (tw_instance_place (&rest, INT32_MAX - 1) == TW_END_DONE) {
        tw_reasons_places (&rest, &reason);
        end = reason.kind != TW_REASON_NONE
                ? TW_END_NONE
                : tw_restart_search (&rest, tw_random_half (&fill->random), threads,
                                     fill->n_path > 0 ? REST_TRIES : 0, REST_SHARE, solution);
      }
    }
  }
  tw_instance_clear (&rest);
  tw_piece_problem_free (problem);
  return end;
}

/* --- the whole search ------------------------------------------------------------------- */

static bool
init_fill (Fill *fill, const TwInstance *in, TwArena *arena)
{
  size_t cells = (size_t) in->n_cells + 1, classes = (size_t) in->n_classes + 1;

  fill->covered = tw_arena_alloc (arena, cells);
  fill->mark = tw_arena_alloc (arena, cells * sizeof (int32_t));
  fill->queue = tw_arena_alloc (arena, cells * sizeof (int32_t));
  fill->fills = tw_arena_alloc (arena, cells);
  fill->path = tw_arena_alloc (arena, cells * sizeof (TwPlace));
  fill->awkward = tw_arena_alloc (arena, classes * sizeof (double));
  fill->left = tw_arena_alloc (arena, classes * sizeof (int));
  fill->need = tw_arena_alloc (arena, classes * sizeof (int));
  if (fill->covered == NULL || fill->mark == NULL || fill->queue == NULL || fill->fills == NULL
      || fill->path == NULL || fill->awkward == NULL || fill->left == NULL || fill->need == NULL)
    return false;
  memset (fill->covered, 0, cells);
  memset (fill->mark, 0, cells * sizeof (int32_t));
  tw_restart_difficulties (in, fill->awkward);
  for (int c = 0; c < in->n_classes; c++) {
    fill->left[c] = in->classes[c].most;
    fill->need[c] = in->classes[c].least;
    fill->needed += (int64_t) in->classes[c].least * in->classes[c].size;
    if (in->classes[c].most > 0) {
      fill->orientations += in->classes[c].n_orientations;
      fill->largest = in->classes[c].size > fill->largest ? in->classes[c].size : fill->largest;
    }
  }
  tw_counts_fills (in, fill->left, fill->fills);
  return true;
}

static TwEnd
fill_and_solve (Fill *fill, int threads, TwPieceSolution *solution)
{
  TwProgressBar *bar = tw_run_progress_bar (fill->in->run, 0);
  int32_t cell = 0;
  int failures = 0;

  atomic_store_explicit (&bar->phase, TW_PHASE_SEARCH, memory_order_relaxed);
  for (;;) {
    TwEnd end;

    if (!fill_front (fill, &cell))
      return TW_END_STOPPED;
    end = solve_rest (fill, threads, solution);
    if (end == TW_END_FOUND || end == TW_END_NO_MEMORY)
      return end;
    if (tw_run_should_stop (fill->in->run))
      return TW_END_STOPPED;
    if (fill->n_path == 0)
      return end; /* the rest was the whole board */
    failures++;
    take_back (fill, BACK_REST << (failures % 8), &cell);
  }
}

TwEnd
tw_fill_search (const TwInstance *in, uint32_t seed, int threads, TwPieceSolution *solution)
{
  Fill fill = { .in = in, .random = seed };
  TwEnd end = TW_END_NO_MEMORY;
  TwArena arena;

  *solution = (TwPieceSolution){ 0 };
  tw_arena_init (&arena, in->run);
  tw_poll_init (&fill.poll, in->run, POLL_WORK);
  if (init_fill (&fill, in, &arena))
    end = fill_and_solve (&fill, threads, solution);
  tw_arena_clear (&arena);
  return end;
}
