/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plain-skyline.h - a plain skyline search, the baseline of the benchmark and a second
 * opinion in the tests. It fills the lowest, leftmost place of an array of column heights with
 * every size that fits, largest first, and counts the squares of each size. It has no symmetry
 * breaking and no bounds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
  PLAIN_MAX_SIDE = 64,
};

typedef struct {
  int n;
  int cap;
  int heights[PLAIN_MAX_SIDE];
  int used[PLAIN_MAX_SIDE];
  uint64_t nodes;
} PlainSkyline;

static bool
plain_go (PlainSkyline *plain)
{
  int x = 0, y, room = 0;

  plain->nodes++;
  for (int c = 1; c < plain->n; c++)
    x = plain->heights[c] < plain->heights[x] ? c : x;
  y = plain->heights[x];
  if (y == plain->n)
    return true;
  while (x + room < plain->n && plain->heights[x + room] == y)
    room++;
  if (room > plain->n - y)
    room = plain->n - y;
  for (int s = room < plain->n ? room : plain->n - 1; s >= 1; s--) {
    bool found;

    if (plain->used[s] == plain->cap)
      continue;
    plain->used[s]++;
    for (int c = x; c < x + s; c++)
      plain->heights[c] += s;
    found = plain_go (plain);
    for (int c = x; c < x + s; c++)
      plain->heights[c] -= s;
    plain->used[s]--;
    if (found)
      return true;
  }
  return false;
}

static bool
plain_decide (int n, int cap, uint64_t *nodes)
{
  PlainSkyline plain = { .n = n, .cap = cap };
  bool found = plain_go (&plain);

  *nodes += plain.nodes;
  return found;
}

/* Returns the least cap with a tiling, trying 1, 2, ... in turn. */
static int
plain_least_cap (int n, uint64_t *nodes)
{
  int cap = 1;

  while (!plain_decide (n, cap, nodes))
    cap++;
  return cap;
}
