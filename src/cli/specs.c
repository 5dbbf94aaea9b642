/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.c - puzzles given on the command line; see specs.h. */
#include "cli/specs.h"

#include "cli/command.h"
#include "puzzle/i18n.h"

static void
add_entry (GOptionEntry *entry, const char *name, const char *summary, const char *arguments,
           char **value)
{
  *entry = (GOptionEntry){ name, 0, 0, G_OPTION_ARG_STRING, value, summary, arguments };
}

guint
tw_specs_add_entries (TwSpecs *specs, GOptionEntry *entries)
{
  guint n = 0;

  for (const TwKind *const *kind = tw_kinds (); *kind != NULL && specs->n < TW_MAX_SPECS; kind++) {
    guint i = specs->n;
    const TwSpecOption *extra = (*kind)->spec_extras;

    if ((*kind)->spec_option == NULL || n + 1 + TW_MAX_SPEC_EXTRAS > TW_MAX_SPEC_ENTRIES)
      continue;
    specs->kinds[specs->n++] = *kind;
    add_entry (&entries[n++], (*kind)->spec_option, (*kind)->spec_summary, (*kind)->spec_arguments,
               &specs->values[i]);
    for (guint e = 0; extra != NULL && extra[e].option != NULL && e < TW_MAX_SPEC_EXTRAS; e++)
      add_entry (&entries[n++], extra[e].option, extra[e].summary, extra[e].arguments,
                 &specs->extras[i][e]);
  }
  return n;
}

static guint
count_extras (const TwKind *kind)
{
  guint n = 0;

  while (kind->spec_extras != NULL && n < TW_MAX_SPEC_EXTRAS && kind->spec_extras[n].option != NULL)
    n++;
  return n;
}

/* The first word is the option's value; the others are taken from *rest. */
static gboolean
read_spec (const TwSpecs *specs, guint index, char ***rest, GPtrArray *puzzles)
{
  const TwKind *kind = specs->kinds[index];
  guint n_extras = count_extras (kind);
  g_autoptr (GError) error = NULL;
  g_autofree const char **words = g_new0 (const char *, kind->spec_words + n_extras + 1);
  TwPuzzle *puzzle;

  words[0] = specs->values[index];
  for (guint i = 1; i < kind->spec_words; i++) {
    if (**rest == NULL) {
      tw_cli_error (_ ("--%s: %s are expected"), kind->spec_option, kind->spec_arguments);
      return FALSE;
    }
    words[i] = *(*rest)++;
  }
  for (guint i = 0; i < n_extras; i++)
    words[kind->spec_words + i] = specs->extras[index][i];
  puzzle = kind->read_spec (words, &error);
  if (puzzle == NULL) {
    tw_cli_error ("--%s: %s", kind->spec_option, error->message);
    return FALSE;
  }
  g_ptr_array_add (puzzles, puzzle);
  return TRUE;
}

/* Reports an extra option without its puzzle option, which would otherwise be ignored silently. */
static gboolean
has_no_extras (const TwSpecs *specs, guint index)
{
  const TwKind *kind = specs->kinds[index];

  for (guint i = 0; i < count_extras (kind); i++)
    if (specs->extras[index][i] != NULL) {
      tw_cli_error (_ ("--%s is of use only with --%s"), kind->spec_extras[i].option,
                    kind->spec_option);
      return FALSE;
    }
  return TRUE;
}

gboolean
tw_specs_read (const TwSpecs *specs, char ***rest, GPtrArray *puzzles)
{
  for (guint i = 0; i < specs->n; i++)
    if (specs->values[i] != NULL ? !read_spec (specs, i, rest, puzzles) : !has_no_extras (specs, i))
      return FALSE;
  return TRUE;
}

void
tw_specs_clear (TwSpecs *specs)
{
  for (guint i = 0; i < specs->n; i++) {
    g_clear_pointer (&specs->values[i], g_free);
    for (guint e = 0; e < TW_MAX_SPEC_EXTRAS; e++)
      g_clear_pointer (&specs->extras[i][e], g_free);
  }
}
