/* components.c - solving a board component by component; see components.h. */
#include "core/squares/components.h"

#include <math.h>
#include <stdlib.h>

#include "core/squares/greedy.h"
#include "core/squares/optimal.h"

enum {
  LOW = 8, /* rows that the exact sweep covers in a few milliseconds */
};

typedef struct {
  TwBoard *board; /* cropped to the component */
  int x;          /* where it lies */
  int y;
  size_t cells;
  TwTiling tiling; /* the best, once the part is done */
  int64_t bound;
} Part;

typedef struct {
  const TwBoard *board;
  TwRun *run;
  Part *parts;
  int n_parts;
  int current; /* the part that is being solved; others do not change meanwhile */
} Whole;

static bool
add_part (TwTiling *whole, const Part *part, const TwTiling *tiling)
{
  for (size_t i = 0; i < tiling->count; i++) {
    TwSquare s = tiling->squares[i];

    s.x += part->x;
    s.y += part->y;
    if (!tw_tiling_add (whole, s))
      return false;
  }
  return true;
}

/* The part at work has become better: so has the whole board. */
static void
tell_whole (TwRun *part_run, void *data)
{
  const Whole *whole = data;
  TwTiling now = { 0 }, sum = { 0 };
  int64_t bound = 0;
  int transform = 0;
  bool ok = tw_run_copy_best (part_run, &now, &transform);

  for (int i = 0; i < whole->n_parts; i++) {
    const Part *part = &whole->parts[i];

    ok = ok && add_part (&sum, part, i == whole->current ? &now : &part->tiling);
    bound += i == whole->current && tw_run_bound (part_run) > part->bound ? tw_run_bound (part_run)
                                                                          : part->bound;
  }
  if (ok)
    tw_run_offer (whole->run, whole->board, &sum, transform);
  tw_run_raise_bound (whole->run, bound);
  tw_tiling_clear (&now);
  tw_tiling_clear (&sum);
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
  free (whole->parts);
}

/* Each part with a greedy tiling and the bound that there is something to cover. False when
 * memory is short, or at a stop. */
static bool
cut_out_parts (Whole *whole, const int32_t *labels)
{
  TwBoardBox *boxes = malloc ((size_t) whole->n_parts * sizeof *boxes);
  bool ok = boxes != NULL;

  whole->parts = calloc ((size_t) whole->n_parts, sizeof (Part));
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
  }
  if (ok)
    qsort (whole->parts, (size_t) whole->n_parts, sizeof (Part), smaller_first);
  free (boxes);
  return ok;
}

/* The part's share of the time that is left; what it does not use goes to the larger
 * ones that follow. */
static double
seconds_for (const Whole *whole, int index)
{
  double left = tw_run_remaining (whole->run);
  double cells = 0;

  if (!(left < HUGE_VAL))
    return 0;
  for (int i = index; i < whole->n_parts; i++)
    cells += (double) whole->parts[i].cells;
  return fmax (left * (double) whole->parts[index].cells / cells, 1e-3);
}

static bool
solve_part (Whole *whole, int index, const TwOptions *options, TwSquaresSolve solve)
{
  Part *part = &whole->parts[index];
  bool low = part->board->width <= LOW || part->board->height <= LOW;
  TwRun *run = tw_run_new_child (whole->run, seconds_for (whole, index));

  if (run == NULL)
    return false;
  whole->current = index;
  tw_run_watch (run, tell_whole, whole);
  (low ? tw_optimal_solve : solve) (part->board, options, run);
  tw_run_add_nodes (whole->run, tw_run_nodes (run));
  if (tw_run_best (run) >= 0 && tw_run_best (run) <= (int64_t) part->tiling.count)
    tw_run_copy_best (run, &part->tiling, NULL);
  if (tw_run_bound (run) > part->bound)
    part->bound = tw_run_bound (run);
  tw_run_free (run);
  return true;
}

static TwStatus
solve_parts (Whole *whole, const TwOptions *options, TwSquaresSolve solve)
{
  TwLane *lane = tw_run_lane (whole->run, 0);

  atomic_store (&lane->phase, TW_PHASE_SEARCH);
  atomic_store (&lane->steps, whole->n_parts);
  tw_run_raise_bound (whole->run, whole->n_parts);
  for (int i = 0; i < whole->n_parts && !tw_run_should_stop (whole->run); i++) {
    const Part *part = &whole->parts[i];

    /* Nothing is to be found in a part that is a square. */
    if ((int64_t) part->tiling.count > part->bound && !solve_part (whole, i, options, solve)) {
      tw_run_stop (whole->run, TW_STOP_MEMORY);
      break;
    }
    atomic_store (&lane->step, i + 1);
  }
  atomic_store (&lane->phase, TW_PHASE_DONE);
  if (tw_run_best (whole->run) >= 0 && tw_run_bound (whole->run) >= tw_run_best (whole->run))
    return TW_STATUS_OPTIMAL;
  return tw_run_status (whole->run);
}

TwStatus
tw_components_solve (const TwBoard *board, const TwOptions *options, TwRun *run,
                     TwSquaresSolve solve)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  int32_t *labels = malloc (cells * sizeof (int32_t));
  Whole whole = { .board = board, .run = run };
  TwStatus status;
  bool cut;

  if (labels != NULL)
    whole.n_parts = tw_board_label_components (board, labels);
  if (labels == NULL || whole.n_parts < 2) {
    free (labels);
    return solve (board, options, run);
  }
  tw_greedy_solve (board, options, run);
  cut = cut_out_parts (&whole, labels);
  free (labels);
  if (cut) {
    status = solve_parts (&whole, options, solve);
  } else {
    if (tw_run_stop_reason (run) == TW_STOP_NONE)
      tw_run_stop (run, TW_STOP_MEMORY);
    status = tw_run_status (run);
  }
  if (whole.parts != NULL)
    free_parts (&whole);
  return status;
}
