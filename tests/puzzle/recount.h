/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recount.h - brute force on the puzzle of a certificate of pieces, for tests of tilewright-check.
 * It shares no code with the checker: it tries every shape at every place of the board. */
#pragma once

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum {
  RECOUNT_CELLS = 40, /* larger puzzles are not counted */
  RECOUNT_NODES = 1000000,
};

typedef struct {
  int piece, width, height;
  const char *const *rows;
} RecountShape;

typedef struct {
  int width, height;
  char board[RECOUNT_CELLS]; /* '#': a hole, or covered */
  int n_pieces, n_shapes;
  gint64 least[64], most[64], used[64];
  RecountShape shapes[64];
  gint64 nodes;
} Recount;

/* Covers the first uncovered cell by each shape at each place that covers it. */
static gint64
recount_rest (Recount *r)
{
  int cell = 0, cells = r->width * r->height;
  gint64 total = 0;

  while (cell < cells && r->board[cell] == '#')
    cell++;
  if (cell == cells) {
    for (int i = 0; i < r->n_pieces; i++)
      if (r->used[i] < r->least[i])
        return 0;
    return 1;
  }
  r->nodes++;
  for (int s = 0; s < r->n_shapes && r->nodes < RECOUNT_NODES; s++)
    /* A shape may have empty rows and columns, which may lie outside of the board. */
    for (int top = 1 - r->shapes[s].height; top < r->height; top++)
      for (int left = 1 - r->shapes[s].width; left < r->width; left++) {
        const RecountShape *shape = &r->shapes[s];
        gboolean fits = r->used[shape->piece] < r->most[shape->piece], covers = FALSE;
        char before[RECOUNT_CELLS];

        memcpy (before, r->board, sizeof before);
        for (int y = 0; y < shape->height && fits; y++)
          for (int x = 0; x < shape->width && fits; x++) {
            int at = (top + y) * r->width + left + x;

            if (shape->rows[y][x] == '#')
              continue;
            fits = top + y >= 0 && top + y < r->height && left + x >= 0 && left + x < r->width
                   && before[at] == shape->rows[y][x];
            covers = covers || at == cell;
            if (fits)
              r->board[at] = '#';
          }
        if (fits && covers) {
          r->used[shape->piece]++;
          total += recount_rest (r);
          r->used[shape->piece]--;
        }
        memcpy (r->board, before, sizeof before);
      }
  return total;
}

/* Returns the number of solutions of the puzzle in an accepted certificate; -1: it is too large.
 * `words` are the words of the certificate. */
static gint64
recount (const char *const *words)
{
  Recount r = { .width = atoi (words[3]), .height = atoi (words[4]) };

  words += 5;
  if (r.width * r.height > RECOUNT_CELLS || atoi (words[r.height + 1]) > 64)
    return -1;
  for (int y = 0; y < r.height; y++)
    memcpy (r.board + y * r.width, *words++, (gsize) r.width);
  r.n_pieces = atoi (words[1]);
  words += 2;
  for (int i = 0; i < r.n_pieces; i++) {
    int n_shapes = atoi (words[3]);

    r.least[i] = atoi (words[1]);
    r.most[i] = atoi (words[2]);
    words += 4;
    for (int s = 0; s < n_shapes; s++) {
      if (r.n_shapes == 64)
        return -1;
      r.shapes[r.n_shapes++] = (RecountShape){ i, atoi (words[1]), atoi (words[2]), words + 3 };
      words += 3 + r.shapes[r.n_shapes - 1].height;
    }
  }
  gint64 total = recount_rest (&r);
  return r.nodes < RECOUNT_NODES ? total : -1;
}
