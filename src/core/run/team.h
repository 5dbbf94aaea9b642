/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team.h - recursive work that a few threads share by forking and joining tasks.
 *
 * A task that is forked waits in a list. An idle thread takes the oldest one, which is the largest,
 * and a thread that joins a task which nobody has taken does it itself. So one thread alone works in
 * the order of a plain recursion. (Work stealing: Blumofe and Leiserson 1999.) */
#ifndef TW_CORE_RUN_TEAM_H
#define TW_CORE_RUN_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/run/clock.h"

typedef struct {
  int threads; /* at most this many work at once */
  TwRun
    *others; /* a search that pauses on as many threads as the team adds (pause.h); NULL: none */
} TwTeamRule;

typedef struct TwTeam TwTeam;

/* The first member of what the caller passes to the task. */
typedef struct TwTask TwTask;
struct TwTask {
  void (*work) (TwTask *task, TwTeam *team, TwPoll *poll);
  /* private to team.c */
  TwTask *older;
  bool taken, done;
};

/* Runs the task and all that it forks. One thread does so when `rule` is NULL or when less than some
 * milliseconds of work are expected, as the number of `states` says; `team` is then NULL. A run under
 * test expects enough work. The threads poll `run`. Returns true if there was a team. */
bool tw_team_run (const TwTeamRule *rule, uint64_t states, TwTask *task, TwRun *run);
/* Offers the task, whose other members are set, to idle threads. The caller must join it. */
void tw_team_fork (TwTeam *team, TwTask *task);
/* Returns true when another thread has done the task. Returns false when none has taken it, and none
 * will: then the caller does it. */
bool tw_team_join (TwTeam *team, TwTask *task, TwPoll *poll);

#endif
