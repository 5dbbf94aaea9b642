/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h - the engines of the minimum-square family, looked up by name. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

/* An engine covers the free cells of `board` with few squares. It offers each better tiling to
 * `run` as soon as it finds it (in the orientation of `board`), raises the bound of the run when it
 * proves one, obeys the run's deadline, cancellation and memory budget, and returns the final
 * status. It may start threads but joins them before it returns. The caller does not change `board`
 * and `options` while the engine runs. */
typedef struct {
  const char *name;    /* the argument of --engine */
  const char *title;   /* shown in the window, untranslated */
  const char *summary; /* one line, untranslated */
  TwStatus (*solve) (const TwBoard *board, const TwOptions *options, TwRun *run);
} TwSquaresEngine;

/* The engines; X takes the members of a TwSquaresEngine. */
#define TW_SQUARES_ENGINES(X)                                                                      \
  X ("auto", N_ ("Automatic"), N_ ("Finds good solutions and proves the best one"),                \
     tw_strategy_solve)                                                                            \
  X ("priced", N_ ("Priced sweeps"),                                                               \
     N_ ("Column sweeps pruned by a lower bound on the remaining cost"), tw_strategy_solve_priced) \
  X ("greedy", N_ ("Greedy"), N_ ("Places the largest square that fits, in no time"),              \
     tw_greedy_solve)                                                                              \
  X ("optimal", N_ ("Optimal sweep"),                                                              \
     N_ ("Exact column sweep, for boards with a side of at most about 15"), tw_optimal_solve)      \
  X ("heuristic", N_ ("Heuristic sweep"),                                                          \
     N_ ("Column sweeps within a cost margin, improved by exact stripes"), tw_classic_solve)

/* Returns the array of all engines. The automatic engine is the first. */
const TwSquaresEngine *tw_squares_engines (size_t *count);
/* Returns NULL when there is no engine of this name. */
const TwSquaresEngine *tw_squares_engine_find (const char *name);
