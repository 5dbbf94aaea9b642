/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node-memo.h - shared memory in which all processes of a user on one machine remember what they
 * have counted below the remainders of a plan (core/pieces/cover-memo.h).
 *
 * Work units share most of their remainders, so a process that starts with an empty memo counts
 * again what others have counted. The memory belongs to one plan and one version of the program.
 * The last process that closes it deletes it; after a process that was killed, the next one does.
 *
 * Any thread.
 */
#pragma once

#include "core/pieces/query.h"
#include "puzzle/cluster/plan.h"

typedef struct {
  TwMemoRegion region;
  char *name; /* of the shared memory */
  int fd;
} TwNodeMemo;

/* The name of the shared memory of a plan, "/tilewright-...". */
char *tw_node_memo_name (const TwPlan *plan);
/* Returns NULL when this system cannot share memory or does not have it; the searches then remember
 * for themselves. */
TwNodeMemo *tw_node_memo_open (const TwPlan *plan);
void tw_node_memo_close (TwNodeMemo *memo);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwNodeMemo, tw_node_memo_close)
