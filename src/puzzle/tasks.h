/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks.h - work on a thread of GLib's pool, started and ended in one call each. */
#pragma once

#include <gio/gio.h>

#include "core/run/run.h"

/* Runs `thread` with `data`, which is freed with `free_data` (NULL: not at all). Then `done` gets the
 * task in the main context of the caller, even if `cancellable` was cancelled: `done` decides whether
 * the result is still wanted. `data` and the reference to `source` are dropped in that context, too,
 * so `source` may be a widget. `source` and `cancellable` may be NULL. */
void tw_task_run (GTaskThreadFunc thread, gpointer data, GDestroyNotify free_data, gpointer source,
                  GCancellable *cancellable, GAsyncReadyCallback done, gpointer done_data);

/* End such a thread with its result, or with *error when there is none: FALSE or NULL. The task takes
 * ownership. */
void tw_task_return (GTask *task, gboolean fine, GError **error);
void tw_task_return_pointer (GTask *task, gpointer result, GDestroyNotify free_result,
                             GError **error);

/* Cancels the run when `cancellable` is; returns the handler for g_cancellable_disconnect (), which
 * is called before the run is freed. */
gulong tw_run_follow (TwRun *run, GCancellable *cancellable);

/* Cancels work and drops the reference to its cancellable; *cancellable may be NULL. */
void tw_cancel (GCancellable **cancellable);

/* The data of a callback that must not keep `object` alive: a weak reference, which the callback
 * converts to a strong one, or to NULL when the object is gone. Any thread. */
gpointer tw_weak_new (gpointer object);
gpointer tw_weak_take (gpointer data);
