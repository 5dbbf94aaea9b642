/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.h - puzzles as conditions on 0/1 variables, for solvers other than ours: OPB
 * (pseudo-Boolean), DIMACS CNF and CPLEX LP.
 *
 * A row says how many of its variables are 1. What a writer adds is determined by the
 * variables, so that each solution of the puzzle is exactly one model.
 *
 * Formats: the pseudo-Boolean competition's input format of 2012, the DIMACS format of
 * the SAT competitions, the LP format of CPLEX as GLPK documents it.
 */
#ifndef TW_PUZZLE_FORMATS_MODEL_H
#define TW_PUZZLE_FORMATS_MODEL_H

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

enum {
  TW_MODEL_MAX_VARIABLES = 1000000,
  TW_MODEL_MAX_TERMS = 20000000, /* of all rows, and of all clauses */
};

typedef struct {
  int n_variables;
  GPtrArray *names;  /* what each variable means; variable v is at v - 1 */
  GArray *terms;     /* of int: the variables of rows and definitions */
  GArray *rows;      /* of TwModelRow */
  GArray *ors;       /* of TwModelRow: variable `least` is 1 if one of its terms is */
  gboolean minimize; /* as few as possible are 1 */
} TwModel;

typedef struct {
  guint first; /* in terms */
  guint count;
  int least;
  int most; /* G_MAXINT: no bound */
} TwModelRow;

TwModel *tw_model_new (void);
void tw_model_free (TwModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwModel, tw_model_free)

/* The number of a new variable, from 1. Takes over `name`, one line. */
int tw_model_add_variable (TwModel *model, char *name);
/* Adds a row of the variables in `terms`, an array of int. */
void tw_model_add_row (TwModel *model, const GArray *terms, int least, int most);
/* `variable` is 1 exactly if one of `terms` is. */
void tw_model_define (TwModel *model, int variable, const GArray *terms);

/* g_free () the text. NULL and `error` when it would be too large. */
char *tw_model_write_opb (const TwModel *model, GError **error);
char *tw_model_write_cnf (const TwModel *model, GError **error);
char *tw_model_write_lp (const TwModel *model, GError **error);

/* --- for the kinds: the exports of their puzzles --------------------------------------- */

/* The model of a puzzle; NULL and `error` when it is too large. */
typedef TwModel *(*TwModelOf) (const TwPuzzle *puzzle, GError **error);

/* Squares that cover a board, as few as possible. */
TwModel *tw_model_of_squares (const TwPuzzle *puzzle, GError **error);
/* Exact cover problems (kind-cover.h). */
TwModel *tw_model_of_cover (const TwPuzzle *puzzle, GError **error);

/* The model as text; takes it over; NULL when it is NULL. */
char *tw_model_finish (TwModel *model, char *(*write) (const TwModel *, GError **), GError **error);

G_END_DECLS

#endif
