/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme.h - selects the theme for drawings on a widget: light or dark after the widget's text
 * colour, high contrast after the desktop's theme, grey after the preferences. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "draw/palette.h"

TwTheme tw_theme_of_widget (GtkWidget *widget);
/* Calls `changed` with the widget (swapped) when the preferences select another palette. All other
 * inputs of the theme change the widget's style: handle them in its css_changed (). */
void tw_theme_watch (GtkWidget *widget, GCallback changed);
