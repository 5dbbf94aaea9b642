/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export-dialog.c - see export-dialog.h. */
#include "app/dialogs/export-dialog.h"

#include "app/canvas/canvas.h"
#include "app/choose.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

#define PREVIEW_SIDE 280.0

struct _TwExportDialog {
  GtkWindow parent_instance;

  GtkPicture *preview;
  GtkLabel *dimensions;
  GtkDropDown *format;
  GtkSpinButton *cell;
  GtkSpinButton *margin;
  GtkCheckButton *labels;
  GtkDropDown *colours;
  GtkWidget *accept;

  TwScene *scene;
  TwExportOptions options;
  char *name;
  char *caption;         /* NULL: none */
  GCancellable *drawing; /* NULL: the preview is up to date */
};

TW_DEFINE_TEMPLATE_TYPE (TwExportDialog, tw_export_dialog, GTK_TYPE_WINDOW)

static const struct {
  const char *extension;
  const char *patterns;
} formats[] = {
  [TW_EXPORT_PNG] = { ".png", "*.png *.PNG" },
  [TW_EXPORT_SVG] = { ".svg", "*.svg *.SVG" },
  [TW_EXPORT_PDF] = { ".pdf", "*.pdf *.PDF" },
  [TW_EXPORT_TEXT] = { ".txt", "*.txt *.TXT" },
};

/* In the order of the drop-down list. */
static const TwTheme themes[] = {
  TW_THEME_LIGHT,
  TW_THEME_DARK,
  TW_THEME_CONTRAST,
  TW_THEME_GREYS,
};

static TwExportFormat
chosen_format (TwExportDialog *self)
{
  return MIN (gtk_drop_down_get_selected (self->format), G_N_ELEMENTS (formats) - 1);
}

void
tw_export_dialog_get_options (TwExportDialog *self, TwExportOptions *options)
{
  guint colours = gtk_drop_down_get_selected (self->colours);

  *options = self->options;
  options->cell = gtk_spin_button_get_value (self->cell);
  options->margin = gtk_spin_button_get_value (self->margin);
  options->theme = themes[MIN (colours, G_N_ELEMENTS (themes) - 1)];
  options->flags &= ~(unsigned) TW_PAINT_LABELS;
  if (gtk_check_button_get_active (self->labels))
    options->flags |= TW_PAINT_LABELS;
  if (options->theme == TW_THEME_GREYS)
    options->flags |= TW_PAINT_PATTERNS;
}

/* --- pictures for workers ------------------------------------------------------------ */

TwSnapshot *
tw_snapshot_new (TwScene *scene, const TwExportOptions *options)
{
  TwSnapshot *self = g_new0 (TwSnapshot, 1);

  self->scene = tw_scene_ref (scene);
  self->options = *options;
  self->options.title = self->title = g_strdup (options->title);
  self->options.caption = self->caption = g_strdup (options->caption);
  return self;
}

void
tw_snapshot_free (gpointer snapshot)
{
  TwSnapshot *self = snapshot;

  TW_DROP (self, (scene, tw_scene_unref), (title, g_free), (caption, g_free));
  g_free (self);
}

void
tw_snapshot_draw_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TwSnapshot *snapshot = data;
  GError *error = NULL;
  cairo_surface_t *surface = tw_export_image (snapshot->scene, &snapshot->options, &error);

  tw_task_return_pointer (task, surface != NULL ? tw_canvas_texture_from_surface (surface) : NULL,
                          g_object_unref, &error);
}

/* --- the preview ------------------------------------------------------------------- */

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwExportDialog *self = TW_EXPORT_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), &error);

  /* A newer preview is being drawn, or the dialog is being disposed. */
  if (self->drawing == NULL || g_task_get_cancellable (G_TASK (result)) != self->drawing)
    return;
  g_clear_object (&self->drawing);
  gtk_picture_set_paintable (self->preview, GDK_PAINTABLE (texture));
}

/* Draws the same picture at the size of the preview. */
static void
draw_preview (TwExportDialog *self, const TwExportOptions *options, double width, double height)
{
  double scale = MIN (1.0, PREVIEW_SIDE / MAX (width, height));
  TwExportOptions small = *options;

  small.cell = MAX (options->cell * scale, 0.1);
  small.margin = options->margin * scale;
  tw_cancel (&self->drawing);
  self->drawing = g_cancellable_new ();

  tw_task_run (tw_snapshot_draw_thread, tw_snapshot_new (self->scene, &small), tw_snapshot_free,
               self, self->drawing, drawn_cb, NULL);
}

static void
changed_cb (TwExportDialog *self)
{
  TwExportFormat format = chosen_format (self);
  gboolean text = format == TW_EXPORT_TEXT;
  GtkWidget *looks[] = { GTK_WIDGET (self->cell), GTK_WIDGET (self->margin),
                         GTK_WIDGET (self->labels), GTK_WIDGET (self->colours),
                         GTK_WIDGET (self->preview) };
  g_autoptr (GError) error = NULL;
  g_autofree char *size = NULL;
  TwExportOptions options;
  double width, height;
  gboolean fits;

  if (self->scene == NULL) /* the values are being initialized */
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_set_sensitive (looks[i], !text);
  tw_export_dialog_get_options (self, &options);
  fits = tw_export_measure (self->scene, format, &options, &width, &height, &error);
  if (fits)
    draw_preview (self, &options, width, height);
  if (error == NULL && !text)
    size = g_strdup_printf (
      format == TW_EXPORT_PNG ? _ ("%.0f × %.0f pixels") : _ ("%.0f × %.0f points"), width, height);
  gtk_label_set_text (self->dimensions, error != NULL ? error->message : size != NULL ? size : "");
  gtk_widget_set_sensitive (self->accept, fits || text);
}

gboolean
tw_export_dialog_is_settled (TwExportDialog *self)
{
  return self->drawing == NULL;
}

/* --- the file ---------------------------------------------------------------------- */

/* The next export begins with the same format. */
static void
chosen_cb (TwExportDialog *self)
{
  g_settings_set_enum (tw_settings (), "export-format", (int) chosen_format (self));
}

static void
accept_cb (TwExportDialog *self)
{
  TwExportFormat format = chosen_format (self);
  g_autofree char *name = g_strconcat (self->name, formats[format].extension, NULL);
  GtkStringObject *title = gtk_drop_down_get_selected_item (self->format);

  tw_choose_for_dialog (self->dimensions, _ ("Export the Picture"), _ ("_Export"), name,
                        gtk_string_object_get_string (title), formats[format].patterns,
                        formats[format].extension);
}

/* --- the dialog --------------------------------------------------------------------- */

TwExportDialog *
tw_export_dialog_new (GtkWindow *parent, TwScene *scene, const TwExportOptions *options,
                      const char *name)
{
  TwExportDialog *self = g_object_new (TW_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  double width, height;

  gtk_drop_down_set_selected (self->format,
                              (guint) g_settings_get_enum (tw_settings (), "export-format"));
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (themes[i] == options->theme)
      gtk_drop_down_set_selected (self->colours, i);
  self->options = *options;
  self->options.caption = self->caption = g_strdup (options->caption);
  self->name = g_strdup (name);
  /* Replaces the automatic values by numbers. */
  (void) tw_export_measure (scene, TW_EXPORT_PNG, &self->options, &width, &height, NULL);
  gtk_spin_button_set_value (self->cell, self->options.cell);
  gtk_spin_button_set_value (self->margin, self->options.margin);
  gtk_check_button_set_active (self->labels, (options->flags & TW_PAINT_LABELS) != 0);
  self->scene = tw_scene_ref (scene);
  g_signal_connect (self, "chosen", G_CALLBACK (chosen_cb), NULL);
  changed_cb (self);
  gtk_widget_grab_focus (self->accept); /* Return exports with the current settings */
  return self;
}

static void
tw_export_dialog_class_init (TwExportDialogClass *klass)
{
  TW_OWN (klass, TwExportDialog, drawing, tw_drop_cancellable);
  TW_OWN (klass, TwExportDialog, scene, tw_scene_unref);
  TW_OWN (klass, TwExportDialog, name, g_free);
  TW_OWN (klass, TwExportDialog, caption, g_free);
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_FILE);

  tw_class_set_dialog_template (klass, "export-dialog");
  TW_BIND_CHILDREN (klass, TwExportDialog, preview, dimensions, format, cell, margin, labels,
                    colours, accept);
  TW_BIND_CALLBACKS (klass, changed_cb, accept_cb);
}
