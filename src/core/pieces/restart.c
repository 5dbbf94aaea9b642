/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restart.c - exact cover in random order with restarts; see restart.h. */
#include "core/pieces/restart.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/base/threads.h"

/* After this many searches the node limit grows by the limit of the first search. */
#define PATIENCE 8

typedef struct {
  const TwInstance *in;
  int tries;
  uint64_t share;

  pthread_mutex_t lock; /* guards the members below */
  TwEnd end;
  TwPlace *places; /* of the solution */
  int n_places;

  _Atomic int over; /* set when a worker has finished: the others pause */
} Restart;

typedef struct {
  Restart *restart;
  uint64_t random;
  TwInstance in;  /* a copy whose placements are in the worker's own order */
  int32_t *order; /* the placement of `restart` at each place of that order */
  TwSearchPart part;
  double *difficulty; /* of each class */
  struct Rank *ranks; /* scratch, one for each class */
} Worker;

/* --- order ------------------------------------------------------------------------ */

/* Counts the cells beside the shape that touch it on two or more sides: only particular neighbours
 * can fill such a cell. */
static int
count_notches (const TwOrientation *orientation, TwRun *run)
{
  static const int step[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  size_t width = (size_t) orientation->width + 2;
  size_t size = width * ((size_t) orientation->height + 2);
  uint8_t *beside = tw_run_calloc (run, size, 1);
  int notches = 0;

  if (beside == NULL)
    return 0;
  for (int i = 0; i < orientation->count; i++) {
    for (int d = 0; d < 4; d++)
      beside[(size_t) (orientation->cells[i].y + 1 + step[d][1]) * width
             + (size_t) (orientation->cells[i].x + 1 + step[d][0])]++;
  }
  for (int i = 0; i < orientation->count; i++)
    beside[(size_t) (orientation->cells[i].y + 1) * width
           + (size_t) (orientation->cells[i].x + 1)] = 0;
  for (size_t i = 0; i < size; i++)
    notches += beside[i] > 1 ? beside[i] - 1 : 0;
  tw_run_mfree (run, beside);
  return notches;
}

void
tw_restart_difficulties (const TwInstance *in, double *difficulty)
{
  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];

    difficulty[c] = count_notches (&in->orientations[cls->first_orientation], in->run)
                    - log ((double) cls->n_orientations);
  }
}

static double
random_share (uint64_t *random)
{
  return tw_random_half (random) * (1.0 / 4294967296.0);
}

typedef struct Rank {
  double key;
  int32_t cls;
} Rank;

static int
compare_ranks (const void *a, const void *b)
{
  const Rank *p = a, *q = b;

  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  return (p->cls > q->cls) - (p->cls < q->cls);
}

/* Sorts the classes by difficulty, the hardest first, with some noise, and shuffles the placements of
 * each class. Cells stay free when no piece fits there, so their class is the last. The search tries
 * placements in their order in the instance. */
static void
shuffle (Worker *worker)
{
  Rank *ranks = worker->ranks;
  const TwInstance *from = worker->restart->in;
  TwInstance *to = &worker->in;
  int32_t n = 0, at = 0;

  for (int c = 0; c < from->n_classes; c++)
    ranks[c] = (Rank){ .key = random_share (&worker->random)
                              - (from->classes[c].is_free ? -DBL_MAX : worker->difficulty[c]),
                       .cls = c };
  qsort (ranks, (size_t) from->n_classes, sizeof (Rank), compare_ranks);
  for (int c = 0; c < from->n_classes; c++) {
    int32_t first = tw_instance_first_place (from, ranks[c].cls), count = 0;

    while (first + count < from->n_places && from->place_class[first + count] == ranks[c].cls) {
      int32_t other = at
                      + (int32_t) (((uint64_t) tw_random_half (&worker->random)
                                    * (uint64_t) (count + 1))
                                   >> 32);

      worker->order[at + count] = worker->order[other];
      worker->order[other] = first + count++;
    }
    at += count;
  }
  for (int p = 0; p < from->n_places; p++) {
    int32_t old = worker->order[p];

    to->places[p] = from->places[old];
    to->place_class[p] = from->place_class[old];
    to->cells_start[p] = n;
    for (int i = from->cells_start[old]; i < from->cells_start[old + 1]; i++)
      to->cells[n++] = from->cells[i];
  }
  to->cells_start[from->n_places] = n;
}

/* --- workers ------------------------------------------------------------------------ */

static void
finish (Restart *restart, TwEnd end)
{
  pthread_mutex_lock (&restart->lock);
  if (restart->end == TW_END_STOPPED)
    restart->end = end;
  pthread_mutex_unlock (&restart->lock);
  atomic_store (&restart->over, TW_COVER_HALT);
}

static bool
found (void *data, const int32_t *places, int count)
{
  Worker *worker = data;
  Restart *restart = worker->restart;

  pthread_mutex_lock (&restart->lock);
  if (restart->end == TW_END_STOPPED) {
    TwPlace *kept = malloc (((size_t) count + 1) * sizeof (TwPlace));

    for (int i = 0; kept != NULL && i < count; i++)
      kept[i] = worker->in.places[places[i]];
    restart->places = kept;
    restart->n_places = count;
    restart->end = kept != NULL ? TW_END_FOUND : TW_END_NO_MEMORY;
  }
  pthread_mutex_unlock (&restart->lock);
  atomic_store (&restart->over, TW_COVER_HALT);
  return false;
}

/* Runs one search; returns false when it is the last one. */
static bool
try_once (Worker *worker, uint64_t share)
{
  Restart *restart = worker->restart;
  TwCoverRoot *root = tw_cover_root_new (&worker->in, &worker->part);
  TwCoverWorker *cover = tw_cover_worker_new (&worker->in);
  TwEnd end = TW_END_NO_MEMORY;

  if (root != NULL && cover != NULL)
    end = tw_cover_search (cover, root, NULL, 0, 0, share, &restart->over, found, worker);
  tw_cover_worker_free (cover);
  tw_cover_root_free (root);
  if (end == TW_END_DONE)
    finish (restart, TW_END_NONE);
  else if (end == TW_END_NO_MEMORY)
    finish (restart, TW_END_NO_MEMORY);
  return end == TW_END_LIMIT && !atomic_load (&restart->over);
}

static void *
work (void *data)
{
  Worker *worker = data;
  Restart *restart = worker->restart;

  for (int i = 0; restart->tries == 0 || i < restart->tries; i++) {
    shuffle (worker);
    if (!try_once (worker, restart->share * (1 + (uint64_t) i / PATIENCE)))
      break;
  }
  return NULL;
}

static bool
init_worker (Worker *worker, Restart *restart, uint64_t seed)
{
  const TwInstance *in = restart->in;
  size_t n = (size_t) in->n_places + 1, classes = (size_t) in->n_classes + 1;
  size_t cells = (size_t) in->cells_start[in->n_places] + 1;
  size_t words = n / 64 + 1;
  TwArena *arena = &worker->in.arena;

  *worker = (Worker){ .restart = restart, .random = seed, .in = *in, .part = { .elements = 1 } };
  tw_arena_init (arena, in->run);
  worker->in.places = tw_arena_alloc (arena, n * sizeof (TwPlace));
  worker->in.place_class = tw_arena_alloc (arena, n * sizeof (int32_t));
  worker->in.cells_start = tw_arena_alloc (arena, n * sizeof (int32_t));
  worker->in.cells = tw_arena_alloc (arena, cells * sizeof (int32_t));
  worker->order = tw_arena_alloc (arena, n * sizeof (int32_t));
  worker->part.allowed = tw_arena_alloc (arena, words * sizeof (uint64_t));
  worker->part.least = tw_arena_alloc (arena, classes * sizeof (int));
  worker->part.most = tw_arena_alloc (arena, classes * sizeof (int));
  worker->difficulty = tw_arena_alloc (arena, classes * sizeof (double));
  worker->ranks = tw_arena_alloc (arena, classes * sizeof (Rank));
  if (worker->in.places == NULL || worker->in.place_class == NULL || worker->in.cells_start == NULL
      || worker->in.cells == NULL || worker->order == NULL || worker->part.allowed == NULL
      || worker->part.least == NULL || worker->part.most == NULL || worker->difficulty == NULL
      || worker->ranks == NULL) {
    tw_arena_clear (arena);
    return false;
  }
  tw_restart_difficulties (in, worker->difficulty);
  memset (worker->part.allowed, 0xff, words * sizeof (uint64_t));
  for (int c = 0; c < in->n_classes; c++) {
    worker->part.least[c] = in->classes[c].least;
    worker->part.most[c] = in->classes[c].most;
  }
  return true;
}

TwEnd
tw_restart_search (const TwInstance *in, uint32_t seed, int threads, int tries, uint64_t share,
                   TwPieceSolution *solution)
{
  Restart restart = { .in = in, .tries = tries, .share = share, .end = TW_END_STOPPED };
  Worker *workers = calloc ((size_t) threads, sizeof *workers);
  int ready = 0;

  *solution = (TwPieceSolution){ 0 };
  pthread_mutex_init (&restart.lock, NULL);
  while (workers != NULL && ready < threads
         && init_worker (&workers[ready], &restart, ((uint64_t) seed << 8 | (uint64_t) ready) + 1))
    ready++;
  if (ready == 0 || !tw_threads_run (work, workers, sizeof *workers, ready, tw_instance_depth (in)))
    restart.end = TW_END_NO_MEMORY;
  if (restart.end == TW_END_FOUND
      && !tw_instance_solution_of (in, restart.places, restart.n_places, solution))
    restart.end = TW_END_NO_MEMORY;
  free (restart.places);
  for (int i = 0; i < ready; i++)
    tw_arena_clear (&workers[i].in.arena);
  free (workers);
  pthread_mutex_destroy (&restart.lock);
  return restart.end;
}
