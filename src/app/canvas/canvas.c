/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.c - see canvas.h. */
#include "app/canvas/canvas.h"

#include <math.h>

#include "app/canvas/theme.h"
#include "app/part.h"

#define MARGIN      12.0 /* around a board that is scaled to fit, in pixels */
#define ZOOM_STEP   1.25
#define SCROLL_STEP 48.0 /* pixels per notch of the wheel */
#define REVEAL_US   600000

struct _TwCanvas {
  GtkWidget parent_instance;

  TwScene *scene;
  TwView view;
  gboolean fit;
  GskRenderNode *layer; /* the cached static layer of the visible area; NULL: it must be drawn */
  TwSceneFront front;

  double mouse_x; /* where in the window the mouse was last; NAN: it is not above the canvas */
  double mouse_y;
  double pointer_x; /* the position the mouse points at; NAN: none, or keys are in use */
  double pointer_y;
  double drag_x; /* offset of the current drag gesture */
  double drag_y;
  double pinch; /* scale factor of the current pinch gesture */
  char *hint;

  guint reveal_id;     /* 0: no animation is running */
  gint64 reveal_begin; /* frame time of its first frame; 0: no frame yet */
  gboolean waving;     /* it is a wave over the tiles that lie there, at this position, 0..1 */
  double wave;

  TwCanvasGhost ghost; /* these own their cells */
  TwCanvasGhost marks;
};

G_DEFINE_FINAL_TYPE (TwCanvas, tw_canvas, GTK_TYPE_WIDGET)

/* --- view ---------------------------------------------------------------- */

/* The static layer has changed. */
static void
redraw (TwCanvas *self)
{
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_hint (TwCanvas *self)
{
  g_autofree char *hint = NULL;
  int x = self->view.cursor_x, y = self->view.cursor_y;

  if (self->ghost.refusal != NULL)
    hint = g_strdup (self->ghost.refusal);
  else if (self->scene != NULL && x >= 0)
    hint = tw_scene_describe_cell (self->scene, x, y);
  if (hint == NULL)
    hint = g_strdup ("");
  if (g_strcmp0 (hint, self->hint) == 0)
    return;
  g_free (self->hint);
  self->hint = g_steal_pointer (&hint);
  tw_describe_widget (self, self->hint);
  g_signal_emit_by_name (self, "hint-changed");
}

/* Sets the cell that the mouse or the keys point at; -1: none. */
static void
set_cursor (TwCanvas *self, int x, int y)
{
  self->view.cursor_x = x;
  self->view.cursor_y = y;
  self->view.hover = self->scene != NULL ? tw_scene_region_at (self->scene, x, y)
                                         : TW_SCENE_NO_REGION;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_hint (self);
  g_signal_emit_by_name (self, "cursor-changed");
}

static void
follow_pointer (TwCanvas *self)
{
  int x = -1, y = -1;

  if (isnan (self->pointer_x))
    return;
  if (self->scene == NULL
      || !tw_view_cell_at (&self->view, self->scene, self->pointer_x, self->pointer_y, &x, &y))
    x = y = -1;
  if (x != self->view.cursor_x || y != self->view.cursor_y)
    set_cursor (self, x, y);
}

/* Called after every change of scale, origin or size. */
static void
view_changed (TwCanvas *self)
{
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  follow_pointer (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
do_fit (TwCanvas *self)
{
  cairo_rectangle_t visible = self->view.visible;

  if (self->scene == NULL || visible.width < 1 || visible.height < 1)
    return;
  tw_view_fit (&self->view, self->scene, visible.width, visible.height, MARGIN);
  view_changed (self);
}

static void
zoom_at (TwCanvas *self, double factor, double x, double y)
{
  if (self->scene == NULL)
    return;
  self->fit = FALSE;
  tw_view_zoom (&self->view, factor, x, y);
  tw_view_clamp (&self->view, self->scene, MARGIN);
  view_changed (self);
}

static void
pan (TwCanvas *self, double dx, double dy)
{
  double x = self->view.x, y = self->view.y;

  if (self->scene == NULL)
    return;
  self->view.x += dx;
  self->view.y += dy;
  tw_view_clamp (&self->view, self->scene, MARGIN);
  if (self->view.x == x && self->view.y == y)
    return;
  self->fit = FALSE;
  view_changed (self);
}

/* Pans by the smallest distance that makes these cells visible. */
static void
show_area (TwCanvas *self, int x, int y, int width, int height)
{
  cairo_rectangle_t area = tw_view_cell_area (&self->view, x, y, width, height);
  double dx = 0, dy = 0;

  if (area.x < 0)
    dx = MARGIN - area.x;
  else if (area.x + area.width > self->view.visible.width)
    dx = self->view.visible.width - MARGIN - area.x - area.width;
  if (area.y < 0)
    dy = MARGIN - area.y;
  else if (area.y + area.height > self->view.visible.height)
    dy = self->view.visible.height - MARGIN - area.y - area.height;
  if (dx != 0 || dy != 0)
    pan (self, dx, dy);
}

/* --- controllers --------------------------------------------------------- */

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, TwCanvas *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (motion));
  double mouse_x = x, mouse_y = y;

  /* GTK repeats the motion event of a resting mouse after every change below it, also when the canvas
   * moves. Such an event must not take the cursor from the keys. */
  if (event != NULL)
    gdk_event_get_position (event, &mouse_x, &mouse_y);
  if (isnan (self->pointer_x) && mouse_x == self->mouse_x && mouse_y == self->mouse_y)
    return;
  self->mouse_x = mouse_x;
  self->mouse_y = mouse_y;
  tw_canvas_point_at (self, x, y);
}

static void
leave_cb (GtkEventControllerMotion *motion, TwCanvas *self)
{
  if (isnan (self->pointer_x)) /* the keys have the cursor; a menu may be opening */
    return;
  self->mouse_x = self->mouse_y = NAN;
  self->pointer_x = self->pointer_y = NAN;
  set_cursor (self, -1, -1);
}

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, TwCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (
    GTK_EVENT_CONTROLLER (scroll));
  gboolean wheel = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_WHEEL;

  if (self->scene == NULL)
    return GDK_EVENT_PROPAGATE;
  /* A wheel zooms and a two-finger scroll pans; Ctrl makes both zoom, Shift makes both pan. */
  if ((state & GDK_CONTROL_MASK) != 0 || (wheel && (state & GDK_SHIFT_MASK) == 0 && dx == 0)) {
    double x = self->pointer_x, y = self->pointer_y;
    if (isnan (x)) {
      x = self->view.visible.width / 2;
      y = self->view.visible.height / 2;
    }
    zoom_at (self, pow (ZOOM_STEP, wheel ? -dy : -dy / SCROLL_STEP), x, y);
  } else {
    double step = wheel ? SCROLL_STEP : 1.0;
    if (wheel && dx == 0) {
      dx = dy;
      dy = 0;
    }
    pan (self, -dx * step, -dy * step);
  }
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, TwCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));

  if (button > GDK_BUTTON_MIDDLE) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_x = self->drag_y = 0;
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, TwCanvas *self)
{
  if (self->drag_x == 0 && self->drag_y == 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  pan (self, dx - self->drag_x, dy - self->drag_y);
  self->drag_x = dx;
  self->drag_y = dy;
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, TwCanvas *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, TwCanvas *self)
{
  self->pinch = 1.0;
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, TwCanvas *self)
{
  double x = self->view.visible.width / 2, y = self->view.visible.height / 2;

  if (gtk_gesture_is_active (GTK_GESTURE (gesture)))
    gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  zoom_at (self, scale / self->pinch, x, y);
  self->pinch = scale;
}

/* The keys that move the cell cursor by (dx, dy) cells, clamped to the board. */
static gboolean
move_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  TwCanvas *self = TW_CANVAS (widget);
  int dx, dy, x = 0, y = 0;

  if (self->scene == NULL)
    return GDK_EVENT_PROPAGATE;
  g_variant_get (args, "(ii)", &dx, &dy);
  if (self->view.cursor_x >= 0) {
    x = CLAMP (self->view.cursor_x + dx, 0, self->scene->width - 1);
    y = CLAMP (self->view.cursor_y + dy, 0, self->scene->height - 1);
  }
  self->pointer_x = self->pointer_y = NAN; /* until the mouse moves */
  set_cursor (self, x, y);
  show_area (self, x, y, 1, 1);
  return GDK_EVENT_STOP;
}

static gboolean
clear_cursor_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  TwCanvas *self = TW_CANVAS (widget);

  if (self->view.cursor_x < 0)
    return GDK_EVENT_PROPAGATE;
  set_cursor (self, -1, -1);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_key_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  int step = g_variant_get_int32 (args);

  if (step == 0)
    tw_canvas_fit (TW_CANVAS (widget));
  else
    tw_canvas_zoom (TW_CANVAS (widget), step > 0 ? ZOOM_STEP : 1.0 / ZOOM_STEP);
  return GDK_EVENT_STOP;
}

/* --- widget -------------------------------------------------------------- */

static void
update_theme (TwCanvas *self)
{
  TwTheme theme = tw_theme_of_widget (GTK_WIDGET (self));

  if (theme == self->view.theme)
    return;
  self->view.theme = theme;
  redraw (self);
}

static void
tw_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tw_canvas_parent_class)->css_changed (widget, change);
  update_theme (TW_CANVAS (widget));
}

static void
tw_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 560 : 480;
}

static void
tw_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TwCanvas *self = TW_CANVAS (widget);
  cairo_rectangle_t *visible = &self->view.visible;

  if (visible->width == width && visible->height == height)
    return;
  /* The centre of the visible area keeps its position. */
  self->view.x += (width - visible->width) / 2;
  self->view.y += (height - visible->height) / 2;
  visible->width = width;
  visible->height = height;
  self->view.pixel_ratio = gtk_widget_get_scale_factor (widget);
  if (self->scene == NULL)
    return;
  if (self->fit) {
    do_fit (self);
  } else {
    tw_view_clamp (&self->view, self->scene, MARGIN);
    view_changed (self);
  }
}

GdkTexture *
tw_canvas_texture_from_surface (cairo_surface_t *surface)
{
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy (surface);
    return NULL;
  }

  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
    cairo_image_surface_get_data (surface), stride * (gsize) height,
    (GDestroyNotify) cairo_surface_destroy, surface);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* The GPU renderers upload a texture only once if it stays the same object. The cairo renderer
 * converts textures pixel by pixel in every frame, so it gets a cairo node. */
static GskRenderNode *
render_layer (TwCanvas *self)
{
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (GTK_WIDGET (self)));
  cairo_surface_t *surface = tw_painter_render_static (self->scene, &self->view);
  GskRenderNode *node;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy (surface);
    return NULL;
  }
  /* The surface has whole pixels and may therefore be slightly larger than the widget. */
  double ratio = self->view.pixel_ratio;
  graphene_rect_t area = GRAPHENE_RECT_INIT (
    0, 0, (float) (cairo_image_surface_get_width (surface) / ratio),
    (float) (cairo_image_surface_get_height (surface) / ratio));
  if (GSK_IS_CAIRO_RENDERER (renderer)) {
    node = gsk_cairo_node_new (&area);
    cairo_t *cr = gsk_cairo_node_get_draw_context (node);
    cairo_set_source_surface (cr, surface, 0, 0);
    cairo_paint (cr);
    cairo_destroy (cr);
    cairo_surface_destroy (surface);
  } else {
    g_autoptr (GdkTexture) texture = tw_canvas_texture_from_surface (surface);
    node = gsk_texture_node_new (texture, &area);
  }
  return node;
}

static void
tw_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TwCanvas *self = TW_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double ratio = gtk_widget_get_scale_factor (widget);

  if (self->scene == NULL || width < 1 || height < 1)
    return;
  if (self->view.pixel_ratio != ratio) {
    self->view.pixel_ratio = ratio;
    g_clear_pointer (&self->layer, gsk_render_node_unref);
  }
  if (self->layer == NULL)
    self->layer = render_layer (self);
  if (self->layer != NULL)
    gtk_snapshot_append_node (snapshot, self->layer);

  cairo_t *cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (self->waving)
    tw_overlay_draw_wave (cr, &self->view, self->scene, self->wave);
  tw_painter_ring_cells (cr, &self->view, self->marks.x, self->marks.y, self->marks.n_cells);
  TwView view = self->view;
  if (self->ghost.n_cells > 0 && !self->ghost.paint) /* it stands for the cursor */
    view.cursor_x = -1;
  tw_painter_draw_overlay (cr, self->scene, &view);
  if (self->ghost.n_cells > 0)
    tw_overlay_draw_ghost (cr, &self->view, &self->ghost);
  cairo_destroy (cr);
}

static void
tw_canvas_finalize (GObject *object)
{
  TwCanvas *self = TW_CANVAS (object);
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  g_clear_pointer (&self->scene, tw_scene_unref);
  g_free (self->hint);
  tw_overlay_copy_cells (&self->ghost, NULL);
  tw_overlay_copy_cells (&self->marks, NULL);
  G_OBJECT_CLASS (tw_canvas_parent_class)->finalize (object);
}

static void
bind_move (GtkWidgetClass *widget_class, guint key, guint keypad, GdkModifierType modifiers, int dx,
           int dy)
{
  gtk_widget_class_add_binding (widget_class, key, modifiers, move_cb, "(ii)", dx, dy);
  gtk_widget_class_add_binding (widget_class, keypad, modifiers, move_cb, "(ii)", dx, dy);
}

static void
tw_canvas_class_init (TwCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const int far = TW_BOARD_MAX_SIDE;

  object_class->finalize = tw_canvas_finalize;
  widget_class->css_changed = tw_canvas_css_changed;
  widget_class->measure = tw_canvas_measure;
  widget_class->size_allocate = tw_canvas_size_allocate;
  widget_class->snapshot = tw_canvas_snapshot;

  tw_class_add_signal (klass, "cursor-changed", 0);
  tw_class_add_signal (klass, "hint-changed", 0);

  bind_move (widget_class, GDK_KEY_Left, GDK_KEY_KP_Left, 0, -1, 0);
  bind_move (widget_class, GDK_KEY_Right, GDK_KEY_KP_Right, 0, 1, 0);
  bind_move (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, 0, 0, -1);
  bind_move (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, 0, 0, 1);
  bind_move (widget_class, GDK_KEY_Home, GDK_KEY_KP_Home, 0, -far, 0);
  bind_move (widget_class, GDK_KEY_End, GDK_KEY_KP_End, 0, far, 0);
  bind_move (widget_class, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, 0, -far);
  bind_move (widget_class, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, 0, far);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_cursor_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_plus, 0, zoom_key_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_equal, 0, zoom_key_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Add, 0, zoom_key_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_minus, 0, zoom_key_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Subtract, 0, zoom_key_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_0, 0, zoom_key_cb, "i", 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0, 0, zoom_key_cb, "i", 0);

  tw_class_set_template (klass, "canvas");
  TW_BIND_CALLBACKS (klass, motion_cb, leave_cb, scroll_cb, drag_begin_cb, drag_update_cb,
                     drag_end_cb, pinch_begin_cb, pinch_cb);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tw_canvas_init (TwCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_init_template (widget);
  tw_view_init (&self->view);
  self->view.visible = (cairo_rectangle_t){ 0 };
  self->view.hover = self->view.selected = TW_SCENE_NO_REGION;
  self->view.cursor_x = self->view.cursor_y = -1;
  self->fit = TRUE;
  self->mouse_x = self->mouse_y = NAN;
  self->pointer_x = self->pointer_y = NAN;
  self->hint = g_strdup ("");

  tw_theme_watch (widget, G_CALLBACK (update_theme));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
}

/* --- the animation: regions appear one after the other, or a wave crosses them ------ */

void
tw_canvas_end_reveal (TwCanvas *self)
{
  if (self->reveal_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->reveal_id);
  self->reveal_id = 0;
  if (!self->waving && self->view.reveal >= 1.0)
    return;
  self->waving = FALSE;
  self->view.reveal = 1.0;
  redraw (self);
}

static gboolean
reveal_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TwCanvas *self = TW_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->reveal_begin == 0)
    self->reveal_begin = now;
  double share = (double) (now - self->reveal_begin) / REVEAL_US;
  if (share >= 1.0) {
    self->reveal_id = 0; /* returning G_SOURCE_REMOVE removes it */
    tw_canvas_end_reveal (self);
    return G_SOURCE_REMOVE;
  }
  if (self->waving) {
    self->wave = share;
    gtk_widget_queue_draw (widget);
  } else {
    self->view.reveal = share * (2.0 - share); /* ease out: fast at first, slow at the end */
    redraw (self);
  }
  return G_SOURCE_CONTINUE;
}

void
tw_canvas_animate (TwCanvas *self, gboolean wave)
{
  gboolean enabled;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled,
                NULL);
  tw_canvas_end_reveal (self);
  if (!enabled || self->scene == NULL || self->scene->n_regions == 0
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->waving = wave;
  self->wave = 0.0;
  if (!wave)
    self->view.reveal = 0.0;
  self->reveal_begin = 0;
  self->reveal_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
  g_clear_pointer (&self->layer, gsk_render_node_unref);
}

gboolean
tw_canvas_is_waving (TwCanvas *self)
{
  return self->waving;
}

/* --- public functions ---------------------------------------------------- */

void
tw_canvas_set_paint_flags (TwCanvas *self, TwPaintFlags flags)
{
  const TwPaintFlags mine = TW_PAINT_LABELS | TW_PAINT_PATTERNS | TW_PAINT_GRID;

  self->view.flags = (self->view.flags & ~mine) | (flags & mine);
  update_theme (self);
  redraw (self);
}

void
tw_canvas_select_region (TwCanvas *self, int32_t region)
{
  if (self->scene == NULL || region < 0 || (size_t) region >= self->scene->n_regions)
    region = TW_SCENE_NO_REGION;
  self->view.selected = region;
  if (region != TW_SCENE_NO_REGION) {
    const TwRegion *r = &self->scene->regions[region];
    show_area (self, r->x, r->y, r->width, r->height);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tw_canvas_set_scene (TwCanvas *self, TwScene *scene)
{
  if (scene == self->scene)
    return;
  gboolean same_size = scene != NULL && self->scene != NULL && scene->width == self->scene->width
                       && scene->height == self->scene->height;
  if (scene != NULL)
    tw_scene_ref (scene);
  g_clear_pointer (&self->scene, tw_scene_unref);
  self->scene = scene;
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  if (self->view.selected >= 0) /* region indices are specific to a scene */
    self->view.selected = TW_SCENE_NO_REGION;
  if (same_size) {
    set_cursor (self, self->view.cursor_x, self->view.cursor_y);
    return;
  }
  tw_canvas_end_reveal (self);
  tw_canvas_set_front (self, NULL);
  set_cursor (self, -1, -1);
  tw_canvas_fit (self);
}

TwScene *
tw_canvas_get_scene (TwCanvas *self)
{
  return self->scene;
}

static gboolean
same_front (const TwSceneFront *a, const TwSceneFront *b)
{
  if (a->n_lines != b->n_lines)
    return FALSE;
  return a->n_lines == 0
         || (a->columns == b->columns && a->from_far == b->from_far && a->length == b->length
             && memcmp (a->extent, b->extent, (size_t) a->n_lines * sizeof a->extent[0]) == 0);
}

void
tw_canvas_set_front (TwCanvas *self, const TwFront *front)
{
  TwSceneFront before = self->front;
  self->front.n_lines = 0;
  if (front != NULL && self->scene != NULL
      && !tw_scene_front_init (&self->front, front, self->scene->width, self->scene->height))
    self->front.n_lines = 0;
  self->view.front = self->front.n_lines > 0 ? &self->front : NULL;
  if (!same_front (&before, &self->front))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tw_canvas_set_ghost (TwCanvas *self, const TwCanvasGhost *ghost)
{
  tw_overlay_copy_cells (&self->ghost, ghost);
  update_hint (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tw_canvas_set_marks (TwCanvas *self, const TwCanvasGhost *marks)
{
  tw_overlay_copy_cells (&self->marks, marks);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

int
tw_canvas_get_n_marks (TwCanvas *self)
{
  return self->marks.n_cells;
}

void
tw_canvas_point_at_cell (TwCanvas *self, int x, int y)
{
  self->pointer_x = self->pointer_y = NAN;
  set_cursor (self, x, y);
}

void
tw_canvas_point_at (TwCanvas *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  follow_pointer (self);
}

void
tw_canvas_fit (TwCanvas *self)
{
  self->fit = TRUE;
  do_fit (self);
}

void
tw_canvas_zoom (TwCanvas *self, double factor)
{
  zoom_at (self, factor, self->view.visible.width / 2, self->view.visible.height / 2);
}

const char *
tw_canvas_get_hint (TwCanvas *self)
{
  return self->hint;
}

const TwView *
tw_canvas_get_view (TwCanvas *self)
{
  return &self->view;
}
