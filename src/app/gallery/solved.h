/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solved.h - which puzzles of the collection are solved, and how: for the start page. Kept in the
 * settings by the name of the file. Main thread only. */
#pragma once

#include "app/document/document.h"

/* A later one outranks those before it. */
typedef enum {
  TW_SOLVED_NOT,
  TW_SOLVED_FOUND,   /* a search has found a solution */
  TW_SOLVED_PROVED,  /* it has proved that none is better, or that there is none */
  TW_SOLVED_BY_HAND, /* by the user */
} TwSolved;

TwSolved tw_solved_get (const char *uri);
/* The document has another result. */
void tw_solved_note (TwDocument *document);
