/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layers.c - covers a square with layers of blocks; see layers.h. */
#include "core/pieces/layers.h"

#include <string.h>

#include "core/base/random.h"

enum {
  LAYER = 4,
  N_CAPS = 8,
};

/* Short names for the tables of caps and blocks. */
enum {
  I = TW_TETROMINO_I,
  J = TW_TETROMINO_J,
  L = TW_TETROMINO_L,
  O = TW_TETROMINO_O,
  S = TW_TETROMINO_S,
  T = TW_TETROMINO_T,
  Z = TW_TETROMINO_Z,
};

/* A block of S or of Z consists of two strips of two rows each, one above the other. The lower row
 * of a strip is shifted by one cell, to the right for Z and to the left for S, so the ends of the
 * strip are slanted. A cap fills the left end of both strips; the same cap, turned by 180 degrees,
 * fills the right end. `start[y]` is the column where row y of the strips begins. */
typedef struct {
  uint8_t skew; /* TW_TETROMINO_S or TW_TETROMINO_Z */
  uint8_t start[LAYER];
  uint8_t n_figures;
  TwTetromino figures[2];
} Cap;

static const Cap caps[N_CAPS] = {
  { S, { 2, 1, 1, 0 }, 1, { { J, 2, 0, 0 } } },
  { S, { 3, 2, 2, 1 }, 2, { { T, 0, 0, 0 }, { T, 3, 0, 1 } } },
  { S, { 3, 2, 2, 1 }, 2, { { L, 1, 0, 0 }, { Z, 1, 0, 1 } } },
  { S, { 4, 3, 1, 0 }, 2, { { L, 1, 0, 1 }, { I, 1, 0, 0 } } },
  { Z, { 0, 1, 1, 2 }, 1, { { L, 0, 0, 1 } } },
  { Z, { 0, 1, 3, 4 }, 2, { { T, 3, 0, 1 }, { T, 2, 1, 2 } } },
  { Z, { 0, 1, 3, 4 }, 2, { { J, 1, 0, 1 }, { I, 1, 0, 3 } } },
  { Z, { 1, 2, 2, 3 }, 2, { { S, 1, 0, 0 }, { J, 1, 0, 2 } } },
};

/* A block of one figure other than S and Z. */
typedef struct {
  uint8_t length;
  uint8_t n_figures;
  TwTetromino figures[4];
} Block;

static const Block blocks[TW_N_TETROMINO_LETTERS] = {
  [I] = { 2, 2, { { I, 0, 0, 0 }, { I, 0, 1, 0 } } },
  [J] = { 2, 2, { { J, 2, 0, 0 }, { J, 0, 0, 1 } } },
  [L] = { 2, 2, { { L, 2, 0, 0 }, { L, 0, 0, 1 } } },
  [O] = { 2, 2, { { O, 0, 0, 0 }, { O, 0, 0, 2 } } },
  [T] = { 4, 4, { { T, 0, 0, 0 }, { T, 1, 2, 0 }, { T, 2, 1, 2 }, { T, 3, 0, 1 } } },
};

typedef struct {
  TwLayers *layers;
  bool column; /* the layer runs downwards: it is a row layer turned clockwise */
  int length;
  int at;           /* the columns of the layer that are covered */
  bool long_blocks; /* S and Z are placed first, in blocks of maximal length */
  int64_t surplus[TW_N_TETROMINO_LETTERS]; /* how many the layers should still use up; may be
                                            * negative */
  uint64_t random;
} Peeler;

/* Places figure t at (x, y), relative to the next uncovered column of the layer. */
static void
put (Peeler *peeler, TwTetromino t, int x, int y)
{
  TwLayers *layers = peeler->layers;
  const TwTetrominoShape *shape = tw_tetromino_shape (t.figure, t.angle);

  x += peeler->at;
  layers->left[t.figure]--;
  peeler->surplus[t.figure]--;
  if (peeler->column) {
    t.angle = (uint8_t) ((t.angle + 1) % tw_tetromino_angles ((TwTetrominoLetter) t.figure));
    t.x = (uint16_t) (layers->x + LAYER - y - shape->height);
    t.y = (uint16_t) (layers->y + x);
  } else {
    t.x = (uint16_t) (layers->x + x);
    t.y = (uint16_t) (layers->y + y);
  }
  layers->placed[layers->n_placed++] = t;
}

/* --- blocks ---------------------------------------------------------------- */

static bool
put_block (Peeler *peeler, int figure)
{
  const Block *block = &blocks[figure];

  if (block->length == 0 || peeler->at + block->length > peeler->length
      || peeler->layers->left[figure] < block->n_figures)
    return false;
  for (int i = 0; i < block->n_figures; i++)
    put (peeler, block->figures[i], block->figures[i].x, block->figures[i].y);
  peeler->at += block->length;
  return true;
}

/* The length of the shortest block with this cap: in no strip may a row end before it begins. */
static int
least_length (const Cap *cap)
{
  int upper = cap->start[0] + cap->start[3], lower = cap->start[1] + cap->start[2];

  return (upper > lower ? upper : lower) + 2;
}

/* The length of the longest block with this cap that the remaining figures allow. */
static int64_t
longest_length (const Peeler *peeler, const Cap *cap)
{
  const int64_t *left = peeler->layers->left;
  int64_t used[TW_N_TETROMINO_LETTERS] = { 0 }, skews;

  for (int i = 0; i < cap->n_figures; i++)
    used[cap->figures[i].figure] += 2;
  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++) {
    if (left[f] < used[f])
      return 0;
  }
  skews = left[cap->skew] - used[cap->skew];
  return (skews + 2 * cap->n_figures) & ~INT64_C (1);
}

/* Chooses the cap whose scarcest figure is the most plentiful. With long blocks, where caps are
 * scarce, the choice is randomised. */
static const Cap *
choose_cap (Peeler *peeler, int skew)
{
  const Cap *best = NULL;
  int64_t best_score = 0;

  for (int i = 0; i < N_CAPS; i++) {
    const Cap *cap = &caps[i];
    int64_t score = INT64_MAX;

    if (cap->skew != skew || longest_length (peeler, cap) < least_length (cap)
        || peeler->at + least_length (cap) > peeler->length)
      continue;
    for (int k = 0; k < cap->n_figures; k++) {
      int figure = cap->figures[k].figure;
      int64_t plenty = peeler->surplus[figure];

      if (peeler->long_blocks)
        plenty = peeler->layers->left[figure] * (256 + tw_random_half (&peeler->random) % 512)
                 / 256;
      if (cap->n_figures == 2 && cap->figures[0].figure == cap->figures[1].figure)
        plenty /= 2;
      score = plenty < score ? plenty : score;
    }
    if (best == NULL || score > best_score) {
      best = cap;
      best_score = score;
    }
  }
  return best;
}

static bool
put_skew_block (Peeler *peeler, int skew)
{
  const Cap *cap = choose_cap (peeler, skew);
  int64_t length, wanted, caps_left, most;

  if (cap == NULL)
    return false;

  /* Prefer short blocks, but keep enough cap figures for all remaining S and Z. */
  wanted = 6 + (int64_t) (tw_random_half (&peeler->random) % 3) * 2;
  caps_left = peeler->surplus[cap->figures[0].figure] / 4;
  if (caps_left < 1 || peeler->long_blocks)
    wanted = peeler->length;
  else if (peeler->surplus[skew] / caps_left > wanted)
    wanted = peeler->surplus[skew] / caps_left + 2;
  most = longest_length (peeler, cap);
  if (peeler->surplus[skew] + 2 * cap->n_figures < most)
    most = peeler->surplus[skew] + 2 * cap->n_figures;
  length = wanted < most ? wanted : most;
  if (length > peeler->length - peeler->at)
    length = peeler->length - peeler->at;
  if (length < least_length (cap))
    length = least_length (cap);
  length &= ~INT64_C (1);

  for (int i = 0; i < cap->n_figures; i++) {
    TwTetromino t = cap->figures[i];
    const TwTetrominoShape *shape = tw_tetromino_shape (t.figure, t.angle);
    int angles = tw_tetromino_angles ((TwTetrominoLetter) t.figure);
    TwTetromino turned = t;

    turned.angle = (uint8_t) ((t.angle + 2) % angles);
    put (peeler, t, t.x, t.y);
    put (peeler, turned, (int) length - t.x - shape->width, LAYER - t.y - shape->height);
  }
  for (int strip = 0; strip < 2; strip++) {
    const uint8_t *start = &cap->start[2 * strip];
    int from = start[0] < start[1] ? start[0] : start[1];
    /* The upper row ends where the turned cap begins. */
    int n = ((int) length - start[0] - cap->start[3 - 2 * strip]) / 2;

    for (int i = 0; i < n; i++)
      put (peeler, (TwTetromino){ .figure = (uint8_t) skew }, from + 2 * i, 2 * strip);
  }
  peeler->at += (int) length;
  return true;
}

/* --- layers ----------------------------------------------------------------- */

static bool
put_figure (Peeler *peeler, int figure)
{
  return figure == TW_TETROMINO_S || figure == TW_TETROMINO_Z ? put_skew_block (peeler, figure)
                                                              : put_block (peeler, figure);
}

/* Draws a figure with a probability proportional to the number of blocks its surplus makes, except
 * the figures in the mask `tried`. Returns -1 when no figure has a surplus. */
static int
draw_figure (Peeler *peeler, unsigned tried)
{
  static const uint8_t per_block[TW_N_TETROMINO_LETTERS] = { 2, 2, 2, 2, 6, 4, 6 };
  uint64_t weights[TW_N_TETROMINO_LETTERS], sum = 0, drawn;

  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++) {
    weights[f] = 0;
    if (peeler->surplus[f] > 0 && (tried & 1U << f) == 0)
      weights[f] = (uint64_t) peeler->surplus[f] * 12 / per_block[f];
    sum += weights[f];
  }
  if (sum == 0)
    return -1;
  drawn = tw_random_half (&peeler->random) % sum;
  for (int f = 0;; f++) {
    if (drawn < weights[f])
      return f;
    drawn -= weights[f];
  }
}

static bool
put_something (Peeler *peeler)
{
  unsigned tried = 0;
  int best;

  if (peeler->long_blocks) {
    int skew = peeler->surplus[TW_TETROMINO_S] > peeler->surplus[TW_TETROMINO_Z] ? TW_TETROMINO_S
                                                                                 : TW_TETROMINO_Z;

    if (peeler->surplus[skew] > 1 && put_skew_block (peeler, skew))
      return true;
  }
  for (;;) {
    int figure = draw_figure (peeler, tried);

    if (figure < 0)
      break;
    if (put_figure (peeler, figure))
      return true;
    tried |= 1U << figure;
  }
  /* No surplus fits: place the figure with the most copies left. */
  for (tried = 0;; tried |= 1U << best) {
    best = -1;
    for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++) {
      if ((tried & 1U << f) == 0
          && (best < 0 || peeler->layers->left[f] > peeler->layers->left[best]))
        best = f;
    }
    if (best < 0)
      return false;
    if (put_figure (peeler, best))
      return true;
  }
}

static bool
peel_layer (Peeler *peeler, bool column)
{
  TwLayers *layers = peeler->layers;

  peeler->column = column;
  peeler->length = column ? layers->height : layers->width;
  for (peeler->at = 0; peeler->at < peeler->length;) {
    if (!put_something (peeler))
      return false;
  }
  if (column) {
    layers->x += LAYER;
    layers->width -= LAYER;
  } else {
    layers->y += LAYER;
    layers->height -= LAYER;
  }
  return true;
}

/* Reserves `wanted` figures for the search, one of each figure a round, so that their numbers are
 * equal as far as the counts allow; at most `skews` of them are S or Z. Returns how many could not
 * be reserved. */
static int64_t
reserve (Peeler *peeler, int64_t wanted, int64_t skews)
{
  int64_t before;

  do {
    before = wanted;
    for (int f = 0; f < TW_N_TETROMINO_LETTERS && wanted > 0; f++) {
      bool skew = f == TW_TETROMINO_S || f == TW_TETROMINO_Z;

      if (peeler->surplus[f] <= 0 || (skew && skews <= 0))
        continue;
      peeler->surplus[f]--;
      skews -= skew;
      wanted--;
    }
  } while (wanted > 0 && wanted < before);
  return wanted;
}

static void
plan_surplus (Peeler *peeler, int64_t left_over, TwLayersPlan plan)
{
  const int64_t *left = peeler->layers->left;
  int64_t n_odd = left[TW_TETROMINO_J] + left[TW_TETROMINO_L] + left[TW_TETROMINO_T],
          skews = INT64_MAX;

  memcpy (peeler->surplus, left, sizeof peeler->surplus);
  if (plan == TW_LAYERS_FEW_SKEWS)
    skews = n_odd / 2 < left_over / 4 ? n_odd / 2 : left_over / 4;
  else if (plan == TW_LAYERS_LONG_BLOCKS)
    skews = 0;
  left_over = reserve (peeler, left_over, skews);
  reserve (peeler, left_over, INT64_MAX);
}

bool
tw_layers_peel (TwLayers *layers, const TwTetrominoProblem *problem, int width, int height,
                TwLayersPlan plan, uint64_t seed, TwTetromino *placed)
{
  Peeler peeler = { .layers = layers,
                    .long_blocks = plan == TW_LAYERS_LONG_BLOCKS,
                    .random = seed };

  *layers = (TwLayers){ .width = (int) problem->size,
                        .height = (int) problem->size,
                        .placed = placed };
  memcpy (layers->left, problem->counts, sizeof layers->left);
  plan_surplus (&peeler, (int64_t) width * height / 4, plan);
  while (layers->width > width || layers->height > height) {
    bool column = layers->width - width > layers->height - height;

    if (!peel_layer (&peeler, column))
      return false;
  }
  return true;
}
