/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.c - one square or piece of a solution; see tilewright/result.h. */
#include "library/private.h"

#include <string.h>

struct _TilewrightPlacement {
  GObject parent_instance;
  char *name;
  int figures[5]; /* of the properties from "x" on */
  GArray *cells;  /* of guint32 */
};

G_DEFINE_FINAL_TYPE (TilewrightPlacement, tilewright_placement, G_TYPE_OBJECT)

enum {
  PROP_NAME = 1,
  PROP_X,
  PROP_Y,
  PROP_SIZE,
  PROP_PIECE,
  PROP_ORIENTATION,
  N_PROPS,
};

static void
tilewright_placement_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TilewrightPlacement *self = TILEWRIGHT_PLACEMENT (object);

  if (id == PROP_NAME)
    g_value_set_string (value, self->name);
  else
    g_value_set_int (value, self->figures[id - PROP_X]);
}

static void
tilewright_placement_finalize (GObject *object)
{
  TilewrightPlacement *self = TILEWRIGHT_PLACEMENT (object);

  g_free (self->name);
  g_clear_pointer (&self->cells, g_array_unref);
  G_OBJECT_CLASS (tilewright_placement_parent_class)->finalize (object);
}

static void
tilewright_placement_class_init (TilewrightPlacementClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *props[N_PROPS] = { NULL };

  object_class->get_property = tilewright_placement_get_property;
  object_class->finalize = tilewright_placement_finalize;
  /**
   * TilewrightPlacement:name:
   *
   * The name of the piece; %NULL for squares.
   */
  props[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  /**
   * TilewrightPlacement:x:
   *
   * The leftmost column, from 0.
   */
  props[PROP_X] = g_param_spec_int ("x", NULL, NULL, G_MININT, G_MAXINT, 0, flags);
  /**
   * TilewrightPlacement:y:
   *
   * The uppermost row, from 0.
   */
  props[PROP_Y] = g_param_spec_int ("y", NULL, NULL, G_MININT, G_MAXINT, 0, flags);
  /**
   * TilewrightPlacement:size:
   *
   * The side of a square; 0 for pieces.
   */
  props[PROP_SIZE] = g_param_spec_int ("size", NULL, NULL, 0, G_MAXINT, 0, flags);
  /**
   * TilewrightPlacement:piece:
   *
   * The number of the piece in the puzzle, from 0; -1 for squares.
   */
  props[PROP_PIECE] = g_param_spec_int ("piece", NULL, NULL, -1, G_MAXINT, -1, flags);
  /**
   * TilewrightPlacement:orientation:
   *
   * How the piece is turned, numbered by the kind of puzzle; -1 for squares.
   */
  props[PROP_ORIENTATION] = g_param_spec_int ("orientation", NULL, NULL, -1, G_MAXINT, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
tilewright_placement_init (TilewrightPlacement *self)
{
  self->cells = g_array_new (FALSE, FALSE, sizeof (guint32));
}

const guint32 *
tilewright_placement_get_cells (TilewrightPlacement *self, gsize *n_cells)
{
  g_return_val_if_fail (TILEWRIGHT_IS_PLACEMENT (self), NULL);
  *n_cells = self->cells->len;
  return (const guint32 *) (gpointer) self->cells->data;
}

GObject *
tilewright_placement_new (GObject *result, guint index)
{
  TilewrightPlacement *self = g_object_new (TILEWRIGHT_TYPE_PLACEMENT, NULL);
  const TwResult *found = tilewright_result_peek (TILEWRIGHT_RESULT (result));

  if (tw_result_has_squares (found)) {
    TwSquare square = tw_result_tiling (found)->squares[index];
    int figures[] = { square.x, square.y, square.size, -1, -1 };
    const TwBoard *board = tw_puzzle_get_board (found->puzzle);

    memcpy (self->figures, figures, sizeof figures);
    /* Nobody has checked the solution: it may reach beyond the board. */
    for (int y = MAX (square.y, 0); y < MIN (square.y + square.size, board->height); y++)
      for (int x = MAX (square.x, 0); x < MIN (square.x + square.size, board->width); x++) {
        guint32 cell = (guint32) (y * board->width + x);

        g_array_append_val (self->cells, cell);
      }
  } else {
    const TwPlacement *p = tw_result_placement (found, index);
    int figures[] = { p->x, p->y, 0, (int) p->piece, p->orientation };

    memcpy (self->figures, figures, sizeof figures);
    self->name = g_strdup (p->name);
    g_array_append_vals (self->cells, tw_result_placement_cells (found, index), (guint) p->n_cells);
  }
  return G_OBJECT (self);
}
