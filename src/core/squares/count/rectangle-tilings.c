/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle-tilings.c - see rectangle-tilings.h.
 *
 * The edges at a point are called after their directions from it. Bit 0 of a state is the wall to
 * the left of the point, bit x that on the left of column x, upwards of the point. A cell replaces
 * the first by the wall to the right and the second by the wall downwards, so the states that differ
 * only in these two bits form a group, which is replaced in place. There is no bit for the left edge
 * of the board, whose wall is known. */
#include "core/squares/count/rectangle-tilings.h"

#include <stdatomic.h>
#include <string.h>

#include "core/base/threads.h"
#include "core/base/transform.h"

#define POLL_INTERVAL 4096
#define CHUNK         4096 /* groups that a worker takes at once */

enum {
  UP = 1,
  LEFT = 2,
  DOWN = 4,
  RIGHT = 8,
};

/* The old and new edges of the states of a group. */
static const uint8_t edges_before[] = { 0, LEFT, UP, UP | LEFT };
static const uint8_t edges_after[] = { 0, RIGHT, DOWN, DOWN | RIGHT };

typedef struct {
  TwRun *run;
  uint64_t *numbers; /* of partial tilings: `words` words for each state */
  size_t n_states, words;
  size_t used; /* words of the largest number, which leaves two bits of them */

  /* The current cell. */
  int x;
  int n_group;        /* states of a group: 4, or 2 in the first column */
  uint8_t sources[4]; /* for each new state of a group, a bit for each old one that leads to it */
  atomic_size_t next; /* group that no worker has taken */
} Sweep;

typedef struct {
  Sweep *sweep;
  TwPoll poll;
  uint64_t highest; /* the highest used words of the numbers, joined by "or" */
} Worker;

/* Whether the walls at a point leave only rectangles. The cells around it are free or not, in the
 * order upper left, upper right, lower left, lower right. */
static bool
is_allowed (const bool *is_free, int walls)
{
  static const struct {
    int wall, one, other;
  } edges[] = { { UP, 0, 1 }, { LEFT, 0, 2 }, { DOWN, 2, 3 }, { RIGHT, 1, 3 } };

  for (int i = 0; i < 4; i++) {
    bool wall = (walls & edges[i].wall) != 0;
    bool one = is_free[edges[i].one], other = is_free[edges[i].other];

    if (one != other ? !wall : wall && !one)
      return false;
  }
  switch (walls) {
  case UP:
  case LEFT:
  case DOWN:
  case RIGHT:
    return false;
  /* A corner; the cell across from it belongs to the 270 degrees on its other side. */
  case UP | LEFT:
    return !is_free[3];
  case UP | RIGHT:
    return !is_free[2];
  case DOWN | LEFT:
    return !is_free[1];
  case DOWN | RIGHT:
    return !is_free[0];
  default:
    return true;
  }
}

static void
prepare_cell (Sweep *s, const TwBoard *board, int x, int y)
{
  bool is_free[4];

  for (int i = 0; i < 4; i++) {
    int u = x - 1 + i % 2, v = y - 1 + i / 2;

    is_free[i] = u >= 0 && v >= 0 && tw_board_is_free (board, u, v);
  }
  s->x = x;
  s->n_group = x > 0 ? 4 : 2;
  memset (s->sources, 0, sizeof s->sources);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      bool allowed = is_allowed (is_free, edges_before[j] | edges_after[i]);

      if (x > 0)
        s->sources[i] |= (uint8_t) (allowed << j);
      else if (allowed)
        /* Bit 0 is the last wall of the row above, which is at the right edge and free. */
        s->sources[i % 2] = 3;
    }
  }
}

/* Replaces the numbers of a group in place. */
static void
sweep_group (Worker *worker, size_t group, uint64_t (*old)[TW_NATURAL_WORDS])
{
  const Sweep *s = worker->sweep;
  size_t bit = (size_t) 1 << s->x, used = s->used;
  /* The bits on both sides of bit x, which is 0 as bit 0 is. In the first column both are one. */
  size_t low = 2 * group & (bit - 1);
  size_t state = s->x > 0 ? (2 * group - low) * 2 | low : 2 * group;
  uint64_t *numbers[4];

  for (size_t i = 0; i < (size_t) s->n_group; i++) {
    numbers[i] = &s->numbers[(state | (i & 1) | (i >> 1) * bit) * s->words];
    memcpy (old[i], numbers[i], used * sizeof old[0][0]);
  }
  for (int i = 0; i < s->n_group; i++) {
    memset (numbers[i], 0, used * sizeof old[0][0]);
    for (int j = 0; j < s->n_group; j++) {
      if ((s->sources[i] >> j & 1) != 0)
        (void) tw_natural_add_words (numbers[i], old[j], used);
    }
    worker->highest |= numbers[i][used - 1];
  }
}

static void *
work (void *data)
{
  Worker *worker = data;
  Sweep *s = worker->sweep;
  size_t n_groups = s->n_states / (size_t) s->n_group, first;
  uint64_t old[4][TW_NATURAL_WORDS];

  while ((first = atomic_fetch_add (&s->next, CHUNK)) < n_groups) {
    for (size_t group = first; group < first + CHUNK && group < n_groups; group++) {
      if (tw_poll (&worker->poll))
        return NULL;
      sweep_group (worker, group, old);
    }
  }
  return NULL;
}

/* Sweeps the prepared cell. */
static TwEnd
sweep_cell (Sweep *s, Worker *workers, int n_workers)
{
  uint64_t highest = 0;
  bool stopped = false;

  atomic_store (&s->next, 0);
  for (int i = 0; i < n_workers; i++)
    workers[i].highest = 0;
  if (!tw_threads_run (work, workers, sizeof *workers, n_workers, 0))
    return TW_END_NO_MEMORY;
  for (int i = 0; i < n_workers; i++) {
    highest |= workers[i].highest;
    stopped |= workers[i].poll.stopped;
  }
  /* A number of the next cell is the sum of at most four. */
  if (highest >> 62 != 0)
    s->used++;
  return stopped ? TW_END_STOPPED : TW_END_DONE;
}

static TwEnd
sweep (Sweep *s, const TwBoard *board, int threads)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  /* A thread for fewer groups than this costs more than it saves. */
  int n_workers = s->n_states < 16 * CHUNK ? 1 : threads;
  Worker *workers = tw_run_calloc (s->run, (size_t) n_workers, sizeof *workers);
  TwEnd end = workers != NULL ? TW_END_DONE : TW_END_NO_MEMORY;

  for (int i = 0; end == TW_END_DONE && i < n_workers; i++) {
    workers[i].sweep = s;
    tw_poll_init (&workers[i].poll, s->run, POLL_INTERVAL);
  }
  for (size_t i = 0; end == TW_END_DONE && i < n_cells; i++) {
    prepare_cell (s, board, (int) (i % (size_t) board->width), (int) (i / (size_t) board->width));
    end = sweep_cell (s, workers, n_workers);
    tw_run_set_permille (s->run, (int) (1000 * (i + 1) / n_cells));
  }
  tw_run_add_nodes (s->run, n_cells * s->n_states);
  tw_run_mfree (s->run, workers);
  return end;
}

/* Counts with the states along the shorter side, which is the width. */
static TwEnd
count_upright (const TwBoard *board, int threads, TwRun *run, TwNatural *count)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  Sweep s = { .run = run, .used = 1 };
  TwEnd end = TW_END_NO_MEMORY;

  /* The walls above and on the left of a point allow at most three pairs of others, which is less
   * than 1.6 bits. */
  s.words = (n_cells * 8 / 5 + 2) / 64 + 1;
  if (board->width > TW_RECTANGLE_ROWS || s.words > TW_NATURAL_WORDS)
    return TW_END_NO_MEMORY;
  s.n_states = (size_t) 1 << board->width;
  s.numbers = tw_run_calloc (run, s.n_states, s.words * sizeof *s.numbers);
  if (s.numbers != NULL) {
    s.numbers[0] = 1;
    end = sweep (&s, board, threads);
  }
  if (end == TW_END_DONE) {
    for (size_t i = 1; i < s.n_states; i++)
      (void) tw_natural_add_words (s.numbers, &s.numbers[i * s.words], s.words);
    *count = tw_natural_from (s.numbers, s.words);
  }
  tw_run_mfree (run, s.numbers);
  return end;
}

TwStatus
tw_count_rectangle_tilings (const TwBoard *board, int threads, TwRun *run, TwNatural *count)
{
  int order = board->width > board->height ? TW_TRANSFORM_TRANSPOSE : 0;
  TwBoard *upright = tw_transform_board (order, board);
  TwEnd end = upright != NULL ? count_upright (upright, threads, run, count) : TW_END_NO_MEMORY;

  tw_board_free (upright);
  return tw_run_end_status (run, end, end == TW_END_DONE);
}
