/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover.c - exact cover with bit sets: frames, the parts of a search, and the entry to the inner
 * loop (cover-node.h). Called by search.c and pool.c. */
#include "core/pieces/cover.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/pieces/counts.h"
#include "core/pieces/cover-private.h"

#define FIRST_WORDS ((size_t) 1 << 10)
#define BLOCK_WORDS ((size_t) 1 << 15)
/* The largest number of nodes between two polls of the clock, and of words of sets processed in
 * that time. */
#define POLL_INTERVAL 1024
#define POLL_WORK     ((size_t) 1 << 22)

/* --- regions of a bitmap ------------------------------------------------------ */

static inline TwBits128
spread (TwBits128 bits, int stride)
{
  return bits | bits << 1 | bits >> 1 | bits << stride | bits >> stride;
}

static inline TwBits128
flood (TwBits128 seed, TwBits128 within, int stride)
{
  for (;;) {
    TwBits128 next = spread (seed, stride) & within;

    if (next == seed)
      return seed;
    seed = next;
  }
}

/* The free cells of which at least two neighbours are not free. */
static inline TwBits128
corners_of (TwBits128 free, int stride)
{
  TwBits128 a = ~(free << 1), b = ~(free >> 1), c = ~(free << stride), d = ~(free >> stride);

  return free & ((a & b) | (c & d) | ((a | b) & (c | d)));
}

/* Does the node at the end of the path branch on its first free cell? */
static inline bool
scans (const TwCoverWorker *worker)
{
  return worker->free_cells > 0 && worker->free_cells <= worker->root->scan_most;
}

/* Adds or removes the shapes of a class where a scan begins. */
static inline void
toggle_open (TwCoverWorker *worker, int cls)
{
  const TwCoverScan *scan = &worker->root->scan;

  for (int w = 0; w < scan->words; w++)
    worker->open[w] ^= scan->of_class[cls * scan->words + w];
}

/* Searches the node with these free cells by the scan rule. */
static void start_scan (TwCoverWorker *worker, TwBits128 picture);

/* --- three builds of the inner loops ------------------------------------------ */

#define TW_VECTORS    0
#define TW_NODE(name) name##_plain
#define TW_TARGET
#include "core/pieces/cover-node.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_X86      1
#define TW_VECTORS    0
#define TW_NODE(name) name##_popcnt
#define TW_TARGET     __attribute__ ((target ("popcnt")))
#include "core/pieces/cover-node.h"
#endif

#if defined(HAVE_X86) || (defined(__aarch64__) && defined(__GNUC__))
#include "core/pieces/cover-vectors.h"
#define TW_VECTORS    1
#define TW_NODE(name) name##_vectors
#define TW_TARGET     TW_VECTOR_TARGET
#include "core/pieces/cover-node.h"
#endif

bool
tw_cover_regions_fill (const TwCoverRoot *root, TwBits128 picture)
{
  bool solid = false;

  return regions_fill_plain (root, picture, &solid);
}

static const struct {
  void (*search) (TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
                  const uint64_t *free, TwBits128 picture, bool solid);
  void (*start_scan) (TwCoverWorker *worker, TwBits128 picture);
} builds[TW_COVER_VECTORS + 1] = {
  [TW_COVER_PLAIN] = { search_plain, start_scan_plain },
#ifdef HAVE_X86
  [TW_COVER_POPCNT] = { search_popcnt, start_scan_popcnt },
  [TW_COVER_VECTORS] = { search_vectors, start_scan_popcnt },
#elif defined(TW_VECTOR_TARGET)
  [TW_COVER_VECTORS] = { search_vectors, start_scan_plain },
#endif
};

bool
tw_cover_worker_set_build (TwCoverWorker *worker, TwCoverBuild build)
{
  if (builds[build].search == NULL)
    return false;
#ifdef HAVE_X86
  if ((build >= TW_COVER_POPCNT && !__builtin_cpu_supports ("popcnt"))
      || (build >= TW_COVER_VECTORS && !__builtin_cpu_supports ("avx2")))
    return false;
#endif
  worker->build = build;
  return true;
}

/* Prepares the shapes and the packed uses of a node from the pieces that are left. */
static void
gather_open (TwCoverWorker *worker)
{
  const TwCoverScan *scan = &worker->root->scan;

  worker->used = 0;
  memset (worker->open, 0, sizeof worker->open);
  for (int c = 0; c < worker->in->n_classes; c++) {
    worker->used += scan->unit[c] * (uint64_t) (worker->root->part->most[c] - worker->left[c]);
    if (worker->left[c] > 0)
      toggle_open (worker, c);
  }
}

static void
start_scan (TwCoverWorker *worker, TwBits128 picture)
{
  builds[worker->build].start_scan (worker, picture);
}

static void
enter_node (TwCoverWorker *worker, const TwCoverFrame *frame, const uint64_t *alive,
            const uint64_t *free, TwBits128 picture)
{
  if (scans (worker))
    start_scan (worker, picture);
  else
    builds[worker->build].search (worker, frame, alive, free, picture, false);
}

/* --- bitmaps of the board --------------------------------------------------- */

static bool
paint (TwCoverRoot *root)
{
  const TwInstance *in = root->in;
  int left = INT_MAX, right = -1, top = INT_MAX, bottom = -1;
  int inner, outer;

  for (int c = 0; c < in->n_cells; c++) {
    left = in->cell_x[c] < left ? in->cell_x[c] : left;
    right = in->cell_x[c] > right ? in->cell_x[c] : right;
    top = in->cell_y[c] < top ? in->cell_y[c] : top;
    bottom = in->cell_y[c] > bottom ? in->cell_y[c] : bottom;
  }
  inner = in->by_columns ? bottom - top + 1 : right - left + 1;
  outer = in->by_columns ? right - left + 1 : bottom - top + 1;
  /* A column of guard bits separates the lines. */
  root->stride = inner + 1;
  root->pictured = in->connected && root->stride * outer <= 128;
  if (!root->pictured)
    return !in->connected || tw_cover_list_neighbours (root);

  root->footprint = tw_arena_alloc (&root->arena, ((size_t) in->n_places + 1) * sizeof (TwBits128));
  root->tail = tw_arena_alloc (&root->arena, 128 * sizeof (TwBits128));
  if (root->footprint == NULL || root->tail == NULL)
    return false;
  for (int p = -1; p < in->n_places; p++) {
    int first = p < 0 ? 0 : in->cells_start[p];
    int end = p < 0 ? in->n_cells : in->cells_start[p + 1];
    TwBits128 bits = 0;

    for (int i = first; i < end; i++) {
      int c = p < 0 ? i : in->cells[i];
      int x = in->cell_x[c] - left, y = in->cell_y[c] - top;
      int bit = in->by_columns ? x * root->stride + y : y * root->stride + x;

      root->cell_at[bit] = (uint8_t) c;
      bits |= (TwBits128) 1 << bit;
    }
    if (p < 0)
      root->picture = bits;
    else
      root->footprint[p] = bits;
  }
  for (int b = 0; b < 128; b++) {
    TwBits128 after = b == 127 ? 0 : root->picture & ~(((TwBits128) 1 << (b + 1)) - 1);

    root->tail[b] = after == 0
                      ? 0
                      : flood ((TwBits128) 1 << tw_bits128_last (after), after, root->stride);
  }
  return true;
}

static bool
list_covers (TwCoverRoot *root)
{
  const TwInstance *in = root->in;
  size_t words = (size_t) root->cell_words;
  size_t size = (size_t) in->n_places * words * sizeof (uint64_t);

  root->covers = tw_arena_alloc (&root->arena, size + 1);
  if (root->covers == NULL)
    return false;
  memset (root->covers, 0, size);
  for (int p = 0; p < in->n_places; p++) {
    for (int i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      root->covers[(size_t) p * words + (size_t) in->cells[i] / 64] |= UINT64_C (1)
                                                                       << (in->cells[i] % 64);
  }
  return true;
}

TwCoverRoot *
tw_cover_root_new (const TwInstance *in, const TwSearchPart *part)
{
  TwCoverRoot *root = tw_run_calloc (in->run, 1, sizeof *root);

  if (root == NULL)
    return NULL;
  root->in = in;
  root->part = part;
  tw_arena_init (&root->arena, in->run);
  root->free_cells = in->n_cells;
  for (int c = 0; c < in->n_classes; c++) {
    int64_t needed = root->needed_cells + (int64_t) part->least[c] * in->classes[c].size;

    root->needed_cells = needed > in->n_cells ? in->n_cells + 1 : (int) needed;
  }
  root->cell_words = (in->n_cells + 63) / 64;
  root->fills = tw_arena_alloc (&root->arena, (size_t) in->n_cells + 1);
  if (root->fills == NULL || !list_covers (root) || !paint (root)) {
    tw_cover_root_free (root);
    return NULL;
  }
  tw_counts_fills (in, part->most, root->fills);
  return root;
}

int
tw_cover_root_rule (const TwCoverRoot *root)
{
  return root->scan_most + (root->pictured && root->scan_most < root->free_cells);
}

void
tw_cover_root_free (TwCoverRoot *root)
{
  if (root == NULL)
    return;
  if (root->memo != NULL) {
    tw_cover_memo_clear (root->memo);
    tw_run_mfree (root->in->run, root->memo);
  }
  tw_cover_sets_free (root->sets);
  tw_arena_clear (&root->arena);
  tw_run_mfree (root->in->run, root);
}

/* --- memory of a worker ------------------------------------------------------ */

static TwCoverBlock *
new_block (TwCoverWorker *worker, size_t size)
{
  TwCoverBlock *block = tw_run_malloc (worker->run,
                                       sizeof (TwCoverBlock) + size * sizeof (uint64_t));

  if (block == NULL)
    return NULL;
  block->next = NULL;
  block->size = size;
  block->used = 0;
  return block;
}

static void
free_blocks (TwCoverWorker *worker, TwCoverBlock *block)
{
  while (block != NULL) {
    TwCoverBlock *next = block->next;

    tw_run_mfree (worker->run, block);
    block = next;
  }
}

uint64_t *
tw_cover_take_block (TwCoverWorker *worker, size_t words)
{
  TwCoverBlock *block = worker->block->next;

  if (block == NULL || block->size < words) {
    free_blocks (worker, block);
    worker->block->next = block = new_block (worker, words > BLOCK_WORDS ? words : BLOCK_WORDS);
    if (block == NULL)
      return NULL;
  }
  worker->block = block;
  block->used = words;
  return block->words;
}

static int32_t *
take_ints (TwCoverWorker *worker, int count)
{
  return (int32_t *) (void *) tw_cover_take (worker, ((size_t) count + 2) / 2);
}

static uint32_t
poll_interval (const TwInstance *in)
{
  size_t node = ((size_t) in->n_cells + 1) * ((size_t) in->n_places / 64 + 1);
  size_t interval = POLL_WORK / node;

  return interval > POLL_INTERVAL ? POLL_INTERVAL : interval < 1 ? 1 : (uint32_t) interval;
}

TwCoverWorker *
tw_cover_worker_new (const TwInstance *in)
{
  TwCoverWorker *worker = tw_run_calloc (in->run, 1, sizeof *worker);
  size_t classes = (size_t) in->n_classes + 1, cells = (size_t) in->n_cells + 1;

  if (worker == NULL)
    return NULL;
  worker->in = in;
  worker->run = in->run;
  for (int build = TW_COVER_VECTORS; !tw_cover_worker_set_build (worker, (TwCoverBuild) build);)
    build--;
  tw_arena_init (&worker->arena, in->run);
  worker->left = tw_arena_alloc (&worker->arena, classes * sizeof (int));
  worker->need = tw_arena_alloc (&worker->arena, classes * sizeof (int));
  worker->class_index = tw_arena_alloc (&worker->arena, classes * sizeof (int32_t));
  worker->path = tw_arena_alloc (&worker->arena, cells * sizeof (int32_t));
  worker->forks = tw_arena_alloc (&worker->arena, cells * sizeof (TwCoverFork));
  worker->marks = tw_arena_alloc (&worker->arena, cells * sizeof (uint32_t));
  worker->queue = tw_arena_alloc (&worker->arena, 2 * cells * sizeof (int32_t));
  worker->first_block = new_block (worker, FIRST_WORDS);
  if (worker->left == NULL || worker->need == NULL || worker->class_index == NULL
      || worker->path == NULL || worker->forks == NULL || worker->marks == NULL
      || worker->queue == NULL || worker->first_block == NULL) {
    tw_cover_worker_free (worker);
    return NULL;
  }
  memset (worker->marks, 0, cells * sizeof (uint32_t));
  worker->block = worker->first_block;
  tw_poll_init (&worker->poll, in->run, poll_interval (in));
  return worker;
}

void
tw_cover_worker_free (TwCoverWorker *worker)
{
  if (worker == NULL)
    return;
  free_blocks (worker, worker->first_block);
  tw_arena_clear (&worker->arena);
  tw_run_mfree (worker->run, worker);
}

/* --- frames ------------------------------------------------------------------- */

static uint64_t *
take_zeroed (TwCoverWorker *worker, size_t words)
{
  uint64_t *taken = tw_cover_take (worker, words);

  if (taken != NULL)
    memset (taken, 0, words * sizeof (uint64_t));
  return taken;
}

static uint64_t *
take_full (TwCoverWorker *worker, int bits, int words)
{
  uint64_t *taken = take_zeroed (worker, (size_t) words);

  if (taken == NULL)
    return NULL;
  for (int w = 0; w < bits / 64; w++)
    taken[w] = UINT64_MAX;
  if (bits % 64 > 0)
    taken[bits / 64] = (UINT64_C (1) << (bits % 64)) - 1;
  return taken;
}

/* Fills the sets of the extra items of a frame whose placements are set. */
static bool
add_extras (TwCoverWorker *worker, TwCoverFrame *frame)
{
  const TwInstance *in = worker->in;
  size_t words = (size_t) frame->words;

  frame->by_extra = take_zeroed (worker, (size_t) in->n_extras * words);
  frame->by_pair = take_zeroed (worker, (size_t) in->n_pairs * words);
  if (frame->by_extra == NULL || frame->by_pair == NULL)
    return false;
  for (int b = 0; b < frame->n; b++) {
    int32_t p = frame->place[b];
    uint64_t bit = UINT64_C (1) << (b % 64);

    for (int32_t i = in->extra_start[p]; i < in->extra_start[p + 1]; i++) {
      int32_t e = in->extra[i];
      int32_t item = e < 0 ? ~e : in->pair_item[e];

      frame->by_extra[(size_t) item * words + (size_t) b / 64] |= bit;
      if (e >= 0)
        frame->by_pair[(size_t) e * words + (size_t) b / 64] |= bit;
    }
  }
  return true;
}

void
tw_cover_add_clashes (const TwCoverWorker *worker, const TwCoverFrame *frame, int32_t place,
                      uint64_t *row)
{
  const TwInstance *in = worker->in;
  size_t words = (size_t) frame->words;

  for (int32_t i = in->extra_start[place]; i < in->extra_start[place + 1]; i++) {
    int32_t e = in->extra[i];
    int32_t item = e < 0 ? ~e : in->pair_item[e];
    const uint64_t *with = frame->by_extra + (size_t) item * words;
    const uint64_t *agree = e < 0 ? NULL : frame->by_pair + (size_t) e * words;

    for (size_t w = 0; w < words; w++)
      row[w] |= agree != NULL ? with[w] & ~agree[w] : with[w];
  }
}

/* Do places p and q exclude each other by an extra item? */
static bool
clash (const TwInstance *in, int32_t p, int32_t q)
{
  for (int32_t i = in->extra_start[p]; i < in->extra_start[p + 1]; i++) {
    int32_t a = in->extra[i], item = a < 0 ? ~a : in->pair_item[a];

    for (int32_t j = in->extra_start[q]; j < in->extra_start[q + 1]; j++) {
      int32_t b = in->extra[j];

      if (item == (b < 0 ? ~b : in->pair_item[b]) && (a < 0 || a != b))
        return true;
    }
  }
  return false;
}

/* Makes a frame of the given placements (ascending) and classes; the frame keeps both arrays. */
static bool
make_frame (TwCoverWorker *worker, const int32_t *places, int n, const uint64_t *free,
            const int32_t *classes, int n_classes, TwCoverFrame *frame, const uint64_t **alive)
{
  const TwInstance *in = worker->in;
  const TwCoverRoot *root = worker->root;
  size_t step = worker->build == TW_COVER_VECTORS ? TW_COVER_VECTOR : 1;
  size_t words = ((n > 0 ? (size_t) n + 63 : 64) / 64 + step - 1) / step * step;
  size_t cell_words = (size_t) root->cell_words;
  uint64_t *by_cell = tw_cover_take (worker, (size_t) in->n_cells * words);
  uint64_t *by_class = take_zeroed (worker, (size_t) n_classes * words);
  int32_t *cls = take_ints (worker, n);

  *alive = take_full (worker, n, (int) words);
  if (by_cell == NULL || by_class == NULL || cls == NULL || *alive == NULL)
    return false;
  *frame = (TwCoverFrame){ .n = n,
                           .words = (int) words,
                           .n_classes = n_classes,
                           .place = places,
                           .cls = cls,
                           .class_of = classes,
                           .by_cell = by_cell,
                           .by_class = by_class };
  if (words <= TW_COVER_ROW_WORDS) {
    frame->rows_made = take_zeroed (worker, words);
    frame->rows = tw_cover_take (worker, (size_t) n * words);
    if (frame->rows_made == NULL || frame->rows == NULL)
      return false;
  }

  for (size_t v = 0; v < cell_words; v++) {
    for (uint64_t bits = free[v]; bits != 0; bits &= bits - 1)
      memset (by_cell + (v * 64 + (size_t) __builtin_ctzll (bits)) * words, 0,
              words * sizeof (uint64_t));
  }
  for (int c = 0; c < n_classes; c++)
    worker->class_index[classes[c]] = c;
  for (int b = 0; b < n; b++) {
    int32_t p = places[b];
    uint64_t bit = UINT64_C (1) << (b % 64);
    uint64_t *sets = by_cell + b / 64;

    cls[b] = worker->class_index[in->place_class[p]];
    by_class[(size_t) cls[b] * words + (size_t) b / 64] |= bit;
    for (int32_t i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      sets[(size_t) in->cells[i] * words] |= bit;
  }
  return in->extra_start == NULL || add_extras (worker, frame);
}

bool
tw_cover_pack (TwCoverWorker *worker, const TwCoverFrame *from, const uint64_t *alive,
               const uint64_t *free, int n, TwCoverFrame *to, const uint64_t **to_alive)
{
  int32_t *places = take_ints (worker, n);
  int32_t *classes = take_ints (worker, from->n_classes);
  int n_places = 0, n_classes = 0;

  if (places == NULL || classes == NULL)
    return false;
  for (int w = 0; w < from->words; w++) {
    for (uint64_t bits = alive[w]; bits != 0; bits &= bits - 1)
      places[n_places++] = from->place[w * 64 + __builtin_ctzll (bits)];
  }
  for (int c = 0; c < from->n_classes; c++) {
    int cls = from->class_of[c];

    if (worker->left[cls] > 0)
      classes[n_classes++] = cls;
  }
  return make_frame (worker, places, n_places, free, classes, n_classes, to, to_alive);
}

/* --- a part of the search ------------------------------------------------------ */

/* Moves the worker to the node below `prefix` and makes its frame. */
static bool
load (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *prefix, int n_prefix,
      TwCoverFrame *frame, const uint64_t **alive, const uint64_t **free, TwBits128 *picture)
{
  const TwInstance *in = worker->in;
  size_t cell_words = (size_t) root->cell_words;
  int32_t *places, *classes;
  int n_places = 0, n_classes = 0;
  uint64_t *left;

  worker->root = root;
  worker->block = worker->first_block;
  worker->block->used = 0;
  worker->end = TW_END_DONE;
  worker->n_path = worker->n_prefix = n_prefix;
  worker->n_resume = 0;
  worker->free_cells = root->free_cells;
  worker->needed_cells = root->needed_cells;
  memcpy (worker->left, root->part->most, (size_t) in->n_classes * sizeof (int));
  memcpy (worker->need, root->part->least, (size_t) in->n_classes * sizeof (int));
  *picture = root->picture;

  *free = left = take_full (worker, in->n_cells, root->cell_words);
  places = take_ints (worker, in->n_places);
  classes = take_ints (worker, in->n_classes);
  if (left == NULL || places == NULL || classes == NULL)
    return false;

  for (int i = 0; i < n_prefix; i++) {
    int32_t p = prefix[i];
    int cls = in->place_class[p];

    worker->path[i] = p;
    worker->left[cls]--;
    worker->needed_cells -= worker->need[cls] > 0 ? in->classes[cls].size : 0;
    worker->need[cls]--;
    worker->free_cells -= in->classes[cls].size;
    if (root->pictured)
      *picture &= ~root->footprint[p];
    for (size_t v = 0; v < cell_words; v++)
      left[v] &= ~root->covers[(size_t) p * cell_words + v];
  }
  if (root->scan.words > 0)
    gather_open (worker);
  if (scans (worker)) {
    *frame = (TwCoverFrame){ .n = 0 };
    return true;
  }
  for (int p = 0; p < in->n_places; p++) {
    bool open = (root->part->allowed[p / 64] >> (p % 64) & 1)
                && worker->left[in->place_class[p]] > 0;

    for (size_t v = 0; open && v < cell_words; v++)
      open = (root->covers[(size_t) p * cell_words + v] & ~left[v]) == 0;
    for (int i = 0; open && in->extra_start != NULL && i < n_prefix; i++)
      open = !clash (in, p, prefix[i]);
    if (open)
      places[n_places++] = p;
  }
  for (int c = 0; c < in->n_classes; c++) {
    if (worker->left[c] > 0)
      classes[n_classes++] = c;
  }
  return make_frame (worker, places, n_places, left, classes, n_classes, frame, alive);
}

/* Does the path have an untried branch above the current node, which another thread can take? */
static bool
can_give (const TwCoverWorker *worker)
{
  for (int d = worker->n_prefix; d < worker->n_path; d++) {
    if (worker->forks[d].tried < worker->forks[d].branches)
      return true;
  }
  return false;
}

bool
tw_cover_pauses (TwCoverWorker *worker)
{
  int wanted = atomic_load_explicit (worker->wanted, memory_order_relaxed);

  tw_run_add_nodes (worker->run, worker->stride);
  atomic_store_explicit (&tw_run_progress_bar (worker->run, 0)->states,
                         (int64_t) tw_run_nodes (worker->run), memory_order_relaxed);
  worker->until_poll = worker->stride;
  worker->share -= worker->share < worker->stride ? worker->share : worker->stride;
  return worker->share == 0 || wanted >= TW_COVER_HALT || (wanted > 0 && can_give (worker));
}

TwEnd
tw_cover_search (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *path, int n_prefix,
                 int n_path, uint64_t share, _Atomic int *wanted, TwCoverFound found, void *data)
{
  const uint64_t *alive, *free;
  TwCoverFrame frame;
  TwBits128 picture;

  if (!load (worker, root, path, n_prefix, &frame, &alive, &free, &picture))
    return TW_END_NO_MEMORY;
  worker->resume = path;
  worker->n_resume = n_path > n_prefix ? n_path : 0;
  worker->share = share;
  worker->stride = share < TW_COVER_LOOK ? (uint32_t) share + 1 : TW_COVER_LOOK;
  worker->until_poll = worker->stride;
  worker->wanted = wanted;
  worker->found = found;
  worker->data = data;
  if (!root->pictured || tw_cover_regions_fill (root, picture))
    enter_node (worker, &frame, alive, free, picture);
  tw_run_add_nodes (worker->run, worker->stride - worker->until_poll);
  /* The search stopped before it reached the end of the path to resume: it searched nothing. */
  if (worker->n_resume > worker->n_path && worker->end != TW_END_DONE) {
    memcpy (worker->path, path, (size_t) n_path * sizeof (int32_t));
    worker->n_path = n_path;
  }
  return worker->end;
}

void
tw_cover_worker_set_counted (TwCoverWorker *worker, TwCoverCounted counted)
{
  worker->counted = counted;
}

const int32_t *
tw_cover_worker_path (const TwCoverWorker *worker, int *count)
{
  *count = worker->n_path;
  return worker->path;
}

int
tw_cover_worker_fork (const TwCoverWorker *worker, int depth, int *taken)
{
  *taken = worker->forks[depth].tried - 1;
  return worker->forks[depth].branches;
}

/* tw_cover_branches () for a node of the scan rule. */
static int
scan_branches (TwCoverWorker *worker, TwBits128 picture, const int32_t **places)
{
  const TwCoverScan *scan = &worker->root->scan;
  int first = tw_bits128_first (picture), n = 0;
  uint64_t window = (uint64_t) (picture >> first), late = 0;
  int32_t *list = take_ints (worker, scan->n_shapes);

  if (list == NULL)
    return -1;
  *places = list;
  for (int w = 0; w < scan->words; w++)
    late |= worker->open[w] & scan->late[first * scan->words + w];
  for (int w = 0; late == 0 && w < scan->words; w++) {
    uint64_t set = scan->at[first * scan->words + w] & worker->open[w];

    for (int byte = 0; byte < scan->bytes; byte++)
      set &= scan->fit[(256 * byte + (int) (window >> (8 * byte) & 255)) * scan->words + w];
    for (; set != 0; set &= set - 1)
      list[n++] = scan->place_at[first * scan->n_shapes + w * 64 + __builtin_ctzll (set)];
  }
  return n;
}

int
tw_cover_branches (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *prefix,
                   int n_prefix, const int32_t **places, bool *is_cover)
{
  const uint64_t *alive, *free, *choice;
  TwCoverFrame frame;
  TwBits128 picture;
  TwCoverFork fork;
  int32_t *list;
  int n = 0;

  *is_cover = false;
  if (!load (worker, root, prefix, n_prefix, &frame, &alive, &free, &picture))
    return -1;
  list = take_ints (worker, frame.n);
  if (list == NULL)
    return -1;
  *places = list;
  if (worker->free_cells == 0) {
    *is_cover = worker->needed_cells == 0;
    return 0;
  }
  if (worker->needed_cells > worker->free_cells
      || (root->pictured && !tw_cover_regions_fill (root, picture)))
    return 0;
  if (scans (worker))
    return scan_branches (worker, picture, places);
  choice = choose_plain (worker, &frame, alive, free, picture, &fork);
  for (int b = 0; choice != NULL && b < frame.n; b++) {
    if (choice[b / 64] >> (b % 64) & 1)
      list[n++] = frame.place[b];
  }
  return n;
}
