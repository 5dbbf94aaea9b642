/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake-service.h - a server that follows a script instead of a protocol, to test how
 * clients react. Each connection has its own thread. */
#ifndef TW_TESTS_FAKE_SERVICE_H
#define TW_TESTS_FAKE_SERVICE_H

#include <gio/gio.h>

typedef struct FakeService FakeService;

typedef struct {
  const char *method; /* of the requests that this is for */
  const char *reply;  /* written as it is */
  guint times;        /* how often; 0: always */
  gboolean hangs;     /* then the connection stays open until the client goes */
} FakeStep;

/* For each request the first step that fits and is not used up; with none the
 * connection is closed. `steps` ends in a NULL method and must live as long. */
FakeService *fake_service_new (const FakeStep *steps);
void fake_service_free (FakeService *service);
/* "http://127.0.0.1:PORT" */
const char *fake_service_get_uri (const FakeService *service);
/* From now on no request is replied to before hold is FALSE again. */
void fake_service_hold (FakeService *service, gboolean hold);
/* How many requests of this method there were. */
guint fake_service_count (FakeService *service, const char *method);
/* The latest request of this method, head and body; NULL: none. g_free () it. */
char *fake_service_dup_request (FakeService *service, const char *method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeService, fake_service_free)

#endif
