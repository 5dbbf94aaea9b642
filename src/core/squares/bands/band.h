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
#pragma once

#include "core/base/board.h"
#include "core/base/random.h"
#include "core/run/run.h"
#include "core/squares/sweep/cell-states.h"
#include "core/squares/duals/prices.h"

enum {
  TW_BAND_CUT_WORDS = 16, /* cuts that count at once, in words; further ones are ignored */
  TW_BAND_CUT_VECTOR = 4, /* words in a vector of cuts */
};

/* A vector of cuts. */
typedef uint64_t TwBandCuts __attribute__ ((vector_size (8 * TW_BAND_CUT_VECTOR)));

/* A placement at a cell: a square, or the part of a square that lies in the band. */
typedef struct {
  int32_t cost;
  uint16_t wide, deep; /* its extent in columns and rows */
  uint16_t size;       /* side of the square; 0: a blocked cell, which is passed at no cost */
  /* low: the least reach of the columns covered by this part after the placement; low_at: the
   * first column with that reach, relative to the part's first column */
  uint16_t low, low_at;
  uint32_t first_cut;    /* start of its cuts in `members`; they end where the next part's begin */
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
  /* The cuts whose points all lie inside the band, as bits of `cut_words` words. Reduced costs leave
   * out what cuts charge, which is a cut's weight for each member. One member is paid by the bound.
   * Each cut that holds for the uncovered cells of a state has a member among them, so a member
   * costs twice the weight if the cut does not hold before it is placed, and nothing otherwise. */
  size_t n_cuts, cut_words;
  int32_t *weights;
  uint64_t *below; /* cuts that hold for the free cells of a column from a row on; indexed as
                    * `blocked`, cut_words numbers each, and one vector more at the end */
  /* for each row, the first word of cuts with points in that row or later, and the end of those
   * that a square on the row can be a member of; at most TW_BAND_CUT_WORDS are used */
  uint16_t *first_word, *end_word;
  uint64_t *points; /* the cuts of each point, while parts are added */
  uint16_t *members;
  size_t n_members, member_capacity;
} TwBand;

/* Prepares the band of `breadth` columns that starts at column `from`. `cuts` (NULL: none) must
 * outlive the band. Returns false when the run ends or memory is short; the caller must clear the
 * band in that case, too. */
bool tw_band_init (TwBand *band, const TwBoard *board, const TwReducedCosts *reduced,
                   const TwCutList *cuts, int from, int breadth, int split, TwPoll *poll);
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

/* Sets `even` to the band's cuts near row y that do not hold for the uncovered cells, in whole
 * vectors: the last words may belong to other cuts. */
static inline void
tw_band_even_cuts (const TwBand *band, int y, const uint8_t *profile, uint64_t *even)
{
  size_t first, count;

  if (band->n_cuts == 0)
    return;
  first = band->first_word[y];
  count = band->end_word[y] - first;
  for (size_t j = 0; j < count; j += TW_BAND_CUT_VECTOR) {
    TwBandCuts odd = { 0 };

    for (int at = 0; at < band->breadth; at++) {
      size_t cell = (size_t) (y + profile[at]) * (size_t) band->breadth + (size_t) at;
      TwBandCuts below;

      memcpy (&below, &band->below[cell * band->cut_words + first + j], sizeof below);
      odd ^= below;
    }
    odd = ~odd;
    memcpy (&even[j], &odd, sizeof odd);
  }
}

/* Returns the cost of a part with what it pays for cuts. */
static inline int32_t
tw_band_cost (const TwBand *band, int y, const TwBandPart *part, const uint64_t *even)
{
  int64_t cost = part->cost;
  size_t first, count;

  if (band->n_cuts == 0)
    return part->cost;
  first = (size_t) band->first_word[y] * 64;
  count = (size_t) band->end_word[y] * 64 - first;
  for (uint32_t i = part->first_cut; i < part[1].first_cut; i++) {
    size_t cut = band->members[i] - first;

    if (cut < count && (even[cut / 64] >> (cut % 64) & 1) != 0)
      cost += 2 * (int64_t) band->weights[cut + first];
  }
  return cost < INT32_MAX / 4 ? (int32_t) cost : INT32_MAX / 4;
}

/* Places a part at row y, column `at`. `profile` holds reaches below row y. */
static inline void
tw_band_place (const TwBand *band, int y, int at, const TwBandPart *part, uint8_t *profile)
{
  for (int i = at; i < at + part->wide; i++)
    profile[i] = (uint8_t) tw_band_reach (band, y, i, part->deep);
}
