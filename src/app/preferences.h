/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preferences.h - the window of the preferences: what searches begin with, how
 * boards look, what happens at the start and the end. Every change counts at
 * once and is kept in the settings. Opened by application.c.
 */
#ifndef TW_APP_PREFERENCES_H
#define TW_APP_PREFERENCES_H

#include <gtk/gtk.h>

#define TW_TYPE_PREFERENCES (tw_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TwPreferences, tw_preferences, TW, PREFERENCES, GtkWindow)

/* `parent` may be NULL. */
TwPreferences *tw_preferences_new (GtkWindow *parent);

#endif
