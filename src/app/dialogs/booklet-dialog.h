/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet-dialog.h - asks which puzzles to print as a booklet, and how: the open ones, a family of the
 * collection, or what the search of the start page found. Unsolved puzzles are solved first; puzzles
 * that have no solution are left out. The window opens it, and writes or prints the booklet. Main
 * thread only; workers read and solve.
 *
 * Emits "chosen" with the GFile of a PDF, or "printed" without arguments, and closes. */
#pragma once

#include "app/document/session.h"
#include "draw/booklet.h"

#define TW_TYPE_BOOKLET_DIALOG (tw_booklet_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwBookletDialog, tw_booklet_dialog, TW, BOOKLET_DIALOG, GtkWindow)

/* `cards` are TwCard of the collection. */
TwBookletDialog *tw_booklet_dialog_new (GtkWindow *parent, TwSession *session,
                                        const GPtrArray *cards);
/* In a handler of the signals: the booklet, which the caller frees, and its layout. */
TwBooklet *tw_booklet_dialog_take_booklet (TwBookletDialog *self);
gboolean tw_booklet_dialog_is_letter (TwBookletDialog *self);
