/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format-dialog.h - asks for a format to export a puzzle to, and for a file, whose extension is
 * that of the format. The formats are those of other programs, or those for making: outlines and
 * solids of the pieces, with their sizes in millimetres and a preview of the sheets. The window opens it and writes the file. Main thread only. Emits "chosen" with the GFile and closes. */
#pragma once

#include <gtk/gtk.h>

#include "draw/make.h"
#include "puzzle/kind-write.h"

/* What to write: immutable, with counted references, for workers. */
typedef struct {
  TwPuzzle *puzzle;
  TwResult *result;           /* NULL: no solution */
  TwResult *shown;            /* has the solution to make, NULL: none */
  const TwKindExport *export; /* NULL: a format for making */
  TwMakeFormat make;
  TwMakeOptions sizes;
} TwOutput;

/* Returns the contents of the file; NULL with `error`. Any thread. */
GBytes *tw_output_write (const TwOutput *output, GError **error);
void tw_output_unref (TwOutput *output);

#define TW_TYPE_FORMAT_DIALOG (tw_format_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwFormatDialog, tw_format_dialog, TW, FORMAT_DIALOG, GtkWindow)

/* Has this puzzle formats of the group? `result` may be NULL. */
gboolean tw_format_dialog_has_formats (TwPuzzle *puzzle, TwResult *result, gboolean making);
/* `name` is the proposed file name without an extension. `shown` has the solution on the board; NULL:
 * none. */
TwFormatDialog *tw_format_dialog_new (GtkWindow *parent, TwPuzzle *puzzle, TwResult *result,
                                      TwResult *shown, gboolean making, const char *name);
/* The caller drops the reference. */
TwOutput *tw_format_dialog_dup_output (TwFormatDialog *self);
