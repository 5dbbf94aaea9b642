/* SPDX-License-Identifier: GPL-3.0-or-later */
/* header.c - see header.h. */
#include "app/window/header.h"

#include "app/compat.h"
#include "app/part.h"
#include "app/recent.h"
#include "puzzle/i18n.h"

#define MAX_RECENT 10

struct TwHeader {
  GtkWidget *title_box;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *open_button;
  GtkMenuButton *open_menu_button;
  GtkButton *solve_button;
  GtkButton *back_button;
  GtkWidget *save_button;
  GtkWidget *edit_button;
  GtkWidget *pane_button;
  GMenu *recent_menu;
  gulong recent_id; /* signal handler of the recent manager */
  gboolean shown;
  gboolean narrow;
};

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
recent_changed_cb (TwHeader *self)
{
  g_autoptr (GPtrArray) files = tw_recent_list (MAX_RECENT);

  g_menu_remove_all (self->recent_menu);
  for (guint i = 0; i < files->len; i++)
    append_recent (self->recent_menu, g_ptr_array_index (files, i));
  if (files->len == 0) /* GTK greys out an item without an action */
    g_menu_append (self->recent_menu, _ ("No recent puzzles"), "win.none");
}

/* --- the bar ------------------------------------------------------------------------ */

TwHeader *
tw_header_new (GtkWindow *window)
{
  g_autoptr (GtkBuilder)
    builder = gtk_builder_new_from_resource ("/io/github/tilewright/Tilewright/header.ui");
  TwHeader *self = g_new0 (TwHeader, 1);

  self->title_box = GTK_WIDGET (gtk_builder_get_object (builder, "title_box"));
  self->title = GTK_LABEL (gtk_builder_get_object (builder, "title"));
  self->subtitle = GTK_LABEL (gtk_builder_get_object (builder, "subtitle"));
  self->open_button = GTK_WIDGET (gtk_builder_get_object (builder, "open_button"));
  self->open_menu_button = GTK_MENU_BUTTON (gtk_builder_get_object (builder, "open_menu_button"));
  self->solve_button = GTK_BUTTON (gtk_builder_get_object (builder, "solve_button"));
  self->back_button = GTK_BUTTON (gtk_builder_get_object (builder, "back_button"));
  self->save_button = GTK_WIDGET (gtk_builder_get_object (builder, "save_button"));
  self->edit_button = GTK_WIDGET (gtk_builder_get_object (builder, "edit_button"));
  self->pane_button = GTK_WIDGET (gtk_builder_get_object (builder, "pane_button"));
  self->recent_menu = g_object_ref (G_MENU (gtk_builder_get_object (builder, "recent_menu")));
  gtk_window_set_titlebar (window, GTK_WIDGET (gtk_builder_get_object (builder, "bar")));
  self->recent_id = g_signal_connect_swapped (gtk_recent_manager_get_default (), "changed",
                                              G_CALLBACK (recent_changed_cb), self);
  recent_changed_cb (self);
  return self;
}

void
tw_header_free (TwHeader *self)
{
  g_signal_handler_disconnect (gtk_recent_manager_get_default (), self->recent_id);
  g_object_unref (self->recent_menu);
  g_free (self);
}

void
tw_header_set_title (TwHeader *self, const char *title, const char *subtitle)
{
  gtk_label_set_text (self->title, title);
  if (subtitle != NULL)
    gtk_label_set_text (self->subtitle, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
}

const char *
tw_header_get_hidden_text (TwHeader *self)
{
  return self->narrow ? gtk_label_get_text (self->subtitle) : NULL;
}

void
tw_header_set_running (TwHeader *self, gboolean running)
{
  GtkWidget *button = GTK_WIDGET (self->solve_button);

  gtk_button_set_label (self->solve_button, running ? _ ("_Stop") : _ ("_Solve"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button),
                                  running ? "search.stop" : "search.start");
  gtk_widget_set_tooltip_text (button, running ? _ ("Stop the search and keep the best solution")
                                               : _ ("Search for the best solution"));
  if (running)
    gtk_widget_remove_css_class (button, "suggested-action");
  else
    gtk_widget_add_css_class (button, "suggested-action");
}

void
tw_header_set_page (TwHeader *self, gboolean shown, gboolean behind, gboolean panel)
{
  self->shown = shown;
  gtk_widget_set_visible (GTK_WIDGET (self->solve_button), shown);
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), behind);
  gtk_widget_set_visible (self->pane_button, shown || panel);
  gtk_widget_set_visible (self->save_button, shown);
  /* The menu of the board has this action, too. */
  gtk_widget_set_visible (self->edit_button, shown && !self->narrow);
}

void
tw_header_set_narrow (TwHeader *self, gboolean narrow)
{
  self->narrow = narrow;
  gtk_widget_set_visible (self->title_box, !narrow);
  gtk_widget_set_visible (self->edit_button, self->shown && !narrow);
  gtk_widget_set_visible (self->open_button, !narrow); /* the menu has the same entry */
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
