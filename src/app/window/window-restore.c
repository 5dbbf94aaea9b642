/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-restore.c - see window-restore.h. */
#include "app/window/window-restore.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/dialogs/ask-dialog.h"
#include "app/preferences/settings.h"
#include "app/window/window-private.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

/* --- the files ---------------------------------------------------------------------- */

enum {
  MAX_WINDOWS = 20,
};

/* The file with the unsaved data of window `i`. */
static char *
kept_path (int i)
{
  g_autofree char *name = g_strdup_printf ("window-%d.json", i);

  return g_build_filename (g_get_user_state_dir (), "tilewright", "session", name, NULL);
}

/* Saves the text for window `i`; NULL removes it. */
static void
keep (int i, const char *text)
{
  g_autofree char *path = kept_path (i);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (text == NULL) {
    (void) g_remove (path);
    return;
  }
  (void) g_mkdir_with_parents (folder, 0700);
  if (!tw_file_write (path, text, strlen (text), &error))
    g_debug ("the session is not kept: %s", error->message);
}

void
tw_windows_save (GtkApplication *application)
{
  g_auto (GVariantBuilder) windows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(asiib)"));
  int n = 0;

  for (GList *l = gtk_application_get_windows (application); l != NULL && n < MAX_WINDOWS;
       l = l->next) {
    int width, height;

    if (!TW_IS_WINDOW (l->data))
      continue;
    g_auto (GStrv) uris = tw_session_dup_uris (tw_window_get_session (l->data));
    if (uris[0] == NULL)
      continue;
    gtk_window_get_default_size (l->data, &width, &height);
    g_variant_builder_add (&windows, "(^asiib)", uris, width, height,
                           gtk_window_is_maximized (l->data));
    g_autofree char *text = tw_session_print_kept (tw_window_get_session (l->data));
    keep (n, text);
    n++;
  }
  for (int i = n; i < MAX_WINDOWS; i++)
    keep (i, NULL);
  g_settings_set_value (tw_settings (), "session", g_variant_builder_end (&windows));
}

gboolean
tw_windows_restore (GtkApplication *application)
{
  g_autoptr (GVariant) windows = g_settings_get_value (tw_settings (), "session");
  gsize n = MIN (g_variant_n_children (windows), MAX_WINDOWS);

  if (!g_settings_get_boolean (tw_settings (), "restore-session"))
    return FALSE;
  for (gsize i = n; i-- > 0;) { /* open the window that was used last at the end */
    g_auto (GStrv) uris = NULL;
    int width, height;
    gboolean maximized;
    g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
    TwWindow *window = tw_window_new (application);

    g_variant_get_child (windows, i, "(^asiib)", &uris, &width, &height, &maximized);
    for (char **uri = uris; *uri != NULL; uri++)
      g_ptr_array_add (files, g_file_new_for_uri (*uri));
    if (width > 0 && height > 0)
      gtk_window_set_default_size (GTK_WINDOW (window), width, height);
    if (maximized)
      gtk_window_maximize (GTK_WINDOW (window));
    g_autofree char *kept = kept_path ((int) i);
    tw_opener_restore (window->opener, (GFile **) files->pdata, (int) files->len, kept);
    gtk_window_present (GTK_WINDOW (window));
  }
  return n > 0;
}

/* --- unsaved changes ---------------------------------------------------------------- */

typedef struct {
  GtkApplication *application;
  TwDrafts *drafts; /* the application owns them */
  GPtrArray *found; /* TwDraft, at least one */
} Offer;

static void
offer_free (gpointer data, GClosure *closure)
{
  Offer *offer = data;

  g_object_unref (offer->application);
  g_ptr_array_unref (offer->found);
  g_free (offer);
}

static void
restore (GtkApplication *application, TwDraft *draft)
{
  TwWindow *window = tw_window_get_empty (application);

  tw_session_restore_draft (window->session, draft);
  gtk_window_present (GTK_WINDOW (window));
}

/* On "Later" the drafts stay in place, and the next start asks again. */
static void
answered_cb (TwAskDialog *dialog, int answer, Offer *offer)
{
  for (guint i = 0; i < offer->found->len; i++) {
    TwDraft *draft = g_ptr_array_index (offer->found, i);

    if (answer == TW_ANSWER_ACCEPT)
      restore (offer->application, draft);
    else if (answer == TW_ANSWER_REJECT)
      tw_drafts_keep (offer->drafts, draft->number, NULL);
  }
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GtkApplication *application = GTK_APPLICATION (source);
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);
  TwWindow *window = tw_window_get_active (application);
  gulong n = found->len;

  if (n == 0 || window == NULL)
    return;
  g_autofree char *text = g_strdup_printf (
    tw_ngettext ("A window had changes that were not saved when Tilewright ended unexpectedly.",
                 "%lu windows had changes that were not saved when Tilewright ended unexpectedly.",
                 n),
    n);
  const TwQuestion question = {
    .title = _ ("Restore unsaved puzzles?"),
    .text = text,
    .accept = _ ("_Restore"),
    .reject = _ ("_Discard"),
    .cancel = _ ("_Later"),
  };
  TwAskDialog *dialog = tw_ask_dialog_new (GTK_WINDOW (window), &question);
  Offer *offer = g_new (Offer, 1);

  *offer = (Offer){ g_object_ref (application), g_task_get_task_data (G_TASK (result)),
                    g_steal_pointer (&found) };
  g_signal_connect_data (dialog, "answered", G_CALLBACK (answered_cb), offer, offer_free, 0);
}

static void
collect_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tw_drafts_collect (data), (GDestroyNotify) g_ptr_array_unref);
}

void
tw_drafts_offer (GtkApplication *application, TwDrafts *drafts)
{
  /* The task holds the application, which owns the drafts. */
  tw_task_run (collect_thread, drafts, NULL, application, NULL, found_cb, NULL);
}
