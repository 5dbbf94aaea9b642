/* SPDX-License-Identifier: GPL-3.0-or-later */
/* board-menu.c - see board-menu.h. */
#include "app/window/board-menu.h"

#include "app/window/steps.h"

struct TwBoardMenu {
  GtkWidget *popover;
  GMenu *steps; /* its section of Undo and Redo */
};

static void
open_menu (TwBoardMenu *self, double x, double y)
{
  const GdkRectangle point = { .x = (int) x, .y = (int) y, .width = 1, .height = 1 };

  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &point);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
pressed_cb (GtkGestureClick *click, int n, double x, double y, TwBoardMenu *self)
{
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, x, y);
}

static void
long_pressed_cb (GtkGestureLongPress *press, double x, double y, TwBoardMenu *self)
{
  gtk_gesture_set_state (GTK_GESTURE (press), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, x, y);
}

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  open_menu (data, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

TwBoardMenu *
tw_board_menu_new (GtkWidget *canvas, GMenuModel *menu, GMenu *steps)
{
  TwBoardMenu *self = g_new0 (TwBoardMenu, 1);
  GtkGesture *click = gtk_gesture_click_new (), *press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->steps = g_object_ref (steps);
  self->popover = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_name (self->popover, "board-menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  /* The canvas has no layout for children; its parent has the same size. */
  gtk_widget_set_parent (self->popover, gtk_widget_get_parent (canvas));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (long_pressed_cb), self);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (press));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                      gtk_callback_action_new (key_cb, self, NULL)));
  gtk_widget_add_controller (canvas, keys);
  return self;
}

void
tw_board_menu_free (TwBoardMenu *self)
{
  gtk_widget_unparent (self->popover);
  g_object_unref (self->steps);
  g_free (self);
}

void
tw_board_menu_set_steps (TwBoardMenu *self, const char *undo, const char *redo)
{
  tw_steps_name_items (self->steps, undo, redo);
}
