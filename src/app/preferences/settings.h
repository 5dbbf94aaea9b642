/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - values stored between runs, in GSettings. Keys with the name of a row of the options
 * table are solver options. */
#pragma once

#include <gio/gio.h>

#include "core/options.h"
#include "draw/export.h"

/* The settings, which all callers share. */
GSettings *tw_settings (void);
/* Keeps a property of the object and the value of the key the same, as long as the object lives. */
void tw_settings_bind (const char *key, gpointer object, const char *property);
/* Calls `changed` with the object (swapped) when the value of the key changes. */
void tw_settings_watch (const char *key, GCallback changed, gpointer object);

/* Fills `options` with the defaults of the table, overridden by the settings. Values that the table
 * does not allow are ignored. */
void tw_settings_get_options (TwOptions *options);

/* Whether pictures are drawn without colours. */
gboolean tw_settings_is_grey (void);
/* The optional layers of pictures; grey pictures always have patterns. */
TwPaintFlags tw_settings_get_paint_flags (void);
/* Fills `options` with the look of exported pictures and printed pages, which are always light. */
void tw_settings_get_export_options (TwExportOptions *options);
