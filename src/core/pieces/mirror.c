/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mirror.c - an instance turned by 180 degrees; see mirror.h. */
#include "core/pieces/mirror.h"

#include <string.h>

/* The cells of a placement stay ascending because their order is reversed too. */
static void
mirror_places (TwInstance *to, const TwInstance *from)
{
  int32_t n = 0;

  for (int p = 0; p < from->n_places; p++) {
    int32_t old = tw_mirror_place (from, p);

    to->place_class[p] = from->place_class[old];
    to->cells_start[p] = n;
    for (int32_t i = from->cells_start[old + 1] - 1; i >= from->cells_start[old]; i--)
      to->cells[n++] = from->n_cells - 1 - from->cells[i];
  }
  to->cells_start[from->n_places] = n;
}

static bool
mirror_part (TwMirror *mirror, const TwInstance *in, const TwSearchPart *from, TwSearchPart *to)
{
  size_t words = ((size_t) in->n_places + 63) / 64;

  *to = *from;
  to->allowed = tw_arena_alloc (&mirror->instance.arena, words * sizeof (uint64_t) + 1);
  if (to->allowed == NULL)
    return false;
  memset (to->allowed, 0, words * sizeof (uint64_t));
  for (int p = 0; p < in->n_places; p++) {
    int32_t old = tw_mirror_place (in, p);

    if (from->allowed[old / 64] >> (old % 64) & 1)
      to->allowed[p / 64] |= UINT64_C (1) << (p % 64);
  }
  return true;
}

bool
tw_mirror_make (TwMirror *mirror, const TwInstance *in, const TwSearchParts *parts)
{
  TwInstance *to = &mirror->instance;
  size_t cells = (size_t) in->n_cells + 1, places = (size_t) in->n_places + 1;

  *to = *in;
  tw_arena_init (&to->arena, in->run);
  to->cell_x = tw_arena_alloc (&to->arena, cells * sizeof (int16_t));
  to->cell_y = tw_arena_alloc (&to->arena, cells * sizeof (int16_t));
  to->place_class = tw_arena_alloc (&to->arena, places * sizeof (int32_t));
  to->cells_start = tw_arena_alloc (&to->arena, places * sizeof (int32_t));
  to->cells = tw_arena_alloc (&to->arena,
                              ((size_t) in->cells_start[in->n_places] + 1) * sizeof (int32_t));
  mirror->parts = tw_arena_alloc (&to->arena, (size_t) parts->count * sizeof (TwSearchPart));
  if (to->cell_x == NULL || to->cell_y == NULL || to->place_class == NULL || to->cells_start == NULL
      || to->cells == NULL || mirror->parts == NULL)
    return false;
  for (int c = 0; c < in->n_cells; c++) {
    to->cell_x[c] = (int16_t) (in->width - 1 - in->cell_x[in->n_cells - 1 - c]);
    to->cell_y[c] = (int16_t) (in->height - 1 - in->cell_y[in->n_cells - 1 - c]);
  }
  mirror_places (to, in);
  for (int i = 0; i < parts->count; i++) {
    if (!mirror_part (mirror, in, &parts->parts[i], &mirror->parts[i]))
      return false;
  }
  return true;
}

void
tw_mirror_clear (TwMirror *mirror)
{
  if (mirror->instance.run != NULL)
    tw_arena_clear (&mirror->instance.arena);
  *mirror = (TwMirror){ .parts = NULL };
}
