/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preview.c - see preview.h. */
#include "app/canvas/preview.h"

#include "app/canvas/canvas.h"
#include "app/canvas/theme.h"
#include "draw/picture.h"
#include "puzzle/tasks.h"

#define KEPT "tw-preview"

/* What is drawn. */
typedef struct {
  const TwPreviewSource *source;
  gpointer data; /* NULL: nothing */
  guint position;
  int size; /* device pixels; 0: the picture is neither drawn nor being drawn */
  TwTheme theme;
} Subject;

struct _TwPreview {
  TwPart parent_instance;

  GtkPicture *picture;
  Subject subject;
  GObject *keeper;
  GCancellable *drawing; /* NULL: nothing is being drawn */
};

/* A drawing request, and a picture that is kept. The worker returns it to the main thread, which drops
 * the references. */
typedef struct {
  Subject subject;
  GWeakRef preview;
  GObject *keeper;
  GCancellable *cancellable;
  GdkTexture *texture; /* NULL: it is not drawn yet, or cannot be drawn */
} Request;

G_DEFINE_FINAL_TYPE (TwPreview, tw_preview, TW_TYPE_PART)

static gboolean
is_same (const Subject *a, const Subject *b)
{
  return a->source == b->source && a->data == b->data && a->position == b->position;
}

static void
clear_data (Subject *subject)
{
  if (subject->data != NULL)
    subject->source->unref (subject->data);
  subject->data = NULL;
}

static void
request_free (gpointer pointer)
{
  Request *request = pointer;

  clear_data (&request->subject);
  g_weak_ref_clear (&request->preview);
  TW_DROP (request, (keeper, g_object_unref), (cancellable, g_object_unref),
           (texture, g_object_unref));
  g_free (request);
}

static gboolean
drawn_cb (gpointer pointer)
{
  Request *request = pointer;
  GObject *keeper = g_steal_pointer (&request->keeper);
  g_autoptr (TwPreview) self = g_weak_ref_get (&request->preview);

  /* Another picture may be shown by now, or none. */
  if (self != NULL && self->drawing == request->cancellable) {
    g_clear_object (&self->drawing);
    gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (request->texture));
  }
  if (keeper != NULL && request->texture != NULL)
    g_object_set_data_full (keeper, KEPT, request, request_free);
  else
    request_free (request);
  g_clear_object (&keeper);
  return G_SOURCE_REMOVE;
}

static GdkTexture *
make_texture (const Request *request)
{
  const Subject *subject = &request->subject;
  g_autoptr (TwScene) scene = NULL;

  if (subject->source->draw != NULL)
    return subject->source->draw (subject->data, subject->position, subject->size, subject->theme,
                                  request->cancellable);
  scene = subject->source->scene (subject->data, subject->position);
  return scene != NULL ? tw_canvas_texture_from_surface (
           tw_painter_thumbnail (scene, subject->size, subject->theme))
                       : NULL;
}

static void
draw_thread (gpointer pointer, gpointer unused)
{
  Request *request = pointer;

  if (!g_cancellable_is_cancelled (request->cancellable))
    request->texture = make_texture (request);
  g_idle_add (drawn_cb, request);
}

/* Draws the picture unless it has this size and theme already. The old one stays until then. */
static void
draw (TwPreview *self)
{
  /* Pools of one thread, so that the pictures appear in order. The second is for pictures of files,
   * which may hang; scenes do not wait for them. */
  static GThreadPool *pools[2];
  GThreadPool **pool;
  int side, size;
  TwTheme theme;
  Request *request;

  if (self->subject.data == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  theme = tw_theme_of_widget (GTK_WIDGET (self));
  gtk_widget_get_size_request (GTK_WIDGET (self), &side, NULL);
  size = side * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  if (self->subject.size == size && self->subject.theme == theme)
    return;
  tw_cancel (&self->drawing);
  self->subject.size = size;
  self->subject.theme = theme;
  if (self->subject.source->find != NULL) {
    g_autoptr (GdkTexture)
      found = self->subject.source->find (self->subject.data, self->subject.position, size, theme);

    if (found != NULL) {
      gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (found));
      return;
    }
  }
  pool = &pools[self->subject.source->draw != NULL];
  if (*pool == NULL)
    *pool = g_thread_pool_new (draw_thread, NULL, 1, FALSE, NULL);
  self->drawing = g_cancellable_new ();
  request = g_new0 (Request, 1);
  request->subject = self->subject;
  request->subject.data = self->subject.source->ref (self->subject.data);
  g_weak_ref_init (&request->preview, self);
  g_set_object (&request->keeper, self->keeper);
  request->cancellable = g_object_ref (self->drawing);
  g_thread_pool_push (*pool, request, NULL);
}

static void
stop (TwPreview *self)
{
  if (self->drawing != NULL)
    self->subject.size = 0;
  tw_cancel (&self->drawing);
}

static void
forget (TwPreview *self)
{
  stop (self);
  clear_data (&self->subject);
}

void
tw_preview_show (TwPreview *self, const TwPreviewSource *source, gpointer data, guint position,
                 GObject *keeper)
{
  const Subject wanted = { .source = source, .data = data, .position = position };
  const Request *kept = keeper != NULL ? g_object_get_data (keeper, KEPT) : NULL;

  if (is_same (&self->subject, &wanted) && self->keeper == keeper)
    return;
  forget (self);
  self->subject = wanted;
  if (data != NULL)
    self->subject.data = source->ref (data);
  g_set_object (&self->keeper, keeper);
  gtk_picture_set_paintable (self->picture, kept != NULL ? GDK_PAINTABLE (kept->texture) : NULL);
  if (kept != NULL && is_same (&kept->subject, &wanted)) {
    self->subject.size = kept->subject.size;
    self->subject.theme = kept->subject.theme;
  }
  draw (self);
}

gboolean
tw_preview_is_busy (TwPreview *self)
{
  return self->drawing != NULL;
}

static TwScene *
scene_of_puzzle (gpointer puzzle, guint position)
{
  return tw_picture_scene (puzzle, NULL);
}

const TwPreviewSource tw_preview_puzzles = {
  .ref = (GBoxedCopyFunc) tw_puzzle_ref,
  .unref = (GDestroyNotify) tw_puzzle_unref,
  .scene = scene_of_puzzle,
};

/* --- the widget ------------------------------------------------------------------------- */

static void
tw_preview_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tw_preview_parent_class)->css_changed (widget, change);
  draw (TW_PREVIEW (widget));
}

static void
tw_preview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TW_PREVIEW (widget)->picture),
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
}

static void
tw_preview_class_init (TwPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, forget);
  TW_OWN (klass, TwPreview, keeper, g_object_unref);
  widget_class->css_changed = tw_preview_css_changed;
  widget_class->size_allocate = tw_preview_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "preview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tw_preview_init (TwPreview *self)
{
  self->picture = g_object_new (GTK_TYPE_PICTURE, "accessible-role",
                                GTK_ACCESSIBLE_ROLE_PRESENTATION, "content-fit",
                                GTK_CONTENT_FIT_SCALE_DOWN, NULL);
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (GTK_WIDGET (self->picture), GTK_WIDGET (self));
  tw_theme_watch (GTK_WIDGET (self), G_CALLBACK (draw));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (draw), NULL);
  g_signal_connect (self, "map", G_CALLBACK (draw), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (stop), NULL);
}
