/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export-dialog.h - asks how to export a picture: format, size of a cell, margin, labels and
 * colours, with a preview that a worker thread draws; then for the file, whose extension is that of
 * the format. The window opens it. Main thread only. Emits "chosen" with the GFile and closes. */
#pragma once

#include <gtk/gtk.h>

#include "draw/export.h"

#define TW_TYPE_EXPORT_DIALOG (tw_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwExportDialog, tw_export_dialog, TW, EXPORT_DIALOG, GtkWindow)

/* `options` are the initial values; `name` is the proposed file name without an extension. The
 * dialog copies both. */
TwExportDialog *tw_export_dialog_new (GtkWindow *parent, TwScene *scene,
                                      const TwExportOptions *options, const char *name);
/* The dialog owns the caption; there is no title. */
void tw_export_dialog_get_options (TwExportDialog *self, TwExportOptions *options);
/* Whether the preview shows the present choice. */
gboolean tw_export_dialog_is_settled (TwExportDialog *self);

/* A picture for a worker: the scene and its look do not change any more. */
typedef struct {
  TwScene *scene;
  TwExportOptions options;
  char *title;   /* that of the options */
  char *caption; /* the same */
} TwSnapshot;

TwSnapshot *tw_snapshot_new (TwScene *scene, const TwExportOptions *options);
void tw_snapshot_free (gpointer snapshot);
/* Draws the snapshot, which is the data of the task, to a GdkTexture. */
void tw_snapshot_draw_thread (GTask *task, gpointer source, gpointer data,
                              GCancellable *cancellable);
