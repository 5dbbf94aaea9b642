/* SPDX-License-Identifier: GPL-3.0-or-later */
/* net-test.h - HTTP requests for the tests of servers. */
#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

/* Sends one request, waits for the reply and returns its status. *reply receives the body, which
 * the caller frees with g_free (). `type`, `body` and `reply` may be NULL. */
guint net_test_request (SoupSession *session, const char *method, const char *base,
                        const char *path, const char *type, const char *body, char **reply);
/* Sends one request with a JSON body and returns the root of the reply, which must be an object and
 * have this status. The caller frees it. */
JsonNode *net_test_json (SoupSession *session, const char *method, const char *base,
                         const char *path, const char *body, guint expected_status);
gint64 net_test_int (JsonNode *node, const char *member);
const char *net_test_string (JsonNode *node, const char *member);
