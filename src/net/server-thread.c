/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server-thread.c - see server-thread.h. */
#include "net/server-thread.h"

struct _TwServerThread {
  TwServerThreadFuncs funcs;
  gpointer data;
  GThread *thread;
  GMainContext *context;
  GMainLoop *loop;

  /* Synchronizes the two threads. */
  GMutex lock;
  GCond started;
  gboolean is_ready;
  GError *error;
};

static gpointer
run_thread (gpointer data)
{
  TwServerThread *self = data;
  GError *error = NULL;
  gboolean ok;

  g_main_context_push_thread_default (self->context);
  ok = self->funcs.open (self->data, &error);

  g_mutex_lock (&self->lock);
  self->is_ready = TRUE;
  self->error = error;
  g_cond_signal (&self->started);
  g_mutex_unlock (&self->lock);

  if (ok)
    g_main_loop_run (self->loop);
  self->funcs.close (self->data);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

TwServerThread *
tw_server_thread_start (const TwServerThreadFuncs *funcs, gpointer data, GError **error)
{
  TwServerThread *self = g_new0 (TwServerThread, 1);

  self->funcs = *funcs;
  self->data = data;
  g_mutex_init (&self->lock);
  g_cond_init (&self->started);
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->thread = g_thread_new (funcs->name, run_thread, self);

  g_mutex_lock (&self->lock);
  while (!self->is_ready)
    g_cond_wait (&self->started, &self->lock);
  g_mutex_unlock (&self->lock);

  if (self->error == NULL)
    return self;
  g_propagate_error (error, g_steal_pointer (&self->error));
  tw_server_thread_stop (self);
  return NULL;
}

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

void
tw_server_thread_stop (TwServerThread *self)
{
  /* Quits through the context, because g_main_loop_quit () has no effect on a loop that is not
   * running yet. */
  g_main_context_invoke_full (self->context, G_PRIORITY_DEFAULT, quit_cb,
                              g_main_loop_ref (self->loop), (GDestroyNotify) g_main_loop_unref);
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->started);
  g_free (self);
}
