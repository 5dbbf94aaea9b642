/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-private.h - the window as its own files see it: window.c (what is
 * shown), window-search.c (a running search), window-answers.c (earlier
 * answers), window-open.c (reading),
 * window-export.c (writing), window-pieces.c and window-place.c (piece puzzles),
 * window-document.c (changes), window-save.c, window-draft.c,
 * window-clipboard.c, window-edit.c (drawing cells),
 * window-actions.c, window-dnd.c.
 */
#ifndef TW_APP_WINDOW_PRIVATE_H
#define TW_APP_WINDOW_PRIVATE_H

#include "app/banner.h"
#include "app/controls.h"
#include "app/edit-bar.h"
#include "app/gallery/gallery.h"
#include "app/lanes.h"
#include "app/pieces.h"
#include "app/plot.h"
#include "app/results.h"
#include "app/solutions.h"
#include "app/split.h"
#include "app/stroke.h"
#include "app/summary.h"
#include "app/tiles.h"
#include "app/window.h"
#include "draw/export.h"
#include "puzzle/history.h"
#include "puzzle/kind.h"

typedef struct {
  TwWindowDone done; /* NULL: nothing is waiting */
  gpointer data;
  gboolean work; /* solutions and placements are to be saved, too */
} TwWindowWish;

struct _TwWindow {
  GtkApplicationWindow parent_instance;

  GtkWidget *title_box;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *open_button;
  GtkButton *solve_button;
  GMenu *recent_menu;
  GMenu *edit_menu;
  TwBanner *banner;
  TwSplit *split;
  GtkStack *stack;
  TwCanvas *canvas;
  GtkLabel *hint;
  GtkWidget *pager;
  GtkLabel *page;
  TwSummary *summary;
  TwTiles *tiles;
  TwPlot *plot;
  TwLanes *lanes;
  GtkButton *pause_button;
  TwPieces *pieces;
  TwSolutions *solutions;
  TwControls *controls;
  GtkWidget *answers_box;
  TwResults *answers_list;

  GSettings *settings;

  GPtrArray *documents; /* TwDocument, the puzzles that are open */
  guint index;          /* of the one that is shown */

  /* Changes. */
  GtkWidget *question;  /* about changes that are not saved; NULL: none is asked */
  TwWindowWish wish;    /* waits for its answer */
  gboolean approved;    /* what is not saved may be lost */
  guint draft_id;       /* of the timer until it is kept */
  guint draft_delay;    /* ms from a change to that */
  guint draft_number;   /* under which it is kept; 0: nothing is */
  gboolean leave_draft; /* when the window closes */
  TwEditBar *edit_bar;
  GtkRevealer *edit_revealer;
  GtkWidget *edit_button;
  GtkWidget *pane_button;
  TwGallery *gallery;
  TwStroke *stroke;
  gboolean editing;

  /* Piece puzzles. */
  int hand;           /* the piece that is held above the board, -1: none */
  int hand_transform; /* how it is turned */
  double press_x;     /* where the mouse went down */
  double press_y;
  TwJob *hint_job; /* NULL: no hint is looked for */

  TwJob *job; /* NULL: no search is running */
  guint tick_id;
  guint patience_id;    /* Stop was asked for */
  guint64 serial;       /* of the tiling on the canvas */
  guint inhibit_cookie; /* 0: the computer may sleep */
  gint64 told_time;     /* of the last announcement, 0: none yet */
  gint64 text_time;     /* when the figures were brought up to date */

  GCancellable *reading; /* NULL: no file is being read */
  GCancellable *writing; /* lives as long as the window */
  guint n_writing;
  gulong recent_id; /* of the recent manager's signal */
};

/* --- window.c ------------------------------------------------------------ */

void tw_window_say (TwWindow *self, const char *message); /* NULL: nothing any more */
/* The solver services of the settings help the search that was just started. */
void tw_window_ask_workers (TwWindow *self);
/* Says which of them were left behind, if any. */
void tw_window_tell_workers (TwWindow *self);
void tw_window_update_actions (TwWindow *self);
/* Takes over `puzzles`, at least one, and shows the first of them. They take the place of
 * those that are open, except of documents with work. Returns the index of the first. */
guint tw_window_set_puzzles (TwWindow *self, GPtrArray *puzzles);
void tw_window_show_puzzle (TwWindow *self, guint index);
/* The puzzle on the canvas with its answer, or with `result` while it is
 * searched for, in words and as a picture. */
void tw_window_show_scene (TwWindow *self, TwResult *result);
void tw_window_show_words (TwWindow *self);
/* The bound of a run, or a better one that another search has proved. */
gint64 tw_window_known_bound (TwWindow *self, gint64 bound);

/* --- window-search.c ----------------------------------------------------- */

void tw_window_solve (TwWindow *self);
void tw_window_stop (TwWindow *self);
/* Drops a running search with all that it may still bring. */
void tw_window_forget_search (TwWindow *self);

/* --- window-answers.c ---------------------------------------------------- */

void tw_window_begin_answers (TwWindow *self);
/* Another puzzle is shown, or a search begins or ends. */
void tw_window_update_answers (TwWindow *self);
/* The board, the plot and the bars of the result that is shown. */
void tw_window_show_run (TwWindow *self);
/* The plot and the bars as a value; floating. */
GVariant *tw_window_save_trace (TwWindow *self);
/* A search has ended with `result`, but one of an earlier search is shown. */
void tw_window_tell_earlier (TwWindow *self, TwResult *result);

/* --- window-open.c ------------------------------------------------------- */

void tw_window_choose_files (TwWindow *self);
/* The file that was chosen in a dialog; NULL: none, or the window is on its way out. What
 * went wrong is said. g_object_unref () it. */
GFile *tw_window_finish_choosing (TwWindow *self, GAsyncResult *result);
void tw_window_watch_recent (TwWindow *self);
/* Among the recent files. */
void tw_window_remember (const char *uri);

/* --- window-print.c ------------------------------------------------------ */

/* NULL: the desktop's dialog asks; else a PDF of the page is written there. */
void tw_window_print (TwWindow *self, GFile *file);

/* --- window-tell.c ------------------------------------------------------- */

/* A search begins; there is a better answer; it ended so; it was dropped. */
void tw_window_tell_begin (TwWindow *self);
void tw_window_tell_better (TwWindow *self);
void tw_window_tell_end (TwWindow *self, TwResult *result);
void tw_window_tell_no_search (TwWindow *self);
/* Whether the end of this search is worth a notification now. */
gboolean tw_window_wants_notification (TwWindow *self, TwResult *result);

/* --- window-look.c ------------------------------------------------------- */

void tw_window_watch_look (TwWindow *self);
void tw_window_get_export_look (TwWindow *self, TwExportOptions *options);

/* --- window-export.c ----------------------------------------------------- */

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
void tw_window_copy_image (TwWindow *self);

/* Every solution of a piece puzzle that was kept. */
void tw_window_save_all_solutions (TwWindow *self, GFile *file);
void tw_window_choose_all_solutions_file (TwWindow *self);

/* --- window-pieces.c ----------------------------------------------------- */

/* Another puzzle is shown. */
void tw_window_begin_pieces (TwWindow *self);
void tw_window_update_piece_actions (TwWindow *self);
/* Brings the browser up to date with the search or the answer. */
void tw_window_look_at_solutions (TwWindow *self);
void tw_window_choose_solution (TwWindow *self, guint index);
void tw_window_step_solution (TwWindow *self, int step);
/* The answer that is looked at, one of several perhaps; NULL: none. */
TwResult *tw_window_dup_shown_result (TwWindow *self);
void tw_window_change_turns (TwWindow *self);
void tw_window_place_hint (TwWindow *self);
/* A search of pieces that was stopped can go on where it was. */
gboolean tw_window_can_continue (TwWindow *self);
/* Pauses the search, or goes on with the one that was. */
void tw_window_pause (TwWindow *self);
void tw_window_change_piece_turns (TwWindow *self);
void tw_window_forget_hint (TwWindow *self);

/* --- window-document.c ---------------------------------------------------- */

/* Other puzzles were read or made: nothing of them is changed yet. */
void tw_window_begin_document (TwWindow *self);
void tw_window_end_document (TwWindow *self);
TwDocument *tw_window_document_at (TwWindow *self, guint index);
/* Of the puzzle that is shown; NULL without one. */
TwHistory *tw_window_get_history (TwWindow *self);
/* Takes over `puzzle`, a change of the one that is shown; `name` is the step's. */
void tw_window_change_puzzle (TwWindow *self, TwPuzzle *puzzle, const char *name, TwStepKind kind);
void tw_window_undo (TwWindow *self);
void tw_window_redo (TwWindow *self);
void tw_window_update_document_actions (TwWindow *self);

/* --- window-save.c -------------------------------------------------------- */

void tw_window_save_puzzle (TwWindow *self);
void tw_window_save_puzzle_as (TwWindow *self);
void tw_window_save_puzzle_to (TwWindow *self, GFile *file);
void tw_window_forget_wish (TwWindow *self);
/* A file was written for the wish that waits, or was not. */
void tw_window_saved_for_wish (TwWindow *self, gboolean written);
/* FALSE: a question is asked first. */
gboolean tw_window_may_close (TwWindow *self);

/* --- window-draft.c ------------------------------------------------------- */

/* After every change, and when something was saved. */
void tw_window_update_draft (TwWindow *self);
void tw_window_drop_draft (TwWindow *self);

/* --- window-clipboard.c --------------------------------------------------- */

void tw_window_copy_text (TwWindow *self);
void tw_window_paste (TwWindow *self);

/* --- window-edit.c -------------------------------------------------------- */

void tw_window_accept_edits (TwWindow *self);
void tw_window_set_editing (TwWindow *self, gboolean editing);
/* Another puzzle is shown, or a changed one. */
void tw_window_update_editing (TwWindow *self);
/* The actions of the edit bar's menu. */
void tw_window_resize_board (TwWindow *self);
void tw_window_generate_board (TwWindow *self);
void tw_window_edit_pieces (TwWindow *self);
void tw_window_transform_board (TwWindow *self, int transform);
void tw_window_add_colour (TwWindow *self);
/* A puzzle of the same kind, instead of the one that is shown. */
void tw_window_paste_into (TwWindow *self, TwPuzzle *puzzle);

/* --- window-place.c ------------------------------------------------------ */

void tw_window_accept_pieces (TwWindow *self);
void tw_window_take_piece (TwWindow *self, guint piece);
void tw_window_drop_hand (TwWindow *self);
void tw_window_rotate_piece (TwWindow *self);
void tw_window_flip_piece (TwWindow *self);
void tw_window_place_piece (TwWindow *self);
/* The piece at the cursor, unless the file has placed it. */
void tw_window_remove_piece (TwWindow *self, gboolean to_hand);
/* Its number among the placed ones, -1: none. */
int tw_window_placed_at_cursor (TwWindow *self);
/* After a change of cursor, hand or puzzle. */
void tw_window_update_hand (TwWindow *self);

/* --- window-actions.c, window-dnd.c -------------------------------------- */

void tw_window_class_install_actions (GtkWidgetClass *widget_class);
void tw_window_add_actions (TwWindow *self);
void tw_window_accept_drops (TwWindow *self);

#endif
