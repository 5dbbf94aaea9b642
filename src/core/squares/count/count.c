/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - counts tilings by squares; see count.h. Called by the puzzle layer.
 *
 * The state of a partial tiling is the set of cells it leaves uncovered. In each row it covers a
 * prefix, up to gaps made by obstacles, so the first free uncovered column of each row describes
 * the state: reach[row], or the width when there is none. The next square lies at the first
 * uncovered cell in column order: in the row of the smallest reach, the topmost of these. States
 * are grouped by that cell and the cells are processed in order. A placement only leads to later
 * cells, so the count of a state is complete when its cell is processed. */
#include "core/squares/count/count.h"

#include <string.h>

#include "core/base/random.h"
#include "core/run/hash-index.h"
#include "core/squares/count/demand.h"
#include "core/squares/count/rectangle.h"
#include "core/squares/sweep/dual-view.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

enum {
  POLL_INTERVAL = 1000,
};

typedef struct {
  uint16_t *keys;   /* reach of each row; when tilings are counted by their number of squares,
                     * followed by that number in two halves */
  uint64_t *counts; /* n_numbers of n_words for each state: its partial tilings, and the squares
                     * of each side in all of these together */
  size_t n, capacity;
  TwHashIndex index; /* of the states; twice the capacity */
} Bucket;

typedef struct {
  TwRun *run;
  TwPoll poll;
  const TwBoard *board;
  const TwCertifiedPart *part; /* NULL: all tilings are counted, not only the optimal ones */
  TwCountDual dual;            /* with `part` */
  bool sized;                  /* states differ by their number of squares */
  bool all_sizes;              /* `total` has a number for each number of squares */
  TwTiling *drawn;             /* tilings that are drawn; NULL: none */
  size_t n_drawn;              /* with `drawn`: their largest number, and at last their number */
  uint64_t *random;            /* the state of the generator that chooses a tiling; NULL: they are
                                * the first ones */
  size_t key_length, n_words;
  size_t n_numbers;      /* of a state: 1 and, by side, 1 for each side of this pass ... */
  int first_side;        /* ... from this one on */
  size_t pass, n_passes; /* shown as progress */
  uint16_t *largest, *next_free;
  Bucket *buckets; /* indexed by cell in column order */
  uint64_t *total; /* number of complete tilings */
  bool no_memory;  /* set when memory was short */
} Sweep;

static void
clear_bucket (Sweep *s, Bucket *bucket)
{
  tw_run_mfree (s->run, bucket->keys);
  tw_run_mfree (s->run, bucket->counts);
  tw_hash_index_clear (&bucket->index, s->run);
  *bucket = (Bucket){ 0 };
}

static uint64_t
hash (const Sweep *s, const uint16_t *key)
{
  uint64_t mixed = 0;

  for (size_t i = 0; i < s->key_length; i++)
    mixed = tw_mix (mixed + key[i] + 1);
  return mixed;
}

/* Returns the size of the numbers of a state. */
static size_t
count_bytes (const Sweep *s)
{
  return s->n_numbers * s->n_words * sizeof (uint64_t);
}

static bool
enlarge (Sweep *s, Bucket *bucket)
{
  size_t capacity = bucket->capacity > 0 ? bucket->capacity * 2 : 8;
  uint16_t *keys = tw_run_realloc (s->run, bucket->keys,
                                   capacity * s->key_length * sizeof (uint16_t));
  uint64_t *counts;

  if (keys != NULL)
    bucket->keys = keys;
  counts = keys != NULL ? tw_run_realloc (s->run, bucket->counts, capacity * count_bytes (s))
                        : NULL;
  if (counts != NULL)
    bucket->counts = counts;
  tw_hash_index_clear (&bucket->index, s->run);
  if (counts == NULL || capacity > UINT32_MAX / 2
      || !tw_hash_index_init (&bucket->index, s->run, 2 * capacity)) {
    s->no_memory = true;
    return false;
  }
  bucket->capacity = capacity;
  for (size_t i = 0; i < bucket->n; i++)
    tw_hash_index_add (&bucket->index, hash (s, &bucket->keys[i * s->key_length]), i);
  return true;
}

static bool
add_to (Sweep *s, uint64_t *sum, const uint64_t *count)
{
  if (tw_natural_add_words (sum, count, s->n_words))
    return true;
  s->no_memory = true;
  return false;
}

/* The last two numbers of the key hold the number of squares placed. */
static int64_t
get_squares (const uint16_t *key, int rows)
{
  return (int64_t) key[rows] << 16 | key[rows + 1];
}

/* Returns the index, in column order, of the first uncovered cell; SIZE_MAX: all are covered. */
static size_t
first_uncovered (const Sweep *s, const uint16_t *key)
{
  int rows = s->board->height, first = 0;

  for (int y = 1; y < rows; y++) {
    if (key[y] < key[first])
      first = y;
  }
  if (key[first] == s->board->width)
    return SIZE_MAX;
  return (size_t) key[first] * (size_t) rows + (size_t) first;
}

/* Returns the slot of a state: its own, or the empty one where it belongs. */
static uint32_t *
find_slot (const Sweep *s, const Bucket *bucket, const uint16_t *key)
{
  uint32_t *slots = bucket->index.slots;
  size_t n_slots = bucket->index.n_slots, at = tw_probe (hash (s, key), n_slots);

  while (
    slots[at] != 0
    && memcmp (&bucket->keys[(slots[at] - 1) * s->key_length], key, s->key_length * sizeof key[0])
         != 0)
    at = tw_probe_next (at, n_slots);
  return &slots[at];
}

/* Adds the numbers `count` of a state to those of a state that a square of side `size` leads to: all
 * partial tilings keep their squares, and each of them gets that one. */
static bool
add_numbers (Sweep *s, uint64_t *sums, const uint64_t *count, int size)
{
  bool fine = true;

  for (size_t i = 0; fine && i < s->n_numbers; i++)
    fine = add_to (s, &sums[i * s->n_words], &count[i * s->n_words]);
  size -= s->first_side - 1;
  return fine
         && (size <= 0 || (size_t) size >= s->n_numbers
             || add_to (s, &sums[(size_t) size * s->n_words], count));
}

/* Adds the numbers `count` to the state that a square of side `size` leads to; 0: no square. */
static bool
add_state (Sweep *s, const uint16_t *key, const uint64_t *count, int size)
{
  int rows = s->board->height;
  size_t first = first_uncovered (s, key);
  uint32_t *slot;
  Bucket *bucket;

  if (first == SIZE_MAX)
    return add_numbers (
      s, &s->total[s->all_sizes ? (size_t) get_squares (key, rows) * s->n_words : 0], count, size);
  bucket = &s->buckets[first];
  if (bucket->n == bucket->capacity && !enlarge (s, bucket))
    return false;
  slot = find_slot (s, bucket, key);
  if (*slot == 0) {
    memcpy (&bucket->keys[bucket->n * s->key_length], key, s->key_length * sizeof key[0]);
    memset (&bucket->counts[bucket->n * s->n_numbers * s->n_words], 0, count_bytes (s));
    *slot = (uint32_t) ++bucket->n;
  }
  return add_numbers (s, &bucket->counts[(*slot - 1) * s->n_numbers * s->n_words], count, size);
}

/* --- states --------------------------------------------------------------------- */

/* Sets `after` to the state after a square was placed in column x. */
static void
place (const Sweep *s, const uint16_t *key, int x, int y, int size, uint16_t *after)
{
  int rows = s->board->height;
  size_t stride = (size_t) s->board->width + 1;

  memcpy (after, key, s->key_length * sizeof key[0]);
  for (int v = y; v < y + size; v++)
    after[v] = s->next_free[(size_t) v * stride + (size_t) (x + size)];
  if (s->sized) {
    int64_t squares = get_squares (key, rows) + 1;

    after[rows] = (uint16_t) (squares >> 16);
    after[rows + 1] = (uint16_t) squares;
  }
}

/* Returns the largest square that fits at the first uncovered cell of a state. An uncovered free
 * cell of column x is always the first one of its row, since earlier columns are covered. */
static int
largest_at (const Sweep *s, const uint16_t *key, int x, int y)
{
  int most = s->largest[tw_board_index (s->board, x, y)], size = 1;

  while (size < most && key[y + size] == x)
    size++;
  return size;
}

static bool
expand (Sweep *s, int x, int y, const uint16_t *key, const uint64_t *count, uint16_t *after)
{
  int rows = s->board->height, largest = largest_at (s, key, x, y);
  int64_t squares = s->sized ? get_squares (key, rows) + 1 : 0;
  TwDemand demand = { 0 };

  if (s->part != NULL)
    demand = tw_count_dual_measure (&s->dual, key);
  for (int size = 1; size <= largest; size++) {
    if (s->part != NULL
        && !tw_count_dual_allows (&s->dual, &demand, x, y, size, s->part->bound - squares))
      continue;
    place (s, key, x, y, size, after);
    if (!add_state (s, after, count, size))
      return false;
  }
  return true;
}

/* Returns the number that is stored for a state: n_words words. NULL: the state was dropped, because
 * it does not lead to an optimal tiling. */
static uint64_t *
count_of (const Sweep *s, const uint16_t *key)
{
  size_t first = first_uncovered (s, key);
  const Bucket *bucket;
  uint32_t slot;

  if (first == SIZE_MAX)
    return s->part == NULL || get_squares (key, s->board->height) <= s->part->bound ? s->total
                                                                                    : NULL;
  bucket = &s->buckets[first];
  slot = bucket->n > 0 ? *find_slot (s, bucket, key) : 0;
  return slot > 0 ? &bucket->counts[(slot - 1) * s->n_words] : NULL;
}

/* A state stores how many partial tilings lead to it. Replaces that number by the number of ways to
 * complete the state. */
static bool
count_completions (Sweep *s)
{
  uint16_t after[TW_BOARD_MAX_SIDE + 2];
  int rows = s->board->height;

  memset (s->total, 0, s->n_words * sizeof s->total[0]);
  s->total[0] = 1;
  for (size_t i = (size_t) s->board->width * (size_t) rows; i-- > 0;) {
    const Bucket *bucket = &s->buckets[i];
    int x = (int) (i / (size_t) rows), y = (int) (i % (size_t) rows);

    for (size_t j = 0; j < bucket->n; j++) {
      const uint16_t *key = &bucket->keys[j * s->key_length];
      uint64_t *count = &bucket->counts[j * s->n_words];

      if (tw_poll (&s->poll))
        return false;
      memset (count, 0, s->n_words * sizeof count[0]);
      for (int size = largest_at (s, key, x, y); size > 0; size--) {
        const uint64_t *completions;

        place (s, key, x, y, size, after);
        completions = count_of (s, after);
        if (completions != NULL && !add_to (s, count, completions))
          return false;
      }
    }
  }
  return true;
}

/* Draws the tiling of rank `number` among all tilings that complete the state, square by square. Tilings
 * with a smaller square at the first uncovered cell have lower ranks. Overwrites the state and the number. */
static bool
draw (Sweep *s, uint16_t *key, uint64_t *number, TwTiling *tiling)
{
  uint16_t after[TW_BOARD_MAX_SIDE + 2] = { 0 };
  int rows = s->board->height;

  for (size_t i; (i = first_uncovered (s, key)) != SIZE_MAX;) {
    int x = (int) (i / (size_t) rows), y = (int) (i % (size_t) rows), size = 1;
    const uint64_t *count;

    for (;; size++) {
      place (s, key, x, y, size, after);
      count = count_of (s, after);
      if (count == NULL)
        continue;
      if (tw_natural_is_less (number, count, s->n_words))
        break;
      tw_natural_subtract_words (number, count, s->n_words);
    }
    if (!tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size })) {
      s->no_memory = true;
      return false;
    }
    memcpy (key, after, s->key_length * sizeof key[0]);
  }
  return true;
}

/* Draws the tilings that complete the state of no square. */
static bool
draw_all (Sweep *s, const uint16_t *start)
{
  uint16_t key[TW_BOARD_MAX_SIDE + 2];
  const uint64_t *total = count_of (s, start);
  size_t most = s->n_drawn;

  for (s->n_drawn = 0; s->n_drawn < most; s->n_drawn++) {
    uint64_t number[TW_NATURAL_WORDS] = { s->n_drawn };

    if (s->random != NULL)
      tw_natural_draw_words (total, s->n_words, s->random, number);
    else if (!tw_natural_is_less (number, total, s->n_words))
      return true;
    memcpy (key, start, s->key_length * sizeof key[0]);
    if (!draw (s, key, number, &s->drawn[s->n_drawn]))
      return false;
  }
  return true;
}

static bool
sweep (Sweep *s)
{
  const TwBoard *board = s->board;
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  uint16_t key[TW_BOARD_MAX_SIDE + 2] = { 0 }, after[TW_BOARD_MAX_SIDE + 2];
  bool fine;

  for (int y = 0; y < board->height; y++)
    key[y] = s->next_free[(size_t) y * ((size_t) board->width + 1)];
  /* `total` is lent: the start has one partial tiling, without squares. */
  s->total[0] = 1;
  fine = add_state (s, key, s->total, 0);
  s->total[0] = 0;
  for (size_t i = 0; fine && i < n_cells; i++) {
    Bucket *bucket = &s->buckets[i];
    int x = (int) (i / (size_t) board->height), y = (int) (i % (size_t) board->height);

    for (size_t j = 0; fine && j < bucket->n; j++)
      fine = !tw_poll_by (&s->poll, (uint32_t) s->n_numbers)
             && expand (s, x, y, &bucket->keys[j * s->key_length],
                        &bucket->counts[j * s->n_numbers * s->n_words], after);
    tw_run_add_nodes (s->run, bucket->n);
    if (s->drawn == NULL)
      clear_bucket (s, bucket);
    if (s->part == NULL)
      tw_run_set_permille (s->run,
                           (int) (1000 * (s->pass * n_cells + i + 1) / (s->n_passes * n_cells)));
  }
  fine = fine && (s->drawn == NULL || (count_completions (s) && draw_all (s, key)));
  for (size_t i = 0; i < n_cells; i++)
    clear_bucket (s, &s->buckets[i]);
  return fine;
}

/* Returns the words needed for a count. The number of tilings of an empty rectangle has less than
 * 0.46 bits for each cell (A219924), and obstacles reduce it; there are less than 2^20 squares in each
 * tiling. A sum that does not fit is detected. */
static size_t
words_for (size_t n_free)
{
  size_t n = (n_free / 2 + 20) / 64 + 1;

  return n < TW_NATURAL_WORDS ? n : TW_NATURAL_WORDS;
}

/* What is counted on a component. */
typedef struct {
  const TwCertificate *certificate; /* NULL: all tilings, not only the optimal ones */
  bool all_sizes;                   /* a number for each number of squares */
  bool by_side;                     /* a number for each side of squares, too */
  TwTiling *drawn;                  /* tilings that are drawn, too; NULL: none */
  size_t n_drawn;                   /* as in Sweep */
  uint64_t *random;                 /* as in Sweep */
  int threads;
} Goal;

static size_t
count_numbers (const TwBoard *board, const Goal *goal)
{
  int shorter = board->width < board->height ? board->width : board->height;

  return goal->all_sizes ? tw_board_count_free (board) + 1
         : goal->by_side ? (size_t) shorter + 1
                         : 1;
}

/* Sets `numbers` for all tilings and for each side. One sweep counts all sides if the memory allows;
 * otherwise it starts again with fewer, and more sweeps count the others. */
static bool
count_sides (Sweep *s, TwNatural *numbers)
{
  size_t n_sides = 0, n_cells = (size_t) s->board->width * (size_t) s->board->height;
  size_t most, passes = 1;

  for (size_t i = 0; i < n_cells; i++)
    n_sides = s->largest[i] > n_sides ? s->largest[i] : n_sides;
  most = n_sides;
  for (size_t done = 0; done < n_sides;) {
    size_t n = n_sides - done < most ? n_sides - done : most;

    s->first_side = (int) done + 1;
    s->n_numbers = 1 + n;
    s->pass = done / most;
    s->n_passes = (n_sides + most - 1) / most;
    memset (s->total, 0, count_bytes (s));
    if (sweep (s)) {
      numbers[0] = tw_natural_from (s->total, s->n_words);
      for (size_t i = 1; i <= n; i++)
        numbers[done + i] = tw_natural_from (&s->total[i * s->n_words], s->n_words);
      done += n;
    } else if (s->no_memory && most > 1) {
      s->no_memory = false;
      passes += (passes + 1) / 2;
      most = (n_sides + passes - 1) / passes;
    } else {
      return false;
    }
  }
  return true;
}

/* Sets `numbers[0]`, or with `all_sizes` a number for each number of squares up to that of the free
 * cells, or with `by_side` one for each side, too. `order` is the transform of the board. */
static TwEnd
count_part (const TwBoard *board, Goal *goal, const TwCertifiedPart *part, int order, TwRun *run,
            TwNatural *numbers)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  size_t n_next = ((size_t) board->width + 1) * (size_t) board->height;
  size_t n_numbers = count_numbers (board, goal);
  bool sized = part != NULL || goal->all_sizes;
  Sweep s = {
    .run = run,
    .board = board,
    .part = part,
    .sized = sized,
    .all_sizes = goal->all_sizes,
    .drawn = goal->drawn,
    .n_drawn = goal->n_drawn,
    .random = goal->random,
    .key_length = (size_t) board->height + (sized ? 2 : 0),
    .n_words = words_for (tw_board_count_free (board)),
    .n_numbers = 1,
    .n_passes = 1,
  };
  bool fine;

  tw_poll_init (&s.poll, run, POLL_INTERVAL);
  s.total = tw_run_calloc (run, n_numbers, s.n_words * sizeof (uint64_t));
  s.largest = tw_run_malloc (run, n_cells * sizeof (uint16_t));
  s.next_free = tw_run_malloc (run, n_next * sizeof (uint16_t));
  s.buckets = tw_run_calloc (run, n_cells, sizeof (Bucket));
  fine = s.total != NULL && s.largest != NULL && s.next_free != NULL && s.buckets != NULL
         && (part == NULL
             || tw_count_dual_init (&s.dual, run, &part->proof, board,
                                    order ^ goal->certificate->transform));
  s.no_memory = !fine;
  if (fine) {
    tw_board_largest_squares (board, s.largest);
    tw_board_next_free (board, s.next_free);
    fine = goal->by_side ? count_sides (&s, numbers) : sweep (&s);
  }
  for (size_t i = 0; fine && !goal->by_side && i < n_numbers; i++)
    numbers[i] = tw_natural_from (&s.total[i * s.n_words], s.n_words);
  goal->n_drawn = s.n_drawn;
  tw_count_dual_clear (&s.dual, run);
  tw_run_mfree (run, s.total);
  tw_run_mfree (run, s.largest);
  tw_run_mfree (run, s.next_free);
  tw_run_mfree (run, s.buckets);
  return fine ? TW_END_DONE : s.no_memory ? TW_END_NO_MEMORY : TW_END_STOPPED;
}

/* Returns component i with its profile along the shorter side; *order is the transform. Returns NULL
 * when memory is short. */
static TwBoard *
cut_out (const TwBoard *board, const int32_t *labels, const TwBoardBox *boxes, int i, int *order)
{
  TwBoard *own = tw_board_cut_component (board, labels, i, &boxes[i]), *turned = NULL;

  if (own != NULL) {
    *order = tw_dual_view_flat (own);
    turned = tw_transform_board (*order, own);
  }
  tw_board_free (own);
  return turned;
}

/* Completes the tilings of the components before this one, *n_whole of them, by those of this one, so
 * that the result has all combinations, at most `room`. */
static bool
add_drawn (TwTiling *whole, size_t *n_whole, size_t room, const TwTiling *parts, size_t n_parts,
           const TwBoardBox *box)
{
  size_t n_before = *n_whole, n = n_before * n_parts < room ? n_before * n_parts : room;

  /* The last combinations first, because they are made of the first. */
  for (size_t rank = n; rank-- > 0;) {
    const TwTiling *part = &parts[rank / n_before];

    if (rank >= n_before && !tw_tiling_assign (&whole[rank], &whole[rank % n_before]))
      return false;
    for (size_t i = 0; i < part->count; i++) {
      TwSquare square = part->squares[i];

      square.x += box->left;
      square.y += box->top;
      if (!tw_tiling_add (&whole[rank], square))
        return false;
    }
  }
  *n_whole = n;
  return true;
}

/* Counts all tilings of a component. */
static TwEnd
count_whole (const TwBoard *board, Goal *goal, TwRun *run, TwNatural *count)
{
  if (goal->drawn == NULL && !goal->all_sizes && !goal->by_side
      && tw_board_count_free (board) == (size_t) board->width * (size_t) board->height)
    return tw_squares_count_rectangle (board->width, board->height, goal->threads, run, NULL,
                                       count);
  return count_part (board, goal, NULL, 0, run, count);
}

/* Multiplies the polynomials `product` of degree `degree` and `factor` of degree `n`. Returns false
 * when a number or the memory is too large. */
static bool
multiply_sizes (TwRun *run, TwNatural *product, size_t degree, const TwNatural *factor, size_t n)
{
  size_t n_sums = degree + n + 1;
  TwNatural *sums = tw_run_calloc (run, n_sums, sizeof *sums);
  bool fine = sums != NULL;

  for (size_t i = 0; fine && i <= degree; i++) {
    for (size_t j = 0; fine && j <= n; j++) {
      TwNatural one;

      if (!tw_natural_is_zero (&product[i]) && !tw_natural_is_zero (&factor[j]))
        fine = tw_natural_multiply (&one, &product[i], &factor[j])
               && tw_natural_add (&sums[i + j], &one);
    }
  }
  if (fine)
    memcpy (product, sums, n_sums * sizeof *sums);
  tw_run_mfree (run, sums);
  return fine;
}

/* Sets the tilings of two components together and the squares of each side in them: `n` numbers, of
 * which the first is that of the tilings. Returns false when a number is too large. */
static bool
multiply_sides (TwNatural *product, const TwNatural *factor, size_t n)
{
  bool fine = true;

  for (size_t i = n - 1; i > 0 && fine; i--) {
    TwNatural others;

    fine = tw_natural_multiply (&others, &product[0], &factor[i])
           && tw_natural_multiply (&product[i], &product[i], &factor[0])
           && tw_natural_add (&product[i], &others);
  }
  return fine && tw_natural_multiply (&product[0], &product[0], &factor[0]);
}

/* Counts the tilings of component i, and draws some of them. */
static TwEnd
count_component (const TwBoard *board, const int32_t *labels, const TwBoardBox *boxes, int i,
                 Goal *goal, TwRun *run, TwNatural *numbers, size_t *n_free)
{
  const TwCertifiedPart *part = goal->certificate != NULL ? &goal->certificate->parts[i] : NULL;
  int order = 0;
  TwBoard *own = cut_out (board, labels, boxes, i, &order);
  TwEnd end = TW_END_NO_MEMORY;

  *n_free = own != NULL ? tw_board_count_free (own) : 0;
  if (own != NULL)
    end = part != NULL ? count_part (own, goal, part, order, run, numbers)
                       : count_whole (own, goal, run, numbers);
  for (size_t t = 0; goal->drawn != NULL && end == TW_END_DONE && t < goal->n_drawn; t++)
    tw_transform_tiling_back (order, boxes[i].right - boxes[i].left + 1,
                              boxes[i].bottom - boxes[i].top + 1, &goal->drawn[t]);
  tw_board_free (own);
  return end;
}

static void
clear_tilings (TwTiling *tilings, size_t n)
{
  for (size_t i = 0; tilings != NULL && i < n; i++)
    tw_tiling_clear (&tilings[i]);
}

/* Sets a number, or with `all_sizes` one for each number of squares. */
static TwStatus
count_parts (const TwBoard *board, Goal *goal, TwRun *run, TwNatural *count)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height, degree = 0;
  size_t n_numbers = count_numbers (board, goal);
  size_t room = goal->n_drawn, n_drawn = 1;
  int32_t *labels = tw_run_malloc (run, n_cells * sizeof *labels);
  TwNatural *numbers = tw_run_malloc (run, n_numbers * sizeof *numbers);
  TwTiling *parts = room > 0 ? tw_run_calloc (run, room, sizeof *parts) : NULL;
  bool fine = labels != NULL && numbers != NULL && (room == 0 || parts != NULL);
  int n = fine ? tw_board_label_components (board, labels) : -1;
  TwBoardBox *boxes = n > 0 ? tw_run_calloc (run, (size_t) n, sizeof *boxes) : NULL;
  TwEnd end = n < 0 || (n > 0 && boxes == NULL) ? TW_END_NO_MEMORY : TW_END_DONE;
  Goal own = *goal;

  own.drawn = parts;
  memset (count, 0, n_numbers * sizeof *count);
  count[0].words[0] = 1;
  if (end == TW_END_DONE && n > 0)
    tw_board_component_boxes (board, labels, n, boxes);
  for (int i = 0; end == TW_END_DONE && i < n; i++) {
    size_t n_free;

    own.n_drawn = room;
    memset (numbers, 0, n_numbers * sizeof *numbers);
    end = count_component (board, labels, boxes, i, &own, run, numbers, &n_free);
    if (end == TW_END_DONE
        && (!(goal->by_side
                ? multiply_sides (count, numbers, n_numbers)
                : multiply_sizes (run, count, degree, numbers, goal->all_sizes ? n_free : 0))
            || (room > 0
                && !add_drawn (goal->drawn, &n_drawn, room, parts, own.n_drawn, &boxes[i]))))
      end = TW_END_NO_MEMORY;
    clear_tilings (parts, room);
    degree += goal->all_sizes ? n_free : 0;
  }
  goal->n_drawn = room > 0 ? n_drawn : 0;
  tw_run_mfree (run, parts);
  tw_run_mfree (run, boxes);
  tw_run_mfree (run, numbers);
  tw_run_mfree (run, labels);
  return tw_run_end_status (run, end, end == TW_END_DONE);
}

TwStatus
tw_squares_count (const TwBoard *board, int threads, TwRun *run, TwNatural *count)
{
  return count_parts (board, &(Goal){ .threads = threads }, run, count);
}

TwStatus
tw_squares_count_empty (int width, int height, int threads, TwRun *run, TwSquareCountState *state,
                        TwNatural *count)
{
  TwEnd end = tw_squares_count_rectangle (width, height, threads, run, state, count);

  return tw_run_end_status (run, end, end == TW_END_DONE);
}

TwStatus
tw_squares_count_optimal (const TwBoard *board, const TwCertificate *certificate, TwRun *run,
                          TwNatural *count)
{
  return count_parts (board, &(Goal){ .certificate = certificate }, run, count);
}

TwStatus
tw_squares_count_by_size (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  return count_parts (board, &(Goal){ .all_sizes = true }, run, counts);
}

TwStatus
tw_squares_count_by_side (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  return count_parts (board, &(Goal){ .by_side = true }, run, counts);
}

TwStatus
tw_squares_list_optimal (const TwBoard *board, const TwCertificate *certificate, TwRun *run,
                         TwTiling *tilings, size_t *n)
{
  Goal goal = { .certificate = certificate, .drawn = tilings, .n_drawn = *n };
  TwNatural count;
  TwStatus status = count_parts (board, &goal, run, &count);

  if (status != TW_STATUS_OPTIMAL)
    clear_tilings (tilings, *n);
  *n = status == TW_STATUS_OPTIMAL ? goal.n_drawn : 0;
  return status;
}

TwStatus
tw_squares_draw (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwTiling tiling = { 0 };
  uint64_t random = tw_random_number ((uint64_t) options->seed);
  Goal goal = { .drawn = &tiling, .n_drawn = 1, .random = &random };
  TwNatural count;
  TwStatus status = count_parts (board, &goal, run, &count);

  if (status == TW_STATUS_OPTIMAL) {
    if (!tw_squares_offer (run, board, &tiling, 0))
      tw_run_stop (run, TW_STOP_MEMORY);
    status = tw_run_status (run);
  }
  tw_tiling_clear (&tiling);
  return status;
}
