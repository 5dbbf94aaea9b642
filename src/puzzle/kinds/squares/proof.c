/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.c - proofs of dual bounds for other checkers; see proof.h.
 *
 * How a cut is derived. Let a grid point stand for the sum of the rows of the cells around it with
 * the signs + - - + (upper left, upper right, lower left, lower right). Of a square that contains
 * two or four of these cells the terms cancel, so only squares with a corner at the point remain,
 * with the sign + where it is their upper-left or lower-right corner and - otherwise. The sum over
 * the points of a cut has a coefficient of -2 to 2 for each square, which is odd for its odd
 * squares, and a right-hand side that is odd when the component is odd. Adding the bound x >= 0 of
 * each odd square makes all coefficients even; halving and rounding up gives the cut. Twice the cut
 * less the sum of rows says that the odd squares are at least one. */
#include "puzzle/kinds/squares/proof.h"

#include <string.h>

#include "core/base/divisor.h"
#include "puzzle/error.h"
#include "puzzle/formats/model.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/squares/squares.h"

/* A term of a sum of constraints or of variables. */
typedef struct {
  int index;
  gint64 factor;
} Term;

/* A cut with an odd right-hand side. */
typedef struct {
  gint64 weight;
  gint64 rhs; /* after rounding */
  int component;
  guint first_row, first_term, end_row, end_term;
} Cut;

typedef struct {
  const TwDual *dual;
  TwModel *model;
  TwProofFormat format;
  GString *text;
  guint16 *sides;   /* of the largest square at each cell */
  int *first;       /* variable, from 0, of each cell's square of side 1 */
  int *row_of;      /* row, from 0, of each free cell */
  int *square_cell; /* upper-left cell of each variable */
  int *members;     /* the variables, component by component */
  int *start;       /* of each component in `members`, and the end */
  gint64 *factors;  /* of the rows, in units */
  gint64 *costs;    /* reduced cost of each variable */
  int *tally;       /* of each variable: sum of the signs of its corners in a cut */
  GArray *cuts;     /* of Cut */
  GArray *rows;     /* of Term: the rows of the cuts, with the sums of signs */
  GArray *terms;    /* of Term: variables of the cuts, with the sums of signs */
  gint64 *bounds;   /* of the components, in squares */
} Proof;

static const Term *
term_at (const GArray *terms, guint i)
{
  return &g_array_index (terms, Term, i);
}

static gboolean
fail_too_large (GError **error)
{
  return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the proof would be too large"));
}

/* --- cuts ------------------------------------------------------------------------------------- */

/* Adds the sign to the square of this side, if it fits; `touched` lists the squares seen. */
static gboolean
touch (Proof *proof, int x, int y, int side, int sign, GArray *touched)
{
  const TwBoard *board = proof->dual->board;
  gsize cell;
  int variable;

  if (x < 0 || y < 0 || x >= board->width || y >= board->height)
    return FALSE;
  cell = tw_board_index (board, x, y);
  if (proof->sides[cell] < side)
    return FALSE;
  variable = proof->first[cell] + side - 1;
  /* The list may have a square several times. */
  g_array_append_val (touched, variable);
  proof->tally[variable] += sign;
  return TRUE;
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

static gboolean
derive_cut (Proof *proof, const TwDualCut *from, GError **error)
{
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (int));
  Cut cut = { .weight = from->weight,
              .component = from->component,
              .first_row = proof->rows->len,
              .first_term = proof->terms->len };

  for (guint i = 0; i < from->count; i++) {
    TwDualPoint p = g_array_index (proof->dual->points, TwDualPoint, from->first + i);

    /* A larger square with the same corner contains the smaller one. */
    for (int s = 1; touch (proof, p.x, p.y, s, 1, touched); s++)
      ;
    for (int s = 1; touch (proof, p.x - s, p.y - s, s, 1, touched); s++)
      ;
    for (int s = 1; touch (proof, p.x - s, p.y, s, -1, touched); s++)
      ;
    for (int s = 1; touch (proof, p.x, p.y - s, s, -1, touched); s++)
      ;
    if (touched->len > TW_MODEL_MAX_TERMS)
      return fail_too_large (error);
  }
  g_array_sort (touched, compare_ints);
  for (guint i = 0; i < touched->len; i++) {
    int variable = g_array_index (touched, int, i), cell = proof->square_cell[variable];
    Term term = { variable, proof->tally[variable] };

    proof->tally[variable] = 0;
    if (term.factor == 0 || proof->dual->labels[cell] != cut.component)
      continue;
    g_array_append_val (proof->terms, term);
    if (variable == proof->first[cell]) {
      cut.rhs += term.factor;
      term.index = proof->row_of[cell];
      g_array_append_val (proof->rows, term);
    }
  }
  if (cut.rhs % 2 == 0) { /* the component is even: the cut adds nothing to the bound */
    g_array_set_size (proof->rows, cut.first_row);
    g_array_set_size (proof->terms, cut.first_term);
    return TRUE;
  }
  cut.rhs = cut.rhs < 0 ? cut.rhs / 2 : (cut.rhs + 1) / 2;
  cut.end_row = proof->rows->len;
  cut.end_term = proof->terms->len;
  g_array_append_val (proof->cuts, cut);
  return proof->terms->len <= TW_MODEL_MAX_TERMS || fail_too_large (error);
}

/* --- the bound -------------------------------------------------------------------------------- */

static gboolean
is_odd (const Term *term)
{
  return term->factor % 2 != 0;
}

/* Computes the bound of each component. One that needs no more than a square has the row of its
 * first cell as its proof. */
static void
find_bounds (Proof *proof)
{
  const TwDual *dual = proof->dual;
  gsize n = (gsize) dual->board->width * (gsize) dual->board->height;

  for (gsize i = 0; i < n; i++)
    if (dual->labels[i] >= 0) {
      proof->bounds[dual->labels[i]] += dual->prices[i];
      proof->factors[proof->row_of[i]] = dual->prices[i];
    }
  for (guint i = 0; i < proof->cuts->len; i++)
    proof->bounds[g_array_index (proof->cuts, Cut, i).component] +=
      g_array_index (proof->cuts, Cut, i).weight;
  for (gsize i = 0; i < n; i++) {
    int component = dual->labels[i];

    if (component >= 0 && proof->bounds[component] <= dual->unit) {
      proof->factors[proof->row_of[i]] = proof->bounds[component] == G_MININT64 ? 0 : dual->unit;
      proof->bounds[component] = G_MININT64; /* the first cell has been seen */
    }
  }
  for (guint i = 0; i < proof->cuts->len; i++) {
    Cut *cut = &g_array_index (proof->cuts, Cut, i);

    if (proof->bounds[cut->component] == G_MININT64)
      cut->weight = 0;
  }
  for (int i = 0; i < dual->n_components; i++)
    proof->bounds[i] = proof->bounds[i] == G_MININT64
                         ? 1
                         : (proof->bounds[i] + dual->unit - 1) / dual->unit;
}

static gboolean
find_costs (Proof *proof, GError **error)
{
  const TwDual *dual = proof->dual;
  int width = dual->board->width;

  for (int v = 0; v < proof->model->n_variables; v++)
    proof->costs[v] = dual->unit;
  for (guint i = 0; i < proof->model->rows->len; i++) {
    const TwModelRow *row = &g_array_index (proof->model->rows, TwModelRow, i);

    for (guint t = 0; t < row->count; t++)
      proof->costs[g_array_index (proof->model->terms, int, row->first + t) - 1] -= proof
                                                                                      ->factors[i];
  }
  for (guint i = 0; i < proof->cuts->len; i++) {
    const Cut *cut = &g_array_index (proof->cuts, Cut, i);

    for (guint t = cut->first_term; t < cut->end_term; t++)
      if (is_odd (term_at (proof->terms, t)))
        proof->costs[term_at (proof->terms, t)->index] -= cut->weight;
    /* Twice the cut is used, so the rows in it are given back. */
    for (guint r = cut->first_row; r < cut->end_row; r++)
      proof->factors[term_at (proof->rows, r)->index] -= cut->weight
                                                         * term_at (proof->rows, r)->factor;
  }
  for (int v = 0; v < proof->model->n_variables; v++)
    if (proof->costs[v] < 0) {
      int cell = proof->square_cell[v];

      return tw_fail (error, TW_PUZZLE_ERROR_FORMAT,
                      _ ("the square of side %d at %d %d has a negative reduced cost"),
                      v - proof->first[cell] + 1, cell % width, cell / width);
    }
  return TRUE;
}

/* Sorts the variables by component. */
static void
list_members (Proof *proof)
{
  const gint32 *labels = proof->dual->labels;
  int n = proof->model->n_variables, n_components = proof->dual->n_components;
  g_autofree int *next = g_new (int, n_components + 1);

  proof->members = g_new (int, n);
  proof->start = g_new0 (int, n_components + 1);
  for (int v = 0; v < n; v++)
    proof->start[labels[proof->square_cell[v]] + 1]++;
  for (int k = 0; k < n_components; k++)
    proof->start[k + 1] += proof->start[k];
  memcpy (next, proof->start, ((gsize) n_components + 1) * sizeof *next);
  for (int v = 0; v < n; v++)
    proof->members[next[labels[proof->square_cell[v]]]++] = v;
}

/* The row of the cell that the variable covers alone; -1 when it covers more. */
static int
own_row (const Proof *proof, int variable)
{
  int cell = proof->square_cell[variable];

  return variable == proof->first[cell] ? proof->row_of[cell] : -1;
}

/* --- VIPR ------------------------------------------------------------------------------------- */

/* A list of terms with its length before it, as VIPR has them. The numbers are fractions. */
typedef struct {
  GString *text;
  gint64 denominator;
  guint n;
} Terms;

static void
begin_terms (Terms *terms, gint64 denominator)
{
  g_string_truncate (terms->text, 0);
  terms->denominator = denominator;
  terms->n = 0;
}

static void
add_term (Terms *terms, int index, gint64 numerator)
{
  gint64 divisor = MAX (tw_common_divisor (ABS (numerator), terms->denominator), 1);

  if (numerator == 0)
    return;
  terms->n++;
  g_string_append_printf (terms->text, " %d %" G_GINT64_FORMAT, index, numerator / divisor);
  if (terms->denominator != divisor)
    g_string_append_printf (terms->text, "/%" G_GINT64_FORMAT, terms->denominator / divisor);
}

static void
end_terms (GString *text, const Terms *terms)
{
  g_string_append_printf (text, " %u", terms->n);
  g_string_append_len (text, terms->text->str, (gssize) terms->text->len);
}

/* The comment at the top. */
static void
write_summary (const Proof *proof, char mark, gint64 bound)
{
  const TwDual *dual = proof->dual;

  g_string_append_printf (proof->text,
                          "%c Tilewright: %d x %d, %" G_GSIZE_FORMAT
                          " squares, at least %" G_GINT64_FORMAT "\n",
                          mark, dual->board->width, dual->board->height, dual->tiling.count, bound);
}

static void
write_vipr_model (const Proof *proof, gint64 bound)
{
  const TwModel *model = proof->model;
  const TwDual *dual = proof->dual;
  GString *text = proof->text;
  int n = model->n_variables;

  g_string_append_printf (text, "VER 1.0\nVAR %d\n", n);
  for (int v = 0; v < n; v++) {
    int cell = proof->square_cell[v];

    g_string_append_printf (text, "s%d_%d_%d\n", v - proof->first[cell] + 1,
                            cell % dual->board->width, cell / dual->board->width);
  }
  g_string_append_printf (text, "INT %d\n", n);
  for (int v = 0; v < n; v++)
    g_string_append_printf (text, "%d\n", v);
  g_string_append_printf (text, "OBJ min\n%d\n", n);
  for (int v = 0; v < n; v++)
    g_string_append_printf (text, "%d 1\n", v);
  g_string_append_printf (text, "CON %u %d\n", (guint) n + model->rows->len, n);
  for (int v = 0; v < n; v++)
    g_string_append_printf (text, "b%d G 0 1 %d 1\n", v, v);
  for (guint i = 0; i < model->rows->len; i++) {
    const TwModelRow *row = &g_array_index (model->rows, TwModelRow, i);

    g_string_append_printf (text, "r%u E 1 %u", i, row->count);
    for (guint t = 0; t < row->count; t++)
      g_string_append_printf (text, " %d 1", g_array_index (model->terms, int, row->first + t) - 1);
    g_string_append_c (text, '\n');
  }
  g_string_append_printf (
    text, "RTP range %" G_GINT64_FORMAT " %" G_GSIZE_FORMAT "\nSOL 1\ntiling %" G_GSIZE_FORMAT,
    bound, dual->tiling.count, dual->tiling.count);
  for (gsize i = 0; i < dual->tiling.count; i++) {
    const TwSquare *square = &dual->tiling.squares[i];

    g_string_append_printf (text, " %d 1",
                            proof->first[tw_board_index (dual->board, square->x, square->y)]
                              + square->size - 1);
  }
  g_string_append_c (text, '\n');
}

static void
write_vipr_cut (const Proof *proof, guint i, Terms *terms)
{
  const Cut *cut = &g_array_index (proof->cuts, Cut, i);

  g_string_append_printf (proof->text, "c%u G %" G_GINT64_FORMAT, i, cut->rhs);
  begin_terms (terms, 2);
  for (guint t = cut->first_term; t < cut->end_term; t++) {
    const Term *term = term_at (proof->terms, t);

    add_term (terms, term->index, term->factor + is_odd (term));
  }
  end_terms (proof->text, terms);
  g_string_append (proof->text, " { rnd");
  begin_terms (terms, 2);
  for (guint t = cut->first_term; t < cut->end_term; t++)
    add_term (terms, term_at (proof->terms, t)->index, is_odd (term_at (proof->terms, t)));
  for (guint r = cut->first_row; r < cut->end_row; r++)
    add_term (terms, proof->model->n_variables + term_at (proof->rows, r)->index,
              term_at (proof->rows, r)->factor);
  end_terms (proof->text, terms);
  g_string_append (proof->text, " } -1\n");
}

static void
write_vipr_component (const Proof *proof, int component, Terms *terms)
{
  const TwDual *dual = proof->dual;
  int n = proof->model->n_variables, n_rows = (int) proof->model->rows->len;
  int from = proof->start[component], end = proof->start[component + 1];

  g_string_append_printf (proof->text, "p%d G %" G_GINT64_FORMAT, component,
                          proof->bounds[component]);
  begin_terms (terms, 1);
  for (int i = from; i < end; i++)
    add_term (terms, proof->members[i], 1);
  end_terms (proof->text, terms);
  g_string_append (proof->text, " { rnd");
  begin_terms (terms, dual->unit);
  for (int i = from; i < end; i++)
    add_term (terms, proof->members[i], proof->costs[proof->members[i]]);
  for (int i = from; i < end; i++) {
    int row = own_row (proof, proof->members[i]);

    if (row >= 0)
      add_term (terms, n + row, proof->factors[row]);
  }
  for (guint i = 0; i < proof->cuts->len; i++) {
    const Cut *cut = &g_array_index (proof->cuts, Cut, i);

    if (cut->component == component)
      add_term (terms, n + n_rows + (int) i, 2 * cut->weight);
  }
  end_terms (proof->text, terms);
  g_string_append (proof->text, " } -1\n");
}

static void
write_vipr (const Proof *proof, gint64 bound)
{
  const TwModel *model = proof->model;
  int n_components = proof->dual->n_components;
  guint n_cuts = proof->cuts->len,
        n_before = (guint) model->n_variables + model->rows->len + n_cuts;
  g_autoptr (GString) buffer = g_string_new (NULL);
  Terms terms = { .text = buffer };

  write_summary (proof, '%', bound);
  write_vipr_model (proof, bound);
  g_string_append_printf (proof->text, "DER %u\n", n_cuts + (guint) n_components + 1);
  for (guint i = 0; i < n_cuts; i++)
    write_vipr_cut (proof, i, &terms);
  for (int k = 0; k < n_components; k++)
    write_vipr_component (proof, k, &terms);
  g_string_append_printf (proof->text, "bound G %" G_GINT64_FORMAT " OBJ { lin", bound);
  begin_terms (&terms, 1);
  for (int k = 0; k < n_components; k++)
    add_term (&terms, (int) n_before + k, 1);
  end_terms (proof->text, &terms);
  g_string_append (proof->text, " } -1\n");
}

/* --- VeriPB ----------------------------------------------------------------------------------- */

/* Adds a multiple of a constraint, or with `mark` "x" of a variable, to a sum in reverse Polish
 * notation, which is empty when *empty. */
static void
add_multiple (GString *text, const char *mark, int id, gint64 factor, gboolean *empty)
{
  if (factor == 0)
    return;
  g_string_append_printf (text, " %s%d", mark, id);
  if (factor != 1)
    g_string_append_printf (text, " %" G_GINT64_FORMAT " *", factor);
  if (!*empty)
    g_string_append (text, " +");
  *empty = FALSE;
}

/* An equation is two constraints, with >= and <=. */
static void
add_row (GString *text, int row, gint64 factor, gboolean *empty)
{
  add_multiple (text, "", factor > 0 ? 2 * row + 1 : 2 * row + 2, ABS (factor), empty);
}

static void
write_veripb_component (const Proof *proof, int component)
{
  int n_rows = (int) proof->model->rows->len;
  int from = proof->start[component], end = proof->start[component + 1];
  gboolean empty = TRUE;

  g_string_append (proof->text, "pol");
  for (int i = from; i < end; i++) {
    int row = own_row (proof, proof->members[i]);

    if (row >= 0)
      add_row (proof->text, row, proof->factors[row], &empty);
  }
  for (guint i = 0; i < proof->cuts->len; i++) {
    const Cut *cut = &g_array_index (proof->cuts, Cut, i);

    if (cut->component == component)
      add_multiple (proof->text, "", 2 * n_rows + (int) i + 1, 2 * cut->weight, &empty);
  }
  for (int i = from; i < end; i++)
    add_multiple (proof->text, "x", proof->members[i] + 1, proof->costs[proof->members[i]], &empty);
  g_string_append_printf (proof->text, " %" G_GINT64_FORMAT " d\n", proof->dual->unit);
}

static void
write_veripb (const Proof *proof, gint64 bound)
{
  const TwDual *dual = proof->dual;
  int n_rows = (int) proof->model->rows->len, n_cuts = (int) proof->cuts->len;
  g_autofree gboolean *chosen = g_new0 (gboolean, proof->model->n_variables);
  gboolean empty = TRUE;

  g_string_append (proof->text, "pseudo-Boolean proof version 2.0\n");
  write_summary (proof, '*', bound);
  g_string_append_printf (proof->text, "f %d\n", 2 * n_rows);
  for (int i = 0; i < n_cuts; i++) {
    const Cut *cut = &g_array_index (proof->cuts, Cut, i);

    g_string_append (proof->text, "pol");
    empty = TRUE;
    for (guint r = cut->first_row; r < cut->end_row; r++)
      add_row (proof->text, term_at (proof->rows, r)->index, term_at (proof->rows, r)->factor,
               &empty);
    for (guint t = cut->first_term; t < cut->end_term; t++)
      add_multiple (proof->text, "x", term_at (proof->terms, t)->index + 1,
                    is_odd (term_at (proof->terms, t)), &empty);
    g_string_append (proof->text, " 2 d\n");
  }
  for (int k = 0; k < dual->n_components; k++)
    write_veripb_component (proof, k);
  g_string_append (proof->text, "pol");
  empty = TRUE;
  for (int k = 0; k < dual->n_components; k++)
    add_multiple (proof->text, "", 2 * n_rows + n_cuts + k + 1, 1, &empty);
  for (gsize i = 0; i < dual->tiling.count; i++) {
    const TwSquare *square = &dual->tiling.squares[i];

    chosen[proof->first[tw_board_index (dual->board, square->x, square->y)] + square->size - 1] =
      TRUE;
  }
  g_string_append_printf (
    proof->text, "\noutput NONE\nconclusion BOUNDS %" G_GINT64_FORMAT " : %d %" G_GSIZE_FORMAT " :",
    bound, 2 * n_rows + n_cuts + dual->n_components + 1, dual->tiling.count);
  for (int v = 0; v < proof->model->n_variables; v++)
    g_string_append_printf (proof->text, " %sx%d", chosen[v] ? "" : "~", v + 1);
  g_string_append (proof->text, "\nend pseudo-Boolean proof\n");
}

/* --- both ------------------------------------------------------------------------------------- */

static gboolean
prepare (Proof *proof, GError **error)
{
  const TwDual *dual = proof->dual;
  gsize n = (gsize) dual->board->width * (gsize) dual->board->height;
  TwBoard *copy = tw_board_copy (dual->board);
  g_autoptr (TwPuzzle) puzzle = copy != NULL ? tw_squares_puzzle_new (NULL, copy) : NULL;
  int variable = 0, row = 0;

  proof->model = puzzle != NULL ? tw_model_of_squares (puzzle, error) : NULL;
  if (proof->model == NULL)
    return puzzle == NULL && fail_too_large (error);
  proof->sides = g_new (guint16, n);
  proof->first = g_new (int, n);
  proof->row_of = g_new (int, n);
  proof->square_cell = g_new0 (int, proof->model->n_variables);
  proof->costs = g_new (gint64, proof->model->n_variables);
  proof->tally = g_new0 (int, proof->model->n_variables);
  proof->factors = g_new0 (gint64, n);
  proof->bounds = g_new0 (gint64, dual->n_components + 1);
  tw_board_largest_squares (dual->board, proof->sides);
  for (gsize i = 0; i < n; i++) {
    proof->first[i] = variable;
    proof->row_of[i] = row;
    row += proof->sides[i] > 0;
    for (int s = 1; s <= proof->sides[i]; s++)
      proof->square_cell[variable++] = (int) i;
  }
  for (guint i = 0; i < dual->cuts->len; i++)
    if (!derive_cut (proof, &g_array_index (dual->cuts, TwDualCut, i), error))
      return FALSE;
  list_members (proof);
  find_bounds (proof);
  return find_costs (proof, error);
}

static void
clear (Proof *proof)
{
  g_clear_pointer (&proof->model, tw_model_free);
  g_free (proof->sides);
  g_free (proof->first);
  g_free (proof->row_of);
  g_free (proof->square_cell);
  g_free (proof->members);
  g_free (proof->start);
  g_free (proof->costs);
  g_free (proof->tally);
  g_free (proof->factors);
  g_free (proof->bounds);
  g_array_unref (proof->cuts);
  g_array_unref (proof->rows);
  g_array_unref (proof->terms);
}

char *
tw_proof_write (const TwDual *dual, TwProofFormat format, gsize *length, gint64 *bound,
                GError **error)
{
  Proof proof = {
    .dual = dual,
    .cuts = g_array_new (FALSE, FALSE, sizeof (Cut)),
    .rows = g_array_new (FALSE, FALSE, sizeof (Term)),
    .terms = g_array_new (FALSE, FALSE, sizeof (Term)),
  };
  gboolean fine = prepare (&proof, error);

  if (fine) {
    *bound = 0;
    for (int k = 0; k < dual->n_components; k++)
      *bound += proof.bounds[k];
    proof.text = g_string_new (NULL);
  }
  if (fine && format == TW_PROOF_VIPR)
    write_vipr (&proof, *bound);
  else if (fine)
    write_veripb (&proof, *bound);
  clear (&proof);
  if (!fine)
    return NULL;
  *length = proof.text->len;
  return g_string_free (proof.text, FALSE);
}
