/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of grade.h against all solutions of random puzzles, and how its levels behave. */
#include "../bench/plain-pieces.h"
#include "core/pieces/grade.h"
#include "core/pieces/instance.h"
#include "random-pieces.h"

enum {
  MAX_SOLUTIONS = 60,
  MAX_PLACED = 64,
};

/* A placement up to the exchange of equal pieces. */
typedef struct {
  uint64_t cells; /* of the board */
  int cls;
} Place;

typedef struct {
  const TwPieceProblem *problem;
  int classes[RANDOM_PIECES_CELLS]; /* of each piece */
  Place solutions[MAX_SOLUTIONS][MAX_PLACED];
  int lengths[MAX_SOLUTIONS];
  int count;
  int deductions[TW_GRADE_MAX_LEVEL + 1];
} Truth;

static int
compare_places (const void *a, const void *b)
{
  const Place *p = a, *q = b;

  return p->cells != q->cells ? (p->cells > q->cells) - (p->cells < q->cells) : p->cls - q->cls;
}

static Place
place_of (const Truth *truth, TwPiecePlacement placement)
{
  Place place = { .cls = truth->classes[placement.piece] };
  int x[RANDOM_PIECES_CELLS], y[RANDOM_PIECES_CELLS];

  tw_piece_placement_cells (truth->problem, placement, x, y);
  for (int c = 0; c < truth->problem->pieces[placement.piece].shape.count; c++)
    place.cells |= UINT64_C (1) << tw_board_index (truth->problem->board, x[c], y[c]);
  return place;
}

static bool
keep_solution (void *data, const TwPiecePlacement *placements, int count)
{
  Truth *truth = data;
  Place *solution = truth->solutions[truth->count];

  for (int i = 0; i < count; i++)
    solution[i] = place_of (truth, placements[i]);
  qsort (solution, (size_t) count, sizeof *solution, compare_places);
  truth->lengths[truth->count] = count;
  for (int s = 0; s < truth->count; s++) {
    bool same = truth->lengths[s] == count;

    for (int i = 0; i < count && same; i++)
      same = compare_places (&truth->solutions[s][i], &solution[i]) == 0;
    if (same)
      return true;
  }
  return ++truth->count < MAX_SOLUTIONS;
}

/* A placed piece is in every solution, a removed one in none. */
static void
check_deduction (void *data, TwPiecePlacement placement, TwStep step, bool placed)
{
  Truth *truth = data;
  Place wanted = place_of (truth, placement);

  truth->deductions[step]++;
  for (int s = 0; s < truth->count; s++)
    CHECK_INT (bsearch (&wanted, truth->solutions[s], (size_t) truth->lengths[s], sizeof wanted,
                        compare_places)
                 != NULL,
               placed);
}

static void
find_classes (Truth *truth)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwInstance in;

  CHECK_INT (tw_instance_compile (&in, truth->problem, run), TW_END_DONE);
  for (int c = 0; c < in.n_classes; c++)
    for (int m = 0; m < in.classes[c].n_members; m++)
      truth->classes[in.members[in.classes[c].first_member + m].piece] = c;
  tw_instance_clear (&in);
}

static TwEnd
grade_of (const TwPieceProblem *problem, TwGradeVisit visit, void *data, TwGrade *grade)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwEnd end = tw_grade_find (problem, TW_STEP_NESTED, run, visit, data, grade);

  CHECK_INT (tw_run_memory_used (run), 0);
  return end;
}

TEST (sound, "each step holds in all solutions of 4,000 random puzzles")
{
  static Truth truth;
  int deductions[TW_GRADE_MAX_LEVEL + 1] = { 0 }, ends[3] = { 0 }, limited = 0;
  uint64_t random = 36;

  for (int i = 0; i < test_size (4000) && check_case_failures == 0; i++) {
    AUTO_PROBLEM *problem = random_problem (&random, 6, 5);
    TwGrade grade;
    bool stopped;
    TwEnd end;

    truth = (Truth){ .problem = problem };
    find_classes (&truth);
    plain_pieces_count (problem, 200000, keep_solution, &truth, &stopped);
    if (!stopped) {
      end = grade_of (problem, check_deduction, &truth, &grade);
      limited += end == TW_END_LIMIT && truth.count < 2;
      if (end != TW_END_LIMIT || truth.count > 1)
        CHECK_INT (end, truth.count == 0   ? TW_END_NONE
                        : truth.count == 1 ? TW_END_FOUND
                                           : TW_END_LIMIT);
      CHECK_INT (grade.level != TW_STEP_NONE, end == TW_END_FOUND);
      CHECK_INT (grade.trials > 0, grade.level >= TW_STEP_TRIAL);
      ends[truth.count < 2 ? truth.count : 2]++;
      for (int step = 0; step <= TW_GRADE_MAX_LEVEL; step++)
        deductions[step] += truth.deductions[step];
      if (check_case_failures > 0)
        printf ("# puzzle %d has %d solutions\n", i, truth.count);
    }
  }
  printf ("# %d without a solution, %d with one, %d with several; deductions:", ends[0], ends[1],
          ends[2]);
  for (int step = TW_STEP_CELL; step <= TW_GRADE_MAX_LEVEL; step++)
    printf (" %d", deductions[step]);
  printf (", %d too hard\n", limited);
  for (int step = TW_STEP_CELL; step <= TW_GRADE_MAX_LEVEL; step++)
    CHECK (deductions[step] > 0);
  CHECK (ends[0] > test_share (400) && ends[1] > test_share (800) && ends[2] > test_share (900));
  CHECK (limited <= (ends[0] + ends[1]) / 50);
}

CHECK_MAIN
