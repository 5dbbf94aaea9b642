/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet.c - see booklet.h. */
#include "draw/booklet.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "draw/export.h"
#include "draw/picture.h"
#include "puzzle/error.h"
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

enum {
  ANSWER_COLUMNS = 2,
  ANSWERS_PER_PAGE = 6,
};

typedef struct {
  cairo_t *cr;
  const TwBookletOptions *options;
  TwResult *const *results;
  guint n_results;
  double width, height; /* of a page */
  guint page, n_pages;
} Book;

/* A puzzle and its place on a page. */
typedef struct {
  TwScene *board;
  GPtrArray *pieces; /* TwScene, one for each copy */
  cairo_rectangle_t place;
  double scale;
} Sheet;

/* --- a puzzle ------------------------------------------------------------- */

/* Pieces placed beforehand are drawn on the board. */
static void
add_pieces (GPtrArray *scenes, const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gint64 free = (gint64) tw_board_count_free (problem->board), total = 0;

  for (gsize i = 0; i < problem->n_pieces; i++)
    total += MIN (problem->pieces[i].most, free / problem->pieces[i].shape.count);
  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    gint64 copies = MIN (piece->most, free / piece->shape.count) - piece->placed;

    if (total > TW_BOOKLET_MAX_PIECES)
      copies = MIN (copies, 1);
    if (scenes->len + copies > TW_BOOKLET_MAX_PIECES)
      break;
    for (gint64 n = 0; n < copies; n++)
      g_ptr_array_add (scenes, tw_picture_piece (puzzle, (guint) i, 0));
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
add_squares (GPtrArray *scenes, const TwTiling *tiling)
{
  g_autofree TwSquare *squares = g_memdup2 (tiling->squares,
                                            tiling->count * sizeof *tiling->squares);

  qsort (squares, tiling->count, sizeof *squares, compare_sides);
  for (gsize i = 0; i < MIN (tiling->count, TW_BOOKLET_MAX_PIECES); i++) {
    TwSquare square = { .size = squares[i].size };
    TwBoard *board = tw_board_new_empty (square.size, square.size);

    if (board == NULL)
      g_error ("out of memory for a board");
    g_ptr_array_add (
      scenes, tw_scene_new_squares (board, NULL, &(TwTiling){ .squares = &square, .count = 1 }));
    tw_board_free (board);
  }
}

static GPtrArray *
list_pieces (const TwResult *result)
{
  GPtrArray *scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_scene_unref);
  g_autoptr (TwPuzzle) pieces = NULL;

  if (!hands_out_pieces (result->puzzle))
    return scenes;
  if (tw_result_has_squares (result))
    add_squares (scenes, tw_result_tiling (result));
  else if ((pieces = tw_puzzle_to_pieces (result->puzzle, result, NULL)) != NULL)
    add_pieces (scenes, pieces);
  return scenes;
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

/* Lays the pieces out in rows from `y` on and returns the end of the last row. With `book` it also
 * draws them. */
static double
flow_pieces (const Sheet *sheet, double scale, double y, const Book *book)
{
  double left = sheet->place.x, right = left + sheet->place.width;
  double x = left, row = 0;

  for (guint i = 0; i < sheet->pieces->len; i++) {
    const TwScene *piece = g_ptr_array_index (sheet->pieces, i);
    double width = piece->width * scale;

    if (x > left && x + width > right) {
      x = left;
      y += row + GAP;
      row = 0;
    }
    if (book != NULL)
      draw_scene (book, piece, x, y, scale);
    x += width + GAP;
    row = fmax (row, piece->height * scale);
  }
  return y + row;
}

static double
pieces_top (const Sheet *sheet, double scale)
{
  return sheet->place.y + sheet->board->height * scale + 2 * GAP;
}

/* Chooses the largest scale at which board and pieces fit the place. */
static void
choose_scale (Sheet *sheet)
{
  double bottom = sheet->place.y + sheet->place.height;

  sheet->scale = fmin (MOST_SCALE, fmin (sheet->place.width / sheet->board->width,
                                         sheet->place.height / sheet->board->height));
  while (flow_pieces (sheet, sheet->scale, pieces_top (sheet, sheet->scale), NULL) > bottom
         && sheet->scale > 0.1)
    sheet->scale *= 0.97;
}

/* What the puzzle asks for, translated. */
static const char *
rules_of (const TwPuzzle *puzzle)
{
  return _ (tw_puzzle_get_kind (puzzle)->solution->goal);
}

/* "3. First steps": the number, unless it is 0, and the name without the ending of a file. */
static char *
dup_title (const TwPuzzle *puzzle, guint number)
{
  const char *name = tw_puzzle_get_name (puzzle), *dot = strrchr (name, '.');
  gboolean is_file = dot != NULL && dot != name && strchr (dot, ' ') == NULL;
  g_autofree char *base = is_file ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);

  return number > 0 ? g_strdup_printf ("%u. %s", number, base) : g_steal_pointer (&base);
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

/* Takes a strip of this height from the top of the place. */
static void
shorten (cairo_rectangle_t *place, double height)
{
  place->y += height;
  place->height -= height;
}

/* Draws the puzzle with its number, 0 for none. */
static void
draw_puzzle (const Book *book, const TwResult *result, guint number, cairo_rectangle_t place)
{
  const char *rules = rules_of (result->puzzle);
  g_autofree char *title = dup_title (result->puzzle, number), *level = dup_level (result->puzzle);
  g_autofree char *line = level != NULL ? g_strconcat (level, " · ", rules, NULL)
                                        : g_strdup (rules);
  g_autoptr (TwScene) board = tw_picture_scene (result->puzzle, NULL);
  g_autoptr (GPtrArray) pieces = list_pieces (result);
  Sheet sheet = { .board = board, .pieces = pieces };

  shorten (&place, draw_text (book, title, TITLE, PANGO_ALIGN_CENTER, &place));
  shorten (&place, draw_text (book, line, TEXT, PANGO_ALIGN_CENTER, &place) + GAP);
  sheet.place = place;
  choose_scale (&sheet);
  draw_scene (book, board, place.x + (place.width - board->width * sheet.scale) / 2, place.y,
              sheet.scale);
  flow_pieces (&sheet, sheet.scale, pieces_top (&sheet, sheet.scale), book);
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
  return (cairo_rectangle_t){ MARGIN, MARGIN, book->width - 2 * MARGIN, book->height - 2 * MARGIN };
}

/* Ends the page; in a booklet with a cover it has its number. */
static void
end_page (Book *book)
{
  cairo_rectangle_t foot = { MARGIN, book->height - MARGIN + SMALL / 2, book->width - 2 * MARGIN,
                             SMALL };
  const char *title = book->options->title;

  book->page++;
  if (title != NULL && book->page > 1) {
    g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), book->page, book->n_pages);

    draw_text (book, title, SMALL, PANGO_ALIGN_LEFT, &foot);
    draw_text (book, number, SMALL, PANGO_ALIGN_RIGHT, &foot);
  }
  cairo_show_page (book->cr);
}

/* "Name", and a line to write on. */
static void
draw_name_line (const Book *book, cairo_rectangle_t *place)
{
  double y = place->y + TITLE * 1.2;

  draw_text (book, _ ("Name:"), TITLE * 0.8, PANGO_ALIGN_LEFT, place);
  cairo_move_to (book->cr, place->x + place->width / 6, y);
  cairo_line_to (book->cr, place->x + place->width / 2 + GUTTER, y);
  cairo_set_line_width (book->cr, 0.7);
  cairo_stroke (book->cr);
  shorten (place, 2 * TITLE);
}

/* Title, what each family of puzzles asks for, the first board, and what made the booklet. */
static void
draw_cover (Book *book)
{
  const TwBookletOptions *options = book->options;
  cairo_rectangle_t place = inner_page (book), foot;
  g_autoptr (TwScene) scene = tw_picture_scene (book->results[0]->puzzle, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *made = g_strdup_printf (_ ("Made with Tilewright %s"), TW_VERSION);
  g_autofree char *count = g_strdup_printf (
    tw_ngettext ("%u puzzle", "%u puzzles", book->n_results), book->n_results);
  double side = place.width / 2, scale = side / MAX (scene->width, scene->height);

  if (options->names)
    draw_name_line (book, &place);
  shorten (&place, book->height / 10);
  shorten (&place, draw_text (book, options->title, 2 * TITLE, PANGO_ALIGN_CENTER, &place) + GAP);
  shorten (&place, draw_text (book, count, TITLE, PANGO_ALIGN_CENTER, &place) + GUTTER);
  draw_scene (book, scene, (book->width - scene->width * scale) / 2, place.y, scale);
  shorten (&place, scene->height * scale + GUTTER);
  for (guint i = 0; i < book->n_results; i++) {
    const char *rules = rules_of (book->results[i]->puzzle);

    if (g_hash_table_add (seen, (char *) (guintptr) rules))
      shorten (&place, draw_text (book, rules, TEXT * 1.2, PANGO_ALIGN_CENTER, &place) + GAP);
  }
  foot = inner_page (book);
  shorten (&foot, foot.height - SMALL);
  draw_text (book, made, SMALL, PANGO_ALIGN_CENTER, &foot);
  end_page (book);
}

/* The place of number `i` of `n` puzzles on a page, which stand in `columns`. */
static cairo_rectangle_t
place_at (cairo_rectangle_t page, guint i, guint n, guint columns)
{
  guint rows = n / columns;
  double width = (page.width - GUTTER * (columns - 1)) / columns;
  double height = (page.height - GUTTER * (rows - 1)) / rows;

  return (cairo_rectangle_t){ page.x + (i % columns) * (width + GUTTER),
                              page.y + (i / columns) * (height + GUTTER), width, height };
}

static guint
puzzles_per_page (const TwBookletOptions *options)
{
  return options->answers == TW_ANSWERS_OVERLEAF ? 1 : MAX (options->per_page, 1);
}

static void
draw_puzzles (Book *book)
{
  const TwBookletOptions *options = book->options;
  guint n = puzzles_per_page (options);

  for (guint i = 0; i < book->n_results; i++) {
    cairo_rectangle_t page = inner_page (book);
    guint number = book->n_results > 1 ? i + 1 : 0;

    if (options->names && (i % n != 0))
      shorten (&page, 2 * TITLE);
    else if (options->names)
      draw_name_line (book, &page);
    draw_puzzle (book, book->results[i], number, place_at (page, i % n, n, n == 4 ? 2 : 1));
    if (i % n == n - 1 || i + 1 == book->n_results)
      end_page (book);
    if (options->answers == TW_ANSWERS_OVERLEAF) {
      draw_answer (book, book->results[i], number, inner_page (book));
      end_page (book);
    }
  }
}

static void
draw_answers (Book *book)
{
  for (guint i = 0; i < book->n_results; i++) {
    guint at = i % ANSWERS_PER_PAGE;
    cairo_rectangle_t page = inner_page (book);

    if (at == 0)
      draw_text (book, _ ("Solutions"), TITLE, PANGO_ALIGN_CENTER, &page);
    shorten (&page, 2 * TITLE);
    draw_answer (book, book->results[i], book->n_results > 1 ? i + 1 : 0,
                 place_at (page, at, ANSWERS_PER_PAGE, ANSWER_COLUMNS));
    if (at == ANSWERS_PER_PAGE - 1 || i + 1 == book->n_results)
      end_page (book);
  }
}

static guint
count_pages (const TwBookletOptions *options, guint n)
{
  guint per_page = puzzles_per_page (options), pages = options->title != NULL;

  if (options->answers != TW_ANSWERS_ONLY)
    pages += (n + per_page - 1) / per_page;
  if (options->answers == TW_ANSWERS_OVERLEAF)
    pages += n;
  if (options->answers == TW_ANSWERS_END || options->answers == TW_ANSWERS_ONLY)
    pages += (n + ANSWERS_PER_PAGE - 1) / ANSWERS_PER_PAGE;
  return pages;
}

/* --- the file --------------------------------------------------------------- */

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
draw_pages (cairo_surface_t *surface, Book *book)
{
  const TwBookletOptions *options = book->options;
  cairo_status_t status;

  book->cr = cairo_create (surface);
  book->n_pages = count_pages (options, book->n_results);
  if (options->title != NULL)
    draw_cover (book);
  if (options->answers != TW_ANSWERS_ONLY)
    draw_puzzles (book);
  if (options->answers == TW_ANSWERS_END || options->answers == TW_ANSWERS_ONLY)
    draw_answers (book);
  status = cairo_status (book->cr);
  cairo_destroy (book->cr);
  cairo_surface_finish (surface);
  return status != CAIRO_STATUS_SUCCESS ? status : cairo_surface_status (surface);
}

GBytes *
tw_booklet_write (TwResult *const *results, guint n_results, const TwBookletOptions *options,
                  GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const char *name = tw_puzzle_get_name (results[0]->puzzle);
  cairo_surface_t *surface;
  cairo_status_t status;
  Book book = { .options = options,
                .results = results,
                .n_results = n_results,
                .width = options->letter ? 612 : 595,
                .height = options->letter ? 792 : 842 };

  for (guint i = 0; i < n_results; i++)
    if (tw_board_count_free (tw_puzzle_get_board (results[i]->puzzle)) > TW_EXPORT_MAX_SHAPES)
      return tw_fail_null (error, TW_PUZZLE_ERROR_USAGE,
                           _ ("a board of more than %d free cells does not fit a sheet of paper"),
                           TW_EXPORT_MAX_SHAPES);
  surface = tw_export_pdf_surface (append, bytes, book.width, book.height,
                                   options->title != NULL ? options->title : name);
  status = draw_pages (surface, &book);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  return tw_fail_null (error, TW_PUZZLE_ERROR_FILE, "%s", cairo_status_to_string (status));
}
