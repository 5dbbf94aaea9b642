/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask-dialog.h - a small modal window that asks a question with two or three answers, used before
 * unsaved data would be lost. The window and the application open it. Main thread only. The dialog
 * emits "answered" once, with a TwAnswer, and closes; closing it otherwise answers
 * TW_ANSWER_CANCEL. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_ASK_DIALOG (tw_ask_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwAskDialog, tw_ask_dialog, TW, ASK_DIALOG, GtkWindow)

typedef enum {
  TW_ANSWER_CANCEL,
  TW_ANSWER_ACCEPT,
  TW_ANSWER_REJECT,
} TwAnswer;

/* All texts are translated; button labels have a mnemonic. */
typedef struct {
  const char *title;
  const char *text;
  const char *accept; /* default button: Return activates it */
  const char *reject; /* shown as destructive: it loses data */
  const char *cancel; /* Escape activates it */
} TwQuestion;

/* Creates and presents the dialog. */
TwAskDialog *tw_ask_dialog_new (GtkWindow *parent, const TwQuestion *question);
