/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solutions.c - see solutions.h. */
#include "app/pane/solutions.h"

#include "app/pieces/thumbs.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-count.h"

struct _TwSolutions {
  TwPart parent_instance;

  GtkLabel *position;
  TwThumbs *thumbs;

  const TwThumbsSource *source; /* of the pictures */
  guint index;
  guint kept;
};

G_DEFINE_FINAL_TYPE (TwSolutions, tw_solutions, TW_TYPE_PART)

static TwResult *
dup_nth (gpointer results, guint position)
{
  return tw_result_ref (g_ptr_array_index ((GPtrArray *) results, position));
}

static TwResult *
get_of_pieces (gpointer solutions, guint position)
{
  return tw_piece_solutions_get (solutions, position);
}

static TwScene *
draw (TwResult *result)
{
  TwScene *scene = result != NULL ? tw_picture_scene (result->puzzle, result) : NULL;

  g_clear_pointer (&result, tw_result_unref);
  return scene;
}

static TwScene *
draw_pieces (gpointer solutions, guint position)
{
  return draw (get_of_pieces (solutions, position));
}

static TwScene *
draw_nth (gpointer results, guint position)
{
  return draw (dup_nth (results, position));
}

static char *
caption (gpointer solutions, guint position)
{
  return g_strdup_printf ("%'u", position + 1);
}

static char *
describe (gpointer solutions, guint position)
{
  return g_strdup_printf (_ ("Solution %'u"), position + 1);
}

static const TwThumbsSource of_pieces = {
  .picture = { (GBoxedCopyFunc) tw_piece_solutions_ref, (GDestroyNotify) tw_piece_solutions_unref,
               draw_pieces, NULL, NULL },
  .caption = caption,
  .describe = describe,
};
static const TwThumbsSource of_results = {
  .picture = { (GBoxedCopyFunc) g_ptr_array_ref, (GDestroyNotify) g_ptr_array_unref, draw_nth, NULL,
               NULL },
  .caption = caption,
  .describe = describe,
};

static void
picked_cb (TwSolutions *self, guint position)
{
  g_signal_emit_by_name (self, "chosen", position);
}

static void
tw_solutions_class_init (TwSolutionsClass *klass)
{
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_UINT);
  g_type_ensure (TW_TYPE_THUMBS);
  tw_class_set_template (klass, "solutions");
  TW_BIND_CHILDREN (klass, TwSolutions, position, thumbs);
  TW_BIND_CALLBACKS (klass, picked_cb);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "solutions");
}

static void
tw_solutions_init (TwSolutions *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_thumbs_set_title (self->thumbs, "solutions-grid", _ ("Solutions"));
}

/* --- public functions -------------------------------------------------------------- */

/* Whether the search stops at the first solution. */
static gboolean
wants_one (TwPieceSolutions *solutions)
{
  const TwOptions *options = tw_piece_solutions_get_options (solutions);

  return options->limit == 1 && !options->count_only;
}

char *
tw_solutions_describe (TwPieceSolutions *solutions, gboolean running)
{
  TwSolutionCount count = tw_piece_solutions_count (solutions);
  guint64 n = count.listed;

  if (running)
    return g_strdup_printf (
      tw_ngettext ("%'llu solution so far", "%'llu solutions so far", (gulong) n),
      (unsigned long long) n);
  if (n == 1 && count.complete && !tw_piece_solutions_get_options (solutions)->count_only)
    return g_strdup (_ ("The only solution"));
  if (!count.complete && wants_one (solutions))
    return g_strdup (_ ("Solved"));
  if (count.raw_digits != NULL)
    return g_strdup_printf (_ ("%s solutions"), tw_piece_solutions_get_options (solutions)->raw
                                                  ? count.raw_digits
                                                  : count.distinct_digits);
  if (count.complete)
    return g_strdup_printf (tw_ngettext ("%'llu solution", "%'llu solutions", (gulong) n),
                            (unsigned long long) n);
  return g_strdup_printf (
    tw_ngettext ("%'llu solution, perhaps more", "%'llu solutions, perhaps more", (gulong) n),
    (unsigned long long) n);
}

char *
tw_solutions_describe_raw (TwPieceSolutions *solutions)
{
  TwSolutionCount count = tw_piece_solutions_count (solutions);

  /* Both counts are equal on a board without symmetry, and meaningless after a search for one
   * solution. */
  if (tw_piece_solutions_get_options (solutions)->raw || wants_one (solutions)
      || count.raw == count.distinct)
    return NULL;
  /* Translators: below "2,339 solutions": "9,356 with symmetric ones" */
  return g_strdup_printf (_ ("%'llu with symmetric ones"), (unsigned long long) count.raw);
}

char *
tw_solutions_describe_end (TwPieceSolutions *solutions)
{
  const TwOptions *options = tw_piece_solutions_get_options (solutions);
  TwSolutionCount count = tw_piece_solutions_count (solutions);
  gboolean enough = !options->count_only && options->limit > 0
                    && count.listed >= (guint64) options->limit;

  if (count.complete)
    return options->count_only ? g_strdup (_ ("All are counted")) : NULL;
  if (enough)
    return NULL;
  switch (count.stop) {
  case TW_STOP_DEADLINE:
    return g_strdup (_ ("Time limit reached before all were found"));
  case TW_STOP_MEMORY:
    return g_strdup (_ ("Memory limit reached before all were found"));
  case TW_STOP_CANCEL:
  case TW_STOP_NONE: /* it is about to stop */
  default:
    return g_strdup (count.can_continue ? _ ("Paused before all were found")
                                        : _ ("Stopped before all were found"));
  }
}

static void
show_position (TwSolutions *self, gboolean running)
{
  g_autofree char *position = running
                                ? g_strdup_printf (_ ("%'u of %'u so far"), self->index + 1,
                                                   self->kept)
                                : g_strdup_printf (_ ("%'u of %'u"), self->index + 1, self->kept);

  tw_label_set_text (self->position, position);
}

static void
show (TwSolutions *self, const TwThumbsSource *source, gpointer list, guint kept, gboolean running)
{
  if (list != tw_thumbs_get_data (self->thumbs))
    self->index = 0;
  self->source = source;
  self->kept = kept;
  gtk_widget_set_visible (GTK_WIDGET (self), kept > 0);
  tw_thumbs_show (self->thumbs, source, list, kept);
  if (kept == 0)
    return;
  tw_thumbs_select (self->thumbs, self->index);
  show_position (self, running);
}

void
tw_solutions_show (TwSolutions *self, TwPieceSolutions *solutions, gboolean running)
{
  show (self, &of_pieces, solutions, (guint) tw_piece_solutions_count (solutions).kept, running);
}

void
tw_solutions_show_results (TwSolutions *self, GPtrArray *results)
{
  show (self, &of_results, results, results->len, FALSE);
}

TwResult *
tw_solutions_dup_chosen (TwSolutions *self)
{
  gpointer list = tw_thumbs_get_data (self->thumbs);

  if (list == NULL)
    return NULL;
  return (self->source == &of_pieces ? get_of_pieces : dup_nth) (list, self->index);
}

guint
tw_solutions_get_index (TwSolutions *self)
{
  return self->index;
}

void
tw_solutions_set_index (TwSolutions *self, guint index)
{
  g_return_if_fail (index < self->kept);
  self->index = index;
  tw_thumbs_select (self->thumbs, index);
}

guint
tw_solutions_get_kept (TwSolutions *self)
{
  return self->kept;
}
