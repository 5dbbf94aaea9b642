/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.h - a container with content and a pane at its end. In a wide window the pane stands beside
 * the content; in a narrow one it overlays the content and is shown on demand. Two children:
 * the content, then the pane. */
#pragma once

#include "app/part.h"

/* In a narrower split the pane lies over the content. */
#define TW_SPLIT_BESIDE 680

#define TW_TYPE_SPLIT (tw_split_get_type ())
G_DECLARE_FINAL_TYPE (TwSplit, tw_split, TW, SPLIT, TwPart)

/* Property "show-pane" (boolean), signal "collapsed-changed". */
void tw_split_set_show_pane (TwSplit *self, gboolean show_pane);
/* Whether it is too narrow for both. */
gboolean tw_split_get_collapsed (TwSplit *self);
/* While "bare" is set, the pane is hidden regardless of "show-pane". */
void tw_split_set_bare (TwSplit *self, gboolean bare);
/* Whether the user wants the pane in a wide window; this is the value to store. */
gboolean tw_split_get_pane_wanted (TwSplit *self);
