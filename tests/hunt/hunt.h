/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt.h - shared by the files of the hunt. Each round makes one random task from a separate seed
 * and reports differences with CHECK () and CHECK_INT () of check.h. */
#pragma once

#include <stdint.h>

/* These return the number of differences. */
int hunt_squares (uint64_t *random);
int hunt_certificate (uint64_t *random);
int hunt_pieces (uint64_t *random);
int hunt_tetromino (uint64_t *random);
int hunt_capped (uint64_t *random);

/* Appends to the description of the task, which is printed when there is a difference. */
void hunt_describe (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
