/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stopping the searches of core/pieces at every point, going on from where they
 * stopped, and running out of memory at every request. */
#include "check.h"

#include "pieces-fixture.h"

/* Chequered, with an optional piece and equal ones: every path of the search. */
static TwPieceProblem *
small_problem (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board ("abab/baba/abab/baba"));

  fixture_add (problem, "ab", 0, 4, TW_SHAPE_ALL);
  fixture_add (problem, "aba/b..", 1, 1, TW_SHAPE_ALL);
  fixture_add (problem, "ab/b.", 0, 2, TW_SHAPE_ROTATIONS);
  fixture_add (problem, "ba/a.", 0, 2, TW_SHAPE_ROTATIONS);
  return problem;
}

static TwPieceProblem *
pentomino_problem (void)
{
  return fixture_pentomino_problem ("####################/####################/"
                                    "####################",
                                    TW_SHAPE_ALL);
}

typedef struct {
  uint64_t raw;
  uint64_t distinct;
} Counts;

static Counts
count_all (const TwPieceProblem *problem, int threads)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = threads };
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  CHECK (result.checkpoint == NULL);
  tw_run_free (run);
  return (Counts){ .raw = result.raw, .distinct = result.distinct };
}

/* Stops after n points, then again and again until the search is through. */
static void
stop_and_resume (const TwPieceProblem *problem, int threads, uint64_t n, TwStop why, Counts all)
{
  char *checkpoint = NULL;
  uint64_t kept = 0;

  for (int i = 0;; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwPieceSink *sink = tw_piece_sink_new (problem, 1000);
    TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = threads, .resume = checkpoint };
    TwPiecesResult result;

    /* Further each time: a stop before anything was done saves nothing. */
    tw_run_test_stop_at (run, n + (uint64_t) i * 50, why);
    CHECK (tw_pieces_search (problem, &query, run, sink, &result));
    CHECK_INT (tw_run_memory_used (run), 0);
    CHECK_INT (tw_piece_sink_refused (sink), 0);
    CHECK (tw_run_permille (run) >= 0 && tw_run_permille (run) <= 1000);
    kept += tw_piece_sink_kept (sink);
    tw_piece_sink_free (sink);
    tw_run_free (run);
    if (result.complete) {
      CHECK_INT (result.raw, all.raw);
      CHECK_INT (result.distinct, all.distinct);
      CHECK_INT (kept, all.distinct);
      free (checkpoint);
      return;
    }
    CHECK (result.status == TW_STATUS_FEASIBLE
           || result.status == (why == TW_STOP_CANCEL ? TW_STATUS_CANCELLED : TW_STATUS_TIMEOUT));
    CHECK (result.raw <= all.raw);
    if (result.checkpoint != NULL) {
      free (checkpoint);
      checkpoint = result.checkpoint;
    } else {
      CHECK_INT (result.raw, 0); /* it stopped before the search */
    }
    if (check_case_failures > 0) {
      free (checkpoint);
      return;
    }
  }
}

static void
test_every_point (void)
{
  TwPieceProblem *problem = small_problem ();
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
  Counts all = count_all (problem, 1);
  TwPiecesResult result;
  uint64_t points;

  CHECK (all.raw > all.distinct && all.distinct > 10);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  points = tw_run_test_points (run);
  tw_run_free (run);
  printf ("# %d points\n", (int) points);
  CHECK (points > 100);
  for (uint64_t n = 1; n <= points && check_case_failures == 0; n++)
    stop_and_resume (problem, 1 + (int) (n % 2), n, n % 3 ? TW_STOP_CANCEL : TW_STOP_DEADLINE, all);
  tw_piece_problem_free (problem);
}

static void
test_some_points (void)
{
  TwPieceProblem *problem = pentomino_problem ();
  Counts all = count_all (problem, 2);

  CHECK_INT (all.raw, 8);
  for (uint64_t n = 100; n < 8000 && check_case_failures == 0; n += 1500)
    stop_and_resume (problem, 2, n, TW_STOP_CANCEL, all);
  tw_piece_problem_free (problem);
}

static void
test_every_request (void)
{
  TwPieceProblem *problem = small_problem ();
  Counts all = count_all (problem, 1);

  for (uint64_t n = 1;; n++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
    TwPiecesResult result;
    uint64_t requests;

    tw_run_test_fail_memory (run, n);
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK_INT (tw_run_memory_used (run), 0);
    if (result.complete) {
      CHECK_INT (result.raw, all.raw);
    } else {
      CHECK (result.status == TW_STATUS_OUT_OF_MEMORY || result.status == TW_STATUS_FEASIBLE);
      CHECK_INT (tw_run_stop_reason (run), TW_STOP_MEMORY);
      CHECK (result.raw <= all.raw);
    }
    requests = tw_run_test_requests (run);
    tw_pieces_result_clear (&result);
    tw_run_free (run);
    if (requests < n || check_case_failures > 0)
      break;
  }
  tw_piece_problem_free (problem);
}

static void
test_bad_checkpoints (void)
{
  TwPieceProblem *problem = pentomino_problem (), *other = small_problem ();
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
  TwPiecesResult result;
  char *checkpoint, *text;
  uint64_t points;
  size_t length;

  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  points = tw_run_test_points (run);
  tw_run_free (run);
  run = tw_run_new (&(TwLimits){ 0 });
  tw_run_test_stop_at (run, points - 500, TW_STOP_CANCEL);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  tw_run_free (run);
  checkpoint = result.checkpoint;
  CHECK (checkpoint != NULL);
  if (checkpoint == NULL)
    return;

  run = tw_run_new (&(TwLimits){ 0 });
  query.resume = checkpoint;
  CHECK (!tw_pieces_search (other, &query, run, NULL, &result));
  tw_pieces_result_clear (&result);
  /* Every cut and many changed characters: refused or resumed, never worse. */
  length = strlen (checkpoint);
  text = malloc (length + 1);
  for (size_t i = 0; i < length; i += 1 + i / 40) {
    query.resume = text;
    memcpy (text, checkpoint, i);
    text[i] = '\0';
    if (tw_pieces_search (problem, &query, run, NULL, &result))
      CHECK (result.complete);
    tw_pieces_result_clear (&result);
    memcpy (text, checkpoint, length + 1);
    text[i] = (char) (text[i] == 'f' ? '-' : text[i] + 1);
    tw_pieces_search (problem, &query, run, NULL, &result);
    tw_pieces_result_clear (&result);
  }
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
  free (text);
  free (checkpoint);
  tw_piece_problem_free (problem);
  tw_piece_problem_free (other);
}

/* One cover, thousands of pieces deep: the stack holds, a stop anywhere leaves a
 * short checkpoint, and two threads of which one has nothing to do come to the end. */
static void
test_deep_search (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (45, 45));
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 2, .engine = "cover" };
  TwPiecesResult result;
  uint64_t points;
  TwRun *run;

  fixture_add (problem, "#", 0, 3000, TW_SHAPE_FIXED);
  run = tw_run_new (&(TwLimits){ 0 });
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  CHECK_INT (result.raw, 1);
  points = tw_run_test_points (run);
  CHECK (points > 45 * 45);
  tw_run_free (run);
  for (uint64_t n = 2; n < points; n += points / 5) {
    char *checkpoint;

    run = tw_run_new (&(TwLimits){ 0 });
    tw_run_test_stop_at (run, n, TW_STOP_CANCEL);
    query.resume = NULL;
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK_INT (result.status, TW_STATUS_CANCELLED);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    checkpoint = result.checkpoint;
    if (checkpoint == NULL)
      continue;
    CHECK (strlen (checkpoint) < 20000);
    run = tw_run_new (&(TwLimits){ 0 });
    query.resume = checkpoint;
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK (result.complete);
    CHECK_INT (result.raw, 1);
    tw_run_free (run);
    free (checkpoint);
  }
  tw_piece_problem_free (problem);
}

/* Boards of 10,000 cells and 10,000 different pieces: whatever the question, the
 * run ends when it is told to, with all memory given back. */
static void
test_large_boards (void)
{
  static const TwPiecesGoal goals[] = { TW_PIECES_FIRST, TW_PIECES_COUNT };
  TwPieceProblem *problem = tw_piece_problem_new (fixture_rectangle (100, 100));
  uint32_t random = 7;

  for (int i = 0; i < TW_PIECES_MAX_PIECES; i++) {
    TwShapeCell cells[40] = { { .colour = '#' } };
    TwShape shape;

    for (int c = 1; c < 40; c++) {
      random = random * 1664525u + 1013904223u;
      cells[c] = cells[c - 1];
      if (random >> 31)
        cells[c].x++;
      else
        cells[c].y++;
    }
    CHECK (tw_shape_init (&shape, cells, 40));
    CHECK (tw_piece_problem_add (problem, "", &shape, 0, 1, TW_SHAPE_ALL));
  }
  for (size_t g = 0; g < sizeof goals / sizeof goals[0]; g++) {
    for (uint64_t n = 1; n < 2000000; n *= 20) {
      TwRun *run = tw_run_new (&(TwLimits){ .memory = (size_t) 1 << 28 });
      TwPiecesQuery query = { .goal = goals[g], .threads = 2 };
      TwPiecesResult result;

      tw_run_test_stop_at (run, n, n % 400 == 0 ? TW_STOP_DEADLINE : TW_STOP_CANCEL);
      CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
      CHECK_INT (result.status, n % 400 == 0 ? TW_STATUS_TIMEOUT : TW_STATUS_CANCELLED);
      CHECK_INT (tw_run_memory_used (run), 0);
      tw_pieces_result_clear (&result);
      tw_run_free (run);
    }
  }
  tw_piece_problem_free (problem);
}

static void
test_limits (void)
{
  TwPieceProblem *problem = small_problem ();
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwPieceSink *sink = tw_piece_sink_new (problem, 5);
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 2, .limit = 7 };
  TwPieceSolution solution;
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, sink, &result));
  CHECK (!result.complete);
  CHECK_INT (result.status, TW_STATUS_OPTIMAL);
  CHECK_INT (result.distinct, 7);
  CHECK_INT (tw_piece_sink_distinct (sink), 7);
  CHECK_INT (tw_piece_sink_kept (sink), 5);
  CHECK (tw_piece_sink_get (sink, 4, &solution));
  CHECK (solution.count > 3);
  tw_piece_solution_clear (&solution);
  CHECK (!tw_piece_sink_get (sink, 5, &solution));
  tw_piece_sink_free (sink);

  query.engine = "no such engine";
  CHECK (!tw_pieces_search (problem, &query, run, NULL, &result));
  tw_run_free (run);
  tw_piece_problem_free (problem);
}

int
main (void)
{
  check_run ("stopped at every point, the search goes on to the same counts", test_every_point);
  check_run ("the same with two threads on pentominoes", test_some_points);
  check_run ("out of memory at every request", test_every_request);
  check_run ("checkpoints that do not fit are refused", test_bad_checkpoints);
  check_run ("a search thousands of pieces deep", test_deep_search);
  check_run ("10,000 cells and 10,000 pieces", test_large_boards);
  check_run ("limits and sinks", test_limits);
  return check_done ();
}
