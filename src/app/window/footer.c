/* SPDX-License-Identifier: GPL-3.0-or-later */
/* footer.c - see footer.h. */
#include "app/window/footer.h"

#include "puzzle/i18n.h"

struct _TwFooter {
  TwPart parent_instance;
  GtkWidget *pager;
  GtkLabel *page;
  GtkLabel *hint;
};

TW_DEFINE_TEMPLATE_TYPE (TwFooter, tw_footer, TW_TYPE_PART)

static void
tw_footer_class_init (TwFooterClass *klass)
{
  tw_class_set_template (klass, "footer");
  TW_BIND_CHILDREN (klass, TwFooter, pager, page, hint);
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
