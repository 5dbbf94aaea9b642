/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - what the files of tilewright-check share. docs/certificate.md describes the certificates.
 *
 * The program trusts nothing but the file, shares no code with the solver, and needs only libc and
 * whole numbers. A certificate has a puzzle, a solution, and a proof: a search that counts the
 * solutions, weights that show that there is none, or a lower bound on the number of squares. Read
 * words.c, puzzle.c, pieces.c, squares.c and tilewright-check.c in this order; each begins with the
 * reason why what it checks is sound. A certificate that is wrong ends the program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef MAX_MEMORY /* the fuzz target has less */
#define MAX_MEMORY ((size_t) 3 << 30)
#define MAX_STEPS  1000000000000 /* of leaves and weights */
#define MAX_TRIED  10000000000   /* partial coverings in all bands, or for the claim */
#endif

enum { WRONG = 1, TOO_MUCH = 2 }; /* exit codes */
enum { MAX_SIDE = 1000, MAX_SEARCHED = 10000, MAX_SHAPES = 2000 };

typedef long long Number;

/* --- words.c: words of the file, and memory ---------------------------------------------------- */

extern const char *file_name;
extern FILE *file;
extern Number line;             /* 0: no word has been read */
extern char word[MAX_SIDE + 1]; /* the last one read */

/* Ends the program with this code and a message that names the line. */
_Noreturn void fail (int code, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Opens a regular file; - is standard input, whatever its type. */
void open_file (const char *name);
/* Reads the next word, with the blank or line feed before it. Another one ends it. */
void read_word (void);
bool is (const char *text); /* is it the last word? */
void expect (const char *text);
/* 0, or digits of which the first one is not 0, perhaps after a minus sign. */
bool parse_number (const char *text, Number lowest, Number highest, Number *value);
Number read_number (Number lowest, Number highest);

typedef struct Block Block; /* of memory */
extern Block *blocks;       /* of allocate (), the last one first */

/* Returns a zeroed array, which is kept until free_blocks () is called. */
void *allocate (size_t count, size_t size);
/* Frees the arrays that were allocated after `last`. */
void free_blocks (const Block *last);

extern Number steps_left; /* of the searches */
void count_steps (Number n);

/* --- puzzle.c: puzzles and solutions ------------------------------------------------------------ */

typedef struct {
  int at; /* index, less that of the first cell of the shape */
  int letter;
} ShapeCell;

typedef struct {
  int piece, n_cells;
  ShapeCell *cells;
} Shape;

/* A board that is wider than high is turned, so that its rows are short. Margins on the right,
 * above and below are as large as the board, so that all shapes end in them. */
extern int width, height, stride, n_indices; /* width and height as in the file */
extern char *board;   /* letter of each cell; 0: an obstacle, covered, or in a margin */
extern uint64_t hash; /* of the cells (FNV-1a) */
extern Shape shapes[MAX_SHAPES + 1]; /* from 1 */
extern int n_shapes, n_pieces;
extern int least[MAX_SHAPES], most[MAX_SHAPES]; /* uses of each piece */
extern int n_free, n_open, most_placed;         /* cells; uncovered ones; shapes at most */
extern bool of_squares;                         /* do squares cover the board? */
extern int cap;                                 /* no size is used more often; 0: there is no cap */

void read_puzzle (void);
/* Searches stop before a board that is too large for them. */
void require_small (void);
/* Returns the index of a cell of the file. */
int index_of (int x, int y);
int read_cell (void);
/* May the shape be placed with its cell k on this cell of the board? */
bool fits (const Shape *shape, int k, int cell);
/* Places the shape there, or takes it away again. */
void place (const Shape *shape, int k, int cell, bool away);
/* Counts the solutions with the shapes placed, until there are enough, from the first open cell,
 * which is at `cell` or after it. */
Number count_from (int cell, Number enough);
/* Reads a solution and returns the number of its shapes. The board is open again afterwards. */
int read_solution (void);

/* --- pieces.c and squares.c: proofs ------------------------------------------------------------- */

void check_weights (void);

extern Number sample; /* leaves to count, drawn at random; 0: all */
extern Number seed;   /* of the random numbers of each file */
extern Number n_leaves, n_counted;
/* Returns the number of solutions. */
Number check_ledger (void);

extern Number n_states;
extern int n_components;
/* Returns the sum of the bounds of all components. */
Number check_bound (void);
