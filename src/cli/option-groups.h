/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-groups.h - the headings under which --help lists the options, and the kinds of puzzles
 * that use an option. For args.c. */
#pragma once

#include "puzzle/kind.h"

enum {
  TW_N_OPTION_GROUPS = 8,
};

/* The heading of a group, untranslated; groups are listed in the order of their index. */
const char *tw_option_group_title (guint group);
/* The group of an option without its dashes. `solver`: it is in the table of core/options.h;
 * otherwise `entries` are all options of the command, which decide between groups. */
guint tw_option_group_find (const char *option, gboolean solver, const GOptionEntry *entries);

/* Whether the option has an effect on puzzles of this kind. */
gboolean tw_kind_uses_option (const TwKind *kind, const char *option);
/* Whether some kinds use the option and others do not. */
gboolean tw_option_depends_on_kind (const char *option);
