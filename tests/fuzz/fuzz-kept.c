/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-kept.c - what another run of the program has kept of a puzzle. What is read can be written, and
 * is then read as the same. */
#include "fuzz.h"

#include "puzzle/kept.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwKept) kept = tw_kept_load (bytes, &error);

  if (kept == NULL) {
    fuzz_expect_error (error);
    return 0;
  }
  fuzz_assert (kept->saved < (int) kept->values->len);

  g_autoptr (GBytes) saved = tw_kept_save (kept);
  g_autoptr (TwKept) same = tw_kept_load (saved, NULL);
  fuzz_assert (same != NULL);
  g_autoptr (GBytes) again = tw_kept_save (same);
  fuzz_assert (g_bytes_equal (saved, again));
  return 0;
}
