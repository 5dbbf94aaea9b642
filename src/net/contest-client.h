/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-client.h - the client side of the two protocols of puzzle contests. Each
 * request is sent once and its outcome is reported; the session (contest-session.h) repeats
 * requests, measures times and writes files.
 *
 *   squares       GET  SERVER/KEY/MODE/puzzle              a board
 *                 POST SERVER/KEY/MODE/solution            {"id", "squares"}: a verdict (judge.h)
 *   tetrominoes   GET  SERVER/api/puzzle?token=KEY&size=N  a task
 *                 POST SERVER/api/puzzle                   form token, id, solution:
 *                                                          {"id", "solved", "submitted_at"}
 *
 * Replies are validated: a puzzle must have an id, a valid board, and the requested kind and
 * size, and a new id; a verdict must have all its numbers and the id of the puzzle, if it has one.
 *
 * Threads: one at a time. Requests block. Errors and texts never contain the key. */
#pragma once

#include <gio/gio.h>

#include "net/contest-entry.h"
#include "puzzle/kind.h"

enum {
  TW_CONTEST_MAX_KEY = 128,
  TW_CONTEST_MAX_ID = 256,
};

typedef enum {
  TW_CONTEST_ERROR_USAGE,     /* server, key or size is invalid */
  TW_CONTEST_ERROR_KEY,       /* the key of the server is unknown */
  TW_CONTEST_ERROR_NOT_SENT,  /* certainly did not arrive */
  TW_CONTEST_ERROR_UNCERTAIN, /* may have arrived; there is no reply */
  TW_CONTEST_ERROR_BUSY,      /* the server refuses for now: 429, 503 */
  TW_CONTEST_ERROR_SERVER,    /* 5xx and 408 */
  TW_CONTEST_ERROR_REFUSED,   /* the server refuses: other 4xx, redirects */
  TW_CONTEST_ERROR_REPLY,     /* the reply breaks the protocol */
} TwContestError;

#define TW_CONTEST_ERROR (tw_contest_error_quark ())
GQuark tw_contest_error_quark (void);

typedef struct TwContestClient TwContestClient;

/* The kind of the puzzles. */
const TwKind *tw_contest_client_kind (int tetrominoes);

/* Can this be a key of a contest server, a part of its addresses? */
gboolean tw_contest_key_is_fine (const char *key);

/* `tetrominoes`: the side of the squares; 0: covers by squares. `seconds`: the time limit of one
 * request. Returns NULL with TW_CONTEST_ERROR_USAGE for invalid arguments. */
TwContestClient *tw_contest_client_new (const char *server, const char *key, int tetrominoes,
                                        double seconds, GError **error);

void tw_contest_client_free (TwContestClient *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwContestClient, tw_contest_client_free)

/* Adds a puzzle that the server must not issue again: two solutions for one id would count as a
 * repeated submission. The client itself adds what it fetches. */
void tw_contest_client_add_id (TwContestClient *self, const char *id);
/* Sets the puzzle of the entry, in its mode. */
gboolean tw_contest_client_fetch (TwContestClient *self, TwContestEntry *entry,
                                  GCancellable *cancellable, GError **error);
/* Sends the solution of the entry and sets the verdict: status, error, score and penalty. *text is
 * the reply as received without the key, also for an error; NULL: there was no reply. The caller
 * frees it with g_free (). */
gboolean tw_contest_client_submit (TwContestClient *self, TwContestEntry *entry,
                                   GCancellable *cancellable, char **text, GError **error);

/* Returns an estimate of the round trip in seconds: the longest of the last requests, 0 before
 * the first one. */
double tw_contest_client_get_round_trip (TwContestClient *self);
/* Returns the seconds that the server asked to wait at the last request; 0: none. */
guint tw_contest_client_get_after (const TwContestClient *self);
