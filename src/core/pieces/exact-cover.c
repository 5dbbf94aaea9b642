/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover.c - converts exact cover problems to instances of the search for pieces; see
 * exact-cover.h.
 *
 * A primary item becomes a cell without coordinates, an option becomes a placement. The options
 * with k primary items form a class of pieces with k cells. Secondary items become the extra items
 * of the instance, which has no symmetries.
 *
 * Counts by components (exact-cover-private.h) take turns with the search.
 */
#include "core/pieces/exact-cover.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/compare.h"
#include "core/pieces/exact-cover-private.h"
#include "core/pieces/pool.h"

enum {
  MOST_ITEMS = 2000,     /* the count by components is recursive */
  FIRST_NODES = 1 << 14, /* of the search before the first count by components */
  TURN_SHARE = 1024,     /* a count by components may visit this part of the nodes of the search */
  COMPONENT_COST = 32 /* one of its nodes takes some 10 times as long, and predictions are rough */
};

typedef struct {
  const TwExactCover *problem;
  TwInstance in;
  TwSearchPart part;
  int32_t *option_of; /* option of each placement */
  TwPieceLottery lottery;
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
  search->lottery.places = tw_arena_alloc (&in->arena, cells * sizeof (int32_t));
  search->part.allowed = tw_arena_alloc (&in->arena, (options / 64 + 1) * sizeof (uint64_t));
  search->part.least = tw_arena_alloc (&in->arena, cells * sizeof (int));
  search->part.most = tw_arena_alloc (&in->arena, cells * sizeof (int));
  if (in->cell_x == NULL || in->cell_y == NULL || in->classes == NULL || in->place_class == NULL
      || in->cells_start == NULL || in->cells == NULL || in->extra_start == NULL
      || in->extra == NULL || in->pair_item == NULL || search->option_of == NULL
      || search->lottery.places == NULL || search->part.allowed == NULL
      || search->part.least == NULL || search->part.most == NULL)
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
  return add_places (search);
}

/* --- the search --------------------------------------------------------------------- */

static void
finish (const Search *search, const TwPoolResult *pool, TwExactCoverResult *result)
{
  const TwPieceLottery *lottery = &search->lottery;
  TwEnd end = pool->no_memory || pool->overflow ? TW_END_NO_MEMORY : TW_END_LIMIT;
  TwRun *run = search->in.run;

  result->count = pool->raw;
  if (lottery->count >= 0)
    result->options = malloc (((size_t) lottery->count + 1) * sizeof *result->options);
  if (result->options != NULL) {
    result->n_options = lottery->count;
    for (int i = 0; i < result->n_options; i++)
      result->options[i] = search->option_of[lottery->places[i]];
    qsort (result->options, (size_t) result->n_options, sizeof *result->options, tw_compare_int32);
  }
  result->complete = end == TW_END_LIMIT && !pool->stopped && !pool->limit_reached;
  if (result->complete || pool->limit_reached)
    end = TW_END_DONE;
  result->status = tw_run_end_status (run, end, result->count > 0);
  if (end == TW_END_DONE)
    tw_instance_show_progress (run, TW_PHASE_DONE, 1000);
}

/* Counts by components after a search of `nodes` nodes. The count gets few nodes, and more as long as
 * its progress predicts that it takes much less time than the search. Returns whether it is
 * complete. */
static bool
count_components (Search *search, uint64_t nodes, double share, TwPoolResult *pool)
{
  TwPieceLottery *lottery = &search->lottery;
  TwComponentsCount count = { .options = lottery->count < 0 ? lottery->places : NULL };
  double most = (double) nodes / (share > 0 ? share : 0.001) / COMPONENT_COST;
  uint64_t few = nodes / TURN_SHARE;
  TwEnd end;

  while ((end = tw_components_count (search->problem, few, search->in.run, &count)) == TW_END_LIMIT
         && (double) few < most * count.done)
    few *= 4;
  if (end != TW_END_DONE)
    return false;
  for (int i = 0; i < count.n_options; i++) {
    const int32_t *found = bsearch (&count.options[i], search->option_of,
                                    (size_t) search->in.n_places, sizeof (int32_t),
                                    tw_compare_int32);

    lottery->places[i] = (int32_t) (found - search->option_of);
  }
  lottery->count = lottery->count < 0 ? count.n_options : lottery->count;
  free (pool->checkpoint);
  *pool = (TwPoolResult){ .raw = count.count };
  return true;
}

/* Searches; for counts the search and counts by components take turns that become longer. */
static void
search_in_turns (Search *search, TwPiecesQuery *query, TwPoolResult *pool)
{
  const TwSymmetry none = { .elements = 1, .closed = true };
  const TwSearchParts parts = { .parts = &search->part, .count = 1 };
  TwRun *run = search->in.run;
  uint64_t before = tw_run_nodes (run), turn = FIRST_NODES;
  bool turns = query->limit == 0 && search->problem->n_primary <= MOST_ITEMS, more;

  query->roots = tw_pool_roots_new (&search->in, &parts, query);
  if (query->roots == NULL)
    return;
  do {
    char *checkpoint = pool->checkpoint;

    query->resume = checkpoint;
    query->budget = turns ? before + turn : 0;
    tw_pool_run (&search->in, &none, &parts, query, NULL, pool);
    free (checkpoint);
    more = turns && pool->checkpoint != NULL && !tw_run_should_stop (run)
           && !count_components (search, turn, tw_run_permille (run) / 1000.0, pool);
    turn *= 4;
  } while (more);
  tw_pool_roots_free (&search->in, &parts, query->roots);
}

void
tw_exact_cover_search (const TwExactCover *problem, uint64_t limit, int threads, TwRun *run,
                       TwExactCoverResult *result)
{
  Search search = { .problem = problem,
                    .part = { .elements = 1 },
                    .lottery = { .first = true, .count = -1 },
                    .in.run = run };
  TwPiecesQuery query = { .goal = TW_PIECES_ALL,
                          .raw = true,
                          .limit = limit,
                          .threads = threads,
                          .lottery = &search.lottery };
  TwPoolResult pool = { .no_memory = true };

  *result = (TwExactCoverResult){ 0 };
  tw_arena_init (&search.in.arena, run);
  if (problem->n_primary == 0) { /* the empty set is the only solution */
    *result = (TwExactCoverResult){ .status = TW_STATUS_OPTIMAL,
                                    .complete = true,
                                    .count = 1,
                                    .options = calloc (1, sizeof (int32_t)) };
    return;
  }
  if (prepare (&search))
    search_in_turns (&search, &query, &pool);
  finish (&search, &pool, result);
  free (pool.checkpoint);
  tw_arena_clear (&search.in.arena);
}

void
tw_exact_cover_result_clear (TwExactCoverResult *result)
{
  free (result->options);
  *result = (TwExactCoverResult){ 0 };
}
