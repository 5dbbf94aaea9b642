/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle.c - reads the puzzles of BurrTools files; see xmpuzzle.h. */
#include "puzzle/kinds/pieces/xmpuzzle-private.h"

#include <gio/gio.h>
#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kinds/pieces/shared.h"
#include "puzzle/string-order.h"

#define CHUNK 65536

/* Added to the colour of a variable cube. */
#define VARIABLE (TW_XMPUZZLE_MAX_COLOURS + 1)

static void
free_shape (gpointer data)
{
  TwXmShape *shape = data;

  g_free (shape->name);
  g_free (shape->fault);
  if (shape->text != NULL)
    g_string_free (shape->text, TRUE);
  g_array_unref (shape->cubes);
  g_array_unref (shape->cells);
  g_free (shape);
}

TW_DEFINE_FREE (free_problem, TwXmProblem, (name, g_free), (parts, g_array_unref),
                (assemblies, g_ptr_array_unref))

/* --- gzip --------------------------------------------------------------------------- */

static gboolean
is_compressed (const char *data, gsize length)
{
  return length >= 2 && (guchar) data[0] == 0x1f && (guchar) data[1] == 0x8b;
}

/* Returns the decompressed text of at most TW_XMPUZZLE_MAX_BYTES, terminated by a NUL. */
static char *
decompress (const char *data, gsize length, gsize *size, GError **error)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *chunk = g_malloc (CHUNK);
  GConverterResult result = G_CONVERTER_CONVERTED;
  gsize at = 0;

  while (result != G_CONVERTER_FINISHED) {
    g_autoptr (GError) reason = NULL;
    gsize used = 0, written = 0;

    result = g_converter_convert (G_CONVERTER (zlib), data + at, length - at, chunk, CHUNK,
                                  G_CONVERTER_INPUT_AT_END, &used, &written, &reason);
    if (result == G_CONVERTER_ERROR)
      return tw_fail_null (error, TW_PUZZLE_ERROR_SYNTAX,
                           _ ("the compressed data cannot be read: %s"), reason->message);
    at += used;
    if (text->len + written > TW_XMPUZZLE_MAX_BYTES)
      return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE,
                           _ ("the decompressed file is larger than %d MiB"),
                           TW_XMPUZZLE_MAX_BYTES >> 20);
    g_string_append_len (text, chunk, (gssize) written);
  }
  *size = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- elements -------------------------------------------------------------------------- */

static const char *
attribute (const char *const *names, const char *const *values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (g_str_equal (*names, name))
      return *values;
  return NULL;
}

/* Parses an integer from `least` to `most`, of which there may be none. */
static gboolean
read_number (const char *const *names, const char *const *values, const char *name, int least,
             int most, int *number, GError **error)
{
  const char *text = attribute (names, values, name);
  gint64 value;

  if (text != NULL && least <= most
      && g_ascii_string_to_signed (text, 10, least, most, &value, NULL)) {
    *number = (int) value;
    return TRUE;
  }
  return tw_fail_format (error, _ ("attribute %s: a number from %d to %d is expected"), name, least,
                         most);
}

static gboolean
start_shape (TwXmFile *file, const char *const *names, const char *const *values, GError **error)
{
  static const char *const sides[] = { "x", "y", "z" };
  static const char *const hot[] = { "hx", "hy", "hz" };
  TwXmShape *shape;
  gint64 cubes = 1;

  if (file->shapes->len == TW_XMPUZZLE_MAX_SHAPES)
    return tw_fail_format (error, _ ("more than %d shapes"), TW_XMPUZZLE_MAX_SHAPES);
  shape = g_new0 (TwXmShape, 1);
  shape->text = g_string_new (NULL);
  shape->cubes = g_array_new (FALSE, FALSE, sizeof (int));
  shape->cells = g_array_new (FALSE, FALSE, sizeof (TwShapeCell));
  shape->name = g_strdup (attribute (names, values, "name"));
  g_ptr_array_add (file->shapes, shape);
  for (int i = 0; i < 3; i++) {
    if (!read_number (names, values, sides[i], 0, TW_XMPUZZLE_MAX_CUBES, &shape->size[i], error))
      return FALSE;
    if (attribute (names, values, hot[i]) != NULL
        && !read_number (names, values, hot[i], -TW_XMPUZZLE_MAX_CUBES, TW_XMPUZZLE_MAX_CUBES,
                         &shape->hot[i], error))
      return FALSE;
    cubes *= shape->size[i];
    if (cubes > TW_XMPUZZLE_MAX_CUBES)
      return tw_fail_format (error, _ ("shape %u has more than %d cubes"), file->shapes->len,
                             TW_XMPUZZLE_MAX_CUBES);
  }
  file->shape = shape;
  return TRUE;
}

static gboolean
start_problem (TwXmFile *file, const char *const *names, const char *const *values, GError **error)
{
  const char *name = attribute (names, values, "name");

  if (file->problems->len == TW_XMPUZZLE_MAX_PROBLEMS)
    return tw_fail_format (error, _ ("more than %d problems"), TW_XMPUZZLE_MAX_PROBLEMS);
  file->problem = g_new0 (TwXmProblem, 1);
  file->problem->parts = g_array_new (FALSE, FALSE, sizeof (TwXmPart));
  file->problem->assemblies = g_ptr_array_new_with_free_func (g_free);
  file->problem->name = name != NULL && *name != '\0' ? g_strdup (name) : NULL;
  file->problem->result = -1;
  file->problem->most_holes = G_MAXINT;
  g_ptr_array_add (file->problems, file->problem);
  return attribute (names, values, "maxHoles") == NULL
         || read_number (names, values, "maxHoles", 0, G_MAXINT, &file->problem->most_holes, error);
}

/* Starts an element that says which shape a problem uses, and how often. */
static gboolean
start_part (TwXmFile *file, const char *const *names, const char *const *values, GError **error)
{
  TwXmPart part = { 0 };
  gboolean fine;

  if (++file->n_parts > TW_XMPUZZLE_MAX_PARTS)
    return tw_fail_format (error, _ ("the problems have more than %d shapes"),
                           TW_XMPUZZLE_MAX_PARTS);
  if (!read_number (names, values, "id", 0, (int) file->shapes->len - 1, &part.shape, error))
    return FALSE;
  if (attribute (names, values, "count") != NULL) {
    fine = read_number (names, values, "count", 0, TW_PIECES_MAX_COUNT, &part.most, error);
    part.least = part.most;
  } else if (attribute (names, values, "min") != NULL || attribute (names, values, "max") != NULL) {
    fine = read_number (names, values, "min", 0, TW_PIECES_MAX_COUNT, &part.least, error)
           && read_number (names, values, "max", part.least, TW_PIECES_MAX_COUNT, &part.most,
                           error);
  } else {
    part.least = part.most = 1;
    fine = TRUE;
  }
  if (fine && part.most > 0)
    g_array_append_val (file->problem->parts, part);
  return fine;
}

static gboolean
start_pair (TwXmFile *file, const char *const *names, const char *const *values, GError **error)
{
  int piece = 0, result = 0, last = file->n_colours - 1;

  if (!read_number (names, values, "piece", 0, last, &piece, error)
      || !read_number (names, values, "result", 0, last, &result, error))
    return FALSE;
  file->problem->allowed[piece + 1] |= G_GUINT64_CONSTANT (2) << result;
  return TRUE;
}

static void
start_cb (GMarkupParseContext *context, const char *element, const char **names,
          const char **values, gpointer data, GError **error)
{
  const char *const *n = (const char *const *) names, *const *v = (const char *const *) values;
  const GSList *stack = g_markup_parse_context_get_element_stack (context);
  TwXmFile *file = data;

  if (++file->depth > TW_XMPUZZLE_MAX_DEPTH) {
    tw_fail_format (error, _ ("more than %d elements are inside each other"),
                    TW_XMPUZZLE_MAX_DEPTH);
  } else if (stack->next == NULL) {
    file->is_puzzle = g_str_equal (element, "puzzle");
    if (!file->is_puzzle)
      tw_fail_format (error, _ ("a puzzle of BurrTools is expected, not <%s>"), element);
  } else if (g_str_equal (element, "comment")) {
    file->in_comment = stack->next->next == NULL;
  } else if (g_str_equal (element, "gridType")) {
    read_number (n, v, "type", 0, 1000, &file->grid, error);
  } else if (g_str_equal (element, "color") && file->n_colours < TW_XMPUZZLE_MAX_COLOURS) {
    file->n_colours++;
  } else if (g_str_equal (element, "voxel") && file->shape == NULL && file->problem == NULL) {
    start_shape (file, n, v, error);
  } else if (g_str_equal (element, "problem") && file->problem == NULL) {
    start_problem (file, n, v, error);
  } else if (file->problem != NULL && g_str_equal (element, "shape")) {
    start_part (file, n, v, error);
  } else if (file->problem != NULL && g_str_equal (element, "result")) {
    read_number (n, v, "id", 0, (int) file->shapes->len - 1, &file->problem->result, error);
  } else if (file->problem != NULL && g_str_equal (element, "pair")) {
    start_pair (file, n, v, error);
  } else if (file->problem != NULL && file->with_solutions && g_str_equal (element, "assembly")
             && file->assembly == NULL && file->n_assemblies < TW_XMPUZZLE_MAX_SOLUTIONS) {
    file->assembly = g_string_new (NULL);
    file->n_assemblies++;
  }
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         GError **error)
{
  TwXmFile *file = data;

  if (file->shape != NULL)
    g_string_append_len (file->shape->text, text, (gssize) length);
  else if (file->assembly != NULL)
    g_string_append_len (file->assembly, text, (gssize) length);
  else if (file->in_comment)
    g_string_append_len (file->comment, text, (gssize) length);
}

void
tw_xm_shape_where (const TwXmShape *shape, int cube, int where[3])
{
  where[0] = cube % shape->size[0];
  where[1] = cube / shape->size[0] % shape->size[1];
  where[2] = cube / shape->size[0] / shape->size[1];
}

/* Projects the cells of the layer along its thin side, which is one cube long. Sets shape->fault
 * when there is no such layer. */
static void
flatten (TwXmShape *shape)
{
  int least[3] = { G_MAXINT, G_MAXINT, G_MAXINT }, most[3] = { -1, -1, -1 };
  const GArray *cubes = shape->cubes;
  int where[3], thin = -1, u, v;

  for (guint i = 0; i < cubes->len; i++) {
    tw_xm_shape_where (shape, g_array_index (cubes, int, i), where);
    for (int k = 0; k < 3; k++) {
      least[k] = MIN (least[k], where[k]);
      most[k] = MAX (most[k], where[k]);
    }
  }
  for (int k = 2; k >= 0 && thin < 0; k--)
    if (least[k] == most[k])
      thin = k;
  shape->across[0] = u = thin == 0 ? 1 : 0;
  shape->across[1] = v = thin == 2 ? 1 : 2;
  memcpy (shape->corner, least, sizeof least);
  if (cubes->len == 0) {
    shape->fault = g_strdup (_ ("has no cube"));
  } else if (thin < 0) {
    shape->fault = g_strdup (_ ("is thicker than one layer"));
  } else if (most[u] - least[u] >= TW_BOARD_MAX_SIDE || most[v] - least[v] >= TW_BOARD_MAX_SIDE) {
    shape->fault = g_strdup_printf (_ ("is longer than %d cubes"), TW_BOARD_MAX_SIDE);
  } else {
    shape->width = most[u] - least[u] + 1;
    shape->height = most[v] - least[v] + 1;
    for (guint i = 0; i < cubes->len; i++) {
      TwShapeCell *cell = &g_array_index (shape->cells, TwShapeCell, i);

      tw_xm_shape_where (shape, g_array_index (cubes, int, i), where);
      cell->x = (gint16) (where[u] - least[u]);
      cell->y = (gint16) (where[v] - least[v]);
    }
  }
}

static gboolean
end_shape (TwXmFile *file, GError **error)
{
  TwXmShape *shape = file->shape;
  int total = shape->size[0] * shape->size[1] * shape->size[2], n = 0;
  gboolean filled = FALSE;

  file->shape = NULL;
  for (const char *p = shape->text->str; *p != '\0'; p++) {
    if (*p == '_' || *p == '#' || *p == '+') {
      filled = *p != '_';
      shape->n_variable += *p == '+';
      if (n++ == total)
        break;
      if (filled) {
        TwShapeCell cell = { .colour = *p == '+' ? VARIABLE : 0 };
        int at = n - 1;

        if (++file->n_cubes > TW_PIECES_MAX_CELLS)
          return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the pieces have more than %d cells"),
                          TW_PIECES_MAX_CELLS);
        g_array_append_val (shape->cubes, at);
        g_array_append_val (shape->cells, cell);
      }
    } else if (g_ascii_isdigit (*p) && n > 0) {
      TwShapeCell *cell = filled ? &g_array_index (shape->cells, TwShapeCell, shape->cells->len - 1)
                                 : NULL;
      int colour = cell != NULL ? cell->colour % VARIABLE * 10 + (*p - '0') : 0;

      if (colour > file->n_colours)
        return tw_fail_format (error, _ ("shape %u: a colour is larger than %d"), file->shapes->len,
                               file->n_colours);
      if (cell != NULL)
        cell->colour = (guint8) (cell->colour / VARIABLE * VARIABLE + colour);
    } else if (!g_ascii_isspace (*p)) {
      return tw_fail_format (error, _ ("shape %u: _, #, + and numbers are expected"),
                             file->shapes->len);
    }
  }
  if (n != total)
    return tw_fail_format (error, _ ("shape %u: %d cubes are expected"), file->shapes->len, total);
  flatten (shape);
  g_string_free (g_steal_pointer (&shape->text), TRUE);
  return TRUE;
}

static void
end_cb (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  TwXmFile *file = data;

  file->depth--;
  if (file->shape != NULL && g_str_equal (element, "voxel"))
    end_shape (file, error);
  else if (g_str_equal (element, "problem") && file->assembly == NULL)
    file->problem = NULL;
  else if (file->assembly != NULL && g_str_equal (element, "assembly"))
    g_ptr_array_add (file->problem->assemblies,
                     g_string_free (g_steal_pointer (&file->assembly), FALSE));
  else if (g_str_equal (element, "comment"))
    file->in_comment = FALSE;
}

/* --- problems ----------------------------------------------------------------------------- */

/* The index of a shape of a problem: 0 gives the result, i part i - 1. */
static int
shape_of (const TwXmProblem *problem, guint i)
{
  return i == 0 ? problem->result : g_array_index (problem->parts, TwXmPart, i - 1).shape;
}

/* Bounds the memory of the puzzles: each copies the cells of all its shapes, and its board is as
 * large as the box around the result. A problem with a shape that is not flat becomes no puzzle. */
static gboolean
check_size (const TwXmFile *file, GError **error)
{
  gsize total = 0;

  for (guint i = 0; i < file->problems->len; i++) {
    const TwXmProblem *problem = g_ptr_array_index (file->problems, i);
    gboolean flat = problem->result >= 0;
    gsize cells = 0;

    for (guint k = 0; flat && k <= problem->parts->len; k++) {
      const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) shape_of (problem, k));

      flat = shape->fault == NULL;
      cells += k == 0 ? (gsize) shape->width * (gsize) shape->height : shape->cells->len;
    }
    total += flat ? cells : 0;
    if (total > TW_PIECES_MAX_CELLS)
      return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the pieces have more than %d cells"),
                      TW_PIECES_MAX_CELLS);
  }
  return TRUE;
}

/* Sets how many cubes of the result stay empty, or how many may when the pieces do not cover a fixed
 * number of them; only then does BurrTools look at maxHoles. */
static void
set_holes (const TwXmFile *file, const TwXmProblem *problem, TwPieceProblem *made)
{
  const TwXmShape *result = g_ptr_array_index (file->shapes, (guint) problem->result);
  gint64 holes = result->cells->len, variable = result->n_variable;

  for (guint i = 0; i < problem->parts->len; i++) {
    const TwXmPart *part = &g_array_index (problem->parts, TwXmPart, i);
    const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) part->shape);

    made->fewer_free = made->fewer_free || (variable > 0 && part->least < part->most);
    holes -= (gint64) part->most * shape->cells->len;
  }
  /* Where more or fewer would stay empty, the number of cells proves that there is no solution. */
  made->n_free = (int) CLAMP (made->fewer_free ? problem->most_holes : holes, 0, variable);
  made->fewer_free = made->fewer_free && made->n_free > 0;
}

/* Cubes of the result that are all variable or all fixed, and lie under the same colours of pieces.
 * Kind i is colour i + 1 of our puzzle. */
typedef struct {
  gboolean variable;
  guint64 under; /* set of colours */
} Kind;

typedef struct {
  Kind kinds[2 * VARIABLE];
  guint n_kinds;
  guint8 of_result[2 * VARIABLE]; /* our colours for those of the file, which have VARIABLE added */
  guint8 of_piece[VARIABLE];
  guint count;    /* of our colours */
  gboolean rules; /* do our colours need rules? */
} Palette;

static guint64
under (const Palette *palette, guint kind, guint colour)
{
  return palette->kinds[kind].under >> colour & 1;
}

static void
map_result (const TwXmShape *result, const TwXmProblem *problem, guint64 pieces, Palette *palette)
{
  gboolean there[2 * VARIABLE] = { FALSE };

  for (guint i = 0; i < result->cells->len; i++)
    there[g_array_index (result->cells, TwShapeCell, i).colour] = TRUE;
  for (guint r = 0; r < 2 * VARIABLE; r++) {
    Kind kind = { .variable = r >= VARIABLE };
    guint same = 0;

    if (!there[r])
      continue;
    /* BurrTools lets colour 0 of either side lie on, or under, every colour. */
    for (guint p = 0; p < VARIABLE; p++)
      if (p == 0 || r % VARIABLE == 0 || (problem->allowed[p] >> r % VARIABLE & 1) != 0)
        kind.under |= pieces & G_GUINT64_CONSTANT (1) << p;
    while (same < palette->n_kinds
           && (palette->kinds[same].variable != kind.variable
               || palette->kinds[same].under != kind.under))
      same++;
    if (same == palette->n_kinds)
      palette->kinds[palette->n_kinds++] = kind;
    palette->of_result[r] = (guint8) (same + 1);
  }
}

/* Gives each colour of pieces the number of a kind that it may lie on, if there is still one. Those
 * that may lie on the same kinds become one. */
static void
map_pieces (guint64 pieces, Palette *palette)
{
  palette->count = palette->n_kinds;
  for (guint p = 0; p < VARIABLE; p++) {
    guint8 *colour = &palette->of_piece[p];
    gboolean used[256] = { FALSE };

    if ((pieces >> p & 1) == 0)
      continue;
    for (guint q = 0; q < p && *colour == 0; q++) {
      gboolean same = (pieces >> q & 1) != 0;

      for (guint k = 0; k < palette->n_kinds && same; k++)
        same = under (palette, k, p) == under (palette, k, q);
      *colour = same ? palette->of_piece[q] : 0;
      used[palette->of_piece[q]] = TRUE;
    }
    for (guint k = 0; k < palette->n_kinds && *colour == 0; k++)
      *colour = under (palette, k, p) != 0 && !used[k + 1] ? (guint8) (k + 1) : 0;
    if (*colour == 0)
      *colour = (guint8) ++palette->count;
    for (guint k = 0; k < palette->n_kinds; k++)
      palette->rules = palette->rules || palette->kinds[k].variable != palette->kinds[0].variable
                       || (under (palette, k, p) != 0) != (*colour == k + 1);
  }
}

/* Maps the colours of pieces and of the result to colours of our puzzle: only those are told apart that
 * make a difference to where a piece may lie. */
static void
map_colours (const TwXmFile *file, const TwXmProblem *problem, Palette *palette)
{
  guint64 pieces = 0;

  for (guint i = 0; i < problem->parts->len; i++) {
    const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) shape_of (problem, i + 1));

    for (guint c = 0; c < shape->cells->len; c++)
      pieces |= G_GUINT64_CONSTANT (1) << g_array_index (shape->cells, TwShapeCell, c).colour;
  }
  *palette = (Palette){ .count = 0 };
  map_result (g_ptr_array_index (file->shapes, (guint) problem->result), problem, pieces, palette);
  map_pieces (pieces, palette);
}

static void
add_rules (const Palette *palette, TwPieceProblem *made)
{
  if (!tw_piece_problem_add_rules (made))
    g_error ("out of memory for a puzzle");
  for (guint k = 0; k < palette->n_kinds; k++) {
    guint64 *set = made->rules->takes[k + 1];

    memset (set, 0, sizeof made->rules->takes[k + 1]);
    set[0] = palette->kinds[k].variable;
    for (guint p = 0; p < VARIABLE; p++)
      if (under (palette, k, p) != 0)
        set[palette->of_piece[p] / 64] |= G_GUINT64_CONSTANT (1) << palette->of_piece[p] % 64;
  }
}

/* The name of a shape, or another one when it has none or a piece before has the same: the names of
 * a puzzle differ. *n_names is larger than the number in any name made before. */
static const char *
add_name (GTree *names, const TwXmShape *shape, int number, guint *n_names)
{
  char *name = shape->name != NULL && *shape->name != '\0'
                 ? g_strndup (shape->name, TW_PIECES_NAME_SIZE - 1)
                 : g_strdup_printf ("S%d", number);
  const char *end;

  if (!g_utf8_validate (name, -1, &end))
    name[end - name] = '\0'; /* the cut went through a character */
  while (g_tree_lookup (names, name) != NULL) {
    g_free (name);
    name = g_strdup_printf ("S%d.%u", number, ++*n_names);
  }
  g_tree_insert (names, name, name);
  return name;
}

TwPuzzle *
tw_xm_file_import (const TwXmFile *file, guint number, GError **error)
{
  const TwXmProblem *problem = g_ptr_array_index (file->problems, number);
  TwPieceColours colours = { 0 };
  g_autoptr (GTree) names = tw_string_tree_new (NULL);
  guint n_names = 0;
  TwPieceProblem *made;
  const TwXmShape *result;
  Palette palette;
  TwPuzzle *puzzle;
  TwBoard *board;

  if (problem->result < 0 || problem->parts->len == 0)
    return tw_fail_format_null (error, _ ("problem %u has no result or no pieces"), number + 1);
  result = g_ptr_array_index (file->shapes, (guint) problem->result);
  for (guint i = 0; i <= problem->parts->len; i++) {
    int id = shape_of (problem, i);
    const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) id);

    if (i > 0 && shape->n_variable > 0)
      return tw_fail_format_null (
        error, _ ("problem %u: shape %d, a piece, has cubes that may stay empty"), number + 1,
        id + 1);
    if (shape->fault == NULL)
      continue;
    /* Translators: "shape 3 is thicker than one layer" */
    return tw_fail_format_null (error, _ ("problem %u: shape %d %s"), number + 1, id + 1,
                                shape->fault);
  }
  if (problem->parts->len > TW_PIECES_MAX_PIECES)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("problem %u: more than %d pieces"),
                         number + 1, TW_PIECES_MAX_PIECES);
  map_colours (file, problem, &palette);
  for (guint c = 1; c <= palette.count; c++)
    tw_piece_colours_add (&colours, c <= 26 ? 'a' + c - 1 : 0x400 + c);
  board = tw_need (tw_board_new (result->width, result->height));
  for (guint i = 0; i < result->cells->len; i++) {
    TwShapeCell cell = g_array_index (result->cells, TwShapeCell, i);

    tw_board_set (board, cell.x, cell.y, palette.of_result[cell.colour]);
  }
  made = tw_need (tw_piece_problem_new (board));
  for (guint i = 0; i < problem->parts->len; i++) {
    const TwXmPart *part = &g_array_index (problem->parts, TwXmPart, i);
    const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) part->shape);
    const char *name = add_name (names, shape, part->shape + 1, &n_names);
    g_autofree TwShapeCell *cells = g_memdup2 (shape->cells->data,
                                               shape->cells->len * sizeof (TwShapeCell));

    for (guint c = 0; c < shape->cells->len; c++)
      cells[c].colour = palette.of_piece[cells[c].colour];
    tw_add_piece (made, name, tw_new_shape (cells, (int) shape->cells->len), part->least,
                  part->most, TW_SHAPE_ALL);
  }
  set_holes (file, problem, made);
  if (palette.rules)
    add_rules (&palette, made);
  puzzle = tw_piece_puzzle_new (tw_kind_find ("pieces"), NULL, made, &colours, NULL);
  tw_puzzle_set_title (puzzle, problem->name);
  return puzzle;
}

static gboolean
refuse_grid (int grid, GError **error)
{
  static const char *const names[] = {
    NULL,
    N_ ("triangular prisms"),
    N_ ("spheres"),
    N_ ("rhombic dodecahedra"),
    N_ ("tetrahedra and octahedra"),
  };

  if (grid > 0 && (gsize) grid < G_N_ELEMENTS (names))
    return tw_fail_format (error, _ ("the grid is one of %s; expected one of cubes"),
                           _ (names[grid]));
  return tw_fail_format (error, _ ("the grid is not that of cubes (type %d)"), grid);
}

static gboolean
import_all (const TwXmFile *file, GPtrArray *puzzles, GError **error)
{
  g_autoptr (GError) first = NULL;
  g_autoptr (GRefString) comment = NULL;
  guint before = puzzles->len;

  if (file->grid != 0)
    return refuse_grid (file->grid, error);
  if (file->problems->len == 0)
    return tw_fail_format (error, _ ("the file has no problem"));
  if (file->comment->len > 0 && file->comment->len <= TW_XMPUZZLE_MAX_COMMENT)
    comment = g_ref_string_new (file->comment->str);
  for (guint i = 0; i < file->problems->len; i++) {
    TwPuzzle *puzzle = tw_xm_file_import (file, i, first == NULL ? &first : NULL);

    if (puzzle == NULL)
      continue;
    tw_puzzle_set_comment (puzzle, comment);
    g_ptr_array_add (puzzles, puzzle);
  }
  if (puzzles->len > before)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

gboolean
tw_xmpuzzle_sniff (const char *data, gsize length)
{
  tw_text_skip_mark (&data, &length);
  return is_compressed (data, length) || (length >= 5 && strncmp (data, "<?xml", 5) == 0)
         || (length >= 7 && strncmp (data, "<puzzle", 7) == 0);
}

static gboolean
parse (TwXmFile *file, const char *text, gsize length, GError **error)
{
  static const GMarkupParser parser = { start_cb, end_cb, text_cb, NULL, NULL };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, file, NULL);
  g_autoptr (GError) reason = NULL;
  int line, column;

  if (g_markup_parse_context_parse (context, text, (gssize) length, &reason)
      && g_markup_parse_context_end_parse (context, &reason))
    return TRUE;
  if (reason->domain == TW_PUZZLE_ERROR) {
    g_markup_parse_context_get_position (context, &line, &column);
    tw_fail_format (error, _ ("line %d: %s"), line, reason->message);
  } else {
    /* GMarkup quotes the byte it stopped at, which may be a part of a character. */
    g_autofree char *message = g_utf8_make_valid (reason->message, -1);

    g_set_error_literal (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SYNTAX, message);
  }
  return FALSE;
}

void
tw_xm_file_free (TwXmFile *file)
{
  g_ptr_array_unref (file->shapes);
  g_ptr_array_unref (file->problems);
  g_string_free (file->comment, TRUE);
  if (file->assembly != NULL)
    g_string_free (file->assembly, TRUE);
  g_free (file);
}

TwXmFile *
tw_xm_file_parse (const char *data, gsize length, gboolean with_solutions, GError **error)
{
  g_autoptr (TwXmFile) file = NULL;
  g_autofree char *text = NULL;

  if (is_compressed (data, length)) {
    text = decompress (data, length, &length, error);
    if (text == NULL)
      return NULL;
    data = text;
  }
  tw_text_skip_mark (&data, &length);
  if (!g_utf8_validate (data, (gssize) length, NULL)) {
    /* Old versions of BurrTools write Latin-1. */
    char *valid = g_convert (data, (gssize) length, "UTF-8", "ISO-8859-1", NULL, &length, NULL);

    if (valid != NULL) {
      g_free (text);
      data = text = valid;
    }
  }
  file = g_new0 (TwXmFile, 1);
  file->with_solutions = with_solutions;
  file->shapes = g_ptr_array_new_with_free_func (free_shape);
  file->problems = g_ptr_array_new_with_free_func (free_problem);
  file->comment = g_string_new (NULL);
  if (!parse (file, data, length, error) || !check_size (file, error))
    return NULL;
  return g_steal_pointer (&file);
}

gboolean
tw_xmpuzzle_read (const char *data, gsize length, GPtrArray *puzzles, GError **error)
{
  g_autoptr (TwXmFile) file = tw_xm_file_parse (data, length, FALSE, error);

  return file != NULL && import_all (file, puzzles, error);
}
