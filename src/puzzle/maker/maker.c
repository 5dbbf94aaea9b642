/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.c - see maker.h. */
#include "puzzle/maker/maker.h"

#include <string.h>

#include "core/base/random.h"
#include "core/base/threads.h"
#include "core/pieces/search.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/maker/twins.h"

enum {
  MAX_COPIES = 4000,   /* of all pieces of the set that may be used */
  MAX_TABLE = 1 << 26, /* bytes, for the choice of pieces */
  BUDGET = 200000,     /* nodes of one search */
  FRUITLESS = 100000,  /* candidates for the next puzzle, after which the maker gives up */
  FRUITLESS_COST = 5,  /* of a candidate with a tiling, which takes longer */
};

/* Why a candidate is no puzzle. */
typedef enum {
  MADE,
  NO_TILING,   /* the chosen pieces do not fill the board, or not within the budget */
  UNDECIDED,   /* the number of solutions was not found within the budget */
  OTHER_LEVEL, /* or too hard to be graded */
  TWIN,        /* of an earlier puzzle */
  STOPPED,
  N_FATES,
} Fate;

typedef struct {
  Fate fate;
  TwStep level; /* with OTHER_LEVEL */
  TwPuzzle *puzzle;
  char *key;
} Candidate;

/* One copy of a piece. */
typedef struct {
  int piece;
  int size;
} Copy;

struct TwMaker {
  TwMakerPlan plan;
  TwBoard *board; /* NULL: outlines */
  gboolean keeps; /* the kind prescribes the pieces and how often they are used */
  int *least;     /* for each piece of the set, how often it is used at least */
  GArray *copies; /* Copy: what may be used beyond `least` */
  int n_least;    /* the sum of `least` */
  int area;       /* of the copies that are chosen */
  int n_chosen;   /* how many; -1: any number */
  int n_holes;    /* cells of the board that are blocked */

  /* Of a run. */
  GMutex mutex;
  guint64 claimed;     /* the number of the next candidate */
  guint64 judged;      /* candidates with smaller numbers are accepted or rejected */
  GHashTable *waiting; /* Candidate by number: made, but not judged */
  GHashTable *keys;    /* of the accepted puzzles */
  guint count, wanted;
  guint fates[N_FATES], levels[TW_GRADE_MAX_LEVEL + 1];
  guint fruitless;
  gboolean over;
  TwRun *run;
  TwMakerFound found;
  gpointer data;
};

static const TwPieceProblem *
set_of (const TwMaker *maker)
{
  return tw_piece_puzzle_get_problem (maker->plan.set);
}

/* --- choosing pieces ------------------------------------------------------------- */

/* table[i] says which areas, with which number of copies, those from number i on can have. */
typedef struct {
  guint8 *cells;
  gsize row; /* for each copy */
  int area;
  int n_chosen; /* 0: any number */
} Table;

static guint8 *
entry (const Table *table, guint i, int n, int area)
{
  return &table->cells[i * table->row + (gsize) n * (gsize) (table->area + 1) + (gsize) area];
}

static gboolean
make_table (Table *table, const GArray *copies, int area, int n_chosen)
{
  int rows = MAX (n_chosen, 0), counts = n_chosen >= 0;

  table->area = area;
  table->row = (gsize) (rows + 1) * (gsize) (area + 1);
  if (table->row * (copies->len + 1) > MAX_TABLE)
    return FALSE;
  table->cells = g_malloc0 (table->row * (copies->len + 1));
  *entry (table, copies->len, 0, 0) = 1;
  for (guint i = copies->len; i-- > 0;) {
    int size = g_array_index (copies, Copy, i).size;

    for (int n = 0; n <= rows; n++)
      for (int a = 0; a <= area; a++)
        *entry (table, i, n,
                a) = *entry (table, i + 1, n, a)
                     || (a >= size && n >= counts && *entry (table, i + 1, n - counts, a - size));
  }
  return TRUE;
}

static void
shuffle (GArray *copies, guint64 *random)
{
  for (guint i = copies->len; i > 1; i--) {
    Copy *a = &g_array_index (copies, Copy, tw_random_below (random, i));
    Copy *b = &g_array_index (copies, Copy, i - 1), swap = *a;

    *a = *b;
    *b = swap;
  }
}

/* Chooses copies in a random order, each that still leads to the area. Returns how often each piece
 * is used. */
static int *
choose_pieces (const TwMaker *maker, guint64 *random)
{
  int *counts = g_memdup2 (maker->least, sizeof (int) * set_of (maker)->n_pieces);
  g_autoptr (GArray) copies = g_array_copy (maker->copies);
  int left = maker->n_chosen, area = maker->area, step = left >= 0;
  Table table = { 0 };

  shuffle (copies, random);
  make_table (&table, copies, area, left);
  left = MAX (left, 0);
  for (guint i = 0; i < copies->len; i++) {
    Copy copy = g_array_index (copies, Copy, i);

    if (area < copy.size || left < step || !*entry (&table, i + 1, left - step, area - copy.size))
      continue;
    counts[copy.piece]++;
    area -= copy.size;
    left -= step;
  }
  g_free (table.cells);
  return counts;
}

/* --- candidates -------------------------------------------------------------------- */

static TwBoard *
make_board (const TwMaker *maker, guint64 *random)
{
  const TwMakerPlan *plan = &maker->plan;
  TwBoard *board = plan->outline > 0 ? tw_outline_grow (plan->outline, plan->symmetric, random)
                                     : tw_board_copy (maker->board);

  if (board == NULL)
    g_error ("out of memory for a board");
  if (tw_outline_punch (board, maker->n_holes, plan->symmetric, random))
    return board;
  tw_board_free (board);
  return NULL;
}

/* Takes ownership of the board. Leaves out pieces without a count, unless the kind prescribes them. */
static TwPieceProblem *
make_problem (const TwMaker *maker, TwBoard *board, const int *counts)
{
  const TwPieceProblem *set = set_of (maker);
  TwPieceProblem *problem = tw_piece_problem_new (board);

  for (gsize i = 0; i < set->n_pieces; i++) {
    const TwPiece *piece = &set->pieces[i];
    TwShape shape;

    if (counts[i] == 0 && !maker->keeps)
      continue;
    if (problem == NULL || !tw_shape_copy (&shape, &piece->shape)
        || !tw_piece_problem_add (problem, piece->name, &shape,
                                  maker->keeps ? piece->least : counts[i],
                                  maker->keeps ? piece->most : counts[i], piece->transforms))
      g_error ("out of memory for a puzzle");
  }
  problem->n_free = maker->board != NULL ? set->n_free : 0;
  return problem;
}

/* Searches within the budget. */
static TwPiecesResult
search (const TwMaker *maker, const TwPieceProblem *problem, TwPiecesQuery query, TwPieceSink *sink)
{
  TwRun *run = tw_run_new_child (maker->run, 0);
  TwPiecesResult result = { .status = TW_STATUS_OUT_OF_MEMORY };

  query.threads = 1;
  query.budget = BUDGET;
  if (run != NULL)
    tw_pieces_search (problem, &query, run, sink, &result);
  tw_run_free (run);
  return result;
}

/* Tiles the board at random. Returns FALSE when no tiling was found. */
static gboolean
tile (const TwMaker *maker, const TwPieceProblem *problem, guint64 *random,
      TwPieceSolution *solution)
{
  const TwPiecesQuery query = { .goal = TW_PIECES_FIRST,
                                .engine = "restart",
                                .seed = tw_random_half (random) };
  TwPieceSink *sink = tw_piece_sink_new (problem, 1);
  TwPiecesResult result = { 0 };
  gboolean found = FALSE;

  if (sink != NULL)
    result = search (maker, problem, query, sink);
  found = sink != NULL && tw_piece_sink_kept (sink) > 0 && tw_piece_sink_get (sink, 0, solution);
  tw_pieces_result_clear (&result);
  tw_piece_sink_free (sink);
  return found;
}

static TwPieceProblem *
with_givens (const TwPieceProblem *problem, const TwPieceSolution *solution, const guint8 *given)
{
  TwPieceProblem *made = tw_piece_problem_copy (problem);

  for (gsize i = 0; i < solution->count; i++)
    if (given[i]
        && tw_piece_problem_place (made, solution->placements[i], NULL, NULL) != TW_PLACE_OK)
      g_error ("a piece of a solution does not fit");
  return made;
}

/* Is there one solution? Clears *decided when the budget does not suffice. */
static gboolean
has_one (const TwMaker *maker, const TwPieceProblem *problem, const TwPieceSolution *solution,
         const guint8 *given, gboolean *decided)
{
  gboolean raw = maker->plan.solutions == TW_MAKER_ONE;
  const TwPiecesQuery query = { .goal = raw ? TW_PIECES_ALL : TW_PIECES_UNIQUE,
                                .raw = raw,
                                .limit = raw ? 2 : 0,
                                .engine = "cover" };
  TwPieceProblem *made = with_givens (problem, solution, given);
  TwPiecesResult result = search (maker, made, query, NULL);
  guint64 solutions = raw ? result.raw : result.distinct;
  gboolean one = result.complete && solutions == 1;

  *decided = *decided && (one || solutions > 1);
  tw_pieces_result_clear (&result);
  tw_piece_problem_free (made);
  return one;
}

/* Takes away pieces in a random order until each that is left is needed. When solutions count up to
 * symmetry, fewer pieces may have more symmetries, so a piece that was needed may become
 * superfluous. */
static gboolean
take_away (const TwMaker *maker, const TwPieceProblem *problem, const TwPieceSolution *solution,
           guint64 *random, guint8 *given)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (Copy));
  gboolean decided = TRUE, changed = TRUE;

  for (gsize i = 0; i < solution->count; i++) {
    given[i] = 1;
    g_array_append_val (order, ((Copy){ .piece = (int) i }));
  }
  shuffle (order, random);
  while (changed && decided) {
    changed = FALSE;
    for (guint i = 0; i < order->len && decided; i++) {
      guint8 *one = &given[g_array_index (order, Copy, i).piece];

      if (!*one)
        continue;
      *one = 0;
      *one = !has_one (maker, problem, solution, given, &decided);
      changed = changed || !*one;
    }
  }
  return decided;
}

/* Takes ownership of `problem`. */
static TwPuzzle *
make_puzzle (const TwMaker *maker, TwPieceProblem *problem)
{
  TwPuzzle *set = maker->plan.set;
  TwPlaceFault fault;
  TwPuzzle *puzzle;

  if (!maker->keeps)
    return tw_piece_puzzle_new (tw_puzzle_get_kind (set), NULL, problem,
                                tw_piece_puzzle_get_colours (set), NULL);
  puzzle = tw_piece_puzzle_with_placed (set, problem->placed, problem->n_placed, &fault);
  tw_piece_problem_free (problem);
  tw_puzzle_set_origin (puzzle, NULL, NULL);
  return puzzle;
}

/* Grades a puzzle with one solution. */
static Fate
grade (const TwMaker *maker, const TwPieceProblem *problem, TwGrade *found)
{
  TwStep wanted = maker->plan.level, most = wanted != TW_STEP_NONE ? wanted : TW_STEP_NESTED;
  TwRun *run = tw_run_new_child (maker->run, 0);
  TwEnd end = run != NULL ? tw_grade_find (problem, most, run, NULL, NULL, found)
                          : TW_END_NO_MEMORY;

  tw_run_free (run);
  if (end == TW_END_STOPPED || end == TW_END_NO_MEMORY)
    return STOPPED;
  return wanted == TW_STEP_NONE || found->level == wanted ? MADE : OTHER_LEVEL;
}

static Candidate
make_candidate (const TwMaker *maker, guint64 number)
{
  guint64 random = tw_mix (tw_random_number (maker->plan.seed) + number);
  TwBoard *board = make_board (maker, &random);
  g_autofree int *counts = choose_pieces (maker, &random);
  TwPieceProblem *problem = board != NULL ? make_problem (maker, board, counts) : NULL;
  TwPieceSolution solution = { 0 };
  Candidate candidate = { .fate = NO_TILING };
  TwGrade found = { .level = TW_STEP_NONE };

  if (problem != NULL && tile (maker, problem, &random, &solution)) {
    g_autofree guint8 *given = g_malloc0 (solution.count + 1);

    candidate.fate = MADE;
    if (maker->plan.solutions != TW_MAKER_ANY) {
      TwPieceProblem *bare = problem;

      if (!take_away (maker, bare, &solution, &random, given))
        candidate.fate = UNDECIDED;
      problem = with_givens (bare, &solution, given);
      tw_piece_problem_free (bare);
    }
    if (candidate.fate == MADE && maker->plan.solutions == TW_MAKER_ONE)
      candidate.fate = grade (maker, problem, &found);
    candidate.level = found.level;
  }
  if (tw_run_stop_reason (maker->run) != TW_STOP_NONE)
    candidate.fate = STOPPED;
  tw_piece_solution_clear (&solution);
  if (candidate.fate == MADE) {
    candidate.key = tw_piece_problem_key (problem);
    candidate.puzzle = make_puzzle (maker, g_steal_pointer (&problem));
    tw_piece_puzzle_set_grade (candidate.puzzle, found);
  }
  tw_piece_problem_free (problem);
  return candidate;
}

/* --- the run ------------------------------------------------------------------------- */

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_clear_pointer (&candidate->puzzle, tw_puzzle_unref);
  g_free (candidate->key);
  g_free (candidate);
}

/* Accepts or rejects the candidate that is next. */
static void
judge (TwMaker *maker, Candidate *candidate)
{
  if (candidate->fate == MADE && !g_hash_table_add (maker->keys, g_steal_pointer (&candidate->key)))
    candidate->fate = TWIN;
  maker->fates[candidate->fate]++;
  maker->levels[candidate->level] += candidate->fate == OTHER_LEVEL;
  maker->fruitless += candidate->fate == NO_TILING ? 1 : FRUITLESS_COST;
  if (candidate->fate == MADE) {
    maker->fruitless = 0;
    maker->over = !maker->found (g_steal_pointer (&candidate->puzzle), maker->count++, maker->data)
                  || maker->count == maker->wanted;
  }
  maker->over = maker->over || candidate->fate == STOPPED || maker->fruitless >= FRUITLESS;
}

static void *
work (void *data)
{
  TwMaker *maker = data;

  g_mutex_lock (&maker->mutex);
  while (!maker->over) {
    guint64 number = maker->claimed++;
    Candidate candidate, *next;

    g_mutex_unlock (&maker->mutex);
    candidate = make_candidate (maker, number);
    g_mutex_lock (&maker->mutex);
    g_hash_table_insert (maker->waiting, g_memdup2 (&number, sizeof number),
                         g_memdup2 (&candidate, sizeof candidate));
    while (!maker->over && (next = g_hash_table_lookup (maker->waiting, &maker->judged)) != NULL) {
      judge (maker, next);
      g_hash_table_remove (maker->waiting, &maker->judged);
      maker->judged++;
    }
  }
  g_mutex_unlock (&maker->mutex);
  return NULL;
}

/* Proves that no choice of pieces fills a board that is always the same, if a short search can. */
static gboolean
is_impossible (const TwMaker *maker)
{
  const TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .engine = "cover" };
  const TwPieceProblem *set = set_of (maker);
  TwPiecesResult result;
  TwPieceProblem *problem;
  g_autofree int *most = NULL;

  if (maker->board == NULL || maker->n_holes > 0)
    return FALSE;
  most = g_new (int, set->n_pieces);
  for (gsize i = 0; i < set->n_pieces; i++)
    most[i] = set->pieces[i].most;
  problem = make_problem (maker, tw_board_copy (maker->board), most);
  for (gsize i = 0; i < problem->n_pieces; i++)
    problem->pieces[i].least = maker->keeps ? problem->pieces[i].least : 0;
  result = search (maker, problem, query, NULL);
  tw_pieces_result_clear (&result);
  tw_piece_problem_free (problem);
  return result.status == TW_STATUS_INFEASIBLE;
}

/* Says how many puzzles there are, and why there are no more. */
static void
explain (const TwMaker *maker, GError **error)
{
  GString *text = g_string_new (NULL);
  const guint *fates = maker->fates;

  g_string_append_printf (text, _ ("%u of %u puzzles were made"), maker->count, maker->wanted);
  if (fates[NO_TILING] > 0)
    g_string_append_printf (text, _ ("; %u times the chosen pieces did not fill the board"),
                            fates[NO_TILING]);
  if (fates[UNDECIDED] > 0)
    g_string_append_printf (text, _ ("; %u times the solutions were too many to count"),
                            fates[UNDECIDED]);
  if (fates[TWIN] > 0)
    g_string_append_printf (text, _ ("; %u were equal to an earlier one"), fates[TWIN]);
  for (int level = 0; level <= TW_GRADE_MAX_LEVEL; level++) {
    if (maker->levels[level] > 0 && level == TW_STEP_NONE)
      g_string_append_printf (text, _ ("; %u were too hard"), maker->levels[level]);
    else if (maker->levels[level] > 0)
      g_string_append_printf (text, _ ("; %u had level %d"), maker->levels[level], level);
  }
  tw_fail (error, TW_PUZZLE_ERROR_USAGE, "%s", text->str);
  g_string_free (text, TRUE);
}

gboolean
tw_maker_run (TwMaker *maker, guint count, int threads, TwRun *run, TwMakerFound found,
              gpointer data, GError **error)
{
  gboolean made;

  maker->run = run;
  maker->wanted = count;
  maker->found = found;
  maker->data = data;
  if (is_impossible (maker))
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE, _ ("no choice of the pieces fills the board"));
  maker->claimed = maker->judged = maker->count = maker->fruitless = 0;
  maker->over = FALSE;
  memset (maker->fates, 0, sizeof maker->fates);
  memset (maker->levels, 0, sizeof maker->levels);
  maker->waiting = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, candidate_free);
  maker->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!tw_threads_run (work, maker, 0, threads, TW_MAKER_MAX_PIECES))
    g_error ("no thread for the maker");
  g_hash_table_unref (maker->waiting);
  g_hash_table_unref (maker->keys);
  made = maker->count == count;
  if (!made)
    explain (maker, error);
  return made;
}

/* --- plans ------------------------------------------------------------------------------ */

static gboolean
require_used (TwMaker *maker, GError **error)
{
  const TwPieceProblem *set = set_of (maker);

  for (char **name = maker->plan.used; name != NULL && *name != NULL; name++) {
    int i = tw_piece_puzzle_find (maker->plan.set, *name);

    if (i < 0)
      return tw_fail (error, TW_PUZZLE_ERROR_USAGE, _ ("there is no piece “%s”"), *name);
    if (maker->least[i] == set->pieces[i].most)
      return tw_fail (error, TW_PUZZLE_ERROR_USAGE, _ ("piece %s can be used %d times"), *name,
                      set->pieces[i].most);
    maker->least[i]++;
  }
  return TRUE;
}

/* Lists the copies to choose from, and subtracts the required ones from the area and the number. */
static gboolean
list_copies (TwMaker *maker, GError **error)
{
  const TwPieceProblem *set = set_of (maker);

  for (gsize i = 0; i < set->n_pieces; i++) {
    const TwPiece *piece = &set->pieces[i];
    Copy copy = { .piece = (int) i, .size = piece->shape.count };
    int most = MIN (piece->most, maker->area / copy.size + maker->least[i]);

    maker->area -= maker->least[i] * copy.size;
    maker->n_chosen -= maker->least[i];
    maker->n_least += maker->least[i];
    for (int n = maker->least[i]; n < most && maker->copies->len <= MAX_COPIES; n++)
      g_array_append_val (maker->copies, copy);
  }
  if (maker->area < 0)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                    _ ("the pieces that must be used have more cells than the board"));
  if (maker->plan.n_pieces > 0 && maker->n_chosen < 0)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE, _ ("more than %d pieces must be used"),
                    maker->plan.n_pieces);
  if (maker->copies->len > MAX_COPIES)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("there are more than %d pieces to choose from"),
                    MAX_COPIES);
  maker->n_chosen = maker->plan.n_pieces > 0 ? maker->n_chosen : -1;
  return TRUE;
}

/* Finds how many cells are blocked, fewer than the smallest piece has, so that pieces fill the rest.
 * A board that the set came with stays as it is. */
static gboolean
find_holes (TwMaker *maker, GError **error)
{
  const TwPieceProblem *set = set_of (maker);
  int area = maker->area, smallest = area + 1;
  gboolean punch = maker->plan.board != NULL || maker->plan.outline > 0, fits = FALSE;
  Table table = { 0 };

  for (gsize i = 0; i < set->n_pieces; i++)
    smallest = MIN (smallest, set->pieces[i].shape.count);
  if (!make_table (&table, maker->copies, area, maker->n_chosen))
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("there are too many pieces to choose from"));
  for (int holes = 0; holes < (punch ? smallest : 1) && holes <= area && !fits; holes++) {
    maker->n_holes = holes;
    fits = *entry (&table, 0, MAX (maker->n_chosen, 0), area - holes)
           && (holes < area || maker->n_least > 0);
  }
  g_free (table.cells);
  maker->area = area - maker->n_holes;
  if (fits)
    return TRUE;
  if (maker->plan.n_pieces > 0)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                    _ ("no choice of %d pieces has as many cells as the board"),
                    maker->plan.n_pieces);
  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("no choice of the pieces has as many cells as the board"));
}

/* A half turn maps an odd number of cells to themselves only when one of them is the centre. */
static gboolean
check_symmetry (const TwMaker *maker, GError **error)
{
  const TwBoard *board = maker->board;
  gboolean centre = board != NULL ? board->width % 2 == 1 && board->height % 2 == 1
                                  : maker->plan.outline % 2 == 1;

  if (!maker->plan.symmetric || maker->n_holes % 2 == 0 || centre)
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("a symmetric board without a centre cannot have %d holes"), maker->n_holes);
}

static gboolean
check_plan (TwMaker *maker, GError **error)
{
  const TwMakerPlan *plan = &maker->plan;
  const TwPieceProblem *set = set_of (maker);
  gboolean own = plan->board == NULL && plan->outline == 0;
  gsize area = maker->board != NULL ? tw_board_count_free (maker->board) : (gsize) plan->outline;

  if (area > TW_OUTLINE_MAX_CELLS)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the board has more than %d cells"),
                    TW_OUTLINE_MAX_CELLS);
  if (!own && tw_piece_puzzle_get_colours (plan->set)->count > 1)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                    _ ("pieces of several colours need the board of their file"));
  if (maker->keeps && (!own || plan->n_pieces > 0 || plan->used != NULL))
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                    _ ("this kind of puzzle prescribes its board and its pieces"));
  if (plan->symmetric && own)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                    _ ("the board of a file is as symmetric as it is"));
  if (plan->n_pieces > TW_MAKER_MAX_PIECES)
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE, _ ("a puzzle has at most %d pieces"),
                    TW_MAKER_MAX_PIECES);
  maker->area = (int) area - (own ? set->n_free : 0);
  maker->n_chosen = plan->n_pieces;
  return require_used (maker, error) && list_copies (maker, error) && find_holes (maker, error)
         && check_symmetry (maker, error);
}

TwMaker *
tw_maker_new (const TwMakerPlan *plan, GError **error)
{
  g_autoptr (TwMaker) maker = g_new0 (TwMaker, 1);
  const TwPieceProblem *set = tw_piece_puzzle_get_problem (plan->set);

  maker->plan = *plan;
  maker->plan.set = tw_puzzle_ref (plan->set);
  maker->plan.used = g_strdupv (plan->used);
  maker->keeps = (tw_puzzle_get_kind (plan->set)->flags & TW_KIND_EDIT_PIECES) == 0;
  if (plan->outline == 0)
    maker->board = tw_board_copy (plan->board != NULL ? plan->board : set->board);
  maker->least = g_new0 (int, set->n_pieces + 1);
  for (gsize i = 0; i < set->n_pieces; i++)
    maker->least[i] = set->pieces[i].least;
  maker->copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  g_mutex_init (&maker->mutex);
  return check_plan (maker, error) ? g_steal_pointer (&maker) : NULL;
}

void
tw_maker_free (TwMaker *maker)
{
  tw_puzzle_unref (maker->plan.set);
  g_strfreev (maker->plan.used);
  tw_board_free (maker->board);
  g_free (maker->least);
  g_array_unref (maker->copies);
  g_mutex_clear (&maker->mutex);
  g_free (maker);
}
