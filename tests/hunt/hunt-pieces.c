/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt-pieces.c - piece puzzles and tetromino squares. */
#include "hunt.h"

#include "../bench/plain-pieces.h"
#include "../core/random-pieces.h"
#include "core/base/transform.h"
#include "core/pieces/bigboard.h"
#include "core/run/stop-points.h"
#include "puzzle/kinds/pieces/pieces.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/tetrominoes.h"

enum {
  PLAIN_NODES = 300000, /* of the plain search */
  MOST_LISTED = 50000,  /* solutions that are visited one by one */
  MOST_SECONDS = 3,     /* of one search; a search that is not complete is not compared */
};

typedef struct {
  TwPiecesResult result;
  char *checkpoint; /* the caller frees it */
} Found;

typedef struct {
  int threads;
  size_t memory;
  uint64_t stop_at;
} Limits;

static Found
run_query (const TwPieceProblem *problem, TwPiecesQuery query, Limits limits)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = MOST_SECONDS, .memory = limits.memory });
  AUTO_SINK *sink = tw_piece_sink_new (problem, 10);
  Found found;

  query.threads = limits.threads;
  if (limits.stop_at > 0)
    tw_run_test_stop_at (run, limits.stop_at, TW_STOP_CANCEL);
  hunt_describe ("%s, goal %d, %d threads, %zu bytes, stop at %llu: ",
                 query.engine != NULL ? query.engine : "auto", query.goal, query.threads,
                 limits.memory, (unsigned long long) limits.stop_at);
  CHECK (tw_pieces_search (problem, &query, run, sink, &found.result));
  found.checkpoint = found.result.checkpoint;
  found.result.checkpoint = NULL;
  tw_pieces_result_clear (&found.result);
  hunt_describe ("%s, %llu raw, %llu distinct\n", tw_status_name (found.result.status),
                 (unsigned long long) found.result.raw, (unsigned long long) found.result.distinct);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  return found;
}

static void
describe_board (const TwBoard *board)
{
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++)
      hunt_describe ("%c", tw_board_is_free (board, x, y) ? '`' + tw_board_get (board, x, y) : '.');
    hunt_describe ("\n");
  }
}

/* --- counts -------------------------------------------------------------------- */

static void
expect_counts (const TwPieceProblem *problem, TwPiecesQuery query, Limits limits,
               const TwPiecesResult *expected)
{
  Found found = run_query (problem, query, limits);

  if (found.result.complete) {
    CHECK_INT (found.result.raw, expected->raw);
    CHECK_INT (found.result.distinct, expected->distinct);
    CHECK_INT (found.result.status, expected->status);
  } else {
    CHECK (found.result.status != TW_STATUS_INFEASIBLE);
    CHECK (found.result.raw <= expected->raw && found.result.distinct <= expected->distinct);
  }
  free (found.checkpoint);
}

/* Returns a random transform that keeps the permitted transforms of all pieces. */
static int
random_transform (const TwPieceProblem *problem, uint64_t *random)
{
  static const int rotations[] = { 0, 5, 3, 6 };
  uint8_t common = TW_SHAPE_ALL;

  for (size_t i = 0; i < problem->n_pieces; i++) {
    uint8_t mask = problem->pieces[i].transforms;

    common = mask == TW_SHAPE_ALL ? common : mask == TW_SHAPE_ROTATIONS ? common & mask : 1;
    if (common == 1)
      return 0;
  }
  return common == TW_SHAPE_ALL ? below (random, TW_N_TRANSFORMS) : rotations[below (random, 4)];
}

/* The same puzzle, transformed, in a larger frame, with the pieces in another order. */
static TwPieceProblem *
make_copy (const TwPieceProblem *problem, uint64_t *random)
{
  TwBoard *image = tw_transform_board (random_transform (problem, random), problem->board);
  int left = below (random, 3), top = below (random, 3), first;
  TwBoard *board = tw_board_new (image->width + left + below (random, 3),
                                 image->height + top + below (random, 3));
  TwPieceProblem *copy;

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      tw_board_set (board, left + x, top + y, tw_board_get (image, x, y));
  tw_board_free (image);
  copy = tw_piece_problem_new (board);
  first = problem->n_pieces > 0 ? below (random, (int) problem->n_pieces) : 0;
  for (size_t i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[(i + (size_t) first) % problem->n_pieces];
    TwShape shape;

    CHECK (tw_shape_copy (&shape, &piece->shape));
    CHECK (tw_piece_problem_add (copy, "x", &shape, piece->least, piece->most, piece->transforms));
  }
  return copy;
}

/* Stops a search repeatedly, each time later, and continues it from its checkpoint. */
static void
stop_and_resume (const TwPieceProblem *problem, int threads, uint64_t first,
                 const TwPiecesResult *expected)
{
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .engine = "cover" };
  char *checkpoint = NULL;

  for (uint64_t i = 0; i < 100 && check_case_failures == 0; i++) {
    Found found;

    query.resume = checkpoint;
    found = run_query (problem, query,
                       (Limits){ .threads = threads, .stop_at = first + (i * first << i / 4) });
    if (found.result.complete) {
      CHECK_INT (found.result.raw, expected->raw);
      CHECK_INT (found.result.distinct, expected->distinct);
      break;
    }
    CHECK (found.result.raw <= expected->raw);
    if (found.checkpoint != NULL) {
      free (checkpoint);
      checkpoint = found.checkpoint;
    }
  }
  free (checkpoint);
}

int
hunt_pieces (uint64_t *random)
{
  TwPieceProblem *problem = random_problem (random, 8, 8);
  Found found;
  g_autoptr (TwPuzzle) puzzle = NULL;
  TwPiecesResult expected;
  uint64_t plain;
  bool stopped;

  check_case_failures = 0;
  describe_board (problem->board);
  for (size_t i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];

    hunt_describe ("piece %zu, %d to %d times, transforms %x:", i, piece->least, piece->most,
                   piece->transforms);
    for (int j = 0; j < piece->shape.count; j++)
      hunt_describe (" %d,%d", piece->shape.cells[j].x, piece->shape.cells[j].y);
    hunt_describe ("\n");
  }
  found = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT }, (Limits){ .threads = 1 });
  expected = found.result;
  free (found.checkpoint);
  if (!expected.complete || expected.overflow)
    goto done;
  puzzle = tw_piece_puzzle_new (&tw_kind_pieces, NULL, tw_piece_problem_copy (problem), NULL, NULL);
  CHECK_INT (hunt_certify (puzzle), 0);
  CHECK_INT (hunt_certify_count (puzzle, expected.raw), 0);
  plain = plain_pieces_count (problem, PLAIN_NODES, NULL, NULL, &stopped);
  if (!stopped)
    CHECK_INT (expected.raw, plain);
  expect_counts (problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "frontier" },
                 (Limits){ .threads = 1 }, &expected);
  if (problem->n_placed == 0) {
    AUTO_PROBLEM *copy = make_copy (problem, random);

    hunt_describe ("copy: ");
    expect_counts (copy, (TwPiecesQuery){ .goal = TW_PIECES_COUNT }, (Limits){ .threads = 2 },
                   &expected);
  }
  for (int i = 0; tw_pieces_engines ()[i] != NULL; i++) {
    found = run_query (problem,
                       (TwPiecesQuery){ .goal = TW_PIECES_FIRST,
                                        .engine = tw_pieces_engines ()[i],
                                        .seed = (uint32_t) below (random, 1000) },
                       (Limits){ .threads = 1 + below (random, 3) });
    if (found.result.status == TW_STATUS_OPTIMAL || found.result.status == TW_STATUS_INFEASIBLE)
      CHECK_INT (found.result.status, expected.status);
    free (found.checkpoint);
  }
  if (expected.raw > MOST_LISTED)
    goto done;
  expect_counts (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL, .engine = "cover" },
                 (Limits){ .threads = 1 + below (random, 3) }, &expected);
  expect_counts (problem,
                 (TwPiecesQuery){ .goal = TW_PIECES_COUNT, .engine = "cover", .mirrored = true },
                 (Limits){ .threads = 2 }, &expected);
  expect_counts (
    problem, (TwPiecesQuery){ .goal = TW_PIECES_COUNT },
    (Limits){ .threads = 1 + below (random, 2), .memory = (size_t) 1 << (10 + below (random, 14)) },
    &expected);
  if (check_case_failures == 0)
    stop_and_resume (problem, 1 + below (random, 3), UINT64_C (1) << below (random, 10), &expected);
done:
  tw_piece_problem_free (problem);
  return check_case_failures;
}

/* --- tetromino squares -------------------------------------------------------------- */

/* The task as a piece puzzle, which other engines solve. */
static TwPieceProblem *
problem_of (const TwTetrominoProblem *task)
{
  TwPieceProblem *problem = tw_piece_problem_new (
    tw_board_new_empty ((int) task->size, (int) task->size));

  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    const TwTetrominoShape *drawing = tw_tetromino_shape (figure, 0);
    TwShapeCell cells[4];
    TwShape shape;
    int count = (int) task->counts[figure];

    for (int i = 0; i < 4; i++)
      cells[i] = (TwShapeCell){ .x = drawing->cells[i][0],
                                .y = drawing->cells[i][1],
                                .colour = TW_CELL_FREE };
    CHECK (tw_shape_init (&shape, cells, 4));
    CHECK (tw_piece_problem_add (problem, "x", &shape, count, count, TW_SHAPE_ROTATIONS));
  }
  return problem;
}

static TwStatus
solve_tetromino (const TwTetrominoProblem *task, int threads, int seed, TwTetromino *solution)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = MOST_SECONDS });
  size_t count = (size_t) (task->size * task->size / 4);
  TwOptions options = default_options ();
  TwStatus status;

  options.threads = threads;
  options.seed = seed;
  status = tw_bigboard_solve (task, &options, run, solution);
  hunt_describe ("%d threads: %s\n", threads, tw_status_name (status));
  if (status == TW_STATUS_FEASIBLE)
    CHECK (tw_tetromino_check (task, solution, count, NULL, 0, NULL));
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  return status;
}

/* A solution does not depend on the number of threads, and other engines find one exactly when this
 * one does. */
int
hunt_tetromino (uint64_t *random)
{
  static const int sides[] = { 4, 6, 6, 8, 8, 10, 16, 30 };
  TwTetrominoProblem task = { .size = sides[below (random, 8)] };
  int count = (int) (task.size * task.size / 4), seed = below (random, 1000);
  bool generated = below (random, 2) == 0 || task.size > 8;
  TwTetromino a[225], b[225];
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwStatus one, many;

  check_case_failures = 0;
  if (generated)
    CHECK (tw_bigboard_generate ((int) task.size, check_random (random), run, &task, NULL));
  else
    for (int left = count; left > 0; left--)
      task.counts[below (random, 2 + below (random, TW_N_TETROMINO_LETTERS - 1))]++;
  tw_run_free (run);
  hunt_describe ("side %d:", (int) task.size);
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    hunt_describe (" %c%d", tw_tetromino_letter ((TwTetrominoLetter) i), (int) task.counts[i]);
  hunt_describe ("\n");
  one = solve_tetromino (&task, 1, seed, a);
  many = solve_tetromino (&task, 3, seed, b);
  CHECK (one == many || one == TW_STATUS_TIMEOUT || many == TW_STATUS_TIMEOUT);
  if (one == TW_STATUS_FEASIBLE && many == TW_STATUS_FEASIBLE)
    for (int i = 0; i < count; i++)
      CHECK (a[i].figure == b[i].figure && a[i].angle == b[i].angle && a[i].x == b[i].x
             && a[i].y == b[i].y);
  if (generated)
    CHECK (one != TW_STATUS_INFEASIBLE && many != TW_STATUS_INFEASIBLE);
  if (task.size <= 8) {
    TwPieceProblem *problem = problem_of (&task);
    Found found = run_query (problem, (TwPiecesQuery){ .goal = TW_PIECES_FIRST, .engine = "cover" },
                             (Limits){ .threads = 2 });

    if (found.result.status == TW_STATUS_OPTIMAL)
      CHECK (one != TW_STATUS_INFEASIBLE);
    if (found.result.status == TW_STATUS_INFEASIBLE)
      CHECK (one != TW_STATUS_FEASIBLE);
    free (found.checkpoint);
    tw_piece_problem_free (problem);
    if (task.size <= 6) {
      g_autoptr (TwPuzzle) puzzle = tw_tetrominoes_puzzle_new (NULL, &task, NULL);

      CHECK_INT (hunt_certify (puzzle), 0);
    }
  }
  return check_case_failures;
}
