/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.c - the list of kinds; see kind.h. No other file outside kinds/ includes them. */
#include "puzzle/kind.h"

#include "puzzle/kinds/capped/capped.h"
#include "puzzle/kinds/cover/cover.h"
#include "puzzle/kinds/pieces/pieces.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

/* Ordered by how specific the sniff functions are, the most specific first. */
/* clang-format off */
static const TwKind *const kinds[] = {
  &tw_kind_cover,
  &tw_kind_tetrominoes,
  &tw_kind_capped,
  &tw_kind_quadrillion,
  &tw_kind_pieces,
  &tw_kind_squares,
  NULL,
};
/* clang-format on */

const TwKind *const *
tw_kinds (void)
{
  return kinds;
}

const TwKind *
tw_kind_find (const char *name)
{
  for (const TwKind *const *kind = kinds; *kind != NULL; kind++)
    if (g_str_equal ((*kind)->name, name))
      return *kind;
  return NULL;
}
