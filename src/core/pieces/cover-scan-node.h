/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-scan-node.h - the inner loop of the scan rule (cover-scan.h). Included by cover.c once for
 * each build, with TW_SCAN (which makes the function names), TW_TARGET (a function attribute) and
 * TW_WORDS (words of a set of shapes) defined. */

/* A node: the free cells, the first of them, the last covered cell of the board, the shapes whose
 * pieces are not used up, and the branches. */
typedef struct {
  TwBits128 picture;
  uint64_t open[TW_WORDS];
  uint64_t set[TW_WORDS];
  int first;
  int last;
} TW_SCAN (Node);

/* Finds the branches at a node whose other members are set; returns false when there are none. */
TW_TARGET static inline bool
TW_SCAN (find_branches) (const TwCoverScan *scan, TW_SCAN (Node) * node)
{
  uint64_t window = (uint64_t) (node->picture >> node->first), any = 0, late = 0;
  const uint64_t *at = scan->at + node->first * TW_WORDS;
  const uint64_t *late_at = scan->late + node->first * TW_WORDS;

  for (int w = 0; w < TW_WORDS; w++) {
    late |= node->open[w] & late_at[w];
    node->set[w] = at[w] & node->open[w];
  }
  if (late != 0)
    return false;
  for (int byte = 0; byte < scan->bytes; byte++) {
    const uint64_t *fit = scan->fit + (256 * byte + (int) (window & 255)) * TW_WORDS;

    for (int w = 0; w < TW_WORDS; w++)
      node->set[w] &= fit[w];
    window >>= 8;
  }
  for (int w = 0; w < TW_WORDS; w++)
    any |= node->set[w];
  return any != 0;
}

/* Tests the regions like regions_fill (). `window` holds the 64 bits from the first free
 * cell of the parent on, and bit `last` of it is the last covered cell, behind which all free cells
 * are connected and at least two lines of the window remain. */
TW_TARGET static inline bool
TW_SCAN (fills) (const uint8_t *fills, uint64_t window, int last, int stride, int n_left)
{
  uint64_t rest = window;
  /* The cells after the last covered one; there are none when it is the last cell of the board. */
  uint64_t seed = window & ~(((uint64_t) 2 << last) - 1);
  bool tail = seed != 0;
  /* The cells next to a free cell of the following line, and the cells near these. When these are
   * all cells before the tail, each of them is connected to the following line and so to the
   * tail. */
  uint64_t near = rest & rest >> stride;

  near |= (near << 1 | near >> 1) & rest;
  near |= (near << 1 | near >> 1) & rest;
  if ((near | seed) == rest)
    return fills[n_left];
  while (rest != 0) {
    if (!tail)
      seed = rest & -rest;
    for (;;) {
      uint64_t grown = (seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride) & rest;

      if (grown == seed)
        break;
      seed = grown;
    }
    rest &= ~seed;
    if (!tail) {
      int size = __builtin_popcountll (seed);

      if (!fills[size])
        return false;
      n_left -= size;
    }
    tail = false;
  }
  /* What remains is the region of the tail, a part of which may lie outside of the window. */
  return fills[n_left];
}

TW_TARGET static void
TW_SCAN (scan) (TwCoverWorker *worker, const TW_SCAN (Node) * node)
{
  const TwCoverRoot *root = worker->root;
  const TwCoverScan *scan = &root->scan;
  TwCoverFork *fork = &worker->forks[worker->n_path];
  uint64_t covers = worker->covers, nodes = worker->nodes++;
  uint64_t window = (uint64_t) (node->picture >> node->first);
  const int32_t *place_at = scan->place_at + node->first * scan->n_shapes;
  int last = node->last - node->first, tried = 0;
  int stride = root->stride, limit = 64 - 2 * stride;
  const uint8_t *fills = root->fills;
  bool remembers, resumes;
  TwMemoKey key;

  if (tw_poll (&worker->poll)) {
    worker->end = TW_COVER_STOPPED;
    return;
  }
  if (worker->n_path >= worker->n_resume) {
    worker->n_resume = 0;
    if (--worker->until_poll == 0 && tw_cover_pauses (worker)) {
      worker->end = TW_COVER_PAUSED;
      return;
    }
  }
  resumes = worker->n_resume != 0;
  /* On the path to resume, a part of the covers is already counted. */
  remembers = root->memo != NULL && !resumes && last < 64 && worker->free_cells >= root->memo_least;
  if (remembers) {
    uint64_t known;

    key.words[0] = window;
    key.words[1] = (uint64_t) node->first | worker->used << 7;
    if (tw_cover_memo_get (root->memo, key, &known) && (known == 0 || worker->counted != NULL)) {
      worker->covers += known;
      if (known > 0 && !worker->counted (worker->data, known))
        worker->end = TW_COVER_STOPPED;
      return;
    }
  }
  fork->branches = 0;
  for (int w = 0; w < TW_WORDS; w++)
    fork->branches += __builtin_popcountll (node->set[w]);
  for (int w = 0; w < TW_WORDS; w++) {
    for (uint64_t bits = node->set[w]; bits != 0; bits &= bits - 1) {
      int s = w * 64 + __builtin_ctzll (bits);
      const TwScanShape *shape = &scan->shapes[s];
      int cls = shape->cls, n_left = worker->free_cells - shape->size;
      int last_left = shape->last > last ? shape->last : last;
      uint64_t rest = window & ~shape->cells;
      TW_SCAN (Node) child;
      bool needed = worker->need[cls] > 0;

      tried++;
      if (resumes && worker->n_path < worker->n_resume
          && worker->resume[worker->n_path] != place_at[s])
        continue;
      child.last = node->first + last_left;
      if (last_left < limit && scan->joined[child.last]) {
        if (!TW_SCAN (fills) (fills, rest, last_left, stride, n_left))
          continue;
        child.picture = node->picture & ~((TwBits128) shape->cells << node->first);
      } else {
        child.picture = node->picture & ~((TwBits128) shape->cells << node->first);
        if (!TW_NODE (regions_fill) (root, child.picture))
          continue;
      }
      if (n_left > 0) {
        if (worker->needed_cells - (needed ? shape->size : 0) > n_left)
          continue;
        child.first = rest != 0 ? node->first + __builtin_ctzll (rest)
                                : tw_bits128_first (child.picture);
        for (int v = 0; v < TW_WORDS; v++)
          child.open[v] = node->open[v];
        if (worker->left[cls] == 1) {
          for (int v = 0; v < TW_WORDS; v++)
            child.open[v] &= ~scan->of_class[cls * TW_WORDS + v];
        }
        if (!TW_SCAN (find_branches) (scan, &child))
          continue;
      }

      fork->tried = tried;
      worker->left[cls]--;
      worker->need[cls]--;
      worker->used += scan->unit[cls];
      worker->free_cells = n_left;
      worker->needed_cells -= needed ? shape->size : 0;
      worker->path[worker->n_path++] = place_at[s];
      if (n_left > 0) {
        TW_SCAN (scan) (worker, &child);
      } else if (worker->needed_cells == 0) {
        worker->covers++;
        worker->n_resume = 0;
        if (!worker->found (worker->data, worker->path, worker->n_path))
          worker->end = TW_COVER_STOPPED;
      }
      if (worker->end != TW_COVER_DONE)
        return; /* keep the path: it is the position of the search */
      worker->n_path--;
      worker->needed_cells += needed ? shape->size : 0;
      worker->free_cells = n_left + shape->size;
      worker->used -= scan->unit[cls];
      worker->need[cls]++;
      worker->left[cls]++;
    }
  }
  if (remembers)
    tw_cover_memo_put (root->memo, key, worker->covers - covers, worker->nodes - nodes);
}

/* Searches the node with these free cells; the worker knows its pieces. */
TW_TARGET static void
TW_SCAN (start) (TwCoverWorker *worker, TwBits128 picture, int last)
{
  TW_SCAN (Node) node = { .picture = picture, .last = last };

  if (worker->needed_cells > worker->free_cells)
    return;
  node.first = tw_bits128_first (picture);
  memcpy (node.open, worker->open, sizeof node.open);
  if (TW_SCAN (find_branches) (&worker->root->scan, &node))
    TW_SCAN (scan) (worker, &node);
}

#undef TW_SCAN
#undef TW_WORDS
