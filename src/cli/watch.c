/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.c - draws the board in the terminal while a search runs: half blocks, two rows of cells on a
 * line. The squares that a running sweep has not reached are pale. Elsewhere than on a terminal each
 * better solution is drawn in characters. */
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/command.h"
#include "draw/export.h"
#include "draw/palette.h"
#include "draw/picture.h"

enum {
  OUTSIDE = -1,
};

static int n_lines; /* of the frame on the terminal; 0: none */
static char *last;  /* the frame that was drawn last; NULL: none */

/* A colour as terminals name it: one of all, if this one says that it has them, or of 6 x 6 x 6. */
static void
append_colour (GString *frame, const char *layer, gint64 colour)
{
  const char *known = g_getenv ("COLORTERM");
  int red = (int) (colour >> 16 & 0xff), green = (int) (colour >> 8 & 0xff),
      blue = (int) (colour & 0xff);

  if (g_strcmp0 (known, "truecolor") == 0 || g_strcmp0 (known, "24bit") == 0)
    g_string_append_printf (frame, "\033[%s;2;%d;%d;%dm", layer, red, green, blue);
  else
    g_string_append_printf (frame, "\033[%s;5;%dm", layer,
                            16 + 36 * ((red * 5 + 127) / 255) + 6 * ((green * 5 + 127) / 255)
                              + (blue * 5 + 127) / 255);
}

/* The colour of a cell, 0xRRGGBB; OUTSIDE: there is none. */
static gint64
cell_colour (const TwScene *scene, const TwSceneFront *front, int x, int y)
{
  guint8 cell = tw_scene_cell_at (scene, x, y);
  int32_t index = tw_scene_region_at (scene, x, y);
  guint32 colour = tw_theme_colours (TW_THEME_LIGHT)->free;

  if (cell == TW_SCENE_OUTSIDE)
    return OUTSIDE;
  if (cell == TW_CELL_BLOCKED) {
    colour = tw_theme_colours (TW_THEME_LIGHT)->obstacle;
  } else if (index != TW_SCENE_NO_REGION) {
    const TwRegion *region = &scene->regions[index];

    colour = tw_palette_tone (tw_palette_fill (TW_THEME_LIGHT, scene->kind, region->colour),
                              region->tone);
    if (front->n_lines > 0 && !tw_scene_front_covers (front, x, y))
      colour = tw_palette_mix (colour, 0xffffff, 192);
  }
  return colour;
}

/* Two cells, one above the other. */
static void
append_pair (GString *frame, gint64 upper, gint64 lower)
{
  g_string_append (frame, "\033[0m");
  if (upper == OUTSIDE && lower == OUTSIDE) {
    g_string_append_c (frame, ' ');
    return;
  }
  append_colour (frame, "38", upper != OUTSIDE ? upper : lower);
  if (upper != OUTSIDE && lower != OUTSIDE)
    append_colour (frame, "48", lower);
  g_string_append (frame, upper != OUTSIDE ? "▀" : "▄");
}

/* Draws every `step`-th cell, so that the frame fits the terminal. */
static char *
draw_scene (const TwScene *scene, const TwSceneFront *front, int step, int *lines)
{
  GString *frame = g_string_new (NULL);

  for (int y = 0; y < scene->height; y += 2 * step, (*lines)++) {
    for (int x = 0; x < scene->width; x += step)
      append_pair (frame, cell_colour (scene, front, x, y),
                   cell_colour (scene, front, x, y + step));
    g_string_append (frame, "\033[0m\033[K\n");
  }
  return g_string_free (frame, FALSE);
}

static int
step_of (const TwScene *scene)
{
  struct winsize size;
  int columns = 80, rows = 24;

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && size.ws_row > 3) {
    columns = size.ws_col;
    rows = size.ws_row;
  }
  /* One line is for the progress, and one for the prompt. */
  return MAX ((scene->width + columns - 1) / columns,
              (scene->height + 2 * (rows - 2) - 1) / (2 * (rows - 2)));
}

void
tw_watch_draw (TwJob *job, gboolean terminal)
{
  TwRun *run = tw_job_get_run (job);
  const TwPuzzle *puzzle = tw_job_get_puzzle (job);
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  g_autoptr (TwResult) best = tw_job_dup_best (job);
  g_autoptr (TwScene) scene = tw_picture_scene (puzzle, best);
  g_autofree char *frame = NULL;
  TwSceneFront front = { 0 };
  TwFront swept;
  int lines = 0;

  if (tw_run_phase (run) == TW_PHASE_SWEEP && tw_run_get_front (run, &swept))
    tw_scene_front_init (&front, &swept, board->width, board->height);
  if (terminal)
    frame = draw_scene (scene, &front, step_of (scene), &lines);
  else
    frame = best != NULL ? tw_export_text (scene) : NULL;
  if (frame == NULL || g_strcmp0 (frame, last) == 0)
    return;
  if (n_lines > 0)
    fprintf (stderr, "\r\033[%dA", n_lines);
  else if (terminal)
    fputs ("\r", stderr);
  fputs (frame, stderr);
  fflush (stderr);
  n_lines = lines;
  g_free (last);
  last = g_steal_pointer (&frame);
}

void
tw_watch_end (void)
{
  n_lines = 0;
  g_clear_pointer (&last, g_free);
}
