/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-private.h - the window as seen by its own files: its members, and the functions that these
 * files call in each other. The commands of window-NAME.c are in window-NAME.h. */
#pragma once

#include "app/document/draft-keeper.h"
#include "app/gallery/gallery.h"
#include "app/window/banner.h"
#include "app/window/board-menu.h"
#include "app/window/edit-mode.h"
#include "app/window/footer.h"
#include "app/window/header.h"
#include "app/window/hint.h"
#include "app/window/opener.h"
#include "app/window/side-pane.h"
#include "app/window/split.h"
#include "app/window/toast.h"
#include "app/window/window.h"

struct _TwWindow {
  GtkApplicationWindow parent_instance;
  TwHeader *header;
  TwBoardMenu *menu;
  TwBanner *banner;
  TwSplit *split;
  GtkStack *stack;
  TwGallery *gallery;
  TwCanvas *canvas; /* NULL: the window is being disposed */
  TwCompare *compare;
  TwToast *toast;
  TwFooter *footer;
  TwSidePane *pane;
  TwEditBar *edit_bar;
  TwEditMode *edit;
  TwHand *hand;
  TwHint *hints;
  TwWorkspace *workspace;
  GSignalGroup *watch; /* of the document that is shown */
  TwDraftKeeper *drafts;
  TwSaver *saver;
  TwOpener *opener;
  guint n_exports; /* exports being written */
  TwSearch *search;
  gboolean at_start; /* the start page hides the open puzzles */
};

/* window.c; NULL hides the message, and documents are set as by tw_window_set_puzzles (). */
void tw_window_show_message (TwWindow *self, const char *message);
guint tw_window_set_documents (TwWindow *self, GPtrArray *documents);
void tw_window_show_puzzle (TwWindow *self, guint index);

/* The other files. Begin creates the parts that they own. */
void tw_window_begin (TwWindow *self);
void tw_window_update_actions (TwWindow *self);
void tw_window_class_install_actions (GtkWidgetClass *widget_class);
