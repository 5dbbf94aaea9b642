/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new-dialog.c - see new-dialog.h. */
#include "app/dialogs/new-dialog.h"

#include <string.h>

#include "app/dialogs/grids-editor.h"
#include "app/part.h"
#include "app/window/words.h"
#include "core/base/generator.h"
#include "core/base/threads.h"
#include "core/capped/problem.h"
#include "core/pieces/bigboard.h"
#include "draw/booklet.h"
#include "puzzle/edit.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/maker/maker.h"
#include "puzzle/squares.h"
#include "puzzle/tetrominoes.h"
#include "puzzle/polyominoes.h"
#include "puzzle/grids.h"
#include "puzzle/tasks.h"

struct _TwNewDialog {
  GtkWindow parent_instance;

  GtkDropDown *switcher;
  TwGridsEditor *grids;
  GtkWidget *create;
  GtkStack *pages;
  GtkLabel *message;
  GtkSpinButton *board_width;
  GtkSpinButton *board_height;
  GtkSpinButton *density;
  GtkSpinButton *seed;
  GtkDropDown *piece_set;
  GtkSpinButton *piece_copies;
  GtkSpinButton *pieces_width;
  GtkSpinButton *pieces_height;
  GtkDropDown *level;
  GtkSliceListModel *levels;
  GtkWidget *making; /* what is made with one solution */
  GtkWidget *made_picture;
  GtkLabel *made_text;
  GtkButton *make;
  GtkSpinButton *tetromino_side;
  GtkEntry *signature;
  GtkWidget *random_signature;
  GtkWidget *arrange;
  GtkSpinButton *capped_width;
  GtkSpinButton *capped_height;
  GtkSpinButton *cap;
  GtkDropDown *goal;
  GtkSpinButton *order;

  TwPuzzle *made;            /* with one solution; NULL: none for these settings */
  GCancellable *cancellable; /* cancels what is being drawn at random */
  GCancellable *maker;       /* cancels the puzzle being made; NULL: none is */
  guint ticker;              /* shows how long it may take */
  gint64 begun;
};

G_DEFINE_FINAL_TYPE (TwNewDialog, tw_new_dialog, GTK_TYPE_WINDOW)

/* --- the kinds ------------------------------------------------------------ */

void
tw_new_dialog_get_board (TwNewDialog *self, TwNewBoard *board)
{
  board->width = gtk_spin_button_get_value_as_int (self->board_width);
  board->height = gtk_spin_button_get_value_as_int (self->board_height);
  board->density = gtk_spin_button_get_value (self->density) / 100;
  board->seed = (guint64) gtk_spin_button_get_value (self->seed);
}

static TwPuzzle *
make_board (TwNewDialog *self, GError **error)
{
  TwNewBoard plan;

  tw_new_dialog_get_board (self, &plan);
  TwBoard *board = tw_generate_board (plan.width, plan.height, plan.density, plan.seed);

  if (board == NULL) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         _ ("not enough memory for the board"));
    return NULL;
  }
  return tw_squares_puzzle_new (NULL, board);
}

/* In the order of the list; the boards can be filled. */
static const struct {
  int cells; /* 0: no set, the pieces are drawn */
  gboolean one_sided;
  int width;
  int height;
  int copies;
} piece_sets[] = {
  { 0, FALSE, 8, 8, 1 }, { 4, FALSE, 8, 5, 2 },   { 4, TRUE, 8, 7, 2 },   { 5, FALSE, 10, 6, 1 },
  { 5, TRUE, 10, 9, 1 }, { 6, FALSE, 17, 12, 1 }, { 6, TRUE, 20, 18, 1 },
};

static TwPuzzle *
make_pieces (TwNewDialog *self, GError **error)
{
  guint chosen = gtk_drop_down_get_selected (self->piece_set);
  int width = gtk_spin_button_get_value_as_int (self->pieces_width);
  int height = gtk_spin_button_get_value_as_int (self->pieces_height);
  const TwPolyominoSet set = {
    .cells = piece_sets[chosen].cells,
    .one_sided = piece_sets[chosen].one_sided,
    .copies = gtk_spin_button_get_value_as_int (self->piece_copies),
  };

  return set.cells == 0 ? tw_edit_new_pieces (width, height, error)
                        : tw_polyominoes_new_puzzle (&set, width, height, error);
}

static TwPuzzle *
make_quadrillion (TwNewDialog *self, GError **error)
{
  return tw_grids_puzzle_new (tw_grids_editor_get (self->grids), error);
}

/* The entry is short, so `error` says what to enter, not which character is wrong. */
static TwPuzzle *
make_tetrominoes (TwNewDialog *self, GError **error)
{
  g_autofree char *side = g_strdup_printf ("%d",
                                           gtk_spin_button_get_value_as_int (self->tetromino_side));
  const char *words[] = { side, gtk_editable_get_text (GTK_EDITABLE (self->signature)), NULL };
  TwPuzzle *puzzle = tw_kind_find ("tetrominoes")->read->spec (words, NULL);

  if (puzzle == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _ ("Enter tetrominoes such as I2,J11, or press Random Figures"));
  return puzzle;
}

static TwPuzzle *
make_capped (TwNewDialog *self, GError **error)
{
  static const TwCappedGoal goals[] = {
    TW_CAPPED_LEAST_CAP, TW_CAPPED_FEWEST, TW_CAPPED_ANY, TW_CAPPED_ALL, TW_CAPPED_QUILT,
  };
  guint goal = MIN (gtk_drop_down_get_selected (self->goal), G_N_ELEMENTS (goals) - 1);
  int most = gtk_spin_button_get_value_as_int (self->cap);
  g_autofree char *cap = most != TW_CAPPED_NO_CAP ? g_strdup_printf ("%d", most) : NULL;
  g_autofree char *size = g_strdup_printf ("%dx%d",
                                           gtk_spin_button_get_value_as_int (self->capped_width),
                                           gtk_spin_button_get_value_as_int (self->capped_height));
  const char *words[] = { size, cap, tw_capped_goal_name (goals[goal]), NULL };

  return tw_kind_find ("capped")->read->spec (words, error);
}

/* A kind of puzzle. */
typedef struct {
  const char *name;
  /* As the page says, without a search; NULL: each such puzzle is searched for. */
  TwPuzzle *(*make) (TwNewDialog *self, GError **error);
  TwMakerFamily family;
  gboolean shows_errors; /* while something is entered */
  gboolean has_levels;
} Page;

static const Page *
find_page (TwNewDialog *self)
{
  static const Page pages[] = {
    { "board", make_board, TW_MAKE_BOARDS, FALSE, FALSE },
    { "pieces", make_pieces, TW_MAKE_PIECES, FALSE, TRUE },
    { "tetrominoes", make_tetrominoes, TW_MAKE_TETROMINOES, TRUE, FALSE },
    { "quadrillion", make_quadrillion, TW_MAKE_PIECES, TRUE, TRUE },
    { "capped", make_capped, TW_MAKE_CAPPED, FALSE, FALSE },
    { "perfect", NULL, TW_MAKE_PERFECT, FALSE, FALSE },
  };
  gsize i = 0;

  while (!g_str_equal (pages[i].name, gtk_stack_get_visible_child_name (self->pages)))
    i++;
  return &pages[i];
}

/* --- puzzles with one solution, made by a worker thread ------------------------------------ */

enum {
  MAKER_SECONDS = 60,
  MADE_ANY = 2,                         /* the lists of puzzles without levels, */
  MADE_LEVELS = 2 + TW_GRADE_MAX_LEVEL, /* and with them */
};

TW_DEFINE_FREE (plan_free, TwMakerPlan, (set, tw_puzzle_unref))

/* The list begins with a puzzle that is not made, but left as it is, and with any level. */
static gboolean
wants_made (TwNewDialog *self)
{
  return find_page (self)->make == NULL
         || (gtk_drop_down_get_selected (self->level) > 0
             && gtk_widget_get_sensitive (GTK_WIDGET (self->level)));
}

/* What is wished on the page; NULL: `error` says what is wrong. */
static TwMakerPlan *
make_plan (TwNewDialog *self, GError **error)
{
  const Page *page = find_page (self);
  guint chosen = gtk_drop_down_get_selected (self->level);
  int right = gtk_spin_button_get_value_as_int (self->capped_width);
  int bottom = gtk_spin_button_get_value_as_int (self->capped_height);
  TwMakerPlan *plan = g_new0 (TwMakerPlan, 1);
  TwNewBoard board;

  tw_new_dialog_get_board (self, &board);
  *plan = (TwMakerPlan){ .family = page->family,
                         .solutions = chosen > 0 ? TW_MAKER_ONE : TW_MAKER_ANY,
                         .seed = g_random_int (),
                         .width = board.width,
                         .height = board.height,
                         .density = board.density,
                         .order = gtk_spin_button_get_value_as_int (self->order),
                         .level = chosen > 1 ? (TwStep) (chosen - 1) : TW_STEP_NONE };
  if (plan->family == TW_MAKE_TETROMINOES)
    plan->width = gtk_spin_button_get_value_as_int (self->tetromino_side);
  else if (plan->family == TW_MAKE_CAPPED)
    plan->width = MAX (right, bottom);
  else if (plan->family == TW_MAKE_PIECES && (plan->set = page->make (self, error)) == NULL)
    g_clear_pointer (&plan, plan_free);
  return plan;
}

static gboolean
keep_cb (TwPuzzle *puzzle, guint index, gpointer made)
{
  *(TwPuzzle **) made = puzzle;
  return TRUE;
}

static void
make_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const TwMakerPlan *plan = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwMaker) maker = tw_maker_new (plan, &error);
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = MAKER_SECONDS });
  gulong handler = tw_run_follow (run, cancellable);
  TwPuzzle *made = NULL;

  if (maker != NULL)
    tw_maker_run (maker, 1, tw_threads_processors (), run, keep_cb, &made, &error);
  g_cancellable_disconnect (cancellable, handler);
  tw_run_free (run);
  tw_task_return_pointer (task, made, (GDestroyNotify) tw_puzzle_unref, &error);
}

/* The puzzle as it is on paper. */
static void
draw_made (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TwPuzzle *made = TW_NEW_DIALOG (data)->made;
  g_autoptr (TwResult) unsolved = made != NULL ? tw_result_new (made) : NULL;

  if (made != NULL)
    tw_booklet_draw_puzzle (unsolved, cr, width, height);
}

/* "Level 2 of 5, 3 pieces are placed", or the size and what the kind says, but not how different squares
 * tile a rectangle. */
static char *
describe_made (TwNewDialog *self, const TwPuzzle *made)
{
  const TwBoard *board = tw_puzzle_get_board (made);
  TwGrade grade = { .level = TW_STEP_NONE };
  gsize n;

  if (!tw_puzzle_has_pieces (made)) {
    g_autofree char *size = g_strdup_printf (_ ("%d × %d"), board->width, board->height);
    g_autofree char *facts = find_page (self)->make != NULL ? tw_words_describe (made) : NULL;
    g_autofree char *all = g_strconcat (size, facts != NULL ? "\n" : NULL, facts, NULL);
    g_auto (GStrv) lines = g_strsplit (all, "\n", -1);

    return g_strjoinv (", ", lines);
  }
  n = tw_piece_puzzle_get_problem (made)->n_placed;
  grade = tw_piece_puzzle_get_grade (made);

  g_autofree char *placed = g_strdup_printf (
    tw_ngettext ("%zu piece is placed", "%zu pieces are placed", (gulong) n), n);

  return grade.level != TW_STEP_NONE ? g_strdup_printf (_ ("Level %d of %d, %s"), (int) grade.level,
                                                        TW_GRADE_MAX_LEVEL, placed)
                                     : g_steal_pointer (&placed);
}

static void page_changed_cb (TwNewDialog *self), update_page (TwNewDialog *self);

/* Shows what was made, or that nothing is yet. */
static void
show_made (TwNewDialog *self, const char *text)
{
  gboolean wanted = wants_made (self);

  gtk_widget_set_visible (self->making, wanted);
  gtk_widget_queue_draw (self->made_picture);
  gtk_label_set_text (self->made_text, text);
  gtk_button_set_label (self->make, self->made != NULL ? _ ("A_nother") : _ ("_Make"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->make), self->maker == NULL);
  update_page (self);
}

static gboolean
tick_cb (gpointer data)
{
  TwNewDialog *self = data;
  int passed = (int) ((g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC);
  int left = MAX (MAKER_SECONDS - passed, 0); /* the search may end some time after its limit */
  g_autofree char *text = g_strdup_printf (
    tw_ngettext ("Searching, at most %d s more…", "Searching, at most %d s more…", (gulong) left),
    left);

  gtk_label_set_text (self->made_text, text);
  return G_SOURCE_CONTINUE;
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwNewDialog *self = TW_NEW_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) made = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->maker) /* of other settings */
    return;
  g_clear_object (&self->maker);
  g_clear_handle_id (&self->ticker, g_source_remove);
  self->made = g_steal_pointer (&made);

  g_autofree char *text = self->made != NULL ? describe_made (self, self->made)
                                             : g_strdup (error->message);

  show_made (self, text);
}

static void
make_cb (TwNewDialog *self)
{
  g_autoptr (GError) error = NULL;
  TwMakerPlan *plan = make_plan (self, &error);

  if (plan == NULL) {
    show_made (self, error->message);
    return;
  }
  g_clear_pointer (&self->made, tw_puzzle_unref);
  self->maker = g_cancellable_new ();
  tw_task_run (make_thread, plan, plan_free, self, self->maker, made_cb, NULL);
  self->begun = g_get_monotonic_time ();
  self->ticker = g_timeout_add_seconds (1, tick_cb, self);
  show_made (self, NULL);
  tick_cb (self);
}

/* Proposes a board for the chosen pieces. */
static void
set_changed_cb (TwNewDialog *self)
{
  guint chosen = gtk_drop_down_get_selected (self->piece_set);

  gtk_widget_set_sensitive (GTK_WIDGET (self->piece_copies), piece_sets[chosen].cells > 0);
  gtk_spin_button_set_value (self->pieces_width, piece_sets[chosen].width);
  gtk_spin_button_set_value (self->pieces_height, piece_sets[chosen].height);
  gtk_spin_button_set_value (self->piece_copies, piece_sets[chosen].copies);
  page_changed_cb (self);
}

static void
create_cb (TwNewDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) puzzle = wants_made (self) ? tw_puzzle_ref (self->made)
                                                  : find_page (self)->make (self, &error);

  if (puzzle == NULL) {
    tw_label_show_message (self->message, error->message);
    return;
  }
  g_signal_emit_by_name (self, "created", puzzle);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Shows why the tetrominoes cannot fill the square, or why the grids are not a board, and refuses
 * them. A puzzle that is made needs no figures. */
static void
update_page (TwNewDialog *self)
{
  const Page *page = find_page (self);
  gboolean figures = page->make == make_tetrominoes;
  gboolean empty = *gtk_editable_get_text (GTK_EDITABLE (self->signature)) == '\0';
  gboolean checked = page->shows_errors && !(figures && wants_made (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) puzzle = checked && !(figures && empty) ? page->make (self, &error) : NULL;
  g_autofree char *reason = puzzle != NULL && figures
                              ? tw_tetrominoes_explain (tw_tetrominoes_get_problem (puzzle))
                              : NULL;

  tw_label_show_message (self->message, error != NULL ? error->message : reason);
  gtk_widget_set_sensitive (self->create, wants_made (self)
                                            ? self->made != NULL
                                            : !checked || (puzzle != NULL && reason == NULL));
}

/* What was made is of another page or other settings. */
static void
wish_changed_cb (TwNewDialog *self)
{
  if (self->maker != NULL)
    tw_cancel (&self->maker);
  g_clear_handle_id (&self->ticker, g_source_remove);
  g_clear_pointer (&self->made, tw_puzzle_unref);
  if (self->level != NULL && self->create != NULL) /* the template is complete */
    show_made (self, _ ("Press Make to search for a puzzle."));
}

static void
page_changed_cb (TwNewDialog *self)
{
  g_autoptr (GtkSelectionModel) kinds = NULL;
  guint drawn;

  if (self->create == NULL) /* the template is not complete */
    return;
  kinds = gtk_stack_get_pages (self->pages);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (kinds)); i++)
    if (gtk_selection_model_is_selected (kinds, i))
      gtk_drop_down_set_selected (self->switcher, i);
  drawn = gtk_drop_down_get_selected (self->piece_set);
  gtk_widget_set_sensitive (GTK_WIDGET (self->level),
                            find_page (self)->make != make_pieces || piece_sets[drawn].cells > 0);
  gtk_slice_list_model_set_size (self->levels,
                                 find_page (self)->has_levels ? MADE_LEVELS : MADE_ANY);
  wish_changed_cb (self);
}

static void
kind_changed_cb (TwNewDialog *self)
{
  guint kind = gtk_drop_down_get_selected (self->switcher);

  if (self->pages != NULL && kind != GTK_INVALID_LIST_POSITION) {
    g_autoptr (GtkSelectionModel) kinds = gtk_stack_get_pages (self->pages);

    gtk_selection_model_select_item (kinds, kind, TRUE);
  }
}

/* The list has the titles of the pages; five buttons side by side would be too wide. */
static void
list_kinds (TwNewDialog *self)
{
  g_autoptr (GtkSelectionModel) kinds = gtk_stack_get_pages (self->pages);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (kinds)); i++) {
    g_autoptr (GObject) page = g_list_model_get_item (G_LIST_MODEL (kinds), i);

    gtk_string_list_append (titles, gtk_stack_page_get_title (GTK_STACK_PAGE (page)));
  }
  gtk_drop_down_set_model (self->switcher, G_LIST_MODEL (titles));
}

/* --- what is drawn at random by a worker thread -------------------------------------------- */

typedef struct {
  int side; /* of a tetromino square; 0: grids */
  guint64 random;
  char *signature;
  TwGrid grids[TW_GRIDS_N];
} Draw;

TW_DEFINE_FREE (draw_free, Draw, (signature, g_free))

static void
draw_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  gulong handler = tw_run_follow (run, cancellable);
  TwTetrominoProblem figures;
  Draw *draw = data;

  if (draw->side == 0)
    tw_puzzle_unref (tw_maker_arrange (draw->grids, &draw->random, run));
  else if (tw_bigboard_generate (draw->side, draw->random, run, &figures, NULL))
    draw->signature = tw_tetromino_format_signature (figures.counts);
  g_cancellable_disconnect (cancellable, handler);
  tw_run_free (run);
  g_task_return_boolean (task, TRUE);
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwNewDialog *self = TW_NEW_DIALOG (source);
  const Draw *draw = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL)) /* cancelled */
    return;
  gtk_widget_set_sensitive (draw->side == 0 ? self->arrange : self->random_signature, TRUE);
  if (draw->side == 0)
    tw_grids_editor_set (self->grids, draw->grids);
  else if (draw->signature != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->signature), draw->signature);
  else
    tw_label_show_message (self->message, _ ("the side must be even"));
}

static void
draw (TwNewDialog *self, GtkWidget *button, int side)
{
  Draw *draw = g_new0 (Draw, 1);

  draw->side = side;
  draw->random = (guint64) g_random_int () << 32 | g_random_int ();
  gtk_widget_set_sensitive (button, FALSE);
  tw_task_run (draw_thread, draw, draw_free, self, self->cancellable, drawn_cb, NULL);
}

static void
random_cb (TwNewDialog *self)
{
  draw (self, self->random_signature, gtk_spin_button_get_value_as_int (self->tetromino_side));
}

static void
arrange_cb (TwNewDialog *self)
{
  draw (self, self->arrange, 0);
}

/* --- the widget ------------------------------------------------------------- */

TwNewDialog *
tw_new_dialog_new (GtkWindow *parent)
{
  return g_object_new (TW_TYPE_NEW_DIALOG, "transient-for", parent, NULL);
}

TwNewDialog *
tw_new_dialog_new_board (GtkWindow *parent, int width, int height)
{
  TwNewDialog *self = tw_new_dialog_new (parent);

  gtk_window_set_title (GTK_WINDOW (self), _ ("Generate a Board"));
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), FALSE);
  gtk_spin_button_set_value (self->board_width, width);
  gtk_spin_button_set_value (self->board_height, height);
  return self;
}

static void
tw_new_dialog_class_init (TwNewDialogClass *klass)
{
  TW_OWN (klass, TwNewDialog, cancellable, tw_drop_cancellable);
  TW_OWN (klass, TwNewDialog, maker, tw_drop_cancellable);
  TW_OWN_SOURCE (klass, TwNewDialog, ticker);
  TW_OWN (klass, TwNewDialog, made, tw_puzzle_unref);
  tw_class_add_signal (klass, "created", 1, TW_TYPE_PUZZLE);

  g_type_ensure (TW_TYPE_GRIDS_EDITOR);
  tw_class_set_dialog_template (klass, "new-dialog");
  TW_BIND_CHILDREN (klass, TwNewDialog, switcher, grids, pages, message, board_width, board_height,
                    density, seed, create, piece_set);
  TW_BIND_CHILDREN (klass, TwNewDialog, piece_copies, pieces_width, pieces_height, tetromino_side,
                    signature, random_signature, capped_width, capped_height, cap, goal);
  TW_BIND_CHILDREN (klass, TwNewDialog, level, levels, making, made_picture, made_text, make,
                    arrange, order);
  TW_BIND_CALLBACKS (klass, create_cb, make_cb, wish_changed_cb, random_cb, arrange_cb,
                     page_changed_cb, kind_changed_cb, set_changed_cb);
}

static void
tw_new_dialog_init (TwNewDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_spin_button_set_value (self->seed, g_random_int_range (1, G_MAXINT32)); /* another board */
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->made_picture), draw_made, self, NULL);
  list_kinds (self);
  set_changed_cb (self);
}
