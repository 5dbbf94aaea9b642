/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preferences.h - the preferences window: look of boards, and behaviour at
 * start and exit. Changes take effect immediately and are stored in the settings. application.c
 * opens it. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_PREFERENCES (tw_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TwPreferences, tw_preferences, TW, PREFERENCES, GtkWindow)

/* `parent` may be NULL. */
TwPreferences *tw_preferences_new (GtkWindow *parent);
