/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solved.c - see solved.h. */
#include "app/gallery/solved.h"

#include "app/preferences/settings.h"
#include "puzzle/kind-solution.h"
#include "puzzle/load.h"

#define KEY "solved"

TwSolved
tw_solved_get (const char *uri)
{
  g_autoptr (GVariant) all = g_settings_get_value (tw_settings (), KEY);
  g_autofree char *name = g_path_get_basename (uri);
  guint8 solved = TW_SOLVED_NOT;

  g_variant_lookup (all, name, "y", &solved);
  return MIN (solved, TW_SOLVED_BY_HAND);
}

static TwSolved
rank (const TwResult *result)
{
  if (tw_result_is_by_hand (result))
    return TW_SOLVED_BY_HAND;
  if (result->status == TW_STATUS_INFEASIBLE
      || (result->status == TW_STATUS_OPTIMAL
          && tw_puzzle_get_kind (result->puzzle)->solution->bounds_cost))
    return TW_SOLVED_PROVED;
  return tw_result_has_solution (result) ? TW_SOLVED_FOUND : TW_SOLVED_NOT;
}

void
tw_solved_note (TwDocument *document)
{
  g_autoptr (TwResult) result = tw_findings_dup_judged (tw_document_get_findings (document));
  g_autoptr (GFile) folder = g_file_new_for_path (tw_puzzles_folder ());

  if (result == NULL || tw_document_get_file (document) == NULL
      || tw_document_is_modified (document))
    return;
  /* Pieces placed by hand make another value, of which only the complete one counts. */
  if (!tw_result_is_by_hand (result)
      && result->puzzle != tw_history_get_saved (tw_document_get_history (document)))
    return;
  g_autoptr (GFile) file = g_file_parse_name (tw_document_get_file (document));
  g_autofree char *uri = g_file_get_uri (file), *name = g_file_get_basename (file);
  if (!g_file_has_parent (file, folder) || rank (result) <= tw_solved_get (uri))
    return;
  g_autoptr (GVariant) all = g_settings_get_value (tw_settings (), KEY);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (all);
  g_variant_dict_insert (&dict, name, "y", (guchar) rank (result));
  g_settings_set_value (tw_settings (), KEY, g_variant_dict_end (&dict));
}
