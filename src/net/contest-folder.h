/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder.h - the folder in which a contest session stores everything, so that it
 * can be resumed and examined later.
 *
 *   session.db        the state: server, mode, tetrominoes, count, never the key; the puzzles with
 *                     all that is known of each
 *   puzzle-NNN.json   a puzzle as tilewright-cli solve reads it; 000 is the warm-up
 *   answer-NNN.json   its solution as tilewright-cli solve writes it
 *   reply-NNN.json    the server's reply as received, without the key
 *   practice.db       of the practice server, when the session has one
 *   log.jsonl         a line for every step
 *
 * A session continues from the database alone (SQLite). A step is one transaction, which is on the
 * disk before the next step starts; the other files are for people and other programs.
 *
 * A line of the log about a puzzle has all facts known at that time (TwContestFacts). Other lines
 * are events of the session:
 *
 *   {"time": "2026-01-31T12:00:00Z", "puzzle": 3, "mode": "trial", "status": "accepted",
 *    "id": "...", "width": 25, "height": 20, "numberOfSquares": 47, "bound": 47,
 *    "optimal": true, "transform": 2, "captured": 8, "score": 47, "timePenalty": 0,
 *    "fetchSeconds": 0.01, "solveSeconds": 0.7, "answerSeconds": 0.8,
 *    "submitSeconds": 0.01, "attempts": 1}
 *   {"time": "...", "event": "trouble", "message": "..."}
 *
 * One session at a time can open a folder.
 *
 * Threads: the functions with errors block, so worker threads call them, one at a time. */
#pragma once

#include <gio/gio.h>

#include "net/contest-entry.h"

enum {
  TW_CONTEST_MAX_COUNT = 5000,
};

/* What a session is to do. */
typedef struct {
  char *server; /* NULL: the practice server */
  TwContestMode mode;
  int tetrominoes;
  guint count;
} TwContestPlan;

/* A session that can be resumed. */
typedef struct {
  char *path;
  gint64 time; /* of its last step, seconds since 1970 */
  TwContestPlan plan;
  guint accepted; /* solutions, without the one to warm up */
  gint64 squares; /* of these */
} TwContestSummary;

/* Returns an array of TwContestSummary: the sessions in the default folder that have puzzles left and
 * are not running, newest first, at most `most`. Blocking. */
GPtrArray *tw_contest_folder_list (guint most);

typedef struct TwContestFolder TwContestFolder;

/* "tilewright/contests" in the user's data folder. The caller frees it with g_free (). */
char *tw_contest_default_folder (void);

/* `path` as in TwContestConfig; `real` is the time in microseconds that names a new folder. A folder
 * whose session ended before its plan was stored counts as empty. */
TwContestFolder *tw_contest_folder_create (const char *path, const TwContestPlan *plan, gint64 real,
                                           GError **error);
/* Fills plan and entries (an array of TwContestEntry by index, which owns them); the caller clears
 * them, also after an error. A solution that was being sent becomes uncertain, which is logged with
 * the time `real`. */
TwContestFolder *tw_contest_folder_open (const char *path, TwContestPlan *plan, GPtrArray *entries,
                                         gint64 real, GError **error);
void tw_contest_folder_free (TwContestFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwContestFolder, tw_contest_folder_free)
gboolean tw_contest_folder_set_plan (TwContestFolder *folder, const TwContestPlan *plan,
                                     GError **error);

const char *tw_contest_folder_get_path (const TwContestFolder *folder);
/* "FOLDER/puzzle-007.json"; the caller frees it with g_free (). */
char *tw_contest_folder_file (const char *path, const char *stem, guint index);

/* One step, with the time `real`: of a puzzle, or an event of the session. */
typedef struct {
  TwContestEntry *entry; /* NULL: an event */
  gboolean fetched;      /* saves the puzzle, too */
  gboolean solved;       /* checks the solution and saves it, too */
  const char *reply;     /* NULL: none */
  const char *event;
  const char *message;
  gint64 real;
} TwContestStep;

/* TW_PUZZLE_ERROR_FORMAT: the checker refused the solution, and nothing was written. */
gboolean tw_contest_folder_save (TwContestFolder *folder, const TwContestStep *step,
                                 GError **error);
