/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-metrics.c - figures of the solver service; see service-private.h. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "net/service-private.h"

static void
begin (GString *text, const char *name, const char *type, const char *help)
{
  g_string_append_printf (text, "# HELP tilewright_%s %s\n# TYPE tilewright_%s %s\n", name, help,
                          name, type);
}

static void
add (GString *text, const char *name, const char *type, const char *help, double value)
{
  begin (text, name, type, help);
  g_string_append_printf (text, "tilewright_%s %.15g\n", name, value);
}

/* Resident bytes; 0 if the system does not report them. */
static double
resident_memory (void)
{
  unsigned long long size, resident = 0;
  FILE *file = fopen ("/proc/self/statm", "re");

  if (file == NULL)
    return 0;
  if (fscanf (file, "%llu %llu", &size, &resident) != 2)
    resident = 0;
  fclose (file);
  return (double) resident * (double) sysconf (_SC_PAGESIZE);
}

static void
add_jobs (GString *text, const TwServiceTotals *totals)
{
  begin (text, "jobs", "gauge", "Jobs by state.");
  g_string_append_printf (text,
                          "tilewright_jobs{state=\"waiting\"} %u\n"
                          "tilewright_jobs{state=\"running\"} %u\n"
                          "tilewright_jobs{state=\"ended\"} %u\n",
                          totals->waiting, totals->running, totals->kept);
  add (text, "jobs_added_total", "counter", "Jobs that were taken.", (double) totals->added);
  add (text, "jobs_refused_total", "counter", "Jobs that found the queue full.",
       (double) totals->refused);
  begin (text, "jobs_ended_total", "counter", "Jobs that have ended, by status.");
  for (gsize i = 0; i < G_N_ELEMENTS (totals->ended); i++)
    g_string_append_printf (text,
                            "tilewright_jobs_ended_total{status=\"%s\"} %" G_GUINT64_FORMAT "\n",
                            tw_status_name ((TwStatus) i), totals->ended[i]);
  add (text, "search_seconds_total", "counter", "Wall time of all searches that have ended.",
       totals->seconds);
  add (text, "result_bytes", "gauge", "Results that are kept.", (double) totals->kept_bytes);
}

static void
add_http (GString *text, const TwHttpCounts *counts)
{
  begin (text, "http_requests_total", "counter", "Requests that were answered, by status.");
  for (guint i = 1; i < G_N_ELEMENTS (counts->classes); i++)
    g_string_append_printf (
      text, "tilewright_http_requests_total{status=\"%uxx\"} %" G_GUINT64_FORMAT "\n", i,
      counts->classes[i]);
  add (text, "http_connections", "gauge", "Connections that are open.", counts->connections);
  add (text, "http_connections_refused_total", "counter", "Connections over the bound.",
       (double) counts->busy);
  add (text, "http_connections_cut_total", "counter", "Connections that were too slow.",
       (double) counts->cut);
  add (text, "http_connections_spared_total", "counter",
       "Connections without a request that made room for others.", (double) counts->spared);
  add (text, "http_accept_pauses_total", "counter", "Times no connection could be accepted.",
       (double) counts->pauses);
  add (text, "http_body_bytes", "gauge", "Bodies of requests under way.",
       (double) counts->body_bytes);
}

char *
tw_service_metrics (const TwServiceTotals *totals, const TwHttpCounts *counts, guint streams,
                    gint64 started)
{
  GString *text = g_string_new (NULL);

  begin (text, "build_info", "gauge", "The version.");
  g_string_append_printf (text, "tilewright_build_info{version=\"%s\"} 1\n", TW_VERSION);
  add_jobs (text, totals);
  add_http (text, counts);
  add (text, "event_streams", "gauge", "Event streams that are open.", streams);
  add (text, "uptime_seconds", "gauge", "Since the start.",
       (double) (g_get_monotonic_time () - started) / G_USEC_PER_SEC);
  add (text, "processor_seconds_total", "counter", "Processor time.",
       (double) clock () / CLOCKS_PER_SEC);
  add (text, "resident_bytes", "gauge", "Memory.", resident_memory ());
  return g_string_free (text, FALSE);
}
