/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.h - the colours that pictures on a widget are drawn in: light or dark as its text
 * is, for high contrast where the desktop's theme is, grey where the preferences say so.
 *
 * Main thread only.
 */
#ifndef TW_APP_LOOK_H
#define TW_APP_LOOK_H

#include <gtk/gtk.h>

#include "draw/palette.h"

TwTheme tw_look_theme_of (GtkWidget *widget);
/* `changed` gets the widget, swapped, when the preferences want another palette. What else
 * the theme follows from changes the widget's style: see its css_changed (). */
void tw_look_watch (GtkWidget *widget, GCallback changed);

#endif
