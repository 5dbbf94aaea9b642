/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service-clients.c - remote solver services that help a job: real ones and faulty ones. */
#include "core/base/generator.h"
#include "fake-service.h"
#include "service-test.h"
#include "test-puzzles.h"
#include "net/service-clients.h"
#include "puzzle/formats/contest-json.h"

/* Six squares for the greedy engine; the optimum is five. */
#define ROW   "[true, true, true, true, true, true]"
#define BOARD "{\"width\": 6, \"height\": 5, \"puzzle\": [" ROW "," ROW "," ROW "," ROW "," ROW "]}"
#define FIVE                                                                                \
  "{\"kind\":\"squares\",\"status\":\"optimal\",\"bound\":5,\"seconds\":0.1,\"squares\":["  \
  "{\"X\":0,\"Y\":0,\"Size\":3},{\"X\":3,\"Y\":0,\"Size\":3},{\"X\":0,\"Y\":3,\"Size\":2}," \
  "{\"X\":2,\"Y\":3,\"Size\":2},{\"X\":4,\"Y\":3,\"Size\":2}]}"
#define WRONG                                                                              \
  "{\"kind\":\"squares\",\"status\":\"optimal\",\"bound\":1,\"seconds\":0.1,\"squares\":[" \
  "{\"X\":0,\"Y\":0,\"Size\":5}]}"
#define NONE "{\"kind\":\"squares\",\"status\":\"infeasible\",\"seconds\":0.1}"

#define HEAD(status, type) "HTTP/1.1 " status "\r\nContent-Type: " type "\r\nConnection: close\r\n"
#define TAKEN \
  HEAD ("202 Accepted", "application/json") "\r\n{\"id\": \"1-2\", \"state\": \"running\"}"
#define EVENTS  HEAD ("200 OK", "text/event-stream") "\r\n"
#define RUNNING "event: state\ndata: {\"state\": \"running\"}\n\n"
#define RESULT  "event: result\ndata: "
#define GONE    HEAD ("204 No Content", "application/json") "\r\n"

static void
set (TwOptions *options, const char *name, const char *value)
{
  g_assert_cmpint (tw_options_set (options, name, value), ==, TW_OPTION_FITS);
}

static TwJob *
new_job (const char *text, const char *engine, const char *seconds)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text, NULL);
  TwOptions options = test_options ();

  set (&options, "engine", engine);
  set (&options, "time", seconds);
  set (&options, "threads", "1");
  return tw_job_new (puzzle, &options);
}

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result != NULL)
    *(gboolean *) data = TRUE;
}

/* Runs the job to its end with the help of one service and returns the outcome of the service;
 * the caller frees it with g_free (). */
static char *
run_job (TwJob *job, const char *uri, const char *token)
{
  const char *uris[] = { uri, NULL };
  gboolean finished = FALSE;

  tw_job_run_async (job, NULL, searched_cb, &finished);
  tw_service_clients_help (job, uris, token);
  test_spin_until (finished);
  g_auto (GStrv) report = tw_service_clients_report (job, FALSE);
  g_assert_cmpuint (g_strv_length (report), ==, 1);
  return g_strdup (report[0]);
}

/* --- one service and its script --------------------------------------------------- */

typedef struct {
  const char *name;
  FakeStep steps[5];
  gsize squares;    /* of the result */
  const char *said; /* in the report */
} Case;

static const Case cases[] = {
  { "better",
    { { "POST", TAKEN, 0, FALSE },
      { "GET", EVENTS RUNNING RESULT FIVE "\n\n", 0, FALSE },
      { "DELETE", GONE, 0, FALSE } },
    5,
    "found 5" },
  { "better-before-the-end",
    { { "POST", TAKEN, 0, FALSE },
      { "GET", EVENTS RUNNING "event: answer\ndata: " FIVE "\n\n", 0, FALSE } },
    5,
    "closed the connection" },
  { "busy-at-first",
    { { "POST", HEAD ("503 Busy", "application/json") "Retry-After: 1\r\n\r\n{}", 1, FALSE },
      { "POST", TAKEN, 0, FALSE },
      { "GET", EVENTS RESULT FIVE "\n\n", 0, FALSE } },
    5,
    "found 5" },
  { "wrong",
    { { "POST", TAKEN, 0, FALSE }, { "GET", EVENTS RESULT WRONG "\n\n", 0, FALSE } },
    6,
    "sent an incorrect solution" },
  { "says-none",
    { { "POST", TAKEN, 0, FALSE }, { "GET", EVENTS RESULT NONE "\n\n", 0, FALSE } },
    6,
    "found no solution" },
  { "no-json",
    { { "POST", TAKEN, 0, FALSE }, { "GET", EVENTS RESULT "{[\n\n", 0, FALSE } },
    6,
    "sent an incorrect solution" },
  { "dies-asked", { { "GET", "", 0, FALSE } }, 6, ": dropped" },
  { "dies-in-the-middle",
    { { "POST", TAKEN, 0, FALSE }, { "GET", EVENTS RUNNING "event: res", 0, FALSE } },
    6,
    "closed the connection before the result was complete" },
  { "dies-between", { { "POST", TAKEN, 0, FALSE } }, 6, ": dropped" },
  { "no-http", { { "POST", "220 mail.example.org ESMTP\r\n", 0, FALSE } }, 6, ": dropped" },
  { "no-id",
    { { "POST", HEAD ("202 Accepted", "application/json") "\r\n{\"id\": \"../../x\"}", 0, FALSE } },
    6,
    "replied with status 202" },
  { "refuses",
    { { "POST", HEAD ("400 Bad", "application/json") "\r\n{\"error\": \"too\\u0007 hard\"}", 0,
        FALSE } },
    6,
    "replied with status 400: too  hard" },
  { "leads-astray",
    { { "POST", HEAD ("302 Found", "text/html") "Location: /jobs\r\n\r\n", 0, FALSE } },
    6,
    "replied with status 302" },
  { "no-events",
    { { "POST", TAKEN, 0, FALSE }, { "GET", HEAD ("500 No", "text/html") "\r\n", 0, FALSE } },
    6,
    "replied with status 500" },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (FakeService) fake = fake_service_new (c->steps);
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");
  g_autofree char *said = run_job (job, fake_service_get_uri (fake), NULL);
  const TwResult *result = tw_job_get_result (job);

  g_assert_cmpuint (tw_result_tiling (result)->count, ==, c->squares);
  /* Claims of proofs are ignored. */
  g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpint (result->bound, <, 5);
  g_assert_nonnull (strstr (said, c->said));
  g_clear_object (&job);
  tw_service_clients_part (60);
}

/* Data beyond the size of any solution is not read. */
TEST (endless_line, "/service-clients/endless-line")
{
  g_autofree char *filling = g_strnfill (4 << 20, 'x');
  g_autofree char *events = g_strconcat (EVENTS "data: ", filling, NULL);
  const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE }, { "GET", events, 0, TRUE }, { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");
  g_autofree char *said = run_job (job, fake_service_get_uri (fake), NULL);

  g_assert_nonnull (strstr (said, "sent more data"));
  g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==, 6);
  g_clear_object (&job);
  tw_service_clients_part (60);
}

TEST (refused, "/service-clients/refused")
{
  static const FakeStep none[] = { { 0 } };
  FakeService *fake = fake_service_new (none);
  g_autofree char *uri = g_strdup (fake_service_get_uri (fake));
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");

  fake_service_free (fake); /* the address no longer has a server */
  g_autofree char *said = run_job (job, uri, NULL);
  g_assert_nonnull (strstr (said, ": dropped"));
  g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==, 6);
}

/* If the local strategy proves, the service only searches for solutions; with any other engine
 * it runs the same engine. */
TEST (shares, "/service-clients/shares")
{
  static const struct {
    const char *engine, *asked;
  } engines[] = {
    { "auto", "\"engine\": \"priced\"" },
    { "heuristic", "\"engine\": \"heuristic\"" },
  };
  static const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE }, { 0 } };
  TwBoard *board = tw_generate_board (60, 60, 0.03, 1);
  g_autofree char *text = tw_contest_write_board ("large", board);

  for (gsize i = 0; i < G_N_ELEMENTS (engines); i++) {
    g_autoptr (FakeService) fake = fake_service_new (steps);
    g_autoptr (TwJob) job = new_job (text, engines[i].engine, "1000");
    const char *uris[] = { fake_service_get_uri (fake), NULL };

    tw_job_run_async (job, NULL, NULL, NULL);
    tw_service_clients_help (job, uris, NULL);
    test_spin_until (fake_service_count (fake, "POST") > 0);
    g_autofree char *request = fake_service_dup_request (fake, "POST");
    g_assert_nonnull (strstr (request, engines[i].asked));
    g_assert_nonnull (strstr (request, "\"transforms\": \"1,3,5,7\""));
    tw_job_abandon (job);
  }
  tw_board_free (board);
  g_assert_true (tw_jobs_wait (60));
  tw_service_clients_part (60);
}

/* The service reports that it runs and then stays silent: it is dropped, and its transforms
 * return to the local search. */
TEST (silent, "/service-clients/silent")
{
  static const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE },
                                    { "GET", EVENTS RUNNING, 0, TRUE },
                                    { "DELETE", GONE, 0, FALSE },
                                    { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "10");
  const char *uris[] = { fake_service_get_uri (fake), NULL };
  gboolean finished = FALSE;

  tw_job_run_async (job, NULL, searched_cb, &finished);
  tw_service_clients_help (job, uris, NULL);
  test_spin_until (tw_run_elsewhere (tw_job_get_run (job)) > 0);
  g_assert_cmphex (tw_run_elsewhere (tw_job_get_run (job)), ==, 0xAA);
  g_assert_false (finished);
  test_spin_until (finished);
  g_auto (GStrv) report = tw_service_clients_report (job, FALSE);
  g_assert_nonnull (strstr (report[0], "did not reply in time"));
  g_assert_cmphex (tw_run_elsewhere (tw_job_get_run (job)), ==, 0);
  g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==, 6);
  g_clear_object (&job);
  tw_service_clients_part (60);
  g_assert_cmpuint (fake_service_count (fake, "DELETE"), ==, 1);
}

/* The time limit is reached: the job does not wait for services. */
TEST (late, "/service-clients/late")
{
  static const FakeStep steps[] = { { "POST", "", 0, TRUE }, { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "2");
  g_autofree char *said = run_job (job, fake_service_get_uri (fake), NULL);

  g_assert_nonnull (strstr (said, "did not reply until the end"));
  g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==, 6);
  g_clear_object (&job);
}

/* Stop ends the job also if only services are searching; and a job may be dropped. */
TEST (cancel_and_drop, "/service-clients/cancel-and-drop")
{
  static const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE },
                                    { "GET", EVENTS RUNNING, 0, TRUE },
                                    { "DELETE", GONE, 0, FALSE },
                                    { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  const char *uris[] = { fake_service_get_uri (fake), NULL };

  for (int round = 0; round < 2; round++) {
    g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");
    gboolean finished = FALSE;

    tw_job_run_async (job, NULL, searched_cb, &finished);
    tw_service_clients_help (job, uris, NULL);
    test_spin_until (tw_job_has_searched (job) && tw_run_elsewhere (tw_job_get_run (job)) > 0);
    g_assert_false (finished);
    if (round == 0) {
      tw_job_cancel (job);
      test_spin_until (finished);
      g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==, 6);
    }
    tw_job_abandon (job);
    g_clear_object (&job);
    g_assert_true (finished == (round == 0));
    tw_service_clients_part (60);
  }
  g_assert_cmpuint (fake_service_count (fake, "DELETE"), ==, 2);
}

/* A job is dropped before the service has named its own: the service's job is deleted, too. */
TEST (drop_while_asking, "/service-clients/drop-while-asking")
{
  static const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE },
                                    { "DELETE", GONE, 0, FALSE },
                                    { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  const char *uris[] = { fake_service_get_uri (fake), NULL };
  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");
  gboolean finished = FALSE;

  fake_service_hold (fake, TRUE);
  tw_job_run_async (job, NULL, searched_cb, &finished);
  tw_service_clients_help (job, uris, NULL);
  while (fake_service_count (fake, "POST") == 0)
    g_main_context_iteration (NULL, FALSE);
  tw_job_abandon (job);
  g_clear_object (&job);
  fake_service_hold (fake, FALSE);
  tw_service_clients_part (60);
  g_autofree char *request = fake_service_dup_request (fake, "DELETE");
  g_assert_nonnull (request);
  g_assert_true (g_str_has_prefix (request, "DELETE /jobs/1-2 "));
  g_assert_cmpuint (fake_service_count (fake, "GET"), ==, 0);
}

/* If all solutions are equally good, the first one from any service ends the search. The
 * square is that of A. J. W. Duijvestijn, 1978. */
TEST (first_answer, "/service-clients/first-answer")
{
  static const char square[] = "event: result\ndata: {\"kind\":\"capped\",\"status\":\"feasible\","
                               "\"bouwkamp\":\"21 112 112 (50,35,27)(8,19)(15,17,11)(6,24)"
                               "(29,25,9,2)(7,18)(16)(42)(4,37)(33)\"}\n\n";
  g_autofree char *events = g_strconcat (EVENTS RUNNING, square, NULL);
  const FakeStep steps[] = { { "POST", TAKEN, 0, FALSE }, { "GET", events, 0, FALSE }, { 0 } };
  g_autoptr (FakeService) fake = fake_service_new (steps);
  g_autoptr (TwJob)
    job = new_job ("{\"kind\": \"capped\", \"size\": 112, \"cap\": 1}", "auto", "1000");
  g_autofree char *said = run_job (job, fake_service_get_uri (fake), NULL);
  const TwResult *result = tw_job_get_result (job);

  g_assert_nonnull (strstr (said, "found a solution"));
  g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpuint (tw_result_tiling (result)->count, ==, 21);
  g_clear_object (&job);
  tw_service_clients_part (60);
}

/* Services do not help if all solutions or their number are requested. */
TEST (no_help, "/service-clients/no-help")
{
  g_autoptr (TwPuzzle) pieces = test_puzzle ("aab\nabb\n\n\naa\na\n\n b\nbb\n", NULL);
  g_autoptr (TwPuzzle) list = test_puzzle ("{\"kind\": \"capped\", \"size\": 5, \"goal\": \"all\", "
                                           "\"cap\": 9}",
                                           NULL);
  TwOptions options = test_options ();

  g_assert_true (tw_service_clients_can_help (pieces, &options));
  g_assert_false (tw_service_clients_can_help (list, &options));
  set (&options, "limit", "0");
  g_assert_false (tw_service_clients_can_help (pieces, &options));
  set (&options, "limit", "1");
  set (&options, "count-only", "true");
  g_assert_false (tw_service_clients_can_help (pieces, &options));
}

/* --- real services -------------------------------------------------------------------- */

static ServiceTest
start_service (void)
{
  ServiceTest test = { 0 };

  service_test_init (&test);
  test.config.token = "a-long-enough-token";
  service_test_start (&test);
  return test;
}

/* The posted text contains the whole puzzle. */
TEST (real_service, "/service-clients/real-service")
{
  static const char *const puzzles[] = {
    BOARD,
    "aab\nabb\n\n\naa\na\n\n b\nbb\n",
    "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"aaa\"], \"rotate\": true,"
    " \"flip\": false, \"pieces\": [{\"cells\": [\"a\", \"a\", \"a\"]}]}",
    "    ....\n    ...*\n.*.*...*....\n............\n.......**...\n............\n    *...\n    "
    "....\n",
    "{\"id\": 5, \"size\": 4, \"signature\": \"I1,J1,L1,Z1\"}",
    "{\"kind\": \"capped\", \"size\": 9, \"goal\": \"fewest\"}",
  };
  g_auto (ServiceTest) test = start_service ();

  for (gsize i = 0; i < G_N_ELEMENTS (puzzles); i++) {
    g_autoptr (TwJob) job = new_job (puzzles[i], "auto", "100");
    g_autofree char *said = run_job (job, test.net.base, test.config.token);

    g_assert_true (tw_result_has_solution (tw_job_get_result (job)));
    g_assert_null (strstr (said, ": dropped"));
    g_clear_object (&job);
    tw_service_clients_part (60);
  }

  g_autoptr (TwJob) job = new_job (BOARD, "greedy", "100");
  g_autofree char *said = run_job (job, test.net.base, "another-token");

  g_assert_nonnull (strstr (said, "replied with status 401"));
  g_assert_null (strstr (said, "another-token"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_add_cases ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/service-clients/fault/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  return test_run_and_await ();
}
