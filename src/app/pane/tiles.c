/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles.c - see tiles.h. */
#include "app/pane/tiles.h"

#include "puzzle/i18n.h"

/* --- the regions of a scene as a list ---------------------------------------- */

#define TW_TYPE_TILE_LIST (tw_tile_list_get_type ())
G_DECLARE_FINAL_TYPE (TwTileList, tw_tile_list, TW, TILE_LIST, GObject)

/* Row objects are created on demand: there may be thousands. */
struct _TwTileList {
  GObject parent_instance;
  TwScene *scene;
};

static GType
tw_tile_list_get_item_type (GListModel *model)
{
  return GTK_TYPE_STRING_OBJECT;
}

static guint
tw_tile_list_get_n_items (GListModel *model)
{
  return (guint) TW_TILE_LIST (model)->scene->n_regions;
}

static gpointer
tw_tile_list_get_item (GListModel *model, guint position)
{
  TwScene *scene = TW_TILE_LIST (model)->scene;

  if (position >= scene->n_regions)
    return NULL;
  g_autofree char *text = tw_scene_describe_region (scene, (int32_t) position);

  return gtk_string_object_new (text);
}

static void
tw_tile_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = tw_tile_list_get_item_type;
  iface->get_n_items = tw_tile_list_get_n_items;
  iface->get_item = tw_tile_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TwTileList, tw_tile_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tw_tile_list_model_init))

static void
tw_tile_list_finalize (GObject *object)
{
  tw_scene_unref (TW_TILE_LIST (object)->scene);
  G_OBJECT_CLASS (tw_tile_list_parent_class)->finalize (object);
}

static void
tw_tile_list_class_init (TwTileListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_tile_list_finalize;
}

static void
tw_tile_list_init (TwTileList *self)
{
}

/* --- the widget ---------------------------------------------------------------- */

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

/* Fills the list only when it is visible. */
static void
fill (TwTiles *self)
{
  g_autoptr (TwTileList) list = NULL;

  if (self->scene != NULL && self->scene->n_regions > 0
      && gtk_expander_get_expanded (self->expander)) {
    list = g_object_new (TW_TYPE_TILE_LIST, NULL);
    list->scene = tw_scene_ref (self->scene);
  }
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (list));
}

static void
tw_tiles_dispose (GObject *object)
{
  TwTiles *self = TW_TILES (object);

  g_clear_pointer (&self->scene, tw_scene_unref);
  G_OBJECT_CLASS (tw_tiles_parent_class)->dispose (object);
}

static void
tw_tiles_class_init (TwTilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tw_tiles_dispose;
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
