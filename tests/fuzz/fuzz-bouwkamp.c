/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-bouwkamp.c - Bouwkamp codes, as core reads and writes them. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/capped/bouwkamp.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_copy (data, size);
  TwTiling tiling = { 0 }, again = { 0 };
  char error[160] = "";
  int width, height, second_width, second_height;

  if (tw_bouwkamp_read (text, size, &width, &height, &tiling, error, sizeof error)) {
    char *code = tw_bouwkamp_write (width, height, &tiling);

    fuzz_assert (code != NULL);
    if (!tw_bouwkamp_read (code, strlen (code), &second_width, &second_height, &again, error,
                           sizeof error))
      fuzz_fail ("%s: %s\n", error, code);
    tw_tiling_sort (&tiling);
    tw_tiling_sort (&again);
    fuzz_assert (second_width == width && second_height == height);
    fuzz_assert (again.count == tiling.count);
    for (size_t i = 0; i < tiling.count; i++)
      fuzz_assert (again.squares[i].x == tiling.squares[i].x
                   && again.squares[i].y == tiling.squares[i].y
                   && again.squares[i].size == tiling.squares[i].size);
    free (code);
  } else {
    fuzz_assert (error[0] != '\0');
  }
  tw_tiling_clear (&tiling);
  tw_tiling_clear (&again);
  return 0;
}
