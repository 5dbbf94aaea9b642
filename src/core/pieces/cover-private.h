/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-private.h - declarations shared by cover.c and the parts that it calls. */
#pragma once

#include "core/pieces/bits128.h"
#include "core/pieces/cover-memo.h"
#include "core/pieces/cover-scan.h"
#include "core/pieces/cover-sets.h"
#include "core/pieces/cover.h"

/* A row of conflicts is computed when it is first used and then kept; above this many words a set
 * it is not kept but computed each time. */
#define TW_COVER_ROW_WORDS 64
/* Sets of more than TW_COVER_PACK_WORDS words are packed when at most one in TW_COVER_PACK_RATIO
 * placements remains: packing costs as much as a few dozen nodes. Tuned on the boards of the
 * benchmark. */
#define TW_COVER_PACK_WORDS 12
#define TW_COVER_PACK_RATIO 3

/* With vectors the words of a set are a multiple of this, the words of the longest vector. */
#define TW_COVER_VECTOR 4

/* The sets of placements of a node, packed into `words` words each. Cells are not renumbered. */
typedef struct {
  int n;                   /* number of placements */
  int words;               /* words of a set of placements */
  int n_classes;           /* classes that may still be placed */
  const int32_t *place;    /* placement of each bit, ascending */
  const int32_t *cls;      /* class of each bit, as an index of class_of */
  const int32_t *class_of; /* class of the instance for each class of the frame */
  uint64_t *by_cell;       /* one set for each cell; only the sets of free cells are initialised */
  uint64_t *by_class;      /* n_classes sets */
  uint64_t *by_extra;      /* n_extras sets; NULL: the instance has none */
  uint64_t *by_pair;       /* n_pairs sets */
  uint64_t *rows;          /* for each bit, the placements that conflict with it */
  uint64_t *rows_made;     /* which rows are computed; NULL: rows are not kept */
} TwCoverFrame;

struct TwCoverRoot {
  const TwInstance *in;
  const TwSearchPart *part;
  TwArena arena;
  int free_cells;
  int needed_cells;
  int cell_words;   /* words of a set of cells */
  uint64_t *covers; /* for each placement of the instance, the set of its cells */

  /* The board as a bitmap, for the test of cut-off regions, when it fits 128 bits. */
  bool pictured;
  int stride;
  TwBits128 picture;    /* all cells to cover */
  TwBits128 *footprint; /* bits of each placement of the instance */
  TwBits128 *tail;      /* for each bit, the cells after it that are connected to the last cell */
  uint8_t cell_at[128]; /* the cell of each bit */
  uint8_t *fills;       /* for each number of cells: whether pieces can add up to it */

  int32_t *neighbours; /* without a bitmap: of each cell, four, -1: none; NULL: no test */

  TwCoverScan scan;
  int scan_most;     /* the most free cells of a node that branches on the first of them */
  TwCoverMemo *memo; /* NULL: none */
  int memo_least;    /* the least number of free cells of a remainder in it */
  TwCoverSets *sets; /* NULL: none */
  int sets_most;     /* the most free cells of a node whose branches are looked up in it */
};

/* Progress at a node of the path: the search is in branch number `tried`, counted from 1. */
typedef struct {
  int32_t branches;
  int32_t tried;
  bool by_cell; /* set by choose (): does the node branch on a cell? */
} TwCoverFork;

/* A block of a stack of words. A node releases its words when it returns. */
typedef struct TwCoverBlock TwCoverBlock;
struct TwCoverBlock {
  TwCoverBlock *next;
  size_t size; /* in words */
  size_t used;
  uint64_t words[];
};

struct TwCoverWorker {
  const TwInstance *in;
  TwRun *run;
  TwArena arena; /* of the arrays below */
  TwPoll poll;
  TwCoverBuild build;

  TwCoverBlock *first_block;
  TwCoverBlock *block;

  const TwCoverRoot *root;
  int *left;        /* for each class of the instance: how many pieces may still be placed */
  int *need;        /* how many pieces must still be placed */
  int needed_cells; /* cells of the pieces that must still be placed */
  int free_cells;
  uint64_t open[TW_SCAN_WORDS]; /* shapes whose class is not used up, where a scan begins */
  uint64_t used;                /* how many pieces of each class are placed, packed */
  uint64_t nodes;
  uint64_t covers; /* covers found in this search */

  int32_t *path; /* placements from the root; room for n_cells */
  int n_path;
  int n_prefix;
  TwCoverFork *forks;    /* for each node of the path; room for n_cells + 1 */
  const int32_t *resume; /* the path to follow before the search resumes */
  int n_resume;          /* length of `resume`; 0: its end was reached */
  int32_t *class_index;  /* scratch: for each class of the instance, its index in a frame */

  uint32_t *marks; /* for tw_cover_regions_fit (): of each cell; room for n_cells + 1 */
  int32_t *queue;  /* room for 2 * n_cells + 2 */
  uint32_t mark;   /* the last two marks are this and the next */

  uint64_t share;      /* nodes until the worker pauses */
  uint32_t until_poll; /* nodes until the next poll */
  uint32_t stride;     /* nodes between two polls */
  _Atomic int *wanted;

  TwCoverFound found;
  TwCoverCounted counted;
  void *data;
  TwEnd end;
};

/* The slow path of tw_cover_take (), for when the block has too few words left. */
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

/* Packs the `n` placements of `alive` into a new frame for the cells of `free`; *to_alive has a
 * bit set for each of them. Returns false when memory runs out. */
bool tw_cover_pack (TwCoverWorker *worker, const TwCoverFrame *from, const uint64_t *alive,
                    const uint64_t *free, int n, TwCoverFrame *to, const uint64_t **to_alive);
/* Adds to `row` the placements that conflict with `place` in an extra item. */
void tw_cover_add_clashes (const TwCoverWorker *worker, const TwCoverFrame *frame, int32_t place,
                           uint64_t *row);
/* Fills root->neighbours. Returns false when memory runs out. */
bool tw_cover_list_neighbours (TwCoverRoot *root);
/* Does every region of `free` that the placement touches have a size that pieces can add up to? `free`
 * does not contain its cells. */
bool tw_cover_regions_fit (TwCoverWorker *worker, const uint64_t *free, int32_t place);
/* Does every region of the free cells have a size that pieces can add up to? */
bool tw_cover_regions_fill (const TwCoverRoot *root, TwBits128 picture);
/* Polls whether the worker has to pause; called every `stride` nodes. */
bool tw_cover_pauses (TwCoverWorker *worker);
