/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-result.c - puzzles and results as values: names, references, placements, texts for the user,
 * numeric ids. */
#include "test-tools.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solution.h"
#include "puzzle/squares.h"
#include "puzzle/load.h"

/* A kind that places pieces and has numeric ids. */
static void
write_nothing (const TwResult *result, TwJsonBuilder *builder)
{
}

static gboolean
read_nothing (TwResult *result, JsonObject *object, GError **error)
{
  return TRUE;
}

static void
count_free (gpointer payload)
{
  (*(int *) payload)++;
}

typedef struct {
  TwPlacements placements;
  int *cleared;
} Payload;

static void
payload_clear (gpointer payload)
{
  if (((Payload *) payload)->cleared != NULL)
    count_free (((Payload *) payload)->cleared);
}

static const TwKind pieces = {
  .name = "test-pieces",
  .title = "Pieces",
  .numeric_id = TRUE,
  .solution =
    &(const TwKindSolution){
      .form = TW_FORM_PIECES,
      .payload_size = sizeof (Payload),
      .payload_clear = payload_clear,
      .write = write_nothing,
      .read = read_nothing,
    },
};

TEST (names, "/result/names")
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, tw_board_new_empty (4, 3));
  guint8 *outside = g_new0 (guint8, 12);

  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "4 × 3");
  g_assert_null (tw_puzzle_get_id (puzzle));
  tw_puzzle_set_id (puzzle, "x7");
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "x7");
  tw_puzzle_set_origin (puzzle, "some/where.json", NULL);
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "where.json");
  tw_puzzle_set_origin (puzzle, "some/where.json", "Title");
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "Title");
  g_assert_cmpstr (tw_puzzle_get_file (puzzle), ==, "some/where.json");
  g_assert_null (tw_puzzle_get_outside (puzzle));
  tw_puzzle_set_outside (puzzle, outside);
  g_assert_true (tw_puzzle_get_outside (puzzle) == outside);
}

TEST (references, "/result/references")
{
  int freed = 0;
  TwPuzzle *puzzle = tw_puzzle_new (&pieces, "1", tw_board_new_empty (1, 1), &freed, count_free);
  TwResult *result = tw_result_new (puzzle);
  GValue value = G_VALUE_INIT;

  ((Payload *) result->payload)->cleared = &freed;
  g_value_init (&value, TW_TYPE_PUZZLE);
  g_value_set_boxed (&value, puzzle);
  tw_puzzle_unref (puzzle);
  tw_result_unref (tw_result_ref (result));
  g_assert_cmpint (freed, ==, 0);
  tw_result_unref (result);
  g_assert_cmpint (freed, ==, 1);
  g_value_unset (&value);
  g_assert_cmpint (freed, ==, 2);
}

TEST (placements, "/result/placements")
{
  static const guint32 first[] = { 0, 1, 4 }, second[] = { 2, 3 };
  g_autoptr (TwPuzzle)
    puzzle = tw_puzzle_new (&pieces, NULL, tw_board_new_empty (4, 2), NULL, NULL);
  g_autoptr (TwResult) result = tw_result_new (puzzle);
  static const char name[] = "V";

  g_assert_cmpuint (tw_result_n_placements (result), ==, 0);
  /* Off the board, as in an invalid solution: there are no cells, but the intended position is
   * stored. */
  tw_result_add_placement (result, name, 4, 0, 9, 9, FALSE, NULL, 0);
  g_assert_nonnull (tw_result_placement_cells (result, 0));
  result = (tw_result_unref (result), tw_result_new (puzzle));
  tw_result_add_placement (result, name, 5, 2, 0, 0, FALSE, first, G_N_ELEMENTS (first));
  tw_result_add_placement (result, NULL, 6, 0, 2, 0, TRUE, second, G_N_ELEMENTS (second));

  g_assert_cmpuint (tw_result_n_placements (result), ==, 2);
  g_assert_cmpstr (tw_result_placement (result, 0)->name, ==, "V");
  g_assert_cmpuint (tw_result_placement (result, 0)->piece, ==, 5);
  g_assert_cmpint (tw_result_placement (result, 0)->orientation, ==, 2);
  g_assert_cmpmem (tw_result_placement_cells (result, 0), sizeof first, first, sizeof first);
  g_assert_null (tw_result_placement (result, 1)->name);
  g_assert_true (tw_result_placement (result, 1)->fixed);
  g_assert_cmpmem (tw_result_placement_cells (result, 1), sizeof second, second, sizeof second);

  result->status = TW_STATUS_FEASIBLE;

  g_autofree char *text = tw_result_describe (result);

  g_assert_cmpstr (text, ==, "2 pieces");
}

TEST (describe, "/result/describe")
{
  static const struct {
    TwStatus status;
    gint64 bound;
    const char *reason;
    const char *text;
    TwStop stop;
  } cases[] = {
    { TW_STATUS_OPTIMAL, 1, NULL, "1 square, optimal", TW_STOP_NONE },
    { TW_STATUS_FEASIBLE, 0, NULL, "1 square", TW_STOP_NONE },
    { TW_STATUS_FEASIBLE, 1, NULL, "1 square, at least 1 needed", TW_STOP_NONE },
    { TW_STATUS_FEASIBLE, 1, NULL, "1 square, at least 1 needed; time limit reached",
      TW_STOP_DEADLINE },
    { TW_STATUS_FEASIBLE, 0, NULL, "1 square; the memory budget was used up", TW_STOP_MEMORY },
    { TW_STATUS_FEASIBLE, 0, NULL, "1 square; stopped", TW_STOP_CANCEL },
    { TW_STATUS_OPTIMAL, 1, NULL, "1 square, optimal", TW_STOP_DEADLINE },
    { TW_STATUS_INFEASIBLE, -1, NULL, "no solution exists", TW_STOP_NONE },
    { TW_STATUS_INFEASIBLE, -1, "odd", "no solution exists: odd", TW_STOP_NONE },
    { TW_STATUS_TIMEOUT, -1, NULL, "the time limit was reached before a solution was found",
      TW_STOP_NONE },
    { TW_STATUS_CANCELLED, -1, NULL, "cancelled before a solution was found", TW_STOP_NONE },
    { TW_STATUS_OUT_OF_MEMORY, -1, NULL,
      "the memory budget was used up before a solution was found", TW_STOP_NONE },
  };
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, tw_board_new_empty (1, 1));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TwResult) result = tw_result_new (puzzle);

    result->status = cases[i].status;
    result->bound = cases[i].bound;
    result->stop = cases[i].stop;
    result->reason = g_strdup (cases[i].reason);
    tw_tiling_add (result->payload, (TwSquare){ .x = 0, .y = 0, .size = 1 });

    g_autofree char *text = tw_result_describe (result);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static TwResult *
parse (TwPuzzle *puzzle, const char *text, GError **error)
{
  return tw_result_parse (puzzle, text, strlen (text), "a.json", error);
}

TEST (numeric_ids, "/result/numeric-ids")
{
  g_autoptr (TwPuzzle)
    puzzle = tw_puzzle_new (&pieces, "123116", tw_board_new_empty (4, 4), NULL, NULL);
  g_autoptr (TwResult) result = parse (puzzle, "{\"id\":123116,\"seconds\":2}", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (result);
  g_assert_cmpfloat (result->seconds, ==, 2);

  g_autofree char *text = tw_result_print (result);

  g_assert_cmpstr (text, ==,
                   "{\"id\":123116,\"kind\":\"test-pieces\",\"status\":\"feasible\","
                   "\"seconds\":2.0}\n");

  g_autoptr (TwResult) listed = parse (
    puzzle, "[{\"id\":7},{\"id\":123116,\"status\":\"infeasible\",\"reason\":\"odd\"}]", NULL);

  g_assert_cmpint (listed->status, ==, TW_STATUS_INFEASIBLE);
  g_assert_cmpstr (listed->reason, ==, "odd");
  g_assert_null (parse (puzzle, "{\"id\":7}", &error));
  g_assert_cmpstr (error->message, ==,
                   "a.json: id: the solution is for “7”, the puzzle is “123116”");
}

TEST (bad_members, "/result/bad-members")
{
  static const char *const texts[] = {
    "{\"id\":\"123116\"}",
    "{\"seconds\":-1}",
    "{\"seconds\":\"1\"}",
    "{\"transform\":8}",
    "{\"engine\":1}",
    "{\"status\":\"best\"}",
    "{\"reason\":[]}",
    "[]",
    "[1]",
    "7",
  };
  g_autoptr (TwPuzzle)
    puzzle = tw_puzzle_new (&pieces, "123116", tw_board_new_empty (4, 4), NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    if (parse (puzzle, texts[i], &error) != NULL)
      g_error ("“%s” was taken", texts[i]);
    g_assert_true (g_str_has_prefix (error->message, "a.json: "));
  }
}

/* A bound is written and read again. Bounds that older versions had from floating-point arithmetic
 * are ignored. */
TEST (bound, "/result/bound")
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, tw_board_new_empty (2, 1));
  g_autoptr (TwResult) result = tw_result_new (puzzle);
  g_autoptr (GError) error = NULL;

  result->status = TW_STATUS_FEASIBLE;
  result->bound = 1;
  tw_tiling_add (result->payload, (TwSquare){ .x = 0, .y = 0, .size = 1 });
  tw_tiling_add (result->payload, (TwSquare){ .x = 1, .y = 0, .size = 1 });

  g_autoptr (JsonNode) node = tw_result_to_json (result);

  json_object_set_int_member (json_node_get_object (node), "reportedBound", 2);

  g_autoptr (TwResult) read = tw_result_from_json (puzzle, node, &error);

  g_assert_no_error (error);
  g_assert_cmpint (read->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpint (read->bound, ==, 1);
  json_object_set_int_member (json_node_get_object (node), "bound", 3);
  g_assert_null (tw_result_from_json (puzzle, node, &error));
  g_assert_true (g_str_has_prefix (error->message, "bound"));
}

/* Every kind defines the functions that its callers need. */
TEST (kinds, "/result/kinds")
{
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++) {
    g_assert_true (tw_kind_find ((*kind)->name) == *kind);
    g_assert_nonnull ((*kind)->title);
    g_assert_true (((*kind)->read->sniff_json == NULL) == ((*kind)->read->json == NULL));
    g_assert_true (((*kind)->read->sniff_text == NULL) == ((*kind)->read->text == NULL));
    g_assert_true (((*kind)->read->sniff_data == NULL) == ((*kind)->read->data == NULL));
    g_assert_true (((*kind)->read->sniff_data == NULL) == ((*kind)->read->solutions == NULL));
    g_assert_true ((*kind)->write == NULL || (*kind)->write->puzzle != NULL);
    g_assert_true (((*kind)->solve->live_new == NULL) == ((*kind)->solve->live_free == NULL));
    g_assert_nonnull ((*kind)->solve->run);
    g_assert_nonnull ((*kind)->solution->write);
    g_assert_nonnull ((*kind)->solution->read);
    g_assert_nonnull ((*kind)->solution->check);
    g_assert_nonnull ((*kind)->solve->engines[0].name);
    for (const TwEngineInfo *e = (*kind)->solve->engines; e->name != NULL; e++) {
      g_assert_true (tw_kind_find_engine (*kind, e->name) == e);
      g_assert_nonnull (e->title);
      g_assert_nonnull (e->summary);
    }
  }
  g_assert_null (tw_kind_find ("none"));
}

TEST_MAIN (test_init, g_test_run)
