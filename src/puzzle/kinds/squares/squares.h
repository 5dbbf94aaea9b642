/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.h - minimum-square covers of a board with obstacles. */
#pragma once

#include "puzzle/kind-divide.h"
#include "puzzle/why.h"

extern const TwKind tw_kind_squares;

/* The check function for kinds whose solutions are squares on the board. */
gsize tw_squares_check (const TwResult *result, GPtrArray *faults);

extern const TwKindDivide tw_squares_parts; /* parts.c */
/* TwKindSolution.explain; explain.c. */
TwWhy *tw_squares_explain (const TwResult *result, gboolean prices, TwRun *run);
