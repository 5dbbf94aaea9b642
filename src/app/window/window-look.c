/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-look.c - applies the preferences for drawing (look.h) to the canvas, and the same look to
 * exports and printing. window.c and window-export.c call it.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/preferences/settings.h"

static void
look_changed_cb (TwWindow *self)
{
  if (self->canvas == NULL)
    return;
  tw_canvas_set_paint_flags (self->canvas, tw_settings_get_paint_flags (self->settings));
}

void
tw_window_watch_look (TwWindow *self)
{
  static const char *const keys[] = { "palette", "patterns", "labels" };

  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_autofree char *signal = g_strconcat ("changed::", keys[i], NULL);
    g_signal_connect_object (self->settings, signal, G_CALLBACK (look_changed_cb), self,
                             G_CONNECT_SWAPPED);
  }
  look_changed_cb (self);
}

/* Pictures and pages are always light. */
void
tw_window_get_export_look (TwWindow *self, TwExportOptions *options)
{
  tw_export_options_init (options);
  options->flags = TW_PAINT_BACKGROUND | tw_settings_get_paint_flags (self->settings);
  options->theme = tw_settings_is_grey (self->settings) ? TW_THEME_GREYS : TW_THEME_LIGHT;
}
