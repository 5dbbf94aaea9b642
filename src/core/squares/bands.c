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
  const uint16_t *largest; /* of the board */
  int most;                /* the largest size */
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

bool
tw_reduced_costs_init (TwReducedCosts *reduced, const TwBoard *board, const TwPrices *prices,
                       const int64_t *charges, TwRun *run)
{
  size_t stride = (size_t) board->width + 1,
         n_cells = (size_t) board->width * (size_t) board->height;
  size_t n_corners = stride * (size_t) (board->height + 1), next = 0;
  uint16_t *largest = tw_run_malloc (run, n_cells * sizeof (uint16_t));
  int64_t *table = tw_run_calloc (run, n_corners, sizeof (int64_t));

  memset (reduced, 0, sizeof *reduced);
  reduced->first = tw_run_malloc (run, n_cells * sizeof (uint32_t));
  if (largest != NULL) {
    tw_board_largest_squares (board, largest);
    for (size_t i = 0; i < n_cells; i++)
      reduced->n += largest[i];
  }
  if (reduced->n < UINT32_MAX)
    reduced->costs = tw_run_malloc (run, (reduced->n + 1) * sizeof (int32_t));
  if (largest != NULL && table != NULL && reduced->first != NULL && reduced->costs != NULL) {
    for (int y = 0; y < board->height; y++) {
      int64_t *row = &table[(size_t) (y + 1) * stride], sum = 0;

      for (int x = 0; x < board->width; x++) {
        sum += prices->cells[tw_board_index (board, x, y)];
        row[x + 1] = (row - stride)[x + 1] + sum;
      }
    }
    for (int y = 0; y < board->height; y++) {
      for (int x = 0; x < board->width; x++) {
        size_t cell = tw_board_index (board, x, y);
        const int64_t *top = &table[(size_t) y * stride + (size_t) x];

        reduced->first[cell] = (uint32_t) next;
        for (int size = 1; size <= largest[cell]; size++, next++) {
          const int64_t *bottom = top + (size_t) size * stride;
          int64_t cost = prices->unit - (bottom[size] - bottom[0] - top[size] + top[0]);

          if (charges != NULL)
            cost -= charges[next];
          reduced->costs[next] = (int32_t) (cost < 0 ? 0 : cost < INT32_MAX ? cost : INT32_MAX);
        }
      }
    }
  }
  tw_run_mfree (run, table, n_corners * sizeof (int64_t));
  tw_run_mfree (run, largest, n_cells * sizeof (uint16_t));
  return reduced->costs != NULL && next == reduced->n;
}

void
tw_reduced_costs_clear (TwReducedCosts *reduced, const TwBoard *board, TwRun *run)
{
  tw_run_mfree (run, reduced->costs,
                reduced->costs != NULL ? (reduced->n + 1) * sizeof (int32_t) : 0);
  tw_run_mfree (run, reduced->first,
                (size_t) board->width * (size_t) board->height * sizeof (uint32_t));
  memset (reduced, 0, sizeof *reduced);
}

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

    if (b->largest[cell] < size)
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
    uint16_t *skip = &b->skip[(size_t) at * (size_t) (height + 1)];

    skip[height] = (uint16_t) height;
    for (int y = height - 1; y >= 0; y--) {
      bool is_free = tw_board_is_free (b->board, b->from + at, y);

      skip[y] = is_free ? (uint16_t) y : skip[y + 1];
      if (is_free)
        tw_board_set (b->swept, y, at, TW_CELL_FREE);
    }
  }
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
    int least = TW_PRICED_MOST_REACH;

    for (int i = 0; i < b->breadth; i++)
      least = profile[i] < least ? profile[i] : least;
    to = y + least;
    for (next = 0; profile[next] != least; next++)
      ;
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

/* A board with its reduced costs. */
typedef struct {
  TwBoard *board;
  TwReducedCosts reduced;
  uint16_t *largest;
} Side;

/* The same upside down. */
static bool
turn_over (const TwBoard *board, const TwReducedCosts *reduced, const uint16_t *largest, TwRun *run,
           Side *side)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height, next = 0;

  memset (side, 0, sizeof *side);
  side->board = tw_transform_board (TW_TRANSFORM_INVERT_Y, board);
  side->largest = tw_run_malloc (run, n_cells * sizeof (uint16_t));
  side->reduced.n = reduced->n;
  side->reduced.first = tw_run_malloc (run, n_cells * sizeof (uint32_t));
  side->reduced.costs = tw_run_malloc (run, (reduced->n + 1) * sizeof (int32_t));
  if (side->board == NULL || side->largest == NULL || side->reduced.first == NULL
      || side->reduced.costs == NULL)
    return false;
  tw_board_largest_squares (side->board, side->largest);
  for (size_t i = 0; i < n_cells; i++) {
    side->reduced.first[i] = (uint32_t) next;
    next += side->largest[i];
  }
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t cell = tw_board_index (board, x, y);

      for (int size = 1; size <= largest[cell]; size++) {
        size_t over = tw_board_index (board, x, board->height - y - size);

        side->reduced.costs[side->reduced.first[over] + (uint32_t) size - 1] =
          reduced->costs[reduced->first[cell] + (uint32_t) size - 1];
      }
    }
  }
  return true;
}

static void
side_clear (Side *side, const TwBoard *board, TwRun *run)
{
  tw_reduced_costs_clear (&side->reduced, board, run);
  tw_run_mfree (run, side->largest,
                (size_t) board->width * (size_t) board->height * sizeof (uint16_t));
  tw_board_free (side->board);
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
  uint16_t *largest = tw_run_malloc (run, n_cells * sizeof (uint16_t));
  Side side = { 0 };
  bool fine = largest != NULL;
  int most = 0;

  *gap = 0;
  if (fine) {
    tw_board_largest_squares (board, largest);
    for (size_t i = 0; i < n_cells; i++)
      most = largest[i] > most ? largest[i] : most;
    /* Deeper ones do not fit into a profile. */
    if (most > TW_PRICED_MOST_REACH)
      count = 0;
    fine = turn_over (board, reduced, largest, run, &side);
  }
  for (int i = 0; i < count && fine; i++) {
    Band b = {
      .board = board,
      .reduced = reduced,
      .largest = largest,
      .most = most,
      .run = run,
      .from = board->width * i / count,
      .breadth = board->width * (i + 1) / count - board->width * i / count,
    };
    Band over = b;

    over.board = side.board;
    over.reduced = &side.reduced;
    over.largest = side.largest;
    tw_poll_init (&b.poll, run, POLL_INTERVAL);
    tw_poll_init (&over.poll, run, POLL_INTERVAL);
    fine = band_init (&b, memory) && band_init (&over, memory);
    if (fine)
      *gap += solve_band (&b, &over, unit);
    fine = fine && !tw_run_should_stop (run);
    band_clear (&over);
    band_clear (&b);
  }
  side_clear (&side, board, run);
  tw_run_mfree (run, largest, n_cells * sizeof (uint16_t));
  return fine;
}
