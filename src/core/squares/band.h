/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#include "core/random.h"
#include "core/run.h"
#include "core/squares/priced-states.h"
#include "core/squares/prices.h"

/* What may be placed at a cell: a square, or the part of one that lies in the band. */
typedef struct {
  int32_t cost;
  uint16_t wide, deep;   /* columns and rows */
  uint16_t size;         /* of the square; 0: a blocked cell, which is passed for nothing */
  uint16_t low, low_at;  /* how far its columns are covered then, at least, and the first that is no
                         * further, from its own first on */
  uint64_t change;       /* of the profile's hash */
  uint64_t first_change; /* and of that of the columns before the split alone */
} TwBandPart;

typedef struct {
  TwRun *run;
  const TwBoard *board;          /* not owned */
  const TwReducedCosts *reduced; /* of its squares; not owned */
  int most;                      /* the largest size */
  int from, breadth;             /* columns of the board */
  int split;                     /* of the breadth: columns of the first half */
  TwBoard *swept;                /* the band: its rows are the band's columns */
  /* By row of the board and column of the band, a row more than there are: */
  size_t n_cells;
  uint8_t *blocked; /* how many cells, from this one down, are blocked */
  uint32_t *first;  /* part of each cell */
  TwBandPart *parts;
  size_t n_parts, part_capacity;
} TwBand;

/* Columns from, from + 1, ...: `breadth` of them. False when the run ends or memory is short; clear it
 * then, too. */
bool tw_band_init (TwBand *band, const TwBoard *board, const TwReducedCosts *reduced, int from,
                   int breadth, int split, TwPoll *poll);
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
  return tw_random_number ((uint64_t) column << 32 | (uint64_t) row);
}

/* How far below row y column `at` is covered by `deep` rows and what is blocked beneath them. */
static inline int
tw_band_reach (const TwBand *band, int y, int at, int deep)
{
  int reach = deep + band->blocked[(size_t) (y + deep) * (size_t) band->breadth + (size_t) at];

  return reach < TW_PRICED_MOST_REACH ? reach : TW_PRICED_MOST_REACH;
}

/* Places a part at row y, column `at`, in a profile of reaches below row y. */
static inline void
tw_band_place (const TwBand *band, int y, int at, const TwBandPart *part, uint8_t *profile)
{
  for (int i = at; i < at + part->wide; i++)
    profile[i] = (uint8_t) tw_band_reach (band, y, i, part->deep);
}

#endif
