/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band.c - lists the placements in a band; see band.h. */
#include "core/squares/bands/band.h"

#include <string.h>

static size_t
n_points (const TwBand *b)
{
  return (size_t) (b->board->height + 1) * (size_t) (b->breadth + 1);
}

/* Returns the index of the cuts of point (x, y) of the board. */
static size_t
point_at (const TwBand *b, int x, int y)
{
  return ((size_t) y * (size_t) (b->breadth + 1) + (size_t) (x - b->from)) * b->cut_words;
}

/* Returns word j of the cuts that have an odd number of the corners of a rectangle in the band. */
static uint64_t
corners_at (const TwBand *b, int at, int y, int wide, int deep, size_t j)
{
  const uint64_t *top = &b->points[point_at (b, b->from + at, y) + j];
  const uint64_t *bottom = &b->points[point_at (b, b->from + at, y + deep) + j];
  size_t right = (size_t) wide * b->cut_words;

  return top[0] ^ top[right] ^ bottom[0] ^ bottom[right];
}

/* Lists the cuts that the square of a part is a member of. */
static bool
add_members (TwBand *b, int y, int at, int wide, int deep)
{
  for (size_t j = 0; j < b->cut_words; j++) {
    for (uint64_t cuts = corners_at (b, at, y, wide, deep, j); cuts != 0; cuts &= cuts - 1) {
      if (b->n_members == b->member_capacity
          && !tw_run_grow (b->run, &b->members, &b->member_capacity, 4096))
        return false;
      b->members[b->n_members++] = (uint16_t) (j * 64 + (size_t) __builtin_ctzll (cuts));
    }
  }
  return true;
}

static bool
add_part (TwBand *b, int y, int at, int wide, int deep, int size, int64_t cost)
{
  TwBandPart *part;

  if (b->n_parts == b->part_capacity && !tw_run_grow (b->run, &b->parts, &b->part_capacity, 4096))
    return false;
  part = &b->parts[b->n_parts++];
  *part = (TwBandPart){ .cost = (int32_t) cost,
                        .wide = (uint16_t) wide,
                        .deep = (uint16_t) deep,
                        .size = (uint16_t) size,
                        .low = UINT16_MAX };
  part->first_cut = (uint32_t) b->n_members;
  if (size > 0 && !add_members (b, y, at, wide, deep))
    return false;
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
  /* The end of the last part's cuts. */
  return add_part (b, b->board->height - 1, 0, 0, 0, 0, 0);
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

/* Returns whether all points of a cut are inside the band. No square that protrudes over an edge of the band has a corner outside of it that is a point of
 * a cut inside. */
static bool
is_inside (const TwBand *b, const TwCutList *cuts, size_t cut)
{
  int left = b->from > 0 ? b->from + 1 : 0, right = b->from + b->breadth;

  right = right < b->board->width ? right - 1 : right;
  for (uint32_t i = cuts->cuts[cut].first_point; i < cuts->cuts[cut + 1].first_point; i++) {
    int x = (int) (cuts->points[i] % (uint32_t) (b->board->width + 1));

    if (x < left || x > right)
      return false;
  }
  return true;
}

/* Marks the points of the cuts inside the band, and the words that each row needs. */
static void
mark_points (TwBand *b, const TwCutList *cuts)
{
  size_t n = 0;

  for (int y = 0; y < b->board->height; y++)
    b->first_word[y] = UINT16_MAX;
  for (size_t i = 0; i < cuts->n && n < b->n_cuts; i++) {
    const TwListedCut *cut = &cuts->cuts[i];

    if (!is_inside (b, cuts, i))
      continue;
    b->weights[n] = cut->weight;
    for (uint32_t j = cut->first_point; j < cut[1].first_point; j++) {
      size_t stride = (size_t) b->board->width + 1, point = cuts->points[j];

      b->points[point_at (b, (int) (point % stride), (int) (point / stride)) + n / 64] |=
        (uint64_t) 1 << (n % 64);
    }
    for (int y = cut->top - b->most > 0 ? cut->top - b->most : 0;
         y <= cut->bottom && y < b->board->height; y++) {
      if (b->first_word[y] == UINT16_MAX)
        b->first_word[y] = (uint16_t) (n / 64);
      if (n / 64 < (size_t) b->first_word[y] + TW_BAND_CUT_WORDS)
        b->end_word[y] = (uint16_t) (n / 64 + 1);
    }
    n++;
  }
  for (int y = 0; y < b->board->height; y++)
    b->first_word[y] = b->first_word[y] == UINT16_MAX ? 0 : b->first_word[y];
}

/* Sets the cuts for which the free cells of each column from each row on count. */
static void
set_below (TwBand *b)
{
  for (int y = b->board->height - 1; y >= 0; y--) {
    for (int at = 0; at < b->breadth; at++) {
      size_t cell = (size_t) y * (size_t) b->breadth + (size_t) at;
      uint64_t *below = &b->below[cell * b->cut_words];
      bool is_free = tw_board_is_free (b->board, b->from + at, y);

      for (size_t j = 0; j < b->cut_words; j++)
        below[j] = below[(size_t) b->breadth * b->cut_words + j]
                   ^ (is_free ? corners_at (b, at, y, 1, 1, j) : 0);
    }
  }
}

static bool
set_cuts (TwBand *b, const TwCutList *cuts)
{
  size_t n_rows = (size_t) b->board->height;

  for (size_t i = 0; cuts != NULL && i < cuts->n && b->n_cuts < UINT16_MAX; i++)
    b->n_cuts += is_inside (b, cuts, i);
  if (cuts == NULL || b->n_cuts == 0)
    return true;
  b->cut_words = (b->n_cuts + 63) / 64;
  b->weights = tw_run_malloc (b->run, b->n_cuts * sizeof (int32_t));
  b->below = tw_run_calloc (b->run, b->n_cells * b->cut_words + TW_BAND_CUT_VECTOR,
                            sizeof (uint64_t));
  b->points = tw_run_calloc (b->run, n_points (b) * b->cut_words, sizeof (uint64_t));
  b->first_word = tw_run_calloc (b->run, n_rows, sizeof (uint16_t));
  b->end_word = tw_run_calloc (b->run, n_rows, sizeof (uint16_t));
  if (b->weights == NULL || b->below == NULL || b->points == NULL || b->first_word == NULL
      || b->end_word == NULL)
    return false;
  mark_points (b, cuts);
  set_below (b);
  return true;
}

static void
free_points (TwBand *b)
{
  tw_run_mfree (b->run, b->points);
  b->points = NULL;
}

bool
tw_band_init (TwBand *b, const TwBoard *board, const TwReducedCosts *reduced, const TwCutList *cuts,
              int from, int breadth, int split, TwPoll *poll)
{
  int height = board->height;
  bool fine;

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
  fine = set_cuts (b, cuts) && set_parts (b, poll);
  free_points (b);
  return fine;
}

void
tw_band_clear (TwBand *b)
{
  if (b->run == NULL)
    return;
  tw_run_mfree (b->run, b->parts);
  tw_run_mfree (b->run, b->members);
  tw_run_mfree (b->run, b->end_word);
  tw_run_mfree (b->run, b->first_word);
  free_points (b);
  tw_run_mfree (b->run, b->below);
  tw_run_mfree (b->run, b->weights);
  tw_run_mfree (b->run, b->first);
  tw_run_mfree (b->run, b->blocked);
  tw_board_free (b->swept);
  *b = (TwBand){ 0 };
}
