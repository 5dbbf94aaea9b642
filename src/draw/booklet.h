/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet.h - puzzles on paper, for a classroom: a PDF with the boards, the pieces in the same scale
 * to be cut out, and the solutions.
 *
 * The same results always give the same bytes. Threads: any. */
#pragma once

#include <cairo.h>

#include "puzzle/result.h"

enum {
  TW_BOOKLET_MAX_PIECES = 200, /* copies that are drawn; with more, each piece is drawn once */
  TW_BOOKLET_MAX_PUZZLES = 1000,
};

typedef enum {
  TW_ANSWERS_OVERLEAF, /* each puzzle has its sheet, with the solution on the back */
  TW_ANSWERS_END,
  TW_ANSWERS_NONE,
  TW_ANSWERS_ONLY, /* a file for the teacher */
} TwAnswers;

/* Zero-initialised: handouts on A4 paper, without a cover. */
typedef struct {
  gboolean letter; /* the size of paper: US Letter */
  guint per_page;  /* puzzles on a page: 1 (or 0), 2 or 4; 1 with TW_ANSWERS_OVERLEAF */
  TwAnswers answers;
  const char *title; /* of the cover, with which pages have numbers; NULL: none */
  gboolean names;    /* a line for the name of the pupil on each page */
} TwBookletOptions;

/* Each result has a solution. Returns NULL and sets `error` (TW_PUZZLE_ERROR) when a board is too large
 * to be drawn as paths. The booklet is immutable. */
typedef struct TwBooklet TwBooklet;
TwBooklet *tw_booklet_new (TwResult *const *results, guint n_results,
                           const TwBookletOptions *options, GError **error);
void tw_booklet_free (TwBooklet *booklet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwBooklet, tw_booklet_free)

guint tw_booklet_count_pages (const TwBooklet *booklet);
/* Draws a page, the first being number 0, on paper of this size in points. */
void tw_booklet_draw_page (const TwBooklet *booklet, guint page, cairo_t *cr, double width,
                           double height);
/* Draws the board of a puzzle, and the pieces that are handed out with it, on white paper of this size. The
 * result may lack a solution. */
void tw_booklet_draw_puzzle (const TwResult *result, cairo_t *cr, double width, double height);
/* All pages as a PDF. Returns NULL and sets `error` when there is not enough memory. */
GBytes *tw_booklet_write (const TwBooklet *booklet, GError **error);
