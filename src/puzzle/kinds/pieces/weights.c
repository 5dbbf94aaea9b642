/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weights.c - tries the weights of the known arguments one after the other: the reasons of
 * core/pieces/reasons.h and core/pieces/tetromino.h. */
#include "puzzle/kinds/pieces/exact-cover.h"

#include <string.h>

/* Limits on a sum, which are those of the format, and on the words of sets that are written. */
#define MOST_SUM  (1 << 27)
#define MOST_WORK (G_GUINT64_CONSTANT (1) << 32)

/* Regions that are tried. */
#define MOST_REGIONS 64

typedef struct {
  const TwPieceItem *items;
  gsize n_items;
  const guint8 *cells;
  int width, height;
  TwRun *run;
  guint32 *weights;
  gsize n_words; /* of a set of sums */
  guint64 *sums, *next, *values;
  guint64 work;
} Weights;

/* The weight of a shape at a place; -1: it does not fit there. */
static gint64
weigh (const Weights *w, const TwShape *shape, int left, int top)
{
  gint64 sum = 0;

  for (int i = 0; i < shape->count; i++) {
    int cell = (top + shape->cells[i].y) * w->width + left + shape->cells[i].x;

    if (w->cells[cell] != shape->cells[i].colour)
      return -1;
    sum += w->weights[cell];
  }
  return sum;
}

static void
find_values (Weights *w, const TwPieceItem *item)
{
  memset (w->values, 0, w->n_words * sizeof *w->values);
  for (int s = 0; s < item->n_shapes; s++) {
    const TwShape *shape = &item->shapes[s];

    for (int y = 0; y + shape->height <= w->height; y++)
      for (int x = 0; x + shape->width <= w->width; x++) {
        gint64 sum = weigh (w, shape, x, y);

        if (sum >= 0)
          w->values[sum / 64] |= G_GUINT64_CONSTANT (1) << (sum % 64);
      }
  }
}

/* Adds one more piece to the sums; without `must`, none or one. Returns whether they changed. */
static gboolean
add_piece (Weights *w, gboolean must)
{
  guint64 *before = w->sums;

  if (must)
    memset (w->next, 0, w->n_words * sizeof *w->next);
  else
    memcpy (w->next, w->sums, w->n_words * sizeof *w->next);
  w->work += w->n_words;
  for (gsize word = 0; word < w->n_words; word++)
    for (guint part = 0; part < 64 && w->values[word] >> part != 0; part++) {
      if ((w->values[word] >> part & 1) == 0)
        continue;
      w->work += w->n_words - word;
      for (gsize i = word; i < w->n_words; i++)
        w->next[i] |= w->sums[i - word] << part
                      | (part > 0 && i > word ? w->sums[i - word - 1] >> (64 - part) : 0);
    }
  w->sums = w->next;
  w->next = before;
  return memcmp (w->sums, w->next, w->n_words * sizeof *w->sums) != 0;
}

/* Do the weights prove that there is no solution? */
static gboolean
prove (Weights *w)
{
  guint64 total = 0;
  gboolean proved;

  for (int i = 0; i < w->width * w->height; i++) {
    w->weights[i] = w->cells[i] != 0 ? w->weights[i] : 0;
    total += w->weights[i];
  }
  if (total > MOST_SUM || tw_run_should_stop (w->run))
    return FALSE;
  w->work = 0;
  w->n_words = total / 64 + 1;
  w->sums = g_try_new0 (guint64, w->n_words);
  w->next = g_try_new0 (guint64, w->n_words);
  w->values = g_try_new0 (guint64, w->n_words);
  proved = w->sums != NULL && w->next != NULL && w->values != NULL;
  if (proved)
    w->sums[0] = 1;
  for (gsize i = 0; i < w->n_items && proved; i++) {
    gboolean changed = TRUE;

    if (w->items[i].merged)
      continue;
    find_values (w, &w->items[i]);
    for (gint64 k = 0; k < w->items[i].most && (changed || k < w->items[i].least) && proved; k++) {
      changed = add_piece (w, k < w->items[i].least);
      proved = w->work < MOST_WORK && !tw_run_should_stop (w->run);
    }
  }
  proved = proved && (w->sums[total / 64] >> (total % 64) & 1) == 0;
  g_free (w->sums);
  g_free (w->next);
  g_free (w->values);
  return proved;
}

/* Is a piece missing that has the colour of a cell, or that reaches it? Weighs such a cell. */
static gboolean
weigh_cell (Weights *w)
{
  gsize n_cells = (gsize) w->width * (gsize) w->height;
  g_autofree guint8 *reached = g_new0 (guint8, n_cells);

  memset (w->weights, 0, n_cells * sizeof *w->weights);
  for (gsize i = 0; i < w->n_items; i++)
    for (int s = 0; s < w->items[i].n_shapes && !w->items[i].merged; s++) {
      const TwShape *shape = &w->items[i].shapes[s];

      for (int y = 0; y + shape->height <= w->height; y++)
        for (int x = 0; x + shape->width <= w->width; x++)
          for (int k = 0; weigh (w, shape, x, y) >= 0 && k < shape->count; k++)
            reached[(y + shape->cells[k].y) * w->width + x + shape->cells[k].x] = 1;
    }
  for (gsize i = 0; i < n_cells; i++)
    if (w->cells[i] != 0 && !reached[i]) {
      w->weights[i] = 1;
      return TRUE;
    }
  return FALSE;
}

/* Tries the regions that are not connected with each other. */
static gboolean
weigh_regions (Weights *w)
{
  int n_cells = w->width * w->height, n_regions = 0;
  g_autofree guint8 *seen = g_new0 (guint8, n_cells);
  g_autofree int *queue = g_new (int, n_cells);

  for (int start = 0; start < n_cells && n_regions < MOST_REGIONS; start++) {
    int n = 0;

    if (w->cells[start] == 0 || seen[start])
      continue;
    memset (w->weights, 0, (gsize) n_cells * sizeof *w->weights);
    seen[queue[n++] = start] = 1;
    for (int i = 0; i < n; i++) {
      int cell = queue[i], x = cell % w->width;
      const int to[] = { x > 0 ? cell - 1 : cell, x + 1 < w->width ? cell + 1 : cell,
                         cell >= w->width ? cell - w->width : cell,
                         cell + w->width < n_cells ? cell + w->width : cell };

      w->weights[cell] = 1;
      for (int k = 0; k < 4; k++)
        if (w->cells[to[k]] != 0 && !seen[to[k]])
          seen[queue[n++] = to[k]] = 1;
    }
    n_regions++;
    if (prove (w))
      return TRUE;
  }
  return FALSE;
}

/* The weights of a line, if `size` lines are cut between every two pairs of them: at each cut before
 * the line even lines count, at each one after it odd lines; see tw_tetromino_judge (). */
static int
weigh_cuts (int line, int size)
{
  int cuts = size / 2 - 1 - line / 2 * 2;

  return line % 2 != 0 ? cuts : -cuts;
}

/* Tries the colourings, alone and, as the number of pieces may vary, together with the area. */
static gboolean
weigh_colouring (Weights *w)
{
  enum { CHEQUER, ROWS, COLUMNS, BOTH, CUTS, N_COLOURINGS };
  int n_cells = w->width * w->height, most = (w->width + w->height) / 2;

  for (int colouring = 0; colouring < N_COLOURINGS; colouring++)
    for (int area = 0; area <= n_cells + 1; area += n_cells + 1) {
      for (int i = 0; i < n_cells; i++) {
        int x = i % w->width, y = i / w->width;
        int weight = colouring == CHEQUER   ? (x + y) % 2
                     : colouring == ROWS    ? y % 2
                     : colouring == COLUMNS ? x % 2
                     : colouring == BOTH
                       ? x % 2 + y % 2
                       : most + weigh_cuts (x, w->width) + weigh_cuts (y, w->height);

        w->weights[i] = (guint32) (area + weight);
      }
      if (prove (w))
        return TRUE;
    }
  return FALSE;
}

/* Tries the area, and the number of cells of each colour; 0: of all. */
static gboolean
weigh_colours (Weights *w)
{
  gsize n_cells = (gsize) w->width * (gsize) w->height;

  for (int colour = 0; colour <= G_MAXUINT8; colour++) {
    for (gsize i = 0; i < n_cells; i++)
      w->weights[i] = colour == 0 || w->cells[i] == colour;
    if ((colour == 0 || memchr (w->cells, colour, n_cells) != NULL) && prove (w))
      return TRUE;
  }
  return FALSE;
}

guint32 *
tw_weights_find (const TwPieceItem *items, gsize n_items, const guint8 *cells, int width,
                 int height, TwRun *run)
{
  Weights w = {
    .items = items,
    .n_items = n_items,
    .cells = cells,
    .width = width,
    .height = height,
    .run = run,
    .weights = g_new0 (guint32, (gsize) width * (gsize) height),
  };

  if ((weigh_cell (&w) && prove (&w)) || weigh_colours (&w) || weigh_regions (&w)
      || weigh_colouring (&w))
    return w.weights;
  g_free (w.weights);
  return NULL;
}
