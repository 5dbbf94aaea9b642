/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h - options that change the rules of piece puzzles, for the commands that search or
 * write them. */
#pragma once

#include <glib.h>

#include "core/options.h"

/* --rotate, --no-rotate, --flip, --no-flip, --pieces, --free and --all. */
extern const GOptionEntry tw_variant_entries[];
gboolean tw_variants_want_all (void);

/* Replaces each puzzle by the puzzle with the requested rules; `options` may be NULL. Returns
 * FALSE after an error, when a rule does not apply to a puzzle. */
gboolean tw_variants_apply (GPtrArray *puzzles, TwOptions *options);
