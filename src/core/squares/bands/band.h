/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band.h - a range of columns of a board, swept from the top down.
 *
 * Lists the squares that can be placed in the band and how each changes the profile. Used for the
 * bounds of bands (bands.c) and for nested bands (nested-beam.c).
 *
 * The columns of the band are the rows of its profile: byte i is the number of rows, counted from
 * the current one, that are covered in column from + i. A square may protrude over an edge of the
 * band wherever it fits on the board. The band then pays the fraction of the square's reduced cost
 * that matches its fraction of the square's columns. */
#ifndef TW_CORE_SQUARES_BANDS_BAND_H
#define TW_CORE_SQUARES_BANDS_BAND_H

#include "core/base/board.h"
#include "core/base/random.h"
#include "core/run/run.h"
#include "core/squares/sweep/cell-states.h"
#include "core/squares/duals/prices.h"

/* A placement at a cell: a square, or the part of a square that lies in the band. */
typedef struct {
  int32_t cost;
  uint16_t wide, deep; /* its extent in columns and rows */
  uint16_t size;       /* side of the square; 0: a blocked cell, which is passed at no cost */
  /* low: the least reach of the columns covered by this part after the placement; low_at: the
   * first column with that reach, relative to the part's first column */
  uint16_t low, low_at;
  uint64_t change;       /* change of the profile's hash */
  uint64_t first_change; /* change of the hash of the columns before `split` */
} TwBandPart;

typedef struct {
  TwRun *run;
  const TwBoard *board;          /* not owned */
  const TwReducedCosts *reduced; /* reduced costs of the squares; not owned */
  int most;                      /* side of the largest square */
  int from, breadth;             /* first column and number of columns on the board */
  int split;                     /* number of columns in the first half */
  TwBoard *swept;                /* the band as a board whose rows are the band's columns */
  /* The next two arrays are indexed by row of the board and column of the band, with one extra
   * row. */
  size_t n_cells;
  uint8_t *blocked; /* length of the run of blocked cells that starts at this cell and goes
                     * down */
  uint32_t *first;  /* index of the first part of each cell */
  TwBandPart *parts;
  size_t n_parts, part_capacity;
} TwBand;

/* Prepares the band of `breadth` columns that starts at column `from`. Returns false when the run
 * ends or memory is short; the caller must clear the band in that case, too. */
bool tw_band_init (TwBand *band, const TwBoard *board, const TwReducedCosts *reduced, int from,
                   int breadth, int split, TwPoll *poll);
void tw_band_clear (TwBand *band);

/* Returns the side of the largest square. Bands need it to be at most TW_MOST_REACH. */
int tw_band_most (const TwBoard *board, const TwReducedCosts *reduced);

/* The parts of a cell are those from *first up to, but excluding, the returned pointer. */
static inline const TwBandPart *
tw_band_parts (const TwBand *band, int y, int at, const TwBandPart **first)
{
  size_t cell = (size_t) y * (size_t) band->breadth + (size_t) at;

  *first = &band->parts[band->first[cell]];
  return &band->parts[band->first[cell + 1]];
}

/* The contribution of one column to a profile's hash. It depends on the column of the board, not of
 * the band, so the hash of a band is the XOR of the hashes of its halves. */
static inline uint64_t
tw_band_key (int column, int row)
{
  return tw_random_number ((uint64_t) column << 32 | (uint64_t) row);
}

/* Returns the reach of column `at` below row y after a part covers `deep` rows: blocked cells
 * directly below the part count as covered. */
static inline int
tw_band_reach (const TwBand *band, int y, int at, int deep)
{
  int reach = deep + band->blocked[(size_t) (y + deep) * (size_t) band->breadth + (size_t) at];

  return reach < TW_MOST_REACH ? reach : TW_MOST_REACH;
}

/* Places a part at row y, column `at`. `profile` holds reaches below row y. */
static inline void
tw_band_place (const TwBand *band, int y, int at, const TwBandPart *part, uint8_t *profile)
{
  for (int i = at; i < at + part->wide; i++)
    profile[i] = (uint8_t) tw_band_reach (band, y, i, part->deep);
}

#endif
