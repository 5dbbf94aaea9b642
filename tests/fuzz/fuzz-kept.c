/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-kept.c - what another run of the program has kept of a puzzle. What is read can be written, and
 * is then read as the same. */
#include "fuzz.h"

#include "puzzle/kept.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwKept) kept = tw_kept_parse ((const char *) data, size, &error);
  gsize length, again_length;

  if (kept == NULL) {
    fuzz_expect_error (error);
    return 0;
  }
  fuzz_assert (kept->saved < (int) kept->values->len);

  g_autofree char *text = tw_kept_print (kept, &length);
  g_autoptr (TwKept) same = tw_kept_parse (text, length, NULL);
  fuzz_assert (same != NULL);
  g_autofree char *again = tw_kept_print (same, &again_length);
  fuzz_assert (g_str_equal (text, again));
  return 0;
}
