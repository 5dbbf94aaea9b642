/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.c - puzzles given on the command line; see specs.h. */
#include "cli/specs.h"

#include "cli/command.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/capped/capped.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

typedef struct {
  const char *option;
  const char *arguments; /* as shown by --help */
  const char *summary;   /* untranslated */
} Option;

/* `tilewright-cli solve --OPTION WORD...`: the first word is the option's value. */
typedef struct {
  const TwKind *kind;
  Option main;
  guint n_words;
  Option extras[TW_MAX_SPEC_EXTRAS]; /* their values follow the words; NULL when absent */
} Spec;

static const Spec table[TW_N_SPECS] = {
  { &tw_kind_tetrominoes,
    { "tetrominoes", N_ ("N SIGNATURE"),
      N_ ("Fill an N x N square with figures such as I1,J1,L1,Z1") },
    2,
    { { 0 } } },
  { &tw_kind_capped,
    { "capped", "N[xM]", N_ ("Tile a rectangle with squares, few of each size") },
    1,
    { { "cap", N_ ("K"), N_ ("With --capped: no size more than K times") },
      { "goal", N_ ("GOAL"), N_ ("With --capped: any, least-cap, fewest or all") } } },
  { &tw_kind_squares,
    { "empty", "N[xM]", N_ ("An empty board, N wide and M high") },
    1,
    { { 0 } } },
};

static guint
count_extras (const Spec *spec)
{
  guint n = 0;

  while (n < TW_MAX_SPEC_EXTRAS && spec->extras[n].option != NULL)
    n++;
  return n;
}

const TwKind *
tw_specs_kind (const char *option)
{
  for (guint i = 0; i < TW_N_SPECS; i++) {
    if (g_str_equal (table[i].main.option, option))
      return table[i].kind;
    for (guint k = 0; k < count_extras (&table[i]); k++)
      if (g_str_equal (table[i].extras[k].option, option))
        return table[i].kind;
  }
  return NULL;
}

guint
tw_specs_add_entries (TwSpecs *specs, GOptionEntry *entries)
{
  guint n = 0;

  for (guint i = 0; i < TW_N_SPECS; i++)
    for (guint k = 0; k < 1 + count_extras (&table[i]); k++) {
      const Option *option = k == 0 ? &table[i].main : &table[i].extras[k - 1];
      char **value = k == 0 ? &specs->values[i] : &specs->extras[i][k - 1];

      entries[n++] = (GOptionEntry){ option->option,      0,     0,
                                     G_OPTION_ARG_STRING, value, option->summary,
                                     option->arguments };
    }
  return n;
}

/* The first word is the option's value; the others are taken from *rest. */
static gboolean
read_spec (const TwSpecs *specs, guint index, char ***rest, GPtrArray *puzzles)
{
  const Spec *spec = &table[index];
  guint n_extras = count_extras (spec);
  g_autoptr (GError) error = NULL;
  g_autofree const char **words = g_new0 (const char *, spec->n_words + n_extras + 1);
  TwPuzzle *puzzle;

  words[0] = specs->values[index];
  for (guint i = 1; i < spec->n_words; i++) {
    if (**rest == NULL)
      return tw_cli_error (_ ("--%s: expected %s"), spec->main.option, spec->main.arguments);
    words[i] = *(*rest)++;
  }
  for (guint i = 0; i < n_extras; i++)
    words[spec->n_words + i] = specs->extras[index][i];
  puzzle = spec->kind->read_spec (words, &error);
  if (puzzle == NULL)
    return tw_cli_error ("--%s: %s", spec->main.option, error->message);
  g_ptr_array_add (puzzles, puzzle);
  return TRUE;
}

/* Reports an extra option without its puzzle option, which would otherwise be ignored silently. */
static gboolean
has_no_extras (const TwSpecs *specs, guint index)
{
  const Spec *spec = &table[index];

  for (guint i = 0; i < count_extras (spec); i++)
    if (specs->extras[index][i] != NULL)
      return tw_cli_error (_ ("--%s needs --%s"), spec->extras[i].option, spec->main.option);
  return TRUE;
}

gboolean
tw_specs_read (const TwSpecs *specs, char ***rest, GPtrArray *puzzles)
{
  for (guint i = 0; i < TW_N_SPECS; i++)
    if (specs->values[i] != NULL ? !read_spec (specs, i, rest, puzzles) : !has_no_extras (specs, i))
      return FALSE;
  return TRUE;
}

void
tw_specs_clear (TwSpecs *specs)
{
  for (guint i = 0; i < TW_N_SPECS; i++) {
    g_clear_pointer (&specs->values[i], g_free);
    for (guint e = 0; e < TW_MAX_SPEC_EXTRAS; e++)
      g_clear_pointer (&specs->extras[i][e], g_free);
  }
}
