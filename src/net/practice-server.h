/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-server.h - a local contest server for practice.
 *
 * Speaks both contest protocols over HTTP:
 *
 *   GET  /KEY/MODE/puzzle          a board, MODE is trial or contest
 *   POST /KEY/MODE/solution        {"id", "squares"}: the verdict (judge.h)
 *   GET  /api/puzzle?token=T&size=N    a tetromino task
 *   POST /api/puzzle               form of token, id, solution: {"id", "solved", "submitted_at"}
 *   GET  /                         a description with counters
 *
 * A solution can be submitted once per id. Errors are JSON objects with "error" and "status".
 * Issued puzzles and verdicts survive a restart.
 *
 * Threads: the server works on its own thread; start, free and the getters are
 * called by one thread at a time. */
#pragma once

#include <glib-object.h>

typedef struct TwPracticeServer TwPracticeServer;

typedef struct {
  guint port;              /* 0: any free port */
  gboolean everywhere;     /* listen on all interfaces, not on loopback only */
  const char *database;    /* database file; NULL: nothing is kept */
  GPtrArray *boards;       /* TwPuzzle of squares, issued in turn; NULL: boards are generated */
  guint64 seed;            /* of the generated boards */
  const char *const *keys; /* the accepted keys; NULL: all */
} TwPracticeConfig;

/* Copies `config`. */
TwPracticeServer *tw_practice_server_new (const TwPracticeConfig *config);
void tw_practice_server_free (TwPracticeServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPracticeServer, tw_practice_server_free)
/* Returns when the server listens or has failed. Can be called once. */
gboolean tw_practice_server_start (TwPracticeServer *self, GError **error);
/* "http://127.0.0.1:8080"; NULL when the server is not running. Owned by the server. */
const char *tw_practice_server_get_uri (TwPracticeServer *self);
