/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-text.h - solver options as text, from the command line, requests and settings, with
 * translated messages for the values that core/options.h rejects. Any thread. */
#pragma once

#include <glib.h>

#include "core/options.h"

/* Like tw_options_set (). Returns FALSE and sets `error` ("NAME: REASON", translated,
 * TW_PUZZLE_ERROR_USAGE) when the text is invalid; the options are then unchanged. */
gboolean tw_options_set_text (TwOptions *options, const char *name, const char *text,
                              GError **error);
