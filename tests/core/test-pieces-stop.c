/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of core/pieces stopped at every point and continued from their checkpoints, and out
 * of memory at every request. */
#include "check.h"

#include "core/pieces/checkpoint.h"
#include "pieces-fixture.h"

typedef struct {
  uint64_t raw;
  uint64_t distinct;
} Counts;

static Counts
count_all (const TwPieceProblem *problem, int threads)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = threads };
  TwPiecesResult result;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  CHECK (result.checkpoint == NULL);
  return (Counts){ .raw = result.raw, .distinct = result.distinct };
}

/* Stops after n points, then repeatedly, until the search is complete. */
static void
stop_and_resume (const TwPieceProblem *problem, int threads, uint64_t n, TwStop why, Counts all)
{
  char *checkpoint = NULL;
  uint64_t kept = 0;

  for (int i = 0;; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwPieceSink *sink = tw_piece_sink_new (problem, 1000);
    TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = threads, .resume = checkpoint };
    TwPiecesResult result;

    /* Each stop is later than the one before: a stop before any progress saves nothing. */
    tw_run_test_stop_at (run, n + (uint64_t) i * 50, why);
    CHECK (tw_pieces_search (problem, &query, run, sink, &result));
    CHECK_INT (tw_run_memory_used (run), 0);
    CHECK_INT (tw_piece_sink_refused (sink), 0);
    CHECK (tw_run_permille (run) >= 0 && tw_run_permille (run) <= 1000);
    kept += tw_piece_sink_kept (sink);
    tw_piece_sink_free (sink);
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
      CHECK_INT (result.raw, 0); /* it was stopped before the search started */
    }
    if (check_case_failures > 0) {
      free (checkpoint);
      return;
    }
  }
}

TEST (every_point, "stopped at every point, the search continues to the same counts")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
  Counts all = count_all (problem, 1);
  TwPiecesResult result;
  uint64_t points;

  CHECK (all.raw > all.distinct && all.distinct > 10);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  points = tw_run_test_points (run);
  printf ("# %d points\n", (int) points);
  CHECK (points > 100);
  for (uint64_t n = 1; n <= points && check_case_failures == 0; n++)
    stop_and_resume (problem, 1 + (int) (n % 2), n, n % 3 ? TW_STOP_CANCEL : TW_STOP_DEADLINE, all);
}

TEST (some_points, "the same with two threads on pentominoes")
{
  AUTO_PROBLEM *problem = fixture_strip_problem ();
  Counts all = count_all (problem, 2);

  CHECK_INT (all.raw, 8);
  for (uint64_t n = 100; n < 8000 && check_case_failures == 0; n += 1500)
    stop_and_resume (problem, 2, n, TW_STOP_CANCEL, all);
}

TEST (every_request, "out of memory at every request")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  Counts all = count_all (problem, 1);

  for (uint64_t n = 1;; n++) {
    AUTO_RUN *run = run_to_request (n);
    TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
    TwPiecesResult result;
    uint64_t requests;

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
    if (requests < n || check_case_failures > 0)
      break;
  }
}

/* The checkpoint of a search that was stopped `n` points before its end. The caller frees it with
 * free (). */
static char *
stop_before_end (const TwPieceProblem *problem, uint64_t n)
{
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1 };
  TwRun *run = run_to_point (0, TW_STOP_NONE);
  TwPiecesResult result;
  uint64_t points;

  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  points = tw_run_test_points (run);
  tw_run_free (run);
  run = run_to_point (points - n, TW_STOP_CANCEL);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  tw_run_free (run);
  CHECK (result.checkpoint != NULL);
  return result.checkpoint;
}

/* Resumes from this checkpoint and returns the fault; without one the search must end with
 * `all`. */
static TwCheckpointFault
resume (const TwPieceProblem *problem, const char *text, Counts all)
{
  TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = 1, .resume = text };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_PIECES_RESULT result = { 0 };

  if (tw_pieces_search (problem, &query, run, NULL, &result)) {
    CHECK (result.complete);
    CHECK_INT (result.raw, all.raw);
    CHECK_INT (result.distinct, all.distinct);
    CHECK_INT (result.fault, TW_CHECKPOINT_OK);
  } else {
    CHECK (result.fault != TW_CHECKPOINT_OK);
  }
  CHECK_INT (tw_run_memory_used (run), 0);
  return result.fault;
}

/* Truncates the text at every position, and flips every bit. */
TEST (damaged_checkpoints, "checkpoints that were cut or changed are refused")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem (), *other = fixture_strip_problem ();
  Counts all = count_all (problem, 1);
  AUTO_FREE char *checkpoint = stop_before_end (problem, 100);
  size_t length = checkpoint != NULL ? strlen (checkpoint) : 0;
  AUTO_FREE char *text = malloc (length + 2);

  CHECK (length > 300);
  CHECK_INT (resume (problem, checkpoint, all), TW_CHECKPOINT_OK);
  CHECK_INT (resume (other, checkpoint, all), TW_CHECKPOINT_FOREIGN);
  CHECK_INT (resume (problem, "", all), TW_CHECKPOINT_FOREIGN);
  CHECK_INT (
    resume (problem, "tilewright-pieces 2 d18b8f5d9b869e73\n2080 410 410 3f7ac9482e39e913\n", all),
    TW_CHECKPOINT_VERSION);
  for (size_t i = 0; i < length && check_case_failures == 0; i++) {
    memcpy (text, checkpoint, i);
    text[i] = '\0';
    CHECK (resume (problem, text, all) != TW_CHECKPOINT_OK);
    memcpy (text, checkpoint, length + 1);
    for (int bit = 0; bit < 8 && check_case_failures == 0; bit++) {
      text[i] = (char) (checkpoint[i] ^ 1 << bit);
      CHECK (resume (problem, text, all) != TW_CHECKPOINT_OK);
    }
  }
  memcpy (text, checkpoint, length);
  memcpy (text + length, "\n", 2);
  CHECK_INT (resume (problem, text, all), TW_CHECKPOINT_DAMAGED);
}

/* Resumes from the text of a checkpoint with a correct checksum; frees the checkpoint. */
static TwCheckpointFault
resume_made (const TwPieceProblem *problem, const TwCheckpoint *checkpoint, Counts all)
{
  AUTO_FREE char *text = tw_checkpoint_write (checkpoint);

  return resume (problem, text, all);
}

/* The checksum is correct but the numbers are not: the sum is wrong, they are too large, or they
 * name subtrees that the problem does not have. */
TEST (wrong_checkpoints, "checkpoints that do not add up are refused")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  Counts all = count_all (problem, 1);
  char *text = stop_before_end (problem, 100);
  TwSubtree twice[64];
  TwCheckpoint good, bad;
  int32_t place = INT32_MAX, both[2];
  bool overflow = false;

  CHECK_INT (tw_checkpoint_read (&good, text), TW_CHECKPOINT_OK);
  CHECK (good.n_subtrees > 0 && good.n_subtrees < 32);
  if (check_case_failures > 0)
    return;
  CHECK_INT (resume_made (problem, &good, all), TW_CHECKPOINT_OK);

  bad = good;
  bad.raw = UINT64_MAX;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  bad = good;
  bad.distinct = bad.raw + 1;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  bad = good;
  bad.n_subtrees--;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  bad = good;
  bad.done.words[0]++;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  bad.whole.words[0]++; /* more than the whole search */
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  /* The remaining work of a stopped search is not the whole search. */
  bad = good;
  bad.done = TW_SHARE_ZERO;
  bad.whole = tw_share_sub (good.whole, good.done, &overflow);
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_FOREIGN);

  /* A duplicate line; a line that makes the sum wrap around to the expected value. */
  memcpy (twice, good.subtrees, good.n_subtrees * sizeof *twice);
  twice[good.n_subtrees] = twice[0];
  bad = good;
  bad.subtrees = twice;
  bad.n_subtrees++;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);
  twice[good.n_subtrees].weight = TW_SHARE_ALL;
  twice[good.n_subtrees].done = TW_SHARE_ZERO;
  twice[good.n_subtrees + 1] = twice[good.n_subtrees];
  bad.n_subtrees++;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_DAMAGED);

  bad.n_subtrees = good.n_subtrees;
  twice[0].part = 1 << 20;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_FOREIGN);
  twice[0] = good.subtrees[0];
  twice[0].places = &place;
  twice[0].n_places = 1;
  twice[0].count = 0;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_FOREIGN);
  /* The same placement twice. */
  CHECK (good.subtrees[0].n_places > 0);
  both[0] = both[1] = good.subtrees[0].places[0];
  twice[0].places = both;
  twice[0].n_places = 2;
  CHECK_INT (resume_made (problem, &bad, all), TW_CHECKPOINT_FOREIGN);
  /* Each search says so: a single solution, a count, a list. */
  text = (free (text), tw_checkpoint_write (&bad));
  for (int goal = TW_PIECES_FIRST; goal <= TW_PIECES_COUNT; goal++) {
    TwPiecesQuery query = { .goal = (TwPiecesGoal) goal, .threads = 1, .resume = text };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_PIECES_RESULT result = { 0 };

    CHECK (!tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK_INT (result.fault, TW_CHECKPOINT_FOREIGN);
    CHECK_INT (tw_run_memory_used (run), 0);
  }
  tw_checkpoint_clear (&good);
  free (text);
}

/* When the number of solutions overflows, the search reports it and does not wrap around to 0. */
TEST (overflow, "more solutions than can be counted")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();

  for (int goal = TW_PIECES_ALL; goal <= TW_PIECES_COUNT; goal++) {
    TwPiecesQuery query = { .goal = (TwPiecesGoal) goal, .engine = "cover", .threads = 2 };
    char *text = stop_before_end (problem, 100);
    AUTO_CHECKPOINT full = { 0 };
    AUTO_PIECES_RESULT result = { 0 };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

    CHECK_INT (tw_checkpoint_read (&full, text), TW_CHECKPOINT_OK);
    free (text);
    full.raw = INT64_MAX - 2;
    query.resume = text = tw_checkpoint_write (&full);
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK (result.overflow);
    CHECK (!result.complete);
    CHECK (result.raw <= INT64_MAX);
    CHECK (result.checkpoint == NULL);
    free (text);
  }
}

typedef struct {
  TwPieceSaver saver;
  char *kept[20];
  int n;
} Saves;

static void
save (void *data, const char *checkpoint)
{
  Saves *saves = data;

  if (saves->n < 20 && saves->n % 5 == 0)
    saves->kept[saves->n] = strdup (checkpoint);
  saves->n++;
  tw_piece_saver_ask (&saves->saver);
}

/* Checkpoints saved during a search: the search ends with the same counts, and so does a search
 * resumed from each of them. */
TEST (saves, "checkpoints during a search")
{
  AUTO_PROBLEM *problem = fixture_pentomino_problem (
    "##########/##########/##########/##########/##########/##########", TW_SHAPE_ALL);
  Counts all = count_all (problem, 2);

  for (int threads = 1; threads <= 3; threads++) {
    Saves saves = { .saver = { .save = save, .data = &saves } };
    TwPiecesQuery query = { .goal = TW_PIECES_ALL, .threads = threads, .saver = &saves.saver };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwPiecesResult result;

    tw_piece_saver_ask (&saves.saver);
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK (result.complete);
    CHECK_INT (result.raw, all.raw);
    CHECK_INT (result.distinct, all.distinct);
    printf ("# %d checkpoints\n", saves.n);
    CHECK (saves.n > 5);
    for (int i = 0; i < 20; i++) {
      if (saves.kept[i] != NULL)
        CHECK_INT (resume (problem, saves.kept[i], all), TW_CHECKPOINT_OK);
      free (saves.kept[i]);
    }
  }
}

/* The shares of subtrees always add up to the share of their parent. */
TEST (shares, "shares add up")
{
  TwShare share = TW_SHARE_ALL;
  uint32_t random = 5;
  bool overflow = false;

  for (int depth = 0; depth < 40; depth++) {
    TwShare sum = TW_SHARE_ZERO;
    uint32_t n;

    random = random * 1664525u + 1013904223u;
    n = 1 + (random >> 16) % (depth % 4 == 0 ? 65536 : 12);
    if (!tw_share_splits (share, n))
      break;
    for (uint32_t i = 0; i < n; i++) {
      TwShare part = tw_share_part (share, i, n);

      CHECK_INT (tw_share_compare (sum, tw_share_before (share, i, n)), 0);
      CHECK (tw_share_compare (part, TW_SHARE_ZERO) > 0);
      sum = tw_share_add (sum, part, &overflow);
    }
    CHECK_INT (tw_share_compare (sum, share), 0);
    share = tw_share_part (share, random % n, n);
  }
  CHECK (!overflow);
  CHECK_INT (tw_share_before ((TwShare){ { 1000 } }, 2, 7).words[0], 285);
  CHECK (tw_share_to_double (TW_SHARE_ALL) == 1.0);
  CHECK (tw_share_to_double (tw_share_part (TW_SHARE_ALL, 3, 8)) == 0.125);
  tw_share_sub (TW_SHARE_ZERO, TW_SHARE_ALL, &overflow);
  CHECK (overflow);
  overflow = false;
  tw_share_add (TW_SHARE_ALL, TW_SHARE_ALL, &overflow);
  CHECK (overflow);
}

/* A single cover with thousands of pieces: the stack does not overflow, a stop at any point leaves
 * a short checkpoint, and two threads, one of them idle, end. */
TEST (deep_search, "a search thousands of pieces deep")
{
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (45, 45));
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 2, .engine = "cover" };
  TwPiecesResult result;
  uint64_t points;
  TwRun *run;

  fixture_add (problem, "#", 0, 3000, TW_SHAPE_FIXED);
  run = run_to_point (0, TW_STOP_NONE);
  CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
  CHECK (result.complete);
  CHECK_INT (result.raw, 1);
  points = tw_run_test_points (run);
  CHECK (points > 45 * 45);
  tw_run_free (run);
  for (uint64_t n = 2; n < points; n += points / 5) {
    AUTO_FREE char *checkpoint = NULL;

    run = run_to_point (n, TW_STOP_CANCEL);
    query.resume = NULL;
    CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
    CHECK_INT (result.status, TW_STATUS_CANCELLED);
    END_RUN (run);
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
  }
}

/* Boards of 10,000 cells with 10,000 different pieces: in every mode the run ends at its limit and
 * frees all memory. */
TEST_IF (!THREAD_SANITIZED, large_boards, "10,000 cells and 10,000 pieces")
{
  static const TwPiecesGoal goals[] = { TW_PIECES_FIRST, TW_PIECES_COUNT };
  AUTO_PROBLEM *problem = tw_piece_problem_new (fixture_rectangle (100, 100));
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
      AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = (size_t) 1 << 28 });
      TwPiecesQuery query = { .goal = goals[g], .threads = 2 };
      AUTO_PIECES_RESULT result = { 0 };

      tw_run_test_stop_at (run, n, n % 400 == 0 ? TW_STOP_DEADLINE : TW_STOP_CANCEL);
      CHECK (tw_pieces_search (problem, &query, run, NULL, &result));
      CHECK_INT (result.status, n % 400 == 0 ? TW_STATUS_TIMEOUT : TW_STATUS_CANCELLED);
      CHECK_INT (tw_run_memory_used (run), 0);
    }
  }
}

TEST (limits, "limits and sinks")
{
  AUTO_PROBLEM *problem = fixture_chequered_problem ();
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
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
}

CHECK_MAIN
