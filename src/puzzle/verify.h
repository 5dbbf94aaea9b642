/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h - has tilewright-check check a certificate before it is written, or one that was opened.
 *
 * The program is found in the folder where it was installed, or by the variable TW_CHECK_PROGRAM. It
 * runs as a process, so that it shares no code and no memory with the engines and can be killed. */
#pragma once

#include "core/options.h"
#include "core/run/run.h"

#include <glib.h>

/* Blocks for at most ten seconds, the time limit of the options, or until the run is cancelled: for
 * workers and the command line. Any thread. Returns FALSE and sets `error` when the certificate is
 * refused: then it must not be written. *unchecked receives the reason when it could not be checked
 * to the end, otherwise NULL; the caller frees it with g_free (). */
gboolean tw_verify_certificate (const char *text, gsize length, const TwOptions *options,
                                TwRun *run, char **unchecked, GError **error);
/* Whether the text is a certificate. */
gboolean tw_verify_sniff (const char *text, gsize length);
/* Returns a sentence that says what the certificate in the file `name` proves, which the caller
 * frees. Blocks for at most ten seconds. Returns NULL and sets `error` when the certificate is
 * refused or could not be checked to the end. */
char *tw_verify_file (const char *text, gsize length, const char *name, GError **error);
