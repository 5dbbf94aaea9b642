/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - what the parts of tilewright-check share: errors, memory, and words of the file. */
#ifndef TW_CHECK_CHECK_H
#define TW_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 1000, CELLS = SIDE * SIDE }; /* of a board, at most */

#ifndef MAX_MEMORY /* of searches; the fuzz target has less */
#define MAX_MEMORY ((size_t) 3 << 30)
#endif

#ifndef MAX_NODES /* of the search of leaves */
#define MAX_NODES UINT64_C (1000000000000)
#endif

#ifndef MAX_TRIED /* partial tilings of a rectangle */
#define MAX_TRIED UINT64_C (100000000)
#endif

extern const char *file_name;
extern FILE *file;
extern long line;
extern char word[SIDE + 1]; /* the last one read */

/* Ends the program with a message that names the line. */
#define fail(code, ...)                                                          \
  (fprintf (stderr, "%s:%ld: ", file_name, line), fprintf (stderr, __VA_ARGS__), \
   fputc ('\n', stderr), fflush (stdout), _Exit (code))
#define wrong(...) fail (1, __VA_ARGS__)
#define is(text)   (strcmp (word, text) == 0)

/* Zeroed memory for one more than `count` elements. */
void *allocate (size_t count, size_t size);
/* Words and whole numbers are separated by blanks and line feeds. */
const char *read_word (void);
void expect (const char *expected);
int64_t read_number (int64_t least, int64_t most);
/* Nothing but one line feed follows the last word. */
void expect_end (void);

/* Each reads the rest of a file after the word board, pieces or rectangle, and prints what it proves. */
void check_squares (void);
void check_pieces (void);
void check_rectangle (void);

extern uint64_t sample; /* leaves to count again; 0: all */

#endif
