/* band.c - the parts of squares in a band; see band.h. */
#include "core/squares/band.h"

#include <string.h>

static bool
add_part (TwBand *b, int wide, int deep, int size, int64_t cost)
{
  if (b->n_parts == b->part_capacity) {
    size_t capacity = b->part_capacity > 0 ? b->part_capacity * 2 : 4096;
    TwBandPart *parts = tw_run_realloc (b->run, b->parts, b->part_capacity * sizeof (TwBandPart),
                                        capacity * sizeof (TwBandPart));

    if (parts == NULL)
      return false;
    b->parts = parts;
    b->part_capacity = capacity;
  }
  b->parts[b->n_parts++] = (TwBandPart){ .wide = (uint16_t) wide,
                                         .deep = (uint16_t) deep,
                                         .size = (uint16_t) size,
                                         .cost = (int32_t) cost };
  return true;
}

/* The least reduced cost of the squares of a size in row y whose left column is one of x to last; -1
 * when none fits. */
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

/* The parts whose upper-left cell is in row y, at column `at` of the band: of squares that begin there,
 * and in the first column of those that begin before the band, too. */
static bool
add_parts (TwBand *b, int y, int at)
{
  int room = b->breadth - at, x = b->from + at;

  for (int size = 1; size <= b->most; size++) {
    int most = size < room ? size : room;

    for (int wide = at > 0 ? most : 1; wide <= most; wide++) {
      /* Where they begin; any that reach over the whole band are the same there. */
      int first = at > 0 ? x : x + wide - size, last = wide < room ? first : x;
      int64_t cost = least_cost (b, first, last, y, size);

      if (cost >= 0 && !add_part (b, wide, size, size, cost * wide / size))
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
      /* A blocked cell is passed for nothing. */
      if (!(tw_board_is_free (b->board, b->from + at, y) ? add_parts (b, y, at)
                                                         : add_part (b, 1, 1, 0, 0)))
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

bool
tw_band_init (TwBand *b, const TwBoard *board, const TwReducedCosts *reduced, int from, int breadth,
              TwPoll *poll)
{
  int height = board->height;

  *b = (TwBand){
    .run = poll->run,
    .board = board,
    .reduced = reduced,
    .most = tw_band_most (board, reduced),
    .from = from,
    .breadth = breadth,
    .swept = tw_board_new (height, breadth),
    .n_keys = (size_t) (height + 1) * (size_t) breadth,
  };
  b->skip = tw_run_malloc (b->run, b->n_keys * sizeof (uint16_t));
  b->first = tw_run_malloc (b->run, b->n_keys * sizeof (uint32_t));
  if (b->swept == NULL || b->skip == NULL || b->first == NULL)
    return false;
  for (int at = 0; at < breadth; at++) {
    for (int y = 0; y < height; y++)
      tw_board_set (b->swept, y, at,
                    tw_board_is_free (board, from + at, y) ? TW_CELL_FREE : TW_CELL_BLOCKED);
  }
  tw_board_next_free (b->swept, b->skip);
  return set_parts (b, poll);
}

void
tw_band_clear (TwBand *b)
{
  if (b->run == NULL)
    return;
  tw_run_mfree (b->run, b->parts, b->part_capacity * sizeof (TwBandPart));
  tw_run_mfree (b->run, b->first, b->n_keys * sizeof (uint32_t));
  tw_run_mfree (b->run, b->skip, b->n_keys * sizeof (uint16_t));
  tw_board_free (b->swept);
  *b = (TwBand){ 0 };
}
