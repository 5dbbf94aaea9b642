/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.h - puzzles as constraints on 0/1 variables, for other solvers: OPB (pseudo-Boolean),
 * DIMACS CNF, MPS and MiniZinc.
 *
 * A row bounds how many of its variables are 1. The auxiliary variables that a writer adds are
 * determined by the other variables, so each solution of the puzzle corresponds to exactly one
 * model.
 *
 * The values that a solver found for the variables come back by tw_model_read_values ().
 *
 * Formats: the pseudo-Boolean competition's input format of 2012, the DIMACS format of the SAT
 * competitions, the MPS format as GLPK documents it, the MiniZinc handbook.
 */
#pragma once

#include "core/base/board.h"
#include "puzzle/formats/dlx.h"
#include "puzzle/puzzle.h"

enum {
  TW_MODEL_MAX_VARIABLES = 1000000,
  TW_MODEL_MAX_TERMS = 20000000, /* of all rows, and of all clauses */
};

typedef struct TwModel {
  int n_variables;
  GPtrArray *names; /* the meaning of each variable; variable v is at index v - 1 */
  GArray *terms;    /* of int: the variables of rows and definitions */
  GArray *rows;     /* of TwModelRow */
  GArray *ors;      /* of TwModelRow: variable `least` is 1 if and only if one of its terms is */
  int first_goal;   /* as few as possible of the variables from this one on are 1; 0: no goal */
} TwModel;

typedef struct {
  guint first; /* index in terms */
  guint count;
  int least;
  int most; /* G_MAXINT: no bound */
} TwModelRow;

TwModel *tw_model_new (void);
void tw_model_free (TwModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwModel, tw_model_free)

/* Adds a variable and returns its number, which counts from 1. Takes ownership of `name`, one line
 * of text. */
int tw_model_add_variable (TwModel *model, char *name);
/* Adds a row of the variables in `terms`, an array of int. */
void tw_model_add_row (TwModel *model, const GArray *terms, int least, int most);
/* Defines `variable` as 1 if and only if one of `terms` is 1. */
void tw_model_define (TwModel *model, int variable, const GArray *terms);

/* Appends the model to `text`. Returns FALSE and sets `error` when the format cannot express it or
 * the text would be too large. */
typedef gboolean TwModelFormat (const TwModel *model, GString *text, GError **error);

TwModelFormat tw_model_write_opb, tw_model_write_cnf, tw_model_write_mps, tw_model_write_minizinc;

/* Returns `n` arrays of int. */
GPtrArray *tw_model_lists_new (gsize n);
/* Covering a board with squares whose side is at most `largest`. `by_side`, which may be NULL, gets
 * the variables of each side from 1 on, in arrays of int. Returns NULL and sets `error` when the model
 * would be too large. */
TwModel *tw_model_of_board (const TwBoard *board, int largest, const GPtrArray *by_side,
                            GError **error);
/* Adds the squares of such variables, by their names, to the solution. A TwKindWrite.read_model. */
gboolean tw_model_read_squares (TwResult *result, const GPtrArray *names);
/* An exact cover problem. */
TwModel *tw_model_of_dlx (const TwDlx *dlx);

typedef enum {
  TW_MODEL_NO_VALUES,  /* the text is something else */
  TW_MODEL_VALUES,     /* there is a solution */
  TW_MODEL_IMPOSSIBLE, /* the solver says that there is none */
} TwModelValues;

/* Reads the values of variables in the output or the solution file of a solver: lines "v" of the SAT and
 * pseudo-Boolean competitions, files of MiniSat, cbc, GLPK, HiGHS and SCIP, the array of MiniZinc. Of
 * several solutions the last one counts. `values`, which is FALSE at first, has `n_variables` + 1
 * elements, by the number of the variable. */
TwModelValues tw_model_read_values (const char *text, gsize length, int n_variables,
                                    gboolean *values);

/* Writes the model as text and frees it; returns NULL when `model` is NULL or an error is set. The
 * caller frees the text with g_free (). */
char *tw_model_finish (TwModel *model, TwModelFormat *write, GError **error);
