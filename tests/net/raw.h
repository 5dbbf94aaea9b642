/* SPDX-License-Identifier: GPL-3.0-or-later */
/* raw.h - connections below HTTP, for clients and servers that misbehave. */
#pragma once

#include <gio/gio.h>

/* Connects to the server at `base` and sends `text`; "" sends nothing. */
GSocketConnection *raw_open (const char *base, const char *text);
/* Connects, sends `text` and returns the reply, the end of which closes the connection; the caller
 * frees it with g_free (). */
char *raw_ask (const char *base, const char *text);
/* Connects and sends a GET request for `path` followed by `rest`. */
GSocketConnection *raw_get (const char *base, const char *path, const char *rest);
/* Connects with a tiny receive buffer, and sends `text`. */
GSocketConnection *raw_open_narrow (const char *base, const char *text);
gboolean raw_send (GSocketConnection *connection, const char *text);
/* Reads until the other side closes; the caller frees the text with g_free (). */
char *raw_read (GSocketConnection *connection);
/* Reads up to and including `text`; everything if it does not occur. */
char *raw_read_until (GSocketConnection *connection, const char *text);
/* Reads the head and the whole body of a request; less if the client disconnects before. Closing with
 * unread data would reset the connection. The caller frees the text with g_free (). */
char *raw_read_request (GSocketConnection *connection);

/* A server on a free port of the loopback interface. It accepts connections while the default main context
 * runs. A thread for each connection calls `serve` and then closes it. */
typedef struct RawServer RawServer;
typedef void (*RawServe) (GSocketConnection *connection, gpointer data);

RawServer *raw_server_new (RawServe serve, gpointer data);
/* Waits until no connection is served any more. */
void raw_server_free (RawServer *server);
/* "http://127.0.0.1:PORT" */
const char *raw_server_get_uri (const RawServer *server);
/* Stops listening, and listens again on the same port. */
void raw_server_close (RawServer *server);
void raw_server_open (RawServer *server);
