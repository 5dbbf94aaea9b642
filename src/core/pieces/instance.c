/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instance.c - compiles a piece problem; called by the searches of core/pieces. See instance.h. */
#include "core/pieces/instance.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"

/* A piece before it is assigned to a class, with its orientations in sorted order. */
typedef struct {
  int piece;
  int count;
  uint64_t hash;
  TwShape shapes[8];
  uint8_t transforms[8];
} Draft;

static uint64_t
hash_shape (uint64_t hash, const TwShape *shape)
{
  for (int i = 0; i < shape->count; i++) {
    TwShapeCell c = shape->cells[i];

    hash = tw_hash_add (hash, (uint64_t) (uint16_t) c.x << 32 | (uint64_t) (uint16_t) c.y << 8
                                | c.colour);
  }
  return hash;
}

/* Insertion sort: there are at most eight, and it moves shapes and transforms together. */
static void
sort_shapes (Draft *draft)
{
  for (int i = 1; i < draft->count; i++) {
    TwShape shape = draft->shapes[i];
    uint8_t transform = draft->transforms[i];
    int j = i;

    for (; j > 0 && tw_shape_compare (&draft->shapes[j - 1], &shape) > 0; j--) {
      draft->shapes[j] = draft->shapes[j - 1];
      draft->transforms[j] = draft->transforms[j - 1];
    }
    draft->shapes[j] = shape;
    draft->transforms[j] = transform;
  }
}

/* Sorts equal pieces next to each other. */
static int
compare_drafts (const void *a, const void *b)
{
  const Draft *p = a, *q = b;

  if (p->count != q->count)
    return p->count < q->count ? -1 : 1;
  if (p->hash != q->hash)
    return p->hash < q->hash ? -1 : 1;
  for (int i = 0; i < p->count; i++) {
    int order = tw_shape_compare (&p->shapes[i], &q->shapes[i]);

    if (order != 0)
      return order;
  }
  return 0;
}

static int
compare_drafts_stably (const void *a, const void *b)
{
  const Draft *p = a, *q = b;
  int order = compare_drafts (a, b);

  return order != 0 ? order : (p->piece > q->piece) - (p->piece < q->piece);
}

static void
free_drafts (Draft *drafts, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    for (int j = 0; j < drafts[i].count; j++)
      tw_shape_clear (&drafts[i].shapes[j]);
  }
  free (drafts);
}

static TwEnd
compile_cells (TwInstance *in)
{
  const TwBoard *board = in->problem->board;
  const uint8_t *occupied = in->problem->occupied;
  size_t size = (size_t) board->width * (size_t) board->height;
  int left = board->width, right = -1, top = board->height, bottom = -1;
  int outer, inner;

  in->width = board->width;
  in->height = board->height;
  tw_board_free_box (board, &in->box);
  in->cell_at = tw_arena_alloc (&in->arena, size * sizeof *in->cell_at);
  if (in->cell_at == NULL)
    return TW_END_NO_MEMORY;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t at = tw_board_index (board, x, y);
      bool open = board->cells[at] != TW_CELL_BLOCKED && !(occupied != NULL && occupied[at]);

      in->cell_at[at] = open ? 0 : -1;
      if (!open)
        continue;
      in->n_cells++;
      left = x < left ? x : left;
      right = x > right ? x : right;
      top = y < top ? y : top;
      bottom = y > bottom ? y : bottom;
    }
  }

  in->by_columns = right - left >= bottom - top;
  in->cell_x = tw_arena_alloc (&in->arena, ((size_t) in->n_cells + 1) * sizeof *in->cell_x);
  in->cell_y = tw_arena_alloc (&in->arena, ((size_t) in->n_cells + 1) * sizeof *in->cell_y);
  if (in->cell_x == NULL || in->cell_y == NULL)
    return TW_END_NO_MEMORY;
  outer = in->by_columns ? board->width : board->height;
  inner = in->by_columns ? board->height : board->width;
  in->n_cells = 0;
  for (int o = 0; o < outer; o++) {
    for (int i = 0; i < inner; i++) {
      int x = in->by_columns ? o : i;
      int y = in->by_columns ? i : o;
      size_t at = tw_board_index (board, x, y);

      if (in->cell_at[at] < 0)
        continue;
      in->cell_x[in->n_cells] = (int16_t) x;
      in->cell_y[in->n_cells] = (int16_t) y;
      in->cell_at[at] = in->n_cells++;
    }
  }
  return TW_END_DONE;
}

/* The cost of one pass over the cells of a shape, for tw_poll_by (). */
#define POLL_CELLS (1 << 18)

static uint32_t
cost_of (int cells)
{
  return (uint32_t) cells + 1;
}

/* Computes the orientations of each piece that is left to place; NULL when memory runs out or the
 * run stops. */
static Draft *
draft_pieces (const TwPieceProblem *problem, TwPoll *poll, size_t *count)
{
  Draft *drafts = calloc (problem->n_pieces + 1, sizeof (Draft));
  size_t n = 0;

  *count = 0;
  if (drafts == NULL)
    return NULL;
  for (size_t i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    Draft *draft = &drafts[n];

    if (piece->most - piece->placed <= 0)
      continue;
    draft->piece = (int) i;
    if (tw_poll_by (poll, 8 * cost_of (piece->shape.count))) {
      free_drafts (drafts, n);
      return NULL;
    }
    draft->count = tw_shape_orientations (&piece->shape, piece->transforms, draft->shapes,
                                          draft->transforms);
    if (draft->count < 0) {
      draft->count = 0;
      free_drafts (drafts, n);
      return NULL;
    }
    sort_shapes (draft);
    draft->hash = (uint64_t) piece->shape.count;
    for (int j = 0; j < draft->count; j++)
      draft->hash = hash_shape (draft->hash, &draft->shapes[j]);
    n++;
  }
  qsort (drafts, n, sizeof (Draft), compare_drafts_stably);
  *count = n;
  return drafts;
}

/* Copies the cells of a shape to the arena in scan order. */
static bool
add_orientation (TwInstance *in, int cls, const TwShape *shape)
{
  TwOrientation *orientation = &in->orientations[in->n_orientations];
  TwShapeCell *cells = tw_arena_alloc (&in->arena, (size_t) shape->count * sizeof *cells);
  int n = 0;

  if (cells == NULL)
    return false;
  if (in->by_columns) {
    TwShape turned;

    if (!tw_shape_transform (&turned, 4, shape))
      return false;
    for (int i = 0; i < turned.count; i++) {
      TwShapeCell cell = turned.cells[i];

      cells[n++] = (TwShapeCell){ .x = cell.y, .y = cell.x, .colour = cell.colour };
    }
    tw_shape_clear (&turned);
  } else {
    memcpy (cells, shape->cells, (size_t) shape->count * sizeof *cells);
  }
  *orientation = (TwOrientation){ .cls = cls,
                                  .count = shape->count,
                                  .width = shape->width,
                                  .height = shape->height,
                                  .cells = cells };
  in->n_orientations++;
  return true;
}

static int
add_counts (int a, int b)
{
  return a > TW_PIECES_MAX_COUNT - b ? TW_PIECES_MAX_COUNT : a + b;
}

static TwEnd
gather_classes (TwInstance *in, const Draft *drafts, size_t count, TwPoll *poll)
{
  size_t n_orientations = 0;

  for (size_t i = 0; i < count; i++)
    n_orientations += (size_t) drafts[i].count;
  in->classes = tw_arena_alloc (&in->arena, (count + 2) * sizeof *in->classes);
  in->members = tw_arena_alloc (&in->arena, (count + 1) * sizeof *in->members);
  in->orientations = tw_arena_alloc (&in->arena, (n_orientations + 2) * sizeof *in->orientations);
  if (in->classes == NULL || in->members == NULL || in->orientations == NULL)
    return TW_END_NO_MEMORY;

  in->connected = true;
  for (size_t i = 0; i < count; i++) {
    const TwPiece *piece = &in->problem->pieces[drafts[i].piece];
    TwClass *cls;
    TwMember *member = &in->members[in->n_members++];
    int connected;

    if (i == 0 || compare_drafts (&drafts[i - 1], &drafts[i]) != 0) {
      cls = &in->classes[in->n_classes];
      *cls = (TwClass){ .size = piece->shape.count,
                        .first_orientation = in->n_orientations,
                        .n_orientations = drafts[i].count,
                        .first_member = in->n_members - 1 };
      for (int j = 0; j < drafts[i].count; j++) {
        if (tw_poll_by (poll, cost_of (piece->shape.count)))
          return TW_END_STOPPED;
        if (!add_orientation (in, in->n_classes, &drafts[i].shapes[j]))
          return TW_END_NO_MEMORY;
      }
      connected = tw_shape_is_connected (&piece->shape);
      if (connected < 0)
        return TW_END_NO_MEMORY;
      in->connected = in->connected && connected;
      in->n_classes++;
    }
    cls = &in->classes[in->n_classes - 1];
    *member = (TwMember){ .piece = drafts[i].piece, .most = piece->most - piece->placed };
    member->least = piece->least > piece->placed ? piece->least - piece->placed : 0;
    memcpy (member->transforms, drafts[i].transforms, sizeof member->transforms);
    cls->n_members++;
    cls->least = add_counts (cls->least, member->least);
    cls->most = add_counts (cls->most, member->most);
  }
  return TW_END_DONE;
}

/* Adds the class of the unit pieces that lie on free cells. */
static TwEnd
add_free_class (TwInstance *in)
{
  TwShapeCell cell = { .colour = 0 };
  const TwShape shape = { .cells = &cell, .count = 1, .width = 1, .height = 1 };
  TwClass *cls = &in->classes[in->n_classes];

  *cls = (TwClass){ .size = 1,
                    .least = in->problem->fewer_free ? 0 : in->problem->n_free,
                    .most = in->problem->n_free,
                    .first_orientation = in->n_orientations,
                    .n_orientations = 1,
                    .first_member = in->n_members,
                    .is_free = true };
  return add_orientation (in, in->n_classes++, &shape) ? TW_END_DONE : TW_END_NO_MEMORY;
}

/* An orientation with its class, to find the shapes that two classes share. */
typedef struct {
  const TwShape *shape;
  int cls;
} Owner;

static int
compare_owners (const void *a, const void *b)
{
  const Owner *p = a, *q = b;

  return tw_shape_compare (p->shape, q->shape);
}

static TwEnd
mark_shared (TwInstance *in, const Draft *drafts, size_t count)
{
  Owner *owners = tw_run_malloc (in->run, ((size_t) in->n_orientations + 1) * sizeof (Owner));
  size_t n = 0;
  int cls = -1;

  if (owners == NULL)
    return TW_END_NO_MEMORY;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && compare_drafts (&drafts[i - 1], &drafts[i]) == 0)
      continue;
    cls++;
    for (int j = 0; j < drafts[i].count; j++)
      owners[n++] = (Owner){ .shape = &drafts[i].shapes[j], .cls = cls };
  }
  qsort (owners, n, sizeof (Owner), compare_owners);
  for (size_t i = 1; i < n; i++) {
    if (compare_owners (&owners[i - 1], &owners[i]) == 0) {
      in->classes[owners[i - 1].cls].shares = true;
      in->classes[owners[i].cls].shares = true;
    }
  }
  tw_run_mfree (in->run, owners);
  return TW_END_DONE;
}

TwEnd
tw_instance_compile (TwInstance *in, const TwPieceProblem *problem, TwRun *run)
{
  TwEnd result;
  Draft *drafts;
  size_t count;
  TwPoll poll;

  *in = (TwInstance){ .problem = problem, .run = run };
  tw_arena_init (&in->arena, run);
  result = compile_cells (in);
  if (result != TW_END_DONE)
    return result;
  tw_poll_init (&poll, run, POLL_CELLS);
  drafts = draft_pieces (problem, &poll, &count);
  if (drafts == NULL)
    return poll.stopped ? TW_END_STOPPED : TW_END_NO_MEMORY;
  result = gather_classes (in, drafts, count, &poll);
  if (result == TW_END_DONE)
    result = mark_shared (in, drafts, count);
  if (result == TW_END_DONE && problem->n_free > 0)
    result = add_free_class (in);
  free_drafts (drafts, count);
  return result;
}

void
tw_instance_clear (TwInstance *in)
{
  tw_arena_clear (&in->arena);
}

/* --- placements ----------------------------------------------------------- */

static bool
fits (const TwInstance *in, const TwOrientation *orientation, int x, int y)
{
  const TwPieceProblem *problem = in->problem;

  for (int i = 0; i < orientation->count; i++) {
    TwShapeCell cell = orientation->cells[i];
    size_t at = tw_board_index (problem->board, x + cell.x, y + cell.y);

    if (in->cell_at[at] < 0
        || !tw_piece_problem_takes (problem, problem->board->cells[at], cell.colour))
      return false;
  }
  return true;
}

/* Visits each placement, and stores it when in->places is not NULL. Returns the number of
 * placements, `limit` + 1 when there are more, -1 when the run stops. */
static int
visit_places (TwInstance *in, int limit, size_t *n_cells)
{
  TwPoll poll;
  int n = 0;

  *n_cells = 0;
  tw_poll_init (&poll, in->run, POLL_CELLS);
  for (int o = 0; o < in->n_orientations; o++) {
    const TwOrientation *orientation = &in->orientations[o];
    uint32_t cost = cost_of (orientation->count);

    if (in->places != NULL)
      in->first_place[o] = n;
    if (in->classes[orientation->cls].most == 0)
      continue;
    for (int y = 0; y + orientation->height <= in->height; y++) {
      for (int x = 0; x + orientation->width <= in->width; x++) {
        if (tw_poll_by (&poll, cost))
          return -1;
        if (!fits (in, orientation, x, y))
          continue;
        if (n == limit)
          return limit + 1;
        if (in->places != NULL) {
          int32_t *cells = &in->cells[*n_cells];

          in->places[n] = (TwPlace){ .orientation = o, .x = (int16_t) x, .y = (int16_t) y };
          in->place_class[n] = orientation->cls;
          in->cells_start[n] = (int32_t) *n_cells;
          for (int i = 0; i < orientation->count; i++)
            cells[i] = in->cell_at[tw_board_index (in->problem->board, x + orientation->cells[i].x,
                                                   y + orientation->cells[i].y)];
        }
        n++;
        *n_cells += (size_t) orientation->count;
      }
    }
  }
  return n;
}

TwEnd
tw_instance_place (TwInstance *in, int limit)
{
  size_t n_cells;
  int n = visit_places (in, limit, &n_cells);

  if (n < 0)
    return TW_END_STOPPED;
  if (n > limit || n_cells > INT32_MAX)
    return TW_END_LIMIT;
  in->places = tw_arena_alloc (&in->arena, ((size_t) n + 1) * sizeof *in->places);
  in->place_class = tw_arena_alloc (&in->arena, ((size_t) n + 1) * sizeof *in->place_class);
  in->cells_start = tw_arena_alloc (&in->arena, ((size_t) n + 1) * sizeof *in->cells_start);
  in->cells = tw_arena_alloc (&in->arena, (n_cells + 1) * sizeof *in->cells);
  in->first_place = tw_arena_alloc (&in->arena,
                                    ((size_t) in->n_orientations + 1) * sizeof *in->first_place);
  if (in->first_place == NULL || in->places == NULL || in->place_class == NULL
      || in->cells_start == NULL || in->cells == NULL)
    return TW_END_NO_MEMORY;
  if (visit_places (in, limit, &n_cells) < 0)
    return TW_END_STOPPED;
  in->n_places = n;
  in->first_place[in->n_orientations] = n;
  in->cells_start[n] = (int32_t) n_cells;
  return TW_END_DONE;
}

int
tw_instance_depth (const TwInstance *in)
{
  int64_t pieces = 0;
  int smallest = in->n_cells;

  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];

    pieces += cls->most;
    if (cls->most > 0 && cls->size < smallest)
      smallest = cls->size;
  }
  smallest = smallest > 0 ? smallest : 1;
  return pieces < in->n_cells / smallest ? (int) pieces : in->n_cells / smallest;
}

void
tw_instance_show_progress (TwRun *run, TwPhase phase, int permille)
{
  TwProgressBar *bar = tw_run_progress_bar (run, 0);

  tw_run_set_permille (run, permille);
  atomic_store_explicit (&bar->steps, 1000, memory_order_relaxed);
  atomic_store_explicit (&bar->step, permille, memory_order_relaxed);
  atomic_store_explicit (&bar->states, (int64_t) tw_run_nodes (run), memory_order_relaxed);
  atomic_store_explicit (&bar->phase, (int32_t) phase, memory_order_relaxed);
}

int
tw_instance_find (const TwInstance *in, int orientation, int x, int y)
{
  int low = in->first_place[orientation], high = in->first_place[orientation + 1] - 1;

  while (low <= high) {
    int middle = low + (high - low) / 2;
    TwPlace place = in->places[middle];
    int order = place.y != y ? (place.y < y ? -1 : 1) : (place.x > x) - (place.x < x);

    if (order == 0)
      return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int
tw_instance_first_place (const TwInstance *in, int cls)
{
  int low = 0, high = in->n_places;

  while (low < high) {
    int middle = low + (high - low) / 2;

    if (in->place_class[middle] < cls)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* --- solutions ------------------------------------------------------------ */

/* Chooses the piece of a class for its next placement: first a piece that has not reached its
 * least count, then one that may be used more often. `next` remembers for each class and pass the
 * member where the search continues. */
static int
next_member (const TwInstance *in, int cls, const int *used, int *next)
{
  const TwClass *class = &in->classes[cls];

  for (int pass = 0; pass < 2; pass++) {
    int *at = &next[2 * cls + pass];

    for (; *at < class->n_members; ++*at) {
      int m = class->first_member + *at;

      if (used[m] < (pass == 0 ? in->members[m].least : in->members[m].most))
        return m;
    }
  }
  return class->first_member; /* one piece too many: the checker will reject the solution */
}

bool
tw_instance_solution_of (const TwInstance *in, const TwPlace *places, int count,
                         TwPieceSolution *solution)
{
  const TwPieceProblem *problem = in->problem;
  int *used = calloc ((size_t) in->n_members + 1, sizeof (int));
  int *next = calloc (2 * (size_t) in->n_classes + 1, sizeof (int));
  size_t n = problem->n_placed;

  solution->count = n + (size_t) count;
  solution->placements = malloc ((solution->count + 1) * sizeof (TwPiecePlacement));
  if (used == NULL || next == NULL || solution->placements == NULL) {
    free (used);
    free (next);
    tw_piece_solution_clear (solution);
    return false;
  }
  if (n > 0)
    memcpy (solution->placements, problem->placed, n * sizeof (TwPiecePlacement));

  for (int i = 0; i < count; i++) {
    int cls = in->orientations[places[i].orientation].cls, chosen;

    if (in->classes[cls].is_free)
      continue;
    chosen = next_member (in, cls, used, next);
    used[chosen]++;
    solution->placements[n++] = (TwPiecePlacement){
      .piece = in->members[chosen].piece,
      .transform = in->members[chosen]
                     .transforms[places[i].orientation - in->classes[cls].first_orientation],
      .x = places[i].x,
      .y = places[i].y,
    };
  }
  solution->count = n;
  free (used);
  free (next);
  return true;
}

bool
tw_instance_solution (const TwInstance *in, const int32_t *places, int count,
                      TwPieceSolution *solution)
{
  TwPlace *list = malloc (((size_t) count + 1) * sizeof (TwPlace));
  bool good;

  if (list == NULL)
    return false;
  for (int i = 0; i < count; i++)
    list[i] = in->places[places[i]];
  good = tw_instance_solution_of (in, list, count, solution);
  free (list);
  return good;
}
