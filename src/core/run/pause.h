/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pause.h - threads of a search that wait while more urgent work needs their processors. */
#ifndef TW_CORE_RUN_PAUSE_H
#define TW_CORE_RUN_PAUSE_H

typedef struct TwRun TwRun;

/* Changes the number of threads to pause by `threads`. A thread that polls the run or one of its
 * children pauses there while fewer than that number do; when the number falls, as many continue.
 * Whoever raises it must lower it again when its own work ends or the run stops, since a paused
 * thread does not notice the stop. Any thread may call this. */
void tw_run_pause (TwRun *run, int threads);

#endif
