/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.c - the result of one puzzle and its JSON; see result.h. */
#include "puzzle/result.h"

#include <math.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/json.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

G_DEFINE_BOXED_TYPE (TwResult, tw_result, tw_result_ref, tw_result_unref)

TwResult *
tw_result_new (TwPuzzle *puzzle)
{
  TwResult *result = g_new0 (TwResult, 1);

  g_atomic_ref_count_init (&result->ref_count);
  result->puzzle = tw_puzzle_ref (puzzle);
  result->status = TW_STATUS_TIMEOUT;
  result->transform = -1;
  result->bound = -1;
  result->payload = g_malloc0 (tw_puzzle_get_kind (puzzle)->solution->payload_size);
  return result;
}

TwResult *
tw_result_ref (TwResult *result)
{
  g_atomic_ref_count_inc (&result->ref_count);
  return result;
}

/* Returns the solution with which the payload begins; an empty one if it has another form. */
static gconstpointer
solution_of (const TwResult *result, TwSolutionForm form)
{
  static const union {
    TwTiling tiling;
    TwPlacements placements;
  } none;

  return tw_puzzle_get_kind (result->puzzle)->solution->form == form ? result->payload : &none;
}

const TwTiling *
tw_result_tiling (const TwResult *result)
{
  return solution_of (result, TW_FORM_SQUARES);
}

static void
free_payload (const TwKind *kind, gpointer payload)
{
  TwPlacements *placements = payload;

  if (kind->solution->payload_clear != NULL)
    kind->solution->payload_clear (payload);
  if (kind->solution->form == TW_FORM_SQUARES)
    tw_tiling_clear (payload);
  if (kind->solution->form == TW_FORM_PIECES) {
    g_free (placements->list);
    g_free (placements->cells);
  }
  g_free (payload);
}

void
tw_result_unref (TwResult *result)
{
  if (!g_atomic_ref_count_dec (&result->ref_count))
    return;
  free_payload (tw_puzzle_get_kind (result->puzzle), result->payload);
  tw_puzzle_unref (result->puzzle);
  g_free (result->reason);
  g_free (result->engine);
  g_free (result);
}

gboolean
tw_result_has_solution (const TwResult *result)
{
  return result->status == TW_STATUS_OPTIMAL || result->status == TW_STATUS_FEASIBLE;
}

gboolean
tw_result_has_squares (const TwResult *result)
{
  return tw_result_has_solution (result)
         && tw_puzzle_get_kind (result->puzzle)->solution->form == TW_FORM_SQUARES;
}

gboolean
tw_result_is_by_hand (const TwResult *result)
{
  return result != NULL && g_strcmp0 (result->engine, TW_ENGINE_HAND) == 0;
}

char *
tw_result_dup_clock (const TwResult *result)
{
  int seconds = (int) MIN (result->seconds, G_MAXINT);

  if (seconds < 3600)
    return g_strdup_printf ("%d:%02d", seconds / 60, seconds % 60);
  return g_strdup_printf ("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

gsize
tw_kind_check (const TwResult *result, GPtrArray *faults)
{
  if (!tw_result_has_solution (result))
    return 0;

  g_autoptr (GPtrArray) unread = NULL;

  if (faults == NULL)
    faults = unread = g_ptr_array_new_with_free_func (g_free);
  return tw_puzzle_get_kind (result->puzzle)->solution->check (result, faults);
}

gboolean
tw_fail_refused (GError **error, const TwPuzzle *puzzle)
{
  return tw_fail_format (error, _ ("%s: the checker refused the solution"),
                         tw_puzzle_get_name (puzzle));
}

gboolean
tw_kind_accept (const TwResult *result, GError **error)
{
  return tw_kind_check (result, NULL) == 0 || tw_fail_refused (error, result->puzzle);
}

gint64
tw_kind_cost (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);

  if (!tw_result_has_solution (result))
    return G_MAXINT64;
  return kind->solution->cost != NULL ? kind->solution->cost (result) : TW_COST_LEAST;
}

int
tw_result_compare (const TwResult *a, const TwResult *b)
{
  gint64 cost_a = a != NULL ? tw_kind_cost (a) : G_MAXINT64;
  gint64 cost_b = b != NULL ? tw_kind_cost (b) : G_MAXINT64;

  return (cost_a > cost_b) - (cost_a < cost_b);
}

gint64
tw_result_count (const TwResult *result)
{
  if (result == NULL || !tw_result_has_solution (result))
    return -1;
  return (gint64) (tw_result_tiling (result)->count + tw_result_n_placements (result));
}

gsize
tw_result_n_placements (const TwResult *result)
{
  const TwPlacements *placements = solution_of (result, TW_FORM_PIECES);

  return placements->n_list;
}

const TwPlacement *
tw_result_placement (const TwResult *result, gsize index)
{
  const TwPlacements *placements = solution_of (result, TW_FORM_PIECES);

  return &placements->list[index];
}

const guint32 *
tw_result_placement_cells (const TwResult *result, gsize index)
{
  const TwPlacements *placements = solution_of (result, TW_FORM_PIECES);

  return &placements->cells[placements->list[index].first_cell];
}

/* Makes room for `count` elements. */
static gboolean
grow (gpointer *array, gsize *room, gsize count, gsize size)
{
  gsize wanted = MAX (count, MAX (2 * *room, 16));
  gpointer larger;

  if (count <= *room)
    return TRUE;
  larger = g_try_realloc_n (*array, wanted, size);
  if (larger == NULL)
    return FALSE;
  *array = larger;
  *room = wanted;
  return TRUE;
}

gboolean
tw_result_add_placement (TwResult *result, const char *name, guint piece, int orientation, int x,
                         int y, gboolean fixed, const guint32 *cells, gsize n_cells)
{
  TwPlacements *to = result->payload;
  gpointer list = to->list, all = to->cells;
  gboolean fits;

  g_return_val_if_fail (tw_puzzle_get_kind (result->puzzle)->solution->form == TW_FORM_PIECES,
                        FALSE);
  fits = grow (&list, &to->list_room, to->n_list + 1, sizeof (TwPlacement));
  to->list = list;
  /* One more, so that the address of the cells of a placement without cells is not NULL. */
  fits = fits && grow (&all, &to->cells_room, to->n_cells + n_cells + 1, sizeof (guint32));
  to->cells = all;
  if (!fits)
    return FALSE;
  to->list[to->n_list++] = (TwPlacement){ .name = name,
                                          .piece = piece,
                                          .orientation = orientation,
                                          .x = x,
                                          .y = y,
                                          .first_cell = to->n_cells,
                                          .n_cells = n_cells,
                                          .fixed = fixed };
  if (n_cells > 0)
    memcpy (to->cells + to->n_cells, cells, n_cells * sizeof (guint32));
  to->n_cells += n_cells;
  return TRUE;
}

TwResult *
tw_result_dup_solution (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  TwResult *copy = tw_result_new (result->puzzle);

  copy->status = TW_STATUS_FEASIBLE;
  copy->engine = g_strdup (result->engine);
  copy->transform = result->transform;
  copy->seconds = result->seconds;
  copy->stop = result->stop;
  if (kind->solution->form == TW_FORM_SQUARES && !tw_tiling_assign (copy->payload, result->payload))
    copy->status = TW_STATUS_OUT_OF_MEMORY;
  if (kind->solution->copy != NULL)
    kind->solution->copy (copy->payload, result->payload);
  for (gsize i = 0; i < tw_result_n_placements (result); i++) {
    const TwPlacement *p = tw_result_placement (result, i);

    if (!tw_result_add_placement (copy, p->name, p->piece, p->orientation, p->x, p->y, p->fixed,
                                  tw_result_placement_cells (result, i), p->n_cells))
      copy->status = TW_STATUS_OUT_OF_MEMORY;
  }
  return copy;
}

static char *
describe_solution (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  gsize placed = tw_result_n_placements (result);

  g_autofree char *own = kind->solution->describe != NULL ? kind->solution->describe (result)
                                                          : NULL;

  if (own != NULL)
    return g_steal_pointer (&own);
  if (kind->solution->form == TW_FORM_PIECES)
    return g_strdup_printf (tw_ngettext ("%zu piece", "%zu pieces", placed), placed);

  gsize squares = tw_result_tiling (result)->count;
  g_autofree char *text = g_strdup_printf (tw_ngettext ("%zu square", "%zu squares", squares),
                                           squares);

  if (result->status == TW_STATUS_OPTIMAL)
    return g_strdup_printf (_ ("%s, optimal"), text);
  if (result->bound > 0)
    return g_strdup_printf (_ ("%s, at least %lld needed"), text, (long long) result->bound);
  return g_steal_pointer (&text);
}

const char *
tw_result_stop_text (const TwResult *result)
{
  /* When all solutions are equally good, the kind describes how the search ended. */
  if (result->status != TW_STATUS_FEASIBLE || tw_kind_cost (result) == TW_COST_LEAST)
    return NULL;
  switch (result->stop) {
  case TW_STOP_DEADLINE:
    return _ ("time limit reached");
  case TW_STOP_MEMORY:
    return _ ("the memory budget was used up");
  case TW_STOP_CANCEL:
    return _ ("stopped");
  case TW_STOP_NONE:
  default:
    return NULL;
  }
}

static char *
describe (const TwResult *result)
{
  g_autofree char *text = NULL;
  const char *end;

  if (result->reason != NULL
      && (result->status == TW_STATUS_TIMEOUT || result->status == TW_STATUS_OUT_OF_MEMORY))
    return g_strdup (result->reason);
  switch (result->status) {
  case TW_STATUS_OPTIMAL:
  case TW_STATUS_FEASIBLE:
    text = describe_solution (result);
    end = tw_result_stop_text (result);
    return end != NULL ? g_strdup_printf (_ ("%s; %s"), text, end) : g_steal_pointer (&text);
  case TW_STATUS_INFEASIBLE:
    if (result->reason != NULL)
      return g_strdup_printf (_ ("no solution exists: %s"), result->reason);
    return g_strdup (_ ("no solution exists"));
  case TW_STATUS_CANCELLED:
    return g_strdup (_ ("cancelled before a solution was found"));
  case TW_STATUS_OUT_OF_MEMORY:
    return g_strdup (_ ("the memory budget was used up before a solution was found"));
  case TW_STATUS_TIMEOUT:
  default:
    return g_strdup (_ ("the time limit was reached before a solution was found"));
  }
}

char *
tw_result_describe (const TwResult *result)
{
  g_autofree char *text = describe (result);

  return tw_visible_text (text, -1, FALSE); /* reasons quote names of pieces */
}

/* --- JSON ---------------------------------------------------------------- */

/* Adds a number that is 0 when it is unknown. */
static void
add_known (TwJsonBuilder *builder, const char *name, guint64 value)
{
  if (value > 0)
    tw_json_add_int (builder, name, (gint64) MIN (value, G_MAXINT64));
}

void
tw_result_write_statistics (const TwResult *result, TwJsonBuilder *builder)
{
  if (result->nodes == 0 && result->placements == 0)
    return;
  tw_json_begin_object (builder, "statistics");
  add_known (builder, "nodes", result->nodes);
  add_known (builder, "orientations", (guint64) result->orientations);
  add_known (builder, "placements", (guint64) result->placements);
  if (result->cpu >= 0.0005) /* a time that is rounded to 0 would be read as unknown */
    tw_json_add_seconds (builder, "processorSeconds", result->cpu);
  tw_json_end_object (builder);
}

void
tw_result_write_outcome (const TwResult *result, TwJsonBuilder *builder)
{
  tw_kind_write_names (result->puzzle, builder);
  tw_json_add_string (builder, "status", tw_status_name (result->status));
  tw_json_add_string (builder, "engine", result->engine);
  if (result->transform >= 0)
    tw_json_add_int (builder, "transform", result->transform);
  tw_json_add_seconds (builder, "seconds", result->seconds);
  if (result->status == TW_STATUS_INFEASIBLE || result->status == TW_STATUS_OUT_OF_MEMORY)
    tw_json_add_string (builder, "reason", result->reason);
  tw_result_write_statistics (result, builder);
}

void
tw_result_write_members (const TwResult *result, TwJsonBuilder *builder)
{
  tw_result_write_outcome (result, builder);
  tw_puzzle_get_kind (result->puzzle)->solution->write (result, builder);
}

void
tw_result_write (const TwResult *result, const char *name, TwJsonBuilder *builder)
{
  tw_json_begin_object (builder, name);
  tw_result_write_members (result, builder);
  tw_json_end_object (builder);
}

char *
tw_result_print (const TwResult *result)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);

  tw_result_write (result, NULL, builder);
  return tw_json_finish (builder, NULL);
}

JsonNode *
tw_result_to_json (const TwResult *result)
{
  g_autofree char *text = tw_result_print (result);

  return tw_json_parse (text, strlen (text), NULL);
}

/* An absent status means FEASIBLE: a bare solution makes no further claim. */
static gboolean
read_status (JsonObject *object, TwStatus *status, GError **error)
{
  const char *name;

  *status = TW_STATUS_FEASIBLE;
  if (!tw_json_get_optional_string (object, "status", &name, error))
    return FALSE;
  if (name == NULL)
    return TRUE;
  for (int i = TW_STATUS_OPTIMAL; i <= TW_STATUS_OUT_OF_MEMORY; i++)
    if (g_str_equal (name, tw_status_name ((TwStatus) i))) {
      *status = (TwStatus) i;
      return TRUE;
    }
  return tw_fail_format (error, _ ("status: “%s” is unknown"), name);
}

static gboolean
read_id (TwResult *result, JsonObject *object, GError **error)
{
  const char *id = tw_puzzle_get_id (result->puzzle);
  g_autofree char *solution_id = NULL;
  const char *text;
  gint64 number;

  if (!json_object_has_member (object, "id"))
    return TRUE;
  if (tw_puzzle_get_kind (result->puzzle)->numeric_id) {
    if (!tw_json_get_int (object, "id", 0, G_MAXINT64, &number, error))
      return FALSE;
    solution_id = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  } else {
    if (!tw_json_get_optional_string (object, "id", &text, error))
      return FALSE;
    solution_id = g_strdup (text);
  }
  if (id == NULL || solution_id == NULL || g_str_equal (id, solution_id))
    return TRUE;
  return tw_fail_format (error, _ ("id: the solution is for “%s”, the puzzle is “%s”"), solution_id,
                         id);
}

/* When the member is absent, *seconds does not change. */
static gboolean
read_seconds (JsonObject *object, const char *name, double *seconds, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  GType type = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node)
                                                            : G_TYPE_NONE;
  double value = type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : -1;

  if (node == NULL)
    return TRUE;
  if (!isfinite (value) || value < 0)
    return tw_fail_format (error, _ ("%s: a number of at least 0 is expected"), name);
  *seconds = value;
  return TRUE;
}

static gboolean
read_statistics (TwResult *result, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member (object, "statistics");
  gint64 nodes = 0, orientations = 0, placements = 0;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format (error, _ ("statistics: an object is expected, not %s"),
                           tw_json_type_name (node));
  object = json_node_get_object (node);
  if (!tw_json_get_optional_int (object, "nodes", 0, G_MAXINT64, &nodes, error)
      || !tw_json_get_optional_int (object, "orientations", 0, G_MAXINT, &orientations, error)
      || !tw_json_get_optional_int (object, "placements", 0, G_MAXINT, &placements, error)
      || !read_seconds (object, "processorSeconds", &result->cpu, error)) {
    g_prefix_error (error, "statistics.");
    return FALSE;
  }
  result->nodes = (guint64) nodes;
  result->orientations = (int) orientations;
  result->placements = (int) placements;
  return TRUE;
}

static gboolean
read_common (TwResult *result, JsonObject *object, GError **error)
{
  const char *engine, *reason;
  gint64 transform = -1;

  if (!read_id (result, object, error) || !read_status (object, &result->status, error)
      || !tw_json_get_optional_string (object, "engine", &engine, error)
      || !tw_json_get_optional_string (object, "reason", &reason, error)
      || !tw_json_get_optional_int (object, "transform", 0, 7, &transform, error))
    return FALSE;
  result->engine = g_strdup (engine);
  result->reason = g_strdup (reason);
  result->transform = (int) transform;
  return read_seconds (object, "seconds", &result->seconds, error)
         && read_statistics (result, object, error);
}

TwResult *
tw_result_from_json (TwPuzzle *puzzle, JsonNode *node, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format_null (error, _ ("a solution must be an object, not %s"),
                                tw_json_type_name (node));

  g_autoptr (TwResult) result = tw_result_new (puzzle);
  JsonObject *object = json_node_get_object (node);

  if (!read_common (result, object, error))
    return NULL;
  if (!tw_puzzle_get_kind (puzzle)->solution->read (result, object, error))
    return NULL;
  return g_steal_pointer (&result);
}
