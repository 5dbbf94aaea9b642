/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why-bar.h - a bar above the board that explains a bound, or why there is no solution: the sentence, the
 * choice between marked cells and prices, and the legend. A worker thread looks for them, until the bar
 * ends. The bar is visible while it explains. Main thread only. */
#pragma once

#include "app/part.h"

#include "puzzle/why.h"

#define TW_TYPE_WHY_BAR (tw_why_bar_get_type ())
G_DECLARE_FINAL_TYPE (TwWhyBar, tw_why_bar, TW, WHY_BAR, TwPart)

/* Signal "found": the board has another layer. */

/* `result` has an explanation (tw_result_has_why ()). */
void tw_why_bar_begin (TwWhyBar *self, TwResult *result);
void tw_why_bar_end (TwWhyBar *self);
/* NULL: nothing is explained. */
TwResult *tw_why_bar_get_result (TwWhyBar *self);
/* NULL: it is being looked for, or there is none. */
const TwWhy *tw_why_bar_get_why (TwWhyBar *self);
