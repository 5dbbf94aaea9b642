/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server-thread.h - a thread with a main loop for servers that run beside their owner: the
 * practice server and the solver service.
 *
 * One thread at a time calls start and stop. The callbacks below run on the server's thread with
 * its context as thread default. The owner may read what open () wrote after start has returned. */
#pragma once

#include <glib.h>

typedef struct _TwServerThread TwServerThread;

typedef struct {
  const char *name; /* of the thread */
  gboolean (*open) (gpointer data, GError **error);
  /* Called before the thread ends, also if open () returned FALSE. */
  void (*close) (gpointer data);
} TwServerThreadFuncs;

/* Returns when open () has returned; NULL with its error if that was FALSE. `data` must stay
 * valid until the stop. */
TwServerThread *tw_server_thread_start (const TwServerThreadFuncs *funcs, gpointer data,
                                        GError **error);
/* Ends the loop and waits for the thread. */
void tw_server_thread_stop (TwServerThread *self);
