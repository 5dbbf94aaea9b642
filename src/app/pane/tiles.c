/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles.c - see tiles.h. */
#include "app/pane/tiles.h"

#include "app/text-list.h"
#include "puzzle/i18n.h"

struct _TwTiles {
  TwPart parent_instance;

  GtkExpander *expander;
  GtkListView *list;
  GtkSingleSelection *selection;
  TwScene *scene; /* NULL: none */
};

TW_DEFINE_TEMPLATE_TYPE (TwTiles, tw_tiles, TW_TYPE_PART)

static void
selected_cb (TwTiles *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  g_signal_emit_by_name (
    self, "chosen", position == GTK_INVALID_LIST_POSITION ? TW_SCENE_NO_REGION : (int) position);
}

static char *
describe (gpointer scene, guint position)
{
  return tw_scene_describe_region (scene, (int32_t) position);
}

/* Fills the list only when it is visible. */
static void
fill (TwTiles *self)
{
  g_autoptr (TwTextList) list = NULL;

  if (self->scene != NULL && self->scene->n_regions > 0
      && gtk_expander_get_expanded (self->expander)) {
    list = tw_text_list_new (describe, tw_scene_ref (self->scene), (GDestroyNotify) tw_scene_unref);
    tw_text_list_set_n (list, (guint) self->scene->n_regions);
  }
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (list));
}

static void
tw_tiles_class_init (TwTilesClass *klass)
{
  TW_OWN (klass, TwTiles, scene, tw_scene_unref);
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_INT);
  tw_class_set_template (klass, "tiles");
  TW_BIND_CHILDREN (klass, TwTiles, expander, list, selection);
  TW_BIND_CALLBACKS (klass, selected_cb, fill);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tiles");
}

void
tw_tiles_show (TwTiles *self, TwScene *scene)
{
  gsize n = scene != NULL ? scene->n_regions : 0;

  if (scene == self->scene)
    return;
  if (scene != NULL)
    tw_scene_ref (scene);
  g_clear_pointer (&self->scene, tw_scene_unref);
  self->scene = scene;
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n > 0) {
    g_autofree char *title = g_strdup_printf (
      tw_ngettext ("_List of %'lu tile", "_List of %'lu tiles", n), (gulong) n);
    gtk_expander_set_label (self->expander, title);
  }
  fill (self);
}
