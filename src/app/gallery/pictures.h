/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - the pictures on the cards of the gallery: a puzzle with a part of a solution, a
 * record with its whole solution, drawn by the painter of the canvas. Those of the collection are drawn when the program is built, in the usual
 * colours; others need a search, which takes up to a few tenths of a second. */
#pragma once

#include "app/canvas/preview.h"

/* The data is a TwCard. A file that is not a puzzle or cannot be read has no picture. */
extern const TwPreviewSource tw_gallery_pictures;
