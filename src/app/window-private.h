/* window-private.h - the window as its own files see it: window.c (what is
 * shown), window-search.c (a running search), window-open.c (reading),
 * window-export.c (writing), window-actions.c, window-dnd.c.
 */
#ifndef TW_APP_WINDOW_PRIVATE_H
#define TW_APP_WINDOW_PRIVATE_H

#include "app/banner.h"
#include "app/controls.h"
#include "app/lanes.h"
#include "app/plot.h"
#include "app/split.h"
#include "app/summary.h"
#include "app/window.h"
#include "puzzle/kind.h"

struct _TwWindow {
  GtkApplicationWindow parent_instance;

  GtkWidget *title_box;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *open_button;
  GtkButton *solve_button;
  GMenu *recent_menu;
  TwBanner *banner;
  TwSplit *split;
  GtkStack *stack;
  TwCanvas *canvas;
  GtkLabel *hint;
  GtkWidget *pager;
  GtkLabel *page;
  TwSummary *summary;
  TwPlot *plot;
  TwLanes *lanes;
  TwControls *controls;

  GSettings *settings;

  /* The puzzles of the files that are open, and the answer to each or NULL. */
  GPtrArray *puzzles;
  GPtrArray *results;
  guint index;

  TwJob *job; /* NULL: no search is running */
  guint tick_id;
  guint patience_id; /* Stop was asked for */
  guint64 serial;    /* of the tiling on the canvas */
  gint64 text_time;  /* when the figures were brought up to date */

  GCancellable *reading; /* NULL: no file is being read */
  GCancellable *writing; /* lives as long as the window */
  guint n_writing;
  gulong recent_id; /* of the recent manager's signal */
};

/* --- window.c ------------------------------------------------------------ */

void tw_window_say (TwWindow *self, const char *message); /* NULL: nothing any more */
void tw_window_update_actions (TwWindow *self);
/* Takes over `puzzles`, at least one. */
void tw_window_set_puzzles (TwWindow *self, GPtrArray *puzzles);
void tw_window_show_puzzle (TwWindow *self, guint index);
/* The puzzle on the canvas with its answer, or with `result` while it is
 * searched for, in words and as a picture. */
void tw_window_show_scene (TwWindow *self, TwResult *result);
void tw_window_show_words (TwWindow *self);

/* --- window-search.c ----------------------------------------------------- */

void tw_window_solve (TwWindow *self);
void tw_window_stop (TwWindow *self);
/* Drops a running search with all that it may still bring. */
void tw_window_forget_search (TwWindow *self);

/* --- window-open.c ------------------------------------------------------- */

void tw_window_choose_files (TwWindow *self);
void tw_window_watch_recent (TwWindow *self);

/* --- window-export.c ----------------------------------------------------- */

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
void tw_window_copy_image (TwWindow *self);

/* --- window-actions.c, window-dnd.c -------------------------------------- */

void tw_window_class_install_actions (GtkWidgetClass *widget_class);
void tw_window_add_actions (TwWindow *self);
void tw_window_accept_drops (TwWindow *self);

#endif
