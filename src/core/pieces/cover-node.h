/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-node.h - the inner loop of cover.c. It is included once for each build, with TW_NODE
 * (which makes the function names), TW_TARGET (a function attribute) and TW_VECTORS (is it
 * the build with vectors?) defined; it undefines them. */

/* Does every region of `left` have a size that pieces can add up to? *solid: is it known that no
 * region surrounds other cells? It stays known where a placement touches cells that are not free.
 * Then the number of regions is Euler's: cells less pairs of neighbours plus blocks of four. The last
 * region, often the only one, need not be flooded. */
TW_TARGET static bool
TW_NODE (regions_fill) (const TwCoverRoot *root, TwBits128 left, bool *solid)
{
  int stride = root->stride, regions = 0;
  TwBits128 across = left & left >> 1, down = left & left >> stride;
  TwBits128 covered = root->picture & ~left, seed;
  int euler = tw_bits128_count (left) - tw_bits128_count (across) - tw_bits128_count (down)
              + tw_bits128_count (across & across >> stride);

  if (!root->fills[1] && (left & ~(across | across << 1 | down | down << stride)) != 0)
    return false;
  if (left == 0)
    return true;
  /* The cells after the last covered one need no flood fill: those connected to the last cell are
   * precomputed. */
  seed = covered != 0 ? root->tail[tw_bits128_last (covered)] & left : 0;
  if (seed == 0)
    seed = left & -left;
  while (left != 0) {
    TwBits128 region = *solid && regions + 1 == euler ? left : flood (seed, left, stride);

    left &= ~region;
    if (!root->fills[tw_bits128_count (region)])
      return false;
    regions++;
    seed = left & -left;
  }
  *solid = regions == euler;
  return true;
}

TW_TARGET static inline int
TW_NODE (count) (const uint64_t *a, const uint64_t *b, int words)
{
#if TW_VECTORS
  return tw_cover_count_vectors (a, b, words);
#else
  int n = 0;

  for (int w = 0; w < words; w++)
    n += __builtin_popcountll (a[w] & b[w]);
  return n;
#endif
}

/* Keeps the item with these placements if it has the fewest so far; false when it has none. */
TW_TARGET static inline bool
TW_NODE (compare) (const uint64_t *alive, const uint64_t *set, int words, int *least,
                   const uint64_t **best)
{
  int n = TW_NODE (count) (alive, set, words);

  if (n < *least) {
    *least = n;
    *best = set;
  }
  return n > 0;
}

/* Chooses the item to branch on: the cell, or the piece that must be used, with the fewest
 * placements; *fork receives their number. Of a bitmap only the corners are candidates: cells inside
 * rarely have fewer. Returns the set of its placements, or NULL when some item has too few. */
TW_TARGET static inline const uint64_t *
TW_NODE (choose) (const TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                  const uint64_t *free, TwBits128 picture, TwCoverFork *fork)
{
  const TwCoverRoot *root = worker->root;
  const uint64_t *best = NULL;
  int words = frame->words;
  int least = INT_MAX;
  TwBits128 corners = root->pictured ? corners_of (picture, root->stride) : 0;

  fork->by_cell = true;
  for (; corners != 0; corners &= corners - 1) {
    const uint64_t *set = frame->by_cell
                          + (size_t) root->cell_at[tw_bits128_first (corners)] * (size_t) words;

    if (!TW_NODE (compare) (alive, set, words, &least, &best))
      return NULL;
  }
  for (int w = 0; !root->pictured && w < root->cell_words; w++) {
    for (uint64_t bits = free[w]; bits != 0; bits &= bits - 1) {
      const uint64_t *set = frame->by_cell
                            + (size_t) (w * 64 + __builtin_ctzll (bits)) * (size_t) words;

      if (!TW_NODE (compare) (alive, set, words, &least, &best))
        return NULL;
    }
  }
  for (int c = 0; c < frame->n_classes; c++) {
    int cls = frame->class_of[c];
    const uint64_t *set;
    int n;

    if (worker->need[cls] <= 0)
      continue;
    set = frame->by_class + (size_t) c * (size_t) words;
    n = TW_NODE (count) (alive, set, words);
    if (n < worker->need[cls])
      return NULL;
    /* Branching on one of several equal pieces would find each solution once for every order of
     * them. */
    if (n < least && worker->left[cls] == 1) {
      least = n;
      best = set;
      fork->by_cell = false;
    }
  }
  fork->branches = least;
  return best;
}

/* Stores in `left` the placements that remain possible after placement `bit` is chosen; returns
 * their number. */
TW_TARGET static inline int
TW_NODE (remove) (const TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                  int bit, bool used_up, uint64_t *left)
{
  const TwCoverRoot *root = worker->root;
  int words = frame->words;
  const uint64_t *covers = root->covers + (size_t) frame->place[bit] * (size_t) root->cell_words;
  uint64_t *row;

  if (frame->rows_made == NULL) {
    row = left;
  } else {
    row = frame->rows + (size_t) bit * (size_t) words;
    if (frame->rows_made[bit / 64] >> (bit % 64) & 1)
      goto made;
    frame->rows_made[bit / 64] |= UINT64_C (1) << (bit % 64);
  }
  for (int w = 0; w < words; w++)
    row[w] = 0;
  for (int v = 0; v < root->cell_words; v++) {
    for (uint64_t bits = covers[v]; bits != 0; bits &= bits - 1) {
      const uint64_t *set = frame->by_cell
                            + (size_t) (v * 64 + __builtin_ctzll (bits)) * (size_t) words;

      for (int w = 0; w < words; w++)
        row[w] |= set[w];
    }
  }
  if (frame->by_extra != NULL)
    tw_cover_add_clashes (worker, frame, frame->place[bit], row);
made:
  if (used_up) {
    const uint64_t *set = frame->by_class + (size_t) frame->cls[bit] * (size_t) words;

    for (int w = 0; w < words; w++)
      left[w] = alive[w] & ~row[w] & ~set[w];
  } else {
    for (int w = 0; w < words; w++)
      left[w] = alive[w] & ~row[w];
  }
  return TW_NODE (count) (left, left, words);
}

TW_TARGET static void
TW_NODE (search) (TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                  const uint64_t *free, TwBits128 picture, bool solid)
{
  const uint64_t *choice;
  TwCoverBlock *mark = worker->block;
  size_t mark_used = mark->used;
  int cell_words = worker->root->cell_words;
  TwCoverFork *fork = &worker->forks[worker->n_path];
  uint64_t *left, *rest;

  if (tw_poll (&worker->poll)) {
    worker->end = TW_END_STOPPED;
    return;
  }
  if (worker->n_path >= worker->n_resume) {
    worker->n_resume = 0;
    if (--worker->until_poll == 0 && tw_cover_pauses (worker)) {
      worker->end = TW_END_LIMIT;
      return;
    }
  }

  if (worker->free_cells == 0) {
    if (worker->needed_cells == 0 && !worker->found (worker->data, worker->path, worker->n_path))
      worker->end = TW_END_STOPPED;
    return;
  }
  if (worker->needed_cells > worker->free_cells)
    return;
  choice = TW_NODE (choose) (worker, frame, alive, free, picture, fork);
  fork->tried = 0;
  if (choice == NULL)
    return;

  left = tw_cover_take (worker, (size_t) (frame->words + cell_words));
  if (left == NULL) {
    worker->end = TW_END_NO_MEMORY;
    return;
  }
  rest = left + frame->words;
  for (int w = 0; w < frame->words; w++) {
    for (uint64_t bits = alive[w] & choice[w]; bits != 0; bits &= bits - 1) {
      int bit = w * 64 + __builtin_ctzll (bits);
      int32_t place = frame->place[bit];
      int cls = frame->class_of[frame->cls[bit]];
      int size = worker->in->classes[cls].size;
      const uint64_t *covers = worker->root->covers + (size_t) place * (size_t) cell_words;
      TwBits128 picture_left = picture;
      bool needed, solid_left = solid && fork->by_cell;
      TwCoverFork inner;
      int n;

      fork->tried++;
      if (worker->n_path < worker->n_resume && worker->resume[worker->n_path] != place)
        continue;
      if (worker->root->pictured) {
        picture_left &= ~worker->root->footprint[place];
        if (!TW_NODE (regions_fill) (worker->root, picture_left, &solid_left))
          continue;
      }
      for (int v = 0; v < cell_words; v++)
        rest[v] = free[v] & ~covers[v];
      if (worker->root->neighbours != NULL && !tw_cover_regions_fit (worker, rest, place))
        continue;

      needed = worker->need[cls] > 0;
      if (--worker->left[cls] == 0)
        toggle_open (worker, cls);
      worker->need[cls]--;
      worker->free_cells -= size;
      worker->needed_cells -= needed ? size : 0;
      worker->path[worker->n_path++] = place;

      if (scans (worker)) {
        start_scan (worker, picture_left);
        goto searched;
      }
      n = TW_NODE (remove) (worker, frame, alive, bit, worker->left[cls] == 0, left);
      /* A dead end is found in the larger sets in less time than smaller ones take to make. */
      if (frame->words > TW_COVER_PACK_WORDS && TW_COVER_PACK_RATIO * n <= frame->n && n > 0
          && TW_NODE (choose) (worker, frame, left, rest, picture_left, &inner) != NULL) {
        TwCoverBlock *inner_mark = worker->block;
        size_t inner_used = inner_mark->used;
        TwCoverFrame packed;
        const uint64_t *packed_alive;

        if (tw_cover_pack (worker, frame, left, rest, n, &packed, &packed_alive))
          TW_NODE (search) (worker, &packed, packed_alive, rest, picture_left, solid_left);
        else
          worker->end = TW_END_NO_MEMORY;
        worker->block = inner_mark;
        inner_mark->used = inner_used;
      } else {
        TW_NODE (search) (worker, frame, left, rest, picture_left, solid_left);
      }

    searched:
      if (worker->end != TW_END_DONE)
        return; /* keep the path: it is the position of the search */
      worker->n_path--;
      worker->needed_cells += needed ? size : 0;
      worker->free_cells += size;
      worker->need[cls]++;
      if (worker->left[cls]++ == 0)
        toggle_open (worker, cls);
    }
  }
  worker->block = mark;
  mark->used = mark_used;
}

/* The build with vectors scans like the one before it, because the sets of a scan are short. */
#if !TW_VECTORS
#define TW_WORDS 1
#include "core/pieces/cover-scan-node.h"
#define TW_WORDS 2
#include "core/pieces/cover-scan-node.h"
#define TW_WORDS 4
#include "core/pieces/cover-scan-node.h"

/* Searches the node with these free cells by the scan rule. */
static void
TW_NODE (start_scan) (TwCoverWorker *worker, TwBits128 picture)
{
  TwBits128 covered = worker->root->picture & ~picture;
  int last = covered == 0 ? -1 : tw_bits128_last (covered);
  int words = worker->root->scan.words;

  if (words == 1)
    TW_NODE (start_1) (worker, picture, last);
  else if (words == 2)
    TW_NODE (start_2) (worker, picture, last);
  else
    TW_NODE (start_4) (worker, picture, last);
}
#endif
#undef TW_VECTORS
#undef TW_NODE
#undef TW_TARGET
