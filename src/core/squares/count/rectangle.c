/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.c - see rectangle.h. */
#include "core/squares/count/rectangle.h"

#include <string.h>

size_t
tw_squares_count_words (int rows, int columns)
{
  /* The number of tilings of n x n has 0.43 n^2 bits for n = 20 to 25 (OEIS A045846), and that of
   * half the board fewer. */
  return (size_t) rows * (size_t) columns * 42 / 100 / 64 + 1;
}

TwTransferEnd
tw_squares_count_columns (int rows, int columns, size_t words, int threads, TwRun *run,
                          TwCountVector *half)
{
  TwTransferEnd end = TW_TRANSFER_DONE;

  /* Without columns there is one tiling, and nothing reaches into them. */
  if (!tw_count_vector_init (half, run, rows, 0, words))
    return TW_TRANSFER_MEMORY;
  half->numbers[0] = 1;
  for (int x = 1; x <= columns && end == TW_TRANSFER_DONE; x++) {
    TwCountVector next;

    end = tw_count_vector_init (&next, run, rows, x < rows ? x : rows - 1, words)
            ? tw_transfer_column (half, &next, threads, run)
            : TW_TRANSFER_MEMORY;
    tw_count_vector_clear (half, run);
    *half = next;
    tw_run_set_permille (run, 1000 * x / (columns + 1));
  }
  return end;
}

static TwTransferEnd
count_with (int rows, int columns, size_t words, int threads, TwRun *run, TwNatural *count)
{
  uint64_t sum[TW_NATURAL_WORDS];
  TwCountVector half;
  TwTransferEnd end;

  if (2 * words + 1 > TW_NATURAL_WORDS)
    return TW_TRANSFER_MEMORY;
  end = tw_squares_count_columns (rows, columns / 2, words, threads, run, &half);
  if (end == TW_TRANSFER_DONE)
    end = tw_transfer_join (&half, columns % 2, sum, threads, run);
  tw_count_vector_clear (&half, run);
  if (end == TW_TRANSFER_DONE)
    *count = tw_natural_from (sum, 2 * words + 1);
  return end;
}

TwTransferEnd
tw_squares_count_rectangle (int width, int height, int threads, TwRun *run, TwNatural *count)
{
  int rows = width < height ? width : height, columns = width < height ? height : width;
  size_t words = tw_squares_count_words (rows, columns / 2);
  TwTransferEnd end = TW_TRANSFER_MEMORY;

  if (rows <= TW_PROFILE_ROWS) {
    do
      end = count_with (rows, columns, words++, threads, run, count);
    while (end == TW_TRANSFER_OVERFLOW);
  }
  return end;
}
