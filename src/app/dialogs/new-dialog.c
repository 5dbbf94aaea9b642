/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new-dialog.c - see new-dialog.h. */
#include "app/dialogs/new-dialog.h"

#include <string.h>

#include "app/canvas/preview.h"
#include "app/dialogs/grids-editor.h"
#include "app/part.h"
#include "core/base/generator.h"
#include "core/base/threads.h"
#include "core/capped/problem.h"
#include "core/pieces/bigboard.h"
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
  TwPreview *made_picture;
  GtkLabel *made_text;
  GtkButton *make;
  GtkSpinButton *tetromino_side;
  GtkEntry *signature;
  GtkButton *random_signature;
  GtkSpinButton *capped_width;
  GtkSpinButton *capped_height;
  GtkSpinButton *cap;
  GtkDropDown *goal;

  TwPuzzle *made;            /* with one solution; NULL: none for these settings */
  GCancellable *cancellable; /* cancels the random tetrominoes being drawn */
  GCancellable *maker;       /* cancels the puzzle being made; NULL: none is */
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

static void
arrange_cb (TwNewDialog *self)
{
  tw_grids_editor_arrange (self->grids, g_random_int ());
}

/* --- puzzles with one solution, made by a worker thread ------------------------------------ */

enum {
  MAKER_SECONDS = 60,
  MADE_ANY = 2,                         /* the lists of puzzles without levels, */
  MADE_LEVELS = 2 + TW_GRADE_MAX_LEVEL, /* and with them */
};

static void
plan_free (gpointer data)
{
  TwMakerPlan *plan = data;

  g_clear_pointer (&plan->set, tw_puzzle_unref);
  g_free (plan);
}

static const char *
page_of (TwNewDialog *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

/* The list begins with a puzzle that is not made, but left as it is, and with any level. */
static gboolean
wants_made (TwNewDialog *self)
{
  return gtk_drop_down_get_selected (self->level) > 0
         && gtk_widget_get_sensitive (GTK_WIDGET (self->level));
}

/* What is wished on the page; NULL: `error` says what is wrong. */
static TwMakerPlan *
make_plan (TwNewDialog *self, GError **error)
{
  guint chosen = gtk_drop_down_get_selected (self->level);
  int right = gtk_spin_button_get_value_as_int (self->capped_width);
  int bottom = gtk_spin_button_get_value_as_int (self->capped_height);
  TwMakerPlan *plan = g_new0 (TwMakerPlan, 1);
  TwNewBoard board;

  tw_new_dialog_get_board (self, &board);
  *plan = (TwMakerPlan){ .family = TW_MAKE_PIECES,
                         .solutions = TW_MAKER_ONE,
                         .seed = g_random_int (),
                         .width = board.width,
                         .height = board.height,
                         .density = board.density,
                         .level = chosen > 1 ? (TwStep) (chosen - 1) : TW_STEP_NONE };
  if (g_str_equal (page_of (self), "board")) {
    plan->family = TW_MAKE_BOARDS;
  } else if (g_str_equal (page_of (self), "tetrominoes")) {
    plan->family = TW_MAKE_TETROMINOES;
    plan->width = gtk_spin_button_get_value_as_int (self->tetromino_side);
  } else if (g_str_equal (page_of (self), "capped")) {
    plan->family = TW_MAKE_CAPPED;
    plan->width = MAX (right, bottom);
  } else {
    plan->set = g_str_equal (page_of (self), "pieces") ? make_pieces (self, error)
                                                       : make_quadrillion (self, error);
    if (plan->set == NULL)
      g_clear_pointer (&plan, plan_free);
  }
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

/* "Level 2 of 5, 3 pieces are placed", or the size. */
static char *
describe_made (const TwPuzzle *made)
{
  const TwBoard *board = tw_puzzle_get_board (made);
  TwGrade grade = { .level = TW_STEP_NONE };
  gsize n;

  if (!tw_puzzle_has_pieces (made))
    return g_strdup_printf (_ ("%d × %d"), board->width, board->height);
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
  gtk_widget_set_visible (GTK_WIDGET (self->made_picture), self->made != NULL);
  tw_preview_show (self->made_picture, &tw_preview_puzzles, self->made, 0, NULL);
  gtk_label_set_text (self->made_text, text);
  gtk_button_set_label (self->make, self->made != NULL ? _ ("A_nother") : _ ("_Make"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->make), self->maker == NULL);
  update_page (self);
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
  self->made = g_steal_pointer (&made);

  g_autofree char *text = self->made != NULL ? describe_made (self->made)
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
  show_made (self, _ ("Searching…"));
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
    TW_CAPPED_LEAST_CAP,
    TW_CAPPED_FEWEST,
    TW_CAPPED_ANY,
    TW_CAPPED_ALL,
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
  TwPuzzle *(*make) (TwNewDialog *self, GError **error); /* as the page says, without a search */
  gboolean shows_errors;                                 /* while something is entered */
  gboolean has_levels;
} Page;

static const Page *
find_page (TwNewDialog *self)
{
  static const Page pages[] = {
    { "board", make_board, FALSE, FALSE },
    { "pieces", make_pieces, FALSE, TRUE },
    { "tetrominoes", make_tetrominoes, TRUE, FALSE },
    { "quadrillion", make_quadrillion, TRUE, TRUE },
    { "capped", make_capped, FALSE, FALSE },
  };
  gsize i = 0;

  while (!g_str_equal (pages[i].name, page_of (self)))
    i++;
  return &pages[i];
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
  g_clear_pointer (&self->made, tw_puzzle_unref);
  if (self->level != NULL && self->create != NULL) /* the template is complete */
    show_made (self, _ ("Press Make for a puzzle with exactly one solution."));
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
                            !g_str_equal (page_of (self), "pieces") || piece_sets[drawn].cells > 0);
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

/* --- random tetrominoes, drawn by a worker thread ------------------------------- */

static void
random_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  int side = GPOINTER_TO_INT (data);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  guint64 seed = (guint64) g_random_int () << 32 | g_random_int ();
  GString *text = g_string_new (NULL);
  TwTetrominoProblem figures;

  if (run != NULL && tw_bigboard_generate (side, seed, run, &figures, NULL)) {
    for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++) {
      if (figures.counts[i] > 0)
        g_string_append_printf (text, "%s%c%" G_GINT64_FORMAT, text->len > 0 ? "," : "",
                                tw_tetromino_letter ((TwTetrominoLetter) i), figures.counts[i]);
    }
  }
  tw_run_free (run);
  if (text->len > 0) {
    g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
    return;
  }
  g_string_free (text, TRUE);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the side must be even"));
}

static void
random_done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwNewDialog *self = TW_NEW_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->random_signature), TRUE);
  if (text != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->signature), text);
  else
    tw_label_show_message (self->message, error->message);
}

static void
random_cb (TwNewDialog *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, random_done_cb, NULL);
  int side = gtk_spin_button_get_value_as_int (self->tetromino_side);

  gtk_widget_set_sensitive (GTK_WIDGET (self->random_signature), FALSE);
  g_task_set_task_data (task, GINT_TO_POINTER (side), NULL);
  g_task_run_in_thread (task, random_thread);
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
  TW_OWN (klass, TwNewDialog, made, tw_puzzle_unref);
  tw_class_add_signal (klass, "created", 1, TW_TYPE_PUZZLE);

  g_type_ensure (TW_TYPE_GRIDS_EDITOR);
  g_type_ensure (TW_TYPE_PREVIEW);
  tw_class_set_dialog_template (klass, "new-dialog");
  TW_BIND_CHILDREN (klass, TwNewDialog, switcher, grids, pages, message, board_width, board_height,
                    density, seed, create, piece_set);
  TW_BIND_CHILDREN (klass, TwNewDialog, piece_copies, pieces_width, pieces_height, tetromino_side,
                    signature, random_signature, capped_width, capped_height, cap, goal);
  TW_BIND_CHILDREN (klass, TwNewDialog, level, levels, making, made_picture, made_text, make);
  TW_BIND_CALLBACKS (klass, create_cb, make_cb, wish_changed_cb, random_cb, arrange_cb,
                     page_changed_cb, kind_changed_cb, set_changed_cb);
}

static void
tw_new_dialog_init (TwNewDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_spin_button_set_value (self->seed, g_random_int_range (1, G_MAXINT32)); /* another board */
  list_kinds (self);
  set_changed_cb (self);
}
