/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-test.h - a solver service for tests, and requests to it. */
#pragma once

#include "net-test.h"
#include "net/service.h"

/* No search finds a perfect square of this side during a test. */
#define SERVICE_TEST_ENDLESS "{\"kind\": \"capped\", \"size\": 999, \"cap\": 1}"
#define SERVICE_TEST_BOARD \
  "{\"width\": 3, \"height\": 2, \"puzzle\": [[true, true, true], [true, true, false]]}"

typedef struct {
  TwServiceConfig config;
  TwService *service;
  NetTest net; /* a client of it */
} ServiceTest;

/* One job at a time on one thread, and a free port. */
void service_test_init (ServiceTest *test);
void service_test_start (ServiceTest *test);
/* Both. */
ServiceTest service_test_usual (void);
void service_test_clear (ServiceTest *test);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ServiceTest, service_test_clear)

/* Posts a job and returns "/jobs/ID" followed by `rest`; the caller frees it with g_free (). */
char *service_test_post (const NetTest *net, const char *body, const char *rest);
double service_test_metric (const NetTest *net, const char *name);
