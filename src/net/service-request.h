/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-request.h - what clients of the solver service ask to be solved. */
#ifndef TW_NET_SERVICE_REQUEST_H
#define TW_NET_SERVICE_REQUEST_H

#include <libsoup/soup.h>

#include "net/service-queue.h"

G_BEGIN_DECLS

/* The puzzle and options of a request: either {"puzzle": ..., "options": {...}}, where the puzzle is
 * an object or the text of a puzzle file, or a puzzle as in its file, with the
 * options as query. Any thread. NULL, the error naming the place, when something is wrong. */
TwPuzzle *tw_service_read_request (GBytes *body, GHashTable *query, const TwServiceLimits *limits,
                                   TwOptions *options, GError **error);

G_END_DECLS

#endif
