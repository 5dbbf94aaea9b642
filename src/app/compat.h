/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compat.h - the few places where GTK 4.8 and its successors differ.
 *
 * The rest of the application is written for GTK 4.8 and stays free of
 * deprecated calls on newer versions; whatever has no common form lives here.
 */
#ifndef TW_APP_COMPAT_H
#define TW_APP_COMPAT_H

#include <gtk/gtk.h>

/* The kinds of file a dialog offers; the first one is chosen at the start. */
typedef struct {
  const char *name;     /* translated */
  const char *patterns; /* "*.png *.svg", separated by blanks */
} TwFileFilter;

typedef struct {
  const char *title;  /* translated */
  const char *accept; /* translated, with a mnemonic */
  const char *name;   /* proposed file name in UTF-8, for saving; may be NULL */
  GFile *folder;      /* where to begin; may be NULL */
  const TwFileFilter *filters;
  size_t n_filters;
} TwFileRequest;

/* Lets the user choose a file to read or to write; a dialog for writing has
 * asked before it names a file that exists. The request may go away once the
 * call has returned. */
void tw_compat_open_file (GtkWindow *parent, const TwFileRequest *request,
                          GAsyncReadyCallback callback, gpointer data);
void tw_compat_save_file (GtkWindow *parent, const TwFileRequest *request,
                          GAsyncReadyCallback callback, gpointer data);
/* One or several files to read, or one folder. */
void tw_compat_open_files (GtkWindow *parent, const TwFileRequest *request,
                           GAsyncReadyCallback callback, gpointer data);
void tw_compat_choose_folder (GtkWindow *parent, const TwFileRequest *request,
                              GAsyncReadyCallback callback, gpointer data);
/* All that were chosen, as a list of GFile; NULL without an error: likewise. */
GListModel *tw_compat_choose_all_finish (GAsyncResult *result, GError **error);
/* The chosen file (transfer full). NULL without an error: the user changed their mind. */
GFile *tw_compat_choose_finish (GAsyncResult *result, GError **error);

/* What screen readers call a row of a list, and say of it; where lists do not know that
 * yet, the row and its child get it. */
void tw_compat_name_list_item (GtkListItem *item, const char *label, const char *description);

/* The colour of the widget's text, for what it draws itself. */
void tw_compat_get_color (GtkWidget *widget, GdkRGBA *color);

/* Whether the desktop asks for high contrast: of newer versions of GTK, or of the theme. */
gboolean tw_compat_wants_contrast (GtkWidget *widget);

/* "default" follows the desktop, "light" and "dark" do not. Newer versions of
 * GTK follow the desktop without help. */
void tw_compat_set_color_scheme (const char *scheme);

/* Names the drop-downs in a widget for screen readers: what takes the focus in one
 * is a button of its own, which has no name before GTK 4.12. */
void tw_compat_name_drop_downs (GtkWidget *widget);

/* Whether the button may be narrower than its label, which then ends in dots. Since
 * GTK 4.12 a new label takes back what was told to the one before. */
void tw_compat_set_can_shrink (GtkButton *button, gboolean can_shrink);

/* Says `text` to screen readers. GTK has a call for it since 4.14; before, they
 * only hear when a widget whose role is status gets a new label, so give it one. */
void tw_compat_announce (GtkWidget *widget, const char *text);

#endif
