/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.c - see rectangle.h. */
#include "core/squares/count/rectangle.h"

#include <math.h>

#include "core/squares/count/residues.h"

size_t
tw_squares_count_words (int rows, int columns)
{
  /* The number of tilings of n x n has 0.43 n^2 bits for n = 20 to 25 (OEIS A045846), and that of
   * half the board fewer. */
  return (size_t) rows * (size_t) columns * 42 / 100 / 64 + 1;
}

TwEnd
tw_squares_count_columns (TwTransferTeam *team, int rows, int columns, TwCountVector *half)
{
  int most = tw_squares_count_most (rows, columns);
  TwEnd end = TW_END_DONE;
  TwCountVector next = { 0 };

  if (!tw_count_vector_init (half, team->run, rows, most, team->format)
      || !tw_count_vector_init (&next, team->run, rows, most, team->format)
      || !tw_count_vector_reuse (half, team->run, 0))
    end = TW_END_NO_MEMORY;
  else
    tw_count_vector_start (half);
  for (int x = 1; x <= columns && end == TW_END_DONE; x++) {
    TwCountVector before = *half;

    end = tw_count_vector_reuse (&next, team->run, tw_squares_count_most (rows, x))
            ? tw_transfer_column (team, half, &next)
            : TW_END_NO_MEMORY;
    *half = next;
    next = before;
  }
  tw_count_vector_clear (&next, team->run);
  return end;
}

/* Sets `sum` to the sum of tw_transfer_join (). */
static TwEnd
count_in (int rows, int columns, TwNumberFormat format, int threads, TwRun *run, int step,
          int steps, uint64_t *sum)
{
  TwTransferTeam team;
  TwCountVector half = { 0 };
  TwEnd end = TW_END_NO_MEMORY;

  if (tw_transfer_team_init (&team, run, rows, tw_squares_count_most (rows, columns / 2), format,
                             threads)) {
    team.step = step;
    team.steps = steps;
    end = tw_squares_count_columns (&team, rows, columns / 2, &half);
    if (end == TW_END_DONE)
      end = tw_transfer_join (&team, &half, columns % 2, sum);
  }
  tw_count_vector_clear (&half, run);
  tw_transfer_team_clear (&team);
  return end;
}

static TwEnd
count_exactly (int rows, int columns, size_t words, int threads, TwRun *run, TwNatural *count)
{
  const TwNumberFormat format = { .words = words };
  uint64_t sum[TW_NATURAL_WORDS];
  TwEnd end;

  if (2 * words + 1 > TW_NATURAL_WORDS)
    return TW_END_NO_MEMORY;
  end = count_in (rows, columns, format, threads, run, 0, columns / 2 + 1, sum);
  if (end == TW_END_DONE)
    *count = tw_natural_from (sum, 2 * words + 1);
  return end;
}

/* Reports the state to the caller. Returns TW_END_STOPPED when the run has stopped. */
static TwEnd
report (const TwSquareCountState *state, TwRun *run)
{
  if (state->changed_cb != NULL)
    state->changed_cb (state);
  return tw_run_should_stop (run) ? TW_END_STOPPED : TW_END_DONE;
}

/* Returns TW_END_LIMIT, with an unchanged estimate, when the count is larger than a double.
 *
 * The sums and products of doubles have a relative error of at most 2^-53 each. A number results
 * from a few thousand of them, and the last sum from as many as there are profiles: together less
 * than TW_RESIDUES_ERROR. */
static TwEnd
count_residues (int rows, int columns, int threads, TwRun *run, TwSquareCountState *state,
                TwNatural *count)
{
  int transfers = columns / 2 + 1, passes;
  double bits = (double) tw_squares_count_words (rows, columns) * 64;
  TwEnd end = TW_END_DONE;
  uint64_t moduli[TW_SQUARE_COUNT_RESIDUES], sum[3];

  tw_residues_moduli (moduli, TW_SQUARE_COUNT_RESIDUES);
  passes = 1 + tw_residues_needed (bits);
  if (!(state->estimate > 0)) {
    const TwNumberFormat format = { .kind = TW_NUMBERS_APPROXIMATE, .words = 1 };

    state->n_residues = 0;
    end = count_in (rows, columns, format, threads, run, 0, passes * transfers, sum);
    if (end == TW_END_DONE && !isfinite (tw_number_to_double (sum[0])))
      end = TW_END_LIMIT;
    if (end == TW_END_DONE) {
      state->estimate = tw_number_to_double (sum[0]);
      end = report (state, run);
    }
  }
  if (end == TW_END_DONE)
    passes = 1 + tw_residues_needed (log2 (state->estimate) + 1);
  while (end == TW_END_DONE && state->n_residues < passes - 1) {
    const TwNumberFormat format = { .kind = TW_NUMBERS_RESIDUES,
                                    .words = 1,
                                    .modulus = moduli[state->n_residues] };

    end = count_in (rows, columns, format, threads, run, (1 + state->n_residues) * transfers,
                    passes * transfers, sum);
    if (end == TW_END_DONE) {
      state->residues[state->n_residues++] = tw_residues_reduce (sum, 3, format.modulus);
      end = report (state, run);
    }
  }
  if (end == TW_END_DONE
      && !tw_residues_join (state->residues, state->n_residues, state->estimate, count)) {
    state->is_wrong = true;
    end = TW_END_STOPPED;
  }
  return end;
}

/* Sets *fits when an exact count has enough memory. Returns false when there is none to know it. */
static bool
fits_memory (int rows, int columns, size_t words, TwRun *run, bool *fits)
{
  const TwNumberFormat format = { .words = words };
  TwProfiles profiles;
  bool fine = tw_profiles_init (&profiles, run, rows, tw_squares_count_most (rows, columns / 2));

  *fits = fine && tw_transfer_bytes (&profiles, format) <= tw_run_memory_left (run);
  tw_profiles_clear (&profiles, run);
  return fine;
}

TwEnd
tw_squares_count_rectangle (int width, int height, int threads, TwRun *run,
                            TwSquareCountState *state, TwNatural *count)
{
  int rows = width < height ? width : height, columns = width < height ? height : width;
  size_t words = tw_squares_count_words (rows, columns / 2);
  TwSquareCountState none = { 0 };
  TwEnd end;
  bool fits;

  if (rows > TW_PROFILE_ROWS)
    return TW_END_NO_MEMORY;
  do {
    if (!fits_memory (rows, columns, words, run, &fits))
      return TW_END_NO_MEMORY;
    if (state == NULL && (fits || words == 1)) {
      end = count_exactly (rows, columns, words++, threads, run, count);
    } else {
      end = count_residues (rows, columns, threads, run, state != NULL ? state : &none, count);
      /* Only exact numbers are large enough. A long board of few rows takes little time again. */
      if (end == TW_END_LIMIT && !fits)
        end = TW_END_NO_MEMORY;
      state = NULL;
    }
  } while (end == TW_END_LIMIT);
  return end;
}
