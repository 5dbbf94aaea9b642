/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - changes of a puzzle: each function makes a new puzzle (puzzle.h) and a short name of
 * the change for history.h. For the window's edit mode; no GTK.
 *
 * All functions take `char **name`, which may be NULL. It receives the translated name of the step
 * ("Paint 5 cells"), which the caller frees with g_free (). They return a new reference: to
 * `puzzle` itself when nothing would change; NULL with `error` (TW_PUZZLE_ERROR_USAGE) when the
 * change is not possible. Any thread.
 *
 * Id, file and title of the puzzle do not change. A piece placed beforehand stays where it still
 * fits and is removed otherwise.
 */
#pragma once

#include "puzzle/kind-edit.h"
#include "puzzle/pieces/puzzle.h"

/* Returns which values the cells of the puzzle can have. */
TwEditCells tw_edit_cells (const TwPuzzle *puzzle);
/* Returns the number of colours to paint with; 0 when cells have no colours. */
guint tw_edit_n_colours (const TwPuzzle *puzzle);
/* Can the pieces be changed? */
gboolean tw_edit_has_pieces (const TwPuzzle *puzzle);
/* Returns the largest possible side of the board. */
int tw_edit_max_side (const TwPuzzle *puzzle);

/* --- cells ------------------------------------------------------------------- */

typedef struct {
  int x;
  int y;
  guint8 value; /* one of the values described at TwEditCells */
} TwEditCell;

/* Paints one stroke. Cells outside the board are ignored; when a cell occurs twice, the last value
 * counts. */
TwPuzzle *tw_edit_paint (TwPuzzle *puzzle, const TwEditCell *cells, gsize n, char **name,
                         GError **error);

/* Moves cell (x, y) to (x + dx, y + dy) or crops it; new cells have the value `fill`. */
TwPuzzle *tw_edit_resize (TwPuzzle *puzzle, int width, int height, int dx, int dy, guint8 fill,
                          char **name, GError **error);

/* Replaces the board by a random one, whose free cells have colour 1 if cells have colours. */
TwPuzzle *tw_edit_generate (TwPuzzle *puzzle, int width, int height, double density, guint64 seed,
                            char **name, GError **error);

/* Applies transform k of core/base/transform.h to the board and its pieces. */
TwPuzzle *tw_edit_transform (TwPuzzle *puzzle, int k, char **name, GError **error);

/* Replaces the contents by those of `other`, a puzzle of the same kind, and keeps the names of
 * `puzzle`. */
TwPuzzle *tw_edit_replace (TwPuzzle *puzzle, TwPuzzle *other, char **name, GError **error);

/* Adds the colour named `colour`, whose number goes to *value. */
TwPuzzle *tw_edit_add_colour (TwPuzzle *puzzle, gunichar colour, guint8 *value, char **name,
                              GError **error);

/* --- pieces ------------------------------------------------------------------- */

/* A piece that is being drawn. */
typedef struct {
  char *name;    /* 1 to TW_PIECES_NAME_SIZE - 1 bytes, unique */
  GArray *cells; /* TwShapeCell; coordinates may be negative */
  int least;
  int most;
  gboolean rotate;
  gboolean flip;
  int origin; /* index of the piece in the puzzle; -1: a new piece */
} TwPieceDraft;

TwPieceDraft *tw_piece_draft_new (const char *name);
void tw_piece_draft_free (TwPieceDraft *draft);
/* Sets the colour of a cell; TW_CELL_BLOCKED removes the cell. */
void tw_piece_draft_set (TwPieceDraft *draft, int x, int y, guint8 colour);
guint8 tw_piece_draft_get (const TwPieceDraft *draft, int x, int y);

/* Returns an array of TwPieceDraft, which it owns. */
GPtrArray *tw_edit_get_pieces (const TwPuzzle *puzzle);
/* Returns a name that no draft has. */
char *tw_edit_free_name (const GPtrArray *drafts);
/* Sets the pieces, and how many cells a solution leaves free. */
TwPuzzle *tw_edit_set_pieces (TwPuzzle *puzzle, const GPtrArray *drafts, int n_free, char **name,
                              GError **error);

/* Makes a board of one colour and one piece that fits everywhere: the starting point for drawing a
 * new piece puzzle. */
TwPuzzle *tw_edit_new_pieces (int width, int height, GError **error);
