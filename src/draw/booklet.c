/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet.c - see booklet.h. */
#include "draw/booklet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "draw/export.h"
#include "draw/picture.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/pieces/from-solution.h"
#include "puzzle/pieces/puzzle.h"

/* Points; printers reach all but the margin, which is more than 10 mm. */
#define MARGIN     42.0
#define GAP        10.0 /* between two pieces */
#define GUTTER     24.0 /* between two puzzles */
#define MOST_SCALE 42.5 /* a cell of 15 mm */
#define TITLE      18.0 /* sizes of letters */
#define TEXT       11.0
#define SMALL      9.0
#define HAIRLINE   0.4

enum {
  ANSWER_COLUMNS = 2,
  ANSWERS_PER_PAGE = 6,
};

struct TwBooklet {
  TwBookletOptions options;
  char *title;        /* that of the options */
  GPtrArray *results; /* TwResult */
};

/* What is being drawn. */
typedef struct {
  cairo_t *cr;
  const TwBooklet *booklet;
  double width, height; /* of a page */
  gboolean rtl;         /* the language is written from right to left */
} Book;

/* A piece to cut out. */
typedef struct {
  TwScene *scene;
  gint64 copies; /* that one picture stands for */
} Part;

/* A puzzle and its places on a page. */
typedef struct {
  TwScene *board;
  GArray *parts; /* Part */
  cairo_rectangle_t place;
  cairo_rectangle_t rest; /* for the parts */
  double scale;
} Sheet;

/* --- a puzzle ------------------------------------------------------------- */

static void
clear_part (gpointer part)
{
  tw_scene_unref (((Part *) part)->scene);
}

/* Takes ownership of the scene. `total` copies of all pieces are more than are drawn: the piece is
 * drawn once. */
static void
add_part (GArray *parts, TwScene *scene, gint64 copies, gint64 total)
{
  gboolean once = total > TW_BOOKLET_MAX_PIECES;
  Part part = { .copies = once ? copies : 1 };

  for (gint64 n = 0; n < (once ? MIN (copies, 1) : copies); n++) {
    part.scene = tw_scene_ref (scene);
    g_array_append_val (parts, part);
  }
  tw_scene_unref (scene);
}

/* Pieces placed beforehand are drawn on the board. */
static void
add_pieces (GArray *parts, const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gint64 free = (gint64) tw_board_count_free (problem->board), total = 0;

  for (gsize i = 0; i < problem->n_pieces; i++)
    total += MIN (problem->pieces[i].most, free / problem->pieces[i].shape.count);
  for (gsize i = 0; i < MIN (problem->n_pieces, TW_BOOKLET_MAX_PIECES); i++) {
    const TwPiece *piece = &problem->pieces[i];

    add_part (parts, tw_picture_piece (puzzle, (guint) i, 0),
              MIN (piece->most, free / piece->shape.count) - piece->placed, total);
  }
}

/* To ask for few squares and to hand them out would give the answer away. */
static gboolean
hands_out_pieces (TwPuzzle *puzzle)
{
  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) == 0;
}

/* The largest squares first. */
static int
compare_sides (gconstpointer a, gconstpointer b)
{
  return ((const TwSquare *) b)->size - ((const TwSquare *) a)->size;
}

static void
add_squares (GArray *parts, const TwTiling *tiling)
{
  g_autofree TwSquare *squares = g_memdup2 (tiling->squares,
                                            tiling->count * sizeof *tiling->squares);

  qsort (squares, tiling->count, sizeof *squares, compare_sides);
  for (gsize i = 0, next; i < tiling->count; i = next) {
    TwSquare square = { .size = squares[i].size };
    g_autoptr (TwBoard) board = tw_need (tw_board_new_empty (square.size, square.size));

    for (next = i + 1; next < tiling->count && squares[next].size == square.size;)
      next++;
    add_part (parts,
              tw_scene_new_squares (board, NULL, &(TwTiling){ .squares = &square, .count = 1 }),
              (gint64) (next - i), (gint64) tiling->count);
  }
}

static GArray *
list_parts (const TwResult *result)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_autoptr (TwPuzzle) pieces = NULL;

  g_array_set_clear_func (parts, clear_part);
  if (!hands_out_pieces (result->puzzle))
    return parts;
  if (tw_result_has_squares (result))
    add_squares (parts, tw_result_tiling (result));
  else if ((pieces = tw_puzzle_to_pieces (result->puzzle, result, NULL)) != NULL)
    add_pieces (parts, pieces);
  return parts;
}

/* Takes a strip of this height from the top of the place. */
static void
shorten (cairo_rectangle_t *place, double height)
{
  place->y += height;
  place->height -= height;
}

static void
draw_scene (const Book *book, const TwScene *scene, double x, double y, double scale)
{
  TwView view;

  tw_view_init (&view);
  view.x = x;
  view.y = y;
  view.scale = scale;
  view.visible = (cairo_rectangle_t){ 0, 0, book->width, book->height };
  view.flags = TW_PAINT_GRID | TW_PAINT_LABELS | TW_PAINT_VECTOR;
  tw_painter_draw_static (book->cr, scene, &view);
}

/* Draws a part, and a thin line around it to cut along. */
static void
draw_part (const Book *book, const Part *part, double left, double top, double scale)
{
  const TwScene *scene = part->scene;

  draw_scene (book, scene, left, top, scale);
  for (int y = 0; y <= scene->height; y++)
    for (int x = 0; x <= scene->width; x++) {
      int32_t region = tw_scene_region_at (scene, x, y);

      cairo_move_to (book->cr, left + x * scale, top + y * scale);
      if (region != tw_scene_region_at (scene, x, y - 1))
        cairo_rel_line_to (book->cr, scale, 0);
      cairo_move_to (book->cr, left + x * scale, top + y * scale);
      if (region != tw_scene_region_at (scene, x - 1, y))
        cairo_rel_line_to (book->cr, 0, scale);
    }
  cairo_set_source_rgb (book->cr, 0, 0, 0);
  cairo_set_line_width (book->cr, HAIRLINE);
  cairo_stroke (book->cr);
  if (part->copies > 1) {
    g_autofree char *text = g_strdup_printf ("× %" G_GINT64_FORMAT, part->copies);

    tw_export_draw_text (book->cr, text, SMALL, PANGO_ALIGN_CENTER, left - GAP,
                         top + scene->height * scale, scene->width * scale + 2 * GAP);
  }
}

/* Lays the parts out in rows of the rest and returns whether they fit. With `book` it also draws
 * them. */
static gboolean
flow_parts (const Sheet *sheet, const Book *book)
{
  double y = sheet->rest.y, widest = 0;

  for (guint i = 0, next; i < sheet->parts->len; i = next) {
    double width = -GAP, height = 0, x;

    for (next = i; next < sheet->parts->len; next++) {
      const Part *part = &g_array_index (sheet->parts, Part, next);
      double wider = width + GAP + part->scene->width * sheet->scale;

      if (next > i && wider > sheet->rest.width)
        break;
      width = wider;
      height = fmax (height,
                     part->scene->height * sheet->scale + (part->copies > 1 ? 2 * SMALL : 0));
    }
    x = sheet->rest.x + (sheet->rest.width - width) / 2;
    for (guint k = i; k < next && book != NULL; k++) {
      const Part *part = &g_array_index (sheet->parts, Part, k);

      draw_part (book, part, x, y, sheet->scale);
      x += part->scene->width * sheet->scale + GAP;
    }
    y += height + GAP;
    widest = fmax (widest, width);
  }
  return y - GAP <= sheet->rest.y + sheet->rest.height && widest <= sheet->rest.width;
}

/* Chooses the largest scale at which the board fits the place, with the parts below or beside it. */
static void
choose_scale (Sheet *sheet, gboolean beside)
{
  const cairo_rectangle_t *place = &sheet->place;

  sheet->scale = fmin (
    MOST_SCALE, fmin (place->width / sheet->board->width, place->height / sheet->board->height));
  for (;; sheet->scale *= 0.97) {
    double right = sheet->board->width * sheet->scale + 2 * GAP;

    sheet->rest = *place;
    if (beside) {
      sheet->rest.x += right;
      sheet->rest.width -= right;
    } else
      shorten (&sheet->rest, sheet->board->height * sheet->scale + 2 * GAP);
    if (sheet->parts->len == 0 || flow_parts (sheet, NULL) || sheet->scale < 0.1)
      return;
  }
}

/* What the puzzle asks for, translated. */
static const char *
rules_of (const TwPuzzle *puzzle)
{
  return _ (tw_puzzle_get_kind (puzzle)->solution->goal);
}

/* The name without the ending of a file. */
static char *
dup_name (const TwPuzzle *puzzle)
{
  const char *name = tw_puzzle_get_name (puzzle), *dot = strrchr (name, '.');
  gboolean is_file = dot != NULL && dot != name && strchr (dot, ' ') == NULL;

  return is_file ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);
}

/* "3. First steps": the number, unless it is 0, and the name. */
static char *
dup_title (const TwPuzzle *puzzle, guint number)
{
  g_autofree char *name = dup_name (puzzle);

  return number > 0 ? g_strdup_printf ("%u. %s", number, name) : g_steal_pointer (&name);
}

/* "Level 2 of 5"; NULL: not graded. */
static char *
dup_level (TwPuzzle *puzzle)
{
  TwGrade grade = { .level = TW_STEP_NONE };

  if (tw_puzzle_has_pieces (puzzle))
    grade = tw_piece_puzzle_get_grade (puzzle);
  return grade.level != TW_STEP_NONE
           ? g_strdup_printf (_ ("Level %d of %d"), (int) grade.level, TW_GRADE_MAX_LEVEL)
           : NULL;
}

static double
draw_text (const Book *book, const char *text, double size, PangoAlignment alignment,
           const cairo_rectangle_t *place)
{
  return tw_export_draw_text (book->cr, text, size, alignment, place->x, place->y, place->width);
}

/* Draws the board and the pieces as large as they fit the place. */
static void
draw_sheet (const Book *book, const TwResult *result, cairo_rectangle_t place)
{
  g_autoptr (TwScene) board = tw_picture_scene (result->puzzle, NULL);
  g_autoptr (GArray) parts = list_parts (result);
  Sheet sheet = { .board = board, .parts = parts, .place = place }, other = sheet;

  choose_scale (&sheet, FALSE);
  choose_scale (&other, TRUE);
  if (parts->len > 0 && other.scale > sheet.scale) {
    sheet = other;
    place.width = board->width * sheet.scale;
  }
  draw_scene (book, board, place.x + (place.width - board->width * sheet.scale) / 2, place.y,
              sheet.scale);
  flow_parts (&sheet, book);
}

void
tw_booklet_draw_puzzle (const TwResult *result, cairo_t *cr, double width, double height)
{
  const Book book = { cr, NULL, width, height, FALSE };

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  draw_sheet (&book, result, (cairo_rectangle_t){ GAP, GAP, width - 2 * GAP, height - 2 * GAP });
}

/* Draws the puzzle with its number, 0 for none. */
static void
draw_puzzle (const Book *book, const TwResult *result, guint number, cairo_rectangle_t place)
{
  const char *rules = rules_of (result->puzzle);
  g_autofree char *title = dup_title (result->puzzle, number), *level = dup_level (result->puzzle);
  g_autofree char *line = level != NULL ? g_strconcat (level, " · ", rules, NULL)
                                        : g_strdup (rules);

  shorten (&place, draw_text (book, title, TITLE, PANGO_ALIGN_CENTER, &place));
  shorten (&place, draw_text (book, line, TEXT, PANGO_ALIGN_CENTER, &place) + GAP);
  draw_sheet (book, result, place);
}

static void
draw_answer (const Book *book, const TwResult *result, guint number, cairo_rectangle_t place)
{
  g_autofree char *title = dup_title (result->puzzle, number);
  g_autofree char *caption = tw_result_describe (result);
  g_autoptr (TwScene) scene = tw_picture_scene (result->puzzle, result);
  TwExportOptions options;

  tw_export_options_init (&options);
  options.flags &= ~(unsigned) TW_PAINT_BACKGROUND;
  options.title = title;
  options.caption = caption;
  cairo_save (book->cr);
  cairo_translate (book->cr, place.x, place.y);
  tw_export_draw_page (book->cr, scene, &options, place.width, place.height);
  cairo_restore (book->cr);
}

/* --- pages ---------------------------------------------------------------- */

static cairo_rectangle_t
inner_page (const Book *book)
{
  return (cairo_rectangle_t){ MARGIN, MARGIN, book->width - 2 * MARGIN,
                              book->height - 2 * MARGIN - GAP / 2 };
}

/* "Made with seed 7 by Tilewright 1.0" when all puzzles were, otherwise the program of the booklet. */
static char *
dup_origin (const TwBooklet *booklet)
{
  gint64 seed = 0, other;
  const char *version = NULL;

  for (guint i = 0; i < booklet->results->len; i++) {
    const TwResult *result = booklet->results->pdata[i];
    const char *made = tw_puzzle_get_made (result->puzzle, &other);

    if (made == NULL || (i > 0 && (other != seed || !g_str_equal (made, version))))
      return g_strdup_printf (_ ("Made with Tilewright %s"), TW_VERSION);
    version = made;
    seed = other;
  }
  return g_strdup_printf (_ ("Made with seed %lld by Tilewright %s"), (long long) seed, version);
}

/* Below the text: the title and the number of the page; without a cover, what made the page. */
static void
draw_foot (const Book *book, guint page)
{
  const TwBooklet *booklet = book->booklet;
  cairo_rectangle_t foot = { MARGIN, book->height - MARGIN, book->width - 2 * MARGIN, SMALL };
  g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), page + 1,
                                             tw_booklet_count_pages (booklet));
  g_autofree char *made = dup_origin (booklet);

  draw_text (book, booklet->title != NULL ? booklet->title : made, SMALL,
             book->rtl ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT, &foot);
  if (booklet->title != NULL)
    draw_text (book, number, SMALL, book->rtl ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT, &foot);
}

/* "Name", and a line to write on. */
static void
draw_name_line (const Book *book, cairo_rectangle_t *place)
{
  double y = place->y + TITLE * 1.2, length = place->width / 2;
  double start = place->x + (book->rtl ? place->width - length : 0);
  cairo_rectangle_t words = { start, place->y, length, 0 };

  draw_text (book, _ ("Name:"), TITLE * 0.8, book->rtl ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT,
             &words);
  length *= 0.7;
  cairo_move_to (book->cr, book->rtl ? start : start + place->width / 2 - length, y);
  cairo_rel_line_to (book->cr, length, 0);
  cairo_set_line_width (book->cr, 0.7);
  cairo_stroke (book->cr);
  shorten (place, 2 * TITLE);
}

/* Title, what each family of puzzles asks for, the first board, and what made the booklet. */
static void
draw_cover (const Book *book)
{
  const TwBooklet *booklet = book->booklet;
  const TwResult *first = booklet->results->pdata[0];
  const TwResult *last = booklet->results->pdata[booklet->results->len - 1];
  cairo_rectangle_t place = inner_page (book), foot = place;
  g_autoptr (TwScene) scene = tw_picture_scene (first->puzzle, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *from = dup_name (first->puzzle), *to = dup_name (last->puzzle);
  g_autofree char *origin = dup_origin (booklet);
  g_autofree char *origins = g_strdup_printf ("%s: %s – %s", origin, from, to);
  g_autofree char *count = g_strdup_printf (
    tw_ngettext ("%u puzzle", "%u puzzles", booklet->results->len), booklet->results->len);
  double side = place.width / 2, scale = side / MAX (scene->width, scene->height);

  if (booklet->options.names)
    draw_name_line (book, &place);
  shorten (&place, book->height / 10);
  shorten (&place, draw_text (book, booklet->title, 2 * TITLE, PANGO_ALIGN_CENTER, &place) + GAP);
  shorten (&place, draw_text (book, count, TITLE, PANGO_ALIGN_CENTER, &place) + GUTTER);
  draw_scene (book, scene, (book->width - scene->width * scale) / 2, place.y, scale);
  shorten (&place, scene->height * scale + GUTTER);
  for (guint i = 0; i < booklet->results->len; i++) {
    const TwResult *result = booklet->results->pdata[i];
    const char *rules = rules_of (result->puzzle);

    if (g_hash_table_add (seen, (char *) (guintptr) rules))
      shorten (&place, draw_text (book, rules, TEXT * 1.2, PANGO_ALIGN_CENTER, &place) + GAP);
  }
  shorten (&foot, foot.height - 2 * SMALL);
  draw_text (book, origins, SMALL, PANGO_ALIGN_CENTER, &foot);
}

/* The place of number `i` of `n` puzzles on a page, which stand in `columns`. */
static cairo_rectangle_t
place_at (const Book *book, guint i, guint n, guint columns, cairo_rectangle_t page)
{
  guint rows = n / columns, column = book->rtl ? columns - 1 - i % columns : i % columns;
  double width = (page.width - GUTTER * (columns - 1)) / columns;
  double height = (page.height - GUTTER * (rows - 1)) / rows;

  return (cairo_rectangle_t){ page.x + column * (width + GUTTER),
                              page.y + (i / columns) * (height + GUTTER), width, height };
}

static guint
number_of (const TwBooklet *booklet, guint i)
{
  return booklet->results->len > 1 ? i + 1 : 0;
}

/* Draws puzzles or answers from number `first` on, `n` on a page. */
static void
draw_several (const Book *book, gboolean answers, guint first, guint n)
{
  const TwBooklet *booklet = book->booklet;
  guint columns = n < ANSWER_COLUMNS * 2 ? 1 : ANSWER_COLUMNS;
  cairo_rectangle_t page = inner_page (book);

  if (answers && n > 1) {
    draw_text (book, _ ("Solutions"), TITLE, PANGO_ALIGN_CENTER, &page);
    shorten (&page, 2 * TITLE);
  } else if (!answers && booklet->options.names)
    draw_name_line (book, &page);
  for (guint i = 0; i < n && first + i < booklet->results->len; i++)
    (answers ? draw_answer : draw_puzzle) (book, booklet->results->pdata[first + i],
                                           number_of (booklet, first + i),
                                           place_at (book, i, n, columns, page));
}

/* --- pages ---------------------------------------------------------------------------- */

static guint
puzzles_per_page (const TwBooklet *booklet)
{
  return booklet->options.answers == TW_ANSWERS_OVERLEAF ? 1 : MAX (booklet->options.per_page, 1);
}

/* The cover, whose back is empty where the back of each other sheet has a solution. */
static guint
count_covers (const TwBooklet *booklet)
{
  return booklet->title == NULL ? 0 : booklet->options.answers == TW_ANSWERS_OVERLEAF ? 2 : 1;
}

/* The pages with puzzles, and their backs. */
static guint
count_sheets (const TwBooklet *booklet)
{
  guint n = booklet->results->len, per_page = puzzles_per_page (booklet);

  switch (booklet->options.answers) {
  case TW_ANSWERS_ONLY:
    return 0;
  case TW_ANSWERS_OVERLEAF:
    return 2 * n;
  case TW_ANSWERS_END:
  case TW_ANSWERS_NONE:
  default:
    return (n + per_page - 1) / per_page;
  }
}

guint
tw_booklet_count_pages (const TwBooklet *booklet)
{
  TwAnswers answers = booklet->options.answers;
  guint pages = count_covers (booklet) + count_sheets (booklet);

  if (answers == TW_ANSWERS_END || answers == TW_ANSWERS_ONLY)
    pages += (booklet->results->len + ANSWERS_PER_PAGE - 1) / ANSWERS_PER_PAGE;
  return pages;
}

void
tw_booklet_draw_page (const TwBooklet *booklet, guint page, cairo_t *cr, double width,
                      double height)
{
  const Book book = { cr, booklet, width, height, tw_export_is_rtl (cr, _ ("Name:")) };
  guint covers = count_covers (booklet), sheets = count_sheets (booklet), at = page - covers;
  gboolean backs = booklet->options.answers == TW_ANSWERS_OVERLEAF;

  if (page == 0 && covers > 0)
    draw_cover (&book);
  if (page < covers)
    return;
  if (at >= sheets)
    draw_several (&book, TRUE, (at - sheets) * ANSWERS_PER_PAGE, ANSWERS_PER_PAGE);
  else if (backs)
    draw_several (&book, at % 2 != 0, at / 2, 1);
  else
    draw_several (&book, FALSE, at * puzzles_per_page (booklet), puzzles_per_page (booklet));
  draw_foot (&book, page);
}

/* --- the booklet ------------------------------------------------------------------------ */

TwBooklet *
tw_booklet_new (TwResult *const *results, guint n_results, const TwBookletOptions *options,
                GError **error)
{
  TwBooklet *booklet;

  for (guint i = 0; i < n_results; i++)
    if (tw_board_count_free (tw_puzzle_get_board (results[i]->puzzle)) > TW_EXPORT_MAX_SHAPES)
      return tw_fail_usage_null (
        error, _ ("a board of more than %d free cells does not fit a sheet of paper"),
        TW_EXPORT_MAX_SHAPES);
  booklet = g_new0 (TwBooklet, 1);
  booklet->options = *options;
  booklet->title = g_strdup (options->title);
  booklet->results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  for (guint i = 0; i < n_results; i++)
    g_ptr_array_add (booklet->results, tw_result_ref (results[i]));
  return booklet;
}

void
tw_booklet_free (TwBooklet *booklet)
{
  g_ptr_array_unref (booklet->results);
  g_free (booklet->title);
  g_free (booklet);
}

static void
draw_page_cb (gconstpointer booklet, guint page, cairo_t *cr, double width, double height)
{
  tw_booklet_draw_page (booklet, page, cr, width, height);
}

GBytes *
tw_booklet_write (const TwBooklet *booklet, GError **error)
{
  const TwResult *first = booklet->results->pdata[0];
  gboolean letter = booklet->options.letter;

  return tw_export_pages (TW_EXPORT_PDF, letter ? 612 : 595, letter ? 792 : 842,
                          booklet->title != NULL ? booklet->title
                                                 : tw_puzzle_get_name (first->puzzle),
                          tw_booklet_count_pages (booklet), draw_page_cb, booklet, error);
}
