/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - the plan of a run folder: puzzles, options, and the work units into which the search is
 * split. docs/cluster.md describes the files.
 *
 * A unit is a subtree of a search, or a range of the puzzles of a batch or of the parts of a puzzle
 * (TwKindDivide). Its work is a text: a checkpoint of core (core/pieces/checkpoint.h) with one
 * subtree, or a line "puzzles FIRST END" or "parts FIRST END". A unit that was cut short leaves new
 * units, its children: unit 3 has the children 3.0, 3.1 and so on. The shares of the children and
 * the finished share always add up to the unit's share.
 *
 * A plan is immutable; any thread may read it.
 */
#pragma once

#include <glib.h>

#include "core/pieces/checkpoint.h"
#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/kind-divide.h"

enum {
  TW_PLAN_MAX_UNITS = 10000,
};

#define TW_PLAN_FILE "plan"

typedef enum {
  TW_PLAN_COUNT, /* count the solutions of a piece puzzle */
  TW_PLAN_LIST,  /* list them */
  TW_PLAN_SOLVE, /* solve many puzzles */
} TwPlanCommand;

typedef struct {
  char *name;    /* "3.0" */
  char *key;     /* the first 16 digits of the hash of the plan and the work */
  char *work;    /* see above */
  TwShare share; /* of the search; for a batch, the number of puzzles or parts */
} TwUnit;

typedef struct {
  TwPlanCommand command;
  TwOptions options;
  const TwKindDivide *parts; /* SOLVE: of the single puzzle that is divided; NULL: a batch */
  guint n_items;             /* SOLVE: the number of puzzles, or of parts */
  guint detail;              /* of the division into parts */
  char *program;             /* the version that made the plan */
  GPtrArray *puzzles;        /* of TwPuzzle; one, unless the command is SOLVE */
  TwShare whole;             /* what the shares of all units, and `done`, add up to */
  TwShare done;              /* of the search: dead ends found while it was split */
  GPtrArray *units;          /* of TwUnit */
  char *sum;                 /* identifies the plan: the checksum of its file */
} TwPlan;

/* Is the unit of this name the other one, or a descendant of it? */
gboolean tw_unit_is_of (const char *name, const char *other);

/* "count", "list", "solve" */
const char *tw_plan_command_name (TwPlanCommand command);
gboolean tw_plan_find_command (const char *name, TwPlanCommand *command);

/* Splits the search of a piece puzzle, or a batch, into about `n_units` units, and writes the plan
 * into the folder, which is created and must not hold a plan. Takes a reference on the puzzles.
 * Returns NULL and sets `error` when the puzzle cannot be split. `run` bounds the memory. */
TwPlan *tw_plan_make (const char *folder, TwPlanCommand command, GPtrArray *puzzles,
                      const TwOptions *options, guint n_units, TwRun *run, GError **error);
TwPlan *tw_plan_read (const char *folder, GError **error);
void tw_plan_free (TwPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPlan, tw_plan_free)

/* What a unit has left or, when `parent` is NULL, the units of the plan itself. */
typedef struct {
  guint64 raw;
  guint64 distinct;
  TwShare done;
  GPtrArray *children; /* of TwUnit */
} TwUnitState;

/* Reads a work text. Returns FALSE when it is no work of this plan, or when its units do not
 * partition what is unsearched of the parent. The caller clears the state in any case. */
gboolean tw_plan_read_work (const TwPlan *plan, const TwUnit *parent, const char *work,
                            TwUnitState *state);
void tw_unit_state_clear (TwUnitState *state);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwUnitState, tw_unit_state_clear)

/* The puzzles or parts of a unit: FIRST <= i < END. */
gboolean tw_unit_get_range (const TwPlan *plan, const TwUnit *unit, guint *first, guint *end);
char *tw_unit_range_text (const TwPlan *plan, guint first, guint end);
/* Writes a checkpoint as a work text, which the caller frees. */
char *tw_unit_checkpoint_text (const TwCheckpoint *checkpoint);
