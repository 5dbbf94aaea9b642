/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.h - how a search ended, and why it stopped. */
#pragma once

/* The status that an engine returns. */
typedef enum {
  TW_STATUS_OPTIMAL,       /* the best solution is proved optimal */
  TW_STATUS_FEASIBLE,      /* a solution without a proof of optimality */
  TW_STATUS_INFEASIBLE,    /* proved: there is no solution */
  TW_STATUS_TIMEOUT,       /* no solution within the time limit */
  TW_STATUS_CANCELLED,     /* no solution before the cancellation */
  TW_STATUS_OUT_OF_MEMORY, /* no solution within the memory budget */
} TwStatus;

/* The names used in the result format: "optimal", "feasible", ... */
const char *tw_status_name (TwStatus status);

/* Why a run stops; the first reason is kept. */
typedef enum {
  TW_STOP_NONE,
  TW_STOP_CANCEL,
  TW_STOP_DEADLINE,
  TW_STOP_MEMORY,
} TwStop;

/* Returns the status of a search that stopped for the reason `why` before it found a solution or
 * proved anything. A search without a stop reason counts as out of time. */
TwStatus tw_status_of_stop (TwStop why);
