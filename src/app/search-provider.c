/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search-provider.c - see search-provider.h. */
#include "config.h"

#include "app/search-provider.h"

#include "app/gallery/catalogue.h"
#include "app/recent.h"

enum {
  MOST_RECENT = 50,
  MOST_RESULTS = 50,
};

static const char interface_xml[] =
  "<node><interface name='org.gnome.Shell.SearchProvider2'>"
  "<method name='GetInitialResultSet'><arg type='as' name='terms' direction='in'/>"
  "<arg type='as' name='results' direction='out'/></method>"
  "<method name='GetSubsearchResultSet'><arg type='as' name='previous_results' direction='in'/>"
  "<arg type='as' name='terms' direction='in'/>"
  "<arg type='as' name='results' direction='out'/></method>"
  "<method name='GetResultMetas'><arg type='as' name='identifiers' direction='in'/>"
  "<arg type='aa{sv}' name='metas' direction='out'/></method>"
  "<method name='ActivateResult'><arg type='s' name='identifier' direction='in'/>"
  "<arg type='as' name='terms' direction='in'/><arg type='u' name='timestamp' direction='in'/>"
  "</method>"
  "<method name='LaunchSearch'><arg type='as' name='terms' direction='in'/>"
  "<arg type='u' name='timestamp' direction='in'/></method>"
  "</interface></node>";

static void
add_recent (GPtrArray *cards)
{
  g_autoptr (GPtrArray) files = tw_recent_list (MOST_RECENT);

  for (guint i = 0; i < files->len; i++) {
    GtkRecentInfo *info = g_ptr_array_index (files, i);
    const char *uri = gtk_recent_info_get_uri (info);

    if (tw_cards_find (cards, uri) == NULL)
      g_ptr_array_add (cards, tw_card_new_recent (uri, gtk_recent_info_get_display_name (info)));
  }
}

static GVariant *
find_results (GPtrArray *cards, char **terms)
{
  g_autofree char *query = g_strjoinv (" ", terms);
  GVariantBuilder found;
  guint n = 0;

  g_variant_builder_init (&found, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < cards->len && n < MOST_RESULTS; i++) {
    const TwCard *card = g_ptr_array_index (cards, i);

    if (!tw_card_matches (card, query))
      continue;
    g_variant_builder_add (&found, "s", card->uri);
    n++;
  }
  return g_variant_builder_end (&found);
}

static GVariant *
describe_results (GPtrArray *cards, char **uris)
{
  g_autoptr (GIcon) icon = g_themed_icon_new (TW_APP_ID);
  GVariantBuilder metas;

  g_variant_builder_init (&metas, G_VARIANT_TYPE ("aa{sv}"));
  for (; *uris != NULL; uris++) {
    const TwCard *card = tw_cards_find (cards, *uris);
    g_autofree char *title = card != NULL ? tw_card_dup_title (card) : NULL;
    g_autofree char *detail = card != NULL ? tw_card_dup_detail (card) : NULL;
    g_autoptr (GVariant) icon_value = g_icon_serialize (icon);

    if (card == NULL)
      continue;
    g_variant_builder_open (&metas, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add (&metas, "{sv}", "id", g_variant_new_string (card->uri));
    g_variant_builder_add (&metas, "{sv}", "name", g_variant_new_string (title));
    g_variant_builder_add (&metas, "{sv}", "icon", icon_value);
    if (detail != NULL)
      g_variant_builder_add (&metas, "{sv}", "description", g_variant_new_string (detail));
    g_variant_builder_close (&metas);
  }
  return g_variant_builder_end (&metas);
}

/* Answers a call once the catalogue is read. Without one there are the recent files. A process that a
 * search started stays for as long as GApplication lets a service stay; to hold it meanwhile would end
 * it with the release. */
static void
read_cb (GObject *application, GAsyncResult *result, gpointer data)
{
  GDBusMethodInvocation *call = data;
  GVariant *parameters = g_dbus_method_invocation_get_parameters (call);
  g_autoptr (GVariant)
    last = g_variant_get_child_value (parameters, g_variant_n_children (parameters) - 1);
  g_auto (GStrv) words = g_variant_dup_strv (last, NULL);
  g_autoptr (GPtrArray) cards = g_task_propagate_pointer (G_TASK (result), NULL);
  gboolean describe = g_str_equal (g_dbus_method_invocation_get_method_name (call),
                                   "GetResultMetas");
  GVariant *reply;

  if (cards == NULL)
    cards = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_card_unref);
  add_recent (cards);
  reply = describe ? describe_results (cards, words) : find_results (cards, words);
  g_dbus_method_invocation_return_value (call, g_variant_new_tuple (&reply, 1));
}

static void
call_cb (GDBusConnection *connection, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *parameters, GDBusMethodInvocation *call,
         gpointer application)
{
  if (g_str_equal (method, "ActivateResult")) {
    const char *uri;

    g_variant_get (parameters, "(&s^a&su)", &uri, NULL, NULL);
    g_autoptr (GFile) file = g_file_new_for_uri (uri);
    g_application_open (application, &file, 1, "");
    g_dbus_method_invocation_return_value (call, NULL);
  } else if (g_str_equal (method, "LaunchSearch")) {
    g_auto (GStrv) terms = NULL;

    g_variant_get (parameters, "(^asu)", &terms, NULL);
    g_autofree char *query = g_strjoinv (" ", terms);
    g_action_group_activate_action (application, "search", g_variant_new_string (query));
    g_dbus_method_invocation_return_value (call, NULL);
  } else {
    tw_catalogue_load_async (application, NULL, read_cb, call);
  }
}

guint
tw_search_provider_export (GApplication *application, GDBusConnection *connection, const char *path,
                           GError **error)
{
  static const GDBusInterfaceVTable table = { .method_call = call_cb };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface_xml, NULL);
  g_autofree char *object = g_strconcat (path, "/SearchProvider", NULL);

  return g_dbus_connection_register_object (connection, object, node->interfaces[0], &table,
                                            application, NULL, error);
}
