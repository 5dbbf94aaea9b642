/* test-cli.c - runs of the real tilewright-cli: exit codes, answers, bad input,
 * output that cannot be written, signals. The program is named by TW_TEST_CLI. */
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/options.h"
#include "puzzle/json.h"
#include "puzzle/kind-squares.h"
#include "test-tools.h"

#define BOARD                                               \
  "{\"id\":\"b7\",\"width\":5,\"height\":4,\"puzzle\":["    \
  "[true,true,true,false,true],[true,true,true,true,true]," \
  "[true,true,true,true,true],[false,true,true,true,true]]}"

static char *folder;
static const char *program;

/* --- running it -------------------------------------------------------------- */

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Root may write everywhere; nobody may not. */
static void
become_nobody (gpointer data)
{
  (void) data;
  if (geteuid () == 0 && setuid (65534) != 0)
    _exit (125);
}

/* The words of `line`, separated by blanks, after the program's name. */
static GSubprocess *
start (const char *line, gboolean nobody, const char *out_path)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
    | (out_path == NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE : 0));
  g_autofree char *whole = g_strconcat (program, " ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_set_cwd (launcher, folder);
  if (out_path != NULL)
    g_subprocess_launcher_set_stdout_file_path (launcher, out_path);
  if (nobody)
    g_subprocess_launcher_set_child_setup (launcher, become_nobody, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, &error);
  g_assert_no_error (error);
  return process;
}

static TestOutcome
finish (GSubprocess *process, const char *input)
{
  TestOutcome outcome = { 0 };
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8 (process, input, NULL, &outcome.out, &outcome.err, &error);
  g_assert_no_error (error);
  test_outcome_set_ended (&outcome, process);
  return outcome;
}

static TestOutcome
run_with (const char *input, const char *line)
{
  g_autoptr (GSubprocess) process = start (line, FALSE, NULL);

  return finish (process, input);
}

static TestOutcome
run (const char *line)
{
  return run_with (NULL, line);
}

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = in_folder (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
expect_content (const char *name, const char *content)
{
  g_autofree char *path = in_folder (name);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, content);
}

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
expect (const char *line, int code, const char *out_part, const char *err_part)
{
  g_auto (TestOutcome) outcome = run (line);

  if (outcome.code != code || strstr (outcome.out, out_part) == NULL
      || strstr (outcome.err, err_part) == NULL)
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
}

static void
test_usage (void)
{
  expect ("--version", 0, "tilewright-cli ", "");
  expect ("--help", 0, "solve", "");
  expect ("help", 0, "solve", "");
  expect ("help solve", 0, "--engine", "");
  expect ("fly", 2, "", "no command “fly”");
  expect ("help fly", 2, "", "no command “fly”");
  expect ("solve", 2, "", "no puzzle is given");
  expect ("info", 2, "", "no puzzle is given");
  expect ("bench", 2, "", "no board is given");
  expect ("check one", 2, "", "a puzzle and an answer are expected");
  expect ("solve --fly", 2, "", "--fly");
  expect ("solve --time", 2, "", "--time");
  expect ("solve --time 0 x", 2, "", "time");
  expect ("solve --transforms 8 x", 2, "", "transforms");
  expect ("solve --empty 5 --engine fly", 2, "", "no engine “fly”");
  expect ("solve --empty 0", 2, "", "--empty: “0” is no size");
  expect ("solve --empty 4x1001", 2, "", "is no size");
  expect ("solve --empty 4x4x4", 2, "", "is no size");
}

/* Each row of the table is an option that --help tells of. */
static void
test_all_options (void)
{
  g_auto (TestOutcome) outcome = run ("solve --help");
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  g_assert_cmpint (outcome.code, ==, 0);
  for (size_t i = 0; i < count; i++) {
    g_autofree char *option = g_strdup_printf ("--%s=", table[i].name);

    g_assert_nonnull (strstr (outcome.out, option));
  }
}

/* --- solve, check, info ---------------------------------------------------------- */

/* The members every result has, and those an answer has. */
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

  write_file ("b.json", BOARD);
  for (guint i = 0; tw_kind_squares.engine (i, &engine); i++) {
    g_autofree char *line = g_strdup_printf ("solve b.json --time 2 --engine %s --json a.json",
                                             engine.name);
    g_autofree char *path = in_folder ("a.json");
    g_autofree char *text = NULL;
    g_auto (TestOutcome) outcome = run (line);

    g_assert_cmpint (outcome.code, ==, 0);
    g_assert_cmpstr (outcome.err, ==, "");
    g_assert_true (g_str_has_prefix (outcome.out, "b.json: "));
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));

    g_autoptr (JsonNode) node = parse (text);
    JsonObject *object = json_node_get_object (node);

    expect_answer (object, "b.json", engine.name);
    g_assert_cmpstr (json_object_get_string_member (object, "id"), ==, "b7");
    expect ("check b.json a.json", 0, "b.json: correct: ", "");
  }
}

static void
test_streams (void)
{
  g_auto (TestOutcome) outcome = run_with (BOARD, "solve - --engine greedy --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpstr (outcome.err, ==, "");
  expect_answer (json_node_get_object (node), NULL, "greedy");
}

static void
test_several (void)
{
  write_file ("one.json", BOARD);
  write_file ("two.json", "[" BOARD "," BOARD "]");
  write_file ("blocked.json", "{\"width\":2,\"height\":1,\"puzzle\":[[false,false]]}");

  g_auto (TestOutcome)
    outcome = run ("solve one.json two.json blocked.json --engine greedy --quiet --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonArray *array = json_node_get_array (node);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpuint (json_array_get_length (array), ==, 4);
  expect_answer (json_array_get_object_element (array, 2), "two.json", "greedy");

  /* Nothing to cover is covered by nothing. */
  JsonObject *blocked = json_array_get_object_element (array, 3);

  g_assert_cmpstr (json_object_get_string_member (blocked, "status"), ==, "optimal");
  g_assert_cmpint (json_object_get_int_member (blocked, "numberOfSquares"), ==, 0);
}

/* Without an answer the status, the code and the words agree. */
static void
test_no_answer (void)
{
  static const char large[] = "solve --empty 60x59 --engine optimal";
  g_autofree char *memory = g_strconcat (large, " --memory 1", NULL);
  g_autofree char *memory_json = g_strconcat (memory, " --json -", NULL);
  g_autofree char *timeout = g_strconcat (large, " --time 0.01", NULL);
  g_autofree char *timeout_json = g_strconcat (timeout, " --json -", NULL);

  expect (memory, 3, "the memory budget was used up", "");
  expect (memory_json, 3, "\"status\":\"out-of-memory\"", "");
  expect (timeout, 3, "the time was up", "");
  expect (timeout_json, 3, "\"status\":\"timeout\"", "");
  expect ("solve --tetrominoes 4 T1,I3", 1, "no solution exists: the number of T is odd: ", "");
  expect ("solve --tetrominoes 4 T1,I3 --json -", 1, "\"status\":\"infeasible\"", "");
  expect ("solve --tetrominoes 4 T1,I3 --json -", 1, "\"reason\":\"", "");
  /* The gravest of several decides. */
  expect ("solve --tetrominoes 4 T1,I3 --empty 3", 1, "1 square", "");
  expect ("solve --tetrominoes 4", 2, "", "--tetrominoes: N SIGNATURE are expected");
}

/* A name that begins with a dash comes after two of them. */
static void
test_dashes (void)
{
  write_file ("-b.json", BOARD);
  expect ("solve --engine greedy -- -b.json", 0, "-b.json: ", "");
  expect ("solve -b.json", 2, "", "-b.json");
}

static void
test_check (void)
{
  write_file ("b.json", BOARD);
  write_file ("a.json",
              "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":3},{\"X\":4,\"Y\":0,\"Size\":2}]}");
  expect ("check b.json a.json", 1, "Square outside of boundary in position: X = 4, Y = 0", "");
  expect ("check b.json a.json", 1, "Cell not covered in position: X = 3, Y = 1", "");
  write_file ("a.json", "{\"id\":\"b8\",\"squares\":[]}");
  expect ("check b.json a.json", 2, "", "a.json: id: the answer is for “b8”");
  write_file ("a.json", "{\"squares\":5}");
  expect ("check b.json a.json", 2, "", "a.json: squares: an array is expected");
  write_file ("a.json", "{\"status\":\"timeout\"}");
  expect ("check b.json a.json", 3, "nothing to check", "");
}

static void
test_info (void)
{
  write_file ("b.json", BOARD);
  expect ("info b.json", 0, "Obstacles        2 (10.0 %)", "");

  g_auto (TestOutcome) outcome = run ("info b.json --json -");
  g_autoptr (JsonNode) node = parse (outcome.out);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpint (json_object_get_int_member (object, "width"), ==, 5);
  g_assert_cmpint (json_object_get_int_member (object, "free"), ==, 18);
}

static void
test_bench (void)
{
  g_autofree char *boards = in_folder ("boards");

  g_assert_cmpint (g_mkdir (boards, 0700), ==, 0);
  write_file ("boards/2.json", BOARD);
  write_file ("boards/1.json", BOARD);

  g_auto (TestOutcome) outcome = run ("bench boards --engines greedy,greedy");
  g_auto (GStrv) lines = g_strsplit (outcome.out, "\n", -1);

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_true (g_str_has_prefix (lines[2], "| 1.json | 5 × 4 | 18 | "));
  g_assert_true (g_str_has_prefix (lines[3], "| 2.json | 5 × 4 | 18 | "));
  for (int i = 0; i < 6; i++) {
    g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);

    g_assert_cmpuint (g_strv_length (cells), ==, 13);
  }
}

static void
test_resolve (void)
{
  g_autofree char *again = in_folder ("again");
  g_autofree char *path = in_folder ("c.csv");
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir (again, 0700), ==, 0);
  write_file ("again/b.json", BOARD);
  expect ("solve again/b.json --engine greedy --json again/old.json", 0, "b.json: ", "");
  write_file ("again/c.json", "{\"id\":\"c\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}");

  expect ("resolve again --csv c.csv", 0, "b.json: 7 → 7 squares", "");
  expect ("resolve again", 0, "c.json: 1 square, optimal", "");
  expect ("resolve again", 0, "2 of 2 done", "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "file,id,kind,"));
  g_assert_nonnull (strstr (text, "b7,squares,5,4,7,"));
  expect ("resolve again --json -", 0, "\"totals\":{\"puzzles\":2,", "");

  expect ("resolve", 2, "", "no puzzle is given");
  expect ("resolve nothing.json", 2, "", "nothing.json: there is no such file");
  expect ("resolve again --csv - --json -", 2, "", "only one output");
  expect ("resolve again --csv missing/c.csv", 2, "", "missing/c.csv: No such file");
  expect ("resolve again --engine fly", 2, "", "no engine “fly”");
  write_file ("again/bad.json", "{\"width\":1,\"height\":1,\"puzzle\":[[1]]}");
  expect ("resolve again --csv c.csv", 2, "", "bad.json: puzzle[0][0]: ");
}

static void
expect_beginning (const char *name, const char *beginning)
{
  g_autofree char *path = in_folder (name);
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_assert_cmpuint (length, >, strlen (beginning));
  g_assert_cmpmem (data, strlen (beginning), beginning, strlen (beginning));
}

static void
test_pictures (void)
{
  g_autofree char *pictures = in_folder ("pictures");

  write_file ("b.json", BOARD);
  expect ("solve b.json --engine greedy --png a.png --svg a.svg --pdf a.pdf --txt a.txt --dark", 0,
          "b.json: ", "");
  expect_beginning ("a.png", "\x89PNG");
  expect_beginning ("a.svg", "<?xml");
  expect_beginning ("a.pdf", "%PDF");
  expect_beginning ("a.txt", "+");
  expect ("solve b.json --engine greedy --txt -", 0, "+---", "");

  /* Several puzzles go to a folder, and no picture overwrites another. */
  g_assert_cmpint (g_mkdir (pictures, 0700), ==, 0);
  expect ("solve b.json b.json --engine greedy --svg pictures", 0, "b.json: ", "");
  expect_beginning ("pictures/b.svg", "<?xml");
  expect_beginning ("pictures/b-2.svg", "<?xml");

  expect ("solve b.json b.json --png a.png", 2, "", "--png: “a.png” must be a folder");
  expect ("solve b.json --png - --json -", 2, "", "only one output");
  expect ("solve b.json --cell-size -1 --png a.png", 2, "", "--cell-size");
  expect ("solve b.json --png missing/a.png", 2, "", "missing/a.png: No such file");
  expect ("solve b.json --engine greedy --png /dev/full", 2, "", "/dev/full: No space left");
  expect ("solve --empty 1000 --engine greedy --cell-size 1000 --png a.png", 2, "", "a.png: ");
}

static void
test_generate (void)
{
  g_auto (TestOutcome) one = run ("generate --width 12 --height 7 --density 0.1 --seed 5");
  g_auto (TestOutcome) again = run ("generate --width 12 --height 7 --density 0.1 --seed 5");
  g_auto (TestOutcome) other = run ("generate --width 12 --height 7 --density 0.1 --seed 6");

  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpstr (one.out, ==, again.out);
  g_assert_cmpstr (one.out, !=, other.out);

  g_auto (TestOutcome) info = run_with (one.out, "info -");

  g_assert_cmpint (info.code, ==, 0);
  g_assert_nonnull (strstr (info.out, "12 × 7"));

  /* Several: a folder, one seed after the other. */
  expect ("generate --width 12 --height 7 --density 0.1 --seed 5 --count 2 -o made", 0, "", "");
  expect_content ("made/12x7-0.1-5.json", one.out);
  expect_content ("made/12x7-0.1-6.json", other.out);

  expect ("generate --contest --seed 3", 0, "\"puzzle\"", "");

  expect ("generate --width 0", 2, "", "--width: 0 is not between 1 and 1000");
  expect ("generate --height 1001", 2, "", "--height: 1001 is not between 1 and 1000");
  expect ("generate --density 1.5", 2, "", "--density: 1.5 is not between 0 and 1");
  expect ("generate --density nan", 2, "", "--density: nan is not between 0 and 1");
  expect ("generate --seed -1", 2, "", "--seed: -1 is not between");
  expect ("generate --count 0", 2, "", "--count: 0 is not between");
  expect ("generate --count 2", 2, "", "several puzzles need a folder");
  expect ("generate --count 2 -o /dev/null", 2, "", "/dev/null: ");
  expect ("generate 5", 2, "", "“5” is one argument too many");

  /* Tetromino squares: the same for the same seed, and there is a solution. */
  g_auto (TestOutcome) task = run ("generate --tetrominoes 12 --seed 7");
  g_auto (TestOutcome) same = run ("generate --tetrominoes 12 --seed 7");

  g_assert_cmpint (task.code, ==, 0);
  g_assert_cmpstr (task.out, ==, same.out);

  g_auto (TestOutcome) solved = run_with (task.out, "solve -");

  g_assert_cmpint (solved.code, ==, 0);
  expect ("generate --tetrominoes 7", 2, "", "--tetrominoes: a square of odd side");
  expect ("generate --tetrominoes 2", 2, "", "--tetrominoes: 2 is not between 4 and 1000");
  expect ("generate --tetrominoes -4", 2, "", "--tetrominoes: -4 is not between 4 and 1000");
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

    write_file ("bad.json", files[i].text);
    /* Nothing is solved and nothing is written when one of the files is bad. */
    write_file ("old.json", "old");
    write_file ("b.json", BOARD);

    g_auto (TestOutcome) outcome = run ("solve b.json bad.json --json old.json");

    if (strstr (outcome.err, files[i].reason) == NULL || outcome.code != 2)
      g_error ("“%s” gave %d, “%s”", files[i].text, outcome.code, outcome.err);
    g_assert_true (g_str_has_prefix (outcome.err, "tilewright-cli: bad.json: "));
    g_assert_cmpstr (outcome.out, ==, "");
    expect_content ("old.json", "old");
  }
  expect ("solve missing.json", 2, "", "missing.json: there is no such file");
  expect ("solve .", 2, "", ".: this is a folder, not a file");
  expect ("solve /dev/zero", 2, "", "/dev/zero: this is not a regular file");
}

/* Piece puzzles that are no puzzles, that have no solution, and that only look odd. */
static void
test_odd_pieces (void)
{
  static const struct {
    const char *name;
    const char *text;
    int code;
    const char *says;
  } files[] = {
    { "p.txt", "", 2, "p.txt: the file is empty" },
    { "p.txt", " \t\r\n \n", 2, "p.txt: " },
    { "p.txt", "aaa\na\n", 2, "p.txt: line 1, column 1: this is all there is" },
    { "boards.txt", "....\n.?..\n", 2, "boards.txt: line 2, column 2: “?”" },
    { "p.json", "{\"board\": [\"a\\tb\"], \"pieces\": []}", 2, "p.json: board[0]: character 2" },
    { "p.json",
      "{\"board\": [\"aaa\"], \"pieces\": [{\"name\": \"P\", \"cells\": [\"aa\"], \"most\": 2}],"
      " \"placed\": [{\"piece\": \"P\", \"x\": 0, \"y\": 0}, {\"piece\": \"P\", \"x\": 1, \"y\": "
      "0}]}",
      2, "p.json: placed[1].at X = 1, Y = 0: the piece lies on another piece" },
    { "p.json", "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aaa\"]}]}", 1,
      "no choice of pieces covers exactly 2 cells" },
    { "p.json", "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aaa\"], \"least\": 1}]}", 1,
      "the pieces that must be used cover 3 cells, the board has 2" },
    { "p.txt", "ab\nab\n\naa\n\naa\n", 1,
      "no piece has the colour “b” of the cell at column 2, row 1" },
    { "p.txt", "aa\naa\n\n\taa\n\n\taa\n", 0, "p.txt: 2 pieces" },
    { "p.txt", "aaa\r\n\r\naa\r\n\r\na\r\n", 0, "p.txt: 2 pieces" },
    { "p.txt",
      "\xef\xbb\xbf"
      "aaa\n\naa\n\na\n",
      0, "p.txt: 2 pieces" },
    { "p.json", "\xef\xbb\xbf{\"board\": [\"aa\"],\r\n \"pieces\": [{\"cells\": [\"aa\"]}]}\r\n", 0,
      "p.json: 1 piece" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    static const char *const verbs[] = { "solve", "count" };

    write_file (files[i].name, files[i].text);
    for (gsize v = 0; v < G_N_ELEMENTS (verbs); v++) {
      g_autofree char *line = g_strdup_printf ("%s %s", verbs[v], files[i].name);
      g_auto (TestOutcome) outcome = run (line);
      gboolean counted = v == 1 && files[i].code < 2; /* 0 is a count, too */
      const char *said = files[i].code == 2 ? outcome.err : outcome.out;

      if (outcome.code != (counted ? 0 : files[i].code)
          || strstr (said, counted && files[i].code == 0 ? "1 solution" : files[i].says) == NULL)
        g_error ("“%s” of “%s” gave %d, “%s”, “%s”", line, files[i].text, outcome.code, outcome.out,
                 outcome.err);
    }
  }
}

/* What is no optimum for want of time or memory says so. */
static void
test_cut_off (void)
{
  g_auto (TestOutcome) made = run ("generate --width 60 --height 60 --density 0.03 -o large.json");

  g_assert_cmpint (made.code, ==, 0);
  expect ("solve large.json --time 0.3 --threads 1", 0, " needed; the time was up (auto, ", "");
  expect ("solve large.json --memory 1 --time 100", 0, "; the memory budget was used up (auto, ",
          "");
  expect ("solve large.json --engine greedy", 0, " squares (greedy, ", "");
}

/* Who asks for more than one solution is told how many there are. */
static void
test_how_many (void)
{
  write_file ("dominoes.json", "{\"board\": [\"aaaa\", \"aaaa\", \"aaaa\", \"aaaa\"],"
                               " \"pieces\": [{\"cells\": [\"aa\"], \"most\": 8}]}");
  expect ("solve dominoes.json", 0, "dominoes.json: 8 pieces (", "");
  expect ("solve --all dominoes.json", 0, ": 9 solutions, 36 with symmetric ones (", "");
  expect ("solve --all --raw true dominoes.json", 0, ": 36 solutions (", "");
  expect ("solve --limit 2 --raw true dominoes.json", 0, ": 2 solutions, perhaps more (", "");
  expect ("solve --all --limit 2 dominoes.json", 0, ": 2 solutions, ", "");
  expect ("solve --limit 2 dominoes.json", 0, ", perhaps more (", "");
  expect ("count dominoes.json", 0, ": 9 solutions, 36 with symmetric ones (", "");
  expect ("count --raw true --limit 2 dominoes.json", 0, ": 36 solutions (", "");
  write_file ("strip.txt", "aaa\n\naa\n\na\n");
  expect ("solve --all strip.txt", 0, ": 1 solution, 2 with symmetric ones (", "");
  expect ("info strip.txt", 0, "Piece A             0–1 × 2 cells\n", "");
  expect ("count strip.txt", 0, "strip.txt: 1 solution, 2 with symmetric ones (", "");
}

/* Says in the checkpoint `kept` that this was used so far; the new text is returned. */
static char *
claim_seconds (const char *seconds)
{
  g_autofree char *path = in_folder ("kept");
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;
  char *line;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = g_strrstr (text, "\nseconds ");
  g_assert_nonnull (line);
  line[1] = '\0';
  changed = g_string_new (text);
  g_string_append_printf (changed, "seconds %s\n", seconds);
  write_file ("kept", changed->str);
  return g_strdup (changed->str);
}

/* A count is stopped and goes on as often as need be, and comes to the same. */
static void
test_checkpoint (void)
{
  static const char *const wrong[] = { "-1", "nan", "1e99", "2 s", "" };
  g_autofree char *path = in_folder ("kept");
  int stops = 0, code = 3;

  write_file ("p.txt", "aaa\n\naa\n\na\n");
  write_file ("dominoes.json", "{\"board\": [\"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\","
                               " \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\"],"
                               " \"pieces\": [{\"cells\": [\"aa\"], \"most\": 24}]}");
  for (int hundredths = 1; code == 3; hundredths *= 2, stops++) {
    g_autofree char *line = g_strdup_printf (
      "count dominoes.json --engine cover --threads 1 --checkpoint kept --time %d.%02d",
      hundredths / 100, hundredths % 100);
    g_auto (TestOutcome) outcome = run (line);

    code = outcome.code;
    if (code == 0) {
      char *seconds = strstr (outcome.out, "(cover, ");

      g_assert_nonnull (strstr (outcome.out, ": 42873 solutions, 167089 with symmetric ones"));
      g_assert_nonnull (seconds);
      g_assert_cmpfloat (g_ascii_strtod (seconds + strlen ("(cover, "), NULL), >=, 1000);
    } else {
      g_assert_nonnull (strstr (outcome.out, ": at least "));
      g_assert_nonnull (strstr (outcome.out, "; the time was up before all were found (cover, "));
      g_free (claim_seconds ("1000.000"));
    }
  }
  g_assert_cmpint (code, ==, 0);
  g_assert_cmpint (stops, >, 1);
  expect ("count p.txt --checkpoint kept", 2, "", "kept: this is no stopped search of the puzzle");
  expect ("count dominoes.json --checkpoint p.txt", 2, "", "p.txt: this is no stopped search");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *text = claim_seconds (wrong[i]);
    g_autofree char *after = NULL;

    expect ("count dominoes.json --checkpoint kept", 2, "",
            "kept: this is no stopped search of the puzzle");
    g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
    g_assert_cmpstr (text, ==, after);
  }
  expect ("count p.txt p.txt --checkpoint kept", 2, "", "--checkpoint needs a single puzzle");
}

/* 10,000 cells, 10,000 pieces: equal ones, and different ones that do not fit. */
static void
test_many_pieces (void)
{
  g_autoptr (GString) text = g_string_new ("{\"board\": [");
  g_autofree char *row = g_strnfill (100, 'a');

  for (int y = 0; y < 100; y++)
    g_string_append_printf (text, "%s\"%s\"", y == 0 ? "" : ", ", row);
  g_string_append (text, "], \"pieces\": [");
  for (int i = 0; i < 10000; i++)
    g_string_append_printf (text, "%s{\"cells\": [\"%s\"]}", i == 0 ? "" : ", ",
                            i % 2 == 0 ? "a" : "aa");
  g_string_append (text, "]}");
  write_file ("many.json", text->str);
  expect ("solve many.json", 0, "many.json: ", "");
  expect ("count many.json --time 0.2", 3, "many.json: at least", "");
  g_string_insert (text, (gssize) text->len - 2, ", {\"cells\": [\"a\"]}");
  write_file ("many.json", text->str);
  expect ("solve many.json", 2, "", "many.json: pieces: 10001 are more than 10000");
}

static void
expect_nobody (const char *line, const char *err_part)
{
  g_autoptr (GSubprocess) process = start (line, TRUE, NULL);
  g_auto (TestOutcome) outcome = finish (process, NULL);

  /* Nobody may not even reach the program on some machines. */
  if (outcome.code == 125 || outcome.code == 126 || outcome.code == 127) {
    g_test_skip ("the program cannot be run as nobody");
    return;
  }
  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_nonnull (strstr (outcome.err, err_part));
}

static void
test_no_permission (void)
{
  g_autofree char *closed = in_folder ("closed.json");
  g_autofree char *locked = in_folder ("locked");

  write_file ("closed.json", BOARD);
  g_chmod (closed, 0);
  expect_nobody ("solve closed.json", "closed.json: permission denied");

  g_assert_cmpint (g_mkdir (locked, 0755), ==, 0);
  write_file ("locked/a.json", "old");
  g_chmod (locked, 0555);
  expect_nobody ("solve --empty 5 --engine greedy --json locked/a.json",
                 "locked/a.json: Permission denied");
  expect_content ("locked/a.json", "old");
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
    g_autoptr (GSubprocess) process = start (lines[i], FALSE, "/dev/full");
    g_auto (TestOutcome) outcome = finish (process, NULL);

    g_assert_cmpint (outcome.code, ==, 2);
    g_assert_nonnull (strstr (outcome.err, "No space left"));
  }
  expect ("solve --empty 5 --json missing/a.json", 2, "", "missing/a.json: No such file");
  expect ("solve --empty 5 --json .", 2, "", ".: Is a directory");
}

/* --- signals ------------------------------------------------------------------------ */

/* Reads until the first line of progress is there: then the search runs. */
static void
wait_for_progress (GSubprocess *process)
{
  GInputStream *stream = g_subprocess_get_stderr_pipe (process);
  char c = '\0';

  while (c != '\n')
    g_assert_cmpint (g_input_stream_read (stream, &c, 1, NULL, NULL), ==, 1);
}

/* An hour of search on a board that no engine settles soon, ended by a signal:
 * the answers there are, and the code that belongs to them. */
static void
signal_ends (int number)
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
  write_file ("b.json", BOARD);

  g_autofree char *line = g_strdup_printf (
    "solve --empty 997x991 b.json --engine %s --time 3600 --memory 1024 --progress --json -",
    engine);
  g_autoptr (GSubprocess) process = start (line, FALSE, NULL);

  wait_for_progress (process);
  g_subprocess_send_signal (process, number);

  g_auto (TestOutcome) outcome = finish (process, NULL);
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
  signal_ends (SIGINT);
}

static void
test_terminate (void)
{
  signal_ends (SIGTERM);
}

/* --- the whole ------------------------------------------------------------------------ */

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  program = g_getenv ("TW_TEST_CLI");
  if (program == NULL)
    g_error ("TW_TEST_CLI does not name the program");
  folder = g_dir_make_tmp ("tilewright-XXXXXX", NULL);
  g_chmod (folder, 0755);
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
  g_test_add_func ("/cli/odd-pieces", test_odd_pieces);
  g_test_add_func ("/cli/cut-off", test_cut_off);
  g_test_add_func ("/cli/how-many", test_how_many);
  g_test_add_func ("/cli/checkpoint", test_checkpoint);
  g_test_add_func ("/cli/many-pieces", test_many_pieces);
  g_test_add_func ("/cli/no-permission", test_no_permission);
  g_test_add_func ("/cli/full-disk", test_full_disk);
  g_test_add_func ("/cli/interrupt", test_interrupt);
  g_test_add_func ("/cli/terminate", test_terminate);
  status = g_test_run ();
  test_remove_tree (folder);
  g_free (folder);
  return status;
}
