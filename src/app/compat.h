/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compat.h - wrappers for the few places where GTK 4.8 and later versions differ.
 *
 * The rest of the application is written for GTK 4.8 and calls nothing that newer versions
 * deprecate. Code that cannot be written for both lives here. */
#pragma once

#include <gtk/gtk.h>

/* The file types a dialog offers; the first one is selected initially. */
typedef struct {
  const char *name;     /* translated */
  const char *patterns; /* "*.png *.svg", separated by spaces */
} TwFileFilter;

typedef struct {
  const char *title;  /* translated */
  const char *accept; /* translated, with a mnemonic */
  const char *name;   /* proposed file name in UTF-8, for saving; may be NULL */
  GFile *folder;      /* initial folder; may be NULL */
  const TwFileFilter *filters;
  size_t n_filters;
} TwFileRequest;

typedef enum {
  TW_CHOOSE_OPEN,
  TW_CHOOSE_OPEN_SEVERAL,
  TW_CHOOSE_FOLDER,
  TW_CHOOSE_SAVE, /* asks before it returns the name of an existing file */
} TwChoose;

/* Lets the user choose. The request may be freed once the call has returned. */
void tw_compat_choose (GtkWindow *parent, TwChoose what, const TwFileRequest *request,
                       GAsyncReadyCallback callback, gpointer data);
/* Returns all chosen files as a list of GFile. NULL without an error: the user cancelled. */
GListModel *tw_compat_choose_all_finish (GAsyncResult *result, GError **error);
/* Returns the chosen file (transfer full). NULL without an error: the user cancelled. */
GFile *tw_compat_choose_finish (GAsyncResult *result, GError **error);

/* Sets the accessible label and description of a list row. Where GTK has no such property of a
 * GtkListItem, they are set on the row widget and its child. */
void tw_compat_name_list_item (GtkListItem *item, const char *label, const char *description);

/* The text colour of the widget, for custom drawing. */
void tw_compat_get_color (GtkWidget *widget, GdkRGBA *color);

/* Whether the desktop asks for high contrast: newer GTK versions report it, on older ones the
 * name of the theme shows it. */
gboolean tw_compat_wants_contrast (GtkWidget *widget);

/* "default" follows the desktop; "light" and "dark" override it. Newer GTK versions follow the
 * desktop themselves. */
void tw_compat_set_color_scheme (const char *scheme);

/* Whether the button may be narrower than its label, which is then ellipsized. Since GTK 4.12
 * setting a new label resets this property, so set it after the label. */
void tw_compat_set_can_shrink (GtkButton *button, gboolean can_shrink);

/* Announces `text` to screen readers. GTK has a function for this since 4.14. Before, screen
 * readers notice only when the label of a widget with the role "status" changes, so pass such a
 * widget. */
void tw_compat_announce (GtkWidget *widget, const char *text);
