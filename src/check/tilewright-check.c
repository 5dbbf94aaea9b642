/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-check - checks certificates of tilings; docs/certificate.md describes the files.
 *
 * It trusts nothing but the file, shares no code with the solver, and uses libc only and no floating
 * point. check-squares.c checks bounds of covers by squares, check-pieces.c puzzles of pieces,
 * check-rectangle.c rectangles of squares with a cap.
 *
 * Exit code: 0 proved, 1 the certificate is wrong, 2 the file cannot be read or exceeds a limit. */
#include "check.h"

#include <ctype.h>
#include <errno.h>
#include <time.h>

const char *file_name;
FILE *file;
long line;
char word[SIDE + 1];

void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count + 1, size);

  if (memory == NULL)
    fail (2, "the certificate needs too much memory");
  return memory;
}

const char *
read_word (void)
{
  int c, n = 0;

  while ((c = getc (file)) == ' ' || c == '\n')
    line += c == '\n';
  for (; isgraph (c) && n < SIDE; c = getc (file))
    word[n++] = (char) c;
  word[n] = '\0';
  if (c != ' ' && c != '\n')
    wrong ("the file ends or has unexpected text after \"%.20s\"", word);
  ungetc (c, file);
  return word;
}

void
expect (const char *expected)
{
  read_word ();
  if (!is (expected))
    wrong ("expected \"%s\", found \"%.20s\"", expected, word);
}

int64_t
read_number (int64_t least, int64_t most)
{
  char *end;
  long long value = (errno = 0, strtoll (read_word (), &end, 10));

  if (*end != '\0' || errno != 0 || value < least || value > most)
    wrong ("\"%.24s\" is not a whole number from %lld to %lld", word, (long long) least,
           (long long) most);
  return value;
}

void
expect_end (void)
{
  if (getc (file) != '\n' || getc (file) != EOF)
    wrong ("text after the end");
}

static void
check_file (void)
{
  expect ("tilewright-certificate");
  if (read_number (0, CELLS) != 1)
    fail (2, "this program knows version 1 of the format only");
  read_word ();
  if (is ("board"))
    check_squares ();
  else if (is ("pieces"))
    check_pieces ();
  else if (is ("rectangle"))
    check_rectangle ();
  else
    wrong ("expected board, pieces or rectangle, found \"%.20s\"", word);
}

int
main (int argc, char **argv)
{
  bool help = argc == 2 && strcmp (argv[1], "--help") == 0;
  int first = 1;

  if (argc > 2 && strcmp (argv[1], "--sample") == 0) {
    char *end;
    long long value = strtoll (argv[2], &end, 10);

    sample = *end == '\0' && value > 0 ? (uint64_t) value : 0;
    srand ((unsigned) time (NULL));
    first = 3;
  }
  if (argc <= first || argv[first][0] == '-' || (first == 3 && sample == 0)) {
    fputs (
      "Usage: tilewright-check [--sample N] FILE...\nChecks certificates written by "
      "\"tilewright-cli solve --certificate\" and \"count --certificate\".\nOf the leaves of a "
      "count, only N drawn at random are counted again.\n",
      help ? stdout : stderr);
    return help ? 0 : 2;
  }
  for (int i = first; i < argc; i++) {
    file_name = argv[i];
    file = fopen (file_name, "r");
    if (file == NULL)
      fail (2, "%s", strerror (errno));
    line = 1;
    check_file ();
    fclose (file);
  }
  return fflush (stdout) == 0 ? 0 : 2;
}
