/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-header.c - the header bar of the window: title, buttons, menus, and the recent files in one
 * of them. */
#include "app/window/window-private.h"

#include "app/compat.h"
#include "app/part.h"
#include "app/recent.h"
#include "puzzle/i18n.h"

#define MAX_RECENT 10

/* --- recent files ------------------------------------------------------------------- */

static void
append_recent (GMenu *menu, GtkRecentInfo *info)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  /* A name is not a mnemonic. */
  g_auto (GStrv) parts = g_strsplit (gtk_recent_info_get_display_name (info), "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);

  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "file.open-uri", "s", gtk_recent_info_get_uri (info));
  g_menu_append_item (menu, item);
}

static void
recent_changed_cb (TwWindow *self)
{
  g_autoptr (GPtrArray) files = tw_recent_list (MAX_RECENT);

  g_menu_remove_all (self->recent_menu);
  for (guint i = 0; i < files->len; i++)
    append_recent (self->recent_menu, g_ptr_array_index (files, i));
  if (files->len == 0) /* GTK greys out an item without an action */
    g_menu_append (self->recent_menu, _ ("No recent puzzles"), "win.none");
}

/* --- the bar ------------------------------------------------------------------------ */

void
tw_window_begin_header (TwWindow *self)
{
  tw_connect (gtk_recent_manager_get_default (), "changed", G_CALLBACK (recent_changed_cb), self);
  recent_changed_cb (self);
}

void
tw_window_set_titles (TwWindow *self, const char *title, const char *subtitle)
{
  gtk_label_set_text (self->title, title);
  if (subtitle != NULL)
    gtk_label_set_text (self->subtitle, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
}

void
tw_window_show_running (TwWindow *self)
{
  GtkWidget *button = GTK_WIDGET (self->solve_button);
  gboolean running = tw_search_is_running (self->search);

  gtk_button_set_label (self->solve_button, running ? _ ("_Stop") : _ ("_Solve"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button),
                                  running ? "search.stop" : "search.start");
  gtk_widget_set_tooltip_text (button, running ? _ ("Stop the search and keep the best solution")
                                               : _ ("Search for the best solution"));
  tw_set_css_class (button, "suggested-action", !running);
}

void
tw_window_update_header (TwWindow *self)
{
  gboolean shown = tw_window_has_puzzle (self),
           open = tw_session_get_puzzle (self->session) != NULL;
  gboolean narrow = self->narrow;

  gtk_widget_set_visible (GTK_WIDGET (self->solve_button), shown);
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), open && !shown);
  gtk_widget_set_visible (self->pane_button, shown || tw_side_pane_get_panel (self->pane) != NULL);
  gtk_widget_set_visible (self->save_button, shown);
  gtk_widget_set_visible (self->title_box, !narrow);
  /* Menus have the same entries. */
  gtk_widget_set_visible (self->edit_button, shown && !narrow);
  gtk_widget_set_visible (self->open_button, !narrow);
  gtk_menu_button_set_icon_name (self->open_menu_button,
                                 narrow ? "document-open-symbolic" : "pan-down-symbolic");
  if (narrow) {
    gtk_button_set_icon_name (self->back_button, "go-previous-symbolic");
  } else {
    gtk_button_set_label (self->back_button, _ ("_Back to the Puzzle"));
    gtk_button_set_use_underline (self->back_button, TRUE);
  }
  tw_name_widget (self->back_button, _ ("Back to the Puzzle"));
  /* When the desktop adds many window buttons, even one long word does not fit. */
  tw_compat_set_can_shrink (self->solve_button, narrow);
}
