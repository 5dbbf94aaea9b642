/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pentominoes.c - libtilewright from C: counts, solves, watches, stops and draws.
 *
 *   cc pentominoes.c -o pentominoes $(pkg-config --cflags --libs tilewright-1)
 *   ./pentominoes picture.svg */
#include <tilewright.h>

static void
improved_cb (TilewrightSolver *solver, TilewrightResult *best, gpointer data)
{
  g_autofree char *text = tilewright_result_describe (best);

  g_print ("found: %s\n", text);
}

static void
progress_cb (TilewrightSolver *solver, double fraction, gpointer data)
{
  if (fraction > 0.5)
    tilewright_solver_stop (solver); /* the result is the best solution until here */
}

/* Writes the picture of the result; returns FALSE with `error`. */
static gboolean
draw (TilewrightPuzzle *puzzle, TilewrightResult *result, const char *path, GError **error)
{
  g_autoptr (TilewrightPicture) picture = tilewright_picture_new (puzzle, result);
  g_autoptr (GBytes) svg = tilewright_picture_to_bytes (picture, TILEWRIGHT_FORMAT_SVG, error);

  return svg != NULL
         && g_file_set_contents (path, g_bytes_get_data (svg, NULL),
                                 (gssize) g_bytes_get_size (svg), error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle)
    puzzle = tilewright_puzzle_new_from_spec ("6x10", "pentominoes", NULL);
  g_autoptr (TilewrightOptions) options = g_object_new (TILEWRIGHT_TYPE_OPTIONS, "limit", 3, NULL);
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, options);
  g_autoptr (TilewrightResult) result = NULL;
  g_autofree char *count = NULL;

  g_signal_connect (solver, "improved", G_CALLBACK (improved_cb), NULL);
  g_signal_connect (solver, "progress", G_CALLBACK (progress_cb), NULL);
  count = tilewright_puzzle_count (puzzle, TILEWRIGHT_GOAL_DISTINCT, NULL, NULL, &error);
  result = count != NULL ? tilewright_solver_solve (solver, NULL, &error) : NULL;
  if (result == NULL || !draw (puzzle, result, argc == 2 ? argv[1] : "picture.svg", &error)) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  g_print ("of %s solutions\n", count);
  return 0;
}
