/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - changes of a puzzle: each makes a new value (puzzle.h) and says in a
 * few words what it did, for history.h. For the window's edit mode; no GTK.
 *
 * All functions take `char **name`, which may be NULL and gets the translated
 * name of the step ("Paint 5 cells"), g_free () it. They return a new
 * reference: to `puzzle` itself when nothing would change; NULL and `error`
 * (TW_PUZZLE_ERROR_USAGE) when the change is not possible. Any thread.
 *
 * Id, file and title of the puzzle stay. Pieces placed beforehand stay where
 * they still may lie, the others are taken off.
 */
#ifndef TW_PUZZLE_EDIT_H
#define TW_PUZZLE_EDIT_H

#include "puzzle/piece-puzzle.h"

G_BEGIN_DECLS

typedef enum {
  TW_EDIT_NOTHING,   /* the board follows from a few numbers */
  TW_EDIT_OBSTACLES, /* cells are free, TW_CELL_FREE, or obstacles, TW_CELL_BLOCKED */
  TW_EDIT_COLOURS,   /* cells have a colour, 1, 2, ..., or are holes, TW_CELL_BLOCKED */
} TwEditCells;

/* What the puzzle's cells can be changed to. */
TwEditCells tw_edit_cells (const TwPuzzle *puzzle);
/* How many colours there are to paint with, 0 when there is nothing to paint. */
guint tw_edit_n_colours (const TwPuzzle *puzzle);
/* Whether the pieces can be changed. */
gboolean tw_edit_has_pieces (const TwPuzzle *puzzle);
/* The largest side the board may have. */
int tw_edit_max_side (const TwPuzzle *puzzle);

/* --- cells ------------------------------------------------------------------- */

typedef struct {
  int x;
  int y;
  guint8 value; /* as TwEditCells says */
} TwEditCell;

/* One stroke. Cells out of the board are left out; of equal places the last counts. */
TwPuzzle *tw_edit_paint (TwPuzzle *puzzle, const TwEditCell *cells, gsize n, char **name,
                         GError **error);

/* Cell (x, y) becomes (x + dx, y + dy) or is cropped; new cells have the value `fill`. */
TwPuzzle *tw_edit_resize (TwPuzzle *puzzle, int width, int height, int dx, int dy, guint8 fill,
                          char **name, GError **error);

/* Another board, whose free cells have colour 1 where there are colours. */
TwPuzzle *tw_edit_generate (TwPuzzle *puzzle, int width, int height, double density, guint64 seed,
                            char **name, GError **error);

/* The board after transform k of core/transform.h, its pieces turned with it. */
TwPuzzle *tw_edit_transform (TwPuzzle *puzzle, int k, char **name, GError **error);

/* All of `other`, a puzzle of the same kind, under the name of this one. */
TwPuzzle *tw_edit_replace (TwPuzzle *puzzle, TwPuzzle *other, char **name, GError **error);

/* One colour more to paint with, called `colour`, whose number goes to *value. */
TwPuzzle *tw_edit_add_colour (TwPuzzle *puzzle, gunichar colour, guint8 *value, char **name,
                              GError **error);

/* --- pieces ------------------------------------------------------------------- */

/* A piece while it is drawn. */
typedef struct {
  char *name;    /* 1 to TW_PIECES_NAME_SIZE - 1 bytes, no two alike */
  GArray *cells; /* TwShapeCell; places may be negative */
  int least;
  int most;
  gboolean rotate;
  gboolean flip;
  int origin; /* which piece of the puzzle it was, -1: a new one */
} TwPieceDraft;

TwPieceDraft *tw_piece_draft_new (const char *name);
void tw_piece_draft_free (TwPieceDraft *draft);
/* TW_CELL_BLOCKED takes the cell away. */
void tw_piece_draft_set (TwPieceDraft *draft, int x, int y, guint8 colour);
guint8 tw_piece_draft_get (const TwPieceDraft *draft, int x, int y);

/* Array of TwPieceDraft, which it owns. */
GPtrArray *tw_edit_get_pieces (const TwPuzzle *puzzle);
/* A name that none of them has. */
char *tw_edit_free_name (const GPtrArray *drafts);
TwPuzzle *tw_edit_set_pieces (TwPuzzle *puzzle, const GPtrArray *drafts, char **name,
                              GError **error);

/* A board of one colour, and the one piece that fits everywhere: what a piece
 * puzzle begins with that is drawn from nothing. */
TwPuzzle *tw_edit_new_pieces (int width, int height, GError **error);

G_END_DECLS

#endif
