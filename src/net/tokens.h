/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokens.h - who may use a service: names and the secret tokens that stand for them.
 *
 * A file of tokens has a line each: "NAME TOKEN". A name may have several tokens, so that one can be
 * exchanged for another without a pause. A line with a token alone is somebody without a name. Empty
 * lines and those that begin with "# " are skipped.
 *
 * Threads: immutable, so all.
 */
#ifndef TW_NET_TOKENS_H
#define TW_NET_TOKENS_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct TwTokens TwTokens;

/* NULL and the error, which names the line, when the text has a token of less than `least`
 * characters, the same token twice, something else, or none. */
TwTokens *tw_tokens_parse (const char *text, gsize length, gsize least, GError **error);
/* One token, of somebody without a name. */
TwTokens *tw_tokens_new (const char *token);
TwTokens *tw_tokens_ref (TwTokens *tokens);
void tw_tokens_unref (TwTokens *tokens);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwTokens, tw_tokens_unref)

/* How many names there are: owners have the numbers from 0. */
guint tw_tokens_count (const TwTokens *tokens);
/* "" for somebody without a name. */
const char *tw_tokens_get_name (const TwTokens *tokens, guint owner);
/* Whose token it is; -1: nobody's. Takes as long wherever it differs from those that are known. */
int tw_tokens_find (const TwTokens *tokens, const char *token);

/* Both are the same; takes as long wherever they differ. */
gboolean tw_secrets_are_equal (const char *a, const char *b);

G_END_DECLS

#endif
