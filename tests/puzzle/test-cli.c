/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli.c - runs the real tilewright-cli: results as JSON, permissions, signals, terminals, and
 * what else the tables of the folder cli cannot say. */
#define _GNU_SOURCE /* posix_openpt () */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli-test.h"
#include "core/options.h"
#include "puzzle/json.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kinds/squares/squares.h"

#define BOARD                                               \
  "{\"id\":\"b7\",\"width\":5,\"height\":4,\"puzzle\":["    \
  "[true,true,true,false,true],[true,true,true,true,true]," \
  "[true,true,true,true,true],[false,true,true,true,true]]}"

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = tw_json_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

/* Each row of the table is an option that --help lists. */
TEST (all_options, "/cli/all-options")
{
  g_auto (TestOutcome) outcome = cli_run ("solve --help");
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  g_assert_cmpint (outcome.code, ==, 0);
  for (size_t i = 0; i < count; i++) {
    g_autofree char *option = g_strdup_printf ("--%s=", table[i].name);

    g_assert_nonnull (strstr (outcome.out, option));
  }
}

/* --- solve, check, info ---------------------------------------------------------- */

/* The members of every result, and those of a result with a solution. */
static void
expect_answer (JsonObject *object, const char *file, const char *engine)
{
  const char *status = json_object_get_string_member (object, "status");
  JsonArray *squares = json_object_get_array_member (object, "squares");

  g_assert_cmpstr (json_object_get_string_member_with_default (object, "file", NULL), ==, file);
  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, "squares");
  g_assert_cmpstr (json_object_get_string_member (object, "engine"), ==, engine);
  g_assert_cmpint (json_object_get_int_member (object, "transform"), >=, 0);
  g_assert_cmpint (json_object_get_int_member (object, "transform"), <=, 7);
  g_assert_cmpfloat (json_object_get_double_member (object, "seconds"), >=, 0);
  g_assert_cmpint (json_object_get_int_member (object, "numberOfSquares"), ==,
                   json_array_get_length (squares));
  g_assert_false (json_object_has_member (object, "reason"));
  if (g_str_equal (status, "optimal"))
    g_assert_cmpint (json_object_get_int_member (object, "bound"), ==,
                     json_array_get_length (squares));
  else
    g_assert_cmpstr (status, ==, "feasible");
}

TEST (solve, "/cli/solve")
{
  TwEngineInfo engine;

  cli_write_file ("b.json", BOARD);
  for (guint i = 0; tw_kind_squares.solve->engine (i, &engine); i++) {
    g_autofree char *line = g_strdup_printf ("solve b.json --time 2 --engine %s --json a.json",
                                             engine.name);
    g_autofree char *path = cli_path ("a.json");
    g_autofree char *text = NULL;
    g_auto (TestOutcome) outcome = cli_run (line);

    g_assert_cmpint (outcome.code, ==, 0);
    g_assert_cmpstr (outcome.err, ==, "");
    g_assert_true (g_str_has_prefix (outcome.out, "b.json: "));
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));

    g_autoptr (JsonNode) node = parse (text);
    JsonObject *object = json_node_get_object (node);

    expect_answer (object, "b.json", engine.name);
    g_assert_cmpstr (json_object_get_string_member (object, "id"), ==, "b7");
    cli_expect ("check b.json a.json", 0, "b.json: correct: ", "");
  }
}

TEST (streams, "/cli/streams")
{
  g_auto (TestOutcome) outcome = cli_run_with (BOARD, "solve - --engine greedy --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpstr (outcome.err, ==, "");
  expect_answer (json_node_get_object (node), NULL, "greedy");
}

TEST (several, "/cli/several")
{
  cli_write_file ("one.json", BOARD);
  cli_write_file ("two.json", "[" BOARD "," BOARD "]");
  cli_write_file ("blocked.json", "{\"width\":2,\"height\":1,\"puzzle\":[[false,false]]}");

  g_auto (TestOutcome)
    outcome = cli_run ("solve one.json two.json blocked.json --engine greedy --quiet --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonArray *array = json_node_get_array (node);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpuint (json_array_get_length (array), ==, 4);
  expect_answer (json_array_get_object_element (array, 2), "two.json", "greedy");

  /* A board without free cells has an empty solution. */
  JsonObject *blocked = json_array_get_object_element (array, 3);

  g_assert_cmpstr (json_object_get_string_member (blocked, "status"), ==, "optimal");
  g_assert_cmpint (json_object_get_int_member (blocked, "numberOfSquares"), ==, 0);
}

TEST (info, "/cli/info")
{
  cli_write_file ("b.json", BOARD);
  g_auto (TestOutcome) outcome = cli_run ("info b.json --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpint (json_object_get_int_member (object, "width"), ==, 5);
  g_assert_cmpint (json_object_get_int_member (object, "free"), ==, 18);
}

TEST (bench, "/cli/bench")
{
  g_autofree char *boards = cli_path ("boards");

  g_assert_cmpint (g_mkdir (boards, 0700), ==, 0);
  cli_write_file ("boards/2.json", BOARD);
  cli_write_file ("boards/1.json", BOARD);

  g_auto (TestOutcome) outcome = cli_run ("bench boards --engines greedy,greedy");
  g_auto (GStrv) lines = g_strsplit (outcome.out, "\n", -1);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_true (g_str_has_prefix (lines[2], "| 1.json | 5 × 4 | 18 | "));
  g_assert_true (g_str_has_prefix (lines[3], "| 2.json | 5 × 4 | 18 | "));
  for (int i = 0; i < 6; i++) {
    g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);

    g_assert_cmpuint (g_strv_length (cells), ==, 13);
  }
  cli_expect ("bench boards --engines auto,cbc", 2, "", "unknown engine “cbc”");
  cli_expect ("solve boards/1.json --engine cbc-plain", 2, "", "unknown engine “cbc-plain”");
}

/* --- bad input and output --------------------------------------------------------- */

static void
expect_denied (const char *line, const char *err_part)
{
  g_autoptr (GSubprocess) process = cli_start (line, TRUE, NULL);
  g_auto (TestOutcome) outcome = cli_finish (process, NULL);

  if (outcome.code == 125) {
    g_test_skip ("root cannot drop its capabilities here");
    return;
  }
  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_nonnull (strstr (outcome.err, err_part));
}

TEST (no_permission, "/cli/no-permission")
{
  g_autofree char *closed = cli_path ("closed.json");
  g_autofree char *locked = cli_path ("locked");

  cli_write_file ("closed.json", BOARD);
  g_chmod (closed, 0);
  expect_denied ("solve closed.json", "closed.json: permission denied");

  g_assert_cmpint (g_mkdir (locked, 0755), ==, 0);
  cli_write_file ("locked/a.json", "old");
  g_chmod (locked, 0555);
  expect_denied ("solve --empty 5 --engine greedy --json locked/a.json",
                 "locked/a.json: Permission denied");
  cli_expect_content ("locked/a.json", "old");
  g_chmod (locked, 0755);
}

/* With a file size limit, the error is reported and no file remains. */
TEST (file_size, "/cli/file-size")
{
  struct rlimit before, small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = before;
  small.rlim_cur = 100;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);

  g_autoptr (GSubprocess)
    process = cli_start ("solve --empty 20 --engine greedy --json limited.json", FALSE, NULL);

  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);

  g_auto (TestOutcome) outcome = cli_finish (process, NULL);
  g_autofree char *path = cli_path ("limited.json");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_nonnull (strstr (outcome.err, "limited.json: "));
  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_false (g_str_has_prefix (name, "limited.json"));
}

/* --- signals ------------------------------------------------------------------------ */

/* Reads up to the first line of progress, after which the search is running. */
static void
wait_for_progress (GSubprocess *process)
{
  GInputStream *stream = g_subprocess_get_stderr_pipe (process);
  char c = '\0';

  while (c != '\n')
    g_assert_cmpint (g_input_stream_read (stream, &c, 1, NULL, NULL), ==, 1);
}

/* A signal ends an hour-long search on a board that no engine solves quickly: the program prints
 * the solutions found and returns the matching exit code. */
static void
signal_ends (int number, gboolean again)
{
  static const char *const candidates[] = { "heuristic", "optimal" };
  const char *engine = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (candidates) && engine == NULL; i++)
    if (tw_kind_find_engine (&tw_kind_squares, candidates[i], NULL))
      engine = candidates[i];
  if (engine == NULL) {
    g_test_skip ("no engine takes long enough");
    return;
  }
  cli_write_file ("b.json", BOARD);

  g_autofree char *line = g_strdup_printf (
    "solve --empty 997x991 b.json --engine %s --time 3600 --memory 1024 --progress --json -",
    engine);
  g_autoptr (GSubprocess) process = cli_start (line, FALSE, NULL);

  wait_for_progress (process);
  g_subprocess_send_signal (process, number);
  /* The first signal is being handled: a repeated one within a second must be ignored, so repeat it
   * for a third of a second. */
  if (again) {
    gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 3;

    while (g_get_monotonic_time () < end && g_subprocess_get_identifier (process) != NULL) {
      g_subprocess_send_signal (process, number);
      g_thread_yield ();
    }
  }

  g_auto (TestOutcome) outcome = cli_finish (process, NULL);
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonArray *array = json_node_get_array (node);
  gboolean answered = TRUE;

  g_assert_cmpuint (json_array_get_length (array), ==, 2);
  for (guint i = 0; i < 2; i++) {
    JsonObject *object = json_array_get_object_element (array, i);
    const char *status = json_object_get_string_member (object, "status");

    if (json_object_has_member (object, "squares")) {
      g_assert_true (g_str_equal (status, "feasible") || g_str_equal (status, "optimal"));
    } else {
      g_assert_cmpstr (status, ==, "cancelled");
      answered = FALSE;
    }
  }
  g_assert_cmpint (outcome.code, ==, answered ? 0 : 3);
}

TEST (interrupt, "/cli/interrupt")
{
  signal_ends (SIGINT, FALSE);
}

TEST (terminate, "/cli/terminate")
{
  signal_ends (SIGTERM, FALSE);
}

TEST (terminate_twice, "/cli/terminate-twice")
{
  signal_ends (SIGTERM, TRUE);
}

/* A signal while the certificate is computed: the solution is written already, and stays. */
TEST (certificate_signal, "/cli/certificate-signal")
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

#define EVIL       "\\u202eevil\\u001b[31mX\\u0007\\u009b\\nY"
#define EVIL_BOARD "{\"id\":\"" EVIL "\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}"

static void
expect_visible (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_find_next_char (p, NULL)) {
    gunichar c = g_utf8_get_char (p);

    if ((g_unichar_iscntrl (c) && c != '\n') || c == 0x202e)
      g_error ("U+%04X in “%s”", c, text);
  }
}

TEST (control_characters, "/cli/control-characters")
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

  cli_write_file ("evil.json", EVIL_BOARD);
  cli_write_file ("wrong.json", "{\"id\":\"" EVIL "\",\"squares\":[]}");
  cli_write_file ("piece.json", "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":[\"#\"],"
                                "\"pieces\":[{\"name\":\"" EVIL "\",\"cells\":[\"##\"]}]}");
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (TestOutcome) outcome = cli_run_with (EVIL_BOARD, lines[i]);

    expect_visible (outcome.out);
    expect_visible (outcome.err);
  }
}

/* JSON escapes U+001B and does not escape U+202E; a file gets it, a terminal does not. */
TEST (json_on_terminal, "/cli/json-on-terminal")
{
  int terminal = posix_openpt (O_RDWR | O_NOCTTY);
  char text[4096];
  gssize n, used = 0;

  cli_write_file ("evil.json", EVIL_BOARD);
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

TEST_MAIN (cli_test_init, cli_test_run)
