/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - the kind of coloured piece puzzles. Files are drawings
 * (drawing.h) or JSON (json.h). */
#include "puzzle/kinds/pieces/puzzle.h"

#include "puzzle/grid-text.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/json.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/kinds/pieces/ledger.h"

static gboolean
sniff_json (JsonObject *object)
{
  return json_object_has_member (object, "pieces") && json_object_has_member (object, "board");
}

static TwPuzzle *
read_json (JsonObject *object, GError **error)
{
  return tw_piece_json_read (&tw_kind_pieces, object, error);
}

/* Accepts every text that no earlier kind accepts; the kind after it accepts grids and pasted
 * cells of a spreadsheet. */
static gboolean
sniff_text (const char *text, gsize length, const char *name)
{
  return length > 0 && !tw_grid_text_sniff (text, length)
         && !(name == NULL && tw_sheet_text_sniff (text, length));
}

static gboolean
read_text (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  TwPuzzle *puzzle = tw_piece_text_read (&tw_kind_pieces, text, length, error);

  if (puzzle != NULL)
    g_ptr_array_add (puzzles, puzzle);
  return puzzle != NULL;
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  tw_piece_puzzle_solve (puzzle, options, FALSE, run, live, result);
}

const TwKind tw_kind_pieces = {
  .name = "pieces",
  .title = N_ ("Pieces"),
  .flags = TW_KIND_EDIT_PIECES,
  .form = TW_FORM_PIECES,
  .payload_size = sizeof (TwPiecesPayload),
  .payload_clear = tw_piece_puzzle_payload_clear,
  .edit_cells = TW_EDIT_COLOURS,
  .sniff_json = sniff_json,
  .read_json = read_json,
  .sniff_text = sniff_text,
  .read_text = read_text,
  .write = tw_piece_json_write,
  .exports = tw_piece_exports,
  .engine = tw_piece_puzzle_engine,
  .live_new = tw_piece_puzzle_live_new,
  .live_free = tw_piece_puzzle_live_free,
  .live_continue = tw_piece_puzzle_live_continue,
  .solve = solve,
  .snapshot = tw_piece_puzzle_snapshot,
  .write_solution = tw_piece_puzzle_write_solution,
  .read_solution = tw_piece_puzzle_read_solution,
  .check = tw_piece_puzzle_check,
  .certify = tw_piece_puzzle_certify,
  .count = tw_piece_puzzle_count,
  .describe = tw_piece_puzzle_describe,
  .describe_solution = tw_piece_puzzle_describe_solution,
};
