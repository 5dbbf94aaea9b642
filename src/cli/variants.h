/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h - options that change the rules of piece puzzles, for the commands that search or
 * write them. */
#pragma once

#include <glib.h>

#include "core/options.h"

/* The rules that the user requested; zero-initialised: no change. */
typedef struct {
  gboolean rotate;
  gboolean no_rotate;
  gboolean flip;
  gboolean no_flip;
  gboolean all;
  char *free;   /* the number of cells that stay free; NULL: that of the puzzle */
  char *pieces; /* a file of Quadrillion pieces */
} TwVariants;

enum {
  TW_N_VARIANT_ENTRIES = 7,
};
/* The options --rotate, --no-rotate, --flip, --no-flip, --pieces, --free and --all; fills
 * TW_N_VARIANT_ENTRIES entries. */
void tw_variants_add_entries (TwVariants *variants, GOptionEntry *entries);
void tw_variants_clear (TwVariants *variants);

/* Replaces each puzzle by the puzzle with the requested rules; `options` may be NULL. Returns
 * FALSE after an error, when a rule does not apply to a puzzle. */
gboolean tw_variants_apply (const TwVariants *variants, GPtrArray *puzzles, TwOptions *options);
