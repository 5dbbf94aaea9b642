/* band.h - some columns of a board, swept from the top down: what may be placed there, and what
 * becomes of the profile. For the bounds of bands (bands.c) and nested bands (nested.c).
 *
 * The band's columns are the rows of its profile: byte i tells how many rows, from the present one on,
 * are covered in column from + i. Squares at its edges stick out as they like, where they fit; one
 * costs the band its part of the columns.
 */
#ifndef TW_CORE_SQUARES_BAND_H
#define TW_CORE_SQUARES_BAND_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/priced-states.h"
#include "core/squares/prices.h"

/* What may be placed at a cell: a square, or the part of one that lies in the band. */
typedef struct {
  uint16_t wide, deep; /* columns and rows */
  uint16_t size;       /* of the square; 0: a blocked cell, which is passed for nothing */
  int32_t cost;
} TwBandPart;

typedef struct {
  TwRun *run;
  const TwBoard *board;          /* not owned */
  const TwReducedCosts *reduced; /* of its squares; not owned */
  int most;                      /* the largest size */
  int from, breadth;             /* columns of the board */
  TwBoard *swept;                /* the band: its rows are the band's columns */
  uint16_t *skip; /* first free row at or after a cell's, height + 1 for each column */
  size_t n_keys;
  uint32_t *first; /* part of each cell: row of the board by column of the band; and an end */
  TwBandPart *parts;
  size_t n_parts, part_capacity;
} TwBand;

/* Columns from, from + 1, ...: `breadth` of them. False when the run ends or memory is short; clear it
 * then, too. */
bool tw_band_init (TwBand *band, const TwBoard *board, const TwReducedCosts *reduced, int from,
                   int breadth, TwPoll *poll);
void tw_band_clear (TwBand *band);

/* The largest square of all; bands are for boards where it is at most TW_PRICED_MOST_REACH. */
int tw_band_most (const TwBoard *board, const TwReducedCosts *reduced);

/* The parts of a cell, from the first to before the one returned. */
static inline const TwBandPart *
tw_band_parts (const TwBand *band, int y, int at, const TwBandPart **first)
{
  size_t cell = (size_t) y * (size_t) band->breadth + (size_t) at;

  *first = &band->parts[band->first[cell]];
  return &band->parts[band->first[cell + 1]];
}

/* The part of a profile's hash that says how far a column of the board is covered: bands of one board
 * agree, so that the hash of a band is that of its halves together. */
static inline uint64_t
tw_band_key (int column, int row)
{
  uint64_t key = ((uint64_t) column << 32 | (uint64_t) row) * UINT64_C (0x9E3779B97F4A7C15);

  key = (key ^ key >> 32) * UINT64_C (0xBF58476D1CE4E5B9);
  return key ^ key >> 29;
}

/* Places a part at row y, column `at`, in a profile of reaches below row y. The hash becomes that of
 * the new profile. */
static inline uint64_t
tw_band_place (const TwBand *band, int y, int at, const TwBandPart *part, uint8_t *profile,
               uint64_t hash)
{
  size_t stride = (size_t) band->board->height + 1;

  for (int i = at; i < at + part->wide; i++) {
    int end = band->skip[(size_t) i * stride + (size_t) (y + part->deep)];

    if (end > y + TW_PRICED_MOST_REACH)
      end = y + TW_PRICED_MOST_REACH;
    hash ^= tw_band_key (band->from + i, y) ^ tw_band_key (band->from + i, end);
    profile[i] = (uint8_t) (end - y);
  }
  return hash;
}

#endif
