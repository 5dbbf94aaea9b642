/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-text.h - results as text, written on a thread of the pool: a result of a million
 * squares takes seconds, during which the service must serve others. */
#pragma once

#include <gio/gio.h>

#include "puzzle/result.h"

/* JSON with a newline. */
GBytes *tw_service_text (const TwResult *result);
/* `callback` is called in the caller's thread-default main context. */
void tw_service_text_async (TwResult *result, GAsyncReadyCallback callback, gpointer data);
GBytes *tw_service_text_finish (GAsyncResult *result);
