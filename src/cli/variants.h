/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h - options that change what piece puzzles allow, for the commands
 * that search or write them. */
#ifndef TW_CLI_VARIANTS_H
#define TW_CLI_VARIANTS_H

#include <glib.h>

#include "core/options.h"

G_BEGIN_DECLS

/* What the user asked for. Zero-initialised is nothing. */
typedef struct {
  gboolean rotate;
  gboolean no_rotate;
  gboolean flip;
  gboolean no_flip;
  gboolean all;
  char *pieces; /* a file of Quadrillion pieces */
} TwVariants;

enum {
  TW_N_VARIANT_ENTRIES = 6,
};
/* --rotate, --no-rotate, --flip, --no-flip, --pieces, --all; fills
 * TW_N_VARIANT_ENTRIES entries. */
void tw_variants_add_entries (TwVariants *variants, GOptionEntry *entries);
void tw_variants_clear (TwVariants *variants);

/* Puts the puzzles that were meant in the place of those that were read; `options` may be
 * NULL. FALSE when one has no such thing: that was said already. */
gboolean tw_variants_apply (const TwVariants *variants, GPtrArray *puzzles, TwOptions *options);

G_END_DECLS

#endif
