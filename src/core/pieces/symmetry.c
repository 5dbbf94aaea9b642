/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.c - symmetries of a board with its pieces, and symmetry breaking; called by search.c. */
#include "core/pieces/symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/compare.h"

/* More parts than this do not repay their setup; the remaining symmetries are handled at the
 * solutions. */
#define MAX_PARTS         32
#define MAX_DEPTH         8
#define POLL_ORIENTATIONS 16
#define N_SUBGROUPS       10 /* of the eight symmetries of a square */
#define PARTS_ROOM        (MAX_PARTS + (MAX_DEPTH + 1) * (N_SUBGROUPS + 1))

/* --- the group ------------------------------------------------------------ */

/* Maps the position (x, y) of a box of w x h cells. */
static void
map_box (const TwInstance *in, int k, int w, int h, int *x, int *y)
{
  int width = in->box.right - in->box.left + 1, height = in->box.bottom - in->box.top + 1;

  *x -= in->box.left;
  *y -= in->box.top;
  if (k & 4) {
    int swap = *x;

    *x = *y;
    *y = swap;
    swap = w;
    w = h;
    h = swap;
    swap = width;
    width = height;
    height = swap;
  }
  if (k & 2)
    *x = width - *x - w;
  if (k & 1)
    *y = height - *y - h;
  *x += in->box.left;
  *y += in->box.top;
}

int
tw_symmetry_cell (const TwInstance *in, int k, int cell)
{
  int x = in->cell_x[cell], y = in->cell_y[cell];

  map_box (in, k, 1, 1, &x, &y);
  return in->cell_at[tw_board_index (in->problem->board, x, y)];
}

static bool
maps_board (const TwInstance *in, int k)
{
  const TwBoard *board = in->problem->board;
  TwBoardBox box = in->box;

  if ((k & 4) && box.right - box.left != box.bottom - box.top)
    return false;
  for (int y = box.top; y <= box.bottom; y++) {
    for (int x = box.left; x <= box.right; x++) {
      int u = x, v = y;

      map_box (in, k, 1, 1, &u, &v);
      if (tw_board_get (board, x, y) != tw_board_get (board, u, v))
        return false;
    }
  }
  return true;
}

/* Returns whether transform k maps each piece placed beforehand to one of these pieces. `paint`
 * holds the index of the piece at each of its cells, and -1 elsewhere. */
static bool
maps_placed (const TwInstance *in, int k, int32_t *paint, int *xs, int *ys)
{
  const TwPieceProblem *problem = in->problem;

  for (size_t i = 0; i < problem->n_placed; i++) {
    int count = problem->pieces[problem->placed[i].piece].shape.count;
    int32_t target = -1;

    tw_piece_placement_cells (problem, problem->placed[i], xs, ys);
    for (int c = 0; c < count; c++) {
      int32_t label;

      map_box (in, k, 1, 1, &xs[c], &ys[c]);
      label = paint[tw_board_index (problem->board, xs[c], ys[c])];
      if (label < 0 || (c > 0 && label != target))
        return false;
      target = label;
    }
    if (problem->pieces[problem->placed[target].piece].shape.count != count)
      return false;
  }
  return true;
}

static int32_t *
paint_placed (const TwInstance *in, int **xs, int **ys)
{
  const TwPieceProblem *problem = in->problem;
  size_t size = (size_t) in->width * (size_t) in->height;
  int32_t *paint = malloc (size * sizeof *paint);
  int longest = 1;

  for (size_t i = 0; i < problem->n_placed; i++) {
    int count = problem->pieces[problem->placed[i].piece].shape.count;

    longest = count > longest ? count : longest;
  }
  *xs = malloc ((size_t) longest * sizeof (int));
  *ys = malloc ((size_t) longest * sizeof (int));
  if (paint == NULL || *xs == NULL || *ys == NULL) {
    free (paint);
    return NULL;
  }
  for (size_t i = 0; i < size; i++)
    paint[i] = -1;
  for (size_t i = 0; i < problem->n_placed; i++) {
    int count = problem->pieces[problem->placed[i].piece].shape.count;

    tw_piece_placement_cells (problem, problem->placed[i], *xs, *ys);
    for (int c = 0; c < count; c++)
      paint[tw_board_index (problem->board, (*xs)[c], (*ys)[c])] = (int32_t) i;
  }
  return paint;
}

static TwEnd
board_elements (const TwInstance *in, uint8_t *elements)
{
  int *xs = NULL, *ys = NULL;
  int32_t *paint = paint_placed (in, &xs, &ys);

  *elements = 1;
  if (paint != NULL) {
    for (int k = 1; k < 8; k++) {
      if (maps_board (in, k) && maps_placed (in, k, paint, xs, ys))
        *elements |= (uint8_t) (1u << k);
    }
  }
  free (xs);
  free (ys);
  free (paint);
  return paint != NULL ? TW_END_DONE : TW_END_NO_MEMORY;
}

/* --- images of orientations and placements --------------------------------- */

/* Orientations sorted by shape, so that an image is found by binary search. */
typedef struct {
  const TwInstance *in;
  TwShape *shapes; /* row-major copies */
  int32_t *order;
} Atlas;

/* The comparison function of qsort () takes no user data, so each entry points to its atlas. */
typedef struct {
  const Atlas *atlas;
  int32_t orientation;
} AtlasEntry;

static int
compare_entries (const void *a, const void *b)
{
  const AtlasEntry *p = a, *q = b;
  const TwShape *shapes = p->atlas->shapes;
  int order = tw_shape_compare (&shapes[p->orientation], &shapes[q->orientation]);

  return order != 0 ? order : (p->orientation > q->orientation) - (p->orientation < q->orientation);
}

static void
clear_atlas (Atlas *atlas)
{
  if (atlas->shapes != NULL) {
    for (int o = 0; o < atlas->in->n_orientations; o++)
      tw_shape_clear (&atlas->shapes[o]);
  }
  free (atlas->shapes);
  free (atlas->order);
}

static bool
make_atlas (Atlas *atlas, const TwInstance *in)
{
  size_t n = (size_t) in->n_orientations;
  AtlasEntry *entries = malloc ((n + 1) * sizeof *entries);

  *atlas = (Atlas){ .in = in };
  atlas->shapes = calloc (n + 1, sizeof (TwShape));
  atlas->order = calloc (n + 1, sizeof *atlas->order);
  if (entries == NULL || atlas->shapes == NULL || atlas->order == NULL) {
    free (entries);
    clear_atlas (atlas);
    return false;
  }
  for (size_t o = 0; o < n; o++) {
    const TwOrientation *orientation = &in->orientations[o];

    if (!tw_shape_init (&atlas->shapes[o], orientation->cells, orientation->count)) {
      free (entries);
      clear_atlas (atlas);
      return false;
    }
    entries[o] = (AtlasEntry){ .atlas = atlas, .orientation = (int32_t) o };
  }
  qsort (entries, n, sizeof *entries, compare_entries);
  for (size_t o = 0; o < n; o++)
    atlas->order[o] = entries[o].orientation;
  free (entries);
  return true;
}

/* The image of orientation o under transform k, by the rule in the opening comment of symmetry.h;
 * -1: none, -2: memory ran out. */
static int
image_orientation (const Atlas *atlas, int o, int k)
{
  const TwInstance *in = atlas->in;
  const TwClass *from = &in->classes[in->orientations[o].cls];
  TwShape turned;
  int low = 0, high = in->n_orientations;
  int found = -1;

  if (!tw_shape_transform (&turned, k, &atlas->shapes[o]))
    return -2;
  while (low < high) {
    int middle = low + (high - low) / 2;

    if (tw_shape_compare (&atlas->shapes[atlas->order[middle]], &turned) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < in->n_orientations && found < 0; low++) {
    int candidate = atlas->order[low];
    int cls = in->orientations[candidate].cls;

    if (tw_shape_compare (&atlas->shapes[candidate], &turned) != 0)
      break;
    if (from->shares ? cls == in->orientations[o].cls : !in->classes[cls].shares)
      found = candidate;
  }
  tw_shape_clear (&turned);
  return found;
}

static TwEnd
map_places (TwSymmetry *symmetry, TwInstance *in, const Atlas *atlas, int k)
{
  int32_t *image = tw_arena_alloc (&in->arena, ((size_t) in->n_places + 1) * sizeof *image);
  int last = -1, target = -1;
  TwPoll poll;

  if (image == NULL)
    return TW_END_NO_MEMORY;
  tw_poll_init (&poll, in->run, POLL_ORIENTATIONS);
  for (int p = 0; p < in->n_places; p++) {
    TwPlace place = in->places[p];
    const TwOrientation *orientation = &in->orientations[place.orientation];
    int x = place.x, y = place.y;

    if (place.orientation != last) {
      if (tw_poll (&poll))
        return TW_END_STOPPED;
      last = place.orientation;
      target = image_orientation (atlas, last, k);
      if (target == -2)
        return TW_END_NO_MEMORY;
    }
    map_box (in, k, orientation->width, orientation->height, &x, &y);
    image[p] = target < 0 ? -1 : tw_instance_find (in, target, x, y);
  }
  symmetry->image[k] = image;
  return TW_END_DONE;
}

/* The effect of transform k on the classes. */
typedef enum {
  MAPS_ALL,  /* maps every solution to a solution */
  MAPS_SOME, /* may map some solutions to solutions */
  MAPS_NONE, /* maps none: a piece that must be used has no image */
} Effect;

static Effect
effect_of (const TwSymmetry *symmetry, const TwInstance *in, int k)
{
  const int32_t *image = symmetry->image[k];
  Effect effect = MAPS_ALL;

  for (int p = 0; p < in->n_places;) {
    int cls = in->place_class[p];
    int to = image[p] < 0 ? -1 : in->place_class[image[p]];
    bool any = false, same = to >= 0;

    for (; p < in->n_places && in->place_class[p] == cls; p++) {
      any = any || image[p] >= 0;
      same = same && image[p] >= 0 && in->place_class[image[p]] == to;
    }
    if (!any && in->classes[cls].least > 0)
      return MAPS_NONE;
    if (!same || in->classes[cls].least != in->classes[to].least
        || in->classes[cls].most != in->classes[to].most)
      effect = MAPS_SOME;
  }
  return effect;
}

TwEnd
tw_symmetry_find (TwSymmetry *symmetry, TwInstance *in)
{
  TwEnd result;
  Atlas atlas;

  *symmetry = (TwSymmetry){ .closed = true };
  result = board_elements (in, &symmetry->elements);
  if (result != TW_END_DONE || symmetry->elements == 1)
    return result;
  if (!make_atlas (&atlas, in))
    return TW_END_NO_MEMORY;
  for (int k = 1; k < 8 && result == TW_END_DONE; k++) {
    if (!(symmetry->elements >> k & 1))
      continue;
    result = map_places (symmetry, in, &atlas, k);
    if (result != TW_END_DONE)
      break;
    switch (effect_of (symmetry, in, k)) {
    case MAPS_ALL:
      break;
    case MAPS_SOME:
      symmetry->closed = false;
      break;
    case MAPS_NONE:
      symmetry->elements &= (uint8_t) ~(1u << k);
      break;
    }
  }
  clear_atlas (&atlas);
  return result;
}

/* --- symmetry breaking ------------------------------------------------------ */

static size_t
words_of (const TwInstance *in)
{
  return ((size_t) in->n_places + 63) / 64;
}

static bool
has (const uint64_t *set, int p)
{
  return set[p / 64] >> (p % 64) & 1;
}

static TwSearchPart *
add_part (TwSearchParts *parts, TwInstance *in, const TwSearchPart *from)
{
  size_t words = words_of (in);
  size_t classes = (size_t) in->n_classes;
  TwSearchPart *part = &parts->parts[parts->count];

  *part = (TwSearchPart){ .elements = from->elements };
  part->allowed = tw_arena_alloc (&in->arena, (words + 1) * sizeof (uint64_t));
  part->least = tw_arena_alloc (&in->arena, (classes + 1) * sizeof (int));
  part->most = tw_arena_alloc (&in->arena, (classes + 1) * sizeof (int));
  if (part->allowed == NULL || part->least == NULL || part->most == NULL)
    return NULL;
  memcpy (part->allowed, from->allowed, words * sizeof (uint64_t));
  memcpy (part->least, from->least, classes * sizeof (int));
  memcpy (part->most, from->most, classes * sizeof (int));
  parts->count++;
  return part;
}

/* The elements that map placement p to itself; 0 when an earlier placement represents the orbit of
 * p. */
static uint8_t
stabiliser (const TwSymmetry *symmetry, uint8_t elements, int p)
{
  uint8_t fixed = 1;

  for (int k = 1; k < 8; k++) {
    int32_t image;

    if (!(elements >> k & 1))
      continue;
    image = symmetry->image[k][p];
    if (image < p)
      return 0;
    if (image == p)
      fixed |= (uint8_t) (1u << k);
  }
  return fixed;
}

/* Chooses the piece to restrict: one that is used at most once and mapped to itself, with the
 * smallest fraction of orbits whose placements keep a symmetry, then with the fewest orbits. -1:
 * none. */
static int
choose_class (const TwSymmetry *symmetry, const TwInstance *in, const TwSearchPart *part)
{
  int best = -1, best_orbits = 0, best_unbroken = 0;

  for (int c = 0; c < in->n_classes; c++) {
    int orbits = 0, unbroken = 0;
    bool fit = part->most[c] == 1;

    for (int p = tw_instance_first_place (in, c);
         fit && p < in->n_places && in->place_class[p] == c; p++) {
      uint8_t fixed;

      if (!has (part->allowed, p))
        continue;
      for (int k = 1; k < 8 && fit; k++) {
        if (part->elements >> k & 1)
          fit = in->place_class[symmetry->image[k][p]] == c;
      }
      fixed = fit ? stabiliser (symmetry, part->elements, p) : 0;
      orbits += fixed != 0;
      unbroken += fixed > 1;
    }
    if (!fit || orbits == 0)
      continue;
    /* If every placement keeps all symmetries, restricting this piece breaks none. */
    if (unbroken == orbits && part->least[c] == 1) {
      bool whole = true;

      for (int p = tw_instance_first_place (in, c); p < in->n_places && in->place_class[p] == c;
           p++) {
        if (has (part->allowed, p))
          whole = whole && stabiliser (symmetry, part->elements, p) == part->elements;
      }
      if (whole)
        continue;
    }
    if (best < 0 || unbroken * best_orbits < best_unbroken * orbits
        || (unbroken * best_orbits == best_unbroken * orbits && orbits < best_orbits)) {
      best = c;
      best_orbits = orbits;
      best_unbroken = unbroken;
    }
  }
  return best;
}

static TwEnd
split_part (const TwSymmetry *symmetry, TwInstance *in, const TwSearchPart *part, int depth,
            TwSearchParts *parts)
{
  bool seen[256] = { false };
  int cls = -1;

  if (part->elements != 1 && parts->count < MAX_PARTS && depth < MAX_DEPTH)
    cls = choose_class (symmetry, in, part);
  if (cls < 0)
    return add_part (parts, in, part) != NULL ? TW_END_DONE : TW_END_NO_MEMORY;

  /* The solutions without this piece: all symmetries remain. */
  if (part->least[cls] == 0) {
    TwSearchParts one = { .parts = &(TwSearchPart){ 0 }, .count = 0 };
    TwSearchPart *rest = add_part (&one, in, part);
    TwEnd result;

    if (rest == NULL)
      return TW_END_NO_MEMORY;
    rest->most[cls] = 0;
    for (int p = tw_instance_first_place (in, cls); p < in->n_places && in->place_class[p] == cls;
         p++)
      rest->allowed[p / 64] &= ~(UINT64_C (1) << (p % 64));
    result = split_part (symmetry, in, rest, depth + 1, parts);
    if (result != TW_END_DONE)
      return result;
  }

  /* The solutions with it, restricted to one placement of each orbit; placements with the same
   * remaining symmetries share a part. */
  for (int p = tw_instance_first_place (in, cls); p < in->n_places && in->place_class[p] == cls;
       p++) {
    uint8_t fixed = has (part->allowed, p) ? stabiliser (symmetry, part->elements, p) : 0;
    TwSearchParts one = { .parts = &(TwSearchPart){ 0 }, .count = 0 };
    TwSearchPart *used;
    TwEnd result;

    if (fixed == 0 || seen[fixed])
      continue;
    seen[fixed] = true;
    used = add_part (&one, in, part);
    if (used == NULL)
      return TW_END_NO_MEMORY;
    used->least[cls] = 1;
    used->elements = fixed;
    for (int q = tw_instance_first_place (in, cls); q < in->n_places && in->place_class[q] == cls;
         q++) {
      if (!has (part->allowed, q) || stabiliser (symmetry, part->elements, q) != fixed)
        used->allowed[q / 64] &= ~(UINT64_C (1) << (q % 64));
    }
    result = split_part (symmetry, in, used, depth + 1, parts);
    if (result != TW_END_DONE)
      return result;
  }
  return TW_END_DONE;
}

TwEnd
tw_symmetry_split (const TwSymmetry *symmetry, TwInstance *in, TwSearchParts *parts)
{
  size_t words = words_of (in);
  size_t classes = (size_t) in->n_classes;
  TwSearchPart all = { .elements = symmetry->elements };

  *parts = (TwSearchParts){ 0 };
  parts->parts = tw_arena_alloc (&in->arena, PARTS_ROOM * sizeof (TwSearchPart));
  all.allowed = tw_arena_alloc (&in->arena, (words + 1) * sizeof (uint64_t));
  all.least = tw_arena_alloc (&in->arena, (classes + 1) * sizeof (int));
  all.most = tw_arena_alloc (&in->arena, (classes + 1) * sizeof (int));
  if (parts->parts == NULL || all.allowed == NULL || all.least == NULL || all.most == NULL)
    return TW_END_NO_MEMORY;
  memset (all.allowed, 0, (words + 1) * sizeof (uint64_t));
  for (int p = 0; p < in->n_places; p++)
    all.allowed[p / 64] |= UINT64_C (1) << (p % 64);
  for (int c = 0; c < in->n_classes; c++) {
    all.least[c] = in->classes[c].least;
    all.most[c] = in->classes[c].most;
  }
  if (!symmetry->closed || symmetry->elements == 1)
    return add_part (parts, in, &all) != NULL ? TW_END_DONE : TW_END_NO_MEMORY;
  return split_part (symmetry, in, &all, 0, parts);
}

/* --- solutions --------------------------------------------------------------- */

bool
tw_symmetry_map (const TwSymmetry *symmetry, const TwInstance *in, int k, const int32_t *places,
                 int count, int32_t *image, int *use)
{
  for (int i = 0; i < count; i++) {
    image[i] = k == 0 ? places[i] : symmetry->image[k][places[i]];
    if (image[i] < 0)
      return false;
  }
  if (!symmetry->closed) {
    /* The transform may exchange pieces for others: check the counts. */
    memset (use, 0, (size_t) in->n_classes * sizeof (int));
    for (int i = 0; i < count; i++)
      use[in->place_class[image[i]]]++;
    for (int c = 0; c < in->n_classes; c++) {
      if (use[c] < in->classes[c].least || use[c] > in->classes[c].most)
        return false;
    }
  }
  qsort (image, (size_t) count, sizeof *image, tw_compare_int32);
  return true;
}

TwOrbit
tw_symmetry_judge (const TwSymmetry *symmetry, const TwInstance *in, uint8_t elements,
                   const int32_t *places, int count, int32_t *scratch, int *use)
{
  TwOrbit orbit = { .first = true, .fixed_by = 1 };

  for (int k = 1; k < 8 && orbit.first; k++) {
    if (!(elements >> k & 1) || !tw_symmetry_map (symmetry, in, k, places, count, scratch, use))
      continue;
    for (int i = 0; i <= count; i++) {
      if (i == count) {
        orbit.fixed_by++;
      } else if (scratch[i] != places[i]) {
        orbit.first = places[i] < scratch[i];
        break;
      }
    }
  }
  return orbit;
}
