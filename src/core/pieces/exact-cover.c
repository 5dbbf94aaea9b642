/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover.c - converts exact cover problems to instances of the search for pieces; see
 * exact-cover.h.
 *
 * A primary item becomes a cell without coordinates, an option becomes a placement. The options
 * with k primary items form a class of pieces with k cells. Secondary items become the extra items
 * of the instance. The workers of cover.c search the subtrees whose roots lie a few levels below
 * the root.
 */
#include "core/pieces/exact-cover.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/compare.h"
#include "core/pieces/cover.h"
#include "core/base/threads.h"

/* Subtrees for each thread, and the largest depth of their roots. */
#define SUBTREES  64
#define MAX_DEPTH 6

typedef struct {
  int n;
  int32_t places[MAX_DEPTH];
  double weight; /* share of the whole search */
} Subtree;

typedef struct {
  const TwExactCover *problem;
  TwInstance in;
  TwSearchPart part;
  int32_t *option_of; /* option of each placement */
  TwCoverRoot *root;

  Subtree *subtrees;
  int n_subtrees;
  _Atomic int next;
  uint64_t limit;
  _Atomic uint64_t count;
  _Atomic int halt;
  atomic_bool no_memory;
  atomic_bool stopped;

  pthread_mutex_t lock;
  double done;
  int32_t *solution; /* placements */
  int n_solution;
} Search;

/* --- the instance -------------------------------------------------------------- */

static int
count_primary (const TwExactCover *problem, int option)
{
  int n = 0;

  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++)
    n += problem->terms[t].item < problem->n_primary;
  return n;
}

static bool
allocate (Search *search)
{
  const TwExactCover *problem = search->problem;
  TwInstance *in = &search->in;
  size_t options = (size_t) problem->n_options + 1, cells = (size_t) problem->n_primary + 1;
  size_t terms = (size_t) problem->start[problem->n_options] + 1;

  in->cell_x = tw_arena_alloc (&in->arena, cells * sizeof *in->cell_x);
  in->cell_y = tw_arena_alloc (&in->arena, cells * sizeof *in->cell_y);
  in->classes = tw_arena_alloc (&in->arena, cells * sizeof *in->classes);
  in->place_class = tw_arena_alloc (&in->arena, options * sizeof *in->place_class);
  in->cells_start = tw_arena_alloc (&in->arena, options * sizeof *in->cells_start);
  in->cells = tw_arena_alloc (&in->arena, terms * sizeof *in->cells);
  in->extra_start = tw_arena_alloc (&in->arena, options * sizeof *in->extra_start);
  in->extra = tw_arena_alloc (&in->arena, terms * sizeof *in->extra);
  in->pair_item = tw_arena_alloc (&in->arena, terms * sizeof *in->pair_item);
  search->option_of = tw_arena_alloc (&in->arena, options * sizeof *search->option_of);
  search->part.allowed = tw_arena_alloc (&in->arena, (options / 64 + 1) * sizeof (uint64_t));
  search->part.least = tw_arena_alloc (&in->arena, cells * sizeof (int));
  search->part.most = tw_arena_alloc (&in->arena, cells * sizeof (int));
  if (in->cell_x == NULL || in->cell_y == NULL || in->classes == NULL || in->place_class == NULL
      || in->cells_start == NULL || in->cells == NULL || in->extra_start == NULL
      || in->extra == NULL || in->pair_item == NULL || search->option_of == NULL
      || search->part.allowed == NULL || search->part.least == NULL || search->part.most == NULL)
    return false;
  memset (in->cell_x, 0, cells * sizeof *in->cell_x);
  memset (in->cell_y, 0, cells * sizeof *in->cell_y);
  memset (search->part.allowed, 0xff, (options / 64 + 1) * sizeof (uint64_t));
  return true;
}

/* A coloured secondary item of an option; sorted to number the pairs of item and colour. */
typedef struct {
  TwCoverTerm term;
  int32_t at; /* index in in->extra */
} Pair;

static int
compare_pairs (const void *a, const void *b)
{
  const Pair *p = a, *q = b;

  if (p->term.item != q->term.item)
    return p->term.item < q->term.item ? -1 : 1;
  return (p->term.colour > q->term.colour) - (p->term.colour < q->term.colour);
}

static void
number_pairs (TwInstance *in, Pair *pairs, size_t n, int n_primary)
{
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  for (size_t i = 0; i < n; i++) {
    if (i == 0 || compare_pairs (&pairs[i - 1], &pairs[i]) != 0)
      in->pair_item[in->n_pairs++] = pairs[i].term.item - n_primary;
    in->extra[pairs[i].at] = in->n_pairs - 1;
  }
}

/* Makes a placement of each option that has a primary item. */
static bool
add_places (Search *search)
{
  const TwExactCover *problem = search->problem;
  TwInstance *in = &search->in;
  size_t n_terms = (size_t) problem->start[problem->n_options];
  Pair *pairs = tw_run_malloc (in->run, (n_terms + 1) * sizeof (Pair));
  int32_t n_cells = 0, n_extra = 0;
  size_t n_pairs = 0;

  if (pairs == NULL)
    return false;
  for (int o = 0; o < problem->n_options; o++) {
    int size = count_primary (problem, o);

    if (size == 0)
      continue;
    search->option_of[in->n_places] = o;
    in->place_class[in->n_places] = size - 1;
    in->cells_start[in->n_places] = n_cells;
    in->extra_start[in->n_places++] = n_extra;
    for (int32_t t = problem->start[o]; t < problem->start[o + 1]; t++) {
      TwCoverTerm term = problem->terms[t];

      if (term.item < problem->n_primary)
        in->cells[n_cells++] = term.item;
      else if (term.colour == TW_EXACT_COVER_NO_COLOUR)
        in->extra[n_extra++] = ~(term.item - problem->n_primary);
      else
        pairs[n_pairs++] = (Pair){ .term = term, .at = n_extra++ };
    }
  }
  in->cells_start[in->n_places] = n_cells;
  in->extra_start[in->n_places] = n_extra;
  number_pairs (in, pairs, n_pairs, problem->n_primary);
  tw_run_mfree (in->run, pairs);
  return true;
}

static bool
prepare (Search *search)
{
  const TwExactCover *problem = search->problem;
  TwInstance *in = &search->in;

  if (!allocate (search))
    return false;
  in->n_cells = in->n_classes = problem->n_primary;
  in->n_extras = problem->n_secondary;
  for (int c = 0; c < in->n_classes; c++) {
    /* More than a cover can use: no class is ever used up. */
    int most = problem->n_primary + 2;

    in->classes[c] = (TwClass){ .size = c + 1, .most = most };
    search->part.least[c] = 0;
    search->part.most[c] = most;
  }
  if (!add_places (search))
    return false;
  search->root = tw_cover_root_new (in, &search->part);
  return search->root != NULL;
}

/* --- subtrees -------------------------------------------------------------------- */

/* Replaces each subtree by the subtrees of its branches, level by level, until there are `wanted`
 * subtrees. Subtrees that are solutions are kept. */
static bool
split (Search *search, int wanted)
{
  TwCoverWorker *worker = tw_cover_worker_new (&search->in);
  Subtree *list = calloc (1, sizeof *list);
  bool good = worker != NULL && list != NULL;
  int n = 1;

  if (list != NULL)
    list[0].weight = 1.0;
  /* When no branch remains, there is no solution. */
  for (int depth = 0; good && depth < MAX_DEPTH && n > 0 && n < wanted; depth++) {
    int n_next = 0, room = 2 * n;
    Subtree *next = calloc ((size_t) room, sizeof *next);

    good = next != NULL;
    for (int i = 0; i < n && good; i++) {
      const int32_t *branches = NULL;
      bool is_cover = false;
      int count = list[i].n < depth ? 0
                                    : tw_cover_branches (worker, search->root, list[i].places,
                                                         list[i].n, &branches, &is_cover);
      int added = list[i].n < depth || is_cover ? 1 : count;

      good = count >= 0;
      if (good && n_next + added > room) {
        int larger = 2 * (n_next + added);
        Subtree *grown = realloc (next, (size_t) larger * sizeof *next);

        good = grown != NULL;
        if (good) {
          next = grown;
          room = larger;
        }
      }
      if (good && count == 0 && added == 1)
        next[n_next++] = list[i];
      for (int b = 0; good && b < count; b++) {
        next[n_next] = list[i];
        next[n_next].places[next[n_next].n++] = branches[b];
        next[n_next++].weight = list[i].weight / count;
      }
    }
    free (list);
    list = next;
    n = n_next;
  }
  search->subtrees = list;
  search->n_subtrees = n;
  tw_cover_worker_free (worker);
  return good;
}

/* --- workers ---------------------------------------------------------------------- */

static bool
found_cb (void *data, const int32_t *places, int count)
{
  Search *search = data;
  uint64_t n = atomic_fetch_add (&search->count, 1) + 1;

  if (search->limit > 0 && n > search->limit) {
    atomic_fetch_sub (&search->count, 1);
    return false;
  }
  if (n == 1) {
    pthread_mutex_lock (&search->lock);
    search->solution = malloc (((size_t) count + 1) * sizeof *search->solution);
    if (search->solution != NULL)
      memcpy (search->solution, places, (size_t) count * sizeof *places);
    search->n_solution = count;
    pthread_mutex_unlock (&search->lock);
  }
  return n != search->limit;
}

static void *
work (void *data)
{
  Search *search = data;
  TwCoverWorker *worker = tw_cover_worker_new (&search->in);
  TwEnd end = worker != NULL ? TW_END_DONE : TW_END_NO_MEMORY;

  while (end == TW_END_DONE && atomic_load (&search->halt) == 0) {
    int i = atomic_fetch_add (&search->next, 1);

    if (i >= search->n_subtrees)
      break;
    end = tw_cover_search (worker, search->root, search->subtrees[i].places, search->subtrees[i].n,
                           search->subtrees[i].n, UINT64_MAX, &search->halt, found_cb, search);
    if (end == TW_END_DONE) {
      pthread_mutex_lock (&search->lock);
      search->done += search->subtrees[i].weight;
      tw_instance_show_progress (search->in.run, TW_PHASE_SEARCH, (int) (999.0 * search->done));
      pthread_mutex_unlock (&search->lock);
    }
  }
  if (end == TW_END_NO_MEMORY)
    atomic_store (&search->no_memory, true);
  if (end != TW_END_DONE) {
    atomic_store (&search->stopped, true);
    atomic_store (&search->halt, TW_COVER_HALT);
  }
  tw_cover_worker_free (worker);
  return NULL;
}

/* --- the search --------------------------------------------------------------------- */

static void
finish (Search *search, TwExactCoverResult *result)
{
  TwEnd end = atomic_load (&search->no_memory) ? TW_END_NO_MEMORY : TW_END_LIMIT;
  TwRun *run = search->in.run;

  result->count = atomic_load (&search->count);
  if (result->count > 0 && search->solution != NULL) {
    result->options = search->solution;
    result->n_options = search->n_solution;
    for (int i = 0; i < result->n_options; i++)
      result->options[i] = search->option_of[result->options[i]];
    qsort (result->options, (size_t) result->n_options, sizeof *result->options, tw_compare_int32);
  }
  result->complete = !atomic_load (&search->stopped);
  if (result->complete || (search->limit > 0 && result->count == search->limit))
    end = TW_END_DONE;
  result->status = tw_run_end_status (run, end, result->count > 0);
  if (end == TW_END_DONE)
    tw_instance_show_progress (run, TW_PHASE_DONE, 1000);
}

void
tw_exact_cover_search (const TwExactCover *problem, uint64_t limit, int threads, TwRun *run,
                       TwExactCoverResult *result)
{
  Search search = { .problem = problem, .limit = limit, .in.run = run };

  *result = (TwExactCoverResult){ 0 };
  tw_arena_init (&search.in.arena, run);
  if (problem->n_primary == 0) { /* the empty set is the only solution */
    *result = (TwExactCoverResult){ .status = TW_STATUS_OPTIMAL,
                                    .complete = true,
                                    .count = 1,
                                    .options = calloc (1, sizeof (int32_t)) };
    return;
  }
  pthread_mutex_init (&search.lock, NULL);
  if (!prepare (&search) || !split (&search, SUBTREES * threads)
      || !tw_threads_run (work, &search, 0, threads, problem->n_primary)) {
    atomic_store (&search.no_memory, true);
    atomic_store (&search.stopped, true);
  }
  finish (&search, result);
  free (search.subtrees);
  tw_cover_root_free (search.root);
  tw_arena_clear (&search.in.arena);
  pthread_mutex_destroy (&search.lock);
}

void
tw_exact_cover_result_clear (TwExactCoverResult *result)
{
  free (result->options);
  *result = (TwExactCoverResult){ 0 };
}
