/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-scan-node.h - the inner loop of the scan rule (cover-scan.h). Included by cover-node.h for
 * each TW_WORDS, the words of a set of shapes. */

#define TW_SCAN_NAME(name, words)   TW_NODE (name##_##words)
#define TW_SCAN_EXPAND(name, words) TW_SCAN_NAME (name, words)
#define TW_SCAN(name)               TW_SCAN_EXPAND (name, TW_WORDS)

/* A node: the free cells, the first of them, the last covered cell of the board, the shapes whose
 * pieces are not used up, and the branches; the key of its remainder, if the memo has such keys. */
typedef struct {
  TwBits128 picture;
  uint64_t open[TW_WORDS];
  uint64_t set[TW_WORDS];
  TwMemoKey key;
  int first;
  int last;
  bool keyed;
} TW_SCAN (Node);

/* A branch of a node: the shape, its number among the tried ones, and the node below it. */
typedef struct {
  TW_SCAN (Node) node;
  int shape;
  int tried;
  bool resumed; /* is it on the path to resume? */
  TwFamily family;
} TW_SCAN (Branch);

/* Sets the key of a node with these free cells and uses of the pieces, and loads the bucket of the
 * memo that may hold it. */
TW_TARGET static inline void
TW_SCAN (find_key) (const TwCoverRoot *root, TW_SCAN (Node) * node, int free_cells, uint64_t used)
{
  node->keyed = root->memo != NULL && free_cells >= root->memo_least
                && node->last - node->first < 64;
  if (!node->keyed)
    return;
  node->key.words[0] = (uint64_t) (node->picture >> node->first);
  node->key.words[1] = (uint64_t) node->first | used << 7;
  tw_cover_memo_prefetch (root->memo, node->key);
}

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
 * are connected and at least two lines of the window remain; 63: the window holds all free cells. */
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
  if (tail && (near | seed) == rest)
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

TW_TARGET static void TW_SCAN (scan) (TwCoverWorker *worker, const TW_SCAN (Node) * node);

/* Makes the node below shape s of a node, but for the key; returns false when it is a dead end. */
TW_TARGET static inline bool
TW_SCAN (make_child) (const TwCoverWorker *worker, const TW_SCAN (Node) * node, int s,
                      TW_SCAN (Node) * child)
{
  const TwCoverRoot *root = worker->root;
  const TwCoverScan *scan = &root->scan;
  const TwScanShape *shape = &scan->shapes[s];
  uint64_t rest = (uint64_t) (node->picture >> node->first) & ~shape->cells;
  int cls = shape->cls, n_left = worker->free_cells - shape->size;
  int last = node->last - node->first, stride = root->stride;
  bool needed = worker->need[cls] > 0, solid = false;

  last = shape->last > last ? shape->last : last;
  child->last = node->first + last;
  child->picture = node->picture & ~((TwBits128) shape->cells << node->first);
  if (last >= 64 - 2 * stride || !scan->joined[child->last])
    last = node->picture >> node->first >> 64 == 0 ? 63 : 64;
  if (last < 64 ? !TW_SCAN (fills) (root->fills, rest, last, stride, n_left)
                : !TW_NODE (regions_fill) (root, child->picture, &solid))
    return false;
  if (n_left == 0)
    return true;
  if (worker->needed_cells - (needed ? shape->size : 0) > n_left)
    return false;
  child->first = rest != 0 ? node->first + __builtin_ctzll (rest)
                           : tw_bits128_first (child->picture);
  for (int w = 0; w < TW_WORDS; w++)
    child->open[w] = node->open[w];
  if (worker->left[cls] == 1) {
    for (int w = 0; w < TW_WORDS; w++)
      child->open[w] &= ~scan->of_class[cls * TW_WORDS + w];
  }
  return TW_SCAN (find_branches) (scan, child);
}

/* Keeps the branches whose free cells the pieces that are left can cover, as far as the families of
 * cover-sets.h tell, and finds the keys of the nodes below them. Returns their number. A branch on the
 * path to resume is always kept, because the search that took it may not have known its family. The
 * loops are separate so that the loads from memory overlap. */
TW_TARGET static inline int
TW_SCAN (select) (TwCoverWorker *worker, TW_SCAN (Branch) * branches, int n)
{
  const TwCoverRoot *root = worker->root;
  TwCoverSets *sets = worker->free_cells <= root->sets_most ? root->sets : NULL;
  const TwCoverScan *scan = &root->scan;
  uint64_t keys[TW_SCAN_AHEAD], left = sets != NULL ? sets->all & ~worker->used : 0;
  int kept = 0;

  /* One piece is left, and each branch places it: there is no key to find. */
  if (sets != NULL && n > 0 && worker->free_cells == scan->shapes[branches[0].shape].size)
    return n;
  for (int i = 0; sets != NULL && i < n; i++) {
    const TW_SCAN (Node) *node = &branches[i].node;

    keys[i] = tw_cover_sets_key ((uint64_t) ((root->picture & ~node->picture) >> node->first),
                                 node->first);
    tw_cover_sets_prefetch (atomic_load_explicit (&sets->table, memory_order_acquire), keys[i]);
  }
  for (int i = 0; sets != NULL && i < n; i++) {
    TW_SCAN (Branch) *branch = &branches[i];
    const TW_SCAN (Node) *node = &branch->node;

    branch->family = tw_cover_sets_find (atomic_load_explicit (&sets->table, memory_order_acquire),
                                         keys[i]);
    if (branch->family == 0)
      branch->family = tw_cover_sets_add (sets, worker->run, node->picture, node->first,
                                          node->last);
    if (branch->family != 0)
      tw_family_prefetch (branch->family, left & ~scan->unit[scan->shapes[branch->shape].cls]);
  }
  for (int i = 0; i < n; i++) {
    const TwScanShape *shape = &scan->shapes[branches[i].shape];

    if (sets != NULL && branches[i].family != 0 && !branches[i].resumed
        && !tw_family_has (branches[i].family, left & ~scan->unit[shape->cls]))
      continue;
    if (kept < i)
      branches[kept] = branches[i];
    TW_SCAN (find_key)
    (root, &branches[kept++].node, worker->free_cells - shape->size,
     worker->used + scan->unit[shape->cls]);
  }
  return kept;
}

/* Searches a branch of a node. When worker->end is set afterwards, the path is the position of the
 * search. */
TW_TARGET static inline void
TW_SCAN (take) (TwCoverWorker *worker, const TW_SCAN (Branch) * branch, int32_t place)
{
  const TwCoverScan *scan = &worker->root->scan;
  const TwScanShape *shape = &scan->shapes[branch->shape];
  int cls = shape->cls, needed = worker->need[cls] > 0 ? shape->size : 0;

  worker->forks[worker->n_path].tried = branch->tried;
  worker->left[cls]--;
  worker->need[cls]--;
  worker->used += scan->unit[cls];
  worker->free_cells -= shape->size;
  worker->needed_cells -= needed;
  worker->path[worker->n_path++] = place;
  if (worker->free_cells > 0) {
    TW_SCAN (scan) (worker, &branch->node);
  } else if (worker->needed_cells == 0) {
    worker->covers++;
    worker->n_resume = 0;
    if (!worker->found (worker->data, worker->path, worker->n_path))
      worker->end = TW_END_STOPPED;
  }
  if (worker->end != TW_END_DONE)
    return;
  worker->n_path--;
  worker->needed_cells += needed;
  worker->free_cells += shape->size;
  worker->used -= scan->unit[cls];
  worker->need[cls]++;
  worker->left[cls]++;
}

TW_TARGET static void
TW_SCAN (scan) (TwCoverWorker *worker, const TW_SCAN (Node) * node)
{
  const TwCoverRoot *root = worker->root;
  const TwCoverScan *scan = &root->scan;
  TwCoverFork *fork = &worker->forks[worker->n_path];
  uint64_t covers = worker->covers, nodes = worker->nodes++;
  const int32_t *place_at = scan->place_at + node->first * scan->n_shapes;
  TW_SCAN (Branch) branches[TW_SCAN_AHEAD];
  int tried = 0, ahead = 0;
  bool remembers, resumes, skips;

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
  /* The path to resume begins with one of the branches; those before it are searched. */
  resumes = skips = worker->n_resume != 0;
  /* On the path to resume, a part of the covers is already counted. */
  remembers = node->keyed && !resumes;
  if (remembers) {
    uint64_t known;

    if (tw_cover_memo_get (root->memo, node->key, &known)
        && (known == 0 || worker->counted != NULL)) {
      worker->covers += known;
      if (known > 0 && !worker->counted (worker->data, known))
        worker->end = TW_END_STOPPED;
      return;
    }
  }
  fork->branches = 0;
  for (int w = 0; w < TW_WORDS; w++)
    fork->branches += __builtin_popcountll (node->set[w]);
  /* The nodes below several branches are made before the first of them is searched, so that their
   * buckets of the memo reach the cache in the meantime. */
  for (int w = 0; w < TW_WORDS; w++) {
    uint64_t bits = node->set[w];

    while (bits != 0) {
      for (ahead = 0; bits != 0 && ahead < TW_SCAN_AHEAD; bits &= bits - 1) {
        int s = w * 64 + __builtin_ctzll (bits);

        tried++;
        if (skips && worker->resume[worker->n_path] != place_at[s])
          continue;
        branches[ahead].resumed = skips;
        skips = false;
        if (!TW_SCAN (make_child) (worker, node, s, &branches[ahead].node))
          continue;
        branches[ahead].shape = s;
        branches[ahead++].tried = tried;
      }
      ahead = TW_SCAN (select) (worker, branches, ahead);
      for (int i = 0; i < ahead; i++) {
        TW_SCAN (take) (worker, &branches[i], place_at[branches[i].shape]);
        if (worker->end != TW_END_DONE)
          return;
      }
    }
  }
  if (remembers)
    tw_cover_memo_put (root->memo, node->key, worker->covers - covers, worker->nodes - nodes);
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
  if (!TW_SCAN (find_branches) (&worker->root->scan, &node))
    return;
  TW_SCAN (find_key) (worker->root, &node, worker->free_cells, worker->used);
  TW_SCAN (scan) (worker, &node);
}

#undef TW_SCAN
#undef TW_SCAN_EXPAND
#undef TW_SCAN_NAME
#undef TW_WORDS
