/* SPDX-License-Identifier: GPL-3.0-or-later */
/* net-test.h - HTTP requests for the tests of servers. */
#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

#include "test-tools.h"

/* A client and the address of its server. */
typedef struct {
  SoupSession *session;
  char *base;
} NetTest;

/* Takes ownership of the session; NULL: a new one. */
NetTest net_test_new (SoupSession *session, const char *base);
void net_test_clear (NetTest *net);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NetTest, net_test_clear)

/* Sends one request, waits for the reply and returns its status. *reply receives the body, which
 * the caller frees with g_free (). `body`, of this type, and `reply` may be NULL. */
guint net_test_request (const NetTest *net, const char *method, const char *path, const char *type,
                        const char *body, char **reply);
/* Sends one request, whose body is JSON or NULL, and expects a reply with this status. */
void net_test_expect (const NetTest *net, const char *method, const char *path, const char *body,
                      guint status);
/* Also returns the body of the reply. The caller frees it with g_free (). */
char *net_test_text (const NetTest *net, const char *method, const char *path, const char *body,
                     guint status);
/* Also returns the root of the reply, which must be an object. The caller frees it. */
JsonNode *net_test_json (const NetTest *net, const char *method, const char *path, const char *body,
                         guint status);
const char *net_test_string (JsonNode *node, const char *member);
