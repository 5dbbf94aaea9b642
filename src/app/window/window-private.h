/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-private.h - the window as seen by its own files: window.c (display), window-search.c (the
 * running search), window-open.c (reading), window-export.c
 * (writing), window-pieces.c (hand, edit mode), window-document.c (changes),
 * window-save.c, window-clipboard.c,
 * window-actions.c, window-dnd.c.
 */
#ifndef TW_APP_WINDOW_WINDOW_PRIVATE_H
#define TW_APP_WINDOW_WINDOW_PRIVATE_H

#include "app/window/announcer.h"
#include "app/window/banner.h"
#include "app/document/draft-keeper.h"
#include "app/window/edit-mode.h"
#include "app/gallery/gallery.h"
#include "app/window/hand.h"
#include "app/window/header.h"
#include "app/window/hint.h"
#include "app/window/side-pane.h"
#include "app/window/split.h"
#include "app/window/toast.h"
#include "app/window/window.h"
#include "draw/export.h"
#include "puzzle/history.h"
#include "puzzle/kind.h"

typedef struct {
  TwWindowDone done; /* NULL: no request is pending */
  gpointer data;
  gboolean work; /* also save solutions and placements that no file holds */
} TwWindowWish;

struct _TwWindow {
  GtkApplicationWindow parent_instance;

  TwHeader *header;
  GMenu *edit_menu;
  GMenu *board_menu;
  GtkWidget *board_popover; /* the context menu */
  TwBanner *banner;
  TwSplit *split;
  GtkStack *stack;
  TwCanvas *canvas;
  TwToast *toast;
  GtkLabel *hint;
  GtkWidget *pager;
  GtkLabel *page;
  TwSidePane *pane;

  GSettings *settings;

  TwWorkspace *workspace;
  TwDraftKeeper *drafts;
  GSignalGroup *watch; /* of the document that is shown */

  /* Changes. */
  GtkWidget *question; /* the dialog about unsaved changes; NULL: none is open */
  TwWindowWish wish;   /* waits for the reply to `question` */
  gboolean approved;   /* the user agreed to lose unsaved data */
  TwEditBar *edit_bar;
  TwGallery *gallery;
  TwEditMode *edit;
  gboolean at_start; /* the start page hides the open puzzles */

  /* Piece puzzles. */
  TwHand *hand;
  TwHint *hints;

  TwSearch *search;
  TwAnnouncer *announcer;

  GCancellable *reading; /* NULL: no file is being read */
  guint n_writing;
};

/* --- window.c ------------------------------------------------------------ */

void tw_window_say (TwWindow *self, const char *message); /* NULL hides it */
void tw_window_update_actions (TwWindow *self);
/* Like tw_window_set_puzzles (). */
guint tw_window_set_documents (TwWindow *self, GPtrArray *documents);
void tw_window_show_puzzle (TwWindow *self, guint index);
/* Shows the start page, or returns to the open puzzle, if there is one. */
void tw_window_set_at_start (TwWindow *self, gboolean at_start);
void tw_window_show_title (TwWindow *self);

/* --- window-search.c ----------------------------------------------------- */

void tw_window_begin_search (TwWindow *self);
void tw_window_solve (TwWindow *self);
void tw_window_stop (TwWindow *self);
/* Pauses the search, or continues a paused one. */
void tw_window_pause (TwWindow *self);
/* Cancels a running search and ignores everything it reports later. */
void tw_window_forget_search (TwWindow *self);

/* --- window-open.c ------------------------------------------------------- */

void tw_window_choose_files (TwWindow *self);
/* The same for a folder, whose puzzles are all opened. */
void tw_window_choose_folder (TwWindow *self);
/* Returns the file that was chosen in a dialog; NULL: none was chosen, or the window is being
 * disposed. Shows any error. The caller calls g_object_unref (). */
GFile *tw_window_finish_choosing (TwWindow *self, GAsyncResult *result);
/* Adds the file to the recent files. */
void tw_window_remember (const char *uri);

/* --- window-print.c ------------------------------------------------------ */

/* NULL: opens the desktop's print dialog; otherwise writes a PDF of the page to `file`. */
void tw_window_print (TwWindow *self, GFile *file);

/* --- window-export.c ----------------------------------------------------- */

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
void tw_window_copy_image (TwWindow *self);
/* Opens a file that was written in the desktop's program for it. */
void tw_window_show_file (TwWindow *self, const char *uri);

/* Saves all stored solutions of a piece puzzle. */
void tw_window_save_all_solutions (TwWindow *self, GFile *file);
void tw_window_choose_all_solutions_file (TwWindow *self);

/* --- window-pieces.c ----------------------------------------------------- */

void tw_window_update_piece_actions (TwWindow *self);
void tw_window_begin_pieces (TwWindow *self);
void tw_window_place_hint (TwWindow *self);
void tw_window_begin_edits (TwWindow *self);
void tw_window_update_edit_actions (TwWindow *self);

/* --- window-document.c ---------------------------------------------------- */

void tw_window_end_document (TwWindow *self);
void tw_window_watch_documents (TwWindow *self);
/* The history of the current puzzle; NULL without a puzzle. */
TwHistory *tw_window_get_history (TwWindow *self);
void tw_window_update_document_actions (TwWindow *self);

/* --- window-save.c -------------------------------------------------------- */

void tw_window_save_puzzle (TwWindow *self);
void tw_window_save_puzzle_as (TwWindow *self);
void tw_window_save_puzzle_to (TwWindow *self, GFile *file);
void tw_window_forget_wish (TwWindow *self);
/* Reports to the pending request whether the file was written. */
void tw_window_saved_for_wish (TwWindow *self, gboolean written);
/* Returns FALSE when the user has to be asked first. */
gboolean tw_window_may_close (TwWindow *self);

/* --- window-clipboard.c --------------------------------------------------- */

void tw_window_copy_text (TwWindow *self);
void tw_window_paste (TwWindow *self);
/* The same for dropped text, which is owned by the callee, and pictures. */
void tw_window_take_text (TwWindow *self, char *text);
void tw_window_take_picture (TwWindow *self, GdkTexture *texture);

/* --- window-menu.c ------------------------------------------------------- */

void tw_window_accept_menu (TwWindow *self);

/* --- window-actions.c, window-dnd.c -------------------------------------- */

void tw_window_class_install_actions (GtkWidgetClass *widget_class);
void tw_window_add_actions (TwWindow *self);
void tw_window_accept_drops (TwWindow *self);

#endif
