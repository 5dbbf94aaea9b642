/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h - the engines of the minimum-square family, by name. */
#ifndef TW_CORE_SQUARES_ENGINE_H
#define TW_CORE_SQUARES_ENGINE_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

/* An engine covers the free cells of `board` with few squares. It offers each
 * better tiling to `run` as it finds it (in the board's own orientation), raises
 * the run's bound when it proves one, obeys the run's deadline, cancel and
 * memory budget, and says how it ended. It may start worker threads but has
 * joined them when it returns. `board` and `options` stay unchanged meanwhile. */
typedef struct {
  const char *name;    /* as given to --engine */
  const char *title;   /* for the window, untranslated */
  const char *summary; /* one line, untranslated */
  TwStatus (*solve) (const TwBoard *board, const TwOptions *options, TwRun *run);
} TwSquaresEngine;

/* All of them, the automatic one first. */
const TwSquaresEngine *tw_squares_engines (size_t *count);
const TwSquaresEngine *tw_squares_engine_find (const char *name);

#endif
