/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts-offer.c - see drafts-offer.h. */
#include "app/dialogs/drafts-offer.h"

#include "app/dialogs/ask-dialog.h"
#include "app/window/window.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

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

  tw_window_restore_draft (window, draft);
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
