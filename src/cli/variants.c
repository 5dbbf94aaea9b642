/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.c - options for rotation, reflection and other rules of piece puzzles. */
#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"
#include "puzzle/pieces/puzzle.h"

static gboolean all, rotate, no_rotate, flip, no_flip;
static char *n_free; /* the number of cells that stay free; NULL: that of the puzzle */
static char *pieces; /* a file of Quadrillion pieces; NULL: none */

const GOptionEntry tw_variant_entries[] = {
  { "all", 'a', 0, G_OPTION_ARG_NONE, &all,
    N_ ("Find all solutions, of squares 100 optimal ones: --limit 0"), NULL },
  TW_FLAG ("rotate", &rotate, N_ ("Allow all pieces to be rotated")),
  TW_FLAG ("no-rotate", &no_rotate, N_ ("Allow no piece to be rotated")),
  TW_FLAG ("flip", &flip, N_ ("Allow all pieces to be flipped")),
  TW_FLAG ("no-flip", &no_flip, N_ ("Allow no piece to be flipped")),
  TW_FILE ("pieces", &pieces, N_ ("Take the pieces of Quadrillion boards from this file")),
  TW_OPTION (STRING, "free", &n_free, N_ ("N"), N_ ("Leave exactly N cells of piece puzzles free")),
  { 0 },
};

static gboolean
turns_of (gboolean yes, gboolean no, const char *name, TwOrientations *turns)
{
  *turns = yes ? TW_ORIENTATIONS_ALLOW : no ? TW_ORIENTATIONS_FORBID : TW_ORIENTATIONS_KEEP;
  if (yes && no)
    return tw_cli_error (_ ("--%s and --no-%s cannot be used together"), name, name);
  return TRUE;
}

/* Replaces element `i` by `puzzle`, or reports the error when `puzzle` is NULL. */
static gboolean
replace (GPtrArray *puzzles, guint i, TwPuzzle *puzzle, const GError *error)
{
  TwPuzzle *old = g_ptr_array_index (puzzles, i);

  if (puzzle == NULL)
    return tw_cli_error ("%s: %s", tw_puzzle_get_name (old), error->message);
  g_ptr_array_index (puzzles, i) = puzzle;
  tw_puzzle_unref (old);
  return TRUE;
}

static gboolean
apply_turns (GPtrArray *puzzles, TwOrientations turns, TwOrientations flips)
{
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (GError) error = NULL;

    if (!tw_puzzle_has_pieces (puzzle))
      return tw_cli_error (_ ("%s: the puzzle has no pieces to rotate or flip"),
                           tw_puzzle_get_name (puzzle));
    puzzle = tw_piece_puzzle_with_orientations (puzzle, turns, flips, &error);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
apply_pieces (GPtrArray *puzzles)
{
  gsize length;
  g_autofree char *text = tw_cli_read (pieces, &length);
  g_autoptr (GError) error = NULL;
  gboolean used = FALSE;

  if (text == NULL)
    return FALSE;
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    const TwKind *kind = tw_puzzle_get_kind (puzzle);

    if (!tw_kind_uses_option (kind, "pieces"))
      continue;
    used = TRUE;
    puzzle = kind->edit->with_pieces (puzzle, text, length, &error);
    if (puzzle == NULL && error->code == TW_PUZZLE_ERROR_SYNTAX)
      return tw_cli_error_in (pieces, error->message);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return used || tw_cli_error (_ ("--pieces is for Quadrillion boards only"));
}

static gboolean
apply_free (GPtrArray *puzzles)
{
  guint64 n;

  if (!g_ascii_string_to_unsigned (n_free, 10, 0, G_MAXINT, &n, NULL))
    return tw_cli_error (_ ("--%s: a number is expected, not “%s”"), "free", n_free);
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (GError) error = NULL;

    if (!tw_kind_uses_option (tw_puzzle_get_kind (puzzle), "free"))
      return tw_cli_error (_ ("%s: --%s is for piece puzzles only"), tw_puzzle_get_name (puzzle),
                           "free");
    puzzle = tw_piece_puzzle_with_free (puzzle, (int) n, &error);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tw_variants_apply (GPtrArray *puzzles, TwOptions *options)
{
  TwOrientations turns, flips;

  if (!turns_of (rotate, no_rotate, "rotate", &turns) || !turns_of (flip, no_flip, "flip", &flips))
    return FALSE;
  /* --all removes the default limit of one solution; an explicit limit stays. */
  if (all && options != NULL && options->limit == 1)
    options->limit = 0;
  return (pieces == NULL || apply_pieces (puzzles)) && (n_free == NULL || apply_free (puzzles))
         && ((turns == TW_ORIENTATIONS_KEEP && flips == TW_ORIENTATIONS_KEEP)
             || apply_turns (puzzles, turns, flips));
}
