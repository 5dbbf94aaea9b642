/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folded.c - see folded.h. */
#include "core/squares/count/folded.h"

#include <string.h>

#include "core/squares/count/count.h"
#include "core/squares/count/rectangle.h"

typedef struct {
  TwRun *run;
  int threads;
  TwNatural *sum;
  TwEnd end;

  /* Reflections and half turns. */
  TwTransferTeam *team;
  const TwCountVector *half;
  int middle; /* columns between the halves: 0 or 1 */
  int word[TW_PROFILE_ROWS];

  /* Quarter turns: how far the squares on the right and at the bottom reach into the quadrant. */
  int side;
  int right[TW_PROFILE_ROWS], bottom[TW_PROFILE_ROWS];
} Fold;

static void
fill (int *word, int from, int size, int value)
{
  for (int i = from; i < from + size; i++)
    word[i] = value;
}

/* How far a square of `size` rows that is centred on the middle reaches into a half; -1: it cannot
 * be centred. */
static int
centred (int size, int middle)
{
  if (size == 1)
    return 0;
  return size % 2 == middle ? size / 2 : -1;
}

static bool
add_to_sum (Fold *fold, const TwNatural *number)
{
  if (!tw_natural_add (fold->sum, number))
    fold->end = TW_END_NO_MEMORY;
  return fold->end == TW_END_DONE;
}

/* How far a square of `size` rows reaches to the right when it reaches to the left by `reach`; -1:
 * it does not cross the middle. If the middle lies between two columns, a row without a square that
 * crosses it counts as a square of one row with reach 0. */
static int
opposite (int size, int reach, int middle)
{
  int other = size - middle - reach;

  if (middle == 1)
    return other;
  if (size == 1)
    return reach;
  return reach > 0 ? other : -1;
}

/* Adds the number of tilings of the half with the profile in `word`. */
static bool
add_word (Fold *fold)
{
  size_t rank = tw_profiles_rank (&fold->half->profiles, fold->word);
  TwNatural number;

  if (rank == SIZE_MAX) /* a square reaches beyond the half */
    return true;
  number = tw_natural_from (&fold->half->numbers[rank * fold->half->format.words],
                            fold->half->format.words);
  return add_to_sum (fold, &number) && !tw_run_should_stop (fold->run);
}

static bool
reflect (Fold *fold, int row)
{
  int rows = fold->half->profiles.rows;

  if (row == rows)
    return add_word (fold);
  for (int size = 1; row + size <= rows; size++) {
    int reach = centred (size, fold->middle);

    if (reach < 0)
      continue;
    fill (fold->word, row, size, reach);
    if (!reflect (fold, row + size))
      return false;
  }
  return true;
}

/* Squares that cross the middle at the top by `reach` cells to the left cross it at the bottom by
 * as many cells to the right. */
static bool
half_turn (Fold *fold, int row)
{
  int rows = fold->half->profiles.rows, left = rows - 2 * row, reach = centred (left, fold->middle);

  if (left == 0)
    return add_word (fold);
  if (reach >= 0) {
    fill (fold->word, row, left, reach);
    if (!add_word (fold))
      return false;
  }
  for (int size = 1; 2 * size <= left; size++) {
    for (reach = 0; reach < size; reach++) {
      int other = opposite (size, reach, fold->middle);

      if (other < 0)
        continue;
      fill (fold->word, row, size, reach);
      fill (fold->word, rows - row - size, size, other);
      if (!half_turn (fold, row + size))
        return false;
    }
  }
  return true;
}

/* Counts the quadrant without the squares on its right and bottom sides and without a square of
 * `corner` cells in the lower right corner, where the centre of the board is. */
static bool
add_quadrant (Fold *fold, int corner)
{
  int side = fold->side;
  const TwNatural one = { { 1 } };
  TwBoard *board;
  int order = memcmp (fold->right, fold->bottom, (size_t) side * sizeof (int));
  bool overlap = false, fine = true;
  TwNatural number;

  if (side == 0)
    return add_to_sum (fold, &one);
  board = tw_board_new_empty (side, side);
  if (board == NULL) {
    fold->end = TW_END_NO_MEMORY;
    return false;
  }
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      bool in_corner = x >= side - corner && y >= side - corner;
      bool on_right = x >= side - fold->right[y], at_bottom = y >= side - fold->bottom[x];

      overlap = overlap || (!in_corner && on_right && at_bottom);
      if (in_corner || on_right || at_bottom)
        board->cells[tw_board_index (board, x, y)] = TW_CELL_BLOCKED;
    }
  }
  /* The mirror image of a quadrant across the diagonal has as many tilings. */
  if (!overlap && order >= 0) {
    /* A child, whose progress is not shown. */
    TwRun *run = tw_run_new_child (fold->run, 0);

    fine = run != NULL && tw_squares_count (board, 1, run, &number) == TW_STATUS_OPTIMAL;
    if (run == NULL || tw_run_stop_reason (run) == TW_STOP_MEMORY)
      fold->end = TW_END_NO_MEMORY;
    else if (!fine)
      fold->end = TW_END_STOPPED;
    tw_run_free (run);
    fine = fine && add_to_sum (fold, &number) && (order == 0 || add_to_sum (fold, &number));
  }
  tw_board_free (board);
  return fine && !tw_run_should_stop (fold->run);
}

static bool
quarter_turn (Fold *fold, int row)
{
  int left = fold->side - row;

  /* The square in the centre covers the rest of the middle lines. */
  fill (fold->right, row, left, left);
  fill (fold->bottom, row, left, left);
  if (!add_quadrant (fold, left))
    return false;
  for (int size = 1; size <= left; size++) {
    for (int reach = 0; reach < size; reach++) {
      int other = opposite (size, reach, fold->middle);

      if (other < 0)
        continue;
      fill (fold->right, row, size, reach);
      fill (fold->bottom, row, size, other);
      if (!quarter_turn (fold, row + size))
        return false;
    }
    /* The next size takes about half of the time. */
    if (row == 0)
      tw_run_set_permille (fold->run, (750 + tw_run_permille (fold->run)) / 2);
  }
  return true;
}

/* --- the diagonal ----------------------------------------------------------------- */

/* Adds the numbers of `taller` to those of `rows`, for profiles that are 0 on the additional rows
 * of `taller`. `at` counts the words in the order of their rank. */
static bool
add_taller (TwCountVector *rows, const TwCountVector *taller, int *word, int row, int last,
            size_t *at)
{
  int n = rows->profiles.rows;
  bool fine = true;

  if (row == n) {
    size_t rank = tw_profiles_rank (&taller->profiles, word);

    fine = tw_natural_add_words (&rows->numbers[*at * rows->format.words],
                                 &taller->numbers[rank * rows->format.words], rows->format.words);
    ++*at;
  }
  for (int value = 0; row < n && value <= rows->profiles.most && value < n - row; value++) {
    for (int run = value + 1; value != last && run <= n - row; run++) {
      fill (word, row, run, value);
      fine = add_taller (rows, taller, word, row + run, value, at) && fine;
    }
  }
  return fine;
}

static int
least (int a, int b)
{
  return a < b ? a : b;
}

/* Computes the vector of the first `row` rows at column `row`, where a square of the diagonal
 * begins: the numbers of ways to cover the cells above the diagonal from that column on. `at` holds
 * those of later columns. The square ends before some later column. */
static TwEnd
count_above (TwCountVector *at, int row, int side, size_t words, Fold *fold)
{
  const TwNumberFormat format = { .words = words };
  TwCountVector now = { 0 }, before;
  TwTransferTeam team;
  TwEnd end = TW_END_NO_MEMORY;

  if (tw_transfer_team_init (&team, fold->run, row, least (side - row, row - 1), format,
                             fold->threads)
      && tw_count_vector_init (&now, fold->run, row, 0, format)) {
    tw_count_vector_start (&now);
    end = TW_END_DONE;
  }
  for (int column = side - 1; column >= row && end == TW_END_DONE; column--) {
    size_t rank = 0;
    int word[TW_PROFILE_ROWS] = { 0 };

    end = tw_count_vector_init (&before, fold->run, row, least (side - column, row - 1), format)
            ? tw_transfer_column (&team, &now, &before)
            : TW_END_NO_MEMORY;
    tw_count_vector_clear (&now, fold->run);
    now = before;
    if (end == TW_END_DONE && column > row && !add_taller (&now, &at[column], word, 0, -1, &rank))
      end = TW_END_LIMIT;
  }
  tw_transfer_team_clear (&team);
  at[row] = now;
  return end;
}

static TwEnd
count_diagonal (Fold *fold, int side, size_t words)
{
  TwCountVector at[TW_PROFILE_ROWS + 1];
  const int zeros[TW_PROFILE_ROWS] = { 0 };
  TwEnd end = TW_END_DONE;

  memset (at, 0, sizeof at);
  for (int row = side; row > 0 && end == TW_END_DONE; row--) {
    end = count_above (at, row, side, words, fold);
    /* The next row takes about half of the time. */
    tw_run_set_permille (fold->run, (1000 + tw_run_permille (fold->run)) / 2);
    if (end == TW_END_DONE) {
      size_t rank = tw_profiles_rank (&at[row].profiles, zeros);
      TwNatural number = tw_natural_from (&at[row].numbers[rank * words], words);

      /* The first square on the diagonal has `row` rows. */
      if (!add_to_sum (fold, &number))
        end = fold->end;
    }
  }
  for (int row = 1; row <= side; row++)
    tw_count_vector_clear (&at[row], fold->run);
  return end;
}

/* --- all symmetries ------------------------------------------------------------------ */

/* Calls `count`, which adds to `sum`. */
static TwEnd
add_fixed (Fold *fold, bool (*count) (Fold *fold, int row), TwNatural *sum)
{
  fold->sum = sum;
  fold->end = TW_END_DONE;
  if (!count (fold, 0) && fold->end == TW_END_DONE)
    fold->end = TW_END_STOPPED;
  return fold->end;
}

static bool
join (Fold *fold, int row)
{
  uint64_t all[TW_NATURAL_WORDS];
  TwNatural number;

  (void) row;
  fold->end = tw_transfer_join (fold->team, fold->half, fold->middle, all);
  if (fold->end != TW_END_DONE)
    return false;
  number = tw_natural_from (all, 2 * fold->half->format.words + 1);
  return add_to_sum (fold, &number);
}

/* Adds to `reflected` the number of tilings that the reflection of the columns leaves unchanged.
 * With `others` also adds the number of all tilings and the number of tilings that the half turn
 * leaves unchanged. */
static TwEnd
add_halves (Fold *fold, int rows, int columns, size_t words, TwNatural *reflected,
            TwNatural *others)
{
  const TwNumberFormat format = { .words = words };
  TwCountVector half = { 0 };
  TwTransferTeam team;
  TwEnd end = TW_END_NO_MEMORY;

  if (rows > TW_PROFILE_ROWS || 2 * words + 1 > TW_NATURAL_WORDS)
    return TW_END_NO_MEMORY;
  if (tw_transfer_team_init (&team, fold->run, rows, tw_squares_count_most (rows, columns / 2),
                             format, fold->threads)) {
    team.steps = 2 * (columns / 2 + 1); /* about half of the work */
    end = tw_squares_count_columns (&team, rows, columns / 2, &half);
  }
  fold->team = &team;
  fold->half = &half;
  fold->middle = columns % 2;
  if (end == TW_END_DONE)
    end = add_fixed (fold, reflect, reflected);
  if (end == TW_END_DONE && others != NULL)
    end = add_fixed (fold, half_turn, others);
  if (end == TW_END_DONE && others != NULL)
    end = add_fixed (fold, join, others);
  tw_count_vector_clear (&half, fold->run);
  tw_transfer_team_clear (&team);
  fold->team = NULL;
  fold->half = NULL;
  return end;
}

static TwEnd
count_with (int rows, int columns, size_t words, int threads, TwRun *run, TwNatural *count)
{
  Fold fold = { .run = run, .threads = threads, .side = rows / 2, .middle = columns % 2 };
  TwNatural one_way = { { 0 } }, two_ways = { { 0 } };
  TwEnd end = add_halves (&fold, rows, columns, words, &two_ways, &one_way);

  if (rows == columns) {
    /* The two reflections, diagonals and quarter turns each fix equally many tilings. */
    if (end == TW_END_DONE)
      end = add_fixed (&fold, quarter_turn, &two_ways);
    if (end == TW_END_DONE) {
      fold.sum = &two_ways;
      end = count_diagonal (&fold, rows, words);
    }
    if (!tw_natural_add (&one_way, &two_ways))
      end = TW_END_NO_MEMORY;
  } else if (end == TW_END_DONE) {
    end = add_halves (&fold, columns, rows, words, &two_ways, NULL);
  }
  if (!tw_natural_add (&one_way, &two_ways))
    end = TW_END_NO_MEMORY;
  tw_natural_divide (&one_way, rows == columns ? 8 : 4);
  *count = one_way;
  return end;
}

TwStatus
tw_squares_count_distinct (int width, int height, int threads, TwRun *run, TwNatural *count)
{
  int rows = width < height ? width : height, columns = width < height ? height : width;
  size_t words = tw_squares_count_words (rows, (columns + 1) / 2);
  TwEnd end;

  do
    end = count_with (rows, columns, words++, threads, run, count);
  while (end == TW_END_LIMIT);
  return tw_run_end_status (run, end, end == TW_END_DONE);
}
