/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles.h - the squares or pieces on the canvas as a list of texts, for screen-reader users and for
 * finding one of many. The canvas draws a ring around the selected one.
 *
 * Only the window uses it. Main thread only. */
#pragma once

#include "app/part.h"

#include "draw/scene.h"

#define TW_TYPE_TILES (tw_tiles_get_type ())
G_DECLARE_FINAL_TYPE (TwTiles, tw_tiles, TW, TILES, TwPart)

/* Signal "chosen" (int): the region that the user selected; TW_SCENE_NO_REGION: none. */

/* NULL or a scene without regions: the list is hidden. */
void tw_tiles_show (TwTiles *self, TwScene *scene);
