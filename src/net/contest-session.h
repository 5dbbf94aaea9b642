/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session.h - takes part in a contest: fetches puzzles from a server, solves
 * each within its time limit, checks and sends the solutions.
 *
 *   session = tw_contest_session_new (&config);
 *   g_signal_connect (session, "changed", ...);
 *   g_signal_connect (session, "finished", ...);
 *   tw_contest_session_start (session);
 *
 * A session starts with one puzzle in trial mode to warm up, followed by `count` puzzles. A
 * solution is sent so that it arrives within 9.5 s of the request for its puzzle: the measured round
 * trip is subtracted. Puzzle and solution are in the session's folder before the solution is
 * sent, the reply is stored afterwards (contest-folder.h describes the files). Connection faults
 * and 5xx replies are retried with growing waits. A solution is sent a second time only if the
 * first attempt certainly did not arrive, or the server refused it for now (429, 503).
 *
 * Any folder can be resumed, however its session ended: saved solutions that were never sent are
 * sent, fetched puzzles are solved in the rest of their time, and further puzzles complete the
 * count. A solution that may have arrived is not sent again.
 *
 * Threads: everything here belongs to the thread that called start; signals come
 * on its thread-default main context. Searches, files and the network use
 * other threads: nothing here blocks. Times are those of the monotonic clock: setting the
 * computer's clock changes only dates in the log.
 *
 * Releasing the last reference aborts the session without further signals. */
#pragma once

#include <gio/gio.h>

#include "core/options.h"
#include "net/contest-entry.h"
#include "puzzle/job.h"

typedef enum {
  TW_CONTEST_IDLE,       /* before the start */
  TW_CONTEST_OPENING,    /* opening the folder (and the practice server) */
  TW_CONTEST_FETCHING,   /* waiting for a puzzle */
  TW_CONTEST_SOLVING,    /* has a job, whose best solution so far can be watched */
  TW_CONTEST_SUBMITTING, /* saving and sending a solution, waiting for the reply */
  TW_CONTEST_WAITING,    /* before another attempt: see "message" */
  TW_CONTEST_PAUSED,     /* between two puzzles, until continued */
  /* Final states. A session can be resumed unless it is FINISHED. */
  TW_CONTEST_FINISHED, /* all puzzles are done */
  TW_CONTEST_STOPPED,  /* on request */
  TW_CONTEST_FAILED,   /* see "error" */
} TwContestState;

/* A translated description. */
const char *tw_contest_state_text (TwContestState state);

/* For tests; 0 stands for the default. */
typedef struct {
  double answer; /* deadline of a solution, seconds after the request for the puzzle: 9.5 */
  /* Search time if the deadline has passed already: 1. If all solutions are equally good, it is the
   * same as before the deadline. */
  double late;
  double request;  /* time limit of one request: 20 */
  double back_off; /* wait before the second attempt, doubled for each further one: 0.5 */
  guint attempts;  /* number of attempts per request: 6 */
  /* Microseconds; NULL: g_get_monotonic_time () and g_get_real_time (). */
  gint64 (*monotonic) (void);
  gint64 (*real) (void);
} TwContestTiming;

typedef struct {
  /* "http://HOST[:PORT][/PATH]". NULL: a practice server on this computer, which stores its
   * state in the folder, runs as long as the session, and accepts any key. For a resumed folder
   * NULL means the server stored there. */
  const char *server;
  /* Key or token, at most 128 characters. NULL: any for a practice server, or else that of the
   * keyring. */
  const char *key;
  const char *key_server; /* the only server that gets the key; NULL: any */
  TwContestMode mode;
  int tetrominoes; /* the side N of tetromino squares; 0: covers by squares */
  guint count;     /* number of puzzles without the warm-up; 1..TW_CONTEST_MAX_COUNT */
  /* NULL: a new folder, named by date and time, in tw_contest_default_folder (). Otherwise it
   * must be empty or missing, unless `resume`. */
  const char *folder;
  /* Continue the session of a folder: mode and tetrominoes come from it, and so do server if
   * NULL and count if 0. */
  gboolean resume;
  /* NULL: defaults. The time is reduced to the time left for the puzzle. */
  const TwOptions *options;
  const char *const *workers; /* solver services that help, see service-clients.h; NULL: none */
  const char *worker_token;   /* of the services; NULL: none */
  gboolean background;        /* run the search at low priority, as beside a window */
  guint64 practice_seed;      /* of the practice server's boards; 0: from the clock */
  const TwContestTiming *timing;
} TwContestConfig;

/* Totals without the warm-up. Sums cover accepted solutions. */
typedef struct {
  guint wanted;
  guint fetched;
  guint accepted;
  guint rejected;
  guint uncertain;
  guint unanswered; /* including impossible puzzles */
  guint optimal;    /* accepted and proved optimal */
  guint in_time;    /* accepted without penalty */
  gint64 squares;   /* 0 in a contest of tetromino squares */
  gint64 bound;     /* where one is known, otherwise 0 */
  gint64 score;
  gint64 penalty;
  double solve_seconds;
} TwContestTotals;

#define TW_TYPE_CONTEST_SESSION (tw_contest_session_get_type ())
G_DECLARE_FINAL_TYPE (TwContestSession, tw_contest_session, TW, CONTEST_SESSION, GObject)

/* Copies the configuration. Errors in it are reported after the start by the state FAILED and
 * "error", like all others. */
TwContestSession *tw_contest_session_new (const TwContestConfig *config);

/* Can be called once. */
void tw_contest_session_start (TwContestSession *self);
/* Pauses after the current puzzle, with the state PAUSED. */
void tw_contest_session_pause (TwContestSession *self);
void tw_contest_session_continue (TwContestSession *self);
/* Ends the session after the current puzzle, for which the best solution so far is sent. Then
 * "finished" is emitted. */
void tw_contest_session_stop (TwContestSession *self);
/* Ends the session now: a puzzle being solved stays unsolved, a solution being sent becomes
 * uncertain. "finished" is emitted within a second. */
void tw_contest_session_abort (TwContestSession *self);

/* Signals without arguments: "changed" for the state, the current puzzle and pending requests;
 * "message"; "finished" once, after the last change of state; state, error, entries and totals stay
 * valid. "entry-finished" (TwContestEntry *) when the status of an entry became final. */

/* Valid until the session changes. */
typedef struct {
  TwContestState state;
  gboolean is_over;                 /* FINISHED, STOPPED or FAILED */
  gboolean is_pausing, is_stopping; /* a requested pause or stop is pending */
  gboolean is_bad_input; /* the caller's input caused FAILED: configuration, options or folder */
  guint current;         /* index of the current puzzle: 0 is the warm-up, then 1..count */
  guint count;
  TwContestMode mode;
  double seconds_left; /* until the solution must be sent; -1 when no puzzle is being solved */
  /* The current error and the reaction to it, such as "Can’t reach localhost (connection refused).
   * Retrying in 2 s…"; NULL: none. */
  const char *message;
  const char *error;          /* the reason of FAILED on one line without the key; otherwise NULL */
  const char *keyless_server; /* whose key is needed, if that is the reason; otherwise NULL */
  const char *folder;         /* NULL until it exists: from then on the session can be resumed */
  /* The search of the current puzzle, for tw_job_get_puzzle (), tw_job_get_run () and
   * tw_job_dup_best (); kept after its end until the next puzzle. NULL before the first. */
  TwJob *job;
} TwContestLook;

TwContestLook tw_contest_session_look (TwContestSession *self);
/* TwContestEntry by index; the session owns the array and never replaces it. */
GListModel *tw_contest_session_get_entries (TwContestSession *self);
void tw_contest_session_get_totals (TwContestSession *self, TwContestTotals *totals);
