/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session.h - takes part in a contest: fetches puzzles from a server, solves
 * each in the time that is left, checks and sends the answers.
 *
 *   session = tw_contest_session_new (&config);
 *   g_signal_connect (session, "notify::state", ...);
 *   g_signal_connect (session, "finished", ...);
 *   tw_contest_session_start (session);
 *
 * First one puzzle in trial mode to warm up, then `count` puzzles. An answer is given
 * so that it arrives 9.5 s after its puzzle was asked for: the round trip that was measured
 * is taken off. Puzzle and answer are in the session's folder before the answer is
 * sent, the reply after (contest-folder.h has the files). Faults of the connection
 * and 5xx are tried again after growing waits. An id is sent a second time only
 * when the first attempt surely did not arrive, or the server said that it did
 * not take it for now (429, 503).
 *
 * A folder can be taken up again, whatever ended the session before: answers that
 * were saved and never sent are sent, puzzles that were fetched are answered, in what is left
 * of their time, and the count is made up. What may have arrived is not sent again.
 *
 * Threads: everything here belongs to the thread that called start; signals come
 * on its thread-default main context. Searches, files and network are
 * elsewhere: nothing here blocks. Times are of the monotonic clock: setting the
 * computer's clock changes only dates in the log.
 *
 * A session that is dropped ends at once, as by tw_contest_session_abort (), silently.
 */
#ifndef TW_NET_CONTEST_SESSION_H
#define TW_NET_CONTEST_SESSION_H

#include <gio/gio.h>

#include "core/run/options.h"
#include "net/contest-entry.h"
#include "puzzle/job.h"

G_BEGIN_DECLS

enum {
  TW_CONTEST_MAX_COUNT = 5000,
};

typedef enum {
  TW_CONTEST_IDLE,       /* before the start */
  TW_CONTEST_OPENING,    /* the folder (and the practice server) */
  TW_CONTEST_FETCHING,   /* waits for a puzzle */
  TW_CONTEST_SOLVING,    /* has a job, whose best so far can be watched */
  TW_CONTEST_SUBMITTING, /* saves and sends an answer, waits for the reply */
  TW_CONTEST_WAITING,    /* before another attempt: see "message" */
  TW_CONTEST_PAUSED,     /* between two puzzles, until continued */
  /* The last state is one of these. All can be resumed but FINISHED. */
  TW_CONTEST_FINISHED, /* all puzzles are through */
  TW_CONTEST_STOPPED,  /* as asked */
  TW_CONTEST_FAILED,   /* see "error" */
} TwContestState;

/* For people, translated. */
const char *tw_contest_state_text (TwContestState state);

/* For tests; a zero in it stands for the default. */
typedef struct {
  double answer;   /* when an answer must be there, seconds after the request for the puzzle: 9.5 */
  double late;     /* what a search gets when that time is over already: 1, or as above where
                      a better answer is not to be had than the first */
  double request;  /* the most that one request may take: 20 */
  double back_off; /* the wait before the second attempt; then twice that, and so on: 0.5 */
  guint attempts;  /* to get one request through: 6 */
  /* Microseconds; NULL: g_get_monotonic_time () and g_get_real_time (). */
  gint64 (*monotonic) (void);
  gint64 (*real) (void);
} TwContestTiming;

typedef struct {
  /* "http://HOST[:PORT][/PATH]". NULL: a practice server on this computer, which lives
   * in the folder, runs as long as the session, and takes part with any key. With a
   * folder that is resumed NULL stands for the server it was made with. */
  const char *server;
  const char *key; /* or token, at most 128 characters; NULL: "practice" */
  TwContestMode mode;
  int tetrominoes; /* the side N of tetromino squares; 0: covers by squares */
  guint count;     /* wanted puzzles, besides the warm-up; 1..TW_CONTEST_MAX_COUNT */
  /* NULL: a new one, named by date and time, in tw_contest_default_folder (). Else it
   * must be empty or not there yet, unless `resume`. */
  const char *folder;
  /* Take up a session's folder: server (when NULL), mode, tetrominoes come from it, and so
   * does count when it is 0. */
  gboolean resume;
  /* NULL: defaults. The time is cut to what is left. */
  const TwOptions *options;
  gboolean background;   /* the search gives way to other programs, as beside a window */
  guint64 practice_seed; /* of the practice server's boards; 0: by the clock */
  const TwContestTiming *timing;
} TwContestConfig;

/* Without the warm-up. Sums are over accepted answers. */
typedef struct {
  guint wanted;
  guint fetched;
  guint accepted;
  guint rejected;
  guint uncertain;
  guint unanswered; /* and impossible ones */
  guint optimal;    /* accepted and proved to be the best there is */
  guint in_time;    /* accepted without penalty */
  gint64 squares;
  gint64 bound; /* where one is known, else 0 */
  gint64 score;
  gint64 penalty;
  double solve_seconds;
} TwContestTotals;

#define TW_TYPE_CONTEST_SESSION (tw_contest_session_get_type ())
G_DECLARE_FINAL_TYPE (TwContestSession, tw_contest_session, TW, CONTEST_SESSION, GObject)

/* Copies what it needs. What is wrong with the configuration is told by state
 * FAILED and "error" after the start, like everything else. */
TwContestSession *tw_contest_session_new (const TwContestConfig *config);

/* Once a session. */
void tw_contest_session_start (TwContestSession *self);
/* Holds after the puzzle that it is at; state PAUSED when it does. */
void tw_contest_session_pause (TwContestSession *self);
void tw_contest_session_continue (TwContestSession *self);
/* Ends cleanly and soon: the current puzzle is answered with the best so far, no
 * other is fetched. "finished" comes when that is done. */
void tw_contest_session_stop (TwContestSession *self);
/* Ends now: a puzzle under way stays unanswered, an answer under way uncertain.
 * "finished" comes within a second. */
void tw_contest_session_abort (TwContestSession *self);

/* Properties, all read-only and notified: "state" (int), "current" (uint),
 * "message", "error" (string), "job" (TwJob), "folder" (string), "pausing",
 * "stopping" (boolean). Signals: "finished" () once, after the last change of state;
 * "entry-finished" (TwContestEntry *) when the status of an entry became final. */

TwContestState tw_contest_session_get_state (TwContestSession *self);
/* FINISHED, STOPPED or FAILED. */
gboolean tw_contest_session_is_over (TwContestSession *self);
/* Which puzzle it is at: 0 is the warm-up, then 1..count. */
guint tw_contest_session_get_current (TwContestSession *self);
guint tw_contest_session_get_count (TwContestSession *self);
TwContestMode tw_contest_session_get_mode (TwContestSession *self);
/* Until the answer must be given, for showing it; -1 when no puzzle is being solved. */
double tw_contest_session_get_seconds_left (TwContestSession *self);
/* The trouble it is in and what it does about it: "...: trying again in 2 s"; NULL: none. */
const char *tw_contest_session_get_message (TwContestSession *self);
/* Why it FAILED, one line without the key; NULL else. */
const char *tw_contest_session_get_error (TwContestSession *self);
/* Whether it FAILED by what it was given: configuration, options, folder. */
gboolean tw_contest_session_is_bad_input (TwContestSession *self);
/* The search of the current puzzle, for tw_job_get_puzzle (), tw_job_get_run ()
 * and tw_job_dup_best (); also after its end, until the next puzzle. NULL before
 * the first. */
TwJob *tw_contest_session_get_job (TwContestSession *self);
/* Of TwContestEntry, by index; owned by the session, the same for all its life. */
GListModel *tw_contest_session_get_entries (TwContestSession *self);
void tw_contest_session_get_totals (TwContestSession *self, TwContestTotals *totals);
/* NULL until it is there: from then on the session can be resumed. */
const char *tw_contest_session_get_folder (TwContestSession *self);
/* Whether pause or stop was asked for and is still to come. */
gboolean tw_contest_session_is_pausing (TwContestSession *self);
gboolean tw_contest_session_is_stopping (TwContestSession *self);

/* "tilewright/contests" in the user's data folder. g_free () it. */
char *tw_contest_default_folder (void);

G_END_DECLS

#endif
