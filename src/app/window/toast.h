/* SPDX-License-Identifier: GPL-3.0-or-later */
/* toast.h - a short message over the canvas about something that succeeded, with an optional
 * button. It hides after some seconds, or when its button or its close button is pressed. Main
 * thread only. */
#pragma once

#include "app/part.h"

#define TW_TYPE_TOAST (tw_toast_get_type ())
G_DECLARE_FINAL_TYPE (TwToast, tw_toast, TW, TOAST, TwPart)

/* Replaces the message. `label` is the label of the button, which activates
 * `action` with the parameter `target`; NULL: no button. */
void tw_toast_show_text (TwToast *self, const char *text, const char *label, const char *action,
                         const char *target);
void tw_toast_hide (TwToast *self);
