/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-check.c - verifies certificates of tilings: the parts of a file, its claim, and the
 * command line. Begin with check.h.
 *
 * Exit code: 0 proved, 1 the certificate is wrong, 2 the file cannot be read or exceeds a limit. */
#include "check.h"

#include <string.h>
#include <sys/random.h>

/* Searches for a solution within the limit on the number of shapes and on the uses of each piece. */
static bool
is_impossible (int shapes_used, int times)
{
  require_small ();
  steps_left = MAX_TRIED;
  most_placed = shapes_used;
  for (int i = 0; i < n_pieces; i++)
    most[i] = most[i] < times ? most[i] : times;
  return count_from (0, 1) == 0;
}

enum { SOLUTION, NONE, COUNT, BOUND, OPTIMAL, FEWEST, LEAST_CAP, N_CLAIMS };
static const char *const claims[N_CLAIMS] = { "solution", "none",   "count",    "bound",
                                              "optimal",  "fewest", "least-cap" };
static const char *const texts[N_CLAIMS] = { "a solution", "no solution", NULL,       NULL,
                                             "optimal",    "fewest",      "least cap" };

/* Checks the puzzle, its solution, a proof, and the claim. -1 is what the file does not prove. */
static void
check_file (void)
{
  Number count = -1, bound = -1, solutions = -1, number = 0;
  int claim = 0;
  bool impossible = false, proved;

  line = 0;
  steps_left = MAX_STEPS;
  expect ("tilewright-certificate");
  if (read_number (0, INT32_MAX) != 2)
    fail (TOO_MUCH, "this program knows version 2 of the format only");
  read_puzzle ();
  most_placed = n_free;
  read_word ();
  if (is ("solution")) {
    count = read_solution ();
    read_word ();
  }
  if (!is ("end")) {
    impossible = is ("weights");
    if (is ("unit") && of_squares)
      bound = check_bound ();
    else if (is ("ledger") && !of_squares)
      solutions = check_ledger ();
    else if (impossible)
      check_weights ();
    else
      fail (WRONG, "expected a proof or \"end\", found \"%.20s\"", word);
    expect ("end");
  }
  for (read_word (); claim < N_CLAIMS && !is (claims[claim]);)
    claim++;
  if (claim > NONE)
    number = read_number (0, INT64_MAX);
  proved = claim == SOLUTION  ? count >= 0
           : claim == NONE    ? impossible || is_impossible (n_free, n_free)
           : claim == COUNT   ? number == solutions
           : claim == BOUND   ? number <= bound
           : claim == OPTIMAL ? number <= bound && number == count
           : claim == FEWEST  ? number == count && is_impossible (count - 1, n_free)
           : claim == LEAST_CAP
             ? cap > 0 && number == cap && count >= 0 && is_impossible (n_free, cap - 1)
             : false;
  if (!proved)
    fail (WRONG, "this does not follow from the file");
  if (getc (file) != '\n' || getc (file) != EOF)
    fail (WRONG, "text after the end");
  printf ("%s: board 0x%016llx, %d x %d, ", file_name, (unsigned long long) hash, width, height);
  if (!of_squares)
    printf ("%d piece%s, ", n_pieces, n_pieces == 1 ? "" : "s");
  if (cap > 0)
    printf ("no size more than %d time%s, ", cap, cap == 1 ? "" : "s");
  if (of_squares && count >= 0)
    printf ("%lld squares, ", count);
  if (claim == BOUND)
    printf ("at least %lld proved", number);
  else if (claim != COUNT)
    printf ("%s", texts[claim]);
  else
    printf ("%lld solution%s: %lld of %lld leaves counted again", number, number == 1 ? "" : "s",
            n_counted, n_leaves);
  if (claim == COUNT && n_counted < n_leaves)
    printf (", seed %lld", seed);
  if (bound >= 0)
    printf (": %d component%s, %lld states", n_components, n_components == 1 ? "" : "s", n_states);
  puts ("");
}

/* Reads the options; returns the index of the first file, or 0 when the usage is wrong. */
static int
read_options (int argc, char **argv)
{
  int i = 1;

  seed = -1;
  for (; i + 1 < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i += 2)
    if (!(strcmp (argv[i], "--sample") == 0 && parse_number (argv[i + 1], 1, INT64_MAX, &sample))
        && !(strcmp (argv[i], "--seed") == 0 && parse_number (argv[i + 1], 0, INT64_MAX, &seed)))
      return 0;
  if (i >= argc || (argv[i][0] == '-' && argv[i][1] != '\0') || (seed >= 0 && sample == 0))
    return 0;
  if (seed < 0) {
    uint32_t bits = 0;

    if (sample > 0 && getrandom (&bits, sizeof bits, 0) != sizeof bits)
      return 0;
    seed = bits;
  }
  return i;
}

int
main (int argc, char **argv)
{
  bool help = argc == 2 && strcmp (argv[1], "--help") == 0;
  int first = read_options (argc, argv);

  if (first == 0) {
    fputs (
      "Usage: tilewright-check [--sample N [--seed S]] FILE...\n"
      "Checks certificates written by \"tilewright-cli solve --certificate\" and \"count "
      "--certificate\".\n"
      "The file - is standard input. Of the leaves of a count, only N are counted again, drawn "
      "at\nrandom; the same seed draws the same leaves.\n",
      help ? stdout : stderr);
    return help ? 0 : 2;
  }
  for (int i = first; i < argc; i++) {
    open_file (argv[i]);
    check_file ();
    fclose (file);
    free_blocks (NULL);
  }
  return fflush (stdout) == 0 ? 0 : 2;
}
