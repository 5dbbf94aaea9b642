/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-capped.c - capped tilings: the search compared with an independent brute force, known
 * values, stops and failures at every point. */
#include "core/capped/halves.h"

#include "core-test.h"

/* --- brute force --------------------------------------------------------- */

enum {
  BRUTE_SIDE = 7,
  BRUTE_CELLS = BRUTE_SIDE * BRUTE_SIDE,
};

/* Enumerates every tiling in row-major order by marking cells. A tiling is a picture in which each
 * cell holds the size and offset of its square. Each tiling is counted with weight 1 / (number of
 * its distinct images), so the sum over all tilings is the number of classes. */
typedef struct {
  int width, height, most, limit;
  uint16_t cells[BRUTE_CELLS];
  int used[BRUTE_SIDE + 1];
  int squares;
  /* results */
  long weighted; /* sum of 840 / images */
  int fewest;
  int least_cap;
} Brute;

static uint16_t
image_cell (const Brute *b, int k, int x, int y)
{
  int i, size, dx, dy, t;
  uint16_t cell;

  /* (x, y) of the image comes from this cell of the picture; k is a symmetry in 3 bits. */
  if (k & 4) {
    t = x;
    x = y;
    y = t;
  }
  if (k & 2)
    x = b->width - 1 - x;
  if (k & 1)
    y = b->height - 1 - y;
  i = y * b->width + x;
  cell = b->cells[i];
  size = cell / 64;
  dx = cell % 8;
  dy = cell / 8 % 8;
  if (k & 2)
    dx = size - 1 - dx;
  if (k & 1)
    dy = size - 1 - dy;
  if (k & 4) {
    t = dx;
    dx = dy;
    dy = t;
  }
  return (uint16_t) (size * 64 + dy * 8 + dx);
}

static int
brute_images (const Brute *b)
{
  int n = b->width == b->height ? 8 : 4, same = 0;

  for (int k = 0; k < n; k++) {
    bool equal = true;

    for (int y = 0; y < b->height && equal; y++) {
      for (int x = 0; x < b->width && equal; x++)
        equal = image_cell (b, k, x, y) == b->cells[y * b->width + x];
    }
    same += equal;
  }
  return n / same;
}

static void
brute_go (Brute *b, int from)
{
  int cells = b->width * b->height, x, y;

  while (from < cells && b->cells[from] != 0)
    from++;
  if (from == cells) {
    int times = 0;

    for (int s = 1; s <= BRUTE_SIDE; s++)
      times = b->used[s] > times ? b->used[s] : times;
    b->weighted += 840 / brute_images (b);
    if (b->fewest == 0 || b->squares < b->fewest)
      b->fewest = b->squares;
    if (b->least_cap == 0 || times < b->least_cap)
      b->least_cap = times;
    return;
  }
  x = from % b->width;
  y = from / b->width;
  for (int s = 1; s <= b->most && x + s <= b->width && y + s <= b->height; s++) {
    if (b->cells[from + s - 1] != 0)
      break;
    if (b->used[s] == b->limit)
      continue;
    for (int i = 0; i < s * s; i++)
      b->cells[from + i / s * b->width + i % s] = (uint16_t) (s * 64 + i / s * 8 + i % s);
    b->used[s]++;
    b->squares++;
    brute_go (b, from + s);
    b->squares--;
    b->used[s]--;
    for (int i = 0; i < s * s; i++)
      b->cells[from + i / s * b->width + i % s] = 0;
  }
}

static Brute
brute (const TwCappedProblem *task)
{
  Brute b = { .width = task->width, .height = task->height };

  b.most = task->width < task->height ? task->width : task->height;
  if (task->width == task->height)
    b.most--;
  b.limit = task->cap == TW_CAPPED_NO_CAP ? BRUTE_CELLS : task->cap;
  brute_go (&b, 0);
  return b;
}

/* --- helpers ------------------------------------------------------------- */

static TwStatus
solve_on (TwRun *run, TwCappedProblem task, int threads, TwCappedResult *answer)
{
  TwOptions options = options_with_threads (threads);

  return tw_capped_solve (&task, &options, run, answer);
}

static TwStatus
solve (TwCappedProblem task, int threads, TwCappedResult *answer)
{
  AUTO_RUN *run = new_run ();
  TwStatus status = solve_on (run, task, threads, answer);

  CHECK_INT (tw_run_refused (run), 0);
  return status;
}

static void
check_tiling (TwCappedProblem task, const TwTiling *tiling)
{
  char error[128] = "";

  CHECK (tw_capped_check (&task, tiling, error, sizeof error));
  CHECK_STR (error, "");
}

/* --- cases --------------------------------------------------------------- */

TEST (against_brute_force, "against brute force")
{
  AUTO_CAPPED_RESULT answer = { .list_most = 3 };

  for (int width = 1; width <= 6; width++) {
    for (int height = 1; height <= 7; height++) {
      for (int cap = 0; cap <= 5; cap++) {
        TwCappedProblem task = { width, height, cap, TW_CAPPED_ALL };
        Brute b;
        TwStatus status;

        if (width * height == 1 || (cap == 0 && width * height > 30))
          continue;
        b = brute (&task);
        status = solve (task, 1 + (width + cap) % 2, &answer);
        CHECK_INT (answer.count * 840, b.weighted);
        CHECK (answer.complete);
        CHECK_INT (answer.listed, answer.count < 3 ? answer.count : 3);
        for (size_t i = 0; i < answer.listed; i++)
          check_tiling (task, &answer.list[i]);
        CHECK_INT (status, b.fewest > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);

        task.goal = TW_CAPPED_FEWEST;
        status = solve (task, 1, &answer);
        CHECK_INT (status, b.fewest > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
        CHECK_INT (answer.best.count, b.fewest);

        task.goal = TW_CAPPED_LEAST_CAP;
        status = solve (task, 1, &answer);
        CHECK_INT (status, b.fewest > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE);
        CHECK_INT (answer.multiplicity, b.least_cap);
        if (b.least_cap > 0)
          CHECK_INT (answer.cap_bound, b.least_cap);

        task.goal = TW_CAPPED_ANY;
        status = solve (task, 1, &answer);
        CHECK_INT (status, b.fewest > 0 ? TW_STATUS_FEASIBLE : TW_STATUS_INFEASIBLE);
        if (b.fewest > 0)
          check_tiling (task, &answer.best);
      }
    }
  }
}

TEST (least_caps, "least caps")
{
  /* OEIS A036444, n = 2, 3, ... */
  static const int h[] = {
    4, 5, 4, 4, 4, 3, 4, 3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 3, 2, 2, 2, 2, 2
  };
  AUTO_CAPPED_RESULT answer = { 0 };

  for (int n = 2; n < 2 + (int) (sizeof h / sizeof *h); n++) {
    TwCappedProblem task = { n, n, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP };

    CHECK_INT (solve (task, 1, &answer), TW_STATUS_OPTIMAL);
    CHECK_INT (answer.multiplicity, h[n - 2]);
    CHECK_INT (answer.cap_bound, h[n - 2]);
    check_tiling (task, &answer.best);
    task.cap = h[n - 2];
    check_tiling (task, &answer.best);
    task.cap = h[n - 2] - 1;
    task.goal = TW_CAPPED_ANY;
    CHECK_INT (solve (task, 2, &answer), TW_STATUS_INFEASIBLE);
  }
}

/* The squares of sides 2 to `last`: `fewest` begins with that of side 2. */
static void
expect_fewest (TwCappedGoal goal, const int *fewest, int last, int most_threads)
{
  AUTO_CAPPED_RESULT answer = { 0 };

  for (int n = 2; n <= last; n++) {
    TwCappedProblem task = { n, n, TW_CAPPED_NO_CAP, goal };

    CHECK_INT (solve (task, 1 + n % most_threads, &answer), TW_STATUS_OPTIMAL);
    CHECK_INT (answer.best.count, fewest[n - 2]);
    CHECK_INT (answer.most_bound, fewest[n - 2]);
    check_tiling (task, &answer.best);
  }
}

TEST (fewest, "fewest squares")
{
  /* OEIS A018835, n = 2, 3, ... */
  static const int fewest[] = { 4, 6, 4, 8,  4, 9, 4, 6, 4, 11, 4, 11, 4, 6, 4, 12, 4, 13,
                                4, 6, 4, 13, 4, 8, 4, 6, 4, 14, 4, 15, 4, 6, 4, 8,  4, 15 };

  expect_fewest (TW_CAPPED_FEWEST, fewest, 1 + (int) (sizeof fewest / sizeof *fewest), 2);
}

/* OEIS A005670, Mrs. Perkins's quilts. The multiple of a smaller tiling is none. */
TEST (quilts, "quilts")
{
  static const int fewest[] = { 4, 6, 7, 8, 9, 9, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13 };

  expect_fewest (TW_CAPPED_QUILT, fewest, 1 + (int) (sizeof fewest / sizeof *fewest), 1);
}

/* The incumbent improves before and during the proof: stopped early it is close to the 15 squares
 * of A018835. The engine "auto" has proved 31 x 31 by then. */
TEST_IF (!THREAD_SANITIZED, fewest_improves, "fewest squares before the proof")
{
  static const struct {
    int n, cap, most;
    uint64_t checks;
    const char *engine;
  } cases[] = {
    { 31, 0, 16, 1000000, "skyline" }, { 31, 3, 17, 1000000, "auto" },
    { 47, 0, 19, 1000000, "skyline" }, { 101, 0, 25, 1000000, "skyline" },
    { 47, 0, 19, 1000, "auto" },       { 101, 0, 25, 1000, "auto" },
    { 307, 0, 26, 1000, "auto" },
  };
  AUTO_CAPPED_RESULT answer = { 0 };
  TwOptions options = options_with_threads (1);

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    TwCappedProblem task = { cases[i].n, cases[i].n, cases[i].cap, TW_CAPPED_FEWEST };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

    snprintf (options.engine, sizeof options.engine, "%s", cases[i].engine);
    tw_run_test_stop_at (run, cases[i].checks, TW_STOP_CANCEL);
    CHECK_INT (tw_capped_solve (&task, &options, run, &answer), TW_STATUS_FEASIBLE);
    check_tiling (task, &answer.best);
    CHECK (answer.best.count <= (size_t) cases[i].most);
    CHECK (answer.most_bound < (int64_t) answer.best.count);
    CHECK_INT (tw_run_best (run), answer.best.count);
  }
}

/* When the cap allows only few squares, numbers of squares that do not fit into the board are not
 * tried. */
TEST (fewest_of_none, "fewest squares where there are none")
{
  AUTO_CAPPED_RESULT answer = { 0 };

  for (int n = 8; n <= 16; n++) {
    TwCappedProblem task = { n, n, 1, TW_CAPPED_FEWEST };

    CHECK_INT (solve (task, 1 + n % 2, &answer), TW_STATUS_INFEASIBLE);
    CHECK_INT (answer.cap_bound, 2);
    CHECK_INT (answer.best.count, 0);
  }
}

TEST (perfect_rectangle, "perfect rectangle 33 x 32")
{
  static const int sizes[] = { 1, 4, 7, 8, 9, 10, 14, 15, 18 };
  TwCappedProblem task = { 33, 32, 1, TW_CAPPED_ALL };
  AUTO_CAPPED_RESULT answer = { .list_most = 10 };
  bool seen[33] = { false };

  CHECK_INT (solve (task, 2, &answer), TW_STATUS_OPTIMAL);
  CHECK_INT (answer.count, 1);
  CHECK_INT (answer.listed, 1);
  CHECK_INT (answer.best.count, 9);
  for (size_t i = 0; i < answer.best.count; i++)
    seen[answer.best.squares[i].size] = true;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    CHECK (seen[sizes[i]]);
}

/* More squares than the search has room for at first. */
TEST (many_squares, "many squares")
{
  for (int goal = 0; goal < TW_CAPPED_QUILT; goal++) {
    TwCappedProblem task = { 150, 1, TW_CAPPED_NO_CAP, (TwCappedGoal) goal };
    AUTO_CAPPED_RESULT answer = { 0 };

    CHECK (solve (task, 1, &answer) <= TW_STATUS_FEASIBLE);
    CHECK_INT (answer.best.count, 150);
    check_tiling (task, &answer.best);
  }
}

/* Boards where a complete enumeration takes long: the solutions of two halves are joined. */
TEST_IF (!THREAD_SANITIZED, halves, "joined parts")
{
  static const TwCappedProblem tasks[] = {
    { 41, 41, 2, TW_CAPPED_ANY },
    { 50, 47, 2, TW_CAPPED_ANY },
    { 70, 66, 2, TW_CAPPED_ANY },
  };
  AUTO_CAPPED_RESULT answer = { 0 };

  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    TwCappedWalk walk = { .width = tasks[i].height,
                          .height = tasks[i].width,
                          .max_size = tw_capped_max_size (&tasks[i]),
                          .limit = tasks[i].cap,
                          .seed = 1 };
    AUTO_TILING tiling = { 0 };
    AUTO_RUN *run = new_run ();

    CHECK (tw_capped_find_halves (&walk, 1000, run, &tiling));
    for (size_t j = 0; j < tiling.count; j++) {
      TwSquare *s = &tiling.squares[j];

      *s = (TwSquare){ s->y, s->x, s->size };
    }
    check_tiling (tasks[i], &tiling);
    CHECK (tw_capped_multiplicity (&tiling) <= 2);
    if (i == 2)
      continue; /* joined from two parts, not found whole; the rest would take long */
    CHECK_INT (solve (tasks[i], 1, &answer), TW_STATUS_FEASIBLE);
    check_tiling (tasks[i], &answer.best);
    for (uint64_t n = 2; n < 16; n++) {
      AUTO_RUN *ended = n % 2 ? run_to_point (3 * (n / 2) * (n / 2) * (n / 2), TW_STOP_CANCEL)
                              : run_to_request (n / 2);

      tw_tiling_clear (&tiling);
      CHECK (!tw_capped_find_halves (&walk, 2, ended, &tiling) || tiling.count > 0);
    }
  }
}

TEST (all_cores_agree, "all cores agree")
{
  TwCappedProblem task = { 22, 22, 2, TW_CAPPED_ALL };
  AUTO_CAPPED_RESULT one = { .list_most = 10 }, many = { .list_most = 10 };

  CHECK_INT (solve (task, 1, &one), TW_STATUS_OPTIMAL);
  CHECK_INT (solve (task, 5, &many), TW_STATUS_OPTIMAL);
  CHECK (one.count > 0);
  CHECK_INT (one.count, many.count);
  CHECK_INT (one.listed, many.listed);
  for (size_t i = 0; i < one.listed && i < many.listed; i++) {
    CHECK_INT (one.list[i].count, many.list[i].count);
    for (size_t j = 0; j < one.list[i].count; j++)
      CHECK_INT (one.list[i].squares[j].size, many.list[i].squares[j].size);
  }
}

TEST (stop_at_every_point, "stop at every point")
{
  static const TwCappedProblem tasks[] = {
    { 5, 5, 0, TW_CAPPED_LEAST_CAP }, { 5, 5, 0, TW_CAPPED_FEWEST }, { 6, 6, 0, TW_CAPPED_QUILT },
    { 4, 5, 3, TW_CAPPED_ALL },       { 8, 8, 3, TW_CAPPED_ANY },
  };
  AUTO_CAPPED_RESULT answer = { .list_most = 4 };

  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    AUTO_RUN *whole = new_run ();
    uint64_t points;
    TwStatus full;

    tw_run_test_stop_at (whole, 0, TW_STOP_CANCEL);
    full = solve_on (whole, tasks[i], 1, &answer);
    points = tw_run_test_points (whole);
    CHECK (points > 3);
    for (uint64_t n = 1; n <= points; n++) {
      AUTO_RUN *run = new_run ();
      TwStatus status;

      tw_run_test_stop_at (run, n, n % 2 ? TW_STOP_CANCEL : TW_STOP_DEADLINE);
      status = solve_on (run, tasks[i], 1, &answer);
      if (answer.best.count > 0) {
        check_tiling (tasks[i], &answer.best);
        CHECK (status == TW_STATUS_FEASIBLE || status == full);
      } else {
        CHECK_INT (status, n % 2 ? TW_STATUS_CANCELLED : TW_STATUS_TIMEOUT);
      }
      CHECK (!(status == TW_STATUS_FEASIBLE && answer.complete));
    }
  }
}

static void
fail_at_every_request (TwCappedProblem task)
{
  AUTO_CAPPED_RESULT answer = { 0 };
  AUTO_RUN *whole = new_run ();
  uint64_t requests;

  tw_run_test_fail_memory (whole, 0);
  solve_on (whole, task, 1, &answer);
  requests = tw_run_test_requests (whole);
  CHECK (requests > 5);
  for (uint64_t n = 1; n <= requests; n++) {
    AUTO_RUN *run = new_run ();
    TwStatus status;

    tw_run_test_fail_memory (run, n);
    status = solve_on (run, task, 1, &answer);
    CHECK_INT (status, answer.best.count > 0 ? TW_STATUS_FEASIBLE : TW_STATUS_OUT_OF_MEMORY);
  }
}

TEST (out_of_memory_at_every_point, "out of memory at every point")
{
  fail_at_every_request ((TwCappedProblem){ 6, 6, 0, TW_CAPPED_LEAST_CAP });
  fail_at_every_request ((TwCappedProblem){ 7, 7, 0, TW_CAPPED_QUILT });
}

/* A board of a million cells without a quick tiling: the deadline and the memory limit hold. */
TEST (large_boards_end, "large boards end")
{
  TwCappedProblem task = { 1000, 1000, 1, TW_CAPPED_ANY };
  AUTO_CAPPED_RESULT answer = { 0 };
  AUTO_RUN *late = tw_run_new (&(TwLimits){ .seconds = 0.05 });
  AUTO_RUN *starved = tw_run_new (&(TwLimits){ .memory = 4096 });

  CHECK_INT (solve_on (late, task, 2, &answer), TW_STATUS_TIMEOUT);
  CHECK_INT (solve_on (starved, task, 2, &answer), TW_STATUS_OUT_OF_MEMORY);
}

TEST (bad_tasks, "bad tasks")
{
  static const struct {
    TwCappedProblem task;
    const char *says;
  } bad[] = {
    { { 0, 0, 1, TW_CAPPED_ANY }, "size 0 x 0" },
    { { -3, 4, 1, TW_CAPPED_ANY }, "size -3 x 4" },
    { { 1, 1, 1, TW_CAPPED_ANY }, "size 1 x 1" },
    { { 1000000, 1000000, 1, TW_CAPPED_ANY }, "size 1000000 x 1000000" },
    { { 5, 5, -1, TW_CAPPED_ANY }, "cap -1" },
    { { 5, 5, 1000001, TW_CAPPED_ANY }, "cap 1000001" },
    { { 5, 5, 1, (TwCappedGoal) 7 }, "goal number 7" },
    { { 5, 6, TW_CAPPED_NO_CAP, TW_CAPPED_QUILT }, "for squares without a cap" },
    { { 5, 5, 3, TW_CAPPED_QUILT }, "for squares without a cap" },
  };
  TwCappedProblem good = { 1000, 1, 1000000, TW_CAPPED_ALL };
  TwCappedGoal goal;
  char error[128];

  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    error[0] = '\0';
    CHECK (!tw_capped_problem_check (&bad[i].task, error, sizeof error));
    CHECK (strstr (error, bad[i].says) != NULL);
  }
  CHECK (tw_capped_problem_check (&good, error, sizeof error));
  for (int i = 0; i < TW_N_CAPPED_GOALS; i++) {
    CHECK (tw_capped_goal_find (tw_capped_goal_name ((TwCappedGoal) i), &goal));
    CHECK_INT (goal, i);
  }
  CHECK (!tw_capped_goal_find ("most", &goal));
}

TEST (judge, "the judge")
{
  TwSquare four[] = { { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 2 } };
  TwSquare one[] = { { 0, 0, 4 } };
  TwTiling tiling = { four, 4, 4 };
  TwCappedProblem task = { 4, 4, 4, TW_CAPPED_ANY };
  char error[128];

  CHECK (tw_capped_check (&task, &tiling, error, sizeof error));
  CHECK_INT (tw_capped_multiplicity (&tiling), 4);
  task.goal = TW_CAPPED_QUILT;
  CHECK (!tw_capped_check (&task, &tiling, error, sizeof error));
  CHECK_STR (error, "the sides of all squares have the common divisor 2");
  task.cap = 3;
  task.goal = TW_CAPPED_ANY;
  CHECK (!tw_capped_check (&task, &tiling, error, sizeof error));
  CHECK_STR (error, "size 2 is used 4 times, more than the cap of 3");
  tiling.count = 3;
  CHECK (!tw_capped_check (&task, &tiling, error, sizeof error));
  CHECK_STR (error, "column 2, row 2: a cell is not covered");
  tiling = (TwTiling){ one, 1, 1 };
  CHECK (!tw_capped_check (&task, &tiling, error, sizeof error));
  CHECK_STR (error, "the square of size 4 is not smaller than the board");
}

/* Each tiling lies in exactly one part, at each depth of the division. */
TEST (parts, "the parts of a search add up")
{
  TwOptions options = default_options ();
  int divided = 0;

  for (int i = 0; i < 4 * 4 * 3; i++) {
    TwCappedProblem task = { 5 + i % 4, 5 + i / 4 % 4, 2 + i / 16, TW_CAPPED_ALL };
    AUTO_CAPPED_RESULT whole = { 0 };
    TwStatus status = solve (task, 1, &whole);

    for (int depth = 1; depth <= 4; depth++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      uint64_t n = tw_capped_count_parts (&task, depth, 1000, run), count = 0, found = 0;
      uint64_t step = 1 + (uint64_t) i % 3;

      divided += n > 5;
      options.threads = 1 + i % 2;
      for (uint64_t first = 0; first < n; first += step) {
        TwCappedPart part = { depth, first, first + step < n ? first + step : n };
        AUTO_CAPPED_RESULT answer = { .list_most = 10 };

        task.goal = TW_CAPPED_ALL;
        tw_capped_solve_part (&task, &part, &options, run, &answer);
        CHECK (answer.complete);
        for (size_t k = 0; k < answer.listed; k++)
          check_tiling (task, &answer.list[k]);
        count += answer.count;
        task.goal = TW_CAPPED_ANY;
        found += tw_capped_solve_part (&task, &part, &options, run, &answer) == TW_STATUS_FEASIBLE;
      }
      CHECK (n == 0 || count == whole.count);
      CHECK (n == 0 || (found > 0) == (status == TW_STATUS_OPTIMAL));
      CHECK_INT (tw_capped_count_parts (&task, depth, n > 0 ? n - 1 : 0, run), 0);
    }
  }
  CHECK (divided > 50);
}

/* For a cap of 1 both goals look at the same networks, once. */
TEST (networks_once, "networks are looked at once")
{
  uint64_t nodes[2];

  for (int i = 0; i < 2; i++) {
    TwCappedProblem task = { 44, 43, 1, i == 0 ? TW_CAPPED_ANY : TW_CAPPED_LEAST_CAP };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_CAPPED_RESULT answer = { 0 };

    CHECK_INT (solve_on (run, task, 1, &answer), TW_STATUS_INFEASIBLE);
    nodes[i] = tw_run_nodes (run);
  }
  CHECK_INT (nodes[1], nodes[0]);
}

CHECK_MAIN
