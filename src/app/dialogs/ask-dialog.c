/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask-dialog.c - see ask-dialog.h. */
#include "config.h"

#include "app/dialogs/ask-dialog.h"

#define MARGIN 18

struct _TwAskDialog {
  GtkWindow parent_instance;
  gboolean answered;
};

enum {
  ANSWERED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TwAskDialog, tw_ask_dialog, GTK_TYPE_WINDOW)

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
  g_signal_emit (self, signals[ANSWERED], 0, (int) given);
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GTK_WINDOW_CLASS (klass)->close_request = tw_ask_dialog_close_request;

  /**
   * TwAskDialog::answered:
   * @answer: a TwAnswer
   */
  signals[ANSWERED] = g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT_DIALOG);
}

static void
tw_ask_dialog_init (TwAskDialog *self)
{
}

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_button (GtkWidget *box, const char *name, const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_name (button, name);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

TwAskDialog *
tw_ask_dialog_new (GtkWindow *parent, const TwQuestion *question)
{
  TwAskDialog *self = g_object_new (TW_TYPE_ASK_DIALOG, "transient-for", parent, "modal", TRUE,
                                    "destroy-with-parent", TRUE, "resizable", FALSE, "title",
                                    question->title, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *text, *button;

  gtk_widget_set_margin_top (box, MARGIN);
  gtk_widget_set_margin_bottom (box, MARGIN);
  gtk_widget_set_margin_start (box, MARGIN);
  gtk_widget_set_margin_end (box, MARGIN);
  add_label (box, question->title, "heading");
  text = add_label (box, question->text, NULL);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, text,
                                  NULL, -1);
  gtk_box_append (GTK_BOX (box), buttons);

  button = add_button (buttons, "answer-cancel", question->cancel);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (gtk_window_close), self);
  button = add_button (buttons, "answer-reject", question->reject);
  gtk_widget_add_css_class (button, "destructive-action");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (reject_cb), self);
  button = add_button (buttons, "answer-accept", question->accept);
  gtk_widget_add_css_class (button, "suggested-action");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (accept_cb), self);

  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  gtk_window_set_focus (GTK_WINDOW (self), button);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
