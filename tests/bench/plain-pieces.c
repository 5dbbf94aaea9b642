/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain-pieces.c - see the header; linked into the benchmark and the tests. */
#include "plain-pieces.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int k; /* its transform */
  int count;
  int *dx; /* from the first cell in row order */
  int *dy;
  uint8_t *colour;
  int corner_x; /* of the bounding box, from the first cell */
  int corner_y;
} Turned;

typedef struct {
  Turned turned[8];
  int n_turned;
  int left;
  int need;
  int same_as; /* an equal entry before this one, -1 */
} Entry;

typedef struct {
  const TwPieceProblem *problem;
  uint8_t *open; /* colour of each free cell, else 0 */
  Entry *entries;
  TwPiecePlacement *path;
  int n_path;
  uint64_t nodes; /* left; 0: no limit */
  uint64_t solutions;
  bool stop;
  PlainFound found;
  void *data;
} Plain;

static void
turn (const TwShape *shape, int k, Turned *turned)
{
  int n = shape->count, first = 0, left = 0, top = 0;

  *turned = (Turned){ .k = k, .count = n };
  turned->dx = malloc ((size_t) n * sizeof (int));
  turned->dy = malloc ((size_t) n * sizeof (int));
  turned->colour = malloc ((size_t) n);
  for (int i = 0; i < n; i++) {
    int x = shape->cells[i].x, y = shape->cells[i].y;

    if (k & 4) {
      int swap = x;

      x = y;
      y = swap;
    }
    turned->dx[i] = k & 2 ? -x : x;
    turned->dy[i] = k & 1 ? -y : y;
    turned->colour[i] = shape->cells[i].colour;
    if (turned->dy[i] < turned->dy[first]
        || (turned->dy[i] == turned->dy[first] && turned->dx[i] < turned->dx[first]))
      first = i;
  }
  for (int i = 0, x0 = turned->dx[first], y0 = turned->dy[first]; i < n; i++) {
    turned->dx[i] -= x0;
    turned->dy[i] -= y0;
    left = turned->dx[i] < left ? turned->dx[i] : left;
    top = turned->dy[i] < top ? turned->dy[i] : top;
  }
  turned->corner_x = left;
  turned->corner_y = top;
}

static void
clear_turned (Turned *turned)
{
  free (turned->dx);
  free (turned->dy);
  free (turned->colour);
}

static bool
same_turned (const Turned *a, const Turned *b)
{
  if (a->count != b->count)
    return false;
  for (int i = 0; i < a->count; i++) {
    bool found = false;

    for (int j = 0; j < b->count && !found; j++)
      found = a->dx[i] == b->dx[j] && a->dy[i] == b->dy[j] && a->colour[i] == b->colour[j];
    if (!found)
      return false;
  }
  return true;
}

static bool
same_entry (const Entry *a, const Entry *b)
{
  if (a->n_turned != b->n_turned)
    return false;
  for (int i = 0; i < a->n_turned; i++) {
    bool found = false;

    for (int j = 0; j < b->n_turned && !found; j++)
      found = same_turned (&a->turned[i], &b->turned[j]);
    if (!found)
      return false;
  }
  return true;
}

static bool
fits (const Plain *plain, const Turned *turned, int x, int y)
{
  const TwBoard *board = plain->problem->board;

  for (int i = 0; i < turned->count; i++) {
    int u = x + turned->dx[i], v = y + turned->dy[i];

    if (u < 0 || v < 0 || u >= board->width || v >= board->height
        || plain->open[v * board->width + u] != turned->colour[i])
      return false;
  }
  return true;
}

static void
put (Plain *plain, const Turned *turned, int x, int y, bool on)
{
  int width = plain->problem->board->width;

  for (int i = 0; i < turned->count; i++)
    plain->open[(y + turned->dy[i]) * width + x + turned->dx[i]] = on ? 0 : turned->colour[i];
}

static void
search (Plain *plain, int at)
{
  const TwBoard *board = plain->problem->board;
  int cells = board->width * board->height;
  int x, y;

  if (plain->nodes > 0 && --plain->nodes == 0) {
    plain->stop = true;
    return;
  }
  while (at < cells && plain->open[at] == 0)
    at++;
  if (at == cells) {
    for (size_t e = 0; e < plain->problem->n_pieces; e++) {
      if (plain->entries[e].need > 0)
        return;
    }
    plain->solutions++;
    if (plain->found != NULL && !plain->found (plain->data, plain->path, plain->n_path))
      plain->stop = true;
    return;
  }
  x = at % board->width;
  y = at / board->width;
  for (size_t e = 0; e < plain->problem->n_pieces; e++) {
    Entry *entry = &plain->entries[e];

    if (entry->left == 0)
      continue;
    for (int t = 0; t < entry->n_turned; t++) {
      const Turned *turned = &entry->turned[t];

      if (!fits (plain, turned, x, y))
        continue;
      put (plain, turned, x, y, true);
      entry->left--;
      entry->need--;
      plain->path[plain->n_path++] = (TwPiecePlacement){ .piece = (int32_t) e,
                                                         .transform = (uint8_t) turned->k,
                                                         .x = (int16_t) (x + turned->corner_x),
                                                         .y = (int16_t) (y + turned->corner_y) };
      search (plain, at + 1);
      plain->n_path--;
      entry->need++;
      entry->left++;
      put (plain, turned, x, y, false);
      if (plain->stop)
        return;
    }
  }
}

/* Equal entries become one: the first has all their counts. */
static void
merge (Plain *plain)
{
  for (size_t e = 0; e < plain->problem->n_pieces; e++) {
    Entry *entry = &plain->entries[e];

    for (size_t f = 0; f < e && entry->same_as < 0 && entry->left > 0; f++) {
      Entry *other = &plain->entries[f];

      if (other->left > 0 && same_entry (other, entry)) {
        entry->same_as = (int) f;
        other->left += entry->left;
        if (entry->need > 0)
          other->need = (other->need > 0 ? other->need : 0) + entry->need;
        entry->left = entry->need = 0;
      }
    }
  }
}

uint64_t
plain_pieces_count (const TwPieceProblem *problem, uint64_t nodes, PlainFound found, void *data,
                    bool *stopped)
{
  const TwBoard *board = problem->board;
  int cells = board->width * board->height;
  Plain plain = { .problem = problem, .nodes = nodes, .found = found, .data = data };

  plain.open = malloc ((size_t) cells);
  plain.entries = calloc (problem->n_pieces + 1, sizeof (Entry));
  plain.path = malloc (((size_t) cells + 1) * sizeof (TwPiecePlacement));
  memcpy (plain.open, board->cells, (size_t) cells);
  for (size_t e = 0; e < problem->n_pieces; e++) {
    const TwPiece *piece = &problem->pieces[e];
    Entry *entry = &plain.entries[e];

    entry->left = piece->most;
    entry->need = piece->least;
    entry->same_as = -1;
    for (int k = 0; k < 8; k++) {
      Turned turned;
      bool known = false;

      if (!(piece->transforms >> k & 1))
        continue;
      turn (&piece->shape, k, &turned);
      for (int t = 0; t < entry->n_turned && !known; t++)
        known = same_turned (&turned, &entry->turned[t]);
      if (known)
        clear_turned (&turned);
      else
        entry->turned[entry->n_turned++] = turned;
    }
  }
  for (size_t i = 0; i < problem->n_placed; i++) {
    TwPiecePlacement placed = problem->placed[i];
    Entry *entry = &plain.entries[placed.piece];

    for (int t = 0; t < entry->n_turned; t++) {
      Turned wanted;

      turn (&problem->pieces[placed.piece].shape, placed.transform, &wanted);
      if (same_turned (&wanted, &entry->turned[t]))
        put (&plain, &wanted, placed.x - wanted.corner_x, placed.y - wanted.corner_y, true);
      clear_turned (&wanted);
    }
    entry->left--;
    entry->need--;
  }
  merge (&plain);
  search (&plain, 0);

  for (size_t e = 0; e < problem->n_pieces; e++) {
    for (int t = 0; t < plain.entries[e].n_turned; t++)
      clear_turned (&plain.entries[e].turned[t]);
  }
  free (plain.open);
  free (plain.entries);
  free (plain.path);
  if (stopped != NULL)
    *stopped = plain.stop;
  return plain.solutions;
}
