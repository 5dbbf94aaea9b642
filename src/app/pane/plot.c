/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.c - see plot.h. */
#include "config.h"

#include "app/pane/plot.h"

#include <math.h>

#include "app/compat.h"
#include "puzzle/i18n.h"

#define PADDING 4.0
#define GAP     6.0 /* between the lines and their values */

typedef struct {
  double seconds;
  gint64 best;
  gint64 bound;
} Sample;

struct _TwPlot {
  GtkWidget parent_instance;
  GArray *samples; /* one sample per change */
  double seconds;  /* the time of the last tw_plot_add () */
};

G_DEFINE_FINAL_TYPE (TwPlot, tw_plot, GTK_TYPE_WIDGET)

typedef struct {
  double x;
  double y;
  double width;
  double height;
  double seconds;
  gint64 least;
  gint64 most;
} Frame;

static double
frame_x (const Frame *frame, double seconds)
{
  return frame->x + frame->width * seconds / frame->seconds;
}

static double
frame_y (const Frame *frame, gint64 value)
{
  double share = (double) (value - frame->least) / (double) (frame->most - frame->least);
  return frame->y + frame->height * (1.0 - share);
}

static gint64
sample_value (const Sample *sample, gboolean bound)
{
  if (bound)
    return sample->bound > 0 ? sample->bound : -1;
  return sample->best;
}

static void
draw_line (TwPlot *self, cairo_t *cr, const Frame *frame, gboolean bound)
{
  gboolean drawing = FALSE;

  for (guint i = 0; i < self->samples->len; i++) {
    const Sample *sample = &g_array_index (self->samples, Sample, i);
    double until = i + 1 < self->samples->len ? (sample + 1)->seconds
                                              : fmax (self->seconds, sample->seconds);
    gint64 value = sample_value (sample, bound);
    if (value < 0)
      continue;
    if (drawing)
      cairo_line_to (cr, frame_x (frame, sample->seconds), frame_y (frame, value));
    else
      cairo_move_to (cr, frame_x (frame, sample->seconds), frame_y (frame, value));
    cairo_line_to (cr, frame_x (frame, until), frame_y (frame, value));
    drawing = TRUE;
  }
  cairo_stroke (cr);
}

/* Creates the label at the end of a line. */
static PangoLayout *
make_value (TwPlot *self, gint64 value, int *width, int *height)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_get_pixel_size (layout, width, height);
  return layout;
}

/* Returns the last values (-1: none) and the values of the edges; FALSE: nothing to draw. The first
 * tiling, and bounds before the first dual prices, may be so far off that they would flatten the
 * rest. The scale therefore covers the values near the end, and the lines enter from outside. */
static gboolean
get_range (TwPlot *self, gint64 *best, gint64 *bound, gint64 *least, gint64 *most)
{
  *least = G_MAXINT64;
  *best = *bound = *most = -1;
  for (guint i = 0; i < self->samples->len; i++) {
    const Sample *sample = &g_array_index (self->samples, Sample, i);
    for (int which = 0; which < 2; which++) {
      gint64 value = sample_value (sample, which == 1);
      if (value < 0)
        continue;
      *least = MIN (*least, value);
      *most = MAX (*most, value);
      *(which == 1 ? bound : best) = value;
    }
  }
  if (*best >= *bound && *bound >= 0) {
    gint64 near = MAX (MAX (2 * (*best - *bound), *best / 20), 2);
    *least = MAX (*least, *bound - near);
    *most = MIN (*most, *best + near);
  }
  if (*most == *least) {
    ++*most;
    *least = MAX (0, *least - 1);
  }
  return *least < *most;
}

static void
tw_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TwPlot *self = TW_PLOT (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gint64 least, most, best, bound;
  GdkRGBA color;

  if (!get_range (self, &best, &bound, &least, &most) || width < 1 || height < 1)
    return;

  int best_width = 0, bound_width = 0, line = 0;
  g_autoptr (PangoLayout) best_value = best >= 0 ? make_value (self, best, &best_width, &line)
                                                 : NULL;
  g_autoptr (PangoLayout) bound_value = bound >= 0 ? make_value (self, bound, &bound_width, &line)
                                                   : NULL;
  Frame frame = {
    .x = PADDING,
    .y = line / 2.0,
    .width = width - 2 * PADDING - GAP - MAX (best_width, bound_width),
    .height = height - line,
    .seconds = fmax (self->seconds, 1e-3),
    .least = least,
    .most = most,
  };
  tw_compat_get_color (widget, &color);
  cairo_t *cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_line_width (cr, 1.0);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.15);
  cairo_rectangle (cr, frame.x + 0.5, frame.y + 0.5, frame.width - 1, frame.height - 1);
  cairo_stroke (cr);

  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.9);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y - 1, frame.width, frame.height + 2);
  cairo_clip (cr);
  cairo_set_line_width (cr, 2.0);
  draw_line (self, cr, &frame, FALSE);
  /* Dashes distinguish the two lines without colour. */
  const double dashes[] = { 4.0, 3.0 };
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  draw_line (self, cr, &frame, TRUE);
  cairo_restore (cr);

  double x = frame.x + frame.width + GAP;
  double y = best >= 0 ? frame_y (&frame, best) - line / 2.0 : 0;
  if (best_value != NULL) {
    cairo_move_to (cr, x, y);
    pango_cairo_show_layout (cr, best_value);
  }
  if (bound_value != NULL && bound != best) {
    double below = frame_y (&frame, bound) - line / 2.0;
    if (best >= 0) /* close values: place the labels below each other */
      below = fmax (below, y + line * 0.9);
    cairo_move_to (cr, x, fmin (below, height - line));
    pango_cairo_show_layout (cr, bound_value);
  }
  cairo_destroy (cr);
}

static void
update_visible (TwPlot *self)
{
  guint points = 0;

  for (guint i = 0; i < self->samples->len; i++)
    points += g_array_index (self->samples, Sample, i).best >= 0;
  gtk_widget_set_visible (GTK_WIDGET (self), points > 1);
}

static void
tw_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                 int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 80 : 72;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 72;
}

static void
tw_plot_finalize (GObject *object)
{
  TwPlot *self = TW_PLOT (object);
  g_array_unref (self->samples);
  G_OBJECT_CLASS (tw_plot_parent_class)->finalize (object);
}

static void
tw_plot_class_init (TwPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tw_plot_finalize;
  widget_class->measure = tw_plot_measure;
  widget_class->snapshot = tw_plot_snapshot;
  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tw_plot_init (TwPlot *self)
{
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
}

/* The accessible description. */
static void
describe (TwPlot *self)
{
  g_autofree char *text = NULL;
  const Sample *last = self->samples->len == 0
                         ? NULL
                         : &g_array_index (self->samples, Sample, self->samples->len - 1);
  if (last == NULL || last->best < 0)
    text = g_strdup ("");
  else if (last->bound > 0)
    text = g_strdup_printf (_ ("Best %d, proven bound %d"), (int) last->best, (int) last->bound);
  else
    text = g_strdup_printf (_ ("Best %d"), (int) last->best);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

void
tw_plot_clear (TwPlot *self)
{
  g_return_if_fail (TW_IS_PLOT (self));
  g_array_set_size (self->samples, 0);
  self->seconds = 0;
  describe (self);
  update_visible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tw_plot_add (TwPlot *self, double seconds, gint64 best, gint64 bound)
{
  g_return_if_fail (TW_IS_PLOT (self));

  const Sample *last = self->samples->len == 0
                         ? NULL
                         : &g_array_index (self->samples, Sample, self->samples->len - 1);
  double before = self->seconds;
  self->seconds = fmax (seconds, before);
  if (last == NULL || last->best != best || last->bound != bound) {
    Sample sample = { .seconds = self->seconds, .best = best, .bound = bound };
    g_array_append_val (self->samples, sample);
    describe (self);
    update_visible (self);
  } else if (self->seconds < before * 1.01 + 0.05) {
    self->seconds = before; /* the change is too small to redraw */
    return;
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
tw_plot_get_scale (TwPlot *self, gint64 *least, gint64 *most)
{
  gint64 best, bound;

  g_return_val_if_fail (TW_IS_PLOT (self), FALSE);
  return get_range (self, &best, &bound, least, most);
}

guint
tw_plot_get_n_samples (TwPlot *self)
{
  g_return_val_if_fail (TW_IS_PLOT (self), 0);
  return self->samples->len;
}

GVariant *
tw_plot_save (TwPlot *self)
{
  g_auto (GVariantBuilder) samples = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(dxx)"));

  g_return_val_if_fail (TW_IS_PLOT (self), NULL);
  for (guint i = 0; i < self->samples->len; i++) {
    const Sample *sample = &g_array_index (self->samples, Sample, i);

    g_variant_builder_add (&samples, "(dxx)", sample->seconds, sample->best, sample->bound);
  }
  return g_variant_new ("(da(dxx))", self->seconds, &samples);
}

void
tw_plot_restore (TwPlot *self, GVariant *saved)
{
  g_autoptr (GVariantIter) samples = NULL;
  double seconds;
  Sample sample;

  g_return_if_fail (TW_IS_PLOT (self));
  tw_plot_clear (self);
  g_variant_get (saved, "(da(dxx))", &seconds, &samples);
  while (g_variant_iter_next (samples, "(dxx)", &sample.seconds, &sample.best, &sample.bound))
    tw_plot_add (self, sample.seconds, sample.best, sample.bound);
  self->seconds = seconds;
}
