/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.c - see verify.h. */
#include "puzzle/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "places.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"

#define FIRST_WORD "tilewright-certificate "
#define INPUT      "standard input" /* how the checker calls it */

enum {
  MOST_SECONDS = 10,      /* after a search */
  FILE_SECONDS = 60,      /* for a file, on a busy machine too */
  LOOK_MILLISECONDS = 20, /* interval between two polls of the run */
  MOST_OUTPUT = 500,      /* bytes that are kept */
};

/* Returns the checker, with `*end` as the other end of the socket that is its standard input, output
 * and error. */
static GSubprocess *
start_check (int *end, GError **error)
{
  const char *path = g_getenv ("TW_CHECK_PROGRAM");
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  GSubprocess *process;
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
    return NULL;
  }
  g_subprocess_launcher_take_stdin_fd (launcher, ends[1]);
  g_subprocess_launcher_take_stdout_fd (launcher, fcntl (ends[1], F_DUPFD_CLOEXEC, 0));
  g_subprocess_launcher_take_stderr_fd (launcher, fcntl (ends[1], F_DUPFD_CLOEXEC, 0));
  process = g_subprocess_launcher_spawn (
    launcher, error, path != NULL && *path != '\0' ? path : TW_CHECK_PROGRAM, "-", NULL);
  if (process != NULL)
    *end = ends[0];
  else
    close (ends[0]);
  return process;
}

/* Sends the text and stores what the program prints. Returns TRUE when the program has closed its
 * end, FALSE when the time is over. */
static gboolean
talk (int end, const char *text, gsize length, gint64 deadline, TwRun *run, GString *said)
{
  while (g_get_monotonic_time () < deadline
         && (run == NULL || tw_run_stop_reason (run) != TW_STOP_CANCEL)) {
    struct pollfd p = { .fd = end, .events = (short) (length > 0 ? POLLIN | POLLOUT : POLLIN) };
    char bytes[MOST_OUTPUT];
    ssize_t n;

    if (poll (&p, 1, LOOK_MILLISECONDS) <= 0)
      continue;
    if (length > 0 && (p.revents & POLLOUT) != 0) {
      n = send (end, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno != EINTR && errno != EAGAIN)
        length = 0; /* it has ended */
      text += MAX (n, 0);
      length -= MIN (length, (gsize) MAX (n, 0));
      if (length == 0)
        shutdown (end, SHUT_WR);
    }
    if ((p.revents & ~POLLOUT) == 0)
      continue;
    n = recv (end, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
      return TRUE;
    if (n > 0 && said->len < MOST_OUTPUT)
      g_string_append_len (said, bytes, n);
  }
  return FALSE;
}

/* Returns the exit status of the checker. -1: it has none, and *said receives the reason, otherwise
 * what it printed. `run` may be NULL. */
static int
check (const char *text, gsize length, double seconds, TwRun *run, char **said)
{
  gint64 deadline = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  g_autoptr (GString) output = g_string_new (NULL);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GSubprocess) process = NULL;
  gboolean ended;
  int end, code = -1;

  process = start_check (&end, &failure);
  if (process == NULL) {
    *said = g_strdup (failure->message);
    return -1;
  }
  ended = talk (end, text, length, deadline, run, output);
  close (end);
  if (!ended)
    g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  if (ended && g_subprocess_get_if_exited (process))
    code = g_subprocess_get_exit_status (process);
  g_strchomp (output->str);
  if (!ended)
    *said = g_strdup (_ ("the time for the check was over"));
  else
    *said = g_strdup (*output->str != '\0' ? output->str : _ ("tilewright-check failed"));
  return code;
}

gboolean
tw_verify_certificate (const char *text, gsize length, const TwOptions *options, TwRun *run,
                       char **unchecked, GError **error)
{
  double limit = tw_kind_limits (options).seconds;
  double seconds = limit > 0 ? MIN (limit, MOST_SECONDS) : MOST_SECONDS;
  g_autofree char *said = NULL;
  int code = check (text, length, seconds, run, &said);

  *unchecked = NULL;
  if (code == 1)
    return tw_fail_format (
      error,
      _ ("internal fault: tilewright-check refuses the certificate, so it is not "
         "written: %s"),
      said);
  if (code != 0)
    *unchecked = g_steal_pointer (&said);
  return TRUE;
}

gboolean
tw_verify_sniff (const char *text, gsize length)
{
  return length > strlen (FIRST_WORD) && g_str_has_prefix (text, FIRST_WORD);
}

char *
tw_verify_file (const char *text, gsize length, const char *name, GError **error)
{
  g_autofree char *said = NULL;
  int code = check (text, length, FILE_SECONDS, NULL, &said);
  const char *what = said;

  if (g_str_has_prefix (what, INPUT))
    what += strlen (INPUT);
  if (code == 0)
    return g_strdup_printf (_ ("%s: checked by tilewright-check: %s"), name,
                            what + strspn (what, ": "));
  if (code == 1)
    return tw_fail_format_null (error, _ ("%s: tilewright-check refuses the certificate: %s"), name,
                                what);
  return tw_fail_format_null (error, _ ("%s: the certificate was not checked: %s"), name, what);
}
