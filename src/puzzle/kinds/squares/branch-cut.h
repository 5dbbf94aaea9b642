/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch-cut.h - minimum-square cover by branch and cut, with COIN-OR CBC: the engines "cbc" and
 * "cbc-plain" of the kind "squares", for comparison.
 *
 * The model is plain set partitioning: one 0/1 column for each square that fits, one equation for
 * each free cell. CBC cannot be interrupted from outside and needs C++, so it is a program of its
 * own, tilewright-cbc (cbc/protocol.h), which is killed when the run ends and ends when this
 * process does. CBC computes in floating point, so its bounds are only reported
 * (tw_run_report_bound ()) and never count as proofs. */
#pragma once

#include <glib.h>

#include "core/squares/engines/engine.h"

/* Returns the engines; none when tilewright-cbc is not installed. The environment variable
 * TW_CBC_PROGRAM (set by build-aux/run and the tests to the program in the build directory)
 * replaces the installed program. */
const TwSquaresEngine *tw_branch_cut_engines (size_t *count);
