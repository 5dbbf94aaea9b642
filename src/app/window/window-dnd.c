/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-dnd.c - files dropped on the window are opened; text and pictures are taken as if they were
 * pasted. */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/window-clipboard.h"

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, TwWindow *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST)) {
    for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
      g_ptr_array_add (files, l->data);
  } else if (G_VALUE_HOLDS (value, G_TYPE_FILE)) {
    g_ptr_array_add (files, g_value_get_object (value));
  } else if (G_VALUE_HOLDS (value, GDK_TYPE_TEXTURE)) {
    tw_window_take_picture (self, g_value_get_object (value));
    return TRUE;
  } else if (G_VALUE_HOLDS_STRING (value)) {
    tw_window_take_text (self, g_value_dup_string (value));
    return TRUE;
  }
  if (files->len == 0)
    return FALSE;
  tw_window_open_files (self, (GFile **) files->pdata, (int) files->len);
  return TRUE;
}

void
tw_window_accept_drops (TwWindow *self)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE, GDK_TYPE_TEXTURE, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
