/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.c - puzzles given on the command line. */
#include "cli/command.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"

static char *tetrominoes, *capped, *cap, *goal, *empty;

const GOptionEntry tw_spec_entries[] = {
  TW_OPTION (STRING, "tetrominoes", &tetrominoes, N_ ("N SIGNATURE"),
             N_ ("Fill an N x N square with figures such as I1,J1,L1,Z1")),
  TW_OPTION (STRING, "capped", &capped, "N[xM]",
             N_ ("Tile a rectangle with squares, few of each size")),
  TW_OPTION (STRING, "cap", &cap, N_ ("K"), N_ ("With --capped: no size more than K times")),
  TW_OPTION (STRING, "goal", &goal, N_ ("GOAL"),
             N_ ("With --capped: any, least-cap, fewest, all or quilt")),
  TW_OPTION (STRING, "empty", &empty, "N[xM]", N_ ("An empty board, N wide and M high")),
  { 0 },
};

enum {
  N_ENTRIES = G_N_ELEMENTS (tw_spec_entries) - 1,
  MAX_WORDS = 4,
};

/* For each option its kind, and the number of words that describe a puzzle, the option's value first;
 * 0: the option only adds a word, which may be absent, to those of the option before. */
static const struct {
  const char *kind;
  guint n_words;
} table[N_ENTRIES] = {
  { "tetrominoes", 2 }, { "capped", 1 }, { "capped", 0 }, { "capped", 0 }, { "squares", 1 },
};

const TwKind *
tw_specs_kind (const char *option)
{
  for (guint i = 0; i < N_ENTRIES; i++)
    if (g_str_equal (tw_spec_entries[i].long_name, option))
      return tw_kind_find (table[i].kind);
  return NULL;
}

static char *
value_of (guint index)
{
  return *(char **) tw_spec_entries[index].arg_data;
}

/* Takes the words after the first one from *rest. */
static gboolean
read_spec (guint index, char ***rest, GPtrArray *puzzles)
{
  const GOptionEntry *entry = &tw_spec_entries[index];
  const char *words[MAX_WORDS + 1] = { value_of (index) };
  g_autoptr (GError) error = NULL;
  guint n = 1;
  TwPuzzle *puzzle;

  while (n < table[index].n_words) {
    if (**rest == NULL)
      return tw_cli_error (_ ("--%s: expected %s"), entry->long_name, entry->arg_description);
    words[n++] = *(*rest)++;
  }
  for (guint i = index + 1; i < N_ENTRIES && table[i].n_words == 0; i++)
    words[n++] = value_of (i);
  puzzle = tw_kind_find (table[index].kind)->read->spec (words, &error);
  if (puzzle == NULL)
    return tw_cli_error ("--%s: %s", entry->long_name, error->message);
  g_ptr_array_add (puzzles, puzzle);
  return TRUE;
}

GPtrArray *
tw_specs_read (char **words)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  for (guint i = 0, last = 0; i < N_ENTRIES; i++) {
    if (table[i].n_words > 0)
      last = i;
    if (value_of (i) == NULL)
      continue;
    /* An option that adds to nothing would otherwise be ignored silently. */
    if (value_of (last) == NULL) {
      tw_cli_error (_ ("--%s needs --%s"), tw_spec_entries[i].long_name,
                    tw_spec_entries[last].long_name);
      return NULL;
    }
    if (i == last && !read_spec (i, &words, puzzles))
      return NULL;
  }
  return tw_cli_add_puzzles (words, puzzles) && tw_cli_has_puzzles (puzzles->len)
           ? g_steal_pointer (&puzzles)
           : NULL;
}
