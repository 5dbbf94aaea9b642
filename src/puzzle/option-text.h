/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-text.h - solver options as text, from the command line, requests and settings: what
 * core/options.h refuses is told in words. Any thread.
 */
#ifndef TW_PUZZLE_OPTION_TEXT_H
#define TW_PUZZLE_OPTION_TEXT_H

#include <glib.h>

#include "core/options.h"

G_BEGIN_DECLS

/* As tw_options_set (). FALSE and `error` ("NAME: REASON", translated, of TW_PUZZLE_ERROR_USAGE)
 * when the text does not fit; options are unchanged then. */
gboolean tw_options_set_text (TwOptions *options, const char *name, const char *text,
                              GError **error);

G_END_DECLS

#endif
