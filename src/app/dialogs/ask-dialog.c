/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask-dialog.c - see ask-dialog.h. */
#include "app/dialogs/ask-dialog.h"

#include "app/part.h"

struct _TwAskDialog {
  GtkWindow parent_instance;

  GtkLabel *title;
  GtkLabel *text;
  GtkButton *cancel;
  GtkButton *reject;
  GtkButton *accept;
  gboolean answered;
};

TW_DEFINE_TEMPLATE_TYPE (TwAskDialog, tw_ask_dialog, GTK_TYPE_WINDOW)

static void
answer (TwAskDialog *self, TwAnswer given)
{
  g_autoptr (TwAskDialog) alive = g_object_ref (self);

  if (self->answered)
    return;
  self->answered = TRUE;
  /* A handler of "answered" may open the next question or close the parent. */
  gtk_window_destroy (GTK_WINDOW (self));
  gtk_window_set_transient_for (GTK_WINDOW (self), NULL);
  g_signal_emit_by_name (self, "answered", (int) given);
}

static void
accept_cb (TwAskDialog *self)
{
  answer (self, TW_ANSWER_ACCEPT);
}

static void
reject_cb (TwAskDialog *self)
{
  answer (self, TW_ANSWER_REJECT);
}

static gboolean
tw_ask_dialog_close_request (GtkWindow *window)
{
  answer (TW_ASK_DIALOG (window), TW_ANSWER_CANCEL);
  return TRUE;
}

static void
tw_ask_dialog_class_init (TwAskDialogClass *klass)
{
  GTK_WINDOW_CLASS (klass)->close_request = tw_ask_dialog_close_request;

  tw_class_add_signal (klass, "answered", 1, G_TYPE_INT);
  tw_class_set_dialog_template (klass, "ask-dialog");
  TW_BIND_CHILDREN (klass, TwAskDialog, title, text, cancel, reject, accept);
  TW_BIND_CALLBACKS (klass, accept_cb, reject_cb);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_ALERT_DIALOG);
}

TwAskDialog *
tw_ask_dialog_new (GtkWindow *parent, const TwQuestion *question)
{
  TwAskDialog *self = g_object_new (TW_TYPE_ASK_DIALOG, "transient-for", parent, "title",
                                    question->title, NULL);

  gtk_label_set_text (self->title, question->title);
  gtk_label_set_text (self->text, question->text);
  gtk_button_set_label (self->cancel, question->cancel);
  gtk_button_set_label (self->reject, question->reject);
  gtk_button_set_label (self->accept, question->accept);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
