/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-networks.c - nets and the perfect rectangles of their networks: known numbers and tilings,
 * the skyline search as a second opinion, stops and failures at every point. */
#include "core/capped/bouwkamp.h"
#include "core/networks/nets.h"
#include "core/capped/networks.h"

#include "core-test.h"

/* --- nets ------------------------------------------------------------------ */

/* Returns whether the net without the vertices a and b is connected. */
static bool
is_connected_without (const TwNet *net, int a, int b)
{
  bool reached[TW_NET_MOST_DARTS] = { false };
  int count = 0, changed = 1;

  reached[a] = reached[b] = true;
  for (int v = 0; v < net->vertices && count == 0; v++) {
    if (!reached[v]) {
      reached[v] = true;
      count = 1;
    }
  }
  while (changed) {
    changed = 0;
    for (int d = 0; d < 2 * net->edges; d++) {
      int from = net->tail[d], to = net->tail[d ^ 1];

      if (from != a && from != b && reached[from] && !reached[to]) {
        reached[to] = true;
        changed = 1;
        count++;
      }
    }
  }
  return count == net->vertices - (a == b ? 1 : 2);
}

static void
check_net (const TwNet *net)
{
  bool adjacent[TW_NET_MOST_DARTS][TW_NET_MOST_DARTS] = { { false } };
  TwNet dual, again;

  CHECK_INT (net->vertices - net->edges + net->faces, 2);
  for (int d = 0; d < 2 * net->edges; d++) {
    int a = net->tail[d], b = net->tail[d ^ 1];

    CHECK (a != b && !adjacent[a][b]);
    adjacent[a][b] = true;
    CHECK_INT (net->prev[net->next[d]], d);
    CHECK_INT (net->tail[net->next[d]], a);
    CHECK_INT (net->left[tw_net_along (net, d)], net->left[d]);
    CHECK_INT (net->tail[tw_net_along (net, d)], b);
  }
  for (int a = 0; a < net->vertices; a++)
    for (int b = 0; b < net->vertices; b++)
      CHECK (is_connected_without (net, a, b));
  tw_net_dual (net, &dual);
  tw_net_dual (&dual, &again);
  CHECK_INT (dual.vertices, net->faces);
  /* The dual of the dual reverses every edge. */
  for (int d = 0; d < 2 * net->edges; d++) {
    CHECK_INT (again.tail[d], net->tail[d ^ 1]);
    CHECK_INT (again.next[d], net->next[d ^ 1] ^ 1);
  }
}

TEST (nets, "nets")
{
  /* OEIS A002840, from 6 edges on. */
  static const int totals[] = { 1, 0, 1, 2, 2, 4, 12, 22, 58, 158, 448, 1342, 4199 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNets *nets = tw_nets_new (run);

  for (int i = 0; i < (int) (sizeof totals / sizeof *totals); i++) {
    CHECK_INT (tw_nets_edges (nets), 6 + i);
    CHECK_INT (tw_nets_total (nets), totals[i]);
    CHECK (2 * tw_nets_listed (nets) >= (size_t) totals[i]);
    for (size_t k = 0; k < tw_nets_listed (nets) && i <= 9; k++) {
      TwNet net;

      tw_nets_get (nets, k, &net);
      CHECK_INT (net.edges, 6 + i);
      check_net (&net);
    }
    CHECK (tw_nets_grow (nets));
  }
  tw_nets_free (nets);
}

/* --- rectangles --------------------------------------------------------------- */

enum {
  MOST_KNOWN = 100,
  MOST_CHECKED = 350, /* the checker by cells is slow for larger rectangles */
};

typedef struct {
  int count;
  int simple;
  int most; /* stops after this number; 0: no limit */
  char *codes[MOST_KNOWN];
} List;

static bool
list_cb (const TwSquaring *squaring, void *data)
{
  List *list = data;
  char error[128] = "";
  TwCappedProblem task = { squaring->width, squaring->height, 1, TW_CAPPED_ANY };

  CHECK (tw_capped_covers (squaring->width, squaring->height, &squaring->tiling));
  if (task.width <= MOST_CHECKED) {
    CHECK (tw_capped_check (&task, &squaring->tiling, error, sizeof error));
    CHECK_STR (error, "");
  }
  CHECK_INT (tw_capped_multiplicity (&squaring->tiling), 1);
  CHECK (squaring->width >= squaring->height);
  if (list->count < MOST_KNOWN)
    list->codes[list->count] = tw_bouwkamp_write (squaring->width, squaring->height,
                                                  &squaring->tiling);
  list->count++;
  list->simple += squaring->simple;
  return list->count != list->most;
}

static bool
has_code (const List *list, const char *code)
{
  for (int i = 0; i < list->count && i < MOST_KNOWN; i++)
    if (strcmp (list->codes[i], code) == 0)
      return true;
  return false;
}

static int
count_of_width (const List *list, int width)
{
  int count = 0;

  for (int i = 0; i < list->count && i < MOST_KNOWN; i++)
    count += atoi (strchr (list->codes[i], ' ')) == width;
  return count;
}

static void
list_clear (List *list)
{
  for (int i = 0; i < list->count && i < MOST_KNOWN; i++)
    free (list->codes[i]);
  *list = (List){ .most = list->most };
}

/* Returns the last order that was searched completely. */
static int
search (int first, int last, int width, int height, List *list)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNetworksQuery query = { first, last, width, height, true };
  int complete = tw_networks_search (&query, run, list_cb, list);

  CHECK_INT (tw_run_refused (run), 0);
  return complete;
}

TEST (rectangles, "rectangles")
{
  /* OEIS A002839, from order 6 on. */
  static const int counts[] = { 0, 0, 0, 2, 6, 22, 67, 213 };
  List list = { 0 };

  for (int i = 0; i < (int) (sizeof counts / sizeof *counts); i++) {
    int order = 6 + i;

    CHECK_INT (search (order, order, 0, 0, &list), order);
    CHECK_INT (list.count, counts[i]);
    CHECK_INT (list.simple, counts[i]);
    for (int k = 0; k < list.count && k < MOST_KNOWN; k++) {
      CHECK_INT (atoi (list.codes[k]), order);
      for (int j = 0; j < k; j++)
        CHECK (strcmp (list.codes[j], list.codes[k]) != 0);
    }
    if (order == 9) {
      CHECK (has_code (&list, "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)"));
      CHECK (has_code (&list, "9 69 61 (36,33)(5,28)(25,9,2)(7)(16)"));
    }
    if (order == 10) {
      CHECK (has_code (&list, "10 65 47 (25,17,23)(11,6)(5,24)(22,3)(19)"));
      CHECK (has_code (&list, "10 57 55 (30,27)(3,11,13)(25,8)(17,2)(15)"));
    }
    list_clear (&list);
  }
}

/* A shape selects the rectangles that have it, and their multiples. */
TEST (shapes, "shapes")
{
  List list = { 0 };

  CHECK_INT (search (9, 13, 61, 69, &list), 13);
  CHECK_INT (list.count, 1);
  CHECK (has_code (&list, "9 69 61 (36,33)(5,28)(25,9,2)(7)(16)"));
  list_clear (&list);
  CHECK_INT (search (9, 12, 2 * 65, 2 * 47, &list), 12);
  CHECK (has_code (&list, "10 65 47 (25,17,23)(11,6)(5,24)(22,3)(19)"));
  list_clear (&list);
  CHECK_INT (search (9, 16, 1, 1, &list), 16);
  CHECK_INT (list.count, 0);
  list.most = 3;
  CHECK_INT (search (9, 13, 0, 0, &list), 9);
  CHECK_INT (list.count, 3);
  list_clear (&list);
}

/* The only simple perfect squared square of least order (A. J. W. Duijvestijn, 1978). */
TEST_IF (!THREAD_SANITIZED, square, "square of order 21")
{
  static const char code[] =
    "21 112 112 (50,35,27)(8,19)(15,17,11)(6,24)(29,25,9,2)(7,18)(16)(42)(4,37)(33)";
  List list = { 0 };

  CHECK_INT (search (20, 21, 1, 1, &list), 21);
  CHECK_INT (list.count, 1);
  CHECK_INT (list.simple, 1);
  CHECK (has_code (&list, code));
  list_clear (&list);
}

/* --- the engine ----------------------------------------------------------------- */

static TwStatus
solve (TwCappedProblem task, const char *engine, uint64_t last_point, TwCappedResult *answer)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = options_with_threads (1);
  TwStatus status;

  strcpy (options.engine, engine);
  if (last_point > 0)
    tw_run_test_stop_at (run, last_point, TW_STOP_CANCEL);
  status = tw_capped_solve (&task, &options, run, answer);
  CHECK_INT (tw_run_memory_used (run), 0);
  CHECK_INT (tw_run_refused (run), 0);
  if (answer->best.count > 0) {
    char error[128];

    CHECK (tw_capped_check (&task, &answer->best, error, sizeof error));
    CHECK_INT (answer->multiplicity, 1);
    CHECK_INT (tw_run_best (run), answer->best.count);
  }
  return status;
}

TEST (engine, "engine")
{
  static const TwCappedProblem wide[] = {
    { 377, 256, 1, TW_CAPPED_ANY },    /* order 12 */
    { 256, 377, 1, TW_CAPPED_ANY },    /* standing */
    { 754, 512, 1, TW_CAPPED_ANY },    /* doubled */
    { 209, 127, 1, TW_CAPPED_FEWEST }, /* order 11, a first tiling only */
  };
  /* With this number of checks the skyline search finds none of them. */
  const uint64_t few = 400000;
  AUTO_CAPPED_RESULT answer = { 0 };

  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    CHECK_INT (solve (wide[i], "skyline", few, &answer), TW_STATUS_CANCELLED);
    CHECK_INT (solve (wide[i], "auto", few, &answer), TW_STATUS_FEASIBLE);
    CHECK_INT (answer.cap_bound, 0);
  }
}

/* The skyline search finds the same rectangles, and no others with their sides. Rectangles of the
 * same shape can be larger, although their squares have no common divisor. */
TEST_IF (!THREAD_SANITIZED, second_opinion, "second opinion")
{
  static const int sides[][2] = { { 33, 32 }, { 65, 47 }, { 46, 45 }, { 44, 44 } };
  AUTO_CAPPED_RESULT answer = { .list_most = 9 };

  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    TwCappedProblem task = { sides[i][0], sides[i][1], 1, TW_CAPPED_ALL };
    List list = { 0 };

    search (9, 16, task.width, task.height, &list);
    solve (task, "skyline", 0, &answer);
    CHECK (answer.complete);
    CHECK_INT (answer.count, count_of_width (&list, task.width));
    list_clear (&list);
  }
}

TEST (ends, "ends")
{
  TwNetworksQuery query = { 9, 12, 0, 0, true };
  List list = { 0 };
  AUTO_RUN *whole = run_to_point (0, TW_STOP_CANCEL);
  AUTO_RUN *starved = tw_run_new (&(TwLimits){ .memory = 100000 });
  uint64_t points, requests;

  tw_networks_search (&query, whole, list_cb, &list);
  points = tw_run_test_points (whole);
  requests = tw_run_test_requests (whole);
  list_clear (&list);
  CHECK (points > 20 && requests > 20);
  for (uint64_t n = 1; n <= points + requests; n++) {
    AUTO_RUN *run = run_to_end (n, points);

    CHECK (tw_networks_search (&query, run, list_cb, &list) <= (n <= points ? 12 : 11));
    CHECK_INT (tw_run_stop_reason (run), n <= points ? TW_STOP_CANCEL : TW_STOP_MEMORY);
    list_clear (&list);
  }
  query.last = 20;
  CHECK (tw_networks_search (&query, starved, list_cb, &list) < 20);
  CHECK_INT (tw_run_stop_reason (starved), TW_STOP_MEMORY);
  list_clear (&list);
}

TEST (covers, "covers")
{
  TwSquare squares[] = { { 0, 0, 2 }, { 2, 0, 1 }, { 2, 1, 1 } };
  TwTiling tiling = { squares, 3, 3 };

  CHECK (tw_capped_covers (3, 2, &tiling));
  CHECK (!tw_capped_covers (2, 3, &tiling));
  CHECK (!tw_capped_covers (4, 2, &tiling));
  squares[2].y = 0;
  CHECK (!tw_capped_covers (3, 2, &tiling));
  squares[2] = (TwSquare){ 2, 1, 0 };
  CHECK (!tw_capped_covers (3, 2, &tiling));
  squares[2] = (TwSquare){ -1, 1, 1 };
  CHECK (!tw_capped_covers (3, 2, &tiling));
}

CHECK_MAIN
