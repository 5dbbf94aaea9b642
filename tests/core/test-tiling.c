/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tiling.c - the checker finds every kind of fault, and no others. */
#include "random-board.h"

static TwFaultKind
judge (const TwBoard *board, size_t count, const TwSquare *squares, TwFault *fault)
{
  AUTO_TILING tiling = { 0 };

  for (size_t i = 0; i < count; i++)
    CHECK (tw_tiling_add (&tiling, squares[i]));
  CHECK (tw_tiling_check (board, &tiling, fault) == (fault->kind == TW_FAULT_NONE));
  CHECK_INT (tw_tiling_check_all (board, &tiling, NULL, NULL) > 0, fault->kind != TW_FAULT_NONE);
  return fault->kind;
}

TEST (faults, "every kind of fault")
{
  static const char *const rows[] = { "...", "..*" };
  AUTO_BOARD *board = board_from_rows (2, rows);
  const TwSquare good[] = { { 0, 0, 2 }, { 2, 0, 1 } };
  const TwSquare uncovered[] = { { 0, 0, 2 } };
  const TwSquare overlap[] = { { 0, 0, 2 }, { 2, 0, 1 }, { 1, 1, 1 } };
  const TwSquare blocked[] = { { 0, 0, 1 }, { 0, 1, 1 }, { 1, 0, 2 } };
  const TwSquare outside[] = { { 0, 0, 2 }, { 2, 0, 1 }, { 2, 1, 2 } };
  const TwSquare negative[] = { { -1, 0, 2 } };
  const TwSquare empty[] = { { 0, 0, 0 } };
  const TwSquare huge[] = { { INT32_MAX, INT32_MAX, INT32_MAX } };
  TwFault fault;

  CHECK_INT (judge (board, 2, good, &fault), TW_FAULT_NONE);
  CHECK_INT (judge (board, 1, uncovered, &fault), TW_FAULT_UNCOVERED);
  CHECK (fault.x == 2 && fault.y == 0 && fault.square == -1);
  CHECK_INT (judge (board, 3, overlap, &fault), TW_FAULT_OVERLAP);
  CHECK (fault.x == 1 && fault.y == 1 && fault.square == 2);
  CHECK_INT (judge (board, 3, blocked, &fault), TW_FAULT_BLOCKED);
  CHECK (fault.x == 2 && fault.y == 1 && fault.square == 2);
  CHECK_INT (judge (board, 3, outside, &fault), TW_FAULT_OUTSIDE);
  CHECK_INT (judge (board, 1, negative, &fault), TW_FAULT_OUTSIDE);
  CHECK_INT (judge (board, 1, empty, &fault), TW_FAULT_BAD_SIZE);
  CHECK_INT (judge (board, 1, huge, &fault), TW_FAULT_OUTSIDE);
}

TEST (nothing_to_cover, "a board without free cells")
{
  AUTO_BOARD *board = tw_board_new (3, 3);
  TwTiling tiling = { 0 };

  CHECK (tw_tiling_check (board, &tiling, NULL));
}

static void
keep_fault (const TwFault *fault, void *data)
{
  *(TwFault *) data = *fault;
}

/* Each wrong square is one fault, and the check takes linear time: after some boards full of wrong
 * cells it looks only at the first cell of each. */
TEST (many_faults, "more faults than cells")
{
  enum { SIDE = 10, COUNT = 1000 };
  AUTO_BOARD *board = tw_board_new_empty (SIDE, SIDE);
  AUTO_TILING tiling = { 0 };
  TwFault last = { 0 };

  for (int i = 0; i < COUNT; i++)
    CHECK (tw_tiling_add (&tiling, (TwSquare){ 0, 0, SIDE }));
  CHECK_INT (tw_tiling_check_all (board, &tiling, keep_fault, &last), COUNT - 1);
  CHECK_INT (last.kind, TW_FAULT_OVERLAP);
  CHECK_INT (last.square, COUNT - 1);
  CHECK (last.x == 0 && last.y == 0);
}

TEST (sort, "sorting")
{
  TwTiling tiling = { 0 };

  tw_tiling_add (&tiling, (TwSquare){ 4, 1, 1 });
  tw_tiling_add (&tiling, (TwSquare){ 2, 1, 2 });
  tw_tiling_add (&tiling, (TwSquare){ 9, 0, 1 });
  tw_tiling_add (&tiling, (TwSquare){ 4, 1, 3 });
  tw_tiling_sort (&tiling);
  CHECK_INT (tiling.squares[0].x, 9);
  CHECK_INT (tiling.squares[1].x, 2);
  CHECK_INT (tiling.squares[2].x, 4);
  CHECK_INT (tiling.squares[2].size, 1);
  CHECK_INT (tiling.squares[3].size, 3);
  tw_tiling_clear (&tiling);
  CHECK (tiling.squares == NULL);
}

CHECK_MAIN
