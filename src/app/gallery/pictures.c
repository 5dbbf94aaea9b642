/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.c - see pictures.h. */
#include "app/gallery/pictures.h"

#include "app/canvas/canvas.h"
#include "app/gallery/catalogue.h"
#include "draw/picture.h"
#include "puzzle/gather.h"

/* Time limit of the search, in seconds. */
#define BUDGET 0.2

static GdkTexture *
draw_card (gpointer data, guint position, int size, TwTheme theme, GCancellable *cancellable)
{
  const TwCard *card = data;
  g_autoptr (GFile) file = g_file_new_for_uri (card->uri);
  g_autoptr (GPtrArray) entries = tw_gather (&file, 1, NULL, cancellable, NULL);
  TwEntry *entry = entries != NULL && entries->len > 0 ? entries->pdata[0] : NULL;
  TwPuzzle *puzzle = entry != NULL ? tw_entry_get_puzzle (entry) : NULL;

  return puzzle != NULL ? tw_canvas_texture_from_surface (tw_picture_card (
           puzzle, card->known != NULL ? tw_entry_get_old (entry) : NULL, size, theme, BUDGET))
                        : NULL;
}

/* Loads a picture that draw-cards.c made when the program was built; each file has a light and a dark
 * one. */
static GdkTexture *
find_drawn (gpointer data, guint position, int size, TwTheme theme)
{
  static GVariant *drawn;
  const TwCard *card = data;
  g_autofree char *name = g_path_get_basename (card->uri);
  g_autoptr (GVariant) pair = NULL;

  if (card->kind == NULL || theme > TW_THEME_DARK) /* not of the collection */
    return NULL;
  if (drawn == NULL) {
    g_autoptr (GBytes) all = g_resources_lookup_data (
      "/io/github/tilewright/Tilewright/cards.gvariant", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

    drawn = g_variant_ref_sink (
      g_variant_new_from_bytes (G_VARIANT_TYPE ("a{s(ayay)}"), all, TRUE));
  }
  pair = g_variant_lookup_value (drawn, name, NULL);
  if (pair == NULL)
    return NULL;
  g_autoptr (GVariant) picture = g_variant_get_child_value (pair, theme);
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (picture);
  return gdk_texture_new_from_bytes (bytes, NULL);
}

const TwPreviewSource tw_gallery_pictures = {
  .ref = (GBoxedCopyFunc) g_atomic_rc_box_acquire,
  .unref = (GDestroyNotify) tw_card_unref,
  .draw = draw_card,
  .find = find_drawn,
};
