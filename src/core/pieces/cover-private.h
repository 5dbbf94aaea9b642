/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-private.h - what cover.c and the two builds of its inner loop share. */
#ifndef TW_CORE_PIECES_COVER_PRIVATE_H
#define TW_CORE_PIECES_COVER_PRIVATE_H

#include "core/pieces/bits128.h"
#include "core/pieces/cover.h"

/* Rows of compatibility are prepared when they are first used; above this many
 * words a set, the row is made anew each time. */
#define TW_COVER_ROW_WORDS 64
/* Sets of more words than this are packed when one place in so many is left:
 * packing costs as much as a few dozen nodes. Tuned on the boards of the benchmark. */
#define TW_COVER_PACK_WORDS 6
#define TW_COVER_PACK_RATIO 3

/* Sets of places packed into `words` words. Cells keep their numbers. */
typedef struct {
  int n;                   /* places */
  int words;               /* of a set of places */
  int n_classes;           /* that may still be placed */
  const int32_t *place;    /* of each bit, ascending */
  const int32_t *cls;      /* class of each bit, in this frame */
  const int32_t *class_of; /* class in the instance, of each class here */
  uint64_t *by_cell;       /* a set for each cell; only those of free cells are made */
  uint64_t *by_class;      /* n_classes sets */
  uint64_t *by_extra;      /* n_extras sets; NULL: the instance has none */
  uint64_t *by_pair;       /* n_pairs sets */
  uint64_t *rows;          /* for each bit the places that touch it */
  uint64_t *rows_made;     /* which rows are there; NULL: none is kept */
} TwCoverFrame;

struct TwCoverRoot {
  const TwInstance *in;
  const TwPart *part;
  TwArena arena;
  int free_cells;
  int needed_cells;
  int cell_words;   /* of a set of cells */
  uint64_t *covers; /* for each place of the instance its cells */

  /* The picture of the board for cut-off regions, when it fits 128 bits. */
  bool pictured;
  int stride;
  TwBits128 picture;    /* all cells to cover */
  TwBits128 *footprint; /* of each place of the instance */
  TwBits128 *tail;      /* of each bit: the cells after it that hang together with the last */
  uint8_t *fills;       /* by number of cells: can pieces add up to it? */
};

/* How far a node on the path is: the branch taken is number `tried`, from 1. */
typedef struct {
  int32_t branches;
  int32_t tried;
} TwCoverFork;

/* A stack of words: what a node takes is given back when it returns. */
typedef struct TwCoverBlock TwCoverBlock;
struct TwCoverBlock {
  TwCoverBlock *next;
  size_t size; /* words */
  size_t used;
  uint64_t words[];
};

struct TwCoverWorker {
  const TwInstance *in;
  TwRun *run;
  TwPoll poll;

  TwCoverBlock *first_block;
  TwCoverBlock *block;

  const TwCoverRoot *root;
  int *left;        /* of each class of the instance: how many more may be placed */
  int *need;        /* how many more must */
  int needed_cells; /* cells of those that must */
  int free_cells;

  int32_t *path; /* from the root; room for n_cells */
  int n_path;
  int n_prefix;
  TwCoverFork *forks;    /* of each node on the path; room for n_cells + 1 */
  const int32_t *resume; /* the path to go down first, which was searched up to its end */
  int n_resume;          /* 0: it was reached */
  int32_t *class_index;  /* scratch: of each class of the instance, its number in a frame */

  uint64_t share;  /* nodes left before a pause */
  uint32_t look;   /* nodes left before looking */
  uint32_t stride; /* from one look to the next */
  _Atomic int *wanted;

  TwCoverFound found;
  void *data;
  TwCoverEnd end;
};

/* More words than the block has left: the slow way of tw_cover_take (). */
uint64_t *tw_cover_take_block (TwCoverWorker *worker, size_t words);

static inline uint64_t *
tw_cover_take (TwCoverWorker *worker, size_t words)
{
  TwCoverBlock *block = worker->block;
  uint64_t *taken = block->words + block->used;

  if (block->size - block->used < words)
    return tw_cover_take_block (worker, words);
  block->used += words;
  return taken;
}

/* Packs the `n` places of `alive` into a frame of their own for the cells of
 * `free`, with all of them set in *to_alive. False when memory is short. */
bool tw_cover_pack (TwCoverWorker *worker, const TwCoverFrame *from, const uint64_t *alive,
                    const uint64_t *free, int n, TwCoverFrame *to, const uint64_t **to_alive);
/* Adds to `row` the places that exclude this one by an extra item. */
void tw_cover_add_clashes (const TwCoverWorker *worker, const TwCoverFrame *frame, int32_t place,
                           uint64_t *row);
/* Called every `stride` nodes. */
bool tw_cover_pauses (TwCoverWorker *worker);
/* Are all regions of `left` sizes that pieces can add up to? */
bool tw_cover_regions_fill (const TwCoverRoot *root, TwBits128 left);

/* The inner loop, built once for any processor and once for those that count
 * bits in one instruction. */
void tw_cover_node_plain (TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                          const uint64_t *free, TwBits128 picture);
void tw_cover_node_popcnt (TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                           const uint64_t *free, TwBits128 picture);

#endif
