/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-private.h - the window as seen by its own files: its members, and the functions that these
 * files call in each other. The commands of window-NAME.c are in window-NAME.h. */
#pragma once

#include "app/gallery/gallery.h"
#include "app/window/banner.h"
#include "app/window/board-menu.h"
#include "app/window/edit-mode.h"
#include "app/window/footer.h"
#include "app/window/hand.h"
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
  TwSession *session;
  TwSearch *search; /* of the session */
  TwSaver *saver;
  TwOpener *opener;
  gboolean opening; /* the next document of the session is a new one */
};

/* Whether a puzzle is shown, not the start page. */
gboolean tw_window_has_puzzle (TwWindow *self);
/* Create what the other files own: the handlers of the search; actions, keys and drops. */
void tw_window_begin_search (TwWindow *self);
void tw_window_add_actions (TwWindow *self);
void tw_window_class_add_keys (GtkWidgetClass *widget_class);
