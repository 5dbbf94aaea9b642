/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pause.h - threads of a search that wait while more urgent work needs their processors. */
#pragma once

typedef struct TwRun TwRun;

/* Adds `threads` to the number of threads that should pause. While fewer than that number pause, a
 * thread that polls the run or one of its children starts to pause; when the number falls, as many
 * continue. A caller that raises the number must lower it again when its work ends or the run
 * stops, because a paused thread does not notice the stop. Any thread may call this. */
void tw_run_pause (TwRun *run, int threads);
