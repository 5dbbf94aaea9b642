/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check-rectangle.c - checks tilings of a rectangle by squares, no size more often than a cap; the
 * squares of a square are smaller than it. That there is no tiling, or none with fewer squares or a
 * smaller cap, is shown by trying all of them: the next square always goes into the column that is
 * filled least, the leftmost one of several, since the cell there has to be covered by its corner. */
#include "check.h"

enum { MOST_SEARCHED = 100 }; /* side of a rectangle whose tilings are tried */

static int wide, high, most_size, cap;
static int filled[MOST_SEARCHED]; /* cells of each column, from the top */
static int times[SIDE + 1];       /* how often each size is used */
static uint64_t n_tried;

/* Can at most n more squares cover the last cells? */
static bool
can_fill (int n, int cells)
{
  int at = 0, room = 1;
  bool found = false;

  if (cells == 0)
    return true;
  if ((int64_t) n * most_size * most_size < cells)
    return false;
  if (++n_tried > MAX_TRIED)
    fail (2, "the search of the rectangle takes too long");
  for (int x = 1; x < wide; x++)
    at = filled[x] < filled[at] ? x : at;
  while (at + room < wide && filled[at + room] == filled[at])
    room++;
  room = room < high - filled[at] ? room : high - filled[at];
  room = room < most_size ? room : most_size;
  for (int size = room; size > 0 && !found; size--) {
    if (times[size] == cap)
      continue;
    times[size]++;
    for (int x = at; x < at + size; x++)
      filled[x] += size;
    found = can_fill (n - 1, cells - size * size);
    for (int x = at; x < at + size; x++)
      filled[x] -= size;
    times[size]--;
  }
  return found;
}

/* Reads a tiling and returns the number of its squares. */
static int
read_tiling (int n)
{
  static bool covered[SIDE][SIDE];
  int cells = 0;

  memset (covered, 0, sizeof covered);
  memset (times, 0, sizeof times);
  for (int i = 0; i < n; i++) {
    int left = (int) read_number (0, wide - 1), top = (int) read_number (0, high - 1);
    int size = (int) read_number (1, most_size);

    if (left + size > wide || top + size > high)
      wrong ("the square leaves the rectangle");
    if (++times[size] > cap)
      wrong ("more than %d squares have the side %d", cap, size);
    for (int y = top; y < top + size; y++)
      for (int x = left; x < left + size; x++, cells++) {
        if (covered[y][x])
          wrong ("the cell %d %d is covered twice", x, y);
        covered[y][x] = true;
      }
  }
  if (n > 0 && cells < wide * high)
    wrong ("the tiling leaves %d cells uncovered", wide * high - cells);
  return n;
}

void
check_rectangle (void)
{
  int n, claim, most;
  bool fewest, least, none;

  wide = (int) read_number (1, SIDE);
  high = (int) read_number (1, SIDE);
  most_size = wide < high ? wide : high;
  most_size -= wide == high && wide > 1;
  cap = most = (int) read_number (1, CELLS);
  expect ("solution");
  n = read_tiling ((int) read_number (0, wide * high));
  expect ("end");
  read_word ();
  none = is ("none");
  fewest = is ("fewest");
  least = is ("least-cap");
  if (!(none || fewest || least || is ("solution")) || none != (n == 0))
    wrong ("expected %s, found \"%.20s\"", n == 0 ? "none" : "solution, fewest or least-cap", word);
  if (fewest || least) {
    claim = (int) read_number (1, CELLS);
    if (claim != (fewest ? n : most))
      wrong ("the solution has %d squares with the cap %d", n, most);
  }
  expect_end ();
  if ((none || fewest || least) && (wide > MOST_SEARCHED || high > MOST_SEARCHED))
    fail (2, "the rectangle is too large to try its tilings");
  memset (times, 0, sizeof times);
  memset (filled, 0, sizeof filled);
  n_tried = 0;
  cap -= least;
  if ((none || fewest || least) && can_fill (fewest ? n - 1 : wide * high, wide * high))
    wrong ("there is a tiling %s", none ? "within the cap" : "that is better");
  printf ("%s: rectangle of %d x %d, no size more than %d time%s: ", file_name, wide, high, most,
          most == 1 ? "" : "s");
  if (none)
    printf ("no tiling");
  else
    printf ("%d square%s%s", n, n == 1 ? "" : "s",
            fewest  ? ", fewest"
            : least ? ", least cap"
                    : "");
  printf (", %llu partial tilings tried\n", (unsigned long long) n_tried);
}
