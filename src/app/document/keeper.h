/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keeper.h - writes each document of a session to a file of its own, about a second after it changed
 * and every second during a search. Reads the files again at the next start.
 *
 * The window owns it, and ends it when it closes. Main thread; the store writes on its own thread, and
 * a worker reads. */
#pragma once

#include "app/document/session.h"
#include "puzzle/store.h"

typedef struct TwKeeper TwKeeper;

/* How the window is shown. */
typedef struct {
  int width, height; /* 0: unknown */
  gboolean maximized;
} TwKeptWindow;

TwKeeper *tw_keeper_new (TwSession *session);
/* Takes ownership of the store, which holds nothing yet; without one nothing is kept. */
void tw_keeper_set_store (TwKeeper *self, TwStore *store);
/* The same for a store of an earlier run, whose documents are then opened. The session is busy until
 * they are. A file that cannot be read is set aside, and the session says so. `window` gets how the
 * window was shown in that run. */
void tw_keeper_restore (TwKeeper *self, TwStore *store, TwKeptWindow *window);
/* The window is shown in another way. */
void tw_keeper_set_window (TwKeeper *self, const TwKeptWindow *window);
/* Writes what has changed, blocks until it is written, and returns whether everything is kept. */
gboolean tw_keeper_works (TwKeeper *self);
/* Milliseconds from a change until it is written, and between two writes in a search. */
void tw_keeper_set_delay (TwKeeper *self, guint delay);
/* Writes what has changed and blocks until it is written. */
void tw_keeper_flush (TwKeeper *self);

/* The window closes: writes what has changed, or removes everything. What has not been read yet is
 * left in any case. Frees the keeper. */
void tw_keeper_end (TwKeeper *self, TwStoreEnd how);
