/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers-list.c - see workers-list.h. */
#include "app/preferences/workers-list.h"

#include "app/preferences/settings.h"
#include "app/preferences/worker-token.h"
#include "net/service-client.h"
#include "puzzle/i18n.h"

#define KEY "workers"

struct _TwWorkersList {
  TwPart parent_instance;

  GtkListBox *list;
  GtkEntry *entry;
  GtkLabel *fault;
  GtkEditable *token;
};

G_DEFINE_FINAL_TYPE (TwWorkersList, tw_workers_list, TW_TYPE_PART)

static void
show_message (TwWorkersList *self, const char *fault)
{
  tw_label_show_message (self->fault, fault);
  tw_set_css_class (self->entry, "error", fault != NULL);
}

static void
edited_cb (TwWorkersList *self)
{
  show_message (self, NULL);
}

static void
add_cb (TwWorkersList *self)
{
  g_autofree char *address = g_strstrip (
    g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  g_auto (GStrv) before = g_settings_get_strv (tw_settings (), KEY);
  g_autoptr (GStrvBuilder) after = g_strv_builder_new ();

  if (*address == '\0')
    return;
  if (!tw_service_client_check_uri (address, NULL)) {
    show_message (self, _ ("An address begins with http:// or https:// and names a computer."));
    return;
  }
  if (g_strv_contains ((const char *const *) before, address)) {
    show_message (self, _ ("This address is already in the list."));
    return;
  }
  for (char **p = before; *p != NULL; p++)
    g_strv_builder_add (after, *p);
  g_strv_builder_add (after, address);
  g_auto (GStrv) workers = g_strv_builder_end (after);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  g_settings_set_strv (tw_settings (), KEY, (const char *const *) workers);
}

static void
remove_cb (GtkButton *button, TwWorkersList *self)
{
  const char *address = g_object_get_data (G_OBJECT (button), "tw-address");
  g_auto (GStrv) before = g_settings_get_strv (tw_settings (), KEY);
  g_autoptr (GStrvBuilder) after = g_strv_builder_new ();

  for (char **p = before; *p != NULL; p++)
    if (!g_str_equal (*p, address))
      g_strv_builder_add (after, *p);
  g_auto (GStrv) workers = g_strv_builder_end (after);
  /* The button is removed with its row, so the focus moves to the entry. */
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  g_settings_set_strv (tw_settings (), KEY, (const char *const *) workers);
}

static void
token_changed_cb (TwWorkersList *self)
{
  tw_worker_token_set (gtk_editable_get_text (self->token));
}

static void
append_row (TwWorkersList *self, const char *address)
{
  g_autoptr (GtkBuilder) builder = tw_builder_new ("workers-row");
  GObject *row = tw_builder_get (builder, "row");
  GObject *button = tw_builder_get (builder, "remove");
  g_autofree char *tip = g_strdup_printf (_ ("Remove %s"), address);

  gtk_label_set_text (tw_builder_get (builder, "address"), address);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), tip);
  tw_name_widget (button, tip);
  tw_name_widget (row, address);
  g_object_set_data_full (button, "tw-address", g_strdup (address), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, 0);
  gtk_list_box_append (self->list, GTK_WIDGET (row));
}

static void
workers_changed_cb (TwWorkersList *self)
{
  g_auto (GStrv) workers = g_settings_get_strv (tw_settings (), KEY);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (char **p = workers; *p != NULL; p++)
    append_row (self, *p);
}

static void
tw_workers_list_class_init (TwWorkersListClass *klass)
{
  tw_class_set_template (klass, "workers-list");
  TW_BIND_CHILDREN (klass, TwWorkersList, list, entry, fault, token);
  TW_BIND_CALLBACKS (klass, add_cb, edited_cb, token_changed_cb, tw_worker_token_keep);
}

static void
tw_workers_list_init (TwWorkersList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  if (tw_worker_token_get () != NULL)
    gtk_editable_set_text (self->token, tw_worker_token_get ());
  tw_settings_watch (KEY, G_CALLBACK (workers_changed_cb), self);
  workers_changed_cb (self);
}
