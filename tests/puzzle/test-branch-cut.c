/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-branch-cut.c - CBC in its own process: correct results, and termination on request. */
#include "check.h"
#include "cbc/protocol.h"
#include "core/run/stop-points.h"
#include "puzzle/kinds/squares/branch-cut.h"
#include "random-board.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
  CBC,
  CBC_PLAIN,
};

static TwStatus
solve (int engine, const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return tw_branch_cut_engines (&(size_t){ 0 })[engine].solve (board, options, run);
}

static void
test_brute_force (void)
{
  uint64_t seed = 210;

  for (int round = 0; round < 24; round++) {
    int width = 2 + (int) (check_random (&seed) % 6), height = 2 + (int) (check_random (&seed) % 5);
    TwBoard *board = random_board (width, height, check_random (&seed) % 40, &seed);
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    int fewest = brute_force (board);
    bool plain = round % 2 == 1;
    TwOptions options;
    TwStatus status;

    tw_options_init (&options);
    status = solve (plain ? CBC_PLAIN : CBC, board, &options, run);
    CHECK_INT (tw_run_best (run), fewest);
    /* Results of floating-point arithmetic are reported but are not proofs. */
    if (plain)
      CHECK_INT (tw_run_bound (run), 0);
    CHECK_INT (status, tw_run_bound (run) == fewest ? TW_STATUS_OPTIMAL : TW_STATUS_FEASIBLE);
    if (status == TW_STATUS_FEASIBLE)
      CHECK_INT (tw_run_reported_bound (run), fewest);
    CHECK_INT (tw_run_refused (run), 0);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    tw_board_free (board);
  }
}

static void
test_nothing_to_cover (void)
{
  TwBoard *board = tw_board_new (3, 3);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options;

  tw_options_init (&options);
  CHECK_INT (solve (CBC_PLAIN, board, &options, run), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_run_best (run), 0);
  tw_run_free (run);
  tw_board_free (board);
}

static void *
cancel (void *data)
{
  tw_run_cancel (data);
  return NULL;
}

/* A model that takes minutes: the child is terminated and nothing is claimed. */
static void
test_cancel (void)
{
  uint64_t seed = 3;
  TwBoard *board = random_board (40, 40, 2, &seed);
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = 1000 });
  TwOptions options;
  pthread_t thread;

  tw_options_init (&options);
  CHECK_INT (pthread_create (&thread, NULL, cancel, run), 0);
  CHECK_INT (solve (CBC_PLAIN, board, &options, run), TW_STATUS_CANCELLED);
  pthread_join (thread, NULL);
  CHECK_INT (tw_run_best (run), -1);
  tw_run_free (run);

  run = tw_run_new (&(TwLimits){ .seconds = 0.3 });
  CHECK_INT (solve (CBC_PLAIN, board, &options, run), TW_STATUS_TIMEOUT);
  tw_run_free (run);
  tw_board_free (board);
}

/* CBC has much less memory than it needs: the search says so. */
static void
test_memory (void)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  uint64_t seed = 3;
  TwBoard *board = random_board (60, 60, 2, &seed);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options;

  tw_options_init (&options);
  options.memory = 16;
  CHECK_INT (solve (CBC_PLAIN, board, &options, run), TW_STATUS_OUT_OF_MEMORY);
  CHECK_INT (tw_run_stop_reason (run), TW_STOP_MEMORY);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
  tw_board_free (board);
#endif
}

/* Ends the searches at each of the places in branch-cut.c where they may end. */
static void
test_stop_points (void)
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  size_t n_points, ends = 0;
  const TwStopPoint *points = tw_stop_points (&n_points);
  uint64_t seed = 1;
  TwBoard *board = random_board (6, 5, 10, &seed);
  TwOptions options;

  tw_options_init (&options);
  for (size_t i = 0; i < n_points * 2; i++) {
    const TwStopPoint *point = &points[i / 2];

    if (strstr (point->file, "branch-cut.c") == NULL)
      continue;
    for (int k = 0; k < 3; k++) {
      TwRun *run = tw_run_new (&(TwLimits){ 0 });
      TwStatus status;

      tw_run_test_stop_at (run, 0, reasons[k]);
      CHECK (tw_run_test_end_at (run, point, 1, reasons[k]));
      status = solve (i % 2 == 0 ? CBC : CBC_PLAIN, board, &options, run);
      CHECK_INT (status, tw_run_bound (run) > 0 && tw_run_bound (run) == tw_run_best (run)
                           ? TW_STATUS_OPTIMAL
                           : tw_run_status (run));
      CHECK_INT (tw_run_memory_used (run), 0);
      ends += tw_run_stop_reason (run) != TW_STOP_NONE;
      tw_run_free (run);
    }
  }
#ifdef TW_STOP_POINTS
  CHECK (ends >= 9);
#endif
  tw_board_free (board);
}

static void
send_all (int end, const void *data, size_t size)
{
  const char *bytes = data;

  for (ssize_t n; size > 0; bytes += n, size -= (size_t) n) {
    n = send (end, bytes, size, MSG_NOSIGNAL);
    CHECK (n > 0);
    if (n <= 0)
      return;
  }
}

/* CBC ends in the middle of its search when the other end of its socket is closed. */
static void
test_closed_socket (void)
{
  enum { SIDE = 40 };
  static TwSquare squares[SIDE * SIDE * SIDE];
  TwCbcTask task = { .width = SIDE, .height = SIDE, .seconds = HUGE_VAL };
  uint8_t cells[SIDE * SIDE];
  int ends[2], status = 0;
  pid_t child;

  memset (cells, 1, sizeof cells);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      for (int size = 1; size <= SIDE - (x > y ? x : y); size++)
        squares[task.n_columns++] = (TwSquare){ x, y, size };
  CHECK_INT (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  child = fork ();
  if (child == 0) {
    dup2 (ends[1], STDIN_FILENO);
    execl (getenv ("TW_CBC_PROGRAM"), "tilewright-cbc", NULL);
    _exit (1);
  }
  close (ends[1]);
  send_all (ends[0], &task, sizeof task);
  send_all (ends[0], cells, sizeof cells);
  send_all (ends[0], squares, (size_t) task.n_columns * sizeof (TwSquare));
  close (ends[0]);
  CHECK_INT (waitpid (child, &status, 0), child);
  CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

#ifdef __linux__

/* Runs the command line on a board that takes hours, with a program in place of CBC that writes its
 * process number to `fifo` and then becomes CBC. */
static void
run_cli (const char *folder, const char *fifo)
{
  char path[200];
  FILE *script;

  snprintf (path, sizeof path, "%s/cbc", folder);
  script = fopen (path, "w");
  if (script == NULL)
    _exit (1);
  fprintf (script, "#!/bin/sh\necho $$ >'%s'\nexec '%s'\n", fifo, getenv ("TW_CBC_PROGRAM"));
  fclose (script);
  chmod (path, 0700);
  setenv ("TW_CBC_PROGRAM", path, 1);
  execl (getenv ("TW_TEST_CLI"), "tilewright-cli", "solve", "--empty", "40", "--engine",
         "cbc-plain", "--time", "1000", "--quiet", NULL);
  _exit (1);
}

/* CBC's process closes the file descriptors of its parent, and ends when its parent is killed. */
static void
test_orphan (void)
{
  char folder[] = "/tmp/tilewright-XXXXXX", fifo[100], script[100], byte;
  int held[2]; /* a pipe that the parent of CBC has open, like the socket of a service */
  int status = 0, number = 0;
  pid_t parent;
  FILE *file;

  CHECK (mkdtemp (folder) != NULL);
  snprintf (fifo, sizeof fifo, "%s/fifo", folder);
  snprintf (script, sizeof script, "%s/cbc", folder);
  CHECK_INT (mkfifo (fifo, 0600), 0);
  /* This process adopts the child of a killed parent. */
  CHECK_INT (prctl (PR_SET_CHILD_SUBREAPER, 1), 0);
  CHECK_INT (pipe (held), 0);
  parent = fork ();
  if (parent == 0) {
    close (held[0]);
    run_cli (folder, fifo);
  }
  CHECK (parent > 0);
  close (held[1]);
  alarm (100);
  file = fopen (fifo, "r");
  CHECK (file != NULL);
  CHECK_INT (fscanf (file, "%d", &number), 1);
  fclose (file);
  /* While CBC's process is stopped it cannot end. End of file: it has closed the pipe too. */
  CHECK (number > 1 && kill (number, SIGSTOP) == 0);
  CHECK_INT (kill (parent, SIGKILL), 0);
  CHECK_INT (waitpid (parent, NULL, 0), parent);
  CHECK_INT (read (held[0], &byte, 1), 0);
  CHECK_INT (kill (number, SIGCONT), 0);
  CHECK_INT (waitpid (-1, &status, 0), number);
  CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  alarm (0);
  close (held[0]);
  CHECK_INT (prctl (PR_SET_CHILD_SUBREAPER, 0), 0);
  unlink (fifo);
  unlink (script);
  rmdir (folder);
}

#endif
int
main (void)
{
  size_t n_engines;

  tw_branch_cut_engines (&n_engines);
  if (n_engines == 0) {
    printf ("1..0 # SKIP built without CBC\n");
    return 0;
  }
  check_run ("random boards against brute force", test_brute_force);
  check_run ("a board without free cells", test_nothing_to_cover);
  check_run ("ended when told", test_cancel);
  check_run ("too little memory", test_memory);
  check_run ("ended at every stop point", test_stop_points);
  check_run ("ended with its socket", test_closed_socket);
#ifdef __linux__
  check_run ("ended with its parent", test_orphan);
#endif
  return check_done ();
}
