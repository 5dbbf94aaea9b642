/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-regions.c - the test of cut-off regions for boards that do not fit the bitmap of cover.c. */
#include <string.h>

#include "core/pieces/cover-private.h"

bool
tw_cover_list_neighbours (TwCoverRoot *root)
{
  static const int step[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  const TwInstance *in = root->in;
  size_t room = (size_t) in->width * (size_t) in->height * sizeof (int32_t);
  int32_t *at = tw_run_malloc (in->run, room);

  root->neighbours = tw_arena_alloc (&root->arena, (size_t) in->n_cells * 4 * sizeof (int32_t));
  if (at == NULL || root->neighbours == NULL) {
    tw_run_mfree (in->run, at);
    return false;
  }
  memset (at, 0xff, room);
  for (int c = 0; c < in->n_cells; c++)
    at[in->cell_y[c] * in->width + in->cell_x[c]] = c;
  for (int c = 0; c < in->n_cells; c++) {
    for (int d = 0; d < 4; d++) {
      int x = in->cell_x[c] + step[d][0], y = in->cell_y[c] + step[d][1];
      bool inside = x >= 0 && y >= 0 && x < in->width && y < in->height;

      root->neighbours[4 * c + d] = inside ? at[y * in->width + x] : -1;
    }
  }
  tw_run_mfree (in->run, at);
  return true;
}

static inline bool
is_free (const uint64_t *free, int32_t cell)
{
  return cell >= 0 && (free[cell / 64] >> (cell % 64) & 1);
}

/* Marks the free neighbours of a placement as wanted; returns their number. */
static int
mark_neighbours (TwCoverWorker *worker, const uint64_t *free, int32_t place, uint32_t wanted)
{
  const TwInstance *in = worker->in;
  int n = 0;

  for (int32_t i = in->cells_start[place]; i < in->cells_start[place + 1]; i++) {
    for (int d = 0; d < 4; d++) {
      int32_t cell = worker->root->neighbours[4 * in->cells[i] + d];

      if (is_free (free, cell) && worker->marks[cell] != wanted) {
        worker->marks[cell] = wanted;
        worker->queue[n++] = cell;
      }
    }
  }
  return n;
}

/* Only regions that the placement touches have changed. When the first flood reaches all free
 * neighbours of the placement, it has cut off nothing, and the flood can end early. */
bool
tw_cover_regions_fit (TwCoverWorker *worker, const uint64_t *free, int32_t place)
{
  const int32_t *neighbours = worker->root->neighbours;
  uint32_t wanted, seen;
  int n, unseen;
  int32_t *queue;

  if (worker->mark > UINT32_MAX - 4) {
    memset (worker->marks, 0, (size_t) worker->in->n_cells * sizeof (uint32_t));
    worker->mark = 0;
  }
  wanted = worker->mark += 2;
  seen = wanted + 1;
  n = unseen = mark_neighbours (worker, free, place, wanted);
  queue = worker->queue + n;

  for (int i = 0; i < n; i++) {
    int head = 0, tail = 0;

    if (worker->marks[worker->queue[i]] == seen)
      continue;
    unseen--;
    if (unseen == 0 && i == 0)
      return true;
    worker->marks[worker->queue[i]] = seen;
    queue[tail++] = worker->queue[i];
    while (head < tail) {
      const int32_t *next = neighbours + 4 * queue[head++];

      for (int d = 0; d < 4; d++) {
        if (!is_free (free, next[d]) || worker->marks[next[d]] == seen)
          continue;
        if (worker->marks[next[d]] == wanted && --unseen == 0 && i == 0)
          return true;
        worker->marks[next[d]] = seen;
        queue[tail++] = next[d];
      }
    }
    if (!worker->root->fills[tail])
      return false;
  }
  return true;
}
