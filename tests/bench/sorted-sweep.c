/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorted-sweep.c - a second method for tests/bench/records, which compiles it into a library: sums of
 * the weights of partial tilings, cell by cell, with exact numbers.
 *
 * The key of a state has five bits for each column: how many cells of the column are still covered,
 * from the current row on, or from the next row on left of the current cell. A covered cell takes one
 * from its column. A free cell starts a piece of w x h if w columns from there on are free. Both add a
 * constant to all keys concerned, so the states of a sorted list stay sorted, and the states after a
 * cell are some sorted lists merged: there is neither a hash table nor a rank of profiles. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 Key __attribute__ ((aligned (8), may_alias));

typedef struct {
  uint64_t *words; /* for each state its key, then its values, the low word of each first */
  size_t count;
} List;

/* The numbers of a state: its partial tilings, and for each mark i > 0 the pieces in them with it. */
typedef struct {
  int words, numbers, stride;
  bool overflow;
} Shape;

static void
add_number (Shape *shape, uint64_t *to, const uint64_t *number)
{
  unsigned carry = 0;

  for (int i = 0; i < shape->words; i++) {
    Key sum = (Key) to[i] + number[i] + carry;
    to[i] = (uint64_t) sum;
    carry = (unsigned) (sum >> 64);
  }
  shape->overflow |= carry;
}

/* Adds a state, whose key moves by `move`, to the end of a list, or to its last state. */
static void
append (Shape *shape, List *list, const uint64_t *state, Key move, int mark)
{
  Key key = *(const Key *) state + move;
  uint64_t *last = list->words + list->count * (size_t) shape->stride;
  const uint64_t *values = state + 2;

  if (list->count > 0 && *(const Key *) (last - shape->stride) == key) {
    last -= shape->stride;
    for (int i = 0; i < shape->numbers; i++)
      add_number (shape, last + 2 + i * shape->words, values + i * shape->words);
  } else {
    memcpy (last, state, (size_t) shape->stride * sizeof *last);
    *(Key *) last = key;
    list->count++;
  }
  if (mark > 0)
    add_number (shape, last + 2 + mark * shape->words, values);
}

/* Merges the states of `from` whose places are in `places`, moved, with `list`. */
static List
merge (Shape *shape, List *list, const List *from, const uint32_t *places, size_t count, Key move,
       int mark)
{
  size_t stride = (size_t) shape->stride, i = 0, j = 0;
  List merged = { malloc ((list->count + count + 1) * stride * sizeof (uint64_t)), 0 };

  if (!merged.words)
    abort ();
  while (i < list->count || j < count) {
    const uint64_t *old = list->words + i * stride;
    const uint64_t *moved = j < count ? from->words + places[j] * stride : NULL;
    if (moved && (i == list->count || *(const Key *) moved + move < *(const Key *) old)) {
      append (shape, &merged, moved, move, mark);
      j++;
    } else {
      append (shape, &merged, old, 0, 0);
      i++;
    }
  }
  free (list->words);
  return merged;
}

/* Keeps the places of states in which a column is free, or is not. */
static size_t
filter (const Shape *shape, const List *list, uint32_t *to, const uint32_t *places, size_t count,
        int column, bool free_ones)
{
  size_t kept = 0;

  for (size_t i = 0; i < count; i++) {
    uint32_t place = places ? places[i] : (uint32_t) i;
    Key key = *(const Key *) (list->words + place * (size_t) shape->stride);
    to[kept] = place;
    kept += ((key >> (5 * column) & 31) == 0) == free_ones;
  }
  return kept;
}

/* Sweeps a board. `pieces` has for each cell the number of pieces that may start there, whether one
 * must (1) or not (0), and for each piece its width, height and mark; the wide ones come first.
 * `starts` are `n_starts` states, sorted. The numbers of the state without covered cells are added to
 * `sums`. Returns whether no number was too long. */
bool
sorted_sweep (int width, int height, const int *pieces, const uint64_t *starts, size_t n_starts,
              int words, int numbers, uint64_t *sums)
{
  Shape shape = { words, numbers, 2 + words * numbers, false };
  size_t bytes = n_starts * (size_t) shape.stride * sizeof (uint64_t);
  List list = { malloc (bytes + 1), n_starts };

  if (!list.words)
    abort ();
  memcpy (list.words, starts, bytes);
  for (int cell = 0; cell < width * height; cell++) {
    int column = cell % width, n_pieces = *pieces++, forced = *pieces++;
    uint32_t *places = malloc (((size_t) width + 2) * (list.count + 1) * sizeof *places);
    size_t counts[32] = { list.count }, step = list.count + 1;
    List next = { NULL, 0 };
    if (!places)
      abort ();
    for (int w = 1; w <= width - column; w++)
      counts[w] = filter (&shape, &list, places + (size_t) w * step,
                          w == 1 ? NULL : places + (size_t) (w - 1) * step, counts[w - 1],
                          column + w - 1, true);
    for (int i = 0; i < n_pieces; i++, pieces += 3) {
      Key move = (Key) (pieces[1] - 1) << (5 * column);
      for (int x = 1; x < pieces[0]; x++)
        move += (Key) pieces[1] << (5 * (column + x));
      next = merge (&shape, &next, &list, places + (size_t) pieces[0] * step, counts[pieces[0]],
                    move, pieces[2]);
    }
    if (!forced) {
      size_t covered = filter (&shape, &list, places, NULL, list.count, column, false);
      next = merge (&shape, &next, &list, places, covered, -((Key) 1 << (5 * column)), 0);
    }
    free (places);
    free (list.words);
    list = next;
  }
  if (list.count > 0 && *(const Key *) list.words == 0)
    for (int i = 0; i < numbers; i++)
      add_number (&shape, sums + i * words, list.words + 2 + i * words);
  free (list.words);
  return !shape.overflow;
}
