/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-exact-cover.c - exact cover with secondary items and colours, compared with plain
 * backtracking and known counts. */
#include "core-test.h"

#include "core/pieces/exact-cover-private.h"

enum {
  MAX_TERMS = 20000,
  MAX_OPTIONS = 4000,
};

typedef struct {
  TwExactCover problem;
  int32_t start[MAX_OPTIONS + 2];
  TwCoverTerm terms[MAX_TERMS];
} Fixture;

static Fixture fixture;

static void
begin (int n_primary, int n_secondary)
{
  fixture.problem = (TwExactCover){ .n_primary = n_primary,
                                    .n_secondary = n_secondary,
                                    .start = fixture.start,
                                    .terms = fixture.terms };
  fixture.start[0] = fixture.start[1] = 0;
}

static void
add_term (int item, int colour)
{
  int32_t *end = &fixture.start[fixture.problem.n_options + 1];

  fixture.terms[(*end)++] = (TwCoverTerm){ .item = item, .colour = colour };
}

static void
end_option (void)
{
  fixture.problem.n_options++;
  fixture.start[fixture.problem.n_options + 1] = fixture.start[fixture.problem.n_options];
}

/* Counts solutions by plain backtracking on the first uncovered item; `colour_of` is -1 for a free
 * item. */
static uint64_t
plain_count (const TwExactCover *p, int32_t *colour_of)
{
  uint64_t count = 0;
  int item = 0;

  while (item < p->n_primary && colour_of[item] != -1)
    item++;
  if (item == p->n_primary)
    return 1;
  for (int o = 0; o < p->n_options; o++) {
    int32_t saved[64];
    bool fits = true, has = false;

    memcpy (saved, colour_of, sizeof saved);
    for (int32_t t = p->start[o]; t < p->start[o + 1]; t++) {
      TwCoverTerm term = p->terms[t];

      has = has || term.item == item;
      fits = fits
             && (colour_of[term.item] == -1
                 || (term.colour > 0 && colour_of[term.item] == term.colour));
      colour_of[term.item] = term.colour;
    }
    if (fits && has)
      count += plain_count (p, colour_of);
    memcpy (colour_of, saved, sizeof saved);
  }
  return count;
}

/* A search to the end finds this number of solutions. */
static void
expect_count (int threads, uint64_t expected)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_COVER_RESULT result = { 0 };
  int item;

  tw_exact_cover_search (&fixture.problem, 0, threads, run, &result);
  CHECK (result.complete);
  CHECK_INT (result.count, expected);
  CHECK (result.status == (expected > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE));
  if (expected > 0)
    CHECK (tw_exact_cover_check (&fixture.problem, result.options, (size_t) result.n_options, &item)
           == TW_COVER_FAULT_NONE);
}

/* Small random problems of every density, with and without colours. */
TEST (random, "exact cover: random problems as plain backtracking counts them")
{
  uint64_t state = 77;
  int with = 0;

  for (int round = 0; round < test_size (400); round++) {
    int primary = 1 + (int) (check_random (&state) % 7);
    int secondary = (int) (check_random (&state) % 5);
    int options = 1 + (int) (check_random (&state) % 40);
    int colours = (int) (check_random (&state) % 4);
    int32_t colour_of[64];
    uint64_t expected;

    begin (primary, secondary);
    for (int o = 0; o < options; o++) {
      for (int i = 0; i < primary + secondary; i++) {
        bool coloured = i >= primary && colours > 0 && check_random (&state) % 4 != 0;

        if (check_random (&state) % 3 == 0)
          add_term (i, coloured ? 1 + (int) (check_random (&state) % (uint32_t) colours) : 0);
      }
      end_option ();
    }
    for (int i = 0; i < 64; i++)
      colour_of[i] = -1;
    expected = plain_count (&fixture.problem, colour_of);
    with += expected > 0;
    expect_count (1 + round % 3, expected);
  }
  CHECK (with > test_share (50));
}

/* Random options, most of which lie within one of some blocks of items. */
static void
add_blocks (uint64_t *state, int primary, int secondary, int options, int blocks)
{
  int colours = (int) (check_random (state) % 3);

  begin (primary, secondary);
  for (int o = 0; o < options; o++) {
    int block = (int) (check_random (state) % (uint32_t) blocks), first = -1;
    bool wide = check_random (state) % 8 == 0;

    for (int i = 0; i < primary + secondary; i++) {
      bool coloured = i >= primary && colours > 0 && check_random (state) % 4 != 0;

      if ((!wide && i % blocks != block) || check_random (state) % (i < primary ? 2 : 4) != 0)
        continue;
      first = first < 0 ? i : first;
      add_term (i, coloured ? 1 + (int) (check_random (state) % (uint32_t) colours) : 0);
    }
    end_option ();
  }
}

TEST (components, "exact cover: random problems counted by components")
{
  uint64_t state = 4711;
  int with = 0;

  for (int round = 0; round < test_size (1500); round++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    int blocks = 1 + (int) (check_random (&state) % 4);
    int primary = blocks * (1 + (int) (check_random (&state) % 4));
    int32_t colour_of[64];
    int32_t options[64];
    TwComponentsCount count = { .options = options };
    uint64_t expected;
    int item;

    add_blocks (&state, primary, (int) (check_random (&state) % 6),
                primary * 2 + (int) (check_random (&state) % 30), blocks);
    for (int i = 0; i < 64; i++)
      colour_of[i] = -1;
    expected = plain_count (&fixture.problem, colour_of);
    with += expected > 0;
    CHECK (tw_components_count (&fixture.problem, UINT64_MAX, run, &count) == TW_END_DONE);
    CHECK_INT (count.count, expected);
    CHECK_INT (count.n_options >= 0, expected > 0);
    if (expected > 0)
      CHECK (tw_exact_cover_check (&fixture.problem, options, (size_t) count.n_options, &item)
             == TW_COVER_FAULT_NONE);
    CHECK_INT (tw_run_memory_used (run), 0);
    expect_count (1 + round % 2, expected);
    if (check_case_failures > 0)
      return;
  }
  CHECK (with > test_share (500));
}

/* Non-attacking queens on several boards: rows and columns are primary items, diagonals are
 * secondary. */
static void
add_boards (int n, int boards)
{
  begin (2 * n * boards, 2 * (2 * n - 1) * boards);
  for (int b = 0; b < boards; b++) {
    int lines = 2 * n * b, diagonals = 2 * n * boards + 2 * (2 * n - 1) * b;

    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        add_term (lines + y, 0);
        add_term (lines + n + x, 0);
        add_term (diagonals + x + y, 0);
        add_term (diagonals + (2 * n - 1) + x - y + n - 1, 0);
        end_option ();
      }
  }
}

/* Out of memory, stopped or at its limit at any point, the count by components reports it and leaks
 * nothing. */
TEST (components_stop, "exact cover: every early end of a count by components")
{
  uint64_t state = 9, whole = 0;
  int32_t options[64];

  add_blocks (&state, 16, 3, 60, 3);
  for (int kind = 0; kind < 3; kind++)
    for (uint64_t n = 0; n < 200; n++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      TwComponentsCount count = { .options = options };
      TwEnd end;

      if (kind == 0)
        tw_run_test_fail_memory (run, n);
      else if (kind == 1)
        tw_run_test_stop_at (run, n, TW_STOP_CANCEL);
      end = tw_components_count (&fixture.problem, kind < 2 ? UINT64_MAX : n, run, &count);
      whole = kind == 0 && n == 0 ? count.count : whole;
      CHECK (end == TW_END_DONE ? count.count == whole : count.done <= 1);
      CHECK (end == TW_END_DONE || end == (kind == 1 ? TW_END_STOPPED : TW_END_LIMIT));
      CHECK (end != TW_END_DONE || kind == 0 || n == 0 || n > 10);
      CHECK_INT (tw_run_memory_used (run), 0);
    }
  CHECK (whole > 0);
}

/* The search alone would visit 4^12 solutions. */
TEST (boards, "exact cover: independent boards")
{
  add_boards (6, 12);
  expect_count (2, 1 << 24);
}

TEST (queens, "exact cover: queens")
{
  static const uint64_t counts[] = { 1, 0, 0, 2, 10, 4, 40, 92, 352 };

  for (int n = 1; n <= 9; n++) {
    add_boards (n, 1);
    expect_count (2, counts[n - 1]);
  }
}

/* Word squares over a small alphabet: the letter at a crossing is a colour. Each row and each
 * column takes one of the eight three-letter words over two letters; every square is possible. */
TEST (crossings, "exact cover: crossings agree on a colour")
{
  begin (6, 9);
  for (int line = 0; line < 6; line++)
    for (int word = 0; word < 8; word++) {
      add_term (line, 0);
      for (int i = 0; i < 3; i++)
        add_term (6 + (line < 3 ? 3 * line + i : 3 * i + line - 3), 1 + (word >> i & 1));
      end_option ();
    }
  expect_count (2, 512);
}

TEST (limits, "exact cover: limits, empty problems")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwExactCoverResult result;

  add_boards (8, 1);
  for (int limit = 1; limit < 100; limit += 13) {
    tw_exact_cover_search (&fixture.problem, (uint64_t) limit, 2, run, &result);
    CHECK_INT (result.count, limit < 92 ? limit : 92);
    CHECK (result.status == TW_STATUS_OPTIMAL);
    CHECK_INT (result.n_options, 8);
    tw_exact_cover_result_clear (&result);
  }

  begin (0, 3);
  add_term (1, 0);
  end_option ();
  expect_count (1, 1);
  begin (2, 0);
  expect_count (1, 0);
}

/* Out of memory or stopped at any point, the search reports it and leaks nothing. */
TEST (stops, "exact cover: every early end")
{
  add_boards (6, 1);
  for (uint64_t n = 1; n < 60; n++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_COVER_RESULT result = { 0 };

    if (n % 2 == 0)
      tw_run_test_fail_memory (run, n / 2);
    else
      tw_run_test_stop_at (run, n / 2 + 1, TW_STOP_CANCEL);
    tw_exact_cover_search (&fixture.problem, 0, 1, run, &result);
    CHECK (result.count <= 4);
    CHECK (!result.complete || result.count == 4);
    CHECK (result.complete || result.status == TW_STATUS_FEASIBLE
           || result.status == (n % 2 == 0 ? TW_STATUS_OUT_OF_MEMORY : TW_STATUS_CANCELLED));
  }
}

TEST (checker, "exact cover: the checker")
{
  static const int32_t good[] = { 0, 2 }, twice[] = { 0, 1 }, colour[] = { 0, 3 }, few[] = { 0 },
                       far[] = { 4 };
  int item;

  begin (2, 1);
  add_term (0, 0), add_term (2, 1), end_option ();
  add_term (0, 0), end_option ();
  add_term (1, 0), add_term (2, 1), end_option ();
  add_term (1, 0), add_term (2, 2), end_option ();
  CHECK (tw_exact_cover_check (&fixture.problem, good, 2, &item) == TW_COVER_FAULT_NONE);
  CHECK (tw_exact_cover_check (&fixture.problem, twice, 2, &item) == TW_COVER_FAULT_TWICE);
  CHECK_INT (item, 0);
  CHECK (tw_exact_cover_check (&fixture.problem, colour, 2, &item) == TW_COVER_FAULT_COLOUR);
  CHECK_INT (item, 2);
  CHECK (tw_exact_cover_check (&fixture.problem, few, 1, &item) == TW_COVER_FAULT_NONE_OF_ITEM);
  CHECK_INT (item, 1);
  CHECK (tw_exact_cover_check (&fixture.problem, far, 1, &item) == TW_COVER_FAULT_NO_SUCH_OPTION);
}

CHECK_MAIN
