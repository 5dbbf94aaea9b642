/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c - see summary.h. */
#include "app/pane/summary.h"

#include "app/compat.h"
#include "app/pane/transform-icon.h"
#include "core/base/transform.h"
#include "puzzle/i18n.h"

struct _TwSummary {
  TwPart parent_instance;

  GtkLabel *headline;
  GtkLabel *detail;
  GtkWidget *figures;
  GtkLabel *time;
  GtkLabel *bound;
  GtkLabel *gap;
  GtkWidget *winner;
  GtkCheckButton *transpose;
  GtkCheckButton *invert_x;
  GtkCheckButton *invert_y;

  GtkLabel *found;
  GtkProgressBar *time_left;

  gint64 best;
  int transform; /* whose boxes are checked; TW_NO_TRANSFORM: none is */
  char *said;    /* headline and detail together: the accessible label of the status */
};

G_DEFINE_FINAL_TYPE (TwSummary, tw_summary, TW_TYPE_PART)

/* The method that found the solution, for "Found by: ...", translated. */
static const char *
describe_method (const TwSummaryFacts *facts)
{
  if (g_str_equal (facts->engine, "greedy"))
    return _ ("greedy tiling");
  if (facts->transform >= 0)
    return _ ("column sweep");
  return _ ("large-neighbourhood search");
}

static void
check_boxes (TwSummary *self)
{
  int k = MAX (self->transform, 0);

  gtk_check_button_set_active (self->transpose, (k & TW_TRANSFORM_TRANSPOSE) != 0);
  gtk_check_button_set_active (self->invert_x, (k & TW_TRANSFORM_INVERT_X) != 0);
  gtk_check_button_set_active (self->invert_y, (k & TW_TRANSFORM_INVERT_Y) != 0);
}

/* Screen readers can toggle insensitive boxes; a toggle is reverted. */
static void
toggled_cb (GtkCheckButton *button, TwSummary *self)
{
  check_boxes (self);
}

static void
show_winner (TwSummary *self, const TwSummaryFacts *facts)
{
  int k = MAX (facts->transform, 0);
  gboolean known = facts->best >= 0 && (facts->engine != NULL || facts->transform >= 0);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->winner, facts->squares);
  gtk_widget_set_child_visible (self->winner, known);
  if (self->transform != facts->transform) {
    self->transform = facts->transform;
    check_boxes (self);
  }
  if (!known)
    return;
  if (facts->engine == NULL)
    text = g_strdup_printf (_ ("Found by: %s"), tw_transform_phrase (k));
  else if (facts->transform > 0)
    /* Translators: a transform and a method: "invert X and Y, column sweep" */
    text = g_strdup_printf (_ ("Found by: %s, %s"), tw_transform_phrase (k),
                            describe_method (facts));
  else
    /* Translators: a method and "no transform": "large-neighbourhood search, no transform" */
    text = g_strdup_printf (_ ("Found by: %s, %s"), describe_method (facts),
                            tw_transform_phrase (TW_NO_TRANSFORM));
  tw_label_set_text (self->found, text);
}

static void
show_time_left (TwSummary *self, const TwSummaryFacts *facts)
{
  double left = MAX (facts->budget - facts->elapsed, 0);
  g_autofree char *text = g_strdup_printf (_ ("%.0f s left"), left);

  gtk_widget_set_child_visible (GTK_WIDGET (self->time_left), facts->budget > 0);
  if (facts->budget <= 0)
    return;
  gtk_progress_bar_set_fraction (self->time_left, left / facts->budget);
  if (g_strcmp0 (gtk_progress_bar_get_text (self->time_left), text) == 0)
    return;
  gtk_progress_bar_set_text (self->time_left, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_left),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

/* The headline has the role "status"; screen readers announce its label. */
static void
update_said (TwSummary *self, const TwSummaryFacts *facts)
{
  g_autofree char *said = NULL;

  /* Translators: "65 squares. At least 60 are needed" */
  said = facts->detail != NULL ? g_strdup_printf (_ ("%s. %s"), facts->headline, facts->detail)
                               : g_strdup (facts->headline);
  if (g_strcmp0 (said, self->said) == 0)
    return;
  g_free (self->said);
  self->said = g_steal_pointer (&said);
  tw_name_widget (self->headline, self->said);
}

static void
tw_summary_class_init (TwSummaryClass *klass)
{
  TW_OWN (klass, TwSummary, said, g_free);
  tw_class_set_template (klass, "summary");
  TW_BIND_CHILDREN (klass, TwSummary, headline, detail, figures, time, bound);
  TW_BIND_CHILDREN (klass, TwSummary, gap, winner, transpose, invert_x, invert_y, found, time_left);
  TW_BIND_CALLBACKS (klass, toggled_cb);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "summary");
}

static void
tw_summary_init (TwSummary *self)
{
  self->transform = TW_NO_TRANSFORM;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static char *
time_text (double seconds)
{
  if (seconds < 0)
    return g_strdup ("–");
  if (seconds < 0.001)
    return g_strdup (_ ("< 1 ms"));
  if (seconds < 0.1)
    return g_strdup_printf (_ ("%.0f ms"), seconds * 1000);
  return g_strdup_printf (_ ("%.1f s"), seconds);
}

/* Figures without letters would be reordered in right-to-left text, so a direction mark is added. */
static char *
gap_text (TwSummary *self, const TwSummaryFacts *facts)
{
  gint64 gap = facts->best - facts->bound;
  const char *mark = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? "\u200e"
                                                                                      : "";
  g_autofree char *figures = NULL;

  if (facts->bound <= 0 || gap < 0)
    return g_strdup ("–");
  if (gap == 0)
    return g_strdup ("0");
  figures = g_strdup_printf (_ ("%'d (%.1f %%)"), (int) gap,
                             100.0 * (double) gap / (double) facts->best);
  return g_strconcat (mark, figures, NULL);
}

void
tw_summary_show_facts (TwSummary *self, const TwSummaryFacts *facts)
{
  g_autofree char *time = time_text (facts->seconds);
  g_autofree char *bound = facts->bound > 0 ? g_strdup_printf ("%'lld", (long long) facts->bound)
                                            : g_strdup ("–");
  g_autofree char *gap = gap_text (self, facts);

  tw_label_set_text (self->headline, facts->headline);
  tw_label_show_message (self->detail, facts->detail);
  update_said (self, facts);
  tw_label_set_text (self->time, time);
  tw_label_set_text (self->bound, bound);
  tw_label_set_text (self->gap, gap);
  gtk_widget_set_visible (self->figures, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->bound), facts->squares);
  gtk_widget_set_visible (GTK_WIDGET (self->gap), facts->squares);
  self->best = facts->best;
  show_winner (self, facts);
  show_time_left (self, facts);
}

void
tw_summary_clear (TwSummary *self, const char *headline, const char *detail)
{
  TwSummaryFacts facts = {
    .headline = headline,
    .detail = detail,
    .seconds = -1,
    .best = -1,
    .transform = TW_NO_TRANSFORM,
  };
  tw_summary_show_facts (self, &facts);
  gtk_widget_set_visible (self->figures, FALSE);
}

gint64
tw_summary_get_best (TwSummary *self, int *transform)
{
  *transform = self->transform;
  return self->best;
}

void
tw_summary_announce (TwSummary *self)
{
  if (self->said != NULL)
    tw_compat_announce (GTK_WIDGET (self->headline), self->said);
}
