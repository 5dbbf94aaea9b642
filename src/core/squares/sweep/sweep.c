/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c - the columns of a sweep and the tiling that they lead to; see sweep.h. */
#include "core/squares/sweep/sweep-private.h"

#include <string.h>

void
tw_sweep_free_column (TwSweep *sweep, TwSweepColumn *column)
{
  tw_run_mfree (sweep->run, column->keys);
  tw_run_mfree (sweep->run, column->from);
  tw_run_mfree (sweep->run, column->profiles);
  *column = (TwSweepColumn){ 0 };
}

bool
tw_sweep_alloc_column (TwSweep *sweep, TwSweepColumn *column, size_t count)
{
  size_t height = (size_t) sweep->board->height;

  column->count = count;
  column->from = tw_run_malloc (sweep->run, count * sizeof (uint32_t));
  if (sweep->ranked)
    column->keys = tw_run_malloc (sweep->run, count * sizeof (uint64_t));
  else
    column->profiles = tw_run_malloc (sweep->run, count * height * sizeof (uint16_t));
  if (column->from != NULL && (column->keys != NULL || column->profiles != NULL))
    return true;
  tw_sweep_free_column (sweep, column);
  return false;
}

TwSweep *
tw_sweep_new (TwRun *run, const TwBoard *board, const TwSweepRule *rule)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  TwSweep *sweep = tw_run_calloc (run, 1, sizeof (TwSweep));
  uint16_t *table = tw_run_malloc (run, cells * sizeof (uint16_t));

  if (sweep == NULL || table == NULL) {
    tw_run_mfree (run, sweep);
    tw_run_mfree (run, table);
    return NULL;
  }
  sweep->run = run;
  sweep->board = board;
  sweep->rule = *rule;
  sweep->ranked = board->height <= TW_SHAPES_MAX_HEIGHT;
  sweep->largest = tw_run_malloc (run, cells * sizeof (uint16_t));
  sweep->columns = tw_run_calloc (run, (size_t) board->width + 1, sizeof (TwSweepColumn));
  sweep->costs = tw_run_calloc (run, 1, sizeof (uint32_t));
  if (sweep->largest == NULL || sweep->columns == NULL || sweep->costs == NULL
      || !tw_sweep_alloc_column (sweep, &sweep->columns[0], 1)) {
    tw_run_mfree (run, table);
    tw_sweep_free (sweep);
    return NULL;
  }

  tw_board_largest_squares (board, table);
  for (int x = 0; x < board->width; x++) {
    for (int y = 0; y < board->height; y++)
      sweep->largest[x * board->height + y] = table[tw_board_index (board, x, y)];
  }
  tw_run_mfree (run, table);

  /* Before the first column the cover of every row ends at the left edge: all values are 1, and
   * this shape has rank 0. */
  sweep->columns[0].from[0] = 0;
  if (sweep->ranked)
    sweep->columns[0].keys[0] = 0;
  for (int y = 0; !sweep->ranked && y < board->height; y++)
    sweep->columns[0].profiles[y] = 1;
  return sweep;
}

void
tw_sweep_free (TwSweep *sweep)
{
  if (sweep == NULL)
    return;
  tw_run_mfree (sweep->run, sweep->costs);
  for (int x = 0; sweep->columns != NULL && x <= sweep->done; x++)
    tw_sweep_free_column (sweep, &sweep->columns[x]);
  tw_run_mfree (sweep->run, sweep->columns);
  tw_run_mfree (sweep->run, sweep->largest);
  tw_run_mfree (sweep->run, sweep);
}

int
tw_sweep_columns_done (const TwSweep *sweep)
{
  return sweep->done;
}

size_t
tw_sweep_states (const TwSweep *sweep)
{
  return sweep->columns[sweep->done].count;
}

void
tw_sweep_load (const TwSweep *sweep, const TwShapes *shapes, const TwSweepColumn *column,
               size_t state, uint16_t *profile)
{
  size_t height = (size_t) sweep->board->height;

  if (sweep->ranked)
    tw_shapes_unrank (shapes, column->keys[state], profile);
  else
    memcpy (profile, column->profiles + state * height, height * sizeof (uint16_t));
}

void
tw_sweep_front (const TwSweep *sweep, uint16_t *profile)
{
  TwShapes shapes;

  if (sweep->ranked)
    tw_shapes_init (&shapes, sweep->board->height);
  tw_sweep_load (sweep, &shapes, &sweep->columns[sweep->done], 0, profile);
}

/* Walks back from the cheapest state. A row that was uncovered before a column and has a value
 * after it is the first row of a new square of that size. */
bool
tw_sweep_tiling (const TwSweep *sweep, TwTiling *tiling)
{
  const TwBoard *board = sweep->board;
  uint16_t profiles[2][TW_BOARD_MAX_SIDE];
  uint16_t *left = profiles[0], *right = profiles[1];
  TwShapes shapes;
  size_t state = 0;

  if (sweep->ranked)
    tw_shapes_init (&shapes, board->height);
  tw_sweep_load (sweep, &shapes, &sweep->columns[board->width], state, right);
  for (int x = board->width - 1; x >= 0; x--) {
    uint16_t *swap;

    state = sweep->columns[x + 1].from[state];
    tw_sweep_load (sweep, &shapes, &sweep->columns[x], state, left);
    for (int y = 0; y < board->height;) {
      int size = right[y];

      if (left[y] > 1 || !tw_board_is_free (board, x, y)) {
        y++;
        continue;
      }
      if (!tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size }))
        return false;
      y += size;
    }
    swap = left;
    left = right;
    right = swap;
  }
  return true;
}
