/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-entry.h - one puzzle of a contest session with its status and solution, for tables and, as
 * a TwEntry, for lists in windows.
 *
 * Threads: one at a time. A thread of TwContestSession hands the entries that it makes over. */
#pragma once

#include <glib-object.h>

#include "puzzle/entry.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

typedef enum {
  TW_CONTEST_MODE_TRIAL,
  TW_CONTEST_MODE_CONTEST,
} TwContestMode;

/* "trial" or "contest", as in the protocol and in files. */
const char *tw_contest_mode_name (TwContestMode mode);
gboolean tw_contest_mode_find (const char *name, TwContestMode *mode);

typedef enum {
  TW_CONTEST_FETCHED,    /* the puzzle is saved; there is no solution yet */
  TW_CONTEST_SOLVED,     /* a solution is saved; it certainly has not arrived yet */
  TW_CONTEST_SENDING,    /* a solution is being sent */
  TW_CONTEST_ACCEPTED,   /* the server accepted it: score and penalty are known */
  TW_CONTEST_REJECTED,   /* the server rejected it: see error */
  TW_CONTEST_UNCERTAIN,  /* it may have arrived but the reply was lost: it is never sent again */
  TW_CONTEST_UNANSWERED, /* no solution was found in time: see error */
  TW_CONTEST_IMPOSSIBLE, /* proved to have no solution, for the reason in error */
  TW_CONTEST_N_STATUSES,
} TwContestStatus;

/* "fetched" etc., as in files. */
const char *tw_contest_status_name (TwContestStatus status);
gboolean tw_contest_status_find (const char *name, TwContestStatus *status);
/* A translated description. */
const char *tw_contest_status_text (TwContestStatus status);
/* Whether this status is final. */
gboolean tw_contest_status_is_final (TwContestStatus status);

/* All that is known of one puzzle. Seconds are those of the monotonic clock. In every number -1
 * means unknown. Strings are NULL until they are known. */
typedef struct {
  guint index; /* 0: the warm-up, which totals exclude; then 1, 2, ... */
  TwContestMode mode;
  TwContestStatus status;
  char *id;
  int width;
  int height;
  gint64 squares; /* of the solution; pieces for tetromino squares */
  gint64 bound;   /* proved: no solution has fewer squares */
  gboolean optimal;
  int transform;  /* 0..7, the transform that found the solution; -1: none */
  int captured;   /* number of transforms and other searches that had a solution when it was sent */
  gint64 score;   /* reported by the server; less is better */
  gint64 penalty; /* reported by the server: the part of the score for being late */
  gint64 asked;   /* time of the request for the puzzle, real time in microseconds */
  double fetch_seconds;  /* from the request until the puzzle arrived */
  double solve_seconds;  /* duration of the search */
  double submit_seconds; /* from sending the solution to the reply */
  double answer_seconds; /* from the request for the puzzle until the solution was sent */
  guint
    attempts;  /* number of times the solution was sent: 2 only if the first certainly got lost */
  char *error; /* error message on one line, translated; never contains the key */
} TwContestFacts;

#define TW_TYPE_CONTEST_ENTRY (tw_contest_entry_get_type ())
G_DECLARE_FINAL_TYPE (TwContestEntry, tw_contest_entry, TW, CONTEST_ENTRY, GObject)

/* Valid until the next change. */
const TwContestFacts *tw_contest_entry_get_facts (TwContestEntry *entry);
/* The row of a list of results, which changes with the entry. Always the same; the entry owns it. Main
 * thread. */
TwEntry *tw_contest_entry_get_row (TwContestEntry *entry);
/* Set before the entry is in a list. */
TwPuzzle *tw_contest_entry_get_puzzle (TwContestEntry *entry);
/* The checked solution that is sent; NULL while there is none. */
TwResult *tw_contest_entry_get_result (TwContestEntry *entry);

/* --- for those who make entries -------------------------------------------- */

TwContestEntry *tw_contest_entry_new (guint index, TwContestMode mode);
/* The caller may change the facts (strings are g_free ()d) and then calls
 * tw_contest_entry_changed (), which updates the row. */
TwContestFacts *tw_contest_entry_edit (TwContestEntry *entry);
void tw_contest_entry_changed (TwContestEntry *entry);
/* A copy that another thread may change, and the end of that: takes over its facts, and
 * updates the row. */
TwContestEntry *tw_contest_entry_copy (TwContestEntry *entry);
void tw_contest_entry_take (TwContestEntry *entry, TwContestEntry *copy);
/* Copies id and size from the puzzle. */
void tw_contest_entry_set_puzzle (TwContestEntry *entry, TwPuzzle *puzzle);
/* Copies squares, bound and transform from the result. */
void tw_contest_entry_set_result (TwContestEntry *entry, TwResult *result);
