/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.c - makes and accepts candidates; see maker.h. */
#include "puzzle/maker/maker.h"

#include <string.h>

#include "config.h"
#include "core/base/threads.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/maker/maker-private.h"
#include "puzzle/maker/twins.h"
#include "puzzle/play.h"

enum {
  FRUITLESS = 100000, /* candidates for the next puzzle, after which the maker gives up */
  FRUITLESS_COST = 5, /* of a candidate with a tiling, which takes longer */
};

static const TwRecipe *const recipes[] = {
  [TW_MAKE_BOARDS] = &tw_recipe_plain,      [TW_MAKE_PIECES] = &tw_recipe_pieces,
  [TW_MAKE_TETROMINOES] = &tw_recipe_plain, [TW_MAKE_CAPPED] = &tw_recipe_capped,
  [TW_MAKE_PERFECT] = &tw_recipe_capped,
};

typedef struct {
  TwCandidate candidate;
  char *key;
} Made;

struct TwMaker {
  TwMakerPlan plan;
  const TwRecipe *recipe;
  gpointer state;

  /* Of a run. */
  GMutex mutex;
  guint64 claimed;     /* the number of the next candidate */
  guint64 judged;      /* candidates with smaller numbers are accepted or rejected */
  GHashTable *waiting; /* Made by number: not judged */
  GHashTable *keys;    /* of the accepted puzzles */
  guint count, wanted;
  guint fates[TW_N_FATES], levels[TW_GRADE_MAX_LEVEL + 1];
  guint fruitless;
  gboolean over;
  TwRun *run;
  TwMakerFound found;
  gpointer data;
};

TW_DEFINE_FREE (made_free, Made, (candidate.puzzle, tw_puzzle_unref), (key, g_free))

/* A text that puzzles of a run share if and only if they are the same up to symmetry. */
static char *
make_key (TwPuzzle *puzzle)
{
  const TwPuzzle *pieces = tw_play_get_pieces (puzzle);
  g_autoptr (TwPieceProblem) board = NULL;

  if (pieces != NULL)
    return tw_piece_problem_key (tw_piece_puzzle_get_problem (pieces));
  board = tw_need (tw_piece_problem_new (tw_board_copy (tw_puzzle_get_board (puzzle))));
  return tw_piece_problem_key (board);
}

static Made *
make (TwMaker *maker, guint64 number)
{
  Made *made = g_new0 (Made, 1);

  made->candidate = maker->recipe->make (maker->state, number, maker->run);
  /* What a stopped search did not find says nothing. */
  if (tw_run_should_stop (maker->run))
    made->candidate.fate = TW_FATE_STOPPED;
  if (made->candidate.fate == TW_FATE_MADE && maker->wanted > 1)
    made->key = make_key (made->candidate.puzzle);
  return made;
}

/* Names a puzzle after its board, the seed and its number, unless its family has names. */
static void
name (const TwMaker *maker, TwPuzzle *puzzle)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  g_autoptr (GString) id = g_string_new (NULL);
  gint64 seed;

  if (tw_puzzle_get_made (puzzle, &seed) == NULL) /* not one of consecutive seeds */
    tw_puzzle_set_made (puzzle, (gint64) maker->plan.seed, TW_VERSION);
  g_string_printf (id, "%dx%d-%" G_GUINT64_FORMAT, board->width, board->height, maker->plan.seed);
  if (maker->wanted > 1)
    g_string_append_printf (id, "-%u", maker->count + 1);
  if (tw_puzzle_get_id (puzzle) == NULL)
    tw_puzzle_set_id (puzzle, id->str);
}

/* Accepts or rejects the candidate that is next. */
static void
judge (TwMaker *maker, Made *made)
{
  TwCandidate *candidate = &made->candidate;

  if (made->key != NULL && !g_hash_table_add (maker->keys, g_steal_pointer (&made->key)))
    candidate->fate = TW_FATE_TWIN;
  maker->fates[candidate->fate]++;
  maker->levels[candidate->level] += candidate->fate == TW_FATE_OTHER_LEVEL;
  maker->fruitless += candidate->fate == TW_FATE_NO_TILING ? 1 : FRUITLESS_COST;
  if (candidate->fate == TW_FATE_MADE) {
    maker->fruitless = 0;
    name (maker, candidate->puzzle);
    maker->over = !maker->found (g_steal_pointer (&candidate->puzzle), maker->count++, maker->data)
                  || maker->count == maker->wanted;
  }
  maker->over = maker->over || candidate->fate >= TW_FATE_LAST || maker->fruitless >= FRUITLESS;
}

static void *
work (void *data)
{
  TwMaker *maker = data;

  g_mutex_lock (&maker->mutex);
  while (!maker->over) {
    guint64 number = maker->claimed++;
    Made *made;

    g_mutex_unlock (&maker->mutex);
    made = make (maker, number);
    g_mutex_lock (&maker->mutex);
    g_hash_table_insert (maker->waiting, g_memdup2 (&number, sizeof number), made);
    while (!maker->over && (made = g_hash_table_lookup (maker->waiting, &maker->judged)) != NULL) {
      judge (maker, made);
      g_hash_table_remove (maker->waiting, &maker->judged);
      maker->judged++;
    }
  }
  g_mutex_unlock (&maker->mutex);
  return NULL;
}

/* Says how many puzzles there are, and why there are no more. */
static void
explain (const TwMaker *maker, GError **error)
{
  GString *text = g_string_new (NULL);
  const guint *fates = maker->fates;

  g_string_append_printf (text, _ ("%u of %u puzzles were made"), maker->count, maker->wanted);
  if (fates[TW_FATE_NO_TILING] > 0)
    g_string_append_printf (text, _ ("; %u times the chosen pieces did not fill the board"),
                            fates[TW_FATE_NO_TILING]);
  if (fates[TW_FATE_SEVERAL] > 0)
    g_string_append_printf (text, _ ("; %u had several solutions, or too many to count"),
                            fates[TW_FATE_SEVERAL]);
  if (fates[TW_FATE_TWIN] > 0)
    g_string_append_printf (text, _ ("; %u were equal to an earlier one"), fates[TW_FATE_TWIN]);
  for (int level = 0; level <= TW_GRADE_MAX_LEVEL; level++) {
    if (maker->levels[level] > 0 && level == TW_STEP_NONE)
      g_string_append_printf (text, _ ("; %u were too hard"), maker->levels[level]);
    else if (maker->levels[level] > 0)
      g_string_append_printf (text, _ ("; %u had level %d"), maker->levels[level], level);
  }
  if (fates[TW_FATE_LAST] > 0)
    g_string_append (text, _ ("; there are no others"));
  tw_fail_usage (error, "%s", text->str);
  g_string_free (text, TRUE);
}

gboolean
tw_maker_run (TwMaker *maker, guint count, int threads, TwRun *run, TwMakerFound found,
              gpointer data, GError **error)
{
  maker->run = run;
  maker->wanted = count;
  maker->found = found;
  maker->data = data;
  if (maker->recipe->start != NULL && !maker->recipe->start (maker->state, run, error))
    return FALSE;
  maker->claimed = maker->judged = maker->count = maker->fruitless = 0;
  maker->over = FALSE;
  memset (maker->fates, 0, sizeof maker->fates);
  memset (maker->levels, 0, sizeof maker->levels);
  maker->waiting = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, made_free);
  maker->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!tw_threads_run (work, maker, 0, threads, TW_MAKER_MAX_PIECES))
    g_error ("no thread for the maker");
  g_hash_table_unref (maker->waiting);
  g_hash_table_unref (maker->keys);
  if (maker->count < count)
    explain (maker, error);
  return maker->count == count;
}

TwMaker *
tw_maker_new (const TwMakerPlan *plan, GError **error)
{
  g_autoptr (TwMaker) maker = g_new0 (TwMaker, 1);

  maker->plan = *plan;
  maker->plan.set = plan->set != NULL ? tw_puzzle_ref (plan->set) : NULL;
  maker->plan.used = g_strdupv (plan->used);
  maker->recipe = recipes[plan->family];
  g_mutex_init (&maker->mutex);
  maker->state = maker->recipe->prepare (&maker->plan, error);
  return maker->state != NULL ? g_steal_pointer (&maker) : NULL;
}

void
tw_maker_free (TwMaker *maker)
{
  if (maker->state != NULL)
    maker->recipe->free (maker->state);
  g_clear_pointer (&maker->plan.set, tw_puzzle_unref);
  g_strfreev (maker->plan.used);
  g_mutex_clear (&maker->mutex);
  g_free (maker);
}
