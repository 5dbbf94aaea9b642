/* SPDX-License-Identifier: GPL-3.0-or-later */
/* toast.c - see toast.h. */
#include "app/window/toast.h"

#include "app/compat.h"

#define SECONDS 8

struct _TwToast {
  TwPart parent_instance;
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkButton *button;
  guint timeout_id; /* 0: hidden */
};

TW_DEFINE_TEMPLATE_TYPE (TwToast, tw_toast, TW_TYPE_PART)

void
tw_toast_hide (TwToast *self)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

static gboolean
timeout_cb (gpointer data)
{
  TW_TOAST (data)->timeout_id = 0; /* GLib removes it */
  tw_toast_hide (data);
  return G_SOURCE_REMOVE;
}

static void
close_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  tw_toast_hide (TW_TOAST (widget));
}

void
tw_toast_show_text (TwToast *self, const char *text, const char *label, const char *action,
                    const char *target)
{
  gtk_label_set_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->button), label != NULL);
  if (label != NULL) {
    gtk_button_set_label (self->button, label);
    /* GTK warns of an action whose parameter is of another type, also between these calls. */
    gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), NULL);
    gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->button),
                                            target != NULL ? g_variant_new_string (target) : NULL);
    gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action);
  }
  tw_name_widget (self, text);
  tw_compat_announce (GTK_WIDGET (self), text);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  self->timeout_id = g_timeout_add_seconds (SECONDS, timeout_cb, self);
}

static void
tw_toast_class_init (TwToastClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN_SOURCE (klass, TwToast, timeout_id);
  tw_class_set_template (klass, "toast");
  TW_BIND_CHILDREN (klass, TwToast, revealer, label, button);
  TW_BIND_CALLBACKS (klass, tw_toast_hide);
  gtk_widget_class_install_action (widget_class, "toast.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "toast.close", NULL);
  gtk_widget_class_set_css_name (widget_class, "toast");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}
