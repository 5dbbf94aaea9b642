/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.h - how many threads the engines of minimum-square cover use, and where they show their
 * progress. */
#pragma once

enum {
  /* Progress bars 0 to 7 show the sweeps of the transforms. */
  TW_STRATEGY_PROOF_BAR = 9,
  TW_STRATEGY_MOST_THREADS = 64,
};
