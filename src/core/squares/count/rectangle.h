/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.h - counts the tilings of an empty rectangle by squares.
 *
 * The profile lies along the shorter side. Half of the columns are counted for each profile at the
 * middle line; the other half is their mirror image, and the two are joined by the squares that
 * cross the middle. Numbers have a fixed size that follows from the area; when one proves too small,
 * the count starts again with longer numbers.
 *
 * When the memory is too small for that, or the caller keeps the state for a later run, the count
 * runs several times with numbers of one word: first approximately, to know how many bits the result
 * has, then modulo pairwise coprime numbers, which the Chinese remainder theorem joins
 * (residues.h).
 *
 * Private to core/squares/count. */
#pragma once

#include "core/base/natural.h"
#include "core/squares/count/state.h"
#include "core/squares/count/transfer.h"

/* Sets `half` to the numbers of tilings of `columns` columns for each profile on their left side.
 * The team is for that many rows and values up to the number of columns. The caller clears the
 * vector in any case. */
TwEnd tw_squares_count_columns (TwTransferTeam *team, int rows, int columns, TwCountVector *half);

/* Estimates how many words a count of tilings of this rectangle needs. The estimate comes from
 * measured counts; a count whose numbers are longer ends with TW_END_LIMIT. */
size_t tw_squares_count_words (int rows, int columns);

/* The largest value of a profile on the left side of this many columns. */
static inline int
tw_squares_count_most (int rows, int columns)
{
  return columns < rows ? columns : rows - 1;
}

/* `state` may be NULL. */
TwEnd tw_squares_count_rectangle (int width, int height, int threads, TwRun *run,
                                  TwSquareCountState *state, TwNatural *count);
