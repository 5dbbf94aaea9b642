/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h - the verdict of a contest server on one answer, and its JSON.
 *
 *   {"numberOfSquares": 47, "score": 47, "timePenalty": 0, "errors": []}
 *
 * As in the contest of 2015 the score is the number of squares plus the time
 * penalty, less is better; a wrong cover scores 0 and lists what is wrong. How that
 * server computed its penalty is not known (20, 25 and 30 were seen); ours adds
 * 20 squares for an answer later than 10 s and 5 more for each second begun after.
 */
#ifndef TW_NET_JUDGE_H
#define TW_NET_JUDGE_H

#include <json-glib/json-glib.h>

#include "core/base/board.h"
#include "core/base/tiling.h"

G_BEGIN_DECLS

#define TW_JUDGE_SECONDS 10.0

typedef struct {
  gint64 squares;
  gint64 score;
  gint64 penalty;
  GPtrArray *errors; /* of char *, never NULL; empty: the answer was accepted */
} TwVerdict;

void tw_verdict_free (TwVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwVerdict, tw_verdict_free)

/* `seconds` from the issue of the board to the answer. */
TwVerdict *tw_judge (const TwBoard *board, const TwTiling *tiling, double seconds);
gint64 tw_judge_penalty (double seconds);

JsonNode *tw_verdict_to_json (const TwVerdict *verdict);
/* NULL and TW_PUZZLE_ERROR_FORMAT when it is no verdict. */
TwVerdict *tw_verdict_from_json (JsonNode *node, GError **error);

G_END_DECLS

#endif
