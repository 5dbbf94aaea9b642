/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - values stored between runs, in GSettings. Keys with the name of a row of the options
 * table are solver options. */
#pragma once

#include <gio/gio.h>

#include "core/run/options.h"
#include "draw/export.h"

/* The caller drops the reference. */
GSettings *tw_settings_new (void);

/* Fills `options` with the defaults of the table, overridden by the settings. Values that the table
 * does not allow are ignored. */
void tw_settings_get_options (GSettings *settings, TwOptions *options);

/* Whether pictures are drawn without colours. */
gboolean tw_settings_is_grey (GSettings *settings);
/* The optional layers of pictures; grey pictures always have patterns. */
TwPaintFlags tw_settings_get_paint_flags (GSettings *settings);
/* Calls `changed` with the object (swapped) when another of these layers or palettes is chosen. */
void tw_settings_watch_paint (GSettings *settings, GCallback changed, gpointer object);
/* Fills `options` with the look of exported pictures and printed pages, which are always light. */
void tw_settings_get_export_options (GSettings *settings, TwExportOptions *options);
