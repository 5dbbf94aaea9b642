/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the program and ends with the first frame of its window, after a byte on standard output:
 * for start.py. */
#include <gtk/gtk.h>
#include <unistd.h>

#include "app/application.h"
#include "puzzle/i18n.h"

/* Reports to the program that reads. */
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

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  g_autoptr (TwApplication) application = tw_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "window-added", G_CALLBACK (added_cb), NULL);
  return g_application_run (G_APPLICATION (application), 1, argv);
}
