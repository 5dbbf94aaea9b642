/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bigboard-generate.c - random tilings, and so problems that have a solution; for
 * the practice server, tests and benchmarks. See bigboard.h. */
#include "core/pieces/bigboard.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/pieces/strip.h"

enum {
  POLL_INTERVAL = 1024,
  MOST_ROWS = 20, /* of a strip */
  LIMIT = 1000,   /* figures tried for each figure of the tiling, before the next seed is used */
};

/* The square is cut into strips, each tiled at random. Their heights are even, so the area of each
 * is divisible by 4. */
static int
next_height (int rest, uint64_t *random)
{
  int height;

  if (rest <= MOST_ROWS)
    return rest;
  height = 12 + 2 * (int) (tw_random_half (random) % 5);
  return rest - height >= 4 ? height : rest / 4 * 2;
}

/* Tiles `size` x `height` cells, starting at row `y`, and counts the figures. */
static bool
fill_strip (TwRun *run, int size, int y, int height, uint64_t *random, TwTetrominoProblem *problem,
            TwTetromino *to, size_t *count)
{
  /* The supply exceeds the demand so far that it hardly changes the order in which figures are
   * tried. Its proportions give about those of the contest's problems: few I, L and O, many S and
   * Z. */
  static const int64_t plenty[TW_N_TETROMINO_LETTERS] = { 16, 18, 16, 16, 23, 18, 22 };
  size_t n_figures = (size_t) size * (size_t) height / 4;
  TwStrip *strip = tw_strip_new (run, size, height, 0);
  int64_t counts[TW_N_TETROMINO_LETTERS];
  TwEnd end = TW_END_NO_MEMORY;
  TwPoll poll;

  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    counts[i] = plenty[i] * (int64_t) n_figures;
  tw_poll_init (&poll, run, POLL_INTERVAL);
  if (strip != NULL) {
    do {
      tw_strip_seed (strip, tw_random_half (random));
      end = tw_strip_search (strip, counts, LIMIT * n_figures, &poll);
    } while (end == TW_END_LIMIT);
  }
  if (end == TW_END_FOUND) {
    *count = tw_strip_placements (strip, to);
    for (size_t i = 0; i < *count; i++) {
      to[i].y = (uint16_t) (to[i].y + y);
      problem->counts[to[i].figure]++;
    }
  }
  tw_strip_free (strip);
  return end == TW_END_FOUND;
}

bool
tw_bigboard_generate (int size, uint64_t seed, TwRun *run, TwTetrominoProblem *problem,
                      TwTetromino *solution)
{
  uint64_t random = tw_mix (seed);
  size_t placed = 0;
  TwTetromino *buffer;
  bool done = true;

  if (size < TW_TETROMINO_MIN_SIDE || size > TW_TETROMINO_MAX_SIDE || size % 2 != 0)
    return false;
  buffer = tw_run_malloc (run, (size_t) size * MOST_ROWS / 4 * sizeof (TwTetromino));
  if (buffer == NULL)
    return false;

  *problem = (TwTetrominoProblem){ .size = size };
  for (int y = 0, height; y < size && done; y += height) {
    size_t count;

    height = next_height (size - y, &random);
    done = fill_strip (run, size, y, height, &random, problem, buffer, &count);
    for (size_t i = 0; done && solution != NULL && i < count; i++)
      solution[placed++] = buffer[i];
  }
  tw_run_mfree (run, buffer);
  return done;
}
