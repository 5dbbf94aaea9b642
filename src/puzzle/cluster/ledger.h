/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.h - all results of a run folder: the sums so far, and the units that are missing.
 *
 * Reading the ledger proves that results and missing units partition the plan: each result is of
 * one unit, its finished share and its children add up to the unit's share, and the shares of all
 * results and missing units add up to the whole. A unit counts each class of symmetric solutions
 * once and knows its size, so both counts are sums over the units and nothing is divided again.
 *
 * Errors: TW_PUZZLE_ERROR, "FILE: REASON". Blocking; any thread.
 */
#pragma once

#include "core/base/natural.h"
#include "puzzle/cluster/plan.h"
#include "puzzle/result.h"

typedef struct {
  TwPlan *plan;
  guint n_results;
  guint n_audits;     /* repeated units, which all agreed */
  GPtrArray *missing; /* of const TwUnit, owned by the ledger: units without a result */
  GPtrArray *whole;   /* of const TwUnit: units whose result is complete */
  TwNatural raw;
  TwNatural distinct;
  double share; /* finished, 0 to 1 */
  double cpu;   /* processor time of all results, seconds */
  guint64 nodes;
  /* The solutions (char *, JSON), sorted, or the results of a batch in the order of the puzzles, or
   * of the parts of a puzzle, NULL for those that are missing. */
  GPtrArray *answers;
  TwResult
    *joined; /* of the parts of a puzzle, judged by the checker of its kind; otherwise NULL */
  gboolean decided;   /* the missing parts can change nothing */
  GPtrArray *results; /* private: owns the units */
} TwLedger;

/* Returns NULL and sets `error`, which names the file, when a file is damaged, belongs to another
 * plan or unit, or contradicts another. */
TwLedger *tw_ledger_read (const char *folder, GError **error);
/* Reads only the results of a unit, of its descendants and of those it descends from, and judges no
 * others; `missing` has only units among these. A task of a large run needs no more. */
TwLedger *tw_ledger_read_unit (const char *folder, const char *name, GError **error);
void tw_ledger_free (TwLedger *ledger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwLedger, tw_ledger_free)

/* Is no unit missing, or none that matters? */
gboolean tw_ledger_is_complete (const TwLedger *ledger);

/* Returns the names of the files in the folder at `path`, as a set; none when it does not exist.
 * Files that begin with a dot are results that are being written, and are left out. */
GHashTable *tw_ledger_list_files (const char *path, GError **error);
