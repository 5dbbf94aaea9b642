/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake-service.h - a server that follows a script instead of a protocol, to test how
 * clients react. Each connection has its own thread. */
#pragma once

#include <gio/gio.h>

typedef struct FakeService FakeService;

typedef struct {
  const char *method; /* of the requests that this step is for */
  const char *reply;  /* written unchanged */
  guint times;        /* how often the step is used; 0: always */
  gboolean hangs; /* afterwards the connection stays open until the client or the service ends */
} FakeStep;

/* Each request uses the first step that fits and is not used up; without one the connection is
 * closed. `steps` ends in a NULL method and must live as long. */
FakeService *fake_service_new (const FakeStep *steps);
void fake_service_free (FakeService *service);
/* "http://127.0.0.1:PORT" */
const char *fake_service_get_uri (const FakeService *service);
/* Until hold is FALSE again, requests get no reply. */
void fake_service_hold (FakeService *service, gboolean hold);
/* The number of requests with this method. */
guint fake_service_count (FakeService *service, const char *method);
/* The latest request with this method, head and body; NULL: none. The caller frees it with
 * g_free (). */
char *fake_service_dup_request (FakeService *service, const char *method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeService, fake_service_free)
