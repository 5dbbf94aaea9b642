/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-proof.c - writes certificates as proofs for other checkers. The proved bound must not
 * exceed the number of squares of the solution. */
#include "fuzz.h"
#include "puzzle/kinds/squares/proof.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_copy (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwDual) dual = tw_dual_read (text, size, &error);

  fuzz_assert ((dual == NULL) == (error != NULL));
  for (int format = TW_PROOF_VIPR; dual != NULL && format <= TW_PROOF_VERIPB; format++) {
    g_autoptr (GError) refused = NULL;
    gsize length;
    gint64 bound;
    g_autofree char *proof = tw_proof_write (dual, (TwProofFormat) format, &length, &bound,
                                             &refused);

    fuzz_assert ((proof == NULL) == (refused != NULL));
    fuzz_assert (proof == NULL || bound <= (gint64) dual->tiling.count);
  }
  return 0;
}
