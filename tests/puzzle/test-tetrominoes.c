/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tetrominoes.c - tasks, signatures and solutions of tetromino squares: round trips, bad and
 * hostile input, solving through the kind. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "core/pieces/bigboard.h"
#include "puzzle/job.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"
#include "puzzle/tetrominoes.h"
#include "puzzle/kinds/tetrominoes/text.h"

#define SMALL  "{\"id\": 123116, \"size\": 4,  \"signature\": \"I1,J1,L1,Z1\"}"
#define ANSWER "[[\"L\",0,0,0],[\"J\",3,1,0],[\"Z\",0,1,1],[\"I\",1,0,3]]"

TEST (read, "/tetrominoes/read")
{
  g_autoptr (TwPuzzle) puzzle = test_parse (SMALL, "t.json", NULL);
  const TwTetrominoProblem *task = tw_tetrominoes_get_problem (puzzle);

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_tetrominoes);
  g_assert_cmpstr (tw_puzzle_get_id (puzzle), ==, "123116");
  g_assert_cmpint (task->size, ==, 4);
  g_assert_cmpint (tw_puzzle_get_board (puzzle)->width, ==, 4);
  for (int f = 0; f < TW_N_TETROMINO_LETTERS; f++)
    g_assert_cmpint (task->counts[f], ==,
                     strchr ("IJLZ", tw_tetromino_letter ((TwTetrominoLetter) f)) != NULL);
}

TEST (round_trip, "/tetrominoes/round-trip")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (int i = 0; i < 50; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwTetrominoProblem task;
    int side = 2 * g_rand_int_range (random, 2, 30);

    g_assert_true (tw_bigboard_generate (side, g_rand_int (random), run, &task, NULL));
    tw_run_free (run);

    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = tw_tetrominoes_puzzle_new (i % 2 ? "77" : NULL, &task, &error);
    g_autofree char *text = tw_puzzle_write (puzzle);
    g_autoptr (TwPuzzle) again = test_parse (text, "t.json", &error);

    g_assert_no_error (error);
    g_assert_cmpstr (tw_puzzle_get_id (again), ==, i % 2 ? "77" : NULL);
    g_assert_cmpmem (tw_tetrominoes_get_problem (again), sizeof task, &task, sizeof task);

    /* Solves, writes, reads back and checks. */
    g_autoptr (TwResult) result = test_solve (again, NULL);
    g_autoptr (JsonNode) node = tw_result_to_json (result);
    g_autoptr (TwResult) reread = tw_result_from_json (again, node, &error);

    g_assert_no_error (error);
    g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
    g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
    g_assert_cmpuint (tw_kind_check (reread, NULL), ==, 0);

    g_autoptr (JsonNode) rewritten = tw_result_to_json (reread);
    g_autofree char *one = json_to_string (node, FALSE), *two = json_to_string (rewritten, FALSE);
    g_assert_cmpstr (one, ==, two);
  }
}

TEST (signatures, "/tetrominoes/signatures")
{
  static const struct {
    const char *text;
    const char *message; /* NULL: valid */
  } cases[] = {
    { "I1,J1,L1,Z1", NULL },
    { " Z1 , I001,J1,L1 ", NULL },
    { "I1,J1,L1,Z1,T0,O0", NULL },
    { "", "signature: column 1: one of I, J, L, O, S, T, Z is expected, not “”" },
    { "I1,", "signature: column 4: one of I, J, L, O, S, T, Z is expected, not “”" },
    { "I1,,J1", "signature: column 4: one of I, J, L, O, S, T, Z is expected, not “,”" },
    { "X4", "signature: column 1: one of I, J, L, O, S, T, Z is expected, not “X”" },
    { "é4", "signature: column 1: one of I, J, L, O, S, T, Z is expected, not “é”" },
    { "i4", "signature: column 1: one of I, J, L, O, S, T, Z is expected, not “i”" },
    { "I1,J1,I2", "signature: column 7: I is given twice" },
    { "I", "signature: column 2: the number of I is expected" },
    { "I-1", "signature: column 2: the number of I is expected" },
    { "I+1", "signature: column 2: the number of I is expected" },
    { "I 1", "signature: column 2: the number of I is expected" },
    { "I1J1", "signature: column 3: a comma is expected" },
    { "I1.5", "signature: column 3: a comma is expected" },
    { "I1e9", "signature: column 3: a comma is expected" },
    { "I250001", "signature: column 2: a square has at most 250000 of a figure" },
    { "I99999999999999999999999999",
      "signature: column 2: a square has at most 250000 of a figure" },
    { "I0", "signature: all numbers are 0; at least one figure is expected" },
    { "I0, T00", "signature: all numbers are 0; at least one figure is expected" },
    { "I\xff", "signature: the text is not UTF-8" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gint64 counts[TW_N_TETROMINO_LETTERS];
    g_autoptr (GError) error = NULL;
    gboolean fine = tw_tetromino_parse_signature (cases[i].text, counts, &error);

    g_assert_cmpstr (error != NULL ? error->message : NULL, ==, cases[i].message);
    g_assert_cmpint (fine, ==, cases[i].message == NULL);
    if (fine) {
      g_autofree char *text = tw_tetromino_format_signature (counts);

      g_assert_cmpstr (text, ==, "I1,J1,L1,Z1");
    }
  }
}

static void
refuses (const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat ("t.json: ", message, NULL);

  g_assert_null (test_parse (text, "t.json", &error));
  g_assert_cmpstr (error->message, ==, expected);
}

TEST (bad_tasks, "/tetrominoes/bad-tasks")
{
  refuses ("{\"signature\":\"I1\"}", "size: is missing");
  refuses ("{\"size\":0,\"signature\":\"I1\"}", "size: 0 is not between 4 and 1000");
  refuses ("{\"size\":2,\"signature\":\"O1\"}", "size: 2 is not between 4 and 1000");
  refuses ("{\"size\":-4,\"signature\":\"O4\"}", "size: -4 is not between 4 and 1000");
  refuses ("{\"size\":1000000000,\"signature\":\"O4\"}",
           "size: 1000000000 is not between 4 and 1000");
  refuses ("[" SMALL ",{\"size\":4,\"signature\":\"Q4\"}]",
           "[1]: signature: column 1: one of I, J, L, O, S, T, Z is expected, not “Q”");
  refuses ("{\"size\":4,\"signature\":4}", "signature: a string is expected, not a whole number");
  refuses ("{\"size\":4,\"signature\":null}",
           "signature: column 1: one of I, J, L, O, S, T, Z is expected, not “”");
  refuses ("{\"id\":-1,\"size\":4,\"signature\":\"O4\"}",
           "id: -1 is not between 0 and 9223372036854775807");
}

/* Well-formed tasks without a solution: the reason is reported. */
TEST (reasons, "/tetrominoes/reasons")
{
  static const struct {
    const char *task;
    const char *reason;
  } cases[] = {
    { "{\"size\":5,\"signature\":\"I6\"}", "the side is odd" },
    { "{\"size\":4,\"signature\":\"I1,J1\"}", "there are 2, 4 are needed" },
    { "{\"size\":4,\"signature\":\"I250000\"}", "there are 250000, 4 are needed" },
    { "{\"size\":4,\"signature\":\"I1,J2,T1\"}", "the number of T is odd" },
    { "{\"size\":4,\"signature\":\"I2,J1,O1\"}", "number of L and J together is odd" },
    { "{\"size\":6,\"signature\":\"I9\"}", "the number of I is odd" },
    { "{\"size\":4,\"signature\":\"O3,Z1\"}", "too many S and Z" },
    { "{\"size\":4,\"signature\":\"I1,L1,S1,J1\"}", NULL },
    { "{\"size\":4,\"signature\":\"I2,S1,L1\"}", "L and J" },
    { "{\"size\":6,\"signature\":\"I1,J2,S6\"}", "all ways to place the figures were tried" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TwPuzzle) puzzle = test_parse (cases[i].task, "t.json", NULL);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);

    if (cases[i].reason == NULL) {
      g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
      continue;
    }
    g_assert_cmpint (result->status, ==, TW_STATUS_INFEASIBLE);
    g_assert_nonnull (strstr (result->reason, cases[i].reason));
  }
}

/* --- solutions -------------------------------------------------------------- */

static gsize
judge (const char *answer, char **first_fault, GError **error)
{
  g_autoptr (TwPuzzle) puzzle = test_parse (SMALL, "t.json", NULL);
  g_autoptr (TwResult) result = tw_result_parse (puzzle, answer, strlen (answer), NULL, error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (result == NULL)
    return G_MAXSIZE;
  gsize n = tw_kind_check (result, faults);
  if (n > 0 && first_fault != NULL)
    *first_fault = g_strdup (g_ptr_array_index (faults, 0));
  return n;
}

TEST (answers, "/tetrominoes/answers")
{
  static const struct {
    const char *answer;
    const char *fault; /* the first fault, NULL: none */
  } cases[] = {
    { ANSWER, NULL },
    { "{\"id\":123116,\"solution\":" ANSWER "}", NULL },
    { "{\"solution\":" ANSWER ",\"status\":\"feasible\"}", NULL },
    { "[{\"id\":5,\"solution\":[]},{\"id\":123116,\"solution\":" ANSWER "}]", NULL },
    { "{\"solution\":[]}", "Cell not covered in position: X = 0, Y = 0" },
    { "[[\"I\",2,0,0]]", "Figure I has no angle 2" },
    { "[[\"I\",1000000,0,0]]", "Figure I has no angle 1000000" },
    { "[[\"I\",0,0,1]]", "Figure I outside of the square in position: X = 0, Y = 1" },
    { "[[\"I\",0,-1,0]]", "Figure I outside of the square in position: X = -1, Y = 0" },
    { "[[\"I\",0,2147483647,-2147483648]]",
      "Figure I outside of the square in position: X = 2147483647, Y = -2147483648" },
    { "[[\"O\",0,0,0],[\"O\",0,1,1]]", "Figures overlapped in position: X = 1, Y = 1" },
    { "[[\"O\",0,0,0],[\"O\",0,2,0],[\"O\",0,0,2],[\"O\",0,2,2]]", "Figures I: 0, not 1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *fault = NULL;
    gsize n = judge (cases[i].answer, &fault, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (fault, ==, cases[i].fault);
    g_assert_cmpint (n > 0, ==, cases[i].fault != NULL);
  }
}

TEST (bad_answers, "/tetrominoes/bad-answers")
{
  static const struct {
    const char *answer;
    const char *message;
  } cases[] = {
    { "{}", "solution: is missing" },
    { "{\"solution\":[5]}", "solution[0]: [figure, angle, X, Y] is expected" },
    { "[[\"I\",0,0]]", "solution[0]: [figure, angle, X, Y] is expected" },
    { "[[\"I\",0,0,0],{}]", "solution[1]: [figure, angle, X, Y] is expected" },
    { "[[\"\",0,0,0]]", "solution[0][0]: one of I, J, L, O, S, T, Z is expected" },
    { "[[\"IJ\",0,0,0]]", "solution[0][0]: one of I, J, L, O, S, T, Z is expected" },
    { "[[7,0,0,0]]", "solution[0][0]: one of I, J, L, O, S, T, Z is expected" },
    { "[[null,0,0,0]]", "solution[0][0]: one of I, J, L, O, S, T, Z is expected" },
    { "{\"id\":5,\"solution\":" ANSWER "}", "id: the solution is for “5”, the puzzle is “123116”" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_cmpuint (judge (cases[i].answer, NULL, &error), ==, G_MAXSIZE);
    g_assert_cmpstr (error->message, ==, cases[i].message);
  }

  static const char *const not_numbers[] = { "[[\"I\",-1,0,0]]", "[[\"I\",0,0,1e30]]",
                                             "[[\"I\",0,1.5,0]]", "[[\"I\",0,\"0\",0]]",
                                             "[[\"I\",0,0,2147483648]]" };

  for (gsize i = 0; i < G_N_ELEMENTS (not_numbers); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_cmpuint (judge (not_numbers[i], NULL, &error), ==, G_MAXSIZE);
    g_assert_true (g_str_has_prefix (error->message, "solution[0]["));
  }

  g_autoptr (GString) many = g_string_new ("[[\"I\",0,0,0]");
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 16; i++)
    g_string_append (many, ",[\"I\",0,0,0]");
  g_string_append_c (many, ']');
  g_assert_cmpuint (judge (many->str, NULL, &error), ==, G_MAXSIZE);
  g_assert_cmpstr (error->message, ==,
                   "solution: there are 17 figures, more than the square has cells");
}

/* Damaged texts are refused or checked, and nothing else happens. */
TEST (damaged, "/tetrominoes/damaged")
{
  static const char task[] = "[" SMALL "]";
  static const char answer[] = "[{\"id\":123116,\"solution\":" ANSWER "}]";
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int i = 0; i < test_size (3000); i++) {
    g_autofree char *text = g_strdup (i % 2 ? task : answer);
    gsize length = strlen (text);

    for (int n = g_rand_int_range (random, 1, 4); n > 0; n--)
      text[g_rand_int_range (random, 0, (gint32) length)] = (char) g_rand_int_range (random, 1,
                                                                                     256);
    if (i % 2) {
      g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, length, "t.json", NULL);

      g_assert_true (puzzles == NULL || puzzles->len == 1);
    } else {
      judge (text, NULL, NULL);
    }
  }
}

/* --- solving through the kind ----------------------------------------------- */

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer loop)
{
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  g_assert_nonnull (result);
  g_main_loop_quit (loop);
}

/* Starts a search; the loop ends with it. */
static TwJob *
start (const char *text, GMainLoop *loop)
{
  g_autoptr (TwPuzzle) puzzle = test_parse (text, "t.json", NULL);
  TwOptions options = test_options ();

  options.time = 60;

  TwJob *job = tw_job_new (puzzle, &options);

  tw_job_run_async (job, NULL, searched_cb, loop);
  return job;
}

TEST (large, "/tetrominoes/large")
{
  static const char text[] = "{\"size\":1000,\"signature\":"
                             "\"I25000,J25000,L25000,O25000,S50000,T25000,Z75000\"}";
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TwJob) job = start (text, loop);

  g_main_loop_run (loop);

  TwResult *result = tw_job_get_result (job);

  g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpuint (tw_result_n_placements (result), ==, 250000);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_true (tw_jobs_wait (10));
}

static gboolean
look_cb (gpointer data)
{
  TwJob *job = data;
  g_autoptr (TwResult) seen = tw_job_dup_best (job);

  if (seen == NULL || tw_result_n_placements (seen) == 0)
    return G_SOURCE_CONTINUE;
  tw_job_cancel (job);
  return G_SOURCE_REMOVE;
}

/* A square that no search decides is displayed while it fills, and then cancelled. */
TEST (watched, "/tetrominoes/watched")
{
  static const char text[] = "{\"size\":30,\"signature\":\"I6,J6,L2,O21,S182,Z8\"}";
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TwJob) job = start (text, loop);

  g_idle_add (look_cb, job);
  g_main_loop_run (loop);
  g_assert_cmpint (tw_job_get_result (job)->status, ==, TW_STATUS_CANCELLED);
  g_assert_true (tw_jobs_wait (10));
}

TEST_MAIN (test_init, g_test_run)
