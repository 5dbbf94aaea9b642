/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli-language.c - tilewright-cli in every language of po/LINGUAS, in a locale with a decimal
 * comma: help is translated, but options and files keep the decimal point. TW_TEST_CLI names the
 * program, TW_TEST_LINGUAS the list. */
#include <gio/gio.h>
#include <locale.h>
#include <string.h>

#include "test-tools.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

/* The output of the program for `words` (NULL-terminated) in a language. */
static char *
run (const char *language, const char *input, const char *const *words)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) line = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *out = NULL;

  g_strv_builder_add (builder, g_getenv ("TW_TEST_CLI"));
  for (; *words != NULL; words++)
    g_strv_builder_add (builder, *words);
  line = g_strv_builder_end (builder);
  g_subprocess_launcher_setenv (launcher, "LANGUAGE", language, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) line, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  return out;
}

TEST (help, "/cli-language/help")
{
  static const char *const words[] = { "--help", NULL };
  g_autofree char *english = run ("C", NULL, words);
  g_autofree char *german = run ("de", NULL, words);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_nonnull (strstr (english, "\nCommands:\n"));
  g_assert_nonnull (strstr (german, "\nBefehle:\n"));
  g_assert_true (g_file_get_contents (g_getenv ("TW_TEST_LINGUAS"), &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (char **language = lines; *language != NULL; language++) {
    if (**language == '#' || **language == '\0')
      continue;
    g_autofree char *help = run (*language, NULL, words);

    g_test_message ("%s", *language);
    /* The name of a command is not translated. */
    g_assert_nonnull (strstr (help, "\n  practice-server "));
    /* The catalogue is found. The test uses a text of the window, because translators start with
     * these. */
    g_setenv ("LANGUAGE", *language, TRUE);
    tw_i18n_init ();
    g_assert_cmpstr (_ ("_Solve"), !=, "_Solve");
    /* The summary of the command resolve. */
    g_assert_cmpstr (_ (", %u better, %u worse than before"), !=,
                     ", %u better, %u worse than before");
    g_assert_cmpstr (_ (" (%lld → %lld squares)"), !=, " (%lld → %lld squares)");
  }
}

TEST (numbers, "/cli-language/numbers")
{
  static const char *const words[] = { "solve",  "--engine", "greedy", "--time", "2.5",
                                       "--json", "-",        "-",      NULL };
  const char *locale = setlocale (LC_ALL, "");

  if (locale == NULL || g_str_equal (localeconv ()->decimal_point, ".")) {
    g_test_skip ("the locale could not be made");
    return;
  }
  g_autofree char *text = run ("de", "{\"width\":2,\"height\":1,\"puzzle\":[[true,true]]}", words);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
}

/* The number of terminal columns up to the end of the line. */
static int
columns_of (const char *line)
{
  int columns = 0;

  for (const char *p = line; *p != '\0'; p = g_utf8_find_next_char (p, NULL)) {
    gunichar c = g_utf8_get_char (p);

    columns += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
  }
  return columns;
}

/* A board of three cells and a piece of three cells: the two numbers are aligned, however long the
 * labels are. */
TEST (columns, "/cli-language/columns")
{
  static const char *const words[] = { "info", "-", NULL };
  static const char *const languages[] = { "C", "bg", "de", "ja" };

  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++) {
    g_autofree char *text = run (languages[i], "###\n\n###\n", words);
    g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
    int columns = 0, found = 0;

    for (char **line = lines; *line != NULL; line++) {
      if (!g_str_has_suffix (*line, " 3"))
        continue;
      g_assert_true (found == 0 || columns_of (*line) == columns);
      columns = columns_of (*line);
      found++;
    }
    g_assert_cmpint (found, ==, 2);
  }
}

TEST_MAIN (test_init, g_test_run)
