/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid-text.h - a board of free cells and obstacles as plain text: a line a row,
 * '.' a free cell, '#' an obstacle. What the window copies and pastes, and what a
 * text file of the kind "squares" holds.
 */
#ifndef TW_PUZZLE_GRID_TEXT_H
#define TW_PUZZLE_GRID_TEXT_H

#include <glib.h>

#include "core/board.h"

G_BEGIN_DECLS

/* Is it one rectangle of both characters, with nothing else but line ends and
 * blank lines around it? A drawing of pieces never is: its pieces lie apart. */
gboolean tw_grid_text_sniff (const char *text, gsize length);
/* Of one character alone, too. NULL and `error` "PLACE: REASON" when it is no
 * rectangle. Freed by tw_board_free (). */
TwBoard *tw_grid_text_read (const char *text, gsize length, GError **error);
/* g_free () it. */
char *tw_grid_text_write (const TwBoard *board);

G_END_DECLS

#endif
