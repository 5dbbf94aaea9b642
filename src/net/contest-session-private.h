/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session-private.h - what the parts of TwContestSession share:
 * contest-session.c is the object, its beginning and end, contest-steps.c takes it from
 * puzzle to puzzle. */
#ifndef TW_NET_CONTEST_SESSION_PRIVATE_H
#define TW_NET_CONTEST_SESSION_PRIVATE_H

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
  TwContestState last_state; /* when ending */
  guint current;
  char *message;
  GError *error;

  TwContestFolder *folder;
  char *folder_path; /* also after the end */
  TwPracticeServer *practice;
  TwContestClient *client;
  GListStore *entries;
  GHashTable *ids; /* of all puzzles so far: none is taken twice */
  GCancellable *cancellable;

  /* The puzzle it is at. */
  TwContestEntry *entry;
  TwJob *job;
  gint64 asked;     /* when the puzzle was asked for, perhaps before this session; 0: not known */
  gint64 submitted; /* when the answer was sent */
  gint64 deadline;  /* of the search */
  double save_seconds; /* what saving an answer takes */
  guint attempts;      /* of the request that is under way */
  GSource *timer;
};

gint64 tw_contest_now (TwContestSession *self);
double tw_contest_seconds_since (TwContestSession *self, gint64 time);

void tw_contest_set_state (TwContestSession *self, TwContestState state);
void tw_contest_set_message (TwContestSession *self, const char *message);

/* What is under way gets a weak reference as its data; take gives a reference back, or
 * NULL when the session was dropped. */
gpointer tw_contest_weak_new (TwContestSession *self);
TwContestSession *tw_contest_weak_take (gpointer data);

/* The only one: waits and deadlines. */
void tw_contest_set_timer (TwContestSession *self, double seconds, GSourceFunc callback);
void tw_contest_clear_timer (TwContestSession *self);

/* The session is over, once that is logged. */
void tw_contest_end (TwContestSession *self, TwContestState state);
void tw_contest_fail (TwContestSession *self, const GError *reason);

/* Goes on with what is next, if anything. */
void tw_contest_next_puzzle (TwContestSession *self);
/* Ends the search; NULL: there is no answer. */
void tw_contest_take_answer (TwContestSession *self, TwResult *result);
/* The same with the best so far. */
gboolean tw_contest_deadline_cb (gpointer session);

#endif
