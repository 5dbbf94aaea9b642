/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the responsiveness of the window during a search: time between frames with 8 sweeps
 * running, and the delay until Stop and closing take effect. Prints figures without limits.
 *
 *   meson test -C build --benchmark ui-frames --verbose
 */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "ui-test.h"

#include <sys/resource.h>

typedef struct {
  GArray *gaps; /* double, ms */
  gint64 last;
} Frames;

static void
after_paint_cb (GdkFrameClock *clock, Frames *frames)
{
  gint64 now = g_get_monotonic_time ();
  double gap = (double) (now - frames->last) / 1000.0;

  if (frames->last != 0)
    g_array_append_val (frames->gaps, gap);
  frames->last = now;
}

static int
by_size (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
report (const char *name, int side, GArray *gaps)
{
  guint late = 0;

  g_array_sort (gaps, by_size);
  for (guint i = 0; i < gaps->len; i++)
    late += g_array_index (gaps, double, i) > 50.0;
  g_print ("# %s, %d x %d: %u frames, median %.1f ms, 99 %% %.1f ms, longest %.1f ms, "
           "over 50 ms: %u\n",
           name, side, side, gaps->len, g_array_index (gaps, double, gaps->len / 2),
           g_array_index (gaps, double, gaps->len * 99 / 100),
           g_array_index (gaps, double, gaps->len - 1), late);
}

/* Always eight threads, however few processors there are. */
static TwWindow *
begin (const char *engine, int side)
{
  g_autoptr (GFile) file = ui_board_file (side);
  TwWindow *window = ui_window ();

  ui_use_engine (engine, 60);
  g_settings_set_int (tw_settings (), "threads", 8);
  ui_open (window, file);
  ui_activate (window, "search.start");
  return window;
}

/* Processor time of this thread, ms. */
static double
thread_ms (void)
{
#ifdef RUSAGE_THREAD
  struct rusage usage;
  getrusage (RUSAGE_THREAD, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
#else
  return 0;
#endif
}

static void
measure (const char *engine, int side)
{
  TwWindow *window = begin (engine, side);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  Frames frames = { .gaps = g_array_new (FALSE, FALSE, sizeof (double)) };
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &frames);
  gint64 begun = g_get_monotonic_time ();
  double spent = thread_ms ();

  while (g_get_monotonic_time () - begun < 5 * G_USEC_PER_SEC && ui_job (window) != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, id);
  g_print ("# %s, %d x %d: %.1f ms of processor time a frame\n", engine, side, side,
           (thread_ms () - spent) / MAX (frames.gaps->len, 1));
  report (engine, side, frames.gaps);
  g_array_unref (frames.gaps);

  gint64 stopped = g_get_monotonic_time ();
  if (ui_job (window) != NULL) {
    ui_activate (window, "search.stop");
    ui_spin_until (ui_job (window) == NULL);
    g_print ("# %s, %d x %d: Stop answered after %.0f ms\n", engine, side, side,
             (double) (g_get_monotonic_time () - stopped) / 1000.0);
  }
  ui_close (window);

  window = begin (engine, side);
  begun = g_get_monotonic_time ();
  while (g_get_monotonic_time () - begun < G_USEC_PER_SEC && ui_job (window) != NULL)
    g_main_context_iteration (NULL, TRUE);
  stopped = g_get_monotonic_time ();
  ui_close (window);
  double closed = (double) (g_get_monotonic_time () - stopped) / 1000.0;
  gboolean ended = tw_jobs_wait (60);
  g_print ("# %s, %d x %d: closed after %.0f ms, %s after %.0f ms\n", engine, side, side, closed,
           ended ? "all threads ended" : "threads still there",
           (double) (g_get_monotonic_time () - stopped) / 1000.0);
}

static gboolean
keep_going_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Uses each tetromino equally often, except O, which fills the remainder. */
static GFile *
tetromino_file (int side)
{
  g_autofree char *name = g_strdup_printf ("tetrominoes-%d.json", side);
  int each = side * side / 4 / 7 & ~1;
  g_autofree char *text = g_strdup_printf (
    "{\"id\": 1, \"size\": %d, \"signature\": \"I%d,J%d,L%d,O%d,S%d,T%d,Z%d\"}", side, each, each,
    each, side * side / 4 - 6 * each, each, each, each);

  return ui_text_file (name, text);
}

/* Prints the longest time between frames while a large board is opened, solved by the fastest
 * engine and zoomed. */
static void
measure_large (const char *what, int side, GFile *file)
{
  g_autofree char *open = g_strconcat (what, ", open", NULL);
  g_autofree char *solve = g_strconcat (what, ", solve", NULL);
  g_autofree char *zoom = g_strconcat (what, ", zoom", NULL);
  g_auto (UiWindow) window = ui_window ();
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  Frames frames = { .gaps = g_array_new (FALSE, FALSE, sizeof (double)) };
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &frames);

  gtk_widget_add_tick_callback (GTK_WIDGET (window), keep_going_cb, NULL, NULL);
  ui_set_option ("engine", "greedy");
  ui_open (window, file);
  for (int i = 0; i < 30; i++)
    g_main_context_iteration (NULL, TRUE);
  report (open, side, frames.gaps);
  g_array_set_size (frames.gaps, 0);

  ui_run (window, "search.start");
  for (int i = 0; i < 30; i++)
    g_main_context_iteration (NULL, TRUE);
  report (solve, side, frames.gaps);
  g_array_set_size (frames.gaps, 0);

  for (int i = 0; i < 60; i++) {
    ui_activate (window, i < 12 ? "view.zoom-in" : i % 2 ? "view.zoom-out" : "view.zoom-in");
    for (int k = 0; k < 3; k++)
      g_main_context_iteration (NULL, TRUE);
  }
  report (zoom, side, frames.gaps);
  g_signal_handler_disconnect (clock, id);
  g_array_unref (frames.gaps);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);

  g_autoptr (GFile) board = ui_board_file (1000);
  g_autoptr (GFile) tetrominoes = tetromino_file (1000);

  measure_large ("greedy", 1000, board);
  measure_large ("tetrominoes", 1000, tetrominoes);
  measure ("heuristic", 40);
  measure ("heuristic", 100);
  measure ("auto", 40);
  measure ("auto", 100);
  return ui_test_run ();
}
