/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress-bars.c - see progress-bars.h. */
#include "app/pane/progress-bars.h"

#include "app/pane/transform-icon.h"
#include "core/base/transform.h"
#include "core/squares/workers.h"
#include "puzzle/i18n.h"

#define QUICK_BAR TW_N_TRANSFORMS
/* Dual prices, large-neighbourhood search and the proof. */
#define OTHER_BAR TW_STRATEGY_PROOF_BAR
/* The text is laid out at most this often; the bars move in every frame. */
#define TEXT_INTERVAL_US 100000

typedef struct {
  int phase;
  int step;
  int steps;
  gint64 states;
  gint64 best;
  double left; /* seconds; below 1: unknown */
} Shown;

typedef struct {
  GtkWidget *icon; /* visible when the bars are transforms */
  GtkWidget *name; /* number of the worker, visible otherwise */
  GtkWidget *bar;
  GtkWidget *states;
  GtkWidget *best;
  GtkWidget *end; /* how the bar ended, as an icon */
  Shown shown;
} Row;

struct _TwProgressBars {
  TwPart parent_instance;
  GtkGrid *grid;
  GtkWidget *best_title;
  Row rows[TW_N_PROGRESS_BARS];
  gboolean transforms;
  gboolean has_best;
  gint64 text_time;
  gint64 count; /* of the shown solution */
  int winner;   /* the bar that found it, -1: none */
};

G_DEFINE_FINAL_TYPE (TwProgressBars, tw_progress_bars, TW_TYPE_PART)

static const char *
bar_title (TwProgressBars *self, int bar, char *buffer, gsize size)
{
  if (self->transforms && bar < TW_N_TRANSFORMS)
    return tw_transform_title (bar);
  if (self->transforms && bar == QUICK_BAR)
    return _ ("Quick run");
  if (self->transforms && bar == OTHER_BAR)
    return _ ("Bounds and large-neighbourhood search");
  g_snprintf (buffer, size, _ ("Search thread %d"), bar + 1);
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
    return shown->left >= 1 ? g_strdup_printf (_ ("Searching, about %.0f s left"), shown->left)
                            : g_strdup (_ ("Searching"));
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
set_row_visible (TwProgressBars *self, Row *row, gboolean visible)
{
  gtk_widget_set_visible (row->icon, visible && self->transforms);
  gtk_widget_set_visible (row->name, visible && !self->transforms);
  gtk_widget_set_visible (row->bar, visible);
  gtk_widget_set_visible (row->states, visible);
  gtk_widget_set_visible (row->best, visible && self->has_best);
  gtk_widget_set_visible (row->end, visible);
}

/* Hides the column of the best value for puzzles whose solutions have no cost. */
static void
set_has_best (TwProgressBars *self, gboolean has_best)
{
  self->has_best = has_best;
  gtk_widget_set_visible (self->best_title, has_best);
  for (int bar = 0; bar < TW_N_PROGRESS_BARS; bar++)
    gtk_widget_set_visible (self->rows[bar].best,
                            has_best && gtk_widget_get_visible (self->rows[bar].bar));
}

static void
update_text (TwProgressBars *self, int bar)
{
  Row *row = &self->rows[bar];
  const Shown *shown = &row->shown;
  char buffer[64];
  const char *title = bar_title (self, bar, buffer, sizeof buffer);
  g_autofree char *phase = phase_text (shown);
  /* Translators: a bar of the search and its phase */
  g_autofree char *state = g_strdup_printf (_ ("%s: %s"), title, phase);
  g_autofree char *tip = bar == self->winner
                           ? g_strdup_printf ("%s\n%s", state, _ ("Found the shown solution"))
                           : g_strdup (state);
  g_autofree char *states = shown->states > 0
                              ? g_strdup_printf ("%'" G_GINT64_FORMAT, shown->states)
                              : g_strdup ("");
  gboolean wins = bar == self->winner;
  /* The winner's own counter may miss what other methods made of its solution. */
  gint64 count = wins ? self->count : shown->best;
  g_autofree char *best = count > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, count) : g_strdup ("–");
  const char *icon = shown->phase == TW_PHASE_DONE      ? "object-select-symbolic"
                     : shown->phase == TW_PHASE_STOPPED ? "media-playback-stop-symbolic"
                                                        : NULL;

  gtk_label_set_text (GTK_LABEL (row->states), states);
  gtk_label_set_text (GTK_LABEL (row->best), best);
  gtk_widget_set_tooltip_text (row->bar, tip);
  gtk_image_set_from_icon_name (GTK_IMAGE (row->end), icon);
  gtk_widget_set_tooltip_text (row->end, icon != NULL ? phase : NULL);
  tw_set_css_class (row->best, "leader", wins);
  tw_set_css_class (row->bar, "winner", wins);
  tw_set_css_class (row->bar, "done", shown->phase == TW_PHASE_DONE);
  tw_set_css_class (row->bar, "stopped", shown->phase == TW_PHASE_STOPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, phase,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  wins ? _ ("Found the shown solution") : "", -1);
}

static void
make_row (TwProgressBars *self, int bar)
{
  Row *row = &self->rows[bar];
  g_autoptr (GtkBuilder) builder = tw_builder_new ("progress-row");
  g_autofree char *name = g_strdup_printf ("bar-%d", bar),
                  *number = g_strdup_printf ("%d", bar + 1);

  *row = (Row){
    .icon = bar < TW_N_TRANSFORMS ? tw_transform_icon_new (bar)
                                  : tw_builder_get (builder, bar == QUICK_BAR ? "quick" : "others"),
    .name = tw_builder_get (builder, "number"),
    .bar = tw_builder_get (builder, "bar"),
    .states = tw_builder_get (builder, "states"),
    .best = tw_builder_get (builder, "best"),
    .end = tw_builder_get (builder, "end"),
  };
  gtk_label_set_text (GTK_LABEL (row->name), number);
  gtk_widget_set_name (row->bar, name);
  GtkWidget *cells[] = { row->name, row->bar, row->states, row->best, row->end };
  gtk_grid_attach (self->grid, row->icon, 0, bar + 1, 1, 1);
  for (int i = 0; i < (int) G_N_ELEMENTS (cells); i++)
    gtk_grid_attach (self->grid, cells[i], i, bar + 1, 1, 1);
  set_row_visible (self, row, FALSE);
}

static void
tw_progress_bars_class_init (TwProgressBarsClass *klass)
{
  tw_class_set_template (klass, "progress-bars");
  TW_BIND_CHILDREN (klass, TwProgressBars, grid, best_title);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "progressbars");
}

static void
tw_progress_bars_init (TwProgressBars *self)
{
  self->winner = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int bar = 0; bar < TW_N_PROGRESS_BARS; bar++)
    make_row (self, bar);
}

void
tw_progress_bars_reset (TwProgressBars *self, gboolean transforms)
{
  self->transforms = transforms;
  self->text_time = 0;
  self->winner = -1;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  for (int bar = 0; bar < TW_N_PROGRESS_BARS; bar++) {
    Row *row = &self->rows[bar];
    row->shown = (Shown){ 0 };
    update_text (self, bar);
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (row->bar), 0);
    set_row_visible (self, row, FALSE);
  }
  set_has_best (self, transforms);
}

/* Updates the rows to `now_shown`. */
static void
show_bars (TwProgressBars *self, Shown *now_shown)
{
  gint64 now = g_get_monotonic_time ();
  gboolean any = FALSE;
  gboolean text = now - self->text_time >= TEXT_INTERVAL_US;

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++)
    if (now_shown[i].best > 0)
      any = TRUE;
  if (any && !self->has_best)
    set_has_best (self, TRUE);
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    Row *row = &self->rows[i];
    Shown was = row->shown, *is = &now_shown[i];
    gboolean appears = was.phase == TW_PHASE_IDLE && is->phase != TW_PHASE_IDLE;

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
    if (appears || text || (is->phase != was.phase)) {
      row->shown = *is;
      update_text (self, i);
    }
  }
  if (text)
    self->text_time = now;
}

void
tw_progress_bars_update (TwProgressBars *self, TwRun *run, double elapsed)
{
  Shown now_shown[TW_N_PROGRESS_BARS];

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    TwProgressBar *bar = tw_run_progress_bar (run, i);
    now_shown[i] = (Shown){
      .phase = atomic_load_explicit (&bar->phase, memory_order_relaxed),
      .step = atomic_load_explicit (&bar->step, memory_order_relaxed),
      .steps = atomic_load_explicit (&bar->steps, memory_order_relaxed),
      .states = atomic_load_explicit (&bar->states, memory_order_relaxed),
      .best = atomic_load_explicit (&bar->best, memory_order_relaxed),
      .left = tw_run_time_left (run, elapsed),
    };
  }
  show_bars (self, now_shown);
}

void
tw_progress_bars_end (TwProgressBars *self)
{
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    Row *row = &self->rows[i];

    if (row->shown.phase == TW_PHASE_IDLE || row->shown.phase >= TW_PHASE_DONE)
      continue;
    row->shown.phase = TW_PHASE_STOPPED;
    update_text (self, i);
  }
}

void
tw_progress_bars_set_winner (TwProgressBars *self, gint64 count, int transform)
{
  int bar = transform >= 0 ? transform : OTHER_BAR, before;

  before = self->winner;
  /* The table may have one bar for all methods. */
  if (count < 0 || !self->transforms || self->rows[bar].shown.phase == TW_PHASE_IDLE)
    bar = -1;
  if (bar == before && (bar < 0 || count == self->count))
    return;
  self->winner = bar;
  self->count = count;
  if (before >= 0)
    update_text (self, before);
  if (bar >= 0)
    update_text (self, bar);
}

GVariant *
tw_progress_bars_save (TwProgressBars *self)
{
  g_auto (GVariantBuilder) rows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(iiixx)"));

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    const Shown *shown = &self->rows[i].shown;

    g_variant_builder_add (&rows, "(iiixx)", shown->phase, shown->step, shown->steps, shown->states,
                           shown->best);
  }
  return g_variant_new ("(ba(iiixx))", self->transforms, &rows);
}

void
tw_progress_bars_restore (TwProgressBars *self, GVariant *saved)
{
  g_autoptr (GVariantIter) rows = NULL;
  Shown now_shown[TW_N_PROGRESS_BARS] = { 0 };
  gboolean transforms;

  g_variant_get (saved, "(ba(iiixx))", &transforms, &rows);
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    Shown *row = &now_shown[i];

    if (!g_variant_iter_next (rows, "(iiixx)", &row->phase, &row->step, &row->steps, &row->states,
                              &row->best))
      break;
  }
  tw_progress_bars_reset (self, transforms);
  show_bars (self, now_shown);
}
