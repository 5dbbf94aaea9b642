/* bench-pieces.c - counts and times of piece puzzles beside plain backtracking,
 * in one run:
 *
 *     bench-pieces [--plain SECONDS] [--threads N] FILE...
 *
 * For each puzzle: solutions, distinct ones, processor seconds of the search on
 * one thread and of the plain search (at most about SECONDS of it; 0: not at all),
 * their ratio, and for searches over a second how much faster N threads are. The
 * plain search gets the board turned so that its rows are short, which is a great
 * help to it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/pieces/search.h"
#include "plain-pieces.h"
#include "puzzle/kind-quadrillion.h"
#include "puzzle/load.h"
#include "puzzle/piece-puzzle.h"

/* What the plain search visits in a second, roughly. */
#define PLAIN_NODES 4500000.0
#define MEASURABLE  0.02

static double plain_seconds = 60.0;
static int threads = 2;

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
measure (const TwPieceProblem *problem, TwPiecesGoal goal, int n_threads)
{
  TwPiecesQuery query = { .goal = goal, .threads = n_threads };
  double cpu = seconds_of (CLOCK_PROCESS_CPUTIME_ID), wall = seconds_of (CLOCK_MONOTONIC);
  Measure measured;
  int times = 0;

  do {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });

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

  if (plain_seconds <= 0.0)
    return;
  turned = upright (problem);
  start = seconds_of (CLOCK_PROCESS_CPUTIME_ID);
  do {
    count = plain_pieces_count (turned, nodes, NULL, NULL, &stopped);
    times++;
    cpu = seconds_of (CLOCK_PROCESS_CPUTIME_ID) - start;
  } while (cpu < MEASURABLE);
  cpu /= times;
  tw_piece_problem_free (turned);
  printf ("  %s%9.5f  %s%6.4f", stopped ? ">" : " ", cpu, stopped ? "<" : " ", ours->cpu / cpu);
  if (!stopped && count != ours->result.raw)
    printf ("  WRONG: plain counts %llu", (unsigned long long) count);
}

static void
bench (const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  Measure one = measure (problem, TW_PIECES_FIRST, 1);
  Measure all = measure (problem, TW_PIECES_ALL, 1);

  printf ("%-44s %8llu %8llu  %-8s %9.5f %9.5f", tw_puzzle_get_name (puzzle),
          (unsigned long long) all.result.raw, (unsigned long long) all.result.distinct,
          all.result.engine, one.cpu, all.cpu);
  print_plain (problem, &all);
  if (all.wall > 1.0 && threads > 1) {
    Measure several = measure (problem, TW_PIECES_ALL, threads);

    printf ("  %d threads: %.2f x", threads, all.wall / several.wall);
  }
  printf ("\n");
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  printf ("%-44s %8s %8s  %-8s %9s %9s   %9s   %6s\n", "puzzle", "raw", "distinct", "engine",
          "first/s", "all/s", "plain/s", "ratio");
  for (int i = 1; i < argc; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GFile) file = NULL;
    g_autoptr (GPtrArray) puzzles = NULL;

    if (strcmp (argv[i], "--plain") == 0 && i + 1 < argc) {
      plain_seconds = g_ascii_strtod (argv[++i], NULL);
      continue;
    }
    if (strcmp (argv[i], "--threads") == 0 && i + 1 < argc) {
      threads = (int) g_ascii_strtoll (argv[++i], NULL, 10);
      continue;
    }
    file = g_file_new_for_commandline_arg (argv[i]);
    puzzles = tw_puzzles_load (file, NULL, &error);
    if (puzzles == NULL) {
      printf ("%s\n", error->message);
      continue;
    }
    for (guint p = 0; p < puzzles->len; p++)
      if (tw_puzzle_has_pieces (g_ptr_array_index (puzzles, p)))
        bench (g_ptr_array_index (puzzles, p));
  }
  return 0;
}
