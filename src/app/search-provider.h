/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search-provider.h - lets the search of GNOME find the puzzles of the collection and the recent files,
 * by the D-Bus interface org.gnome.Shell.SearchProvider2. The identifier of a puzzle is its URI.
 * Main thread only; a worker reads the catalogue for each call. */
#pragma once

#include <gio/gio.h>

/* Exports the object PATH/SearchProvider. It opens puzzles by the application, and searches on the
 * start page by its action "search". Returns a number for
 * g_dbus_connection_unregister_object (); 0 with `error` on failure. */
guint tw_search_provider_export (GApplication *application, GDBusConnection *connection,
                                 const char *path, GError **error);
