/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-text.h - results as text, written on a thread of the pool: a result of a million
 * squares takes seconds, during which the service must serve others. */
#pragma once

#include <gio/gio.h>

#include "puzzle/result.h"

/* JSON on one line with a newline. A list of solutions that needs more than `most` bytes is shortened;
 * NULL: the text needs more without it, or memory is short. 0: no bound. */
GBytes *tw_service_text (const TwResult *result, gsize most);
/* `callback` is called in the caller's thread-default main context. */
void tw_service_text_async (TwResult *result, gsize most, GAsyncReadyCallback callback,
                            gpointer data);
GBytes *tw_service_text_finish (GAsyncResult *result);
