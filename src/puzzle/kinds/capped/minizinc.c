/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minizinc.c - writes the constraint model of a capped tiling; see minizinc.h.
 *
 * The model follows one published for the Microsoft Solver Foundation in 2009: each tile has a
 * side, a position and a flag that says whether it is used; no two used tiles overlap; the areas
 * add up; equal tiles are in order. The sums over columns and rows follow from these constraints
 * and make solvers faster.
 */
#include "puzzle/kinds/capped/minizinc.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* The number of squares of this side that can lie on the board at once and that the cap allows. */
static int
copies (const TwCappedTask *task, int side)
{
  int room = (task->width / side) * (task->height / side);

  return MIN (room, tw_capped_limit (task));
}

static const char head[] = "%% Tile the rectangle with squares, no size more than LIMIT times.\n"
                           "%% Written by Tilewright.\n"
                           "int: W = %d;\n"
                           "int: H = %d;\n"
                           "int: LIMIT = %d; %% of one size\n"
                           "int: LARGEST = %d;\n"
                           "int: T = %d; %% tiles to choose from\n";

static const char body[] =
  "array[1..T] of var bool: used;\n"
  "array[1..T] of var 0..W - 1: x;\n"
  "array[1..T] of var 0..H - 1: y;\n"
  "\n"
  "% A tile lies on the board; one that is not used lies in the corner.\n"
  "constraint forall (i in 1..T) (x[i] + side[i] <= W /\\ y[i] + side[i] <= H);\n"
  "constraint forall (i in 1..T) (not used[i] -> x[i] = 0 /\\ y[i] = 0);\n"
  "\n"
  "% No two overlap.\n"
  "constraint forall (i, j in 1..T where i < j) (used[i] /\\ used[j] ->\n"
  "  x[i] + side[i] <= x[j] \\/ x[j] + side[j] <= x[i] \\/\n"
  "  y[i] + side[i] <= y[j] \\/ y[j] + side[j] <= y[i]);\n"
  "\n"
  "% All is covered.\n"
  "constraint sum (i in 1..T) (side[i] * side[i] * bool2int (used[i])) = W * H;\n"
  "constraint forall (c in 0..W - 1) (sum (i in 1..T)\n"
  "  (side[i] * bool2int (used[i] /\\ x[i] <= c /\\ c < x[i] + side[i])) = H);\n"
  "constraint forall (r in 0..H - 1) (sum (i in 1..T)\n"
  "  (side[i] * bool2int (used[i] /\\ y[i] <= r /\\ r < y[i] + side[i])) = W);\n"
  "\n"
  "% Equal tiles are used from the first on, in the order of their places.\n"
  "constraint forall (i in 1..T - 1 where side[i] = side[i + 1]) (used[i + 1] ->\n"
  "  used[i] /\\ x[i] * H + y[i] < x[i + 1] * H + y[i + 1]);\n"
  "\n";

static void
write_goal (const TwCappedTask *task, GString *text)
{
  static const char search[] = "solve :: seq_search ([\n"
                               "  bool_search (used, input_order, indomain_max),\n"
                               "  int_search (x ++ y, first_fail, indomain_min)])\n  ";

  if (task->goal == TW_CAPPED_LEAST_CAP)
    g_string_append (text,
                     "var 1..LIMIT: cap;\n"
                     "constraint forall (s in 1..LARGEST) (sum (i in 1..T where side[i] = s)\n"
                     "  (bool2int (used[i])) <= cap);\n");
  g_string_append (text, search);
  if (task->goal == TW_CAPPED_LEAST_CAP)
    g_string_append (text, "minimize cap;\n");
  else if (task->goal == TW_CAPPED_FEWEST)
    g_string_append (text, "minimize sum (i in 1..T) (bool2int (used[i]));\n");
  else
    g_string_append (text, "satisfy;\n");
  g_string_append (text, "\noutput [\"\\(side[i]) \\(x[i]) \\(y[i])\\n\" | i in 1..T where "
                         "fix (used[i])];\n");
}

char *
tw_minizinc_write (const TwCappedTask *task, GError **error)
{
  int largest = tw_capped_max_size (task);
  gint64 tiles = 0;

  for (int side = 1; side <= largest; side++)
    tiles += copies (task, side);
  if (tiles > TW_MINIZINC_MAX_TILES)
    return tw_fail_null (
      error, TW_PUZZLE_ERROR_SIZE,
      _ ("the model would have more than %d tiles: choose a smaller size or cap"),
      TW_MINIZINC_MAX_TILES);

  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, head, task->width, task->height, tw_capped_limit (task), largest,
                          (int) tiles);
  g_string_append (text, "array[1..T] of int: side = [");
  for (int side = largest; side >= 1; side--)
    for (int i = copies (task, side); i > 0; i--)
      g_string_append_printf (text, "%d, ", side);
  /* A trailing comma would be valid; remove it for readability. */
  g_string_truncate (text, text->len - 2);
  g_string_append (text, "];\n\n");
  g_string_append (text, body);
  write_goal (task, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
