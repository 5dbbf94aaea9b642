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
  for (gsize i = 0; i < TW_N_PICTURES; i++)
    g_clear_pointer (&pictures->paths[i], g_free);
  g_clear_pointer (&pictures->used, g_hash_table_unref);
}

guint
tw_pictures_on_stdout (const TwPictures *pictures)
{
  guint n = 0;

  for (gsize i = 0; i < TW_N_PICTURES; i++)
    n += g_strcmp0 (pictures->paths[i], "-") == 0;
  return n;
}

gboolean
tw_pictures_can_write (const TwPictures *pictures, gboolean several)
{
  if (pictures->cell < 0 || pictures->cell > 1000)
    return tw_cli_error (_ ("--cell-size: %d is not between 0 and 1000"), pictures->cell);
  for (gsize i = 0; i < TW_N_PICTURES; i++) {
    const char *path = pictures->paths[i];

    if (path == NULL)
      continue;
    if (several && !g_file_test (path, G_FILE_TEST_IS_DIR))
      return tw_cli_error (_ ("--%s: “%s” must be a folder because there are several puzzles"),
                           formats[i].name, path);
    if (!several && !tw_cli_can_write (path))
      return FALSE;
  }
  return TRUE;
}

/* The puzzle's name without its extension and without characters that are invalid in file names; a
 * name that is already used gets a number. */
static char *
file_name (TwPictures *pictures, const TwPuzzle *puzzle, const char *ending)
{
  g_autofree char *base = g_strdup (tw_puzzle_get_name (puzzle));
  char *dot = strrchr (base, '.');
  char *name;

  if (dot != NULL && dot != base && strchr (dot, ' ') == NULL)
    *dot = '\0';
  g_strdelimit (base, "/", '-');
  if (pictures->used == NULL)
    pictures->used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  name = g_strdup_printf ("%s.%s", base, ending);
  for (guint n = 2; g_hash_table_contains (pictures->used, name); n++) {
    g_free (name);
    name = g_strdup_printf ("%s-%u.%s", base, n, ending);
  }
  g_hash_table_add (pictures->used, g_strdup (name));
  return name;
}

static gboolean
write_picture (TwPictures *pictures, gsize index, const TwScene *scene, const TwResult *result,
               gboolean several)
{
  g_autofree char *caption = tw_result_describe (result);
  g_autofree char *path = g_strdup (pictures->paths[index]);
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
  if (several) {
    g_autofree char *name = file_name (pictures, result->puzzle, formats[index].ending);

    g_free (path);
    path = g_build_filename (pictures->paths[index], name, NULL);
  }
  return tw_cli_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

gboolean
tw_pictures_write (TwPictures *pictures, const TwResult *result, gboolean several)
{
  g_autoptr (TwScene) scene = NULL;
  gboolean fine = TRUE;

  if (!tw_result_has_solution (result))
    return TRUE;
  for (gsize i = 0; i < TW_N_PICTURES; i++) {
    if (pictures->paths[i] == NULL)
      continue;
    if (scene == NULL)
      scene = tw_picture_scene (result->puzzle, result);
    fine = write_picture (pictures, i, scene, result, several) && fine;
  }
  return fine;
}
