/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-groups.c - the headings under which --help lists the options, and the kinds of puzzles that
 * use an option. */
#include "cli/command.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-solve.h"
#include "puzzle/pieces/puzzle.h"

/* The options of the engine "heuristic". */
#define HEURISTIC                                                                         \
  "cost-margin", "size-deviation", "transforms", "quick", "stripe-height", "stripe-step", \
    "gate1-percent", "gate1-column", "gate1-margin", "gate2-percent", "gate2-margin",     \
    "gate3-percent", "gate3-margin", "stripes-percent", "answer-percent"

enum {
  GENERAL = 0,
  SEARCH = 7,
  MAX_OPTIONS = 18,
};

/* Options that are not listed are in General or, if they are in the solver's table, in Search. A
 * command's own option is in a group only if the command has the first option of the group. So
 * "tetrominoes" of "contest", which does not name a puzzle, is in General. */
static const struct {
  const char *title;
  const char *options[MAX_OPTIONS];
} groups[TW_N_OPTION_GROUPS] = {
  { N_ ("General:"), { NULL } },
  { N_ ("Making pieces:"),
    { "make", "cell", "clearance", "kerf", "gap", "sheet", "thickness", "bevel", "tray",
      "shared" } },
  { N_ ("Making piece puzzles:"),
    { "symmetric", "pieces", "board", "outline", "number", "use", "unique", "up-to-symmetry",
      "level", "certificates" } },
  { N_ ("Output:"), { "output" } },
  { N_ ("Pictures:"), { "png", "svg", "pdf", "txt", "handout", "cell-size", "dark" } },
  { N_ ("Solutions and pieces:"),
    { "all", "rotate", "no-rotate", "flip", "no-flip", "free", "pieces", "limit", "raw",
      "count-only" } },
  { N_ ("Puzzles without a file:"), { "capped", "cap", "goal", "tetrominoes", "empty" } },
  { N_ ("Search:"), { NULL } },
  { N_ ("Squares, engine “heuristic”:"), { HEURISTIC } },
};

const char *
tw_option_group_title (guint group)
{
  return groups[group].title;
}

static gboolean
has_entry (const GOptionEntry *entries, const char *option)
{
  for (; entries->long_name != NULL; entries++)
    if (g_str_equal (entries->long_name, option))
      return TRUE;
  return FALSE;
}

guint
tw_option_group_find (const char *option, gboolean solver, const GOptionEntry *entries)
{
  for (guint i = 0; i < TW_N_OPTION_GROUPS; i++)
    if (g_strv_contains (groups[i].options, option)
        && (solver || has_entry (entries, groups[i].options[0])))
      return i;
  return solver ? SEARCH : GENERAL;
}

gboolean
tw_kind_uses_option (const TwKind *kind, const char *option)
{
  const gboolean squares = (kind->flags & TW_KIND_FEWEST_SQUARES) != 0;
  const gboolean pieces = tw_kind_has_pieces (kind);
  const struct {
    gboolean used;
    const char *options[MAX_OPTIONS];
  } rows[] = {
    { squares || tw_kind_find_engine (kind, TW_ENGINE_RANDOM) != NULL, { "random" } },
    { squares, { "fewest", "by-size", "by-side", "up-to-symmetry" } },
    { (kind->flags & TW_KIND_TRANSFORMS) != 0, { HEURISTIC } },
    { kind->certify != NULL, { "certificate" } },
    { kind->count != NULL, { "all", "limit", "count-only" } },
    { pieces,
      { "rotate", "no-rotate", "flip", "no-flip", "checkpoint", "checkpoint-every", "make", "cell",
        "clearance", "kerf", "gap", "sheet", "thickness", "bevel", "tray", "shared" } },
    { pieces && (kind->flags & TW_KIND_LIST_RAW) == 0, { "raw" } },
    { (kind->flags & TW_KIND_EDIT_PIECES) != 0, { "free" } },
    { kind->edit != NULL && kind->edit->with_pieces != NULL, { "pieces" } },
    { kind->write != NULL, { "worker", "worker-token-file" } }, /* it can be posted */
  };
  const TwKind *owner = tw_specs_kind (option);

  if (owner != NULL)
    return owner == kind;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strv_contains (rows[i].options, option))
      return rows[i].used;
  return TRUE;
}

gboolean
tw_option_depends_on_kind (const char *option)
{
  gboolean used = FALSE, unused = FALSE;

  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if (tw_kind_uses_option (*kind, option))
      used = TRUE;
    else
      unused = TRUE;
  return used && unused;
}
