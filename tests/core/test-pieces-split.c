/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches of core/pieces that are split into work units, which are cut short by a budget and split
 * again: the counts of the units add up to those of the whole search. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "../bench/plain-pieces.h"
#include "core/pieces/checkpoint.h"
#include "random-pieces.h"

/* Room for the first two tables of a memo, and for four. */
#define SMALL_REGION ((size_t) 1 << 19)
#define LARGE_REGION ((size_t) 6 << 20)

/* What mirrored searches of units have found. */
typedef struct {
  int units;
  uint64_t raw[100];
  uint64_t distinct[100];
} Audit;

typedef struct {
  TwMemoRegion *region; /* of the shared memo; NULL: none */
  Audit *audit;         /* of the same units, searched before; NULL: each unit is searched again */
  uint64_t raw;
  uint64_t distinct;
  uint64_t nodes;
  TwShare done;
  int units;
  int cut_short;
} Sums;

static TwPiecesResult
search_nodes (const TwPieceProblem *problem, TwPiecesQuery query, uint64_t *nodes)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesResult result;

  query.goal = TW_PIECES_COUNT;
  query.engine = "cover";
  query.threads = query.threads > 0 ? query.threads : 1;
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK_INT (tw_run_memory_used (run), 0);
  *nodes += tw_run_nodes (run);
  return result;
}

static TwPiecesResult
search (const TwPieceProblem *problem, TwPiecesQuery query)
{
  uint64_t nodes = 0;

  return search_nodes (problem, query, &nodes);
}

static void
add_share (Sums *sums, TwShare share)
{
  bool overflow = false;

  sums->done = tw_share_add (sums->done, share, &overflow);
  CHECK (!overflow);
}

/* The checkpoint of a unit with one subtree. */
static char *
unit_text (uint64_t problem, TwSubtree *subtree)
{
  return tw_checkpoint_write (&(TwCheckpoint){
    .problem = problem, .whole = tw_subtree_open (subtree), .subtrees = subtree, .n_subtrees = 1 });
}

/* Compares a unit with its mirrored search. Mirrored searches use neither the region nor the nodes of
 * the unit, so the audit keeps what they found for other searches of the same units. */
static void
audit_unit (const TwPieceProblem *problem, TwPiecesQuery query, Sums *sums,
            const TwPiecesResult *result)
{
  Audit *audit = sums->audit, once = { 0 };
  int unit = audit != NULL ? sums->units : 0;

  if (audit == NULL)
    audit = &once;
  CHECK (unit <= audit->units && unit < (int) (sizeof audit->raw / sizeof audit->raw[0]));
  if (check_case_failures > 0)
    return;
  if (unit == audit->units) {
    TwPiecesResult again;

    query.mirrored = true;
    query.budget = 0;
    again = search (problem, query);
    CHECK (again.complete);
    CHECK (again.checkpoint == NULL);
    audit->raw[unit] = again.raw;
    audit->distinct[unit] = again.distinct;
    audit->units++;
  }
  CHECK_INT (audit->raw[unit], result->raw);
  CHECK_INT (audit->distinct[unit], result->distinct);
}

/* Searches each subtree of a checkpoint as a unit, and the checkpoints of stopped units, too. */
static void
search_units (const TwPieceProblem *problem, const char *text, uint64_t budget, int threads,
              Sums *sums)
{
  AUTO_CHECKPOINT checkpoint = { 0 };

  CHECK (tw_checkpoint_read (&checkpoint, text) == TW_CHECKPOINT_OK);
  sums->raw += checkpoint.raw;
  sums->distinct += checkpoint.distinct;
  add_share (sums, checkpoint.done);
  for (size_t i = 0; i < checkpoint.n_subtrees; i++) {
    TwShare open = tw_subtree_open (&checkpoint.subtrees[i]);
    AUTO_FREE char *unit = unit_text (checkpoint.problem, &checkpoint.subtrees[i]);
    TwPiecesQuery query = { .unit = true,
                            .resume = unit,
                            .budget = budget,
                            .split = 4,
                            .threads = threads,
                            .region = sums->region };
    AUTO_PIECES_RESULT result = search_nodes (problem, query, &sums->nodes);

    if (result.checkpoint != NULL) {
      TwCheckpoint rest;

      sums->units++;
      sums->cut_short++;
      CHECK (tw_checkpoint_read (&rest, result.checkpoint) == TW_CHECKPOINT_OK);
      CHECK (tw_share_compare (rest.whole, open) == 0);
      CHECK_INT (rest.raw, result.raw);
      tw_checkpoint_clear (&rest);
      search_units (problem, result.checkpoint, 2 * budget, threads, sums);
    } else {
      CHECK (result.complete);
      audit_unit (problem, query, sums, &result);
      sums->units++;
      sums->raw += result.raw;
      sums->distinct += result.distinct;
      add_share (sums, open);
    }
  }
}

static Sums
split_and_search (const TwPieceProblem *problem, int n, uint64_t budget, int threads,
                  TwMemoRegion *region, Audit *audit)
{
  AUTO_PIECES_RESULT plan = search (problem, (TwPiecesQuery){ .plan = true, .split = n });
  Sums sums = { .region = region, .audit = audit };

  CHECK (plan.checkpoint != NULL);
  search_units (problem, plan.checkpoint, budget, threads, &sums);
  CHECK (tw_share_compare (sums.done, TW_SHARE_ALL) == 0);
  return sums;
}

TEST (units, "the units of a search add up to the whole")
{
  TwPieceProblem *problems[] = { fixture_chequered_problem (), fixture_strip_problem () };
  const uint64_t step = (uint64_t) test_demand (100, 200);
  const int most = THREAD_SANITIZED ? 40 : 300;

  for (int p = 0; p < 2; p++) {
    AUTO_PIECES_RESULT whole = search (problems[p], (TwPiecesQuery){ 0 });

    CHECK (whole.complete);
    for (int n = 1; n <= most; n = 3 * n + 1) {
      for (uint64_t budget = 0; budget <= 500; budget += budget == 0 ? 100 : step) {
        Sums sums = split_and_search (problems[p], n, budget, budget == 300 ? 2 : 1, NULL, NULL);

        CHECK_INT (sums.raw, whole.raw);
        CHECK_INT (sums.distinct, whole.distinct);
        CHECK (budget > 0 || sums.cut_short == 0);
        CHECK (budget > 0 || sums.units >= n || p == 0);
        CHECK (p == 0 || n > 1 || budget != 100 || sums.cut_short > 0);
      }
    }
    tw_piece_problem_free (problems[p]);
  }
}

/* Grants the region, which is `data`, memory up to the end of its address range. */
static bool
extend (void *data, size_t bytes)
{
  return bytes <= ((TwMemoRegion *) data)->size;
}

static bool
refuse (void *data, size_t bytes)
{
  return bytes == 0;
}

/* Clears the memory of a region, which the caller frees. */
static void
clear_region (TwMemoRegion *region, size_t size, bool (*grow) (void *data, size_t bytes))
{
  if (region->base == NULL)
    region->base = aligned_alloc (64, size);
  CHECK (region->base != NULL);
  memset (region->base, 0, size);
  region->size = size;
  region->extend = grow;
  region->data = region;
}

/* Units with a shared memo search hardly more nodes than a single search. Sanitized programs search a
 * smaller board, whose memo grows, too. */
TEST (shared, "units share what they remember")
{
  const char *rows = TEST_SANITIZED
                       ? "##########/##########/##########/##########/##########"
                       : "#############/#############/#############/#############/#############";
  const int units = TEST_SANITIZED ? 20 : 60, distinct = TEST_SANITIZED ? 17948 : 4307;
  AUTO_PROBLEM *problem = fixture_pentomino_problem (rows, TW_SHAPE_ALL);
  TwMemoRegion region = { 0 };
  AUTO_PIECES_RESULT whole = { 0 };
  uint64_t nodes = 0;
  Audit audit = { 0 };
  Sums apart, shared, again;

  /* With two of them, dead ends are not excluded by the families of cover-sets.h. */
  problem->pieces[0].most = 2;
  whole = search_nodes (problem, (TwPiecesQuery){ 0 }, &nodes);
  CHECK_INT (whole.distinct, distinct);
  apart = split_and_search (problem, units, 0, 1, NULL, &audit);
  clear_region (&region, LARGE_REGION, extend);
  shared = split_and_search (problem, units, 0, 1, &region, &audit);
  again = split_and_search (problem, units, 0, 2, &region, &audit);
  CHECK_INT (audit.units, apart.units);
  CHECK_INT (apart.distinct, distinct);
  CHECK_INT (shared.distinct, distinct);
  CHECK_INT (again.distinct, distinct);
  CHECK_INT (again.raw, whole.raw);
  CHECK (apart.nodes > nodes + nodes / (TEST_SANITIZED ? 8 : 4));
  CHECK (shared.nodes < nodes + nodes / 20);
  CHECK (again.nodes < nodes / 4);
  clear_region (&region, LARGE_REGION, refuse);
  shared = split_and_search (problem, units, 0, 1, &region, &audit);
  CHECK_INT (shared.distinct, distinct);
  clear_region (&region, SMALL_REGION, extend);
  *(uint64_t *) region.base = 1024; /* more tables than the region has room for */
  shared = split_and_search (problem, units, 0, 1, &region, &audit);
  CHECK_INT (shared.distinct, distinct);
  free (region.base);
}

/* Random numbers of units, budgets and threads, with a region that is shared by all units, by none,
 * or that gets no memory. */
TEST (random, "units of random puzzles: plain backtracking agrees")
{
  uint64_t random = 4711;
  TwMemoRegion region = { 0 };
  int compared = 0, stopped_units = 0;

  for (int i = 0; i < test_size (1000) && check_case_failures == 0; i++) {
    int narrow = 2 + below (&random, 5), wide = RANDOM_PIECES_CELLS / narrow;
    AUTO_PROBLEM *problem = random_problem (&random, wide < 16 ? wide : 16, narrow);
    AUTO_PIECES_RESULT plan = search (problem, (TwPiecesQuery){ .plan = true, .split = 1 });
    int n = 1 + below (&random, 40), way = below (&random, 4);
    uint64_t budget = below (&random, 2) == 0 ? 0 : 20 + (uint64_t) below (&random, 500), raw;
    bool stopped;

    raw = plain_pieces_count (problem, 20000, NULL, NULL, &stopped);
    if (plan.checkpoint != NULL && !stopped) {
      Sums sums;

      clear_region (&region, SMALL_REGION, way == 1 ? refuse : extend);
      sums = split_and_search (problem, n, budget, 1 + below (&random, 2),
                               way == 0 ? NULL : &region, NULL);
      CHECK_INT (sums.raw, raw);
      compared++;
      stopped_units += sums.cut_short;
    }
  }
  free (region.base);
  CHECK (compared > test_share (400));
  CHECK (stopped_units > test_demand (100, test_size (100) / 5));
}

/* A search in another order finds the same, but not in the same way; a stopped one leaves no
 * checkpoint and is not complete. */
TEST (mirrored, "a search in another order finds the same")
{
  AUTO_PROBLEM *problem = fixture_strip_problem ();
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = "cover", .threads = 1 };
  uint64_t nodes[2], counts[2];
  TwPiecesResult result;

  for (int i = 0; i < 2; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

    query.mirrored = i == 1;
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK (result.complete);
    nodes[i] = tw_run_nodes (run);
    counts[i] = result.raw;
    tw_pieces_result_clear (&result);
  }
  CHECK_INT (counts[1], counts[0]);
  CHECK (nodes[1] != nodes[0]);
  result = search (problem, (TwPiecesQuery){ .mirrored = true, .budget = 100, .split = 3 });
  CHECK (!result.complete);
  CHECK (result.checkpoint == NULL);
  tw_pieces_result_clear (&result);
}

/* With one thread a unit that is searched twice gives the same text. */
TEST (repeatable, "a unit that is cut short leaves the same work each time")
{
  AUTO_PROBLEM *problem = fixture_strip_problem ();
  TwPiecesQuery query = { .split = 5, .budget = 100 };
  AUTO_PIECES_RESULT a = search (problem, query), b = search (problem, query);

  CHECK (a.checkpoint != NULL && b.checkpoint != NULL);
  CHECK (strcmp (a.checkpoint, b.checkpoint) == 0);
}

/* A unit is accepted only by a query that expects one. */
TEST (foreign, "a unit is no stopped search")
{
  AUTO_PROBLEM *problem = fixture_strip_problem ();
  TwPiecesResult plan = search (problem, (TwPiecesQuery){ .plan = true, .split = 5 }), result;
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .engine = "cover", .threads = 1 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_CHECKPOINT checkpoint = { 0 };
  AUTO_FREE char *unit = NULL;

  CHECK (tw_checkpoint_read (&checkpoint, plan.checkpoint) == TW_CHECKPOINT_OK);
  CHECK (checkpoint.n_subtrees >= 5);
  unit = unit_text (checkpoint.problem, &checkpoint.subtrees[0]);
  query.resume = unit;
  CHECK (!tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK_INT (result.fault, TW_CHECKPOINT_FOREIGN);
  tw_pieces_result_clear (&plan);
}

CHECK_MAIN
