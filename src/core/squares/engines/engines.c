/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engines.c - the table of the minimum-square engines. */
#include <string.h>

#include "core/squares/engines/classic.h"
#include "core/squares/engines/engine.h"
#include "core/squares/local/greedy.h"
#include "core/squares/engines/optimal.h"
#include "core/squares/engines/strategy.h"

static const TwSquaresEngine engines[] = {
  { "auto", N_ ("Automatic"), N_ ("Finds good solutions and proves the best one"),
    tw_strategy_solve },
  { "priced", N_ ("Priced sweeps"),
    N_ ("Column sweeps pruned by a lower bound on the remaining cost"), tw_strategy_solve_priced },
  { "greedy", N_ ("Greedy"), N_ ("Places the largest square that fits, in no time"),
    tw_greedy_solve },
  { "optimal", N_ ("Optimal sweep"),
    N_ ("Exact column sweep, for boards with a side of at most about 15"), tw_optimal_solve },
  { "heuristic", N_ ("Heuristic sweep"),
    N_ ("Column sweeps within a cost margin, improved by exact stripes"), tw_classic_solve },
};

const TwSquaresEngine *
tw_squares_engines (size_t *count)
{
  *count = sizeof engines / sizeof engines[0];
  return engines;
}

const TwSquaresEngine *
tw_squares_engine_find (const char *name)
{
  for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
    if (strcmp (engines[i].name, name) == 0)
      return &engines[i];
  }
  return NULL;
}
