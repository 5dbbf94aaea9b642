/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nets.c - see nets.h. */
#include "core/networks/nets.h"

#include <string.h>

#include "core/networks/codes.h"

enum {
  LAST = 0x80,        /* marks the last neighbour of a vertex in a code */
  POLL_INTERVAL = 64, /* nets, each of which takes some 20 microseconds to expand */
};

/* The code of a net: for each vertex, in the order of a walk from one dart, the numbers of its
 * neighbours in the order of the rotation. There is one walk for each dart and sense of rotation;
 * the least code among those of the most distinctive darts is the code of the net. */
typedef uint8_t Code[TW_NET_MOST_DARTS];

struct TwNets {
  TwRun *run;
  int edges;
  uint64_t total;
  TwCodes set;
};

/* --- maps ---------------------------------------------------------------- */

/* Numbers the faces and sets `prev`. */
static void
complete (TwNet *net)
{
  int darts = 2 * net->edges;

  for (int d = 0; d < darts; d++)
    net->prev[net->next[d]] = (uint8_t) d;
  memset (net->left, UINT8_MAX, sizeof net->left);
  net->faces = 0;
  for (int d = 0; d < darts; d++) {
    if (net->left[d] != UINT8_MAX)
      continue;
    for (int at = d; net->left[at] == UINT8_MAX; at = tw_net_along (net, at))
      net->left[at] = (uint8_t) net->faces;
    net->faces++;
  }
}

void
tw_net_dual (const TwNet *net, TwNet *dual)
{
  *dual = (TwNet){ .edges = net->edges, .vertices = net->faces, .faces = net->vertices };
  for (int d = 0; d < 2 * net->edges; d++) {
    dual->next[d] = (uint8_t) tw_net_along (net, d);
    dual->prev[d] = net->next[d] ^ 1;
    dual->tail[d] = net->left[d];
    /* The dual of dart d leads across it, from its left to its right; its left is the head of d. */
    dual->left[d] = net->tail[d ^ 1];
  }
}

/* Inserts dart `fresh` after dart d in the rotation around the tail of d, that is, in the corner of
 * the left face of d. */
static void
insert (TwNet *net, int d, int fresh)
{
  net->next[fresh] = net->next[d];
  net->prev[net->next[d]] = (uint8_t) fresh;
  net->next[d] = (uint8_t) fresh;
  net->prev[fresh] = (uint8_t) d;
  net->tail[fresh] = net->tail[d];
}

void
tw_net_join (TwNet *net, int a, int b)
{
  int fresh = 2 * net->edges++, face = net->faces++;

  insert (net, a, fresh);
  insert (net, b, fresh + 1);
  net->left[fresh] = net->left[a];
  for (int at = fresh + 1;; at = tw_net_along (net, at)) {
    net->left[at] = (uint8_t) face;
    if (tw_net_along (net, at) == fresh + 1)
      break;
  }
  for (int at = tw_net_along (net, fresh); at != fresh; at = tw_net_along (net, at))
    net->left[at] = net->left[fresh];
}

void
tw_net_place (const TwNet *net, bool faces, const int64_t *current, int battery, int64_t *position)
{
  const uint8_t *from = faces ? net->left : net->tail;
  bool known[TW_NET_MOST_DARTS] = { false };
  int count = faces ? net->faces : net->vertices;
  int64_t least = 0;

  position[0] = 0;
  known[0] = true;
  for (int found = 1; found < count;) {
    for (int d = 0; d < 2 * net->edges; d++) {
      int start = faces ? from[d ^ 1] : from[d], end = faces ? from[d] : from[d ^ 1];

      if (d / 2 == battery || !known[start] || known[end])
        continue;
      position[end] = position[start] + current[d];
      least = position[end] < least ? position[end] : least;
      known[end] = true;
      found++;
    }
  }
  for (int i = 0; i < count; i++)
    position[i] -= least;
}

static void
make_wheel (int spokes, TwNet *net)
{
  *net = (TwNet){ .edges = 2 * spokes, .vertices = spokes + 1 };
  /* Dart 4i leads along spoke i to the rim and 4i + 1 back to the hub; 4i + 2 leads along the rim
   * from i to i + 1 and 4i + 3 back. */
  for (int i = 0; i < spokes; i++) {
    int after = (i + 1) % spokes, before = (i + spokes - 1) % spokes;

    net->tail[4 * i] = (uint8_t) spokes;
    net->tail[4 * i + 1] = net->tail[4 * i + 2] = (uint8_t) i;
    net->tail[4 * i + 3] = (uint8_t) after;
    net->next[4 * i] = (uint8_t) (4 * after);
    net->next[4 * i + 1] = (uint8_t) (4 * before + 3);
    net->next[4 * before + 3] = (uint8_t) (4 * i + 2);
    net->next[4 * i + 2] = (uint8_t) (4 * i + 1);
  }
  complete (net);
}

/* --- codes ---------------------------------------------------------------- */

/* Walks from `start`, with net->next or net->prev as `rotation`, and writes the code if it is less
 * than `best`, or always if `any` is set. */
static void
walk_code (const TwNet *net, const uint8_t *rotation, int start, bool any, Code best)
{
  uint8_t label[TW_NET_MOST_DARTS], first[TW_NET_MOST_DARTS];
  int labelled = 1, at = 0;
  bool less = any;

  memset (label, UINT8_MAX, (size_t) net->vertices);
  label[net->tail[start]] = 0;
  first[0] = (uint8_t) start;
  for (int v = 0; v < net->vertices; v++) {
    int d = first[v];

    do {
      int head = net->tail[d ^ 1];
      uint8_t entry;

      if (label[head] == UINT8_MAX) {
        first[labelled] = (uint8_t) (d ^ 1);
        label[head] = (uint8_t) labelled++;
      }
      d = rotation[d];
      entry = (uint8_t) (label[head] | (d == first[v] ? LAST : 0));
      if (!less && entry > best[at])
        return;
      less = less || entry < best[at];
      best[at++] = entry;
    } while (d != first[v]);
  }
}

/* The walks start at the darts for which the numbers of edges at the tail, the left face, the head
 * and the right face are the greatest, in this order. */
static void
code_of (const TwNet *net, Code code)
{
  uint8_t degree[TW_NET_MOST_DARTS] = { 0 }, length[TW_NET_MOST_DARTS] = { 0 };
  uint32_t keys[2][TW_NET_MOST_DARTS], most = 0;
  int darts = 2 * net->edges;
  bool any = true;

  for (int d = 0; d < darts; d++) {
    degree[net->tail[d]]++;
    length[net->left[d]]++;
  }
  for (int d = 0; d < darts; d++) {
    uint32_t ends = (uint32_t) degree[net->tail[d]] << 24
                    | (uint32_t) degree[net->tail[d ^ 1]] << 8;
    uint32_t left = length[net->left[d]], right = length[net->left[d ^ 1]];

    keys[0][d] = ends | left << 16 | right;
    keys[1][d] = ends | right << 16 | left;
    most = keys[0][d] > most ? keys[0][d] : most;
    most = keys[1][d] > most ? keys[1][d] : most;
  }
  for (int sense = 0; sense < 2; sense++) {
    for (int d = 0; d < darts; d++) {
      if (keys[sense][d] == most) {
        walk_code (net, sense == 0 ? net->next : net->prev, d, any, code);
        any = false;
      }
    }
  }
}

/* Writes the code of the net or of its dual, whichever has fewer vertices; if both have equally
 * many, the smaller code. Returns the number of nets that the code represents: 1 if the net is its
 * own dual, otherwise 2. */
static int
code_of_pair (const TwNet *net, Code code)
{
  TwNet dual;
  Code other = { 0 };
  int order;

  if (net->vertices < net->faces) {
    code_of (net, code);
    return 2;
  }
  tw_net_dual (net, &dual);
  if (net->vertices > net->faces) {
    code_of (&dual, code);
    return 2;
  }
  code_of (net, code);
  code_of (&dual, other);
  order = memcmp (code, other, 2 * (size_t) net->edges);
  if (order > 0)
    memcpy (code, other, sizeof other);
  return order == 0 ? 1 : 2;
}

static void
decode (const uint8_t *code, int edges, TwNet *net)
{
  uint8_t dart[TW_NET_MOST_EDGES][TW_NET_MOST_EDGES] = { { 0 } }; /* number of u -> v, plus 1 */
  uint8_t order[TW_NET_MOST_DARTS];
  int used = 0, at = 0;

  *net = (TwNet){ .edges = edges };
  for (int u = 0; at < 2 * edges; u++) {
    int start = at;

    do {
      int v = code[at] & ~LAST;

      if (dart[u][v] == 0) {
        dart[u][v] = (uint8_t) (used + 1);
        dart[v][u] = (uint8_t) (used + 2);
        used += 2;
      }
      order[at] = (uint8_t) (dart[u][v] - 1);
      net->tail[order[at]] = (uint8_t) u;
    } while ((code[at++] & LAST) == 0);
    for (int i = start; i < at; i++)
      net->next[order[i]] = order[i + 1 < at ? i + 1 : start];
    net->vertices = u + 1;
  }
  complete (net);
}

/* --- lists ----------------------------------------------------------------- */

/* Adds a net unless it, or its dual, is in the list. Returns false when memory is short. */
static bool
add (TwNets *nets, const TwNet *net)
{
  Code code = { 0 };
  int stands_for = code_of_pair (net, code);
  bool fresh;

  if (!tw_codes_add (&nets->set, code, &fresh))
    return false;
  if (fresh)
    nets->total += (uint64_t) stands_for;
  return true;
}

/* Adds the nets that result from this one by joining two corners of a face. */
static bool
add_joined (TwNets *nets, const TwNet *net)
{
  for (int a = 0; a < 2 * net->edges; a++) {
    for (int b = tw_net_next_corner (net, a, a); b >= 0; b = tw_net_next_corner (net, a, b)) {
      TwNet joined = *net;

      tw_net_join (&joined, a, b);
      if (!add (nets, &joined))
        return false;
    }
  }
  return true;
}

static bool
add_wheel (TwNets *nets)
{
  TwNet wheel;

  if (nets->edges % 2 != 0)
    return true;
  make_wheel (nets->edges / 2, &wheel);
  return add (nets, &wheel);
}

TwNets *
tw_nets_new (TwRun *run)
{
  TwNets *nets = tw_run_calloc (run, 1, sizeof *nets);

  if (nets == NULL)
    return NULL;
  nets->run = run;
  nets->edges = TW_NET_LEAST_EDGES;
  nets->set = (TwCodes){ .run = run, .size = 2 * TW_NET_LEAST_EDGES };
  if (!add_wheel (nets)) {
    tw_nets_free (nets);
    return NULL;
  }
  return nets;
}

void
tw_nets_free (TwNets *nets)
{
  if (nets == NULL)
    return;
  tw_codes_clear (&nets->set);
  tw_run_mfree (nets->run, nets);
}

bool
tw_nets_grow (TwNets *nets)
{
  TwNets fewer = *nets;
  TwPoll poll;
  bool fine;

  tw_poll_init (&poll, nets->run, POLL_INTERVAL);
  nets->edges++;
  nets->total = 0;
  nets->set = (TwCodes){ .run = nets->run, .size = 2 * (size_t) nets->edges };
  fine = add_wheel (nets);
  for (size_t i = 0; i < fewer.set.count && fine && !tw_poll (&poll); i++) {
    TwNet net, dual;

    tw_nets_get (&fewer, i, &net);
    tw_net_dual (&net, &dual);
    fine = add_joined (nets, &net) && add_joined (nets, &dual);
  }
  tw_codes_clear (&fewer.set);
  if (!fine)
    tw_run_stop (nets->run, TW_STOP_MEMORY);
  return tw_run_stop_reason (nets->run) == TW_STOP_NONE;
}

int
tw_nets_edges (const TwNets *nets)
{
  return nets->edges;
}

size_t
tw_nets_listed (const TwNets *nets)
{
  return nets->set.count;
}

uint64_t
tw_nets_total (const TwNets *nets)
{
  return nets->total;
}

void
tw_nets_get (const TwNets *nets, size_t index, TwNet *net)
{
  decode (nets->set.codes + index * nets->set.size, nets->edges, net);
}
