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
#include "puzzle/kind-solve.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kinds/pieces/ledger.h"
#include "puzzle/verify.h"

enum {
  MOST_SECONDS = 3, /* of a search and its certificate */
};

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

/* Returns 1 when the checker refuses the text, which may be NULL and is freed. */
static int
verify (char *text, gsize length, const TwOptions *options, TwRun *run)
{
  g_autofree char *unchecked = NULL;
  g_autoptr (GError) error = NULL;

  if (text != NULL && !tw_verify_certificate (text, length, options, run, &unchecked, &error))
    hunt_describe ("%s\n%s", error->message, text);
  g_free (text);
  return error != NULL;
}

int
hunt_certify (TwPuzzle *puzzle)
{
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = MOST_SECONDS });
  g_autoptr (TwResult) result = NULL;
  TwOptions options;
  gsize length = 0;
  gint64 bound;
  char *text;
  int refused;

  tw_options_init (&options);
  options.threads = 1;
  result = tw_kind_solve (puzzle, &options, run, NULL);
  text = tw_puzzle_get_kind (puzzle)->certify->solution (result, &options, run, &length, &bound,
                                                         NULL);
  refused = verify (text, length, &options, run);
  tw_run_free (run);
  return refused;
}

int
hunt_certify_count (TwPuzzle *puzzle, uint64_t count)
{
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = MOST_SECONDS });
  TwOptions options;
  gsize length = 0;
  char *text = tw_ledger_write (puzzle, count, run, &length, NULL);
  int refused;

  tw_options_init (&options);
  refused = verify (text, length, &options, run);
  tw_run_free (run);
  return refused;
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
      || g_getenv ("TW_CHECK_PROGRAM") == NULL) {
    g_printerr (
      "Usage: hunt SECONDS [SEED]\n"
      "TW_CHECK_PROGRAM is the path of tilewright-check. With 0 seconds there is one round.\n");
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
