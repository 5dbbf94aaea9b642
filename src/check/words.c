/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - reads the words of the file and allocates memory, both within limits. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *file_name;
FILE *file;
Number line;
char word[MAX_SIDE + 1];

_Noreturn void
fail (int code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  fprintf (stderr, "%s:%lld: ", file_name, line);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  va_end (arguments);
  fflush (stdout);
  _Exit (code);
}

void
open_file (const char *name)
{
  bool standard_input = strcmp (name, "-") == 0;
  struct stat status;
  int descriptor;

  line = 0;
  file_name = standard_input ? "standard input" : name;
  file = standard_input ? stdin : NULL;
  if (standard_input)
    return;
  descriptor = open (name, O_RDONLY | O_NONBLOCK); /* does not wait for the writer of a FIFO */
  if (descriptor < 0 || fstat (descriptor, &status) != 0)
    fail (TOO_MUCH, "%s", strerror (errno));
  if (!S_ISREG (status.st_mode))
    fail (TOO_MUCH, "not a regular file");
  file = fdopen (descriptor, "r");
  if (file == NULL)
    fail (TOO_MUCH, "%s", strerror (errno));
}

bool
is (const char *text)
{
  return strcmp (word, text) == 0;
}

void
read_word (void)
{
  int c = getc (file), n = 0;

  if (line == 0) { /* nothing is before the first word */
    line = 1;
  } else {
    line += c == '\n';
    c = getc (file);
  }
  for (; isgraph (c) && n < MAX_SIDE; c = getc (file))
    word[n++] = (char) c;
  word[n] = '\0';
  if (ferror (file))
    fail (TOO_MUCH, "%s", strerror (errno));
  if (n == 0 || (c != ' ' && c != '\n'))
    fail (WRONG, "the file ends or has unexpected text after \"%.20s\"", word);
  ungetc (c, file);
}

void
expect (const char *text)
{
  read_word ();
  if (!is (text))
    fail (WRONG, "expected \"%s\", found \"%.20s\"", text, word);
}

bool
parse_number (const char *text, Number lowest, Number highest, Number *value)
{
  const char *digits = text + (*text == '-');
  size_t n = strspn (digits, "0123456789");

  if (n == 0 || digits[n] != '\0' || (digits[0] == '0' && (n > 1 || digits > text)))
    return false;
  errno = 0;
  *value = strtoll (text, NULL, 10);
  return errno == 0 && *value >= lowest && *value <= highest;
}

Number
read_number (Number lowest, Number highest)
{
  Number value;

  read_word ();
  if (!parse_number (word, lowest, highest, &value))
    fail (WRONG, "\"%.24s\" is not a whole number from %lld to %lld", word, lowest, highest);
  return value;
}

struct Block {
  Block *next;
  size_t size;
};

Block *blocks;
static size_t memory; /* size of all blocks */
Number steps_left;

void *
allocate (size_t count, size_t size)
{
  size_t whole = sizeof (Block) + count * size;
  Block *block = whole <= MAX_MEMORY - memory ? calloc (1, whole) : NULL;

  if (block == NULL)
    fail (TOO_MUCH, "the certificate needs more than %zu MiB of memory", MAX_MEMORY >> 20);
  *block = (Block){ blocks, whole };
  blocks = block;
  memory += whole;
  return block + 1;
}

void
free_blocks (const Block *last)
{
  while (blocks != last) {
    Block *block = blocks;

    blocks = block->next;
    memory -= block->size;
    free (block);
  }
}

void
count_steps (Number n)
{
  steps_left -= n;
  if (steps_left < 0)
    fail (TOO_MUCH, "the search takes too long");
}
