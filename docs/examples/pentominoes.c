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

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle)
    puzzle = tilewright_puzzle_new_from_spec ("6x10", "pentominoes", &error);
  g_autofree char *count = tilewright_puzzle_count (puzzle, NULL, TILEWRIGHT_GOAL_DISTINCT, NULL,
                                                    &error);
  g_autoptr (TilewrightOptions)
    options = g_object_new (TILEWRIGHT_TYPE_OPTIONS, "time", 5.0, "limit", 3, NULL);
  g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, options);

  g_signal_connect (solver, "improved", G_CALLBACK (improved_cb), NULL);
  g_signal_connect (solver, "progress", G_CALLBACK (progress_cb), NULL);

  g_autoptr (TilewrightResult) result = tilewright_solver_solve (solver, NULL, &error);
  g_autoptr (TilewrightPicture) picture = tilewright_picture_new (puzzle, result);
  g_autoptr (GBytes) svg = result != NULL
                             ? tilewright_picture_to_bytes (picture, TILEWRIGHT_FORMAT_SVG, &error)
                             : NULL;

  if (svg == NULL || argc != 2
      || !g_file_set_contents (argv[1], g_bytes_get_data (svg, NULL), g_bytes_get_size (svg),
                               &error)) {
    g_printerr ("%s\n", error != NULL ? error->message : "expected the name of a picture");
    return 1;
  }
  g_print ("of %s solutions\n", count);
  return 0;
}
