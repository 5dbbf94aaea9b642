/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h - the verdict of a contest server on one solution, and its JSON.
 *
 *   {"numberOfSquares": 47, "score": 47, "timePenalty": 0, "errors": []}
 *
 * As in the contest of 2015 the score is the number of squares plus the time
 * penalty, less is better; a wrong cover scores 0 and its errors are listed. The rule of that
 * server for penalties is unknown (20, 25 and 30 were observed); ours adds 20 squares for a
 * solution after 10 s and 5 more for each further second that has started. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/base/board.h"
#include "core/base/tiling.h"

#define TW_JUDGE_SECONDS 10.0

typedef struct {
  gint64 squares;
  gint64 score;
  gint64 penalty;
  GPtrArray *errors; /* of char *, never NULL; empty: the solution was accepted */
} TwVerdict;

void tw_verdict_free (TwVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwVerdict, tw_verdict_free)

/* `seconds` from the issue of the board to the solution. */
TwVerdict *tw_judge (const TwBoard *board, const TwTiling *tiling, double seconds);
gint64 tw_judge_penalty (double seconds);

/* The caller frees the text with g_free (). */
char *tw_verdict_to_json (const TwVerdict *verdict);
/* Returns NULL with TW_PUZZLE_ERROR_FORMAT if it is not a verdict. */
TwVerdict *tw_verdict_from_json (JsonNode *node, GError **error);
