/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - the window's program, `tilewright [FILE...]`. */
#include <signal.h>

#include "config.h"

#include "app/application.h"
#include "puzzle/i18n.h"
#include "puzzle/job.h"

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  /* A file that would become too large is an error like a full disk, and leaves nothing behind. */
  signal (SIGXFSZ, SIG_IGN);
  g_set_application_name (_ ("Tilewright"));

  g_autoptr (TwApplication) application = tw_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);

  /* A search that was dropped with its window ends soon, but not at once. */
  tw_jobs_wait (0.5);
  return status;
}
