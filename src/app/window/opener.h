/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opener.h - reads files into documents: from dialogs, the command line, drops and the list of
 * recent files. Main thread; a worker thread reads the files one after the other, and a newer
 * request makes the older one stale. A folder gives all its puzzles, each with its best solution;
 * run folders open in separate windows. */
#pragma once

#include <gtk/gtk.h>

#include "app/document/session.h"

typedef struct TwOpener TwOpener;

/* The parent, which holds the session and the sign, frees the opener with g_free () when it is
 * finalized; running tasks hold references to the parent. The sign is visible while reading lasts. */
TwOpener *tw_opener_new (GtkWindow *parent, TwSession *session, GtkSpinner *sign);
void tw_opener_open (TwOpener *self, GFile **files, int n_files);
/* Both ask, beginning in the folder of the shown puzzle. */
void tw_opener_choose_files (TwOpener *self);
void tw_opener_choose_folder (TwOpener *self);
