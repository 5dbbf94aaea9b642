/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokens.c - see tokens.h. */
#include "net/tokens.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

enum {
  DIGEST = 32,
  MOST_TOKENS = 1000,
  LONGEST_NAME = 64,
  LONGEST_TOKEN = 4096,
};

typedef struct {
  guint owner;
  guint8 digest[DIGEST];
} Token;

struct TwTokens {
  GPtrArray *names;
  GArray *tokens; /* of Token */
};

#define format_error(error, ...) tw_fail (error, TW_PUZZLE_ERROR_FORMAT, __VA_ARGS__)

/* Compares hashes, which have the same length. */
static void
digest (const char *text, guint8 *bytes)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = DIGEST;

  g_checksum_update (sum, (const guchar *) text, -1);
  g_checksum_get_digest (sum, bytes, &length);
}

static gboolean
digests_are_equal (const guint8 *a, const guint8 *b)
{
  guint different = 0;

  for (int i = 0; i < DIGEST; i++)
    different |= a[i] ^ b[i];
  return different == 0;
}

gboolean
tw_secrets_are_equal (const char *a, const char *b)
{
  guint8 digests[2][DIGEST];

  digest (a, digests[0]);
  digest (b, digests[1]);
  return digests_are_equal (digests[0], digests[1]);
}

static int
find_digest (const TwTokens *tokens, const guint8 *bytes)
{
  int owner = -1;

  for (guint i = 0; i < tokens->tokens->len; i++) {
    const Token *token = &g_array_index (tokens->tokens, Token, i);

    if (digests_are_equal (token->digest, bytes))
      owner = (int) token->owner;
  }
  return owner;
}

int
tw_tokens_find (const TwTokens *tokens, const char *token)
{
  guint8 bytes[DIGEST];

  digest (token, bytes);
  return find_digest (tokens, bytes);
}

static guint
add_name (TwTokens *tokens, const char *name)
{
  for (guint i = 0; i < tokens->names->len; i++)
    if (g_str_equal (g_ptr_array_index (tokens->names, i), name))
      return i;
  g_ptr_array_add (tokens->names, g_strdup (name));
  return tokens->names->len - 1;
}

/* Returns FALSE if the token is known already. */
static gboolean
add_token (TwTokens *tokens, const char *name, const char *text)
{
  Token token;

  digest (text, token.digest);
  if (find_digest (tokens, token.digest) >= 0)
    return FALSE;
  token.owner = add_name (tokens, name);
  g_array_append_val (tokens->tokens, token);
  return TRUE;
}

static TwTokens *
tokens_new (void)
{
  TwTokens *tokens = g_atomic_rc_box_new0 (TwTokens);

  tokens->names = g_ptr_array_new_with_free_func (g_free);
  tokens->tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  return tokens;
}

TwTokens *
tw_tokens_new (const char *token)
{
  TwTokens *tokens = tokens_new ();

  add_token (tokens, "", token);
  return tokens;
}

static gboolean
is_graphic (const char *text)
{
  while (g_ascii_isgraph (*text))
    text++;
  return *text == '\0';
}

/* The error does not repeat the text, which may be a token. */
static gboolean
read_line (TwTokens *tokens, char *line, guint number, gsize least, GError **error)
{
  char *token;

  g_strstrip (line);
  if (*line == '\0' || g_str_equal (line, "#") || g_str_has_prefix (line, "# "))
    return TRUE;
  token = line + strcspn (line, " \t");
  if (*token != '\0') {
    *token++ = '\0';
    token += strspn (token, " \t");
  } else {
    token = line;
    line = token + strlen (token);
  }
  if (!is_graphic (line) || !is_graphic (token))
    return format_error (
      error,
      _ ("line %u: expected a name and a token of printable ASCII characters, separated by blanks"),
      number);
  if (strlen (line) > LONGEST_NAME)
    return format_error (error, _ ("line %u: a name has at most %d characters"), number,
                         LONGEST_NAME);
  if (strlen (token) < least)
    return format_error (error, _ ("line %u: a token must have at least %zu characters"), number,
                         least);
  if (strlen (token) > LONGEST_TOKEN)
    return format_error (error, _ ("line %u: a token has at most %d characters"), number,
                         LONGEST_TOKEN);
  if (tokens->tokens->len == MOST_TOKENS)
    return format_error (error, _ ("line %u: at most %d tokens are expected"), number, MOST_TOKENS);
  if (!add_token (tokens, line, token))
    return format_error (error, _ ("line %u: this token is given twice"), number);
  return TRUE;
}

TwTokens *
tw_tokens_parse (const char *text, gsize length, gsize least, GError **error)
{
  g_autoptr (TwTokens) tokens = tokens_new ();
  g_autofree char *copy = NULL;
  g_auto (GStrv) lines = NULL;

  if (memchr (text, '\0', length) != NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("not a file of tokens"));
  copy = g_strndup (text, length);
  lines = g_strsplit (copy, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (!read_line (tokens, lines[i], i + 1, least, error))
      return NULL;
  if (tokens->tokens->len > 0)
    return g_steal_pointer (&tokens);
  return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("a token is expected"));
}

TwTokens *
tw_tokens_ref (TwTokens *tokens)
{
  return g_atomic_rc_box_acquire (tokens);
}

static void
clear_tokens (gpointer data)
{
  TwTokens *tokens = data;

  g_ptr_array_unref (tokens->names);
  g_array_unref (tokens->tokens);
}

void
tw_tokens_unref (TwTokens *tokens)
{
  g_atomic_rc_box_release_full (tokens, clear_tokens);
}
