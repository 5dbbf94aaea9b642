/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - what is remembered between runs, in GSettings. The keys that
 * are named like rows of the options table are the solver's options.
 */
#ifndef TW_APP_SETTINGS_H
#define TW_APP_SETTINGS_H

#include <gio/gio.h>

#include "core/options.h"
#include "draw/painter.h"

/* The caller drops it. */
GSettings *tw_settings_new (void);

/* The defaults of the table, and what the settings say instead. A value that
 * the table does not allow is left out. */
void tw_settings_get_options (GSettings *settings, TwOptions *options);

/* Whether pictures are to have no colours. */
gboolean tw_settings_is_grey (GSettings *settings);
/* What pictures show besides the colours; greys come with patterns. */
TwPaintFlags tw_settings_get_paint_flags (GSettings *settings);

#endif
