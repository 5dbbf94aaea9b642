/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.c - writes solutions as pictures. */
#include <string.h>

#include "cli/command.h"
#include "draw/booklet.h"
#include "draw/export.h"
#include "draw/picture.h"
#include "library/private.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"

enum {
  N_PICTURES = 5,
  WHY_SECONDS = 20,
};

static char *paths[N_PICTURES];
static int cell; /* side of a cell in pixels or points; 0: automatic */
static gboolean dark;
static char *why;                    /* "cells" or "prices"; NULL: pictures do not explain */
static GPtrArray *files[N_PICTURES]; /* the path for each puzzle; NULL: no such pictures */

const GOptionEntry tw_picture_entries[] = {
  TW_FILE ("png", &paths[0],
           N_ ("Write a PNG picture; into this folder if there are several puzzles")),
  TW_FILE ("svg", &paths[1], N_ ("Write an SVG picture")),
  TW_FILE ("pdf", &paths[2], N_ ("Write a PDF picture")),
  TW_FILE ("txt", &paths[3], N_ ("Write a drawing in characters")),
  TW_FILE ("handout", &paths[4],
           N_ ("Write a PDF to print on both sides: the puzzle with its pieces, and the solution")),
  TW_INT ("cell-size", &cell,
          N_ ("Side of a cell in pictures, in pixels or points; 0: automatic [0]")),
  TW_FLAG ("dark", &dark, N_ ("Draw pictures on a dark background")),
  TW_OPTION (
    STRING, "why", &why, N_ ("LAYER"),
    N_ ("Show in pictures why a bound holds, by marked cells or by prices, or why there is no "
        "solution: cells or prices")),
  { 0 },
};

/* The last one is the handout. */
static const struct {
  TwExportFormat format;
  const char *ending; /* of the file name */
} formats[N_PICTURES] = {
  { TW_EXPORT_PNG, "png" },  { TW_EXPORT_SVG, "svg" },         { TW_EXPORT_PDF, "pdf" },
  { TW_EXPORT_TEXT, "txt" }, { TW_EXPORT_PDF, "handout.pdf" },
};

/* The puzzle's name without its extension and without characters that are invalid in file names; a
 * name that is already used gets a number. */
static char *
file_name (GHashTable *used, const TwPuzzle *puzzle, const char *ending)
{
  g_autofree char *base = g_strdup (tw_puzzle_get_name (puzzle));
  char *dot = strrchr (base, '.');
  char *name;

  if (dot != NULL && dot != base && strchr (dot, ' ') == NULL)
    *dot = '\0';
  g_strdelimit (base, "/", '-');
  name = g_strdup_printf ("%s.%s", base, ending);
  for (guint n = 2; g_hash_table_contains (used, name); n++) {
    g_free (name);
    name = g_strdup_printf ("%s-%u.%s", base, n, ending);
  }
  g_hash_table_add (used, g_strdup (name));
  return name;
}

static GPtrArray *
list_files (const char *path, const char *ending, const GPtrArray *puzzles)
{
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < puzzles->len; i++) {
    g_autofree char *name = file_name (used, puzzles->pdata[i], ending);

    g_ptr_array_add (list,
                     puzzles->len == 1 ? g_strdup (path) : g_build_filename (path, name, NULL));
  }
  return list;
}

gboolean
tw_pictures_can_write (const GPtrArray *puzzles)
{
  if (!tw_cli_in_range ("cell-size", cell, 0, 1000))
    return FALSE;
  if (why != NULL && !g_str_equal (why, "cells") && !g_str_equal (why, "prices"))
    return tw_cli_error (_ ("--why: expected cells or prices"));
  for (gsize i = 0; i < N_PICTURES; i++) {
    if (paths[i] == NULL)
      continue;
    if (puzzles->len > 1 && !g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      return tw_cli_error (_ ("--%s: “%s” must be a folder because there are several puzzles"),
                           tw_picture_entries[i].long_name, paths[i]);
    files[i] = list_files (paths[i], formats[i].ending, puzzles);
    for (guint k = 0; k < puzzles->len; k++)
      if (!tw_cli_can_write (files[i]->pdata[k]))
        return FALSE;
  }
  return TRUE;
}

/* The solution, or what explains that there is none; NULL: neither. */
static TwScene *
make_scene (const TwResult *result)
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ .seconds = WHY_SECONDS });
  g_autoptr (TwWhy) found = why != NULL && run != NULL
                              ? tw_result_explain (result, g_str_equal (why, "prices"), run)
                              : NULL;

  if (found != NULL)
    return tw_picture_why (result->puzzle, result, found);
  return tw_result_has_solution (result) ? tw_picture_scene (result->puzzle, result) : NULL;
}

static GBytes *
write_handout (TwResult *result, GError **error)
{
  g_autoptr (TwBooklet) booklet = tw_booklet_new (&result, 1, &(TwBookletOptions){ 0 }, error);

  return booklet != NULL ? tw_booklet_write (booklet, error) : NULL;
}

gboolean
tw_pictures_write (guint puzzle, TilewrightResult *object)
{
  TwResult *result = tilewright_result_peek (object);
  g_autofree char *caption = tw_result_describe (result);
  g_autoptr (TwScene) scene = make_scene (result);
  TwExportOptions options;
  gboolean fine = TRUE;

  tw_export_options_init (&options);
  options.caption = caption;
  options.cell = cell;
  options.theme = dark ? TW_THEME_DARK : TW_THEME_LIGHT;
  for (gsize i = 0; i < N_PICTURES && scene != NULL; i++) {
    const char *path = files[i] != NULL ? files[i]->pdata[puzzle] : NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) bytes = NULL;

    if (path == NULL || (i + 1 == N_PICTURES && !tw_result_has_solution (result)))
      continue;
    bytes = i + 1 < N_PICTURES ? tw_export_bytes (scene, formats[i].format, &options, &error)
                               : write_handout (result, &error);
    fine = (bytes != NULL
              ? tw_cli_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
              : tw_cli_error_in (path, error->message))
           && fine;
  }
  return fine;
}
