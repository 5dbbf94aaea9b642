/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - values stored between runs, in GSettings. Keys with the name of a row of the options
 * table are solver options; some of them belong to a puzzle. */
#pragma once

#include <gio/gio.h>

#include "core/options.h"
#include "draw/export.h"

/* The settings, which all callers share. */
GSettings *tw_settings (void);
/* The values that the options of a new puzzle begin with. */
GSettings *tw_settings_for_new_puzzles (void);
/* The options of one puzzle, in memory. The caller owns the object. */
GSettings *tw_settings_new_for_puzzle (void);
/* Their values that are not the defaults, as a floating vardict, and back; values that do not fit are
 * left out. */
GVariant *tw_settings_dup_values (GSettings *settings);
void tw_settings_take_values (GSettings *settings, GVariant *values);
/* Keeps a property of the object and the value of the key the same, as long as the object lives. */
void tw_settings_bind (const char *key, gpointer object, const char *property);
/* Calls `changed` with the object (swapped) when the value of the key changes. */
void tw_settings_watch (const char *key, GCallback changed, gpointer object);

/* Fills `options` with the defaults of the table, overridden by the settings and by those of a puzzle.
 * Values that the table does not allow are ignored. */
void tw_settings_get_options (GSettings *puzzle, TwOptions *options);

/* Whether pictures are drawn without colours. */
gboolean tw_settings_is_grey (void);
/* The optional layers of pictures; grey pictures always have patterns. */
TwPaintFlags tw_settings_get_paint_flags (void);
/* Fills `options` with the look of exported pictures and printed pages, which are always light. */
void tw_settings_get_export_options (TwExportOptions *options);
