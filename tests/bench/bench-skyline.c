/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-skyline.c - a plain skyline search, the baseline of tests/bench/capped: for each side FROM
 * to TO a line with the side, the least cap with a tiling, trying 1, 2, ... in turn, the processor
 * seconds and the nodes. It fills the lowest, leftmost place of an array of column heights with
 * every size that fits, largest first, and counts the squares of each size. It has no symmetry
 * breaking and no bounds. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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

int
main (int argc, char **argv)
{
  int from = argc == 3 ? atoi (argv[1]) : 0, to = argc == 3 ? atoi (argv[2]) : 0;

  if (from < 2 || to > PLAIN_MAX_SIDE) {
    fprintf (stderr, "usage: bench-skyline FROM TO, of 2 to %d\n", PLAIN_MAX_SIDE);
    return 2;
  }
  for (int n = from; n <= to; n++) {
    PlainSkyline plain = { .n = n, .cap = 1 };
    clock_t start = clock ();

    while (!plain_go (&plain))
      plain.cap++;
    printf ("%d %d %.6f %" PRIu64 "\n", n, plain.cap, (double) (clock () - start) / CLOCKS_PER_SEC,
            plain.nodes);
    fflush (stdout);
  }
  return 0;
}
