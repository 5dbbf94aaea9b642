/* SPDX-License-Identifier: GPL-3.0-or-later */
/* greedy.c - largest square first; takes milliseconds. */
#include "core/squares/local/greedy.h"

#include <stdlib.h>

#include "core/base/transform.h"
#include "core/squares/best.h"

bool
tw_greedy_cover (const TwBoard *board, TwTiling *tiling)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  uint16_t *largest = malloc (cells * sizeof (uint16_t));
  /* reach[y]: row y is covered up to this column (excluded). */
  int *reach = calloc ((size_t) board->height, sizeof (int));
  bool ok = largest != NULL && reach != NULL;

  if (ok)
    tw_board_largest_squares (board, largest);

  for (int x = 0; ok && x < board->width; x++) {
    for (int y = 0; ok && y < board->height; y++) {
      int size = 0, most = largest[tw_board_index (board, x, y)];

      while (size < most && reach[y + size] <= x)
        size++;
      if (size == 0)
        continue;
      for (int row = y; row < y + size; row++)
        reach[row] = x + size;
      ok = tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size });
    }
  }

  free (largest);
  free (reach);
  return ok;
}

TwStatus
tw_greedy_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  unsigned mask = tw_options_transform_mask (options);

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    TwBoard *turned;
    TwTiling tiling = { 0 };

    if (!(mask >> k & 1) || tw_run_should_stop (run))
      continue;
    turned = tw_transform_board (k, board);
    if (turned == NULL || !tw_greedy_cover (turned, &tiling)) {
      tw_run_stop (run, TW_STOP_MEMORY);
    } else {
      tw_transform_tiling_back (k, board->width, board->height, &tiling);
      tw_run_add_nodes (run, tiling.count);
      tw_squares_offer (run, board, &tiling, k);
    }
    tw_tiling_clear (&tiling);
    tw_board_free (turned);
  }
  /* A board without free cells is optimally covered by 0 squares. */
  return tw_run_best (run) == 0 ? TW_STATUS_OPTIMAL : tw_run_status (run);
}
