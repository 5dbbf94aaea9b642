/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - one puzzle of any kind: an immutable value that workers, the
 * window and the network share by reference.
 *
 * Shapes: the board is row-major, y down (core/board.h). Every kind has one,
 * also those whose board is an empty square.
 *
 * Threads: after it is made nothing in it changes but the (atomic) reference
 * count; any thread may read it and drop its reference.
 */
#ifndef TW_PUZZLE_PUZZLE_H
#define TW_PUZZLE_PUZZLE_H

#include <glib-object.h>

#include "core/board.h"

G_BEGIN_DECLS

typedef struct TwKind TwKind; /* kind.h */
typedef struct TwPuzzle TwPuzzle;

#define TW_TYPE_PUZZLE (tw_puzzle_get_type ())
GType tw_puzzle_get_type (void);

/* Takes over `board` (not NULL) and `payload`, which is what only `kind`
 * knows of it; `payload_free` may be NULL. `id` may be NULL. */
TwPuzzle *tw_puzzle_new (const TwKind *kind, const char *id, TwBoard *board, gpointer payload,
                         GDestroyNotify payload_free);
TwPuzzle *tw_puzzle_ref (TwPuzzle *puzzle);
void tw_puzzle_unref (TwPuzzle *puzzle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPuzzle, tw_puzzle_unref)

/* For whoever has just made it, while nobody else has a reference. */
void tw_puzzle_set_id (TwPuzzle *puzzle, const char *id);
/* The file it was read from, as results name it and windows show it; `name` is
 * the title, NULL: the last part of `file`, or the id, or the size. */
void tw_puzzle_set_origin (TwPuzzle *puzzle, const char *file, const char *name);
/* Which blocked cells are no obstacles but lie outside of the board's outline
 * or in a hole of it: width x height bytes, non-zero is outside; taken over. */
void tw_puzzle_set_outside (TwPuzzle *puzzle, guint8 *outside);

const TwKind *tw_puzzle_get_kind (const TwPuzzle *puzzle);
const char *tw_puzzle_get_id (const TwPuzzle *puzzle);   /* NULL: it has none */
const char *tw_puzzle_get_file (const TwPuzzle *puzzle); /* NULL: made in memory */
const char *tw_puzzle_get_name (const TwPuzzle *puzzle); /* never NULL */
const TwBoard *tw_puzzle_get_board (const TwPuzzle *puzzle);
const guint8 *tw_puzzle_get_outside (const TwPuzzle *puzzle); /* NULL: no such cells */
gpointer tw_puzzle_get_payload (const TwPuzzle *puzzle);

G_END_DECLS

#endif
