/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why-bar.c - see why-bar.h. */
#include "app/pane/why-bar.h"

#include "app/canvas/theme.h"
#include "app/compat.h"
#include "draw/picture.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/tasks.h"

/* The limits of the worker. */
enum {
  WHY_SECONDS = 10,
  WHY_MIB = 512,
};

struct _TwWhyBar {
  TwPart parent_instance;

  GtkWidget *layers;
  GtkToggleButton *cells_button;
  GtkToggleButton *prices_button;
  GtkLabel *sentence;
  GtkLabel *legend;

  TwResult *result; /* NULL: nothing is explained */
  TwWhy *why;
  TwRun *run; /* of the worker, whose task owns it; NULL: none is running */
};

TW_DEFINE_TEMPLATE_TYPE (TwWhyBar, tw_why_bar, TW_TYPE_PART)

/* --- the worker --------------------------------------------------------------------- */

typedef struct {
  TwResult *result;
  gboolean prices;
  TwRun *run;
} Work;

TW_DEFINE_FREE (work_free, Work, (result, tw_result_unref), (run, tw_run_free))

static void
explain_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;

  g_task_return_pointer (task, tw_result_explain (work->result, work->prices, work->run),
                         (GDestroyNotify) tw_why_free);
}

static void
show_legend (TwWhyBar *self)
{
  TwPuzzle *puzzle = self->result != NULL ? self->result->puzzle : NULL;
  g_autoptr (TwScene) scene = self->why != NULL ? tw_picture_why (puzzle, NULL, self->why) : NULL;
  g_autofree char *legend = scene != NULL
                              ? tw_scene_legend (scene, tw_theme_of_widget (GTK_WIDGET (self)))
                              : NULL;

  gtk_label_set_markup (self->legend, legend != NULL ? legend : "");
  gtk_widget_set_visible (GTK_WIDGET (self->legend), legend != NULL);
}

static void
show_sentence (TwWhyBar *self, const char *sentence)
{
  gtk_label_set_text (self->sentence, sentence);
  tw_name_widget (self->sentence, sentence);
  show_legend (self);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (TwWhyBar) self = tw_weak_take (data);
  g_autoptr (TwWhy) why = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self == NULL || self->run != work->run) /* late */
    return;
  self->run = NULL;
  self->why = g_steal_pointer (&why);
  show_sentence (self, self->why != NULL
                         ? self->why->sentence
                         : _ ("No reason was found that can be shown on the board."));
  tw_compat_announce (GTK_WIDGET (self->sentence), gtk_label_get_text (self->sentence));
  g_signal_emit_by_name (self, "found");
}

static void
stop (TwWhyBar *self)
{
  if (self->run != NULL)
    tw_run_cancel (self->run);
  self->run = NULL;
  g_clear_pointer (&self->why, tw_why_free);
}

static void
start (TwWhyBar *self)
{
  Work *work = g_new0 (Work, 1);

  stop (self);
  work->result = tw_result_ref (self->result);
  work->prices = gtk_toggle_button_get_active (self->prices_button);
  work->run = tw_run_new (&(TwLimits){ .seconds = WHY_SECONDS, .memory = (gsize) WHY_MIB << 20 });
  if (work->run == NULL)
    g_error ("out of memory for a run");
  self->run = work->run;
  show_sentence (self, _ ("Looking for the reason…"));
  tw_task_run (explain_thread, work, work_free, NULL, NULL, found_cb, tw_weak_new (self));
}

/* --- the widget ----------------------------------------------------------------------- */

static void
toggled_cb (TwWhyBar *self)
{
  if (self->result != NULL)
    start (self);
}

static void
tw_why_bar_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tw_why_bar_parent_class)->css_changed (widget, change);
  if (TW_WHY_BAR (widget)->legend != NULL)
    show_legend (TW_WHY_BAR (widget));
}

static void
tw_why_bar_class_init (TwWhyBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, stop);
  TW_OWN (klass, TwWhyBar, result, tw_result_unref);
  widget_class->css_changed = tw_why_bar_css_changed;
  tw_class_add_signal (klass, "found", 0);
  tw_class_set_template (klass, "why-bar");
  TW_BIND_CHILDREN (klass, TwWhyBar, layers, cells_button, prices_button, sentence, legend);
  TW_BIND_CALLBACKS (klass, toggled_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "view.why", NULL);
  gtk_widget_class_set_css_name (widget_class, "whybar");
}

void
tw_why_bar_begin (TwWhyBar *self, TwResult *result)
{
  tw_why_bar_end (self);
  gtk_toggle_button_set_active (self->cells_button, TRUE);
  self->result = tw_result_ref (result);
  gtk_widget_set_visible (
    self->layers, (tw_puzzle_get_kind (result->puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  start (self);
}

void
tw_why_bar_end (TwWhyBar *self)
{
  stop (self);
  g_clear_pointer (&self->result, tw_result_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

TwResult *
tw_why_bar_get_result (TwWhyBar *self)
{
  return self->result;
}

const TwWhy *
tw_why_bar_get_why (TwWhyBar *self)
{
  return self->why;
}
