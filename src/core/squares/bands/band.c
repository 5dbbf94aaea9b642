/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band.c - lists the placements in a band; see band.h. */
#include "core/squares/bands/band.h"

#include <string.h>

static bool
add_part (TwBand *b, int y, int at, int wide, int deep, int size, int64_t cost)
{
  TwBandPart *part;

  if (b->n_parts == b->part_capacity) {
    size_t capacity = b->part_capacity > 0 ? b->part_capacity * 2 : 4096;
    TwBandPart *parts = tw_run_realloc (b->run, b->parts, b->part_capacity * sizeof (TwBandPart),
                                        capacity * sizeof (TwBandPart));

    if (parts == NULL)
      return false;
    b->parts = parts;
    b->part_capacity = capacity;
  }
  part = &b->parts[b->n_parts++];
  *part = (TwBandPart){ .cost = (int32_t) cost,
                        .wide = (uint16_t) wide,
                        .deep = (uint16_t) deep,
                        .size = (uint16_t) size,
                        .low = UINT16_MAX };
  for (int i = 0; i < wide; i++) {
    int reach = tw_band_reach (b, y, at + i, deep);
    uint64_t change;

    if (reach < part->low) {
      part->low = (uint16_t) reach;
      part->low_at = (uint16_t) i;
    }
    change = tw_band_key (b->from + at + i, y) ^ tw_band_key (b->from + at + i, y + reach);
    part->change ^= change;
    part->first_change ^= at + i < b->split ? change : 0;
  }
  return true;
}

/* Returns the smallest reduced cost of the squares of a size whose upper-left cell is in row y and
 * one of the columns x to `last`; -1 when none fits. */
static int64_t
least_cost (const TwBand *b, int x, int last, int y, int size)
{
  int64_t least = -1;

  for (x = x < 0 ? 0 : x; x <= last; x++) {
    size_t cell = tw_board_index (b->board, x, y);
    int64_t cost;

    if (tw_reduced_costs_largest (b->reduced, cell) < size)
      continue;
    cost = b->reduced->costs[b->reduced->first[cell] + (uint32_t) size - 1];
    if (least < 0 || cost < least)
      least = cost;
  }
  return least;
}

/* Adds the parts whose upper-left cell is in row y, column `at` of the band. In the first column
 * these include parts of squares that begin left of the band. */
static bool
add_parts (TwBand *b, int y, int at)
{
  int room = b->breadth - at, x = b->from + at;

  for (int size = 1; size <= b->most; size++) {
    int most = size < room ? size : room;

    for (int wide = at > 0 ? most : 1; wide <= most; wide++) {
      /* The columns in which the square can begin. Squares that cross the whole band are
       * equivalent, so the cheapest one stands for all. */
      int first = at > 0 ? x : x + wide - size, last = wide < room ? first : x;
      int64_t cost = least_cost (b, first, last, y, size);

      if (cost >= 0 && !add_part (b, y, at, wide, size, size, cost * wide / size))
        return false;
    }
  }
  return true;
}

static bool
set_parts (TwBand *b, TwPoll *poll)
{
  size_t cell = 0;

  for (int y = 0; y < b->board->height; y++) {
    if (tw_poll_by (poll, (uint32_t) (b->most * b->most)))
      return false;
    for (int at = 0; at < b->breadth; at++) {
      b->first[cell++] = (uint32_t) b->n_parts;
      /* A blocked cell is passed at no cost. */
      if (!(tw_board_is_free (b->board, b->from + at, y) ? add_parts (b, y, at)
                                                         : add_part (b, y, at, 1, 1, 0, 0)))
        return false;
    }
    if (b->n_parts > UINT32_MAX / 2)
      return false;
  }
  b->first[cell] = (uint32_t) b->n_parts;
  return true;
}

int
tw_band_most (const TwBoard *board, const TwReducedCosts *reduced)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  int most = 0;

  for (size_t i = 0; i < n_cells; i++) {
    int largest = tw_reduced_costs_largest (reduced, i);

    most = largest > most ? largest : most;
  }
  return most;
}

/* Computes the length of the run of blocked cells from each cell downwards. */
static void
count_blocked (TwBand *b)
{
  size_t breadth = (size_t) b->breadth;

  memset (&b->blocked[(size_t) b->board->height * breadth], 0, breadth);
  for (int y = b->board->height - 1; y >= 0; y--) {
    uint8_t *row = &b->blocked[(size_t) y * breadth];

    for (int at = 0; at < b->breadth; at++) {
      uint8_t below = row[breadth + (size_t) at];

      if (tw_board_is_free (b->board, b->from + at, y))
        row[at] = 0;
      else
        row[at] = below < TW_MOST_REACH ? (uint8_t) (below + 1) : below;
    }
  }
}

bool
tw_band_init (TwBand *b, const TwBoard *board, const TwReducedCosts *reduced, int from, int breadth,
              int split, TwPoll *poll)
{
  int height = board->height;

  *b = (TwBand){
    .run = poll->run,
    .board = board,
    .reduced = reduced,
    .most = tw_band_most (board, reduced),
    .from = from,
    .breadth = breadth,
    .split = split,
    .swept = tw_board_new (height, breadth),
    .n_cells = (size_t) (height + 1) * (size_t) breadth,
  };
  b->blocked = tw_run_malloc (b->run, b->n_cells);
  b->first = tw_run_malloc (b->run, b->n_cells * sizeof (uint32_t));
  if (b->swept == NULL || b->blocked == NULL || b->first == NULL)
    return false;
  for (int at = 0; at < breadth; at++) {
    for (int y = 0; y < height; y++)
      tw_board_set (b->swept, y, at,
                    tw_board_is_free (board, from + at, y) ? TW_CELL_FREE : TW_CELL_BLOCKED);
  }
  count_blocked (b);
  return set_parts (b, poll);
}

void
tw_band_clear (TwBand *b)
{
  if (b->run == NULL)
    return;
  tw_run_mfree (b->run, b->parts, b->part_capacity * sizeof (TwBandPart));
  tw_run_mfree (b->run, b->first, b->n_cells * sizeof (uint32_t));
  tw_run_mfree (b->run, b->blocked, b->n_cells);
  tw_board_free (b->swept);
  *b = (TwBand){ 0 };
}
