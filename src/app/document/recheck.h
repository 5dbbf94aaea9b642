/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recheck.h - proves again, by a short search in the background, what an earlier run of the program has
 * proved about the puzzle that is shown: a file of that run is no proof. What takes longer stays proved
 * in an earlier session.
 *
 * The window owns it. Main thread only. */
#pragma once

#include "app/document/session.h"

typedef struct TwRecheck TwRecheck;

TwRecheck *tw_recheck_new (TwSession *session);
void tw_recheck_free (TwRecheck *self);
