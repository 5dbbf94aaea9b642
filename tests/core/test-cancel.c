/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cancel.c - cancels the engines for squares at random steps, with options that fill tables,
 * and counts the steps until they end.
 *
 * The compiler inserts a call at each basic block of core; that is a step. No loop may do more steps
 * without a poll than MOST_STEPS, whatever its tables hold, so neither this test nor its limit
 * depends on the speed of the machine. */
#include <stdatomic.h>

#include "check.h"
#include "core/squares/engines/engine.h"
#include "random-board.h"

#define MOST_STEPS 2000000

static _Atomic uint64_t steps, stop_at;
static TwRun *_Atomic traced;

void __sanitizer_cov_trace_pc (void);

/* Cancels the search at its step; ends the test when the search then goes through a large loop. */
__attribute__ ((no_sanitize_coverage)) void
__sanitizer_cov_trace_pc (void)
{
  uint64_t step = atomic_fetch_add_explicit (&steps, 1, memory_order_relaxed) + 1;
  uint64_t stop = atomic_load_explicit (&stop_at, memory_order_relaxed);

  if (step == stop)
    tw_run_cancel (atomic_load (&traced));
  if (stop > 0 && step == stop + 100 * (uint64_t) MOST_STEPS) {
    printf ("Bail out! No end %" PRIu64 " steps after step %" PRIu64 "\n", step - stop, stop);
    fflush (stdout);
    abort ();
  }
}

/* Runs an engine, cancels it at step `at`, and returns the number of steps after that. */
static uint64_t
steps_after (const TwSquaresEngine *engine, const TwBoard *board, const TwOptions *options,
             uint64_t at)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = (size_t) options->memory << 20 });
  uint64_t after;

  atomic_store (&traced, run);
  atomic_store (&steps, 0);
  atomic_store (&stop_at, at);
  engine->solve (board, options, run);
  after = atomic_load (&steps);
  atomic_store (&stop_at, 0);
  return after > at ? after - at : 0;
}

static void
test_engines (void)
{
  size_t n_engines;
  const TwSquaresEngine *engines = tw_squares_engines (&n_engines);
  uint64_t seed = 5, most = 0;
  int cancelled = 0;

  for (size_t i = 0; i < n_engines; i++) {
    const TwSquaresEngine *engine = &engines[i];

    for (int j = 0; j < 12; j++) {
      AUTO_BOARD *board = j % 2 == 0 ? tw_board_new_empty (60, 14 + 16 * (j / 2 % 2))
                                     : random_board (40, 40, 1 + (unsigned) j, &seed);
      uint64_t at = 1 + check_random (&seed) % (j < 8 ? 60000000 : 1000000), after;
      TwOptions options = options_with_threads (1);

      options.time = 1e6;
      options.memory = 32;
      options.cost_margin = options.size_deviation = 1000;
      snprintf (options.transforms, sizeof options.transforms, "0");
      options.quick = false;
      after = steps_after (engine, board, &options, at);
      if (after > MOST_STEPS)
        printf ("# %s, board %d, step %" PRIu64 "\n", engine->name, j, at);
      CHECK (after <= MOST_STEPS);
      most = after > most ? after : most;
      cancelled += after > 0;
    }
  }
  printf ("# %d searches, at most %" PRIu64 " steps\n", cancelled, most);
  CHECK (cancelled > 20);
}

int
main (void)
{
  check_run ("engines for squares end soon", test_engines);
  return check_done ();
}
