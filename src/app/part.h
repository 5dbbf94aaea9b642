/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part.h - what the classes of widgets share: a base class for parts of windows, and short forms for
 * their class functions and for what all of them do. Main thread only. */
#pragma once

#include <gtk/gtk.h>

/* A widget whose template or code gives it one child, which fills it; a group to screen readers. A
 * subclass has a TwPart as its first member and passes TW_TYPE_PART to G_DEFINE_FINAL_TYPE (); its
 * template says parent="TwPart". It may set another layout manager or role in its class_init ().
 *
 * The children are unparented when the widget is disposed. A subclass needs a dispose () only to drop
 * what else it holds; that comes first, so handlers of its children may then see NULL members. */
#define TW_TYPE_PART (tw_part_get_type ())
G_DECLARE_DERIVABLE_TYPE (TwPart, tw_part, TW, PART, GtkWidget)

struct _TwPartClass {
  GtkWidgetClass parent_class;
};

/* Sets the template from ui/NAME.ui. */
void tw_class_set_template (gpointer klass, const char *name);
/* The same for a window that Escape closes. */
void tw_class_set_dialog_template (gpointer klass, const char *name);
void tw_class_close_on_escape (gpointer klass);
/* Adds a signal without a result; the types of its `n` arguments follow. */
guint tw_class_add_signal (gpointer klass, const char *name, guint n, ...);

/* The label and the description of a widget for screen readers. */
void tw_name_widget (gpointer widget, const char *label);
void tw_describe_widget (gpointer widget, const char *text);
/* Leaves an unchanged label alone, to avoid a new layout. */
void tw_label_set_text (GtkLabel *label, const char *text);
