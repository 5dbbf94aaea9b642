/* SPDX-License-Identifier: GPL-3.0-or-later */
/* footer.h - the line below the board: the pager, what the pointer is on, and buttons for the zoom.
 * Its buttons activate actions of the window. Main thread only. */
#pragma once

#include "app/part.h"

#define TW_TYPE_FOOTER (tw_footer_get_type ())
G_DECLARE_FINAL_TYPE (TwFooter, tw_footer, TW, FOOTER, TwPart)

void tw_footer_set_hint (TwFooter *self, const char *hint);
/* Shows the page at `index` of `n`; `guest`: the shown puzzle is not one of them. */
void tw_footer_set_page (TwFooter *self, guint index, guint n, gboolean guest);
