/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-metrics.h - figures of the solver service in the text format of
 * Prometheus (version 0.0.4). */
#pragma once

#include "net/http-server.h"
#include "net/service-queue.h"

#define TW_METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* g_free () it. `streams`: open event streams; `started`: of the monotonic clock. */
char *tw_service_metrics (const TwServiceTotals *totals, const TwHttpCounts *counts, guint streams,
                          gint64 started);
