/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.c - results as objects; see tilewright/result.h. */
#include "library/private.h"
#include "library/properties.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-count.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-certify.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/load.h"
#include "puzzle/verify.h"

struct _TilewrightResult {
  GObject parent_instance;
  TilewrightPuzzle *puzzle;
  TwResult *result;
  gboolean claimed; /* was read: nobody has proved its bound */
};

G_DEFINE_FINAL_TYPE (TilewrightResult, tilewright_result, G_TYPE_OBJECT)

enum {
  PROP_0,
  TILEWRIGHT_RESULT_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
};

/* The number of solutions that the search found; NULL: they are not counted. */
static char *
dup_count (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  TwSolutionCount count;

  if (kind->count == NULL)
    return NULL;
  count = kind->count->of (result);
  return count.raw_digits != NULL ? g_strdup (count.raw_digits)
                                  : g_strdup_printf ("%" G_GUINT64_FORMAT, count.raw);
}

static void
tilewright_result_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TilewrightResult *self = TILEWRIGHT_RESULT (object);

  switch (id) {
    TILEWRIGHT_RESULT_PROPERTIES (TILEWRIGHT_PROPERTY_GET)
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tilewright_result_finalize (GObject *object)
{
  TilewrightResult *self = TILEWRIGHT_RESULT (object);

  g_clear_pointer (&self->result, tw_result_unref);
  g_clear_object (&self->puzzle);
  G_OBJECT_CLASS (tilewright_result_parent_class)->finalize (object);
}

static void
tilewright_result_class_init (TilewrightResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *props[N_PROPS] = { NULL };

  object_class->get_property = tilewright_result_get_property;
  object_class->finalize = tilewright_result_finalize;
  TILEWRIGHT_RESULT_PROPERTIES (TILEWRIGHT_PROPERTY_PARAM)
  g_object_class_install_properties (object_class, N_PROPS, props);
}

/* g_object_new () gives a result without a solution. */
static void
tilewright_result_init (TilewrightResult *self)
{
  self->puzzle = g_object_new (TILEWRIGHT_TYPE_PUZZLE, NULL);
  self->result = tw_result_new (tilewright_puzzle_peek (self->puzzle));
}

TwResult *
tilewright_result_peek (TilewrightResult *self)
{
  return self->result;
}

TwResult *
tilewright_result_dup_start (TilewrightResult *self)
{
  return self->claimed && tw_result_has_solution (self->result)
           ? tw_result_dup_solution (self->result)
           : tw_result_ref (self->result);
}

TilewrightResult *
tilewright_result_wrap (TilewrightPuzzle *puzzle, TwResult *result)
{
  TilewrightResult *self = result != NULL ? g_object_new (TILEWRIGHT_TYPE_RESULT, NULL) : NULL;

  if (self == NULL)
    return NULL;
  g_set_object (&self->puzzle, puzzle);
  tw_result_unref (self->result);
  self->result = result;
  return self;
}

/* --- figures ------------------------------------------------------------------------ */

gboolean
tilewright_result_has_solution (TilewrightResult *self)
{
  return tw_result_has_solution (self->result);
}

TilewrightStatus
tilewright_result_get_status (TilewrightResult *self)
{
  return (TilewrightStatus) self->result->status;
}

gint64
tilewright_result_get_cost (TilewrightResult *self)
{
  return tw_result_has_solution (self->result) ? tw_kind_cost (self->result) : -1;
}

gint64
tilewright_result_get_bound (TilewrightResult *self)
{
  gboolean all_equal = tw_puzzle_get_kind (self->result->puzzle)->solution->cost == NULL;

  return self->result->status == TW_STATUS_OPTIMAL || all_equal ? tilewright_result_get_cost (self)
                                                                : self->result->bound;
}

gint64
tilewright_result_get_gap (TilewrightResult *self)
{
  gint64 cost = tilewright_result_get_cost (self), bound = tilewright_result_get_bound (self);

  return cost >= 0 && bound >= 0 ? cost - bound : -1;
}

/* --- solutions ---------------------------------------------------------------------- */

GListModel *
tilewright_result_get_placements (TilewrightResult *self)
{
  gint64 n = tw_result_count (self->result);

  return tilewright_list_new (TILEWRIGHT_TYPE_PLACEMENT, G_OBJECT (self), n > 0 ? (guint) n : 0,
                              tilewright_placement_new);
}

/* The number of solutions that are stored beside that of the result. */
static gsize
n_listed (const TwResult *result)
{
  const TwKindCount *count = tw_puzzle_get_kind (result->puzzle)->count;

  return count != NULL && count->listed != NULL ? count->of (result).kept : 0;
}

static GObject *
get_solution (GObject *object, guint index)
{
  TilewrightResult *self = TILEWRIGHT_RESULT (object);
  const TwKindCount *count = tw_puzzle_get_kind (self->result->puzzle)->count;

  return n_listed (self->result) > 0
           ? (GObject *) tilewright_result_wrap (self->puzzle, count->listed (self->result, index))
           : g_object_ref (object);
}

GListModel *
tilewright_result_get_solutions (TilewrightResult *self)
{
  gsize n = n_listed (self->result);

  if (n == 0
      && tw_result_get_piece_solutions (self->result) == NULL) /* which may have only counted */
    n = tw_result_has_solution (self->result);
  return tilewright_list_new (TILEWRIGHT_TYPE_RESULT, G_OBJECT (self), (guint) n, get_solution);
}

char *
tilewright_result_describe (TilewrightResult *self)
{
  return tw_result_describe (self->result);
}

GStrv
tilewright_result_check (TilewrightResult *self, gsize *n_faults)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  gsize n = tw_kind_check (self->result, faults);

  if (n_faults != NULL)
    *n_faults = n;
  g_ptr_array_add (faults, NULL);
  return (GStrv) g_ptr_array_steal (faults, NULL);
}

GBytes *
tilewright_result_certify (TilewrightResult *self, TilewrightOptions *options,
                           GCancellable *cancellable, gint64 *bound, GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (self->result->puzzle);
  TwOptions copy;
  gulong handler;
  gsize length;
  gint64 proved;
  g_autofree char *unchecked = NULL; /* tilewright-check is missing or slow */
  TwRun *run;
  char *text;

  if (!tilewright_options_read (options, NULL, &copy, error))
    return NULL;
  if (kind->certify == NULL)
    return tw_fail_usage_null (
      error, _ ("%s: no certificate: there are none for puzzles of this kind (%s)"),
      tw_puzzle_get_name (self->result->puzzle), _ (kind->title));
  if (!tw_kind_accept (self->result, error))
    return NULL;
  run = tilewright_run_begin (&copy, cancellable, &handler, error);
  if (run == NULL)
    return NULL;
  text = kind->certify->solution (self->result, &copy, run, &length, &proved, error);
  if (text != NULL && !tw_verify_certificate (text, length, &copy, run, &unchecked, error))
    g_clear_pointer (&text, g_free);
  tilewright_run_end (run, cancellable, handler);
  if (g_cancellable_is_cancelled (cancellable)) {
    g_clear_error (error);
    g_clear_pointer (&text, g_free);
    g_cancellable_set_error_if_cancelled (cancellable, error);
  }
  if (bound != NULL)
    *bound = text != NULL ? proved : -1;
  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

/* --- JSON ------------------------------------------------------------------------------ */

TilewrightResult *
tilewright_result_new_from_json (TilewrightPuzzle *puzzle, const char *json, GError **error)
{
  TilewrightResult *self = tilewright_result_wrap (
    puzzle, tw_result_parse (tilewright_puzzle_peek (puzzle), json, strlen (json), NULL, error));

  if (self != NULL)
    self->claimed = TRUE;
  return self;
}

char *
tilewright_result_to_json (TilewrightResult *self)
{
  return tw_result_print (self->result);
}
