/* counts.c - bounded subset sums over the classes of pieces. */
#include "core/pieces/counts.h"

#include <stdlib.h>
#include <string.h>

/* Above this many cells times classes, or times pieces, the exact narrowing is
 * left out. */
#define MAX_TABLE (1 << 24)
#define MAX_STEPS ((int64_t) 1 << 26)

/* Adds `most` pieces of `size` to the sums in reach[0..n]. */
static void
add_pieces (uint8_t *reach, int n, int size, int most)
{
  /* left[s]: with how few pieces of this size s is reached, counted along each
   * residue: a run of `most` steps from the last sum that needs none. */
  for (int start = 0; start < size && start <= n && size > 0; start++) {
    int steps = most + 1;

    for (int s = start; s <= n; s += size) {
      if (reach[s]) {
        steps = 0;
      } else if (steps < most) {
        steps++;
        reach[s] = 1;
      } else {
        steps = most + 1;
      }
      if (n - s < size)
        break;
    }
  }
}

void
tw_counts_fills (const TwInstance *in, const int *most, uint8_t *fills)
{
  memset (fills, 0, (size_t) in->n_cells + 1);
  fills[0] = 1;
  for (int c = 0; c < in->n_classes; c++)
    add_pieces (fills, in->n_cells, in->classes[c].size, most[c]);
}

TwCompile
tw_counts_reach (const TwInstance *in, const int *size, int want, bool *reached, int64_t *least,
                 int64_t *most)
{
  uint8_t *reach;

  *least = *most = 0;
  for (int c = 0; c < in->n_classes; c++) {
    *least += (int64_t) in->classes[c].least * size[c];
    *most += (int64_t) in->classes[c].most * size[c];
  }
  *reached = false;
  if (*least > want || *most < want)
    return TW_COMPILE_OK;

  reach = calloc ((size_t) want + 1, 1);
  if (reach == NULL)
    return TW_COMPILE_NO_MEMORY;
  reach[*least] = 1;
  for (int c = 0; c < in->n_classes; c++)
    add_pieces (reach, want, size[c], in->classes[c].most - in->classes[c].least);
  *reached = reach[want];
  free (reach);
  return TW_COMPILE_OK;
}

/* Is there a sum of `before` and one of `after` that make `want` together? */
static bool
meets (const uint8_t *before, const uint8_t *after, int64_t want)
{
  for (int64_t s = 0; s <= want; s++) {
    if (before[s] && after[want - s])
      return true;
  }
  return false;
}

static void
narrow (TwInstance *in, uint8_t *before, const uint8_t *after_all)
{
  int n = in->n_cells;

  memset (before, 0, (size_t) n + 1);
  before[0] = 1;
  for (int c = 0; c < in->n_classes; c++) {
    TwClass *cls = &in->classes[c];
    const uint8_t *after = after_all + (size_t) (c + 1) * ((size_t) n + 1);
    int least = cls->least, most = cls->most;

    if (most > n / cls->size)
      most = n / cls->size;
    while (least < most && !meets (before, after, n - (int64_t) least * cls->size))
      least++;
    while (most > least && !meets (before, after, n - (int64_t) most * cls->size))
      most--;
    /* The sums of the classes before this one, this one included. */
    for (int s = n; s >= 0; s--) {
      int64_t shift = (int64_t) cls->least * cls->size;

      before[s] = s >= shift ? before[s - shift] : 0;
    }
    add_pieces (before, n, cls->size, cls->most - cls->least);
    cls->least = least;
    cls->most = most;
  }
}

TwCompile
tw_counts_check_area (const TwInstance *in, TwPieceReason *reason)
{
  int n = in->n_cells;
  int *size = malloc (((size_t) in->n_classes + 1) * sizeof *size);
  int64_t least, most;
  bool reached;
  TwCompile result;

  if (size == NULL)
    return TW_COMPILE_NO_MEMORY;
  for (int c = 0; c < in->n_classes; c++)
    size[c] = in->classes[c].size;
  result = tw_counts_reach (in, size, n, &reached, &least, &most);
  free (size);
  if (result != TW_COMPILE_OK || reached)
    return result;

  *reason = (TwPieceReason){ .x = -1, .y = -1, .piece = -1, .want = n };
  reason->kind = in->n_classes == 0 ? TW_REASON_NO_PIECES
                 : most < n         ? TW_REASON_AREA_SMALL
                 : least > n        ? TW_REASON_AREA_LARGE
                                    : TW_REASON_AREA_SUM;
  reason->have = most < n ? most : least;
  return TW_COMPILE_OK;
}

void
tw_counts_narrow (TwInstance *in)
{
  int n = in->n_cells;
  size_t row = (size_t) n + 1;
  int64_t pieces = 0;
  uint8_t *after, *before;

  for (int c = 0; c < in->n_classes; c++)
    pieces += in->classes[c].most < n / in->classes[c].size ? in->classes[c].most
                                                            : n / in->classes[c].size;
  if ((int64_t) row * (in->n_classes + 1) > MAX_TABLE || (int64_t) row * pieces > MAX_STEPS)
    return;

  /* after[c]: the sums of the classes c, c + 1, ... */
  after = tw_run_calloc (in->run, row * ((size_t) in->n_classes + 1), 1);
  before = tw_run_malloc (in->run, row);
  if (after != NULL && before != NULL) {
    after[(size_t) in->n_classes * row] = 1;
    for (int c = in->n_classes - 1; c >= 0; c--) {
      const TwClass *cls = &in->classes[c];
      uint8_t *its = after + (size_t) c * row;
      int64_t shift = (int64_t) cls->least * cls->size;

      for (int64_t s = shift; s <= n; s++)
        its[s] = its[(int64_t) row + s - shift];
      add_pieces (its, n, cls->size, cls->most - cls->least);
    }
    narrow (in, before, after);
  }
  tw_run_mfree (in->run, after, row * ((size_t) in->n_classes + 1));
  tw_run_mfree (in->run, before, row);
}
