/* SPDX-License-Identifier: GPL-3.0-or-later */
/* args.c - parses the options of sub-commands with GOption and the table of core/options.h. */
#include <string.h>

#include "cli/command.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/load.h"
#include "puzzle/option-text.h"

static gboolean
solver_option_cb (const char *option, const char *value, gpointer data, GError **error)
{
  while (*option == '-')
    option++;
  return tw_options_set_text (data, option, value, error);
}

gboolean
tw_cli_shows_option (const TwCommand *command, const TwOptionInfo *info)
{
  static const char *const count_options[] = { "engine", "time", "threads", "memory", NULL };
  static const char *const list_options[] = { "time", "memory", NULL };
  static const char *const of_pieces[] = { "limit", "raw", "count-only", NULL };

  if (command == &tw_cli_count)
    return g_strv_contains (count_options, info->name);
  if (command == &tw_cli_list)
    return g_strv_contains (list_options, info->name);
  if (command == &tw_cli_contest)
    return !g_strv_contains (of_pieces, info->name);
  if (command == &tw_cli_bench) /* which has --engines */
    return !g_str_equal (info->name, "engine");
  return TRUE;
}

/* What --help and the parser need to know of a command. */
typedef struct {
  const TwCommand *command;
  GArray *entries;    /* of its tables, ends with an empty one */
  TwOptions *options; /* the values of the solver options */
} Command;

static const GOptionEntry *
entries_of (const Command *self)
{
  return (const GOptionEntry *) (gpointer) self->entries->data;
}

static const char *
translate (const char *text, gpointer data)
{
  return _ (text);
}

/* "Time budget in seconds [0.01 to 1000000; 10]"; `kind` is NULL or the kind that help is for. */
static char *
describe_option (const TwOptions *defaults, const TwOptionInfo *info, const TwKind *kind)
{
  char value[64];

  if (kind != NULL && g_str_equal (info->name, "engine")) {
    g_autofree char *engines = tw_kind_list_engines (kind, "|");

    return g_strdup_printf (_ ("%s [%s]"), _ (info->doc), engines);
  }
  tw_options_get (defaults, info, value, sizeof value);
  if (info->kind == TW_OPTION_BOOL || info->kind == TW_OPTION_TEXT)
    /* Translators: what an option does, then its default */
    return g_strdup_printf (_ ("%s [%s]"), _ (info->doc), value);
  /* Translators: what an option does, then its least, most and default */
  return g_strdup_printf (_ ("%s [%.10g to %.10g; %s]"), _ (info->doc), info->least, info->most,
                          value);
}

static GOptionEntry
solver_entry (const Command *self, const TwOptions *defaults, const TwOptionInfo *info,
              const TwKind *kind)
{
  static const char *const arguments[] = {
    [TW_OPTION_INT] = N_ ("N"),
    [TW_OPTION_REAL] = N_ ("NUMBER"),
    [TW_OPTION_BOOL] = N_ ("BOOL"),
    [TW_OPTION_TEXT] = N_ ("TEXT"),
  };
  g_autofree char *description = describe_option (defaults, info, kind);

  return (GOptionEntry){
    .long_name = info->name,
    .arg = G_OPTION_ARG_CALLBACK,
    .flags = tw_cli_shows_option (self->command, info) ? 0 : G_OPTION_FLAG_HIDDEN,
    /* GOption stores function pointers as data pointers. */
    .arg_data = (gpointer) (guintptr) solver_option_cb,
    .description = g_intern_string (description),
    .arg_description = arguments[info->kind],
  };
}

/* Creates the groups of all options, `own` before those of the command. With a kind, they are only
 * for --help and lack the options that have no effect on puzzles of the kind. */
static void
add_groups (const Command *self, GOptionContext *context, const GOptionEntry *own,
            const TwKind *kind)
{
  GOptionGroup *groups[TW_N_OPTION_GROUPS] = { NULL };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (GOptionEntry));
  guint n_own;
  size_t count = 0;
  const TwOptionInfo *table = self->command->solver ? tw_options_table (&count) : NULL;
  TwOptions defaults;

  for (; own->long_name != NULL; own++)
    g_array_append_vals (all, own, 1);
  g_array_append_vals (all, self->entries->data, self->entries->len);
  n_own = all->len;
  tw_options_init (&defaults);
  for (size_t i = 0; i < count; i++) {
    GOptionEntry entry = solver_entry (self, &defaults, &table[i], kind);

    g_array_append_val (all, entry);
  }
  for (guint i = 0; i < TW_N_OPTION_GROUPS; i++) {
    const char *title = tw_option_group_title (i);

    for (guint k = 0; k < all->len; k++) {
      const GOptionEntry pair[] = { g_array_index (all, GOptionEntry, k), { 0 } };
      const char *name = pair[0].long_name;

      if (tw_option_group_find (name, k >= n_own, entries_of (self)) != i
          || (kind != NULL && !tw_kind_uses_option (kind, name)))
        continue;
      if (groups[i] == NULL) {
        groups[i] = g_option_group_new (title, _ (title), _ (title), self->options, NULL);
        g_option_group_set_translate_func (groups[i], translate, NULL, NULL);
        g_option_context_add_group (context, groups[i]);
      }
      g_option_group_add_entries (groups[i], pair);
    }
  }
}

/* Returns the kind that help is wanted for: that of --kind, otherwise of the puzzle given by an
 * option or by the first word. NULL: of all kinds. */
static const TwKind *
find_kind (const Command *self, const char *name, char *const *words)
{
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) puzzles = NULL;
  gsize length;

  if (name != NULL)
    return tw_kind_find (name);
  for (const GOptionEntry *e = entries_of (self); e->long_name != NULL; e++)
    if (e->arg == G_OPTION_ARG_STRING && *(char *const *) e->arg_data != NULL
        && tw_specs_kind (e->long_name) != NULL)
      return tw_specs_kind (e->long_name);
  if (words == NULL || words[0] == NULL || g_str_equal (words[0], "-"))
    return NULL;
  text = tw_file_read_path (words[0], &length, NULL);
  if (text != NULL)
    puzzles = tw_puzzles_parse (text, length, words[0], NULL);
  return puzzles != NULL ? tw_puzzle_get_kind (g_ptr_array_index (puzzles, 0)) : NULL;
}

const char *
tw_cli_run_folder (char *const *words)
{
  if (words[0] != NULL && words[1] == NULL)
    return words[0];
  tw_cli_error (_ ("expected a folder with a plan; see “%s --help”"), g_get_prgname ());
  return NULL;
}

gboolean
tw_cli_in_range (const char *option, double value, double least, double most)
{
  if (value >= least && value <= most)
    return TRUE;
  return tw_cli_error (_ ("--%s: %.10g is not between %.10g and %.10g"), option, value, least,
                       most);
}

char *
tw_cli_kind_names (const char *separator)
{
  GString *names = g_string_new (NULL);

  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? separator : "", (*kind)->name);
  return g_string_free (names, FALSE);
}

static gboolean
accept_kind (const char *name, gboolean wants_help)
{
  if (name != NULL && tw_kind_find (name) == NULL) {
    g_autofree char *names = tw_cli_kind_names (", ");

    return tw_cli_error (_ ("--kind: expected one of %s, not “%s”"), names, name);
  }
  if (name != NULL && !wants_help)
    return tw_cli_error (_ ("--%s needs --%s"), "kind", "help");
  return TRUE;
}

/* Whether --help can be limited to the options of one kind. */
static gboolean
depends_on_kind (const Command *self)
{
  if (*self->command->parameters == '\0')
    return FALSE;
  for (const GOptionEntry *e = entries_of (self); e->long_name != NULL; e++)
    if (tw_option_depends_on_kind (e->long_name))
      return TRUE;
  return self->command->solver;
}

static void
print_help (const Command *self, const GOptionEntry *own, const TwKind *kind)
{
  GOptionContext *context = g_option_context_new (_ (self->command->parameters));
  const char *summary = _ (self->command->description);
  g_autofree char *of_kind = NULL;
  char *text;

  g_option_context_set_help_enabled (context, FALSE); /* it would show the first group only */
  if (kind != NULL)
    of_kind = g_strdup_printf ("%s\n\n%s: %s", summary, _ ("Kind"), _ (kind->title));
  g_option_context_set_summary (context, of_kind != NULL ? of_kind : summary);
  add_groups (self, context, own, kind);
  text = g_option_context_get_help (context, FALSE, NULL);
  g_print ("%s", text);
  g_free (text);
  g_option_context_free (context);
}

/* Returns the other words, which the caller frees with g_strfreev (); NULL with *code when the command
 * is not to run, because help was printed or wrong usage reported. */
static char **
parse (const Command *self, int argc, char **argv, TwExit *code)
{
  gboolean wants_help = FALSE;
  g_autofree char *kind_name = NULL;
  g_auto (GStrv) rest = NULL;
  GOptionEntry own[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, N_ ("Show this help"), NULL },
    TW_OPTION (STRING, "kind", &kind_name, N_ ("NAME"),
               N_ ("With --help: list only the options for puzzles of this kind")),
    { 0 },
  };
  const GOptionEntry remaining[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
    { 0 },
  };
  g_autofree char *name = g_strconcat ("tilewright-cli ", argv[0], NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, self->options, NULL);
  /* g_option_context_parse_strv () frees the words that it parses, so it gets copies. */
  g_auto (GStrv) words = g_new0 (char *, (gsize) argc + 1);

  g_option_context_set_main_group (context, group);
  if (!depends_on_kind (self))
    own[1] = (GOptionEntry){ 0 };
  for (int i = 0; i < argc; i++)
    words[i] = g_strdup (i == 0 ? name : argv[i]);
  if (argc == 2 && g_str_equal (argv[1], "--list-options")) {
    tw_cli_list_options (self->command, own);
    *code = TW_EXIT_FOUND;
    return NULL;
  }
  add_groups (self, context, own, NULL);
  g_option_group_add_entries (group, remaining);
  g_option_context_set_help_enabled (context, FALSE);
  g_set_prgname (name);

  if (!g_option_context_parse_strv (context, &words, &error)) {
    tw_cli_error (_ ("%s; see “%s --help”"), error->message, name);
    return NULL;
  }
  if (!accept_kind (kind_name, wants_help))
    return NULL;
  if (wants_help) {
    print_help (self, own, own[1].long_name != NULL ? find_kind (self, kind_name, rest) : NULL);
    *code = TW_EXIT_FOUND;
    return NULL;
  }
  if (rest == NULL)
    return g_new0 (char *, 1);
  for (char **word = rest; *word != NULL; word++)
    if (**word == '\0' || *self->command->parameters == '\0') {
      tw_cli_error (_ ("unexpected argument “%s”; see “%s --help”"), *word, name);
      return NULL;
    }
  return g_steal_pointer (&rest);
}

TwExit
tw_cli_run_command (const TwCommand *command, int argc, char **argv)
{
  g_autoptr (GArray) entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));
  TwOptions options;
  const Command self = { command, entries, &options };
  g_auto (GStrv) words = NULL;
  TwExit code = TW_EXIT_BAD_INPUT;

  tw_options_init (&options);
  for (gsize i = 0; command->tables[i] != NULL; i++)
    for (const GOptionEntry *entry = command->tables[i]; entry->long_name != NULL; entry++)
      g_array_append_vals (entries, entry, 1);
  words = parse (&self, argc, argv, &code);
  return words != NULL ? command->run (words, &options) : code;
}
