/* SPDX-License-Identifier: GPL-3.0-or-later */
/* titles.h - the titles of the installed puzzles, for translators: xgettext cannot scan
 * catalogue.json. A test fails when a title is missing here. */
#ifndef TW_APP_GALLERY_TITLES_H
#define TW_APP_GALLERY_TITLES_H

#include "puzzle/i18n.h"

static const char *const tw_catalogue_titles[] = {
  N_ ("First steps"),
  N_ ("Small board"),
  N_ ("Medium board"),
  N_ ("Contest-like board"),
  N_ ("Long board"),
  N_ ("Contest-like board, few obstacles"),
  N_ ("Large board"),
  N_ ("Huge board"),
  N_ ("Empty rectangle"),
  N_ ("Five of the twelve pentominoes"),
  N_ ("Chequered rectangle"),
  N_ ("Tetrominoes, two of each"),
  N_ ("Twelve pentominoes"),
  N_ ("Chessboard with the square tetromino"),
  N_ ("Chessboard without a corner"),
  N_ ("Chessboard without its four corners"),
  N_ ("Chessboard with a notch"),
  N_ ("Chessboard with four holes"),
  N_ ("Chessboard with a diagonal slit"),
  N_ ("Chessboard with a hole in the middle"),
  N_ ("Rectangle with a slit"),
  N_ ("Tripled pentomino V"),
  N_ ("Tripled pentomino X"),
  N_ ("Chequered chessboard"),
  N_ ("One-sided pentominoes"),
  N_ ("Tetrominoes and pentominoes"),
  N_ ("Pentominoes, six of each"),
  N_ ("The 35 hexominoes around a hole"),
  N_ ("Heptominoes in a strip"),
  N_ ("The five tetrominoes"),
  N_ ("The seven one-sided tetrominoes"),
  N_ ("The 35 hexominoes in a rectangle"),
  N_ ("Large square"),
  N_ ("Shifted square"),
  N_ ("Windmill"),
  N_ ("Brick wall"),
  N_ ("Letter T"),
  N_ ("Letter L"),
  N_ ("Letter S"),
  N_ ("Long bar"),
  N_ ("Staircase"),
  N_ ("Steep staircase"),
  N_ ("Tetromino square"),
  N_ ("One T too many"),
  N_ ("Few of each size"),
  N_ ("Fewest smaller squares"),
  N_ ("Perfect rectangle"),
  N_ ("Perfect square"),
};

#endif
