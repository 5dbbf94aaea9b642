/* SPDX-License-Identifier: GPL-3.0-or-later */
/* query.h - what a search of a piece puzzle (search.h) is asked for, and its result. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pieces/reasons.h"
#include "core/run/status.h"

typedef enum {
  TW_PIECES_FIRST,  /* one solution */
  TW_PIECES_ALL,    /* all solutions, into the sink */
  TW_PIECES_COUNT,  /* the number of solutions; the sink may stay empty */
  TW_PIECES_RANDOM, /* one of all solutions; the seed chooses, each with the same probability */
  TW_PIECES_UNIQUE, /* whether there is exactly one solution, up to symmetry */
} TwPiecesGoal;

/* Why a checkpoint is rejected. */
typedef enum {
  TW_CHECKPOINT_OK,
  TW_CHECKPOINT_FOREIGN, /* of another problem or engine, or no checkpoint at all */
  TW_CHECKPOINT_VERSION, /* written by another version */
  TW_CHECKPOINT_DAMAGED,
  TW_CHECKPOINT_NO_MEMORY,
} TwCheckpointFault;

/* Receives checkpoints of a running search. The caller sets `save` and `data` and clears the
 * rest. */
typedef struct {
  /* Called on a worker's thread while the other workers wait; it has to copy the text. */
  void (*save) (void *data, const char *checkpoint);
  void *data;
  _Atomic bool asked; /* set by tw_piece_saver_ask () until the checkpoint is saved */
  _Atomic int wanted; /* used by pool.c */
} TwPieceSaver;

/* Memory that several processes map, so that they share what they remember about the remainders of
 * one search (cover-memo.h). It starts with zeros; all processes search the same problem. */
typedef struct {
  void *base;  /* a range of addresses, the start of a page */
  size_t size; /* its length in bytes */
  /* Makes the first `bytes` of the range usable, without changing what is usable already; false:
   * there is not enough memory. Any thread. */
  bool (*extend) (void *data, size_t bytes);
  void *data;
} TwMemoRegion;

/* Keeps one of the solutions that it is offered: the first, or each with the same probability, the
 * one with the smallest hash of the seed and its placements. So the choice depends neither on the order of the
 * solutions nor on the threads. For search.c and pool.c. */
typedef struct {
  bool first;
  uint64_t key;
  uint64_t hash;   /* of the kept solution */
  int32_t *places; /* ascending; has room for every solution */
  int count;       /* -1: none yet */
} TwPieceLottery;

typedef struct {
  TwPiecesGoal goal;
  bool raw;                /* ALL: hand over each raw solution, not one solution of each orbit */
  uint64_t limit;          /* stop after handing over this many solutions; 0: no limit */
  int threads;             /* at least 1 */
  uint32_t seed;           /* for the random choices of restarts */
  const char *engine;      /* "auto" (or NULL), "cover", "frontier", "restart", "fill" */
  const char *resume;      /* a checkpoint of the same problem and engine, or NULL */
  TwPieceSaver *saver;     /* or NULL */
  TwPieceLottery *lottery; /* receives each raw solution, with ALL and `raw`; or NULL */
  /* From tw_pool_roots_new (), with their memos; or NULL: the search makes and frees them. */
  struct TwCoverRoot **roots;

  /* For searches that are divided among machines; with the engine "cover" only. */
  bool unit;       /* `resume` is one work unit of a search */
  bool plan;       /* do not search: `checkpoint` of the result describes the search, see `split` */
  int split;       /* divide what is unsearched into about this many subtrees; 0: do not divide */
  bool mirrored;   /* search in another order, to verify a count; writes no checkpoint */
  uint64_t budget; /* stop after about this many nodes, also "restart"; 0: no limit */
  TwMemoRegion *region; /* COUNT: where remainders are remembered; NULL: in memory of the run */
} TwPiecesQuery;

typedef struct {
  /* OPTIMAL: the search is complete and has a solution (all solutions are equally good);
   * INFEASIBLE: it is proved that there is none; FEASIBLE: the search stopped after it had found
   * solutions; otherwise the reason why it stopped before it found one. */
  TwStatus status;
  bool complete;     /* raw and distinct count all solutions */
  bool overflow;     /* a count exceeds 2^63 - 1 */
  bool matrix_short; /* the transfer matrix needed more than the memory budget */
  uint64_t raw;
  uint64_t distinct;
  char *raw_digits; /* with `overflow` and `complete` the decimal digits of the counts */
  char *distinct_digits;
  TwPieceReason reason;    /* set with INFEASIBLE */
  const char *engine;      /* that gave the result */
  TwCheckpointFault fault; /* why the checkpoint of the query was rejected */
  char *checkpoint;        /* to resume a stopped search; the caller frees it */
} TwPiecesResult;
