/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.c - see plot.h. */
#include "app/pane/plot.h"

#include <math.h>

#include "app/compat.h"
#include "app/part.h"
#include "puzzle/i18n.h"

#define PADDING    4.0
#define GAP        6.0
#define TICK       3.0
#define KEY        16.0 /* length of a line in the legend */
#define HEIGHT     132
#define DOT        3.5
#define ROOM       1.05 /* on the right, so that the end of the lines is seen */
#define MOST_TICKS TW_PLOT_MOST_TICKS
#define MOST       G_MAXINT32 /* squares */

typedef struct {
  double seconds;
  gint64 best;
  gint64 bound;
} Sample;

struct _TwPlot {
  GtkWidget parent_instance;
  GArray *samples; /* one sample per change */
  double seconds;  /* the time of the last tw_plot_add () */
  double pointer;  /* its x coordinate, below 0: it is elsewhere */
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

/* Dashes distinguish the two lines without colour. */
static void
use_line (cairo_t *cr, gboolean bound)
{
  const double dashes[] = { 4.0, 3.0 };

  cairo_set_line_width (cr, 2.0);
  cairo_set_dash (cr, dashes, bound ? G_N_ELEMENTS (dashes) : 0, 0);
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

/* --- axes ---------------------------------------------------------------------------- */

/* The least of 1, 2, 5, 10, 20, ... times `unit` that divides `span` into at most MOST_TICKS. */
static double
tick_step (double span, double unit)
{
  for (double step = unit;; step *= 10) {
    if (span <= step * MOST_TICKS)
      return step;
    if (span <= 2 * step * MOST_TICKS)
      return 2 * step;
    if (span <= 5 * step * MOST_TICKS)
      return 5 * step;
  }
}

guint
tw_plot_get_ticks (TwPlot *self, gboolean time, double *ticks)
{
  gint64 best, bound, least, most;
  guint n = 0;

  if (!get_range (self, &best, &bound, &least, &most))
    return 0;
  double from = time ? 0 : (double) least, to = time ? self->seconds : (double) most;
  double step = tick_step (to - from, time ? 1e-3 : 1);

  for (double i = ceil (from / step); i * step <= to && n <= MOST_TICKS; i++)
    ticks[n++] = i * step;
  return n;
}

/* --- hover --------------------------------------------------------------------------- */

char *
tw_plot_describe_at (TwPlot *self, double seconds)
{
  const Sample *last = NULL;

  for (guint i = 0; i < self->samples->len; i++)
    if (g_array_index (self->samples, Sample, i).seconds <= seconds)
      last = &g_array_index (self->samples, Sample, i);
  if (last == NULL || last->best < 0)
    return NULL;
  if (last->bound > 0)
    return g_strdup_printf (_ ("%.2f s: %'lld squares, at least %'lld"), seconds,
                            (long long) last->best, (long long) last->bound);
  return g_strdup_printf (_ ("%.2f s: %'lld squares"), seconds, (long long) last->best);
}

/* --- drawing --------------------------------------------------------------------------- */

/* Draws text whose box touches (x, y); `xalign` and `yalign` say with which part, 0 to 1. */
static void
draw_text (TwPlot *self, cairo_t *cr, const char *text, double x, double y, double xalign,
           double yalign)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  x = CLAMP (x - xalign * width, 0, fmax (gtk_widget_get_width (GTK_WIDGET (self)) - width, 0));
  cairo_move_to (cr, x, y - yalign * height);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_axes (TwPlot *self, cairo_t *cr, const Frame *frame, const GdkRGBA *color)
{
  double ticks[MOST_TICKS + 1];
  guint n = tw_plot_get_ticks (self, FALSE, ticks);

  for (guint i = 0; i < n; i++) {
    g_autofree char *text = g_strdup_printf ("%'lld", (long long) ticks[i]);
    double y = floor (frame_y (frame, (gint64) ticks[i])) + 0.5;

    cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.2);
    cairo_move_to (cr, frame->x, y);
    cairo_line_to (cr, frame->x + frame->width, y);
    cairo_stroke (cr);
    cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
    draw_text (self, cr, text, frame->x - GAP, y, 1, 0.5);
  }
  n = tw_plot_get_ticks (self, TRUE, ticks);
  for (guint i = 0; i < n; i++) {
    g_autofree char *text = g_strdup_printf (i + 1 == n ? _ ("%g s") : "%g", ticks[i]);
    double x = floor (frame_x (frame, ticks[i])) + 0.5, end = frame->y + frame->height;

    cairo_move_to (cr, x, end);
    cairo_line_to (cr, x, end + TICK);
    cairo_stroke (cr);
    draw_text (self, cr, text, x, end + TICK, 0.5, 0);
  }
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.5);
  cairo_rectangle (cr, frame->x + 0.5, frame->y + 0.5, frame->width - 1, frame->height - 1);
  cairo_stroke (cr);
}

/* A dot where the lines meet: the last tiling is optimal. */
static void
draw_meeting (TwPlot *self, cairo_t *cr, const Frame *frame, gint64 best, gint64 bound)
{
  if (bound <= 0 || best != bound)
    return;
  cairo_arc (cr, frame_x (frame, self->seconds), frame_y (frame, best), DOT, 0, 2 * G_PI);
  cairo_fill (cr);
}

/* A short piece of a line and its name; returns where the next one begins. */
static double
draw_key (TwPlot *self, cairo_t *cr, const char *text, double x, double line, gboolean bound)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  use_line (cr, bound);
  cairo_move_to (cr, x, line / 2);
  cairo_line_to (cr, x + KEY, line / 2);
  cairo_stroke (cr);
  cairo_move_to (cr, x + KEY + GAP, 0);
  pango_cairo_show_layout (cr, layout);
  return x + KEY + 2 * GAP + width + GAP;
}

/* The legend, or the values below the pointer. */
static void
draw_legend (TwPlot *self, cairo_t *cr, const Frame *frame, double line)
{
  double seconds = frame->seconds * (self->pointer - frame->x) / frame->width;
  g_autofree char *text = self->pointer >= 0
                            ? tw_plot_describe_at (self, CLAMP (seconds, 0, self->seconds))
                            : NULL;

  if (text == NULL) {
    double x = draw_key (self, cr, _ ("Squares"), PADDING, line, FALSE);

    draw_key (self, cr, _ ("Proven bound"), x, line, TRUE);
    return;
  }
  draw_text (self, cr, text, PADDING, 0, 0, 0);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, 1);
  double x = floor (CLAMP (self->pointer, frame->x, frame->x + frame->width)) + 0.5;
  cairo_move_to (cr, x, frame->y);
  cairo_line_to (cr, x, frame->y + frame->height);
  cairo_stroke (cr);
}

static void
tw_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TwPlot *self = TW_PLOT (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gint64 least, most, best, bound;
  g_autofree char *widest = NULL;
  g_autoptr (PangoLayout) layout = NULL;
  int label, line;
  GdkRGBA color;

  if (!get_range (self, &best, &bound, &least, &most) || width < 1 || height < 1)
    return;
  widest = g_strdup_printf ("%'lld", (long long) most);
  layout = gtk_widget_create_pango_layout (widget, widest);
  pango_layout_get_pixel_size (layout, &label, &line);
  Frame frame = {
    .x = PADDING + label + GAP,
    .y = line * 1.5,
    .width = width - 2 * PADDING - GAP - label,
    .height = height - line * 2.5 - TICK,
    .seconds = ROOM * fmax (self->seconds, 1e-3),
    .least = least,
    .most = most,
  };
  tw_compat_get_color (widget, &color);
  cairo_t *cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_line_width (cr, 1.0);
  draw_axes (self, cr, &frame, &color);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y - DOT, frame.width, frame.height + 2 * DOT);
  cairo_clip (cr);
  for (int which = 0; which < 2; which++) {
    use_line (cr, which == 1);
    draw_line (self, cr, &frame, which == 1);
  }
  draw_meeting (self, cr, &frame, best, bound);
  cairo_restore (cr);
  draw_legend (self, cr, &frame, line);
  cairo_destroy (cr);
}

static void
set_pointer (TwPlot *self, double x)
{
  self->pointer = x;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (TwPlot *self, double x, double y)
{
  set_pointer (self, x);
}

static void
leave_cb (TwPlot *self)
{
  set_pointer (self, -1);
}

/* A tiling that is found near the end is no curve. */
static void
update_visible (TwPlot *self)
{
  double first = self->seconds;

  for (guint i = self->samples->len; i-- > 0;)
    if (g_array_index (self->samples, Sample, i).best >= 0)
      first = g_array_index (self->samples, Sample, i).seconds;
  gtk_widget_set_visible (GTK_WIDGET (self), first < 0.75 * self->seconds);
}

static void
tw_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                 int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 80 : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : HEIGHT;
}

static void
tw_plot_class_init (TwPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN (klass, TwPlot, samples, g_array_unref);
  widget_class->measure = tw_plot_measure;
  widget_class->snapshot = tw_plot_snapshot;
  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tw_plot_init (TwPlot *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->pointer = -1;
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
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
    text = g_strdup_printf (_ ("Best %'d, proven bound %'d"), (int) last->best, (int) last->bound);
  else
    text = g_strdup_printf (_ ("Best %'d"), (int) last->best);
  tw_describe_widget (self, text);
}

void
tw_plot_clear (TwPlot *self)
{
  g_array_set_size (self->samples, 0);
  self->seconds = 0;
  describe (self);
  update_visible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tw_plot_add (TwPlot *self, double seconds, gint64 best, gint64 bound)
{
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

  return get_range (self, &best, &bound, least, most);
}

GVariant *
tw_plot_save (TwPlot *self)
{
  g_auto (GVariantBuilder) samples = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(dxx)"));

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

  tw_plot_clear (self);
  g_variant_get (saved, "(da(dxx))", &seconds, &samples);
  /* It may come from a damaged file. */
  while (g_variant_iter_next (samples, "(dxx)", &sample.seconds, &sample.best, &sample.bound))
    if (sample.seconds >= 0 && sample.seconds <= seconds && MAX (sample.best, sample.bound) < MOST)
      tw_plot_add (self, sample.seconds, sample.best, sample.bound);
  if (seconds >= self->seconds && isfinite (seconds))
    self->seconds = seconds;
}
