/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate-dialog.h - looks for the certificate of a solution on a worker thread, says what it
 * proves and asks for a file. Stopping it early leaves a weaker bound; closing it cancels the
 * worker. The window opens it and writes the file. Main thread only. Emits "chosen" with the GFile
 * and closes. */
#pragma once

#include <gtk/gtk.h>

#include "core/options.h"
#include "puzzle/kind.h"

#define TW_TYPE_CERTIFICATE_DIALOG (tw_certificate_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwCertificateDialog, tw_certificate_dialog, TW, CERTIFICATE_DIALOG, GtkWindow)

/* `result` has a solution of a kind with certificates; `options` have the time limit. `name` is the
 * proposed file name. */
TwCertificateDialog *tw_certificate_dialog_new (GtkWindow *parent, TwResult *result,
                                                const TwOptions *options, const char *name);
/* The certificate; NULL: none yet, or none was found. */
GBytes *tw_certificate_dialog_get_bytes (TwCertificateDialog *self);
