/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server-thread.h - a thread with a main loop of its own, for servers that work beside
 * their owner: the practice server and the solver service.
 *
 * Start and stop are called by one thread at a time, the functions below on the
 * server's thread, whose context is the thread's default one meanwhile. What open () wrote may be
 * read by the owner once the start returned.
 */
#ifndef TW_NET_SERVER_THREAD_H
#define TW_NET_SERVER_THREAD_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TwServerThread TwServerThread;

typedef struct {
  const char *name; /* of the thread */
  gboolean (*open) (gpointer data, GError **error);
  /* Before the thread ends, also when open () said FALSE. */
  void (*close) (gpointer data);
} TwServerThreadFuncs;

/* Returns when open () did; NULL and its error when that said FALSE. `data` must stay until the stop. */
TwServerThread *tw_server_thread_start (const TwServerThreadFuncs *funcs, gpointer data,
                                        GError **error);
/* Ends the loop and waits for the thread. */
void tw_server_thread_stop (TwServerThread *self);

G_END_DECLS

#endif
