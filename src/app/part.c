/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part.c - see part.h. */
#include "app/part.h"

G_DEFINE_ABSTRACT_TYPE (TwPart, tw_part, GTK_TYPE_WIDGET)

static void
tw_part_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tw_part_parent_class)->dispose (object);
}

static void
tw_part_class_init (TwPartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_part_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tw_part_init (TwPart *self)
{
}

static char *
template_path (const char *name)
{
  return g_strconcat ("/io/github/tilewright/Tilewright/", name, ".ui", NULL);
}

void
tw_class_set_template (gpointer klass, const char *name)
{
  g_autofree char *path = template_path (name);

  gtk_widget_class_set_template_from_resource (klass, path);
}

GtkBuilder *
tw_builder_new (const char *name)
{
  g_autofree char *path = template_path (name);

  return gtk_builder_new_from_resource (path);
}

gpointer
tw_builder_get (GtkBuilder *builder, const char *id)
{
  return gtk_builder_get_object (builder, id);
}

void
tw_class_set_dialog_template (gpointer klass, const char *name)
{
  tw_class_set_template (klass, name);
  tw_class_close_on_escape (klass);
}

void
tw_class_close_on_escape (gpointer klass)
{
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "window.close", NULL);
}

void
tw_ensure_types (GType first, ...)
{
  va_list types;

  va_start (types, first);
  for (GType type = first; type != G_TYPE_INVALID; type = va_arg (types, GType))
    g_type_ensure (type);
  va_end (types);
}

void
tw_class_add_signal (gpointer klass, const char *name, guint n, ...)
{
  va_list types;

  va_start (types, n);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                       G_TYPE_NONE, n, types);
  va_end (types);
}

/* --- owned members ----------------------------------------------------------------- */

typedef struct {
  gsize offset;        /* 0: of no member, `drop` gets the object */
  GDestroyNotify drop; /* NULL: the id of a source */
} Owned;

static GQuark
owned_quark (void)
{
  return g_quark_from_static_string ("tw-owned");
}

static void
dispose_owned (GObject *object)
{
  const GArray *all = g_type_get_qdata (G_OBJECT_TYPE (object), owned_quark ());

  for (guint i = 0; i < all->len; i++) {
    const Owned *owned = &g_array_index (all, Owned, i);

    if (owned->offset == 0)
      owned->drop (object);
    else if (owned->drop != NULL)
      g_clear_pointer (&G_STRUCT_MEMBER (gpointer, object, owned->offset), owned->drop);
    else
      g_clear_handle_id (&G_STRUCT_MEMBER (guint, object, owned->offset), g_source_remove);
  }
  G_OBJECT_CLASS (g_type_class_peek_parent (G_OBJECT_GET_CLASS (object)))->dispose (object);
}

void
tw_class_own (gpointer klass, gsize offset, GDestroyNotify drop)
{
  const Owned owned = { offset, drop };
  GArray *all = g_type_get_qdata (G_TYPE_FROM_CLASS (klass), owned_quark ());

  if (all == NULL) {
    all = g_array_new (FALSE, FALSE, sizeof (Owned));
    g_type_set_qdata (G_TYPE_FROM_CLASS (klass), owned_quark (), all);
    G_OBJECT_CLASS (klass)->dispose = dispose_owned;
  }
  g_array_append_val (all, owned);
}

void
tw_drop_cancellable (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  g_object_unref (cancellable);
}

/* --- flags ------------------------------------------------------------------------ */

static GQuark
flag_quark (void)
{
  return g_quark_from_static_string ("tw-flag");
}

static void
get_flag (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const TwFlag *flag = g_param_spec_get_qdata (pspec, flag_quark ());

  g_value_set_boolean (value, flag->get != NULL ? ((gboolean (*) (gpointer)) flag->get) (object)
                                                : G_STRUCT_MEMBER (gboolean, object, flag->offset));
}

static void
set_flag (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  const TwFlag *flag = g_param_spec_get_qdata (pspec, flag_quark ());

  ((void (*) (gpointer, gboolean)) flag->set) (object, g_value_get_boolean (value));
}

void
tw_class_add_flags (gpointer klass, const TwFlag *flags)
{
  G_OBJECT_CLASS (klass)->get_property = get_flag;
  G_OBJECT_CLASS (klass)->set_property = set_flag;
  for (guint i = 0; flags[i].name != NULL; i++) {
    GParamFlags access = flags[i].set != NULL ? G_PARAM_READWRITE : G_PARAM_READABLE;
    GParamSpec *pspec = g_param_spec_boolean (
      flags[i].name, NULL, NULL, FALSE, access | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

    g_param_spec_set_qdata (pspec, flag_quark (), (gpointer) (guintptr) &flags[i]);
    g_object_class_install_property (klass, i + 1, pspec);
  }
}

void
tw_flags_update (gpointer object)
{
  guint n;
  g_autofree GParamSpec **all = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (guint i = 0; i < n; i++)
    if (g_param_spec_get_qdata (all[i], flag_quark ()) != NULL)
      g_object_notify_by_pspec (object, all[i]);
}

void
tw_name_widget (gpointer widget, const char *label)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
tw_describe_widget (gpointer widget, const char *text)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
tw_set_css_class (gpointer widget, const char *name, gboolean set)
{
  (set ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (widget, name);
}

void
tw_connect (gpointer source, const char *signal, GCallback handler, gpointer object)
{
  g_signal_connect_object (source, signal, handler, object, G_CONNECT_SWAPPED);
}

void
tw_label_show_message (GtkLabel *label, const char *message)
{
  tw_label_set_text (label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (label), message != NULL);
}

void
tw_label_set_text (GtkLabel *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_text (label), text) != 0)
    gtk_label_set_text (label, text);
}
