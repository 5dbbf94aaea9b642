/* SPDX-License-Identifier: GPL-3.0-or-later */
/* specs.h - puzzles given on the command line instead of a file: the --OPTION of each kind that
 * has one. For solve and convert. */
#pragma once

#include "puzzle/kind.h"

extern const GOptionEntry tw_spec_entries[];

/* Returns the puzzles of these options, whose further words it takes from the first `words`, and of
 * the other words, which are files; NULL after reporting an error. */
GPtrArray *tw_specs_read (char **words);
/* The kind of the puzzles that an option describes; NULL: it is not one of these options. */
const TwKind *tw_specs_kind (const char *option);
