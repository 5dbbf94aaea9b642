/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-avx2.h - counts elements of sets with AVX2, for the build of cover.c for such processors.
 *
 * Source: the counts of half bytes from a table of 16 bytes are W. Mula, N. Kurz and D. Lemire,
 * Faster population counts using AVX2 instructions (2018).
 *
 * Private to cover.c. */
#pragma once

#include <immintrin.h>
#include <stdint.h>

/* Counts the common elements of two sets; `words` is a multiple of four. */
__attribute__ ((target ("avx2,popcnt"))) static inline int
tw_cover_count_avx2 (const uint64_t *a, const uint64_t *b, int words)
{
  const __m256i counts = _mm256_broadcastsi128_si256 (
    _mm_setr_epi8 (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i low = _mm256_set1_epi8 (15), zero = _mm256_setzero_si256 ();
  __m256i sum = zero;
  __m128i half;

  for (int w = 0; w < words; w += (int) (sizeof sum / sizeof *a)) {
    __m256i both = _mm256_and_si256 (_mm256_loadu_si256 ((const __m256i_u *) (a + w)),
                                     _mm256_loadu_si256 ((const __m256i_u *) (b + w)));
    __m256i high = _mm256_and_si256 (_mm256_srli_epi16 (both, 4), low);
    __m256i bytes = _mm256_add_epi8 (_mm256_shuffle_epi8 (counts, _mm256_and_si256 (both, low)),
                                     _mm256_shuffle_epi8 (counts, high));

    sum = _mm256_add_epi64 (sum, _mm256_sad_epu8 (bytes, zero));
  }
  half = _mm_add_epi64 (_mm256_castsi256_si128 (sum), _mm256_extracti128_si256 (sum, 1));
  return (int) (_mm_cvtsi128_si64 (half) + _mm_extract_epi64 (half, 1));
}
