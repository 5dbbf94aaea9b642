/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-scan.c - the tables of the scan rule; called by cover-tune.c. */
#include "core/pieces/cover-scan.h"

#include <string.h>

/* Numbers the shapes in the order of their placements. Returns their number, or 0 when they are too
 * long or too many. Equal shapes have adjacent placements, so ascending shapes at one cell mean
 * ascending placements. */
static int
list_shapes (TwCoverScan *scan, const TwInstance *in, const TwBits128 *footprint)
{
  int n = 0, longest = 0;

  for (int p = 0; p < in->n_places; p++) {
    int first = tw_bits128_first (footprint[p]);
    int last = tw_bits128_last (footprint[p]) - first;
    uint64_t shape;

    if (last >= 64)
      return 0;
    shape = (uint64_t) (footprint[p] >> first);
    if (n > 0 && scan->shapes[n - 1].cells == shape
        && scan->shapes[n - 1].cls == in->place_class[p])
      continue;
    if (n == 64 * TW_SCAN_WORDS)
      return 0;
    scan->shapes[n++] = (TwScanShape){ .cells = shape,
                                       .cls = in->place_class[p],
                                       .size = (int16_t) in->classes[in->place_class[p]].size,
                                       .last = (int16_t) last };
    longest = last > longest ? last : longest;
  }
  scan->bytes = longest / 8 + 1;
  return n;
}

static void
fill_fit (TwCoverScan *scan)
{
  int words = scan->words;

  for (int byte = 0; byte < scan->bytes; byte++) {
    uint64_t touch[8][TW_SCAN_WORDS] = { { 0 } };
    uint64_t *fit = scan->fit + (size_t) (256 * byte * words);

    for (int s = 0; s < scan->n_shapes; s++) {
      for (int i = 0; i < 8; i++)
        touch[i][s / 64] |= (scan->shapes[s].cells >> (8 * byte + i) & 1) << (s % 64);
    }
    memset (fit + 255 * words, 0xff, (size_t) words * sizeof (uint64_t));
    for (int bits = 254; bits >= 0; bits--) {
      int i = __builtin_ctz (~(unsigned) bits);

      for (int w = 0; w < words; w++)
        fit[bits * words + w] = fit[(bits | 1 << i) * words + w] & ~touch[i][w];
    }
  }
}

/* A piece that must be used exactly once is late behind the last cell where it may begin. */
static void
fill_late (TwCoverScan *scan, const TwInstance *in, const TwSearchPart *part)
{
  size_t words = (size_t) scan->words;

  for (int c = 0; c < in->n_classes; c++) {
    const uint64_t *its = scan->of_class + (size_t) c * words;
    int bit = TW_SCAN_BITS - 1;

    if (part->least[c] != 1 || part->most[c] != 1)
      continue;
    for (; bit >= 0; bit--) {
      uint64_t any = 0;

      for (size_t w = 0; w < words; w++)
        any |= scan->at[(size_t) bit * words + w] & its[w];
      if (any != 0)
        break;
      for (size_t w = 0; w < words; w++)
        scan->late[(size_t) bit * words + w] |= its[w];
    }
  }
}

static void
pack_uses (TwCoverScan *scan, const TwInstance *in, const TwSearchPart *part)
{
  int bits = 0;

  for (int c = 0; c < in->n_classes; c++) {
    int most = part->most[c] < in->n_cells ? part->most[c] : in->n_cells;

    scan->unit[c] = bits < 64 ? UINT64_C (1) << bits : 0;
    bits += most > 0 ? 32 - __builtin_clz ((unsigned) most) : 0;
  }
  scan->packed = bits <= TW_SCAN_USE_BITS;
}

bool
tw_cover_scan_init (TwCoverScan *scan, const TwInstance *in, const TwSearchPart *part,
                    const TwBits128 *footprint, TwArena *arena)
{
  enum { MOST = 64 * TW_SCAN_WORDS };
  size_t words, place_size;
  int s = 0;

  scan->shapes = tw_arena_alloc (arena, MOST * sizeof (TwScanShape));
  if (scan->shapes == NULL)
    return false;
  scan->words = 0;
  scan->n_shapes = list_shapes (scan, in, footprint);
  if (scan->n_shapes == 0)
    return true;
  words = scan->n_shapes <= 64 ? 1 : scan->n_shapes <= 128 ? 2 : 4;
  place_size = (size_t) TW_SCAN_BITS * (size_t) scan->n_shapes * sizeof (int32_t);
  scan->fit = tw_arena_alloc (arena, (size_t) scan->bytes * 256 * words * sizeof (uint64_t));
  scan->at = tw_arena_alloc (arena, TW_SCAN_BITS * words * sizeof (uint64_t));
  scan->of_class = tw_arena_alloc (arena, ((size_t) in->n_classes + 1) * words * sizeof (uint64_t));
  scan->late = tw_arena_alloc (arena, TW_SCAN_BITS * words * sizeof (uint64_t));
  scan->unit = tw_arena_alloc (arena, ((size_t) in->n_classes + 1) * sizeof (uint64_t));
  scan->place_at = tw_arena_alloc (arena, place_size);
  if (scan->fit == NULL || scan->at == NULL || scan->of_class == NULL || scan->place_at == NULL
      || scan->late == NULL || scan->unit == NULL)
    return false;
  scan->words = (int) words;
  fill_fit (scan);
  memset (scan->at, 0, TW_SCAN_BITS * words * sizeof (uint64_t));
  memset (scan->late, 0, TW_SCAN_BITS * words * sizeof (uint64_t));
  memset (scan->of_class, 0, ((size_t) in->n_classes + 1) * words * sizeof (uint64_t));
  memset (scan->place_at, 0xff, place_size);
  for (int i = 0; i < scan->n_shapes; i++)
    scan->of_class[(size_t) scan->shapes[i].cls * words + (size_t) i / 64] |= UINT64_C (1)
                                                                              << (i % 64);
  for (int p = 0; p < in->n_places; p++) {
    int first = tw_bits128_first (footprint[p]);

    while (scan->shapes[s].cells != (uint64_t) (footprint[p] >> first)
           || scan->shapes[s].cls != in->place_class[p])
      s++;
    if (!(part->allowed[p / 64] >> (p % 64) & 1))
      continue;
    scan->at[(size_t) first * words + (size_t) s / 64] |= UINT64_C (1) << (s % 64);
    scan->place_at[first * scan->n_shapes + s] = p;
  }
  fill_late (scan, in, part);
  pack_uses (scan, in, part);
  return true;
}
