/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.h - capped tilings as 0/1 models (formats/model.h), for other solvers and as a second opinion
 * in the tests. Called by capped.c. */
#pragma once

#include "core/capped/problem.h"
#include "puzzle/formats/model.h"

/* `board` is that of the problem, without obstacles. Returns NULL and sets `error` when the model would
 * be too large. */
TwModel *tw_model_of_capped (const TwCappedProblem *problem, const TwBoard *board, GError **error);
