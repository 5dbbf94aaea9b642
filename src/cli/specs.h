/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.h - puzzles that are told on the command line instead of read from a
 * file: the --OPTION of each kind that has one (see TwKind). For solve and convert. */
#ifndef TW_CLI_SPECS_H
#define TW_CLI_SPECS_H

#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_MAX_SPECS = 16,        /* kinds that can be told in words */
  TW_MAX_SPEC_ENTRIES = 48, /* their options together */
};

typedef struct {
  const TwKind *kinds[TW_MAX_SPECS];
  char *values[TW_MAX_SPECS];
  char *extras[TW_MAX_SPECS][TW_MAX_SPEC_EXTRAS];
  guint n;
} TwSpecs;

/* Fills in at most TW_MAX_SPEC_ENTRIES entries, whose values go to `specs`
 * (zero-initialised); how many there are. */
guint tw_specs_add_entries (TwSpecs *specs, GOptionEntry *entries);
/* Appends the puzzles to `puzzles`. Words beyond an option's value are taken
 * from *rest. FALSE when one is bad: that was said already. */
gboolean tw_specs_read (const TwSpecs *specs, char ***rest, GPtrArray *puzzles);
void tw_specs_clear (TwSpecs *specs);

G_END_DECLS

#endif
