/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session-private.h - shared by the files of TwContestSession: contest-session.c creates,
 * starts and ends the object, contest-steps.c processes the puzzles. */
#pragma once

#include "net/contest-client.h"
#include "net/contest-folder.h"
#include "net/contest-session.h"
#include "net/practice-server.h"

/* What the session and the threads of its steps use, one after the other. Has a reference count. */
typedef struct {
  TwContestTiming timing;
  TwContestFolder *folder;
  TwContestClient *client;
  gint64 asked; /* time of the request for the puzzle, perhaps by an earlier session; 0: unknown */
  guint attempts;      /* of the pending request */
  double save_seconds; /* time needed to save a solution */
} TwContestShared;

void tw_contest_shared_unref (TwContestShared *shared);

struct _TwContestSession {
  GObject parent_instance;

  struct Opening *opening; /* NULL after the start */
  TwContestPlan plan;
  TwOptions options;
  char **workers;
  char *worker_token;
  gboolean background;
  TwContestTiming timing;

  TwContestState state;
  gboolean pausing;
  gboolean stopping;
  gboolean aborting;
  gboolean ending;
  TwContestState last_state; /* to be set at the end */
  guint current;
  char *message;
  GError *error;

  TwContestShared *shared; /* while the folder is open */
  char *folder_path;       /* also set after the end */
  TwPracticeServer *practice;
  GListStore *entries;
  GCancellable *cancellable;

  /* The current puzzle. */
  TwContestEntry *entry; /* NULL: it is being fetched */
  TwJob *job;
  gint64 deadline; /* when the search must end */
  GSource *timer;
};

gint64 tw_contest_now (TwContestSession *self);

void tw_contest_set_state (TwContestSession *self, TwContestState state);
void tw_contest_set_message (TwContestSession *self, const char *message);

/* The only timer: for waits and deadlines. */
void tw_contest_set_timer (TwContestSession *self, double seconds, GSourceFunc callback);

/* Ends the session once its log is written. */
void tw_contest_end (TwContestSession *self, TwContestState state);
void tw_contest_fail (TwContestSession *self, const GError *reason);

/* Continues with the next puzzle, if there is one. */
void tw_contest_next_puzzle (TwContestSession *self);
/* Takes the result of the search; NULL: there is no solution. */
void tw_contest_take_answer (TwContestSession *self, TwResult *result);
/* Takes the best solution so far, at the deadline. */
gboolean tw_contest_deadline_cb (gpointer session);
