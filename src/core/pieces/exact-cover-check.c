/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover-check.c - checks solutions of exact cover problems against the definition; see
 * exact-cover.h. */
#include <stdlib.h>

#include "core/pieces/exact-cover.h"

/* In place of a colour: no option covers the item yet. */
enum {
  UNCOVERED = -1,
};

static TwCoverFault
add_option (const TwExactCover *problem, int32_t option, int32_t *colour_of, int *item)
{
  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++) {
    TwCoverTerm term = problem->terms[t];

    *item = term.item;
    if (colour_of[term.item] == UNCOVERED)
      colour_of[term.item] = term.colour;
    else if (term.colour == TW_EXACT_COVER_NO_COLOUR
             || colour_of[term.item] == TW_EXACT_COVER_NO_COLOUR)
      return TW_COVER_FAULT_TWICE;
    else if (colour_of[term.item] != term.colour)
      return TW_COVER_FAULT_COLOUR;
  }
  return TW_COVER_FAULT_NONE;
}

TwCoverFault
tw_exact_cover_check (const TwExactCover *problem, const int32_t *options, size_t count, int *item)
{
  int n_items = problem->n_primary + problem->n_secondary;
  int32_t *colour_of = calloc ((size_t) n_items + 1, sizeof *colour_of);
  TwCoverFault fault = TW_COVER_FAULT_NONE;

  *item = -1;
  if (colour_of == NULL)
    return TW_COVER_FAULT_NO_MEMORY;
  for (int i = 0; i < n_items; i++)
    colour_of[i] = UNCOVERED;
  for (size_t i = 0; i < count && fault == TW_COVER_FAULT_NONE; i++)
    fault = options[i] < 0 || options[i] >= problem->n_options
              ? TW_COVER_FAULT_NO_SUCH_OPTION
              : add_option (problem, options[i], colour_of, item);
  for (int i = 0; i < problem->n_primary && fault == TW_COVER_FAULT_NONE; i++)
    if (colour_of[i] == UNCOVERED) {
      fault = TW_COVER_FAULT_NONE_OF_ITEM;
      *item = i;
    }
  free (colour_of);
  return fault;
}
