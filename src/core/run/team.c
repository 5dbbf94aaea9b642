/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team.c - see team.h. */
#include "core/run/team.h"

#include <pthread.h>

#include "core/base/threads.h"
#include "core/run/pause.h"
#include "core/run/run-private.h"

/* Smaller work is not worth the start of a thread. */
#define LEAST_STATES 20000
/* States between two polls of the run. */
#define POLL_INTERVAL 500

struct TwTeam {
  TwRun *run, *others;
  TwTask *root; /* for the first thread */
  pthread_t first;
  pthread_mutex_t lock; /* protects all fields below and those of the tasks */
  pthread_cond_t changed;
  TwTask *newest; /* of the tasks that no thread has taken */
  bool over;
};

/* The caller of borrow (), take () and do_oldest () holds the lock of the team. */

/* Changes the number of threads of the other search that pause for the team. */
static void
borrow (TwTeam *team, int threads)
{
  if (team->others != NULL)
    tw_run_pause (team->others, threads);
}

/* Removes a task from the list. Returns false when another thread has taken it. */
static bool
take (TwTeam *team, TwTask *task)
{
  TwTask **at = &team->newest;

  if (task->taken)
    return false;
  while (*at != task)
    at = &(*at)->older;
  *at = task->older;
  task->taken = true;
  return true;
}

/* Does the oldest task that no thread has taken. Returns false when there is none. */
static bool
do_oldest (TwTeam *team, TwPoll *poll)
{
  TwTask *task = team->newest;

  if (task == NULL)
    return false;
  while (task->older != NULL)
    task = task->older;
  take (team, task);
  pthread_mutex_unlock (&team->lock);
  task->work (task, team, poll);
  pthread_mutex_lock (&team->lock);
  task->done = true;
  pthread_cond_broadcast (&team->changed);
  return true;
}

void
tw_team_fork (TwTeam *team, TwTask *task)
{
  if (team == NULL)
    return;
  pthread_mutex_lock (&team->lock);
  task->taken = task->done = false;
  task->older = team->newest;
  team->newest = task;
  pthread_cond_broadcast (&team->changed);
  pthread_mutex_unlock (&team->lock);
}

bool
tw_team_join (TwTeam *team, TwTask *task, TwPoll *poll)
{
  bool others;

  if (team == NULL)
    return false;
  pthread_mutex_lock (&team->lock);
  others = !take (team, task);
  while (others && !task->done) {
    if (do_oldest (team, poll))
      continue;
    borrow (team, -1);
    pthread_cond_wait (&team->changed, &team->lock);
    borrow (team, 1);
  }
  pthread_mutex_unlock (&team->lock);
  return others;
}

static void *
work (void *data)
{
  TwTeam *team = data;
  TwPoll poll;

  tw_poll_init (&poll, team->run, POLL_INTERVAL);
  if (pthread_equal (team->first, pthread_self ())) {
    team->root->work (team->root, team, &poll);
    pthread_mutex_lock (&team->lock);
    team->over = true;
    pthread_cond_broadcast (&team->changed);
  } else {
    pthread_mutex_lock (&team->lock);
    while (!team->over) {
      if (team->newest == NULL) {
        pthread_cond_wait (&team->changed, &team->lock);
        continue;
      }
      borrow (team, 1);
      while (do_oldest (team, &poll))
        ;
      borrow (team, -1);
    }
  }
  pthread_mutex_unlock (&team->lock);
  return NULL;
}

bool
tw_team_run (const TwTeamRule *rule, uint64_t states, TwTask *task, TwRun *run)
{
  TwTeam team = { .run = run, .root = task, .first = pthread_self () };
  TwPoll poll;

  if (rule != NULL && rule->threads > 1 && (states >= LEAST_STATES || tw_run_hooks (run) != NULL)
      && pthread_mutex_init (&team.lock, NULL) == 0) {
    team.others = rule->others;
    if (pthread_cond_init (&team.changed, NULL) == 0) {
      tw_threads_run (work, &team, 0, rule->threads, 0);
      pthread_cond_destroy (&team.changed);
      pthread_mutex_destroy (&team.lock);
      return true;
    }
    pthread_mutex_destroy (&team.lock);
  }
  tw_poll_init (&poll, run, POLL_INTERVAL);
  task->work (task, NULL, &poll);
  return false;
}
