/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.c - see actions.h. */
#include "app/actions.h"

#define ROW "tw-row"

static const TwAction *
row_of (GSimpleAction *action)
{
  return g_object_get_data (G_OBJECT (action), ROW);
}

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TwAction *row = row_of (action);
  gpointer owner = row->member != 0 ? G_STRUCT_MEMBER (gpointer, data, row->member) : data;

  if (row->type == NULL) {
    ((void (*) (gpointer)) row->activate) (owner);
  } else if (g_str_equal (row->type, TW_ACTION_CONSTANT)) {
    ((void (*) (gpointer, int)) row->activate) (owner, row->constant);
  } else if (g_str_equal (row->type, "i")) {
    ((void (*) (gpointer, int)) row->activate) (owner, g_variant_get_int32 (parameter));
  } else if (g_str_equal (row->type, "s")) {
    ((void (*) (gpointer, const char *)) row->activate) (owner,
                                                         g_variant_get_string (parameter, NULL));
  } else {
    g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

    ((void (*) (gpointer, GFile *)) row->activate) (owner, file);
  }
}

static void
change_state_cb (GSimpleAction *action, GVariant *state, gpointer owner)
{
  g_object_set (owner, row_of (action)->state, g_variant_get_boolean (state), NULL);
}

static gboolean
to_variant (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_variant (to, g_variant_new_boolean (g_value_get_boolean (from)));
  return TRUE;
}

static GSimpleAction *
new_action (gpointer owner, const TwAction *row)
{
  const char *type = row->type == NULL || g_str_equal (row->type, TW_ACTION_CONSTANT) ? NULL
                     : g_str_equal (row->type, TW_ACTION_FILE)                        ? "s"
                                                                                      : row->type;
  GSimpleAction *action;

  if (row->state != NULL) {
    action = g_simple_action_new_stateful (row->name, NULL, g_variant_new_boolean (FALSE));
    g_signal_connect_object (action, "change-state", G_CALLBACK (change_state_cb), owner, 0);
    g_object_bind_property_full (owner, row->state, action, "state", G_BINDING_SYNC_CREATE,
                                 to_variant, NULL, NULL, NULL);
  } else {
    action = g_simple_action_new (row->name, (const GVariantType *) type);
    g_signal_connect_object (action, "activate", G_CALLBACK (activate_cb), owner, 0);
  }
  g_object_set_data (G_OBJECT (action), ROW, (gpointer) (guintptr) row);
  if (row->enabled != NULL)
    g_object_bind_property (owner, row->enabled, action, "enabled", G_BINDING_SYNC_CREATE);
  return action;
}

void
tw_actions_add (gpointer widget, const char *group, gpointer owner, const TwAction *actions)
{
  GApplication *application = g_application_get_default ();
  GActionMap *map = G_ACTION_MAP (tw_actions_get (widget, group));

  if (map == NULL) {
    map = G_ACTION_MAP (g_simple_action_group_new ());
    gtk_widget_insert_action_group (widget, group, G_ACTION_GROUP (map));
    g_object_set_data_full (widget, group, map, g_object_unref);
  }
  for (; actions->name != NULL; actions++) {
    g_autoptr (GSimpleAction) action = new_action (owner, actions);
    g_autofree char *name = g_strconcat (group, ".", actions->name, NULL);

    g_action_map_add_action (map, G_ACTION (action));
    if (actions->keys[0] != NULL && application != NULL)
      gtk_application_set_accels_for_action (GTK_APPLICATION (application), name, actions->keys);
  }
}

GActionGroup *
tw_actions_get (gpointer widget, const char *group)
{
  return G_IS_APPLICATION (widget) ? widget : g_object_get_data (widget, group);
}
