/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - see steps.h. */
#include "app/window/steps.h"

#include "app/part.h"
#include "puzzle/i18n.h"

/* Longest name in a menu: piece names come from files and may be long. */
#define MAX_CHARS 40

/* --- buttons ---------------------------------------------------------------------- */

static void
name_button (GtkWidget *button, char *text)
{
  gtk_widget_set_tooltip_text (button, text);
  tw_name_widget (button, text);
  g_free (text);
}

void
tw_steps_name_buttons (GtkWidget *undo_button, GtkWidget *redo_button, const char *undo,
                       const char *redo)
{
  name_button (undo_button,
               undo != NULL ? g_strdup_printf (_ ("Undo: %s"), undo) : g_strdup (_ ("Undo")));
  name_button (redo_button,
               redo != NULL ? g_strdup_printf (_ ("Redo: %s"), redo) : g_strdup (_ ("Redo")));
}

/* --- menus ------------------------------------------------------------------------ */

/* Escapes underscores, which mark mnemonics in a label. */
static char *
escape (const char *name)
{
  g_autofree char *start = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), MAX_CHARS));
  GString *text = g_string_new (start);

  g_string_replace (text, "_", "__", 0);
  if (strlen (start) < strlen (name))
    g_string_append (text, "…");
  return g_string_free (text, FALSE);
}

static void
name_item (GMenu *menu, const char *action, char *label)
{
  GMenuModel *model = G_MENU_MODEL (menu);

  for (int i = 0; i < g_menu_model_get_n_items (model); i++) {
    g_autoptr (GMenuItem) item = g_menu_item_new_from_model (model, i);
    g_autofree char *its_action = NULL;
    g_autofree char *before = NULL;

    if (!g_menu_item_get_attribute (item, G_MENU_ATTRIBUTE_ACTION, "s", &its_action)
        || !g_menu_item_get_attribute (item, G_MENU_ATTRIBUTE_LABEL, "s", &before)
        || !g_str_equal (its_action, action) || g_str_equal (before, label))
      continue;
    g_menu_item_set_label (item, label); /* menu items are immutable */
    g_menu_remove (menu, i);
    g_menu_insert_item (menu, i, item);
  }
  g_free (label);
}

void
tw_steps_name_items (GMenu *menu, const char *undo, const char *redo)
{
  g_autofree char *undo_name = undo != NULL ? escape (undo) : NULL;
  g_autofree char *redo_name = redo != NULL ? escape (redo) : NULL;

  name_item (menu, "edit.undo",
             undo != NULL ? g_strdup_printf (_ ("_Undo: %s"), undo_name) : g_strdup (_ ("_Undo")));
  name_item (menu, "edit.redo",
             redo != NULL ? g_strdup_printf (_ ("_Redo: %s"), redo_name) : g_strdup (_ ("_Redo")));
}
