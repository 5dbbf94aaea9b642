/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.c - writes certificates of capped tilings. */
#include "puzzle/kinds/capped/capped.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/result.h"

/* Limits of the format on a search: the side, and the partial tilings that a checker tries. */
#define MOST_SIDE  100
#define MOST_TRIED 100000000

/* Partial tilings between two looks at the clock, a power of two. */
#define POLL 4096

typedef struct {
  int width, height, most_size, cap;
  int filled[MOST_SIDE], times[MOST_SIDE + 1];
  guint64 tried;
  TwRun *run;
  gboolean stopped;
} Search;

/* Can at most n more squares fill the columns? In the order of the format. */
static gboolean
can_fill (Search *s, int n, int cells)
{
  int at = 0, room = 1;
  gboolean found = FALSE;

  if (cells == 0)
    return TRUE;
  if ((gint64) n * s->most_size * s->most_size < cells)
    return FALSE;
  s->tried++;
  s->stopped = s->stopped || s->tried > MOST_TRIED
               || (s->tried % POLL == 0 && tw_run_should_stop (s->run));
  for (int x = 1; x < s->width; x++)
    at = s->filled[x] < s->filled[at] ? x : at;
  while (at + room < s->width && s->filled[at + room] == s->filled[at])
    room++;
  room = MIN (MIN (room, s->height - s->filled[at]), s->most_size);
  for (int size = room; size > 0 && !found && !s->stopped; size--) {
    if (s->times[size] == s->cap)
      continue;
    s->times[size]++;
    for (int x = at; x < at + size; x++)
      s->filled[x] += size;
    found = can_fill (s, n - 1, cells - size * size);
    for (int x = at; x < at + size; x++)
      s->filled[x] -= size;
    s->times[size]--;
  }
  return found;
}

static char *
write_text (const TwCappedProblem *problem, const TwTiling *tiling, int cap, const char *claim,
            gsize *length)
{
  GString *text = g_string_new ("tilewright-certificate 2\n");
  g_autofree char *row = g_strnfill ((gsize) problem->width, '.');

  g_string_append_printf (text, "board %d %d\n", problem->width, problem->height);
  for (int y = 0; y < problem->height; y++)
    g_string_append_printf (text, "%s\n", row);
  g_string_append_printf (text, "capped %d\n", cap);
  if (tiling->count > 0)
    g_string_append_printf (text, "solution %" G_GSIZE_FORMAT "\n", tiling->count);
  for (gsize i = 0; i < tiling->count; i++)
    g_string_append_printf (text, "%d %d %d\n", tiling->squares[i].x, tiling->squares[i].y,
                            tiling->squares[i].size);
  g_string_append_printf (text, "end %s\n", claim);
  *length = text->len;
  return g_string_free (text, FALSE);
}

static gboolean
accepts (TwPuzzle *puzzle, GError **error)
{
  return tw_capped_get_problem (puzzle)->goal != TW_CAPPED_QUILT
         || tw_fail_usage (error, _ ("%s: there are no certificates of quilts"),
                           tw_puzzle_get_name (puzzle));
}

static char *
certify (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length, gint64 *bound,
         GError **error)
{
  const TwCappedProblem *problem = tw_capped_get_problem (result->puzzle);
  const char *name = tw_puzzle_get_name (result->puzzle);
  gboolean none = result->status == TW_STATUS_INFEASIBLE;
  gboolean optimal = result->status == TW_STATUS_OPTIMAL;
  gboolean fewest = optimal && problem->goal == TW_CAPPED_FEWEST;
  gboolean least = optimal && problem->goal == TW_CAPPED_LEAST_CAP;
  const TwTiling *tiling = tw_result_tiling (result);
  int cap = least ? tw_capped_multiplicity (tiling) : tw_capped_limit (problem);
  int n = (int) tiling->count;
  Search search = {
    .width = problem->width,
    .height = problem->height,
    .most_size = tw_capped_max_size (problem),
    .cap = cap - least,
    .run = run,
  };
  g_autofree char *claim = fewest  ? g_strdup_printf ("fewest %d", n)
                           : least ? g_strdup_printf ("least-cap %d", cap)
                                   : g_strdup (none ? "none" : "solution");

  if (!accepts (result->puzzle, error))
    return NULL;
  *bound = fewest || least ? tw_kind_cost (result) : TW_COST_LEAST;
  if (!none && !tw_result_has_solution (result))
    return tw_fail_usage_null (
      error, _ ("%s: no certificate, since it is not proved that there is no solution"), name);
  if ((none || fewest || least) && (problem->width > MOST_SIDE || problem->height > MOST_SIDE))
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE,
                         _ ("%s: the puzzle is too large for a certificate"), name);
  if ((none || fewest || least)
      && (run == NULL
          || can_fill (&search, fewest ? n - 1 : problem->width * problem->height,
                       problem->width * problem->height)
          || search.stopped))
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE,
                         _ ("%s: the certificate needs more time or memory"), name);
  return write_text (problem, tiling, cap, claim, length);
}

const TwKindCertify tw_capped_certify = {
  .accepts = accepts,
  .solution = certify,
};
