/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers-list.h - the list of solver services in the preferences: their
 * addresses, one that is added at the end, a button that removes each. It is the
 * settings' key "workers" that it shows and changes. Used by preferences.c.
 */
#ifndef TW_APP_WORKERS_LIST_H
#define TW_APP_WORKERS_LIST_H

#include <gtk/gtk.h>

#define TW_TYPE_WORKERS_LIST (tw_workers_list_get_type ())
G_DECLARE_FINAL_TYPE (TwWorkersList, tw_workers_list, TW, WORKERS_LIST, GtkWidget)

#endif
