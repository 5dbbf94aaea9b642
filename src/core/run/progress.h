/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h - what a search shows while it runs. The engine's workers write it and the window
 * reads it. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board.h"

typedef struct TwRun TwRun;

/* A progress bar shows one part of the work: for the squares engines bar k, 0..7, is transform k
 * and bar 8 the quick run. Workers write it and the UI reads it at frame rate; all accesses are
 * relaxed. */
enum {
  TW_N_PROGRESS_BARS = 16,
  TW_FRONT_MAX = TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_PHASE_IDLE,
  TW_PHASE_SWEEP,
  TW_PHASE_IMPROVE,
  TW_PHASE_PRICES,
  TW_PHASE_PROOF,
  TW_PHASE_SEARCH,
  TW_PHASE_DONE,
  TW_PHASE_STOPPED, /* stopped before it was done; `step` shows how far it got */
} TwPhase;

typedef struct {
  _Atomic int32_t phase;  /* TwPhase */
  _Atomic int32_t step;   /* number of columns, stripes, ... that are done */
  _Atomic int32_t steps;  /* total number of these; 0: unknown */
  _Atomic int64_t states; /* number of states in this column */
  _Atomic int64_t best;   /* squares of this part's best tiling; 0: none */
} TwProgressBar;

TwProgressBar *tw_run_progress_bar (TwRun *run, int bar);
/* The earliest phase of the bars that are in use; TW_PHASE_DONE when no work is going on. */
TwPhase tw_run_phase (TwRun *run);
/* The work of the bar has ended: it is done, or was stopped where `step` is. */
void tw_progress_bar_end (TwProgressBar *bar, bool complete);

/* Sets the progress in thousandths, for engines that know it. */
void tw_run_set_permille (TwRun *run, int permille);
int tw_run_permille (const TwRun *run);
/* Returns how many more seconds work takes that has taken `elapsed` seconds until now, judged by the
 * progress in thousandths; -1: unknown. */
double tw_run_time_left (const TwRun *run, double elapsed);
/* Adds to the number of search nodes or states. */
void tw_run_add_nodes (TwRun *run, uint64_t nodes);
uint64_t tw_run_nodes (const TwRun *run);
/* Sets how many orientations the pieces have, equal pieces counted once, and how many placements of
 * these fit the board, for engines that list them. */
void tw_run_set_placements (TwRun *run, int orientations, int placements);
int tw_run_orientations (const TwRun *run);
int tw_run_placements (const TwRun *run);

/* The front of a running sweep, in the coordinates of the transformed board: row y is covered up
 * to, but excluding, column `column` + profile[y]. */
typedef struct {
  int bar;
  int transform;
  int column;
  int rows;
  uint16_t profile[TW_FRONT_MAX];
} TwFront;

void tw_run_set_front (TwRun *run, int bar, int transform, int column, int rows,
                       const uint16_t *profile);
/* Copies the last front. Returns false when there is none, or while a worker is writing one: it
 * never blocks, so the window can call it in every frame. */
bool tw_run_get_front (TwRun *run, TwFront *front);

/* A picture of the work, for engines whose partial solutions are worth showing: bytes in a format
 * that only the engine and its view know. Copies are made under a lock. An engine sets a new
 * picture only after the last one was read. */
bool tw_run_picture_wanted (const TwRun *run);
/* Keeps a copy. Does nothing when memory is short. */
void tw_run_set_picture (TwRun *run, const void *picture, size_t size);
/* Requests a new picture and returns a copy of the last one, which the caller frees with free ().
 * Returns NULL when there is none or memory is short. */
void *tw_run_copy_picture (TwRun *run, size_t *size);
