/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier.c - counts solutions with a transfer matrix; see frontier.h. */
#include "core/pieces/frontier.h"

#include "core/base/divisor.h"
#include "core/pieces/counts.h"
#include "core/pieces/frontier-private.h"

enum {
  WINDOW = 64 * TW_FRONTIER_PROFILE, /* the longest reach of a placement */
  COUNT_BITS = 64,                   /* for the used pieces of all classes together */
  SMALL_CLASSES = 1 << 22, /* product of classes and cells up to which caps are examined */
  EXPECTED_MARGIN = 16,    /* a matrix with this many times as many expected states is refused */
};

/* --- counts --------------------------------------------------------------------- */

static int
bits_for (uint32_t value)
{
  int bits = 0;

  for (; value > 0; value >>= 1)
    bits++;
  return bits;
}

/* Finds out whether solutions may use less than `least` or more than `most` pieces of a class when
 * the other classes have no caps. A cap that is never exceeded need not be part of the state. */
static bool
examine_caps (const TwInstance *in, int c, bool *below, bool *above)
{
  const TwClass *cls = &in->classes[c];
  int *most = tw_run_malloc (in->run, (size_t) in->n_classes * sizeof (int));
  uint8_t *fills = tw_run_malloc (in->run, (size_t) in->n_cells + 1);
  bool fine = most != NULL && fills != NULL;

  *below = *above = !fine;
  for (int i = 0; fine && i < in->n_classes; i++)
    most[i] = i == c || in->classes[i].most == 0 ? 0 : in->n_cells / in->classes[i].size;
  if (fine)
    tw_counts_fills (in, most, fills);
  for (int n = 0; fine && n * cls->size <= in->n_cells; n++) {
    bool possible = fills[in->n_cells - n * cls->size] != 0;

    *below = *below || (possible && n < cls->least);
    *above = *above || (possible && n > cls->most);
  }
  tw_run_mfree (in->run, most);
  tw_run_mfree (in->run, fills);
  return fine;
}

static bool
lay_out_counts (TwFrontier *frontier)
{
  const TwInstance *in = frontier->in;
  bool small = (int64_t) in->n_classes * in->n_cells <= SMALL_CLASSES;
  int shift = 0;

  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];
    TwFrontierField *field = &frontier->fields[c];
    bool below = cls->least > 0, above = cls->most < in->n_cells / cls->size;
    int bits;

    if (cls->least > cls->most
        || (small && (below || above) && !examine_caps (in, c, &below, &above)))
      return false;
    field->strict = above;
    field->least = below ? (uint32_t) cls->least : 0;
    field->cap = above ? (uint32_t) cls->most : field->least;
    bits = bits_for (field->cap);
    field->shift = shift;
    field->mask = (uint32_t) ((UINT64_C (1) << bits) - 1);
    shift += bits;
    if (shift > COUNT_BITS)
      return false;
    if (field->shift == COUNT_BITS)
      field->shift = 0; /* a mask of 0 makes the shift irrelevant */
  }
  frontier->counts = shift > 0;
  return true;
}

bool
tw_frontier_uses_enough (const TwFrontier *frontier, uint64_t used)
{
  for (int c = 0; c < frontier->in->n_classes; c++) {
    const TwFrontierField *field = &frontier->fields[c];

    if (((uint32_t) (used >> field->shift) & field->mask) < field->least)
      return false;
  }
  return true;
}

/* --- options ---------------------------------------------------------------------- */

static void
find_items (TwFrontier *frontier, int k)
{
  const TwInstance *in = frontier->in;

  frontier->n_items = 0;
  for (int c = 0; c < in->n_cells; c++)
    frontier->item_of[c] = -1;
  for (int c = 0; c < in->n_cells; c++) {
    if (frontier->item_of[c] >= 0)
      continue;
    for (int d = c; frontier->item_of[d] < 0; d = tw_symmetry_cell (in, k, d))
      frontier->item_of[d] = frontier->n_items;
    frontier->n_items++;
  }
}

/* Lists the orbit of a placement, starting with the placement. Returns 0 when one of its
 * placements has no image, when two of them overlap, or when another placement represents the
 * orbit. */
static int
orbit_of (const TwFrontier *frontier, const TwSymmetry *symmetry, int k, int32_t place,
          int32_t orbit[TW_FRONTIER_MAX_ORDER])
{
  const TwInstance *in = frontier->in;
  int n = 1;

  orbit[0] = place;
  if (k == 0)
    return 1;
  for (int32_t p = symmetry->image[k][place]; p != place; p = symmetry->image[k][p]) {
    if (p < place || n == TW_FRONTIER_MAX_ORDER)
      return 0;
    orbit[n++] = p;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      int a = in->cells_start[orbit[i]], b = in->cells_start[orbit[j]];
      int a_end = in->cells_start[orbit[i] + 1], b_end = in->cells_start[orbit[j] + 1];

      while (a < a_end && b < b_end) {
        if (in->cells[a] == in->cells[b])
          return 0;
        if (in->cells[a] < in->cells[b])
          a++;
        else
          b++;
      }
    }
  }
  return n;
}

static void
set_item (uint64_t *covers, int item)
{
  covers[item / 64] |= UINT64_C (1) << (item % 64);
}

/* Returns false when the option reaches beyond the window. */
static bool
add_option (TwFrontier *frontier, const int32_t orbit[TW_FRONTIER_MAX_ORDER], int n)
{
  const TwInstance *in = frontier->in;
  TwFrontierOption *option = &frontier->options[frontier->n_options];
  int first = frontier->n_items, last = 0, size = 0;

  *option = (TwFrontierOption){ .place = orbit[0], .next = -1 };
  for (int i = 0; i < n; i++) {
    for (int c = in->cells_start[orbit[i]]; c < in->cells_start[orbit[i] + 1]; c++) {
      int item = frontier->item_of[in->cells[c]];

      first = item < first ? item : first;
      last = item > last ? item : last;
    }
  }
  if (last - first >= WINDOW)
    return false;
  frontier->reach = last - first >= frontier->reach ? last - first + 1 : frontier->reach;
  for (int i = 0; i < n; i++) {
    int32_t cls = in->place_class[orbit[i]];
    int u = 0;

    for (int c = in->cells_start[orbit[i]]; c < in->cells_start[orbit[i] + 1]; c++)
      set_item (option->covers, frontier->item_of[in->cells[c]] - first);
    while (u < i && option->uses[u] > 0 && option->cls[u] != cls)
      u++;
    option->cls[u] = cls;
    option->uses[u]++;
  }
  for (int i = 0; i < TW_FRONTIER_PROFILE; i++)
    size += __builtin_popcountll (option->covers[i]);
  frontier->unit = (int) tw_common_divisor (frontier->unit, size);
  option->next = frontier->first[first];
  frontier->first[first] = frontier->n_options++;
  return true;
}

static bool
list_options (TwFrontier *frontier, const TwSymmetry *symmetry, int k)
{
  const TwInstance *in = frontier->in;

  find_items (frontier, k);
  frontier->n_options = 0;
  frontier->reach = 1;
  frontier->unit = 0;
  for (int i = 0; i < frontier->n_items; i++)
    frontier->first[i] = -1;
  for (int32_t p = 0; p < in->n_places; p++) {
    int32_t orbit[TW_FRONTIER_MAX_ORDER];
    int n = orbit_of (frontier, symmetry, k, p, orbit);

    if (n > 0 && in->classes[in->place_class[p]].most > 0 && !add_option (frontier, orbit, n))
      return false;
  }
  return true;
}

/* --- progress ----------------------------------------------------------------------- */

/* Each of the remaining items is expected to have as many states as the current one, but near the
 * end no more than near the beginning. So the expectation grows with the states, and the shown
 * share hardly moves until their number has stopped growing. */
static void
begin_step (TwFrontier *frontier, int item)
{
  double now = (double) tw_frontier_layer_states (&frontier->next), done = 0, left = 0, after;

  frontier->sizes[item] = now;
  for (int i = 0; i <= item; i++)
    done += frontier->sizes[i];
  for (int i = item + 1; i < frontier->n_items; i++) {
    double mirrored = frontier->n_items - i <= item ? frontier->sizes[frontier->n_items - i] : now;

    left += mirrored < now ? mirrored : now;
  }
  after = frontier->earlier + frontier->share * done / (done + left);
  frontier->before = frontier->after;
  frontier->after = after > frontier->before ? after : frontier->before;
}

/* A count may begin late in a run. So that the share of the time is shown, the time before is added
 * to the expected time. */
void
tw_frontier_show (const TwFrontier *frontier, double done)
{
  double share = frontier->before + (frontier->after - frontier->before) * done;
  double now = tw_run_elapsed (frontier->in->run), spent = now - frontier->began;
  double whole = now * share + spent * (1 - share);

  if (whole > 0)
    tw_instance_show_progress (frontier->in->run, TW_PHASE_SEARCH,
                               (int) (999 * now * share / whole));
}

/* --- expected states ---------------------------------------------------------------- */

/* The number of different packed counts of partial covers that end near the same item, at the item
 * where it is largest. `ways` has room for n_cells + 1 numbers. */
static double
most_counts (const TwFrontier *frontier, double *ways)
{
  const TwInstance *in = frontier->in;
  int n = in->n_cells, least = n;
  double sum = 0, most = 0;
  bool fillers = false; /* pieces of any number, whose number is not in the state */

  for (int a = 0; a <= n; a++)
    ways[a] = a == 0;
  for (int c = 0; c < in->n_classes; c++) {
    int size = in->classes[c].size, most_used = (int) frontier->fields[c].cap;
    int64_t beyond = ((int64_t) most_used + 1) * size;

    least = size < least ? size : least;
    fillers = fillers || (in->classes[c].most > most_used && !frontier->fields[c].strict);
    if (most_used == 0)
      continue;
    /* Times (1 - x^beyond) / (1 - x^size), the generating function of 0 to most_used pieces. */
    for (int a = n; a >= beyond; a--)
      ways[a] -= ways[a - beyond];
    for (int a = size; a <= n; a++)
      ways[a] += ways[a - size];
  }
  if (fillers) {
    for (int a = 0; a <= n / 2; a++)
      most += ways[a];
    return most;
  }
  for (int a = 0; a <= n; a++) {
    sum += ways[a] - (a >= least ? ways[a - least] : 0);
    most = sum > most ? sum : most;
  }
  return most;
}

/* How many profiles go with the same counts: every line ends at about as many heights as a
 * placement has lines on average. */
static double
expected_profiles (const TwInstance *in)
{
  const int16_t *line = in->by_columns ? in->cell_x : in->cell_y;
  int n_lines = line[in->n_cells - 1] - line[0] + 1;
  double lines = 0, profiles = 1;

  for (int32_t p = 0; p < in->n_places; p++)
    lines += line[in->cells[in->cells_start[p + 1] - 1]] - line[in->cells[in->cells_start[p]]] + 1;
  for (int i = 0; i < in->n_cells / n_lines; i++)
    profiles *= lines / in->n_places;
  return profiles;
}

/* Will there be more states than allowed? Matrices of many different pieces are refused before
 * their first states are computed. On the boards of the tests the expected number was 1/30 to 13
 * times the true one. Without counts the first states are tried. */
static bool
is_hopeless (const TwFrontier *frontier)
{
  return frontier->counts && frontier->in->n_places > 0
         && most_counts (frontier, frontier->sizes) * expected_profiles (frontier->in)
              > (double) frontier->most_states * EXPECTED_MARGIN;
}

/* --- the whole count ------------------------------------------------------------------ */

/* Adds the numbers of the covers of all items that use enough pieces. */
static bool
add_covers (TwFrontier *frontier, TwNatural *covers)
{
  const TwFrontierLayer *layer = &frontier->next;
  size_t words = (size_t) layer->words, size = tw_frontier_state_words (frontier, layer);

  for (int t = 0; t < layer->n_tables; t++) {
    for (size_t i = 0; i < (layer->dense ? 1 : layer->tables[t].n); i++) {
      const uint64_t *state = &layer->tables[t].states[i * size];
      TwNatural natural = tw_natural_from (state + (size - words), words);

      if ((layer->dense || tw_frontier_uses_enough (frontier, state[frontier->profile_words]))
          && !tw_natural_add (covers, &natural))
        return false;
    }
  }
  return true;
}

static TwEnd
end_of (const TwFrontier *frontier)
{
  return atomic_load (&frontier->stopped)         ? TW_END_STOPPED
         : atomic_load (&frontier->too_many)      ? TW_END_LIMIT
         : tw_run_should_stop (frontier->in->run) ? TW_END_STOPPED
                                                  : TW_END_NO_MEMORY;
}

static TwEnd
count_covers (TwFrontier *frontier, TwNatural *covers)
{
  *covers = (TwNatural){ { 0 } };
  if (!tw_frontier_start (frontier))
    return end_of (frontier);
  for (frontier->item = 0; frontier->item < frontier->n_items; frontier->item++) {
    begin_step (frontier, frontier->item);
    if (!tw_frontier_advance (frontier, frontier->item))
      return end_of (frontier);
  }
  if (!add_covers (frontier, covers))
    return TW_END_LIMIT;
  return frontier->draw != NULL ? tw_frontier_draw_cover (frontier, covers) : TW_END_DONE;
}

static TwEnd
count_fixed (TwFrontier *frontier, const TwSymmetry *symmetry, int k, TwNatural *fixed)
{
  TwEnd end;

  if (!list_options (frontier, symmetry, k))
    return TW_END_LIMIT;
  frontier->profile_words = (size_t) (frontier->reach + 63) / 64;
  frontier->key_words = frontier->profile_words + frontier->counts;
  end = count_covers (frontier, fixed);
  tw_frontier_clear_layer (frontier, &frontier->now);
  tw_frontier_clear_layer (frontier, &frontier->next);
  while (frontier->n_kept > 0)
    tw_frontier_clear_layer (frontier, &frontier->kept[--frontier->n_kept]);
  return end;
}

/* Returns for how many of the symmetries the covers that k fixes are counted; 0: none. Conjugate
 * elements of a group fix equally many covers, and so do an element and its inverse. So one of the
 * two quarter turns is counted. With all eight symmetries the board is square and scanned by columns;
 * then one reflection in a diagonal is counted, and the reflection that halves the columns. Bits of k
 * as in symmetry.c: 4 transposes, 2 reverses x, 1 reverses y. */
static uint32_t
stands_for (uint8_t elements, int k)
{
  int skipped = 1 << 6, doubled = 1 << 5;

  if (elements == 0xff) {
    skipped |= 1 << 7 | 1 << 2;
    doubled |= 1 << 4 | 1 << 1;
  }
  return (uint32_t) (((elements & ~skipped) >> k & 1) << (doubled >> k & 1));
}

/* Each symmetry takes part in the progress by its number of items. */
static TwEnd
count_symmetries (TwFrontier *frontier, const TwSymmetry *symmetry, TwFrontierCount *count)
{
  uint8_t elements = frontier->draw != NULL ? 1 : symmetry->elements;
  TwEnd end = TW_END_DONE;
  TwNatural sum = { { 0 } };
  double items = 0;

  for (int k = 0; k < 8; k++) {
    if (stands_for (elements, k) == 0)
      continue;
    find_items (frontier, k);
    items += frontier->n_items;
  }
  for (int k = 0; k < 8 && end == TW_END_DONE; k++) {
    uint32_t times = stands_for (elements, k);
    TwNatural fixed;

    if (times == 0)
      continue;
    find_items (frontier, k);
    frontier->share = frontier->n_items / items;
    end = count_fixed (frontier, symmetry, k, &fixed);
    frontier->earlier += frontier->share;
    if (end == TW_END_DONE && k == 0)
      count->raw = fixed;
    for (; end == TW_END_DONE && times > 0; times--)
      end = tw_natural_add (&sum, &fixed) ? TW_END_DONE : TW_END_LIMIT;
  }
  if (end == TW_END_DONE) {
    tw_natural_divide (&sum, (uint32_t) __builtin_popcount (elements));
    count->distinct = sum;
  }
  return end;
}

TwEnd
tw_frontier_count (const TwInstance *in, const TwSymmetry *symmetry, size_t states, int threads,
                   TwFrontierDraw *draw, TwFrontierCount *count)
{
  TwFrontier frontier = {
    .in = in,
    .most_states = states,
    .threads = threads,
    .draw = draw,
    .began = tw_run_elapsed (in->run),
  };
  size_t cells = (size_t) in->n_cells + 1;
  TwEnd end = TW_END_NO_MEMORY;

  *count = (TwFrontierCount){ .raw = { { 0 } } };
  /* The symmetries form a group on the solutions only when each maps every solution to a
   * solution. */
  if (draw == NULL && !symmetry->closed && symmetry->elements != 1)
    return TW_END_LIMIT;
  tw_arena_init (&frontier.arena, in->run);
  tw_poll_init (&frontier.poll, in->run, 1024);
  for (int t = 0; t < TW_FRONTIER_TABLES; t++)
    pthread_mutex_init (&frontier.locks[t], NULL);
  frontier.fields = tw_arena_alloc (&frontier.arena,
                                    ((size_t) in->n_classes + 1) * sizeof (TwFrontierField));
  frontier.item_of = tw_arena_alloc (&frontier.arena, cells * sizeof (int32_t));
  frontier.first = tw_arena_alloc (&frontier.arena, cells * sizeof (int32_t));
  frontier.sizes = tw_arena_alloc (&frontier.arena, cells * sizeof (double));
  frontier.options = tw_arena_alloc (&frontier.arena,
                                     ((size_t) in->n_places + 1) * sizeof (TwFrontierOption));
  if (draw != NULL)
    frontier.kept = tw_arena_alloc (&frontier.arena, cells * sizeof (TwFrontierLayer));
  if ((draw == NULL || frontier.kept != NULL) && frontier.fields != NULL && frontier.item_of != NULL
      && frontier.first != NULL && frontier.sizes != NULL && frontier.options != NULL)
    end = lay_out_counts (&frontier) && !is_hopeless (&frontier)
            ? count_symmetries (&frontier, symmetry, count)
            : TW_END_LIMIT;
  for (int t = 0; t < TW_FRONTIER_TABLES; t++)
    pthread_mutex_destroy (&frontier.locks[t]);
  tw_arena_clear (&frontier.arena);
  return end;
}
