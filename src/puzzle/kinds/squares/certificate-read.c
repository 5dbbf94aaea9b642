/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate-read.c - reads certificates of boards; see certificate-read.h. */
#include "puzzle/kinds/squares/certificate-read.h"

#include <stdarg.h>
#include <string.h>

#include "core/base/transform.h"
#include "core/squares/certify.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"

enum {
  MAX_UNIT = 1 << 30,
  MAX_PRICE_DIGITS = 10, /* of any number */
};

typedef struct {
  const char *next, *end;
  const char *word; /* not terminated; its length follows */
  gsize length;
  int line; /* of the word */
  int next_line;
  GError **error;
} Reader;

static void report (Reader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Reports an error and is FALSE, which analyzers do not see of a function with such arguments. */
#define fail(reader, ...) (report (reader, __VA_ARGS__), FALSE)

static void
report (Reader *reader, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (reader->error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT, _ ("line %d: %s"),
               reader->line, reason);
}

/* Finds the next word; its length is 0 at the end of the text. */
static void
next_word (Reader *reader)
{
  while (reader->next < reader->end && (*reader->next == ' ' || *reader->next == '\n'))
    reader->next_line += *reader->next++ == '\n';
  reader->line = reader->next_line;
  reader->word = reader->next;
  while (reader->next < reader->end && *reader->next != ' ' && *reader->next != '\n')
    reader->next++;
  reader->length = (gsize) (reader->next - reader->word);
}

static gboolean
is_word (const Reader *reader, const char *word)
{
  return reader->length == strlen (word) && memcmp (reader->word, word, reader->length) == 0;
}

static gboolean
expect (Reader *reader, const char *word)
{
  next_word (reader);
  return is_word (reader, word)
         || fail (reader, _ ("expected “%s”, not “%.*s”"), word, (int) MIN (reader->length, 20),
                  reader->word);
}

static gboolean
read_number (Reader *reader, gint64 least, gint64 most, gint64 *number)
{
  const char *digit;
  gboolean minus;

  next_word (reader);
  minus = reader->length > 0 && *reader->word == '-';
  *number = 0;
  for (digit = reader->word + minus; digit < reader->next && g_ascii_isdigit (*digit); digit++)
    if (digit - reader->word <= MAX_PRICE_DIGITS)
      *number = 10 * *number + (*digit - '0');
  if (minus)
    *number = -*number;
  return (digit == reader->next && reader->length > (gsize) minus
          && reader->length <= MAX_PRICE_DIGITS + (gsize) minus && *number >= least
          && *number <= most)
         || fail (reader, _ ("expected a number from %lld to %lld, not “%.*s”"), (long long) least,
                  (long long) most, (int) MIN (reader->length, 20), reader->word);
}

static gboolean
read_int (Reader *reader, int least, int most, int *number)
{
  gint64 value;

  if (!read_number (reader, least, most, &value))
    return FALSE;
  *number = (int) value;
  return TRUE;
}

static gboolean
read_board (Reader *reader, TwDual *dual)
{
  int width, height;

  if (!expect (reader, "tilewright-certificate") || !expect (reader, "2")
      || !expect (reader, "board"))
    return FALSE;
  if (!read_int (reader, 1, TW_BOARD_MAX_SIDE, &width)
      || !read_int (reader, 1, TW_BOARD_MAX_SIDE, &height))
    return FALSE;
  dual->board = tw_board_new (width, height);
  if (dual->board == NULL)
    return fail (reader, _ ("not enough memory for the board"));
  for (int y = 0; y < height; y++) {
    next_word (reader);
    if (reader->length != (gsize) width)
      return fail (reader, _ ("expected a row of %d cells, each . or #"), width);
    for (int x = 0; x < width; x++) {
      if (reader->word[x] != '.' && reader->word[x] != '#')
        return fail (reader, _ ("expected a row of %d cells, each . or #"), width);
      tw_board_set (dual->board, x, y, reader->word[x] == '.' ? TW_CELL_FREE : TW_CELL_BLOCKED);
    }
  }
  return tw_board_count_free (dual->board) > 0 || fail (reader, _ ("the board has no free cell"));
}

static gboolean
read_solution (Reader *reader, TwDual *dual)
{
  TwFault fault;
  int count;

  next_word (reader);
  if (is_word (reader, "pieces") || is_word (reader, "capped"))
    return fail (reader, _ ("only certificates of minimum-square covers can be written as proofs"));
  if (!is_word (reader, "squares"))
    return fail (reader, _ ("expected “%s”, not “%.*s”"), "squares", (int) MIN (reader->length, 20),
                 reader->word);
  if (!expect (reader, "solution")
      || !read_int (reader, 0, dual->board->width * dual->board->height, &count))
    return FALSE;
  for (int i = 0; i < count; i++) {
    TwSquare square;

    if (!read_int (reader, 0, TW_BOARD_MAX_SIDE, &square.x)
        || !read_int (reader, 0, TW_BOARD_MAX_SIDE, &square.y)
        || !read_int (reader, 1, TW_BOARD_MAX_SIDE, &square.size))
      return FALSE;
    if (!tw_tiling_add (&dual->tiling, square))
      return fail (reader, _ ("not enough memory for the solution"));
  }
  return tw_tiling_check (dual->board, &dual->tiling, &fault)
         || fail (reader, _ ("the solution does not cover cell %d %d once"), fault.x, fault.y);
}

/* Labels the components in the order of the turned board. */
static gboolean
find_components (TwDual *dual, int transform, TwBoard **turned, gint32 **labels)
{
  gsize n = (gsize) dual->board->width * (gsize) dual->board->height;

  *turned = tw_transform_board (transform, dual->board);
  if (*turned == NULL)
    return FALSE;
  *labels = g_new (gint32, n);
  dual->n_components = tw_board_label_components (*turned, *labels);
  dual->labels = g_new (gint32, n);
  for (int y = 0; y < dual->board->height; y++)
    for (int x = 0; x < dual->board->width; x++)
      dual->labels[tw_board_index (dual->board, x, y)] =
        (*labels)[tw_board_index (*turned, transform != 0 ? y : x, transform != 0 ? x : y)];
  return dual->n_components >= 0;
}

/* Reads a cut, whose points are relative to the box. */
static gboolean
read_cut (Reader *reader, TwDual *dual, int component, const TwBoardBox *box, gboolean transposed)
{
  TwDualCut cut = { .component = component, .first = dual->points->len };
  int count;

  if (!expect (reader, "cut") || !read_number (reader, 0, dual->unit, &cut.weight)
      || !read_int (reader, 0, (TW_BOARD_MAX_SIDE + 1) * (TW_BOARD_MAX_SIDE + 1), &count))
    return FALSE;
  cut.count = (guint) count;
  for (int i = 0; i < count; i++) {
    int x, y;

    if (!read_int (reader, 0, box->right - box->left + 1, &x)
        || !read_int (reader, 0, box->bottom - box->top + 1, &y))
      return FALSE;
    x += box->left;
    y += box->top;
    g_array_append_vals (dual->points, &(TwDualPoint){ transposed ? y : x, transposed ? x : y }, 1);
  }
  g_array_append_val (dual->cuts, cut);
  return TRUE;
}

/* Reads prices, cuts and bands. Proofs in other formats do not use the bands. */
static gboolean
read_component (Reader *reader, TwDual *dual, int component, const TwBoardBox *box,
                gboolean transposed)
{
  gint64 bound, number;
  int n_cuts, n_bands;

  if (!expect (reader, "component") || !read_number (reader, 1, G_MAXINT32, &bound))
    return FALSE;
  if (bound == 1)
    return TRUE;
  if (!expect (reader, "dual")
      || !read_int (reader, 0, TW_CERTIFICATE_CUTS - (int) dual->cuts->len, &n_cuts))
    return FALSE;
  for (int y = box->top; y <= box->bottom; y++)
    for (int x = box->left; x <= box->right; x++) {
      gsize cell = tw_board_index (dual->board, transposed ? y : x, transposed ? x : y);

      if (dual->labels[cell] == component
          && !read_number (reader, G_MININT32, dual->unit, &dual->prices[cell]))
        return FALSE;
    }
  for (int i = 0; i < n_cuts; i++)
    if (!read_cut (reader, dual, component, box, transposed))
      return FALSE;
  if (!expect (reader, "bands") || !read_int (reader, 0, TW_BOARD_MAX_SIDE, &n_bands))
    return FALSE;
  for (int i = 0; i < n_bands; i++)
    if (!expect (reader, "band") || !read_number (reader, 0, TW_BOARD_MAX_SIDE, &number)
        || !read_number (reader, 0, TW_BOARD_MAX_SIDE, &number)
        || !read_number (reader, 0, G_MAXINT32, &number))
      return FALSE;
  return TRUE;
}

static gboolean
read_dual (Reader *reader, TwDual *dual)
{
  gboolean transposed = dual->board->width > dual->board->height;
  g_autofree gint32 *labels = NULL;
  g_autofree TwBoardBox *boxes = NULL;
  TwBoard *turned = NULL;
  gboolean fine = find_components (dual, transposed ? TW_TRANSFORM_TRANSPOSE : 0, &turned, &labels)
                  || fail (reader, _ ("not enough memory for the board"));

  fine = fine && expect (reader, "unit") && read_number (reader, 1, MAX_UNIT, &dual->unit);
  if (fine) {
    boxes = g_new (TwBoardBox, dual->n_components);
    tw_board_component_boxes (turned, labels, dual->n_components, boxes);
  }
  for (int i = 0; fine && i < dual->n_components; i++)
    fine = read_component (reader, dual, i, &boxes[i], transposed);
  tw_board_free (turned);
  return fine;
}

/* Reads the claim. */
static gboolean
read_end (Reader *reader, TwDual *dual)
{
  if (!expect (reader, "end"))
    return FALSE;
  next_word (reader);
  if (!is_word (reader, "optimal") && !is_word (reader, "bound"))
    return fail (reader, _ ("expected “%s”, not “%.*s”"), "optimal", (int) MIN (reader->length, 20),
                 reader->word);
  if (!read_number (reader, 0, (gint64) dual->tiling.count, &dual->claim))
    return FALSE;
  next_word (reader);
  return reader->length == 0 || fail (reader, _ ("there is text after the end"));
}

TwDual *
tw_dual_read (const char *text, gsize length, GError **error)
{
  Reader reader = { .next = text, .end = text + length, .next_line = 1, .error = error };
  g_autoptr (TwDual) dual = g_new0 (TwDual, 1);

  dual->cuts = g_array_new (FALSE, FALSE, sizeof (TwDualCut));
  dual->points = g_array_new (FALSE, FALSE, sizeof (TwDualPoint));
  if (!read_board (&reader, dual) || !read_solution (&reader, dual))
    return NULL;
  dual->prices = g_new0 (gint64, (gsize) dual->board->width * (gsize) dual->board->height);
  if (!read_dual (&reader, dual) || !read_end (&reader, dual))
    return NULL;
  return g_steal_pointer (&dual);
}

void
tw_dual_free (TwDual *dual)
{
  tw_board_free (dual->board);
  tw_tiling_clear (&dual->tiling);
  g_free (dual->prices);
  g_free (dual->labels);
  g_array_unref (dual->cuts);
  g_array_unref (dual->points);
  g_free (dual);
}
