/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.c - writes solutions as pictures; see pictures.h. */
#include "cli/pictures.h"

#include <string.h>

#include "cli/command.h"
#include "draw/export.h"
#include "draw/handout.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"

static const struct {
  const char *name; /* of the option */
  const char *doc;
  TwExportFormat format;
  const char *ending; /* of the file name */
  gboolean handout;
} formats[TW_N_PICTURES] = {
  { "png", N_ ("Write a PNG picture; into this folder if there are several puzzles"), TW_EXPORT_PNG,
    "png", FALSE },
  { "svg", N_ ("Write an SVG picture"), TW_EXPORT_SVG, "svg", FALSE },
  { "pdf", N_ ("Write a PDF picture"), TW_EXPORT_PDF, "pdf", FALSE },
  { "txt", N_ ("Write a drawing in characters"), TW_EXPORT_TEXT, "txt", FALSE },
  { "handout",
    N_ ("Write a PDF to print on both sides: the puzzle with its pieces, and the solution"),
    TW_EXPORT_PDF, "handout.pdf", TRUE },
};

void
tw_pictures_add_entries (TwPictures *pictures, GOptionEntry *entries)
{
  for (gsize i = 0; i < TW_N_PICTURES; i++)
    entries[i] = (GOptionEntry){
      formats[i].name, 0, 0, G_OPTION_ARG_FILENAME, &pictures->paths[i], formats[i].doc, N_ ("FILE")
    };
  entries[TW_N_PICTURES] = (GOptionEntry){
    "cell-size",
    0,
    0,
    G_OPTION_ARG_INT,
    &pictures->cell,
    N_ ("Side of a cell in pictures, in pixels or points; 0: automatic [0]"),
    N_ ("N")
  };
  entries[TW_N_PICTURES + 1] = (GOptionEntry){
    "dark", 0, 0, G_OPTION_ARG_NONE, &pictures->dark, N_ ("Draw pictures on a dark background"),
    NULL
  };
}

void
tw_pictures_clear (TwPictures *pictures)
{
  for (gsize i = 0; i < TW_N_PICTURES; i++) {
    g_clear_pointer (&pictures->paths[i], g_free);
    g_clear_pointer (&pictures->files[i], g_ptr_array_unref);
  }
}

guint
tw_pictures_on_stdout (const TwPictures *pictures)
{
  guint n = 0;

  for (gsize i = 0; i < TW_N_PICTURES; i++)
    n += g_strcmp0 (pictures->paths[i], "-") == 0;
  return n;
}

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
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < puzzles->len; i++) {
    g_autofree char *name = file_name (used, puzzles->pdata[i], ending);

    g_ptr_array_add (files,
                     puzzles->len == 1 ? g_strdup (path) : g_build_filename (path, name, NULL));
  }
  return files;
}

gboolean
tw_pictures_can_write (TwPictures *pictures, const GPtrArray *puzzles)
{
  if (pictures->cell < 0 || pictures->cell > 1000)
    return tw_cli_error (_ ("--cell-size: %d is not between 0 and 1000"), pictures->cell);
  for (gsize i = 0; i < TW_N_PICTURES; i++) {
    const char *path = pictures->paths[i];

    if (path == NULL)
      continue;
    if (puzzles->len > 1 && !g_file_test (path, G_FILE_TEST_IS_DIR))
      return tw_cli_error (_ ("--%s: “%s” must be a folder because there are several puzzles"),
                           formats[i].name, path);
    pictures->files[i] = list_files (path, formats[i].ending, puzzles);
    for (guint k = 0; k < puzzles->len; k++)
      if (!tw_cli_can_write (pictures->files[i]->pdata[k]))
        return FALSE;
  }
  return TRUE;
}

static gboolean
write_picture (const TwPictures *pictures, gsize index, const char *path, const TwScene *scene,
               const TwResult *result)
{
  g_autofree char *caption = tw_result_describe (result);
  g_autoptr (GError) error = NULL;
  TwExportOptions options;

  tw_export_options_init (&options);
  options.cell = pictures->cell;
  options.theme = pictures->dark ? TW_THEME_DARK : TW_THEME_LIGHT;
  options.caption = caption;

  g_autoptr (GBytes) bytes = formats[index].handout
                               ? tw_handout_write (result, &error)
                               : tw_export_bytes (scene, formats[index].format, &options, &error);

  if (bytes == NULL)
    return tw_cli_error_in (path, error->message);
  return tw_cli_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

gboolean
tw_pictures_write (const TwPictures *pictures, guint puzzle, const TwResult *result)
{
  g_autoptr (TwScene) scene = NULL;
  gboolean fine = TRUE;

  if (!tw_result_has_solution (result))
    return TRUE;
  for (gsize i = 0; i < TW_N_PICTURES; i++) {
    if (pictures->files[i] == NULL)
      continue;
    if (scene == NULL)
      scene = tw_picture_scene (result->puzzle, result);
    fine = write_picture (pictures, i, pictures->files[i]->pdata[puzzle], scene, result) && fine;
  }
  return fine;
}
