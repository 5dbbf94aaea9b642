/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.c - one square or piece of a solution; see tilewright/result.h. */
#include "library/private.h"
#include "library/properties.h"

#include <string.h>

struct _TilewrightPlacement {
  GObject parent_instance;
  char *name;
  int figures[5]; /* of the properties from "x" on */
  GArray *cells;  /* of guint32 */
};

G_DEFINE_FINAL_TYPE (TilewrightPlacement, tilewright_placement, G_TYPE_OBJECT)

enum {
  PROP_0,
  TILEWRIGHT_PLACEMENT_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
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
  TILEWRIGHT_PLACEMENT_PROPERTIES (TILEWRIGHT_PROPERTY_PARAM)
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
    for (int y = MAX (square.y, 0); y < MIN ((gint64) square.y + square.size, board->height); y++)
      for (int x = MAX (square.x, 0); x < MIN ((gint64) square.x + square.size, board->width);
           x++) {
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
