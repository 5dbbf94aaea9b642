/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-vectors.h - counts elements of sets with vectors, for the build of cover.c for processors with
 * AVX2 or NEON.
 *
 * Source: with AVX2, the counts of half bytes from a table of 16 bytes are W. Mula, N. Kurz and D.
 * Lemire, Faster population counts using AVX2 instructions (2018). NEON counts the bits of bytes.
 *
 * Private to cover.c. */
#pragma once

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

#define TW_VECTOR_TARGET __attribute__ ((target ("avx2,popcnt")))

/* Counts the common elements of two sets; `words` is a multiple of TW_COVER_VECTOR. */
TW_VECTOR_TARGET static inline int
tw_cover_count_vectors (const uint64_t *a, const uint64_t *b, int words)
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

#elif defined(__aarch64__)
#include <arm_neon.h>

#define TW_VECTOR_TARGET

static inline int
tw_cover_count_vectors (const uint64_t *a, const uint64_t *b, int words)
{
  uint64x2_t sum = vdupq_n_u64 (0);

  for (int w = 0; w < words; w += (int) (sizeof sum / sizeof *a)) {
    uint8x16_t both = vreinterpretq_u8_u64 (vandq_u64 (vld1q_u64 (a + w), vld1q_u64 (b + w)));

    sum = vpadalq_u32 (sum, vpaddlq_u16 (vpaddlq_u8 (vcntq_u8 (both))));
  }
  return (int) vaddvq_u64 (sum);
}
#endif
