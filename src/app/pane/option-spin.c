/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-spin.c - see option-spin.h. */
#include <math.h>

#include "app/pane/option-spin.h"

#include "app/compat.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "core/options.h"
#include "puzzle/i18n.h"

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

void
tw_option_spin_bind (GtkSpinButton *spin, const char *option)
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
  tw_settings_bind (option, spin, "value");
}
