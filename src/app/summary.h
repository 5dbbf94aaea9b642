/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - the answer in words: squares, proof, bound, gap, time, and the
 * transform that won as three check boxes that show and are not to be set.
 */
#ifndef TW_APP_SUMMARY_H
#define TW_APP_SUMMARY_H

#include <gtk/gtk.h>

#define TW_TYPE_SUMMARY (tw_summary_get_type ())
G_DECLARE_FINAL_TYPE (TwSummary, tw_summary, TW, SUMMARY, GtkWidget)

typedef struct {
  const char *headline; /* "65 squares", translated */
  const char *detail;   /* "optimal", "at least 63", ...; NULL: nothing */
  double seconds;       /* below 0: not solved yet */
  gint64 best;          /* squares; -1: the answer has no squares, or none was found */
  gint64 bound;         /* proved; 0 or less: none */
  int transform;        /* -1: none */
  gboolean squares;     /* the puzzle asks for few squares: bound, gap and transform are meant */
} TwSummaryFacts;

void tw_summary_show_facts (TwSummary *self, const TwSummaryFacts *facts);
/* Nothing has been solved: only the headline. */
void tw_summary_clear (TwSummary *self, const char *headline, const char *detail);

/* Screen readers are told what is shown. */
void tw_summary_announce (TwSummary *self);

#endif
