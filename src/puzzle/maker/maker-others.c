/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker-others.c - boards, tetromino squares and rectangles to be tiled by squares. */
#include "puzzle/maker/maker-private.h"

#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "core/base/generator.h"
#include "core/base/random.h"
#include "core/capped/bouwkamp.h"
#include "core/capped/networks.h"
#include "core/capped/solve.h"
#include "core/pieces/bigboard.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/play.h"
#include "puzzle/squares.h"
#include "puzzle/tetrominoes.h"

enum {
  CANDIDATE_SECONDS = 10, /* to count the best tilings of a board */
};

/* --- boards and tetromino squares: each seed is that of a puzzle -------------------------- */

static gpointer
prepare_plain (const TwMakerPlan *plan, GError **error)
{
  if (plan->family == TW_MAKE_TETROMINOES && plan->width % 2 != 0)
    return tw_fail_usage_null (error, _ ("a square of odd side has no solution"));
  return (gpointer) (guintptr) plan;
}

static void
free_plain (gpointer plan)
{
}

static TwPuzzle *
make_board (const TwMakerPlan *plan, guint64 seed)
{
  TwBoardPlan board = { plan->width, plan->height, plan->density };
  g_autofree char *id = NULL;
  TwBoard *made;

  if (plan->contest)
    board = tw_generate_plan (seed);
  made = tw_generate_board (board.width, board.height, board.density, seed);
  id = g_strdup_printf ("%dx%d-%g-%" G_GUINT64_FORMAT, board.width, board.height, board.density,
                        seed);
  return made != NULL ? tw_squares_puzzle_new (id, made) : NULL;
}

/* Counts the figures of a random tiling. */
static TwPuzzle *
make_tetrominoes (const TwMakerPlan *plan, guint64 seed, TwRun *run)
{
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  TwTetrominoProblem problem;

  return tw_bigboard_generate (plan->width, seed, run, &problem, NULL)
           ? tw_tetrominoes_puzzle_new (id, &problem, NULL)
           : NULL;
}

static gboolean
has_one (TwPuzzle *puzzle, TwRun *run)
{
  const TwPuzzle *pieces = tw_play_get_pieces (puzzle);
  g_auto (TwSquareCount) count = { .squares = -1 };
  gboolean decided = TRUE;
  g_autoptr (TwRun) child = NULL;
  TwOptions options;

  if (pieces != NULL)
    return tw_maker_has_one (tw_piece_puzzle_get_problem (pieces), FALSE, run, &decided);
  tw_options_init (&options);
  options.time = CANDIDATE_SECONDS;
  options.threads = 1;
  child = tw_run_new_child (run, CANDIDATE_SECONDS);
  if (child != NULL)
    tw_square_count (puzzle, &options, TW_SQUARE_COUNT_FEWEST, child, NULL, &count);
  return g_strcmp0 (count.digits, "1") == 0;
}

static TwCandidate
make_plain (gpointer state, guint64 number, TwRun *run)
{
  const TwMakerPlan *plan = state;
  guint64 seed = plan->seed + number;
  TwCandidate candidate = { .fate = TW_FATE_MADE };

  /* Without obstacles there is one board. */
  if (number > 0 && plan->family == TW_MAKE_BOARDS && !plan->contest
      && plan->density * plan->width * plan->height < 0.5) {
    candidate.fate = TW_FATE_LAST;
    return candidate;
  }
  candidate.puzzle = plan->family == TW_MAKE_BOARDS ? make_board (plan, seed)
                                                    : make_tetrominoes (plan, seed, run);
  if (candidate.puzzle != NULL)
    tw_puzzle_set_made (candidate.puzzle, (gint64) seed, TW_VERSION);
  if (candidate.puzzle == NULL)
    candidate.fate = TW_FATE_STOPPED;
  else if (plan->solutions != TW_MAKER_ANY && !has_one (candidate.puzzle, run))
    candidate.fate = TW_FATE_SEVERAL;
  return candidate;
}

const TwRecipe tw_recipe_plain = {
  .prepare = prepare_plain,
  .free = free_plain,
  .make = make_plain,
};

/* --- rectangles to be tiled: all are listed, and the seed chooses their order --------------- */

typedef struct {
  int width, height;
  guint n;    /* perfect tilings of this rectangle */
  char *code; /* of one of them */
} Rectangle;

typedef struct {
  const TwMakerPlan *plan;
  GArray *list; /* Rectangle */
} Rectangles;

TW_DEFINE_CLEAR (rectangle_clear, Rectangle, (code, free))

static gpointer
prepare_list (const TwMakerPlan *plan, GError **error)
{
  Rectangles *rectangles = g_new0 (Rectangles, 1);

  rectangles->plan = plan;
  rectangles->list = g_array_new (FALSE, FALSE, sizeof (Rectangle));
  g_array_set_clear_func (rectangles->list, rectangle_clear);
  return rectangles;
}

static void
free_list (gpointer state)
{
  Rectangles *rectangles = state;

  g_array_unref (rectangles->list);
  g_free (rectangles);
}

static bool
found_cb (const TwSquaring *squaring, void *list)
{
  Rectangle rectangle = { .width = squaring->width, .height = squaring->height, .n = 1 };

  if (!squaring->simple || squaring->width > TW_CAPPED_MAX_SIDE)
    return true;
  for (guint i = 0; i < ((GArray *) list)->len; i++) {
    Rectangle *other = &g_array_index ((GArray *) list, Rectangle, i);

    if (other->width == rectangle.width && other->height == rectangle.height) {
      other->n++;
      return true;
    }
  }
  rectangle.code = tw_bouwkamp_write (rectangle.width, rectangle.height, &squaring->tiling);
  if (rectangle.code != NULL)
    g_array_append_val ((GArray *) list, rectangle);
  return rectangle.code != NULL;
}

static int
compare_rectangles (gconstpointer a, gconstpointer b)
{
  const Rectangle *p = a, *q = b;

  return p->width != q->width ? p->width - q->width : p->height - q->height;
}

static gboolean
start_list (gpointer state, TwRun *run, GError **error)
{
  const Rectangles *rectangles = state;
  const TwMakerPlan *plan = rectangles->plan;
  const TwNetworksQuery query = { plan->order, plan->order, 0, 0, true };
  GArray *list = rectangles->list;
  guint64 random = tw_random_number (plan->seed);

  g_array_set_size (list, 0);
  if (plan->family == TW_MAKE_PERFECT
      && tw_networks_search (&query, run, found_cb, list) != plan->order)
    return tw_fail_usage (error, _ ("the rectangles of %d squares are too many to list"),
                          plan->order);
  for (int width = 2; plan->family == TW_MAKE_CAPPED && width <= plan->width; width++)
    for (int height = 2; height <= width; height++)
      g_array_append_val (list, ((Rectangle){ .width = width, .height = height }));
  g_array_sort (list, compare_rectangles);
  for (guint i = list->len; i > 1; i--) {
    Rectangle *a = &g_array_index (list, Rectangle, tw_random_below (&random, i));
    Rectangle *b = &g_array_index (list, Rectangle, i - 1), swap = *a;

    *a = *b;
    *b = swap;
  }
  return TRUE;
}

static TwStatus
solve (const TwCappedProblem *problem, TwRun *run, TwCappedResult *result)
{
  g_autoptr (TwRun) child = tw_run_new_child (run, 0);
  TwOptions options;

  tw_options_init (&options);
  options.threads = 1;
  return child != NULL ? tw_capped_solve (problem, &options, child, result)
                       : TW_STATUS_OUT_OF_MEMORY;
}

/* Finds the least cap, and when one tiling is wished, whether there is one with this cap. */
static TwPuzzle *
make_capped (const TwMakerPlan *plan, const Rectangle *rectangle, TwRun *run)
{
  TwCappedProblem problem = { rectangle->width, rectangle->height, TW_CAPPED_NO_CAP,
                              TW_CAPPED_LEAST_CAP };
  g_autofree char *size = g_strdup_printf ("%dx%d", problem.width, problem.height);
  g_autofree char *cap = NULL;
  TwCappedResult result = { .list_most = 1 };
  gboolean fine = solve (&problem, run, &result) == TW_STATUS_OPTIMAL;

  problem.cap = result.multiplicity;
  problem.goal = TW_CAPPED_ALL;
  tw_capped_result_clear (&result);
  if (fine && plan->solutions != TW_MAKER_ANY) {
    result = (TwCappedResult){ .list_most = 1 };
    solve (&problem, run, &result);
    fine = result.complete && result.count == 1;
    tw_capped_result_clear (&result);
  }
  cap = g_strdup_printf ("%d", problem.cap);
  return fine ? tw_kind_find ("capped")->read->spec (
           (const char *[]){ size, cap, tw_capped_goal_name (TW_CAPPED_ANY), NULL }, NULL)
              : NULL;
}

/* The tiling is a part of the puzzle, as answers that take long to find. */
static TwPuzzle *
make_perfect (const TwMakerPlan *plan, const Rectangle *rectangle)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  return (plan->solutions == TW_MAKER_ANY || rectangle->n == 1)
             && tw_kind_find ("capped")->read->text (rectangle->code, strlen (rectangle->code),
                                                     puzzles, NULL)
           ? tw_puzzle_ref (puzzles->pdata[0])
           : NULL;
}

static TwCandidate
make_rectangle (gpointer state, guint64 number, TwRun *run)
{
  const Rectangles *rectangles = state;
  const TwMakerPlan *plan = rectangles->plan;
  TwCandidate candidate = { .fate = TW_FATE_LAST };
  const Rectangle *rectangle;

  if (number >= rectangles->list->len)
    return candidate;
  rectangle = &g_array_index (rectangles->list, Rectangle, number);
  candidate.puzzle = plan->family == TW_MAKE_CAPPED ? make_capped (plan, rectangle, run)
                                                    : make_perfect (plan, rectangle);
  candidate.fate = candidate.puzzle != NULL ? TW_FATE_MADE : TW_FATE_SEVERAL;
  return candidate;
}

const TwRecipe tw_recipe_capped = {
  .prepare = prepare_list,
  .free = free_list,
  .start = start_list,
  .make = make_rectangle,
};
