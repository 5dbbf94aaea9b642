/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt.h - shared by the files of the hunt. Each round makes one random task from a separate seed
 * and reports differences with CHECK () and CHECK_INT () of check.h. */
#pragma once

#include <stdint.h>

#include "puzzle/puzzle.h"

/* These return the number of differences. */
int hunt_squares (uint64_t *random);
int hunt_certificate (uint64_t *random);
int hunt_pieces (uint64_t *random);
int hunt_tetromino (uint64_t *random);
int hunt_capped (uint64_t *random);

/* Solves the puzzle and has tilewright-check check its certificate, if it gets one. Returns the
 * number of certificates that are refused. */
int hunt_certify (TwPuzzle *puzzle);
/* The same with the certificate of the number of solutions of a piece puzzle. */
int hunt_certify_count (TwPuzzle *puzzle, uint64_t count);

/* Appends to the description of the task, which is printed when there is a difference. */
void hunt_describe (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
