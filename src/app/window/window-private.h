/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-private.h - the window as seen by its own files: its members, and the functions that these
 * files call in each other, by the names of the files. Main thread only. */
#pragma once

#include "app/dialogs/booklet-dialog.h"
#include "app/document/recheck.h"
#include "app/gallery/gallery.h"
#include "app/gallery/solved.h"
#include "app/window/banner.h"
#include "app/window/edit-mode.h"
#include "app/window/hand.h"
#include "app/window/hint.h"
#include "app/window/opener.h"
#include "app/window/side-pane.h"
#include "app/window/split.h"
#include "app/window/square-hand.h"
#include "app/window/toast.h"
#include "app/window/window.h"

struct _TwWindow {
  GtkApplicationWindow parent_instance;
  GtkWidget *menu;   /* over the board; NULL: the window is being created or disposed */
  GMenu *board_menu; /* the model of this menu */
  GMenu *edit_menu;  /* the section of that model with Undo and Redo */
  TwBanner *banner;
  TwSplit *split;
  GtkStack *stack;
  TwGallery *gallery;
  TwCanvas *canvas; /* NULL: the window is being disposed */
  TwCompare *compare;
  TwWhyBar *why_bar;
  GtkWidget *paused; /* over the board while play pauses */
  GtkWidget *pause_button;
  GtkLabel *legend;
  TwToast *toast;
  TwSidePane *pane;
  TwEditBar *edit_bar;
  TwEditMode *edit;
  TwHand *hand;
  TwSquareHand *squares;
  TwHint *hints;
  TwSession *session;
  TwSearch *search; /* of the session */
  TwKeeper *keeper; /* NULL: the window has closed */
  TwRecheck *recheck;
  TwSaver *saver;
  TwOpener *opener;
  gboolean opening; /* the next document of the session is a new one */

  /* The header bar. */
  GtkWidget *title_box;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *open_button;
  GtkMenuButton *open_menu_button;
  GtkSpinner *reading;
  GtkButton *solve_button;
  GtkButton *back_button;
  GtkWidget *save_button;
  GtkWidget *edit_button;
  GtkWidget *pane_button;
  GMenu *recent_menu;
  gboolean narrow;

  /* The line below the board. */
  GtkWidget *pager;
  GtkLabel *page;
  GtkLabel *hint;

  /* What is possible: see tw_window_update_flags (). */
  gboolean has_document, has_puzzle, has_result, has_several, has_picture, has_previous, has_next;
  gboolean can_export, can_make, can_certify, can_solve, can_count, can_stop, can_pause;

  guint inhibit_cookie; /* of a search; 0: the computer may suspend */
  gint64 told_time;     /* of the last announcement; 0: there was none yet */
};

/* --- window-actions.c: the actions and their keys ------------------------------------ */

/* Whether a puzzle is shown, not the start page. */
gboolean tw_window_has_puzzle (TwWindow *self);
void tw_window_add_actions (TwWindow *self);
/* Enables the actions that are possible now. */
void tw_window_update_flags (TwWindow *self);
void tw_window_class_add_keys (GtkWidgetClass *widget_class);

/* --- window-header.c: the header bar, whose buttons activate actions --------------- */

void tw_window_begin_header (TwWindow *self);
/* `subtitle` may be NULL. */
void tw_window_set_titles (TwWindow *self, const char *title, const char *subtitle);
/* The button starts or stops a search. */
void tw_window_show_running (TwWindow *self);
/* Shows what is possible on this page and in this width: a narrow bar has no room for text. */
void tw_window_update_header (TwWindow *self);

/* --- window-menu.c: the context menu of the board ------------------------------------ */

void tw_window_begin_menu (TwWindow *self);
void tw_window_menu_pressed_cb (GtkGesture *click, int n, double x, double y, TwWindow *self);
void tw_window_menu_long_pressed_cb (GtkGesture *press, double x, double y, TwWindow *self);

/* --- window-search.c: starts and ends searches, and announces them ------------------ */

/* Call it after all other handlers of the search have been connected: what it announces is what the
 * summary shows. */
void tw_window_begin_search (TwWindow *self);
/* Whether the end of a search with this result deserves a notification now. */
gboolean tw_window_wants_notification (TwWindow *self, const TwResult *result);

/* --- window-clipboard.c: copies and pastes the puzzle as text ------------------------ */

void tw_window_copy_text (TwWindow *self);
void tw_window_paste (TwWindow *self);
/* Takes drops: files are opened, text and pictures are pasted. */
gboolean tw_window_drop_cb (GtkDropTarget *target, const GValue *value, double x, double y,
                            TwWindow *self);

/* --- window-export.c: writes solutions and pictures; worker threads write ------------ */

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
/* Asks for a format, one of those for making or one of other programs, and writes the puzzle. */
void tw_window_choose_format (TwWindow *self, gboolean making);
/* Writes the booklet of the dialog. */
void tw_window_write_booklet (TwWindow *self, GFile *file, TwBookletDialog *dialog);
/* Looks for the certificate of the shown solution, and saves it. */
void tw_window_save_certificate (TwWindow *self);
void tw_window_copy_image (TwWindow *self);
/* Opens a file that was written in the desktop's program for it. */
void tw_window_show_file (TwWindow *self, const char *uri);

/* Saves all stored solutions of a piece puzzle. */
void tw_window_save_all_solutions (TwWindow *self, GFile *file);
void tw_window_choose_all_solutions_file (TwWindow *self);
/* What is possible for the shown puzzle. */
gboolean tw_window_can_export (TwWindow *self, gboolean making);
gboolean tw_window_can_certify (TwWindow *self);

/* --- window-print.c ------------------------------------------------------------------- */

/* NULL: opens the desktop's print dialog; otherwise writes a PDF of the page to `file`. */
void tw_window_print (TwWindow *self, GFile *file);
/* Asks for the puzzles of a booklet, and prints or writes it. */
void tw_window_print_booklet (TwWindow *self);
