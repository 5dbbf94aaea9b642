/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.c - see pictures.h. */
#include "config.h"

#include "app/gallery/pictures.h"

#include <glib/gstdio.h>

#include "app/canvas/canvas.h"
#include "app/gallery/catalogue.h"
#include "draw/picture.h"
#include "puzzle/kind-solve.h"
#include "puzzle/load.h"

/* Fraction of the squares or pieces of the solution that is shown: a picture must not give the
 * whole solution away. */
#define SHARE_LAID 0.6
/* Time limit of the search, in seconds. */
#define BUDGET 0.2

/* Increment when the painter changes, to invalidate cached pictures. */
#define CACHE_FORMAT "1"

/* --- the cache ---------------------------------------------------------------- */

/* Returns NULL when the file is not local. */
static char *
cache_path (const char *uri, int size, TwTheme theme)
{
  g_autofree char *path = g_filename_from_uri (uri, NULL, NULL);
  GStatBuf state;

  if (path == NULL || g_stat (path, &state) != 0)
    return NULL;
  g_autofree char *key = g_strdup_printf (
    "%s %s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %d", CACHE_FORMAT, TW_VERSION, path,
    (gint64) state.st_mtime, (gint64) state.st_size, size, (int) theme);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *name = g_strconcat (sum, ".png", NULL);

  return g_build_filename (g_get_user_cache_dir (), "tilewright", "gallery", name, NULL);
}

/* Another process may write the same picture at the same time, so each writes a temporary file and
 * renames it. */
static void
keep (GdkTexture *texture, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) bytes = gdk_texture_save_to_png_bytes (texture);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents (path, data, (gssize) length, NULL);
}

/* --- drawing -------------------------------------------------------------------- */

static TwResult *
search (TwPuzzle *puzzle)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  TwOptions options;
  TwLimits limits;
  TwRun *run;
  TwResult *result;

  tw_options_init (&options);
  options.time = BUDGET;
  options.threads = 1;
  options.memory = 256;
  if (tw_kind_find_engine (kind, "greedy", NULL))
    tw_options_set (&options, "engine", "greedy");
  limits = tw_kind_limits (&options);
  run = tw_run_new (&limits);
  if (run == NULL)
    return NULL;
  result = tw_kind_solve (puzzle, &options, run, NULL);
  tw_run_free (run);
  return result;
}

static GdkTexture *
draw (TwPuzzle *puzzle, int size, TwTheme theme)
{
  g_autoptr (TwResult) result = search (puzzle);
  g_autoptr (TwScene) scene = tw_picture_scene (puzzle, result);
  int longest = MAX (scene->width, scene->height);
  TwView view;

  tw_view_init (&view);
  view.theme = theme;
  view.flags = TW_PAINT_GRID;
  view.reveal = SHARE_LAID;
  tw_view_fit (&view, scene, MAX (1.0, (double) size * scene->width / longest),
               MAX (1.0, (double) size * scene->height / longest), 1.0);
  return tw_canvas_texture_from_surface (tw_painter_render_static (scene, &view));
}

static GdkTexture *
draw_card (gpointer data, guint position, int size, TwTheme theme, GCancellable *cancellable)
{
  const TwCard *card = data;
  g_autofree char *path = cache_path (card->uri, size, theme);
  g_autoptr (GFile) file = g_file_new_for_uri (card->uri);
  g_autoptr (GPtrArray) puzzles = NULL;
  GdkTexture *texture = path != NULL ? gdk_texture_new_from_filename (path, NULL) : NULL;

  if (texture != NULL)
    return texture;
  puzzles = tw_puzzles_load (file, cancellable, NULL);
  if (puzzles == NULL)
    return NULL;
  texture = draw (g_ptr_array_index (puzzles, 0), size, theme);
  if (texture != NULL && path != NULL)
    keep (texture, path);
  return texture;
}

const TwPreviewSource tw_gallery_pictures = {
  .ref = (GBoxedCopyFunc) tw_card_ref,
  .unref = (GDestroyNotify) tw_card_unref,
  .draw = draw_card,
};
