/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part.h - what the classes of widgets share: a base class for parts of windows, and short forms for
 * their class functions and for what all of them do. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/drop.h"

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
/* The objects of ui/NAME.ui, for the rows of a list. The caller drops the reference. */
GtkBuilder *tw_builder_new (const char *name);
/* The object with that id, without a cast. */
gpointer tw_builder_get (GtkBuilder *builder, const char *id);
/* Like G_DEFINE_FINAL_TYPE (), for a class whose init () only creates the children of the template. */
#define TW_DEFINE_TEMPLATE_TYPE(TypeName, type_name, PARENT) \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT)          \
  static void type_name##_init (TypeName *self)              \
  {                                                          \
    gtk_widget_init_template (GTK_WIDGET (self));            \
  }
/* The same for a class whose init () has nothing to do. */
#define TW_DEFINE_TYPE(TypeName, type_name, PARENT) \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT) \
  static void type_name##_init (TypeName *self)     \
  {                                                 \
  }
/* TW_OWN (klass, TwThing, result, tw_result_unref): the objects of the class own this member, which
 * may be NULL. It is dropped when the object is disposed. TW_OWN_SOURCE () is for the id of a source,
 * 0: none. They replace a dispose () of the class. */
#define TW_OWN(klass, Type, member, drop) \
  tw_class_own (klass, offsetof (Type, member), (GDestroyNotify) (drop))
#define TW_OWN_SOURCE(klass, Type, member) tw_class_own (klass, offsetof (Type, member), NULL)
/* TW_ON_DISPOSE (klass, stop) calls `void stop (TwThing *self)` when the object is disposed, before
 * the members that are named after it are dropped. It may be called twice. */
#define TW_ON_DISPOSE(klass, stop) tw_class_own (klass, 0, (GDestroyNotify) (stop))
/* For TW_OWN (): cancels the work, too. */
void tw_drop_cancellable (gpointer cancellable);
/* TW_BIND_CHILDREN (klass, TwThing, a, b) sets these members of TwThing, ten at the most, to the
 * children of the template with the same ids; TW_BIND_CALLBACKS (klass, a_cb, b_cb) makes these
 * handlers known to it. */
#define TW_BIND_CHILDREN(klass, Type, ...) TW_EACH (TW_BIND_CHILD, klass, Type, __VA_ARGS__)
#define TW_BIND_CALLBACKS(klass, ...)      TW_EACH (TW_BIND_CALLBACK, klass, , __VA_ARGS__)
/* Registers types that a template names; they end with G_TYPE_INVALID. */
void tw_ensure_types (GType first, ...);
/* Adds a signal without a result; the types of its `n` arguments follow. */
void tw_class_add_signal (gpointer klass, const char *name, guint n, ...);

/* A boolean property of a class, computed by a function of the object, `gboolean get (TwThing *self)`,
 * or, when that is NULL, the gboolean at `offset` in the object; and set by
 * `void set (TwThing *self, gboolean value)`; NULL: it is read only. */
typedef struct {
  const char *name;
  GCallback get;
  GCallback set;
  gsize offset;
} TwFlag;
/* The properties of a class that has no others; the table is static and ends with an empty row. */
void tw_class_add_flags (gpointer klass, const TwFlag *flags);
/* Notifies all flags of the object, whose values may have changed. */
void tw_flags_update (gpointer object);

/* The label and the description of a widget for screen readers. */
void tw_name_widget (gpointer widget, const char *label);
void tw_describe_widget (gpointer widget, const char *text);
/* Calls `handler` with the object (swapped) at each such signal, as long as both live. */
void tw_connect (gpointer source, const char *signal, GCallback handler, gpointer object);
/* Adds or removes a CSS class. */
void tw_set_css_class (gpointer widget, const char *name, gboolean set);
/* Shows a message in the label, or hides the label when it is NULL. */
void tw_label_show_message (GtkLabel *label, const char *message);
/* Leaves an unchanged label alone, to avoid a new layout. */
void tw_label_set_text (GtkLabel *label, const char *text);

/* --- for the macros above ---------------------------------------------------------- */

void tw_class_own (gpointer klass, gsize offset, GDestroyNotify drop);

#define TW_BIND_CHILD(klass, Type, name) \
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), Type, name);
#define TW_BIND_CALLBACK(klass, Type, name) \
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), name);
