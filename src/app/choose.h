/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h - asks for a file to open or to write, and reads dropped ones. Main thread only. */
#pragma once

#include "app/compat.h"

/* The chosen file, or why there is none; both NULL: the user cancelled. */
typedef void (*TwChosen) (gpointer object, GFile *file, const char *message);

/* Calls `chosen` with the object, which lives as long as the parent, unless the parent has been
 * destroyed meanwhile. The request may be freed once the call has returned. */
void tw_choose_file (GtkWindow *parent, TwChoose what, const TwFileRequest *request,
                     TwChosen chosen, gpointer object);
/* Opens a save dialog, in the folder of the last export, for files of one type with these patterns.
 * `name` is the proposed file name; the texts are translated. The file gets this extension (in lower
 * case; "": any), unless another file with that name exists. */
void tw_choose_export (GtkWindow *parent, const char *title, const char *accept, const char *name,
                       const char *type, const char *patterns, const char *extension,
                       TwChosen chosen, gpointer object);
/* The same for the dialog window of `label`: emits its "chosen" with the file and closes it, or shows
 * the message in the label. */
void tw_choose_for_dialog (GtkLabel *label, const char *title, const char *accept, const char *name,
                           const char *type, const char *patterns, const char *extension);
/* Returns the files (GFile) that a dropped or pasted value holds, perhaps none. The caller frees the
 * array; the value owns the files. */
GPtrArray *tw_value_dup_files (const GValue *value);
