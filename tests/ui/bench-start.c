/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the start: the time from starting the program to the first frame of its window, and the
 * processor time until then. Each start is a new process; the first one has colder caches. Prints
 * figures without limits.
 *
 *   meson test -C build --benchmark ui-start --verbose
 */
#define _GNU_SOURCE /* wait4 */
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/application.h"
#include "puzzle/i18n.h"

enum {
  STARTS = 11,
};

/* --- child process --------------------------------------------------------------- */

/* Reports through a pipe that the parent reads. */
static void
painted_cb (GdkFrameClock *clock, gpointer window)
{
  char done = '.';

  if (!gtk_widget_get_mapped (window))
    return;
  if (write (STDOUT_FILENO, &done, 1) != 1)
    _exit (1);
  _exit (0);
}

static void
added_cb (GtkApplication *application, GtkWindow *window, gpointer data)
{
  gtk_widget_realize (GTK_WIDGET (window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (painted_cb), window);
}

static int
run_program (char *name)
{
  char *arguments[] = { name, NULL };

  tw_i18n_init ();
  g_autoptr (TwApplication) application = tw_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "window-added", G_CALLBACK (added_cb), NULL);
  return g_application_run (G_APPLICATION (application), 1, arguments);
}

/* --- the stopwatch ----------------------------------------------------------------- */

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static double
seconds (struct timeval time)
{
  return (double) time.tv_sec + (double) time.tv_usec / 1e6;
}

static int
by_size (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

int
main (int argc, char **argv)
{
  double wall[STARTS], processor[STARTS];

  if (argc > 1 && g_str_equal (argv[1], "--started"))
    return run_program (argv[0]);
  for (int i = 0; i < STARTS; i++) {
    struct rusage usage;
    int ends[2], status;
    char done;
    double begin = now ();

    g_assert_true (g_unix_open_pipe (ends, 0, NULL));
    pid_t child = fork ();
    if (child == 0) {
      dup2 (ends[1], STDOUT_FILENO);
      execl ("/proc/self/exe", argv[0], "--started", NULL);
      _exit (1);
    }
    close (ends[1]);
    if (read (ends[0], &done, 1) != 1)
      g_error ("start %d showed no frame", i);
    wall[i] = now () - begin;
    close (ends[0]);
    g_assert_cmpint (wait4 (child, &status, 0, &usage), ==, child);
    processor[i] = seconds (usage.ru_utime) + seconds (usage.ru_stime);
  }
  g_print ("# first start: %.0f ms, processor %.0f ms\n", wall[0] * 1e3, processor[0] * 1e3);
  qsort (wall, STARTS, sizeof *wall, by_size);
  qsort (processor, STARTS, sizeof *processor, by_size);
  g_print ("# %d starts: median %.0f ms, fastest %.0f ms, slowest %.0f ms; processor median "
           "%.0f ms\n",
           STARTS, wall[STARTS / 2] * 1e3, wall[0] * 1e3, wall[STARTS - 1] * 1e3,
           processor[STARTS / 2] * 1e3);
  return 0;
}
