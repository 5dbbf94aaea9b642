/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier-private.h - what the parts of the transfer matrix share: frontier.c (items, options,
 * counts), frontier-states.c (the states of an item, and the step to the next item) and
 * frontier-draw.c (a random cover).
 *
 * Threads: workers share a step. Each reads some of the states of the item and adds to the states
 * of the next one; each hash table of these has a lock. A sum does not depend on the order of its
 * terms, so the numbers do not depend on the threads. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "core/pieces/frontier.h"
#include "core/run/hash-index.h"

enum {
  TW_FRONTIER_PROFILE = 4,   /* words of a profile at most, of 64 cells of the scan order each */
  TW_FRONTIER_MAX_ORDER = 4, /* of a symmetry; a quarter turn has order 4 */
  TW_FRONTIER_TABLES = 64,   /* that share the states of an item */
};

/* The bit field of a class in the packed counts. */
typedef struct {
  int shift;
  uint32_t mask; /* 0: the count does not matter */
  uint32_t cap;
  uint32_t least;
  bool strict; /* counts above `cap` are infeasible; otherwise they are stored as `cap` */
} TwFrontierField;

/* An orbit of placements: the items it covers, from its first item on, and the pieces it uses. */
typedef struct {
  uint64_t covers[TW_FRONTIER_PROFILE];
  int32_t place;                       /* the first one of the orbit */
  int32_t next;                        /* next option with the same first item; -1: none */
  uint8_t uses[TW_FRONTIER_MAX_ORDER]; /* how many pieces of cls[i] it uses; 0 ends the list */
  int32_t cls[TW_FRONTIER_MAX_ORDER];
} TwFrontierOption;

typedef struct {
  size_t room, n;
  uint64_t *states;  /* hashed: profile, counts and number of each; dense: numbers */
  TwHashIndex index; /* hashed: of the states; 2 * room */
} TwFrontierTable;

/* The states of one item. A state is the profile (bit 0 is the current item), the packed counts of
 * used pieces if there are any, and the number of partial covers. The top bits of its hash choose its table. A dense
 * layer has one table with the number of each profile at its index, and no counts; 0: there is no
 * such state. */
typedef struct {
  bool dense;
  int words; /* of a number */
  int n_tables;
  TwFrontierTable tables[TW_FRONTIER_TABLES];
} TwFrontierLayer;

typedef struct {
  const TwInstance *in;
  TwArena arena;
  TwPoll poll;
  size_t most_states;
  int threads;

  TwFrontierField *fields; /* for each class */
  bool counts;             /* a field is not empty */
  int n_items;
  int32_t *item_of; /* item of each cell */
  int32_t *first;   /* first option of each item */
  TwFrontierOption *options;
  int n_options;
  int reach; /* of the longest option, in items */
  int unit;  /* the greatest common divisor of the options' numbers of items */

  size_t profile_words;
  size_t key_words; /* of the profile and the counts */
  TwFrontierLayer now;
  TwFrontierLayer next;
  TwFrontierDraw *draw;  /* a cover is drawn; NULL: none */
  TwFrontierLayer *kept; /* with `draw`: the states of each item, without slots */
  int n_kept;

  /* The progress, as shares of the whole count. */
  double began;   /* seconds of the run */
  double *sizes;  /* number of states of each item */
  double earlier; /* of the symmetries counted before this one */
  double share;   /* of this symmetry */
  double before;  /* at the start of the current step */
  double after;   /* at its end, as far as known */

  /* The current step. */
  pthread_mutex_t locks[TW_FRONTIER_TABLES]; /* of the tables of `next` */
  int item;
  atomic_size_t next_task;
  size_t n_tasks;
  atomic_bool failed;   /* memory is short, there are too many states, or a number is too long */
  atomic_bool overflow; /* a number needs more words than those of this step */
  atomic_bool stopped;
  atomic_bool too_many; /* more states or longer numbers than allowed */
} TwFrontier;

/* Adds the pieces of an option; returns false when a class has too few. */
static inline bool
tw_frontier_use (const TwFrontier *frontier, const TwFrontierOption *option, uint64_t *used)
{
  for (int i = 0; i < TW_FRONTIER_MAX_ORDER && option->uses[i] > 0; i++) {
    const TwFrontierField *field = &frontier->fields[option->cls[i]];
    uint32_t value = (uint32_t) (*used >> field->shift) & field->mask;
    uint32_t more = value + option->uses[i];

    if (more > field->cap) {
      if (field->strict)
        return false;
      more = field->cap;
    }
    *used += (uint64_t) (more - value) << field->shift;
  }
  return true;
}

/* Words of a state. */
static inline size_t
tw_frontier_state_words (const TwFrontier *frontier, const TwFrontierLayer *layer)
{
  return (size_t) layer->words + (layer->dense ? 0 : frontier->key_words);
}

/* Sets `next` to the empty profile of item 0. Returns false when memory is short. */
bool tw_frontier_start (TwFrontier *frontier);
/* Replaces `now` by `next`, the states of item `item`, and computes `next`. Returns false when it
 * cannot; then one of the flags above says why, or none when memory is short. */
bool tw_frontier_advance (TwFrontier *frontier, int item);
/* Keeps `now` for the draw. */
void tw_frontier_keep (TwFrontier *frontier);
/* Draws one of the covers, which the states of all items count. */
TwEnd tw_frontier_draw_cover (TwFrontier *frontier, const TwNatural *covers);
bool tw_frontier_uses_enough (const TwFrontier *frontier, uint64_t used);
void tw_frontier_clear_layer (TwFrontier *frontier, TwFrontierLayer *layer);
size_t tw_frontier_layer_states (const TwFrontierLayer *layer);
/* Shows how far the count is when `done` of the current step, 0 to 1, is done. Any worker calls
 * it. */
void tw_frontier_show (const TwFrontier *frontier, double done);
