/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask-dialog.h - a question with two or three answers, in a small modal window:
 * for what would be lost. Asked by the window and the application.
 *
 * Main thread only. Emits "answered" once, with a TwAnswer, and closes; closing it
 * is TW_ANSWER_CANCEL.
 */
#ifndef TW_APP_ASK_DIALOG_H
#define TW_APP_ASK_DIALOG_H

#include <gtk/gtk.h>

#define TW_TYPE_ASK_DIALOG (tw_ask_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwAskDialog, tw_ask_dialog, TW, ASK_DIALOG, GtkWindow)

typedef enum {
  TW_ANSWER_CANCEL,
  TW_ANSWER_ACCEPT,
  TW_ANSWER_REJECT,
} TwAnswer;

/* All texts are translated; those of buttons have a mnemonic. */
typedef struct {
  const char *title;
  const char *text;
  const char *accept; /* what Return does */
  const char *reject; /* looks like what it is: something is lost */
  const char *cancel; /* what Escape does */
} TwQuestion;

/* Shown at once. */
TwAskDialog *tw_ask_dialog_new (GtkWindow *parent, const TwQuestion *question);

#endif
