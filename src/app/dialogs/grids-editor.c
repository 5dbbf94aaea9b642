/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids-editor.c - see grids-editor.h. */
#include "app/dialogs/grids-editor.h"

#include <math.h>
#include <string.h>

#include "app/compat.h"
#include "app/part.h"
#include "puzzle/i18n.h"

enum {
  FIELD = TW_GRIDS_FIELD,
  SIDE = TW_GRIDS_SIDE,
  N_GRIDS = TW_GRIDS_N,
  CELL = 13, /* logical pixels */
};

struct _TwGridsEditor {
  GtkWidget parent_instance;
  TwGrid grids[N_GRIDS];
  int selected;
  int drag_x; /* position of the dragged grid at the start */
  int drag_y;
};

G_DEFINE_FINAL_TYPE (TwGridsEditor, tw_grids_editor, GTK_TYPE_WIDGET)

const TwGrid *
tw_grids_editor_get (TwGridsEditor *self)
{
  return self->grids;
}

static void
changed (TwGridsEditor *self)
{
  const TwGrid *grid = &self->grids[self->selected];
  g_autofree char *text = g_strdup_printf (_ ("Grid %d at column %d, row %d"), self->selected + 1,
                                           grid->x + 1, grid->y + 1);

  tw_describe_widget (self, text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "changed");
}

void
tw_grids_editor_set (TwGridsEditor *self, const TwGrid *grids)
{
  memcpy (self->grids, grids, sizeof self->grids);
  changed (self);
}

static void
move (TwGridsEditor *self, int x, int y)
{
  TwGrid *grid = &self->grids[self->selected];

  x = CLAMP (x, 0, FIELD - SIDE);
  y = CLAMP (y, 0, FIELD - SIDE);
  if (x == grid->x && y == grid->y)
    return;
  grid->x = x;
  grid->y = y;
  changed (self);
}

/* --- input ------------------------------------------------------------------------- */

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
        TwGridsEditor *self)
{
  TwGrid *grid = &self->grids[self->selected];

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key) {
  case GDK_KEY_Left:
    move (self, grid->x - 1, grid->y);
    return GDK_EVENT_STOP;
  case GDK_KEY_Right:
    move (self, grid->x + 1, grid->y);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
    move (self, grid->x, grid->y - 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Down:
    move (self, grid->x, grid->y + 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_r:
    grid->turns = (grid->turns + 1) % 4;
    break;
  case GDK_KEY_f:
    grid->flipped = !grid->flipped;
    grid->turns = (4 - grid->turns) % 4; /* left to right, as it is seen */
    break;
  default:
    if (key < GDK_KEY_1 || key >= GDK_KEY_1 + N_GRIDS)
      return GDK_EVENT_PROPAGATE;
    self->selected = (int) (key - GDK_KEY_1);
  }
  changed (self);
  return GDK_EVENT_STOP;
}

/* The grid at that place, the selected one first; -1: none. */
static int
grid_at (TwGridsEditor *self, double x, double y)
{
  for (int k = 0; k < N_GRIDS; k++) {
    int i = (self->selected + k) % N_GRIDS;
    const TwGrid *grid = &self->grids[i];

    if (x >= grid->x * CELL && y >= grid->y * CELL && x < (grid->x + SIDE) * CELL
        && y < (grid->y + SIDE) * CELL)
      return i;
  }
  return -1;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, TwGridsEditor *self)
{
  int i = grid_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (i < 0) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  self->selected = i;
  self->drag_x = self->grids[i].x;
  self->drag_y = self->grids[i].y;
  changed (self);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, TwGridsEditor *self)
{
  move (self, self->drag_x + (int) round (dx / CELL), self->drag_y + (int) round (dy / CELL));
}

/* A click turns the grid. */
static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, TwGridsEditor *self)
{
  if (hypot (dx, dy) >= CELL / 2.0)
    return;
  self->grids[self->selected].turns = (self->grids[self->selected].turns + 1) % 4;
  changed (self);
}

/* --- display ----------------------------------------------------------------------- */

static void
tw_grids_editor_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TwGridsEditor *self = TW_GRIDS_EDITOR (widget);
  TwGridField field;
  gboolean apart = tw_grids_draw (self->grids, field);
  GdkRGBA ink;
  cairo_t *cr;

  tw_compat_get_color (widget, &ink);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, FIELD * CELL, FIELD * CELL));
  for (int y = 0; y < FIELD; y++)
    for (int x = 0; x < FIELD; x++) {
      double alpha = field[y][x] == ' ' ? 0.05 : field[y][x] == '.' ? 0.25 : 0.9;

      cairo_set_source_rgba (cr, ink.red, ink.green, ink.blue, alpha);
      cairo_rectangle (cr, x * CELL + 1, y * CELL + 1, CELL - 2, CELL - 2);
      cairo_fill (cr);
    }
  for (int i = 0; i < N_GRIDS; i++) {
    const TwGrid *grid = &self->grids[i];

    /* Overlapping grids are red; the selected one has a thick frame. */
    cairo_set_source_rgba (cr, apart ? ink.red : 0.8, apart ? ink.green : 0.1,
                           apart ? ink.blue : 0.1, i == self->selected ? 1.0 : 0.6);
    cairo_set_line_width (cr, i == self->selected ? 3.0 : 1.0);
    cairo_rectangle (cr, grid->x * CELL + 1.5, grid->y * CELL + 1.5, SIDE * CELL - 3,
                     SIDE * CELL - 3);
    cairo_stroke (cr);
  }
  cairo_destroy (cr);
}

static void
tw_grids_editor_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = FIELD * CELL;
}

static void
tw_grids_editor_class_init (TwGridsEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = tw_grids_editor_snapshot;
  widget_class->measure = tw_grids_editor_measure;
  tw_class_add_signal (klass, "changed", 0);
  tw_class_set_template (klass, "grids-editor");
  TW_BIND_CALLBACKS (klass, drag_begin_cb, drag_update_cb, drag_end_cb, key_cb);
  gtk_widget_class_set_css_name (widget_class, "grids");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tw_grids_editor_init (TwGridsEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int i = 0; i < N_GRIDS; i++)
    self->grids[i] = (TwGrid){ .x = 4 + SIDE * (i % 2), .y = 4 + SIDE * (i / 2) };
}
