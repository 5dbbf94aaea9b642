/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regions.c - large-neighbourhood search over sets of neighbouring squares; called by blocks and by
 * coarse boards. */
#include "core/squares/local/regions.h"

#include <pthread.h>
#include <string.h>

#include "core/base/random.h"
#include "core/squares/local/skyline.h"
#include "core/squares/best.h"

/* Squares of a region, and fronts visited in it. More fronts find less than more regions. */
#define LEAST_SQUARES 12
#define MOST_SQUARES  22
#define MOST_FRONTS   500

struct TwRegions {
  TwRun *run;
  pthread_mutex_t lock; /* protects the tiling */
  TwTiling tiling;
};

typedef struct {
  int n;
  int distances[MOST_SQUARES];
  size_t at[MOST_SQUARES]; /* in the tiling */
  TwTiling squares;
} Region;

TwRegions *
tw_regions_new (TwRun *run)
{
  TwRegions *r = tw_run_calloc (run, 1, sizeof *r);

  if (r == NULL)
    return NULL;
  r->run = run;
  if (pthread_mutex_init (&r->lock, NULL) == 0)
    return r;
  tw_run_mfree (run, r);
  return NULL;
}

void
tw_regions_free (TwRegions *r)
{
  if (r == NULL)
    return;
  tw_tiling_clear (&r->tiling);
  pthread_mutex_destroy (&r->lock);
  tw_run_mfree (r->run, r);
}

bool
tw_regions_take_tiling (TwRegions *r, TwRun *from)
{
  int64_t best = tw_run_best (from);
  bool fine = true;

  pthread_mutex_lock (&r->lock);
  if (best >= 0 && (r->tiling.count == 0 || best < (int64_t) r->tiling.count))
    fine = tw_squares_copy_best (from, &r->tiling, NULL);
  pthread_mutex_unlock (&r->lock);
  return fine;
}

void
tw_regions_offer (TwRegions *r, const TwBoard *board, TwRun *to)
{
  TwTiling tiling = { 0 };
  bool fine;

  pthread_mutex_lock (&r->lock);
  fine = (int64_t) r->tiling.count < tw_run_best (to) && tw_tiling_assign (&tiling, &r->tiling);
  pthread_mutex_unlock (&r->lock);
  if (fine)
    tw_squares_offer (to, board, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

/* Returns how far cells begin .. begin + size are from the line at `at`. */
static int
distance_along (int begin, int size, int at)
{
  return at < begin ? begin - at : at > begin + size ? at - begin - size : 0;
}

/* Chooses the squares nearest to a random corner of a square. */
static bool
choose (const TwRegions *r, uint64_t *seed, Region *region)
{
  const TwTiling *tiling = &r->tiling;
  int most = LEAST_SQUARES + (int) tw_random_below (seed, MOST_SQUARES - LEAST_SQUARES + 1);
  TwSquare first;
  int x, y;

  if (tiling->count < 2)
    return false;
  first = tiling->squares[tw_random_below (seed, tiling->count)];
  x = first.x + (tw_random_below (seed, 2) == 0 ? 0 : first.size);
  y = first.y + (tw_random_below (seed, 2) == 0 ? 0 : first.size);
  for (size_t i = 0; i < tiling->count; i++) {
    TwSquare square = tiling->squares[i];
    int across = distance_along (square.x, square.size, x);
    int down = distance_along (square.y, square.size, y);
    int distance = across > down ? across : down, j = region->n;

    if (j == most && distance >= region->distances[j - 1])
      continue;
    j = j == most ? j - 1 : region->n++;
    for (; j > 0 && region->distances[j - 1] > distance; j--) {
      region->distances[j] = region->distances[j - 1];
      region->at[j] = region->at[j - 1];
    }
    region->distances[j] = distance;
    region->at[j] = i;
  }
  for (int i = 0; i < region->n; i++) {
    if (!tw_tiling_add (&region->squares, tiling->squares[region->at[i]]))
      return false;
  }
  return true;
}

/* Replaces the squares of the region, unless another thread has replaced some of them meanwhile. */
static void
put_back (TwRegions *r, const Region *region, const TwTiling *better)
{
  TwTiling *tiling = &r->tiling;
  size_t kept = 0;

  for (int i = 0; i < region->n; i++) {
    if (region->at[i] >= tiling->count
        || memcmp (&tiling->squares[region->at[i]], &region->squares.squares[i], sizeof (TwSquare))
             != 0)
      return;
  }
  for (int i = 0; i < region->n; i++) {
    tiling->squares[region->at[i]] = i < (int) better->count ? better->squares[i]
                                                             : (TwSquare){ .size = 0 };
  }
  if ((int) better->count == region->n)
    return;
  for (size_t i = 0; i < tiling->count; i++) {
    if (tiling->squares[i].size > 0)
      tiling->squares[kept++] = tiling->squares[i];
  }
  tiling->count = kept;
}

bool
tw_regions_improve (TwRegions *r, uint64_t *seed, TwRun *run)
{
  Region region = { 0 };
  TwTiling better = { 0 };
  uint64_t fronts = MOST_FRONTS;
  bool fine;

  pthread_mutex_lock (&r->lock);
  fine = choose (r, seed, &region);
  pthread_mutex_unlock (&r->lock);
  if (fine) {
    /* Sometimes accept as many squares in another arrangement, to leave a plateau. */
    int target = region.n - (tw_random_below (seed, 10) > 2);
    TwEnd result = tw_skyline_cover (&region.squares, target, seed, &fronts, run, &better);

    fine = result != TW_END_STOPPED;
    if (result == TW_END_FOUND) {
      pthread_mutex_lock (&r->lock);
      put_back (r, &region, &better);
      pthread_mutex_unlock (&r->lock);
    }
  }
  tw_tiling_clear (&better);
  tw_tiling_clear (&region.squares);
  return fine && !tw_run_should_stop (run);
}
