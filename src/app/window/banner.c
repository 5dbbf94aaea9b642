/* SPDX-License-Identifier: GPL-3.0-or-later */
/* banner.c - see banner.h. */
#include "app/window/banner.h"

struct _TwBanner {
  TwPart parent_instance;
  GtkRevealer *revealer;
  GtkLabel *label;
};

TW_DEFINE_TEMPLATE_TYPE (TwBanner, tw_banner, TW_TYPE_PART)

static void
close_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  tw_banner_show_text (TW_BANNER (widget), NULL);
}

static void
tw_banner_class_init (TwBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  tw_class_set_template (klass, "banner");
  TW_BIND_CHILDREN (klass, TwBanner, revealer, label);
  gtk_widget_class_install_action (widget_class, "banner.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "banner.close", NULL);
  gtk_widget_class_set_css_name (widget_class, "banner");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
}

void
tw_banner_show_text (TwBanner *self, const char *text)
{
  /* When the text is removed, it stays readable while the banner slides out. */
  if (text != NULL) {
    gtk_label_set_text (self->label, text);
    tw_name_widget (self, text);
  }
  gtk_revealer_set_reveal_child (self->revealer, text != NULL);
}

const char *
tw_banner_get_text (TwBanner *self)
{
  return gtk_revealer_get_reveal_child (self->revealer) ? gtk_label_get_text (self->label) : NULL;
}
