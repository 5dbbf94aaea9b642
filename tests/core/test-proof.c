/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engines that prove optimality: every "optimal" compared with brute force, and stops at every
 * point. */
#include "random-board.h"

#include "core/base/generator.h"
#include "core/squares/engines/engine.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/first-stage.h"
#include "core/squares/best.h"

static const char *const names[] = { "auto", "priced" };

enum { N_NAMES = sizeof names / sizeof names[0] };

static TwStatus
solve (const char *engine, const TwBoard *board, int threads, TwRun *run)
{
  TwOptions options = options_with_threads (threads);

  return tw_squares_engine_find (engine)->solve (board, &options, run);
}

TEST (honest, "5,000 boards against plain search")
{
  uint64_t seed = 41;
  int proved = 0, asked = 0;

  for (int i = 0; i < test_size (5000); i++) {
    AUTO_BOARD *board = random_board_of (1, 6, 1, 5, i % 60, &seed);
    int best = brute_force (board);
    /* Each board is solved by one of the engines, a few boards by all. */
    for (size_t j = 0; j < N_NAMES; j++) {
      AUTO_RUN *run = NULL;
      TwStatus status;

      if (j != (size_t) i % N_NAMES && i % 20 != 0)
        continue;
      run = new_run ();
      status = solve (names[j], board, 1 + i % 50 / 48, run);
      asked++;
      proved += status == TW_STATUS_OPTIMAL;
      CHECK (tw_run_bound (run) <= best);
      CHECK (tw_run_best (run) >= best);
      if (status == TW_STATUS_OPTIMAL)
        CHECK_INT (tw_run_best (run), best);
      CHECK_INT (tw_run_refused (run), 0);
    }
  }
  CHECK_INT (proved, asked);
}

/* Without a deadline the engines end only with a proof. */
TEST (proves, "larger boards are proved by all engines alike")
{
  uint64_t seed = 99;
  int64_t best[N_NAMES];

  for (int i = 0; i < 6; i++) {
    AUTO_BOARD *board = random_board (14 + i, 12 + i, 6, &seed);

    for (size_t j = 0; j < N_NAMES; j++) {
      AUTO_RUN *run = new_run ();

      CHECK_INT (solve (names[j], board, 2, run), TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_bound (run), tw_run_best (run));
      best[j] = tw_run_best (run);
    }
    CHECK_INT (best[1], best[0]);
  }
}

/* Stops a run at each of its first points and at some later ones. */
TEST (stops, "a stop at every point")
{
  const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  uint64_t seed = 17;
  AUTO_BOARD *board = random_board (13, 11, 8, &seed);

  for (size_t j = 0; j < N_NAMES; j++) {
    AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
    uint64_t points;

    CHECK_INT (solve (names[j], board, 1, whole), TW_STATUS_OPTIMAL);
    points = tw_run_test_points (whole);
    CHECK (points > 20);
    for (uint64_t n = 1; n <= points; n += n < (uint64_t) test_size (60) ? 1 : n / test_size (40)) {
      AUTO_RUN *run = run_to_point (n, reasons[n % 3]);
      TwStatus status = solve (names[j], board, 1 + (n % 7 == 0), run);

      CHECK (status != TW_STATUS_OPTIMAL || tw_run_bound (run) == tw_run_best (run));
      if (tw_run_best (run) < 0)
        CHECK_INT (status, n % 3 == 0   ? TW_STATUS_CANCELLED
                           : n % 3 == 1 ? TW_STATUS_TIMEOUT
                                        : TW_STATUS_OUT_OF_MEMORY);
      CHECK_INT (tw_run_refused (run), 0);
    }
  }
}

/* Without a deadline, too little memory ends a search. */
TEST_IF (!THREAD_SANITIZED, gives_up, "too little memory")
{
  AUTO_BOARD *board = tw_generate_board (34, 34, 0.005, 1);
  AUTO_RUN *run = new_run ();
  TwOptions options = default_options ();

  options.memory = 1;
  CHECK_INT (tw_squares_engine_find ("auto")->solve (board, &options, run), TW_STATUS_FEASIBLE);
  CHECK (tw_run_bound (run) < tw_run_best (run));
}

TEST (memory_failures, "memory that fails at every request")
{
  uint64_t seed = 29;
  AUTO_BOARD *board = random_board (12, 12, 8, &seed);

  for (size_t j = 0; j < N_NAMES; j++) {
    AUTO_RUN *whole = run_to_request (0);
    uint64_t requests;

    CHECK_INT (solve (names[j], board, 1, whole), TW_STATUS_OPTIMAL);
    requests = tw_run_test_requests (whole);
    for (uint64_t n = 1; n <= requests;
         n += n < (uint64_t) test_size (60) ? 1 : n / test_size (20)) {
      AUTO_RUN *run = run_to_request (n);
      TwStatus status = solve (names[j], board, 1 + (n % 5 == 0), run);

      CHECK (status == TW_STATUS_OPTIMAL || status == TW_STATUS_FEASIBLE
             || status == TW_STATUS_OUT_OF_MEMORY);
      CHECK (status != TW_STATUS_OPTIMAL || tw_run_bound (run) == tw_run_best (run));
    }
  }
}

/* Bands prove boards whose sweeps would need many states. The prices, cuts and bands of a
 * certificate prove the same optimum. */
TEST_IF (!THREAD_SANITIZED, climbs, "boards of many states, and certificates")
{
  static const uint64_t seeds[] = { 132, 232, 332 };

  for (int i = 0; i < test_demand (sizeof seeds / sizeof *seeds, 1); i++) {
    uint64_t seed = seeds[i];
    AUTO_BOARD *board = random_board (32, 32, 3, &seed);
    AUTO_RUN *run = new_run (), *again = new_run ();
    AUTO_TILING tiling = { 0 };
    TwCertificate *certificate;
    TwDualView view;
    TwOptions options = default_options ();

    CHECK (tw_first_stage (&view, board, &options, run));
    CHECK (tw_proof_nested (&view, SIZE_MAX, run, run, NULL, NULL, NULL, NULL));
    CHECK_INT (tw_run_bound (run), tw_run_best (run));
    CHECK (tw_squares_copy_best (run, &tiling, NULL));
    certificate = tw_certify (board, &tiling, &options, again);
    CHECK (certificate != NULL);
    if (certificate != NULL) {
      CHECK_INT (certificate->bound, tw_run_best (run));
      CHECK (certificate->parts[0].proof.n_bands > 0);
      CHECK (certificate->parts[0].proof.cuts != NULL);
    }
    tw_certificate_free (certificate);
    tw_dual_view_clear (&view);
    CHECK_INT (tw_run_memory_used (run), 0);
    CHECK_INT (tw_run_memory_used (again), 0);
  }
}

typedef struct {
  int64_t worth; /* of the prices of the last bands */
  int again;     /* how often bands were made of the same prices */
} Made;

/* A TwProofWitness. */
static void
watch_bands (const TwDualView *view, const TwBands *bands, void *data)
{
  Made *made = data;

  if (view == NULL || bands == NULL)
    return;
  made->again += tw_dual_view_worth (view) == made->worth;
  made->worth = tw_dual_view_worth (view);
}

/* Offers the tiling by unit squares. */
static void
offer_poor (const TwBoard *board, TwRun *run)
{
  AUTO_TILING tiling = { 0 };

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      if (tw_board_is_free (board, x, y))
        tw_tiling_add (&tiling, (TwSquare){ .x = x, .y = y, .size = 1 });
    }
  }
  CHECK (tw_squares_offer (run, board, &tiling, 0));
}

/* With a poor tiling the gap is too large for a single band: several bands come first, then fewer
 * and broader ones, up to the proof. */
TEST_IF (!THREAD_SANITIZED, bands_by_gap, "a large gap is divided among bands")
{
  AUTO_BOARD *board = tw_generate_board (32, 32, 0.03, 1);
  AUTO_RUN *run = new_run (), *known = new_run ();
  TwDualView view;
  Made made = { 0 };

  offer_poor (board, run);
  CHECK (solve ("auto", board, 1, known) == TW_STATUS_OPTIMAL);
  price_view (&view, board, 0, tw_run_best (run), 500, run);
  CHECK (tw_proof_nested (&view, SIZE_MAX, run, run, NULL, NULL, watch_bands, &made));
  CHECK_INT (tw_run_best (run), tw_run_best (known));
  CHECK_INT (tw_run_bound (run), tw_run_best (known));
  CHECK (made.again > 0);
  tw_dual_view_clear (&view);
  CHECK_INT (tw_run_memory_used (run), 0);
}

/* What the first bands of a nested proof showed. */
typedef struct {
  int ended; /* number of calls with bands that end */
  int known, off;
} Halves;

/* A TwBandVisit: the parts of four bands of 20 columns begin at multiples of 5. */
static void
visit_half (void *data, int from, int breadth, int64_t least)
{
  Halves *halves = data;

  halves->known++;
  halves->off += from % 5 != 0;
}

/* A TwProofWitness. */
static void
watch_halves (const TwDualView *view, const TwBands *bands, void *data)
{
  Halves *halves = data;

  if (view == NULL && halves->ended++ == 0)
    tw_bands_describe (bands, visit_half, halves);
}

/* A broad board with a large gap: the first bands are the halves of two bands, which come after the
 * prices have been adapted. */
TEST_IF (!THREAD_SANITIZED, halves_first, "halves of broad bands come first")
{
  AUTO_BOARD *board = tw_generate_board (80, 80, 0.1, 1);
  AUTO_RUN *run = new_run ();
  AUTO_VIEW view = { 0 };
  Halves halves = { 0 };

  offer_poor (board, run);
  price_view (&view, board, 0, tw_run_best (run), 500, run);
  CHECK (tw_proof_nested (&view, SIZE_MAX, run, run, NULL, NULL, watch_halves, &halves));
  CHECK_INT (tw_run_bound (run), tw_run_best (run));
  CHECK (halves.ended > 2 && halves.known > 2);
  CHECK_INT (halves.off, 0);
}

CHECK_MAIN
