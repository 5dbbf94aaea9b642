/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.h - the kind of tetromino squares. */
#pragma once

#include "puzzle/kind.h"
#include "puzzle/why.h"

extern const TwKind tw_kind_tetrominoes;

/* TwKindSolution.explain; explain.c. */
TwWhy *tw_tetrominoes_why (const TwResult *result, gboolean prices, TwRun *run);
