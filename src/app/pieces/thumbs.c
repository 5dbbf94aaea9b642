/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thumbs.c - see thumbs.h. */
#include "app/pieces/thumbs.h"

#include "app/compat.h"
#include "app/text-list.h"

#define ROW_HEIGHT 92  /* of the cells of thumbs-cell.ui, in logical pixels */
#define SPENT      0.4 /* opacity of what is used up */
#define COLUMNS    4   /* as in thumbs.ui */
/* A grid of more pictures scrolls even after tw_thumbs_set_whole (). */
#define MOST_WHOLE 100

struct _TwThumbs {
  TwPart parent_instance;

  GtkWidget *scroller;
  gboolean whole; /* as high as its rows */
  GtkGridView *grid;
  TwTextList *list; /* the captions */
  GtkSingleSelection *selection;
  const TwThumbsSource *source;
  gpointer data;
  graphene_point_t start; /* of the drag, in the window */
  gboolean dragging;
  gboolean loading; /* the selection is being changed by code; ignore its signals */
};

G_DEFINE_FINAL_TYPE (TwThumbs, tw_thumbs, TW_TYPE_PART)

/* --- cells ------------------------------------------------------------------------ */

static TwThumbs *
grid_of (GtkGestureDrag *drag)
{
  GtkWidget *cell = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (drag));

  return TW_THUMBS (gtk_widget_get_ancestor (cell, TW_TYPE_THUMBS));
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, GtkListItem *item)
{
  TwThumbs *self = grid_of (drag);
  GtkWidget *cell = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (drag));

  self->dragging = FALSE;
  if (!gtk_widget_compute_point (cell, GTK_WIDGET (gtk_widget_get_root (cell)),
                                 &GRAPHENE_POINT_INIT ((float) x, (float) y), &self->start))
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, GtkListItem *item)
{
  TwThumbs *self = grid_of (drag);

  if (self->data == NULL || !self->source->draggable)
    return;
  if (!self->dragging) {
    if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy))
      return;
    self->dragging = TRUE;
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
    g_signal_emit_by_name (self, "dragged", gtk_list_item_get_position (item));
  }
  g_signal_emit_by_name (self, "moved", self->start.x + dx, self->start.y + dy);
}

static void
end_drag (TwThumbs *self, gboolean dropped)
{
  if (self != NULL && self->dragging)
    g_signal_emit_by_name (self, "dropped", dropped);
  if (self != NULL)
    self->dragging = FALSE;
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, GtkListItem *item)
{
  end_drag (grid_of (drag), TRUE);
}

static void
drag_cancel_cb (GtkGestureDrag *drag, GdkEventSequence *sequence, GtkListItem *item)
{
  end_drag (grid_of (drag), FALSE);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  g_autoptr (GtkBuilder) builder = tw_builder_new ("thumbs-cell");
  GObject *drag = tw_builder_get (builder, "drag");

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), item);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), item);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), item);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), item);
  gtk_list_item_set_child (item, tw_builder_get (builder, "cell"));
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *preview = gtk_widget_get_first_child (box);
  guint position = gtk_list_item_get_position (item);
  g_autofree char *text = self->source->describe (self->data, position);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (preview)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
  gtk_widget_set_tooltip_text (box, text);
  gtk_widget_set_opacity (
    box, self->source->spent != NULL && self->source->spent (self->data, position) ? SPENT : 1.0);
  tw_compat_name_list_item (item, text, "");
  tw_preview_show (TW_PREVIEW (preview), &self->source->picture, self->data, position, NULL);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  GtkWidget *box = gtk_list_item_get_child (item);

  tw_preview_show (TW_PREVIEW (gtk_widget_get_first_child (box)), NULL, NULL, 0, NULL);
}

/* --- widget ----------------------------------------------------------------------- */

static void
selected_cb (TwThumbs *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (!self->loading && position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "picked", position);
}

static void
activated_cb (TwThumbs *self, guint position)
{
  g_signal_emit_by_name (self, "activated", position);
}

/* Empties the grid. */
static void
forget (TwThumbs *self)
{
  gtk_single_selection_set_model (self->selection, NULL);
  g_clear_object (&self->list);
  if (self->data != NULL)
    self->source->picture.unref (self->data);
  self->data = NULL;
}

static void
tw_thumbs_class_init (TwThumbsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, forget);
  tw_class_add_signal (klass, "picked", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "activated", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "dragged", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "moved", 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  tw_class_add_signal (klass, "dropped", 1, G_TYPE_BOOLEAN);
  g_type_ensure (TW_TYPE_PREVIEW);
  tw_class_set_template (klass, "thumbs");
  TW_BIND_CHILDREN (klass, TwThumbs, scroller, grid, selection);
  TW_BIND_CALLBACKS (klass, setup_cb, bind_cb, unbind_cb, selected_cb, activated_cb);
  gtk_widget_class_set_css_name (widget_class, "thumbs");
}

static void
tw_thumbs_init (TwThumbs *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* --- public functions -------------------------------------------------------------- */

void
tw_thumbs_set_title (TwThumbs *self, const char *name, const char *title)
{
  gtk_widget_set_name (GTK_WIDGET (self->grid), name);
  tw_name_widget (self->grid, title);
}

/* A height of two and a half rows hints that the grid scrolls. */
static void
set_height (TwThumbs *self, guint n)
{
  double rows = (n + COLUMNS - 1) / COLUMNS;

  if (!self->whole || n > MOST_WHOLE)
    rows = MIN (rows, 2.5);

  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              (int) (MAX (rows, 1) * ROW_HEIGHT));
}

void
tw_thumbs_set_whole (TwThumbs *self, gboolean whole)
{
  self->whole = whole;
}

void
tw_thumbs_show (TwThumbs *self, const TwThumbsSource *source, gpointer data, guint n)
{
  self->loading = TRUE;
  if (data != self->data) {
    forget (self);
    self->source = source;
    self->data = data != NULL ? source->picture.ref (data) : NULL;
    if (data != NULL) {
      self->list = tw_text_list_new (source->caption, source->picture.ref (data),
                                     source->picture.unref);
      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->list));
      gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
    }
  }
  if (self->list != NULL)
    tw_text_list_set_n (self->list, n);
  set_height (self, n);
  self->loading = FALSE;
}

gpointer
tw_thumbs_get_data (TwThumbs *self)
{
  return self->data;
}

void
tw_thumbs_select (TwThumbs *self, guint position)
{
  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  self->loading = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->loading = FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (self->grid), "list.scroll-to-item", "u", position);
}
