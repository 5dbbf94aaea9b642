/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c - reads puzzles and solutions from files and standard input. */
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "draw/picture-board.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/load.h"

char *
tw_cli_read (const char *path, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *text;

  if (!tw_cli_claim (path, FALSE))
    return NULL;
  if (g_str_equal (path, "-"))
    text = tw_file_read_fd (STDIN_FILENO, _ ("standard input"), length, &error);
  else
    text = tw_file_read_path (path, length, &error);
  if (text == NULL)
    tw_cli_error ("%s", error->message);
  return text;
}

/* Parses puzzles, or takes a picture for a board. */
static GPtrArray *
parse (const char *text, gsize length, const char *name, GError **error)
{
  GPtrArray *puzzles;
  TwPuzzle *board;

  if (!tw_picture_board_sniff (text, length))
    return tw_puzzles_parse (text, length, name, error);
  board = tw_picture_board_read (text, length, name != NULL ? name : "-", error);
  if (board == NULL)
    return NULL;
  puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_ptr_array_add (puzzles, board);
  return puzzles;
}

/* Loads one file. `found`: it was found in a folder, so it is reported and skipped when it holds no
 * puzzles. */
static gboolean
load_one (const char *path, gboolean found, GPtrArray *puzzles)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_str_equal (path, "-") ? NULL : g_filename_display_name (path);
  gsize length;
  g_autofree char *text = tw_cli_read (path, &length);

  if (text == NULL)
    return FALSE;

  g_autoptr (GPtrArray) read = parse (text, length, name, &error);

  if (read != NULL) {
    g_ptr_array_extend_and_steal (puzzles, g_steal_pointer (&read));
    return TRUE;
  }
  if (found && g_error_matches (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_UNKNOWN)) {
    tw_cli_error (_ ("%s; skipped"), error->message);
    return TRUE;
  }
  if (name != NULL)
    return tw_cli_error ("%s", error->message);
  return tw_cli_error ("%s: %s", _ ("standard input"), error->message);
}

static gboolean
is_puzzle_name (const char *name)
{
  static const char *const endings[] = { ".json", ".txt", ".dlx", ".xmpuzzle" };
  gboolean found = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    found = found || g_str_has_suffix (name, endings[i]);
  return found;
}

/* Loads the files of a folder in the order of their names; reports and skips files without puzzles. */
static gboolean
add_folder (const char *path, GPtrArray *puzzles)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GPtrArray) infos = tw_file_list_folder (folder, G_MAXUINT, NULL, &error);
  gboolean fine = TRUE;

  if (infos == NULL)
    return tw_cli_error ("%s", error->message);
  for (guint i = 0; i < infos->len; i++) {
    const char *name = g_file_info_get_name (infos->pdata[i]);
    g_autofree char *file = g_build_filename (path, name, NULL);

    if (is_puzzle_name (name))
      fine = load_one (file, TRUE, puzzles) && fine;
    else if (!g_file_test (file, G_FILE_TEST_IS_DIR))
      tw_cli_error_in (file, _ ("not the name of a puzzle; skipped"));
  }
  return fine;
}

gboolean
tw_cli_add_puzzles (char *const *paths, GPtrArray *puzzles)
{
  gboolean fine = TRUE;

  for (; *paths != NULL; paths++)
    fine = (g_file_test (*paths, G_FILE_TEST_IS_DIR) ? add_folder (*paths, puzzles)
                                                     : load_one (*paths, FALSE, puzzles))
           && fine;
  return fine;
}

gboolean
tw_cli_has_puzzles (guint n)
{
  return n > 0
         || tw_cli_error (_ ("expected at least one puzzle; see “%s --help”"), g_get_prgname ());
}

GPtrArray *
tw_cli_load (char *const *paths)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  return tw_cli_add_puzzles (paths, puzzles) && tw_cli_has_puzzles (puzzles->len)
           ? g_steal_pointer (&puzzles)
           : NULL;
}

GPtrArray *
tw_cli_gather (char *const *paths, gboolean solutions)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) used = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) piped = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  gboolean fine = TRUE;
  GPtrArray *entries;

  for (; *paths != NULL; paths++)
    if (g_str_equal (*paths, "-"))
      fine = load_one (*paths, FALSE, piped) && fine;
    else
      g_ptr_array_add (files, g_file_new_for_path (*paths));
  entries = tw_gather ((GFile *const *) files->pdata, files->len, used, NULL, NULL);
  for (guint i = 0; i < used->len; i++)
    tw_cli_claim (g_file_peek_path (used->pdata[i]), FALSE); /* before all outputs */
  for (guint i = 0; i < entries->len; i++) {
    TwEntry *entry = g_ptr_array_index (entries, i);

    if (tw_entry_get_message (entry) != NULL && (solutions || tw_entry_get_puzzle (entry) == NULL))
      tw_cli_error ("%s", tw_entry_get_message (entry));
  }
  for (guint i = 0; i < piped->len; i++)
    g_ptr_array_add (entries, tw_entry_new (g_ptr_array_index (piped, i), NULL));
  if (!fine) /* reported already */
    g_ptr_array_add (entries, tw_entry_new (NULL, "-"));
  return entries;
}

gboolean
tw_cli_accepts_options (const TwPuzzle *puzzle, const TwOptions *options)
{
  g_autoptr (GError) error = NULL;

  if (tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), options, &error))
    return TRUE;
  return tw_cli_error ("%s: %s", tw_puzzle_get_name (puzzle), error->message);
}

gboolean
tw_cli_all_accept_options (const GPtrArray *puzzles, const TwOptions *options)
{
  for (guint i = 0; i < puzzles->len; i++)
    if (!tw_cli_accepts_options (puzzles->pdata[i], options))
      return FALSE;
  return TRUE;
}

enum {
  MOST_OF_TOKEN = 4096,
};

gboolean
tw_cli_read_token (const char *path, gsize least, char **token)
{
  gsize length;
  g_autofree char *text = tw_cli_read (path, &length);

  *token = NULL;
  if (text == NULL)
    return FALSE;
  if (length > MOST_OF_TOKEN || memchr (text, '\0', length) != NULL)
    return tw_cli_error (_ ("%s: not a token"), path);
  g_strstrip (text);
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return tw_cli_error (
        _ ("%s: a token must consist of printable ASCII characters without blanks"), path);
  if (strlen (text) < least)
    return tw_cli_error (_ ("%s: a token must have at least %zu characters"), path, least);
  *token = g_steal_pointer (&text);
  return TRUE;
}
