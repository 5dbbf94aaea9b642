/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-spin.h - a spin button for a number of the options table: range and
 * explanation from the table, the value from the settings and back. Used by the
 * controls pane and the preferences.
 */
#ifndef TW_APP_OPTION_SPIN_H
#define TW_APP_OPTION_SPIN_H

#include <gtk/gtk.h>

/* `option` is a row of core/options.h that is INT or REAL, and a key of
 * `settings`. 0 threads are shown as "All". A wheel turned above it scrolls what
 * is around it instead of changing the number. */
void tw_option_spin_bind (GtkSpinButton *spin, GSettings *settings, const char *option);

#endif
