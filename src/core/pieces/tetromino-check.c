/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetromino-check.c - the checker of tetromino solutions. It draws and rotates the base figures
 * itself and does not use the table of the search. */
#include "core/pieces/tetromino.h"

#include <stdlib.h>
#include <string.h>

enum {
  BOX = 4,
};

/* The base figures as the contest draws them. */
static const char *const drawings[TW_N_TETROMINO_LETTERS][BOX] = {
  [TW_TETROMINO_I] = { "#", "#", "#", "#" }, [TW_TETROMINO_J] = { ".#", ".#", "##" },
  [TW_TETROMINO_L] = { "#.", "#.", "##" },   [TW_TETROMINO_O] = { "##", "##" },
  [TW_TETROMINO_S] = { ".##", "##." },       [TW_TETROMINO_T] = { "###", ".#." },
  [TW_TETROMINO_Z] = { "##.", ".##" },
};

typedef struct {
  bool exists;
  int width;
  int height;
  bool cells[BOX][BOX]; /* [y][x] */
} Drawing;

static bool
drawing_equal (const Drawing *a, const Drawing *b)
{
  return a->width == b->width && a->height == b->height
         && memcmp (a->cells, b->cells, sizeof a->cells) == 0;
}

static void
draw (int figure, Drawing *d)
{
  memset (d, 0, sizeof *d);
  for (int y = 0; y < BOX && drawings[figure][y] != NULL; y++) {
    d->height = y + 1;
    d->width = (int) strlen (drawings[figure][y]);
    for (int x = 0; x < d->width; x++)
      d->cells[y][x] = drawings[figure][y][x] == '#';
  }
  d->exists = true;
}

static void
turn_clockwise (const Drawing *from, Drawing *to)
{
  memset (to, 0, sizeof *to);
  to->exists = true;
  to->width = from->height;
  to->height = from->width;
  for (int y = 0; y < from->height; y++) {
    for (int x = 0; x < from->width; x++)
      to->cells[x][from->height - 1 - y] = from->cells[y][x];
  }
}

static void
draw_all (Drawing all[TW_N_TETROMINO_LETTERS][4])
{
  memset (all, 0, sizeof (Drawing) * TW_N_TETROMINO_LETTERS * 4);
  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    Drawing turned;

    draw (figure, &all[figure][0]);
    for (int angle = 1; angle < 4; angle++) {
      turn_clockwise (&all[figure][angle - 1], &turned);
      if (drawing_equal (&turned, &all[figure][0]))
        break;
      all[figure][angle] = turned;
    }
  }
}

typedef struct {
  TwTetrominoFault *faults;
  size_t most;
  size_t count;
} Report;

static void
add_fault (Report *report, TwTetrominoFault fault)
{
  if (report->count < report->most)
    report->faults[report->count] = fault;
  report->count++;
}

/* Reports the first fault of a placement and marks its cells in `covered`. */
static void
check_placement (Drawing all[TW_N_TETROMINO_LETTERS][4], int side, const TwTetromino *p,
                 size_t index, uint8_t *covered, Report *report)
{
  TwTetrominoFault fault = { .index = (ptrdiff_t) index, .x = p->x, .y = p->y };
  const Drawing *d;

  if (p->figure >= TW_N_TETROMINO_LETTERS || p->angle >= 4 || !all[p->figure][p->angle].exists) {
    fault.kind = TW_TETROMINO_FAULT_FIGURE;
    add_fault (report, fault);
    return;
  }
  d = &all[p->figure][p->angle];
  if (p->x + d->width > side || p->y + d->height > side) {
    fault.kind = TW_TETROMINO_FAULT_OUTSIDE;
    add_fault (report, fault);
    return;
  }
  for (int y = 0; y < d->height; y++) {
    for (int x = 0; x < d->width; x++) {
      uint8_t *cell = &covered[(size_t) (p->y + y) * (size_t) side + (size_t) (p->x + x)];

      if (!d->cells[y][x])
        continue;
      if (*cell != 0 && fault.kind == TW_TETROMINO_FAULT_NONE) {
        fault.kind = TW_TETROMINO_FAULT_OVERLAP;
        fault.x = p->x + x;
        fault.y = p->y + y;
      }
      *cell = 1;
    }
  }
  if (fault.kind != TW_TETROMINO_FAULT_NONE)
    add_fault (report, fault);
}

static void
check_cover (int side, const uint8_t *covered, Report *report)
{
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      if (covered[(size_t) y * (size_t) side + (size_t) x] == 0)
        add_fault (report, (TwTetrominoFault){
                             .kind = TW_TETROMINO_FAULT_UNCOVERED, .index = -1, .x = x, .y = y });
    }
  }
}

static void
check_counts (const TwTetrominoProblem *problem, const TwTetromino *placements, size_t count,
              Report *report)
{
  int64_t placed[TW_N_TETROMINO_LETTERS] = { 0 };

  for (size_t i = 0; i < count; i++) {
    if (placements[i].figure < TW_N_TETROMINO_LETTERS)
      placed[placements[i].figure]++;
  }
  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    if (placed[figure] != problem->counts[figure])
      add_fault (report, (TwTetrominoFault){ .kind = TW_TETROMINO_FAULT_COUNT,
                                             .index = -1,
                                             .figure = figure,
                                             .placed = placed[figure],
                                             .wanted = problem->counts[figure] });
  }
}

bool
tw_tetromino_check (const TwTetrominoProblem *problem, const TwTetromino *placements, size_t count,
                    TwTetrominoFault *faults, size_t most, size_t *n_faults)
{
  Report report = { faults, most, 0 };
  Drawing all[TW_N_TETROMINO_LETTERS][4];
  uint8_t *covered = NULL;

  if (problem->size < 1 || problem->size > TW_TETROMINO_MAX_SIDE) {
    add_fault (&report, (TwTetrominoFault){ .kind = TW_TETROMINO_FAULT_TASK, .index = -1 });
  } else if ((covered = calloc ((size_t) problem->size, (size_t) problem->size)) == NULL) {
    add_fault (&report, (TwTetrominoFault){ .kind = TW_TETROMINO_FAULT_NO_MEMORY, .index = -1 });
  } else {
    draw_all (all);
    for (size_t i = 0; i < count; i++)
      check_placement (all, (int) problem->size, &placements[i], i, covered, &report);
    check_cover ((int) problem->size, covered, &report);
    check_counts (problem, placements, count, &report);
  }
  free (covered);
  if (n_faults != NULL)
    *n_faults = report.count;
  return report.count == 0;
}
