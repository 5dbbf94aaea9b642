/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - the program with the window, `tilewright [FILE...]`. */
#include <signal.h>

#include "app/application.h"
#include "puzzle/i18n.h"
#include "puzzle/job.h"

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  /* Exceeding the file size limit becomes an ordinary write error, like a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  g_set_application_name (_ ("Tilewright"));

  g_autoptr (TwApplication) application = tw_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);

  /* Cancelled searches of closed windows take a moment to end. */
  tw_jobs_wait (0.5);
  return status;
}
