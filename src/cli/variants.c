/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.c - options for rotation, reflection and other rules of piece puzzles; see
 * variants.h. */
#include "cli/variants.h"

#include "cli/command.h"
#include "cli/option-groups.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"

void
tw_variants_add_entries (TwVariants *variants, GOptionEntry *entries)
{
  const GOptionEntry all[TW_N_VARIANT_ENTRIES] = {
    { "all", 'a', 0, G_OPTION_ARG_NONE, &variants->all,
      N_ ("Find all solutions of piece puzzles: --limit 0"), NULL },
    { "rotate", 0, 0, G_OPTION_ARG_NONE, &variants->rotate, N_ ("Allow all pieces to be rotated"),
      NULL },
    { "no-rotate", 0, 0, G_OPTION_ARG_NONE, &variants->no_rotate,
      N_ ("Allow no piece to be rotated"), NULL },
    { "flip", 0, 0, G_OPTION_ARG_NONE, &variants->flip, N_ ("Allow all pieces to be flipped"),
      NULL },
    { "no-flip", 0, 0, G_OPTION_ARG_NONE, &variants->no_flip, N_ ("Allow no piece to be flipped"),
      NULL },
    { "pieces", 0, 0, G_OPTION_ARG_FILENAME, &variants->pieces,
      N_ ("Take the pieces of Quadrillion boards from this file"), N_ ("FILE") },
    { "free", 0, 0, G_OPTION_ARG_STRING, &variants->free,
      N_ ("Leave exactly N cells of piece puzzles free"), N_ ("N") },
  };

  for (gsize i = 0; i < TW_N_VARIANT_ENTRIES; i++)
    entries[i] = all[i];
}

void
tw_variants_clear (TwVariants *variants)
{
  g_clear_pointer (&variants->free, g_free);
  g_clear_pointer (&variants->pieces, g_free);
}

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
apply_turns (GPtrArray *puzzles, TwOrientations rotate, TwOrientations flip)
{
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (GError) error = NULL;

    if (!tw_puzzle_has_pieces (puzzle))
      return tw_cli_error (_ ("%s: the puzzle has no pieces to rotate or flip"),
                           tw_puzzle_get_name (puzzle));
    puzzle = tw_piece_puzzle_with_orientations (puzzle, rotate, flip, &error);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
apply_pieces (GPtrArray *puzzles, const char *path)
{
  gsize length;
  g_autofree char *text = tw_cli_read (path, &length);
  g_autoptr (TwQuadrillionSet) set = NULL;
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return FALSE;
  set = tw_quadrillion_set_read (text, length, &error);
  if (set == NULL)
    return tw_cli_error_in (path, error->message);
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);

    puzzle = tw_quadrillion_with_set (puzzle, set, &error);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
apply_free (GPtrArray *puzzles, const char *text)
{
  guint64 n_free;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &n_free, NULL))
    return tw_cli_error (_ ("--%s: a number is expected, not “%s”"), "free", text);
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (GError) error = NULL;

    if (!tw_kind_uses_option (tw_puzzle_get_kind (puzzle), "free"))
      return tw_cli_error (_ ("%s: --%s is for piece puzzles only"), tw_puzzle_get_name (puzzle),
                           "free");
    puzzle = tw_piece_puzzle_with_free (puzzle, (int) n_free, &error);
    if (!replace (puzzles, i, puzzle, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tw_variants_apply (const TwVariants *variants, GPtrArray *puzzles, TwOptions *options)
{
  TwOrientations rotate, flip;

  if (!turns_of (variants->rotate, variants->no_rotate, "rotate", &rotate)
      || !turns_of (variants->flip, variants->no_flip, "flip", &flip))
    return FALSE;
  /* --all removes the default limit of one solution; an explicit limit stays. */
  if (variants->all && options != NULL && options->limit == 1)
    options->limit = 0;
  if (variants->pieces != NULL && !apply_pieces (puzzles, variants->pieces))
    return FALSE;
  if (variants->free != NULL && !apply_free (puzzles, variants->free))
    return FALSE;
  return (rotate == TW_ORIENTATIONS_KEEP && flip == TW_ORIENTATIONS_KEEP)
         || apply_turns (puzzles, rotate, flip);
}
