/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-request.h - parses the puzzles and options that clients post to the solver service. */
#pragma once

#include <libsoup/soup.h>

#include "net/service-queue.h"

/* Reads the puzzle and the options of a request: either {"puzzle": ..., "options": {...}}, where
 * the puzzle is an object or the text of a puzzle file, or a puzzle as in its file, with the
 * options in the query. Any thread. Returns NULL with an error that names the place if something
 * is invalid. */
TwPuzzle *tw_service_read_request (GBytes *body, GHashTable *query, const TwServiceLimits *limits,
                                   TwOptions *options, GError **error);
