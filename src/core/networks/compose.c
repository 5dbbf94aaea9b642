/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose.c - see compose.h; docs/algorithms/capped.md has the proof. The walk over the networks of
 * nets is in compose-walk.c. */
#include "core/networks/compose.h"

#include <string.h>

#include "core/networks/compose-private.h"
#include "core/networks/modular.h"

enum {
  LEAST_PARTS = 5, /* of a rectangle that no cut divides */
  POLL_INTERVAL = 256,
};

/* --- all numbers of squares ----------------------------------------------------------- */

/* Lists the nets of up to `edges` edges. Returns false when the run has stopped. */
static bool
list_nets (TwCompose *search, int edges)
{
  while (search->newest == NULL || tw_nets_edges (search->newest) < edges) {
    size_t count;

    if (search->newest == NULL)
      search->newest = tw_nets_new (search->run);
    else if (!tw_nets_grow (search->newest))
      return false;
    if (search->newest == NULL) {
      tw_run_stop (search->run, TW_STOP_MEMORY);
      return false;
    }
    count = tw_nets_listed (search->newest);
    if (search->n_nets + count > search->capacity) {
      size_t capacity = 2 * search->capacity + count;
      TwNet *nets = tw_run_realloc (search->run, search->nets, capacity * sizeof (TwNet));

      if (nets == NULL) {
        tw_run_stop (search->run, TW_STOP_MEMORY);
        return false;
      }
      search->nets = nets;
      search->capacity = capacity;
    }
    for (size_t i = 0; i < count; i++)
      tw_nets_get (search->newest, i, &search->nets[search->n_nets++]);
    search->end[tw_nets_edges (search->newest)] = search->n_nets;
  }
  return true;
}

/* Completes the next layer of the table. Returns false when the run has stopped. */
static bool
add_layer (TwCompose *search)
{
  int squares = tw_rectangles_layer (search->table) + 1;

  if (!tw_rectangles_add_cuts (search->table))
    return false;
  if (squares >= LEAST_PARTS) {
    if (!list_nets (search, squares + 1))
      return false;
    tw_compose_walk (search, squares, false);
  }
  if (search->doubtful || search->poll.stopped || tw_poll (&search->poll))
    return false;
  tw_rectangles_end_layer (search->table);
  return true;
}

/* Looks for a cut into two rectangles of at most `most` squares together. Returns false when the
 * run has stopped. */
static bool
try_cuts (TwCompose *search, int most)
{
  for (int k = 0; k < search->width + search->height; k++) {
    bool across = k >= search->width;
    int at = across ? k - search->width : k;
    int other = (across ? search->height : search->width) - at;
    TwSubrectangle first = { 0, 0, (int16_t) (across ? search->width : at),
                             (int16_t) (across ? at : search->height) };
    TwSubrectangle second = { (int16_t) (across ? 0 : at), (int16_t) (across ? at : 0),
                              (int16_t) (across ? search->width : other),
                              (int16_t) (across ? other : search->height) };

    if (at == 0 || at > other)
      continue;
    for (;;) {
      int a = tw_rectangles_squares (search->table, first.width, first.height);
      int b = tw_rectangles_squares (search->table, second.width, second.height);
      int unknown = tw_rectangles_layer (search->table) + 1;

      if (a + b <= most) {
        search->parts[0] = first;
        search->parts[1] = second;
        search->n_parts = 2;
        return true;
      }
      if ((a < unknown ? a : unknown) + (b < unknown ? b : unknown) > most)
        break;
      if (!add_layer (search))
        return false;
    }
  }
  return true;
}

/* Completes the layers that a walk for `most` squares needs. Returns false when the run has stopped. */
static bool
add_layers (TwCompose *search, int most)
{
  while (tw_rectangles_layer (search->table) < most - LEAST_PARTS + 1)
    if (!add_layer (search))
      return false;
  return true;
}

/* Walks over all networks of `most` squares for what is looked for. Returns false when the run has
 * stopped. */
static bool
walk_all (TwCompose *search, int most)
{
  if (most < LEAST_PARTS)
    return true;
  if (!list_nets (search, most + 1))
    return false;
  tw_compose_walk (search, most, true);
  return !search->doubtful && !search->poll.stopped && !tw_poll (&search->poll);
}

/* Looks for a tiling of at most `most` squares when there is none with fewer. Returns false when
 * the run has stopped. */
static bool
try_number (TwCompose *search, bool smaller, int most)
{
  if (most == 1) {
    if (search->width == search->height && !smaller)
      search->parts[search->n_parts++] = (TwSubrectangle){ 0, 0, (int16_t) search->width,
                                                           (int16_t) search->height };
    return true;
  }
  return add_layers (search, most) && try_cuts (search, most)
         && (search->n_parts > 0 || walk_all (search, most));
}

static bool
lay_out (const TwCompose *search, TwTiling *tiling)
{
  for (int i = 0; i < search->n_parts; i++)
    if (!tw_rectangles_lay_out (search->table, &search->parts[i], tiling))
      return false;
  tw_tiling_sort (tiling);
  return true;
}

bool
tw_compose_suits (int width, int height)
{
  return width <= TW_COMPOSE_MOST_SIDE && height <= TW_COMPOSE_MOST_SIDE && width < 4 * height
         && height < 4 * width;
}

static void
search_free (TwCompose *search)
{
  TwRun *run = search->run;

  tw_nets_free (search->newest);
  tw_run_mfree (run, search->nets);
  tw_rectangles_free (search->table);
  tw_run_mfree (run, search);
}

/* Returns NULL, and stops the run, when memory is short. */
static TwCompose *
search_new (int width, int height, bool coprime, TwRun *run)
{
  TwCompose *search = tw_run_calloc (run, 1, sizeof *search);

  if (search == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    return NULL;
  }
  search->run = run;
  search->width = width;
  search->height = height;
  search->longer = width > height ? width : height;
  search->shorter = width > height ? height : width;
  search->table = tw_rectangles_new (search->longer, search->shorter, coprime, run);
  tw_poll_init (&search->poll, run, POLL_INTERVAL);
  if (search->table == NULL) {
    search_free (search);
    tw_run_stop (run, TW_STOP_MEMORY);
    return NULL;
  }
  return search;
}

int
tw_compose_search (const TwComposeQuery *query, TwRun *run, TwTiling *tiling)
{
  int w = query->width, h = query->height, longer = w > h ? w : h, shorter = w > h ? h : w;
  int bound = (longer + shorter - 1) / shorter; /* squares along the longer side */
  TwCompose *search = search_new (w, h, false, run);

  tiling->count = 0;
  if (bound > query->known)
    bound = query->known;
  if (search == NULL)
    return 1;
  search->wanted[0] = tw_mod_multiply ((uint64_t) h, tw_mod_inverse ((uint64_t) w));
  search->wanted[1] = tw_mod_multiply ((uint64_t) w, tw_mod_inverse ((uint64_t) h));
  search->n_wanted = w == h ? 1 : 2;
  for (;; bound++) {
    tw_run_raise_bound (run, query->full + bound);
    if (bound >= query->known || bound > TW_COMPOSE_MOST_SQUARES)
      break;
    if (!try_number (search, query->smaller, bound))
      break;
    if (search->n_parts > 0) {
      if (!lay_out (search, tiling)) {
        tiling->count = 0;
        tw_run_stop (run, TW_STOP_MEMORY);
      }
      break;
    }
  }
  search_free (search);
  return bound;
}

/* --- all rectangles ------------------------------------------------------------------- */

/* Sets `fewest` (at width * side + height - 1, width >= height) to the numbers that are proved and
 * returns how many are not.
 *
 * A full square, of the side of the height, leaves a rectangle that is shorter by the height. Let t
 * be the fewest squares of what remains: then width x height takes at most t + 1. It takes no fewer
 * when its tilings by at most t squares have a full square too, since these can be moved to the end.
 * They do when 4 width / height > t; rectangle.c has the derivation. */
static size_t
decide (const TwCompose *search, int side, uint16_t *fewest)
{
  size_t undecided = 0;

  for (int width = 1; width <= side; width++) {
    for (int height = 1; height <= width; height++) {
      int squares = tw_rectangles_squares (search->table, width, height);
      uint16_t *here = &fewest[width * side + height - 1];

      if (squares == TW_RECTANGLES_UNKNOWN && width > height) {
        int rest = width - height;
        int t = rest > height ? fewest[rest * side + height - 1] : fewest[height * side + rest - 1];

        bool proved = 4 * width > t * height || tw_rectangles_layer (search->table) >= t;

        squares = t > 0 && proved ? t + 1 : 0;
      }
      *here = (uint16_t) squares;
      undecided += squares == 0;
    }
  }
  return undecided;
}

/* Appends the squares of a rectangle that is decided. */
static bool
lay_out_decided (const TwCompose *search, int width, int height, TwTiling *tiling)
{
  TwSubrectangle part = { .width = (int16_t) width, .height = (int16_t) height };

  while (tw_rectangles_squares (search->table, part.width, part.height) == TW_RECTANGLES_UNKNOWN) {
    TwSquare square = { .x = part.x, .y = part.y };

    if (part.width > part.height) {
      square.size = part.height;
      part.x = (int16_t) (part.x + square.size);
      part.width = (int16_t) (part.width - square.size);
    } else {
      square.size = part.width;
      part.y = (int16_t) (part.y + square.size);
      part.height = (int16_t) (part.height - square.size);
    }
    if (!tw_tiling_add (tiling, square))
      return false;
  }
  if (!tw_rectangles_lay_out (search->table, &part, tiling))
    return false;
  tw_tiling_sort (tiling);
  return true;
}

static bool
report (TwCompose *search, int side, TwComposeFound found, void *data)
{
  TwTiling tiling = { 0 };
  bool goes_on = true;

  for (int width = 1; goes_on && width <= side; width++) {
    for (int height = 1; goes_on && height <= width; height++) {
      tiling.count = 0;
      if (!lay_out_decided (search, width, height, &tiling)) {
        tw_run_stop (search->run, TW_STOP_MEMORY);
        goes_on = false;
      }
      goes_on = goes_on && !tw_poll (&search->poll) && found (width, height, &tiling, data);
    }
  }
  tw_tiling_clear (&tiling);
  return goes_on;
}

bool
tw_compose_list (int side, TwRun *run, TwComposeFound found, void *data)
{
  size_t all = (size_t) side * ((size_t) side + 1) / 2, undecided = all;
  TwCompose *search = search_new (side, side, false, run);
  uint16_t *fewest = search != NULL
                       ? tw_run_malloc (run, ((size_t) side + 1) * (size_t) side * sizeof *fewest)
                       : NULL;
  bool fine = false;

  if (search == NULL)
    return false;
  if (fewest == NULL)
    tw_run_stop (run, TW_STOP_MEMORY);
  while (fewest != NULL && (undecided = decide (search, side, fewest)) > 0) {
    tw_run_set_permille (run, (int) (1000 * (all - undecided) / all));
    if (tw_rectangles_layer (search->table) == TW_COMPOSE_MOST_SQUARES || !add_layer (search))
      break;
  }
  if (undecided == 0)
    fine = report (search, side, found, data);
  tw_run_mfree (run, fewest);
  search_free (search);
  return fine;
}

/* --- all squares ------------------------------------------------------------------------ */

void
tw_compose_take (TwCompose *search, int side)
{
  const TwSubrectangle part = { 0, 0, (int16_t) side, (int16_t) side };
  TwTiling tiling = { 0 };
  bool fine = tw_rectangles_lay_out (search->table, &part, &tiling);

  tw_tiling_sort (&tiling);
  for (int factor = 1; factor * side <= search->longer && !search->poll.stopped; factor++) {
    TwTiling multiple = { 0 };

    if (search->sides[factor * side] || (search->coprime && factor > 1))
      continue;
    search->sides[factor * side] = true;
    search->n_sides--;
    for (size_t i = 0; fine && i < tiling.count; i++) {
      TwSquare square = tiling.squares[i];

      square.x *= factor;
      square.y *= factor;
      square.size *= factor;
      fine = tw_tiling_add (&multiple, square);
    }
    if (!fine)
      tw_run_stop (search->run, TW_STOP_MEMORY);
    if (!fine || !search->report (factor * side, factor * side, &multiple, search->data))
      search->poll.stopped = true;
    tw_tiling_clear (&multiple);
  }
  search->found = search->n_sides == 0 || search->poll.stopped;
  tw_tiling_clear (&tiling);
}

/* Adds the rectangles of this proportion, width <= height, that have coprime tilings of `total`
 * squares, and none with fewer. Returns false when the run has stopped. */
static bool
add_proportion (TwCompose *search, int width, int height, int total)
{
  if (total <= tw_rectangles_layer (search->table))
    return true;
  for (int factor = 1; factor * height <= search->longer && !search->found; factor++) {
    if (tw_poll_by (&search->poll, POLL_INTERVAL))
      return false;
    if (tw_rectangles_own (search->table, factor * height, factor * width) == TW_RECTANGLES_UNKNOWN
        && tw_rectangles_add_cut (search->table, factor * height, factor * width, total)
        && width == height)
      tw_compose_take (search, factor);
  }
  search->wanted[0] = tw_mod_multiply ((uint64_t) height, tw_mod_inverse ((uint64_t) width));
  search->wanted[1] = tw_mod_inverse (search->wanted[0]);
  search->n_wanted = width == height ? 1 : 2;
  return search->found || walk_all (search, total);
}

bool
tw_compose_list_squares (int side, bool coprime, TwRun *run, TwComposeFound found, void *data)
{
  TwCompose *search = search_new (side, side, true, run);
  bool fine = search != NULL;

  if (!fine)
    return false;
  search->sides = tw_run_calloc (run, (size_t) side + 1, sizeof *search->sides);
  search->n_sides = side - 1;
  search->found = side < 2;
  search->report = found;
  search->data = data;
  search->coprime = coprime;
  if (search->sides == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    fine = false;
  }
  for (int most = 2; fine && !search->found; most++) {
    tw_run_raise_bound (run, most);
    fine = most <= TW_COMPOSE_MOST_SQUARES && add_layers (search, most)
           && add_proportion (search, 1, 3, most - 3) && add_proportion (search, 2, 3, most - 3)
           && add_proportion (search, 1, 2, most - 2) && add_proportion (search, 1, 1, most);
    tw_run_set_permille (run, 1000 * (side - 1 - search->n_sides) / side);
  }
  fine = fine && search->n_sides == 0;
  tw_run_mfree (run, search->sides);
  search_free (search);
  return fine;
}
