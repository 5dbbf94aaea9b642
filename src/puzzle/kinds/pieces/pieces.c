/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - the kind of coloured piece puzzles. Files are drawings
 * (drawing.h) or JSON (json.h). */
#include "puzzle/kinds/pieces/pieces.h"

#include "puzzle/grid-text.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-read.h"
#include "puzzle/kinds/models.h"
#include "puzzle/kinds/pieces/exact-cover.h"
#include "puzzle/kinds/pieces/json.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/kinds/pieces/shared.h"
#include "puzzle/kinds/pieces/xmpuzzle.h"

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

/* --- exports -------------------------------------------------------------------------- */

static char *
write_json (const TwPuzzle *puzzle, GError **error)
{
  return tw_piece_json_write (puzzle);
}

const TwKindExport tw_piece_exports[] = {
  { "json", ".json", N_ ("Board, pieces and rules"), .write = write_json },
  { "ascii", ".txt", N_ ("A drawing of board and pieces"), .write = tw_piece_text_write },
  { "dlx", ".dlx", N_ ("Knuth's exact-cover text without multiplicities"),
    .write = tw_piece_cover_write_dlx },
  { "cover", ".dlx", N_ ("Knuth's exact-cover text"), .write = tw_piece_text_write_cover },
  { "xmpuzzle", ".xmpuzzle", N_ ("A puzzle of BurrTools"), .write_solved = tw_xmpuzzle_write },
  TW_MODEL_EXPORTS (tw_model_of_pieces),
  TW_CLAUSE_EXPORT (tw_model_of_pieces),
  { 0 },
};

const TwKind tw_kind_pieces = {
  .name = "pieces",
  .title = N_ ("Pieces"),
  .flags = TW_KIND_PIECES | TW_KIND_EDIT_PIECES,
  .read =
    &(const TwKindRead){
      .sniff_json = sniff_json,
      .json = read_json,
      .sniff_text = sniff_text,
      .text = read_text,
      .sniff_data = tw_xmpuzzle_sniff,
      .data = tw_xmpuzzle_read,
      .solutions = tw_xmpuzzle_read_solutions,
    },
  .write =
    &(const TwKindWrite){
      .exports = tw_piece_exports,
      .read_model = tw_model_read_pieces,
      .puzzle = tw_piece_json_write,
    },
  .edit = &(const TwKindEdit){ .cells = TW_EDIT_COLOURS },
  .solve = &tw_piece_solve,
  .solution = &tw_piece_solution,
  .count = &tw_piece_count,
  .certify = &tw_piece_certify,
  .describe = tw_piece_puzzle_describe,
};
