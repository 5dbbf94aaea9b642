/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw-cards.c - a program of the build: draws the pictures of the collection for the start page, a
 * light and a dark one of each puzzle, twice as large as on a usual screen. A puzzle with a stored
 * solution is a record, which is shown larger.
 *
 * usage: draw-cards OUTPUT FOLDER */
#include <gio/gio.h>

#include "draw/picture.h"
#include "puzzle/gather.h"

enum {
  SIZE = 224,
  RECORD_SIZE = 448,
};

/* Time limit of a search, in seconds. */
#define BUDGET 2.0

static cairo_status_t
append (gpointer bytes, const unsigned char *data, unsigned length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static GVariant *
draw (TwEntry *entry, TwTheme theme)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  TwResult *stored = tw_entry_get_old (entry);
  cairo_surface_t *picture = tw_picture_card (puzzle, stored, stored != NULL ? RECORD_SIZE : SIZE,
                                              theme, BUDGET);
  GByteArray *bytes = g_byte_array_new ();

  if (cairo_surface_write_to_png_stream (picture, append, bytes) != CAIRO_STATUS_SUCCESS)
    g_error ("%s: cannot be drawn", tw_puzzle_get_name (puzzle));
  cairo_surface_destroy (picture);
  g_autoptr (GBytes) png = g_byte_array_free_to_bytes (bytes);
  return g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, png, TRUE);
}

int
main (int argc, char **argv)
{
  g_auto (GVariantBuilder) all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{s(ayay)}"));
  g_autoptr (GError) error = NULL;
  GDir *folder = argc == 3 ? g_dir_open (argv[2], 0, &error) : NULL;
  GList *names = NULL; /* in an order that is the same in every build */
  const char *name;

  if (folder == NULL)
    g_error ("%s", error != NULL ? error->message : "usage: draw-cards OUTPUT FOLDER");
  while ((name = g_dir_read_name (folder)) != NULL)
    names = g_list_insert_sorted (names, g_strdup (name), (GCompareFunc) strcmp);
  for (GList *l = names; l != NULL; l = l->next) {
    g_autoptr (GFile) file = g_file_new_build_filename (argv[2], l->data, NULL);
    g_autoptr (GPtrArray) entries = tw_gather (&file, 1, NULL, NULL, NULL);
    TwEntry *entry = entries->len > 0 ? entries->pdata[0] : NULL;

    /* The catalogue itself, solutions and certificates are no puzzles. */
    if (entry != NULL && tw_entry_get_puzzle (entry) != NULL)
      g_variant_builder_add (&all, "{s(@ay@ay)}", (const char *) l->data,
                             draw (entry, TW_THEME_LIGHT), draw (entry, TW_THEME_DARK));
  }
  g_dir_close (folder);
  g_list_free_full (names, g_free);
  g_autoptr (GVariant) pictures = g_variant_ref_sink (g_variant_builder_end (&all));
  if (!g_file_set_contents (argv[1], g_variant_get_data (pictures),
                            (gssize) g_variant_get_size (pictures), &error))
    g_error ("%s", error->message);
  return 0;
}
