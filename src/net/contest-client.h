/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-client.h - the two protocols of puzzle contests, from the side of those who
 * take part. It asks once and tells what came of it: tries again, times and files are
 * the session's (contest-session.h).
 *
 *   squares       GET  SERVER/KEY/MODE/puzzle              a board
 *                 POST SERVER/KEY/MODE/solution            {"id", "squares"}: a verdict (judge.h)
 *   tetrominoes   GET  SERVER/api/puzzle?token=KEY&size=N  a task
 *                 POST SERVER/api/puzzle                   form token, id, solution:
 *                                                          {"id", "solved", "submitted_at"}
 *
 * Replies are read strictly: a puzzle has an id, a board that is one, and the kind and
 * size that were asked for; a verdict has all its numbers, and no other puzzle's id.
 *
 * Threads: as in request.h. Errors and texts never have the key in them.
 */
#ifndef TW_NET_CONTEST_CLIENT_H
#define TW_NET_CONTEST_CLIENT_H

#include <gio/gio.h>

#include "net/contest-entry.h"
#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_CONTEST_MAX_KEY = 128,
  TW_CONTEST_MAX_ID = 256,
};

typedef enum {
  TW_CONTEST_ERROR_USAGE,     /* server, key or size are no such thing */
  TW_CONTEST_ERROR_NOT_SENT,  /* surely did not arrive */
  TW_CONTEST_ERROR_UNCERTAIN, /* may have arrived; no reply */
  TW_CONTEST_ERROR_BUSY,      /* the server does not take it for now: 429, 503 */
  TW_CONTEST_ERROR_SERVER,    /* 5xx and 408 */
  TW_CONTEST_ERROR_REFUSED,   /* the server says no: 4xx, redirects */
  TW_CONTEST_ERROR_REPLY,     /* the reply is not what it should be */
} TwContestError;

#define TW_CONTEST_ERROR (tw_contest_error_quark ())
GQuark tw_contest_error_quark (void);

/* What the server says of an answer. */
typedef struct {
  gboolean accepted;
  gint64 score;   /* -1: the protocol has none */
  gint64 penalty; /* likewise */
  char *error;    /* what is wrong with the answer, one line; NULL when accepted */
} TwContestVerdict;

void tw_contest_verdict_free (TwContestVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwContestVerdict, tw_contest_verdict_free)

#define TW_TYPE_CONTEST_CLIENT (tw_contest_client_get_type ())
G_DECLARE_FINAL_TYPE (TwContestClient, tw_contest_client, TW, CONTEST_CLIENT, GObject)

/* The kind of the puzzles. */
const TwKind *tw_contest_client_kind (int tetrominoes);

/* `tetrominoes`: the side of the squares, 0: covers by squares. `seconds`: the most that
 * one request may take. NULL and TW_CONTEST_ERROR_USAGE when something is wrong. */
TwContestClient *tw_contest_client_new (const char *server, const char *key, int tetrominoes,
                                        double seconds, GError **error);

void tw_contest_client_fetch_async (TwContestClient *self, TwContestMode mode,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer data);
TwPuzzle *tw_contest_client_fetch_finish (TwContestClient *self, GAsyncResult *result,
                                          GError **error);

/* `answer` is an answer to a puzzle that this server issued in this mode. */
void tw_contest_client_submit_async (TwContestClient *self, TwContestMode mode, TwResult *answer,
                                     GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer data);
/* *text is the reply as it came, less the key, also when it is an error; NULL: there was
 * none. g_free () it. */
TwContestVerdict *tw_contest_client_submit_finish (TwContestClient *self, GAsyncResult *result,
                                                   char **text, GError **error);

/* Seconds that a request and its reply take, from those before: the longest of the
 * last few. 0 before the first. */
double tw_contest_client_get_round_trip (TwContestClient *self);

G_END_DECLS

#endif
