/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - solving and counting piece puzzles.
 *
 * raw counts every solution, equal pieces interchangeable; distinct counts them
 * up to the symmetries of the coloured board: rotations and reflections that map
 * the board (with its colours, and with the pieces placed beforehand) to itself.
 * Pieces are compared by their cells; only pieces that share an orientation
 * with a different piece keep their identity.
 *
 * Threads: tw_pieces_search () runs on a worker thread of the caller's and
 * starts more as asked; all have ended when it returns. The sink may be read
 * by any thread meanwhile.
 */
#ifndef TW_CORE_PIECES_SEARCH_H
#define TW_CORE_PIECES_SEARCH_H

#include "core/pieces/reasons.h"
#include "core/pieces/sink.h"
#include "core/run.h"

typedef enum {
  TW_PIECES_FIRST,  /* one solution */
  TW_PIECES_ALL,    /* all of them, into the sink */
  TW_PIECES_COUNT,  /* how many; the sink may stay empty */
  TW_PIECES_UNIQUE, /* is there one, and only one up to symmetry? */
} TwPiecesGoal;

/* What is wrong with a checkpoint. */
typedef enum {
  TW_CHECKPOINT_OK,
  TW_CHECKPOINT_FOREIGN, /* of another problem or engine, or no checkpoint at all */
  TW_CHECKPOINT_VERSION, /* written by another version */
  TW_CHECKPOINT_DAMAGED,
  TW_CHECKPOINT_NO_MEMORY,
} TwCheckpointFault;

/* Takes checkpoints of a search that goes on. Zero-initialised but for `save` and `data`. */
typedef struct {
  /* Called on a worker's thread while the others wait: it copies the text. */
  void (*save) (void *data, const char *checkpoint);
  void *data;
  _Atomic bool asked; /* by tw_piece_saver_ask (), till it is done */
  _Atomic int wanted; /* of pool.c */
} TwPieceSaver;

/* The next checkpoint is due now. Any thread, a signal handler too; a search that keeps none, or has
 * not begun, answers later or never. */
void tw_piece_saver_ask (TwPieceSaver *saver);

typedef struct {
  TwPiecesGoal goal;
  bool raw;            /* ALL: hand over every raw solution, not one of each orbit */
  uint64_t limit;      /* stop after handing over so many; 0: no limit */
  int threads;         /* at least 1 */
  uint32_t seed;       /* of restarts */
  const char *engine;  /* "auto" (or NULL), "cover", "frontier", "restart", "fill" */
  const char *resume;  /* a checkpoint of the same problem and engine, or NULL */
  TwPieceSaver *saver; /* or NULL */
  bool unit;           /* `resume` may be a work unit: a part of the search, see units.h */
  uint64_t nodes;      /* of a unit: pause after about so many; 0: no limit */
} TwPiecesQuery;

typedef struct {
  /* OPTIMAL: the question is answered with a solution (each is as good as any
   * other); INFEASIBLE: proved that there is none; FEASIBLE: stopped with
   * solutions in hand; else why it was stopped without one. */
  TwStatus status;
  bool complete; /* raw and distinct are all there are */
  bool overflow; /* more than 2^64 - 1 */
  uint64_t raw;
  uint64_t distinct;
  TwPieceReason reason;    /* of INFEASIBLE */
  const char *engine;      /* the one that answered; "glance": none had to be set up */
  TwCheckpointFault fault; /* why the checkpoint of the query was refused */
  char *checkpoint;        /* of a search that was stopped and can go on; free () it */
} TwPiecesResult;

/* `sink` may be NULL. False when the query names an unknown engine, or its
 * checkpoint is not of this problem; nothing was searched then. */
bool tw_pieces_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                       TwPieceSink *sink, TwPiecesResult *result);
void tw_pieces_result_clear (TwPiecesResult *result);

/* Names of the engines, the automatic choice first; NULL after the last. */
const char *const *tw_pieces_engines (void);

#endif
