/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - the skyline search; see search.h. Called by solve.c.
 *
 * Besides choosing the narrowest valley, the search prunes the tree by:
 * - symmetry: the corner square at the origin is the largest of the four, and
 *   on a square board the one beside it is at least as large as the one above;
 * - widths: a valley's width must be a sum of remaining sizes, and so must the
 *   height above every segment (subset sums as bits of a word);
 * - area: the part of a valley below its lower wall is covered by squares no
 *   wider than the valley, and all valleys compete for the same squares;
 * - the top: where a segment is wider than the room above it, the sizes that
 *   fit under the top must add up to its width;
 * - number: each valley and each segment needs some of the remaining squares
 *   (squares_needed ()), and when none is to spare a valley must be filled
 *   with the minimum number.
 *
 * The subset sums and valleys follow Duijvestijn's and Bouwkamp's remarks on squared rectangles
 * (e.g. Bouwkamp 1946-47, "On the dissection of rectangles into squares"); the code is
 * independent. */
#include "core/capped/search.h"

#include <limits.h>
#include <string.h>

#include "core/base/random.h"

enum {
  WALL = INT16_MAX, /* height beyond the sides of the board */
  MAX_VALLEYS = 48, /* further valleys are ignored, which weakens the area test */
  NODES_A_POLL = 2048,
};

/* A segment of the skyline, stored at the index of its first column. */
typedef struct {
  int16_t width;
  int16_t height;
  int16_t before; /* first column of the segment to the left */
} Segment;

/* One placed (or about to be placed) square and the state needed to remove it. */
typedef struct {
  int16_t x; /* position of the valley and the square */
  int16_t y;
  int16_t width; /* width of the valley */
  int16_t most;  /* largest size to try */
  int16_t least; /* smallest size to try */
  int16_t size;  /* current size; 0: none tried yet */
  int16_t first; /* random order: sizes go down from here and wrap around */
  int16_t tried;
  int16_t corner[2];
  int16_t far; /* first column after the merged segment; 0: that segment was not changed */
  bool placed;
  bool owned; /* this worker owns the subtree */
  Segment own;
  Segment left;
  Segment right;
  Segment rest;
  Segment beyond;
  double share;
} Frame;

struct TwCappedSearch {
  TwCappedWalk walk;
  TwCappedShare *shared;
  TwRun *run;
  TwPoll poll;

  Segment *segments; /* width + 1 elements */
  int32_t *left;     /* max_size + 1 elements: remaining squares of each size */
  int spare;         /* squares that may be placed beyond the number that the skyline needs */
  int64_t area;
  int16_t corner[2]; /* sizes at (0, 0) and (width - 1, 0) */

  Frame *frames;
  size_t depth;
  size_t capacity;
  uint64_t random;

  bool begun;
  uint64_t ticket; /* number of the subtree to walk next */
  uint64_t seen;
};

/* Returns UINT64_MAX, the number of no subtree, when no ticket is left. */
static uint64_t
next_ticket (TwCappedSearch *search)
{
  uint64_t ticket;

  if (search->shared == NULL)
    return 0;
  ticket = atomic_fetch_add (&search->shared->tickets, 1);
  return search->shared->end > 0 && ticket >= search->shared->end ? UINT64_MAX : ticket;
}

TwCappedSearch *
tw_capped_search_new (const TwCappedWalk *walk, TwCappedShare *share, TwRun *run)
{
  TwCappedSearch *search = tw_run_calloc (run, 1, sizeof *search);

  if (search == NULL)
    return NULL;
  search->walk = *walk;
  search->shared = share;
  search->run = run;
  tw_poll_init (&search->poll, run, NODES_A_POLL);
  search->segments = tw_run_calloc (run, (size_t) walk->width + 1, sizeof (Segment));
  search->left = tw_run_calloc (run, (size_t) walk->max_size + 1, sizeof (int32_t));
  if (search->segments == NULL || search->left == NULL
      || !tw_run_grow (run, &search->frames, &search->capacity, 64)) {
    tw_capped_search_free (search);
    return NULL;
  }
  tw_capped_search_restart (search, walk->seed);
  search->ticket = next_ticket (search);
  return search;
}

void
tw_capped_search_free (TwCappedSearch *search)
{
  TwRun *run;

  if (search == NULL)
    return;
  run = search->run;
  tw_run_mfree (run, search->segments);
  tw_run_mfree (run, search->left);
  tw_run_mfree (run, search->frames);
  tw_run_mfree (run, search);
}

void
tw_capped_search_set_most (TwCappedSearch *search, int most)
{
  search->walk.most = most;
}

void
tw_capped_search_restart (TwCappedSearch *search, uint64_t seed)
{
  const TwCappedWalk *walk = &search->walk;

  search->segments[0] = (Segment){ .width = (int16_t) walk->width };
  for (int s = 1; s <= walk->max_size; s++)
    search->left[s] = walk->limit;
  search->area = (int64_t) walk->width * walk->height;
  search->depth = 0;
  search->begun = false;
  search->random = tw_mix (seed);
}

/* --- bounds -------------------------------------------------------------- */

/* Returns a word in which bit w, w < 64, is set when w is a sum of remaining sizes. */
static uint64_t
sums_left (const TwCappedSearch *search)
{
  int most = search->walk.max_size < 63 ? search->walk.max_size : 63;
  uint64_t sums = 1;

  for (int s = 1; s <= most; s++) {
    int times = search->left[s] < 63 / s ? search->left[s] : 63 / s;

    while (times-- > 0)
      sums |= sums << s;
  }
  return sums;
}

static bool
is_sum (uint64_t sums, int n)
{
  return n > 63 || ((sums >> n) & 1) != 0;
}

/* Returns whether remaining squares of size up to `most`, side by side, can span `width`
 * columns. */
static bool
reaches (const TwCappedSearch *search, int most, int width)
{
  int64_t reach = 0;

  if (most > search->walk.max_size)
    most = search->walk.max_size;
  for (int s = 1; s <= most && reach < width; s++)
    reach += (int64_t) s * search->left[s];
  return reach >= width;
}

typedef struct {
  int count;
  int width[MAX_VALLEYS]; /* in ascending order */
  int64_t area[MAX_VALLEYS];
} Demand;

static void
add_demand (Demand *demand, int width, int64_t area)
{
  int i = demand->count;

  if (i == MAX_VALLEYS)
    return;
  for (; i > 0 && demand->width[i - 1] > width; i--) {
    demand->width[i] = demand->width[i - 1];
    demand->area[i] = demand->area[i - 1];
  }
  demand->width[i] = width;
  demand->area[i] = area;
  demand->count++;
}

/* Compares, for each width, the area that the valleys up to this width need with the area of the
 * remaining squares up to this size. */
static bool
is_met (const TwCappedSearch *search, const Demand *demand)
{
  int64_t needed = 0, given = 0;
  int size = 0;

  for (int i = 0; i < demand->count; i++) {
    needed += demand->area[i];
    while (size < demand->width[i] && size < search->walk.max_size) {
      size++;
      given += (int64_t) size * size * search->left[size];
    }
    if (needed > given)
      return false;
  }
  return true;
}

static inline int
ceil_div (int a, int b)
{
  return a <= b ? 1 : (a + b - 1) / b;
}

/* Returns a lower bound on the squares that the skyline still needs and sets its narrowest valley.
 * Returns -1 when the bound exceeds `left`.
 *
 * The squares that begin below the walls of a valley lie within its width, so filling it up to the
 * lower wall takes at least depth / width of them. Any other segment below the top needs squares
 * that stand on it, which belong to no valley; one of them may stand on several segments of equal
 * height when nothing between them is higher. A segment that is wider than the room above it needs
 * several squares side by side. */
static int
squares_needed (const TwCappedSearch *search, int left, int *narrowest)
{
  const Segment *segments = search->segments;
  int width = search->walk.width, top = search->walk.height;
  int needed = 0, before = WALL;

  *narrowest = -1;
  for (int x = 0; x < width;) {
    const Segment *segment = &segments[x];
    int end = x + segment->width, after = end < width ? segments[end].height : WALL;
    int wall = before < after ? before : after, room = top - segment->height;
    int most = room < search->walk.max_size ? room : search->walk.max_size;
    int abreast = most > 0 ? ceil_div (segment->width, most) : 0;

    if (wall > top)
      wall = top;
    if (wall > segment->height) {
      int stacked = ceil_div (wall - segment->height, segment->width);

      needed += stacked > abreast ? stacked : abreast;
      if (*narrowest < 0 || segment->width < segments[*narrowest].width)
        *narrowest = x;
    } else if (room > 0) {
      needed += abreast;
      for (int at = x; at > 0;) {
        at = segments[at].before;
        if (segments[at].height > segment->height)
          break;
        if (segments[at].height == segment->height) {
          needed--;
          break;
        }
      }
    }
    if (needed > left)
      return -1;
    before = segment->height;
    x = end;
  }
  return needed;
}

/* Scans the skyline. Returns the first column of the narrowest valley, or -1 when no tiling can
 * follow. */
static int
choose_valley (TwCappedSearch *search)
{
  const TwCappedWalk *walk = &search->walk;
  const Segment *segments = search->segments;
  /* With many squares of each size nearly every number is a sum, so the tests are skipped. */
  bool scarce = walk->limit < 63;
  uint64_t sums = scarce ? sums_left (search) : ~UINT64_C (0);
  Demand demand = { .count = 0 };
  int best = -1, n_segments = 0, before = WALL;

  search->spare = INT_MAX;
  if (walk->most > 0) {
    int left = walk->most - (int) search->depth;
    int needed = squares_needed (search, left, &best);

    if (needed < 0)
      return -1;
    search->spare = left - needed;
    if (!scarce)
      return best;
    best = -1;
  }
  for (int x = 0; x < walk->width;) {
    const Segment *segment = &segments[x];
    int end = x + segment->width;
    int after = end < walk->width ? segments[end].height : WALL;
    int room = walk->height - segment->height;

    if (n_segments++ == walk->most_segments && walk->most_segments > 0)
      return -1;
    if (before > segment->height && after > segment->height) {
      int wall = before < after ? before : after;

      if (!is_sum (sums, segment->width))
        return -1;
      if (wall > walk->height)
        wall = walk->height;
      if (scarce && !walk->partials)
        add_demand (&demand, segment->width, (int64_t) segment->width * (wall - segment->height));
      if (best < 0 || segment->width < segments[best].width)
        best = x;
    }
    if (room > 0 && !walk->partials) {
      if (!is_sum (sums, room)
          || (scarce && room < segment->width && !reaches (search, room, segment->width)))
        return -1;
    }
    before = segment->height;
    x = end;
  }
  return is_met (search, &demand) ? best : -1;
}

/* Returns the depth of the valley at x: the height of its lower wall above it. */
static int
depth_at (const TwCappedSearch *search, int x)
{
  const Segment *segments = search->segments, *segment = &segments[x];
  int end = x + segment->width, wall = search->walk.height;

  if (x > 0 && segments[segment->before].height < wall)
    wall = segments[segment->before].height;
  if (end < search->walk.width && segments[end].height < wall)
    wall = segments[end].height;
  return wall - segment->height;
}

/* Returns the smallest size worth trying in the valley at x; `most` is the largest.
 *
 * When no square is to spare, the valley must be filled with depth / width squares, rounded up.
 * That requires squares of the full width: two squares side by side have less area than one square
 * of the full width, so another square would be needed. When one square is to spare, a valley no
 * deeper than wide takes at most two squares, and two side by side must both reach its lower
 * wall. */
static int
least_size (const TwCappedSearch *search, int x, int most)
{
  int depth;

  if (search->spare > 1 || most < search->segments[x].width)
    return 1;
  if (search->spare == 0)
    return most;
  depth = depth_at (search, x);
  return depth > most ? 1 : 2 * depth > most ? most : depth;
}

/* --- placing ------------------------------------------------------------- */

/* Places a square of frame->size in the left corner of its valley. */
static void
place (TwCappedSearch *search, Frame *frame)
{
  Segment *segments = search->segments;
  int x = frame->x, size = frame->size, top = frame->y + size;
  int end = x + frame->width, width = search->walk.width;
  int at = x, wide = size, joined;

  frame->own = segments[x];
  frame->far = 0;
  if (x > 0)
    frame->left = segments[frame->own.before];
  if (end < width)
    frame->right = segments[end];
  if (size == frame->width && end < width && frame->right.height == top)
    wide += frame->right.width;
  joined = x + wide;
  if (x > 0 && frame->left.height == top) {
    at = frame->own.before;
    segments[at].width = (int16_t) (segments[at].width + wide);
  } else {
    segments[x].width = (int16_t) wide;
    segments[x].height = (int16_t) top;
  }
  if (size < frame->width) {
    frame->rest = segments[joined];
    segments[joined] = (Segment){ .width = (int16_t) (frame->width - size),
                                  .height = frame->y,
                                  .before = (int16_t) at };
    if (end < width)
      segments[end].before = (int16_t) joined;
  } else if (joined < width) {
    frame->far = (int16_t) joined;
    frame->beyond = segments[joined];
    segments[joined].before = (int16_t) at;
  }
  search->left[size]--;
  search->area -= (int64_t) size * size;
  frame->corner[0] = search->corner[0];
  frame->corner[1] = search->corner[1];
  if (frame->y == 0 && x == 0)
    search->corner[0] = (int16_t) size;
  if (frame->y == 0 && x + size == width)
    search->corner[1] = (int16_t) size;
  frame->placed = true;
}

static void
take_back (TwCappedSearch *search, Frame *frame)
{
  Segment *segments = search->segments;
  int x = frame->x, size = frame->size, end = x + frame->width;

  if (size < frame->width)
    segments[x + size] = frame->rest;
  else if (frame->far > 0)
    segments[frame->far] = frame->beyond;
  segments[x] = frame->own;
  if (end < search->walk.width)
    segments[end] = frame->right;
  if (x > 0)
    segments[frame->own.before] = frame->left;
  search->left[size]++;
  search->area += (int64_t) size * size;
  search->corner[0] = frame->corner[0];
  search->corner[1] = frame->corner[1];
  frame->placed = false;
}

/* Returns whether the size keeps the order of the corners and a square of this size remains. */
static bool
is_allowed (const TwCappedSearch *search, const Frame *frame, int size)
{
  const TwCappedWalk *walk = &search->walk;
  bool at_left = frame->x == 0, at_right = frame->x + size == walk->width;

  if (search->left[size] == 0 || (int64_t) size * size > search->area)
    return false;
  if (frame->y == 0 && !at_left && at_right && size > search->corner[0])
    return false;
  if (frame->y > 0 && frame->y + size == walk->height && !walk->partials) {
    if (at_left && size > search->corner[walk->width == walk->height ? 1 : 0])
      return false;
    if (at_right && size > search->corner[0])
      return false;
  }
  return true;
}

/* Sets the next size of the frame. Returns false when all sizes have been tried. */
static bool
next_size (const TwCappedSearch *search, Frame *frame)
{
  if (frame->tried > frame->most - frame->least)
    return false;
  frame->tried++;
  if (!search->walk.random)
    frame->size = (int16_t) (frame->most + 1 - frame->tried);
  else if (frame->size == 0)
    frame->size = frame->first;
  else
    frame->size = frame->size > frame->least ? (int16_t) (frame->size - 1) : frame->most;
  return true;
}

/* --- the walk ------------------------------------------------------------ */

static void
finish_share (TwCappedSearch *search, double share)
{
  if (search->shared != NULL)
    atomic_fetch_add_explicit (&search->shared->done, (uint64_t) share, memory_order_relaxed);
}

/* Only the leader reports what ends above the split. */
static void
finish_top (TwCappedSearch *search, double share, size_t depth)
{
  if (search->walk.leader && depth < (size_t) search->walk.split)
    finish_share (search, share);
}

/* Opens the next valley. Returns false when memory is short. A pruned node gets no frame. */
static bool
descend (TwCappedSearch *search, double share)
{
  const TwCappedWalk *walk = &search->walk;
  int x = choose_valley (search), most;
  Frame *frame;

  if (x < 0) {
    finish_top (search, share, search->depth);
    return true;
  }
  if (search->depth == search->capacity
      && !tw_run_grow (search->run, &search->frames, &search->capacity, 64))
    return false;
  frame = &search->frames[search->depth++];
  most = walk->height - search->segments[x].height;
  if (most > search->segments[x].width)
    most = search->segments[x].width;
  if (most > walk->max_size)
    most = walk->max_size;
  frame->x = (int16_t) x;
  frame->y = search->segments[x].height;
  frame->width = search->segments[x].width;
  frame->most = (int16_t) most;
  frame->least = (int16_t) least_size (search, x, most);
  frame->size = 0;
  frame->tried = 0;
  frame->placed = false;
  frame->owned = false;
  frame->share = share;
  if (walk->random) {
    /* Square of a uniform number: large sizes are more likely to come first. */
    uint64_t u = tw_random_half (&search->random) >> 16;

    frame->first = (int16_t) (most - (int) ((uint64_t) (most - frame->least + 1) * u * u >> 32));
  }
  return true;
}

TwEnd
tw_capped_search_walk (TwCappedSearch *search, uint64_t nodes)
{
  const TwCappedWalk *walk = &search->walk;
  uint64_t spent = 0;
  TwEnd step = TW_END_NONE;

  if (!search->begun) {
    search->begun = true;
    if (!descend (search, TW_CAPPED_WHOLE))
      return TW_END_STOPPED;
  }
  while (search->depth > 0) {
    Frame *frame = &search->frames[search->depth - 1];
    bool at_split = !walk->random && search->depth == (size_t) walk->split;
    double share = frame->share / (frame->most - frame->least + 1);

    if (frame->placed) {
      take_back (search, frame);
      if (frame->owned) {
        frame->owned = false;
        finish_share (search, share);
        search->ticket = next_ticket (search);
      }
    }
    if (spent >= nodes) {
      step = TW_END_LIMIT;
      break;
    }
    if (!next_size (search, frame)) {
      search->depth--;
      continue;
    }
    if (!is_allowed (search, frame, frame->size)) {
      finish_top (search, share, search->depth - 1);
      continue;
    }
    if (at_split && search->seen++ != search->ticket)
      continue;
    frame->owned = at_split;
    place (search, frame);
    spent++;
    if (tw_poll (&search->poll)) {
      step = TW_END_STOPPED;
      break;
    }
    if (search->area > 0) {
      if (!descend (search, share)) {
        tw_run_stop (search->run, TW_STOP_MEMORY);
        step = TW_END_STOPPED;
        break;
      }
      if (walk->partials) {
        step = TW_END_LIMIT;
        break;
      }
      continue;
    }
    finish_top (search, share, search->depth);
    if (walk->random || walk->leader || search->depth >= (size_t) walk->split) {
      step = TW_END_FOUND;
      break;
    }
  }
  tw_run_add_nodes (search->run, spent);
  return step;
}

uint64_t
tw_capped_search_seen (const TwCappedSearch *search)
{
  return search->seen;
}

int
tw_capped_search_skyline (const TwCappedSearch *search, TwCappedSegment *segments, int most)
{
  int n = 0;

  for (int x = 0; x < search->walk.width; x += search->segments[x].width) {
    if (n < most)
      segments[n] = (TwCappedSegment){ search->segments[x].width, search->segments[x].height };
    n++;
  }
  return n;
}

void
tw_capped_search_used (const TwCappedSearch *search, TwCappedUse *use)
{
  *use = (TwCappedUse){ 0 };
  for (size_t i = 0; i < search->depth; i++) {
    const Frame *frame = &search->frames[i];
    uint64_t bit = UINT64_C (1) << (frame->size & 63);
    int word = frame->size >> 6 & 1;

    if (!frame->placed)
      continue;
    use->twice[word] |= use->once[word] & bit;
    use->once[word] |= bit;
  }
}

bool
tw_capped_search_tiling (const TwCappedSearch *search, TwTiling *tiling)
{
  tiling->count = 0;
  for (size_t i = 0; i < search->depth; i++) {
    const Frame *frame = &search->frames[i];

    if (frame->placed && !tw_tiling_add (tiling, (TwSquare){ frame->x, frame->y, frame->size }))
      return false;
  }
  return true;
}
