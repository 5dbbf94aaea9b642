/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opening.c - large-neighbourhood search while prices are computed; see opening.h. */
#include "core/squares/local/opening.h"

#include <pthread.h>

#include "core/squares/sweep/dual-view.h"
#include "core/squares/local/lns.h"

/* Dual solver steps: few, since better prices would cost the time that the opening is meant to
 * use. */
#define STEPS 256

struct TwOpening {
  const TwBoard *board;
  const TwOptions *options;
  TwRun *to;
  TwRun *run; /* child of `to` */
  pthread_t thread;
};

static void *
work (void *data)
{
  TwOpening *o = data;
  uint64_t seed = (uint64_t) o->options->seed;
  TwLns *lns = NULL;
  TwDualView view;

  if (tw_dual_view_init (&view, o->board, 0, tw_run_best (o->to), o->run)
      && tw_dual_view_solve (&view, STEPS, o->run))
    lns = tw_lns_new (o->board, view.prices, o->run);
  tw_dual_view_clear (&view);
  while (lns != NULL && tw_lns_improve (lns, &seed, o->run, o->to))
    ;
  tw_lns_free (lns);
  return NULL;
}

TwOpening *
tw_opening_begin (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwOpening *o = tw_run_malloc (run, sizeof *o);

  if (o == NULL)
    return NULL;
  *o = (TwOpening){
    .board = board, .options = options, .to = run, .run = tw_run_new_child (run, 0)
  };
  if (o->run != NULL && pthread_create (&o->thread, NULL, work, o) == 0)
    return o;
  tw_run_free (o->run);
  tw_run_mfree (run, o);
  return NULL;
}

void
tw_opening_end (TwOpening *o)
{
  if (o == NULL)
    return;
  tw_run_cancel (o->run);
  pthread_join (o->thread, NULL);
  tw_run_free (o->run);
  tw_run_mfree (o->to, o);
}
