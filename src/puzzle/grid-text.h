/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid-text.h - a board of free cells and obstacles as plain text: one row a line, '.' is a free
 * cell, '#' an obstacle. The window copies and pastes this text, and text files of the kind
 * "squares" hold it. */
#pragma once

#include <glib.h>

#include "core/base/board.h"

/* Is the text one rectangle of these characters with at least one free cell, surrounded by nothing
 * but line ends and blank lines? A drawing of pieces never is, because its pieces lie apart. */
gboolean tw_grid_text_sniff (const char *text, gsize length);
/* Reads a rectangle, which may also consist of one character only. Returns NULL and sets `error`
 * to "PLACE: REASON" when the text is not a rectangle. The caller frees the board with
 * tw_board_free (). */
TwBoard *tw_grid_text_read (const char *text, gsize length, GError **error);
/* The caller frees the text with g_free (). */
char *tw_grid_text_write (const TwBoard *board);

/* Does the text look like copied cells of a spreadsheet: rows with the same number of tabs, at
 * least one? */
gboolean tw_sheet_text_sniff (const char *text, gsize length);
/* Reads such a text: an empty cell or 0 is an obstacle, any other cell is free. Returns NULL and
 * sets `error` when the board is too large. The caller frees the board with tw_board_free (). */
TwBoard *tw_sheet_text_read (const char *text, gsize length, GError **error);
