/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-entry.h - one puzzle of a contest session: what was fetched, answered and
 * replied, for lists in windows and tables.
 *
 * Made and changed by TwContestSession, or by tw_contest_folder_load (), which
 * may do so on a worker that then hands it over. Else for the main thread.
 */
#ifndef TW_NET_CONTEST_ENTRY_H
#define TW_NET_CONTEST_ENTRY_H

#include <glib-object.h>

#include "puzzle/puzzle.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

typedef enum {
  TW_CONTEST_MODE_TRIAL,
  TW_CONTEST_MODE_CONTEST,
} TwContestMode;

/* "trial", "contest": as in the protocol and in files. */
const char *tw_contest_mode_name (TwContestMode mode);
gboolean tw_contest_mode_find (const char *name, TwContestMode *mode);

typedef enum {
  TW_CONTEST_FETCHED,    /* the puzzle is saved; no answer yet */
  TW_CONTEST_SOLVED,     /* an answer is saved; it surely has not arrived yet */
  TW_CONTEST_SENDING,    /* an answer is under way */
  TW_CONTEST_ACCEPTED,   /* the server took it: score and penalty are known */
  TW_CONTEST_REJECTED,   /* the server replied, but did not take it: see error */
  TW_CONTEST_UNCERTAIN,  /* it may have arrived, the reply is lost: it is not sent again */
  TW_CONTEST_UNANSWERED, /* none was found in time: see error */
  TW_CONTEST_IMPOSSIBLE, /* proved to have no answer, for the reason in error */
  TW_CONTEST_N_STATUSES,
} TwContestStatus;

/* "fetched", ...: as in files. */
const char *tw_contest_status_name (TwContestStatus status);
/* For people, translated. */
const char *tw_contest_status_text (TwContestStatus status);
/* Nothing more will happen to an entry of this status. */
gboolean tw_contest_status_is_final (TwContestStatus status);

/* All that is known of one puzzle. Seconds are of the monotonic clock; -1 stands for
 * "not known" in every number. Texts and paths are NULL until there are any. */
typedef struct {
  guint index; /* 0: the warm-up, which no total counts; then 1, 2, ... */
  TwContestMode mode;
  TwContestStatus status;
  char *id;
  int width;
  int height;
  gint64 squares; /* of the answer; pieces for tetromino squares */
  gint64 bound;   /* proved: no answer has fewer squares */
  gboolean optimal;
  int transform;         /* 0..7, the one that found the answer; -1: none */
  int captured;          /* transforms and other parts that had an answer when it was given */
  gint64 score;          /* as the server says; less is better */
  gint64 penalty;        /* likewise: the part of the score that is for being late */
  gint64 asked;          /* when the puzzle was asked for, real time in microseconds */
  double fetch_seconds;  /* from the request to the puzzle */
  double solve_seconds;  /* of the search */
  double submit_seconds; /* from sending the answer to the reply */
  double answer_seconds; /* from the request for the puzzle until the answer was sent */
  guint attempts;        /* how often the answer was sent: 2 only when the first surely got lost */
  char *puzzle_path;     /* in the session's folder; each is there when its step is done */
  char *answer_path;
  char *reply_path;
  char *error; /* what went wrong, one line, translated; never has the key in it */
} TwContestFacts;

#define TW_TYPE_CONTEST_ENTRY (tw_contest_entry_get_type ())
G_DECLARE_FINAL_TYPE (TwContestEntry, tw_contest_entry, TW, CONTEST_ENTRY, GObject)

/* Valid until the next "changed". */
const TwContestFacts *tw_contest_entry_get_facts (TwContestEntry *entry);
/* NULL only when its file could not be read again. */
TwPuzzle *tw_contest_entry_get_puzzle (TwContestEntry *entry);
/* The answer that is sent, checked; NULL while there is none. */
TwResult *tw_contest_entry_get_result (TwContestEntry *entry);

/* --- for those who make entries -------------------------------------------- */

TwContestEntry *tw_contest_entry_new (guint index, TwContestMode mode);
/* Change what it points to (strings are g_free ()d), then call
 * tw_contest_entry_changed (), which emits "changed". */
TwContestFacts *tw_contest_entry_edit (TwContestEntry *entry);
void tw_contest_entry_changed (TwContestEntry *entry);
/* Takes id and size over from the puzzle. */
void tw_contest_entry_set_puzzle (TwContestEntry *entry, TwPuzzle *puzzle);
/* Takes squares, bound, transform over from the result. */
void tw_contest_entry_set_result (TwContestEntry *entry, TwResult *result);

G_END_DECLS

#endif
