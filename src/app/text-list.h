/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text-list.h - a list of GtkStringObject that are made on demand: there may be thousands. Main
 * thread only. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_TEXT_LIST (tw_text_list_get_type ())
G_DECLARE_FINAL_TYPE (TwTextList, tw_text_list, TW, TEXT_LIST, GObject)

/* Returns the text of a row, which the list frees with g_free (). */
typedef char *(*TwTextFunc) (gpointer data, guint position);

/* An empty list, which frees `data` with `free_data`. */
TwTextList *tw_text_list_new (TwTextFunc text, gpointer data, GDestroyNotify free_data);
/* Changes the number of rows. Rows below both numbers stay. */
void tw_text_list_set_n (TwTextList *self, guint n);
