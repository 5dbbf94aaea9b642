/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.h - puzzles given on the command line instead of a file: the --OPTION of each kind that
 * has one (see TwKind). For solve and convert. */
#ifndef TW_CLI_SPECS_H
#define TW_CLI_SPECS_H

#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_MAX_SPECS = 16,        /* kinds with such an option */
  TW_MAX_SPEC_ENTRIES = 48, /* options of all kinds in total */
};

typedef struct {
  const TwKind *kinds[TW_MAX_SPECS];
  char *values[TW_MAX_SPECS];
  char *extras[TW_MAX_SPECS][TW_MAX_SPEC_EXTRAS];
  guint n;
} TwSpecs;

/* Fills at most TW_MAX_SPEC_ENTRIES entries, whose values go to `specs` (zero-initialised);
 * returns their number. */
guint tw_specs_add_entries (TwSpecs *specs, GOptionEntry *entries);
/* Appends the puzzles to `puzzles`. Takes the words after an option's value from *rest. Returns
 * FALSE after reporting an error. */
gboolean tw_specs_read (const TwSpecs *specs, char ***rest, GPtrArray *puzzles);
void tw_specs_clear (TwSpecs *specs);

G_END_DECLS

#endif
