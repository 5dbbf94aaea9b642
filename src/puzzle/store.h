/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h - keeps files in a folder of the user for the next run of the program, so that they
 * survive a crash: one folder for each window, below a common one.
 *
 * The store of a window holds a lock in its folder; a folder whose lock is free was left by a program
 * that has ended. A thread of the store writes and removes the files in the order of the calls; no
 * file is ever half written, and its contents are made on that thread, too.
 *
 * Threads: call the functions on one thread, that of the window, but tw_store_read () and
 * tw_store_set_aside () on any. */
#pragma once

#include <glib.h>

/* The names of the files end so. */
#define TW_STORE_ENDING ".kept"

typedef struct TwStore TwStore;

/* A store whose folder below `top` is made when something is put into it. */
TwStore *tw_store_new (const char *top);
/* Returns the stores that ended programs have left below `top`, the one last used at the end: an array
 * of TwStore, which the caller owns and each of which it ends; at most `most`. `all`: also those that
 * were left on purpose, not only those of programs that were killed. */
GPtrArray *tw_stores_collect (const char *top, guint most, gboolean all);

/* Makes the contents of a file on the thread of the store: new bytes. */
typedef GBytes *(*TwStoreSave) (gpointer data);
/* Replaces a file by what `save` makes of `data`, which is freed on that thread. */
void tw_store_put (TwStore *store, const char *name, TwStoreSave save, gpointer data,
                   GDestroyNotify free_data);
void tw_store_remove (TwStore *store, const char *name);
/* Whether calls are waiting to be carried out; blocks until none is. */
gboolean tw_store_is_busy (TwStore *store);
void tw_store_flush (TwStore *store);
/* Returns FALSE when a call has failed: something that was put is not kept. */
gboolean tw_store_works (TwStore *store);
/* Whether a call has failed, which is forgotten then: the caller puts everything again. */
gboolean tw_store_take_failure (TwStore *store);

/* The names of the files, sorted: array of char *, which the caller owns. */
GPtrArray *tw_store_list (TwStore *store);
/* Returns new bytes; NULL with `error`: "FILE: REASON". */
GBytes *tw_store_read (TwStore *store, const char *name, GError **error);
/* Moves a file that is of no use to the common folder, where nothing reads it. */
void tw_store_set_aside (TwStore *store, const char *name);

typedef enum {
  TW_STORE_REMOVE,  /* removes all files */
  TW_STORE_LEAVE,   /* leaves them for the next run */
  TW_STORE_ABANDON, /* leaves them as a killed program does */
} TwStoreEnd;

/* Blocks until all previous calls are carried out; then the store is gone. */
void tw_store_end (TwStore *store, TwStoreEnd how);
