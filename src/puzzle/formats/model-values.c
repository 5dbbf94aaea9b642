/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model-values.c - reads what solvers write about the variables of a model; see model.h. */
#include <string.h>

#include "puzzle/formats/model.h"

typedef struct {
  gboolean *values; /* by the number of the variable */
  guint64 most;
  gboolean found; /* some value */
} Reading;

/* Writers of clauses number auxiliary variables after those of the model. */
static void
set (Reading *reading, guint64 variable, gboolean value)
{
  reading->found = TRUE;
  if (variable >= 1 && variable <= reading->most)
    reading->values[variable] = value;
}

/* "1 -2 0", "x1 -x2": variables that are 1, and those that are not. */
static void
read_literals (Reading *reading, const char *p)
{
  for (;;) {
    gboolean value = TRUE;
    guint64 variable;
    char *end;

    p += strspn (p, " \t");
    if (*p == '-' || *p == '~') {
      value = FALSE;
      p++;
    }
    p += *p == 'x';
    if (!g_ascii_isdigit (*p))
      return;
    variable = g_ascii_strtoull (p, &end, 10);
    set (reading, variable, value);
    p = end;
  }
}

/* "x7 1" or "12 x7 * 1 0 1": the number behind the name of a variable is its value. Cbc marks what it
 * found infeasible by "**". */
static void
read_column (Reading *reading, const char *p)
{
  guint64 variable;
  double value;
  char *end;

  p += strspn (p, " \t*");
  p += strspn (p, "0123456789");
  p += strspn (p, " \t");
  if (*p != 'x' || !g_ascii_isdigit (p[1]))
    return;
  variable = g_ascii_strtoull (p + 1, &end, 10);
  p = end + strspn (end, " \t*");
  value = g_ascii_strtod (p, &end);
  if (end != p)
    set (reading, variable, value > 0.5);
}

/* "0, 1, 1]": the values of all variables. */
static void
read_array (Reading *reading, const char *p)
{
  for (guint64 variable = 1; g_ascii_isdigit (*p); variable++) {
    set (reading, variable, *p != '0');
    p += strspn (p, "0123456789");
    p += strspn (p, ", ");
  }
}

/* "j 7 1": column 7. */
static void
read_numbered (Reading *reading, const char *p)
{
  char *end;
  guint64 variable = g_ascii_strtoull (p, &end, 10);

  if (end != p)
    set (reading, variable, g_ascii_strtod (end, NULL) > 0.5);
}

static gboolean
says_impossible (const char *line)
{
  return strstr (line, "UNSAT") != NULL || strstr (line, "nfeasible") != NULL
         || strstr (line, "INTEGER EMPTY") != NULL
         || (g_str_has_prefix (line, "s mip ") && strstr (line, " n ") != NULL);
}

TwModelValues
tw_model_read_values (const char *text, gsize length, int n_variables, gboolean *values)
{
  Reading reading = { .values = values, .most = (guint64) n_variables };
  g_autofree char *copy = g_strndup (text, length);
  gboolean literals = FALSE, impossible = FALSE;
  char *end = NULL;

  for (char *line = copy; line != NULL; line = end != NULL ? end + 1 : NULL) {
    end = strchr (line, '\n');
    if (end != NULL)
      *end = '\0';
    g_strchomp (line);
    if (g_str_has_prefix (line, "# Dual")) /* HiGHS: other numbers of the same variables */
      break;
    if (g_str_has_prefix (line, "c "))
      continue;
    if (says_impossible (line))
      impossible = TRUE;
    else if (g_str_has_prefix (line, "v "))
      read_literals (&reading, line + strlen ("v "));
    else if (literals)
      read_literals (&reading, line);
    else if (g_str_has_prefix (line, "j "))
      read_numbered (&reading, line + strlen ("j "));
    else if (g_str_has_prefix (line, "x = ["))
      read_array (&reading, line + strlen ("x = ["));
    else
      read_column (&reading, line);
    literals = g_str_equal (line, "SAT"); /* MiniSat */
  }
  return impossible ? TW_MODEL_IMPOSSIBLE : reading.found ? TW_MODEL_VALUES : TW_MODEL_NO_VALUES;
}
