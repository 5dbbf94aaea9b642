/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-write.c - see kind-write.h. */
#include "puzzle/kind-write.h"

#include "puzzle/formats/model.h"

char *
tw_puzzle_write (const TwPuzzle *puzzle)
{
  const TwKindWrite *write = tw_puzzle_get_kind (puzzle)->write;

  return write != NULL ? write->puzzle (puzzle) : NULL;
}

const char *
tw_kind_extension (const TwKind *kind)
{
  return kind->write != NULL && kind->write->extension != NULL ? kind->write->extension : ".txt";
}

const TwKindExport *
tw_kind_exports (const TwKind *kind)
{
  static const TwKindExport none = { 0 };

  return kind->write != NULL && kind->write->exports != NULL ? kind->write->exports : &none;
}

const TwKindExport *
tw_kind_find_export (const TwKind *kind, const char *name)
{
  for (const TwKindExport *e = tw_kind_exports (kind); e->name != NULL; e++)
    if (g_str_equal (name, e->name))
      return e;
  return NULL;
}

char *
tw_kind_export (const TwKindExport *export, const TwPuzzle *puzzle, const TwResult *result,
                GError **error)
{
  if (export->model != NULL)
    return tw_model_finish (export->model (puzzle, error), export->format, error);
  return export->write_solved != NULL ? export->write_solved (puzzle, result, error)
                                      : export->write (puzzle, error);
}

void
tw_kind_write_names (const TwPuzzle *puzzle, TwJsonBuilder *builder)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const char *id = tw_puzzle_get_id (puzzle);
  const char *file = tw_puzzle_get_file (puzzle);

  tw_json_add_string (builder, "file", file);
  if (id != NULL && kind->numeric_id)
    tw_json_add_int (builder, "id", g_ascii_strtoll (id, NULL, 10));
  else
    tw_json_add_string (builder, "id", id);
  tw_json_add_string (builder, "kind", kind->name);
}

void
tw_kind_write_size (const TwPuzzle *puzzle, TwJsonBuilder *builder)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  tw_json_add_int (builder, "width", board->width);
  tw_json_add_int (builder, "height", board->height);
  tw_json_add_int (builder, "free", (gint64) tw_board_count_free (board));
}
