/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli.c - runs the real tilewright-cli: exit codes, results, bad input, unwritable output,
 * signals. For piece puzzles see test-cli-pieces.c. */
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <sys/resource.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli-test.h"
#include "core/run/options.h"
#include "puzzle/json.h"
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

/* --- usage --------------------------------------------------------------------- */

static void
test_usage (void)
{
  cli_expect ("--version", 0, "tilewright-cli ", "");
  cli_expect ("--help", 0, "solve", "");
  cli_expect ("help", 0, "solve", "");
  cli_expect ("help solve", 0, "--engine", "");
  cli_expect ("fly", 2, "", "unknown command “fly”");
  cli_expect ("help fly", 2, "", "unknown command “fly”");
  cli_expect ("solve", 2, "", "expected at least one puzzle");
  cli_expect ("info", 2, "", "expected at least one puzzle");
  cli_expect ("bench", 2, "", "expected at least one board");
  cli_expect ("check one", 2, "", "expected a puzzle and a solution");
  cli_expect ("solve --fly", 2, "", "--fly");
  cli_expect ("solve --time", 2, "", "--time");
  cli_expect ("solve --time 0 x", 2, "", ": time: 0 is not between 0.01 and 1000000; ");
  cli_expect ("solve --time 2,5 x", 2, "", ": time: “2,5” is not a number; ");
  cli_expect ("solve --threads 1.5 x", 2, "", ": threads: “1.5” is not a whole number; ");
  cli_expect ("solve --quick perhaps x", 2, "", ": quick: expected true or false, not “perhaps”; ");
  cli_expect ("solve --transforms 8 x", 2, "", ": transforms: “8” is not a list of transforms");
  cli_expect ("solve --engine 0123456789012345678901234567890123456789 x", 2, "",
              ": engine: longer than 31 bytes; ");
  cli_expect ("solve --empty 5 --engine fly", 2, "", "unknown engine “fly”");
  cli_expect ("solve --empty 0", 2, "", "--empty: invalid size “0”");
  cli_expect ("solve --empty 4x1001", 2, "", "invalid size");
  cli_expect ("solve --empty 4x4x4", 2, "", "invalid size");
}

/* Each row of the table is an option that --help lists. */
static void
test_all_options (void)
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

/* The help of `count` lists only the options it can use, but `count` accepts the others. */
static void
test_count_help (void)
{
  static const char *const unused[] = { "--cost-margin", "--transforms", "--gate1-column",
                                        "--seed" };
  g_auto (TestOutcome) help = cli_run ("count --help");
  g_auto (TestOutcome) list = cli_run ("count --list-options");

  for (gsize i = 0; i < G_N_ELEMENTS (unused); i++) {
    g_assert_null (strstr (help.out, unused[i]));
    g_assert_null (strstr (list.out, unused[i]));
  }
  g_assert_nonnull (strstr (help.out, "--memory"));
  g_assert_nonnull (strstr (list.out, "--memory"));
  cli_expect ("count --cost-margin 5", 2, "", "expected at least one puzzle");
}

/* The options of solve come under headings; other commands list no option that they cannot use. */
static void
test_help_sections (void)
{
  static const char *const headings[] = { "General:",       "Pictures:",
                                          "Piece puzzles:", "Puzzles without a file:",
                                          "Search:",        "Squares, engine “heuristic”:" };
  g_auto (TestOutcome) solve = cli_run ("solve -h");
  g_auto (TestOutcome) contest = cli_run ("contest --help");
  g_auto (TestOutcome) bench = cli_run ("bench --help");
  const char *place = solve.out;

  for (gsize i = 0; i < G_N_ELEMENTS (headings); i++) {
    g_autofree char *line = g_strdup_printf ("\n%s\n", headings[i]);

    place = strstr (place, line);
    g_assert_nonnull (place);
  }
  g_assert_null (strstr (strstr (place, "--cost-margin"), "--limit"));
  g_assert_nonnull (strstr (solve.out, "--limit"));
  g_assert_null (strstr (contest.out, "--limit"));
  g_assert_nonnull (strstr (contest.out, "--cost-margin"));
  g_assert_null (strstr (bench.out, "--engine="));
  g_assert_nonnull (strstr (bench.out, "--engines="));
  cli_expect ("info --help --nonsense", 2, "", "--nonsense");
}

/* With a kind or a puzzle, --help lists only the options that have an effect on it. */
static void
test_help_of_kind (void)
{
  static const struct {
    const char *words, *shown, *hidden;
  } cases[] = {
    { "solve --kind squares --help", "--certificate=", "--limit=" },
    { "solve --kind squares --help", "[auto|priced|", "--capped=" },
    { "solve --kind pieces -h", "--raw=", "--cost-margin=" },
    { "solve --kind pieces -h", "--random", "--transforms" },
    { "solve --kind quadrillion --help", "--pieces=", "--raw=" },
    { "solve --kind capped --help", "--goal=", "--all" },
    { "solve --help b.json", "--random", "--rotate" },
    { "solve --capped 9 --help", "--cap=", "--empty=" },
    { "count b.json --help", "--by-size", "--checkpoint" },
    { "convert b.json --help", "--to=", "--make=" },
    { "solve missing.json --help", "--limit=", "Kind: " },
    { "contest --help", "--folder=", "Puzzles without a file" },
  };

  cli_write_file ("b.json", "{\"width\": 2, \"height\": 1, \"puzzle\": [[true, true]]}");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (TestOutcome) help = cli_run (cases[i].words);

    g_test_message ("%s", cases[i].words);
    g_assert_cmpint (help.code, ==, 0);
    g_assert_nonnull (strstr (help.out, cases[i].shown));
    g_assert_null (strstr (help.out, cases[i].hidden));
  }
  cli_expect ("solve --kind none --help", 2, "", "--kind: expected one of ");
  cli_expect ("solve --kind squares b.json", 2, "", "--kind needs --help");
}

/* Two pages of A4, the same bytes each time; a folder when there are several puzzles. */
static void
test_handout (void)
{
  g_autofree char *first = NULL, *second = NULL, *folder = cli_path ("sheets");
  g_autofree char *path = cli_path ("a.pdf"), *inner = cli_path ("sheets/one.handout.pdf");
  gsize length, again;

  cli_write_file ("one.txt", "..#\n...\n");
  cli_write_file ("two.txt", "aab\nabb\n\naa\na\n\n b\nbb\n");
  cli_expect ("solve one.txt --handout a.pdf", 0, "", "");
  g_assert_true (g_file_get_contents (path, &first, &length, NULL));
  g_assert_true (g_str_has_prefix (first, "%PDF-1.4"));
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  cli_expect ("solve one.txt two.txt --handout sheets", 0, "", "");
  g_assert_true (g_file_get_contents (inner, &second, &again, NULL));
  g_assert_cmpmem (first, length, second, again);
  for (gsize i = 0; i < length; i++) /* of compressed streams */
    first[i] = first[i] != '\0' ? first[i] : ' ';
  g_assert_nonnull (strstr (first, "/Count 2"));
  g_assert_nonnull (strstr (first, "[ 0 0 595 842 ]"));
  cli_expect ("solve one.txt two.txt --handout a.pdf", 2, "", "must be a folder");
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

static void
test_solve (void)
{
  TwEngineInfo engine;

  cli_write_file ("b.json", BOARD);
  for (guint i = 0; tw_kind_squares.engine (i, &engine); i++) {
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

static void
test_streams (void)
{
  g_auto (TestOutcome) outcome = cli_run_with (BOARD, "solve - --engine greedy --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpstr (outcome.err, ==, "");
  expect_answer (json_node_get_object (node), NULL, "greedy");
}

static void
test_several (void)
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

/* Without a solution, status, exit code and text agree. */
static void
test_no_answer (void)
{
  static const char large[] = "solve --empty 60x59 --engine optimal";
  g_autofree char *memory = g_strconcat (large, " --memory 1", NULL);
  g_autofree char *memory_json = g_strconcat (memory, " --json -", NULL);
  g_autofree char *timeout = g_strconcat (large, " --time 0.01", NULL);
  g_autofree char *timeout_json = g_strconcat (timeout, " --json -", NULL);

  cli_expect (memory, 3, "the memory budget was used up", "");
  cli_expect (memory_json, 3, "\"status\":\"out-of-memory\"", "");
  cli_expect (timeout, 3, "time limit was reached", "");
  cli_expect (timeout_json, 3, "\"status\":\"timeout\"", "");
  cli_expect ("solve --tetrominoes 4 T1,I3", 1, "no solution exists: the number of T is odd: ", "");
  cli_expect ("solve --tetrominoes 4 T1,I3 --json -", 1, "\"status\":\"infeasible\"", "");
  cli_expect ("solve --tetrominoes 4 T1,I3 --json -", 1, "\"reason\":\"", "");
  /* The most severe of several results determines the exit code. */
  cli_expect ("solve --tetrominoes 4 T1,I3 --empty 3", 1, "1 square", "");
  cli_expect ("solve --tetrominoes 4", 2, "", "--tetrominoes: expected N SIGNATURE");
}

/* File names that begin with a dash follow "--". */
static void
test_dashes (void)
{
  cli_write_file ("-b.json", BOARD);
  cli_expect ("solve --engine greedy -- -b.json", 0, "-b.json: ", "");
  cli_expect ("solve -b.json", 2, "", "-b.json");
}

static void
test_check (void)
{
  cli_write_file ("b.json", BOARD);
  cli_write_file ("a.json",
                  "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":3},{\"X\":4,\"Y\":0,\"Size\":2}]}");
  cli_expect ("check b.json a.json", 1, "Square outside of boundary in position: X = 4, Y = 0", "");
  cli_expect ("check b.json a.json", 1, "Cell not covered in position: X = 3, Y = 1", "");
  cli_write_file ("a.json", "{\"id\":\"b8\",\"squares\":[]}");
  cli_expect ("check b.json a.json", 2, "", "a.json: id: the solution is for “b8”");
  cli_write_file ("a.json", "{\"squares\":5}");
  cli_expect ("check b.json a.json", 2, "", "a.json: squares: an array is expected");
  cli_write_file ("a.json", "{\"status\":\"timeout\"}");
  cli_expect ("check b.json a.json", 3, "nothing to check", "");

  /* A file that cannot be read is reported once, whatever the number of puzzles. */
  cli_write_file ("two.json", "[" BOARD "," BOARD "]");
  cli_write_file ("a.json", "no answer");

  g_auto (TestOutcome) outcome = cli_run ("check two.json a.json");

  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_nonnull (strstr (outcome.err, "a.json"));
  g_assert_null (strstr (strstr (outcome.err, "a.json") + 1, "a.json"));
}

static void
test_info (void)
{
  cli_write_file ("b.json", BOARD);
  cli_expect ("info b.json", 0, "Obstacles        2 (10.0 %)", "");

  g_auto (TestOutcome) outcome = cli_run ("info b.json --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpint (json_object_get_int_member (object, "width"), ==, 5);
  g_assert_cmpint (json_object_get_int_member (object, "free"), ==, 18);
}

static void
test_bench (void)
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

static void
test_resolve (void)
{
  g_autofree char *again = cli_path ("again");
  g_autofree char *path = cli_path ("c.csv");
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir (again, 0700), ==, 0);
  cli_write_file ("again/b.json", BOARD);
  cli_expect ("solve again/b.json --engine greedy --json again/old.json", 0, "b.json: ", "");
  cli_write_file ("again/c.json", "{\"id\":\"c\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}");

  cli_expect ("resolve again --csv c.csv", 0, "b.json: 7 → 7 squares", "");
  cli_expect ("resolve again", 0, "c.json: 1 square, optimal", "");
  cli_expect ("resolve again", 0, "2 of 2 done", "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "file,id,kind,"));
  g_assert_nonnull (strstr (text, "b7,squares,5,4,7,"));
  cli_expect ("resolve again --json -", 0, "\"totals\":{\"puzzles\":2,", "");

  cli_write_file ("two.dlx", "a b c\na b\nc\n");
  cli_expect ("solve two.dlx --json two.json", 0, "", "");
  cli_expect ("resolve two.dlx two.json", 0, "two.dlx: 2 options → 2 options (", "");
  {
    g_auto (TestOutcome) covers = cli_run ("resolve two.dlx two.json");

    /* An exact cover has no squares to add up. */
    g_assert_nonnull (strstr (covers.out, "0 better, 0 worse than before"));
    g_assert_null (strstr (covers.out, "squares"));
  }
  cli_expect ("resolve", 2, "", "expected at least one puzzle");
  cli_expect ("resolve nothing.json", 2, "", "nothing.json: no such file");
  cli_expect ("resolve again --csv - --json -", 2, "", "only one output");
  cli_expect ("resolve again --csv missing/c.csv", 2, "", "missing/c.csv: No such file");
  cli_expect ("resolve again --engine fly", 2, "", "unknown engine “fly”");
  cli_write_file ("again/bad.json", "{\"width\":1,\"height\":1,\"puzzle\":[[1]]}");
  cli_expect ("resolve again --csv c.csv", 2, "", "bad.json: puzzle[0][0]: ");
}

static void
expect_beginning (const char *name, const char *beginning)
{
  g_autofree char *path = cli_path (name);
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_assert_cmpuint (length, >, strlen (beginning));
  g_assert_cmpmem (data, strlen (beginning), beginning, strlen (beginning));
}

static void
test_pictures (void)
{
  g_autofree char *pictures = cli_path ("pictures");

  cli_write_file ("b.json", BOARD);
  cli_expect ("solve b.json --engine greedy --png a.png --svg a.svg --pdf a.pdf --txt a.txt --dark",
              0, "b.json: ", "");
  expect_beginning ("a.png", "\x89PNG");
  expect_beginning ("a.svg", "<?xml");
  expect_beginning ("a.pdf", "%PDF");
  expect_beginning ("a.txt", "+");
  cli_expect ("solve b.json --engine greedy --txt -", 0, "+---", "");

  /* Pictures of several puzzles go to a folder, and none overwrites another. */
  g_assert_cmpint (g_mkdir (pictures, 0700), ==, 0);
  cli_expect ("solve b.json b.json --engine greedy --svg pictures", 0, "b.json: ", "");
  expect_beginning ("pictures/b.svg", "<?xml");
  expect_beginning ("pictures/b-2.svg", "<?xml");

  cli_expect ("solve b.json b.json --png a.png", 2, "", "--png: “a.png” must be a folder");
  cli_expect ("solve b.json --png - --json -", 2, "", "only one output");
  cli_expect ("solve b.json --cell-size -1 --png a.png", 2, "", "--cell-size");
  cli_expect ("solve b.json --png missing/a.png", 2, "", "missing/a.png: No such file");
  cli_expect ("solve b.json --engine greedy --png /dev/full", 2, "", "/dev/full: No space left");
  cli_expect ("solve --empty 1000 --engine greedy --cell-size 1000 --png a.png", 2, "", "a.png: ");
}

static void
test_generate (void)
{
  g_auto (TestOutcome) one = cli_run ("generate --width 12 --height 7 --density 0.1 --seed 5");
  g_auto (TestOutcome) again = cli_run ("generate --width 12 --height 7 --density 0.1 --seed 5");
  g_auto (TestOutcome) other = cli_run ("generate --width 12 --height 7 --density 0.1 --seed 6");

  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpstr (one.out, ==, again.out);
  g_assert_cmpstr (one.out, !=, other.out);

  g_auto (TestOutcome) info = cli_run_with (one.out, "info -");

  g_assert_cmpint (info.code, ==, 0);
  g_assert_nonnull (strstr (info.out, "12 × 7"));

  /* Several boards go to a folder, with consecutive seeds. */
  cli_expect ("generate --width 12 --height 7 --density 0.1 --seed 5 --count 2 -o made", 0, "", "");
  cli_expect_content ("made/12x7-0.1-5.json", one.out);
  cli_expect_content ("made/12x7-0.1-6.json", other.out);

  cli_expect ("generate --contest --seed 3", 0, "\"puzzle\"", "");

  cli_expect ("generate --width 0", 2, "", "--width: 0 is not between 1 and 1000");
  cli_expect ("generate --height 1001", 2, "", "--height: 1001 is not between 1 and 1000");
  cli_expect ("generate --density 1.5", 2, "", "--density: 1.5 is not between 0 and 1");
  cli_expect ("generate --density nan", 2, "", "--density: nan is not between 0 and 1");
  cli_expect ("generate --seed -1", 2, "", "--seed: -1 is not between");
  cli_expect ("generate --count 0", 2, "", "--count: 0 is not between");
  cli_expect ("generate --count 2", 2, "", "several puzzles need a folder");
  cli_expect ("generate --count 2 -o /dev/null", 2, "", "/dev/null: ");
  cli_expect ("generate 5", 2, "", "unexpected argument “5”");

  /* Tetromino squares: the same seed gives the same task, and it has a solution. */
  g_auto (TestOutcome) task = cli_run ("generate --tetrominoes 12 --seed 7");
  g_auto (TestOutcome) same = cli_run ("generate --tetrominoes 12 --seed 7");

  g_assert_cmpint (task.code, ==, 0);
  g_assert_cmpstr (task.out, ==, same.out);

  g_auto (TestOutcome) solved = cli_run_with (task.out, "solve -");

  g_assert_cmpint (solved.code, ==, 0);
  cli_expect ("generate --tetrominoes 7", 2, "", "--tetrominoes: a square of odd side");
  cli_expect ("generate --tetrominoes 2", 2, "", "--tetrominoes: 2 is not between 4 and 1000");
  cli_expect ("generate --tetrominoes -4", 2, "", "--tetrominoes: -4 is not between 4 and 1000");
}

/* --- bad input and output --------------------------------------------------------- */

static void
test_bad_files (void)
{
  static const struct {
    const char *text;
    const char *reason;
  } files[] = {
    { "", "the file is empty" },
    { "# not JSON", "line 1, column 1: a value is expected" },
    { "{\"width\":1,\n\"hei", "line 2, column 5: the text ends too early" },
    { "{\"width\":2,\"height\":2,\"puzzle\":[[true,true],[true]]}", "puzzle[1]: the row has 1" },
    { "{\"width\":2,\"height\":2,\"puzzle\":[[true,true]]}", "the height is 2" },
    { "{\"width\":2,\"height\":1,\"puzzle\":[[true,\"x\"]]}", "puzzle[0][1]: true or false" },
    { "{\"width\":0,\"height\":0,\"puzzle\":[]}", "width: 0 is not between 1 and 1000" },
    { "{\"width\":9999,\"height\":1,\"puzzle\":[]}", "width: 9999 is not between 1 and 1000" },
    { "{\"width\":1,\"height\":1,\"width\":1,\"puzzle\":[[true]]}", "“width” is given twice" },
    { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "levels deep" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *message = g_strconcat ("bad.json: ", files[i].reason, NULL);

    cli_write_file ("bad.json", files[i].text);
    /* When one of the files is bad, nothing is solved and nothing is written. */
    cli_write_file ("old.json", "old");
    cli_write_file ("b.json", BOARD);

    g_auto (TestOutcome) outcome = cli_run ("solve b.json bad.json --json old.json");

    if (strstr (outcome.err, files[i].reason) == NULL || outcome.code != 2)
      g_error ("“%s” gave %d, “%s”", files[i].text, outcome.code, outcome.err);
    g_assert_true (g_str_has_prefix (outcome.err, "tilewright-cli: bad.json: "));
    g_assert_cmpstr (outcome.out, ==, "");
    cli_expect_content ("old.json", "old");
  }
  cli_expect ("solve missing.json", 2, "", "missing.json: no such file");
  cli_expect ("solve .", 2, "", ".: this is a folder, not a file");
  cli_expect ("solve /dev/zero", 2, "", "/dev/zero: not a regular file");
}

/* A result that is not optimal for lack of time or memory says so. */
static void
test_cut_off (void)
{
  g_auto (TestOutcome)
    made = cli_run ("generate --width 60 --height 60 --density 0.03 -o large.json");

  g_assert_cmpint (made.code, ==, 0);
  cli_expect ("solve large.json --time 0.3 --threads 1", 0, " needed; time limit reached (auto, ",
              "");
  cli_expect ("solve large.json --memory 1 --time 100", 0,
              "; the memory budget was used up (auto, ", "");
  cli_expect ("solve large.json --engine greedy", 0, " squares (greedy, ", "");
}

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

static void
test_no_permission (void)
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

static void
test_full_disk (void)
{
  static const char *const lines[] = {
    "solve --empty 5 --engine greedy --json -",
    "solve --empty 5 --engine greedy",
    "solve --empty 5 --engine greedy --json /dev/full",
    "--help",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (GSubprocess) process = cli_start (lines[i], FALSE, "/dev/full");
    g_auto (TestOutcome) outcome = cli_finish (process, NULL);

    g_assert_cmpint (outcome.code, ==, 2);
    g_assert_nonnull (strstr (outcome.err, "No space left"));
  }
  cli_expect ("solve --empty 5 --json missing/a.json", 2, "", "missing/a.json: No such file");
  cli_expect ("solve --empty 5 --json .", 2, "", ".: Is a directory");
}

/* With a file size limit, the error is reported and no file remains. */
static void
test_file_size (void)
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

static void
test_interrupt (void)
{
  signal_ends (SIGINT, FALSE);
}

static void
test_terminate (void)
{
  signal_ends (SIGTERM, FALSE);
}

static void
test_terminate_twice (void)
{
  signal_ends (SIGTERM, TRUE);
}

/* --- counts of tilings ---------------------------------------------------------------- */

/* OEIS A045846; 2 x 2 has one tiling with the fewest squares; the counts of two components are
 * multiplied. */
static void
test_count_squares (void)
{
  cli_write_file ("two.txt", "..#...\n..#...\n###...\n");
  cli_expect ("count --empty 8", 0, "tilings by squares: 35863972 (", "");
  cli_expect ("count --empty 13x13", 0, ": 1451740730942350766748 (", "");
  cli_expect ("count two.txt", 0, "tilings by squares: 12 (", ""); /* 2 times 6 */
  cli_expect ("count two.txt --fewest", 0, "2 squares, optimal; optimal tilings: 1 (", "");
  cli_expect ("count --empty 5x4 --json -", 0, "\"tilings\":\"", "");
  cli_expect ("count --empty 8 --up-to-symmetry", 0, "up to symmetry: 4495023 (", "");
  cli_expect ("count --empty 3 --up-to-symmetry --json -", 0, "\"upToSymmetry\":true", "");
  cli_expect ("count --empty 3 --up-to-symmetry --fewest", 2, "", "cannot be used together");
  cli_expect ("count two.txt --by-size", 0,
              "\n2 squares: 1 tilings\n5 squares: 1 tilings\n7 squares: 4 tilings\n", "");
  cli_expect ("count two.txt --by-size --json -", 0,
              "\"bySize\":[{\"numberOfSquares\":2,\"tilings\":\"1\"}", "");
  cli_expect ("solve two.txt --random --seed 3 --json random.json", 0, "two.txt: ", "");
  cli_expect ("check two.txt random.json", 0, "", "");
  cli_expect ("solve two.txt --random --certificate x.cert", 2, "", "--random excludes");
  cli_expect ("count two.txt --up-to-symmetry", 2, "", "without obstacles");
  cli_expect ("count --empty 22 --time 0.05", 3, "not counted: timeout", "");
  cli_expect ("count --empty 30", 3, "not counted: out-of-memory", ""); /* known at once */
  cli_expect ("count --empty 0x3", 2, "", "--empty: ");
  cli_expect ("count --empty 1001", 2, "", "--empty: ");
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli/count-help", test_count_help);
  g_test_add_func ("/cli/help-sections", test_help_sections);
  g_test_add_func ("/cli/help-of-kind", test_help_of_kind);
  g_test_add_func ("/cli/handout", test_handout);
  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/all-options", test_all_options);
  g_test_add_func ("/cli/solve", test_solve);
  g_test_add_func ("/cli/streams", test_streams);
  g_test_add_func ("/cli/several", test_several);
  g_test_add_func ("/cli/no-answer", test_no_answer);
  g_test_add_func ("/cli/dashes", test_dashes);
  g_test_add_func ("/cli/check", test_check);
  g_test_add_func ("/cli/info", test_info);
  g_test_add_func ("/cli/bench", test_bench);
  g_test_add_func ("/cli/resolve", test_resolve);
  g_test_add_func ("/cli/generate", test_generate);
  g_test_add_func ("/cli/pictures", test_pictures);
  g_test_add_func ("/cli/bad-files", test_bad_files);
  g_test_add_func ("/cli/cut-off", test_cut_off);
  g_test_add_func ("/cli/no-permission", test_no_permission);
  g_test_add_func ("/cli/full-disk", test_full_disk);
  g_test_add_func ("/cli/interrupt", test_interrupt);
  g_test_add_func ("/cli/terminate", test_terminate);
  g_test_add_func ("/cli/count-squares", test_count_squares);
  g_test_add_func ("/cli/terminate-twice", test_terminate_twice);
  g_test_add_func ("/cli/file-size", test_file_size);
  return cli_test_run ();
}
