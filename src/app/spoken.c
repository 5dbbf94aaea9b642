/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spoken.c - see spoken.h. */
#include "app/spoken.h"

#include "app/part.h"

#include <gtk/gtk.h>

/* GTK copies the label of a button or a check box, with its mnemonic, to the accessible label. */
static char *
strip_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (const char *p = label; *p != '\0'; p++)
    if (*p != '_' || *++p != '\0') /* "__" is an underscore */
      g_string_append_c (text, *p);
  return g_string_free (text, FALSE);
}

static gboolean
has_label (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static gboolean
is_named_after (GtkWidget *widget)
{
  return gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static gboolean
has_name (GtkWidget *widget)
{
  return has_label (widget) || is_named_after (widget);
}

/* Whether the widget's accessible label is still `label`. */
static gboolean
is_labelled (GtkWidget *widget, const char *label)
{
  g_autofree char *other = NULL;

  if (!has_label (widget))
    return FALSE;
  other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                              GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  return other == NULL;
}

static GtkWidget *
find_label (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child);
  return found;
}

static void
name_after (GtkWidget *widget, GtkWidget *other)
{
  if (other != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    other, NULL, -1);
}

static void
name_button (GtkWidget *widget)
{
  g_autofree char *label = NULL;
  gboolean mnemonic = FALSE;

  /* A button whose label becomes an icon reports this while GTK still takes the icon for a label: its
   * label must not be read then. */
  if (!GTK_IS_BUTTON (widget) || GTK_IS_LABEL (gtk_button_get_child (GTK_BUTTON (widget))))
    g_object_get (widget, "label", &label, "use-underline", &mnemonic, NULL);
  if (label == NULL && GTK_IS_BUTTON (widget) && !has_name (widget))
    name_after (widget, find_label (widget));
  if (label == NULL || !mnemonic || !is_labelled (widget, label))
    return;
  if (GTK_IS_BUTTON (widget)) {
    /* The label inside the button names it, too, without the mnemonic. */
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  } else {
    g_autofree char *text = strip_mnemonic (label);

    tw_name_widget (widget, text);
  }
}

static void
follow_label (GtkWidget *widget)
{
  gulong id = g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, name_button, NULL);

  name_button (widget);
  if (id == 0)
    g_signal_connect (widget, "notify::label", G_CALLBACK (name_button), NULL);
}

/* The part of a drop-down that takes the focus is its first child; its rows, also the one that is
 * shown, are private widgets. */
static void
name_row (GtkWidget *widget)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget")
      && gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN) != NULL)
    name_after (widget, find_label (widget));
}

/* Newer GTK names an item of a menu, a private widget, after its label, which has no name because it
 * is presentational. */
static void
name_menu_item (GtkWidget *widget)
{
  GtkWidget *label = g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton")
                       ? find_label (widget)
                       : NULL;

  if (label == NULL
      || gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (label))
           != GTK_ACCESSIBLE_ROLE_PRESENTATION)
    return;
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  tw_name_widget (widget, gtk_label_get_text (GTK_LABEL (label)));
}

static gboolean
mapped_cb (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  /* Both would be said. What is named after a drop-down gets its label only. */
  if (!GTK_IS_BUTTON (widget) && has_label (widget) && is_named_after (widget)) {
    if (GTK_IS_DROP_DOWN (widget))
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    else
      gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  }
  if (GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget))
    follow_label (widget);
  else if (GTK_IS_DROP_DOWN (widget))
    name_after (gtk_widget_get_first_child (widget), widget);
  else if (GTK_IS_POPOVER_MENU (widget) && GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget)))
    name_after (widget, gtk_widget_get_parent (widget));
  else if (GTK_IS_PICTURE (widget) && !has_name (widget)
           && gtk_picture_get_alternative_text (GTK_PICTURE (widget)) != NULL)
    tw_name_widget (widget, gtk_picture_get_alternative_text (GTK_PICTURE (widget)));
  name_row (widget);
  name_menu_item (widget);
  return TRUE;
}

void
tw_spoken_names_init (void)
{
  static gpointer widget_class; /* which has the signal */

  if (widget_class != NULL)
    return;
  widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, mapped_cb, NULL, NULL);
}
