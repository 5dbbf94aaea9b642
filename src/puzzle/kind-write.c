/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-write.c - see kind-write.h. */
#include "puzzle/kind-write.h"

#include "puzzle/formats/model.h"
#include "puzzle/kind-read.h"

/* Takes ownership of the text, which may be NULL. Inserts what the puzzle was made with into JSON, or
 * into `lines` of text. */
static char *
add_made (const TwPuzzle *puzzle, char *text, gboolean lines)
{
  g_autofree char *owned = text, *quoted = NULL;
  gint64 seed;
  const char *version = tw_puzzle_get_made (puzzle, &seed);

  if (text == NULL || version == NULL || (*text != '{' && !lines))
    return g_steal_pointer (&owned);
  if (*text != '{')
    return g_strdup_printf (TW_MADE_SEED "%" G_GINT64_FORMAT TW_MADE_VERSION "%s\n%s", seed,
                            version, text);
  quoted = tw_json_quote (version);
  return g_strdup_printf ("{\"made\": {\"seed\": %" G_GINT64_FORMAT ", \"version\": %s}, %s", seed,
                          quoted, text + 1);
}

char *
tw_puzzle_write (const TwPuzzle *puzzle)
{
  const TwKindWrite *write = tw_puzzle_get_kind (puzzle)->write;

  return write != NULL ? add_made (puzzle, write->puzzle (puzzle), TRUE) : NULL;
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
  return add_made (puzzle,
                   export->write_solved != NULL ? export->write_solved (puzzle, result, error)
                                                : export->write (puzzle, error),
                   FALSE);
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
