/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format-dialog.c - see format-dialog.h. */
#include "app/dialogs/format-dialog.h"

#include "app/canvas/canvas.h"
#include "app/canvas/preview.h"
#include "app/choose.h"
#include "app/part.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/from-solution.h"

typedef struct {
  const char *title; /* untranslated */
  const char *extension;
  const TwKindExport *export; /* NULL: for making */
  TwMakeFormat make;
} Format;

/* A dimension of the made parts, with the limits of tw_make_write (). */
typedef struct {
  const char *name;
  const char *label;
  gsize offset; /* of a double in TwMakeOptions */
  double least;
  double most;
  double step;
  guint formats; /* a mask of TwMakeFormat */
} Size;

#define FLAT       (1 << TW_MAKE_SVG | 1 << TW_MAKE_DXF)
#define SOLID      (1 << TW_MAKE_STL | 1 << TW_MAKE_3MF)
#define AT(member) offsetof (TwMakeOptions, member)

static const Size sizes[] = {
  { "make-cell", N_ ("S_ide of a cell (mm)"), AT (cell), 0.5, 1000, 1, FLAT | SOLID },
  { "make-clearance", N_ ("C_learance of each side (mm)"), AT (clearance), 0, 5, 0.05,
    FLAT | SOLID },
  { "make-kerf", N_ ("_Kerf of the cut (mm)"), AT (kerf), 0, 5, 0.05, FLAT },
  { "make-thickness", N_ ("_Thickness (mm)"), AT (thickness), 0.1, 1000, 0.5, SOLID },
  { "make-bevel", N_ ("_Bevel of the edges (mm)"), AT (bevel), 0, 5, 0.1, SOLID },
  { "make-gap", N_ ("_Distance of pieces (mm)"), AT (gap), 0, 100, 1, FLAT | SOLID },
  { "make-width", N_ ("Sheet _width (mm)"), AT (width), 1, 100000, 10, FLAT | SOLID },
  { "make-height", N_ ("Sheet _height (mm)"), AT (height), 1, 100000, 10, FLAT | SOLID },
};

struct _TwFormatDialog {
  GtkWindow parent_instance;

  GtkBox *rows;
  GtkDropDown *format;
  GtkSpinButton *spins[G_N_ELEMENTS (sizes)];
  GtkCheckButton *tray;
  TwPreview *preview;
  GtkLabel *sheets;
  GtkLabel *message;
  GtkWidget *accept;

  TwPuzzle *puzzle;
  TwResult *result; /* NULL: no solution */
  TwResult *shown;  /* NULL: no solution */
  GArray *formats;  /* of Format */
  char *name;
};

G_DEFINE_FINAL_TYPE (TwFormatDialog, tw_format_dialog, GTK_TYPE_WINDOW)

/* --- output ------------------------------------------------------------------------ */

GBytes *
tw_output_write (const TwOutput *output, GError **error)
{
  char *text;

  if (output->export == NULL)
    return tw_make_write (output->puzzle, output->make, &output->sizes, output->shown, error);
  text = tw_kind_export (output->export, output->puzzle, output->result, error);
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

TW_DEFINE_CLEAR (clear_output, TwOutput, (puzzle, tw_puzzle_unref), (result, tw_result_unref),
                 (shown, tw_result_unref))

void
tw_output_unref (TwOutput *output)
{
  g_atomic_rc_box_release_full (output, (GDestroyNotify) clear_output);
}

/* The sheets, as a source of pictures draws them. */
static GdkTexture *
draw_sheets (gpointer data, guint position, int size, TwTheme theme, GCancellable *cancellable)
{
  const TwOutput *output = data;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);

  g_free (
    tw_make_describe (output->puzzle, output->make, &output->sizes, output->shown, cr, size, NULL));
  cairo_destroy (cr);
  return tw_canvas_texture_from_surface (surface);
}

/* --- formats ------------------------------------------------------------------------ */

/* An array of Format. */
static GArray *
list_formats (TwPuzzle *puzzle, TwResult *result, gboolean making)
{
  static const Format made[] = {
    { N_ ("SVG drawing"), ".svg", NULL, TW_MAKE_SVG },
    { N_ ("DXF drawing"), ".dxf", NULL, TW_MAKE_DXF },
    { N_ ("3MF package"), ".3mf", NULL, TW_MAKE_3MF },
    { N_ ("STL solids"), ".stl", NULL, TW_MAKE_STL },
  };
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  GArray *formats = g_array_new (FALSE, FALSE, sizeof (Format));

  for (const TwKindExport *e = tw_kind_exports (kind); !making && e->name != NULL; e++) {
    Format format = { e->summary, e->extension, e, 0 };

    if (e->write_solved == tw_puzzle_write_pieces && !tw_puzzle_becomes_pieces (puzzle, result))
      continue;
    g_array_append_val (formats, format);
  }
  if (making && tw_puzzle_becomes_pieces (puzzle, result))
    g_array_append_vals (formats, made, G_N_ELEMENTS (made));
  return formats;
}

gboolean
tw_format_dialog_has_formats (TwPuzzle *puzzle, TwResult *result, gboolean making)
{
  g_autoptr (GArray) formats = list_formats (puzzle, result, making);

  return formats->len > 0;
}

static const Format *
chosen_format (TwFormatDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->format);

  return &g_array_index (self->formats, Format, MIN (selected, self->formats->len - 1));
}

TwOutput *
tw_format_dialog_dup_output (TwFormatDialog *self)
{
  const Format *format = chosen_format (self);
  TwOutput *output = g_atomic_rc_box_new0 (TwOutput);

  output->puzzle = tw_puzzle_ref (self->puzzle);
  output->result = self->result != NULL ? tw_result_ref (self->result) : NULL;
  output->shown = self->shown != NULL ? tw_result_ref (self->shown) : NULL;
  output->export = format->export;
  output->make = format->make;
  tw_make_options_init (&output->sizes);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    G_STRUCT_MEMBER (double, &output->sizes,
                     sizes[i].offset) = gtk_spin_button_get_value (self->spins[i]);
  output->sizes.tray = gtk_check_button_get_active (self->tray);
  return output;
}

/* Shows what would be made, and how many sheets it needs. */
static void
show_sheets (TwFormatDialog *self)
{
  static const TwPreviewSource source = { .ref = (GBoxedCopyFunc) g_atomic_rc_box_acquire,
                                          .unref = (GDestroyNotify) tw_output_unref,
                                          .draw = draw_sheets };
  TwOutput *output = self->puzzle != NULL ? tw_format_dialog_dup_output (self) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (output == NULL) /* disposed */
    return;
  if (output->export == NULL)
    text = tw_make_describe (output->puzzle, output->make, &output->sizes, output->shown, NULL, 0,
                             &error);
  gtk_widget_set_visible (GTK_WIDGET (self->preview), output->export == NULL);
  tw_preview_show (self->preview, &source, text != NULL ? output : NULL, 0, NULL);
  tw_label_show_message (self->sheets, error != NULL ? error->message : text);
  tw_output_unref (output);
}

/* Shows the sizes that the format uses. */
static void
format_changed_cb (TwFormatDialog *self)
{
  const Format *format = self->puzzle != NULL ? chosen_format (self) : NULL;

  if (format == NULL) /* disposed */
    return;
  guint mask = format->export == NULL ? 1u << format->make : 0;
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->spins[i])),
                            (sizes[i].formats & mask) != 0);
  gtk_widget_set_visible (GTK_WIDGET (self->tray), mask != 0);
  tw_label_show_message (self->message, NULL);
  show_sheets (self);
}

/* --- the file ----------------------------------------------------------------------- */

static void
accept_cb (TwFormatDialog *self)
{
  const Format *format = chosen_format (self);
  g_autofree char *pattern = g_strconcat ("*", format->extension, NULL);
  g_autofree char *name = g_strconcat (self->name, format->extension, NULL);

  tw_label_show_message (self->message, NULL);
  tw_choose_for_dialog (self->message, gtk_window_get_title (GTK_WINDOW (self)), _ ("_Export"),
                        name, _ (format->title), pattern, format->extension);
}

/* --- the dialog --------------------------------------------------------------------- */

/* Adds a row with a label and a spin button. */
static GtkSpinButton *
add_size (TwFormatDialog *self, const Size *size, double value)
{
  g_autoptr (GtkBuilder) builder = tw_builder_new ("format-size");
  GtkSpinButton *spin = tw_builder_get (builder, "size");

  gtk_label_set_label (tw_builder_get (builder, "label"), _ (size->label));
  gtk_spin_button_configure (
    spin, gtk_adjustment_new (value, size->least, size->most, size->step, 10 * size->step, 0),
    size->step, 2);
  gtk_widget_set_name (GTK_WIDGET (spin), size->name);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (show_sheets), self);
  gtk_box_append (self->rows, tw_builder_get (builder, "row"));
  return spin;
}

TwFormatDialog *
tw_format_dialog_new (GtkWindow *parent, TwPuzzle *puzzle, TwResult *result, TwResult *shown,
                      gboolean making, const char *name)
{
  TwFormatDialog *self = g_object_new (TW_TYPE_FORMAT_DIALOG, "transient-for", parent, "title",
                                       making ? _ ("Export for Making") : _ ("Export Puzzle"),
                                       NULL);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->puzzle = tw_puzzle_ref (puzzle);
  self->result = result != NULL ? tw_result_ref (result) : NULL;
  self->shown = shown != NULL ? tw_result_ref (shown) : NULL;
  self->formats = list_formats (puzzle, result, making);
  self->name = g_strdup (name);
  for (guint i = 0; i < self->formats->len; i++)
    gtk_string_list_append (titles, _ (g_array_index (self->formats, Format, i).title));
  gtk_drop_down_set_model (self->format, G_LIST_MODEL (titles));
  g_signal_connect_swapped (self->format, "notify::selected", G_CALLBACK (format_changed_cb), self);
  format_changed_cb (self);
  gtk_widget_grab_focus (self->accept);
  return self;
}

static void
tw_format_dialog_class_init (TwFormatDialogClass *klass)
{
  TW_OWN (klass, TwFormatDialog, puzzle, tw_puzzle_unref);
  TW_OWN (klass, TwFormatDialog, result, tw_result_unref);
  TW_OWN (klass, TwFormatDialog, shown, tw_result_unref);
  TW_OWN (klass, TwFormatDialog, formats, g_array_unref);
  TW_OWN (klass, TwFormatDialog, name, g_free);

  g_type_ensure (TW_TYPE_PREVIEW);
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_FILE);
  tw_class_set_dialog_template (klass, "format-dialog");
  TW_BIND_CHILDREN (klass, TwFormatDialog, rows, format, tray, preview, sheets, message, accept);
  TW_BIND_CALLBACKS (klass, accept_cb, show_sheets);
}

static void
tw_format_dialog_init (TwFormatDialog *self)
{
  TwMakeOptions defaults;

  gtk_widget_init_template (GTK_WIDGET (self));
  tw_make_options_init (&defaults);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    self->spins[i] = add_size (self, &sizes[i],
                               G_STRUCT_MEMBER (double, &defaults, sizes[i].offset));
}
