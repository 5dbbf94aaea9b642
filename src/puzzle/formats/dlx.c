/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlx.c - reads and writes Knuth's exact-cover text; see dlx.h. */
#include "puzzle/formats/dlx.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

#define syntax_error(error, ...) tw_fail (error, TW_PUZZLE_ERROR_SYNTAX, __VA_ARGS__)

/* Longer words are truncated in messages. */
#define MOST_SHOWN 40

typedef struct {
  TwDlx *dlx;
  GTree *items;      /* name -> number + 1 */
  GTree *colours;    /* name -> number */
  guint8 *in_option; /* for each item: is it in the current option? */
  guint line;
} Reader;

/* Loops instead of strspn (): a sanitizer checks the whole rest of the text at each call of that. */
static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The next word of the line, *length bytes long; NULL after the last word. */
static const char *
next_word (const char **at, gsize *length)
{
  const char *word = *at, *end;

  while (is_blank (*word))
    word++;
  end = word;
  while (*end != '\0' && *end != '\n' && !is_blank (*end))
    end++;
  *at = end;
  *length = (gsize) (end - word);
  return end > word ? word : NULL;
}

/* A word for a message; the caller frees it with g_free (). */
static char *
show (const char *word, gsize length)
{
  g_autofree char *whole = g_strndup (word, length);

  return g_utf8_strlen (whole, -1) > MOST_SHOWN ? g_utf8_substring (whole, 0, MOST_SHOWN)
                                                : g_steal_pointer (&whole);
}

static gboolean
check_name (const Reader *reader, const char *word, gsize length, GError **error)
{
  g_autofree char *shown = NULL;

  if (length == 0)
    return syntax_error (error, _ ("line %u: a name is missing beside a colon"), reader->line);
  if (length <= TW_DLX_MAX_NAME)
    return TRUE;
  shown = show (word, length);
  return syntax_error (error, _ ("line %u: the name “%s…” is longer than %d bytes"), reader->line,
                       shown, TW_DLX_MAX_NAME);
}

/* --- items ------------------------------------------------------------------------ */

static gboolean
add_item (Reader *reader, const char *word, gsize length, GError **error)
{
  TwDlx *dlx = reader->dlx;
  char *name;

  if (memchr (word, '|', length) != NULL || memchr (word, ':', length) != NULL) {
    g_autofree char *shown = show (word, length);

    return syntax_error (error,
                         _ ("line %u: “%s” is not an item: names without : and | are expected "
                            "(multiplicities are not supported)"),
                         reader->line, shown);
  }
  if (!check_name (reader, word, length, error))
    return FALSE;
  if (dlx->items->len == TW_DLX_MAX_ITEMS)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("line %u: more than %d items"), reader->line,
                    TW_DLX_MAX_ITEMS);
  name = g_strndup (word, length);
  g_ptr_array_add (dlx->items, name);
  if (g_tree_lookup (reader->items, name) != NULL)
    return syntax_error (error, _ ("line %u: the item “%s” is given twice"), reader->line, name);
  g_tree_insert (reader->items, name, GUINT_TO_POINTER (dlx->items->len));
  return TRUE;
}

static gboolean
read_items (Reader *reader, const char *at, GError **error)
{
  TwDlx *dlx = reader->dlx;
  int primary = -1;
  const char *word;
  gsize length;

  while ((word = next_word (&at, &length)) != NULL) {
    if (length != 1 || *word != '|') {
      if (!add_item (reader, word, length, error))
        return FALSE;
    } else if (primary >= 0) {
      return syntax_error (error, _ ("line %u: there is a second | between the items"),
                           reader->line);
    } else {
      primary = (int) dlx->items->len;
    }
  }
  dlx->problem.n_primary = primary >= 0 ? primary : (int) dlx->items->len;
  dlx->problem.n_secondary = (int) dlx->items->len - dlx->problem.n_primary;
  reader->in_option = g_malloc0 ((gsize) dlx->items->len + 1);
  return TRUE;
}

/* --- options ------------------------------------------------------------------------ */

/* Copies a word whose length was checked and terminates it with a NUL. Uses a buffer because a
 * file may have millions of words. */
static const char *
end_word (const char *word, gsize length, char buffer[TW_DLX_MAX_NAME + 1])
{
  memcpy (buffer, word, length);
  buffer[length] = '\0';
  return buffer;
}

static gint32
number_colour (Reader *reader, const char *word, gsize length)
{
  char buffer[TW_DLX_MAX_NAME + 1];
  const char *name = end_word (word, length, buffer);
  gpointer known = g_tree_lookup (reader->colours, name);
  char *kept;

  if (known != NULL)
    return GPOINTER_TO_INT (known);
  kept = g_strdup (name);
  g_ptr_array_add (reader->dlx->colours, kept);
  g_tree_insert (reader->colours, kept, GUINT_TO_POINTER (reader->dlx->colours->len));
  return (gint32) reader->dlx->colours->len;
}

/* `reason` begins with the verb. */
static gboolean
word_error (const Reader *reader, const char *reason, const char *word, gsize length,
            GError **error)
{
  g_autofree char *shown = show (word, length);

  /* Translators: an item, then what is wrong with it: "is given twice in the option" */
  return syntax_error (error, _ ("line %u: “%s” %s"), reader->line, shown, reason);
}

static gboolean
read_term (Reader *reader, const char *word, gsize length, TwCoverTerm *term, GError **error)
{
  const char *colon = memchr (word, ':', length);
  gsize name_length = colon != NULL ? (gsize) (colon - word) : length;
  char name[TW_DLX_MAX_NAME + 1];
  guint number;

  if (!check_name (reader, word, name_length, error))
    return FALSE;
  number = GPOINTER_TO_UINT (g_tree_lookup (reader->items, end_word (word, name_length, name)));
  if (number == 0)
    return word_error (reader, _ ("is not among the items of the first line"), word, name_length,
                       error);
  *term = (TwCoverTerm){ .item = (gint32) number - 1 };
  if (reader->in_option[term->item])
    return word_error (reader, _ ("is given twice in the option"), word, name_length, error);
  if (colon == NULL)
    return TRUE;
  if (term->item < reader->dlx->problem.n_primary)
    return word_error (reader, _ ("is a primary item, which cannot have a colour"), word,
                       name_length, error);
  if (!check_name (reader, colon + 1, length - name_length - 1, error))
    return FALSE;
  term->colour = number_colour (reader, colon + 1, length - name_length - 1);
  return TRUE;
}

static gboolean
read_option (Reader *reader, const char *at, GError **error)
{
  TwDlx *dlx = reader->dlx;
  guint first = dlx->terms->len;
  const char *word;
  gint32 end;
  gsize length;

  while ((word = next_word (&at, &length)) != NULL) {
    TwCoverTerm term;

    if (dlx->terms->len == TW_DLX_MAX_TERMS)
      return tw_fail (error, TW_PUZZLE_ERROR_SIZE,
                      _ ("line %u: the options have more than %d items"), reader->line,
                      TW_DLX_MAX_TERMS);
    if (!read_term (reader, word, length, &term, error))
      return FALSE;
    reader->in_option[term.item] = 1;
    g_array_append_val (dlx->terms, term);
  }
  for (guint i = first; i < dlx->terms->len; i++)
    reader->in_option[g_array_index (dlx->terms, TwCoverTerm, i).item] = 0;
  if (dlx->problem.n_options == TW_DLX_MAX_OPTIONS)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("line %u: more than %d options"), reader->line,
                    TW_DLX_MAX_OPTIONS);
  dlx->problem.n_options++;
  end = (gint32) dlx->terms->len;
  g_array_append_val (dlx->start, end);
  return TRUE;
}

/* --- the whole text ------------------------------------------------------------------- */

static gboolean
read_lines (Reader *reader, const char *text, GError **error)
{
  gboolean has_items = FALSE, has_blank = FALSE;

  for (const char *line = text; line != NULL && *line != '\0';) {
    const char *end = strchr (line, '\n'), *at = line;

    reader->line++;
    while (is_blank (*at))
      at++;
    has_blank = has_blank || *at == '\n';
    line = end != NULL ? end + 1 : NULL;
    if (*at == '\0' || *at == '\n' || *at == '|')
      continue;
    if (!(has_items ? read_option (reader, at, error) : read_items (reader, at, error)))
      return FALSE;
    has_items = TRUE;
  }
  if (has_items || (has_blank && read_items (reader, "", error)))
    return TRUE;
  return syntax_error (error, _ ("line %u: the text ends before a line of items"),
                       MAX (reader->line, 1));
}

TwDlx *
tw_dlx_read (const char *text, GError **error)
{
  g_autoptr (TwDlx) dlx = g_new0 (TwDlx, 1);
  g_autoptr (GTree) items = g_tree_new ((GCompareFunc) strcmp);
  g_autoptr (GTree) colours = g_tree_new ((GCompareFunc) strcmp);
  Reader reader = { .dlx = dlx, .items = items, .colours = colours };
  gint32 zero = 0;
  gboolean fine;

  dlx->start = g_array_new (FALSE, FALSE, sizeof (gint32));
  dlx->terms = g_array_new (FALSE, FALSE, sizeof (TwCoverTerm));
  dlx->items = g_ptr_array_new_with_free_func (g_free);
  dlx->colours = g_ptr_array_new_with_free_func (g_free);
  g_array_append_val (dlx->start, zero);
  fine = read_lines (&reader, text, error);
  g_free (reader.in_option);
  if (!fine)
    return NULL;
  dlx->problem.start = &g_array_index (dlx->start, gint32, 0);
  dlx->problem.terms = (const TwCoverTerm *) (const void *) dlx->terms->data;
  return g_steal_pointer (&dlx);
}

void
tw_dlx_free (TwDlx *dlx)
{
  g_array_unref (dlx->start);
  g_array_unref (dlx->terms);
  g_ptr_array_unref (dlx->items);
  g_ptr_array_unref (dlx->colours);
  g_free (dlx);
}

static void
append_term (GString *text, const TwDlx *dlx, TwCoverTerm term)
{
  g_string_append (text, g_ptr_array_index (dlx->items, (guint) term.item));
  if (term.colour != TW_EXACT_COVER_NO_COLOUR)
    g_string_append_printf (
      text, ":%s", (const char *) g_ptr_array_index (dlx->colours, (guint) term.colour - 1));
}

char *
tw_dlx_dup_term (const TwDlx *dlx, TwCoverTerm term)
{
  GString *text = g_string_new (NULL);

  append_term (text, dlx, term);
  return g_string_free (text, FALSE);
}

char *
tw_dlx_write (const TwDlx *dlx)
{
  GString *text = g_string_new (dlx->items->len == 0 ? "\n" : NULL);

  for (guint i = 0; i < dlx->items->len; i++) {
    if (i == (guint) dlx->problem.n_primary)
      g_string_append (text, "| ");
    g_string_append_printf (text, "%s%c", (const char *) g_ptr_array_index (dlx->items, i),
                            i + 1 < dlx->items->len ? ' ' : '\n');
  }
  for (int o = 0; o < dlx->problem.n_options; o++)
    for (gint32 t = dlx->problem.start[o]; t < dlx->problem.start[o + 1]; t++) {
      append_term (text, dlx, dlx->problem.terms[t]);
      g_string_append_c (text, t + 1 < dlx->problem.start[o + 1] ? ' ' : '\n');
    }
  return g_string_free (text, FALSE);
}
