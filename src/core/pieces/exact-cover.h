/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover.h - exact cover problems without a board, given by items and options.
 *
 * A solution is a set of options such that each primary item is in exactly one of them. A
 * secondary item is in at most one of them, or in several that all give it the same colour. This
 * is the problem XCC of D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1;
 * cover.h searches it.
 *
 * Items are numbered from 0, the primary ones first. An option without a primary item is never
 * chosen, as in Knuth's programs.
 *
 * Threads: a problem is read-only while it is searched. The caller runs tw_exact_cover_search ()
 * on a separate thread; the function starts more threads as asked and joins all before it
 * returns.
 */
#pragma once

#include <stdatomic.h>

#include "core/run/run.h"

enum {
  TW_EXACT_COVER_NO_COLOUR = 0,
};

/* An item of an option. */
typedef struct {
  int32_t item;
  int32_t colour; /* 1, 2, ...; only secondary items have one */
} TwCoverTerm;

/* The caller owns both arrays. */
typedef struct {
  int n_primary;
  int n_secondary;
  int n_options;
  const int32_t *start;     /* n_options + 1: where the terms of each option begin */
  const TwCoverTerm *terms; /* an option has no item twice */
} TwExactCover;

typedef struct {
  /* OPTIMAL: the requested solutions were found; INFEASIBLE: it is proved that there is none;
   * FEASIBLE: the search stopped after it had found some; otherwise the reason why it stopped
   * before it found one. */
  TwStatus status;
  bool complete;    /* `count` is the number of all solutions */
  uint64_t count;   /* found so far */
  int32_t *options; /* one solution, ascending; NULL: none; the caller frees it */
  int n_options;
} TwExactCoverResult;

/* Stops after `limit` solutions; with 0 it finds all. */
void tw_exact_cover_search (const TwExactCover *problem, uint64_t limit, int threads, TwRun *run,
                            TwExactCoverResult *result);
void tw_exact_cover_result_clear (TwExactCoverResult *result);

/* The first fault of a set of options. */
typedef enum {
  TW_COVER_FAULT_NONE,
  TW_COVER_FAULT_NO_SUCH_OPTION,
  TW_COVER_FAULT_TWICE,  /* an item is covered twice */
  TW_COVER_FAULT_COLOUR, /* a secondary item has two colours */
  TW_COVER_FAULT_NONE_OF_ITEM,
  TW_COVER_FAULT_NO_MEMORY,
} TwCoverFault;

/* Checks a solution against the definition; *item receives the item at fault, or -1. Shares no
 * code with the search. */
TwCoverFault tw_exact_cover_check (const TwExactCover *problem, const int32_t *options,
                                   size_t count, int *item);
