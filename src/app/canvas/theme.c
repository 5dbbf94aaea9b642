/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme.c - see theme.h. */
#include "app/canvas/theme.h"

#include "app/compat.h"
#include "app/preferences/settings.h"

TwTheme
tw_theme_of_widget (GtkWidget *widget)
{
  GdkRGBA text;

  tw_compat_get_color (widget, &text);
  gboolean dark = 0.299 * text.red + 0.587 * text.green + 0.114 * text.blue > 0.5;
  if (tw_compat_wants_contrast (widget))
    return dark ? TW_THEME_CONTRAST_DARK : TW_THEME_CONTRAST;
  if (tw_settings_is_grey ())
    return dark ? TW_THEME_GREYS_DARK : TW_THEME_GREYS;
  return dark ? TW_THEME_DARK : TW_THEME_LIGHT;
}

void
tw_theme_watch (GtkWidget *widget, GCallback changed)
{
  tw_settings_watch ("palette", changed, widget);
}
