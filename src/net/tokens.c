/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokens.c - see tokens.h. */
#include "net/tokens.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

enum {
  MOST_TOKENS = 1000,
  LONGEST_NAME = 64,
  LONGEST_TOKEN = 4096,
};

static GHashTable *
table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Returns FALSE if the token is known already. */
static gboolean
add_token (GHashTable *tokens, const char *token, guint owner)
{
  return g_hash_table_insert (tokens, g_compute_checksum_for_string (G_CHECKSUM_SHA256, token, -1),
                              GUINT_TO_POINTER (owner + 1));
}

int
tw_tokens_find (GHashTable *tokens, const char *token)
{
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, token, -1);

  return GPOINTER_TO_INT (g_hash_table_lookup (tokens, hash)) - 1;
}

GHashTable *
tw_tokens_new (const char *const *list)
{
  GHashTable *tokens = table_new ();

  for (guint i = 0; list[i] != NULL; i++)
    add_token (tokens, list[i], i);
  return tokens;
}

/* Returns the number of the owner with this name. */
static guint
find_owner (GHashTable *names, const char *name)
{
  guint owner = g_hash_table_size (names);
  gpointer known;

  if (g_hash_table_lookup_extended (names, name, NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_hash_table_insert (names, g_strdup (name), GUINT_TO_POINTER (owner));
  return owner;
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
read_line (GHashTable *tokens, GHashTable *names, char *line, guint number, gsize least,
           GError **error)
{
  const char *name = "";
  char *token = strpbrk (g_strstrip (line), " \t");

  if (*line == '\0' || g_str_equal (line, "#") || g_str_has_prefix (line, "# "))
    return TRUE;
  if (token == NULL) {
    token = line;
  } else {
    *token = '\0';
    token = g_strchug (token + 1);
    name = line;
  }
  if (!is_graphic (name) || !is_graphic (token))
    return tw_fail_format (
      error,
      _ ("line %u: expected a name and a token of printable ASCII characters, separated by blanks"),
      number);
  if (strlen (name) > LONGEST_NAME)
    return tw_fail_format (error, _ ("line %u: a name has at most %d characters"), number,
                           LONGEST_NAME);
  if (strlen (token) < least)
    return tw_fail_format (error, _ ("line %u: a token must have at least %zu characters"), number,
                           least);
  if (strlen (token) > LONGEST_TOKEN)
    return tw_fail_format (error, _ ("line %u: a token has at most %d characters"), number,
                           LONGEST_TOKEN);
  if (g_hash_table_size (tokens) == MOST_TOKENS)
    return tw_fail_format (error, _ ("line %u: at most %d tokens are expected"), number,
                           MOST_TOKENS);
  if (!add_token (tokens, token, find_owner (names, name)))
    return tw_fail_format (error, _ ("line %u: this token is given twice"), number);
  return TRUE;
}

GHashTable *
tw_tokens_parse (const char *text, gsize length, gsize least, GError **error)
{
  g_autoptr (GHashTable) tokens = table_new ();
  g_autoptr (GHashTable) names = table_new ();
  g_autofree char *copy = NULL;
  g_auto (GStrv) lines = NULL;

  if (memchr (text, '\0', length) != NULL)
    return tw_fail_format_null (error, _ ("not a file of tokens"));
  copy = g_strndup (text, length);
  lines = g_strsplit (copy, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (!read_line (tokens, names, lines[i], i + 1, least, error))
      return NULL;
  if (g_hash_table_size (tokens) > 0)
    return g_steal_pointer (&tokens);
  return tw_fail_format_null (error, _ ("a token is expected"));
}
