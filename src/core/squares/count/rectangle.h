/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.h - counts the tilings of an empty rectangle by squares.
 *
 * The profile lies along the shorter side. Half of the columns are counted for each profile at the
 * middle line; the other half is their mirror image, and the two are joined by the squares that
 * cross the middle. Numbers have a fixed size that follows from the area; when one proves too small,
 * the count starts again with longer numbers.
 *
 * Private to core/squares/count. */
#ifndef TW_CORE_SQUARES_COUNT_RECTANGLE_H
#define TW_CORE_SQUARES_COUNT_RECTANGLE_H

#include "core/base/natural.h"
#include "core/squares/count/transfer.h"

/* Sets `half` to the numbers of tilings of `columns` columns for each profile on their left side.
 * The caller clears the vector in any case. */
TwTransferEnd tw_squares_count_columns (int rows, int columns, size_t words, int threads,
                                        TwRun *run, TwCountVector *half);

/* Estimates how many words a count of tilings of this rectangle needs. The estimate comes from
 * measured counts; a count whose numbers are longer ends with TW_TRANSFER_OVERFLOW. */
size_t tw_squares_count_words (int rows, int columns);

TwTransferEnd tw_squares_count_rectangle (int width, int height, int threads, TwRun *run,
                                          TwNatural *count);

#endif
