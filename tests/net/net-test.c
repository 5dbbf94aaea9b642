/* SPDX-License-Identifier: GPL-3.0-or-later */
/* net-test.c - see net-test.h. */
#include "net-test.h"

guint
net_test_request (SoupSession *session, const char *method, const char *base, const char *path,
                  const char *type, const char *body, char **reply)
{
  g_autofree char *uri = g_strconcat (base, path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (method, uri);
  g_autoptr (GBytes) request = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (request != NULL)
    soup_message_set_request_body_from_bytes (message, type, request);
  bytes = soup_session_send_and_read (session, message, NULL, &error);
  g_assert_no_error (error);
  if (reply != NULL)
    *reply = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return soup_message_get_status (message);
}

JsonNode *
net_test_json (SoupSession *session, const char *method, const char *base, const char *path,
               const char *body, guint expected_status)
{
  g_autofree char *reply = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *node;

  g_assert_cmpuint (
    net_test_request (session, method, base, path, "application/json", body, &reply), ==,
    expected_status);
  node = json_from_string (reply, &error);
  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return node;
}

gint64
net_test_int (JsonNode *node, const char *member)
{
  return json_object_get_int_member (json_node_get_object (node), member);
}

const char *
net_test_string (JsonNode *node, const char *member)
{
  return json_object_get_string_member (json_node_get_object (node), member);
}
