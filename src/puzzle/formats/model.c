/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.c - writes 0/1 models; see model.h. */
#include "puzzle/formats/model.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* "At most one" is written as pairwise exclusion for rows of at most this many variables, and as a
 * counter for longer rows. */
#define FEW 5
/* Names in fixed MPS have at most eight characters. */
#define MPS_MAX_ROWS 9999999

TwModel *
tw_model_new (void)
{
  TwModel *model = g_new0 (TwModel, 1);

  model->names = g_ptr_array_new_with_free_func (g_free);
  model->terms = g_array_new (FALSE, FALSE, sizeof (int));
  model->rows = g_array_new (FALSE, FALSE, sizeof (TwModelRow));
  model->ors = g_array_new (FALSE, FALSE, sizeof (TwModelRow));
  return model;
}

void
tw_model_free (TwModel *model)
{
  g_ptr_array_unref (model->names);
  g_array_unref (model->terms);
  g_array_unref (model->rows);
  g_array_unref (model->ors);
  g_free (model);
}

int
tw_model_add_variable (TwModel *model, char *name)
{
  g_ptr_array_add (model->names, name);
  return ++model->n_variables;
}

static TwModelRow
keep_terms (TwModel *model, const GArray *terms)
{
  TwModelRow row = { .first = model->terms->len, .count = terms->len };

  if (terms->len > 0)
    g_array_append_vals (model->terms, terms->data, terms->len);
  return row;
}

void
tw_model_add_row (TwModel *model, const GArray *terms, int least, int most)
{
  TwModelRow row = keep_terms (model, terms);

  if (least <= 0 && most >= (int) terms->len)
    return; /* the row is no restriction */
  row.least = least;
  row.most = most;
  g_array_append_val (model->rows, row);
}

void
tw_model_define (TwModel *model, int variable, const GArray *terms)
{
  TwModelRow row = keep_terms (model, terms);

  row.least = variable;
  g_array_append_val (model->ors, row);
}

static const TwModelRow *
row_at (const GArray *rows, guint i)
{
  return &g_array_index (rows, TwModelRow, i);
}

static int
term_at (const TwModel *model, const TwModelRow *row, guint i)
{
  return g_array_index (model->terms, int, row->first + i);
}

static gboolean
too_large (GError **error)
{
  return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the model would be too large"));
}

/* --- sums: OPB, MPS and MiniZinc ------------------------------------------------------------- */

/* What surrounds a row, the sign and the number of a variable, and the comparison with a number. */
typedef struct {
  const char *begin;
  const char *plus;
  const char *between;
  const char *after;
  const char *compare;
  const char *end;
} Style;

static const Style opb_style = { "", "+", "1 x", " ", "", " ;\n" };
static const Style minizinc_style = { "constraint sum([", "", "x[", "], ", "]) ", ";\n" };

/* A coefficient of an MPS file, which is written by columns. */
typedef struct {
  int variable;
  int row;
  int factor;
} Entry;

typedef struct {
  GString *text;      /* MPS: the section ROWS */
  const Style *style; /* NULL: MPS */
  int n_rows;
  GString *rhs;    /* MPS: the section RHS */
  GArray *entries; /* MPS: of Entry */
} Sums;

static void
begin_row (Sums *sums)
{
  sums->n_rows++;
  if (sums->style != NULL)
    g_string_append (sums->text, sums->style->begin);
}

static void
add_term (Sums *sums, int factor, int variable)
{
  Entry entry = { .variable = variable, .row = sums->n_rows, .factor = factor };

  if (sums->style == NULL)
    g_array_append_val (sums->entries, entry);
  else
    g_string_append_printf (sums->text, "%s%s%d%s", factor > 0 ? sums->style->plus : "-",
                            sums->style->between, variable, sums->style->after);
}

static void
end_row (Sums *sums, const char *relation, int value)
{
  if (sums->style != NULL) {
    g_string_append_printf (sums->text, "%s%s %d%s", sums->style->compare, relation, value,
                            sums->style->end);
    return;
  }
  g_string_append_printf (sums->text, " %c  r%d\n", *relation == '=' ? 'E' : 'G', sums->n_rows);
  if (value != 0)
    g_string_append_printf (sums->rhs, "    RHS       r%-7d  %12d\n", sums->n_rows, value);
}

/* Writes "+1 x1 +1 x2 - 1 x3" and the comparison; `minus` may be 0. An empty row, which cannot be
 * satisfied, is written as another infeasible row. */
static void
add_sum (Sums *sums, const TwModel *model, const TwModelRow *row, int sign, int minus,
         const char *relation, int value)
{
  begin_row (sums);
  for (guint i = 0; i < row->count; i++)
    add_term (sums, sign, term_at (model, row, i));
  if (minus > 0)
    add_term (sums, -1, minus);
  if (row->count == 0) {
    add_term (sums, 1, 1);
    relation = ">=";
    value = 2;
  }
  end_row (sums, relation, sign * value);
}

static void
add_sums (Sums *sums, const TwModel *model)
{
  for (guint i = 0; i < model->rows->len; i++) {
    const TwModelRow *row = row_at (model->rows, i);

    if (row->least == row->most) {
      add_sum (sums, model, row, 1, 0, "=", row->least);
      continue;
    }
    if (row->least > 0)
      add_sum (sums, model, row, 1, 0, ">=", row->least);
    if (row->most < (int) row->count)
      add_sum (sums, model, row, -1, 0, ">=", row->most);
  }
  for (guint i = 0; i < model->ors->len; i++) {
    const TwModelRow *row = row_at (model->ors, i);

    add_sum (sums, model, row, 1, row->least, ">=", 0);
    for (guint t = 0; t < row->count; t++) {
      /* y - x >= 0 */
      begin_row (sums);
      add_term (sums, 1, row->least);
      add_term (sums, -1, term_at (model, row, t));
      end_row (sums, ">=", 0);
    }
  }
}

/* `before` and `after` surround the number of a variable. */
static void
add_names (GString *text, const TwModel *model, const char *mark, const char *before,
           const char *after)
{
  for (guint i = 0; i < model->names->len; i++)
    g_string_append_printf (text, "%s %s%u%s is %s\n", mark, before, i + 1, after,
                            (const char *) g_ptr_array_index (model->names, i));
}

gboolean
tw_model_write_opb (const TwModel *model, GString *text, GError **error)
{
  g_autoptr (GString) body = g_string_new (NULL);
  Sums sums = { .style = &opb_style, .text = body };

  if (model->first_goal > 0) {
    g_string_append (body, "min: ");
    for (int v = model->first_goal; v <= model->n_variables; v++)
      g_string_append_printf (body, "+1 x%d ", v);
    g_string_append (body, ";\n");
  }
  add_sums (&sums, model);
  /* The format requires this first line. */
  g_string_append_printf (text, "* #variable= %d #constraint= %d\n", model->n_variables,
                          sums.n_rows);
  add_names (text, model, "*", "x", "");
  g_string_append_len (text, body->str, (gssize) body->len);
  return TRUE;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *p = a, *q = b;

  return p->variable != q->variable ? p->variable - q->variable : p->row - q->row;
}

/* In the columns of fixed MPS, which readers of free MPS accept, too. */
gboolean
tw_model_write_mps (const TwModel *model, GString *text, GError **error)
{
  g_autoptr (GString) rhs = g_string_new (NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Sums sums = { .text = text, .rhs = rhs, .entries = entries };
  guint e = 0;

  add_names (text, model, "*", "x", "");
  g_string_append (text, "NAME          MODEL\nROWS\n N  obj\n");
  add_sums (&sums, model);
  if (sums.n_rows > MPS_MAX_ROWS)
    return too_large (error);
  g_array_sort (entries, compare_entries);
  g_string_append (text, "COLUMNS\n");
  for (int v = 1; v <= model->n_variables; v++) {
    /* A variable that is in no row is a column, too. */
    g_string_append_printf (text, "    x%-7d  obj       %12d\n", v,
                            model->first_goal > 0 && v >= model->first_goal);
    for (; e < entries->len && g_array_index (entries, Entry, e).variable == v; e++)
      g_string_append_printf (text, "    x%-7d  r%-7d  %12d\n", v,
                              g_array_index (entries, Entry, e).row,
                              g_array_index (entries, Entry, e).factor);
  }
  g_string_append_printf (text, "RHS\n%sBOUNDS\n", rhs->str);
  for (int v = 1; v <= model->n_variables; v++)
    g_string_append_printf (text, " BV BND       x%d\n", v);
  g_string_append (text, "ENDATA\n");
  return TRUE;
}

gboolean
tw_model_write_minizinc (const TwModel *model, GString *text, GError **error)
{
  Sums sums = { .style = &minizinc_style, .text = text };

  add_names (text, model, "%", "x[", "]");
  g_string_append_printf (text, "array[1..%d] of var 0..1: x;\n", model->n_variables);
  add_sums (&sums, model);
  if (model->first_goal > 0)
    g_string_append_printf (text, "solve minimize sum(i in %d..%d)(x[i]);\n", model->first_goal,
                            model->n_variables);
  else
    g_string_append (text, "solve satisfy;\n");
  return TRUE;
}

/* --- clauses ------------------------------------------------------------------------------- */

/* Constant literals. */
enum {
  TRUE_LITERAL = G_MAXINT,
  FALSE_LITERAL = -G_MAXINT,
};

typedef struct {
  GString *text;
  int n_variables;
  gint64 n_clauses;
  gint64 n_literals;
} Clauses;

/* A true literal satisfies the clause; false ones are omitted. */
static void
add_clause (Clauses *clauses, const int *literals, guint count)
{
  guint kept = 0;

  for (guint i = 0; i < count; i++)
    if (literals[i] == TRUE_LITERAL)
      return;
  if (clauses->n_literals > TW_MODEL_MAX_TERMS)
    return; /* too large: reported at the end */
  for (guint i = 0; i < count; i++)
    if (literals[i] != FALSE_LITERAL) {
      g_string_append_printf (clauses->text, "%d ", literals[i]);
      kept++;
    }
  clauses->n_literals += kept;
  clauses->n_clauses++;
  if (kept > 0) {
    g_string_append (clauses->text, "0\n");
    return;
  }
  /* Some readers reject an empty clause. */
  g_string_append (clauses->text, "1 0\n-1 0\n");
  clauses->n_clauses++;
}

static void
exclude_pairs (Clauses *clauses, const int *x, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      add_clause (clauses, (int[]){ -x[i], -x[j] }, 2);
}

/* to <-> before or (x and below) */
static void
define_step (Clauses *clauses, int to, int before, int x, int below)
{
  add_clause (clauses, (int[]){ -before, to }, 2);
  add_clause (clauses, (int[]){ -x, -below, to }, 3);
  add_clause (clauses, (int[]){ -to, before, x }, 3);
  add_clause (clauses, (int[]){ -to, before, below }, 3);
}

/* Counts up to `k` of the variables: after variable i, at_least[j] says that at least j of the
 * first i are 1. This is the sequential counter of C. Sinz, 2005, with equivalences, so that the
 * auxiliary variables are determined. */
static void
count_up (Clauses *clauses, const int *x, guint n, int k, int least, int most)
{
  g_autofree int *at_least = g_new (int, (gsize) k + 1);

  at_least[0] = TRUE_LITERAL;
  for (int j = 1; j <= k; j++)
    at_least[j] = FALSE_LITERAL;
  for (guint i = 0; i < n; i++) {
    if (most <= k)
      add_clause (clauses, (int[]){ -x[i], -at_least[most] }, 2);
    for (int j = MIN (k, (int) i + 1); j >= 1; j--) {
      int to = ++clauses->n_variables;

      define_step (clauses, to, at_least[j], x[i], at_least[j - 1]);
      at_least[j] = to;
    }
    if (clauses->n_literals > TW_MODEL_MAX_TERMS)
      return;
  }
  if (least > 1)
    add_clause (clauses, &at_least[least], 1);
}

static void
add_row_clauses (Clauses *clauses, const TwModel *model, const TwModelRow *row)
{
  const int *x = row->count > 0 ? &g_array_index (model->terms, int, row->first) : NULL;
  int n = (int) row->count;

  if (row->least > n) {
    add_clause (clauses, NULL, 0);
    return;
  }
  if (row->least == 1)
    add_clause (clauses, x, row->count);
  if (row->most == 1 && row->least <= 1 && n <= FEW)
    exclude_pairs (clauses, x, row->count);
  else if (row->most < n)
    count_up (clauses, x, row->count, MAX (row->most, row->least), row->least, row->most);
  else if (row->least > 1)
    count_up (clauses, x, row->count, row->least, row->least, G_MAXINT);
}

gboolean
tw_model_write_cnf (const TwModel *model, GString *text, GError **error)
{
  g_autoptr (GString) body = g_string_new (NULL);
  Clauses clauses = { .text = body, .n_variables = model->n_variables };
  g_autoptr (GArray) literals = g_array_new (FALSE, FALSE, sizeof (int));

  if (model->first_goal > 0)
    return tw_fail_usage (
      error, _ ("DIMACS CNF cannot ask for the best solution; choose opb, mps or minizinc"));
  for (guint i = 0; i < model->rows->len; i++)
    add_row_clauses (&clauses, model, row_at (model->rows, i));
  for (guint i = 0; i < model->ors->len; i++) {
    const TwModelRow *row = row_at (model->ors, i);
    int y = -row->least;

    g_array_set_size (literals, 0);
    g_array_append_val (literals, y);
    if (row->count > 0)
      g_array_append_vals (literals, &g_array_index (model->terms, int, row->first), row->count);
    add_clause (&clauses, (const int *) (const void *) literals->data, literals->len);
    for (guint t = 0; t < row->count; t++)
      add_clause (&clauses, (int[]){ -term_at (model, row, t), row->least }, 2);
  }
  if (clauses.n_literals > TW_MODEL_MAX_TERMS)
    return too_large (error);
  add_names (text, model, "c", "", "");
  g_string_append_printf (text, "p cnf %d %" G_GINT64_FORMAT "\n", clauses.n_variables,
                          clauses.n_clauses);
  g_string_append_len (text, body->str, (gssize) body->len);
  return TRUE;
}

char *
tw_model_finish (TwModel *model, TwModelFormat *write, GError **error)
{
  g_autoptr (TwModel) owned = model;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean fine;

  if (owned == NULL)
    return NULL;
  if (model->n_variables == 0) {
    /* The formats require at least one variable; this one is always 0. */
    g_autoptr (GArray) only = g_array_new (FALSE, FALSE, sizeof (int));
    int v = tw_model_add_variable (model, g_strdup ("nothing"));

    g_array_append_val (only, v);
    tw_model_add_row (model, only, 0, 0);
  }
  if (model->n_variables > TW_MODEL_MAX_VARIABLES || model->terms->len > TW_MODEL_MAX_TERMS)
    fine = too_large (error);
  else
    fine = write (model, text, error);
  return fine ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
