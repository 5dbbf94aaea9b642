/* SPDX-License-Identifier: GPL-3.0-or-later */
/* banner.h - a message line above the canvas for errors. It does not block the user: it stays until
 * the user closes it or the next operation succeeds. */
#pragma once

#include "app/part.h"

#define TW_TYPE_BANNER (tw_banner_get_type ())
G_DECLARE_FINAL_TYPE (TwBanner, tw_banner, TW, BANNER, TwPart)

/* Replaces the text; NULL hides the banner. */
void tw_banner_show_text (TwBanner *self, const char *text);
/* Returns NULL when the banner is hidden. */
const char *tw_banner_get_text (TwBanner *self);
