/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-read.c - see kind-read.h. */
#include "puzzle/kind-read.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

static gboolean
parse_side (const char *text, int *side)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, TW_BOARD_MAX_SIDE, &value, NULL))
    return FALSE;
  *side = (int) value;
  return TRUE;
}

gboolean
tw_kind_parse_size (const char *text, int *width, int *height, GError **error)
{
  g_auto (GStrv) sides = g_strsplit (text, "x", 3);
  guint n = g_strv_length (sides);

  if (n >= 1 && n <= 2 && parse_side (sides[0], width) && parse_side (sides[n - 1], height))
    return TRUE;
  return tw_fail_usage (error, _ ("invalid size “%s”: expected N or NxM, from 1 to %d"), text,
                        TW_BOARD_MAX_SIDE);
}

void
tw_kind_read_made (TwPuzzle *puzzle, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "made");
  JsonObject *made = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node)
                                                                   : NULL;
  const char *version = NULL;
  gint64 seed;

  if (made != NULL && tw_json_get_int (made, "seed", 0, G_MAXINT64, &seed, NULL)
      && tw_json_get_optional_string (made, "version", &version, NULL) && version != NULL)
    tw_puzzle_set_made (puzzle, seed, version);
}

void
tw_kind_read_made_line (TwPuzzle *puzzle, const char *line)
{
  char *rest = NULL;
  gint64 seed = g_str_has_prefix (line, TW_MADE_SEED)
                  ? g_ascii_strtoll (line + strlen (TW_MADE_SEED), &rest, 10)
                  : -1;

  if (seed >= 0 && g_str_has_prefix (rest, TW_MADE_VERSION)) {
    const char *start = rest + strlen (TW_MADE_VERSION);
    g_autofree char *version = g_strndup (start, strcspn (start, "\r\n"));

    tw_puzzle_set_made (puzzle, seed, version);
  }
}

const TwKind *
tw_kind_of_text (const char *text, gsize length, const char *name)
{
  g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL;
  g_autofree char *lower = base != NULL ? g_ascii_strdown (base, -1) : NULL;

  if (tw_json_looks_like (text, length)
      || (lower != NULL && length > 0 && g_str_has_suffix (lower, ".json")))
    return NULL;
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if ((*kind)->read->sniff_text != NULL && (*kind)->read->sniff_text (text, length, base))
      return *kind;
  return NULL;
}

const TwKind *
tw_kind_of_data (const char *data, gsize length)
{
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if ((*kind)->read->sniff_data != NULL && (*kind)->read->sniff_data (data, length))
      return *kind;
  return NULL;
}
