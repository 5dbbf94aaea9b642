/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.c - ranges of a capped problem and the checker of its solutions. Shares no code with the
 * search. */
#include "core/capped/problem.h"

#include <stdio.h>
#include <string.h>

#include "core/base/divisor.h"

static const char *const goal_names[TW_N_CAPPED_GOALS] = { "any", "least-cap", "fewest", "all",
                                                           "quilt" };

const char *
tw_capped_goal_name (TwCappedGoal goal)
{
  return goal_names[goal];
}

bool
tw_capped_goal_find (const char *name, TwCappedGoal *goal)
{
  for (int i = 0; i < TW_N_CAPPED_GOALS; i++) {
    if (strcmp (name, goal_names[i]) == 0) {
      *goal = (TwCappedGoal) i;
      return true;
    }
  }
  return false;
}

bool
tw_capped_problem_check (const TwCappedProblem *problem, char *error, size_t size)
{
  if (problem->width < 1 || problem->width > TW_CAPPED_MAX_SIDE || problem->height < 1
      || problem->height > TW_CAPPED_MAX_SIDE) {
    snprintf (error, size, "size %d x %d is out of range: a side is 1 to %d", problem->width,
              problem->height, TW_CAPPED_MAX_SIDE);
    return false;
  }
  if (problem->width == 1 && problem->height == 1) {
    snprintf (error, size, "size 1 x 1 has no smaller squares: the side of a square is at least 2");
    return false;
  }
  if (problem->cap != TW_CAPPED_NO_CAP && (problem->cap < 1 || problem->cap > TW_CAPPED_MAX_CAP)) {
    snprintf (error, size, "cap %d is out of range: it is 1 to %d", problem->cap,
              TW_CAPPED_MAX_CAP);
    return false;
  }
  if ((int) problem->goal < 0 || problem->goal >= TW_N_CAPPED_GOALS) {
    snprintf (error, size, "there is no goal number %d", (int) problem->goal);
    return false;
  }
  if (problem->goal == TW_CAPPED_QUILT
      && (problem->width != problem->height || problem->cap != TW_CAPPED_NO_CAP)) {
    snprintf (error, size, "the goal quilt is for squares without a cap");
    return false;
  }
  return true;
}

int
tw_capped_max_size (const TwCappedProblem *problem)
{
  if (problem->width == problem->height)
    return problem->width - 1;
  return problem->width < problem->height ? problem->width : problem->height;
}

int
tw_capped_limit (const TwCappedProblem *problem)
{
  int cells = problem->width * problem->height;

  return problem->cap == TW_CAPPED_NO_CAP || problem->cap > cells ? cells : problem->cap;
}

/* Returns the most frequent size, the smaller one of equals; 0 when there are no squares. */
static int
most_frequent (const TwTiling *tiling, int *times)
{
  int count[TW_CAPPED_MAX_SIDE + 1] = { 0 };
  int best = 0;

  *times = 0;
  for (size_t i = 0; i < tiling->count; i++) {
    if (tiling->squares[i].size >= 1 && tiling->squares[i].size <= TW_CAPPED_MAX_SIDE)
      count[tiling->squares[i].size]++;
  }
  for (int s = 1; s <= TW_CAPPED_MAX_SIDE; s++) {
    if (count[s] > *times) {
      *times = count[s];
      best = s;
    }
  }
  return best;
}

int
tw_capped_multiplicity (const TwTiling *tiling)
{
  int times;

  most_frequent (tiling, &times);
  return times;
}

TwJudgement
tw_capped_judge (const TwCappedProblem *problem, const TwTiling *tiling, char *error, size_t size)
{
  static const char *const faults[] = {
    [TW_FAULT_NONE] = "is right",
    [TW_FAULT_BAD_SIZE] = "a square has no size",
    [TW_FAULT_OUTSIDE] = "a square reaches out of the board",
    [TW_FAULT_BLOCKED] = "a square lies on a blocked cell",
    [TW_FAULT_OVERLAP] = "two squares overlap",
    [TW_FAULT_UNCOVERED] = "a cell is not covered",
    [TW_FAULT_NO_MEMORY] = "no memory to check",
  };
  TwBoard *board = tw_board_new_empty (problem->width, problem->height);
  TwFault fault = { .kind = TW_FAULT_NO_MEMORY, .square = -1 };
  bool right = board != NULL && tw_tiling_check (board, tiling, &fault);
  int times, most, common = 0;

  tw_board_free (board);
  if (!right) {
    snprintf (error, size, "column %d, row %d: %s", fault.x, fault.y, faults[fault.kind]);
    return fault.kind == TW_FAULT_NO_MEMORY ? TW_SOLUTION_UNJUDGED : TW_SOLUTION_WRONG;
  }
  for (size_t i = 0; i < tiling->count; i++) {
    if (tiling->squares[i].size > tw_capped_max_size (problem)) {
      snprintf (error, size, "the square of size %d is not smaller than the board",
                (int) tiling->squares[i].size);
      return TW_SOLUTION_WRONG;
    }
    common = tw_common_divisor (common, tiling->squares[i].size);
  }
  if (problem->goal == TW_CAPPED_QUILT && common != 1) {
    snprintf (error, size, "the sides of all squares have the common divisor %d", common);
    return TW_SOLUTION_WRONG;
  }
  most = most_frequent (tiling, &times);
  if (times > tw_capped_limit (problem)) {
    snprintf (error, size, "size %d is used %d times, more than the cap of %d", most, times,
              tw_capped_limit (problem));
    return TW_SOLUTION_WRONG;
  }
  return TW_SOLUTION_RIGHT;
}

static TwJudgement
judge_capped (const TwSolution *solution)
{
  char error[128];

  return tw_capped_judge (solution->problem, solution->placements, error, sizeof error);
}

TwSolution
tw_capped_solution (const TwCappedProblem *problem, const TwTiling *tiling)
{
  bool by_cap = problem->goal == TW_CAPPED_LEAST_CAP;

  return (TwSolution){ problem, tiling, tiling->count,
                       by_cap ? tw_capped_multiplicity (tiling) : (int64_t) tiling->count,
                       judge_capped };
}

bool
tw_capped_covers (int width, int height, const TwTiling *tiling)
{
  int64_t area = 0;

  for (size_t i = 0; i < tiling->count; i++) {
    const TwSquare *s = &tiling->squares[i];

    if (s->size < 1 || s->x < 0 || s->y < 0 || s->size > width - s->x || s->size > height - s->y)
      return false;
    area += (int64_t) s->size * s->size;
    for (size_t j = 0; j < i; j++) {
      const TwSquare *t = &tiling->squares[j];

      if (s->x < t->x + t->size && t->x < s->x + s->size && s->y < t->y + t->size
          && t->y < s->y + s->size)
        return false;
    }
  }
  return area == (int64_t) width * height;
}

bool
tw_capped_check (const TwCappedProblem *problem, const TwTiling *tiling, char *error, size_t size)
{
  return tw_capped_judge (problem, tiling, error, size) == TW_SOLUTION_RIGHT;
}
