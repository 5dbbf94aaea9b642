/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-checkpoint.h - the files of stopped searches: a checkpoint of core (core/pieces/checkpoint.h)
 * and below it a line with the time that was used.
 *
 *     seconds 12.345 SUM
 *
 * SUM is the first 16 hexadecimal digits of the SHA-256 sum of all that stands before it, from the
 * first line to the blank. Any thread.
 */
#ifndef TW_PUZZLE_PIECE_CHECKPOINT_H
#define TW_PUZZLE_PIECE_CHECKPOINT_H

#include <glib.h>

#include "core/pieces/search.h"

G_BEGIN_DECLS

/* g_free () it. */
char *tw_piece_checkpoint_text (const char *checkpoint, double seconds);
/* The checkpoint of core in it, which is sound but perhaps not of the puzzle; free () it. NULL
 * and `error`: it is damaged, of another version, or none at all. */
char *tw_piece_checkpoint_parse (const char *text, double *seconds, GError **error);
/* What is wrong, translated. */
const char *tw_piece_checkpoint_fault_text (TwCheckpointFault fault);

/* The first 16 digits of the SHA-256 sum. g_free () it. */
char *tw_piece_checkpoint_sum (const char *text, gsize length);

G_END_DECLS

#endif
