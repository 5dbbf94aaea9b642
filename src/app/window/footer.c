/* SPDX-License-Identifier: GPL-3.0-or-later */
/* footer.c - see footer.h. */
#include "config.h"

#include "app/window/footer.h"

#include "puzzle/i18n.h"

struct _TwFooter {
  GtkWidget parent_instance;
  GtkWidget *pager;
  GtkLabel *page;
  GtkLabel *hint;
};

G_DEFINE_FINAL_TYPE (TwFooter, tw_footer, GTK_TYPE_WIDGET)

static void
tw_footer_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (tw_footer_parent_class)->dispose (object);
}

static void
tw_footer_class_init (TwFooterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_footer_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/tilewright/Tilewright/footer.ui");
  gtk_widget_class_bind_template_child (widget_class, TwFooter, pager);
  gtk_widget_class_bind_template_child (widget_class, TwFooter, page);
  gtk_widget_class_bind_template_child (widget_class, TwFooter, hint);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tw_footer_init (TwFooter *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
tw_footer_set_hint (TwFooter *self, const char *hint)
{
  if (!g_str_equal (hint, gtk_label_get_text (self->hint)))
    gtk_label_set_text (self->hint, hint);
}

void
tw_footer_set_page (TwFooter *self, guint index, guint n, gboolean guest)
{
  /* Translators: a page number */
  g_autofree char *page = guest ? g_strdup (_ ("Result"))
                                : g_strdup_printf (_ ("%u of %u"), index + 1, n);

  gtk_label_set_text (self->page, page);
  gtk_widget_set_visible (self->pager, guest ? n > 0 : n > 1);
}
