/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.c - solves a board component by component; see components.h. */
#include "core/squares/engines/components.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/squares/local/greedy.h"
#include "core/squares/engines/optimal.h"
#include "core/squares/workers.h"
#include "core/base/threads.h"
#include "core/squares/best.h"

enum {
  LOW = 8,     /* the exact sweep takes a few milliseconds for this many rows */
  SMALL = 300, /* components of at most this many cells are solved by one thread each, in
                * parallel */
};

/* Assembling a full tiling costs O(cells of the board). A component with a smaller fraction of the
 * cells than LARGE_SHARE triggers it only after PATIENCE times that duration has passed. */
#define LARGE_SHARE 0.05
#define PATIENCE    20

typedef struct {
  TwBoard *board; /* cropped to the component */
  int x;          /* position on the board */
  int y;
  size_t cells;
  TwTiling tiling; /* the best tiling found */
  int64_t bound;
  bool given_up; /* its search ended before the deadline without a proof */
} Part;

typedef struct {
  const TwBoard *board;
  const TwOptions *options;
  TwSquaresSolve solve;
  TwRun *run;
  Part *parts; /* sorted by size, small ones first */
  int n_parts;

  pthread_mutex_t lock; /* protects all fields below, and the tilings and bounds of the
                         * components */
  int next;             /* the next component to start */
  int n_small;          /* number of components that are solved in parallel */
  double cells;         /* number of cells of the open components from `next` on */
  double cells_of_all;
  int proved;       /* number of cells of the components that are solved to optimality */
  int64_t bound;    /* sum over all components */
  bool told;        /* the run has the current tilings of the components */
  double tell_next; /* time in seconds before which small components do not trigger assembly */
} Whole;

/* The data of a component's watch callback. */
typedef struct {
  Whole *whole;
  Part *part;
} Watch;

static bool
add_part (TwTiling *whole, const Part *part)
{
  for (size_t i = 0; i < part->tiling.count; i++) {
    TwSquare s = part->tiling.squares[i];

    s.x += part->x;
    s.y += part->y;
    if (!tw_tiling_add (whole, s))
      return false;
  }
  return true;
}

/* Assembles the full tiling and offers it. The caller holds the lock. */
static void
tell_tiling (Whole *whole, int transform)
{
  double began = tw_run_elapsed (whole->run);
  TwTiling sum = { 0 };
  bool ok = true;

  for (int i = 0; ok && i < whole->n_parts; i++)
    ok = add_part (&sum, &whole->parts[i]);
  whole->told = ok && tw_squares_offer (whole->run, whole->board, &sum, transform);
  tw_tiling_clear (&sum);
  whole->tell_next = tw_run_elapsed (whole->run) + PATIENCE * (tw_run_elapsed (whole->run) - began);
}

/* Watch callback: updates the bound and the tiling of the whole board. */
static void
tell_whole (TwRun *part_run, void *data)
{
  const Watch *watch = data;
  Whole *whole = watch->whole;
  Part *part = watch->part;
  int64_t bound;
  TwTiling now = { 0 };
  int transform = TW_NO_TRANSFORM;

  pthread_mutex_lock (&whole->lock);
  bound = tw_run_bound (part_run);
  if (bound > part->bound) {
    whole->bound += bound - part->bound;
    part->bound = bound;
    tw_run_raise_bound (whole->run, whole->bound);
  }
  if (tw_run_best (part_run) >= 0 && tw_run_best (part_run) < (int64_t) part->tiling.count
      && tw_squares_copy_best (part_run, &now, &transform)) {
    tw_tiling_clear (&part->tiling);
    part->tiling = now;
    whole->told = false;
  }
  if (!whole->told
      && ((double) part->cells >= LARGE_SHARE * whole->cells_of_all
          || tw_run_elapsed (whole->run) >= whole->tell_next))
    tell_tiling (whole, transform);
  pthread_mutex_unlock (&whole->lock);
}

static int
smaller_first (const void *a, const void *b)
{
  const Part *p = a, *q = b;

  return (p->cells > q->cells) - (p->cells < q->cells);
}

static void
free_parts (Whole *whole)
{
  for (int i = 0; i < whole->n_parts; i++) {
    tw_board_free (whole->parts[i].board);
    tw_tiling_clear (&whole->parts[i].tiling);
  }
  tw_run_mfree (whole->run, whole->parts);
}

/* Creates all components, each with a greedy tiling and bound 1. Returns false when memory is short
 * or the run ends. */
static bool
cut_out_parts (Whole *whole, const int32_t *labels)
{
  TwBoardBox *boxes = tw_run_malloc (whole->run, (size_t) whole->n_parts * sizeof *boxes);
  bool ok = boxes != NULL;

  whole->parts = tw_run_calloc (whole->run, (size_t) whole->n_parts, sizeof (Part));
  ok = ok && whole->parts != NULL;
  if (ok)
    tw_board_component_boxes (whole->board, labels, whole->n_parts, boxes);
  for (int i = 0; ok && i < whole->n_parts; i++) {
    Part *part = &whole->parts[i];

    part->x = boxes[i].left;
    part->y = boxes[i].top;
    part->board = tw_board_cut_component (whole->board, labels, i, &boxes[i]);
    ok = part->board != NULL && tw_greedy_cover (part->board, &part->tiling)
         && !tw_run_should_stop (whole->run);
    part->cells = part->board != NULL ? tw_board_count_free (part->board) : 0;
    part->bound = 1;
    whole->bound++;
    whole->cells_of_all += (double) part->cells;
    whole->n_small += part->cells <= SMALL;
  }
  if (ok)
    qsort (whole->parts, (size_t) whole->n_parts, sizeof (Part), smaller_first);
  tw_run_mfree (whole->run, boxes);
  return ok;
}

/* Returns the next component's share of the remaining time; 0 without a deadline. The time it does
 * not use goes to the larger components that follow. The caller holds the lock. */
static double
seconds_for (const Whole *whole, const Part *part)
{
  double left = tw_run_remaining (whole->run);

  return left < HUGE_VAL ? fmax (left * (double) part->cells / whole->cells, 1e-3) : 0;
}

/* Returns false when memory is short. */
static bool
solve_part (Whole *whole, Part *part, double seconds, int threads)
{
  bool low = part->board->width <= LOW || part->board->height <= LOW;
  TwRun *run = tw_run_new_child (whole->run, seconds);
  TwOptions options = *whole->options;
  Watch watch = { .whole = whole, .part = part };

  if (run == NULL)
    return false;
  options.threads = threads;
  /* Start from the result of an earlier round. */
  tw_squares_offer (run, part->board, &part->tiling, TW_NO_TRANSFORM);
  tw_run_raise_bound (run, part->bound);
  tw_run_watch (run, tell_whole, &watch);
  (low ? tw_optimal_solve : whole->solve) (part->board, &options, run);
  tw_run_add_nodes (whole->run, tw_run_nodes (run));
  /* Near its deadline an engine may also return because the time does not suffice for another
   * step. */
  part->given_up = tw_run_stop_reason (run) != TW_STOP_DEADLINE
                   && !(seconds > 0 && tw_run_remaining (run) < seconds / 2);
  tw_run_free (run);
  return true;
}

/* Returns whether more work may help. A component that is a single square is closed from the
 * start. */
static bool
is_open (const Part *part)
{
  return (int64_t) part->tiling.count > part->bound && !part->given_up;
}

/* Counts the cells of a component that no search has to look at again. The caller holds the lock. */
static void
count_proved (Whole *whole, const Part *part)
{
  TwProgressBar *bar = tw_run_progress_bar (whole->run, TW_STRATEGY_PROOF_BAR);

  if ((int64_t) part->tiling.count <= part->bound)
    whole->proved += (int) part->cells;
  atomic_store (&bar->step, whole->proved);
}

/* Solves the open components from `next` on, one after the other. */
static void
solve_parts (Whole *whole, int until, int threads)
{
  while (!tw_run_should_stop (whole->run)) {
    Part *part = NULL;
    double seconds = 0;

    pthread_mutex_lock (&whole->lock);
    while (whole->next < until && !is_open (&whole->parts[whole->next]))
      whole->next++;
    if (whole->next < until) {
      part = &whole->parts[whole->next++];
      seconds = seconds_for (whole, part);
      whole->cells -= (double) part->cells;
    }
    pthread_mutex_unlock (&whole->lock);
    if (part == NULL)
      return;
    if (!solve_part (whole, part, seconds, threads)) {
      tw_run_stop (whole->run, TW_STOP_MEMORY);
      return;
    }
    pthread_mutex_lock (&whole->lock);
    count_proved (whole, part);
    pthread_mutex_unlock (&whole->lock);
  }
}

static void *
solve_small (void *data)
{
  Whole *whole = data;

  solve_parts (whole, whole->n_small, 1);
  return NULL;
}

/* Starts a round over the open components. Returns false when none is open. */
static bool
begin_round (Whole *whole)
{
  whole->next = 0;
  whole->cells = 0;
  for (int i = 0; i < whole->n_parts; i++) {
    if (is_open (&whole->parts[i]))
      whole->cells += (double) whole->parts[i].cells;
  }
  return whole->cells > 0;
}

static TwStatus
solve_all (Whole *whole)
{
  TwProgressBar *bar = tw_run_progress_bar (whole->run, TW_STRATEGY_PROOF_BAR);
  int threads = tw_options_threads (whole->options);

  atomic_store (&bar->phase, TW_PHASE_SEARCH);
  atomic_store (&bar->steps, (int) whole->cells_of_all);
  for (int i = 0; i < whole->n_parts; i++)
    count_proved (whole, &whole->parts[i]);
  tw_run_raise_bound (whole->run, whole->bound);
  begin_round (whole);
  if (whole->n_small > 1)
    tw_threads_run (solve_small, whole, 0, threads < whole->n_small ? threads : whole->n_small, 0);
  solve_parts (whole, whole->n_parts, threads);
  /* Redistribute unused time to the components that are not proved. */
  while (!tw_run_should_stop (whole->run) && begin_round (whole))
    solve_parts (whole, whole->n_parts, threads);
  if (!whole->told)
    tell_tiling (whole, TW_NO_TRANSFORM);
  tw_progress_bar_end (bar, tw_run_is_proved (whole->run));
  return tw_squares_status (whole->run);
}

TwStatus
tw_components_solve (const TwBoard *board, const TwOptions *options, TwRun *run,
                     TwSquaresSolve solve)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  int32_t *labels = tw_run_malloc (run, cells * sizeof (int32_t));
  Whole whole = { .board = board, .options = options, .solve = solve, .run = run };
  TwStatus status;
  bool cut;

  if (labels != NULL)
    whole.n_parts = tw_board_label_components (board, labels);
  if (labels == NULL || whole.n_parts < 2) {
    tw_run_mfree (run, labels);
    return solve (board, options, run);
  }
  tw_greedy_solve (board, options, run);
  cut = cut_out_parts (&whole, labels);
  tw_run_mfree (run, labels);
  if (cut && pthread_mutex_init (&whole.lock, NULL) == 0) {
    status = solve_all (&whole);
    pthread_mutex_destroy (&whole.lock);
  } else {
    if (tw_run_stop_reason (run) == TW_STOP_NONE)
      tw_run_stop (run, TW_STOP_MEMORY);
    status = tw_run_status (run);
  }
  if (whole.parts != NULL)
    free_parts (&whole);
  return status;
}
