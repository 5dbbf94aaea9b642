/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose.c - see compose.h; docs/algorithms/capped.md has the proof.
 *
 * Let the wires of a net without its battery b have conductances, width : height of their
 * rectangles, and let R (f, g) be the difference of the potentials at the ends of f when a current
 * 1 enters at the tail of g and leaves at its head. Then R (b, b) is height : width of the whole.
 * When the conductance of f grows by d,
 *
 *   R'(g, h) = R (g, h) - d R (g, f) R (f, h) / (1 + d R (f, f))
 *
 * At first all wires have conductance 1, as squares do. A walk changes some of them, in the order
 * of their numbers. One more wire e with the most squares follows from the wanted R'(b, b) = t:
 *
 *   d = (t - R (b, b)) / ((R (b, b) - t) R (e, e) - R (b, e)^2)
 *
 * The search computes modulo a prime. Different proportions of the table have different residues
 * there, because products of two sides up to 1000 have. If a tiling exists, its proportions fulfil
 * the equations modulo the prime as well, unless a divisor is 0 there by chance: then `doubtful` is
 * set and nothing is proved. Sides that are small numbers fulfil Kirchhoff's equations exactly if
 * they do so modulo the prime. */
#include "core/networks/compose.h"

#include <string.h>

#include "core/networks/modular.h"
#include "core/networks/nets.h"
#include "core/networks/rectangles.h"

enum {
  MOST_EDGES = TW_COMPOSE_MOST_SQUARES + 1,
  MOST_VERTICES = 2 * MOST_EDGES / 3, /* each has at least 3 edges */
  CHUNK = 64,                         /* proportions that are tried together */
  MOST_PENDING = CHUNK * MOST_EDGES * 2,
  LEAST_PARTS = 5, /* of a rectangle that no cut divides */
  POLL_INTERVAL = 256,
};

typedef struct {
  uint64_t r[MOST_EDGES][MOST_EDGES];
} Matrix;

/* A network with an unknown last wire, whose conductance has to be found. */
typedef struct {
  uint64_t numerator, denominator, product;
  const TwProportion *last; /* of the wire that was changed last */
  int wire;
} Pending;

typedef struct {
  TwRun *run;
  TwPoll poll;
  TwRectangles *table;
  int width, height; /* of the rectangle that is looked for */
  int longer, shorter;
  TwSubrectangle parts[MOST_EDGES];
  int n_parts; /* 0: not found */
  bool doubtful;

  TwNet *nets;
  size_t n_nets, capacity;
  size_t end[MOST_EDGES + 1]; /* of the nets with this number of edges */
  TwNets *newest;

  /* The current net. */
  const TwNet *net;
  int battery;
  int total;    /* squares that all wires may have together */
  bool look_up; /* the last wire follows from the rectangle; otherwise all rectangles are wanted */
  uint64_t wanted[2];
  int n_wanted;
  const TwProportion *wires[MOST_EDGES]; /* NULL: conductance 1 */
  Matrix levels[MOST_EDGES];
  Pending pending[MOST_PENDING];
  int n_pending;
} Search;

/* --- one network --------------------------------------------------------------- */

static uint64_t
conductance_of (const Search *search, int wire)
{
  return search->wires[wire] == NULL ? 1 : search->wires[wire]->conductance;
}

/* Computes R for all pairs of edges. Returns false when a divisor is 0. */
static bool
solve_net (Search *search, Matrix *result)
{
  const TwNet *net = search->net;
  uint64_t m[MOST_VERTICES][MOST_VERTICES] = { { 0 } };
  int n = net->vertices - 1;

  for (int d = 0; d < 2 * net->edges; d++) {
    int a = net->tail[d], b = net->tail[d ^ 1];

    if (d / 2 == search->battery)
      continue;
    m[a][a] = tw_mod_add (m[a][a], conductance_of (search, d / 2));
    m[a][b] = tw_mod_subtract (m[a][b], conductance_of (search, d / 2));
  }
  for (int k = 0; k < n; k++) {
    uint64_t factor = tw_mod_inverse (m[k][k]);

    if (factor == 0)
      return false;
    m[k][k] = 1;
    for (int j = 0; j < n; j++)
      m[k][j] = tw_mod_multiply (m[k][j], factor);
    for (int i = 0; i < n; i++) {
      if (i == k || m[i][k] == 0)
        continue;
      factor = m[i][k];
      m[i][k] = 0;
      for (int j = 0; j < n; j++)
        m[i][j] = tw_mod_subtract (m[i][j], tw_mod_multiply (factor, m[k][j]));
    }
  }
  for (int i = 0; i <= n; i++)
    m[i][n] = m[n][i] = 0;
  for (int f = 0; f < net->edges; f++) {
    const uint64_t *u = m[net->tail[2 * f]], *v = m[net->tail[2 * f + 1]];

    for (int g = 0; g < net->edges; g++) {
      int a = net->tail[2 * g], b = net->tail[2 * g + 1];

      result->r[f][g] = tw_mod_subtract (tw_mod_add (u[a], v[b]), tw_mod_add (u[b], v[a]));
    }
  }
  return true;
}

/* Lays out the network as a rectangle of this width. Returns the number of its parts. Returns 0
 * when a side is not a whole number within the table, or when the parts have more than `most`
 * squares. */
static int
fit (const Search *search, const uint64_t *drops, int width, int most, TwSubrectangle *parts)
{
  const TwNet *net = search->net;
  int64_t current[2 * MOST_EDGES] = { 0 }, voltage[2 * MOST_EDGES] = { 0 };
  int64_t x[2 * MOST_EDGES], y[2 * MOST_EDGES];
  int limit = search->longer, count = 0;

  for (int e = 0; e < net->edges; e++) {
    uint64_t drop = tw_mod_multiply ((uint64_t) width, drops[e]);

    if (e == search->battery)
      continue;
    voltage[2 * e] = tw_mod_small (drop, limit);
    current[2 * e] = tw_mod_small (tw_mod_multiply (drop, conductance_of (search, e)), limit);
    if (voltage[2 * e] == 0 || current[2 * e] == 0)
      return 0;
    voltage[2 * e + 1] = -voltage[2 * e];
    current[2 * e + 1] = -current[2 * e];
    most -= tw_rectangles_squares (search->table,
                                   (int) (current[2 * e] > 0 ? current[2 * e] : -current[2 * e]),
                                   (int) (voltage[2 * e] > 0 ? voltage[2 * e] : -voltage[2 * e]));
    if (most < 0)
      return 0;
  }
  tw_net_place (net, false, voltage, search->battery, y);
  tw_net_place (net, true, current, search->battery, x);
  for (int e = 0; e < net->edges; e++) {
    int d = current[2 * e] > 0 ? 2 * e : 2 * e + 1;

    if (e != search->battery)
      parts[count++] = (TwSubrectangle){ .x = (int16_t) x[net->left[d ^ 1]],
                                         .y = (int16_t) y[net->tail[d]],
                                         .width = (int16_t) current[d],
                                         .height = (int16_t) voltage[d] };
  }
  return count;
}

/* All wires are known: stores the parts if the rectangle is the wanted one. */
static void
try_wanted (Search *search)
{
  Matrix matrix;

  if (!solve_net (search, &matrix)) {
    search->doubtful = true;
    return;
  }
  for (int k = 0; k < search->n_wanted && search->n_parts == 0; k++) {
    const uint64_t *drops = matrix.r[search->battery];

    if (drops[search->battery] != search->wanted[k])
      continue;
    search->n_parts = fit (search, drops, k == 0 ? search->width : search->height, search->total,
                           search->parts);
    for (int i = 0; i < search->n_parts && k == 1; i++) {
      TwSubrectangle p = search->parts[i];

      search->parts[i] = (TwSubrectangle){ p.y, p.x, p.height, p.width };
    }
  }
}

/* All wires are known, and the conductance of the whole is the inverse of `resistance`: adds its
 * multiples that the table does not know. */
static void
try_proportion (Search *search, uint64_t resistance)
{
  /* Height : width is the proportion of the rectangle turned by 90 degrees. */
  const TwProportion *turned = tw_rectangles_find (search->table, resistance);
  int longer = search->longer, shorter = search->shorter, width, height;
  Matrix matrix;
  bool solved = false;

  if (turned == NULL)
    return;
  width = turned->height;
  height = turned->width;
  for (int factor = 1; factor * width <= longer && factor * height <= longer
                       && (factor * width <= shorter || factor * height <= shorter);
       factor++) {
    TwSubrectangle parts[MOST_EDGES];
    int count;

    if (tw_rectangles_squares (search->table, factor * width, factor * height)
        != TW_RECTANGLES_UNKNOWN)
      continue;
    if (!solved && !solve_net (search, &matrix)) {
      search->doubtful = true;
      return;
    }
    solved = true;
    count = fit (search, matrix.r[search->battery], factor * width, search->total, parts);
    if (count > 0
        && !tw_rectangles_add (search->table, factor * width, factor * height, parts, count)) {
      tw_run_stop (search->run, TW_STOP_MEMORY);
      search->poll.stopped = true;
      return;
    }
  }
}

/* --- the last wire --------------------------------------------------------------- */

/* Finds the last wires of the pending networks. `last` is the wire that was changed last, -1: none;
 * the last wire may have at most `room` squares. */
static void
look_up_pending (Search *search, int last, int room)
{
  uint64_t product = 1;
  Pending *pending = search->pending;

  for (int i = 0; i < search->n_pending; i++) {
    pending[i].product = product;
    product = tw_mod_multiply (product, pending[i].denominator);
  }
  product = tw_mod_inverse (product);
  for (int i = search->n_pending - 1; i >= 0 && search->n_parts == 0; i--) {
    const Pending *p = &pending[i];
    uint64_t more = tw_mod_multiply (p->numerator, tw_mod_multiply (product, p->product));
    const TwProportion *found = tw_rectangles_find (search->table, tw_mod_add (1, more));

    product = tw_mod_multiply (product, p->denominator);
    if (found == NULL || found->squares > room)
      continue;
    if (last >= 0)
      search->wires[last] = p->last;
    search->wires[p->wire] = found;
    try_wanted (search);
    search->wires[p->wire] = NULL;
  }
  search->n_pending = 0;
}

/* Handles a last wire e for which the divisor of d is 0. If the numerator is not 0, no d fits.
 * Otherwise R (b, b) is the wanted one and R (b, e) is 0, so no current flows through e, although
 * its part must have a side. The formula does not hold if 1 + d R (e, e) = 0; then the search is
 * doubtful. */
static void
judge_zero (Search *search, uint64_t numerator, uint64_t own, int room)
{
  uint64_t more = tw_mod_subtract (0, tw_mod_inverse (own));
  const TwProportion *found;

  if (numerator != 0 || own == 0)
    return;
  found = tw_rectangles_find (search->table, tw_mod_add (1, more));
  if (found != NULL && found->squares <= room)
    search->doubtful = true;
}

/* Adds a pending network for each wire that was not changed, with that wire as the last one. Wire
 * `last` (-1: none) changed by `by` against `matrix`, where `factor` is `by` / (1 + `by` R (last,
 * last)). */
static void
add_pending (Search *search, const Matrix *matrix, uint32_t changed, int last, uint64_t factor,
             const TwProportion *proportion, int room)
{
  int b = search->battery;
  const uint64_t *from_b = matrix->r[b];
  const uint64_t *from_last = matrix->r[last >= 0 ? last : b];
  uint64_t bb = from_b[b], scaled_b = tw_mod_multiply (factor, from_last[b]);

  bb = tw_mod_subtract (bb, tw_mod_multiply (scaled_b, from_last[b]));
  for (int e = 0; e < search->net->edges; e++) {
    uint64_t be, ee, square;

    if (e == b || (changed >> e & 1) != 0)
      continue;
    be = tw_mod_subtract (from_b[e], tw_mod_multiply (scaled_b, from_last[e]));
    ee = tw_mod_subtract (matrix->r[e][e],
                          tw_mod_multiply (factor, tw_mod_multiply (from_last[e], from_last[e])));
    square = tw_mod_multiply (be, be);
    for (int k = 0; k < search->n_wanted; k++) {
      uint64_t numerator = tw_mod_subtract (search->wanted[k], bb);
      uint64_t denominator = tw_mod_add (tw_mod_multiply (numerator, ee), square);

      /* Both signs differ from those in the opening comment. */
      if (denominator == 0)
        judge_zero (search, numerator, ee, room);
      else
        search->pending[search->n_pending++] = (Pending){ .numerator = tw_mod_subtract (0,
                                                                                        numerator),
                                                          .denominator = denominator,
                                                          .last = proportion,
                                                          .wire = e };
    }
  }
}

/* --- the walk ---------------------------------------------------------------------- */

/* Sets `to` to `from` after a change of wire f. */
static void
change (const Search *search, const Matrix *from, int f, uint64_t factor, Matrix *to)
{
  int n = search->net->edges;

  for (int i = 0; i < n; i++) {
    uint64_t scaled = tw_mod_multiply (factor, from->r[i][f]);

    for (int j = 0; j < n; j++)
      to->r[i][j] = tw_mod_subtract (from->r[i][j], tw_mod_multiply (scaled, from->r[f][j]));
  }
}

/* The squares that remain to be distributed. */
typedef struct {
  uint32_t changed; /* bit e: wire e */
  int room;         /* squares that one more wire may have, when the other unchanged ones are single
                     * squares */
  int most;         /* squares of the wire with the most, 1 at first */
  int free;         /* number of wires that are not changed */
} Rest;

/* Returns whether a wire may still be changed to a rectangle of `squares`: in a search for one
 * rectangle another wire must remain that has at least as many as each changed one. */
static bool
may_change (const Search *search, const Rest *rest, int squares)
{
  int left = rest->room - squares + 1;

  if (!search->look_up)
    return rest->free >= 1 && left >= 1;
  return rest->free >= 2 && left >= squares && left >= rest->most;
}

static void visit (Search *search, int level, int first, Rest rest);

/* Changes wire f to each of `count` proportions with `squares` squares. */
static void
change_to (Search *search, int level, int f, Rest rest, int squares,
           const TwProportion *const *list, int count)
{
  const Matrix *matrix = &search->levels[level];
  uint64_t own = matrix->r[f][f], from_b = matrix->r[f][search->battery];
  uint64_t before[CHUNK], divisor[CHUNK], product = 1, factors[CHUNK];
  Rest after = { .changed = rest.changed | UINT32_C (1) << f,
                 .room = rest.room - squares + 1,
                 .most = squares > rest.most ? squares : rest.most,
                 .free = rest.free - 1 };
  bool deeper = may_change (search, &after, 2);

  for (int i = 0; i < count; i++) {
    uint64_t more = tw_mod_subtract (list[i]->conductance, 1);

    divisor[i] = tw_mod_add (1, tw_mod_multiply (more, own));
    before[i] = product;
    product = tw_mod_multiply (product, divisor[i]);
  }
  if (product == 0) {
    search->doubtful = true;
    return;
  }
  product = tw_mod_inverse (product);
  for (int i = count - 1; i >= 0; i--) {
    uint64_t more = tw_mod_subtract (list[i]->conductance, 1);

    factors[i] = tw_mod_multiply (more, tw_mod_multiply (product, before[i]));
    product = tw_mod_multiply (product, divisor[i]);
  }
  if (search->look_up) {
    for (int i = 0; i < count; i++)
      add_pending (search, matrix, after.changed, f, factors[i], list[i], after.room);
    look_up_pending (search, f, after.room);
  }
  for (int i = 0; i < count && search->n_parts == 0 && !search->poll.stopped; i++) {
    search->wires[f] = list[i];
    if (!search->look_up)
      try_proportion (
        search, tw_mod_subtract (matrix->r[search->battery][search->battery],
                                 tw_mod_multiply (factors[i], tw_mod_multiply (from_b, from_b))));
    if (deeper) {
      change (search, matrix, f, factors[i], &search->levels[level + 1]);
      visit (search, level + 1, f + 1, after);
    }
  }
  search->wires[f] = NULL;
}

/* Changes one more wire, from number `first` on. */
static void
visit (Search *search, int level, int first, Rest rest)
{
  if (tw_poll (&search->poll))
    return;
  for (int f = first; f < search->net->edges; f++) {
    if (f == search->battery)
      continue;
    for (int squares = 2; may_change (search, &rest, squares); squares++) {
      size_t count;
      const TwProportion *const *list = tw_rectangles_with (search->table, squares, &count);

      for (size_t at = 0; at < count && search->n_parts == 0 && !search->poll.stopped; at += CHUNK)
        change_to (search, level, f, rest, squares, list + at,
                   (int) (count - at < CHUNK ? count - at : CHUNK));
    }
  }
}

/* Walks over all networks of the nets whose wires have at most `total` squares together. */
static void
walk (Search *search, int total, bool look_up)
{
  size_t count = search->end[total + 1];

  /* In one or two rows there is a cut beside each square of the full height, and beside any column
   * of single cells. */
  if (search->width < 3 || search->height < 3)
    return;
  search->total = total;
  search->look_up = look_up;
  for (size_t i = 0; i < count; i++) {
    search->net = &search->nets[i];
    for (int b = 0; b < search->net->edges; b++) {
      int wires = search->net->edges - 1;
      Rest rest = { .room = total - wires + 1, .most = 1, .free = wires };

      search->battery = b;
      if (search->n_parts > 0 || tw_poll (&search->poll))
        return;
      if (!solve_net (search, &search->levels[0])) {
        search->doubtful = true;
        return;
      }
      if (look_up) {
        add_pending (search, &search->levels[0], 0, -1, 0, NULL, rest.room);
        look_up_pending (search, -1, rest.room);
      } else {
        try_proportion (search, search->levels[0].r[b][b]);
      }
      visit (search, 0, 0, rest);
    }
  }
}

/* --- all numbers of squares ----------------------------------------------------------- */

/* Lists the nets of up to `edges` edges. Returns false when the run has stopped. */
static bool
list_nets (Search *search, int edges)
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
add_layer (Search *search)
{
  int squares = tw_rectangles_layer (search->table) + 1;

  if (!tw_rectangles_add_cuts (search->table))
    return false;
  if (squares >= LEAST_PARTS) {
    if (!list_nets (search, squares + 1))
      return false;
    walk (search, squares, false);
  }
  if (search->doubtful || search->poll.stopped || tw_poll (&search->poll))
    return false;
  tw_rectangles_end_layer (search->table);
  return true;
}

/* Looks for a cut into two rectangles of at most `most` squares together. Returns false when the
 * run has stopped. */
static bool
try_cuts (Search *search, int most)
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

/* Looks for a tiling of at most `most` squares when there is none with fewer. Returns false when
 * the run has stopped. */
static bool
try_number (Search *search, bool smaller, int most)
{
  if (most == 1) {
    if (search->width == search->height && !smaller)
      search->parts[search->n_parts++] = (TwSubrectangle){ 0, 0, (int16_t) search->width,
                                                           (int16_t) search->height };
    return true;
  }
  while (tw_rectangles_layer (search->table) < most - LEAST_PARTS + 1)
    if (!add_layer (search))
      return false;
  if (!try_cuts (search, most))
    return false;
  if (search->n_parts == 0 && most >= LEAST_PARTS) {
    if (!list_nets (search, most + 1))
      return false;
    walk (search, most, true);
  }
  return !search->doubtful && !search->poll.stopped && !tw_poll (&search->poll);
}

static bool
lay_out (const Search *search, TwTiling *tiling)
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
search_free (Search *search)
{
  TwRun *run = search->run;

  tw_nets_free (search->newest);
  tw_run_mfree (run, search->nets);
  tw_rectangles_free (search->table);
  tw_run_mfree (run, search);
}

/* Returns NULL, and stops the run, when memory is short. */
static Search *
search_new (int width, int height, TwRun *run)
{
  Search *search = tw_run_calloc (run, 1, sizeof *search);

  if (search == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    return NULL;
  }
  search->run = run;
  search->width = width;
  search->height = height;
  search->longer = width > height ? width : height;
  search->shorter = width > height ? height : width;
  search->table = tw_rectangles_new (search->longer, search->shorter, run);
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
  Search *search = search_new (w, h, run);

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
decide (const Search *search, int side, uint16_t *fewest)
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
lay_out_decided (const Search *search, int width, int height, TwTiling *tiling)
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
report (Search *search, int side, TwComposeFound found, void *data)
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
  Search *search = search_new (side, side, run);
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
