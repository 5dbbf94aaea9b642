/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit-run.h - searches one work unit. Blocking; any thread. */
#pragma once

#include "puzzle/cluster/unit-result.h"

enum {
  TW_UNIT_CHILDREN = 16, /* a unit that is cut short leaves about this many units */
};

typedef struct {
  int threads;          /* at least 1 */
  guint64 budget;       /* nodes after which a search is cut short; 0: no limit */
  TwMemoRegion *region; /* what units of a count share (node-memo.h); NULL: nothing. With a region a
                           budget is not exactly repeatable. */
  gboolean audit;       /* search in another order, and only to the end; lists no solutions */
} TwUnitLimits;

/* Searches until the unit is finished, its budget is used up, or `run` is cancelled; its unsearched
 * subtrees become children of the unit. Returns NULL and sets `error` when memory runs out or the
 * plan does not fit this program. */
TwUnitResult *tw_unit_run (const TwPlan *plan, const TwUnit *unit, const TwUnitLimits *limits,
                           TwRun *run, GError **error);
