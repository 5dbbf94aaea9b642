/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list-options.c - lists the options of a command for shell completion (data/completions), which
 * calls it at every Tab and is therefore never out of date. Called by args.c for `tilewright-cli
 * COMMAND --list-options`. */
#include "cli/command.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solve.h"

/* Adds a name of a kind unless it is already listed; the order is kept. */
static void
add_name (GString *words, GHashTable *seen, const char *name)
{
  if (g_hash_table_add (seen, (gpointer) (guintptr) name))
    g_string_append_printf (words, "%s%s", words->len > 0 ? "|" : "", name);
}

static char *
engine_names (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *words = g_string_new (NULL);

  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    for (const TwEngineInfo *e = (*kind)->solve->engines; e->name != NULL; e++)
      add_name (words, seen, e->name);
  return g_string_free (words, FALSE);
}

static char *
format_names (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *words = g_string_new (NULL);

  add_name (words, seen, "own");
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    for (const TwKindExport *e = tw_kind_exports (*kind); e->name != NULL; e++)
      add_name (words, seen, e->name);
  return g_string_free (words, FALSE);
}

/* "flag", "file", "text", or the possible words separated by bars. */
static char *
describe_value (const GOptionEntry *entry)
{
  if (g_str_equal (entry->long_name, "engine") || g_str_equal (entry->long_name, "engines"))
    return engine_names ();
  if (g_str_equal (entry->long_name, "kind"))
    return tw_cli_kind_names ("|");
  if (g_str_equal (entry->long_name, "to"))
    return format_names ();
  if (entry->arg == G_OPTION_ARG_FILENAME)
    return g_strdup ("file");
  return g_strdup (entry->arg == G_OPTION_ARG_NONE ? "flag" : "text");
}

/* Prints one line; line breaks in the description become blanks. */
static void
print_row (const char *name, const char *value, const char *description)
{
  g_autofree char *line = g_strdelimit (g_strdup (description), "\n\t", ' ');

  g_print ("--%s\t%s\t%s\n", name, value, line);
}

static void
print_entries (const GOptionEntry *entries)
{
  for (; entries->long_name != NULL; entries++) {
    g_autofree char *value = describe_value (entries);

    print_row (entries->long_name, value, _ (entries->description));
  }
}

void
tw_cli_list_options (const TwCommand *command, const GOptionEntry *own)
{
  size_t count = 0;
  const TwOptionInfo *table = command->solver ? tw_options_table (&count) : NULL;

  for (gsize i = 0; command->tables[i] != NULL; i++)
    print_entries (command->tables[i]);
  for (size_t i = 0; i < count; i++) {
    if (!tw_cli_shows_option (command, &table[i]))
      continue;

    g_autofree char *engines = g_str_equal (table[i].name, "engine") ? engine_names () : NULL;
    const char *value = table[i].kind == TW_OPTION_BOOL ? "yes|no" : "text";

    print_row (table[i].name, engines != NULL ? engines : value, _ (table[i].doc));
  }
  print_entries (own);
}
