/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Narrow boards, which are searched in scan order with a memo of remainders: counts and lists
 * compared with plain backtracking, with checkpoints, threads and little memory. */
#include "check.h"

#include "../bench/plain-pieces.h"
#include "core/base/random.h"
#include "core/base/transform.h"
#include "core/pieces/cover-private.h"
#include "core/pieces/cover.h"
#include "random-pieces.h"

#define PLAIN_NODES 50000

static TwPiecesResult
search (const TwPieceProblem *problem, TwPiecesQuery query, size_t memory, uint64_t *nodes)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = memory });
  AUTO_SINK *sink = query.goal == TW_PIECES_ALL ? tw_piece_sink_new (problem, 100000) : NULL;
  TwPiecesResult result;

  query.engine = "cover";
  query.threads = query.threads > 0 ? query.threads : 1;
  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  if (nodes != NULL)
    *nodes = tw_run_nodes (run);
  CHECK_INT (tw_run_memory_used (run), 0);
  if (sink != NULL && result.complete) {
    CHECK_INT (tw_piece_sink_refused (sink), 0);
    CHECK_INT (tw_piece_sink_kept (sink), query.raw ? result.raw : result.distinct);
  }
  return result;
}

/* What a search visited, in order. */
typedef struct {
  uint64_t covers;
  uint64_t nodes;
  uint64_t hash; /* of all covers, and of the path at the end */
  bool families; /* were families of sets of pieces listed? */
} Visited;

static void
add_path (Visited *visited, const int32_t *places, int count)
{
  for (int i = 0; i < count; i++)
    visited->hash = tw_mix (visited->hash + (uint64_t) places[i] + 1);
}

static bool
found_one (void *data, const int32_t *places, int count)
{
  Visited *visited = data;

  visited->covers++;
  add_path (visited, places, count);
  return true;
}

static bool
counted (void *data, uint64_t covers)
{
  ((Visited *) data)->covers += covers;
  return true;
}

typedef enum {
  BRANCH_LEAST, /* on the item with the fewest placements */
  BRANCH_TUNED, /* in scan order, with a memo of dead ends, where that pays */
  COUNT_TUNED,  /* the same, with a memo of counts */
} Rule;

/* The search of cover.h, whatever the size of the board, for at most `share` nodes. Returns false
 * when the processor cannot run this build, or when no cell is left to cover (search.c answers
 * such problems without a search). */
static bool
visit (const TwPieceProblem *problem, Rule rule, TwCoverBuild build, uint64_t share,
       Visited *visited)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwSymmetry none = { .elements = 1, .closed = true };
  _Atomic int wanted = 0;
  TwCoverWorker *worker;
  TwCoverRoot *root;
  TwInstance in;
  TwSearchParts parts;
  bool can;
  int count;

  CHECK (tw_instance_compile (&in, problem, run) == TW_END_DONE);
  if (in.n_cells == 0) {
    tw_instance_clear (&in);
    return false;
  }
  CHECK (tw_instance_place (&in, 65536) == TW_END_DONE);
  CHECK (tw_symmetry_split (&none, &in, &parts) == TW_END_DONE);
  root = tw_cover_root_new (&in, &parts.parts[0]);
  worker = tw_cover_worker_new (&in);
  CHECK (root != NULL && worker != NULL);
  CHECK (rule == BRANCH_LEAST || tw_cover_root_tune (root, rule == COUNT_TUNED, NULL, 0));
  tw_cover_worker_set_counted (worker, rule == COUNT_TUNED ? counted : NULL);
  *visited = (Visited){ 0 };
  can = tw_cover_worker_set_build (worker, build);
  if (can
      && tw_cover_search (worker, root, NULL, 0, 0, share, &wanted, found_one, visited)
           != TW_END_DONE) {
    const int32_t *path = tw_cover_worker_path (worker, &count);

    CHECK (share < UINT64_MAX);
    add_path (visited, path, count);
  }
  visited->nodes = tw_run_nodes (run);
  visited->families = root->sets != NULL && root->sets->n_entries > 0;
  tw_cover_worker_free (worker);
  tw_cover_root_free (root);
  tw_instance_clear (&in);
  return can;
}

static uint64_t
count_covers (const TwPieceProblem *problem, bool counts)
{
  Visited visited;

  CHECK (
    visit (problem, counts ? COUNT_TUNED : BRANCH_TUNED, TW_COVER_PLAIN, UINT64_MAX, &visited));
  return visited.covers;
}

/* Do all builds that this processor can run visit the same nodes? */
static void
compare_builds (TwPieceProblem *problem, Rule rule, uint64_t share)
{
  Visited plain, other;

  if (!visit (problem, rule, TW_COVER_PLAIN, share, &plain)) {
    tw_piece_problem_free (problem);
    return;
  }
  for (int build = TW_COVER_POPCNT; build <= TW_COVER_VECTORS; build++) {
    if (visit (problem, rule, (TwCoverBuild) build, share, &other)) {
      CHECK_INT (other.covers, plain.covers);
      CHECK_INT (other.nodes, plain.nodes);
      CHECK (other.hash == plain.hash);
    }
  }
  tw_piece_problem_free (problem);
}

TEST_IF (!THREAD_SANITIZED, builds, "all builds of the inner loop visit the same nodes")
{
  const char *ring = "########/########/########/###..###/###..###/########/########/########";
  TwPieceProblem *problem = fixture_pentomino_problem (ring, TW_SHAPE_ALL);
  uint64_t random = 7;

  compare_builds (problem, BRANCH_LEAST, UINT64_MAX);
  for (int i = 0; i < 200; i++)
    compare_builds (random_problem (&random, 6, 5), (Rule) (i % 3), 20000);
  problem = tw_piece_problem_new (fixture_rectangle (20, 18));
  for (int i = 0; i < 12; i++)
    fixture_add (problem, fixture_pentominoes[i], 0, 6, TW_SHAPE_ALL);
  compare_builds (problem, BRANCH_LEAST, 3000);
}

static void
expect (const TwPieceProblem *problem, TwPiecesQuery query, size_t memory, uint64_t raw,
        uint64_t distinct)
{
  AUTO_PIECES_RESULT result = search (problem, query, memory, NULL);

  if (memory == 0)
    CHECK (result.complete);
  if (result.complete) {
    CHECK_INT (result.raw, raw);
    CHECK_INT (result.distinct, distinct);
  }
}

/* Counts in steps of `budget` nodes, each from the checkpoint of the one before. */
static void
expect_in_steps (const TwPieceProblem *problem, uint64_t budget, uint64_t raw, uint64_t distinct)
{
  char *checkpoint = NULL;

  for (int i = 0; i < 2000; i++) {
    TwPiecesQuery query = {
      .goal = TW_PIECES_COUNT, .resume = checkpoint, .budget = budget, .threads = 1 + i % 2
    };
    AUTO_PIECES_RESULT result = search (problem, query, 0, NULL);

    free (checkpoint);
    checkpoint = result.checkpoint;
    result.checkpoint = NULL;
    if (checkpoint == NULL) {
      CHECK (result.complete);
      CHECK_INT (result.raw, raw);
      CHECK_INT (result.distinct, distinct);
      return;
    }
  }
  CHECK (false);
}

/* Their tables once had room for as many placements as there are pieces. */
TEST (repeated, "narrow boards: covers that repeat pieces")
{
  uint64_t random = 6067130870520610513;
  int narrow = 7 + below (&random, 2);
  AUTO_PROBLEM *problem = random_problem (&random, narrow, 7);
  bool stopped;
  uint64_t raw = plain_pieces_count (problem, PLAIN_NODES, NULL, NULL, &stopped);

  AUTO_PIECES_RESULT all = search (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL }, 0, NULL);
  AUTO_PIECES_RESULT count = search (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT }, 0, NULL);

  CHECK (!stopped);
  CHECK_INT (all.raw, raw);
  CHECK_INT (count.raw, raw);
}

TEST (random, "narrow boards: plain backtracking agrees on 4,000 random puzzles")
{
  uint64_t random = 2017;
  int compared = 0;

  for (int i = 0; i < test_size (4000) && check_case_failures == 0; i++) {
    int narrow = 1 + below (&random, 8), wide = RANDOM_PIECES_CELLS / narrow;
    AUTO_PROBLEM *problem = i % 2 == 0 ? random_problem (&random, wide < 16 ? wide : 16, narrow)
                                       : random_problem (&random, narrow, wide < 16 ? wide : 16);
    TwPiecesResult all;
    bool stopped;
    uint64_t raw = plain_pieces_count (problem, PLAIN_NODES, NULL, NULL, &stopped);

    if (!stopped && raw < 5000) {
      compared++;
      all = search (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL }, 0, NULL);
      CHECK (all.complete);
      CHECK_INT (all.raw, raw);
      if (problem->n_placed == 0) {
        CHECK_INT (count_covers (problem, false), raw);
        CHECK_INT (count_covers (problem, true), raw);
      }
      expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL, .raw = true }, 0, raw, all.distinct);
      expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT }, 0, raw, all.distinct);
      expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .mirrored = true }, 0, raw,
              all.distinct);
      if (i % 8 == 0)
        expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 3 }, 0, raw,
                all.distinct);
      if (i % 8 == 1)
        expect_in_steps (problem, 200 + (uint64_t) below (&random, 400), raw, all.distinct);
      if (i % 8 == 2)
        expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT },
                10000 + (size_t) below (&random, 400000), raw, all.distinct);
      tw_pieces_result_clear (&all);
    }
  }
  CHECK (compared > test_share (2000));
}

/* The pentominoes and their mirror images as separate pieces, which may only be rotated. */
static TwPieceProblem *
one_sided (const char *rows)
{
  TwPieceProblem *problem = fixture_pentomino_problem (rows, TW_SHAPE_ROTATIONS);

  for (int i = 0; i < 12; i++) {
    TwShape shape = fixture_shape (fixture_pentominoes[i]), image, turned;
    bool same = false;

    CHECK (tw_shape_transform (&image, 1, &shape));
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      if (!(TW_SHAPE_ROTATIONS >> k & 1))
        continue;
      CHECK (tw_shape_transform (&turned, k, &shape));
      same = same || tw_shape_compare (&turned, &image) == 0;
      tw_shape_clear (&turned);
    }
    if (same)
      tw_shape_clear (&image);
    else
      CHECK (tw_piece_problem_add (problem, "mirrored", &image, 0, 1, TW_SHAPE_ROTATIONS));
    tw_shape_clear (&shape);
  }
  return problem;
}

TEST (known, "known counts")
{
  AUTO_PROBLEM *strip = one_sided ("##############################/"
                                   "##############################/"
                                   "##############################");
  AUTO_PROBLEM *six = fixture_pentomino_problem (
    "##########/##########/##########/##########/##########/##########", TW_SHAPE_ALL);
  AUTO_PROBLEM *eight = fixture_pentomino_problem (
    ".######./########/########/########/########/########/########/.######.", TW_SHAPE_ALL);
  AUTO_PIECES_RESULT result = { 0 };
  uint64_t nodes;

  expect (strip, (TwPiecesQuery){ .goal = TW_PIECES_ALL, .threads = 3 }, 0, 184, 46);
  expect (six, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 3 }, 0, 9356, 2339);
  expect_in_steps (six, 30000, 9356, 2339);
  expect_in_steps (eight, 30000, 17360, 2170);
  /* Branching on the item with the fewest placements needs 1,405,000 nodes. */
  result = search (strip, (TwPiecesQuery){ .goal = TW_PIECES_COUNT }, 0, &nodes);
  CHECK (nodes < 600000);
}

/* A narrow board and different pieces with as many cells: pentominoes and smaller pieces, which are
 * used once each. */
static TwPieceProblem *
different_pieces (uint64_t *random)
{
  static const char *const smaller[] = { "####",  "###/#..", "###/.#.", "##./.##",
                                         "##/##", "###",     "##/#.",   "##" };
  enum { N_SMALLER = sizeof smaller / sizeof smaller[0], N = 12 + N_SMALLER };
  int width = 3 + below (random, 4), cells = 0, most = 42 + below (random, 4), n = 0, free;
  const char *chosen[N];
  TwPieceProblem *problem;
  TwBoard *board;

  for (int i = 0; i < N && cells < most; i++) {
    if (below (random, 3) == 0)
      continue;
    chosen[n] = i < N_SMALLER ? smaller[i] : fixture_pentominoes[i - N_SMALLER];
    for (const char *cell = chosen[n++]; *cell != '\0'; cell++)
      cells += *cell == '#';
  }
  board = fixture_rectangle ((cells + width - 1) / width + below (random, 2), width);
  free = board->width * board->height;
  while (free > cells) {
    int x = below (random, board->width), y = below (random, board->height);

    free -= tw_board_is_free (board, x, y);
    tw_board_set (board, x, y, 0);
  }
  problem = tw_piece_problem_new (board);
  for (int i = 0; i < n; i++)
    fixture_add (problem, chosen[i], 1, 1, TW_SHAPE_ALL);
  return problem;
}

TEST (families, "narrow boards: 60 random puzzles of different pieces, with families of their sets")
{
  uint64_t random = 58;
  int listed = 0, solved = 0;

  for (int i = 0; i < test_size (60) && check_case_failures == 0; i++) {
    AUTO_PROBLEM *problem = different_pieces (&random);
    Visited least, tuned, counts;
    AUTO_PIECES_RESULT all = { 0 };

    CHECK (visit (problem, BRANCH_LEAST, TW_COVER_PLAIN, UINT64_MAX, &least));
    CHECK (visit (problem, BRANCH_TUNED, TW_COVER_PLAIN, UINT64_MAX, &tuned));
    CHECK (visit (problem, COUNT_TUNED, TW_COVER_PLAIN, UINT64_MAX, &counts));
    CHECK_INT (tuned.covers, least.covers);
    CHECK_INT (counts.covers, least.covers);
    listed += counts.families;
    solved += least.covers > 0;
    if (least.covers > 20000)
      continue;
    all = search (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL }, 0, NULL);
    CHECK_INT (all.raw, least.covers);
    expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .threads = 1 + i % 3 }, 0, all.raw,
            all.distinct);
    if (i % 4 == 0)
      expect_in_steps (problem, counts.nodes / 8 + 50, all.raw, all.distinct);
    if (i % 4 == 1)
      expect (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT },
              50000 + (size_t) below (&random, 1000000), all.raw, all.distinct);
  }
  printf ("# %d listed, %d solved\n", listed, solved);
  CHECK (listed > test_share (20));
  CHECK (solved > test_share (20));
}

/* Problems whose sets of orientations take two and four words, compared with plain backtracking. */
TEST_IF (!THREAD_SANITIZED, many_shapes, "many orientations")
{
  static const char *const tetrominoes[] = { "####", "###/#..", "###/.#.", "##./.##", "##/##" };

  for (int copies = 1; copies <= 2; copies++) {
    AUTO_PROBLEM *problem = fixture_pentomino_problem ("#####/#####/#####/#####/#####",
                                                       TW_SHAPE_ALL);
    bool stopped;
    uint64_t raw;

    for (size_t i = 0; i < 12; i++)
      problem->pieces[i].least = 0;
    for (size_t i = 0; i < 5; i++)
      fixture_add (problem, tetrominoes[i], 0, 1, TW_SHAPE_ALL);
    /* Pieces that turn in other ways are different pieces. */
    for (size_t i = 0; copies == 2 && i < 12; i++) {
      fixture_add (problem, fixture_pentominoes[i], 0, 1, TW_SHAPE_ROTATIONS);
      fixture_add (problem, fixture_pentominoes[i], 0, 1, TW_SHAPE_FLIP_ONLY);
      fixture_add (problem, fixture_pentominoes[i], 0, 1, TW_SHAPE_FIXED);
    }
    raw = plain_pieces_count (problem, 0, NULL, NULL, &stopped);
    CHECK (raw > 0);
    CHECK_INT (count_covers (problem, false), raw);
    CHECK_INT (count_covers (problem, true), raw);
  }
}

/* A memo never returns a wrong number, however much it forgets. */
TEST (memo, "the memo of remainders")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  uint64_t random = 1, known = 0, count;
  TwCoverMemo memo;

  CHECK (!tw_cover_memo_init (&memo, run, 100, NULL, 0));
  CHECK (tw_cover_memo_init (&memo, run, 1 << 20, NULL, 0));
  for (int i = 0; i < 200000; i++) {
    uint64_t n = 1 + tw_random_next (&random) % 20000;
    TwMemoKey key = { { n, n % 7 } };

    if (tw_cover_memo_get (&memo, key, &count)) {
      known++;
      CHECK_INT (count, n * n);
    } else {
      tw_cover_memo_put (&memo, key, n * n, n % 13);
    }
  }
  CHECK (known > 50000);
  CHECK (tw_run_memory_used (run) <= 1 << 20);
  CHECK (tw_run_memory_used (run) > 1 << 18);
  tw_cover_memo_clear (&memo);
}

CHECK_MAIN
