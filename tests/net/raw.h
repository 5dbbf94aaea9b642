/* SPDX-License-Identifier: GPL-3.0-or-later */
/* raw.h - connections below HTTP, for clients that do not behave. */
#ifndef TW_TESTS_RAW_H
#define TW_TESTS_RAW_H

#include <gio/gio.h>

/* A connection to the server at `base` on which `text` was sent; "" sends nothing. */
GSocketConnection *raw_open (const char *base, const char *text);
/* The same, but its system keeps hardly anything that was not read. */
GSocketConnection *raw_open_narrow (const char *base, const char *text);
gboolean raw_send (GSocketConnection *connection, const char *text);
/* Reads until the other side closes; g_free () it. */
char *raw_read (GSocketConnection *connection);
/* The same up to, and with, `text`; all there is when it does not come. */
char *raw_read_until (GSocketConnection *connection, const char *text);

#endif
