/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker-pieces.c - piece puzzles: a board, a choice of pieces that fill it, and a tiling by them.
 *
 * When one solution is wished, all pieces of the tiling are placed beforehand. Then each piece is taken
 * away if the remaining ones still leave one solution, so no remaining piece is superfluous. A puzzle
 * that is harder than wished gets more pieces: those without which it would be. */
#include "puzzle/maker/maker-private.h"

#include <string.h>

#include "core/base/random.h"
#include "core/pieces/search.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/grids.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

enum {
  MAX_COPIES = 4000,   /* of all pieces of the set that may be used */
  MAX_TABLE = 1 << 26, /* bytes, for the choice of pieces */
  BUDGET = 200000,     /* nodes of one search */
};

/* One copy of a piece. */
typedef struct {
  int piece;
  int size;
} Copy;

typedef struct {
  const TwMakerPlan *plan;
  TwBoard *board; /* NULL: outlines */
  gboolean keeps; /* the kind prescribes the pieces and how often they are used */
  int *least;     /* for each piece of the set, how often it is used at least */
  GArray *copies; /* Copy: what may be used beyond `least` */
  int n_least;    /* the sum of `least` */
  int area;       /* of the copies that are chosen */
  int n_chosen;   /* how many; -1: any number */
  int n_holes;    /* cells of the board that are blocked */
} Pieces;

/* A candidate while it is made. */
typedef struct {
  const Pieces *pieces;
  TwRun *run;
  guint64 random;
  TwPuzzle *set;           /* on the board of the candidate, if the kind prescribes it */
  TwPieceProblem *problem; /* nothing is placed beforehand */
  TwPieceSolution solution;
} Trial;

static const TwPieceProblem *
set_of (const Pieces *pieces)
{
  return tw_piece_puzzle_get_problem (pieces->plan->set);
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
choose_pieces (const Pieces *pieces, guint64 *random)
{
  int *counts = g_memdup2 (pieces->least, sizeof (int) * set_of (pieces)->n_pieces);
  g_autoptr (GArray) copies = g_array_copy (pieces->copies);
  int left = pieces->n_chosen, area = pieces->area, step = left >= 0;
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

/* --- boards ------------------------------------------------------------------------------ */

/* Returns NULL when the holes find no place. */
static TwBoard *
make_board (const Pieces *pieces, TwPuzzle *set, guint64 *random)
{
  const TwMakerPlan *plan = pieces->plan;
  g_autoptr (TwBoard) board = NULL;

  if (plan->arranges)
    board = tw_board_copy (tw_puzzle_get_board (set));
  else
    board = plan->outline > 0 ? tw_outline_grow (plan->outline, plan->symmetric, random)
                              : tw_board_copy (pieces->board);
  if (!tw_outline_punch (tw_need (board), pieces->n_holes, plan->symmetric, random))
    return NULL;
  return g_steal_pointer (&board);
}

/* Takes ownership of the board. Leaves out pieces without a count, unless the kind prescribes them. */
static TwPieceProblem *
with_pieces (const Pieces *pieces, TwBoard *board, const int *counts)
{
  const TwPieceProblem *set = set_of (pieces);
  TwPieceProblem *problem = tw_need (tw_piece_problem_new (board));

  for (gsize i = 0; i < set->n_pieces; i++) {
    const TwPiece *piece = &set->pieces[i];

    if (counts[i] > 0 || pieces->keeps)
      tw_add_piece (problem, piece->name, tw_new_turned (&piece->shape, 0),
                    pieces->keeps ? piece->least : counts[i],
                    pieces->keeps ? piece->most : counts[i], piece->transforms);
  }
  problem->n_free = pieces->board != NULL ? set->n_free : 0;
  return problem;
}

static TwPieceProblem *
make_problem (Trial *trial)
{
  TwBoard *board = make_board (trial->pieces, trial->set, &trial->random);
  g_autofree int *counts = choose_pieces (trial->pieces, &trial->random);

  return board != NULL ? with_pieces (trial->pieces, board, counts) : NULL;
}

/* --- searches --------------------------------------------------------------------------- */

/* Searches within the budget. */
static TwPiecesResult
search (const TwPieceProblem *problem, TwPiecesQuery query, TwRun *run, TwPieceSink *sink)
{
  g_autoptr (TwRun) child = tw_run_new_child (run, 0);
  TwPiecesResult result = { .status = TW_STATUS_OUT_OF_MEMORY };

  query.threads = 1;
  query.budget = BUDGET;
  if (child != NULL)
    tw_pieces_search (problem, &query, child, sink, &result);
  return result;
}

TwPuzzle *
tw_maker_arrange (TwGrid *grids, guint64 *random, TwRun *run)
{
  const TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .engine = "cover" };
  TwPuzzle *puzzle = NULL;
  TwPiecesResult result;

  do {
    g_clear_pointer (&puzzle, tw_puzzle_unref);
    tw_grids_arrange (grids, random);
    puzzle = tw_grids_puzzle_new (grids, NULL);
    result = search (tw_piece_puzzle_get_problem (puzzle), query, run, NULL);
    tw_pieces_result_clear (&result);
  } while (result.status == TW_STATUS_INFEASIBLE && !tw_run_should_stop (run));
  return puzzle;
}

gboolean
tw_maker_has_one (const TwPieceProblem *problem, gboolean raw, TwRun *run, gboolean *decided)
{
  const TwPiecesQuery query = { .goal = raw ? TW_PIECES_ALL : TW_PIECES_UNIQUE,
                                .raw = raw,
                                .limit = raw ? 2 : 0,
                                .engine = "cover" };
  g_auto (TwPiecesResult) result = search (problem, query, run, NULL);
  guint64 solutions = raw ? result.raw : result.distinct;
  gboolean one = result.complete && solutions == 1;

  *decided = *decided && (one || solutions > 1);
  return one;
}

/* Tiles the board at random. Returns FALSE when no tiling was found. */
static gboolean
tile (Trial *trial)
{
  const TwPiecesQuery query = { .goal = TW_PIECES_FIRST,
                                .engine = "restart",
                                .seed = tw_random_half (&trial->random) };
  TwPieceSink *sink = tw_piece_sink_new (trial->problem, 1);
  g_auto (TwPiecesResult) result = { 0 };
  gboolean found;

  if (sink != NULL)
    result = search (trial->problem, query, trial->run, sink);
  found = sink != NULL && tw_piece_sink_kept (sink) > 0
          && tw_piece_sink_get (sink, 0, &trial->solution);
  tw_piece_sink_free (sink);
  return found;
}

/* --- pieces placed beforehand ---------------------------------------------------------- */

static TwPieceProblem *
with_givens (const Trial *trial, const guint8 *given)
{
  const TwPieceSolution *solution = &trial->solution;
  TwPieceProblem *made = tw_piece_problem_copy (trial->problem);

  for (gsize i = 0; i < solution->count; i++)
    if (given[i]
        && tw_piece_problem_place (made, solution->placements[i], NULL, NULL) != TW_PLACE_OK)
      g_error ("a piece of a solution does not fit");
  return made;
}

static gboolean
has_one (const Trial *trial, const guint8 *given, gboolean *decided)
{
  g_autoptr (TwPieceProblem) made = with_givens (trial, given);
  gboolean raw = trial->pieces->plan->solutions == TW_MAKER_ONE;

  return tw_maker_has_one (made, raw, trial->run, decided);
}

/* Takes away pieces in this order until each that is left is needed. When solutions count up to
 * symmetry, fewer pieces may have more symmetries, so a piece that was needed may become
 * superfluous. Returns FALSE when the budget does not suffice. */
static gboolean
take_away (const Trial *trial, const GArray *order, guint8 *given)
{
  gboolean decided = TRUE, changed = TRUE;

  while (changed && decided) {
    changed = FALSE;
    for (guint i = 0; i < order->len && decided; i++) {
      guint8 *one = &given[g_array_index (order, Copy, i).piece];

      if (!*one)
        continue;
      *one = 0;
      *one = !has_one (trial, given, &decided);
      changed = changed || (!*one && trial->pieces->plan->solutions == TW_MAKER_DISTINCT);
    }
  }
  return decided;
}

/* Grades the puzzle, which has one solution, as far as the wish needs it. */
static TwGrade
grade (const Trial *trial, const guint8 *given)
{
  TwStep wanted = trial->pieces->plan->level;
  g_autoptr (TwPieceProblem) made = with_givens (trial, given);
  g_autoptr (TwRun) run = tw_run_new_child (trial->run, 0);
  TwGrade found = { .level = TW_STEP_NONE };

  if (run != NULL)
    tw_grade_find (made, wanted != TW_STEP_NONE ? wanted : TW_STEP_NESTED, run, NULL, NULL, &found);
  return found;
}

/* Places all pieces beforehand, and takes each away that leaves the puzzle as easy as wished. */
static TwGrade
ease (const Trial *trial, const GArray *order, guint8 *given)
{
  TwGrade found = { .level = TW_STEP_NONE };

  memset (given, 1, order->len);
  for (guint i = 0; i < order->len; i++) {
    guint8 *one = &given[g_array_index (order, Copy, i).piece];
    TwGrade easier;

    *one = 0;
    easier = grade (trial, given);
    *one = easier.level == TW_STEP_NONE;
    found = *one ? found : easier;
  }
  return found;
}

/* Chooses the pieces that are placed beforehand, so that there is one solution. */
static TwMakerFate
give (Trial *trial, guint8 *given, TwGrade *found)
{
  TwStep wanted = trial->pieces->plan->level;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (Copy));

  for (gsize i = 0; i < trial->solution.count; i++) {
    given[i] = 1;
    g_array_append_val (order, ((Copy){ .piece = (int) i }));
  }
  shuffle (order, &trial->random);
  if (!take_away (trial, order, given))
    return TW_FATE_SEVERAL;
  if (trial->pieces->plan->solutions == TW_MAKER_ONE)
    *found = grade (trial, given);
  if (wanted != TW_STEP_NONE && wanted < TW_STEP_TRIAL && found->level == TW_STEP_NONE)
    *found = ease (trial, order, given);
  return wanted == TW_STEP_NONE || found->level == wanted ? TW_FATE_MADE : TW_FATE_OTHER_LEVEL;
}

/* --- candidates -------------------------------------------------------------------------- */

static TwPuzzle *
make_puzzle (const Trial *trial, const guint8 *given)
{
  TwPuzzle *set = trial->set;
  g_autoptr (TwPieceProblem) problem = with_givens (trial, given);
  TwPlaceFault fault;
  TwPuzzle *puzzle;

  if (!trial->pieces->keeps)
    return tw_piece_puzzle_new (tw_puzzle_get_kind (set), NULL, g_steal_pointer (&problem),
                                tw_piece_puzzle_get_colours (set), NULL);
  puzzle = tw_piece_puzzle_with_placed (set, problem->placed, problem->n_placed, &fault);
  tw_puzzle_set_origin (puzzle, NULL, NULL);
  return puzzle;
}

static TwCandidate
make (gpointer state, guint64 number, TwRun *run)
{
  const Pieces *pieces = state;
  Trial trial = { .pieces = pieces,
                  .run = run,
                  .random = tw_mix (tw_random_number (pieces->plan->seed) + number) };
  TwCandidate candidate = { .fate = TW_FATE_NO_TILING };
  TwGrade found = { .level = TW_STEP_NONE };
  TwGrid grids[TW_GRIDS_N];

  trial.set = pieces->plan->arranges ? tw_maker_arrange (grids, &trial.random, run)
                                     : tw_puzzle_ref (pieces->plan->set);
  trial.problem = make_problem (&trial);
  if (trial.problem != NULL && tile (&trial)) {
    g_autofree guint8 *given = g_malloc0 (trial.solution.count);

    candidate.fate = pieces->plan->solutions == TW_MAKER_ANY ? TW_FATE_MADE
                                                             : give (&trial, given, &found);
    candidate.level = found.level;
    if (candidate.fate == TW_FATE_MADE) {
      candidate.puzzle = make_puzzle (&trial, given);
      tw_piece_puzzle_set_grade (candidate.puzzle, found);
    }
  }
  tw_piece_solution_clear (&trial.solution);
  tw_piece_problem_free (trial.problem);
  tw_puzzle_unref (trial.set);
  return candidate;
}

/* Proves that no choice of pieces fills a board that is always the same, if a short search can. */
static gboolean
start (gpointer state, TwRun *run, GError **error)
{
  const TwPiecesQuery query = { .goal = TW_PIECES_FIRST, .engine = "cover" };
  const Pieces *pieces = state;
  g_auto (TwPiecesResult) result = { 0 };
  g_autoptr (TwPieceProblem) problem = NULL;
  g_autofree int *most = NULL;

  if (pieces->board == NULL || pieces->n_holes > 0 || pieces->plan->arranges)
    return TRUE;
  most = g_new (int, set_of (pieces)->n_pieces);
  for (gsize i = 0; i < set_of (pieces)->n_pieces; i++)
    most[i] = set_of (pieces)->pieces[i].most;
  problem = with_pieces (pieces, tw_board_copy (pieces->board), most);
  for (gsize i = 0; i < problem->n_pieces; i++)
    problem->pieces[i].least = pieces->keeps ? problem->pieces[i].least : 0;
  result = search (problem, query, run, NULL);
  return result.status != TW_STATUS_INFEASIBLE
         || tw_fail_usage (error, _ ("no choice of the pieces fills the board"));
}

/* --- plans ------------------------------------------------------------------------------ */

static gboolean
require_used (Pieces *pieces, GError **error)
{
  const TwPieceProblem *set = set_of (pieces);

  for (char **name = pieces->plan->used; name != NULL && *name != NULL; name++) {
    int i = tw_piece_puzzle_find (pieces->plan->set, *name);

    if (i < 0)
      return tw_fail_usage (error, _ ("there is no piece “%s”"), *name);
    if (pieces->least[i] == set->pieces[i].most)
      return tw_fail_usage (error, _ ("piece %s can be used %d times"), *name, set->pieces[i].most);
    pieces->least[i]++;
  }
  return TRUE;
}

/* Lists the copies to choose from, and subtracts the required ones from the area and the number. */
static gboolean
list_copies (Pieces *pieces, GError **error)
{
  const TwPieceProblem *set = set_of (pieces);

  for (gsize i = 0; i < set->n_pieces; i++) {
    const TwPiece *piece = &set->pieces[i];
    Copy copy = { .piece = (int) i, .size = piece->shape.count };
    int most = MIN (piece->most, pieces->area / copy.size + pieces->least[i]);

    pieces->area -= pieces->least[i] * copy.size;
    pieces->n_chosen -= pieces->least[i];
    pieces->n_least += pieces->least[i];
    for (int n = pieces->least[i]; n < most && pieces->copies->len <= MAX_COPIES; n++)
      g_array_append_val (pieces->copies, copy);
  }
  if (pieces->area < 0)
    return tw_fail_usage (error, _ ("the pieces that must be used have more cells than the board"));
  if (pieces->plan->n_pieces > 0 && pieces->n_chosen < 0)
    return tw_fail_usage (error, _ ("more than %d pieces must be used"), pieces->plan->n_pieces);
  if (pieces->copies->len > MAX_COPIES)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("there are more than %d pieces to choose from"),
                    MAX_COPIES);
  pieces->n_chosen = pieces->plan->n_pieces > 0 ? pieces->n_chosen : -1;
  return TRUE;
}

/* Finds how many cells are blocked, fewer than the smallest piece has, so that pieces fill the rest.
 * A board that the set came with stays as it is. */
static gboolean
find_holes (Pieces *pieces, GError **error)
{
  const TwPieceProblem *set = set_of (pieces);
  int area = pieces->area, smallest = area + 1;
  gboolean punch = pieces->plan->board != NULL || pieces->plan->outline > 0, fits = FALSE;
  Table table = { 0 };

  for (gsize i = 0; i < set->n_pieces; i++)
    smallest = MIN (smallest, set->pieces[i].shape.count);
  if (!make_table (&table, pieces->copies, area, pieces->n_chosen))
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("there are too many pieces to choose from"));
  for (int holes = 0; holes < (punch ? smallest : 1) && holes <= area && !fits; holes++) {
    pieces->n_holes = holes;
    fits = *entry (&table, 0, MAX (pieces->n_chosen, 0), area - holes)
           && (holes < area || pieces->n_least > 0);
  }
  g_free (table.cells);
  pieces->area = area - pieces->n_holes;
  if (fits)
    return TRUE;
  if (pieces->plan->n_pieces > 0)
    return tw_fail_usage (error, _ ("no choice of %d pieces has as many cells as the board"),
                          pieces->plan->n_pieces);
  return tw_fail_usage (error, _ ("no choice of the pieces has as many cells as the board"));
}

/* A half turn maps an odd number of cells to themselves only when one of them is the centre. */
static gboolean
check_symmetry (const Pieces *pieces, GError **error)
{
  const TwBoard *board = pieces->board;
  gboolean centre = board != NULL ? board->width % 2 == 1 && board->height % 2 == 1
                                  : pieces->plan->outline % 2 == 1;

  if (!pieces->plan->symmetric || pieces->n_holes % 2 == 0 || centre)
    return TRUE;
  return tw_fail_usage (error, _ ("a symmetric board without a centre cannot have %d holes"),
                        pieces->n_holes);
}

static gboolean
check_plan (Pieces *pieces, GError **error)
{
  const TwMakerPlan *plan = pieces->plan;
  const TwPieceProblem *set = set_of (pieces);
  gboolean own = plan->board == NULL && plan->outline == 0;
  gsize area = pieces->board != NULL ? tw_board_count_free (pieces->board) : (gsize) plan->outline;

  if (area > TW_OUTLINE_MAX_CELLS)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("the board has more than %d cells"),
                    TW_OUTLINE_MAX_CELLS);
  if (!own && tw_piece_puzzle_get_colours (plan->set)->count > 1)
    return tw_fail_usage (error, _ ("pieces of several colours need the board of their file"));
  if (pieces->keeps && (!own || plan->n_pieces > 0 || plan->used != NULL))
    return tw_fail_usage (error, _ ("this kind of puzzle prescribes its board and its pieces"));
  if (plan->symmetric && own)
    return tw_fail_usage (error, _ ("the board of a file is as symmetric as it is"));
  if (plan->n_pieces > TW_MAKER_MAX_PIECES)
    return tw_fail_usage (error, _ ("a puzzle has at most %d pieces"), TW_MAKER_MAX_PIECES);
  pieces->area = (int) area - (own ? set->n_free : 0);
  pieces->n_chosen = plan->n_pieces;
  return require_used (pieces, error) && list_copies (pieces, error) && find_holes (pieces, error)
         && check_symmetry (pieces, error);
}

TW_DEFINE_FREE (pieces_free, Pieces, (board, tw_board_free), (least, g_free),
                (copies, g_array_unref))

static gpointer
prepare (const TwMakerPlan *plan, GError **error)
{
  Pieces *pieces = g_new0 (Pieces, 1);
  const TwPieceProblem *set = tw_piece_puzzle_get_problem (plan->set);

  pieces->plan = plan;
  pieces->keeps = (tw_puzzle_get_kind (plan->set)->flags & TW_KIND_EDIT_PIECES) == 0;
  if (plan->outline == 0)
    pieces->board = tw_board_copy (plan->board != NULL ? plan->board : set->board);
  pieces->least = g_new0 (int, set->n_pieces + 1);
  for (gsize i = 0; i < set->n_pieces; i++)
    pieces->least[i] = set->pieces[i].least;
  pieces->copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  if (check_plan (pieces, error))
    return pieces;
  pieces_free (pieces);
  return NULL;
}

const TwRecipe tw_recipe_pieces = {
  .prepare = prepare,
  .free = pieces_free,
  .start = start,
  .make = make,
};
