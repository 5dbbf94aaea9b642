/* SPDX-License-Identifier: GPL-3.0-or-later */
/* networks.c - see networks.h.
 *
 * Let L be the Laplacian of a net without the row and column of one vertex, C = det L the number of
 * its spanning trees, and A = C L^-1, extended by zeros. For wires f and g
 *
 *   T (f, g) = A (tail f, tail g) - A (tail f, head g) - A (head f, tail g) + A (head f, head g)
 *
 * is the current in wire f when a current C enters at the tail of g and leaves at its head. With g
 * as the battery, its own wire is removed: the other currents stay the same, and C - T (g, g) is
 * the total current, T (g, g) the potential difference. The rectangle is a square when
 * 2 T (g, g) = C.
 *
 * All nets of n + 1 edges but the wheels, of which no network is perfect, because of their
 * symmetry, come from a smaller net, or from a dual one, by a new wire g between two vertices. So
 * the nets of n edges suffice. By the formula of Sherman and Morrison the new net has C + T (g, g)
 * spanning trees and the transfers
 *
 *   T'(f, k) = T (f, k) + (T (f, k) T (g, g) - T (f, g) T (g, k)) / C,    T'(f, g) = T (f, g)
 *
 * All of these are integers. Spanning trees and forests are sets of edges, so fewer than 2^26, and
 * |T| <= C: the inverse is computed modulo a prime above twice that, of which no pivot is a
 * multiple, and the products of two numbers fit 64 bits.
 *
 * A net and its dual give the same rectangles, turned by 90 degrees. */
#include "core/capped/networks.h"

#include <assert.h>

#include "core/base/divisor.h"
#include "core/base/transform.h"
#include "core/capped/problem.h"
#include "core/networks/codes.h"
#include "core/networks/nets.h"

enum {
  MOST_VERTICES =
    20, /* Euler: vertices have at least 3 edges, so at most 2 / 3 TW_NET_MOST_EDGES */
  POLL_INTERVAL = 64, /* nets, each of which takes some 10 microseconds */
};

#define PRIME ((UINT64_C (1) << 31) - 1)
/* About the ratio of the numbers of nets with n + 1 and with n edges. */
#define GROWTH 3.3

typedef struct {
  const TwNetworksQuery *query;
  TwRun *run;
  TwNetworksFound found;
  void *data;
  TwCodes known;     /* the rectangles of this order */
  TwSquaring result; /* scratch */
  bool ended;        /* by `found` or by a lack of memory */

  /* The current net. */
  TwNet net;
  int64_t trees;                                   /* C */
  int64_t potential[MOST_VERTICES][MOST_VERTICES]; /* A */
  int64_t own[TW_NET_MOST_EDGES];                  /* T (f, f) */
} Search;

/* --- Kirchhoff's equations -------------------------------------------------- */

/* x must be below PRIME squared. */
static uint64_t
residue (uint64_t x)
{
  x = (x & PRIME) + (x >> 31);
  return x >= PRIME ? x - PRIME : x;
}

static uint64_t
inverse (uint64_t x)
{
  uint64_t result = 1;

  for (uint64_t e = PRIME - 2; e > 0; e /= 2) {
    if (e % 2 != 0)
      result = residue (result * x);
    x = residue (x * x);
  }
  return result;
}

/* Computes `trees`, `potential` and `own`. */
static void
solve_net (Search *search, const TwNet *net)
{
  uint64_t m[MOST_VERTICES][MOST_VERTICES] = { { 0 } }, trees = 1;
  int n = net->vertices - 1;

  search->net = *net;
  for (int d = 0; d < 2 * net->edges; d++) {
    m[net->tail[d]][net->tail[d]]++;
    m[net->tail[d]][net->tail[d ^ 1]] = PRIME - 1;
  }
  for (int k = 0; k < n; k++) {
    uint64_t factor = inverse (m[k][k]);

    trees = residue (trees * m[k][k]);
    m[k][k] = 1;
    for (int j = 0; j < n; j++)
      m[k][j] = residue (m[k][j] * factor);
    for (int i = 0; i < n; i++) {
      factor = m[i][k];
      if (i == k || factor == 0)
        continue;
      m[i][k] = 0;
      for (int j = 0; j < n; j++)
        m[i][j] = residue (m[i][j] + (PRIME - factor) * m[k][j]);
    }
  }
  search->trees = (int64_t) trees;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      search->potential[i][j] = i < n && j < n ? (int64_t) residue (trees * m[i][j]) : 0;
  for (int e = 0; e < net->edges; e++) {
    int a = net->tail[2 * e], b = net->tail[2 * e + 1];

    search->own[e] = search->potential[a][a] + search->potential[b][b]
                     - 2 * search->potential[a][b];
  }
}

/* --- rectangles --------------------------------------------------------------- */

static int64_t
magnitude (int64_t x)
{
  return x < 0 ? -x : x;
}

/* Lays the squares out: the wires of `net` but the battery, with the currents of all darts. A wire
 * with its current from dart d's tail to its head lies between the potentials of these, and between
 * the faces on its left and right, which the currents position in the same way. Returns false when
 * memory is short. */
static bool
lay_out (const TwNet *net, const int64_t *current, int battery, TwTiling *tiling)
{
  int64_t x[TW_NET_MOST_DARTS], y[TW_NET_MOST_DARTS], divisor = 0;

  tw_net_place (net, false, current, battery, y);
  tw_net_place (net, true, current, battery, x);
  for (int e = 0; e < net->edges; e++)
    if (e != battery)
      divisor = tw_common_divisor (divisor, magnitude (current[2 * e]));
  assert (divisor > 0); /* find_currents () accepts no wire without a current */
  tiling->count = 0;
  for (int e = 0; e < net->edges; e++) {
    int d = current[2 * e] > 0 ? 2 * e : 2 * e + 1;
    TwSquare square = { .x = (int32_t) (x[net->left[d ^ 1]] / divisor),
                        .y = (int32_t) (y[net->tail[d]] / divisor),
                        .size = (int32_t) (current[d] / divisor) };

    if (e != battery && !tw_tiling_add (tiling, square))
      return false;
  }
  return true;
}

/* Returns whether no rectangle within the tiling consists of several squares, but fewer than all.
 * Such a rectangle would have the upper-left corner of one square and the lower-right one of
 * another. */
static bool
is_simple (const TwSquaring *squaring)
{
  const TwTiling *tiling = &squaring->tiling;

  for (size_t i = 0; i < tiling->count; i++) {
    for (size_t j = 0; j < tiling->count; j++) {
      const TwSquare *s = &tiling->squares[i], *t = &tiling->squares[j];
      int right = t->x + t->size, lower = t->y + t->size;
      bool whole = s->x == 0 && s->y == 0 && right == squaring->width && lower == squaring->height;
      bool crossed = false;

      if (i == j || whole || right <= s->x || lower <= s->y)
        continue;
      for (size_t k = 0; k < tiling->count && !crossed; k++) {
        const TwSquare *q = &tiling->squares[k];
        bool apart = q->x >= right || q->x + q->size <= s->x || q->y >= lower
                     || q->y + q->size <= s->y;
        bool inside = q->x >= s->x && q->x + q->size <= right && q->y >= s->y
                      && q->y + q->size <= lower;

        crossed = !apart && !inside;
      }
      if (!crossed)
        return false;
    }
  }
  return true;
}

/* Replaces a tiling by the image that represents its class; see TwSquaring. Returns false when
 * memory is short. `sizes` receives the sizes of the result. */
static bool
normalize (TwSquaring *squaring, int32_t *sizes)
{
  int width = squaring->width, height = squaring->height, best = -1;
  TwTiling image = { 0 }, *tiling = &squaring->tiling;

  if (!tw_tiling_assign (&image, tiling))
    return false;
  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    bool better = best < 0;

    if ((k & TW_TRANSFORM_TRANSPOSE) != 0 ? height < width : width < height)
      continue;
    for (size_t i = 0; i < tiling->count; i++)
      image.squares[i] = tw_transform_square (k, width, height, tiling->squares[i]);
    tw_tiling_sort (&image);
    for (size_t i = 0; i < tiling->count; i++) {
      int32_t size = image.squares[i].size;

      if (!better && size < sizes[i])
        break;
      better = better || size > sizes[i];
      sizes[i] = size;
    }
    if (better)
      best = k;
  }
  for (size_t i = 0; i < tiling->count; i++)
    tiling->squares[i] = tw_transform_square (best, width, height, tiling->squares[i]);
  tw_tiling_sort (tiling);
  squaring->width = width > height ? width : height;
  squaring->height = width > height ? height : width;
  tw_tiling_clear (&image);
  return true;
}

static TwJudgement
judge (const TwSolution *solution)
{
  const TwSquaring *squaring = solution->problem;

  return tw_capped_covers (squaring->width, squaring->height, solution->placements)
           ? TW_SOLUTION_RIGHT
           : TW_SOLUTION_WRONG;
}

/* Takes the perfect network of `net` with these currents. Returns false when memory is short. */
static bool
take (Search *search, const TwNet *net, const int64_t *current, int battery)
{
  TwSquaring *result = &search->result;
  TwTiling *tiling = &result->tiling;
  TwSolution solution;
  int32_t code[TW_NET_MOST_EDGES] = { 0 };
  bool fresh;

  if (!lay_out (net, current, battery, tiling))
    return false;
  result->width = result->height = 0;
  for (size_t i = 0; i < tiling->count; i++) {
    const TwSquare *s = &tiling->squares[i];

    result->width = s->x + s->size > result->width ? s->x + s->size : result->width;
    result->height = s->y + s->size > result->height ? s->y + s->size : result->height;
  }
  if (!normalize (result, code))
    return false;
  code[tiling->count] = result->width;
  if (!tw_codes_add (&search->known, code, &fresh))
    return false;
  if (!fresh)
    return true;
  solution = (TwSolution){ result, tiling, tiling->count, 0, judge };
  if (tw_run_judge (search->run, &solution) != TW_SOLUTION_RIGHT)
    return true;
  result->simple = is_simple (result);
  search->ended = !search->found (result, search->data);
  return true;
}

/* --- networks ------------------------------------------------------------------- */

/* Returns whether a height of part / whole of half the perimeter is one of the query. */
static bool
has_shape (const TwNetworksQuery *query, int64_t part, int64_t whole)
{
  int64_t sum = query->width + query->height;

  return sum == 0 || part * sum == whole * query->height || part * sum == whole * query->width;
}

/* T (f, k) for the edge f from a to b. */
static int64_t
transfer (const Search *search, int a, int b, int k)
{
  int c = search->net.tail[2 * k], d = search->net.tail[2 * k + 1];

  return search->potential[a][c] - search->potential[a][d] - search->potential[b][c]
         + search->potential[b][d];
}

/* Stores the currents of the net with a new edge g from a to b, with T (f, g) in `with_new` and
 * T (g, g) = own. Returns false when the network is not perfect. */
static bool
find_currents (const Search *search, int battery, const int64_t *with_new, int64_t own,
               int64_t *current)
{
  const TwNet *net = &search->net;
  int g = net->edges;
  uint64_t seen = 0;

  for (int k = 0; k <= g; k++) {
    int64_t i;

    if (k == battery)
      i = 0;
    else if (battery == g || k == g)
      i = with_new[k == g ? battery : k];
    else {
      i = transfer (search, net->tail[2 * battery], net->tail[2 * battery + 1], k);
      i += (i * own - with_new[battery] * with_new[k]) / search->trees;
    }
    if (i == 0 && k != battery)
      return false;
    if (seen >> (magnitude (i) & 63) & 1) {
      for (int j = 0; j < k; j++)
        if (current[2 * j] == i || current[2 * j] == -i)
          return false;
    }
    seen |= k == battery ? 0 : UINT64_C (1) << (magnitude (i) & 63);
    current[2 * k] = i;
    current[2 * k + 1] = -i;
  }
  return true;
}

/* Joins the tails of darts a and b, and tries all batteries. Returns false when memory is short. */
static bool
try_joined (Search *search, int a, int b)
{
  const TwNet *net = &search->net;
  int g = net->edges, from = net->tail[a], to = net->tail[b];
  const int64_t *u = search->potential[from], *v = search->potential[to];
  int64_t with_new[TW_NET_MOST_EDGES], current[TW_NET_MOST_DARTS];
  int64_t own = u[from] - u[to] - v[from] + v[to], trees = search->trees;

  for (int f = 0; f < g; f++) {
    int c = net->tail[2 * f], d = net->tail[2 * f + 1];

    with_new[f] = u[c] - u[d] - v[c] + v[d];
  }
  for (int f = 0; f <= g && !search->ended; f++) {
    /* T'(f, f) is this, divided by the number of trees of the old net. */
    int64_t height = f == g ? own * trees
                            : search->own[f] * (trees + own) - with_new[f] * with_new[f];

    if (!has_shape (search->query, height, trees * (trees + own)))
      continue;
    if (find_currents (search, f, with_new, own, current)) {
      TwNet joined = *net;

      tw_net_join (&joined, a, b);
      if (!take (search, &joined, current, f))
        return false;
    }
  }
  return true;
}

/* Tries all nets with one edge more than `net` that contain it. Returns false when memory is
 * short. */
static bool
try_net (Search *search, const TwNet *net)
{
  solve_net (search, net);
  for (int a = 0; a < 2 * net->edges; a++)
    for (int b = tw_net_next_corner (net, a, a); b >= 0; b = tw_net_next_corner (net, a, b))
      if (!try_joined (search, a, b))
        return false;
  return true;
}

/* Finds the rectangles whose order is the number of edges of the nets. Returns false when memory is
 * short. */
static bool
try_all (Search *search, const TwNets *nets)
{
  size_t count = tw_nets_listed (nets);
  double end = 1000;
  TwPoll poll;

  for (int order = tw_nets_edges (nets); order < search->query->last; order++)
    end /= GROWTH;
  tw_poll_init (&poll, search->run, POLL_INTERVAL);
  search->known = (TwCodes){ .run = search->run,
                             .size = ((size_t) tw_nets_edges (nets) + 1) * sizeof (int32_t) };
  for (size_t i = 0; i < count && !search->ended && !tw_poll (&poll); i++) {
    TwNet net, dual;

    tw_nets_get (nets, i, &net);
    tw_net_dual (&net, &dual);
    if (!try_net (search, &net) || !try_net (search, &dual))
      return false;
    if (i % POLL_INTERVAL == 0 && search->query->tells_progress)
      tw_run_set_permille (search->run,
                           (int) (end * (1 + (GROWTH - 1) * (double) i / (double) count) / GROWTH));
  }
  tw_run_add_nodes (search->run, count);
  return true;
}

int
tw_networks_search (const TwNetworksQuery *query, TwRun *run, TwNetworksFound found, void *data)
{
  Search search = { .query = query, .run = run, .found = found, .data = data };
  TwNets *nets = tw_nets_new (run);
  int complete = 0;

  if (nets == NULL)
    tw_run_stop (run, TW_STOP_MEMORY);
  while (nets != NULL && !search.ended) {
    int order = tw_nets_edges (nets);

    if (order >= query->first && order <= query->last) {
      if (!try_all (&search, nets))
        tw_run_stop (run, TW_STOP_MEMORY);
      tw_codes_clear (&search.known);
      if (!search.ended && tw_run_stop_reason (run) == TW_STOP_NONE)
        complete = order;
    }
    if (order >= query->last || search.ended || !tw_nets_grow (nets))
      break;
  }
  tw_nets_free (nets);
  tw_tiling_clear (&search.result.tiling);
  return complete;
}
