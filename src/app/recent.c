/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.c - see recent.h. */
#include "config.h"

#include "app/recent.h"

static int
newest_first (gconstpointer a, gconstpointer b)
{
  GtkRecentInfo *const *info_a = a, *const *info_b = b;
  GDateTime *time_a = gtk_recent_info_get_modified (*info_a);
  GDateTime *time_b = gtk_recent_info_get_modified (*info_b);

  return g_date_time_compare (time_b, time_a);
}

GPtrArray *
tw_recent_list (guint most)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);

  for (GList *l = items; l != NULL; l = l->next)
    if (gtk_recent_info_has_application (l->data, TW_APP_ID))
      g_ptr_array_add (list, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_ptr_array_sort (list, newest_first);
  if (list->len > most)
    g_ptr_array_set_size (list, (int) most);
  return list;
}

void
tw_recent_add (const char *uri)
{
  static char name[] = TW_APP_ID;
  g_autofree char *type = g_content_type_guess (uri, NULL, 0, NULL);
  g_autofree char *command = g_strconcat (g_get_prgname (), " %u", NULL);
  GtkRecentData data = { .mime_type = type, .app_name = name, .app_exec = command };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
