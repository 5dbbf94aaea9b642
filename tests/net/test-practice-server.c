/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-practice-server.c - both contest protocols over real HTTP. */
#include <string.h>

#include "core/squares/local/greedy.h"
#include "net-test.h"
#include "test-tools.h"
#include "net/practice-server.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/kind-solve.h"
#include "puzzle/load.h"

/* A server and a client of it. */
typedef struct {
  TwPracticeServer *server;
  NetTest net;
} Practice;

static Practice
start (const TwPracticeConfig *config)
{
  TwPracticeServer *server = tw_practice_server_new (config);
  g_autoptr (GError) error = NULL;

  g_assert_true (tw_practice_server_start (server, &error));
  g_assert_no_error (error);
  return (Practice){ server, net_test_new (NULL, tw_practice_server_get_uri (server)) };
}

static void
practice_clear (Practice *test)
{
  net_test_clear (&test->net);
  tw_practice_server_free (test->server);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Practice, practice_clear)

/* A valid solution of the puzzle in this reply. */
static char *
solve (JsonNode *puzzle, gboolean spoil)
{
  TwBoard *board = tw_contest_read_board (json_node_get_object (puzzle), NULL);
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  TwTiling tiling = { 0 };

  g_assert_nonnull (board);
  g_assert_true (tw_greedy_cover (board, &tiling));
  if (spoil)
    tiling.squares[0].size++;
  tw_json_add_string (builder, "id", net_test_string (puzzle, "id"));
  tw_contest_write_squares (&tiling, builder);
  tw_tiling_clear (&tiling);
  tw_board_free (board);
  return tw_json_end (builder);
}

TEST (squares, "/practice/squares")
{
  g_auto (Practice) test = start (&(TwPracticeConfig){ .seed = 1 });
  g_autoptr (JsonNode) puzzle = net_test_json (&test.net, "GET", "/me/trial/puzzle", NULL, 200);
  g_autoptr (JsonNode) other = net_test_json (&test.net, "GET", "/me/contest/puzzle", NULL, 200);
  g_autofree char *answer = solve (puzzle, FALSE);
  g_autofree char *wrong = solve (other, TRUE);
  g_autoptr (JsonNode) verdict = NULL;
  g_autoptr (JsonNode) again = NULL;
  g_autoptr (JsonNode) refused = NULL;
  g_autoptr (JsonNode) totals = NULL;

  g_assert_cmpstr (net_test_string (puzzle, "id"), !=, net_test_string (other, "id"));

  /* With another key or mode the puzzle does not exist. It stays open. */
  net_test_expect (&test.net, "POST", "/you/trial/solution", answer, 404);
  net_test_expect (&test.net, "POST", "/me/contest/solution", answer, 404);

  verdict = net_test_json (&test.net, "POST", "/me/trial/solution", answer, 200);
  g_assert_cmpint (net_test_int (verdict, "score"), ==, net_test_int (verdict, "numberOfSquares"));
  g_assert_cmpint (net_test_int (verdict, "timePenalty"), ==, 0);

  again = net_test_json (&test.net, "POST", "/me/trial/solution", answer, 409);
  g_assert_nonnull (strstr (net_test_string (again, "error"), "before"));

  refused = net_test_json (&test.net, "POST", "/me/contest/solution", wrong, 200);
  g_assert_cmpint (net_test_int (refused, "score"), ==, 0);
  g_assert_cmpuint (
    json_array_get_length (json_object_get_array_member (json_node_get_object (refused), "errors")),
    >, 0);

  totals = net_test_json (&test.net, "GET", "/", NULL, 200);
  g_assert_cmpint (net_test_int (totals, "issued"), ==, 2);
  g_assert_cmpint (net_test_int (totals, "answered"), ==, 2);
  g_assert_cmpint (net_test_int (totals, "accepted"), ==, 1);
}

static guint
submit (const NetTest *net, const char *form, char **reply)
{
  return net_test_request (net, "POST", "/api/puzzle", "application/x-www-form-urlencoded", form,
                           reply);
}

TEST (tetrominoes, "/practice/tetrominoes")
{
  g_auto (Practice) test = start (&(TwPracticeConfig){ .seed = 1 });
  g_autofree char *task = NULL;
  g_autofree char *solution = NULL;
  g_autofree char *id = NULL;
  g_autofree char *reply = NULL;
  g_autofree char *form = NULL;
  g_autofree char *bad = NULL;
  g_autoptr (GPtrArray) puzzles = NULL;
  g_autoptr (TwResult) result = NULL;
  g_autoptr (JsonNode) node = NULL;
  TwOptions options;
  TwRun *run = tw_run_new (&(TwLimits){ 0 });

  task = net_test_text (&test.net, "GET", "/api/puzzle?token=t&size=8", NULL, 200);
  puzzles = tw_puzzles_parse (task, strlen (task), "task.json", NULL);
  g_assert_nonnull (puzzles);
  tw_options_init (&options);
  result = tw_kind_solve (g_ptr_array_index (puzzles, 0), &options, run, NULL);
  g_assert_true (tw_result_has_solution (result));
  tw_run_free (run);
  node = tw_result_to_json (result);
  solution = json_to_string (json_object_get_member (json_node_get_object (node), "solution"),
                             FALSE);
  id = g_strdup (tw_puzzle_get_id (g_ptr_array_index (puzzles, 0)));

  bad = soup_form_encode ("token", "t", "id", id, "solution", "[[\"I\"", NULL);
  g_assert_cmpuint (submit (&test.net, bad, NULL), ==, 400);
  form = soup_form_encode ("token", "t", "id", id, "solution", solution, NULL);
  g_assert_cmpuint (submit (&test.net, form, &reply), ==, 200);
  g_assert_nonnull (strstr (reply, "\"solved\":true"));
  g_assert_cmpuint (submit (&test.net, form, NULL), ==, 409);
}

TEST (bad_requests, "/practice/bad-requests")
{
  static const struct {
    const char *method, *path, *body;
    guint status;
  } cases[] = {
    { "GET", "/nothing", NULL, 404 },
    { "GET", "/me/trial/puzzle/more", NULL, 404 },
    { "GET", "/me/other/puzzle", NULL, 404 },
    { "DELETE", "/me/trial/puzzle", NULL, 405 },
    { "GET", "/me/trial/solution", NULL, 405 },
    { "POST", "/", "{}", 405 },
    { "GET", "/m%20e/trial/puzzle", NULL, 400 },
    { "POST", "/me/trial/solution", "", 400 },
    { "POST", "/me/trial/solution", "[]", 400 },
    { "POST", "/me/trial/solution", "{\"id\": \"x\"}", 400 },
    { "POST", "/me/trial/solution", "{\"squares\": []}", 400 },
    { "POST", "/me/trial/solution", "{\"id\": \"x\", \"squares\": [{\"X\": 1}]}", 400 },
    { "POST", "/me/trial/solution", "{\"id\": \"x\", \"squares\": []}", 404 },
    { "GET", "/api/puzzle", NULL, 400 },
    { "GET", "/api/puzzle?token=t", NULL, 400 },
    { "GET", "/api/puzzle?token=t&size=7", NULL, 400 },
    { "GET", "/api/puzzle?token=t&size=1000000000", NULL, 400 },
    { "POST", "/api/puzzle", "token=t", 400 },
  };
  g_auto (Practice) test = start (&(TwPracticeConfig){ .seed = 1 });

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (JsonNode) node = net_test_json (&test.net, cases[i].method, cases[i].path,
                                               cases[i].body, cases[i].status);

    g_assert_cmpint (net_test_int (node, "status"), ==, cases[i].status);
    g_assert_cmpstr (net_test_string (node, "error"), !=, "");
  }
}

/* Oversized requests are refused, and the server continues. */
TEST (large_body, "/practice/large-body")
{
  g_auto (Practice) test = start (&(TwPracticeConfig){ .seed = 1 });
  g_autofree char *body = g_strnfill (20 << 20, ' ');

  net_test_expect (&test.net, "POST", "/me/trial/solution", body, 413);
  net_test_expect (&test.net, "GET", "/me/trial/puzzle", NULL, 200);
}

TEST (keys, "/practice/keys")
{
  static const char *const keys[] = { "one", "two", NULL };
  g_auto (Practice) test = start (&(TwPracticeConfig){ .seed = 1, .keys = keys });
  g_autoptr (JsonNode) refused = net_test_json (&test.net, "GET", "/six/trial/puzzle", NULL, 403);

  net_test_expect (&test.net, "GET", "/two/trial/puzzle", NULL, 200);
  /* A key is a secret: it never appears in replies. */
  g_assert_null (strstr (net_test_string (refused, "error"), "six"));
}

TEST (restart, "/practice/restart")
{
  g_autofree char *folder = g_dir_make_tmp ("practice-XXXXXX", NULL);
  g_autofree char *database = g_build_filename (folder, "practice.db", NULL);
  const TwPracticeConfig config = { .seed = 1, .database = database };
  Practice test = start (&config);
  g_autoptr (JsonNode) puzzle = net_test_json (&test.net, "GET", "/me/trial/puzzle", NULL, 200);
  g_autofree char *answer = solve (puzzle, FALSE);
  g_autoptr (JsonNode) verdict = NULL;
  g_autoptr (JsonNode) again = NULL;

  practice_clear (&test);
  test = start (&config);
  verdict = net_test_json (&test.net, "POST", "/me/trial/solution", answer, 200);
  g_assert_cmpint (net_test_int (verdict, "score"), >, 0);
  /* Another board than the first one. */
  again = net_test_json (&test.net, "GET", "/me/trial/puzzle", NULL, 200);
  g_assert_false (
    json_node_equal (json_object_get_member (json_node_get_object (puzzle), "puzzle"),
                     json_object_get_member (json_node_get_object (again), "puzzle")));
  practice_clear (&test);
  test = start (&config);
  net_test_expect (&test.net, "POST", "/me/trial/solution", answer, 409);
  practice_clear (&test);
  test_remove_tree (folder);
}

TEST (given_boards, "/practice/given-boards")
{
  static const char text[] = "{\"width\": 2, \"height\": 1, \"puzzle\": [[true, true]]}";
  g_autoptr (GPtrArray) boards = tw_puzzles_parse (text, strlen (text), NULL, NULL);
  g_auto (Practice) test = start (&(TwPracticeConfig){ .boards = boards });
  g_autoptr (JsonNode) puzzle = net_test_json (&test.net, "GET", "/me/trial/puzzle", NULL, 200);
  g_autofree char *answer = solve (puzzle, FALSE);
  g_autoptr (JsonNode)
    verdict = net_test_json (&test.net, "POST", "/me/trial/solution", answer, 200);

  g_assert_cmpint (net_test_int (puzzle, "width"), ==, 2);
  g_assert_cmpint (net_test_int (verdict, "score"), ==, 2);
}

TEST (cannot_start, "/practice/cannot-start")
{
  g_auto (Practice) first = start (&(TwPracticeConfig){ .seed = 1 });
  g_autoptr (GUri) uri = g_uri_parse (first.net.base, G_URI_FLAGS_NONE, NULL);
  g_autoptr (TwPracticeServer)
    second = tw_practice_server_new (&(TwPracticeConfig){ .port = (guint) g_uri_get_port (uri) });
  g_autoptr (TwPracticeServer)
    third = tw_practice_server_new (&(TwPracticeConfig){ .database = "/nowhere/at/all.db" });
  g_autoptr (GError) error = NULL;

  g_assert_false (tw_practice_server_start (second, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (tw_practice_server_get_uri (second));
  g_assert_false (tw_practice_server_start (third, &error));
  g_assert_nonnull (error);
}

TEST_MAIN (test_init, test_run_and_await)
