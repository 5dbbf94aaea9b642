/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-spin.h - a spin button for a number of the options table: range and explanation come from
 * the table, the value is bound to the settings. The controls pane uses it. */
#pragma once

#include <gtk/gtk.h>

/* `option` is an INT or REAL row of core/options.h and also a key of `settings`. A thread count of
 * 0 is shown as "All". Scrolling the mouse wheel above the button scrolls its container instead of
 * changing the number. */
void tw_option_spin_bind (GtkSpinButton *spin, const char *option);
