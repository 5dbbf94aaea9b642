/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team.h - recursive work that a few threads share by forking and joining tasks.
 *
 * A task that is forked waits in a list. An idle thread takes the oldest one, which is the largest.
 * A thread that joins a task does it itself if no other thread has taken it, so one thread alone
 * works in the order of a plain recursion. (Work stealing: Blumofe and Leiserson 1999.) */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/run/clock.h"

typedef struct {
  int threads; /* at most this many work at once */
  /* A search that pauses on as many threads as the team adds (pause.h); NULL: none. */
  TwRun *others;
} TwTeamRule;

typedef struct TwTeam TwTeam;

/* The first member of a structure with the data of the task. */
typedef struct TwTask TwTask;
struct TwTask {
  void (*work) (TwTask *task, TwTeam *team, TwPoll *poll);
  /* private to team.c */
  TwTask *older;
  bool taken, done;
};

/* Runs the task and all tasks that it forks. `states` is the expected amount of work. If `rule` is
 * NULL or the work would take only some milliseconds, one thread does it, and `team` is NULL in the
 * tasks; in a run under test the work is always enough for a team. The threads poll `run`. Returns
 * true if there was a team. */
bool tw_team_run (const TwTeamRule *rule, uint64_t states, TwTask *task, TwRun *run);
/* Offers the task, whose other members are set, to idle threads. The caller must join it. */
void tw_team_fork (TwTeam *team, TwTask *task);
/* Returns true when another thread has done the task. Otherwise no thread has taken it, and none
 * will: the caller does it. */
bool tw_team_join (TwTeam *team, TwTask *task, TwPoll *poll);
