/* SPDX-License-Identifier: GPL-3.0-or-later */
/* models.h - the exports of kinds whose puzzles can be written as 0/1 models (formats/model.h). */
#pragma once

#include "puzzle/formats/model.h"
#include "puzzle/kind-write.h"

/* The rows of a kind's exports, see TwKindExport, for the models that `build` makes; clauses are for
 * models without a goal. */
/* clang-format off */
#define TW_CLAUSE_EXPORT(build) \
  { "cnf", ".cnf", N_ ("A model in clauses, DIMACS CNF"), .model = build, \
    .format = tw_model_write_cnf }
#define TW_MODEL_EXPORTS(build) \
  { "opb", ".opb", N_ ("A pseudo-Boolean model"), .model = build, \
    .format = tw_model_write_opb }, \
  { "mps", ".mps", N_ ("A linear model, MPS"), .model = build, \
    .format = tw_model_write_mps }, \
  { "minizinc", ".mzn", N_ ("A constraint model for MiniZinc's solvers"), .model = build, \
    .format = tw_model_write_minizinc }
/* clang-format on */
