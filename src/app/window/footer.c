/* SPDX-License-Identifier: GPL-3.0-or-later */
/* footer.c - see footer.h. */
#include "config.h"

#include "app/window/footer.h"

#include "puzzle/i18n.h"

struct _TwFooter {
  TwPart parent_instance;
  GtkWidget *pager;
  GtkLabel *page;
  GtkLabel *hint;
};

G_DEFINE_FINAL_TYPE (TwFooter, tw_footer, TW_TYPE_PART)

static void
tw_footer_class_init (TwFooterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  tw_class_set_template (klass, "footer");
  gtk_widget_class_bind_template_child (widget_class, TwFooter, pager);
  gtk_widget_class_bind_template_child (widget_class, TwFooter, page);
  gtk_widget_class_bind_template_child (widget_class, TwFooter, hint);
}

static void
tw_footer_init (TwFooter *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
tw_footer_set_hint (TwFooter *self, const char *hint)
{
  tw_label_set_text (self->hint, hint);
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
