/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokens.h - who may use a service: names of clients and their secret tokens.
 *
 * A file of tokens has lines "NAME TOKEN". A name may have several tokens, so that one can be
 * replaced without a pause. A line with a token alone stands for a client without a name. Empty
 * lines and lines that start with "# " are skipped.
 *
 * Threads: immutable, so all. */
#pragma once

#include <glib.h>

typedef struct TwTokens TwTokens;

/* Returns NULL with an error that names the line if the text has a token of less than `least`
 * characters, a token twice, anything else, or no token. */
TwTokens *tw_tokens_parse (const char *text, gsize length, gsize least, GError **error);
/* One token of a client without a name. */
TwTokens *tw_tokens_new (const char *token);
TwTokens *tw_tokens_ref (TwTokens *tokens);
void tw_tokens_unref (TwTokens *tokens);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwTokens, tw_tokens_unref)

/* Returns the number of the token's owner, in the order of the names in the file; -1: unknown token.
 * The time does not depend on where the token differs from known ones. */
int tw_tokens_find (const TwTokens *tokens, const char *token);

/* Compares in a time that does not depend on where the strings differ. */
gboolean tw_secrets_are_equal (const char *a, const char *b);
