/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-server.h - a contest server of our own, to practise against.
 *
 * Speaks both contest protocols over HTTP:
 *
 *   GET  /KEY/MODE/puzzle          a board, MODE is trial or contest
 *   POST /KEY/MODE/solution        {"id", "squares"}: the verdict (judge.h)
 *   GET  /api/puzzle?token=T&size=N    a tetromino task
 *   POST /api/puzzle               form of token, id, solution: {"id", "solved", "submitted_at"}
 *   GET  /                         what the server is and has done
 *
 * An id can be answered once. Errors are JSON objects with "error" and "status".
 * What was issued and answered survives a restart (practice-store.h).
 *
 * Threads: the server works on a thread of its own; start, stop and the getters are
 * called by one thread at a time.
 */
#ifndef TW_NET_PRACTICE_SERVER_H
#define TW_NET_PRACTICE_SERVER_H

#include <glib-object.h>

G_BEGIN_DECLS

#define TW_TYPE_PRACTICE_SERVER (tw_practice_server_get_type ())
G_DECLARE_FINAL_TYPE (TwPracticeServer, tw_practice_server, TW, PRACTICE_SERVER, GObject)

typedef struct {
  guint port;              /* 0: a free one */
  gboolean everywhere;     /* listen on all interfaces, not on loopback only */
  const char *database;    /* its file; NULL: nothing survives the server */
  GPtrArray *boards;       /* of TwPuzzle of squares, issued in turn; NULL: boards are generated */
  guint64 seed;            /* of the generated boards */
  const char *const *keys; /* who may take part; NULL: everybody */
} TwPracticeConfig;

/* Copies what it needs of `config`. */
TwPracticeServer *tw_practice_server_new (const TwPracticeConfig *config);
/* Returns when the server listens, or cannot. Once a server. */
gboolean tw_practice_server_start (TwPracticeServer *self, GError **error);
/* Also done when the last reference goes. */
void tw_practice_server_stop (TwPracticeServer *self);
/* "http://127.0.0.1:8080"; NULL when it is not running. Owned by the server. */
const char *tw_practice_server_get_uri (TwPracticeServer *self);

G_END_DECLS

#endif
