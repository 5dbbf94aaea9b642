/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of tilings by squares, all of them and those with the fewest squares, compared with brute
 * force and OEIS. */
#include "core/squares/count/count.h"
#include "core/squares/count/folded.h"
#include "core/squares/count/rectangle-tilings.h"
#include "core/squares/engines/engine.h"
#include "core/squares/best.h"
#include "random-board.h"

/* Adds to counts[k] the tilings with k squares, or with k rectangles, and to sides[k] the tiles of width
 * k in them. Returns the number of tilings. */
static uint64_t
list_tilings (const TwBoard *board, uint64_t covered, bool rectangles, int placed, uint64_t *counts,
              uint64_t *sides)
{
  int cells = board->width * board->height, i = 0;
  uint64_t sum = 0;

  while (i < cells && (covered >> i & 1))
    i++;
  if (i == cells) {
    counts[placed]++;
    return 1;
  }
  for (int width = 1; i % board->width + width <= board->width; width++) {
    int least = rectangles ? 1 : width, most = rectangles ? board->height : width;

    for (int height = least; height <= most && i / board->width + height <= board->height;
         height++) {
      uint64_t tile = 0;

      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
          tile |= UINT64_C (1) << (i + y * board->width + x);
      }
      if ((tile & covered) == 0) {
        uint64_t n = list_tilings (board, covered | tile, rectangles, placed + 1, counts, sides);

        sides[width] += n;
        sum += n;
      }
    }
  }
  return sum;
}

static void
expect_digits (const TwNatural *count, const char *expected)
{
  char text[TW_NATURAL_DIGITS];

  tw_natural_print (count, text);
  CHECK_STR (text, expected);
}

static void
expect_count (const TwNatural *count, uint64_t expected)
{
  char wanted[32];

  snprintf (wanted, sizeof wanted, "%llu", (unsigned long long) expected);
  expect_digits (count, wanted);
}

/* Solves the board and certifies its optimum. */
static TwCertificate *
certify_optimum (const TwBoard *board, const char *engine, TwRun *run)
{
  AUTO_TILING tiling = { 0 };
  TwOptions options = default_options ();
  TwCertificate *certificate;

  CHECK_INT (tw_squares_engine_find (engine)->solve (board, &options, run), TW_STATUS_OPTIMAL);
  CHECK (tw_squares_copy_best (run, &tiling, NULL));
  certificate = tw_certify (board, &tiling, &options, run);
  CHECK (certificate != NULL);
  CHECK_INT (certificate->bound, tiling.count);
  return certificate;
}

/* Lists optimal tilings, of which there are `all`. As many different ones as there are, each of them
 * valid, are all of them. */
static void
check_list (const TwBoard *board, const TwCertificate *certificate, TwRun *run, size_t room,
            uint64_t all)
{
  AUTO_FREE TwTiling *list = calloc (room, sizeof *list);
  size_t n = room;

  CHECK_INT (tw_squares_list_optimal (board, certificate, run, list, &n), TW_STATUS_OPTIMAL);
  CHECK_INT (n, all < room ? all : room);
  for (size_t i = 0; i < n; i++) {
    CHECK_INT (list[i].count, certificate->bound);
    CHECK (tw_tiling_check (board, &list[i], NULL));
    tw_tiling_sort (&list[i]);
    for (size_t j = 0; j < i && list[i].count > 0; j++)
      CHECK (memcmp (list[i].squares, list[j].squares, list[i].count * sizeof list[i].squares[0])
             != 0);
  }
  for (size_t i = 0; i < room; i++)
    tw_tiling_clear (&list[i]);
}

/* Brute force on boards of up to 30 cells with obstacles, with one and several components. */
TEST (random, "1,500 boards against plain search")
{
  uint64_t seed = 11;

  for (int i = 0; i < test_size (1500); i++) {
    AUTO_BOARD *board = random_board_of (1, 6, 1, 5, i % 50, &seed);
    uint64_t counts[31] = { 0 }, all = 0, sides[7] = { 0 };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_CERTIFICATE *certificate = NULL;
    TwNatural count, by_size[31];
    int fewest = -1;

    list_tilings (board, blocked_cells (board), false, 0, counts, sides);
    for (int k = 0; k <= 30; k++) {
      all += counts[k];
      if (fewest < 0 && counts[k] > 0)
        fewest = k;
    }
    CHECK_INT (tw_squares_count (board, 2, run, &count), TW_STATUS_OPTIMAL);
    expect_count (&count, all);

    CHECK_INT (tw_squares_count_by_size (board, run, by_size), TW_STATUS_OPTIMAL);
    for (size_t k = 0; k <= tw_board_count_free (board); k++)
      expect_count (&by_size[k], counts[k]);
    CHECK_INT (tw_squares_count_by_side (board, run, by_size), TW_STATUS_OPTIMAL);
    expect_count (&by_size[0], all);
    for (int k = 1; k <= board->width && k <= board->height; k++)
      expect_count (&by_size[k], sides[k]);

    certificate = certify_optimum (board, "optimal", run);
    CHECK_INT (certificate->bound, fewest);
    CHECK_INT (tw_squares_count_optimal (board, certificate, run, &count), TW_STATUS_OPTIMAL);
    expect_count (&count, counts[fewest]);
    check_list (board, certificate, run, counts[fewest] + 1, counts[fewest]);
    check_list (board, certificate, run, 3, counts[fewest]);
  }
}

/* On boards too large for plain listing the count of the optimal tilings, which the prices and cuts
 * of a certificate prune, is that of the sweep over all tilings. */
TEST (optimal, "optimal tilings of larger boards")
{
  uint64_t seed = 8;
  int with_cuts = 0;

  for (int i = 0; i < 30; i++) {
    AUTO_BOARD *board = random_board (10, 9, 12, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_CERTIFICATE *certificate = certify_optimum (board, "auto", run);
    TwNatural count, by_size[91];

    for (int p = 0; p < certificate->n_parts; p++)
      with_cuts += certificate->parts[p].proof.cuts != NULL;
    CHECK_INT (tw_squares_count_by_size (board, run, by_size), TW_STATUS_OPTIMAL);
    for (int64_t k = 0; k < certificate->bound; k++)
      CHECK (tw_natural_is_zero (&by_size[k]));
    CHECK_INT (tw_squares_count_optimal (board, certificate, run, &count), TW_STATUS_OPTIMAL);
    CHECK (memcmp (&count, &by_size[certificate->bound], sizeof count) == 0);
    check_list (board, certificate, run, 100, count.words[1] > 0 ? UINT64_MAX : count.words[0]);
  }
  printf ("# %d certificates with cuts\n", with_cuts);
  CHECK (with_cuts > 0);
}

static void
expect_empty (int width, int height, const char *expected)
{
  AUTO_BOARD *board = tw_board_new_empty (width, height);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNatural count;

  CHECK_INT (tw_squares_count (board, 2, run, &count), TW_STATUS_OPTIMAL);
  expect_digits (&count, expected);
}

/* OEIS A045846, n = 1 to 16; 2 x n is Fibonacci's (A000045). */
TEST (known, "known numbers")
{
  static const char *const squares[] = {
    "1", "2", "6", "40", "472", "10668", "450924", "35863972", "5353011036",
  };

  for (int n = 1; n <= 9; n++)
    expect_empty (n, n, squares[n - 1]);
  expect_empty (12, 12, "781621363452405930");
  expect_empty (13, 13, "1451740730942350766748");
  expect_empty (16, 16, "408199838581532754602910469192704");
  expect_empty (2, 300, "359579325206583560961765665172189099052367214309267232255589801");
  expect_empty (300, 2, "359579325206583560961765665172189099052367214309267232255589801");
  expect_empty (2, 700,
                "1415307516220607347893496375416118069065605818148256560650577826558972"
                "54318057662142341135314844769422903905867863877139246681886097354486547763701");
}

/* Brute force on boards of up to 20 cells with obstacles, turned as well. */
TEST (rectangles, "tilings by rectangles against plain search and OEIS")
{
  static const char *const squares[] = { "1",
                                         "8",
                                         "322",
                                         "70878",
                                         "84231996",
                                         "535236230270",
                                         "18100579400986674",
                                         "3250879178100782348462" };
  uint64_t seed = 12;
  TwNatural count;

  for (int i = 0; i < test_size (1500); i++) {
    AUTO_BOARD *board = random_board_of (1, 5, 1, 4, i % 50, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    uint64_t counts[31] = { 0 }, all = 0, sides[7] = { 0 };

    list_tilings (board, blocked_cells (board), true, 0, counts, sides);
    for (int k = 0; k <= 30; k++)
      all += counts[k];
    CHECK_INT (tw_count_rectangle_tilings (board, 1, run, &count), TW_STATUS_OPTIMAL);
    expect_count (&count, all);
  }
  /* OEIS A182275, n = 1 to 8, and A116694: a row of n cells has 2^(n - 1) tilings. */
  for (int n = 1; n <= 8; n++) {
    AUTO_BOARD *board = tw_board_new_empty (n, n);
    AUTO_BOARD *row = tw_board_new_empty (10 * n, 1);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

    CHECK_INT (tw_count_rectangle_tilings (board, 1, run, &count), TW_STATUS_OPTIMAL);
    expect_digits (&count, squares[n - 1]);
    CHECK_INT (tw_count_rectangle_tilings (row, 1, run, &count), TW_STATUS_OPTIMAL);
    CHECK (count.words[(10 * n - 1) / 64] == UINT64_C (1) << (10 * n - 1) % 64);
  }
}

/* Threads and memory. */
TEST (rectangle_threads, "tilings by rectangles with threads, and without memory")
{
  /* From 2^16 states on there are several threads. */
  AUTO_BOARD *board = TEST_SANITIZED ? tw_board_new_empty (16, 16) : tw_board_new_empty (18, 17);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_RUN *small = tw_run_new (&(TwLimits){ .memory = 1 << 20 });
  TwNatural one, several;

  CHECK_INT (tw_count_rectangle_tilings (board, 1, run, &one), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_count_rectangle_tilings (board, 3, run, &several), TW_STATUS_OPTIMAL);
  CHECK (memcmp (&one, &several, sizeof one) == 0);
  CHECK_INT (tw_count_rectangle_tilings (board, 1, small, &one), TW_STATUS_OUT_OF_MEMORY);
  tw_run_cancel (run);
  CHECK_INT (tw_count_rectangle_tilings (board, 3, run, &one), TW_STATUS_CANCELLED);
}

static TwNatural
count_tilings (const TwBoard *board)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNatural count;

  CHECK_INT (tw_squares_count (board, 1, run, &count), TW_STATUS_OPTIMAL);
  return count;
}

/* With memory for one word of each number only, a count is joined from its residues. */
TEST (small_memory, "counts in little memory")
{
  static const struct {
    int width, height;
  } cases[] = { { 18, 18 }, { 100, 10 }, { 11, 80 } };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    AUTO_BOARD *board = tw_board_new_empty (cases[i].width, cases[i].height);
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwNatural exact, joined;
    size_t peak;

    CHECK_INT (tw_squares_count (board, 1, run, &exact), TW_STATUS_OPTIMAL);
    peak = tw_run_memory_peak (run);
    tw_run_free (run);

    /* Threads for which the memory is too small are left out. */
    run = tw_run_new (&(TwLimits){ .memory = peak + 65536 });
    CHECK_INT (tw_squares_count (board, 8, run, &joined), TW_STATUS_OPTIMAL);
    CHECK (memcmp (&exact, &joined, sizeof exact) == 0);
    tw_run_free (run);

    run = tw_run_new (&(TwLimits){ .memory = peak * 2 / 3 });
    CHECK_INT (tw_squares_count (board, 1, run, &joined), TW_STATUS_OPTIMAL);
    CHECK (memcmp (&exact, &joined, sizeof exact) == 0);
    if (i == 0)
      expect_digits (&joined, "409369282240657826544367743908696832683436");
    END_RUN (run);
  }
}

static void
stop_after (const TwSquareCountState *state)
{
  TwRun *const *run = state->data;

  tw_run_cancel (*run);
}

/* A count that is stopped after each of its steps continues; the sides may be swapped. */
TEST (continued, "counts that are continued")
{
  AUTO_BOARD *board = tw_board_new_empty (14, 13);
  const TwNatural expected = count_tilings (board);
  TwRun *run = NULL;
  TwSquareCountState state = { .changed_cb = stop_after, .data = &run };
  TwStatus status = TW_STATUS_CANCELLED;
  TwNatural count;
  int runs = 0;

  for (; status == TW_STATUS_CANCELLED && runs < 9; runs++) {
    bool swapped = runs % 2 == 1;

    run = tw_run_new (&(TwLimits){ 0 });
    status = tw_squares_count_empty (swapped ? 13 : 14, swapped ? 14 : 13, 2, run, &state, &count);
    END_RUN (run);
  }
  CHECK_INT (status, TW_STATUS_OPTIMAL);
  CHECK_INT (runs, 4); /* one to estimate, one for each of two moduli, one to join them */
  CHECK (memcmp (&expected, &count, sizeof count) == 0);

  /* A state that contradicts itself. */
  state.residues[0]++;
  run = tw_run_new (&(TwLimits){ 0 });
  CHECK_INT (tw_squares_count_empty (14, 13, 1, run, &state, &count), TW_STATUS_CANCELLED);
  CHECK (state.is_wrong);
  tw_run_free (run);
}

/* A count that is larger than a double has no residues to continue from. */
TEST (beyond_double, "a count that is larger than a double")
{
  AUTO_BOARD *board = tw_board_new_empty (3, 999);
  const TwNatural expected = count_tilings (board);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwSquareCountState state = { 0 };
  TwNatural count;

  CHECK_INT (tw_squares_count_empty (3, 999, 1, run, &state, &count), TW_STATUS_OPTIMAL);
  CHECK (memcmp (&expected, &count, sizeof count) == 0);
  CHECK (state.estimate == 0);
  CHECK_INT (state.n_residues, 0);
}

/* The tilings of an empty rectangle are those with each size of square in a corner. The boards
 * without that corner have obstacles, so another method counts them. */
TEST (corners, "sums over the square in a corner")
{
  for (int width = 2; width <= 11; width++) {
    for (int height = 2; height <= 8; height++) {
      AUTO_BOARD *whole = tw_board_new_empty (width, height),
                 *rest = tw_board_new_empty (width, height);
      TwNatural expected = count_tilings (whole), sum = tw_natural_from (&(uint64_t){ 0 }, 1);

      for (int size = 1; size <= width && size <= height; size++) {
        TwNatural count;

        for (int y = 0; y < size; y++) {
          for (int x = 0; x < size; x++)
            rest->cells[tw_board_index (rest, x, y)] = TW_CELL_BLOCKED;
        }
        count = count_tilings (rest);
        CHECK (tw_natural_add (&sum, &count));
      }
      CHECK (memcmp (&sum, &expected, sizeof sum) == 0);
    }
  }
}

/* Each memory request fails in turn, then the search is stopped: no leaks and no false claims. */
static TwStatus
count_all (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  return tw_squares_count (board, 2, run, counts);
}

static TwStatus
count_by_residues (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  TwSquareCountState state = { 0 };

  return tw_squares_count_empty (board->width, board->height, 2, run, &state, counts);
}

static TwStatus
count_folded (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  return tw_squares_count_distinct (board->width, board->height, 2, run, counts);
}

static TwStatus
count_rectangles (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  return tw_count_rectangle_tilings (board, 2, run, counts);
}

static TwStatus
draw (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  TwOptions options = default_options ();
  TwStatus status = tw_squares_draw (board, &options, run);

  return status == TW_STATUS_FEASIBLE ? TW_STATUS_OPTIMAL : status;
}

/* The certificate is made without failures. */
static TwStatus
list_optimal (const TwBoard *board, TwRun *run, TwNatural *counts)
{
  AUTO_RUN *other = new_run ();
  AUTO_CERTIFICATE *certificate = certify_optimum (board, "optimal", other);
  TwTiling list[4] = { 0 };
  size_t n = 4;
  TwStatus status = tw_squares_list_optimal (board, certificate, run, list, &n);

  CHECK_INT (n, status == TW_STATUS_OPTIMAL ? 4 : 0);
  for (size_t i = 0; i < 4; i++)
    tw_tiling_clear (&list[i]);
  return status;
}

static void
check_ends (TwBoard *board, TwStatus (*count) (const TwBoard *board, TwRun *run, TwNatural *counts))
{
  TwNatural counts[73];

  for (uint64_t n = 1;; n++) {
    AUTO_RUN *run = run_to_request (n);
    TwStatus status = count (board, run, counts);
    bool failed = tw_run_test_requests (run) >= n;

    CHECK_INT (status, failed ? TW_STATUS_OUT_OF_MEMORY : TW_STATUS_OPTIMAL);
    if (!failed)
      break;
  }
  for (uint64_t n = 1; n <= 5; n++) {
    AUTO_RUN *run = run_to_point (n, TW_STOP_DEADLINE);
    CHECK_INT (count (board, run, counts), TW_STATUS_TIMEOUT);
  }
  tw_board_free (board);
}

/* Marks[i] is the size of the square whose upper-left corner is cell i, or 0. */
typedef struct {
  int width, height;
  uint8_t marks[30], covered[30];
  uint64_t distinct;
} Listing;

/* Returns whether a transform of the tiling that keeps the board's sides precedes the tiling. */
static bool
has_smaller_image (const Listing *listing)
{
  int w = listing->width, h = listing->height;

  for (int k = 1; k < 8; k++) {
    uint8_t image[30] = { 0 };

    if (k >= 4 && w != h)
      break;
    for (int i = 0; i < w * h; i++) {
      int size = listing->marks[i], x = i % w, y = i / w;
      int u = k & 1 ? w - x - size : x, v = k & 2 ? h - y - size : y;

      if (size > 0)
        image[k & 4 ? u * w + v : v * w + u] = (uint8_t) size;
    }
    if (memcmp (image, listing->marks, sizeof image) < 0)
      return true;
  }
  return false;
}

static void
list_distinct (Listing *listing, int i)
{
  int w = listing->width, x = i % w, y = i / w;

  if (i == w * listing->height) {
    listing->distinct += !has_smaller_image (listing);
    return;
  }
  if (listing->covered[i]) {
    list_distinct (listing, i + 1);
    return;
  }
  for (int size = 1; x + size <= w && y + size <= listing->height; size++) {
    if (listing->covered[i + size - 1])
      return;
    for (int j = 0; j < size * size; j++)
      listing->covered[i + j % size + j / size * w] = 1;
    listing->marks[i] = (uint8_t) size;
    list_distinct (listing, i + 1);
    listing->marks[i] = 0;
    for (int j = 0; j < size * size; j++)
      listing->covered[i + j % size + j / size * w] = 0;
  }
}

static TwNatural
count_distinct (int width, int height)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwNatural count;

  CHECK_INT (tw_squares_count_distinct (width, height, 2, run, &count), TW_STATUS_OPTIMAL);
  return count;
}

/* Compared with canonical listing, and with OEIS A224239 for n x n. */
TEST (distinct, "counts up to symmetry")
{
  static const uint64_t squares[] = { 4495023, 669203528, 187623057932, 98793520541768,
                                      97702673827558670 };

  for (int n = 8; n <= 12; n++) {
    TwNatural count = count_distinct (n, n);

    expect_count (&count, squares[n - 8]);
  }
  for (int width = 1; width <= 6; width++) {
    for (int height = 1; height <= 5; height++) {
      Listing listing = { .width = width, .height = height };
      TwNatural count = count_distinct (width, height);

      list_distinct (&listing, 0);
      expect_count (&count, listing.distinct);
    }
  }
}

/* Draws many tilings and compares how often each of them occurs with equal shares. The limit is the
 * 0.999 quantile of the chi-square distribution. */
static void
check_draws (TwBoard *board, int n_tilings, int draws, double limit)
{
  TwSquare seen[64][25];
  int counts[64] = { 0 }, n_seen = 0;
  double chi_square = 0, expected = (double) draws / n_tilings;

  for (int i = 0; i < draws; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_TILING tiling = { 0 };
    TwOptions options = default_options ();
    int at = 0;

    options.seed = i;
    CHECK_INT (tw_squares_draw (board, &options, run), TW_STATUS_FEASIBLE);
    CHECK (tw_squares_copy_best (run, &tiling, NULL));
    tw_tiling_sort (&tiling);
    while (at < n_seen
           && memcmp (seen[at], tiling.squares, tiling.count * sizeof tiling.squares[0]) != 0)
      at++;
    CHECK (at < n_tilings);
    if (at == n_seen && at < n_tilings)
      memcpy (seen[n_seen++], tiling.squares, tiling.count * sizeof tiling.squares[0]);
    counts[at]++;
  }
  for (int i = 0; i < n_tilings; i++)
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
  CHECK (chi_square < limit);
  tw_board_free (board);
}

TEST (draw, "random tilings")
{
  TwBoard *parts = tw_board_new_empty (6, 3);

  check_draws (tw_board_new_empty (4, 4), 40, 4000, 72.1); /* 39 degrees of freedom */
  for (int y = 0; y < 3; y++)
    parts->cells[tw_board_index (parts, 2, y)] = TW_CELL_BLOCKED;
  check_draws (parts, 18, 1800, 40.8); /* 3 times 6 tilings */
}

TEST (passes, "squares of each side with little memory")
{
  const size_t parts[] = { 1, 2, 3, 8 };
  AUTO_BOARD *board = tw_board_new_empty (11, 11);
  AUTO_RUN *whole = tw_run_new (&(TwLimits){ 0 });
  TwNatural counts[12], again[12];

  CHECK_INT (tw_squares_count_by_side (board, whole, counts), TW_STATUS_OPTIMAL);
  for (int i = 0; i < 4; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = tw_run_memory_peak (whole) / parts[i] });
    TwStatus status = tw_squares_count_by_side (board, run, again);

    CHECK_INT (status, i < 3 ? TW_STATUS_OPTIMAL : TW_STATUS_OUT_OF_MEMORY);
    if (status == TW_STATUS_OPTIMAL) {
      CHECK ((tw_run_nodes (run) > tw_run_nodes (whole)) == (i > 0));
      CHECK_INT (tw_run_permille (run), 1000);
      CHECK (memcmp (counts, again, sizeof counts) == 0);
    }
  }
}

/* An empty rectangle and a board with an obstacle are counted by different methods. */
TEST (ends, "memory that fails at every request, and stops")
{
  TwBoard *obstacle = tw_board_new_empty (9, 8);

  obstacle->cells[30] = TW_CELL_BLOCKED;
  check_ends (tw_board_new_empty (9, 8), count_all);
  check_ends (tw_board_new_empty (9, 8), count_by_residues);
  check_ends (tw_board_new_empty (6, 5), tw_squares_count_by_size);
  check_ends (tw_board_new_empty (6, 5), tw_squares_count_by_side);
  check_ends (tw_board_new_empty (6, 6), count_folded);
  check_ends (tw_board_new_empty (6, 5), draw);
  check_ends (tw_board_new_empty (7, 6), list_optimal);
  check_ends (tw_board_new_empty (5, 6), count_rectangles);
  check_ends (obstacle, count_all);
}

TEST (natural, "products and digits of large numbers")
{
  TwNatural a = tw_natural_from (&(uint64_t){ UINT64_MAX }, 1), power = a;
  char text[TW_NATURAL_DIGITS];

  /* (2^64 - 1)^2 and ^3 */
  CHECK (tw_natural_multiply (&power, &power, &a));
  expect_digits (&power, "340282366920938463426481119284349108225");
  CHECK (tw_natural_multiply (&power, &power, &a));
  expect_digits (&power, "6277101735386680762814942322444851025767571854389858533375");
  for (int i = 4; i <= TW_NATURAL_WORDS; i++)
    CHECK (tw_natural_multiply (&power, &power, &a));
  CHECK (!tw_natural_multiply (&power, &power, &a));
  tw_natural_print (&power, text);
  CHECK_INT (strlen (text), 19729);
  power = tw_natural_from (&(uint64_t){ 0 }, 1);
  CHECK (tw_natural_is_zero (&power));
  expect_digits (&power, "0");
}

CHECK_MAIN
