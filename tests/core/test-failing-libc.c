/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-failing-libc.c - makes each call of libc that takes memory or starts threads fail in turn
 * (failing-libc.h), also those for memory that is not charged to a run. Each call of core either
 * gives what it gives with enough memory or says that memory is short; nothing is leaked or left in
 * an invalid state. */
#include "failing-libc.h"

#include "core/base/generator.h"
#include "core/capped/bouwkamp.h"
#include "core/pieces/bigboard.h"
#include "core/pieces/check.h"
#include "core/squares/count/count.h"
#include "core/squares/count/folded.h"
#include "core/squares/engines/engine.h"
#include "core/squares/best.h"
#include "pieces-fixture.h"
#include "random-board.h"

/* --- boards, tilings and runs ---------------------------------------------- */

/* All memory of the run was returned. */
static void
end_run (TwRun *run)
{
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
}

static void
try_boards (void)
{
  AUTO_BOARD *board = NULL, *copy = NULL, *cut = NULL;
  int32_t labels[30];
  TwBoardBox box;
  int n = 0;

  ARMED (board = tw_generate_board (6, 5, 0.2, 3));
  CHECK (board != NULL || is_short ());
  if (board == NULL)
    return;
  CHECK_INT (tw_board_count_free (board), 24);
  ARMED (copy = tw_board_copy (board));
  CHECK (copy != NULL || is_short ());
  CHECK (copy == NULL || tw_board_equal (copy, board));
  ARMED (n = tw_board_label_components (board, labels));
  CHECK (n == -1 ? is_short () : n >= 1);
  if (n >= 1) {
    CHECK (tw_board_free_box (board, &box));
    ARMED (cut = tw_board_cut_component (board, labels, 0, &box));
    CHECK (cut != NULL || is_short ());
  }
}

static void
try_runs (void)
{
  AUTO_BOARD *board = tw_board_new_empty (20, 3);
  TwRun *run = NULL, *child = NULL;
  TwTiling tiling = { 0 }, other = { 0 };
  TwFault fault = { .kind = TW_FAULT_NONE };
  void *picture = NULL;
  size_t size = 0, faults = 0, n_points;
  const TwStopPoint *points = tw_stop_points (&n_points);
  bool good = true;

  for (int i = 0; i < 60 && good; i++) {
    size_t count = tiling.count;

    ARMED (good = tw_tiling_add (&tiling, (TwSquare){ .x = i % 20, .y = i / 20, .size = 1 }));
    CHECK (good || (is_short () && tiling.count == count));
  }
  ARMED (good = good && tw_tiling_assign (&other, &tiling));
  CHECK (good || (is_short () && other.count == 0));
  if (good) {
    ARMED (good = tw_tiling_check (board, &tiling, &fault));
    CHECK (good || (is_short () && fault.kind == TW_FAULT_NO_MEMORY));
    ARMED (faults = tw_tiling_check_all (board, &tiling, NULL, NULL));
    CHECK (faults == 0 || is_short ());
    ARMED (run = tw_run_new (&(TwLimits){ .memory = 100 }));
    CHECK (run != NULL || is_short ());
  }
  if (run != NULL) {
    ARMED (good = tw_run_test_end_at (run, points, 1, TW_STOP_MEMORY));
    CHECK (good || is_short ());
    ARMED (child = tw_run_new_child (run, 1));
    CHECK (child != NULL || is_short ());
    tw_run_free (child);
    ARMED (good = tw_squares_offer (run, board, &tiling, TW_NO_TRANSFORM));
    CHECK (good || is_short ());
    CHECK_INT (tw_run_refused (run), 0);
    CHECK_INT (tw_run_best (run), good ? 60 : -1);
    tw_tiling_clear (&other);
    if (good) {
      ARMED (good = tw_squares_copy_best (run, &other, NULL));
      CHECK (good ? other.count == 60 : is_short ());
    }
    ARMED (tw_run_set_picture (run, "cells", 6));
    ARMED (picture = tw_run_copy_picture (run, &size));
    CHECK (picture == NULL ? is_short () : size == 6 && memcmp (picture, "cells", 6) == 0);
    free (picture);
    tw_run_free (run);
  }
  tw_tiling_clear (&tiling);
  tw_tiling_clear (&other);
}

static size_t scenario; /* the row of a table that is tested */

/* --- covers by squares ---------------------------------------------------- */

static TwBoard *
seeded_board (int width, int height, unsigned percent, uint64_t seed)
{
  return random_board (width, height, percent, &seed);
}

typedef struct {
  const char *name, *engine;
  int width, height;
  unsigned percent; /* of blocked cells */
  uint64_t seed;
  int threads;
  uint64_t last_point; /* 0: the run goes to its end */
} Squares;

static const Squares square_searches[] = {
  { "optimal", "optimal", 6, 5, 10, 1, 1, 0 },   { "heuristic", "heuristic", 7, 8, 10, 1, 2, 3000 },
  { "components", "auto", 12, 10, 45, 1, 2, 0 }, { "rectangle", "auto", 9, 7, 0, 1, 1, 0 },
  { "priced", "priced", 11, 10, 8, 17, 2, 0 },
};

static void
try_squares (void)
{
  const Squares *row = &square_searches[scenario];
  AUTO_BOARD *board = seeded_board (row->width, row->height, row->percent, row->seed);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = default_options ();
  TwStatus status = TW_STATUS_INFEASIBLE;

  options.threads = row->threads;
  if (row->last_point > 0)
    tw_run_test_stop_at (run, row->last_point, TW_STOP_DEADLINE);
  ARMED (status = tw_squares_engine_find (row->engine)->solve (board, &options, run));
  CHECK (status != TW_STATUS_INFEASIBLE);
  if (status == TW_STATUS_OPTIMAL)
    CHECK_INT (tw_run_bound (run), tw_run_best (run));
  else
    CHECK (is_short () || row->last_point > 0);
  CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
  CHECK_INT (tw_run_refused (run), 0);
  end_run (run);
}

static void
try_counts_of_squares (void)
{
  AUTO_BOARD *board = seeded_board (5, 4, 10, 2);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  static TwNatural all, distinct, by_size[21];
  TwStatus status = TW_STATUS_INFEASIBLE;
  TwOptions options = default_options ();

  ARMED (status = tw_squares_count (board, 2, run, &all));
  CHECK (status == TW_STATUS_OPTIMAL || is_short ());
  if (status == TW_STATUS_OPTIMAL)
    ARMED (status = tw_squares_count_by_size (board, run, by_size));
  if (status == TW_STATUS_OPTIMAL) {
    uint64_t sum = 0;

    for (size_t k = 0; k <= tw_board_count_free (board); k++)
      sum += by_size[k].words[0];
    CHECK_INT (sum, all.words[0]);
    ARMED (status = tw_squares_draw (board, &options, run));
    CHECK (tw_run_best (run) > 0 || is_short ());
  }
  CHECK (status != TW_STATUS_INFEASIBLE);
  CHECK (status == TW_STATUS_OPTIMAL || status == TW_STATUS_FEASIBLE || is_short ());
  end_run (run);
  run = tw_run_new (&(TwLimits){ 0 });
  ARMED (status = tw_squares_count_distinct (4, 4, 2, run, &distinct));
  CHECK (status == TW_STATUS_OPTIMAL || is_short ());
  CHECK (status != TW_STATUS_OPTIMAL || distinct.words[0] == 13);
  end_run (run);
}

/* The bound of a certificate is proved even when memory ran out while it was made. */
static void
try_certificate (void)
{
  static const TwSquare squares[] = { { 0, 0, 2 }, { 2, 0, 1 }, { 2, 1, 1 } };
  AUTO_BOARD *board = tw_board_new_empty (3, 2);
  TwTiling tiling = { .squares = (TwSquare *) (uintptr_t) squares, .count = 3, .capacity = 3 };
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwCertificate *certificate = NULL;
  TwOptions options = default_options ();

  ARMED (certificate = tw_certify (board, &tiling, &options, run));
  CHECK (certificate != NULL || is_short ());
  if (certificate != NULL) {
    CHECK (certificate->bound <= 3);
    CHECK (certificate->bound == 3 || is_short ());
  }
  if (certificate != NULL && certificate->bound == 3) {
    TwTiling list[3] = { 0 }; /* there are two */
    TwStatus status = TW_STATUS_INFEASIBLE;
    size_t n = 3;

    ARMED (status = tw_squares_list_optimal (board, certificate, run, list, &n));
    CHECK (status == TW_STATUS_OPTIMAL || is_short ());
    CHECK_INT (n, status == TW_STATUS_OPTIMAL ? 2 : 0);
    for (size_t i = 0; i < 3; i++)
      tw_tiling_clear (&list[i]);
  }
  tw_certificate_free (certificate);
  end_run (run);
}

/* --- pieces --------------------------------------------------------------- */

static bool
is_sane (TwStatus status)
{
  return is_short () ? status == TW_STATUS_OUT_OF_MEMORY || status == TW_STATUS_FEASIBLE
                         || status == TW_STATUS_OPTIMAL
                     : status == TW_STATUS_OPTIMAL;
}

static void
try_problem (void)
{
  static const TwShapeCell cells[] = { { 0, 0, '#' }, { 1, 0, '#' }, { 1, 1, '#' } };
  AUTO_PROBLEM *problem = NULL, *copy = NULL;
  TwPiecePlacement corner = { .piece = 0, .transform = 0, .x = 0, .y = 0 };
  TwPieceSolution solution = { .placements = &corner, .count = 1 }, kept = { 0 };
  TwPieceFault fault = { .kind = TW_PIECE_FAULT_NONE };
  TwPieceSink *sink = NULL;
  TwShape shape = { 0 }, turns[8];
  uint8_t transforms[8];
  bool good = false;
  int n = 0;

  ARMED (problem = tw_piece_problem_new (tw_board_new_empty (2, 2)));
  CHECK (problem != NULL || is_short ());
  if (problem == NULL)
    return;
  memset (problem->board->cells, '#', 4);
  tw_board_set (problem->board, 0, 1, TW_CELL_BLOCKED);
  ARMED (good = tw_shape_init (&shape, cells, 3));
  CHECK (good ? shape.count == 3 : is_short () && shape.count == 0);
  if (good) {
    int connected = 0;

    ARMED (connected = tw_shape_is_connected (&shape));
    CHECK (connected == (is_short () ? -1 : 1));
    ARMED (n = tw_shape_orientations (&shape, TW_SHAPE_ALL, turns, transforms));
    CHECK (n == 4 || (n == -1 && is_short ()));
    for (int i = 0; i < n; i++)
      tw_shape_clear (&turns[i]);
    ARMED (good = tw_piece_problem_add (problem, "L", &shape, 1, 1, TW_SHAPE_ALL));
    CHECK (good || (is_short () && problem->n_pieces == 0));
  }
  if (good) {
    TwPlaceFault place = TW_PLACE_OK;

    ARMED (good = tw_piece_solution_check (problem, &solution, &fault));
    CHECK (good || (is_short () && fault.kind == TW_PIECE_FAULT_NO_MEMORY));
    ARMED (sink = tw_piece_sink_new (problem, 2));
    CHECK (sink != NULL || is_short ());
    if (sink != NULL) {
      ARMED (good = tw_piece_sink_put (sink, &solution));
      CHECK (good || is_short ());
      CHECK_INT (tw_piece_sink_refused (sink), 0);
      if (tw_piece_sink_kept (sink) == 1) {
        ARMED (good = tw_piece_sink_get (sink, 0, &kept));
        CHECK (good ? kept.count == 1 : is_short ());
        tw_piece_solution_clear (&kept);
      }
      tw_piece_sink_free (sink);
    }
    ARMED (place = tw_piece_problem_place (problem, corner, NULL, NULL));
    CHECK (place == TW_PLACE_OK || (place == TW_PLACE_NO_MEMORY && is_short ()));
    CHECK_INT (problem->n_placed, place == TW_PLACE_OK);
    ARMED (copy = tw_piece_problem_copy (problem));
    CHECK (copy != NULL || is_short ());
    CHECK (copy == NULL || (copy->n_placed == problem->n_placed && copy->n_pieces == 1));
  }
}

/* Searches, and resumes what memory stopped; `raw` is the number of solutions. */
static void
search_pieces (TwPieceProblem *problem, TwPiecesQuery query, int64_t raw)
{
  AUTO_SINK *sink = tw_piece_sink_new (problem, 1000);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_PIECES_RESULT result = { 0 };
  bool searched = false;

  ARMED (searched = tw_pieces_search (problem, &query, run, sink, &result));
  CHECK_INT (tw_run_memory_used (run), 0);
  CHECK_INT (tw_piece_sink_refused (sink), 0);
  if (!searched) {
    CHECK (is_short ());
    CHECK_INT (result.fault, TW_CHECKPOINT_NO_MEMORY);
  } else {
    CHECK (is_sane (result.status));
    if (result.complete) {
      CHECK_INT (result.raw, raw);
    } else {
      CHECK (is_short () || query.goal != TW_PIECES_COUNT);
      CHECK ((int64_t) result.raw <= raw);
    }
    CHECK (result.status != TW_STATUS_OPTIMAL || query.goal == TW_PIECES_COUNT
           || tw_piece_sink_raw (sink) > 0);
    if (result.checkpoint != NULL && query.resume == NULL) {
      TwPiecesQuery rest = query;

      rest.resume = result.checkpoint;
      search_pieces (tw_piece_problem_copy (problem), rest, raw);
    }
  }
  tw_piece_problem_free (problem);
}

static int64_t chequered; /* solutions of the chequered puzzle */

static void
count_chequered (void)
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 1, .engine = "frontier" };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  chequered = (int64_t) result.raw;
}

static const struct {
  const char *name;
  TwPiecesQuery query;
} chequered_queries[] = {
  { "list", { .goal = TW_PIECES_ALL, .raw = true, .threads = 2, .engine = "cover" } },
  { "count", { .goal = TW_PIECES_COUNT, .threads = 2 } },
  { "matrix", { .goal = TW_PIECES_COUNT, .threads = 2, .engine = "frontier" } },
  { "restart", { .goal = TW_PIECES_FIRST, .threads = 2, .engine = "restart" } },
  { "fill", { .goal = TW_PIECES_FIRST, .threads = 2, .engine = "fill" } },
  { "draw", { .goal = TW_PIECES_RANDOM, .threads = 1, .seed = 3 } },
  { "draw from list", { .goal = TW_PIECES_RANDOM, .threads = 1, .seed = 3, .engine = "cover" } },
};

static void
try_chequered (void)
{
  search_pieces (fixture_chequered_problem (), chequered_queries[scenario].query, chequered);
}

static void
try_first (void)
{
  search_pieces (fixture_strip_problem (), (TwPiecesQuery){ .goal = TW_PIECES_FIRST, .threads = 2 },
                 8);
}

/* A piece placed beforehand, cells that stay free and another symmetry. */
static void
try_placed (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board ("####/####/####"));

  fixture_add (problem, "##", 0, 6, TW_SHAPE_ALL);
  fixture_add (problem, "#", 0, 1, TW_SHAPE_ALL);
  problem->n_free = 1;
  CHECK_INT (
    tw_piece_problem_place (problem, (TwPiecePlacement){ .piece = 1, .x = 0, .y = 0 }, NULL, NULL),
    TW_PLACE_OK);
  search_pieces (problem, (TwPiecesQuery){ .goal = TW_PIECES_ALL, .threads = 1 }, 29);
}

/* More solutions than 64 bits hold, with their digits. */
static void
try_large_count (void)
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (2, 100));
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 1, .engine = "frontier" };
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesResult result;

  fixture_add (problem, "##", 0, 100, TW_SHAPE_ALL);
  /* Without memory for the matrix the engine would list the solutions. */
  tw_run_test_stop_at (run, 20000, TW_STOP_MEMORY);
  ARMED (CHECK (tw_pieces_search (problem, &query, run, NULL, &result)));
  CHECK (is_sane (result.status));
  if (result.complete) {
    CHECK (result.overflow);
    CHECK_STR (result.raw_digits, "573147844013817084101"); /* Fibonacci's number F(101) */
  }
  tw_pieces_result_clear (&result);
  end_run (run);
}

/* A plan for several machines, and one of its units. */
static void
try_plan (void)
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  TwPiecesQuery query = {
    .goal = TW_PIECES_COUNT, .threads = 1, .engine = "cover", .plan = true, .split = 8
  };
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_PIECES_RESULT result = { 0 };
  bool good = false;

  ARMED (good = tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (good || is_short ());
  CHECK (result.checkpoint != NULL || is_short ());
  end_run (run);
  if (result.checkpoint != NULL)
    search_pieces (
      tw_piece_problem_copy (problem),
      (TwPiecesQuery){
        .goal = TW_PIECES_COUNT, .threads = 2, .engine = "cover", .resume = result.checkpoint },
      chequered);
}

/* --- exact covers, tetromino squares, capped squares ------------------------- */

static void
try_exact_cover (void)
{
  /* Three items; {0}, {1, 2}, {0, 1}, {2}, with a secondary item in the first and the last. */
  static const int32_t start[] = { 0, 2, 4, 6, 8 };
  static const TwCoverTerm terms[] = { { 0, 0 }, { 3, 1 }, { 1, 0 }, { 2, 0 },
                                       { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 2 } };
  TwExactCover problem = {
    .n_primary = 3, .n_secondary = 1, .n_options = 4, .start = start, .terms = terms
  };
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwExactCoverResult result;
  TwCoverFault fault = TW_COVER_FAULT_NONE;
  int item = -1;

  ARMED (tw_exact_cover_search (&problem, 0, 2, run, &result));
  CHECK (is_sane (result.status));
  CHECK (result.count <= 2);
  CHECK (!result.complete || result.count == 2);
  CHECK (result.complete || is_short ());
  if (result.options != NULL) {
    ARMED (
      fault = tw_exact_cover_check (&problem, result.options, (size_t) result.n_options, &item));
    CHECK (fault == TW_COVER_FAULT_NONE || (fault == TW_COVER_FAULT_NO_MEMORY && is_short ()));
  }
  tw_exact_cover_result_clear (&result);
  end_run (run);
}

static void
solve_tetrominoes (TwTetrominoProblem task)
{
  TwTetromino solution[400];
  size_t count = (size_t) (task.size * task.size / 4), n_faults = 0, n_shown = 0;
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwTetromino *shown = NULL;
  TwTetrominoFault fault = { .kind = TW_TETROMINO_FAULT_NONE };
  TwOptions options = default_options ();
  TwStatus status = TW_STATUS_INFEASIBLE;
  bool good = false;

  options.threads = 2;
  ARMED (status = tw_bigboard_solve (&task, &options, run, solution));
  CHECK (status == TW_STATUS_FEASIBLE || (status == TW_STATUS_OUT_OF_MEMORY && is_short ()));
  if (status == TW_STATUS_FEASIBLE) {
    ARMED (good = tw_tetromino_check (&task, solution, count, &fault, 1, &n_faults));
    CHECK (good || (is_short () && fault.kind == TW_TETROMINO_FAULT_NO_MEMORY && n_faults == 1));
  }
  ARMED (good = tw_bigboard_snapshot (run, &shown, &n_shown));
  CHECK (!good || n_shown <= count);
  free (shown);
  end_run (run);
}

static void
try_tetrominoes (void)
{
  solve_tetrominoes ((TwTetrominoProblem){ .size = 8, .counts = { 2, 2, 2, 4, 2, 2, 2 } });
}

static void
try_many_tetrominoes (void)
{
  solve_tetrominoes ((TwTetrominoProblem){ .size = 24, .counts = { 21, 21, 21, 21, 20, 20, 20 } });
}

static void
try_generated_tetrominoes (void)
{
  TwTetrominoProblem task;
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  bool good = false;

  ARMED (good = tw_bigboard_generate (8, 5, run, &task, NULL));
  CHECK (good || is_short ());
  CHECK (!good || tw_tetromino_judge (&task) == TW_TETROMINO_POSSIBLE);
  end_run (run);
}

static const struct {
  const char *name;
  TwCappedProblem problem;
  size_t squares; /* 0: not checked */
  uint64_t count; /* of all tilings, if all are listed */
} capped_problems[] = {
  { "fewest", { 9, 9, 0, TW_CAPPED_FEWEST }, 6, 0 }, /* OEIS A018835 */
  { "all capped", { 33, 32, 1, TW_CAPPED_ALL }, 9, 1 },
  { "least cap", { 8, 8, 0, TW_CAPPED_LEAST_CAP }, 0, 0 },
};

static void
try_capped (void)
{
  TwCappedProblem task = capped_problems[scenario].problem;
  size_t fewest = capped_problems[scenario].squares;
  uint64_t count = capped_problems[scenario].count;
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_CAPPED_RESULT result = { .list_most = 4 };
  TwStatus status = TW_STATUS_INFEASIBLE;
  TwOptions options = default_options ();

  options.threads = 2;
  ARMED (status = tw_capped_solve (&task, &options, run, &result));
  CHECK (status != TW_STATUS_INFEASIBLE || (fewest == 0 && count == 0));
  CHECK (is_short () || status != TW_STATUS_OUT_OF_MEMORY);
  if (status == TW_STATUS_OPTIMAL && fewest > 0)
    CHECK_INT (result.best.count, fewest);
  if (result.complete)
    CHECK_INT (result.count, count);
  CHECK (result.listed <= 4 && result.listed <= result.count);
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
}

static void
try_bouwkamp (void)
{
  static const char code[] = "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)";
  TwCappedProblem task = { 33, 32, 1, TW_CAPPED_ANY };
  AUTO_TILING tiling = { 0 };
  int width = 0, height = 0;
  char error[128] = "", *written = NULL;
  bool good = false;

  ARMED (
    good = tw_bouwkamp_read (code, strlen (code), &width, &height, &tiling, error, sizeof error));
  CHECK (good ? width == 33 && height == 32 && tiling.count == 9 : is_short ());
  if (good) {
    TwJudgement verdict = TW_SOLUTION_RIGHT;

    ARMED (written = tw_bouwkamp_write (width, height, &tiling));
    CHECK (written == NULL ? is_short () : strcmp (written, code) == 0);
    ARMED (verdict = tw_capped_judge (&task, &tiling, error, sizeof error));
    CHECK (verdict == TW_SOLUTION_RIGHT || (verdict == TW_SOLUTION_UNJUDGED && is_short ()));
  } else {
    CHECK (*error != '\0');
  }
  free (written);
}

static const struct {
  const char *name;
  void (*go) (void);
} scenarios[] = {
  { "boards", try_boards },
  { "runs", try_runs },
  { "certificate", try_certificate },
  { "problem", try_problem },
  { "first", try_first },
  { "placed", try_placed },
  { "large count", try_large_count },
  { "plan", try_plan },
  { "exact cover", try_exact_cover },
  { "tetrominoes", try_tetrominoes },
  { "many tetrominoes", try_many_tetrominoes },
  { "generated tetrominoes", try_generated_tetrominoes },
  { "bouwkamp", try_bouwkamp },
  { "counts of squares", try_counts_of_squares },
};

static void
try_other (void)
{
  scenarios[scenario].go ();
}

static void (*try_row) (void);

static void
test_row (void)
{
  fail_in_turn (try_row);
}

/* Runs `go` for each row of a table; a row begins with the name of its case. */
#define TEST_ROWS(table, go)                                                  \
  for (scenario = 0; scenario < sizeof table / sizeof table[0]; scenario++) { \
    try_row = go;                                                             \
    check_run (table[scenario].name, test_row);                               \
  }

int
main (void)
{
  check_run ("the number of solutions", count_chequered);
  TEST_ROWS (square_searches, try_squares)
  TEST_ROWS (chequered_queries, try_chequered)
  TEST_ROWS (capped_problems, try_capped)
  TEST_ROWS (scenarios, try_other)
  return check_done ();
}
