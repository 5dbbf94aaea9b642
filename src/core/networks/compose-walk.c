/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose-walk.c - the networks of a net, whose wires are rectangles; see compose-private.h and
 * docs/algorithms/capped.md, which has the proof.
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
#include "core/base/divisor.h"
#include "core/networks/compose-private.h"
#include "core/networks/modular.h"

enum {
  MOST_EDGES = TW_COMPOSE_MOST_EDGES,
  MOST_VERTICES = 2 * MOST_EDGES / 3, /* each has at least 3 edges */
  CHUNK = TW_COMPOSE_CHUNK,
};

/* --- one network --------------------------------------------------------------- */

static uint64_t
conductance_of (const TwCompose *search, int wire)
{
  return search->wires[wire] == NULL ? 1 : search->wires[wire]->conductance;
}

/* Computes R for all pairs of edges, without the battery's wire unless that is -1. Returns false when a
 * divisor is 0. */
static bool
solve_net (TwCompose *search, TwComposeMatrix *result)
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
 * squares, which must be coprime together if the table is coprime. */
static int
fit (const TwCompose *search, const uint64_t *drops, int width, int most, TwSubrectangle *parts)
{
  const TwNet *net = search->net;
  int64_t current[2 * MOST_EDGES] = { 0 }, voltage[2 * MOST_EDGES] = { 0 };
  int64_t x[2 * MOST_EDGES], y[2 * MOST_EDGES];
  int limit = search->longer, total = most, count = 0, common = 0;

  for (int e = 0; e < net->edges; e++) {
    uint64_t drop = tw_mod_multiply ((uint64_t) width, drops[e]);
    int w, h;

    if (e == search->battery)
      continue;
    voltage[2 * e] = tw_mod_small (drop, limit);
    current[2 * e] = tw_mod_small (tw_mod_multiply (drop, conductance_of (search, e)), limit);
    if (voltage[2 * e] == 0 || current[2 * e] == 0)
      return 0;
    voltage[2 * e + 1] = -voltage[2 * e];
    current[2 * e + 1] = -current[2 * e];
    w = (int) (current[2 * e] > 0 ? current[2 * e] : -current[2 * e]);
    h = (int) (voltage[2 * e] > 0 ? voltage[2 * e] : -voltage[2 * e]);
    most -= tw_rectangles_squares (search->table, w, h);
    if (search->report != NULL && common != 1)
      common = tw_common_divisor (common, tw_common_divisor (w, h));
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
  if (most < 0 || (common > 1 && tw_rectangles_join (search->table, parts, count, NULL) > total))
    return 0;
  return count;
}

/* Returns the least number whose product with `unit` and the absolute value of `drop` is a whole number
 * within the table, times `unit`; 0: there is none. */
static int
refine (const TwCompose *search, int unit, uint64_t drop)
{
  const TwProportion *found = tw_rectangles_find (search->table, drop, TW_RECTANGLES_UNKNOWN);

  if (found == NULL)
    found = tw_rectangles_find (search->table, tw_mod_subtract (0, drop), TW_RECTANGLES_UNKNOWN);
  if (found == NULL)
    return 0;
  unit = unit / tw_common_divisor (unit, found->height) * found->height;
  return unit <= search->longer ? unit : 0;
}

/* All wires are known: adds the multiples of the rectangle that the table does not know. `turned` is
 * the proportion of the rectangle turned by 90 degrees. */
static void
try_proportion (TwCompose *search, const TwProportion *turned, const uint64_t *drops)
{
  int longer = search->longer, shorter = search->shorter;
  int width = turned->height, height = turned->width, unit = 0;

  for (int factor = 1; factor * width <= longer && factor * height <= longer
                       && (factor * width <= shorter || factor * height <= shorter);
       factor++) {
    TwSubrectangle parts[MOST_EDGES];
    int count;

    if (tw_rectangles_own (search->table, factor * width, factor * height) != TW_RECTANGLES_UNKNOWN)
      continue;
    if (unit == 0) {
      unit = width;
      for (int e = 0; e < search->net->edges && unit > 0; e++)
        unit = refine (search, unit, drops[e]);
      if (unit == 0)
        return;
    }
    if (factor * width % unit != 0)
      continue;
    count = fit (search, drops, factor * width, search->total, parts);
    if (count == 0)
      continue;
    if (!tw_rectangles_add (search->table, factor * width, factor * height, search->total, parts,
                            count)) {
      tw_run_stop (search->run, TW_STOP_MEMORY);
      search->poll.stopped = true;
      return;
    }
    if (width == height && search->report != NULL)
      tw_compose_take (search, factor);
    if (search->found || search->poll.stopped)
      return;
  }
}

/* All wires are known, and the whole has wanted proportion k: stores its parts. */
static void
try_wanted (TwCompose *search, int k, const uint64_t *drops)
{
  if (search->report != NULL) {
    try_proportion (
      search, tw_rectangles_find (search->table, search->wanted[k], TW_RECTANGLES_UNKNOWN), drops);
    return;
  }
  search->n_parts = fit (search, drops, k == 0 ? search->width : search->height, search->total,
                         search->parts);
  for (int i = 0; i < search->n_parts && k == 1; i++) {
    TwSubrectangle p = search->parts[i];

    search->parts[i] = (TwSubrectangle){ p.y, p.x, p.height, p.width };
  }
  search->found = search->n_parts > 0;
}

/* Sets the drops at all wires, R (b, g), after the change of wire `last` (-1: none). */
static void
find_drops (const TwCompose *search, const TwComposeMatrix *matrix, int last, uint64_t factor,
            uint64_t *drops)
{
  const uint64_t *from_b = matrix->r[search->battery];
  const uint64_t *from_last = matrix->r[last >= 0 ? last : search->battery];
  uint64_t scaled = tw_mod_multiply (factor, from_last[search->battery]);

  for (int g = 0; g < search->net->edges; g++)
    drops[g] = tw_mod_subtract (from_b[g], tw_mod_multiply (scaled, from_last[g]));
}

/* --- the last wire --------------------------------------------------------------- */

/* Tries a pending network, the conductance of whose last wire, e, grows by `more`. The drop at e becomes
 * R (b, e) / (1 + d R (e, e)), which is the divisor of d by R (b, e); if that is 0, no current flows. `last`
 * as in find_drops (). */
static void
try_pending (TwCompose *search, const TwComposeMatrix *matrix, int last, const TwComposePending *p,
             uint64_t more)
{
  uint64_t drop = tw_mod_multiply (p->denominator, tw_mod_inverse (p->drop));
  uint64_t scaled = tw_mod_multiply (more, drop), drops[MOST_EDGES];
  const uint64_t *from_e = matrix->r[p->wire];
  const uint64_t *from_last = matrix->r[last >= 0 ? last : search->battery];
  uint64_t scaled_e = tw_mod_multiply (p->factor, from_last[p->wire]);

  if (search->report != NULL && refine (search, 1, drop) == 0)
    return;
  find_drops (search, matrix, last, p->factor, drops);
  for (int g = 0; g < search->net->edges; g++) {
    uint64_t eg = tw_mod_subtract (from_e[g], tw_mod_multiply (scaled_e, from_last[g]));

    drops[g] = tw_mod_subtract (drops[g], tw_mod_multiply (scaled, eg));
  }
  try_wanted (search, p->wanted, drops);
}

/* Inverts at most CHUNK numbers by one inversion of their product (P. L. Montgomery 1987). Returns false
 * when one of them is 0. */
static bool
invert (uint64_t *numbers, int count)
{
  uint64_t before[CHUNK], product = 1;

  for (int i = 0; i < count; i++) {
    before[i] = product;
    product = tw_mod_multiply (product, numbers[i]);
  }
  if (product == 0)
    return false;
  product = tw_mod_inverse (product);
  for (int i = count - 1; i >= 0; i--) {
    uint64_t inverse = tw_mod_multiply (product, before[i]);

    product = tw_mod_multiply (product, numbers[i]);
    numbers[i] = inverse;
  }
  return true;
}

/* Finds the last wires of the pending networks. `last` is the wire that was changed last, -1: none;
 * the last wire may have at most `room` squares. */
static void
look_up_pending (TwCompose *search, const TwComposeMatrix *matrix, int last, int room)
{
  uint64_t product = 1; /* of the divisors, which are inverted as in invert () */
  TwComposePending *pending = search->pending;

  for (int i = 0; i < search->n_pending; i++) {
    pending[i].product = product;
    product = tw_mod_multiply (product, pending[i].denominator);
  }
  product = tw_mod_inverse (product);
  for (int i = search->n_pending - 1; i >= 0 && !search->found; i--) {
    const TwComposePending *p = &pending[i];
    uint64_t more = tw_mod_multiply (p->numerator, tw_mod_multiply (product, p->product));
    const TwProportion *found = tw_rectangles_find (search->table, tw_mod_add (1, more), room);

    product = tw_mod_multiply (product, p->denominator);
    if (found == NULL)
      continue;
    if (last >= 0)
      search->wires[last] = p->last;
    search->wires[p->wire] = found;
    try_pending (search, matrix, last, p, more);
    search->wires[p->wire] = NULL;
  }
  search->n_pending = 0;
}

/* Handles a last wire e for which the divisor of d is 0. If the numerator is not 0, no d fits.
 * Otherwise R (b, b) is the wanted one and R (b, e) is 0, so no current flows through e, although
 * its part must have a side. The formula does not hold if 1 + d R (e, e) = 0; then the search is
 * doubtful. */
static void
judge_zero (TwCompose *search, uint64_t numerator, uint64_t own, int room)
{
  uint64_t more = tw_mod_subtract (0, tw_mod_inverse (own));

  if (numerator != 0 || own == 0)
    return;
  if (tw_rectangles_find (search->table, tw_mod_add (1, more), room) != NULL)
    search->doubtful = true;
}

/* Adds a pending network for each wire that was not changed, with that wire as the last one. Wire
 * `last` (-1: none) changed by `by` against `matrix`, where `factor` is `by` / (1 + `by` R (last,
 * last)). */
static void
add_pending (TwCompose *search, const TwComposeMatrix *matrix, uint32_t changed, int last,
             uint64_t factor, const TwProportion *proportion, int room)
{
  int b = search->battery;
  const uint64_t *from_last = matrix->r[last >= 0 ? last : b];
  uint64_t drops[MOST_EDGES];

  find_drops (search, matrix, last, factor, drops);
  for (int e = 0; e < search->net->edges; e++) {
    uint64_t ee, square;

    if (e == b || (changed >> e & 1) != 0)
      continue;
    ee = tw_mod_subtract (matrix->r[e][e],
                          tw_mod_multiply (factor, tw_mod_multiply (from_last[e], from_last[e])));
    square = tw_mod_multiply (drops[e], drops[e]);
    for (int k = 0; k < search->n_wanted; k++) {
      uint64_t numerator = tw_mod_subtract (search->wanted[k], drops[b]);
      uint64_t denominator = tw_mod_add (tw_mod_multiply (numerator, ee), square);

      /* Both signs differ from those in the opening comment. */
      if (denominator == 0)
        judge_zero (search, numerator, ee, room);
      else
        search->pending[search->n_pending++] = (TwComposePending){
          .numerator = tw_mod_subtract (0, numerator),
          .denominator = denominator,
          .drop = drops[e],
          .factor = factor,
          .last = proportion,
          .wire = e,
          .wanted = k,
        };
    }
  }
}

/* --- the walk ---------------------------------------------------------------------- */

/* Sets `to` to `from` after a change of wire f. R is symmetric. */
static void
change (const TwCompose *search, const TwComposeMatrix *from, int f, uint64_t factor,
        TwComposeMatrix *to)
{
  const uint64_t *row = from->r[f];
  int n = search->net->edges;

  for (int i = 0; i < n; i++) {
    uint64_t scaled = tw_mod_multiply (factor, row[i]);

    for (int j = 0; j < i; j++)
      to->r[i][j] = to->r[j][i];
    for (int j = i; j < n; j++)
      to->r[i][j] = tw_mod_subtract (from->r[i][j], tw_mod_multiply (scaled, row[j]));
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
may_change (const TwCompose *search, const Rest *rest, int squares)
{
  int left = rest->room - squares + 1;

  if (!search->look_up)
    return rest->free >= 1 && left >= 1;
  return rest->free >= 2 && left >= squares && left >= rest->most;
}

static void visit (TwCompose *search, int level, int first, Rest rest);

/* Changes wire f to each of `count` proportions with `squares` squares. */
static void
change_to (TwCompose *search, int level, int f, Rest rest, int squares,
           const TwProportion *const *list, int count)
{
  const TwComposeMatrix *matrix = &search->levels[level];
  uint64_t own = matrix->r[f][f], from_b = matrix->r[f][search->battery];
  uint64_t factors[CHUNK];
  Rest after = { .changed = rest.changed | UINT32_C (1) << f,
                 .room = rest.room - squares + 1,
                 .most = squares > rest.most ? squares : rest.most,
                 .free = rest.free - 1 };
  bool deeper = may_change (search, &after, 2);

  for (int i = 0; i < count; i++)
    factors[i] = tw_mod_add (1, tw_mod_multiply (tw_mod_subtract (list[i]->conductance, 1), own));
  if (!invert (factors, count)) {
    search->doubtful = true;
    return;
  }
  for (int i = 0; i < count; i++)
    factors[i] = tw_mod_multiply (tw_mod_subtract (list[i]->conductance, 1), factors[i]);
  if (search->look_up) {
    for (int i = 0; i < count; i++)
      add_pending (search, matrix, after.changed, f, factors[i], list[i], after.room);
    look_up_pending (search, matrix, f, after.room);
  }
  for (int i = 0; i < count && !search->found && !search->poll.stopped; i++) {
    search->wires[f] = list[i];
    if (!search->look_up) {
      uint64_t scaled = tw_mod_multiply (factors[i], from_b), drops[MOST_EDGES];
      const TwProportion *turned = tw_rectangles_find (
        search->table,
        tw_mod_subtract (matrix->r[search->battery][search->battery],
                         tw_mod_multiply (scaled, from_b)),
        TW_RECTANGLES_UNKNOWN);

      if (turned != NULL) {
        find_drops (search, matrix, f, factors[i], drops);
        try_proportion (search, turned, drops);
      }
    }
    if (deeper) {
      change (search, matrix, f, factors[i], &search->levels[level + 1]);
      visit (search, level + 1, f + 1, after);
    }
  }
  search->wires[f] = NULL;
}

/* Changes one more wire, from number `first` on. */
static void
visit (TwCompose *search, int level, int first, Rest rest)
{
  if (tw_poll (&search->poll))
    return;
  for (int f = first; f < search->net->edges; f++) {
    if (f == search->battery)
      continue;
    for (int squares = 2; may_change (search, &rest, squares); squares++) {
      size_t count;
      const TwProportion *const *list = tw_rectangles_with (search->table, squares, &count);

      for (size_t at = 0; at < count && !search->found && !search->poll.stopped; at += CHUNK)
        change_to (search, level, f, rest, squares, list + at,
                   (int) (count - at < CHUNK ? count - at : CHUNK));
    }
  }
}

void
tw_compose_walk (TwCompose *search, int total, bool look_up)
{
  size_t count = search->end[total + 1];

  /* In one or two rows there is a cut beside each square of the full height, and beside any column
   * of single cells. */
  if (search->width < 3 || search->height < 3)
    return;
  search->total = total;
  search->look_up = look_up;
  for (size_t i = 0; i < count; i++) {
    TwComposeMatrix all;

    search->net = &search->nets[i];
    search->battery = -1;
    search->doubtful = !solve_net (search, &all) || search->doubtful;
    for (int b = 0; b < search->net->edges; b++) {
      int wires = search->net->edges - 1;
      Rest rest = { .room = total - wires + 1, .most = 1, .free = wires };
      /* Without wire b, which has conductance 1. */
      uint64_t inverse = tw_mod_inverse (tw_mod_subtract (all.r[b][b], 1));

      search->doubtful = search->doubtful || inverse == 0;
      if (search->found || search->doubtful || tw_poll (&search->poll))
        return;
      search->battery = b;
      change (search, &all, b, inverse, &search->levels[0]);
      if (look_up) {
        add_pending (search, &search->levels[0], 0, -1, 0, NULL, rest.room);
        look_up_pending (search, &search->levels[0], -1, rest.room);
      } else {
        const TwProportion *turned = tw_rectangles_find (search->table, search->levels[0].r[b][b],
                                                         TW_RECTANGLES_UNKNOWN);

        if (turned != NULL)
          try_proportion (search, turned, search->levels[0].r[b]);
      }
      visit (search, 0, 0, rest);
    }
  }
}
