/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - tilewright-cli list: lists the simple perfect squared rectangles, or squares, of one
 * order, or a tiling by the fewest squares of every rectangle up to a size. They are Bouwkamp codes,
 * which are puzzle files too. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "core/capped/bouwkamp.h"
#include "core/capped/networks.h"
#include "core/capped/problem.h"
#include "core/networks/compose.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"

enum {
  MISSING = G_MININT,
  MOST_ORDER_OF_RECTANGLES = 18, /* of which there are 110,381 */
};

typedef struct {
  int width;
  int height;
  char *code;
} Entry;

static int order = MISSING, side = MISSING;
static gboolean square, coprime;
static char *output;

static const GOptionEntry entries[] = {
  TW_OPTION (
    INT, "perfect", &order, N_ ("ORDER"),
    N_ ("List the simple perfect squared rectangles of ORDER squares, no two of which are equal")),
  TW_OPTION (
    INT, "rectangles", &side, N_ ("SIDE"),
    N_ (
      "List every rectangle with sides up to SIDE but the squares, each with the fewest squares")),
  TW_FLAG ("square", &square,
           N_ ("Only the squares among them; with --rectangles each is divided into smaller ones")),
  TW_FLAG ("coprime", &coprime,
           N_ ("With --rectangles --square, only tilings whose squares have no common divisor")),
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
    N_ ("Where to write it; - is standard output [-]"), N_ ("FILE") },
  { 0 },
};

typedef struct {
  TwRun *run;
  GArray *entries;
  GString *text;
  gboolean is_wrong; /* the checker refused a tiling of --rectangles */
} List;

TW_DEFINE_CLEAR (entry_clear, Entry, (code, free))

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *p = a, *q = b;

  if (p->width != q->width)
    return p->width < q->width ? -1 : 1;
  if (p->height != q->height)
    return p->height < q->height ? -1 : 1;
  return strcmp (p->code, q->code);
}

static bool
found_cb (const TwSquaring *squaring, void *data)
{
  List *list = data;
  TwCappedProblem task = { squaring->width, squaring->height, 1, TW_CAPPED_ANY };
  Entry entry = { squaring->width, squaring->height, NULL };
  TwSolution solution = tw_capped_solution (&task, &squaring->tiling);

  if (!squaring->simple
      || (squaring->width <= TW_CAPPED_MAX_SIDE
          && tw_run_judge (list->run, &solution) != TW_SOLUTION_RIGHT))
    return true;
  entry.code = tw_bouwkamp_write (squaring->width, squaring->height, &squaring->tiling);
  if (entry.code != NULL)
    g_array_append_val (list->entries, entry);
  return entry.code != NULL;
}

static bool
fewest_cb (int width, int height, const TwTiling *tiling, void *data)
{
  List *list = data;
  char *code;

  if (tiling->count == 1) /* no puzzle */
    return true;
  if (!tw_capped_covers (width, height, tiling)) {
    list->is_wrong = TRUE;
    return false;
  }
  code = tw_bouwkamp_write (width, height, tiling);
  if (code != NULL)
    g_string_append_printf (list->text, "%s\n", code);
  free (code);
  return code != NULL;
}

static const char *
explain_stop (const List *list)
{
  const TwRun *run = list->run;

  if (run != NULL && (list->is_wrong || tw_run_refused (run) > 0))
    return _ ("the checker refused a tiling");
  if (run != NULL && tw_run_stop_reason (run) == TW_STOP_DEADLINE)
    return _ ("time limit reached");
  return run != NULL && tw_run_bound (run) > TW_COMPOSE_MOST_SQUARES
           ? _ ("too many squares")
           : _ ("the memory budget was used up");
}

static TwExit
list_all (const TwOptions *options)
{
  TwLimits limits = tw_kind_limits (options);
  TwNetworksQuery query = { order, order, square, square, false };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Entry));
  List list = { tw_run_new (&limits), found, text, FALSE };
  TwExit code = TW_EXIT_STOPPED;

  g_array_set_clear_func (found, entry_clear);
  if (side > 0 && list.run != NULL
      && (square ? tw_compose_list_squares (side, coprime, list.run, fewest_cb, &list)
                 : tw_compose_list (side, list.run, fewest_cb, &list)))
    code = TW_EXIT_FOUND;
  else if (side == MISSING && list.run != NULL
           && tw_networks_search (&query, list.run, found_cb, &list) == order
           && tw_run_refused (list.run) == 0)
    code = found->len > 0 ? TW_EXIT_FOUND : TW_EXIT_NONE;
  else if (side > 0 && square && list.run != NULL && tw_run_bound (list.run) > 0)
    tw_cli_error (_ ("the list is not complete: %s; all other sides take %d squares or more"),
                  explain_stop (&list), (int) tw_run_bound (list.run));
  else
    tw_cli_error (_ ("the list is not complete: %s"), explain_stop (&list));
  tw_run_free (list.run);
  g_array_sort (found, compare_entries);
  for (guint i = 0; i < found->len; i++) {
    const Entry *entry = &g_array_index (found, Entry, i);

    /* No puzzle is that wide: as a comment the rectangle leaves the list a file of puzzles. */
    g_string_append_printf (text, "%s%s\n", entry->width > TW_CAPPED_MAX_SIDE ? "# " : "",
                            entry->code);
  }
  if (!tw_cli_write (output != NULL ? output : "-", text->str, text->len))
    code = TW_EXIT_BAD_INPUT;
  return code;
}

static TwExit
list (char **words, TwOptions *options)
{
  int most = square ? TW_NETWORKS_MOST_ORDER : MOST_ORDER_OF_RECTANGLES;

  if (order == MISSING && side == MISSING)
    return tw_cli_bad_input (_ ("--%s: expected %s"), "perfect", _ ("ORDER"));
  if (side != MISSING && order != MISSING)
    return tw_cli_bad_input (_ ("--rectangles excludes --perfect"));
  if (coprime && (side == MISSING || !square))
    return tw_cli_bad_input (_ ("--coprime needs --rectangles and --square"));
  if (side != MISSING ? !tw_cli_in_range ("rectangles", side, 1, TW_COMPOSE_MOST_SIDE)
                      : !tw_cli_in_range ("perfect", order, TW_NETWORKS_LEAST_ORDER, most))
    return TW_EXIT_BAD_INPUT;
  return tw_cli_can_write (output) ? list_all (options) : TW_EXIT_BAD_INPUT;
}

const TwCommand tw_cli_list = {
  .name = "list",
  .summary = N_ ("List squared rectangles: all perfect ones of an order, or one of each size"),
  .parameters = "",
  .description = N_ ("Lists tilings by squares as Bouwkamp codes, one of all symmetric ones."),
  .solver = TRUE,
  .run = list,
  .tables = { entries },
};
