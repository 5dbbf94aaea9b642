/* SPDX-License-Identifier: GPL-3.0-or-later */
/* token.h - the secrets that services are asked with, for serve and solve. */
#ifndef TW_CLI_TOKEN_H
#define TW_CLI_TOKEN_H

#include <glib.h>

G_BEGIN_DECLS

/* The token in a file, without the white space around it: printable ASCII, `least`
 * characters at least. g_free () it. FALSE: that was said already. */
gboolean tw_cli_read_token (const char *path, gsize least, char **token);

G_END_DECLS

#endif
