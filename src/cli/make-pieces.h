/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-pieces.h - the part of tilewright-cli generate that makes piece puzzles. */
#pragma once

#include "cli/command.h"

/* --pieces, --board, ... */
extern const GOptionEntry tw_cli_make_entries[];
/* Is there --pieces, --unique? */
gboolean tw_cli_makes_pieces (void);
gboolean tw_cli_wants_unique (void);
/* A run with the time budget; NULL after reporting an error. */
TwRun *tw_cli_make_run (void);
/* Makes `count` puzzles; several go to the folder `output`, which exists. */
TwExit tw_cli_make_pieces (gint64 seed, guint count, const char *output);
