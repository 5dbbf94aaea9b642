/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder.h - the folder in which a contest session keeps everything, so that it
 * can be taken up again and looked at later.
 *
 *   session.json      server, mode, tetrominoes, count; never the key
 *   puzzle-NNN.json   a puzzle as tilewright-cli solve reads it; 000 is the warm-up
 *   answer-NNN.json   its answer as tilewright-cli solve writes it
 *   reply-NNN.json    what the server said to it, as it came, less the key
 *   practice.db       of the practice server, when the session has one
 *   log.jsonl         a line for every step, on the disk before the next step begins
 *
 * A line of the log about a puzzle has all that is known of it by then (TwContestFacts): the
 * last one counts. Others tell of the session itself:
 *
 *   {"time": "2026-01-31T12:00:00Z", "puzzle": 3, "mode": "trial", "status": "accepted",
 *    "id": "...", "width": 25, "height": 20, "numberOfSquares": 47, "bound": 47,
 *    "optimal": true, "transform": 2, "captured": 8, "score": 47, "timePenalty": 0,
 *    "fetchSeconds": 0.01, "solveSeconds": 0.7, "answerSeconds": 0.8,
 *    "submitSeconds": 0.01, "attempts": 1}
 *   {"time": "...", "event": "trouble", "message": "..."}
 *
 * One session at a time can have a folder open; anybody can look at it.
 *
 * Threads: what says so blocks and is for workers. A folder is used by one step at
 * a time; its reference count is atomic.
 */
#ifndef TW_NET_CONTEST_FOLDER_H
#define TW_NET_CONTEST_FOLDER_H

#include <gio/gio.h>

#include "net/contest-entry.h"

G_BEGIN_DECLS

/* What session.json has. */
typedef struct {
  char *server; /* NULL: the practice server */
  TwContestMode mode;
  int tetrominoes;
  guint count;
} TwContestPlan;

void tw_contest_plan_clear (TwContestPlan *plan);

typedef struct TwContestFolder TwContestFolder;

/* Blocks. `path` as in TwContestConfig; `real` is the time in microseconds that names a
 * new one. A folder in which a session ended before its session.json was written is as good as an
 * empty one. */
TwContestFolder *tw_contest_folder_create (const char *path, const TwContestPlan *plan, gint64 real,
                                           GError **error);
/* Blocks. Fills plan and entries (of TwContestEntry, by index, which the array owns). An
 * answer that was under way becomes uncertain, which is logged with `real` as its time. */
TwContestFolder *tw_contest_folder_open (const char *path, TwContestPlan *plan, GPtrArray *entries,
                                         gint64 real, GError **error);
/* Blocks. The same to look at it only: nothing is locked or changed. */
gboolean tw_contest_folder_load (const char *path, TwContestPlan *plan, GPtrArray *entries,
                                 GError **error);
/* Blocks. Writes session.json anew. */
gboolean tw_contest_folder_set_plan (TwContestFolder *folder, const TwContestPlan *plan,
                                     gint64 real, GError **error);
/* Others can open it from now on; a step that is still to come fails. */
void tw_contest_folder_close (TwContestFolder *folder);
TwContestFolder *tw_contest_folder_ref (TwContestFolder *folder);
void tw_contest_folder_unref (TwContestFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwContestFolder, tw_contest_folder_unref)

const char *tw_contest_folder_get_path (const TwContestFolder *folder);
/* "FOLDER/puzzle-007.json"; g_free () it. */
char *tw_contest_folder_file (const char *path, const char *stem, guint index);
/* "practice.db" in the folder; g_free () it. */
char *tw_contest_folder_database (const TwContestFolder *folder);

/* One step: writes what is not NULL, then the line of the log, and comes back when
 * all of that is on the disk. An answer is checked first. */
typedef struct {
  guint index;
  TwPuzzle *puzzle;
  TwResult *answer;
  const char *reply;
  const char *line; /* tw_contest_facts_line () or tw_contest_event_line () */
} TwContestStep;

void tw_contest_folder_save_async (TwContestFolder *folder, const TwContestStep *step,
                                   GAsyncReadyCallback callback, gpointer data);
/* TW_PUZZLE_ERROR_FORMAT: the checker refused the answer, and nothing was written. */
gboolean tw_contest_folder_save_finish (GAsyncResult *result, GError **error);

/* g_free () them. */
char *tw_contest_facts_line (const TwContestFacts *facts, gint64 real);
char *tw_contest_event_line (const char *event, const char *message, gint64 real);

G_END_DECLS

#endif
