/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - one puzzle of any kind: an immutable value that workers, the window and the network
 * share by reference.
 *
 * The board is row-major, y grows downwards (core/base/board.h). Each kind has a board, which may be an
 * empty square.
 *
 * Threads: after construction only the (atomic) reference count changes; any thread may read the
 * puzzle and drop its reference.
 */
#pragma once

#include <glib-object.h>

#include "core/base/board.h"

typedef struct TwKind TwKind; /* kind.h */
typedef struct TwPuzzle TwPuzzle;
typedef struct TwResult TwResult; /* result.h */

#define TW_TYPE_PUZZLE (tw_puzzle_get_type ())
GType tw_puzzle_get_type (void);

/* Takes ownership of `board` (not NULL) and of `payload`, the data of `kind`; `payload_free` may
 * be NULL. `id` may be NULL. */
TwPuzzle *tw_puzzle_new (const TwKind *kind, const char *id, TwBoard *board, gpointer payload,
                         GDestroyNotify payload_free);
TwPuzzle *tw_puzzle_ref (TwPuzzle *puzzle);
void tw_puzzle_unref (TwPuzzle *puzzle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPuzzle, tw_puzzle_unref)

/* For the maker, while there is only one reference. */
void tw_puzzle_set_id (TwPuzzle *puzzle, const char *id);
/* Sets the seed with which this version of the program made the puzzle at random. */
void tw_puzzle_set_made (TwPuzzle *puzzle, gint64 seed, const char *version);
/* Sets the file from which the puzzle was read, for results and windows. `name` is the title;
 * NULL: the last part of `file`, or the id, or the size. */
void tw_puzzle_set_origin (TwPuzzle *puzzle, const char *file, const char *name);
/* The author's remarks, a GRefString; NULL: none. */
void tw_puzzle_set_comment (TwPuzzle *puzzle, char *comment);
char *tw_puzzle_get_comment (const TwPuzzle *puzzle);
/* Sets which blocked cells are not obstacles but lie outside the board's outline or in a hole:
 * width x height bytes, non-zero is outside. Takes ownership. */
void tw_puzzle_set_outside (TwPuzzle *puzzle, guint8 *outside);

const TwKind *tw_puzzle_get_kind (const TwPuzzle *puzzle);
const char *tw_puzzle_get_id (const TwPuzzle *puzzle); /* NULL: it has none */
/* Returns the version and sets *seed; NULL: the puzzle was not made at random. */
const char *tw_puzzle_get_made (const TwPuzzle *puzzle, gint64 *seed);
const char *tw_puzzle_get_file (const TwPuzzle *puzzle); /* NULL: the puzzle has no file */
/* A line of visible characters (puzzle/visible.h), never NULL. */
const char *tw_puzzle_get_name (const TwPuzzle *puzzle);
/* The name that the file gives the puzzle; NULL: none. Set it before the origin. */
void tw_puzzle_set_title (TwPuzzle *puzzle, const char *title);
const char *tw_puzzle_get_title (const TwPuzzle *puzzle);
const TwBoard *tw_puzzle_get_board (const TwPuzzle *puzzle);
const guint8 *tw_puzzle_get_outside (const TwPuzzle *puzzle); /* NULL: no such cells */
gpointer tw_puzzle_get_payload (const TwPuzzle *puzzle);
