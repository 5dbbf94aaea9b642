/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.c - bounds of bands; see bands.h. Called by the strategy, for boards too large for an exact
 * sweep.
 *
 * Reduced costs are at least 0, so a state that costs more than a limit can be dropped. The limit
 * grows until a covering meets it. The number of states grows exponentially with the limit, so the
 * halves of a band (nested-bands.h) are swept first: their tables give a lower bound on the cost to
 * complete a state, and a state is dropped when its cost plus that bound exceeds the limit. When
 * the whole band costs at most the limit, each half costs at most the limit less the other half's
 * minimum. Up to this limit the tables of the halves are complete, and recursively down to the
 * narrowest bands.
 *
 * The excess of a covering is what it costs above both minima. At most one half has more than half
 * of it. The tables of the whole band's halves therefore have only a share of the excess as their
 * limit: a state that is missing in both is dropped, and one that is missing in one of them is
 * bounded by the other and by narrower tables (nested-bands.c). A smaller share makes fewer states
 * in the tables and more in the whole band; it grows when the latter are the most. */
#include "core/squares/bands/bands.h"

#include <math.h>
#include <pthread.h>

#include "core/squares/bands/nested-bands.h"

/* The first limit and the first step are 1 / FIRST_LIMIT of a square. The step is adapted so that
 * each sweep takes between LEAST_GROWTH and MOST_GROWTH times the work of the one before. */
#define FIRST_LIMIT  8
#define LEAST_GROWTH 1.5
#define MOST_GROWTH  4.0
#define LONGER_STEP  1.6
#define SHORTER_STEP 0.6
/* A step may be longer by these factors when it is the last one, or leads a single band to a whole
 * number of squares. */
#define LONGEST_LAST   1.5
#define LONGEST_SINGLE 2.5
/* First share of the excess, and the factor by which it grows. */
#define FIRST_SHARE  0.5
#define SHARE_GROWTH 1.4

/* A team sweeps the whole band in PARTS_A_THREAD parts for each thread, at most MOST_PARTS. */
#define PARTS_A_THREAD 4
#define MOST_PARTS     32

/* --- one band ------------------------------------------------------------ */

/* Completes the table of a band up to the limit, or proves that every covering costs more. */
typedef struct {
  TwTask task;
  TwNestedBands *nested;
  int level, band;
  int32_t limit;
  double share; /* of the excess, for the tables of the halves; 1: all that a covering can need */
  /* The whole band needs no table; its covering of the least cost is stored here. */
  TwTiling *tiling;
  int parts; /* of its sweep; at most 1: all at once */
  bool fine; /* memory sufficed and the run has not ended */
} Reach;

/* A part of the sweep of the whole band. */
typedef struct {
  TwTask task;
  TwNestedBands *nested;
  TwNestedSweep sweep;
  TwNestedPart part;
  TwTiling tiling;
  bool fine;
} Part;

static void reach_by_team (TwTask *task, TwTeam *team, TwPoll *poll);

/* Returns the limit of the table of a half: its share of the excess if its minimum is known, all of
 * it otherwise, so that it becomes known or both minima exceed the limit. */
static int32_t
limit_of_half (const Reach *to, const TwNestedBand *halves, int half)
{
  int32_t excess = to->limit - halves[0].proved - halves[1].proved;

  if (to->share < 1 && excess > 0 && halves[half].proved <= halves[half].limit)
    excess = (int32_t) (excess * to->share);
  return halves[half].proved + excess;
}

static void
sweep_part (TwTask *task, TwTeam *team, TwPoll *poll)
{
  Part *part = (Part *) task;

  (void) team;
  part->sweep.poll = poll;
  part->sweep.part = &part->part;
  part->sweep.tiling = &part->tiling;
  part->fine = tw_nested_bands_sweep (part->nested, &part->sweep);
}

/* Sweeps the whole band in parts, so that all threads of the team have work. What is known of the band
 * does not change before the last part ends: each part reads it. */
static bool
sweep_parts (const Reach *to, const TwNestedSweep *sweep, TwTeam *team, TwPoll *poll)
{
  TwNestedBand *whole = &to->nested->bands[1];
  Part parts[MOST_PARTS], *best = parts;
  uint64_t kept = 0;
  bool fine = true;

  for (int i = 0; i < to->parts; i++) {
    parts[i] = (Part){ .task.work = sweep_part,
                       .nested = to->nested,
                       .sweep = *sweep,
                       .part = { .number = i, .count = to->parts } };
    if (i > 0)
      tw_team_fork (team, &parts[i].task);
  }
  for (int i = 0; i < to->parts; i++) {
    Part *part = &parts[i > 0 ? to->parts - i : 0];

    if (i == 0 || !tw_team_join (team, &part->task, poll))
      sweep_part (&part->task, team, poll);
    fine = fine && part->fine;
    kept += part->part.kept;
    best = part->part.proved < best->part.proved ? part : best;
  }
  if (fine) {
    whole->kept = kept;
    whole->limit = to->limit;
    whole->proved = best->part.proved;
    tw_tiling_clear (to->tiling);
    *to->tiling = best->tiling;
    best->tiling = (TwTiling){ 0 };
  }
  for (int i = 0; i < to->parts; i++)
    tw_tiling_clear (&parts[i].tiling);
  return fine;
}

static bool
reach (const Reach *to, TwTeam *team, TwPoll *poll)
{
  TwNestedBands *n = to->nested;
  int level = to->level, band = to->band;
  int32_t limit = to->limit;
  TwNestedBand *known = &n->bands[(1 << level) + band];
  TwNestedSweep sweep = {
    .level = level, .band = band, .poll = poll, .limit = limit, .tiling = to->tiling
  };

  if (known->limit >= limit || known->proved > limit)
    return true;
  if (level < n->levels) {
    const TwNestedBand *halves = &n->bands[(2 << level) + 2 * band];
    Reach first = { .nested = n, .level = level + 1, .band = 2 * band, .share = 1 };
    Reach second = first;
    int32_t both;

    first.limit = limit_of_half (to, halves, 0);
    second.task.work = reach_by_team;
    second.band++;
    second.limit = limit_of_half (to, halves, 1);
    tw_team_fork (team, &second.task);
    first.fine = reach (&first, team, poll);
    if (!tw_team_join (team, &second.task, poll)) {
      /* The first half may have raised its bound, which lowers the limit of the second. */
      second.limit = limit_of_half (to, halves, 1);
      second.fine = first.fine && reach (&second, team, poll);
    }
    if (!first.fine || !second.fine)
      return false;
    both = halves[0].proved + halves[1].proved;
    known->proved = both > known->proved ? both : known->proved;
    if (both > limit)
      return true;
  }
  return to->parts > 1 && team != NULL ? sweep_parts (to, &sweep, team, poll)
                                       : tw_nested_bands_sweep (n, &sweep);
}

static void
reach_by_team (TwTask *task, TwTeam *team, TwPoll *poll)
{
  Reach *to = (Reach *) task;

  to->fine = reach (to, team, poll);
}

/* --- all bands ----------------------------------------------------------- */

typedef struct {
  bool busy, done;
  /* While `busy` is set, only the thread that set it, with its team, may use `nested`, `step`,
   * `share` and `work`. */
  TwNestedBands *nested;
  double step;       /* increment to the next limit */
  double share;      /* see Reach */
  uint64_t work;     /* number of states kept in the last step */
  int64_t proved;    /* a copy of the bound of the nested bands, protected by the lock */
  TwTiling covering; /* of the least reduced cost; empty: unknown; protected by the lock */
} Band;

struct TwBands {
  TwRun *run;
  TwBoard *board;
  TwReducedCosts reduced;
  TwCutList *cuts;      /* NULL: none */
  pthread_mutex_t lock; /* protects all fields below */
  int count;
  bool gave_up;
  Band bands[];
};

TwBands *
tw_bands_new (const TwBoard *board, const TwReducedCosts *reduced, const TwCutList *cuts,
              int32_t unit, int count, size_t memory, TwRun *run)
{
  TwBands *b = tw_run_calloc (run, 1, sizeof *b + (size_t) count * sizeof (Band));

  if (b == NULL)
    return NULL;
  if (pthread_mutex_init (&b->lock, NULL) != 0) {
    tw_run_mfree (run, b);
    return NULL;
  }
  b->run = run;
  b->count = count;
  b->board = tw_board_copy (board);
  b->cuts = cuts != NULL ? tw_cut_list_copy (cuts, run) : NULL;
  if (b->board == NULL || (cuts != NULL && b->cuts == NULL)
      || !tw_reduced_costs_turn (&b->reduced, b->board, reduced, board, 0, run)) {
    tw_bands_free (b);
    return NULL;
  }
  for (int i = 0; i < count; i++) {
    int from = board->width * i / count, breadth = board->width * (i + 1) / count - from;
    Band *band = &b->bands[i];

    band->step = (double) unit / FIRST_LIMIT;
    band->share = FIRST_SHARE;
    band->nested = tw_nested_bands_new (b->board, &b->reduced, b->cuts, unit, from, breadth, memory,
                                        run);
    if (band->nested == NULL)
      b->gave_up = band->done = true;
  }
  return b;
}

void
tw_bands_free (TwBands *b)
{
  if (b == NULL)
    return;
  for (int i = 0; i < b->count; i++) {
    tw_nested_bands_free (b->bands[i].nested);
    tw_tiling_clear (&b->bands[i].covering);
  }
  tw_cut_list_free (b->cuts, b->run);
  tw_reduced_costs_clear (&b->reduced, b->run);
  tw_board_free (b->board);
  pthread_mutex_destroy (&b->lock);
  tw_run_mfree (b->run, b);
}

/* Returns the next limit of a band. The last step may be longer, since a shorter one after it would
 * repeat most of its work. The coverings of a `single` band are tilings, whose costs differ from
 * `most` by whole squares. So this band takes one long step or equal shorter ones to the next such
 * cost: a slightly lower limit misses the tilings of that cost, and a higher one finds no more. */
static int32_t
next_limit (const Band *band, int64_t most, bool single)
{
  int64_t unit = band->nested->unit, proved = band->nested->bands[1].proved, next = most;
  double step = band->step;
  double longest = (double) proved + (single ? LONGEST_SINGLE : LONGEST_LAST) * step;

  if (single) {
    next -= (most - proved) / unit * unit;
    next += (int64_t) fmax (0, fmin (longest, (double) most) - (double) next) / unit * unit;
    step = (double) (next - proved) / fmax (1, ceil ((double) (next - proved) / step - 0.5));
  }
  return (int32_t) ((double) next > longest ? (double) proved + step : (double) next);
}

/* Raises the limit of a band once, at most to `most`. Sets `met` when a covering meets the limit,
 * or none exists; then `tiling` holds it. */
static bool
climb (Band *band, int64_t most, bool single, const TwTeamRule *team, TwTiling *tiling, bool *met)
{
  TwNestedBands *n = band->nested;
  TwNestedBand *whole = &n->bands[1];
  uint64_t before = n->kept;
  int32_t limit = next_limit (band, most, single);
  Reach root = {
    .task.work = reach_by_team, .nested = n, .limit = limit, .tiling = tiling, .share = band->share
  };
  double work;

  if (team != NULL)
    root.parts = PARTS_A_THREAD
                 * (team->threads < MOST_PARTS / PARTS_A_THREAD ? team->threads
                                                                : MOST_PARTS / PARTS_A_THREAD);
  whole->kept = 0;
  /* Several tables at once take more memory: if it was short, one thread tries again. */
  if (tw_team_run (team, band->work, &root.task, n->run) && !root.fine
      && tw_run_stop_reason (n->run) == TW_STOP_NONE)
    tw_team_run (NULL, 0, &root.task, n->run);
  if (!root.fine)
    return false;
  *met = whole->proved <= limit || limit >= TW_NESTED_INFINITE / 2;
  work = (double) (n->kept - before);
  if (work < LEAST_GROWTH * (double) band->work)
    band->step = fmin (band->step * LONGER_STEP, TW_NESTED_INFINITE / 4);
  else if (work > MOST_GROWTH * (double) band->work)
    band->step = fmax (band->step * SHORTER_STEP, 1);
  band->work = n->kept - before;
  if (whole->kept > band->work / 3)
    band->share = fmin (band->share * SHARE_GROWTH, 1);
  return true;
}

bool
tw_bands_climb (TwBands *b, int64_t enough, const TwTeamRule *team)
{
  Band *next = NULL;
  TwTiling tiling = { 0 };
  int64_t gap = 0;
  bool goes_on, met = false;

  pthread_mutex_lock (&b->lock);
  for (int i = 0; i < b->count; i++) {
    Band *band = &b->bands[i];

    gap += band->proved;
    if (!band->done && !band->busy && (next == NULL || band->work < next->work))
      next = band;
  }
  if (gap >= enough)
    next = NULL;
  if (next != NULL)
    next->busy = true;
  pthread_mutex_unlock (&b->lock);
  if (next == NULL)
    return false;
  goes_on = climb (next, enough - gap + next->proved - 1, b->count == 1, team, &tiling, &met);
  pthread_mutex_lock (&b->lock);
  next->proved = next->nested->bands[1].proved;
  next->done = met || !goes_on;
  next->busy = false;
  b->gave_up = b->gave_up || !goes_on;
  if (met) {
    tw_tiling_clear (&next->covering);
    next->covering = tiling;
    tiling = (TwTiling){ 0 };
  }
  pthread_mutex_unlock (&b->lock);
  tw_tiling_clear (&tiling);
  return !tw_run_should_stop (b->run);
}

void
tw_bands_use_complete_tables (TwBands *b)
{
  for (int i = 0; i < b->count; i++)
    b->bands[i].share = 1;
}

void
tw_bands_keep_one (TwBands *b, int band)
{
  for (int i = 0; i < b->count; i++)
    b->bands[i].done = b->bands[i].done || i != band;
}

static void
describe (const TwNestedBands *n, int index, TwBandVisit visit, void *data)
{
  const TwNestedBand *band = &n->bands[index], *halves = &n->bands[2 * index];

  if (index < 1 << n->levels && halves[0].proved + halves[1].proved >= band->proved) {
    describe (n, 2 * index, visit, data);
    describe (n, 2 * index + 1, visit, data);
  } else if (band->proved > 0) {
    visit (data, band->from, band->breadth, band->proved);
  }
}

void
tw_bands_describe (const TwBands *b, TwBandVisit visit, void *data)
{
  for (int i = 0; i < b->count; i++) {
    const TwNestedBands *n = b->bands[i].nested;

    if (n != NULL)
      describe (n, 1, visit, data);
  }
}

uint64_t
tw_bands_states (const TwBands *b)
{
  uint64_t kept = 0;

  for (int i = 0; i < b->count; i++)
    kept += b->bands[i].nested != NULL ? b->bands[i].nested->kept : 0;
  return kept;
}

int64_t
tw_bands_gap (TwBands *b, bool *exact)
{
  int64_t gap = 0;
  bool all;

  pthread_mutex_lock (&b->lock);
  all = !b->gave_up;
  for (int i = 0; i < b->count; i++) {
    gap += b->bands[i].proved;
    all = all && b->bands[i].done;
  }
  pthread_mutex_unlock (&b->lock);
  if (exact != NULL)
    *exact = all;
  return gap;
}

bool
tw_bands_copy_tiling (TwBands *b, TwTiling *tiling)
{
  const TwTiling *covering = &b->bands[0].covering;
  bool known;

  pthread_mutex_lock (&b->lock);
  known = b->count == 1 && covering->count > 0 && tw_tiling_assign (tiling, covering);
  pthread_mutex_unlock (&b->lock);
  /* The sweep exchanged x and y. */
  for (size_t i = 0; known && i < tiling->count; i++) {
    TwSquare *square = &tiling->squares[i];

    *square = (TwSquare){ .x = square->y, .y = square->x, .size = square->size };
  }
  return known;
}

/* Adds the fraction of a square's columns in a band to each of its cells on the board. */
static void
add_cover (const TwBoard *board, const TwNestedBand *band, TwSquare turned, double *cover)
{
  int x = turned.y, size = turned.size;
  int left = x > 0 ? x : 0, right = x + size < band->breadth ? x + size : band->breadth;

  for (int i = 0; i < size; i++) {
    for (int column = band->from + x; column < band->from + x + size; column++) {
      if (column >= 0 && column < board->width)
        cover[tw_board_index (board, column, turned.x + i)] += (double) (right - left) / size;
    }
  }
}

bool
tw_bands_add_covers (TwBands *b, double *cover)
{
  bool known = true;

  pthread_mutex_lock (&b->lock);
  for (int i = 0; known && i < b->count; i++) {
    const TwTiling *covering = &b->bands[i].covering;

    known = b->bands[i].done && b->bands[i].nested != NULL;
    for (size_t j = 0; known && j < covering->count; j++)
      add_cover (b->board, &b->bands[i].nested->bands[1], covering->squares[j], cover);
  }
  pthread_mutex_unlock (&b->lock);
  return known;
}
