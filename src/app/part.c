/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part.c - see part.h. */
#include "app/part.h"

G_DEFINE_ABSTRACT_TYPE (TwPart, tw_part, GTK_TYPE_WIDGET)

static void
tw_part_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tw_part_parent_class)->dispose (object);
}

static void
tw_part_class_init (TwPartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_part_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tw_part_init (TwPart *self)
{
}

void
tw_class_set_template (gpointer klass, const char *name)
{
  g_autofree char *path = g_strconcat ("/io/github/tilewright/Tilewright/", name, ".ui", NULL);

  gtk_widget_class_set_template_from_resource (klass, path);
}

void
tw_class_set_dialog_template (gpointer klass, const char *name)
{
  tw_class_set_template (klass, name);
  tw_class_close_on_escape (klass);
}

void
tw_class_close_on_escape (gpointer klass)
{
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "window.close", NULL);
}

void
tw_ensure_types (GType first, ...)
{
  va_list types;

  va_start (types, first);
  for (GType type = first; type != G_TYPE_INVALID; type = va_arg (types, GType))
    g_type_ensure (type);
  va_end (types);
}

void
tw_class_add_signal (gpointer klass, const char *name, guint n, ...)
{
  va_list types;

  va_start (types, n);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                       G_TYPE_NONE, n, types);
  va_end (types);
}

void
tw_name_widget (gpointer widget, const char *label)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
tw_describe_widget (gpointer widget, const char *text)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
tw_label_show_message (GtkLabel *label, const char *message)
{
  tw_label_set_text (label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (label), message != NULL);
}

void
tw_label_set_text (GtkLabel *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_text (label), text) != 0)
    gtk_label_set_text (label, text);
}
