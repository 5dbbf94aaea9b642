/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classic-options.h - the options of the heuristic sweep (classic.h): rows of the table in
 * core/options.h. */
#pragma once

/* clang-format off */
#define TW_CLASSIC_OPTIONS(INT, REAL, BOOL, TEXT) \
  INT  (cost_margin, "cost-margin", 5, 0, 1000, N_ ("Keep partial solutions up to this many squares worse than the best")) \
  INT  (size_deviation, "size-deviation", 3, 0, 1000, N_ ("Try squares smaller than the largest that fits by up to this many cells")) \
  BOOL (quick, "quick", true, 0, 1, N_ ("Add a ninth run with cost margin 0")) \
  INT  (stripe_height, "stripe-height", 15, 1, 15, N_ ("Rows or columns of a stripe that is improved")) \
  INT  (stripe_step, "stripe-step", 10, 1, 1000, N_ ("Rows or columns from one stripe to the next")) \
  INT  (gate1_percent, "gate1-percent", 40, 0, 100, N_ ("Share of the time after which the first gate lowers the cost margin")) \
  INT  (gate1_column, "gate1-column", 20, 0, 1000, N_ ("The first gate closes only before this column")) \
  INT  (gate1_margin, "gate1-margin", 3, 0, 1000, N_ ("Cost margin after the first gate")) \
  INT  (gate2_percent, "gate2-percent", 60, 0, 100, N_ ("Share of the time after which the second gate lowers the cost margin")) \
  INT  (gate2_margin, "gate2-margin", 2, 0, 1000, N_ ("Cost margin after the second gate")) \
  INT  (gate3_percent, "gate3-percent", 70, 0, 100, N_ ("Share of the time after which the third gate lowers the cost margin")) \
  INT  (gate3_margin, "gate3-margin", 0, 0, 1000, N_ ("Cost margin after the third gate")) \
  INT  (stripes_percent, "stripes-percent", 85, 0, 100, N_ ("Share of the time after which no further stripe is started")) \
  INT  (answer_percent, "answer-percent", 95, 1, 100, N_ ("Share of the time after which the best solution is returned"))
/* clang-format on */
