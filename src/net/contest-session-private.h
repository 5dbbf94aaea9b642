/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session-private.h - shared by the files of TwContestSession: contest-session.c creates,
 * starts and ends the object, contest-steps.c processes the puzzles. */
#pragma once

#include "net/contest-client.h"
#include "net/contest-folder.h"
#include "net/contest-session.h"
#include "net/practice-server.h"

struct _TwContestSession {
  GObject parent_instance;

  /* As configured. */
  char *key;
  char *wanted_folder;
  gboolean resume;
  TwContestPlan plan;
  TwOptions options;
  gboolean background;
  guint64 practice_seed;
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

  TwContestFolder *folder;
  char *folder_path; /* also set after the end */
  TwPracticeServer *practice;
  TwContestClient *client;
  GListStore *entries;
  GHashTable *ids; /* ids of all puzzles so far: the server must not issue one twice */
  GCancellable *cancellable;

  /* The current puzzle. */
  TwContestEntry *entry;
  TwJob *job;
  gint64 asked; /* time of the request for the puzzle, perhaps by an earlier session; 0: unknown */
  gint64 submitted;    /* when the solution was sent */
  gint64 deadline;     /* when the search must end */
  double save_seconds; /* time needed to save a solution */
  guint attempts;      /* of the pending request */
  GSource *timer;
};

gint64 tw_contest_now (TwContestSession *self);
double tw_contest_seconds_since (TwContestSession *self, gint64 time);

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
