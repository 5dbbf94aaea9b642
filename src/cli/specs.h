/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.h - puzzles given on the command line instead of a file: the --OPTION of each kind that
 * has one. For solve and convert. */
#pragma once

#include "puzzle/kind.h"

enum {
  TW_N_SPECS = 3,         /* kinds with such an option */
  TW_MAX_SPEC_EXTRAS = 2, /* further options of one kind */
  TW_MAX_SPEC_ENTRIES = TW_N_SPECS * (1 + TW_MAX_SPEC_EXTRAS),
};

typedef struct {
  char *values[TW_N_SPECS];
  char *extras[TW_N_SPECS][TW_MAX_SPEC_EXTRAS];
} TwSpecs;

/* Fills at most TW_MAX_SPEC_ENTRIES entries, whose values go to `specs` (zero-initialised);
 * returns their number. */
guint tw_specs_add_entries (TwSpecs *specs, GOptionEntry *entries);
/* Appends the puzzles to `puzzles`. Takes the words after an option's value from *rest. Returns
 * FALSE after reporting an error. */
gboolean tw_specs_read (const TwSpecs *specs, char ***rest, GPtrArray *puzzles);
void tw_specs_clear (TwSpecs *specs);
/* The kind of the puzzles that an option describes; NULL: it is not one of these options. */
const TwKind *tw_specs_kind (const char *option);
