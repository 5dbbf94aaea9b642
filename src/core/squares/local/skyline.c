/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyline.c - exact search over fronts of few steps; see skyline.h. Used by regions. */
#include "core/squares/local/skyline.h"

#include <limits.h>
#include <string.h>

#include "core/base/random.h"
#include "core/base/transform.h"

enum {
  MOST_SLABS = 2 * TW_SKYLINE_SQUARES,
  MOST_STEPS = 4 * TW_SKYLINE_SQUARES,
  SEEN_BITS = 14,
  POLL_INTERVAL = 1024, /* fronts between two polls of the run */
  END = UINT16_MAX,     /* front of rows that are covered to the end */
};

/* Free cells of the rows of a slab: columns begin .. end - 1. */
typedef struct {
  uint16_t begin, end;
  bool counts; /* the slab above has no interval that begins in the same column */
} Interval;

/* Rows with the same free cells. */
typedef struct {
  int top, bottom;
  int n;
  Interval intervals[TW_SKYLINE_SQUARES];
} Slab;

/* Rows from `top` to the next step are covered up to, but excluding, column `front`. */
typedef struct {
  uint16_t top, front;
} Step;

typedef struct {
  int n;
  int ahead;  /* intervals that count and that the front has not reached */
  int placed; /* squares */
  int least;  /* squares of every covering that continues this front */
  Step steps[MOST_STEPS + 1];
} Front;

typedef struct {
  TwRun *run;
  int width, height, target;
  uint64_t visited, most;
  uint64_t *seed;
  TwEnd result;
  int n_slabs;
  uint8_t slab_of[TW_BOARD_MAX_SIDE + 1]; /* of a row */
  TwSquare placed[TW_SKYLINE_SQUARES];
  uint64_t seen[1 << SEEN_BITS]; /* hash of a front, and in the low byte its squares */
  Slab slabs[MOST_SLABS];
  Front fronts[TW_SKYLINE_SQUARES + 2];
} Search;

/* --- the region ----------------------------------------------------------- */

static void
sort_numbers (int *numbers, int n)
{
  for (int i = 1; i < n; i++) {
    int number = numbers[i], j = i;

    for (; j > 0 && numbers[j - 1] > number; j--)
      numbers[j] = numbers[j - 1];
    numbers[j] = number;
  }
}

/* Adds the columns of a square to a slab. Keeps the intervals sorted, and joins those that touch. */
static void
add_interval (Slab *slab, int begin, int end)
{
  int at = slab->n;

  for (; at > 0 && slab->intervals[at - 1].begin > begin; at--)
    slab->intervals[at] = slab->intervals[at - 1];
  slab->intervals[at] = (Interval){ .begin = (uint16_t) begin, .end = (uint16_t) end };
  slab->n++;
  for (int i = slab->n - 1; i > 0; i--) {
    if (slab->intervals[i - 1].end != slab->intervals[i].begin)
      continue;
    slab->intervals[i - 1].end = slab->intervals[i].end;
    memmove (&slab->intervals[i], &slab->intervals[i + 1],
             (size_t) (slab->n - i - 1) * sizeof (Interval));
    slab->n--;
  }
}

static bool
begins_there (const Slab *slab, int column)
{
  for (int i = 0; i < slab->n; i++) {
    if (slab->intervals[i].begin == column)
      return true;
  }
  return false;
}

static void
set_region (Search *s, const TwSquare *squares, int n)
{
  int rows[2 * TW_SKYLINE_SQUARES], n_rows = 0;

  for (int i = 0; i < n; i++) {
    rows[n_rows++] = squares[i].y;
    rows[n_rows++] = squares[i].y + squares[i].size;
  }
  sort_numbers (rows, n_rows);
  for (int i = 0; i + 1 < n_rows; i++) {
    Slab *slab = &s->slabs[s->n_slabs];

    if (rows[i] == rows[i + 1])
      continue;
    *slab = (Slab){ .top = rows[i], .bottom = rows[i + 1] };
    for (int j = 0; j < n; j++) {
      if (squares[j].y <= slab->top && squares[j].y + squares[j].size > slab->top)
        add_interval (slab, squares[j].x, squares[j].x + squares[j].size);
    }
    for (int j = 0; j < slab->n; j++)
      slab->intervals[j].counts = s->n_slabs == 0
                                  || !begins_there (slab - 1, slab->intervals[j].begin);
    memset (&s->slab_of[slab->top], s->n_slabs, (size_t) (slab->bottom - slab->top));
    s->n_slabs++;
  }
}

/* --- fronts --------------------------------------------------------------- */

static void
add_step (Front *front, int top, int column)
{
  if (front->n == 0 || front->steps[front->n - 1].front != column)
    front->steps[front->n++] = (Step){ .top = (uint16_t) top, .front = (uint16_t) column };
}

/* Counts the squares that must begin at the steps: two steps share one only if all steps between
 * them are covered less far. */
static int
count_steps (const Front *front)
{
  uint16_t open[MOST_STEPS];
  int n = 0, count = 0;

  for (int i = 0; i < front->n; i++) {
    int column = front->steps[i].front;

    while (n > 0 && open[n - 1] < column)
      n--;
    if (column == END || (n > 0 && open[n - 1] == column))
      continue;
    open[n++] = (uint16_t) column;
    count++;
  }
  return count;
}

static void
set_least (Front *front)
{
  front->least = front->placed + front->ahead + count_steps (front);
}

static void
set_first (Search *s)
{
  Front *front = &s->fronts[0];

  front->n = front->ahead = front->placed = 0;
  for (int i = 0; i < s->n_slabs; i++) {
    const Slab *slab = &s->slabs[i];

    add_step (front, slab->top, slab->n > 0 ? slab->intervals[0].begin : END);
    for (int j = 1; j < slab->n; j++)
      front->ahead += slab->intervals[j].counts;
  }
  front->steps[front->n].top = (uint16_t) s->height;
  set_least (front);
}

static const Interval *
interval_at (const Slab *slab, int column)
{
  const Interval *interval = slab->intervals;

  while (interval->end <= column)
    interval++;
  return interval;
}

/* Sets `to` to the front after a square of this size at the first row of step i. */
static void
place (const Search *s, const Front *from, int i, int size, Front *to)
{
  const Step *step = &from->steps[i];
  int bottom = step->top + size, column = step->front + size;

  memcpy (to->steps, from->steps, (size_t) i * sizeof (Step));
  to->n = i;
  to->ahead = from->ahead;
  to->placed = from->placed + 1;
  for (int k = s->slab_of[step->top]; k < s->n_slabs && s->slabs[k].top < bottom; k++) {
    const Slab *slab = &s->slabs[k];
    const Interval *interval = interval_at (slab, step->front);
    int top = slab->top > step->top ? slab->top : step->top;

    if (interval->end > column) {
      add_step (to, top, column);
    } else if (interval + 1 == slab->intervals + slab->n) {
      add_step (to, top, END);
    } else {
      to->ahead -= interval[1].counts && top == slab->top;
      add_step (to, top, interval[1].begin);
    }
  }
  if (bottom < step[1].top)
    add_step (to, bottom, step->front);
  for (int j = i + 1; j < from->n; j++)
    add_step (to, from->steps[j].top, from->steps[j].front);
  to->steps[to->n].top = (uint16_t) s->height;
  set_least (to);
}

/* Returns the side of the largest square at the first row of step i. Sets `sizes` to those for which
 * the square is aligned with another step or ends at an obstacle; the largest is among them. */
static int
list_aligned (const Search *s, const Front *front, int i, int *sizes, int *n)
{
  const Step *step = &front->steps[i];
  int most = step[1].top - step->top, count = 0;

  sizes[count++] = most;
  for (int k = s->slab_of[step->top]; k < s->n_slabs && s->slabs[k].top - step->top < most; k++) {
    int room = interval_at (&s->slabs[k], step->front)->end - step->front;
    int above = s->slabs[k].top - step->top;

    sizes[count++] = room;
    most = most < room ? most : room > above ? room : above;
  }
  sizes[count++] = most;
  for (int j = 0; j < front->n; j++) {
    if (front->steps[j].front != END && front->steps[j].front > step->front)
      sizes[count++] = front->steps[j].front - step->front;
  }
  sort_numbers (sizes, count);
  *n = 0;
  for (int j = 0; j < count && sizes[j] <= most; j++) {
    if (sizes[j] > 0 && (*n == 0 || sizes[*n - 1] != sizes[j]))
      sizes[(*n)++] = sizes[j];
  }
  return most;
}

/* --- the search ----------------------------------------------------------- */

/* Returns whether the front was reached before with no more squares. */
static bool
is_seen (Search *s, const Front *front)
{
  uint64_t hash = 0, *slot;

  for (int i = 0; i < front->n; i++)
    hash = tw_hash_add (hash, (uint64_t) front->steps[i].top << 16 | front->steps[i].front);
  hash = tw_mix (hash) | 0x100;
  slot = &s->seen[hash >> (64 - SEEN_BITS)];
  if ((*slot ^ hash) >> 8 == 0 && (int) (*slot & 0xff) <= front->placed)
    return true;
  *slot = (hash & ~UINT64_C (0xff)) | (uint64_t) front->placed;
  return false;
}

static bool search (Search *s, Front *front);

static bool
try_size (Search *s, Front *front, int i, int size)
{
  Front *next = front + 1;

  place (s, front, i, size, next);
  if (next->least > s->target)
    return false;
  s->placed[front->placed] = (TwSquare){ .x = front->steps[i].front,
                                         .y = front->steps[i].top,
                                         .size = size };
  return search (s, next);
}

/* Returns true when the search has ended. */
static bool
search (Search *s, Front *front)
{
  int sizes[MOST_SLABS + MOST_STEPS + 2], n, most, lowest = 0, turn;

  if (++s->visited > s->most || (s->visited % POLL_INTERVAL == 0 && tw_run_should_stop (s->run))) {
    s->result = s->visited > s->most ? TW_END_LIMIT : TW_END_STOPPED;
    return true;
  }
  for (int i = 1; i < front->n; i++)
    lowest = front->steps[i].front < front->steps[lowest].front ? i : lowest;
  if (front->steps[lowest].front == END) {
    s->result = TW_END_FOUND;
    s->target = front->placed;
    return true;
  }
  if (is_seen (s, front))
    return false;
  most = list_aligned (s, front, lowest, sizes, &n);
  turn = (int) tw_random_below (s->seed, 4);
  for (int i = 0; i < n; i++) {
    /* Mostly from the largest size down. */
    int size = sizes[turn > 0 ? n - 1 - i : i];

    if (try_size (s, front, lowest, size))
      return true;
  }
  /* All other sizes add a square and a step. */
  if (front->least + 2 > s->target)
    return false;
  turn = (int) tw_random_below (s->seed, (uint64_t) most);
  for (int i = 0, at = 0; i < most; i++) {
    int size = 1 + (i + turn) % most;

    for (at = 0; at < n && sizes[at] != size; at++)
      ;
    if (at == n && try_size (s, front, lowest, size))
      return true;
  }
  return false;
}

TwEnd
tw_skyline_cover (const TwTiling *squares, int target, uint64_t *seed, uint64_t *most, TwRun *run,
                  TwTiling *tiling)
{
  Search *s = tw_run_malloc (run, sizeof *s);
  TwSquare turned[TW_SKYLINE_SQUARES];
  int k = (int) tw_random_below (seed, TW_N_TRANSFORMS), n = (int) squares->count;
  int left = INT_MAX, top = INT_MAX, right = 0, bottom = 0;
  TwEnd result;

  if (s == NULL)
    return TW_END_STOPPED;
  memset (s, 0, offsetof (Search, slabs));
  for (int i = 0; i < n; i++) {
    TwSquare q = squares->squares[i];

    left = q.x < left ? q.x : left;
    top = q.y < top ? q.y : top;
    right = q.x + q.size > right ? q.x + q.size : right;
    bottom = q.y + q.size > bottom ? q.y + q.size : bottom;
  }
  for (int i = 0; i < n; i++) {
    TwSquare q = squares->squares[i];

    q.x -= left;
    q.y -= top;
    turned[i] = tw_transform_square (k, right - left, bottom - top, q);
  }
  s->run = run;
  s->target = target;
  s->most = *most;
  s->seed = seed;
  s->width = (k & TW_TRANSFORM_TRANSPOSE) != 0 ? bottom - top : right - left;
  s->height = (k & TW_TRANSFORM_TRANSPOSE) != 0 ? right - left : bottom - top;
  s->result = TW_END_NONE;
  set_region (s, turned, n);
  set_first (s);
  if (s->fronts[0].least <= target)
    search (s, s->fronts);
  result = s->result;
  tiling->count = 0;
  for (int i = 0; result == TW_END_FOUND && i < s->target; i++) {
    TwSquare q = tw_transform_square_back (k, right - left, bottom - top, s->placed[i]);

    q.x += left;
    q.y += top;
    if (!tw_tiling_add (tiling, q))
      result = TW_END_STOPPED;
  }
  *most = s->visited;
  tw_run_mfree (run, s);
  return result;
}
