/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.c - see lanes.h. */
#include "config.h"

#include "app/pane/lanes.h"

#include "app/pane/transform-icon.h"
#include "core/base/transform.h"
#include "puzzle/i18n.h"

#define QUICK_LANE TW_N_TRANSFORMS
/* The text is laid out at most this often; the bars move in every frame. */
#define TEXT_INTERVAL_US 100000

typedef struct {
  int phase;
  int step;
  int steps;
  gint64 states;
  gint64 best;
} Shown;

typedef struct {
  GtkWidget *icon; /* visible when the lanes are transforms */
  GtkWidget *name; /* number of the worker, visible otherwise */
  GtkWidget *bar;
  GtkWidget *states;
  GtkWidget *best;
  Shown shown;
  gboolean leads;
} Row;

struct _TwLanes {
  GtkWidget parent_instance;
  GtkWidget *grid;
  GtkWidget *best_title;
  Row rows[TW_N_PROGRESS_BARS];
  gboolean transforms;
  gboolean has_best;
  gint64 text_time;
};

G_DEFINE_FINAL_TYPE (TwLanes, tw_lanes, GTK_TYPE_WIDGET)

static const char *
lane_title (TwLanes *self, int lane, char *buffer, gsize size)
{
  if (self->transforms && lane < TW_N_TRANSFORMS)
    return tw_transform_title (lane);
  if (self->transforms && lane == QUICK_LANE)
    return _ ("Quick run");
  g_snprintf (buffer, size, _ ("Worker %d"), lane + 1);
  return buffer;
}

static char *
phase_text (const Shown *shown)
{
  switch ((TwPhase) shown->phase) {
  case TW_PHASE_IDLE:
    return g_strdup (_ ("Waiting"));
  case TW_PHASE_SWEEP:
    return g_strdup_printf (_ ("Sweeping, column %d of %d"), shown->step, shown->steps);
  case TW_PHASE_IMPROVE:
    return g_strdup_printf (_ ("Improving, stripe %d of %d"), shown->step, shown->steps);
  case TW_PHASE_PRICES:
    return g_strdup (_ ("Pricing the cells"));
  case TW_PHASE_PROOF:
    return g_strdup (_ ("Proving"));
  case TW_PHASE_SEARCH:
    return g_strdup (_ ("Searching"));
  case TW_PHASE_DONE:
    return g_strdup (_ ("Done"));
  case TW_PHASE_STOPPED:
    return g_strdup (_ ("Stopped"));
  default:
    return g_strdup ("");
  }
}

static double
fraction (const Shown *shown)
{
  if (shown->phase == TW_PHASE_DONE)
    return 1.0;
  return shown->steps > 0 ? CLAMP ((double) shown->step / shown->steps, 0.0, 1.0) : 0.0;
}

static void
set_row_visible (TwLanes *self, Row *row, gboolean visible)
{
  gtk_widget_set_visible (row->icon, visible && self->transforms);
  gtk_widget_set_visible (row->name, visible && !self->transforms);
  gtk_widget_set_visible (row->bar, visible);
  gtk_widget_set_visible (row->states, visible);
  gtk_widget_set_visible (row->best, visible && self->has_best);
}

/* Hides the column of the best value for puzzles whose solutions have no cost. */
static void
set_has_best (TwLanes *self, gboolean has_best)
{
  self->has_best = has_best;
  gtk_widget_set_visible (self->best_title, has_best);
  for (int lane = 0; lane < TW_N_PROGRESS_BARS; lane++)
    gtk_widget_set_visible (self->rows[lane].best,
                            has_best && gtk_widget_get_visible (self->rows[lane].bar));
}

static void
update_text (TwLanes *self, int lane)
{
  Row *row = &self->rows[lane];
  const Shown *shown = &row->shown;
  char buffer[64];
  const char *title = lane_title (self, lane, buffer, sizeof buffer);
  g_autofree char *phase = phase_text (shown);
  g_autofree char *tip = g_strdup_printf ("%s: %s", title, phase);
  g_autofree char *states = shown->states > 0
                              ? g_strdup_printf ("%'" G_GINT64_FORMAT, shown->states)
                              : g_strdup ("");
  g_autofree char *best = shown->best > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, shown->best)
                                          : g_strdup ("–");

  gtk_label_set_text (GTK_LABEL (row->states), states);
  gtk_label_set_text (GTK_LABEL (row->best), best);
  gtk_widget_set_tooltip_text (row->bar, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, phase, -1);
}

static GtkWidget *
make_number (int chars)
{
  GtkWidget *label = gtk_label_new ("");
  gtk_label_set_width_chars (GTK_LABEL (label), chars);
  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
make_row (TwLanes *self, int lane)
{
  Row *row = &self->rows[lane];
  GtkGrid *grid = GTK_GRID (self->grid);
  int y = lane + 1;
  g_autofree char *name = g_strdup_printf ("lane-%d", lane);

  if (lane < TW_N_TRANSFORMS)
    row->icon = tw_transform_icon_new (lane);
  else if (lane == QUICK_LANE)
    row->icon = gtk_image_new_from_icon_name ("media-seek-forward-symbolic");
  else /* dual prices, large-neighbourhood search, the proof */
    row->icon = gtk_image_new_from_icon_name ("object-select-symbolic");
  gtk_grid_attach (grid, row->icon, 0, y, 1, 1);
  g_autofree char *number = g_strdup_printf ("%d", lane + 1);
  row->name = gtk_label_new (number);
  row->bar = gtk_progress_bar_new ();
  gtk_widget_set_name (row->bar, name);
  gtk_widget_set_hexpand (row->bar, TRUE);
  gtk_widget_set_valign (row->bar, GTK_ALIGN_CENTER);
  row->states = make_number (8);
  row->best = make_number (4);
  gtk_grid_attach (grid, row->name, 0, y, 1, 1);
  gtk_grid_attach (grid, row->bar, 1, y, 1, 1);
  gtk_grid_attach (grid, row->states, 2, y, 1, 1);
  gtk_grid_attach (grid, row->best, 3, y, 1, 1);
  set_row_visible (self, row, FALSE);
}

static void
tw_lanes_dispose (GObject *object)
{
  TwLanes *self = TW_LANES (object);
  g_clear_pointer (&self->grid, gtk_widget_unparent);
  G_OBJECT_CLASS (tw_lanes_parent_class)->dispose (object);
}

static void
tw_lanes_class_init (TwLanesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_lanes_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lanes");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
attach_heading (TwLanes *self, const char *text, int column, int width, float xalign)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_grid_attach (GTK_GRID (self->grid), label, column, 0, width, 1);
  return label;
}

static void
tw_lanes_init (TwLanes *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 3);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  attach_heading (self, _ ("Progress"), 0, 2, 0.0f);
  attach_heading (self, _ ("States"), 2, 1, 1.0f);
  self->best_title = attach_heading (self, _ ("Best"), 3, 1, 1.0f);
  gtk_widget_set_name (self->best_title, "lanes-best");
  for (int lane = 0; lane < TW_N_PROGRESS_BARS; lane++)
    make_row (self, lane);
}

void
tw_lanes_reset (TwLanes *self, gboolean transforms)
{
  g_return_if_fail (TW_IS_LANES (self));

  self->transforms = transforms;
  self->text_time = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  for (int lane = 0; lane < TW_N_PROGRESS_BARS; lane++) {
    Row *row = &self->rows[lane];
    row->shown = (Shown){ 0 };
    row->leads = FALSE;
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (row->bar), 0);
    gtk_widget_remove_css_class (row->best, "leader");
    gtk_widget_remove_css_class (row->bar, "done");
    set_row_visible (self, row, FALSE);
  }
  set_has_best (self, transforms);
}

/* Updates the rows to `now_shown`. */
static void
show_lanes (TwLanes *self, Shown *now_shown)
{
  gint64 now = g_get_monotonic_time (), lead = G_MAXINT64;
  gboolean text = now - self->text_time >= TEXT_INTERVAL_US;

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++)
    if (now_shown[i].best > 0)
      lead = MIN (lead, now_shown[i].best);
  if (lead != G_MAXINT64 && !self->has_best)
    set_has_best (self, TRUE);
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    Row *row = &self->rows[i];
    Shown was = row->shown, *is = &now_shown[i];
    gboolean appears = was.phase == TW_PHASE_IDLE && is->phase != TW_PHASE_IDLE;
    gboolean leads = is->best > 0 && is->best == lead;

    if (is->phase == TW_PHASE_IDLE)
      continue;
    if (appears) {
      set_row_visible (self, row, TRUE);
      gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
    }
    if (appears || was.step != is->step || was.steps != is->steps || was.phase != is->phase) {
      row->shown.step = is->step;
      row->shown.steps = is->steps;
      row->shown.phase = is->phase;
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (row->bar), fraction (is));
    }
    if (leads != row->leads) {
      row->leads = leads;
      (leads ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (row->best, "leader");
    }
    if (is->phase >= TW_PHASE_DONE && was.phase < TW_PHASE_DONE)
      gtk_widget_add_css_class (row->bar, "done");
    if (appears || text || (is->phase != was.phase)) {
      row->shown = *is;
      update_text (self, i);
    }
  }
  if (text)
    self->text_time = now;
}

void
tw_lanes_update (TwLanes *self, TwRun *run)
{
  Shown now_shown[TW_N_PROGRESS_BARS];

  g_return_if_fail (TW_IS_LANES (self));
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    TwProgressBar *lane = tw_run_progress_bar (run, i);
    now_shown[i] = (Shown){
      .phase = atomic_load_explicit (&lane->phase, memory_order_relaxed),
      .step = atomic_load_explicit (&lane->step, memory_order_relaxed),
      .steps = atomic_load_explicit (&lane->steps, memory_order_relaxed),
      .states = atomic_load_explicit (&lane->states, memory_order_relaxed),
      .best = atomic_load_explicit (&lane->best, memory_order_relaxed),
    };
  }
  show_lanes (self, now_shown);
}

GVariant *
tw_lanes_save (TwLanes *self)
{
  g_auto (GVariantBuilder) rows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(iiixx)"));

  g_return_val_if_fail (TW_IS_LANES (self), NULL);
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    const Shown *shown = &self->rows[i].shown;

    g_variant_builder_add (&rows, "(iiixx)", shown->phase, shown->step, shown->steps, shown->states,
                           shown->best);
  }
  return g_variant_new ("(ba(iiixx))", self->transforms, &rows);
}

void
tw_lanes_restore (TwLanes *self, GVariant *saved)
{
  g_autoptr (GVariantIter) rows = NULL;
  Shown now_shown[TW_N_PROGRESS_BARS] = { 0 };
  gboolean transforms;

  g_return_if_fail (TW_IS_LANES (self));
  g_variant_get (saved, "(ba(iiixx))", &transforms, &rows);
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    Shown *row = &now_shown[i];

    if (!g_variant_iter_next (rows, "(iiixx)", &row->phase, &row->step, &row->steps, &row->states,
                              &row->best))
      break;
  }
  tw_lanes_reset (self, transforms);
  show_lanes (self, now_shown);
}

guint
tw_lanes_get_n_shown (TwLanes *self)
{
  guint n = 0;
  g_return_val_if_fail (TW_IS_LANES (self), 0);
  for (int lane = 0; lane < TW_N_PROGRESS_BARS; lane++)
    n += gtk_widget_get_visible (self->rows[lane].bar);
  return n;
}

double
tw_lanes_get_fraction (TwLanes *self, int lane)
{
  g_return_val_if_fail (TW_IS_LANES (self) && lane >= 0 && lane < TW_N_PROGRESS_BARS, 0);
  return gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (self->rows[lane].bar));
}
