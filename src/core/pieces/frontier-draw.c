/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier-draw.c - draws a cover from the states of a transfer matrix.
 *
 * The covers are numbered: those that end in the first final state come first, and among the partial
 * covers that lead to a state those that come from its first predecessor. So a random number below
 * the number of all covers determines one of them, item by item from the last to the first. The
 * predecessors are ordered by option and counts, which does not depend on the threads. */
#include <stdlib.h>
#include <string.h>

#include "core/pieces/frontier-private.h"

/* A state from which `option` leads to the current one; -1: its item was covered. */
typedef struct {
  int32_t option;
  uint64_t profile[TW_FRONTIER_PROFILE];
  uint64_t used;
  const uint64_t *number;
} Candidate;

typedef struct {
  TwFrontier *frontier;
  size_t words; /* of the numbers */
  Candidate *list;
  size_t n, room;
} Candidates;

static bool
add_candidate (Candidates *candidates, int32_t option, const uint64_t *profile, uint64_t used,
               const uint64_t *number)
{
  const TwFrontier *frontier = candidates->frontier;
  Candidate *candidate;

  if (candidates->n == candidates->room
      && !tw_run_grow (frontier->in->run, &candidates->list, &candidates->room, 64))
    return false;
  candidate = &candidates->list[candidates->n++];
  *candidate = (Candidate){ .option = option, .used = used, .number = number };
  memcpy (candidate->profile, profile, frontier->profile_words * sizeof (uint64_t));
  return true;
}

/* Adds the ways in which a state leads to the one with `covered`, which is its profile with the
 * current item, and `used`. */
static bool
add_ways (Candidates *candidates, int item, const uint64_t *covered, uint64_t used,
          const uint64_t *profile, uint64_t before, const uint64_t *number)
{
  const TwFrontier *frontier = candidates->frontier;
  uint64_t beyond = 0;

  for (size_t i = 0; i < frontier->profile_words; i++)
    beyond |= profile[i] & ~covered[i];
  if (beyond != 0)
    return true;
  if (profile[0] & 1)
    return used != before
           || memcmp (profile, covered, frontier->profile_words * sizeof (uint64_t)) != 0
           || add_candidate (candidates, -1, profile, before, number);
  for (int32_t o = frontier->first[item]; o >= 0; o = frontier->options[o].next) {
    const TwFrontierOption *option = &frontier->options[o];
    uint64_t different = 0, after = before;

    for (size_t i = 0; i < frontier->profile_words; i++)
      different |= (profile[i] ^ covered[i]) ^ option->covers[i];
    if (different == 0 && (!frontier->counts || tw_frontier_use (frontier, option, &after))
        && after == used && !add_candidate (candidates, o, profile, before, number))
      return false;
  }
  return true;
}

/* Lists the states of `item` that lead to a state of the next one. */
static bool
list_before (Candidates *candidates, int item, const uint64_t *profile, uint64_t used)
{
  TwFrontier *frontier = candidates->frontier;
  const TwFrontierLayer *layer = &frontier->kept[item];
  size_t words = frontier->profile_words, size = tw_frontier_state_words (frontier, layer);
  uint64_t covered[TW_FRONTIER_PROFILE] = { 1 };
  bool fine = true;

  for (size_t i = 0; i < words; i++)
    covered[i] |= profile[i] << 1 | (i > 0 ? profile[i - 1] >> 63 : 0);
  candidates->n = 0;
  candidates->words = (size_t) layer->words;
  for (int t = 0; t < layer->n_tables; t++) {
    const TwFrontierTable *table = &layer->tables[t];
    size_t n = layer->dense ? table->room : table->n;

    for (size_t i = 0; fine && i < n; i++) {
      const uint64_t *state = &table->states[i * size];
      uint64_t index = i;

      fine = !tw_poll (&frontier->poll)
             && (layer->dense
                   ? add_ways (candidates, item, covered, used, &index, 0, state)
                   : add_ways (candidates, item, covered, used, state,
                               frontier->counts ? state[words] : 0, &state[frontier->key_words]));
    }
  }
  return fine;
}

/* Lists the states after the last item. */
static bool
list_ends (Candidates *candidates)
{
  const TwFrontier *frontier = candidates->frontier;
  const TwFrontierLayer *layer = &frontier->next;
  const uint64_t empty[TW_FRONTIER_PROFILE] = { 0 };
  size_t words = frontier->profile_words, size = tw_frontier_state_words (frontier, layer);
  bool fine = true;

  candidates->words = (size_t) layer->words;
  if (layer->dense)
    return add_candidate (candidates, -1, empty, 0, layer->tables[0].states);
  for (int t = 0; t < layer->n_tables; t++) {
    for (size_t i = 0; fine && i < layer->tables[t].n; i++) {
      const uint64_t *state = &layer->tables[t].states[i * size];

      fine = !tw_frontier_uses_enough (frontier, state[words])
             || add_candidate (candidates, -1, empty, frontier->counts ? state[words] : 0,
                               &state[frontier->key_words]);
    }
  }
  return fine;
}

static int
compare_candidates (const void *a, const void *b)
{
  const Candidate *p = a, *q = b;

  if (p->option != q->option)
    return p->option < q->option ? -1 : 1;
  return (p->used > q->used) - (p->used < q->used);
}

/* Returns the candidate with partial cover number `rank`, which becomes the number among those of
 * the candidate. */
static Candidate
choose (Candidates *candidates, uint64_t *rank, size_t n)
{
  size_t words = candidates->words, i = 0;
  uint64_t number[TW_NATURAL_WORDS];

  qsort (candidates->list, candidates->n, sizeof (Candidate), compare_candidates);
  memset (number, 0, n * sizeof number[0]);
  for (;; i++) {
    memcpy (number, candidates->list[i].number, words * sizeof number[0]);
    if (i + 1 == candidates->n || tw_natural_is_less (rank, number, n))
      return candidates->list[i];
    tw_natural_subtract_words (rank, number, n);
  }
}

TwEnd
tw_frontier_draw_cover (TwFrontier *frontier, const TwNatural *covers)
{
  /* The sum over the final states may be longer than each of their numbers. */
  size_t words = (size_t) frontier->next.words, n = words < TW_NATURAL_WORDS ? words + 1 : words;
  Candidates candidates = { .frontier = frontier };
  uint64_t rank[TW_NATURAL_WORDS];
  Candidate state = { 0 };
  bool fine;

  frontier->draw->count = -1;
  if (tw_natural_is_zero (covers))
    return TW_END_DONE;
  tw_frontier_keep (frontier);
  frontier->draw->count = 0;
  tw_natural_draw_words (covers->words, n, &frontier->draw->random, rank);
  fine = list_ends (&candidates);
  if (fine)
    state = choose (&candidates, rank, n);
  for (int item = frontier->n_items - 1; fine && item >= 0; item--) {
    fine = list_before (&candidates, item, state.profile, state.used);
    if (fine)
      state = choose (&candidates, rank, n);
    if (fine && state.option >= 0)
      frontier->draw->places[frontier->draw->count++] = frontier->options[state.option].place;
  }
  tw_run_mfree (frontier->in->run, candidates.list);
  return fine ? TW_END_DONE : frontier->poll.stopped ? TW_END_STOPPED : TW_END_NO_MEMORY;
}
