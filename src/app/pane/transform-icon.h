/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transform-icon.h - a small picture of one of the eight transforms: the letter F in the
 * orientation of the board. The text beside it names the transform, so the picture is hidden from
 * screen readers. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *tw_transform_icon_new (int transform); /* 0..7 */

/* "Transpose, invert X", translated. */
const char *tw_transform_title (int transform);
/* "transpose, invert X", for the middle of a sentence; also for TW_NO_TRANSFORM. */
const char *tw_transform_phrase (int transform);
