/* SPDX-License-Identifier: GPL-3.0-or-later */
/* token.h - reads the secret tokens for requests to services, for serve and solve. */
#pragma once

#include <glib.h>

/* Reads the token in a file, without surrounding white space: printable ASCII, at least `least`
 * characters. The caller frees it with g_free (). Returns FALSE after reporting an error. */
gboolean tw_cli_read_token (const char *path, gsize least, char **token);
