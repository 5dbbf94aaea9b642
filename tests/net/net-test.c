/* SPDX-License-Identifier: GPL-3.0-or-later */
/* net-test.c - see net-test.h. */
#include "net-test.h"

NetTest
net_test_new (SoupSession *session, const char *base)
{
  return (NetTest){ session != NULL ? session : soup_session_new (), g_strdup (base) };
}

void
net_test_clear (NetTest *net)
{
  g_clear_object (&net->session);
  g_free (net->base);
}

guint
net_test_request (const NetTest *net, const char *method, const char *path, const char *type,
                  const char *body, char **reply)
{
  g_autofree char *uri = g_strconcat (net->base, path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (method, uri);
  g_autoptr (GBytes) request = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GError) error = NULL;

  if (request != NULL)
    soup_message_set_request_body_from_bytes (message, type, request);
  g_autoptr (GBytes) bytes = soup_session_send_and_read (net->session, message, NULL, &error);
  g_assert_no_error (error);
  if (reply != NULL)
    *reply = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return soup_message_get_status (message);
}

char *
net_test_text (const NetTest *net, const char *method, const char *path, const char *body,
               guint status)
{
  char *reply;
  guint found = net_test_request (net, method, path, "application/json", body, &reply);

  if (found != status)
    g_error ("%s %s is answered with %u, not %u: “%.200s”", method, path, found, status, reply);
  return reply;
}

void
net_test_expect (const NetTest *net, const char *method, const char *path, const char *body,
                 guint status)
{
  g_free (net_test_text (net, method, path, body, status));
}

JsonNode *
net_test_json (const NetTest *net, const char *method, const char *path, const char *body,
               guint status)
{
  g_autofree char *reply = net_test_text (net, method, path, body, status);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (reply, &error);

  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return node;
}

const char *
net_test_string (JsonNode *node, const char *member)
{
  return json_object_get_string_member (json_node_get_object (node), member);
}
