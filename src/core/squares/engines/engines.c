/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engines.c - the table of the minimum-square engines. */
#include <string.h>

#include "core/squares/engines/classic.h"
#include "core/squares/engines/engine.h"
#include "core/squares/local/greedy.h"
#include "core/squares/engines/optimal.h"
#include "core/squares/engines/strategy.h"

static const TwSquaresEngine engines[] = {
#define ROW(name, title, summary, solve) { name, title, summary, solve },
  TW_SQUARES_ENGINES (ROW)
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
