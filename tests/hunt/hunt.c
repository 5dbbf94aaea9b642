/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt.c - random tasks without end: engines are compared with brute force, with each other, on
 * transformed copies, with other numbers of threads and with little memory or time; certificates
 * are checked by tilewright-check.
 *
 *     hunt SECONDS [SEED]
 *
 * Round r has the seed SEED + r. The first difference is printed with its seed and ends the program
 * with exit code 1; "hunt 0 SEED" runs that round again. build-aux/hunt builds and starts this. */
#include "hunt.h"

#include <glib.h>
#include <signal.h>
#include <stdlib.h>

#include "core/base/random.h"

typedef struct {
  const char *name;
  int (*run) (uint64_t *random);
  guint rounds;
} Family;

static Family families[] = {
  { "squares", hunt_squares, 0 }, { "certificate", hunt_certificate, 0 },
  { "pieces", hunt_pieces, 0 },   { "tetromino", hunt_tetromino, 0 },
  { "capped", hunt_capped, 0 },
};

static GString *description;

void
hunt_describe (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (description, format, arguments);
  va_end (arguments);
}

/* Returns the number of differences. */
static int
run_round (guint64 seed)
{
  Family *family = &families[seed % G_N_ELEMENTS (families)];
  guint64 random = tw_mix (seed + 1); /* not 0: tw_mix () maps only 0 to it */
  int differences;

  g_string_truncate (description, 0);
  differences = family->run (&random);
  family->rounds++;
  if (differences > 0)
    g_print ("seed %" G_GUINT64_FORMAT ", %s: %d differences\n%s", seed, family->name, differences,
             description->str);
  return differences;
}

int
main (int argc, char **argv)
{
  guint64 seconds, seed = 1;
  gint64 end;
  int differences = 0;

  if (argc < 2 || argc > 3
      || !g_ascii_string_to_unsigned (argv[1], 10, 0, G_MAXINT32, &seconds, NULL)
      || (argc == 3 && !g_ascii_string_to_unsigned (argv[2], 10, 0, G_MAXUINT64 - 1, &seed, NULL))
      || g_getenv ("TW_TEST_CHECK") == NULL) {
    g_printerr (
      "Usage: hunt SECONDS [SEED]\n"
      "TW_TEST_CHECK is the path of tilewright-check. With 0 seconds there is one round.\n");
    return 2;
  }
  signal (SIGPIPE, SIG_IGN); /* of a checker that refuses a certificate before it has read all */
  description = g_string_new (NULL);
  end = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
  do
    differences = run_round (seed++);
  while (differences == 0 && g_get_monotonic_time () < end);
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    g_print ("%s: %u rounds\n", families[i].name, families[i].rounds);
  g_print ("the next seed is %" G_GUINT64_FORMAT "\n", seed);
  g_string_free (description, TRUE);
  return differences > 0;
}
