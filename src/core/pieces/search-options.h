/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search-options.h - the options of searches for pieces (search.h): rows of the table in
 * core/options.h. */
#pragma once

/* clang-format off */
#define TW_PIECES_OPTIONS(INT, REAL, BOOL, TEXT) \
  INT  (limit, "limit", 1, 0, 1000000000, N_ ("Solutions to find, of squares the optimal ones; 0: all of them")) \
  BOOL (raw, "raw", false, 0, 1, N_ ("List every solution of a piece puzzle, not one of each up to symmetry")) \
  BOOL (count_only, "count-only", false, 0, 1, N_ ("Count the solutions, of squares the optimal ones, and keep none"))
/* clang-format on */
