/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-run.c - stopping, memory accounting, the best tiling and its checker. */
#include <math.h>
#include <pthread.h>

#include "core/run/arena.h"
#include "core/squares/best.h"
#include "random-board.h"

enum {
  HEADER = 16, /* what the budget counts beyond the size of an allocation */
};

TEST (reasons, "reasons to stop")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_RUN *late = tw_run_new (&(TwLimits){ .seconds = 1e-9 });

  CHECK (!tw_run_should_stop (run));
  CHECK (tw_run_remaining (run) == HUGE_VAL);
  tw_run_cancel (run);
  tw_run_stop (run, TW_STOP_MEMORY);
  CHECK (tw_run_should_stop (run));
  CHECK_INT (tw_run_stop_reason (run), TW_STOP_CANCEL);
  CHECK_INT (tw_run_status (run), TW_STATUS_CANCELLED);

  while (!tw_run_should_stop (late))
    ;
  CHECK_INT (tw_run_stop_reason (late), TW_STOP_DEADLINE);
  CHECK_INT (tw_run_status (late), TW_STATUS_TIMEOUT);
}

/* How the last phase ended decides the status, and stops the run where the phase did not say why. */
TEST (ends, "ends of phases")
{
  static const struct {
    TwEnd end;
    TwStatus with, without; /* a solution */
    TwStop stop;
  } rows[] = {
    { TW_END_DONE, TW_STATUS_OPTIMAL, TW_STATUS_INFEASIBLE, TW_STOP_NONE },
    { TW_END_NONE, TW_STATUS_OPTIMAL, TW_STATUS_INFEASIBLE, TW_STOP_NONE },
    { TW_END_FOUND, TW_STATUS_FEASIBLE, TW_STATUS_TIMEOUT, TW_STOP_NONE },
    { TW_END_LIMIT, TW_STATUS_FEASIBLE, TW_STATUS_TIMEOUT, TW_STOP_NONE },
    { TW_END_STOPPED, TW_STATUS_FEASIBLE, TW_STATUS_CANCELLED, TW_STOP_CANCEL },
    { TW_END_NO_MEMORY, TW_STATUS_FEASIBLE, TW_STATUS_OUT_OF_MEMORY, TW_STOP_MEMORY },
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

    CHECK_INT (tw_run_end_status (run, rows[i].end, true), rows[i].with);
    CHECK_INT (tw_run_end_status (run, rows[i].end, false), rows[i].without);
    CHECK_INT (tw_run_stop_reason (run), rows[i].stop);
  }
}

/* Files have these names: they must stay. */
TEST (names, "names of statuses")
{
  static const char *const names[] = {
    [TW_STATUS_OPTIMAL] = "optimal",       [TW_STATUS_FEASIBLE] = "feasible",
    [TW_STATUS_INFEASIBLE] = "infeasible", [TW_STATUS_TIMEOUT] = "timeout",
    [TW_STATUS_CANCELLED] = "cancelled",   [TW_STATUS_OUT_OF_MEMORY] = "out-of-memory",
  };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    CHECK_STR (tw_status_name ((TwStatus) i), names[i]);
}

TEST (children, "a run within a run")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = 1000 });
  TwRun *child = tw_run_new_child (run, 0);
  void *memory;

  tw_run_stop (child, TW_STOP_MEMORY);
  CHECK (tw_run_should_stop (child));
  CHECK (!tw_run_should_stop (run));
  memory = tw_run_malloc (child, 600);
  CHECK (memory != NULL);
  CHECK (!tw_run_memory_was_short (run));
  CHECK (tw_run_malloc (run, 600) == NULL);
  CHECK (tw_run_memory_was_short (run));
  CHECK_INT (tw_run_memory_used (run), 600 + HEADER);
  memory = tw_run_realloc (child, memory, 900);
  CHECK (memory != NULL);
  CHECK_INT (tw_run_msize (memory), 900);
  CHECK (tw_run_realloc (child, memory, 1000 - HEADER + 1) == NULL);
  CHECK_INT (tw_run_memory_used (run), 900 + HEADER);
  tw_run_mfree (child, memory);
  CHECK_INT (tw_run_memory_used (run), 0);
  CHECK_INT (tw_run_memory_used (child), 0);
  CHECK_INT (tw_run_memory_peak (run), 900 + HEADER); /* refused requests do not count */
  CHECK (tw_run_calloc (run, SIZE_MAX / 2, 3) == NULL);
  tw_run_free (child);

  child = tw_run_new_child (run, 0);
  tw_run_cancel (run);
  CHECK (tw_run_should_stop (child));
  tw_run_free (child);
}

TEST (memory, "allocations")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = 1000 });
  int32_t *numbers = NULL;
  size_t capacity = 0;

  CHECK_INT (tw_run_msize (NULL), 0);
  tw_run_mfree (run, NULL);
  for (int i = 0; i < 128; i++) {
    if ((size_t) i == capacity)
      CHECK (tw_run_grow (run, &numbers, &capacity, 4));
    numbers[i] = i;
  }
  CHECK_INT (capacity, 128);
  CHECK_INT (tw_run_msize (numbers), 512);
  CHECK_INT ((uintptr_t) numbers % 16, 0);
  CHECK (!tw_run_grow (run, &numbers, &capacity, 4));
  CHECK_INT (capacity, 128);
  for (int i = 0; i < 128; i++)
    CHECK_INT (numbers[i], i);
  numbers = tw_run_realloc (run, numbers, 0);
  CHECK (numbers != NULL);
  CHECK_INT (tw_run_memory_used (run), HEADER);
  tw_run_mfree (run, numbers);
  CHECK_INT (tw_run_memory_used (run), 0);

  numbers = tw_run_calloc (run, 100, sizeof *numbers);
  for (int i = 0; i < 100; i++)
    CHECK_INT (numbers[i], 0);
  CHECK_INT (tw_run_memory_used (run), 400 + HEADER);
  CHECK (tw_run_malloc (run, SIZE_MAX) == NULL);
  CHECK (tw_run_calloc (run, SIZE_MAX - HEADER + 1, 1) == NULL);
  tw_run_mfree (run, numbers);
}

#ifdef TW_STOP_POINTS
TEST (points, "numbered cancellation points")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwPoll poll;
  int calls = 0;

  tw_run_test_stop_at (run, 5, TW_STOP_CANCEL);
  tw_poll_init (&poll, run, 1000);
  while (!tw_poll (&poll))
    calls++;
  CHECK_INT (calls, 4);
  CHECK (tw_poll (&poll));
}
#endif

TEST (arena, "arena")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = 1 << 20 });
  TwArena arena;
  size_t total = 0;
  void *memory;

  tw_arena_init (&arena, run);
  while ((memory = tw_arena_alloc (&arena, 1000)) != NULL) {
    CHECK_INT ((uintptr_t) memory % 16, 0);
    memset (memory, 0xAB, 1000);
    total += 1000;
  }
  CHECK (total > 900000 - (1 << 19) && total <= 1 << 20);
  CHECK (tw_arena_alloc (&arena, SIZE_MAX) == NULL);
  tw_arena_clear (&arena);
  CHECK_INT (tw_run_memory_used (run), 0);
  memory = tw_arena_alloc (&arena, 100000);
  CHECK (memory != NULL);
  tw_arena_clear (&arena);

#ifdef TW_STOP_POINTS
  tw_run_test_fail_memory (run, 1);
  CHECK (tw_arena_alloc (&arena, 1) == NULL);
#endif
}

#ifdef TW_STOP_POINTS
/* Tests may advance the clock with the work. */
TEST (tick, "a clock that moves with the work")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 10 }), *child = NULL;
  int points = 0;

  tw_run_test_set_tick (run, 0.5);
  CHECK (tw_run_elapsed (run) == 0 && tw_run_remaining (run) == 10 && tw_run_work (run) == 0);
  for (; points < 4; points++)
    CHECK (!tw_run_should_stop (run));
  child = tw_run_new_child (run, 2);
  CHECK (tw_run_elapsed (run) == 2 && tw_run_elapsed (child) == 0 && tw_run_work (child) == 2);
  for (; !tw_run_should_stop (child); points++)
    ;
  CHECK_INT (points, 7);
  CHECK (!tw_run_should_stop (run));
  CHECK (tw_run_remaining (run) == 5.5 && tw_run_budget (run) == 10);
}
#endif

TEST (offer, "offers are judged")
{
  AUTO_BOARD *board = tw_board_new_empty (2, 2);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_TILING tiling = { 0 }, copy = { 0 };
  int transform = -1;

  CHECK_INT (tw_run_best (run), -1);
  CHECK (!tw_squares_copy_best (run, &copy, NULL));
  tw_tiling_add (&tiling, (TwSquare){ 0, 0, 1 });
  CHECK (!tw_squares_offer (run, board, &tiling, 0));
  CHECK_INT (tw_run_refused (run), 1);
  CHECK_INT (tw_run_best (run), -1);
  tw_tiling_add (&tiling, (TwSquare){ 1, 0, 1 });
  tw_tiling_add (&tiling, (TwSquare){ 0, 1, 1 });
  tw_tiling_add (&tiling, (TwSquare){ 1, 1, 1 });
  CHECK (tw_squares_offer (run, board, &tiling, 3));
  CHECK_INT (tw_run_best (run), 4);
  CHECK_INT (tw_run_serial (run), 1);
  CHECK (tw_squares_offer (run, board, &tiling, 5));
  CHECK_INT (tw_run_serial (run), 1);
  CHECK (tw_squares_copy_best (run, &copy, &transform));
  CHECK_INT (transform, 3);
  CHECK_INT (copy.count, 4);
  CHECK_INT (tw_run_status (run), TW_STATUS_FEASIBLE);
  tw_run_raise_bound (run, 3);
  tw_run_raise_bound (run, 2);
  CHECK_INT (tw_run_bound (run), 3);
}

static TwJudgement
judge_as_told (const TwSolution *solution)
{
  return *(const TwJudgement *) solution->problem;
}

/* Only wrong solutions are faults of the engine. */
TEST (judge, "solutions of any family are judged")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

  for (int i = TW_SOLUTION_RIGHT; i <= TW_SOLUTION_UNJUDGED; i++) {
    TwJudgement told = (TwJudgement) i;
    TwSolution solution = { .problem = &told, .judge = judge_as_told };

    CHECK_INT (tw_run_judge (run, &solution), told);
    CHECK_INT (tw_run_refused (run), told >= TW_SOLUTION_WRONG);
  }
  CHECK_INT (tw_run_best (run), -1);
}

/* Threads offer and read concurrently; the thread sanitizer checks for races. */
static void *
offer_many (void *data)
{
  TwRun *run = data;
  AUTO_BOARD *board = tw_board_new_empty (8, 1);
  AUTO_TILING tiling = { 0 }, copy = { 0 };
  const uint16_t profile[8] = { 1 };
  TwFront front;

  for (int x = 0; x < 8; x++)
    tw_tiling_add (&tiling, (TwSquare){ x, 0, 1 });
  for (int i = 0; i < 200; i++) {
    CHECK (tw_squares_offer (run, board, &tiling, i % 8));
    tw_run_set_front (run, 0, 0, i, 8, profile);
    tw_run_raise_bound (run, i % 9);
    if (tw_run_get_front (run, &front))
      CHECK_INT (front.rows, 8);
    if (tw_squares_copy_best (run, &copy, NULL))
      CHECK_INT (copy.count, 8);
  }
  return NULL;
}

TEST (threads, "many threads")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  pthread_t threads[4];

  for (int i = 0; i < 4; i++)
    CHECK_INT (pthread_create (&threads[i], NULL, offer_many, run), 0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  CHECK_INT (tw_run_best (run), 8);
  CHECK_INT (tw_run_bound (run), 8);
  CHECK_INT (tw_run_serial (run), 1);
}

TEST (time_left, "time left")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

  CHECK (tw_run_time_left (run, 2) < 0);
  tw_run_set_permille (run, 250);
  CHECK (tw_run_time_left (run, 2) == 6);
  tw_run_set_permille (run, 1000);
  CHECK (tw_run_time_left (run, 2) == 0);
}

CHECK_MAIN
