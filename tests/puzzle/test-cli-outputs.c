/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cli: outputs that would replace other files, what a signal leaves of them, reasons
 * beside outputs on standard output, and control characters. */
#define _GNU_SOURCE /* posix_openpt () */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-test.h"

#define BOARD "{\"id\":\"b\",\"width\":3,\"height\":1,\"puzzle\":[[true,true,true]]}\n"
#define PIECES                                                                           \
  "{\"format\": \"tilewright-pieces\", \"version\": 1,\n"                                \
  " \"board\": [\"########\", \"########\", \"########\"],\n"                            \
  " \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"least\": 0, \"most\": 6},\n" \
  " {\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"least\": 1, \"most\": 6, \"flip\": true}]}\n"

static void
link_to (const char *target, const char *name, int (*make) (const char *, const char *))
{
  g_autofree char *from = make == link ? cli_path (target) : g_strdup (target);
  g_autofree char *to = cli_path (name);

  g_assert_cmpint (make (from, to), ==, 0);
}

static void
expect_refused (const char *line, const char *reason)
{
  g_auto (TestOutcome) outcome = cli_run (line);

  if (outcome.code != 2 || strstr (outcome.err, reason) == NULL || *outcome.out != '\0')
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
}

/* The input stays, whatever name the output has for it. */
static void
test_input_is_output (void)
{
  static const char *const lines[] = {
    "solve b.json --json b.json",
    "solve b.json --txt ./b.json",
    "solve b.json --json hard.json",
    "solve b.json --svg soft.json",
    "solve hard.json --certificate b.json",
    "solve other.json b.json --json b.json",
    "solve d/a.txt d/c.txt --txt d",
    "count b.json --json b.json",
    "count b.json --checkpoint b.json",
    "convert b.json -o b.json",
    "info b.json --json b.json",
    "check b.json a.json --json a.json",
    "bench b.json --json b.json",
    "resolve b.json --csv b.json",
    "resolve b.json --json b-answer.json",
    "practice-server b.json --database b.json --port 0",
  };

  cli_write_file ("b.json", BOARD);
  cli_write_file ("other.json", BOARD);
  cli_write_file ("a.json", "{\"squares\":[]}");
  cli_write_file ("b-answer.json", "{\"squares\":[]}");
  link_to ("b.json", "hard.json", link);
  link_to ("b.json", "soft.json", symlink);

  g_autofree char *folder = cli_path ("d");

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  cli_write_file ("d/a.txt", "..\n..\n");
  cli_write_file ("d/c.txt", "...\n...\n");
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    expect_refused (lines[i], "an output cannot replace a file that is read");
  cli_expect_content ("b.json", BOARD);
  cli_expect_content ("a.json", "{\"squares\":[]}");
  cli_expect_content ("b-answer.json", "{\"squares\":[]}");
  cli_expect_content ("d/a.txt", "..\n..\n");
}

/* Standard input and output are files, too. */
static void
test_standard_files (void)
{
  g_autofree char *path = cli_path ("s.json");
  g_autoptr (GSubprocess) process = NULL;

  cli_write_file ("b.json", BOARD);
  cli_write_file ("s.json", "");
  process = cli_start ("solve b.json --json - --certificate s.json", FALSE, path);

  g_auto (TestOutcome) outcome = cli_finish (process, NULL);

  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_nonnull (strstr (outcome.err, "two outputs cannot be the same file"));
}

static void
test_two_outputs (void)
{
  static const char *const lines[] = {
    "solve b.json --json x --txt x",
    "solve b.json --json x --txt ./x",
    "solve b.json --json x --certificate d/../x",
    "solve b.json --svg dangling --pdf dangling",
    "count b.json --json x --checkpoint x",
    "resolve b.json --csv x --json x",
  };
  g_autofree char *x = cli_path ("x"), *folder = cli_path ("d");

  cli_write_file ("b.json", BOARD);
  g_mkdir (folder, 0777);
  link_to ("nowhere", "dangling", symlink);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    expect_refused (lines[i], "two outputs cannot be the same file");
  g_assert_false (g_file_test (x, G_FILE_TEST_EXISTS));
  cli_expect ("solve b.json --json /dev/null --txt /dev/null", 0, "3 squares", "");
}

static void
test_plan (void)
{
  g_autofree char *before = NULL, *after = NULL, *path = cli_path ("run/plan");

  cli_write_file ("p.json", PIECES);
  cli_expect ("split p.json --force --quiet run", 0, "", "");
  cli_expect ("work run --unit 0 --quiet", 0, "", "");
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  expect_refused ("merge run --json run/plan", "an output cannot replace a file that is read");
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
  cli_expect ("merge run --json run/sum.json", 1, "units are missing", "");
  cli_expect ("merge run --json run/sum.json", 1, "units are missing", "");
}

static void
test_random (void)
{
  static const char *const options[] = { "--all", "--limit 7", "--raw true", "--count-only true",
                                         "--engine cover" };

  cli_write_file ("p.json", PIECES);
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++) {
    g_autofree char *line = g_strdup_printf ("solve p.json --random %s", options[i]);

    expect_refused (line, "--random excludes --all, --limit, ");
  }
  cli_expect ("solve p.json --random --limit 1 --engine auto", 0, "p.json: ", "");
}

/* A reason is on standard error when a result is on standard output. */
static void
test_reasons (void)
{
  static const char *const outputs[] = { "--txt", "--json" };

  cli_write_file ("none.json",
                  "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":[\"###\"],"
                  "\"pieces\":[{\"name\":\"A\",\"cells\":[\"##\"]}]}");
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++) {
    g_autofree char *late = g_strdup_printf ("solve --empty 60x61 --random --time 0.1 %s -",
                                             outputs[i]);
    g_autofree char *none = g_strdup_printf ("solve none.json %s -", outputs[i]);

    cli_expect (late, 3, "", "60 × 61: the time limit was reached before a solution was found");
    cli_expect (none, 1, "", "none.json: no solution exists");
  }
}

/* A signal while the certificate is computed: the solution is written already, and stays. */
static void
test_certificate_signal (void)
{
  g_autofree char *answer = cli_path ("answer.json"), *certificate = cli_path ("large.twc");
  g_autoptr (GSubprocess) process = NULL;

  cli_expect ("generate --width 150 --height 150 --density 0.05 -o large.json", 0, "", "");
  process = cli_start ("solve large.json --engine greedy --time 100 --json answer.json "
                       "--certificate large.twc --progress",
                       FALSE, NULL);
  while (!g_file_test (answer, G_FILE_TEST_EXISTS))
    g_assert_true (cli_wait_for (process, "large.json: "));
  g_subprocess_send_signal (process, SIGTERM);

  g_auto (TestOutcome) outcome = cli_finish (process, NULL);

  g_assert_cmpint (outcome.code, ==, 3);
  g_assert_nonnull (strstr (outcome.out, "large.json: "));
  g_assert_nonnull (strstr (outcome.err, "large.twc: cancelled, so no certificate was written"));
  g_assert_false (g_file_test (certificate, G_FILE_TEST_EXISTS));
  cli_expect ("check large.json answer.json", 0, "correct", "");
}

/* A signal during the search ends the certificate, too. */
static void
test_search_signal (void)
{
  g_autofree char *certificate = cli_path ("stopped.twc");
  g_autoptr (GSubprocess) process = NULL;

  cli_expect ("generate --width 150 --height 150 --density 0.05 -o large.json", 0, "", "");
  process = cli_start ("solve large.json --time 100 --json stopped.json --certificate stopped.twc "
                       "--progress",
                       FALSE, NULL);
  g_assert_true (cli_wait_for (process, ", best "));
  g_subprocess_send_signal (process, SIGTERM);

  g_auto (TestOutcome) outcome = cli_finish (process, NULL);

  g_assert_cmpint (outcome.code, ==, 3);
  g_assert_nonnull (strstr (outcome.err, "no certificate was written"));
  g_assert_false (g_file_test (certificate, G_FILE_TEST_EXISTS));
  cli_expect ("check large.json stopped.json", 0, "correct", "");
}

#define EVIL "\\u202eevil\\u001b[31mX\\u0007\\u009b\\nY"

static void
expect_visible (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_find_next_char (p, NULL)) {
    gunichar c = g_utf8_get_char (p);

    if ((g_unichar_iscntrl (c) && c != '\n') || c == 0x202e)
      g_error ("U+%04X in “%s”", c, text);
  }
}

static void
test_control_characters (void)
{
  static const char *const lines[] = {
    "info evil.json",
    "solve -",
    "check evil.json evil.json",
    "check evil.json wrong.json",
    "solve piece.json",
    "info piece.json",
    "convert piece.json --to nothing",
  };

  cli_write_file ("evil.json",
                  "{\"id\":\"" EVIL "\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}");
  cli_write_file ("wrong.json", "{\"id\":\"" EVIL "\",\"squares\":[]}");
  cli_write_file ("piece.json", "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":[\"#\"],"
                                "\"pieces\":[{\"name\":\"" EVIL "\",\"cells\":[\"##\"]}]}");
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (TestOutcome) outcome = cli_run_with ("{\"id\":\"" EVIL "\",\"width\":1,\"height\":1,"
                                                 "\"puzzle\":[[true]]}",
                                                 lines[i]);

    expect_visible (outcome.out);
    expect_visible (outcome.err);
  }
  cli_expect ("info evil.json", 0, "\\u202eevil\\u001b[31mX\\u0007\\u009b\\u000aY\n", "");
  cli_expect ("solve \033[1m\u202e.json", 2, "", "\\u001b[1m\\u202e.json: no such file");
  cli_expect ("\033c", 2, "", "unknown command “\\u001bc”");
}

/* JSON escapes U+001B and does not escape U+202E; a file gets it, a terminal does not. */
static void
test_json_on_terminal (void)
{
  int terminal = posix_openpt (O_RDWR | O_NOCTTY);
  char text[4096];
  gssize n, used = 0;

  cli_write_file ("evil.json",
                  "{\"id\":\"" EVIL "\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}");
  cli_expect ("solve evil.json --json -", 0, "\u202e", "");
  if (terminal < 0 || grantpt (terminal) != 0 || unlockpt (terminal) != 0) {
    g_test_skip ("no terminal");
    return;
  }

  g_autofree char *name = g_strdup (ptsname (terminal));
  g_autoptr (GSubprocess) process = cli_start ("solve evil.json --json -", FALSE, name);
  g_auto (TestOutcome) outcome = cli_finish (process, NULL);

  g_assert_cmpint (outcome.code, ==, 0);
  while (used < (gssize) sizeof text - 1
         && (n = read (terminal, text + used, sizeof text - 1 - (gsize) used)) > 0)
    used += n;
  text[used] = '\0';
  close (terminal);
  g_assert_nonnull (strstr (text, "\\u202eevil"));
  g_assert_null (strstr (text, "\u202e"));
}

/* Files of a folder that are no puzzles are named and skipped; named by the user, they are an
 * error. */
static void
test_bench_folder (void)
{
  g_autofree char *folder = cli_path ("bench");

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  cli_write_file ("bench/b.json", BOARD);
  cli_write_file ("bench/list.json", "{\"titles\":[]}");
  cli_expect ("bench bench --engines auto", 0, "| b.json | 3 × 1 |",
              "bench/list.json: not a puzzle that Tilewright can open; skipped");
  cli_expect ("bench bench/list.json --engines auto", 2, "", "not a puzzle");
  cli_write_file ("bench/broken.json", "{\"width\":3,");
  cli_expect ("bench bench --engines auto", 2, "", "broken.json");
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-outputs/input-is-output", test_input_is_output);
  g_test_add_func ("/cli-outputs/standard-files", test_standard_files);
  g_test_add_func ("/cli-outputs/two-outputs", test_two_outputs);
  g_test_add_func ("/cli-outputs/plan", test_plan);
  g_test_add_func ("/cli-outputs/random", test_random);
  g_test_add_func ("/cli-outputs/reasons", test_reasons);
  g_test_add_func ("/cli-outputs/certificate-signal", test_certificate_signal);
  g_test_add_func ("/cli-outputs/search-signal", test_search_signal);
  g_test_add_func ("/cli-outputs/control-characters", test_control_characters);
  g_test_add_func ("/cli-outputs/json-on-terminal", test_json_on_terminal);
  g_test_add_func ("/cli-outputs/bench-folder", test_bench_folder);
  return cli_test_run ();
}
