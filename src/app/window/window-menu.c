/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-menu.c - the context menu of the board: by a click of the secondary button, a long press, or
 * the keys Menu and Shift+F10. */
#include "app/window/window-private.h"

#include "app/part.h"

static void
open_menu (TwWindow *self, double x, double y)
{
  const GdkRectangle point = { .x = (int) x, .y = (int) y, .width = 1, .height = 1 };

  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &point);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
tw_window_menu_pressed_cb (GtkGesture *click, int n, double x, double y, TwWindow *self)
{
  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, x, y);
}

void
tw_window_menu_long_pressed_cb (GtkGesture *press, double x, double y, TwWindow *self)
{
  gtk_gesture_set_state (press, GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, x, y);
}

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  open_menu (data, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
tw_window_begin_menu (TwWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (self->board_menu));
  gtk_widget_set_name (self->menu, "board-menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  /* The canvas has no layout for children; its parent has the same size. */
  gtk_widget_set_parent (self->menu, gtk_widget_get_parent (GTK_WIDGET (self->canvas)));
  tw_connect (self->menu, "closed", G_CALLBACK (gtk_widget_grab_focus), self->canvas);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                      gtk_callback_action_new (key_cb, self, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), keys);
}
