/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - the result as text: squares, proof, bound, gap, time, and how it was found, with the
 * winning transform as three read-only check boxes. During a search a bar shows the time that is
 * left. What is not known yet keeps its place, so that nothing below moves during a search. */
#pragma once

#include "app/part.h"

#define TW_TYPE_SUMMARY (tw_summary_get_type ())
G_DECLARE_FINAL_TYPE (TwSummary, tw_summary, TW, SUMMARY, TwPart)

typedef struct {
  const char *headline; /* "65 squares", translated */
  const char *detail;   /* "optimal", "at least 63", ...; NULL: nothing */
  double seconds;       /* below 0: not solved yet */
  gint64 best;          /* squares; -1: no solution, or one without squares */
  gint64 bound;         /* proved; 0 or less: none */
  const char *engine;   /* the name of the engine that found the solution; NULL: unknown */
  int transform;        /* TW_NO_TRANSFORM: none */
  gboolean squares;     /* the puzzle minimizes squares: show bound, gap and transform */
  double elapsed;       /* of a running search with a time budget */
  double budget;        /* 0: no search is running, or without a budget */
} TwSummaryFacts;

void tw_summary_show_facts (TwSummary *self, const TwSummaryFacts *facts);
/* Nothing has been solved yet: shows only the headline and the detail. */
void tw_summary_clear (TwSummary *self, const char *headline, const char *detail);

/* The number of squares that is shown, -1: none, and the transform that found them. */
gint64 tw_summary_get_best (TwSummary *self, int *transform);
/* Announces the shown text to screen readers. */
void tw_summary_announce (TwSummary *self);
