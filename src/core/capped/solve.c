/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.c - turns a problem into walks of the skyline search; see solve.h.
 *
 * All workers share one tree. Besides its part of the exact walk, every worker spends the same
 * number of nodes on random walks with restarts. Where there are many tilings a random walk finds
 * one long before the exact walk; the exact walk proves that there is none. Perfect tilings are too
 * rare for random walks and are looked for among electrical networks (networks.h). Without a cap
 * the fewest squares are proved by composing networks (compose.h). */
#include "core/capped/solve.h"

#include "core/capped/halves.h"
#include "core/capped/networks.h"
#include "core/capped/search.h"
#include "core/capped/symmetry.h"
#include "core/networks/compose.h"
#include "core/squares/engines/rectangle.h"
#include "core/base/divisor.h"
#include "core/base/threads.h"
#include "core/squares/best.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  SLICE = 1 << 15,    /* nodes between two checks of the other workers */
  RESTART = 20000,    /* nodes of the shortest random walk */
  TRIAL = 1 << 18,    /* nodes of each worker in the first attempt to find any tiling */
  PATIENCE = 1 << 20, /* random nodes without success after which the proof gets a larger share
                       * of the time */
  SELDOM = 8,         /* the random walks then get 1 / SELDOM of the exact walk's nodes */
  HALVES = 1000,      /* walks over partial tilings to be joined */
  TOP_NODES = 20000,  /* approximate number of subtrees that are distributed */
  MAX_WORKERS = 256,
  EASY_AREA = 4900,     /* up to this area the skyline search takes seconds for a cap of 1 */
  EASY_SQUARES = 15,    /* composed networks exclude up to this number in about a second */
  EASY_LAST_ORDER = 18, /* then networks of this order are tried: some 0.03 s */
  HARD_LAST_ORDER = 22, /* otherwise of this one: some 5 s */
};

typedef struct {
  const TwCappedProblem *problem;
  TwRun *run;
  TwCappedResult *result;
  TwBoard *board;
  int workers;
  uint64_t seed;
  bool swapped;  /* the columns of the walk are the rows of the board */
  bool networks; /* perfect tilings are looked for among networks, too */

  /* The current tree. */
  TwCappedWalk walk;
  TwCappedShare share;
  const TwCappedPart *part; /* NULL: the whole tree */
  bool with_random;
  bool list_all;
  size_t list_bytes; /* charged to the run until the end */
  uint64_t budget;   /* nodes for each worker; 0: no limit */
  bool improve;      /* random walks look for tilings with fewer squares than the best, even if
                    * these exceed walk.most */
  atomic_bool found;
  atomic_bool unfinished; /* a worker stopped before it finished its part */
  atomic_int fewest;      /* number of squares of the best tiling; 0: none */
  pthread_mutex_t lock;   /* protects `result` */
} Job;

typedef struct {
  Job *job;
  int number;
} Worker;

void
tw_capped_result_clear (TwCappedResult *result)
{
  for (size_t i = 0; i < result->listed; i++)
    tw_tiling_clear (&result->list[i]);
  free (result->list);
  tw_tiling_clear (&result->best);
  *result = (TwCappedResult){ .list_most = result->list_most };
}

/* --- results ------------------------------------------------------------ */

static bool
add_to_list (Job *job, const TwTiling *tiling)
{
  TwCappedResult *result = job->result;
  size_t size = sizeof *tiling + tiling->count * sizeof *tiling->squares;
  TwTiling copy = { 0 };
  TwTiling *list = NULL;

  if (!tw_run_charge (job->run, size))
    return false;
  if (tw_tiling_assign (&copy, tiling))
    list = realloc (result->list, (result->listed + 1) * sizeof *list);
  if (list == NULL) {
    tw_tiling_clear (&copy);
    tw_run_discharge (job->run, size);
    return false;
  }
  result->list = list;
  job->list_bytes += size;
  list[result->listed++] = copy;
  return true;
}

/* Checks a tiling in the coordinates of the board and stores it. Returns TW_SOLUTION_UNJUDGED, and
 * stops the run, when memory was short for the check or for the copy. */
static TwJudgement
keep (Job *job, const TwTiling *tiling)
{
  TwCappedResult *result = job->result;
  TwSolution solution = tw_capped_solution (job->problem, tiling);
  TwJudgement judgement = tw_run_judge (job->run, &solution);
  bool kept = true;

  if (judgement != TW_SOLUTION_RIGHT)
    return judgement;
  pthread_mutex_lock (&job->lock);
  if (job->list_all) {
    result->count++;
    if (result->listed < result->list_most)
      kept = add_to_list (job, tiling);
  }
  if (kept
      && (result->best.count == 0
          || solution.cost < tw_capped_solution (job->problem, &result->best).cost)) {
    kept = tw_tiling_assign (&result->best, tiling);
    if (kept) {
      result->multiplicity = tw_capped_multiplicity (tiling);
      atomic_store (&job->fewest, (int) tiling->count);
    }
  }
  pthread_mutex_unlock (&job->lock);
  /* The run ranks tilings by their number of squares, but one with a lower cap may have more
   * squares. */
  if (kept && job->problem->goal != TW_CAPPED_LEAST_CAP)
    tw_squares_offer (job->run, job->board, tiling, 0);
  return kept ? TW_SOLUTION_RIGHT : TW_SOLUTION_UNJUDGED;
}

/* Takes a tiling in the coordinates of the walk, and clears it. With the goal "all" only one
 * representative of its symmetric images is stored. */
static TwJudgement
take_tiling (Job *job, TwTiling *tiling)
{
  bool failed = false, wanted = true;
  TwJudgement outcome = TW_SOLUTION_RIGHT;

  tw_tiling_sort (tiling);
  if (job->list_all)
    wanted = tw_capped_is_canonical (job->walk.width, job->walk.height, tiling, &failed);
  if (wanted) {
    for (size_t i = 0; i < tiling->count && job->swapped; i++) {
      TwSquare *s = &tiling->squares[i];

      *s = (TwSquare){ s->y, s->x, s->size };
    }
    tw_tiling_sort (tiling);
    outcome = keep (job, tiling);
  }
  tw_tiling_clear (tiling);
  return failed ? TW_SOLUTION_UNJUDGED : outcome;
}

/* Takes the tiling that a walk found. */
static TwJudgement
take (Job *job, const TwCappedSearch *search)
{
  TwTiling tiling = { 0 };

  if (tw_capped_search_tiling (search, &tiling))
    return take_tiling (job, &tiling);
  tw_tiling_clear (&tiling);
  return TW_SOLUTION_UNJUDGED;
}

/* --- one tree ------------------------------------------------------------ */

/* The Luby sequence 1 1 2 1 1 2 4 1 1 2 ...: most restarts are short, some are long. */
static uint64_t
luby (uint64_t i)
{
  uint64_t size = 1, power = 1;

  while (size < i + 1) {
    size = 2 * size + 1;
    power *= 2;
  }
  while (size - 1 != i) {
    size = (size - 1) / 2;
    power /= 2;
    i %= size;
  }
  return power;
}

/* Returns whether the best tiling answers the question of the current tree. */
static bool
is_settled (const Job *job)
{
  int fewest = atomic_load_explicit (&job->fewest, memory_order_relaxed);

  if (job->list_all || fewest == 0)
    return false;
  return job->walk.most == 0 || fewest <= job->walk.most;
}

/* Returns whether random walks may find tilings that the exact walk of this tree excludes. */
static bool
is_random_of_use (const Job *job)
{
  int fewest = atomic_load_explicit (&job->fewest, memory_order_relaxed);

  return !job->improve || fewest == 0 || fewest - 1 > job->walk.most;
}

/* The random walk of a worker. */
typedef struct {
  TwCappedSearch *search;
  uint64_t restarts;
  uint64_t left; /* remaining nodes of this walk */
  uint64_t seed;
  uint64_t in_vain; /* nodes since the last tiling */
} Wander;

static TwEnd
wander (Wander *wander, uint64_t nodes)
{
  while (nodes > 0) {
    uint64_t now = nodes < wander->left ? nodes : wander->left;
    TwEnd step = tw_capped_search_walk (wander->search, now);

    if (step == TW_END_FOUND || step == TW_END_STOPPED)
      return step;
    nodes -= now;
    wander->left -= now;
    if (wander->left == 0 || step == TW_END_NONE) {
      wander->left = RESTART * luby (++wander->restarts);
      tw_capped_search_restart (wander->search, ++wander->seed);
    }
  }
  return TW_END_LIMIT;
}

static void
tell_progress (Job *job)
{
  double done = (double) atomic_load_explicit (&job->share.done, memory_order_relaxed);

  tw_run_set_permille (job->run, (int) (done / TW_CAPPED_WHOLE * 1000));
}

/* Walks until the worker's part is finished, a tiling is found or the run stops. */
static void
work_on (Job *job, TwCappedSearch *exact, Wander *random)
{
  for (uint64_t spent = 0;; spent += SLICE) {
    TwCappedSearch *search = exact;
    TwEnd step;

    if (atomic_load_explicit (&job->found, memory_order_relaxed))
      break;
    step = tw_capped_search_walk (exact, SLICE);
    tell_progress (job);
    if (step == TW_END_NONE)
      return;
    if (step == TW_END_LIMIT && random->search != NULL && is_random_of_use (job)) {
      uint64_t nodes = random->in_vain < PATIENCE || !job->improve ? SLICE : SLICE / SELDOM;
      int fewest = atomic_load_explicit (&job->fewest, memory_order_relaxed);

      if (job->improve && fewest > 0)
        tw_capped_search_set_most (random->search, fewest - 1);
      search = random->search;
      step = wander (random, nodes);
      random->in_vain = step == TW_END_FOUND ? 0 : random->in_vain + nodes;
    }
    if (step == TW_END_STOPPED)
      break;
    if (step == TW_END_FOUND) {
      TwJudgement outcome = take (job, search);

      if (outcome == TW_SOLUTION_UNJUDGED) {
        tw_run_stop (job->run, TW_STOP_MEMORY);
        break;
      }
      /* A search that finds wrong tilings may also miss right ones: this walk must not prove
       * anything. */
      if (outcome == TW_SOLUTION_WRONG)
        atomic_store (&job->unfinished, true);
      if (outcome == TW_SOLUTION_RIGHT && is_settled (job)) {
        atomic_store (&job->found, true);
        break;
      }
    }
    if (job->budget > 0 && spent >= job->budget)
      break;
  }
  atomic_store (&job->unfinished, true);
}

static void *
work (void *data)
{
  Worker *worker = data;
  Job *job = worker->job;
  TwCappedWalk walk = job->walk;
  TwProgressBar *bar = tw_run_progress_bar (job->run, worker->number % TW_N_PROGRESS_BARS);
  TwCappedSearch *exact;
  Wander random = { .left = RESTART };

  atomic_store_explicit (&bar->phase, TW_PHASE_SEARCH, memory_order_relaxed);
  walk.leader = worker->number == 0 && (job->part == NULL || job->part->first == 0);
  exact = tw_capped_search_new (&walk, &job->share, job->run);
  if (job->with_random && exact != NULL) {
    random.seed = job->seed + ((uint64_t) worker->number << 32);
    walk.random = true;
    walk.seed = random.seed;
    if (job->improve)
      walk.most = 0;
    random.search = tw_capped_search_new (&walk, NULL, job->run);
  }
  if (exact == NULL || (job->with_random && random.search == NULL)) {
    tw_run_stop (job->run, TW_STOP_MEMORY);
    atomic_store (&job->unfinished, true);
  } else {
    work_on (job, exact, &random);
  }
  tw_capped_search_free (random.search);
  tw_capped_search_free (exact);
  tw_progress_bar_end (bar, tw_run_stop_reason (job->run) == TW_STOP_NONE);
  return NULL;
}

/* Returns the depth at which the top of the tree has about TOP_NODES leaves. */
static int
split_depth (int max_size)
{
  int depth = 1;

  for (double nodes = max_size; nodes * max_size <= TOP_NODES && depth < 12; depth++)
    nodes *= max_size;
  return depth;
}

/* Walks the tree of tilings that use no size more than `limit` times and have at most `most`
 * squares (0: no limit). */
static TwEnd
walk_tree (Job *job, int limit, int most, uint64_t budget)
{
  Worker workers[MAX_WORKERS];

  job->walk.limit = limit;
  job->walk.most = most;
  job->budget = budget;
  /* Perfect tilings are too rare for random walks. */
  job->with_random = job->part == NULL && !job->list_all && (most == 0 || job->improve)
                     && limit > 1;
  atomic_store (&job->share.tickets, job->part != NULL ? job->part->first : 0);
  job->share.end = job->part != NULL ? job->part->end : 0;
  atomic_store (&job->share.done, 0);
  atomic_store (&job->found, false);
  atomic_store (&job->unfinished, false);
  for (int i = 0; i < job->workers; i++)
    workers[i] = (Worker){ job, i };
  tw_threads_run (work, workers, sizeof workers[0], job->workers, 0);
  if (atomic_load (&job->found))
    return TW_END_FOUND;
  return atomic_load (&job->unfinished) ? TW_END_LIMIT : TW_END_NONE;
}

/* --- goals --------------------------------------------------------------- */

/* Joins halves. This finds tilings of large boards with caps of 2 and more. */
static TwEnd
try_halves (Job *job, int limit)
{
  TwTiling tiling = { 0 };
  bool found;

  job->walk.limit = limit;
  job->walk.seed = job->seed;
  found = tw_capped_find_halves (&job->walk, HALVES, job->run, &tiling);
  if (!found) {
    tw_tiling_clear (&tiling);
    return TW_END_LIMIT;
  }
  switch (take_tiling (job, &tiling)) {
  case TW_SOLUTION_RIGHT:
    return TW_END_FOUND;
  case TW_SOLUTION_UNJUDGED:
    tw_run_stop (job->run, TW_STOP_MEMORY);
    break;
  case TW_SOLUTION_WRONG:
    break;
  }
  return TW_END_LIMIT;
}

/* Takes a perfect rectangle of the board's shape if the board is a multiple of it. */
static bool
take_squaring (const TwSquaring *squaring, void *data)
{
  Job *job = data;
  const TwCappedProblem *problem = job->problem;
  bool standing = problem->width < problem->height;
  int longer = standing ? problem->height : problem->width, factor = longer / squaring->width;
  TwTiling tiling = { 0 };
  TwJudgement outcome = TW_SOLUTION_UNJUDGED;

  if (longer % squaring->width != 0)
    return true;
  if (tw_tiling_assign (&tiling, &squaring->tiling)) {
    for (size_t i = 0; i < tiling.count; i++) {
      TwSquare *s = &tiling.squares[i];

      *s = (TwSquare){ (standing ? s->y : s->x) * factor, (standing ? s->x : s->y) * factor,
                       s->size * factor };
    }
    tw_tiling_sort (&tiling);
    outcome = keep (job, &tiling);
  }
  tw_tiling_clear (&tiling);
  if (outcome == TW_SOLUTION_UNJUDGED)
    tw_run_stop (job->run, TW_STOP_MEMORY);
  return outcome == TW_SOLUTION_WRONG;
}

/* Looks for a perfect tiling among those of electrical networks. This proves nothing: a tiling can
 * have more squares, or consist of smaller rectangles. */
static TwEnd
try_networks (Job *job)
{
  int area = job->problem->width * job->problem->height, rest = area;
  TwProgressBar *bar = tw_run_progress_bar (job->run, 0);
  TwNetworksQuery query = { .first = TW_NETWORKS_LEAST_ORDER,
                            .width = job->problem->width,
                            .height = job->problem->height };

  if (!job->networks || tw_run_should_stop (job->run))
    return TW_END_LIMIT;
  /* Different squares need the area of the smallest ones at least. */
  for (int size = 1; rest >= size * size; size++) {
    rest -= size * size;
    query.last = size;
  }
  if (query.last > (area > EASY_AREA ? HARD_LAST_ORDER : EASY_LAST_ORDER))
    query.last = area > EASY_AREA ? HARD_LAST_ORDER : EASY_LAST_ORDER;
  atomic_store_explicit (&bar->phase, TW_PHASE_SEARCH, memory_order_relaxed);
  tw_networks_search (&query, job->run, take_squaring, job);
  tw_progress_bar_end (bar, tw_run_stop_reason (job->run) == TW_STOP_NONE);
  return job->result->best.count > 0 && job->result->multiplicity == 1 ? TW_END_FOUND
                                                                       : TW_END_LIMIT;
}

/* Tries a cap for a limited time: first full walks, then networks or halves. */
static TwEnd
try_cap (Job *job, int limit)
{
  TwEnd end = walk_tree (job, limit, 0, TRIAL);

  if (end != TW_END_LIMIT || tw_run_should_stop (job->run))
    return end;
  return limit < 2 ? try_networks (job) : try_halves (job, limit);
}

static TwEnd
find_any (Job *job)
{
  int limit = tw_capped_limit (job->problem);
  TwEnd end = job->part != NULL ? TW_END_LIMIT : try_cap (job, limit);

  if (end == TW_END_LIMIT)
    end = walk_tree (job, limit, 0, 0);
  if (end == TW_END_NONE)
    job->result->cap_bound = limit + 1;
  return end;
}

/* Finds a first tiling quickly; raises the cap until one is found. */
static void
find_first (Job *job)
{
  int limit = tw_capped_limit (job->problem);

  for (int cap = limit < 2 ? limit : 2; job->result->best.count == 0; cap += (cap + 1) / 2) {
    if (cap > limit)
      cap = limit;
    if (try_cap (job, cap) == TW_END_NONE)
      job->result->cap_bound = cap + 1;
    if (cap == limit || tw_run_should_stop (job->run))
      break;
  }
}

static TwEnd
find_least_cap (Job *job)
{
  TwCappedResult *result = job->result;
  int limit = tw_capped_limit (job->problem);

  result->cap_bound = 1;
  find_first (job);
  for (;;) {
    int cap = result->best.count > 0 ? result->multiplicity - 1 : limit;
    TwEnd end;

    if (cap < result->cap_bound)
      return TW_END_DONE;
    /* With a limit of 1 find_first () has tried the networks. */
    end = cap == 1 && limit > 1 ? try_networks (job) : TW_END_LIMIT;
    if (end == TW_END_LIMIT)
      end = walk_tree (job, cap, 0, 0);
    if (end == TW_END_NONE)
      result->cap_bound = cap + 1;
    if (end == TW_END_LIMIT)
      return end;
  }
}

/* Finds a first tiling where the cap allows guillotine cuts. If half of the time does not suffice,
 * random walks find one. */
static void
try_cuts (Job *job)
{
  double left = tw_run_remaining (job->run);
  TwRun *run = tw_run_new_child (job->run, left < HUGE_VAL ? left / 2 : 0);
  TwTiling tiling = { 0 };
  TwJudgement outcome = TW_SOLUTION_RIGHT;

  if (run == NULL
      || !tw_rectangle_lay_out_cuts (job->problem->width, job->problem->height, false, run,
                                     &tiling))
    outcome = TW_SOLUTION_UNJUDGED;
  else if (tiling.count > 0 && tw_capped_multiplicity (&tiling) <= tw_capped_limit (job->problem))
    outcome = keep (job, &tiling);
  if (outcome == TW_SOLUTION_UNJUDGED)
    tw_run_stop (job->run, TW_STOP_MEMORY);
  tw_tiling_clear (&tiling);
  tw_run_free (run);
}

/* Returns the largest number of squares within the cap and the area of the board, from the smallest
 * sizes. */
static int
most_squares (const TwCappedProblem *problem)
{
  int64_t area = (int64_t) problem->width * problem->height, limit = tw_capped_limit (problem);
  int64_t count = 0;

  for (int64_t size = 1; size <= tw_capped_max_size (problem) && area > 0; size++) {
    int64_t times = area / (size * size) < limit ? area / (size * size) : limit;

    count += times;
    area = times < limit ? 0 : area - times * size * size;
  }
  return (int) count;
}

/* Composes networks for a problem without a cap. Returns the proved bound. */
static int
compose (Job *job)
{
  const TwCappedProblem *problem = job->problem;
  TwTiling tiling = { 0 };
  const TwComposeQuery query = { .width = problem->width,
                                 .height = problem->height,
                                 .smaller = problem->width == problem->height && problem->width > 1,
                                 .known = (int) job->result->best.count };
  TwProgressBar *bar = tw_run_progress_bar (job->run, 0);
  int bound;

  /* The proof may take long, so search for a good tiling first. */
  if (query.known > EASY_SQUARES)
    walk_tree (job, tw_capped_limit (problem), EASY_SQUARES, TRIAL);
  if (tw_run_should_stop (job->run))
    return 1;
  atomic_store_explicit (&bar->phase, TW_PHASE_SEARCH, memory_order_relaxed);
  bound = tw_compose_search (&query, job->run, &tiling);
  tw_progress_bar_end (bar, tw_run_stop_reason (job->run) == TW_STOP_NONE);
  if (tiling.count > 0 && keep (job, &tiling) == TW_SOLUTION_UNJUDGED)
    tw_run_stop (job->run, TW_STOP_MEMORY);
  tw_tiling_clear (&tiling);
  return bound;
}

/* Walks trees of at most 1, 2, 3, ... squares until one contains a tiling, or the random walks have
 * found a tiling of that many squares. Without a cap, composed networks decide the first numbers. */
static TwEnd
find_fewest (Job *job)
{
  TwCappedResult *result = job->result;
  int limit = tw_capped_limit (job->problem), last = most_squares (job->problem), first = 1;
  TwEnd end;

  try_cuts (job);
  if (result->best.count == 0)
    find_first (job);
  if (result->cap_bound > limit)
    return TW_END_NONE;
  result->cap_bound = 0;
  job->improve = true;
  if (job->networks && job->problem->cap == TW_CAPPED_NO_CAP
      && tw_compose_suits (job->problem->width, job->problem->height))
    first = compose (job);
  for (int most = first;; most++) {
    result->most_bound = most;
    tw_run_raise_bound (job->run, most);
    if (result->best.count > 0 && (int64_t) result->best.count <= result->most_bound)
      return TW_END_DONE;
    if (most > last) {
      result->cap_bound = limit + 1;
      return TW_END_NONE;
    }
    end = walk_tree (job, limit, most, 0);
    if (end != TW_END_NONE)
      return end == TW_END_FOUND ? TW_END_DONE : end;
  }
}

/* --- quilts ----------------------------------------------------------------------- */

static bool
add_rectangle (TwRun *run, TwTiling *tiling, int x, int y, int width, int height)
{
  TwTiling part = { 0 };
  bool fine = tw_rectangle_lay_out_cuts (width, height, true, run, &part);

  for (size_t i = 0; fine && i < part.count; i++)
    fine = tw_tiling_add (
      tiling, (TwSquare){ x + part.squares[i].x, y + part.squares[i].y, part.squares[i].size });
  tw_tiling_clear (&part);
  return fine;
}

/* Two squares with coprime sides in opposite corners, and the rectangles beside them. */
static bool
find_first_quilt (Job *job)
{
  int side = job->problem->width, large = (side + 1) / 2, small;
  TwTiling tiling = { 0 };
  bool fine;

  while (tw_common_divisor (large, side) != 1)
    large++;
  small = side - large;
  fine = tw_tiling_add (&tiling, (TwSquare){ 0, 0, large })
         && tw_tiling_add (&tiling, (TwSquare){ large, large, small })
         && add_rectangle (job->run, &tiling, large, 0, small, large)
         && add_rectangle (job->run, &tiling, 0, large, large, small);
  fine = fine && (tw_run_should_stop (job->run) || keep (job, &tiling) != TW_SOLUTION_UNJUDGED);
  tw_tiling_clear (&tiling);
  return fine;
}

static bool
take_quilt (int width, int height, const TwTiling *tiling, void *data)
{
  Job *job = data;

  if (width < job->problem->width || height < job->problem->height)
    return true;
  if (keep (job, tiling) == TW_SOLUTION_UNJUDGED)
    tw_run_stop (job->run, TW_STOP_MEMORY);
  return false;
}

/* Finds the fewest coprime squares of all sides up to this one, layer by layer, until those of this
 * one are known. */
static TwEnd
find_quilt (Job *job)
{
  TwCappedResult *result = job->result;
  TwProgressBar *bar = tw_run_progress_bar (job->run, 0);

  if (!find_first_quilt (job))
    return TW_END_NO_MEMORY;
  if (!job->networks || tw_run_should_stop (job->run))
    return TW_END_LIMIT;
  atomic_store_explicit (&bar->phase, TW_PHASE_SEARCH, memory_order_relaxed);
  tw_compose_list_squares (job->problem->width, true, job->run, take_quilt, job);
  tw_progress_bar_end (bar, tw_run_stop_reason (job->run) == TW_STOP_NONE);
  result->most_bound = tw_run_bound (job->run);
  return result->best.count > 0 && (int64_t) result->best.count <= result->most_bound
           ? TW_END_DONE
           : TW_END_LIMIT;
}

static TwEnd
find_all (Job *job)
{
  TwCappedResult *result = job->result;

  job->list_all = true;
  if (walk_tree (job, tw_capped_limit (job->problem), 0, 0) == TW_END_LIMIT)
    return TW_END_LIMIT;
  result->complete = true;
  if (result->count == 0) {
    result->cap_bound = tw_capped_limit (job->problem) + 1;
    return TW_END_NONE;
  }
  result->most_bound = (int64_t) result->best.count;
  tw_run_raise_bound (job->run, result->most_bound);
  return TW_END_DONE;
}

/* Orders tilings by the sizes of their squares in row-major order, larger first, so that the list
 * does not depend on the threads. */
static int
compare_tilings (const void *a, const void *b)
{
  const TwTiling *p = a, *q = b;

  for (size_t i = 0; i < p->count && i < q->count; i++) {
    if (p->squares[i].size != q->squares[i].size)
      return p->squares[i].size > q->squares[i].size ? -1 : 1;
  }
  return 0;
}

void
tw_capped_result_sort (TwCappedResult *result)
{
  if (result->listed > 0)
    qsort (result->list, result->listed, sizeof *result->list, compare_tilings);
}

static TwCappedWalk
walk_of (const TwCappedProblem *problem, int split)
{
  bool swapped = problem->width > problem->height;

  return (TwCappedWalk){ .width = swapped ? problem->height : problem->width,
                         .height = swapped ? problem->width : problem->height,
                         .max_size = tw_capped_max_size (problem),
                         .limit = tw_capped_limit (problem),
                         .split = split };
}

uint64_t
tw_capped_count_parts (const TwCappedProblem *problem, int depth, uint64_t most, TwRun *run)
{
  TwCappedWalk walk = walk_of (problem, depth);
  TwCappedShare share = { .tickets = 1, .end = 1 };
  TwCappedSearch *search = tw_capped_search_new (&walk, &share, run);
  uint64_t count = 0;

  /* No ticket is left, so the walk ends above the subtrees. */
  if (search != NULL && tw_capped_search_walk (search, 4 * most) == TW_END_NONE)
    count = tw_capped_search_seen (search);
  tw_capped_search_free (search);
  return count <= most ? count : 0;
}

TwStatus
tw_capped_solve_part (const TwCappedProblem *problem, const TwCappedPart *part,
                      const TwOptions *options, TwRun *run, TwCappedResult *result)
{
  static TwEnd (*const goals[TW_N_CAPPED_GOALS]) (Job *) = {
    [TW_CAPPED_ANY] = find_any,       [TW_CAPPED_LEAST_CAP] = find_least_cap,
    [TW_CAPPED_FEWEST] = find_fewest, [TW_CAPPED_ALL] = find_all,
    [TW_CAPPED_QUILT] = find_quilt,
  };
  Job job = { .problem = problem, .part = part, .run = run, .result = result };
  TwEnd end;

  tw_capped_result_clear (result);
  job.swapped = problem->width > problem->height;
  job.walk = walk_of (problem,
                      part != NULL ? part->depth : split_depth (tw_capped_max_size (problem)));
  job.workers = tw_options_threads (options);
  if (job.workers > MAX_WORKERS)
    job.workers = MAX_WORKERS;
  job.seed = (uint64_t) options->seed << 8;
  job.networks = strcmp (options->engine, "skyline") != 0;
  job.board = tw_board_new_empty (problem->width, problem->height);
  if (job.board == NULL || pthread_mutex_init (&job.lock, NULL) != 0) {
    tw_board_free (job.board);
    return tw_run_end_status (run, TW_END_NO_MEMORY, false);
  }
  end = goals[problem->goal](&job);
  if (problem->goal == TW_CAPPED_LEAST_CAP && result->best.count > 0)
    tw_squares_offer (run, job.board, &result->best, 0);
  tw_capped_result_sort (result);
  tw_run_discharge (job.run, job.list_bytes);
  pthread_mutex_destroy (&job.lock);
  tw_board_free (job.board);
  return tw_run_end_status (run, end, result->best.count > 0);
}

TwStatus
tw_capped_solve (const TwCappedProblem *problem, const TwOptions *options, TwRun *run,
                 TwCappedResult *result)
{
  return tw_capped_solve_part (problem, NULL, options, run, result);
}
