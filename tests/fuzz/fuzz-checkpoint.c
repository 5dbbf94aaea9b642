/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-checkpoint.c - checkpoints of one count of pieces, and of one of squares: each is refused, or
 * the count continues from it and ends. */
#include "fuzz.h"

#include <string.h>

#include "puzzle/kind-solve.h"
#include "puzzle/load.h"
#include "core/run/stop-points.h"
#include "puzzle/checkpoint.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/squares.h"

static const char puzzle_text[] =
  "{\"format\":\"tilewright-pieces\",\"version\":1,"
  "\"board\":[\"aaaaa\",\"aa aa\",\"aaaaa\"],"
  "\"pieces\":[{\"cells\":[\"aa\",\"a\"],\"most\":3},"
  "{\"cells\":[\"aa\"],\"most\":4},{\"cells\":[\"aaa\"],\"most\":2}]}";

static TwPuzzle *puzzle;
static TwOptions options;

/* Counts from the start, or continues `stopped`, up to stop point `stop_at`; 0: to the end. */
static TwResult *
search (TwResult *stopped, guint64 stop_at)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  TwLimits limits = { .seconds = 0.2, .memory = 64 << 20 };
  TwRun *run = tw_run_new (&limits);
  gpointer live = stopped != NULL ? kind->solve->live_continue (stopped)
                                  : kind->solve->live_new (puzzle, &options);
  TwResult *result = NULL;

  if (stop_at > 0)
    tw_run_test_stop_at (run, stop_at, TW_STOP_CANCEL);
  if (live != NULL) {
    result = tw_kind_solve (puzzle, &options, run, live);
    kind->solve->live_free (live);
  }
  tw_run_free (run);
  return result;
}

/* Returns the first two lines of a genuine checkpoint, so that inputs pass the check of the
 * problem. */
static char *
find_head (void)
{
  for (guint64 n = 1; n < 2000; n++) {
    g_autoptr (TwResult) result = search (NULL, n);
    g_autofree char *checkpoint = result != NULL ? tw_piece_puzzle_dup_checkpoint (result) : NULL;
    double seconds;
    char *core = checkpoint != NULL ? tw_piece_checkpoint_parse (checkpoint, &seconds, NULL) : NULL;

    if (core != NULL) {
      *(strchr (strchr (core, '\n') + 1, '\n') + 1) = '\0';
      return core;
    }
  }
  fuzz_fail ("no checkpoint\n");
}

/* Adds the checksums that belong to the text, because no input would have the right ones. */
static char *
add_sums (const char *head, const char *body)
{
  GString *text = g_string_new (head);
  char *checkpoint;

  g_string_append (text, body);
  fuzz_add_check (text, 0);
  checkpoint = tw_piece_checkpoint_text (text->str, 0.1);
  g_string_free (text, TRUE);
  return checkpoint;
}

static void
continue_squares (const char *body)
{
  g_autofree char *text = g_strconcat ("tilewright-squares 1\nboard 3 3\n", body, "\n", NULL);
  g_autofree char *checkpoint = tw_piece_checkpoint_text (text, 0.1);
  g_autoptr (GError) error = NULL;
  TwBoard *board = tw_board_new_empty (3, 3);
  TwSquareCountState state = { 0 };
  TwNatural count;
  double seconds;

  if (tw_square_count_read_state (checkpoint, board, &state, &seconds, &error)) {
    TwRun *run = tw_run_new (&(TwLimits){ .seconds = 0.2 });
    TwStatus status = tw_squares_count_empty (3, 3, 1, run, &state, &count);

    fuzz_assert (status == TW_STATUS_OPTIMAL || state.is_wrong);
    tw_run_free (run);
  } else {
    fuzz_assert (error != NULL);
  }
  tw_board_free (board);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static char *head;

  if (head == NULL) {
    g_autoptr (GPtrArray)
      puzzles = tw_puzzles_parse (puzzle_text, strlen (puzzle_text), NULL, NULL);

    fuzz_assert (puzzles != NULL);
    puzzle = tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
    tw_options_init (&options);
    options.count_only = true;
    options.limit = 0;
    options.threads = 1;
    head = find_head ();
  }

  g_autofree char *body = g_strndup ((const char *) data, size);
  g_autofree char *checkpoint = size > 0 && data[0] == '!' ? g_strdup (body + 1)
                                                           : add_sums (head, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) stopped = tw_piece_puzzle_stopped_at (puzzle, &options, checkpoint, &error);

  continue_squares (body);
  fuzz_assert ((stopped == NULL) == (error != NULL));
  if (stopped != NULL) {
    g_autoptr (TwResult) result = search (stopped, 0);
    g_autofree char *description = result != NULL ? tw_result_describe (result) : NULL;

    fuzz_assert (description == NULL || g_utf8_validate (description, -1, NULL));
  }
  return 0;
}
