/* bands.c - see bands.h; called by the strategy, for boards too large to be swept as a whole.
 *
 * A band is swept from one end, its columns are the rows of the profile: the states are those of
 * the priced sweep, with reduced cost as their cost. That is at least 0, so that a state over the
 * limit is dropped; the limit grows until a covering meets it. How many states there are grows
 * exponentially with the limit. So the first half is swept with half of it: from the bottom up to
 * the middle, to learn what the rows there cost at least, and then all from the top, where a
 * state has to leave that much for the rows to come. */
#include "core/squares/bands.h"

#include <string.h>

#include "core/random.h"
#include "core/squares/priced-states.h"
#include "core/transform.h"

/* Limits, in parts of a square: the first, and by how much they grow besides a quarter. */
#define FIRST_LIMIT  8
#define LIMIT_GROWTH 16

/* Work between two looks at the clock. */
#define POLL_INTERVAL 500

/* What may be placed at a cell: a square, or the part of one that lies in the band. */
typedef struct {
  uint16_t wide, deep; /* columns and rows */
  int32_t cost;
} Part;

typedef struct {
  const TwBoard *board;
  const TwReducedCosts *reduced;
  int most; /* the largest size */
  TwRun *run;
  TwPoll poll;
  int from, breadth; /* columns of the board */
  TwBoard *swept;    /* the band: its rows are the band's columns */
  TwPricedStates states;
  uint16_t *skip; /* first free row at or after a cell's, height + 1 for each column */
  uint64_t *keys; /* random, alike */
  size_t n_keys;
  uint32_t *first; /* part of each cell: column of the sweep by row; and an end */
  Part *parts;
  size_t n_parts, part_capacity;
  uint32_t limit;
  uint32_t *rest;  /* what the rows from one on cost at least for a state there, height + 1 */
  uint32_t *least; /* the least that the rows before one have cost, alike */
} Band;

/* --- the parts ----------------------------------------------------------- */

static bool
add_part (Band *b, int wide, int deep, int64_t cost)
{
  if (b->n_parts == b->part_capacity) {
    size_t capacity = b->part_capacity > 0 ? b->part_capacity * 2 : 4096;
    Part *parts = tw_run_realloc (b->run, b->parts, b->part_capacity * sizeof (Part),
                                  capacity * sizeof (Part));

    if (parts == NULL)
      return false;
    b->parts = parts;
    b->part_capacity = capacity;
  }
  b->parts[b->n_parts++] = (Part){ .wide = (uint16_t) wide,
                                   .deep = (uint16_t) deep,
                                   .cost = (int32_t) cost };
  return true;
}

/* The least reduced cost of the squares of a size in row y whose left column is one of x to last; -1
 * when none fits. */
static int64_t
least_cost (const Band *b, int x, int last, int y, int size)
{
  int64_t least = -1;

  for (x = x < 0 ? 0 : x; x <= last; x++) {
    size_t cell = tw_board_index (b->board, x, y);
    int64_t cost;

    if (tw_reduced_costs_largest (b->reduced, cell) < size)
      continue;
    cost = b->reduced->costs[b->reduced->first[cell] + (uint32_t) size - 1];
    if (least < 0 || cost < least)
      least = cost;
  }
  return least;
}

/* The parts whose upper-left cell is in row y, at column `at` of the band: of squares that begin there,
 * and in the first column of those that begin before the band, too. */
static bool
add_parts (Band *b, int y, int at)
{
  int room = b->breadth - at, x = b->from + at;

  for (int size = 1; size <= b->most; size++) {
    int most = size < room ? size : room;

    for (int wide = at > 0 ? most : 1; wide <= most; wide++) {
      /* Where they begin; any that reach over the whole band are the same there. */
      int first = at > 0 ? x : x + wide - size, last = wide < room ? first : x;
      int64_t cost = least_cost (b, first, last, y, size);

      if (cost >= 0 && !add_part (b, wide, size, cost * wide / size))
        return false;
    }
  }
  return true;
}

static bool
set_parts (Band *b)
{
  size_t cell = 0;

  for (int y = 0; y < b->board->height; y++) {
    if (tw_poll_by (&b->poll, (uint32_t) (b->most * b->most)))
      return false;
    for (int at = 0; at < b->breadth; at++) {
      b->first[cell++] = (uint32_t) b->n_parts;
      /* A blocked cell is passed for nothing. */
      if (!(tw_board_is_free (b->board, b->from + at, y) ? add_parts (b, y, at)
                                                         : add_part (b, 1, 1, 0)))
        return false;
    }
    if (b->n_parts > UINT32_MAX / 2)
      return false;
  }
  b->first[cell] = (uint32_t) b->n_parts;
  return true;
}

static bool
band_init (Band *b, size_t memory)
{
  int height = b->board->height;

  b->swept = tw_board_new (height, b->breadth);
  b->n_keys = (size_t) (height + 1) * (size_t) b->breadth;
  b->skip = tw_run_malloc (b->run, b->n_keys * sizeof (uint16_t));
  b->keys = tw_run_malloc (b->run, b->n_keys * sizeof (uint64_t));
  b->first = tw_run_malloc (b->run, b->n_keys * sizeof (uint32_t));
  b->rest = tw_run_calloc (b->run, (size_t) height + 1, sizeof (uint32_t));
  b->least = tw_run_malloc (b->run, (size_t) (height + 1) * sizeof (uint32_t));
  if (b->swept == NULL || b->skip == NULL || b->keys == NULL || b->first == NULL || b->rest == NULL
      || b->least == NULL)
    return false;
  for (int at = 0; at < b->breadth; at++) {
    for (int y = 0; y < height; y++)
      tw_board_set (b->swept, y, at,
                    tw_board_is_free (b->board, b->from + at, y) ? TW_CELL_FREE : TW_CELL_BLOCKED);
  }
  tw_board_next_free (b->swept, b->skip);
  for (size_t i = 0; i < b->n_keys; i++)
    b->keys[i] = tw_random_number (i);
  return set_parts (b) && tw_priced_states_init (&b->states, b->swept, memory, b->run);
}

static void
band_clear (Band *b)
{
  if (b->states.run != NULL)
    tw_priced_states_clear (&b->states);
  tw_run_mfree (b->run, b->least, (size_t) (b->board->height + 1) * sizeof (uint32_t));
  tw_run_mfree (b->run, b->rest, (size_t) (b->board->height + 1) * sizeof (uint32_t));
  tw_run_mfree (b->run, b->parts, b->part_capacity * sizeof (Part));
  tw_run_mfree (b->run, b->first, b->n_keys * sizeof (uint32_t));
  tw_run_mfree (b->run, b->keys, b->n_keys * sizeof (uint64_t));
  tw_run_mfree (b->run, b->skip, b->n_keys * sizeof (uint16_t));
  tw_board_free (b->swept);
}

/* --- the sweep ----------------------------------------------------------- */

static inline uint64_t
key (const Band *b, int at, int y)
{
  return b->keys[(size_t) at * (size_t) (b->board->height + 1) + (size_t) y];
}

/* Places a part at row y, column `at`, the first uncovered cell of the state; the profile has its
 * columns' reach below row y. */
static bool
place (Band *b, int y, int at, const uint8_t *before, const TwPricedState *state, const Part *part)
{
  int height = b->board->height, to = y, next = at + part->wide;
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  TwPricedState after = { .trail = TW_PRICED_NOTHING, .hash = state->hash };

  memcpy (profile, before, b->states.stride);
  after.cost = state->cost + (uint32_t) part->cost;
  for (int i = at; i < at + part->wide; i++) {
    int end = b->skip[(size_t) i * (size_t) (height + 1) + (size_t) (y + part->deep)];

    if (end > y + TW_PRICED_MOST_REACH)
      end = y + TW_PRICED_MOST_REACH;
    after.hash ^= key (b, i, y) ^ key (b, i, end);
    profile[i] = (uint8_t) (end - y);
  }
  while (next < b->breadth && profile[next] != 0)
    next++;
  if (next == b->breadth) {
    to = y + tw_priced_least_reach (profile, b->breadth, &next);
    if (after.cost + b->rest[to] > b->limit)
      return true;
    for (int i = y + 1; i <= to; i++)
      b->least[i] = after.cost < b->least[i] ? after.cost : b->least[i];
  }
  return tw_priced_states_add (&b->states, to, next, y, profile, &after);
}

static bool
sweep_cell (Band *b, int y, int at)
{
  const Part *parts = &b->parts[b->first[(size_t) y * (size_t) b->breadth + (size_t) at]];
  const Part *end = &b->parts[b->first[(size_t) y * (size_t) b->breadth + (size_t) at + 1]];

  for (uint32_t i = b->states.columns[y].heads[at]; i != TW_PRICED_NOTHING;
       i = b->states.columns[y].states[i].next) {
    /* Copies: the column grows. */
    TwPricedState state = b->states.columns[y].states[i];
    uint8_t profile[TW_BOARD_MAX_SIDE + 32];
    int open = 0;

    if (tw_poll (&b->poll))
      return false;
    memcpy (profile, &b->states.columns[y].profiles[i * b->states.stride], b->states.stride);
    while (at + open < b->breadth && profile[at + open] == 0)
      open++;
    for (const Part *part = parts; part < end; part++) {
      if (part->wide <= open && (uint32_t) part->cost <= b->limit - b->rest[y] - state.cost
          && !place (b, y, at, profile, &state, part))
        return false;
    }
  }
  return true;
}

typedef enum {
  MEETS, /* a covering costs at most the limit */
  NONE,
  GAVE_UP, /* too much work, or the run ends */
} Answer;

/* Looks for a covering of the rows before `end` within the limit. */
static Answer
sweep (Band *b, int end)
{
  uint8_t profile[TW_BOARD_MAX_SIDE + 32] = { 0 };
  TwPricedState start = { .trail = TW_PRICED_NOTHING };
  Answer answer;
  bool goes_on;

  for (int y = 0; y <= b->board->height; y++)
    b->least[y] = b->limit + 1;
  for (int i = 0; i < b->breadth; i++)
    start.hash ^= key (b, i, 0);
  goes_on = tw_priced_states_add (&b->states, 0, 0, 0, profile, &start);
  for (int y = 0; y < end && goes_on; y++) {
    for (int at = 0; at < b->breadth && goes_on; at++)
      goes_on = b->states.columns[y].count == 0 || sweep_cell (b, y, at);
    tw_priced_states_drop (&b->states, y);
  }
  if (!goes_on)
    memset (b->least, 0, (size_t) (b->board->height + 1) * sizeof (uint32_t));
  answer = !goes_on ? GAVE_UP : b->least[end] <= b->limit ? MEETS : NONE;
  for (int y = 0; y <= b->board->height; y++)
    tw_priced_states_drop (&b->states, y);
  return answer;
}

/* Sweeps with a limit that grows from `limit` on, until a covering meets it. Returns what
 * coverings of the rows before `end` cost at least. */
static uint32_t
climb (Band *b, int end, uint32_t limit, int32_t unit)
{
  uint32_t proved = 0;
  Answer answer = NONE;

  while (answer == NONE && limit < INT32_MAX / 4) {
    b->limit = limit;
    answer = sweep (b, end);
    if (answer != GAVE_UP)
      proved = b->least[end];
    limit += limit / 4 + (uint32_t) unit / LIMIT_GROWTH;
  }
  return proved;
}

/* Those of the same squares on `over`, which is the board upside down. */
static bool
turn_over (const TwBoard *board, const TwReducedCosts *reduced, const TwBoard *over,
           TwReducedCosts *turned, TwRun *run)
{
  if (!tw_reduced_costs_new (turned, over, run))
    return false;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t cell = tw_board_index (board, x, y);
      int largest = tw_reduced_costs_largest (reduced, cell);

      for (int size = 1; size <= largest; size++) {
        size_t to = tw_board_index (board, x, board->height - y - size);

        turned->costs[turned->first[to] + (uint32_t) size - 1] =
          reduced->costs[reduced->first[cell] + (uint32_t) size - 1];
      }
    }
  }
  return true;
}

/* What a band costs at least. `b` and `over` are the same band from either end. */
static uint32_t
solve_band (Band *b, Band *over, int32_t unit)
{
  int height = b->board->height, middle = height / 2;
  uint32_t half, all;

  /* No square that the rows before `middle` cost anything for is placed when a state is as many rows
   * before them as the largest square has. */
  half = middle > 0 ? climb (over, middle, (uint32_t) unit / FIRST_LIMIT, unit) : 0;
  if (over->poll.stopped)
    return half;
  for (int y = 0; y < height; y++) {
    int rows = height - y - b->most;

    b->rest[y] = rows <= 0 ? 0 : rows < middle ? over->least[rows] : half;
    b->rest[y] = b->rest[y] < half ? b->rest[y] : half; /* the same when a sweep gave up */
  }
  all = climb (b, height, half + half / 2 + (uint32_t) unit / FIRST_LIMIT, unit);
  return all > half ? all : half;
}

bool
tw_bands_gap (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int count,
              size_t memory, TwRun *run, int64_t *gap)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  TwBoard *turned = tw_transform_board (TW_TRANSFORM_INVERT_Y, board);
  TwReducedCosts other = { 0 };
  bool fine = turned != NULL && turn_over (board, reduced, turned, &other, run);
  int most = 0;

  *gap = 0;
  for (size_t i = 0; i < n_cells; i++) {
    int largest = tw_reduced_costs_largest (reduced, i);

    most = largest > most ? largest : most;
  }
  /* Deeper ones do not fit into a profile. */
  if (most > TW_PRICED_MOST_REACH)
    count = 0;
  for (int i = 0; i < count && fine; i++) {
    Band b = {
      .board = board,
      .reduced = reduced,
      .most = most,
      .run = run,
      .from = board->width * i / count,
      .breadth = board->width * (i + 1) / count - board->width * i / count,
    };
    Band over = b;

    over.board = turned;
    over.reduced = &other;
    tw_poll_init (&b.poll, run, POLL_INTERVAL);
    tw_poll_init (&over.poll, run, POLL_INTERVAL);
    fine = band_init (&b, memory) && band_init (&over, memory);
    if (fine)
      *gap += solve_band (&b, &over, unit);
    fine = fine && !tw_run_should_stop (run);
    band_clear (&over);
    band_clear (&b);
  }
  tw_reduced_costs_clear (&other, board, run);
  tw_board_free (turned);
  return fine;
}
