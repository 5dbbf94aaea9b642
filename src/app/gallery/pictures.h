/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - the pictures on the cards of the gallery: a puzzle with a partial solution from a
 * short search, drawn by the painter of the canvas, which takes up to a few tenths of a second.
 * Pictures are cached in the user's cache folder. */
#pragma once

#include "app/canvas/preview.h"

/* The data is a TwCard. A file that is not a puzzle or cannot be read has no picture. */
extern const TwPreviewSource tw_gallery_pictures;
