/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail-io.h - a library that makes a call about a certain file fail; programs preload it or are
 * linked with it.
 *
 * A fault is the text "CALL N HOW PART": the N-th CALL (open, write, fsync, rename or close) about a
 * path with PART in its name, and each one after it, fails with the error number HOW. HOW "kill" ends
 * the process at the N-th call instead, "half" writes half of the bytes there and fails with ENOSPC
 * from then on. */
#pragma once

#include <stdbool.h>

/* Sets the fault and counts calls from there; the text is kept, not copied. NULL: no fault but that of
 * the environment. Any thread. */
void fail_io_set (const char *text);
/* Whether the N-th call has come since then. */
bool fail_io_was_met (void);
