/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-bouwkamp.c - Bouwkamp codes: published codes, round trips, codes that do not fit, random
 * damage. */
#include "core/capped/bouwkamp.h"

#include "core/capped/problem.h"

#include "core-test.h"

/* The perfect squared rectangles of order 9 and the perfect squared square of order 21
 * (A. J. W. Duijvestijn, 1978). */
static const char *const known[] = {
  "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)",
  "9 69 61 (36,33)(5,28)(25,9,2)(7)(16)",
  "21 112 112 (50,35,27)(8,19)(15,17,11)(6,24)(29,25,9,2)(7,18)(16)(42)(4,37)(33)",
};

static bool
read_code (const char *code, int *width, int *height, TwTiling *tiling, char error[128])
{
  error[0] = '\0';
  return tw_bouwkamp_read (code, strlen (code), width, height, tiling, error, 128);
}

TEST (known, "published codes")
{
  AUTO_TILING tiling = { 0 };
  char error[128];

  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    TwCappedProblem task = { .cap = 1 };
    AUTO_FREE char *code = NULL;

    CHECK (read_code (known[i], &task.width, &task.height, &tiling, error));
    CHECK_STR (error, "");
    CHECK (tw_capped_check (&task, &tiling, error, sizeof error));
    code = tw_bouwkamp_write (task.width, task.height, &tiling);
    CHECK (code != NULL);
    if (code != NULL)
      CHECK_STR (code, known[i]);
  }
}

TEST (lenient, "other spellings")
{
  static const char *const same[] = {
    "33 32 (18,15)(7,8)(14,4)(10,1)(9)",
    "(18,15)(7,8)(14,4)(10,1)(9)\r\n",
    "9:33:32: (18, 15) (7, 8) (14 4) (10,1), (9)",
    "9 33 32 18 15 7 8 14 4 10 1 9",
  };
  AUTO_TILING tiling = { 0 };
  char error[128];

  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    int width = 0, height = 0;
    AUTO_FREE char *code = NULL;

    CHECK (read_code (same[i], &width, &height, &tiling, error));
    CHECK_STR (error, "");
    code = tw_bouwkamp_write (width, height, &tiling);
    CHECK (code != NULL);
    if (code != NULL)
      CHECK_STR (code, known[0]);
  }
}

TEST (does_not_fit, "codes that do not fit")
{
  static const struct {
    const char *code;
    const char *error;
  } bad[] = {
    { "", "character 1: there are no sizes" },
    { "3 2 2", "character 6: there are no sizes" },
    { "4 2 2 (1,1)(1,1", "character 12: the bracket is not closed" },
    { "4 2 2 ((1,1)(1,1))", "character 8: a bracket opens inside another" },
    { "4 2 2 1)", "character 8: a bracket closes that was not opened" },
    { "4 2 2 ()", "character 8: there is no size between the brackets" },
    { "4 2 2 (1,1)1(1)", "character 12: a number stands between the brackets" },
    { "4 2 2 2 (1,1)(1,1)", "character 7: more than order, width and height before the first "
                            "bracket" },
    { "4 2 2 (1,x)", "character 10: a number, a comma or a bracket is expected" },
    { "2 (1,1)(1,1)", "character 1: width and height are expected, not one number" },
    { "5 2 2 (1,1)(1,1)", "character 1: the order is 5, but there are 4 sizes" },
    { "4 2 2 (1,1)(1,0)", "character 15: size 0 is not in 1 to 1000" },
    { "4 2 1001 (1,1)(1,1)", "character 5: side 1001 is not in 1 to 1000" },
    { "4 2 99999999999 (1,1)(1,1)", "character 5: the number is larger than 1000000" },
    { "4 2 3 (1,1)(1,1)", "character 8: the squares have 4 cells, the rectangle 2 x 3 has 6" },
    { "(3,1)(1)", "character 2: squares below a line of length 4 do not make up a rectangle" },
    { "3 3 2 (1,2)(1)", NULL }, /* fits: 1 and 2 side by side, then 1 below the first */
    { "9 33 32 (15,18)(7,8)(14,4)(10,1)(9)",
      "character 28: size 10 does not fit into the gap of width 7 at 0, 22" },
    { "4 5 2 (2,1)(2,1)", "character 15: size 1 does not hang beside the one before it" },
    { "2 5 2 (3,1)", "character 8: size 3 at 0, 0 reaches below the rectangle" },
    { "2 4 2 (2)(2)", NULL }, /* a bracket may be narrower than its gap */
  };
  AUTO_TILING tiling = { 0 };
  char error[128];

  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int width, height;
    bool fits = read_code (bad[i].code, &width, &height, &tiling, error);

    CHECK_INT (fits, bad[i].error == NULL);
    CHECK_STR (error, bad[i].error != NULL ? bad[i].error : "");
  }
}

/* More squares than any rectangle can have. */
TEST (too_many, "more numbers than any rectangle has")
{
  const size_t most = (size_t) TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE + 3, length = 2 * (most + 1);
  char *code = malloc (length), error[128], expected[128];
  AUTO_TILING tiling = { 0 };
  int width, height;

  for (size_t i = 0; i < length; i++)
    code[i] = i % 2 == 0 ? '1' : ' ';
  CHECK (!tw_bouwkamp_read (code, length, &width, &height, &tiling, error, sizeof error));
  snprintf (expected, sizeof expected, "character %zu: there are more than %zu numbers",
            2 * most + 1, most);
  CHECK_STR (error, expected);
  free (code);
}

/* A damaged code is either refused with a position, or read as a valid tiling. */
TEST (damage, "damaged codes")
{
  uint64_t seed = 99;
  AUTO_TILING tiling = { 0 };
  int refused = 0;

  for (int round = 0; round < test_size (20000); round++) {
    char code[128], error[128];
    int width = 0, height = 0;
    size_t length;

    snprintf (code, sizeof code, "%s", known[round % 3]);
    length = strlen (code);
    for (uint32_t n = 1 + check_random (&seed) % 2; n > 0; n--)
      code[check_random (&seed) % length] = "0123456789(), x"[check_random (&seed) % 15];
    if (!tw_bouwkamp_read (code, length, &width, &height, &tiling, error, sizeof error)) {
      refused++;
      CHECK (strncmp (error, "character ", 10) == 0);
    } else {
      AUTO_BOARD *board = tw_board_new_empty (width, height);

      CHECK (tw_tiling_check (board, &tiling, NULL));
    }
  }
  CHECK (refused > test_share (10000) && refused < test_size (20000));
}

CHECK_MAIN
