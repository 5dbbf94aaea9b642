/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokens.h - who may use a service: names of clients and their secret tokens.
 *
 * A file of tokens has lines "NAME TOKEN". A name may have several tokens, so that one can be
 * replaced without a pause. A line with a token alone stands for a client without a name. Empty
 * lines and lines that start with "# " are skipped.
 *
 * Known tokens are a hash table, from a token's hash to its owner. Threads: any may look tokens up. */
#pragma once

#include <glib.h>

/* Returns NULL with an error that names the line if the text has a token of less than `least`
 * characters, a token twice, anything else, or no token. */
GHashTable *tw_tokens_parse (const char *text, gsize length, gsize least, GError **error);
/* The tokens of as many clients without names. */
GHashTable *tw_tokens_new (const char *const *list);

/* Returns the number of the token's owner, in the order of the names in the file; -1: unknown token.
 * Hashes are looked up, so the time tells nothing of known tokens. */
int tw_tokens_find (GHashTable *tokens, const char *token);
