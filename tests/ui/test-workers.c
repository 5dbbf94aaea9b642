/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-workers.c - solver services in the settings help the window's searches. */
#include "ui-test.h"

#include "app/preferences/worker-token.h"
#include "net/service.h"
#include "net/service-clients.h"

static TwService *
start_service (const char *token)
{
  TwServiceConfig config;
  g_autoptr (GError) error = NULL;

  tw_service_config_init (&config);
  config.port = 0;
  config.token = token;
  TwService *service = tw_service_new (&config);
  g_assert_true (tw_service_start (service, &error));
  g_assert_no_error (error);
  return service;
}

static void
set_workers (const char *first, const char *second)
{
  const char *const workers[] = { first, second, NULL };

  g_settings_set_strv (tw_settings (), "workers", workers);
  ui_use_engine ("greedy", 100);
}

TEST (help, "/workers/help")
{
  g_autoptr (TwService) service = start_service (NULL);
  TwWindow *window = ui_window_with ("sample.json");

  set_workers (tw_service_get_uri (service), "not an address");
  ui_activate (window, "search.start");
  g_assert_true (ui_is_busy (window));
  ui_spin_until (!ui_is_busy (window));
  g_assert_true (tw_result_has_solution (ui_result (window)));
  g_assert_null (ui_message (window));
  ui_close (window);
  tw_service_clients_part (60);
}

/* Services on other computers require a token. */
TEST (token, "/workers/token")
{
  static const char token[] = "correct-horse-battery";
  g_autoptr (TwService) service = start_service (token);
  TwWindow *window = ui_window_with ("sample.json");

  set_workers (tw_service_get_uri (service), NULL);
  ui_run (window, "search.start");
  g_assert_nonnull (strstr (ui_message (window), "401"));

  tw_worker_token_set (token);
  ui_close (window);
  window = ui_window_with ("sample.json"); /* for a search from the beginning */
  ui_run (window, "search.start");
  g_assert_null (ui_message (window));
  tw_worker_token_set (NULL);
  ui_close (window);
  tw_service_clients_part (60);
}

/* A dropped remote solver is reported, and the solution is kept. */
TEST (left_behind, "/workers/left-behind")
{
  TwService *service = start_service (NULL);
  g_autofree char *uri = g_strdup (tw_service_get_uri (service));
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  tw_service_free (service);
  set_workers (uri, NULL);
  ui_run (window, "search.start");
  g_assert_true (tw_result_has_solution (ui_result (window)));
  g_assert_nonnull (strstr (ui_message (window), ": dropped"));
}

/* Stop does not wait for remote solvers. */
TEST (stop, "/workers/stop")
{
  g_autoptr (TwService) service = start_service (NULL);
  g_autoptr (GFile) file = ui_board_file (40);
  TwWindow *window = ui_window ();

  set_workers (tw_service_get_uri (service), NULL);
  ui_use_engine ("heuristic", 1000);
  ui_open (window, file);
  ui_activate (window, "search.start");
  ui_spin_until (tw_run_elsewhere (tw_job_get_run (ui_job (window))) != 0);
  ui_run (window, "search.stop");
  g_assert_true (tw_result_has_solution (ui_result (window)));
  ui_close (window);
  tw_service_clients_part (60);
}

TEST_MAIN (ui_test_init, ui_test_run)
