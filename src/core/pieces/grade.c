/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grade.c - grades a piece puzzle by the steps that a person needs; see grade.h. */
#include "core/pieces/grade.h"

#include <string.h>

#include "core/pieces/bits128.h"
#include "core/pieces/counts.h"
#include "core/pieces/instance.h"

enum {
  MAX_PLACES = 8192,
  MAX_NESTED = 8,  /* trials inside a trial */
  EFFORT = 20000,  /* trials of one grading */
  N_BALANCES = 64, /* of the chequered cells of a region, which are counted modulo this */
};

/* Connected open cells. */
typedef struct {
  TwBits128 cells;
  int n;
  int balance; /* how many more of them are black */
} Region;

/* Sets of placements are bit sets of `words` words. */
typedef struct {
  uint64_t *alive; /* the candidates, known ones included */
  uint64_t *known; /* in every solution of this state */
  int *used;       /* known placements of each class */
  TwBits128 open;  /* the cells that are not covered */
} State;

typedef struct {
  TwInstance in;
  size_t words;
  uint64_t *of_cell;  /* for each cell the placements that cover it */
  uint64_t *of_class; /* for each class its placements */
  uint64_t *clash;    /* for each placement the others that overlap it */
  uint64_t *found;    /* of the current step */
  TwBits128 *beside;  /* the neighbours of each cell */
  TwBits128 black;    /* the cells of one chequered colour */
  TwBits128 *covers;  /* the cells of each placement */
  TwBits128 *around;  /* the neighbours of these */
  int *tilt;          /* how many more of the cells of each placement are black */
  int *balance;       /* of each class: how many more of its cells have one chequered colour */
  uint64_t *fills;    /* of each class, and of none: see find_fills () */
  bool *has_fills;
  Region regions[TW_GRADE_MAX_CELLS]; /* of the current step */
  int n_regions;
  State states[MAX_NESTED + 2]; /* that of the puzzle, of its trials, of trials in these, ... */
  int *costs[MAX_NESTED + 2];   /* of the trials in each; -1: not tried */
  uint64_t *solution;           /* that a trial found */
  bool has_solution;
  bool is_several; /* another trial found another one */
  TwPoll poll;
  int effort;
  bool is_short; /* of memory */
  TwGradeVisit visit;
  void *data;
} Grader;

typedef enum {
  NOTHING,
  CHANGED,
  CONTRADICTION,
} Outcome;

static bool
has (const uint64_t *set, int i)
{
  return (set[i / 64] >> i % 64 & 1) != 0;
}

static void
add (uint64_t *set, int i)
{
  set[i / 64] |= UINT64_C (1) << i % 64;
}

/* The size of a & b, without c unless c is NULL. */
static int
count (const Grader *g, const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
  int n = 0;

  for (size_t w = 0; w < g->words; w++)
    n += __builtin_popcountll (a[w] & b[w] & ~(c != NULL ? c[w] : 0));
  return n;
}

/* Steps through a set: for (int p = next (g, set, 0); p >= 0; p = next (g, set, p + 1)). */
static int
next (const Grader *g, const uint64_t *set, int from)
{
  size_t w = (size_t) from / 64;
  uint64_t bits;

  if (w >= g->words)
    return -1;
  bits = set[w] & ~UINT64_C (0) << from % 64;
  while (bits == 0) {
    if (++w == g->words)
      return -1;
    bits = set[w];
  }
  return (int) w * 64 + __builtin_ctzll (bits);
}

/* --- states --------------------------------------------------------------------- */

static void *
take (Grader *g, size_t size)
{
  void *memory = tw_arena_alloc (&g->in.arena, size > 0 ? size : 1);

  if (memory == NULL)
    g->is_short = true;
  else
    memset (memory, 0, size);
  return memory;
}

static uint64_t *
take_sets (Grader *g, int n)
{
  return take (g, (size_t) n * g->words * sizeof (uint64_t));
}

static bool
make_state (Grader *g, int depth)
{
  State *state = &g->states[depth];

  if (state->used != NULL)
    return true;
  state->alive = take_sets (g, 1);
  state->known = take_sets (g, 1);
  g->costs[depth] = take (g, (size_t) g->in.n_places * sizeof (int));
  if (!g->is_short)
    state->used = take (g, (size_t) g->in.n_classes * sizeof (int));
  return !g->is_short;
}

static void
copy_state (const Grader *g, State *to, const State *from)
{
  memcpy (to->alive, from->alive, g->words * sizeof (uint64_t));
  memcpy (to->known, from->known, g->words * sizeof (uint64_t));
  memcpy (to->used, from->used, (size_t) g->in.n_classes * sizeof (int));
  to->open = from->open;
}

/* Returns false when the placement is no candidate any more. */
static bool
place (const Grader *g, State *state, int p)
{
  const TwInstance *in = &g->in;
  int cls = in->place_class[p];
  bool last;

  if (!has (state->alive, p))
    return false;
  add (state->known, p);
  state->open &= ~g->covers[p];
  last = ++state->used[cls] == in->classes[cls].most;
  for (size_t w = 0; w < g->words; w++) {
    state->alive[w] &= ~g->clash[(size_t) p * g->words + w];
    if (last)
      state->alive[w] &= ~g->of_class[(size_t) cls * g->words + w] | state->known[w];
  }
  return true;
}

static bool
is_open (const State *state, int cell)
{
  return (state->open >> cell & 1) != 0;
}

static const uint64_t *
cell_set (const Grader *g, int cell)
{
  return g->of_cell + (size_t) cell * g->words;
}

static const uint64_t *
class_set (const Grader *g, int cls)
{
  return g->of_class + (size_t) cls * g->words;
}

/* --- the steps ------------------------------------------------------------------ */

static void
clear_found (const Grader *g)
{
  memset (g->found, 0, g->words * sizeof (uint64_t));
}

static void
find_more (const Grader *g, const State *state, const uint64_t *set)
{
  for (size_t w = 0; w < g->words; w++)
    g->found[w] |= state->alive[w] & set[w] & ~state->known[w];
}

static Outcome
place_found (const Grader *g, State *state)
{
  Outcome outcome = NOTHING;

  for (int p = next (g, g->found, 0); p >= 0; p = next (g, g->found, p + 1)) {
    if (!place (g, state, p))
      return CONTRADICTION;
    outcome = CHANGED;
  }
  return outcome;
}

static Outcome
remove_found (const Grader *g, State *state)
{
  Outcome outcome = NOTHING;

  for (size_t w = 0; w < g->words; w++) {
    state->alive[w] &= ~g->found[w];
    outcome = g->found[w] != 0 ? CHANGED : outcome;
  }
  return outcome;
}

static Outcome
settle_cells (Grader *g, State *state)
{
  clear_found (g);
  for (int c = 0; c < g->in.n_cells; c++) {
    int n = is_open (state, c) ? count (g, state->alive, cell_set (g, c), NULL) : -1;

    if (n == 0)
      return CONTRADICTION;
    if (n == 1)
      find_more (g, state, cell_set (g, c));
  }
  return place_found (g, state);
}

static Outcome
settle_pieces (Grader *g, State *state)
{
  clear_found (g);
  for (int c = 0; c < g->in.n_classes; c++) {
    int least = g->in.classes[c].least;
    int n = state->used[c] < least ? count (g, state->alive, class_set (g, c), NULL) : least + 1;

    if (n < least)
      return CONTRADICTION;
    if (n == least)
      find_more (g, state, class_set (g, c));
  }
  return place_found (g, state);
}

static uint64_t
turn (uint64_t bits, int by)
{
  return by % N_BALANCES == 0 ? bits : bits << by % 64 | bits >> (64 - by % 64);
}

/* Which regions can the pieces fill that are left, without one of class `without`? Bit b of element
 * s is set when a choice of pieces has s cells, b more of them black than white, modulo 64. */
static const uint64_t *
find_fills (Grader *g, const State *state, int without)
{
  uint64_t *fills = g->fills + (size_t) without * (size_t) (g->in.n_cells + 1);
  int n;

  if (g->has_fills[without])
    return fills;
  g->has_fills[without] = true;
  n = tw_bits128_count (state->open);
  memset (fills, 0, ((size_t) n + 1) * sizeof (uint64_t));
  fills[0] = 1;
  for (int c = 0; c < g->in.n_classes; c++) {
    int size = g->in.classes[c].size, b = g->balance[c];

    for (int i = g->in.classes[c].most - state->used[c] - (c == without); i > 0; i--) {
      uint64_t more = 0;

      for (int s = n - size; s >= 0; s--) {
        uint64_t bits = turn (fills[s], b) | turn (fills[s], N_BALANCES - b);

        more |= bits & ~fills[s + size];
        fills[s + size] |= bits;
      }
      if (more == 0)
        break;
    }
  }
  return fills;
}

/* Grows a region of `cells` from the first of those in `enough`, until it has these. */
static TwBits128
grow (const Grader *g, TwBits128 cells, TwBits128 enough)
{
  TwBits128 region = enough & -enough, todo = region;

  while (todo != 0 && (enough & ~region) != 0) {
    TwBits128 more = g->beside[tw_bits128_first (todo)] & cells & ~region;

    todo = (todo & (todo - 1)) | more;
    region |= more;
  }
  return region;
}

static Region
measure (const Grader *g, TwBits128 cells)
{
  int n = tw_bits128_count (cells);

  return (Region){ cells, n, 2 * tw_bits128_count (cells & g->black) - n };
}

static bool
is_filled (const uint64_t *fills, int n, int balance)
{
  return (fills[n] >> (balance + N_BALANCES * n) % N_BALANCES & 1) != 0;
}

/* Do these pieces fill each region that the placement leaves of this one? It stays connected when the
 * cells around the placement do, which a few steps find as a rule. */
static bool
fill_rest (const Grader *g, const uint64_t *fills, const Region *region, int p)
{
  TwBits128 rest = region->cells & ~g->covers[p], around = rest & g->around[p];
  int size = g->in.classes[g->in.place_class[p]].size;

  if (rest == region->cells)
    return is_filled (fills, region->n, region->balance);
  if ((around & ~grow (g, rest, around)) == 0)
    return is_filled (fills, region->n - size, region->balance - g->tilt[p]);
  while (rest != 0) {
    Region part = measure (g, grow (g, rest, rest));

    if (!is_filled (fills, part.n, part.balance))
      return false;
    rest &= ~part.cells;
  }
  return true;
}

/* Can the other pieces fill each region that the placement leaves? */
static bool
leaves_good_regions (Grader *g, const State *state, int p)
{
  const uint64_t *fills = find_fills (g, state, g->in.place_class[p]);

  for (int i = 0; i < g->n_regions; i++)
    if (!fill_rest (g, fills, &g->regions[i], p))
      return false;
  return true;
}

/* Lists the regions. Returns whether the pieces can fill each of them. */
static bool
has_good_regions (Grader *g, const State *state)
{
  const uint64_t *fills = find_fills (g, state, g->in.n_classes);

  g->n_regions = 0;
  for (TwBits128 rest = state->open; rest != 0;) {
    Region *region = &g->regions[g->n_regions++];

    *region = measure (g, grow (g, rest, rest));
    if (!is_filled (fills, region->n, region->balance))
      return false;
    rest &= ~region->cells;
  }
  return true;
}

static Outcome
settle_regions (Grader *g, State *state)
{
  /* A piece in several parts may lie in several regions. */
  if (!g->in.connected)
    return NOTHING;
  memset (g->has_fills, 0, ((size_t) g->in.n_classes + 1) * sizeof *g->has_fills);
  if (!has_good_regions (g, state))
    return CONTRADICTION;
  clear_found (g);
  for (int p = next (g, state->alive, 0); p >= 0; p = next (g, state->alive, p + 1))
    if (!has (state->known, p) && !leaves_good_regions (g, state, p))
      add (g->found, p);
  return remove_found (g, state);
}

static TwPiecePlacement
placement_of (const TwInstance *in, int p)
{
  const TwClass *cls = &in->classes[in->place_class[p]];
  const TwMember *member = cls->is_free ? NULL : &in->members[cls->first_member];
  TwPlace at = in->places[p];

  return (TwPiecePlacement){
    .piece = member != NULL ? member->piece : -1,
    .transform = member != NULL ? member->transforms[at.orientation - cls->first_orientation] : 0,
    .x = at.x,
    .y = at.y,
  };
}

static void
report (const Grader *g, TwStep step, bool placed)
{
  for (int p = next (g, g->found, 0); p >= 0 && g->visit != NULL; p = next (g, g->found, p + 1))
    g->visit (g->data, placement_of (&g->in, p), step, placed);
}

/* Takes the steps without trials until nothing changes. Returns false at a contradiction. */
static bool
settle (Grader *g, State *state, TwStep *hardest)
{
  static Outcome (*const steps[]) (Grader *, State *) = {
    [TW_STEP_CELL] = settle_cells,
    [TW_STEP_REGION] = settle_regions,
    [TW_STEP_PIECE] = settle_pieces,
  };
  Outcome outcome = NOTHING;

  for (int step = TW_STEP_CELL; step <= TW_STEP_PIECE; step++) {
    outcome = steps[step](g, state);
    if (outcome == CONTRADICTION)
      return false;
    if (outcome == NOTHING)
      continue;
    if (hardest != NULL) {
      *hardest = step > (int) *hardest ? (TwStep) step : *hardest;
      report (g, (TwStep) step, step != TW_STEP_REGION);
    }
    step = TW_STEP_NONE;
  }
  return true;
}

/* --- trials ------------------------------------------------------------------------ */

/* Something that one of its candidates has to settle: an open cell, or behind the cells a class that
 * needs more pieces. Returns the number of candidates, 0 when it is settled. */
static int
open_choices (const Grader *g, const State *state, int item, const uint64_t **set)
{
  int cls = item - g->in.n_cells;

  *set = cls < 0 ? cell_set (g, item) : class_set (g, cls);
  if (cls < 0 ? !is_open (state, item) : state->used[cls] >= g->in.classes[cls].least)
    return 0;
  return count (g, state->alive, *set, state->known);
}

static int try_place (Grader *g, int depth, int p, int nested);

/* The smallest number of choices above `above` that something open has; 0: there is none. */
static int
fewest_choices (const Grader *g, const State *state, int above)
{
  const uint64_t *set;
  int fewest = 0;

  for (int item = 0; item < g->in.n_cells + g->in.n_classes; item++) {
    int n = open_choices (g, state, item, &set);

    if (n > above && (fewest == 0 || n < fewest))
      fewest = n;
  }
  return fewest;
}

/* Tries each placement once in a state. */
static int
try_once (Grader *g, int depth, int p, int nested)
{
  int *cost = &g->costs[depth][p];

  if (*cost < 0)
    *cost = try_place (g, depth, p, nested);
  return *cost;
}

static void
forget_costs (const Grader *g, int depth)
{
  for (int p = 0; p < g->in.n_places; p++)
    g->costs[depth][p] = -1;
}

/* Refutes the state of this depth: all candidates of something open, one of those with the fewest
 * candidates. Returns the least number of trials, 0 when it fails. */
static int
refute (Grader *g, int depth, int nested)
{
  const State *state = &g->states[depth];
  int fewest = fewest_choices (g, state, 0), best = 0;

  forget_costs (g, depth);
  for (int item = 0; item < g->in.n_cells + g->in.n_classes && fewest > 0; item++) {
    const uint64_t *set;
    int sum = 0, cost = 1;

    if (open_choices (g, state, item, &set) != fewest)
      continue;
    for (int p = next (g, set, 0); p >= 0 && cost > 0; p = next (g, set, p + 1)) {
      if (!has (state->alive, p) || has (state->known, p))
        continue;
      cost = try_once (g, depth, p, nested);
      sum += cost;
    }
    if (cost > 0 && (best == 0 || sum < best))
      best = sum;
  }
  return best;
}

/* A second solution ends the grading. */
static void
note_solution (Grader *g, const State *state)
{
  size_t size = g->words * sizeof (uint64_t);

  if (g->has_solution && memcmp (g->solution, state->known, size) != 0)
    g->is_several = true;
  g->has_solution = true;
  memcpy (g->solution, state->known, size);
}

/* Tries a placement in the state of this depth, with trials `nested` deep inside. Returns the number
 * of trials that refute it, 0 when they do not. */
static int
try_place (Grader *g, int depth, int p, int nested)
{
  State *state = &g->states[depth + 1];
  int cost = 0;

  if (has (g->solution, p) || g->is_several || g->effort == 0 || tw_poll (&g->poll)
      || !make_state (g, depth + 1))
    return 0;
  g->effort--;
  copy_state (g, state, &g->states[depth]);
  if (!place (g, state, p) || !settle (g, state, NULL))
    return 1;
  if (state->open == 0)
    note_solution (g, state);
  else if (nested > 0)
    cost = refute (g, depth + 1, nested - 1);
  return cost > 0 ? cost + 1 : 0;
}

/* Tries the candidates of whatever has the fewest of them, then the fewest but these, until some are
 * refuted, which it removes. Returns the number of trials, 0 when none is refuted. */
static int
settle_trials (Grader *g, int nested)
{
  State *state = &g->states[0];
  int trials = 0;

  forget_costs (g, 0);
  for (int n = fewest_choices (g, state, 0); n > 0 && trials == 0;
       n = fewest_choices (g, state, n)) {
    for (int item = 0; item < g->in.n_cells + g->in.n_classes; item++) {
      const uint64_t *set;

      if (open_choices (g, state, item, &set) != n)
        continue;
      for (int p = next (g, set, 0); p >= 0; p = next (g, set, p + 1))
        if (has (state->alive, p) && !has (state->known, p))
          try_once (g, 0, p, nested);
    }
    clear_found (g);
    for (int p = next (g, state->alive, 0); p >= 0; p = next (g, state->alive, p + 1)) {
      if (g->costs[0][p] <= 0)
        continue;
      trials += g->costs[0][p];
      add (g->found, p);
    }
  }
  if (trials > 0) {
    remove_found (g, state);
    report (g, nested == 0 ? TW_STEP_TRIAL : TW_STEP_NESTED, false);
  }
  return trials;
}

static TwEnd
solve (Grader *g, TwStep most, TwGrade *grade)
{
  State *state = &g->states[0];

  while (settle (g, state, &grade->level)) {
    int trials = 0;

    if (state->open == 0)
      return grade->level <= most ? TW_END_FOUND : TW_END_LIMIT;
    for (int nested = 0; nested <= MAX_NESTED && trials == 0; nested++) {
      TwStep step = nested == 0 ? TW_STEP_TRIAL : TW_STEP_NESTED;

      if (step > most)
        return TW_END_LIMIT;
      trials = settle_trials (g, nested);
      if (g->is_short)
        return TW_END_NO_MEMORY;
      if (g->poll.stopped)
        return TW_END_STOPPED;
      if (g->effort == 0 || g->is_several)
        return TW_END_LIMIT;
      if (trials > 0 && step > grade->level)
        grade->level = step;
    }
    if (trials == 0)
      return TW_END_LIMIT;
    grade->trials += trials;
  }
  return TW_END_NONE;
}

/* --- preparation ------------------------------------------------------------------- */

static void
link_cells (Grader *g)
{
  const TwInstance *in = &g->in;
  static const int steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (int c = 0; c < in->n_cells; c++) {
    g->states[0].open |= (TwBits128) 1 << c;
    g->black |= (TwBits128) ((in->cell_x[c] + in->cell_y[c]) % 2) << c;
    for (int k = 0; k < 4; k++) {
      int x = in->cell_x[c] + steps[k][0], y = in->cell_y[c] + steps[k][1];
      bool inside = x >= 0 && y >= 0 && x < in->width && y < in->height;

      if (inside && in->cell_at[y * in->width + x] >= 0)
        g->beside[c] |= (TwBits128) 1 << in->cell_at[y * in->width + x];
    }
  }
}

static void
index_places (Grader *g)
{
  const TwInstance *in = &g->in;

  for (int p = 0; p < in->n_places; p++) {
    add (g->states[0].alive, p);
    add (g->of_class + (size_t) in->place_class[p] * g->words, p);
    for (int32_t i = in->cells_start[p]; i < in->cells_start[p + 1]; i++) {
      add (g->of_cell + (size_t) in->cells[i] * g->words, p);
      g->covers[p] |= (TwBits128) 1 << in->cells[i];
      g->around[p] |= g->beside[in->cells[i]];
    }
    g->tilt[p] = measure (g, g->covers[p]).balance;
  }
  for (int p = 0; p < in->n_places; p++) {
    uint64_t *clash = g->clash + (size_t) p * g->words;

    for (int32_t i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      for (size_t w = 0; w < g->words; w++)
        clash[w] |= cell_set (g, in->cells[i])[w];
    clash[p / 64] &= ~(UINT64_C (1) << p % 64);
  }
  for (int c = 0; c < in->n_classes; c++) {
    const TwOrientation *orientation = &in->orientations[in->classes[c].first_orientation];

    for (int i = 0; i < orientation->count; i++)
      g->balance[c] += (orientation->cells[i].x + orientation->cells[i].y) % 2 == 0 ? 1 : -1;
    g->balance[c] = (g->balance[c] + N_BALANCES * orientation->count) % N_BALANCES;
  }
}

static TwEnd
prepare (Grader *g)
{
  TwInstance *in = &g->in;
  TwPieceReason reason = { 0 };
  TwEnd end = tw_counts_check_area (in, &reason);
  size_t cells = (size_t) in->n_cells;

  if (end != TW_END_DONE || reason.kind != TW_REASON_NONE)
    return end != TW_END_DONE ? end : TW_END_NONE;
  tw_counts_narrow (in);
  end = in->n_cells > TW_GRADE_MAX_CELLS ? TW_END_LIMIT : tw_instance_place (in, MAX_PLACES);
  if (end != TW_END_DONE)
    return end;
  g->words = (size_t) in->n_places / 64 + 1;
  g->of_cell = take_sets (g, in->n_cells);
  g->of_class = take_sets (g, in->n_classes);
  g->clash = take_sets (g, in->n_places);
  g->found = take_sets (g, 1);
  g->solution = take_sets (g, 1);
  g->beside = take (g, cells * sizeof *g->beside);
  g->covers = take (g, (size_t) in->n_places * sizeof *g->covers);
  g->around = take (g, (size_t) in->n_places * sizeof *g->around);
  g->tilt = take (g, (size_t) in->n_places * sizeof *g->tilt);
  g->balance = take (g, (size_t) in->n_classes * sizeof *g->balance);
  g->fills = take (g, ((size_t) in->n_classes + 1) * (cells + 1) * sizeof *g->fills);
  g->has_fills = take (g, ((size_t) in->n_classes + 1) * sizeof *g->has_fills);
  if (!make_state (g, 0))
    return TW_END_NO_MEMORY;
  link_cells (g);
  index_places (g);
  return TW_END_DONE;
}

TwEnd
tw_grade_find (const TwPieceProblem *problem, TwStep most, TwRun *run, TwGradeVisit visit,
               void *data, TwGrade *grade)
{
  Grader g = { .effort = EFFORT, .visit = visit, .data = data };
  TwEnd end = tw_instance_compile (&g.in, problem, run);

  *grade = (TwGrade){ .level = TW_STEP_CELL };
  tw_poll_init (&g.poll, run, 1);
  if (end == TW_END_DONE)
    end = prepare (&g);
  if (end == TW_END_DONE)
    end = solve (&g, most, grade);
  tw_instance_clear (&g.in);
  if (end != TW_END_FOUND)
    *grade = (TwGrade){ .level = TW_STEP_NONE };
  return end;
}
