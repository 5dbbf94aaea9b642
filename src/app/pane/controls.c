/* SPDX-License-Identifier: GPL-3.0-or-later */
/* controls.c - see controls.h. */
#include "app/pane/controls.h"

#include <math.h>

#include "app/compat.h"
#include "app/pane/transform-icon.h"
#include "app/preferences/settings.h"
#include "core/base/transform.h"
#include "core/options.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/pieces/puzzle.h"

#define HEURISTIC "heuristic" /* the engine that uses margins */

struct _TwControls {
  TwPart parent_instance;

  GtkDropDown *engine;
  GtkLabel *engine_summary;
  GtkSpinButton *time;
  GtkSpinButton *threads;
  GtkSpinButton *memory;
  GtkSpinButton *cost_margin;
  GtkSpinButton *size_deviation;
  GtkWidget *squares_box;
  GtkWidget *cost_margin_title;
  GtkWidget *size_deviation_title;
  GtkWidget *sweep_offer;
  GtkLabel *sweep_reason;
  GtkGrid *transforms_box;
  GtkCheckButton *quick;
  GtkExpander *advanced;
  GtkWidget *pieces_box;
  GtkCheckButton *find_first;
  GtkCheckButton *find_all;
  GtkCheckButton *every;

  GtkCheckButton *transforms[TW_N_TRANSFORMS];
  const TwKind *kind;
  GSettings *settings; /* of the puzzle */
  GSignalGroup *watch; /* of these */
  gboolean loading;    /* the widgets are being updated from the settings; ignore their signals */
};

G_DEFINE_FINAL_TYPE (TwControls, tw_controls, TW_TYPE_PART)

/* --- engine -------------------------------------------------------------- */

/* Returns NULL when there is none. */
static const TwEngineInfo *
selected_engine (TwControls *self)
{
  guint index = gtk_drop_down_get_selected (self->engine);

  return self->kind != NULL && index != GTK_INVALID_LIST_POSITION
           ? &self->kind->solve->engines[index]
           : NULL;
}

/* A row that the engine does not use is insensitive. `widget` has the name of its option; `title` is
 * its label, NULL: its own. `reason` says why it is not used. */
static void
set_used (GtkWidget *widget, GtkWidget *title, const char *reason)
{
  const char *doc = _ (tw_options_find (gtk_widget_get_name (widget))->doc);
  g_autofree char *text = reason != NULL ? g_strdup_printf ("%s\n%s", doc, reason) : g_strdup (doc);

  gtk_widget_set_sensitive (widget, reason == NULL);
  gtk_widget_set_tooltip_text (widget, text);
  tw_describe_widget (widget, text);
  if (title == NULL)
    return;
  gtk_widget_set_sensitive (title, reason == NULL);
  gtk_widget_set_tooltip_text (title, text);
}

static void
show_engine (TwControls *self)
{
  const TwEngineInfo *engine = selected_engine (self);
  g_autofree char *reason = NULL;

  gtk_label_set_text (self->engine_summary, engine != NULL ? _ (engine->summary) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->engine_summary), engine != NULL);

  /* The other engines do not use margins: they prune by lower bounds on the remaining cost. */
  if (engine == NULL || !g_str_equal (engine->name, HEURISTIC)) {
    engine = tw_kind_find_engine (tw_kind_find ("squares"), HEURISTIC);
    /* Translators: why margins are grey; %s is the title of an engine */
    reason = g_strdup_printf (_ ("Only the engine “%s” uses margins"), _ (engine->title));
    gtk_label_set_text (self->sweep_reason, reason);
  }
  gtk_widget_set_visible (self->sweep_offer, reason != NULL);
  set_used (GTK_WIDGET (self->cost_margin), self->cost_margin_title, reason);
  set_used (GTK_WIDGET (self->size_deviation), self->size_deviation_title, reason);
  set_used (GTK_WIDGET (self->quick), NULL, reason);
}

static void
use_sweep_cb (TwControls *self)
{
  g_settings_set_string (self->settings, "engine", HEURISTIC);
  gtk_widget_grab_focus (GTK_WIDGET (self->cost_margin));
}

static void
engine_selected_cb (TwControls *self)
{
  const TwEngineInfo *engine = selected_engine (self);

  show_engine (self);
  if (!self->loading && engine != NULL)
    g_settings_set_string (self->settings, "engine", engine->name);
}

/* Selects the engine in the settings, or the first engine if the kind does not support it. */
static void
engine_changed_cb (TwControls *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "engine");
  const TwEngineInfo *found;

  if (self->kind == NULL)
    return;
  found = tw_kind_find_engine (self->kind, name);
  self->loading = TRUE;
  gtk_drop_down_set_selected (self->engine, found != NULL ? found - self->kind->solve->engines : 0);
  self->loading = FALSE;
  show_engine (self);
}

/* --- transforms ---------------------------------------------------------- */

static void
transforms_changed_cb (TwControls *self)
{
  TwOptions options;

  tw_settings_get_options (self->settings, &options);
  unsigned mask = tw_options_transform_mask (&options);
  self->loading = TRUE;
  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    gtk_check_button_set_active (self->transforms[k], (mask >> k & 1) != 0);
  self->loading = FALSE;
}

static void
transform_toggled_cb (TwControls *self, GtkCheckButton *button)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->loading)
    return;
  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    if (gtk_check_button_get_active (self->transforms[k]))
      g_string_append_printf (text, text->len > 0 ? ",%d" : "%d", k);
  if (text->len == 0) /* at least one transform has to run */
    gtk_check_button_set_active (button, TRUE);
  else
    g_settings_set_string (self->settings, "transforms", text->str);
}

static void
make_transforms (TwControls *self)
{
  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
    g_autofree char *text = g_strdup_printf ("_%d", k); /* Alt and the number toggle it */
    GtkWidget *label = gtk_label_new_with_mnemonic (text);
    GtkWidget *button = gtk_check_button_new ();
    g_autofree char *name = g_strdup_printf ("transform-%d", k);

    gtk_widget_set_name (button, name);
    gtk_widget_add_css_class (button, "transform");
    gtk_label_set_mnemonic_widget (GTK_LABEL (label), button);
    gtk_box_append (GTK_BOX (box), tw_transform_icon_new (k));
    gtk_box_append (GTK_BOX (box), label);
    gtk_check_button_set_child (GTK_CHECK_BUTTON (button), box);
    gtk_widget_set_tooltip_text (button, tw_transform_title (k));
    tw_name_widget (button, tw_transform_title (k));
    g_signal_connect_swapped (button, "toggled", G_CALLBACK (transform_toggled_cb), self);
    gtk_grid_attach (self->transforms_box, button, k % 4, k / 4, 1, 1);
    self->transforms[k] = GTK_CHECK_BUTTON (button);
  }
}

/* --- the solutions of piece puzzles ------------------------------------------ */

/* A limit above 1 in the settings is shown as "all" and is left unchanged. */
static void
find_changed_cb (TwControls *self)
{
  GtkCheckButton *button = g_settings_get_int (self->settings, "limit") == 1 ? self->find_first
                                                                             : self->find_all;

  self->loading = TRUE;
  gtk_check_button_set_active (button, TRUE);
  self->loading = FALSE;
}

static void
find_toggled_cb (TwControls *self, GtkCheckButton *button)
{
  if (!self->loading && gtk_check_button_get_active (button))
    g_settings_set_int (self->settings, "limit", button == self->find_first ? 1 : 0);
}

static void
reset_cb (TwControls *self)
{
  static const char *const general[] = { "time", "threads", "memory" };
  static const char *const own[] = { "engine",      "limit",          "raw",  "transforms",
                                     "cost-margin", "size-deviation", "quick" };

  for (gsize i = 0; i < G_N_ELEMENTS (general); i++)
    g_settings_reset (tw_settings (), general[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
    g_settings_reset (self->settings, own[i]);
}

/* --- numbers ------------------------------------------------------------ */

static void
ignore_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
      gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
  }
}

/* Marks the entry as invalid; NULL: the text is a valid number. */
static void
mark (GtkSpinButton *spin, const char *fault)
{
  if (fault != NULL) {
    gtk_widget_add_css_class (GTK_WIDGET (spin), "error");
    gtk_accessible_update_state (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_STATE_INVALID,
                                 GTK_ACCESSIBLE_INVALID_TRUE, -1);
    tw_compat_announce (GTK_WIDGET (spin), fault);
  } else {
    gtk_widget_remove_css_class (GTK_WIDGET (spin), "error");
    gtk_accessible_reset_state (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_STATE_INVALID);
  }
}

/* 0 threads means one per processor. */
static gboolean
threads_output_cb (GtkSpinButton *spin, gpointer data)
{
  if (gtk_spin_button_get_value_as_int (spin) != 0)
    return FALSE;
  /* Translators: worker threads, one for every processor. */
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), _ ("All")) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), _ ("All"));
  return TRUE;
}

/* GTK would parse a leading number, or take 0 for text without one. Invalid text would then
 * silently replace the value, so it is rejected here. */
static int
number_input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));
  char *end = NULL;

  *value = g_strtod (text, &end); /* accepts the decimal separator of the locale and of C */
  if (*text != '\0' && *end == '\0' && isfinite (*value)) {
    mark (spin, NULL);
    return TRUE;
  }
  mark (spin, _ ("Not a number: the value is kept"));
  *value = gtk_spin_button_get_value (spin);
  return TRUE;
}

static int
threads_input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), _ ("All")) != 0)
    return number_input_cb (spin, value, data);
  mark (spin, NULL);
  *value = 0;
  return TRUE;
}

/* A new value from any source removes the mark. */
static void
value_changed_cb (GtkSpinButton *spin, gpointer data)
{
  mark (spin, NULL);
}

/* `option` is an INT or REAL row of core/options.h and also a key of the settings. A thread count of
 * 0 is shown as "All". Scrolling the mouse wheel above the button scrolls its container instead of
 * changing the number. */
static void
set_up_spin (GtkSpinButton *spin, const char *option)
{
  const TwOptionInfo *info = tw_options_find (option);

  g_return_if_fail (info != NULL);
  g_return_if_fail (info->kind == TW_OPTION_INT || info->kind == TW_OPTION_REAL);
  double step = g_str_equal (option, "memory") ? 256 : 1;
  int digits = info->kind == TW_OPTION_REAL ? 1 : 0;
  /* The lower limit must not be displayed as 0 unless it is 0. */
  double least = info->least > 0 ? MAX (info->least, pow (10, -digits)) : info->least;

  if (g_str_equal (option, "threads")) {
    g_signal_connect (spin, "output", G_CALLBACK (threads_output_cb), NULL);
    g_signal_connect (spin, "input", G_CALLBACK (threads_input_cb), NULL);
  } else {
    g_signal_connect (spin, "input", G_CALLBACK (number_input_cb), NULL);
  }
  g_signal_connect (spin, "value-changed", G_CALLBACK (value_changed_cb), NULL);
  gtk_spin_button_set_range (spin, least, info->most);
  gtk_spin_button_set_increments (spin, step, step * 10);
  gtk_spin_button_set_digits (spin, (guint) digits);
  gtk_spin_button_set_numeric (spin, FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (spin), _ (info->doc));
  ignore_wheel (GTK_WIDGET (spin));
  gtk_widget_set_name (GTK_WIDGET (spin), option);
  tw_describe_widget (spin, _ (info->doc));
}

/* --- widget -------------------------------------------------------------- */

/* The settings of the puzzle that no property is bound to. */
static const struct {
  const char *signal;
  GCallback changed;
} watched[] = {
  { "changed::transforms", G_CALLBACK (transforms_changed_cb) },
  { "changed::engine", G_CALLBACK (engine_changed_cb) },
  { "changed::limit", G_CALLBACK (find_changed_cb) },
};

static void
tw_controls_class_init (TwControlsClass *klass)
{
  TW_OWN (klass, TwControls, watch, g_object_unref);
  TW_OWN (klass, TwControls, settings, g_object_unref);
  tw_class_set_template (klass, "controls");
  TW_BIND_CHILDREN (klass, TwControls, engine, engine_summary, time, threads, memory, cost_margin,
                    size_deviation, squares_box, cost_margin_title, size_deviation_title);
  TW_BIND_CHILDREN (klass, TwControls, sweep_offer, sweep_reason, transforms_box, quick, advanced,
                    pieces_box, find_first, find_all, every);
  TW_BIND_CALLBACKS (klass, engine_selected_cb, find_toggled_cb, reset_cb, use_sweep_cb);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "controls");
}

static void
tw_controls_init (TwControls *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  set_up_spin (self->time, "time");
  set_up_spin (self->threads, "threads");
  set_up_spin (self->memory, "memory");
  set_up_spin (self->cost_margin, "cost-margin");
  set_up_spin (self->size_deviation, "size-deviation");
  tw_settings_bind ("time", self->time, "value");
  tw_settings_bind ("threads", self->threads, "value");
  tw_settings_bind ("memory", self->memory, "value");
  tw_settings_bind ("show-advanced", self->advanced, "expanded");

  make_transforms (self);
  self->watch = g_signal_group_new (G_TYPE_SETTINGS);
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
    g_signal_group_connect_swapped (self->watch, watched[i].signal, watched[i].changed, self);
}

/* Binds a property to another puzzle's settings; the binding it has must not copy the new value to
 * the old ones. */
static void
rebind (GSettings *settings, const char *key, gpointer object, const char *property)
{
  g_settings_unbind (object, property);
  g_settings_bind (settings, key, object, property, G_SETTINGS_BIND_DEFAULT);
}

static void
set_settings (TwControls *self, GSettings *settings)
{
  if (!g_set_object (&self->settings, settings))
    return;
  rebind (settings, "cost-margin", self->cost_margin, "value");
  rebind (settings, "size-deviation", self->size_deviation, "value");
  rebind (settings, "quick", self->quick, "active");
  rebind (settings, "raw", self->every, "active");
  g_signal_group_set_target (self->watch, settings);
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
    ((void (*) (TwControls *)) watched[i].changed) (self);
}

static void
set_kind (TwControls *self, const TwKind *kind)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  if (kind == self->kind)
    return;
  self->kind = kind;
  for (guint i = 0; kind != NULL && kind->solve->engines[i].name != NULL; i++)
    gtk_string_list_append (titles, _ (kind->solve->engines[i].title));
  self->loading = TRUE;
  gtk_drop_down_set_model (self->engine, G_LIST_MODEL (titles));
  self->loading = FALSE;
  engine_changed_cb (self);
  gtk_widget_set_visible (self->squares_box,
                          kind == NULL || (kind->flags & TW_KIND_TRANSFORMS) != 0);
  gtk_widget_set_visible (self->pieces_box, kind != NULL && tw_kind_has_pieces (kind));
}

void
tw_controls_set_puzzle (TwControls *self, const TwKind *kind, GSettings *settings)
{
  set_settings (self, settings);
  set_kind (self, kind);
}

void
tw_controls_get_options (TwControls *self, TwOptions *options)
{
  const TwEngineInfo *engine = selected_engine (self);

  /* Commit text that is still being typed. */
  gtk_spin_button_update (self->time);
  gtk_spin_button_update (self->threads);
  gtk_spin_button_update (self->memory);
  gtk_spin_button_update (self->cost_margin);
  gtk_spin_button_update (self->size_deviation);
  tw_settings_get_options (self->settings, options);
  /* The settings may name an engine of another kind of puzzle. */
  if (engine != NULL && tw_options_set (options, "engine", engine->name) != TW_OPTION_FITS)
    g_warning ("the name of the engine %s does not fit", engine->name);
}
