/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-solve.h - the engines of a kind and their searches. Most callers use a job (job.h). */
#pragma once

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/kind.h"
#include "puzzle/result.h"

typedef struct {
  const char *name;    /* for --engine and results */
  const char *title;   /* shown to users, untranslated: pass it to gettext */
  const char *summary; /* one line, untranslated */
} TwEngineInfo;

/* The name of engines that draw one of all solutions at random. */
#define TW_ENGINE_RANDOM "random"

struct TwKindSolve {
  const TwEngineInfo *engines; /* the first is the default; ends with a name of NULL */
  /* Live data that a search shares with its observers besides the run, for example a list of
   * solutions. It is made before and freed after the search, and does its own locking. Both
   * functions may be NULL; `run` may be called without live data. */
  gpointer (*live_new) (const TwPuzzle *puzzle, const TwOptions *options);
  void (*live_free) (gpointer live);
  /* The same for a search that continues a stopped one; returns NULL when its result has no
   * checkpoint. May be NULL. */
  gpointer (*live_continue) (const TwResult *stopped);
  /* Runs the engine options->engine on the calling thread until it ends or `run` stops. Sets
   * status, solution, bound, transform and reason of `result`; tw_kind_solve () sets the other
   * members. */
  void (*run) (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
               TwResult *result);
  /* Copies the incumbent of a running search for display; returns FALSE when there is none yet.
   * Cheap: called at frame rate. May be NULL. */
  gboolean (*snapshot) (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result);

  /* Can a solution that a remote solver has found help a search for this puzzle? NULL: whenever one
   * solution is wanted. */
  gboolean (*can_be_helped) (const TwPuzzle *puzzle);
  /* The engine of a remote solver when ours is the default one: without a proof, which would not be
   * believed. NULL: the same. */
  const char *helping_engine;
  /* Passes a solution from elsewhere, which the checker has accepted, to a running search as its
   * new incumbent. May be NULL. */
  void (*offer) (const TwResult *solution, TwRun *run);
};

/* Returns NULL when the kind has no engine of this name. */
const TwEngineInfo *tw_kind_find_engine (const TwKind *kind, const char *name);
/* The name of the engine that the options select: "auto" always selects the default one. */
const char *tw_kind_engine_name (const TwKind *kind, const TwOptions *options);
/* Returns the names of the engines, that of the default engine first; the caller frees them with
 * g_free (). */
char *tw_kind_list_engines (const TwKind *kind, const char *separator);
/* Returns FALSE with TW_PUZZLE_ERROR_USAGE, naming the available engines, when the kind has no
 * engine options->engine. */
gboolean tw_kind_accepts_options (const TwKind *kind, const TwOptions *options, GError **error);

/* Solves on the calling thread. The caller makes `run` from the limits of tw_kind_limits (), so
 * that it can observe and cancel the search, and `live` with the kind's `live_new`; `live` is NULL
 * when nobody observes. Never returns NULL. Most callers use a TwJob, which does all of this. */
TwResult *tw_kind_solve (TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live);
TwLimits tw_kind_limits (const TwOptions *options);
/* Returns the incumbent of a running search; NULL when there is none. */
TwResult *tw_kind_snapshot (TwPuzzle *puzzle, TwRun *run, gpointer live);
