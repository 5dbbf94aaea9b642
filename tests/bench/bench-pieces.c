/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-pieces.c - counts and times of piece puzzles, compared with plain backtracking in one run,
 * as in the table of docs/benchmarks.md:
 *
 *     bench-pieces [--plain SECONDS] [--all SECONDS] [--threads N] [FILE | FOLDER]...
 *
 * Without arguments it measures the puzzles of the project. Times are processor time. First: the
 * time to one solution. All: the time to all solutions on one thread; empty if that takes longer
 * than --all (default 60). Plain: the time of the plain search, at most about --plain (default 60;
 * 0: skip it). The plain search gets the board turned so that its rows are short, which makes it
 * much faster. Ratio: all / plain. Threads: the wall-clock time of one thread divided by that of N
 * threads (default 2), each the best of three, for searches of more than a second. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/pieces/search.h"
#include "plain-pieces.h"
#include "puzzle/load.h"
#include "puzzle/pieces/solutions.h"

/* The approximate number of nodes that the plain search visits in a second. */
#define PLAIN_NODES 4500000.0
#define MEASURABLE  0.02
#define LONG        1.0
#define REPEATS     3

static double plain_seconds = 60.0, all_seconds = 60.0;
static int threads = 2;
static bool failed;

static double
seconds_of (clockid_t clock)
{
  struct timespec t;

  clock_gettime (clock, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

typedef struct {
  TwPiecesResult result;
  double cpu;
  double wall;
} Measure;

/* Short searches are repeated until they can be measured. */
static Measure
measure (const TwPieceProblem *problem, TwPiecesGoal goal, double seconds, int n_threads)
{
  TwPiecesQuery query = { .goal = goal, .threads = n_threads };
  double cpu = seconds_of (CLOCK_PROCESS_CPUTIME_ID), wall = seconds_of (CLOCK_MONOTONIC);
  Measure measured;
  int times = 0;

  do {
    TwRun *run = tw_run_new (&(TwLimits){ .seconds = seconds });

    tw_pieces_search (problem, &query, run, NULL, &measured.result);
    tw_pieces_result_clear (&measured.result);
    tw_run_free (run);
    times++;
    measured.cpu = seconds_of (CLOCK_PROCESS_CPUTIME_ID) - cpu;
    measured.wall = seconds_of (CLOCK_MONOTONIC) - wall;
  } while (measured.cpu < MEASURABLE);
  measured.cpu /= times;
  measured.wall /= times;
  return measured;
}

/* The plain search goes row by row: the long side must be the vertical one. */
static TwPieceProblem *
upright (const TwPieceProblem *problem)
{
  const TwBoard *board = problem->board;
  TwPieceProblem *turned;

  if (board->width <= board->height || problem->n_placed > 0)
    return tw_piece_problem_copy (problem);
  turned = tw_piece_problem_new (tw_board_new (board->height, board->width));
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      tw_board_set (turned->board, y, x, tw_board_get (board, x, y));
  for (size_t i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    TwShape shape;

    tw_shape_transform (&shape, 4, &piece->shape);
    tw_piece_problem_add (turned, piece->name, &shape, piece->least, piece->most,
                          piece->transforms);
  }
  return turned;
}

static void
print_plain (const TwPieceProblem *problem, const Measure *ours)
{
  uint64_t nodes = (uint64_t) (plain_seconds * PLAIN_NODES);
  TwPieceProblem *turned;
  uint64_t count;
  bool stopped;
  double start, cpu;
  int times = 0;

  if (plain_seconds <= 0.0) {
    printf (" | |");
    return;
  }
  turned = upright (problem);
  start = seconds_of (CLOCK_PROCESS_CPUTIME_ID);
  do {
    count = plain_pieces_count (turned, nodes, NULL, NULL, &stopped);
    times++;
    cpu = seconds_of (CLOCK_PROCESS_CPUTIME_ID) - start;
  } while (cpu < MEASURABLE);
  cpu /= times;
  tw_piece_problem_free (turned);
  printf (" %s%.3g | %s%.3f |", stopped ? "> " : "", cpu, stopped ? "< " : "", ours->cpu / cpu);
  if (!stopped && count != ours->result.raw) {
    printf (" WRONG: plain counts %llu", (unsigned long long) count);
    failed = true;
  }
}

/* The numbers of threads take turns, so that other load of the machine affects all of them. */
static void
print_threads (const TwPieceProblem *problem)
{
  double one = HUGE_VAL, several = HUGE_VAL;

  for (int i = 0; i < REPEATS; i++) {
    one = MIN (one, measure (problem, TW_PIECES_ALL, 0.0, 1).wall);
    several = MIN (several, measure (problem, TW_PIECES_ALL, 0.0, threads).wall);
  }
  printf (" %.2f |", one / several);
}

static void
bench (const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  Measure one = measure (problem, TW_PIECES_FIRST, all_seconds, 1);
  Measure all = measure (problem, TW_PIECES_ALL, all_seconds, 1);

  printf ("| %s |", tw_puzzle_get_name (puzzle));
  if (all.result.complete)
    printf (" %llu | %llu |", (unsigned long long) all.result.distinct,
            (unsigned long long) all.result.raw);
  else
    printf (" | |");
  if (one.result.raw > 0 || one.result.complete)
    printf (" %.2g |", one.cpu);
  else
    printf (" |");
  if (all.result.complete) {
    printf (" %.3g |", all.cpu);
    print_plain (problem, &all);
    if (all.cpu > LONG && threads > 1)
      print_threads (problem);
    else
      printf (" |");
  } else {
    printf (" | | | |");
  }
  printf ("\n");
  fflush (stdout);
}

static void
bench_file (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = tw_puzzles_load (file, NULL, &error);

  if (puzzles == NULL) {
    g_printerr ("%s\n", error->message);
    return;
  }
  for (guint p = 0; p < puzzles->len; p++)
    if (tw_puzzle_has_pieces (g_ptr_array_index (puzzles, p)))
      bench (g_ptr_array_index (puzzles, p));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
bench_path (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL) {
    g_ptr_array_add (names, g_strdup (path));
  } else {
    while ((name = g_dir_read_name (folder)) != NULL)
      if (!g_str_equal (name, "catalogue.json") && !g_str_has_suffix (name, "-solution.json")
          && !g_str_has_suffix (name, ".twc")) /* they belong to the puzzles but are none */
        g_ptr_array_add (names, g_build_filename (path, name, NULL));
    g_ptr_array_sort (names, compare_names);
  }
  for (guint i = 0; i < names->len; i++) {
    g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_ptr_array_index (names, i));

    bench_file (file);
  }
}

int
main (int argc, char **argv)
{
  bool any = false;

  printf ("| puzzle | distinct | raw | first/s | all/s | plain/s | ratio | threads |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|\n");
  for (int i = 1; i < argc; i++) {
    if (strcmp (argv[i], "--plain") == 0 && i + 1 < argc) {
      plain_seconds = g_ascii_strtod (argv[++i], NULL);
    } else if (strcmp (argv[i], "--all") == 0 && i + 1 < argc) {
      all_seconds = g_ascii_strtod (argv[++i], NULL);
    } else if (strcmp (argv[i], "--threads") == 0 && i + 1 < argc) {
      threads = (int) g_ascii_strtoll (argv[++i], NULL, 10);
    } else {
      bench_path (argv[i]);
      any = true;
    }
  }
  if (!any)
    bench_path (PUZZLES);
  return failed ? 1 : 0;
}
