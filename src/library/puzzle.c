/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.c - puzzles as objects; see tilewright/puzzle.h. */
#include "library/private.h"
#include "library/properties.h"

#include <string.h>

#include "core/base/generator.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solve.h"
#include "puzzle/squares.h"
#include "puzzle/load.h"
#include "puzzle/polyominoes.h"
#include "puzzle/visible.h"

/* The puzzle's own format, besides the exports of its kind. */
#define OWN_FORMAT "own"
#define ONE_SIDED  "one-sided "

struct _TilewrightPuzzle {
  GObject parent_instance;
  TwPuzzle *puzzle;
};

G_DEFINE_FINAL_TYPE (TilewrightPuzzle, tilewright_puzzle, G_TYPE_OBJECT)

/* clang-format off */
static const char *const piece_sets[TW_POLYOMINOES_MAX_CELLS] = {
  "monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes",
};
/* clang-format on */

enum {
  PROP_0,
  TILEWRIGHT_PUZZLE_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
};

static GStrv
list_engines (TilewrightPuzzle *self)
{
  g_autofree char *names = tw_kind_list_engines (tw_puzzle_get_kind (self->puzzle), "\n");

  return g_strsplit (names, "\n", -1);
}

static GStrv
list_formats (TilewrightPuzzle *self)
{
  const TwKind *kind = tw_puzzle_get_kind (self->puzzle);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (kind->write != NULL)
    g_strv_builder_add (names, OWN_FORMAT);
  for (const TwKindExport *e = tw_kind_exports (kind); e->name != NULL; e++)
    g_strv_builder_add (names, e->name);
  return g_strv_builder_end (names);
}

static void
tilewright_puzzle_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TilewrightPuzzle *self = TILEWRIGHT_PUZZLE (object);
  const TwBoard *board = tw_puzzle_get_board (self->puzzle);

  switch (id) {
    TILEWRIGHT_PUZZLE_PROPERTIES (TILEWRIGHT_PROPERTY_GET)
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tilewright_puzzle_finalize (GObject *object)
{
  g_clear_pointer (&TILEWRIGHT_PUZZLE (object)->puzzle, tw_puzzle_unref);
  G_OBJECT_CLASS (tilewright_puzzle_parent_class)->finalize (object);
}

static void
tilewright_puzzle_class_init (TilewrightPuzzleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *props[N_PROPS] = { NULL };

  object_class->get_property = tilewright_puzzle_get_property;
  object_class->finalize = tilewright_puzzle_finalize;
  TILEWRIGHT_PUZZLE_PROPERTIES (TILEWRIGHT_PROPERTY_PARAM)
  g_object_class_install_properties (object_class, N_PROPS, props);
}

/* g_object_new () gives a board of one cell; a puzzle is never without a value. */
static void
tilewright_puzzle_init (TilewrightPuzzle *self)
{
  self->puzzle = tw_squares_puzzle_new (NULL, tw_board_new_empty (1, 1));
}

TwPuzzle *
tilewright_puzzle_peek (TilewrightPuzzle *self)
{
  return self->puzzle;
}

TilewrightPuzzle *
tilewright_puzzle_wrap (TwPuzzle *puzzle)
{
  TilewrightPuzzle *self = puzzle != NULL ? g_object_new (TILEWRIGHT_TYPE_PUZZLE, NULL) : NULL;

  if (self == NULL)
    return NULL;
  tw_puzzle_unref (self->puzzle);
  self->puzzle = puzzle;
  return self;
}

/* --- making puzzles ----------------------------------------------------------------- */

GPtrArray *
tilewright_puzzle_read_all (GBytes *bytes, const char *name, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr (GPtrArray) found = tw_puzzles_parse (text != NULL ? text : "", length, name, error);
  GPtrArray *puzzles;

  if (found == NULL)
    return NULL;
  puzzles = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (puzzles,
                     tilewright_puzzle_wrap (tw_puzzle_ref (g_ptr_array_index (found, i))));
  return puzzles;
}

TilewrightPuzzle *
tilewright_puzzle_new_from_bytes (GBytes *bytes, const char *name, GError **error)
{
  g_autoptr (GPtrArray) puzzles = tilewright_puzzle_read_all (bytes, name, error);

  if (puzzles != NULL && puzzles->len == 1)
    return g_object_ref (g_ptr_array_index (puzzles, 0));
  if (puzzles != NULL)
    tw_fail_format (error, _ ("%s: one puzzle is expected, there are %u"), name != NULL ? name : "",
                    puzzles->len);
  return NULL;
}

TilewrightPuzzle *
tilewright_puzzle_new_from_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gsize length;
  char *text = tw_file_read_path (path, &length, error);
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new_take (text, length) : NULL;

  return bytes != NULL ? tilewright_puzzle_new_from_bytes (bytes, name, error) : NULL;
}

TilewrightPuzzle *
tilewright_puzzle_new_from_cells (const guint8 *cells, gsize n_cells, guint width, GError **error)
{
  TwBoard *board = NULL;

  if (width >= 1 && n_cells % width == 0 && n_cells <= TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE)
    board = tw_board_new ((int) width, (int) (n_cells / width));
  if (board == NULL)
    return tw_fail_usage_null (error, _ ("the sides of the board must be 1 to %d"),
                               TW_BOARD_MAX_SIDE);
  for (gsize i = 0; i < n_cells; i++)
    board->cells[i] = cells[i] != 0 ? TW_CELL_FREE : TW_CELL_BLOCKED;
  return tilewright_puzzle_wrap (tw_squares_puzzle_new (NULL, board));
}

TilewrightPuzzle *
tilewright_puzzle_new_from_spec (const char *spec, const char *pieces, GError **error)
{
  TwPolyominoSet set = { .copies = 1 };
  const char *name = pieces;
  int width, height;

  if (!tw_kind_parse_size (spec, &width, &height, error))
    return NULL;
  if (pieces == NULL)
    return tilewright_puzzle_wrap (
      tw_squares_puzzle_new (NULL, tw_board_new_empty (width, height)));
  set.one_sided = g_str_has_prefix (name, ONE_SIDED);
  if (set.one_sided)
    name += strlen (ONE_SIDED);
  while (set.cells < TW_POLYOMINOES_MAX_CELLS && !g_str_equal (name, piece_sets[set.cells]))
    set.cells++;
  if (set.cells++ == TW_POLYOMINOES_MAX_CELLS)
    return tw_fail_usage_null (error, _ ("unknown set of pieces “%s”"), pieces);
  return tilewright_puzzle_wrap (tw_polyominoes_new_puzzle (&set, width, height, error));
}

TilewrightPuzzle *
tilewright_puzzle_new_random (guint width, guint height, double density, guint64 seed,
                              GError **error)
{
  TwBoard *board = NULL;
  g_autofree char *id = NULL;

  if (MAX (width, height) <= TW_BOARD_MAX_SIDE && density >= 0 && density <= 1)
    board = tw_generate_board ((int) width, (int) height, density, seed);
  if (board == NULL)
    return tw_fail_usage_null (error,
                               _ ("the sides of the board must be 1 to %d and the density 0 to 1"),
                               TW_BOARD_MAX_SIDE);
  id = g_strdup_printf ("%ux%u-%g-%" G_GUINT64_FORMAT, width, height, density, seed);
  return tilewright_puzzle_wrap (tw_squares_puzzle_new (id, board));
}

/* --- describing and writing --------------------------------------------------------- */

const guint8 *
tilewright_puzzle_get_cells (TilewrightPuzzle *self, gsize *n_cells)
{
  const TwBoard *board = tw_puzzle_get_board (self->puzzle);

  *n_cells = (gsize) board->width * (gsize) board->height;
  return board->cells;
}

char *
tilewright_puzzle_describe (TilewrightPuzzle *self)
{
  const TwKind *kind = tw_puzzle_get_kind (self->puzzle);
  const TwBoard *board = tw_puzzle_get_board (self->puzzle);
  const char *id = tw_puzzle_get_id (self->puzzle);
  gint64 seed;
  const char *version = tw_puzzle_get_made (self->puzzle, &seed);
  GString *text = g_string_new (NULL);
  g_autofree char *engines = tw_kind_list_engines (kind, ", ");

  g_string_append_printf (text, "%s\t%s\n", _ ("Kind"), _ (kind->title));
  if (id != NULL) {
    g_autofree char *visible = tw_visible_text (id, -1, FALSE);

    g_string_append_printf (text, "%s\t%s\n", _ ("Id"), visible);
  }
  g_string_append_printf (text, _ ("Size\t%d × %d\n"), board->width, board->height);
  g_string_append_printf (text, "%s\t%zu\n", _ ("Free cells"), tw_board_count_free (board));
  if (kind->describe != NULL)
    kind->describe (self->puzzle, text);
  if (version != NULL)
    g_string_append_printf (text, _ ("Made with\tseed %lld, Tilewright %s\n"), (long long) seed,
                            version);
  g_string_append_printf (text, "%s\t%s", _ ("Engines"), engines);
  return g_string_free (text, FALSE);
}

char *
tilewright_puzzle_write (TilewrightPuzzle *self, const char *format, TilewrightResult *result,
                         GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (self->puzzle);
  const TwKindExport *export = tw_kind_find_export (kind, format);
  char *text;

  if (result != NULL && tilewright_result_peek (result)->puzzle != self->puzzle)
    return tw_fail_usage_null (error, "%s", _ ("the result is of another puzzle"));
  if (export != NULL)
    return tw_kind_export (export, self->puzzle,
                           result != NULL ? tilewright_result_peek (result) : NULL, error);
  if (!g_str_equal (format, OWN_FORMAT) || kind->write == NULL) {
    g_auto (GStrv) formats = list_formats (self);
    g_autofree char *names = g_strjoinv (", ", formats);

    return tw_fail_usage_null (
      error, _ ("unknown format “%s” for this kind of puzzle; expected one of: %s"), format, names);
  }
  text = tw_puzzle_write (self->puzzle);
  return text != NULL ? text
                      : tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, "%s", _ ("not enough memory"));
}
