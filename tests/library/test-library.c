/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-library.c - libtilewright as another program uses it: through the public headers only. */
#include <glib/gstdio.h>
#include <tilewright.h>
#include <unistd.h>

#include "test-cairo.h"
#include "test-tools.h"

/* The call fails with this error, which is cleared. */
#define assert_refused(code, call)                                     \
  G_STMT_START                                                         \
  {                                                                    \
    g_assert_false (call);                                             \
    g_assert_error (error, TILEWRIGHT_ERROR, TILEWRIGHT_ERROR_##code); \
    g_clear_error (&error);                                            \
  }                                                                    \
  G_STMT_END

/* Nobody proves the optimum of such a board within the time of a test. */
static TilewrightPuzzle *
large_board (void)
{
  TilewrightPuzzle *puzzle = tilewright_puzzle_new_random (100, 100, 0.03, 1, NULL);

  g_assert_nonnull (puzzle);
  return puzzle;
}

static TilewrightPuzzle *
board_of (const char *spec, const char *pieces)
{
  g_autoptr (GError) error = NULL;
  TilewrightPuzzle *puzzle = tilewright_puzzle_new_from_spec (spec, pieces, &error);

  g_assert_no_error (error);
  return puzzle;
}

static TilewrightResult *
solve (TilewrightPuzzle *puzzle, int limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightOptions) options = tilewright_options_new ();
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, options);

  g_object_set (options, "limit", limit, NULL);
  TilewrightResult *result = tilewright_solver_solve (solver, NULL, &error);
  g_assert_no_error (error);
  return result;
}

/* --- puzzles ---------------------------------------------------------------------- */

TEST (from_cells, "/library/from-cells")
{
  const guint8 cells[] = { 1, 1, 1, 7, 0, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = tilewright_puzzle_new_from_cells (cells, 6, 3, &error);
  g_autofree char *name = NULL, *kind = NULL;
  guint width, height, n_free;
  gsize n;

  g_assert_no_error (error);
  g_object_get (puzzle, "name", &name, "kind", &kind, "width", &width, "height", &height, "n-free",
                &n_free, NULL);
  g_assert_cmpstr (name, ==, "3 × 2");
  g_assert_cmpstr (kind, ==, "squares");
  g_assert_cmpuint (width, ==, 3);
  g_assert_cmpuint (height, ==, 2);
  g_assert_cmpuint (n_free, ==, 5);
  const guint8 *read = tilewright_puzzle_get_cells (puzzle, &n);
  g_assert_cmpmem (read, n, ((guint8[]){ 1, 1, 1, 1, 0, 1 }), 6);

  for (guint width_wrong = 0; width_wrong <= 4; width_wrong += 4) {
    assert_refused (USAGE, tilewright_puzzle_new_from_cells (cells, 6, width_wrong, &error));
  }
  g_assert_null (tilewright_puzzle_new_from_cells (cells, 0, 3, NULL));
}

TEST (from_text, "/library/from-text")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) one = g_bytes_new_static ("..\n.#\n", 6), none = g_bytes_new (NULL, 0);
  g_autoptr (GBytes) bad = g_bytes_new_static ("{\"puzzle\": 1}", 13);
  const char list[] = "[{\"width\": 2, \"height\": 1, \"puzzle\": [[true, true]]}, "
                      "{\"width\": 1, \"height\": 1, \"puzzle\": [[true]]}]";
  g_autoptr (GBytes) two = g_bytes_new_static (list, strlen (list));
  g_autoptr (TilewrightPuzzle) puzzle = tilewright_puzzle_new_from_bytes (one, "a.txt", &error);

  g_assert_no_error (error);
  g_assert_nonnull (puzzle);
  g_assert_null (tilewright_puzzle_new_from_bytes (bad, "b.json", &error));
  g_assert_error (error, TILEWRIGHT_ERROR, TILEWRIGHT_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, "b.json: ")); /* once */
  g_assert_null (strstr (error->message + 1, "b.json"));
  g_clear_error (&error);
  assert_refused (FORMAT, tilewright_puzzle_new_from_bytes (two, "c.json", &error));
  assert_refused (UNKNOWN, tilewright_puzzle_new_from_bytes (none, NULL, &error));
  assert_refused (FILE, tilewright_puzzle_new_from_file ("/nowhere/d.json", &error));
  g_assert_null (tilewright_puzzle_new_from_file ("", &error));
  g_assert_cmpstr (error->message, ==, "“”: no such file");
  g_clear_error (&error);
  g_autoptr (GPtrArray) all = tilewright_puzzle_read_all (two, "c.json", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 2);
}

TEST (from_spec, "/library/from-spec")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) trominoes = board_of ("3x3", "one-sided trominoes");
  g_autofree char *text = tilewright_puzzle_describe (trominoes);

  g_assert_nonnull (strstr (text, "Size\t3 × 3\n"));
  assert_refused (USAGE, tilewright_puzzle_new_from_spec ("3x3", "heptominoes", &error));
  assert_refused (USAGE, tilewright_puzzle_new_from_spec ("0", NULL, &error));
  assert_refused (USAGE, tilewright_puzzle_new_random (1001, 1, 0, 1, &error));
}

/* What is written in the puzzle's own format is read again. */
TEST (write, "/library/write")
{
  const char *const sets[] = { NULL, "pentominoes" };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TilewrightPuzzle) puzzle = board_of ("6x10", sets[i]);
    /* Some formats hold the pieces of a solution. */
    g_autoptr (TilewrightResult) result = solve (puzzle, 1);
    g_auto (GStrv) formats = NULL;
    g_autofree char *own = tilewright_puzzle_write (puzzle, "own", NULL, &error);
    g_autoptr (GBytes) bytes = g_bytes_new (own, strlen (own));
    g_autoptr (TilewrightPuzzle) again = tilewright_puzzle_new_from_bytes (bytes, NULL, &error);
    g_autofree char *own_again = tilewright_puzzle_write (again, "own", NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (own, ==, own_again);
    g_object_get (puzzle, "formats", &formats, NULL);
    g_assert_true (g_strv_contains ((const char *const *) formats, "opb"));
    for (char **format = formats; *format != NULL; format++) {
      g_autofree char *text = tilewright_puzzle_write (puzzle, *format, result, &error);

      g_assert_no_error (error);
      g_assert_cmpint (text[0], !=, '\0');
    }
    assert_refused (USAGE, tilewright_puzzle_write (puzzle, "pdf", NULL, &error));
    /* The pieces of another puzzle's solution would have other numbers. */
    assert_refused (USAGE, tilewright_puzzle_write (again, "own", result, &error));
  }
}

/* The squares of a wrong solution, which may be of any size and anywhere, do not become pieces and are
 * not certified. */
TEST (write_wrong, "/library/write-wrong")
{
  static const char *const solutions[] = {
    "{\"numberOfSquares\": 1, \"squares\": [{\"X\": -2, \"Y\": 0, \"Size\": 2000000000}]}",
    "{\"numberOfSquares\": 1, \"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 1}]}",
  };
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("6x10", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (solutions); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TilewrightResult)
      result = tilewright_result_new_from_json (puzzle, solutions[i], NULL);

    g_assert_nonnull (result);
    g_assert_null (tilewright_puzzle_write (puzzle, "pieces", result, &error));
    g_assert_nonnull (error);
    g_clear_error (&error);
    assert_refused (FORMAT, tilewright_result_certify (result, NULL, NULL, NULL, &error));
  }
}

/* --- options ---------------------------------------------------------------------- */

/* Each option is a property with a default in its range. */
TEST (options, "/library/options")
{
  g_autoptr (TilewrightOptions) options = tilewright_options_new ();
  guint n;
  double time;
  g_autofree char *engine = NULL;
  g_autofree GParamSpec **all = g_object_class_list_properties (G_OBJECT_GET_CLASS (options), &n);

  g_assert_cmpuint (n, >, 20);
  for (guint i = 0; i < n; i++) {
    g_auto (GValue) value = G_VALUE_INIT;

    g_object_get_property (G_OBJECT (options), all[i]->name, &value);
    g_assert_true (g_param_value_defaults (all[i], &value));
    g_object_set_property (G_OBJECT (options), all[i]->name, &value);
  }
  g_object_set (options, "time", 0.5, "engine", "greedy", NULL);
  g_object_get (options, "time", &time, "engine", &engine, NULL);
  g_assert_cmpfloat (time, ==, 0.5);
  g_assert_cmpstr (engine, ==, "greedy");
}

/* A wrong text is reported by the search that uses the options, and by each later one. */
TEST (wrong_options, "/library/wrong-options")
{
  const char *const wrong[][2] = { { "engine", "nobody" }, { "transforms", "9" } };
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("3", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (TilewrightOptions)
      options = g_object_new (TILEWRIGHT_TYPE_OPTIONS, wrong[i][0], wrong[i][1], NULL);
    g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, options);

    for (guint k = 0; k < 2; k++) {
      g_autoptr (GError) error = NULL;

      g_assert_null (tilewright_solver_solve (solver, NULL, &error));
      g_assert_error (error, TILEWRIGHT_ERROR, TILEWRIGHT_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, wrong[i][1]));
    }
  }
}

/* Once it is corrected it is no error any more; another one still is. */
TEST (corrected_options, "/library/corrected-options")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("3", NULL);
  g_autoptr (TilewrightOptions)
    options = g_object_new (TILEWRIGHT_TYPE_OPTIONS, "transforms", "9", "engine",
                            "the name of this engine is too long", NULL);
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, options);
  g_autoptr (TilewrightResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (options, "transforms", "0", NULL);
  g_assert_null (tilewright_solver_solve (solver, NULL, &error));
  g_assert_true (g_str_has_prefix (error->message, "engine"));
  g_clear_error (&error);
  g_object_set (options, "engine", NULL, NULL);
  result = tilewright_solver_solve (solver, NULL, &error);
  g_assert_no_error (error);
}

/* --- searches ---------------------------------------------------------------------- */

TEST (solve, "/library/solve")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("5", NULL);
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  g_autoptr (GListModel) placements = tilewright_result_get_placements (result);
  g_autofree char *text = tilewright_result_describe (result);
  guint area = 0;

  g_assert_cmpint (tilewright_result_get_status (result), ==, TILEWRIGHT_STATUS_OPTIMAL);
  g_assert_cmpint (tilewright_result_get_cost (result), ==, 1);
  g_assert_cmpint (tilewright_result_get_bound (result), ==, 1);
  g_assert_cmpint (tilewright_result_get_gap (result), ==, 0);
  g_assert_cmpstr (text, ==, "1 square, optimal");
  g_assert_cmpuint (g_list_model_get_n_items (placements), ==, 1);
  for (guint i = 0; i < g_list_model_get_n_items (placements); i++) {
    g_autoptr (TilewrightPlacement) placement = g_list_model_get_item (placements, i);
    gsize n;
    int size;

    tilewright_placement_get_cells (placement, &n);
    g_object_get (placement, "size", &size, NULL);
    g_assert_cmpuint (n, ==, (gsize) (size * size));
    area += (guint) n;
  }
  g_assert_cmpuint (area, ==, 25);
}

/* All solutions are results, too, and each covers the board. */
TEST (solutions, "/library/solutions")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("3x20", "pentominoes");
  g_autoptr (TilewrightResult) result = solve (puzzle, 0);
  g_autoptr (GListModel) solutions = tilewright_result_get_solutions (result);
  g_autofree char *count = NULL;

  g_object_get (result, "count", &count, NULL);
  g_assert_cmpstr (count, ==, "8"); /* two up to symmetry: Haselgrove 1960 */
  g_assert_cmpuint (g_list_model_get_n_items (solutions), ==, 2);
  g_assert_cmpint (tilewright_result_get_gap (result), ==, 0);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (TilewrightResult) one = g_list_model_get_item (solutions, i);
    g_autoptr (GListModel) placements = tilewright_result_get_placements (one);
    gboolean covered[60] = { FALSE };
    guint n_covered = 0;
    gsize n_faults;
    g_auto (GStrv) faults = tilewright_result_check (one, &n_faults);

    g_assert_cmpuint (n_faults, ==, 0);
    g_assert_cmpuint (g_strv_length (faults), ==, 0);
    g_assert_cmpuint (g_list_model_get_n_items (placements), ==, 12);
    for (guint k = 0; k < 12; k++) {
      g_autoptr (TilewrightPlacement) placement = g_list_model_get_item (placements, k);
      gsize n;
      const guint32 *cells = tilewright_placement_get_cells (placement, &n);

      for (gsize c = 0; c < n; c++) {
        g_assert_false (covered[cells[c]]);
        covered[cells[c]] = TRUE;
        n_covered++;
      }
    }
    g_assert_cmpuint (n_covered, ==, 60);
  }
  g_assert_null (g_list_model_get_item (solutions, 2));
}

/* A board with fewer cells than the smallest piece has. */
TEST (no_solution, "/library/no-solution")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("3x1", "dominoes");
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  g_autoptr (GListModel) placements = tilewright_result_get_placements (result);

  g_assert_cmpint (tilewright_result_get_status (result), ==, TILEWRIGHT_STATUS_INFEASIBLE);
  g_assert_false (tilewright_result_has_solution (result));
  g_assert_cmpint (tilewright_result_get_cost (result), ==, -1);
  g_assert_cmpint (tilewright_result_get_gap (result), ==, -1);
  g_assert_cmpuint (g_list_model_get_n_items (placements), ==, 0);
}

typedef struct {
  guint n_improved;
  guint n_progress;
  gint64 best;
  GCancellable *cancellable;
} Seen;

static void
improved_cb (TilewrightSolver *solver, TilewrightResult *best, gpointer data)
{
  Seen *seen = data;
  gint64 cost = tilewright_result_get_cost (best);

  g_assert_true (seen->n_improved == 0 || cost < seen->best);
  seen->best = cost;
  seen->n_improved++;
}

static void
stop_cb (TilewrightSolver *solver, TilewrightResult *best, gpointer data)
{
  tilewright_solver_stop (solver);
}

static gpointer
cancel_thread (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
progress_cb (TilewrightSolver *solver, double fraction, gpointer data)
{
  Seen *seen = data;
  double property;
  gboolean running;

  g_object_get (solver, "fraction", &property, "running", &running, NULL);
  g_assert_cmpfloat (fraction, ==, property);
  seen->n_progress++;
  if (seen->cancellable == NULL || !running)
    return;
  g_thread_join (g_thread_new ("cancel", cancel_thread, seen->cancellable));
}

static TilewrightSolver *
watched_solver (TilewrightPuzzle *puzzle, Seen *seen)
{
  g_autoptr (TilewrightOptions)
    options = g_object_new (TILEWRIGHT_TYPE_OPTIONS, "time", 1e5, "threads", 1, NULL);
  TilewrightSolver *solver = tilewright_solver_new (puzzle, options);

  g_signal_connect (solver, "improved", G_CALLBACK (improved_cb), seen);
  g_signal_connect (solver, "progress", G_CALLBACK (progress_cb), seen);
  return solver;
}

/* A search that is stopped has its best solution; the search that continues it is not worse. */
TEST (stop_and_resume, "/library/stop-and-resume")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = large_board (), other = large_board ();
  Seen seen = { 0 };
  g_autoptr (TilewrightSolver) solver = watched_solver (puzzle, &seen);
  g_autoptr (TilewrightSolver) foreign = tilewright_solver_new (other, NULL);
  g_autoptr (TilewrightResult) stopped = NULL, resumed = NULL, best = NULL;
  g_autoptr (TilewrightResult)
    wrong = tilewright_result_new_from_json (puzzle, "{\"squares\": []}", NULL);
  double before, after;
  gint64 bound;
  gulong handler = g_signal_connect (solver, "improved", G_CALLBACK (stop_cb), NULL);

  stopped = tilewright_solver_solve (solver, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (tilewright_result_get_status (stopped), ==, TILEWRIGHT_STATUS_FEASIBLE);
  g_assert_cmpint (tilewright_result_get_cost (stopped), ==, seen.best);
  g_assert_cmpuint (seen.n_progress, >=, seen.n_improved);
  g_object_get (solver, "best", &best, "bound", &bound, NULL);
  g_assert_true (best == stopped);
  g_assert_cmpint (bound, >=, tilewright_result_get_bound (stopped));

  assert_refused (USAGE, tilewright_solver_resume (foreign, stopped, &error));

  assert_refused (FORMAT, tilewright_solver_resume (solver, wrong, &error));

  g_signal_handler_disconnect (solver, handler);
  seen = (Seen){ 0 };
  g_signal_connect (solver, "improved", G_CALLBACK (stop_cb), NULL);
  g_assert_true (tilewright_solver_resume (solver, stopped, &error));
  resumed = tilewright_solver_solve (solver, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seen.n_improved, >, 0);
  g_assert_cmpint (tilewright_result_get_cost (resumed), <=, tilewright_result_get_cost (stopped));
  g_object_get (stopped, "seconds", &before, NULL);
  g_object_get (resumed, "seconds", &after, NULL);
  g_assert_cmpfloat (after, >, before);
}

/* What a file claims is no proof, even if a search continues from it. */
TEST (resume_claim, "/library/resume-claim")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) square = board_of ("2", NULL);
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (square, NULL);
  g_autoptr (TilewrightResult) claim = tilewright_result_new_from_json (
    square,
    "{\"status\": \"optimal\", \"bound\": 4, \"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 1}, "
    "{\"X\": 1, \"Y\": 0, \"Size\": 1}, {\"X\": 0, \"Y\": 1, \"Size\": 1}, "
    "{\"X\": 1, \"Y\": 1, \"Size\": 1}]}",
    &error);
  g_autoptr (TilewrightResult) result = NULL;

  g_assert_no_error (error);
  g_assert_true (tilewright_solver_resume (solver, claim, &error));
  result = tilewright_solver_solve (solver, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (tilewright_result_get_cost (result), ==, 1);
}

static int
find_free_file (void)
{
  int file = dup (STDIN_FILENO);

  close (file);
  return file;
}

/* An abandoned search keeps no file open, such as that of a main context, when its thread ends. */
TEST (cancel_often, "/library/cancel-often")
{
  g_autoptr (TilewrightPuzzle) puzzle = large_board ();
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  int first = -1;

  g_cancellable_cancel (cancelled);
  for (guint i = 0; i < 10; i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (tilewright_solver_solve (solver, cancelled, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    if (i == 0)
      first = find_free_file ();
  }
  while (find_free_file () > first)
    g_thread_yield ();
}

/* A search is abandoned by a thread that has no part in it. */
TEST (cancel, "/library/cancel")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TilewrightPuzzle) puzzle = large_board ();
  Seen seen = { .cancellable = cancellable };
  g_autoptr (TilewrightSolver) solver = watched_solver (puzzle, &seen);
  gboolean running;

  g_assert_null (tilewright_solver_solve (solver, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (seen.n_progress, ==, 1);
  g_object_get (solver, "running", &running, NULL);
  g_assert_false (running);

  /* Cancelled before it begins. */
  g_clear_error (&error);
  g_assert_null (tilewright_solver_solve (solver, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A solver runs one search at a time, and its task keeps it alive. */
TEST (async, "/library/async")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("7", NULL);
  TilewrightSolver *solver = tilewright_solver_new (puzzle, NULL);
  g_autoptr (GAsyncResult) first = NULL, second = NULL;

  tilewright_solver_solve_async (solver, NULL, test_keep_result_cb, &first);
  tilewright_solver_solve_async (solver, NULL, test_keep_result_cb, &second);
  g_object_unref (solver);
  test_spin_until (first != NULL && second != NULL);
  g_assert_null (tilewright_solver_solve_finish (solver, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  g_autoptr (TilewrightResult) result = tilewright_solver_solve_finish (solver, first, &error);
  g_assert_no_error (error);
  g_assert_cmpint (tilewright_result_get_cost (result), ==, 1);
}

static void
search_again_cb (TilewrightSolver *solver, GParamSpec *pspec, gpointer done)
{
  gboolean running;

  g_object_get (solver, "running", &running, NULL);
  if (running)
    return;
  g_signal_handlers_disconnect_by_func (solver, search_again_cb, done);
  tilewright_solver_solve_async (solver, NULL, test_keep_result_cb, done);
}

static void
count_cb (TilewrightSolver *solver, TilewrightResult *best, gpointer n)
{
  ++*(guint *) n;
}

/* The figures of a search do not become those of the next one, which begins as soon as it can. */
TEST (search_again, "/library/search-again")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("7", NULL);
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, NULL);
  g_autoptr (GAsyncResult) done = NULL;
  guint n_improved = 0;

  g_signal_connect (solver, "notify::running", G_CALLBACK (search_again_cb), &done);
  g_signal_connect (solver, "improved", G_CALLBACK (count_cb), &n_improved);
  tilewright_solver_solve_async (solver, NULL, NULL, NULL);
  test_spin_until (done != NULL);
  g_assert_cmpuint (n_improved, ==, 2);
}

/* --- results ------------------------------------------------------------------------ */

TEST (json, "/library/json")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("2x1", NULL);
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  g_autofree char *json = tilewright_result_to_json (result);
  g_autoptr (TilewrightResult)
    again = tilewright_result_new_from_json (puzzle, json, &error),
    wrong = tilewright_result_new_from_json (
      puzzle, "{\"numberOfSquares\": 1, \"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 2000000}]}",
      NULL);
  gsize n_faults, n_cells;

  g_assert_no_error (error);
  g_autofree char *json_again = tilewright_result_to_json (again);
  g_assert_cmpstr (json, ==, json_again);
  g_assert_cmpint (tilewright_result_get_gap (again), ==, 0);

  /* A square that is larger than the board is a fault; its cells are those on the board. */
  g_assert_nonnull (wrong);
  g_auto (GStrv) faults = tilewright_result_check (wrong, &n_faults);
  g_assert_cmpuint (n_faults, >, 0);
  g_assert_cmpuint (g_strv_length (faults), ==, n_faults);
  g_autoptr (GListModel) placements = tilewright_result_get_placements (wrong);
  g_autoptr (TilewrightPlacement) placement = g_list_model_get_item (placements, 0);
  tilewright_placement_get_cells (placement, &n_cells);
  g_assert_cmpuint (n_cells, ==, 2);

  /* So are those of one whose right side is no int. */
  g_autoptr (TilewrightResult) far = tilewright_result_new_from_json (
    puzzle, "{\"squares\": [{\"X\": 1, \"Y\": 0, \"Size\": 2147483647}]}", &error);
  g_autoptr (GListModel) far_placements = tilewright_result_get_placements (far);
  g_autoptr (TilewrightPlacement) far_placement = g_list_model_get_item (far_placements, 0);
  tilewright_placement_get_cells (far_placement, &n_cells);
  g_assert_cmpuint (n_cells, ==, 1);

  assert_refused (SYNTAX, tilewright_result_new_from_json (puzzle, "[", &error));
}

/* tilewright-check, which shares no code with the library, accepts the certificate. */
TEST (certificate, "/library/certificate")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("6x5", NULL);
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  gint64 bound;
  g_autoptr (GBytes) bytes = tilewright_result_certify (result, NULL, NULL, &bound, &error);
  g_autofree char *path = NULL;
  int file, status;

  g_assert_no_error (error);
  g_assert_cmpint (bound, ==, tilewright_result_get_cost (result));
  file = g_file_open_tmp ("library-XXXXXX.twc", &path, &error);
  g_assert_no_error (error);
  g_assert_true (g_close (file, NULL));
  g_assert_true (
    g_file_set_contents (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL));
  g_assert_true (
    g_spawn_sync (NULL, (char *[]){ (char *) (guintptr) g_getenv ("TW_TEST_CHECK"), path, NULL },
                  NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error));
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_assert_cmpint (g_remove (path), ==, 0);

  g_cancellable_cancel (cancelled);
  g_assert_null (tilewright_result_certify (result, NULL, cancelled, &bound, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- counts --------------------------------------------------------------------------- */

/* The numbers of tilings by squares are OEIS A045846 and A224239. */
TEST (count, "/library/count")
{
  static const struct {
    const char *spec;
    const char *pieces;
    TilewrightGoal goal;
    const char *count;
  } known[] = {
    { "4", NULL, TILEWRIGHT_GOAL_ALL, "40" },
    { "4", NULL, TILEWRIGHT_GOAL_DISTINCT, "13" },
    { "4", NULL, TILEWRIGHT_GOAL_FEWEST, "1" },
    { "16", NULL, TILEWRIGHT_GOAL_ALL, "408199838581532754602910469192704" },
    { "6x10", "pentominoes", TILEWRIGHT_GOAL_ALL, "9356" },
    { "6x10", "pentominoes", TILEWRIGHT_GOAL_DISTINCT, "2339" },
    { "3x1", "dominoes", TILEWRIGHT_GOAL_ALL, "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TilewrightPuzzle) puzzle = board_of (known[i].spec, known[i].pieces);
    g_autofree char *count = tilewright_puzzle_count (puzzle, known[i].goal, NULL, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (count, ==, known[i].count);
  }
}

TEST (count_ends, "/library/count-ends")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) pieces = board_of ("6x10", "pentominoes"), large = large_board ();
  g_autoptr (TilewrightOptions)
    hurried = g_object_new (TILEWRIGHT_TYPE_OPTIONS, "time", 0.01, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GAsyncResult) done = NULL;

  assert_refused (USAGE,
                  tilewright_puzzle_count (pieces, TILEWRIGHT_GOAL_FEWEST, NULL, NULL, &error));
  assert_refused (USAGE,
                  tilewright_puzzle_count (large, TILEWRIGHT_GOAL_DISTINCT, NULL, NULL, &error));
  assert_refused (STOPPED,
                  tilewright_puzzle_count (large, TILEWRIGHT_GOAL_ALL, hurried, NULL, &error));

  tilewright_puzzle_count_async (pieces, TILEWRIGHT_GOAL_ALL, NULL, NULL, test_keep_result_cb,
                                 &done);
  test_spin_until (done != NULL);
  g_autofree char *count = tilewright_puzzle_count_finish (pieces, done, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (count, ==, "9356");

  g_cancellable_cancel (cancelled);
  g_assert_null (tilewright_puzzle_count (pieces, TILEWRIGHT_GOAL_ALL, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- pictures --------------------------------------------------------------------------- */

TEST (picture, "/library/picture")
{
  static const char *const starts[] = { "\x89PNG", "<?xml", "%PDF", "+---" };
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("4x3", NULL);
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  g_autoptr (TilewrightPicture) picture = tilewright_picture_new (puzzle, result);
  g_autoptr (TilewrightPuzzle) large = large_board ();
  g_autoptr (TilewrightPicture)
    huge = g_object_new (TILEWRIGHT_TYPE_PICTURE, "puzzle", large, "cell", 1000.0, NULL);

  for (int format = TILEWRIGHT_FORMAT_PNG; format <= TILEWRIGHT_FORMAT_TEXT; format++) {
    g_autoptr (GBytes)
      bytes = tilewright_picture_to_bytes (picture, (TilewrightFormat) format, &error);

    g_assert_no_error (error);
    g_assert_true (g_str_has_prefix (g_bytes_get_data (bytes, NULL), starts[format]));
  }
  assert_refused (SIZE, tilewright_picture_to_bytes (huge, TILEWRIGHT_FORMAT_PNG, &error));
}

/* Each property that says how a picture looks changes it. */
TEST (look, "/library/look")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("4x3", NULL);
  g_autoptr (TilewrightResult) result = solve (puzzle, 1);
  const GType type = TILEWRIGHT_TYPE_PICTURE;
  TilewrightPicture *pictures[] = {
    tilewright_picture_new (puzzle, result),
    tilewright_picture_new (puzzle, NULL),
    g_object_new (type, "result", result, "cell", 17.0, NULL),
    g_object_new (type, "result", result, "margin", 3.0, NULL),
    g_object_new (type, "result", result, "background", FALSE, NULL),
    g_object_new (type, "puzzle", puzzle, "grid", FALSE, NULL),
    g_object_new (type, "result", result, "labels", FALSE, NULL),
    g_object_new (type, "result", result, "patterns", TRUE, NULL),
    g_object_new (type, "result", result, "theme", TILEWRIGHT_THEME_DARK, NULL),
    g_object_new (type, "result", result, "title", "above", NULL),
    g_object_new (type, "result", result, "caption", "below", NULL),
  };
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    GBytes *bytes = tilewright_picture_to_bytes (pictures[i], TILEWRIGHT_FORMAT_PNG, NULL);

    g_assert_false (g_ptr_array_find_with_equal_func (seen, bytes, g_bytes_equal, NULL));
    g_ptr_array_add (seen, bytes);
    g_object_unref (pictures[i]);
  }
}

TEST (draw, "/library/draw")
{
  g_autoptr (TilewrightPuzzle) puzzle = board_of ("4x3", NULL);
  g_autoptr (TilewrightPicture)
    picture = g_object_new (TILEWRIGHT_TYPE_PICTURE, "puzzle", puzzle, "title", "A board", NULL);
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 80, 60);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  guint n_drawn = 0;

  tilewright_picture_draw (picture, cr, 80, 60);
  cairo_surface_flush (surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  for (guint i = 0; i < 80 * 60; i++)
    n_drawn += pixels[i] != 0;
  g_assert_cmpuint (n_drawn, ==, 80 * 60); /* the paper is filled */
}

/* A value out of range leaves the default, whose picture is the same. */
TEST (picture_ranges, "/library/picture-ranges")
{
  g_autoptr (TilewrightPicture) usual = g_object_new (TILEWRIGHT_TYPE_PICTURE, NULL);

  g_test_expect_message ("GLib-GObject", G_LOG_LEVEL_WARNING, "*out of range*'margin'*");
  g_autoptr (TilewrightPicture)
    picture = g_object_new (TILEWRIGHT_TYPE_PICTURE, "margin", -2.0, NULL);
  g_test_assert_expected_messages ();
  g_autoptr (GBytes) expected = tilewright_picture_to_bytes (usual, TILEWRIGHT_FORMAT_SVG, NULL);
  g_autoptr (GBytes) bytes = tilewright_picture_to_bytes (picture, TILEWRIGHT_FORMAT_SVG, NULL);

  g_assert_true (g_bytes_equal (bytes, expected));
}

/* Objects that g_object_new () makes without a puzzle have an empty one: no function fails. */
TEST (empty_objects, "/library/empty-objects")
{
  g_autoptr (TilewrightSolver) solver = g_object_new (TILEWRIGHT_TYPE_SOLVER, NULL);
  g_autoptr (TilewrightPicture) picture = g_object_new (TILEWRIGHT_TYPE_PICTURE, NULL);
  g_autoptr (TilewrightResult) result = g_object_new (TILEWRIGHT_TYPE_RESULT, NULL);
  g_autoptr (TilewrightPlacement) placement = g_object_new (TILEWRIGHT_TYPE_PLACEMENT, NULL);
  g_autoptr (TilewrightResult) solved = tilewright_solver_solve (solver, NULL, NULL);
  g_autoptr (GBytes) bytes = tilewright_picture_to_bytes (picture, TILEWRIGHT_FORMAT_TEXT, NULL);
  gsize n;

  g_assert_cmpint (tilewright_result_get_cost (solved), ==, 1);
  g_assert_cmpint (tilewright_result_get_cost (result), ==, -1);
  g_assert_nonnull (bytes);
  tilewright_placement_get_cells (placement, &n);
  g_assert_cmpuint (n, ==, 0);
}

TEST_MAIN (test_init, g_test_run)
