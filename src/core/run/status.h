/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.h - how a search and its phases ended, and why it stopped. */
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

/* How a phase of a search ended. Each function returns some of these; its header says what it looks
 * for and what its limits are. */
typedef enum {
  TW_END_DONE,    /* all was searched or computed */
  TW_END_FOUND,   /* the phase ended with a solution */
  TW_END_NONE,    /* there is no solution, or no further one: a proof unless the header says no */
  TW_END_LIMIT,   /* the limit of this call was reached; another call may continue */
  TW_END_STOPPED, /* by the run or by the caller; the result is incomplete */
  TW_END_NO_MEMORY,
} TwEnd;

/* Returns the status of a search that stopped for the reason `why` before it found a solution or
 * proved anything. A search without a stop reason counts as out of time. */
TwStatus tw_status_of_stop (TwStop why);
