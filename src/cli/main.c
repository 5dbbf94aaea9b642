/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - tilewright-cli: finds the sub-command and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"
#include "config.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

static const TwCommand *const commands[] = {
  &tw_cli_solve,   &tw_cli_count,    &tw_cli_info,    &tw_cli_check,
  &tw_cli_convert, &tw_cli_generate, &tw_cli_list,    &tw_cli_bench,
  &tw_cli_resolve, &tw_cli_booklet,  &tw_cli_contest, &tw_cli_practice_server,
  &tw_cli_split,   &tw_cli_work,     &tw_cli_merge,   &tw_cli_cluster,
  &tw_cli_serve,   &tw_cli_shapes,
};

/* Prints text that may come from files and servers, in the encoding of the terminal. */
static void
print_visible (FILE *stream, const char *text)
{
  g_autofree char *visible = tw_visible_text (text, -1, TRUE);
  g_autofree char *local = NULL;
  const char *charset;

  if (!g_get_charset (&charset))
    local = g_convert_with_fallback (visible, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
  fputs (local != NULL ? local : visible, stream);
  fflush (stream);
}

static void
print_cb (const char *text)
{
  print_visible (stdout, text);
}

static void
printerr_cb (const char *text)
{
  print_visible (stderr, text);
}

gboolean
tw_cli_error (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  line = tw_visible_text (message, -1, FALSE);
  g_printerr ("tilewright-cli: %s\n", line);
  return FALSE;
}

gboolean
tw_cli_error_in (const char *path, const char *reason)
{
  g_autofree char *name = g_filename_display_name (path);

  return tw_cli_error ("%s: %s", name, reason);
}

TwExit
tw_exit_worse (TwExit a, TwExit b)
{
  static const int gravity[] = {
    [TW_EXIT_FOUND] = 0,   [TW_EXIT_NONE] = 1,      [TW_EXIT_STOPPED] = 2,
    [TW_EXIT_NETWORK] = 3, [TW_EXIT_BAD_INPUT] = 4,
  };

  return gravity[a] >= gravity[b] ? a : b;
}

TwExit
tw_exit_of_status (TilewrightStatus status)
{
  return status <= TILEWRIGHT_STATUS_FEASIBLE     ? TW_EXIT_FOUND
         : status == TILEWRIGHT_STATUS_INFEASIBLE ? TW_EXIT_NONE
                                                  : TW_EXIT_STOPPED;
}

char *
tw_cli_short_name (const TwPuzzle *puzzle)
{
  enum {
    MOST = 24,
    KEPT = 12,
  };
  const char *name = tw_puzzle_get_name (puzzle);
  glong length = g_utf8_strlen (name, -1);

  if (length <= MOST)
    return g_strdup (name);
  return g_strdup_printf ("%.*s…%s", (int) (g_utf8_offset_to_pointer (name, KEPT) - name), name,
                          g_utf8_offset_to_pointer (name, length - (MOST - KEPT - 1)));
}

char *
tw_cli_figures (const TwResult *result)
{
  GString *text = g_string_new (result->engine);

  if (result->engine != NULL)
    g_string_append (text, ", ");
  if (tw_result_has_solution (result) && result->transform >= 0)
    g_string_append_printf (text, _ ("transform %d, "), result->transform);
  g_string_append_printf (text, _ ("%.2f s"), result->seconds);
  if (result->nodes > 0)
    g_string_append_printf (text,
                            tw_ngettext (", %llu node", ", %llu nodes", (gulong) result->nodes),
                            (unsigned long long) result->nodes);
  if (result->placements > 0)
    /* Translators: how many places there are for pieces that have so many orientations together */
    g_string_append_printf (text, _ (", %d placements of %d orientations"), result->placements,
                            result->orientations);
  return g_string_free (text, FALSE);
}

static const TwCommand *
find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i]->name, name))
      return commands[i];
  return NULL;
}

static void
print_help (void)
{
  g_print (_ ("Usage: %s COMMAND [OPTION…] [ARGUMENT…]\n\n"), "tilewright-cli");
  g_print ("%s\n\n%s\n", _ ("Solves tiling puzzles and shows how."), _ ("Commands:"));
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-16s %s\n", commands[i]->name, _ (commands[i]->summary));
  g_print ("\n%s\n", _ ("“tilewright-cli COMMAND --help” lists the options of a command."));
}

/* Lists the commands for shell completion. */
static void
list_commands (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("%s\t%s\n", commands[i]->name, _ (commands[i]->summary));
}

static TwExit
run_command (int argc, char **argv)
{
  const TwCommand *command;

  if (argc < 2) {
    print_help ();
    return TW_EXIT_BAD_INPUT;
  }
  if (g_str_equal (argv[1], "--version")) {
    g_print ("tilewright-cli %s\n", TW_VERSION);
    return TW_EXIT_FOUND;
  }
  if (g_str_equal (argv[1], "--list-commands")) {
    list_commands ();
    return TW_EXIT_FOUND;
  }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")
      || (g_str_equal (argv[1], "help") && argc == 2)) {
    print_help ();
    return TW_EXIT_FOUND;
  }
  if (g_str_equal (argv[1], "help")) {
    command = find_command (argv[2]);
    if (command != NULL)
      return tw_cli_run_command (command, 2, (char *[]){ argv[2], (char[]){ "--help" }, NULL });
    argv++;
  }
  command = find_command (argv[1]);
  if (command == NULL)
    return tw_cli_bad_input (_ ("unknown command “%s”; “tilewright-cli --help” lists the commands"),
                             argv[1]);
  return tw_cli_run_command (command, argc - 1, argv + 1);
}

/* Otherwise the next file that is opened would take the place of a closed standard stream, and get
 * what is printed. Printing fails here as it does on a closed stream. */
static void
occupy_standard_streams (void)
{
  int file;

  while ((file = open ("/dev/null", O_RDONLY)) >= 0 && file <= STDERR_FILENO)
    continue;
  if (file >= 0)
    close (file);
}

int
main (int argc, char **argv)
{
  TwExit code;

  occupy_standard_streams ();
  tw_i18n_init ();
  /* Options, tables and file names use decimal points in every language. */
  setlocale (LC_NUMERIC, "C");
  /* With SIGXFSZ ignored, exceeding the file size limit is an error like a full disk, and no
   * partial file remains. */
  signal (SIGXFSZ, SIG_IGN);
  g_set_prgname ("tilewright-cli");
  g_set_print_handler (print_cb);
  g_set_printerr_handler (printerr_cb);

  code = run_command (argc, argv);
  /* A write error on standard output, such as a full disk, must not be reported as success. */
  if (fflush (stdout) != 0 || ferror (stdout)) {
    tw_cli_error (_ ("standard output: %s"), g_strerror (errno));
    code = TW_EXIT_BAD_INPUT;
  }
  return code;
}
