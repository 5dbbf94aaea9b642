/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalogue.c - see catalogue.h. */
#include "app/gallery/catalogue.h"

#include "core/pieces/grade.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/load.h"
#include "puzzle/tasks.h"

enum {
  MAX_CARDS = 1000,
  MAX_SIDE = 1000,
};

static const char *const fact_names[] = {
  [TW_FACT_SQUARES] = "squares",     [TW_FACT_SOLUTIONS] = "solutions", [TW_FACT_CAP] = "cap",
  [TW_FACT_DIFFERENT] = "different", [TW_FACT_SOLVABLE] = "solvable",
};

TwCard *
tw_card_new_recent (const char *uri, const char *name)
{
  TwCard *card = g_atomic_rc_box_new0 (TwCard);

  card->uri = g_strdup (uri);
  card->title = g_strdup (name);
  return card;
}

TW_DEFINE_CLEAR (clear_card, TwCard, (uri, g_free), (title, g_free), (source, g_free),
                 (known, g_free), (found, g_free), (certificate, g_free))

void
tw_card_unref (TwCard *card)
{
  g_atomic_rc_box_release_full (card, clear_card);
}

TwCard *
tw_cards_find (GPtrArray *cards, const char *uri)
{
  for (guint i = 0; cards != NULL && i < cards->len; i++)
    if (g_str_equal (((TwCard *) cards->pdata[i])->uri, uri))
      return cards->pdata[i];
  return NULL;
}

/* --- texts ----------------------------------------------------------------- */

char *
tw_card_dup_title (const TwCard *card)
{
  return g_strdup (card->kind != NULL ? _ (card->title) : card->title);
}

char *
tw_card_dup_detail (const TwCard *card)
{
  g_autofree char *size = NULL, *level = NULL;

  if (card->width == 0)
    return NULL;
  size = g_strdup_printf (_ ("%d × %d"), card->width, card->height);
  level = card->level > 0 ? g_strdup_printf (_ ("Level %d of %d"), card->level, TW_GRADE_MAX_LEVEL)
                          : NULL;
  return g_strjoin (" · ", size, level, NULL);
}

char *
tw_card_dup_fact (const TwCard *card)
{
  guint n = card->value;

  switch (card->fact) {
  case TW_FACT_SQUARES:
    return g_strdup_printf (tw_ngettext ("Best: %u square", "Best: %u squares", n), n);
  case TW_FACT_SOLUTIONS:
    return g_strdup_printf (tw_ngettext ("%'u solution", "%'u solutions", n), n);
  case TW_FACT_CAP:
    return g_strdup_printf (
      tw_ngettext ("No size more than %u time", "No size more than %u times", n), n);
  case TW_FACT_DIFFERENT:
    return g_strdup_printf (tw_ngettext ("%u different square", "%u different squares", n), n);
  case TW_FACT_SOLVABLE:
    return g_strdup (n != 0 ? _ ("Has a solution") : _ ("Has no solution"));
  case TW_FACT_NONE:
  default:
    return NULL;
  }
}

char *
tw_card_dup_source (const TwCard *card)
{
  if (card->source == NULL)
    return NULL;
  if (g_str_equal (card->source, "proof"))
    return g_strdup (_ ("Proved by Tilewright"));
  if (g_str_equal (card->source, "count"))
    return g_strdup (_ ("Counted by Tilewright"));
  if (g_str_equal (card->source, "solution"))
    return g_strdup (_ ("Tilewright found a solution"));
  return g_strdup_printf (_ ("Source: %s"), card->source);
}

char *
tw_card_dup_story (const TwCard *card)
{
  g_autofree char *known = NULL, *found = NULL;

  if (card->known == NULL)
    return NULL;
  /* Translators: what was known about the record on a card of the start page, a sentence or two */
  known = g_strdup_printf (_ ("Known: %s"), _ (card->known));
  found = card->found != NULL ? g_strdup_printf (_ ("New: %s"), _ (card->found)) : NULL;
  return g_strjoin ("\n", known, found, NULL);
}

gboolean
tw_card_matches (const TwCard *card, const char *query)
{
  g_autofree char *title = tw_card_dup_title (card);
  g_autofree char *detail = tw_card_dup_detail (card);
  g_autofree char *fact = tw_card_dup_fact (card);
  g_autofree char *story = tw_card_dup_story (card);
  g_autofree char *name = g_path_get_basename (card->uri);
  /* The query "6x10" matches both "6 × 10" and "10 × 6". */
  g_autofree char *sizes = g_strdup_printf ("%dx%d %dx%d", card->width, card->height, card->height,
                                            card->width);
  g_autofree char *all = g_strjoin (" ", title, card->kind != NULL ? _ (card->kind->title) : "",
                                    name, sizes, detail != NULL ? detail : "",
                                    fact != NULL ? fact : "", story != NULL ? _ ("Records") : "",
                                    story != NULL ? story : "", NULL);
  g_autofree char *folded = g_utf8_casefold (all, -1);
  g_autofree char *folded_query = g_utf8_casefold (query, -1);
  g_auto (GStrv) words = g_strsplit_set (folded_query, " \t", -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL)
      return FALSE;
  return TRUE;
}

/* --- reading ----------------------------------------------------------------- */

static gboolean
read_fact (TwCard *card, JsonObject *object, GError **error)
{
  const char *source;
  JsonNode *node = json_object_get_member (object, "fact");

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("fact: an object is expected"));
  if (!tw_json_get_optional_string (object, "source", &source, error))
    return FALSE;
  if (source == NULL)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("source: it is missing"));
  for (TwFact fact = TW_FACT_SQUARES; fact <= TW_FACT_SOLVABLE; fact++) {
    JsonObject *known = json_node_get_object (node);
    gint64 value;

    if (!json_object_has_member (known, fact_names[fact]))
      continue;
    if (fact == TW_FACT_SOLVABLE)
      value = json_object_get_boolean_member_with_default (known, fact_names[fact], FALSE);
    else if (!tw_json_get_int (known, fact_names[fact], 1, G_MAXINT32, &value, error))
      return FALSE;
    card->fact = fact;
    card->value = (guint) value;
    card->source = g_strdup (source);
    return TRUE;
  }
  return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("fact: it is not known"));
}

/* Only `certificate` is a file, beside the puzzle. */
static gboolean
read_record (TwCard *card, JsonObject *object, const char *folder, GError **error)
{
  const char *known, *found, *certificate;

  if (!tw_json_get_optional_string (object, "known", &known, error)
      || !tw_json_get_optional_string (object, "new", &found, error)
      || !tw_json_get_optional_string (object, "certificate", &certificate, error))
    return FALSE;
  if (known == NULL && (found != NULL || certificate != NULL))
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("known: it is missing"));
  if (certificate != NULL && strchr (certificate, G_DIR_SEPARATOR) != NULL)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT,
                    _ ("certificate: a name without folders is expected"));
  card->known = g_strdup (known);
  card->found = g_strdup (found);
  card->certificate = certificate != NULL ? g_build_filename (folder, certificate, NULL) : NULL;
  return TRUE;
}

static gboolean
read_names (TwCard *card, JsonObject *object, const char *folder, GError **error)
{
  const char *file, *title, *family;

  if (!tw_json_get_optional_string (object, "file", &file, error)
      || !tw_json_get_optional_string (object, "title", &title, error)
      || !tw_json_get_optional_string (object, "family", &family, error))
    return FALSE;
  if (file == NULL || title == NULL || family == NULL)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("file, title or family is missing"));
  if (strchr (file, G_DIR_SEPARATOR) != NULL)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("file: a name without folders is expected"));
  card->kind = tw_kind_find (family);
  if (card->kind == NULL)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT,
                    _ ("family: the name of a kind of puzzle is expected"));

  g_autoptr (GFile) place = g_file_new_build_filename (folder, file, NULL);
  card->uri = g_file_get_uri (place);
  card->title = g_strdup (title);
  return TRUE;
}

static TwCard *
read_card (JsonNode *node, const char *folder, GError **error)
{
  g_autoptr (TwCard) card = tw_card_new_recent (NULL, NULL);
  JsonObject *object;
  JsonArray *size;
  gint64 width, height, level = 0;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("an object is expected"));
  object = json_node_get_object (node);
  if (!read_names (card, object, folder, error))
    return NULL;
  size = tw_json_get_array (object, "size", error);
  if (size == NULL)
    return NULL;
  if (json_array_get_length (size) != 2)
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("size: two numbers are expected"));
  if (!tw_json_node_get_int (json_array_get_element (size, 0), 1, MAX_SIDE, &width, error,
                             "size[0]")
      || !tw_json_node_get_int (json_array_get_element (size, 1), 1, MAX_SIDE, &height, error,
                                "size[1]")
      || (json_object_has_member (object, "level")
          && !tw_json_get_int (object, "level", TW_STEP_CELL, TW_GRADE_MAX_LEVEL, &level, error))
      || !read_fact (card, object, error) || !read_record (card, object, folder, error))
    return NULL;
  card->width = (int) width;
  card->height = (int) height;
  card->level = (int) level;
  card->slow = json_object_get_boolean_member_with_default (object, "slow", FALSE);
  return g_steal_pointer (&card);
}

static GPtrArray *
read_cards (const char *text, gsize length, const char *folder, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);
  g_autoptr (GPtrArray) cards = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_card_unref);
  JsonArray *puzzles;

  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("an object is expected"));
  puzzles = tw_json_get_array (json_node_get_object (root), "puzzles", error);
  if (puzzles == NULL)
    return NULL;
  for (guint i = 0; i < MIN (json_array_get_length (puzzles), MAX_CARDS); i++) {
    TwCard *card = read_card (json_array_get_element (puzzles, i), folder, error);

    if (card == NULL) {
      g_prefix_error (error, "puzzles[%u]: ", i);
      return NULL;
    }
    g_ptr_array_add (cards, card);
  }
  return g_steal_pointer (&cards);
}

GPtrArray *
tw_catalogue_load (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "catalogue.json", NULL);
  g_autofree char *text = NULL;
  gsize length;
  GPtrArray *cards;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  cards = read_cards (text, length, folder, error);
  if (cards == NULL)
    g_prefix_error (error, "%s: ", path);
  return cards;
}

TwCard *
tw_catalogue_find (GFile *file)
{
  g_autoptr (GFile) folder = g_file_new_for_path (tw_puzzles_folder ());
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GPtrArray) cards = g_file_has_parent (file, folder)
                                  ? tw_catalogue_load (tw_puzzles_folder (), NULL)
                                  : NULL;
  TwCard *card = tw_cards_find (cards, uri);

  return card != NULL ? g_atomic_rc_box_acquire (card) : NULL;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *cards = tw_catalogue_load (tw_puzzles_folder (), &error);

  tw_task_return_pointer (task, cards, (GDestroyNotify) g_ptr_array_unref, &error);
}

void
tw_catalogue_load_async (gpointer source, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer data)
{
  tw_task_run (read_thread, NULL, NULL, source, cancellable, callback, data);
}
