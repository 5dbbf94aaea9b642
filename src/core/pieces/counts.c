/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.c - bounded subset sums over the classes of pieces. */
#include "core/pieces/counts.h"

#include <stdlib.h>
#include <string.h>

/* Above these products of cells and classes, or cells and pieces, the exact narrowing is
 * skipped. */
#define MAX_TABLE (1 << 24)
#define MAX_STEPS ((int64_t) 1 << 26)

/* A set of sums 0..n is stored as a bit set. */
static size_t
words_for (int n)
{
  return (size_t) n / 64 + 1;
}

static bool
has (const uint64_t *sums, int64_t s)
{
  return sums[s / 64] >> (s % 64) & 1;
}

void
tw_counts_shift (uint64_t *to, const uint64_t *from, int n, int64_t shift, bool keep)
{
  int64_t whole = shift / 64;
  int part = (int) (shift % 64);

  for (int64_t w = (int64_t) words_for (n) - 1; w >= 0; w--) {
    uint64_t bits = w >= whole ? from[w - whole] << part : 0;

    if (part > 0 && w > whole)
      bits |= from[w - whole - 1] >> (64 - part);
    to[w] = keep ? to[w] | bits : bits;
  }
}

/* Adds 0 to `most` pieces of `size` cells to each sum. Groups of 1, 2, 4, ... pieces and a last
 * group with the remainder reach every number of pieces. */
static void
add_pieces (uint64_t *sums, int n, int size, int64_t most)
{
  if (size < 1 || size > n)
    return;
  most = most < n / size ? most : n / size;
  for (int64_t step = 1; most > 0; step *= 2) {
    int64_t take = step < most ? step : most;

    tw_counts_shift (sums, sums, n, take * size, true);
    most -= take;
  }
}

static int
size_of (const TwInstance *in, const int *size, int cls)
{
  return size != NULL ? size[cls] : in->classes[cls].size;
}

/* Adds all classes, merging classes of equal size, because there may be thousands of classes but
 * few sizes. Class c adds at most most[c] pieces; if `most` is NULL, its maximum less its minimum.
 * Returns false when memory runs out. */
static bool
add_classes (const TwInstance *in, uint64_t *sums, int n, const int *size, const int *most)
{
  int64_t *of_size = tw_run_calloc (in->run, (size_t) n + 1, sizeof *of_size);

  if (of_size == NULL)
    return false;
  for (int c = 0; c < in->n_classes; c++) {
    if (size_of (in, size, c) <= n)
      of_size[size_of (in, size, c)] += most != NULL ? most[c]
                                                     : in->classes[c].most - in->classes[c].least;
  }
  for (int s = 1; s <= n; s++) {
    if (of_size[s] > 0)
      add_pieces (sums, n, s, of_size[s]);
  }
  tw_run_mfree (in->run, of_size);
  return true;
}

void
tw_counts_fills (const TwInstance *in, const int *most, uint8_t *fills)
{
  int n = in->n_cells;
  uint64_t *sums = tw_run_calloc (in->run, words_for (n), sizeof *sums);
  bool good = sums != NULL;

  if (good) {
    sums[0] = 1;
    good = add_classes (in, sums, n, NULL, most);
  }
  /* When memory runs out, no sum is ruled out. */
  for (int s = 0; s <= n; s++)
    fills[s] = good ? has (sums, s) : 1;
  tw_run_mfree (in->run, sums);
}

TwEnd
tw_counts_reach (const TwInstance *in, const int *size, int want, bool *reached, int64_t *least,
                 int64_t *most)
{
  uint64_t *sums;
  bool good;

  *least = *most = 0;
  for (int c = 0; c < in->n_classes; c++) {
    *least += (int64_t) in->classes[c].least * size_of (in, size, c);
    *most += (int64_t) in->classes[c].most * size_of (in, size, c);
  }
  *reached = false;
  if (*least > want || *most < want)
    return TW_END_DONE;

  sums = tw_run_calloc (in->run, words_for (want), sizeof *sums);
  good = sums != NULL;
  if (good) {
    sums[*least / 64] |= UINT64_C (1) << (*least % 64);
    good = add_classes (in, sums, want, size, NULL);
  }
  if (good)
    *reached = has (sums, want);
  tw_run_mfree (in->run, sums);
  return good ? TW_END_DONE : TW_END_NO_MEMORY;
}

/* Is there a sum in `before` and a sum in `after` that add up to `want`? */
static bool
meets (const uint64_t *before, const uint64_t *after, int64_t want)
{
  for (int64_t s = 0; s <= want; s++) {
    if (has (before, s) && has (after, want - s))
      return true;
  }
  return false;
}

static void
narrow (TwInstance *in, uint64_t *before, const uint64_t *after_all)
{
  int n = in->n_cells;
  size_t row = words_for (n);

  memset (before, 0, row * sizeof *before);
  before[0] = 1;
  for (int c = 0; c < in->n_classes; c++) {
    TwClass *cls = &in->classes[c];
    const uint64_t *after = after_all + (size_t) (c + 1) * row;
    int least = cls->least, most = cls->most;

    if (most > n / cls->size)
      most = n / cls->size;
    while (least < most && !meets (before, after, n - (int64_t) least * cls->size))
      least++;
    while (most > least && !meets (before, after, n - (int64_t) most * cls->size))
      most--;
    /* From here `before` includes this class. */
    tw_counts_shift (before, before, n, (int64_t) cls->least * cls->size, false);
    add_pieces (before, n, cls->size, cls->most - cls->least);
    cls->least = least;
    cls->most = most;
  }
}

TwEnd
tw_counts_check_area (const TwInstance *in, TwPieceReason *reason)
{
  int n = in->n_cells, n_free = in->problem->n_free;
  int64_t least, most;
  bool reached;
  TwEnd result = tw_counts_reach (in, NULL, n, &reached, &least, &most);

  /* Each of several numbers of free cells may have a choice of pieces; the search finds out. */
  if (result != TW_END_DONE || reached || (in->problem->fewer_free && least <= n && most >= n))
    return result;

  if (in->problem->fewer_free && least > n)
    n_free = 0;
  *reason = (TwPieceReason){ .x = -1, .y = -1, .piece = -1, .want = n - n_free };
  reason->kind = n_free > n           ? TW_REASON_FREE
                 : in->n_members == 0 ? TW_REASON_NO_PIECES
                 : most < n           ? TW_REASON_AREA_SMALL
                 : least > n          ? TW_REASON_AREA_LARGE
                                      : TW_REASON_AREA_SUM;
  reason->have = reason->kind == TW_REASON_FREE ? n : (most < n ? most : least) - n_free;
  return TW_END_DONE;
}

void
tw_counts_narrow (TwInstance *in)
{
  int n = in->n_cells;
  size_t row = words_for (n), size = row * ((size_t) in->n_classes + 1) * sizeof (uint64_t);
  int64_t pieces = 0;
  uint64_t *after, *before;

  for (int c = 0; c < in->n_classes; c++)
    pieces += in->classes[c].most < n / in->classes[c].size ? in->classes[c].most
                                                            : n / in->classes[c].size;
  if ((int64_t) n * (in->n_classes + 1) > MAX_TABLE || n * pieces > MAX_STEPS)
    return;

  /* after[c] holds the sums of the classes c, c + 1, ... */
  after = tw_run_calloc (in->run, size, 1);
  before = tw_run_malloc (in->run, row * sizeof *before);
  if (after != NULL && before != NULL) {
    after[(size_t) in->n_classes * row] = 1;
    for (int c = in->n_classes - 1; c >= 0; c--) {
      const TwClass *cls = &in->classes[c];
      uint64_t *its = after + (size_t) c * row;

      tw_counts_shift (its, its + row, n, (int64_t) cls->least * cls->size, false);
      add_pieces (its, n, cls->size, cls->most - cls->least);
    }
    narrow (in, before, after);
  }
  tw_run_mfree (in->run, after);
  tw_run_mfree (in->run, before);
}
