/* SPDX-License-Identifier: GPL-3.0-or-later */
/* args.c - parses the options of sub-commands with GOption and the table of core/run/options.h. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/option-text.h"

static gboolean
solver_option_cb (const char *option, const char *value, gpointer data, GError **error)
{
  while (*option == '-')
    option++;
  return tw_options_set_text (data, option, value, error);
}

gboolean
tw_cli_shows_option (const char *command, const TwOptionInfo *info)
{
  static const char *const count_options[] = { "engine", "time", "threads", "memory", NULL };
  static const char *const of_pieces[] = { "limit", "raw", "count-only", NULL };

  if (g_str_equal (command, "count"))
    return g_strv_contains (count_options, info->name);
  if (g_str_equal (command, "contest"))
    return !g_strv_contains (of_pieces, info->name);
  if (g_str_equal (command, "bench")) /* which has --engines */
    return !g_str_equal (info->name, "engine");
  return TRUE;
}

/* The headings of --help, each with the first option below it. "help" is the first option of all. */
static const struct {
  const char *first;
  const char *title;
} sections[] = {
  { "help", N_ ("General:") },        { "make", N_ ("Making pieces:") },
  { "output", N_ ("Output:") },       { "png", N_ ("Pictures:") },
  { "all", N_ ("Piece puzzles:") },   { "tetrominoes", N_ ("Puzzles without a file:") },
  { "engine", N_ ("Search:") },       { "cost-margin", N_ ("Squares, engine “heuristic”:") },
  { "limit", N_ ("Piece puzzles:") },
};

typedef struct {
  GOptionContext *context;
  TwOptions *options;
  GOptionGroup *group;                           /* of the current section */
  GOptionGroup *groups[G_N_ELEMENTS (sections)]; /* NULL: not used yet */
} Sections;

static const char *translate (const char *text, gpointer data);

/* Adds an option to the section that it begins or continues. */
static void
add_entry (Sections *self, const GOptionEntry *entry)
{
  const GOptionEntry entries[] = { *entry, { 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++) {
    gsize same = 0; /* the first section with this title */

    if (!g_str_equal (sections[i].first, entry->long_name))
      continue;
    while (!g_str_equal (sections[same].title, sections[i].title))
      same++;
    if (self->groups[same] == NULL) {
      self->groups[same] = g_option_group_new (sections[i].first, _ (sections[i].title),
                                               _ (sections[i].title), self->options, NULL);
      g_option_group_set_translate_func (self->groups[same], translate, NULL, NULL);
      g_option_context_add_group (self->context, self->groups[same]);
    }
    self->group = self->groups[same];
  }
  g_option_group_add_entries (self->group, entries);
}

/* "Time budget in seconds [0.01 to 1000000; 10]" */
static char *
describe_option (const TwOptions *defaults, const TwOptionInfo *info)
{
  char value[64];

  tw_options_get (defaults, info, value, sizeof value);
  if (info->kind == TW_OPTION_BOOL || info->kind == TW_OPTION_TEXT)
    /* Translators: what an option does, then its default */
    return g_strdup_printf (_ ("%s [%s]"), _ (info->doc), value);
  /* Translators: what an option does, then its least, most and default */
  return g_strdup_printf (_ ("%s [%.10g to %.10g; %s]"), _ (info->doc), info->least, info->most,
                          value);
}

/* The groups need the strings as long as they live. */
static void
add_solver_options (Sections *self, GPtrArray *strings, const char *command)
{
  static const char *const arguments[] = {
    [TW_OPTION_INT] = N_ ("N"),
    [TW_OPTION_REAL] = N_ ("NUMBER"),
    [TW_OPTION_BOOL] = N_ ("BOOL"),
    [TW_OPTION_TEXT] = N_ ("TEXT"),
  };
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);
  TwOptions defaults;

  tw_options_init (&defaults);
  for (size_t i = 0; i < count; i++) {
    GOptionEntry entry = { 0 };
    char *description = describe_option (&defaults, &table[i]);

    g_ptr_array_add (strings, description);
    entry.long_name = table[i].name;
    entry.arg = G_OPTION_ARG_CALLBACK;
    entry.flags = tw_cli_shows_option (command, &table[i]) ? 0 : G_OPTION_FLAG_HIDDEN;
    /* GOption stores function pointers as data pointers. */
    entry.arg_data = (gpointer) (guintptr) solver_option_cb;
    entry.description = description;
    entry.arg_description = arguments[table[i].kind];
    add_entry (self, &entry);
  }
}

static const char *
translate (const char *text, gpointer data)
{
  (void) data;
  return _ (text);
}

gboolean
tw_cli_parse (int argc, char **argv, const char *parameters, const char *summary,
              const GOptionEntry *entries, TwOptions *options, char ***rest)
{
  gboolean wants_help = FALSE;
  const GOptionEntry help[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, N_ ("Show this help"), NULL },
    { 0 },
  };
  const GOptionEntry remaining[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, rest, NULL, NULL },
    { 0 },
  };
  g_autofree char *name = g_strconcat ("tilewright-cli ", argv[0], NULL);
  g_autoptr (GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GOptionContext) context = g_option_context_new (_ (parameters));
  g_autoptr (GError) error = NULL;
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, options, NULL);
  Sections own = { .context = context, .options = options, .group = group };
  /* g_option_context_parse_strv () frees the words that it parses, so it gets copies. */
  g_auto (GStrv) words = g_new0 (char *, (gsize) argc + 1);

  for (int i = 0; i < argc; i++)
    words[i] = g_strdup (i == 0 ? name : argv[i]);
  if (argc == 2 && g_str_equal (argv[1], "--list-options")) {
    tw_cli_list_options (argv[0], entries, options != NULL);
    exit (TW_EXIT_FOUND); /* like --help */
  }
  g_option_group_set_translate_func (group, translate, NULL, NULL);
  g_option_context_set_main_group (context, group);
  add_entry (&own, help);
  for (; entries != NULL && entries->long_name != NULL; entries++)
    add_entry (&own, entries);
  g_option_group_add_entries (group, remaining);
  if (options != NULL) {
    tw_options_init (options);
    add_solver_options (&own, strings, argv[0]);
  }
  g_option_context_set_help_enabled (context, FALSE); /* it would show the first group only */
  g_option_context_set_summary (context, _ (summary));
  g_set_prgname (name);

  if (!g_option_context_parse_strv (context, &words, &error)) {
    tw_cli_error (_ ("%s; see “%s --help”"), error->message, name);
    return FALSE;
  }
  if (wants_help) {
    char *text = g_option_context_get_help (context, FALSE, NULL);

    g_print ("%s", text);
    g_free (text); /* exit () clears no variables */
    exit (TW_EXIT_FOUND);
  }
  if (*rest == NULL)
    *rest = g_new0 (char *, 1);
  return TRUE;
}
