/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder-private.h - what contest-folder.c and contest-folder-load.c share. */
#pragma once

#include "net/contest-folder.h"

enum {
  TW_CONTEST_FOLDER_VERSION = 1,
};

/* Sets "PATH: REASON" and returns FALSE. */
gboolean tw_contest_folder_fail (GError **error, const char *path, const char *reason);
/* Appends an entry for a puzzle file that the log does not mention. */
void tw_contest_folder_adopt (const char *path, const TwContestPlan *plan, GPtrArray *entries);
