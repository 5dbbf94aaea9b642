/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - the result as text: squares, proof, bound, gap, time, and the winning transform as
 * three read-only check boxes.
 */
#ifndef TW_APP_PANE_SUMMARY_H
#define TW_APP_PANE_SUMMARY_H

#include <gtk/gtk.h>

#define TW_TYPE_SUMMARY (tw_summary_get_type ())
G_DECLARE_FINAL_TYPE (TwSummary, tw_summary, TW, SUMMARY, GtkWidget)

typedef struct {
  const char *headline; /* "65 squares", translated */
  const char *detail;   /* "optimal", "at least 63", ...; NULL: nothing */
  double seconds;       /* below 0: not solved yet */
  gint64 best;          /* squares; -1: no solution, or one without squares */
  gint64 bound;         /* proved; 0 or less: none */
  int transform;        /* -1: none */
  gboolean squares;     /* the puzzle minimizes squares: show bound, gap and transform */
} TwSummaryFacts;

void tw_summary_show_facts (TwSummary *self, const TwSummaryFacts *facts);
/* Nothing has been solved yet: shows only the headline and the detail. */
void tw_summary_clear (TwSummary *self, const char *headline, const char *detail);

/* Announces the shown text to screen readers. */
void tw_summary_announce (TwSummary *self);

#endif
