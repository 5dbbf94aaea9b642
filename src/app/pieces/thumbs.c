/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thumbs.c - see thumbs.h. */
#include "app/pieces/thumbs.h"

#include "app/canvas/canvas.h"
#include "app/canvas/theme.h"
#include "app/compat.h"

#define SIZE       56 /* logical pixels */
#define ROW_HEIGHT (SIZE + 36)
#define COLUMNS    4 /* as in thumbs.ui */
/* A grid of more pictures scrolls even after tw_thumbs_set_whole (). */
#define MOST_WHOLE 100

/* --- one picture ----------------------------------------------------------- */

#define TW_TYPE_THUMB (tw_thumb_get_type ())
G_DECLARE_FINAL_TYPE (TwThumb, tw_thumb, TW, THUMB, GObject)

struct _TwThumb {
  GObject parent_instance;

  guint position;
  GtkPicture *picture; /* of the cell that shows it; NULL: none */
  GdkTexture *texture; /* NULL: not drawn yet */
  TwTheme theme;       /* theme of the texture, or of the picture being drawn */
  int size;            /* its size in device pixels */
  gboolean asked;      /* a drawing request is queued or running */
  int wanted;          /* the picture is visible; atomic */
};

G_DEFINE_FINAL_TYPE (TwThumb, tw_thumb, G_TYPE_OBJECT)

static void
tw_thumb_finalize (GObject *object)
{
  g_clear_object (&TW_THUMB (object)->texture);
  G_OBJECT_CLASS (tw_thumb_parent_class)->finalize (object);
}

static void
tw_thumb_class_init (TwThumbClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_thumb_finalize;
}

static void
tw_thumb_init (TwThumb *self)
{
}

/* --- the list, which creates items on demand -------------------------------- */

#define TW_TYPE_THUMB_LIST (tw_thumb_list_get_type ())
G_DECLARE_FINAL_TYPE (TwThumbList, tw_thumb_list, TW, THUMB_LIST, GObject)

struct _TwThumbList {
  GObject parent_instance;
  guint n;
};

static GType
list_item_type (GListModel *model)
{
  return TW_TYPE_THUMB;
}

static guint
list_n_items (GListModel *model)
{
  return TW_THUMB_LIST (model)->n;
}

static gpointer
list_item (GListModel *model, guint position)
{
  TwThumb *thumb;

  if (position >= TW_THUMB_LIST (model)->n)
    return NULL;
  thumb = g_object_new (TW_TYPE_THUMB, NULL);
  thumb->position = position;
  return thumb;
}

static void
list_interface_init (GListModelInterface *interface)
{
  interface->get_item_type = list_item_type;
  interface->get_n_items = list_n_items;
  interface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TwThumbList, tw_thumb_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_interface_init))

static void
tw_thumb_list_class_init (TwThumbListClass *klass)
{
}

static void
tw_thumb_list_init (TwThumbList *self)
{
}

static void
list_resize (TwThumbList *self, guint n, gboolean anew)
{
  guint before = self->n;

  self->n = n;
  if (anew || n < before)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
  else if (n > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n - before);
}

/* --- the worker thread -------------------------------------------------------- */

struct _TwThumbs {
  TwPart parent_instance;

  GtkWidget *scroller;
  gboolean whole; /* as high as its rows */
  GtkGridView *grid;
  TwThumbList *list;
  GtkSingleSelection *selection;
  GThreadPool *pool;
  GPtrArray *bound; /* TwThumb, those bound to a cell */
  const TwThumbsSource *source;
  gpointer data;
  gboolean loading; /* the selection is being changed by code; ignore its signals */
  guint n_drawn;
};

G_DEFINE_FINAL_TYPE (TwThumbs, tw_thumbs, TW_TYPE_PART)

/* A drawing request. The worker owns it and returns it unchanged to the main thread, which drops
 * the references. */
typedef struct {
  GWeakRef thumbs;
  TwThumb *thumb;
  const TwThumbsSource *source;
  gpointer data;
  int size;
  TwTheme theme;
  GdkTexture *texture;
  gboolean skipped; /* the picture was out of view at its turn */
} Request;

static void ask_for (TwThumbs *self, TwThumb *thumb);

static void
request_free (gpointer pointer)
{
  Request *request = pointer;

  g_weak_ref_clear (&request->thumbs);
  g_object_unref (request->thumb);
  request->source->unref (request->data);
  g_clear_object (&request->texture);
  g_free (request);
}

static gboolean
drawn_cb (gpointer pointer)
{
  Request *request = pointer;
  TwThumb *thumb = request->thumb;
  g_autoptr (TwThumbs) self = g_weak_ref_get (&request->thumbs);

  thumb->asked = FALSE;
  if (request->texture != NULL && self != NULL) {
    self->n_drawn++;
    g_set_object (&thumb->texture, request->texture);
    if (thumb->picture != NULL)
      gtk_picture_set_paintable (thumb->picture, GDK_PAINTABLE (thumb->texture));
  }
  /* The picture became visible again meanwhile, or its look has changed. */
  if (self != NULL && g_atomic_int_get (&thumb->wanted)
      && (request->skipped || request->texture != NULL))
    ask_for (self, thumb);
  return G_SOURCE_REMOVE;
}

static void
draw_thread (gpointer pointer, gpointer unused)
{
  Request *request = pointer;

  if (g_atomic_int_get (&request->thumb->wanted)) {
    g_autoptr (TwScene) scene = request->source->scene (request->data, request->thumb->position);
    cairo_surface_t *surface = scene != NULL
                                 ? tw_painter_thumbnail (scene, request->size, request->theme)
                                 : NULL;

    if (surface != NULL && cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
      request->texture = tw_canvas_texture_from_surface (surface);
    else if (surface != NULL)
      cairo_surface_destroy (surface);
  } else {
    request->skipped = TRUE;
  }
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drawn_cb, request, request_free);
}

static void
ask_for (TwThumbs *self, TwThumb *thumb)
{
  int size = SIZE * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  TwTheme theme = tw_theme_of_widget (GTK_WIDGET (self));
  Request *request;

  g_atomic_int_set (&thumb->wanted, TRUE);
  if (thumb->asked || self->data == NULL
      || (thumb->texture != NULL && thumb->theme == theme && thumb->size == size))
    return;
  thumb->asked = TRUE;
  thumb->theme = theme;
  thumb->size = size;
  request = g_new0 (Request, 1);
  g_weak_ref_init (&request->thumbs, self);
  request->thumb = g_object_ref (thumb);
  request->source = self->source;
  request->data = self->source->ref (self->data);
  request->size = size;
  request->theme = theme;
  g_thread_pool_push (self->pool, request, NULL);
}

/* The old pictures stay until the new ones are drawn. */
static void
look_changed_cb (TwThumbs *self)
{
  for (guint i = 0; self->bound != NULL && i < self->bound->len; i++)
    ask_for (self, g_ptr_array_index (self->bound, i));
}

static void
tw_thumbs_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tw_thumbs_parent_class)->css_changed (widget, change);
  look_changed_cb (TW_THUMBS (widget));
}

/* --- cells ------------------------------------------------------------------------ */

static GdkContentProvider *
drag_prepare_cb (GtkDragSource *source, double x, double y, GtkListItem *item)
{
  GtkWidget *picture = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  TwThumbs *self = TW_THUMBS (gtk_widget_get_ancestor (picture, TW_TYPE_THUMBS));
  guint position = gtk_list_item_get_position (item);

  if (self == NULL || self->data == NULL || !self->source->draggable
      || position == GTK_INVALID_LIST_POSITION)
    return NULL;
  g_signal_emit_by_name (self, "dragged", position);
  return gdk_content_provider_new_typed (G_TYPE_UINT, position);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  /* The cell has the name. */
  GtkWidget *picture = g_object_new (GTK_TYPE_PICTURE, "accessible-role",
                                     GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *label = gtk_label_new (NULL);
  GtkDragSource *drag = gtk_drag_source_new ();

  gtk_widget_set_size_request (picture, SIZE, SIZE);
  gtk_picture_set_content_fit (GTK_PICTURE (picture), GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_halign (picture, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 8);
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), label);
  g_signal_connect (drag, "prepare", G_CALLBACK (drag_prepare_cb), item);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drag));
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  TwThumb *thumb = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *picture = gtk_widget_get_first_child (box);
  GtkWidget *label = gtk_widget_get_next_sibling (picture);

  if (self->data != NULL) {
    g_autofree char *caption = self->source->caption (self->data, thumb->position);
    g_autofree char *text = self->source->describe (self->data, thumb->position);

    gtk_label_set_text (GTK_LABEL (label), caption);
    gtk_widget_set_tooltip_text (box, text);
    gtk_picture_set_alternative_text (GTK_PICTURE (picture), text);
    tw_compat_name_list_item (item, text, "");
  }
  thumb->picture = GTK_PICTURE (picture);
  gtk_picture_set_paintable (thumb->picture, GDK_PAINTABLE (thumb->texture));
  g_ptr_array_add (self->bound, g_object_ref (thumb));
  ask_for (self, thumb);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TwThumbs *self)
{
  TwThumb *thumb = gtk_list_item_get_item (item);

  if (thumb != NULL) {
    thumb->picture = NULL;
    g_atomic_int_set (&thumb->wanted, FALSE);
    g_ptr_array_remove_fast (self->bound, thumb);
  }
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

static void
tw_thumbs_dispose (GObject *object)
{
  TwThumbs *self = TW_THUMBS (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->grid != NULL)
    gtk_grid_view_set_model (self->grid, NULL);
  self->grid = NULL;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->list);
  if (self->pool != NULL)
    g_thread_pool_free (self->pool, TRUE, FALSE);
  self->pool = NULL;
  if (self->data != NULL)
    self->source->unref (self->data);
  self->data = NULL;
  g_clear_pointer (&self->bound, g_ptr_array_unref);
  G_OBJECT_CLASS (tw_thumbs_parent_class)->dispose (object);
}

static void
tw_thumbs_class_init (TwThumbsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_thumbs_dispose;
  widget_class->css_changed = tw_thumbs_css_changed;
  tw_class_add_signal (klass, "picked", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "activated", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "dragged", 1, G_TYPE_UINT);
  tw_class_set_template (klass, "thumbs");
  TW_BIND_CHILDREN (klass, TwThumbs, scroller, grid, selection);
  TW_BIND_CALLBACKS (klass, setup_cb, bind_cb, unbind_cb, selected_cb, activated_cb,
                     look_changed_cb);
  gtk_widget_class_set_css_name (widget_class, "thumbs");
}

static void
tw_thumbs_init (TwThumbs *self)
{
  self->pool = g_thread_pool_new_full (draw_thread, NULL, request_free, 1, FALSE, NULL);
  self->bound = g_ptr_array_new_with_free_func (g_object_unref);
  self->list = g_object_new (TW_TYPE_THUMB_LIST, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->list));
  tw_theme_watch (GTK_WIDGET (self), G_CALLBACK (look_changed_cb));
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
  set_height (self, self->list->n);
}

void
tw_thumbs_show (TwThumbs *self, const TwThumbsSource *source, gpointer data, guint n)
{
  gboolean anew;

  anew = data != self->data;
  self->loading = TRUE;
  if (anew) {
    gpointer before = self->data;
    const TwThumbsSource *source_before = self->source;

    list_resize (self->list, 0, TRUE);
    self->data = data != NULL ? source->ref (data) : NULL;
    self->source = source;
    if (before != NULL)
      source_before->unref (before);
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  }
  if (n != self->list->n) {
    list_resize (self->list, n, FALSE);
    set_height (self, n);
  }
  self->loading = FALSE;
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

guint
tw_thumbs_get_n_drawn (TwThumbs *self)
{
  return self->n_drawn;
}
