/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip.c - depth-first search in a strip that remembers failed states; see strip.h.
 *
 * A state is pruned when the remaining figures cannot balance the colours of the free cells. The
 * arguments are colouring arguments as in S. W. Golomb, Polyominoes (1965); those about lines were
 * worked out for this program. Call a border between two rows a line when an odd row lies above it
 * and an even row below, rows being numbered from 0.
 *
 * Lines (lines_fit ()). For a line let A be the number of free cells above it in odd rows minus
 * those in even rows, and B the number of free cells below it in even rows minus those in odd rows.
 * A tiling splits A and B into contributions of the remaining figures:
 *
 *   - O, S, Z, a standing I and a standing T have as many cells in odd rows as in even ones, so
 *     they contribute 0 when the line does not cut them. When it does, the rows next to it count
 *     positively on both sides: each contributes at least 0 to A and to B.
 *   - A lying I occupies one row, so it is never cut: -4 or +4 to one of A and B, 0 to the other.
 *   - A lying T, a J or an L has 3 cells of one parity and 1 of the other: -2 or +2 to one of A and
 *     B when it is not cut. When it is, at least -1 to one of them, and at least 0 in sum.
 *
 * So the deficits max (0, -A) + max (0, -B) are at most 2 for each J, L and lying T plus 4 for each
 * lying I. The line with the largest sum decides. Let C be the number of free cells in even columns
 * minus those in odd columns. By the same count |C| is at most 2 for each J, L and standing T plus
 * 4 for each standing I. J and L may supply both demands, T and I only one of them. Hence, with
 * n = 2 (#J + #L), the excess of the deficits over n plus the excess of |C| over n is at most
 * 2 #T + 4 #I.
 *
 * Skews (skews_fit ()). A standing S, Z or T occupies three rows, so exactly one line cuts it. Its
 * part above the line and its part below contribute exactly 1 each to A and B. Suppose that a line
 * cuts k of them. The other figures contribute at least -w in total, where w is 2 for each J, L and
 * lying T plus 4 for each lying I. So A + B >= 2 k - w, that is k <= (A + B + w) / 2. The sum of
 * these limits over all lines bounds the number of standing S, Z and T. The same holds for lying
 * ones and lines between columns, where T and I count when they stand. Together the limits must
 * allow #S + #Z + #T cuts. Each limit is a convex function of w, and the weights of rows and columns
 * have a constant sum, so the total is largest when all T and I lie or all stand. The test tries
 * these two cases. */
#include "core/pieces/strip.h"

#include <stdlib.h>
#include <string.h>

#include "core/pieces/bits128.h"
#include "core/base/random.h"

enum {
  WATCH_INTERVAL = 4096, /* figures tried between two calls of the watch */
  MAX_LINES = TW_STRIP_MAX_HEIGHT / 2 - 1,
  BITS = 128, /* of a window */
  WAYS = 4,   /* entries of a bucket of failed states */
};

/* A shape placed with its first cell on the first free cell. */
typedef struct {
  TwBits128 mask;
  uint8_t shape;
  int8_t rows; /* cells in even rows minus odd rows; the next two: in an even column */
  int8_t columns;
  int8_t chequer;
  int8_t above[MAX_LINES]; /* see lines_fit () */
} Move;

typedef struct {
  TwBits128 window; /* bit i: cell first + i is covered or beyond the end */
  uint32_t first;   /* the first free cell */
  uint8_t row;      /* its row */
  uint8_t n_moves;
  uint8_t next;
  uint8_t moves[TW_N_TETROMINO_SHAPES];
  int32_t rows; /* excesses of all free cells */
  int32_t columns;
  int32_t chequer;
  int16_t above[MAX_LINES];
} Frame;

typedef struct {
  TwBits128 window;
  TwBits128 counts;
} Failure;

struct TwStrip {
  TwRun *run;
  int length;
  int height;
  uint32_t cells;

  Move moves[TW_STRIP_MAX_HEIGHT][TW_N_TETROMINO_SHAPES];
  uint8_t n_moves[TW_STRIP_MAX_HEIGHT];
  TwBits128 tops[TW_STRIP_MAX_HEIGHT]; /* bits whose cell is the top of a column */
  TwBits128 ends[BITS];                /* ends[i]: all bits from bit i on */

  Frame *frames;
  size_t depth;
  int64_t left[TW_N_TETROMINO_LETTERS];

  Failure *failures;
  size_t failure_mask; /* number of entries - 1 */

  uint64_t random;
  TwStripWatch watch;
  void *watch_data;
};

/* --- construction ---------------------------------------------------------- */

static void
make_moves (TwStrip *strip)
{
  const TwTetrominoShape *shapes = tw_tetromino_shapes ();

  for (int row = 0; row < strip->height; row++) {
    for (int i = 0; i < TW_N_TETROMINO_SHAPES; i++) {
      const TwTetrominoShape *shape = &shapes[i];
      int top = row - shape->cells[0][1];
      Move move = { .shape = (uint8_t) i };

      if (top < 0 || top + shape->height > strip->height)
        continue;
      for (int k = 0; k < 4; k++) {
        int x = shape->cells[k][0], y = top + shape->cells[k][1];
        int even_row = y % 2 == 0 ? 1 : -1, even_column = x % 2 == 0 ? 1 : -1;

        move.mask |= (TwBits128) 1 << (x * strip->height + y - row);
        move.rows = (int8_t) (move.rows + even_row);
        move.columns = (int8_t) (move.columns + even_column);
        move.chequer = (int8_t) (move.chequer + even_row * even_column);
        for (int line = y / 2; line < MAX_LINES; line++)
          move.above[line] = (int8_t) (move.above[line] - even_row);
      }
      strip->moves[row][strip->n_moves[row]++] = move;
    }
    for (int bit = 0; bit < BITS; bit++) {
      if ((row + bit) % strip->height == 0)
        strip->tops[row] |= (TwBits128) 1 << bit;
    }
  }
  for (int i = 0; i < BITS; i++)
    strip->ends[i] = ~(TwBits128) 0 << i;
}

TwStrip *
tw_strip_new (TwRun *run, int length, int height, size_t remember)
{
  TwStrip *strip = tw_run_calloc (run, 1, sizeof (TwStrip));

  if (strip == NULL)
    return NULL;
  strip->run = run;
  strip->length = length;
  strip->height = height;
  strip->cells = (uint32_t) length * (uint32_t) height;
  strip->frames = tw_run_malloc (run, (strip->cells / 4 + 1) * sizeof (Frame));
  if (remember > 0) {
    size_t entries = WAYS;

    while (entries < remember)
      entries *= 2;
    strip->failures = tw_run_calloc (run, entries, sizeof (Failure));
    strip->failure_mask = entries - 1;
  }
  if (strip->frames == NULL || (remember > 0 && strip->failures == NULL)) {
    tw_strip_free (strip);
    return NULL;
  }
  make_moves (strip);
  tw_strip_seed (strip, 0);
  return strip;
}

void
tw_strip_free (TwStrip *strip)
{
  if (strip == NULL)
    return;
  tw_run_mfree (strip->run, strip->failures);
  tw_run_mfree (strip->run, strip->frames);
  tw_run_mfree (strip->run, strip);
}

void
tw_strip_seed (TwStrip *strip, uint64_t seed)
{
  strip->random = seed;
}

void
tw_strip_set_watch (TwStrip *strip, TwStripWatch watch, void *data)
{
  strip->watch = watch;
  strip->watch_data = data;
}

/* --- failed states --------------------------------------------------------- */

/* Packs the counts, one byte each (a strip that remembers has fewer than 256 figures), and the
 * row. The counts determine the number of covered cells and, together with the window, the first
 * free cell. Beyond the end of the strip the window is full, and the row is needed too. The result
 * is never 0. */
static TwBits128
pack (const TwStrip *strip, const Frame *frame)
{
  TwBits128 packed = frame->row + 1U;

  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    packed = packed << 16 | (TwBits128) strip->left[i];
  return packed;
}

static Failure *
failure_bucket (const TwStrip *strip, TwBits128 window, TwBits128 counts)
{
  uint64_t hash = tw_mix ((uint64_t) window ^ tw_mix ((uint64_t) counts));

  hash = tw_mix (hash ^ tw_mix ((uint64_t) (window >> 64) ^ tw_mix ((uint64_t) (counts >> 64))));

  return &strip->failures[hash & strip->failure_mask & ~(uint64_t) (WAYS - 1)];
}

static bool
is_failure (const TwStrip *strip, const Frame *frame)
{
  TwBits128 counts = pack (strip, frame);
  const Failure *bucket = failure_bucket (strip, frame->window, counts);

  for (int i = 0; i < WAYS; i++) {
    if (bucket[i].window == frame->window && bucket[i].counts == counts)
      return true;
  }
  return false;
}

/* Stores the state in front of its bucket; the oldest entry of the bucket is dropped. */
static void
remember_failure (TwStrip *strip, const Frame *frame)
{
  TwBits128 counts = pack (strip, frame);
  Failure *bucket = failure_bucket (strip, frame->window, counts);

  memmove (&bucket[1], &bucket[0], (WAYS - 1) * sizeof (Failure));
  bucket[0] = (Failure){ frame->window, counts };
}

/* --- infeasibility tests --------------------------------------------------- */

static inline TwBits128
flood (TwBits128 seed, TwBits128 free_cells, TwBits128 tops, int height)
{
  for (;;) {
    TwBits128 grown = seed | seed << height | seed >> height | (seed << 1 & ~tops)
                      | (seed & ~tops) >> 1;

    grown &= free_cells;
    if (grown == seed)
      return seed;
    seed = grown;
  }
}

/* Does every region of free cells that is cut off from the open end of the strip have an area
 * divisible by 4? */
static bool
areas_fit (const TwStrip *strip, const Frame *frame)
{
  TwBits128 window = frame->window, free_cells = ~window, tops = strip->tops[frame->row];
  TwBits128 open = 0;

  if (window == 0)
    return true;
  if (free_cells >> (BITS - 1) != 0) {
    open = strip->ends[tw_bits128_last (window) + 1];
    free_cells &= ~flood (open, free_cells, tops, strip->height);
  }
  while (free_cells != 0) {
    TwBits128 region = flood (free_cells & -free_cells, free_cells, tops, strip->height);

    if (tw_bits128_count (region) % 4 != 0)
      return false;
    free_cells &= ~region;
  }
  return true;
}

/* Returns whether the remaining figures can supply the deficits of the lines; derived at the top.
 * `above` is -A and `below` is -B there. */
static bool
lines_fit (const TwStrip *strip, const Frame *frame)
{
  const int64_t *left = strip->left;
  int lj = 2 * (int) (left[TW_TETROMINO_J] + left[TW_TETROMINO_L]), wanting = 0, columns;

  for (int line = 0; line < strip->height / 2 - 1; line++) {
    int above = -frame->above[line], below = above - frame->rows;
    int both = (above > 0 ? above : 0) + (below > 0 ? below : 0);

    wanting = both > wanting ? both : wanting;
  }
  wanting -= lj;
  columns = abs (frame->columns) - lj;
  return (wanting > 0 ? wanting : 0) + (columns > 0 ? columns : 0)
         <= 2 * (int) left[TW_TETROMINO_T] + 4 * (int) left[TW_TETROMINO_I];
}

/* Returns an upper bound on how often lines cut a standing S, T or Z: (A + B + weight) / 2 for each
 * line, where B = rows + A. */
static int
most_standing (const TwStrip *strip, const Frame *frame, int weight)
{
  int sum = 0;

  for (int line = 0; line < strip->height / 2 - 1; line++) {
    int most = (2 * frame->above[line] + frame->rows + weight) / 2;

    sum += most > 0 ? most : 0;
  }
  return sum;
}

/* The same for lying figures and lines between pairs of columns. Where some columns are only
 * partly free, the free cells before the line are counted instead. */
static int
most_lying (const TwStrip *strip, const Frame *frame, int weight)
{
  int height = strip->height, first = (int) frame->first, column = first / height;
  int last = frame->row > 0 ? column : column - 1, most = (abs (frame->columns) + weight) / 2;
  TwBits128 covered = frame->window;
  int sum = 0, line;

  if (strip->cells - frame->first < BITS)
    covered &= ~strip->ends[strip->cells - frame->first];
  if (covered != 0)
    last = (first + tw_bits128_last (covered)) / height;
  for (line = (column + 2) & ~1; line <= last && line < strip->length; line += 2) {
    int from = (line - 1) * height - first, to = line * height - first;
    TwBits128 cells = ~covered & strip->ends[from > 0 ? from : 0];

    sum += tw_bits128_count (to < BITS ? cells & ~strip->ends[to] : cells);
  }
  return line < strip->length ? sum + (strip->length - line + 1) / 2 * most : sum;
}

/* Returns whether the lines allow as many cuts as there are figures S, Z and T; derived at the
 * top. */
static bool
skews_fit (const TwStrip *strip, const Frame *frame)
{
  const int64_t *left = strip->left;
  int lj = 2 * (int) (left[TW_TETROMINO_J] + left[TW_TETROMINO_L]);
  int weight = lj + 2 * (int) left[TW_TETROMINO_T] + 4 * (int) left[TW_TETROMINO_I];
  int skews = (int) (left[TW_TETROMINO_S] + left[TW_TETROMINO_T] + left[TW_TETROMINO_Z]);

  return most_standing (strip, frame, weight) + most_lying (strip, frame, lj) >= skews
         || most_standing (strip, frame, lj) + most_lying (strip, frame, weight) >= skews;
}

static bool
may_succeed (const TwStrip *strip, const Frame *frame)
{
  const int64_t *left = strip->left;

  if (!areas_fit (strip, frame))
    return false;
  if (strip->failures == NULL)
    return true;
  return tw_tetromino_balance (left[TW_TETROMINO_I], left[TW_TETROMINO_J] + left[TW_TETROMINO_L],
                               left[TW_TETROMINO_T], frame->rows, frame->columns, frame->chequer)
         && lines_fit (strip, frame) && skews_fit (strip, frame) && !is_failure (strip, frame);
}

/* --- the search ------------------------------------------------------------ */

/* Lists the moves that fit, ordered by the number of remaining figures, the largest first, with
 * some random noise. */
static void
list_moves (TwStrip *strip, Frame *frame)
{
  const Move *moves = strip->moves[frame->row];
  uint32_t keys[TW_N_TETROMINO_SHAPES];
  int n = 0;

  for (int i = 0; i < strip->n_moves[frame->row]; i++) {
    int figure = tw_tetromino_shapes ()[moves[i].shape].figure;
    uint32_t key;
    int at;

    if ((moves[i].mask & frame->window) != 0 || strip->left[figure] == 0)
      continue;
    key = (uint32_t) (strip->left[figure]
                      * (int64_t) (256 + tw_random_half (&strip->random) % 512));
    for (at = n; at > 0 && keys[at - 1] < key; at--) {
      keys[at] = keys[at - 1];
      frame->moves[at] = frame->moves[at - 1];
    }
    keys[at] = key;
    frame->moves[at] = (uint8_t) i;
    n++;
  }
  frame->n_moves = (uint8_t) n;
  frame->next = 0;
}

/* Places a move and skips covered cells, so that bit 0 of the window is free again. */
static void
advance (const TwStrip *strip, const Frame *from, const Move *move, Frame *to)
{
  TwBits128 window = from->window | move->mask;
  int shift = ~window == 0 ? BITS : tw_bits128_first (~window);
  int odd = (int) (from->first / (uint32_t) strip->height) % 2 != 0;
  uint32_t first = from->first + (uint32_t) shift;

  window = shift < BITS ? window >> shift : 0;
  if (first > strip->cells)
    first = strip->cells;
  if (strip->cells - first < BITS)
    window |= strip->ends[strip->cells - first];
  to->window = window;
  to->first = first;
  to->row = (uint8_t) (first % (uint32_t) strip->height);
  to->rows = from->rows - move->rows;
  to->columns = from->columns - (odd ? -move->columns : move->columns);
  to->chequer = from->chequer - (odd ? -move->chequer : move->chequer);
  for (int line = 0; line < strip->height / 2 - 1; line++)
    to->above[line] = (int16_t) (from->above[line] - move->above[line]);
}

static void
begin (TwStrip *strip, const int64_t counts[TW_N_TETROMINO_LETTERS])
{
  Frame *frame = &strip->frames[0];
  int odd_rows = strip->height % 2, odd_columns = strip->length % 2;

  memcpy (strip->left, counts, sizeof strip->left);
  memset (frame, 0, sizeof *frame);
  if (strip->cells < BITS)
    frame->window = strip->ends[strip->cells];
  frame->rows = odd_rows * strip->length;
  frame->columns = odd_columns * strip->height;
  frame->chequer = odd_rows * odd_columns;
  strip->depth = 0;
}

TwEnd
tw_strip_search (TwStrip *strip, const int64_t counts[TW_N_TETROMINO_LETTERS], uint64_t limit,
                 TwPoll *poll)
{
  uint64_t tried = 0;
  TwEnd end = TW_END_NONE;

  begin (strip, counts);
  if (!may_succeed (strip, &strip->frames[0]))
    return TW_END_NONE;
  list_moves (strip, &strip->frames[0]);

  for (;;) {
    Frame *frame = &strip->frames[strip->depth], *next = frame + 1;
    const Move *move;
    int figure;

    if (frame->next == frame->n_moves) {
      if (strip->failures != NULL)
        remember_failure (strip, frame);
      if (strip->depth == 0)
        break;
      strip->depth--;
      frame--;
      figure = tw_tetromino_shapes ()[strip->moves[frame->row][frame->moves[frame->next++]].shape]
                 .figure;
      strip->left[figure]++;
      continue;
    }

    tried++;
    if (tw_poll (poll)) {
      end = TW_END_STOPPED;
      break;
    }
    if (tried % WATCH_INTERVAL == 0) {
      tw_run_add_nodes (strip->run, WATCH_INTERVAL);
      if (strip->watch != NULL && !strip->watch (strip, strip->watch_data)) {
        end = TW_END_STOPPED;
        break;
      }
    }
    if (limit != 0 && tried > limit) {
      end = TW_END_LIMIT;
      break;
    }

    move = &strip->moves[frame->row][frame->moves[frame->next]];
    figure = tw_tetromino_shapes ()[move->shape].figure;
    advance (strip, frame, move, next);
    strip->left[figure]--;
    if (next->first == strip->cells) {
      strip->depth++;
      end = TW_END_FOUND;
      break;
    }
    if (!may_succeed (strip, next)) {
      strip->left[figure]++;
      frame->next++;
      continue;
    }
    list_moves (strip, next);
    strip->depth++;
  }
  tw_run_add_nodes (strip->run, tried % WATCH_INTERVAL);
  return end;
}

size_t
tw_strip_placements (const TwStrip *strip, TwTetromino *to)
{
  for (size_t i = 0; i < strip->depth; i++) {
    const Frame *frame = &strip->frames[i];
    const TwTetrominoShape
      *shape = &tw_tetromino_shapes ()[strip->moves[frame->row][frame->moves[frame->next]].shape];

    to[i] = (TwTetromino){
      .figure = shape->figure,
      .angle = shape->angle,
      .x = (uint16_t) (frame->first / (uint32_t) strip->height),
      .y = (uint16_t) (frame->row - shape->cells[0][1]),
    };
  }
  return strip->depth;
}
