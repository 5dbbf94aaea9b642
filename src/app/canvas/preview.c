/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preview.c - see preview.h. */
#include "app/canvas/preview.h"

#include "app/canvas/canvas.h"
#include "app/canvas/theme.h"
#include "draw/picture.h"
#include "puzzle/kind.h"
#include "puzzle/tasks.h"

#define KEPT "tw-preview"

/* The input and the output of a drawing task. The worker's copy has no texture. */
typedef struct {
  TwPuzzle *puzzle;
  TwResult *result; /* NULL: the puzzle alone */
  int size;         /* device pixels */
  TwTheme theme;
  GdkTexture *texture;
} Picture;

struct _TwPreview {
  GtkWidget parent_instance;

  GtkWidget *picture;
  TwEntry *entry;
  GCancellable *drawing; /* NULL: nothing is being drawn */
};

G_DEFINE_FINAL_TYPE (TwPreview, tw_preview, GTK_TYPE_WIDGET)

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  tw_puzzle_unref (picture->puzzle);
  g_clear_pointer (&picture->result, tw_result_unref);
  g_clear_object (&picture->texture);
  g_free (picture);
}

static Picture *
picture_new (TwPreview *self, TwEntry *entry)
{
  Picture *picture = g_new0 (Picture, 1);
  TwResult *result = tw_entry_get_result (entry);

  if (tw_result_count (result) < 0)
    result = tw_entry_get_old (entry);
  picture->puzzle = tw_puzzle_ref (tw_entry_get_puzzle (entry));
  picture->result = tw_result_count (result) >= 0 ? tw_result_ref (result) : NULL;
  picture->size = TW_PREVIEW_SIZE * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  picture->theme = tw_theme_of_widget (GTK_WIDGET (self));
  return picture;
}

static gboolean
is_same (const Picture *a, const Picture *b)
{
  return a->puzzle == b->puzzle && a->result == b->result && a->size == b->size
         && a->theme == b->theme;
}

static void
draw_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Picture *picture = data;

  if (!g_cancellable_is_cancelled (cancellable)) {
    g_autoptr (TwScene) scene = tw_picture_scene (picture->puzzle, picture->result);
    cairo_surface_t *surface = tw_painter_thumbnail (scene, picture->size, picture->theme);

    if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
      picture->texture = tw_canvas_texture_from_surface (surface);
    else
      cairo_surface_destroy (surface);
  }
  g_task_return_boolean (task, TRUE);
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwPreview *self = TW_PREVIEW (source);
  TwEntry *entry = data;
  GTask *task = G_TASK (result);
  Picture *drawn = g_task_get_task_data (task);

  if (drawn->texture != NULL) {
    Picture *kept = g_new (Picture, 1);

    *kept = *drawn;
    tw_puzzle_ref (kept->puzzle);
    if (kept->result != NULL)
      tw_result_ref (kept->result);
    g_object_ref (kept->texture);
    g_object_set_data_full (G_OBJECT (entry), KEPT, kept, picture_free);
  }
  /* Another entry may be shown by now, or none. */
  if (self->drawing != NULL && g_task_get_cancellable (task) == self->drawing) {
    g_clear_object (&self->drawing);
    gtk_picture_set_paintable (GTK_PICTURE (self->picture), GDK_PAINTABLE (drawn->texture));
  }
  g_object_unref (entry);
}

static void
draw (TwPreview *self)
{
  Picture *picture, *kept;

  tw_cancel (&self->drawing);
  if (self->entry == NULL || tw_entry_get_puzzle (self->entry) == NULL
      || tw_puzzle_get_kind (tw_entry_get_puzzle (self->entry))->form == TW_FORM_OTHER) {
    gtk_picture_set_paintable (GTK_PICTURE (self->picture), NULL);
    return;
  }
  picture = picture_new (self, self->entry);
  kept = g_object_get_data (G_OBJECT (self->entry), KEPT);
  /* Show the old picture of this entry until the new one is drawn. */
  gtk_picture_set_paintable (GTK_PICTURE (self->picture),
                             kept != NULL ? GDK_PAINTABLE (kept->texture) : NULL);
  if (kept != NULL && is_same (kept, picture)) {
    picture_free (picture);
    return;
  }
  self->drawing = g_cancellable_new ();
  tw_task_run (draw_thread, picture, picture_free, self, self->drawing, drawn_cb,
               g_object_ref (self->entry));
}

static void
tw_preview_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tw_preview_parent_class)->css_changed (widget, change);
  draw (TW_PREVIEW (widget));
}

/* Always a square, so that the names in the list are aligned. */
static void
tw_preview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = TW_PREVIEW_SIZE;
}

static void
tw_preview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (TW_PREVIEW (widget)->picture, &(GtkAllocation){ 0, 0, width, height },
                            baseline);
}

static void
tw_preview_dispose (GObject *object)
{
  TwPreview *self = TW_PREVIEW (object);

  tw_cancel (&self->drawing);
  g_clear_object (&self->entry);
  g_clear_pointer (&self->picture, gtk_widget_unparent);
  G_OBJECT_CLASS (tw_preview_parent_class)->dispose (object);
}

static void
tw_preview_class_init (TwPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_preview_dispose;
  widget_class->css_changed = tw_preview_css_changed;
  widget_class->measure = tw_preview_measure;
  widget_class->size_allocate = tw_preview_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "preview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tw_preview_init (TwPreview *self)
{
  self->picture = g_object_new (GTK_TYPE_PICTURE, "accessible-role",
                                GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  tw_theme_watch (GTK_WIDGET (self), G_CALLBACK (draw));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (draw), NULL);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_picture_set_content_fit (GTK_PICTURE (self->picture), GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_parent (self->picture, GTK_WIDGET (self));
}

void
tw_preview_show (TwPreview *self, TwEntry *entry)
{
  g_set_object (&self->entry, entry);
  draw (self);
}

gboolean
tw_preview_is_drawn (TwPreview *self)
{
  return self->drawing == NULL && gtk_picture_get_paintable (GTK_PICTURE (self->picture)) != NULL;
}
