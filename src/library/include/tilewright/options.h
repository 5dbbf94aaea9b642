/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - what a search may use and how it works. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightOptions:
 *
 * The options of a search, each a property, so that bindings take them as named arguments:
 * `Tilewright.Options(time=5, threads=2)`. GObject warns of numbers out of range and
 * keeps the old value. A text that is not valid is an error of the function that uses the options.
 */
#define TILEWRIGHT_TYPE_OPTIONS (tilewright_options_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightOptions, tilewright_options, TILEWRIGHT, OPTIONS, GObject)

/**
 * tilewright_options_new:
 *
 * Makes options with their defaults, of which `time` is 10 seconds.
 */
TILEWRIGHT_API TilewrightOptions *tilewright_options_new (void);

/**
 * tilewright_options_set_text:
 * @name: the name of an option
 * @text: its value, as on the command line: "0.5", "true", "0,4"
 *
 * Sets an option from its text. When that fails, the options are unchanged.
 *
 * Errors: USAGE.
 */
TILEWRIGHT_API gboolean tilewright_options_set_text (TilewrightOptions *self, const char *name,
                                                     const char *text, GError **error);
