/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.h - the files of stopped searches: a checkpoint of core
 * (core/pieces/checkpoint.h), followed by a line with the time used so far.
 *
 *     seconds 12.345 SUM
 *
 * SUM is the first 16 hexadecimal digits of the SHA-256 sum of all text before it, from the first
 * line to the blank. Any thread.
 */
#pragma once

#include <glib.h>

#include "core/pieces/search.h"

/* The caller frees the text with g_free (). */
char *tw_piece_checkpoint_text (const char *checkpoint, double seconds);
/* Returns the checkpoint of core, which the caller frees with free (). It is intact, but may
 * belong to another puzzle. Returns NULL and sets `error` when the text is damaged, of another
 * version, or not a checkpoint. */
char *tw_piece_checkpoint_parse (const char *text, double *seconds, GError **error);
/* Cuts the last line off the text and parses it; returns FALSE when it is malformed or its sum is
 * wrong. */
gboolean tw_piece_checkpoint_take_seconds (char *text, double *seconds);
/* The translated text of a fault. */
const char *tw_piece_checkpoint_fault_text (TwCheckpointFault fault);

/* The first 16 digits of the SHA-256 sum; the caller frees them with g_free (). */
char *tw_piece_checkpoint_sum (const char *text, gsize length);
