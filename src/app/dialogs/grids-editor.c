/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids-editor.c - see grids-editor.h. */
#include "app/dialogs/grids-editor.h"

#include <math.h>
#include <string.h>

#include "app/compat.h"
#include "app/part.h"
#include "puzzle/i18n.h"

enum {
  FIELD = 16, /* the largest board of the kind */
  SIDE = 4,   /* of a grid */
  N_GRIDS = 4,
  CELL = 18, /* logical pixels */
};

typedef struct {
  int x;
  int y;
  int turns; /* quarter turns clockwise, after flipping */
  gboolean flipped;
} Grid;

struct _TwGridsEditor {
  GtkWidget parent_instance;
  Grid grids[N_GRIDS];
  int selected;
  int drag_x; /* position of the dragged grid at the start */
  int drag_y;
};

G_DEFINE_FINAL_TYPE (TwGridsEditor, tw_grids_editor, GTK_TYPE_WIDGET)

/* The grids of data/puzzles/quadrillion.txt; rows from the top. Seven blocked cells leave the 57
 * cells that the pieces cover. */
static const char *const drawings[N_GRIDS] = {
  "....\n.*..\n....\n....",
  "*...\n....\n....\n..*.",
  "*...\n....\n..*.\n....",
  "....\n*...\n....\n..*.",
};

/* The field as characters: ' ' outside, '.' free, '*' blocked. Returns FALSE when grids overlap. */
static gboolean
draw_field (TwGridsEditor *self, char field[FIELD][FIELD])
{
  gboolean apart = TRUE;

  memset (field, ' ', FIELD * FIELD);
  for (int i = 0; i < N_GRIDS; i++)
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        const Grid *grid = &self->grids[i];
        int to_x = grid->flipped ? SIDE - 1 - x : x, to_y = y;

        for (int turn = 0; turn < grid->turns; turn++) {
          int before = to_x;

          to_x = SIDE - 1 - to_y;
          to_y = before;
        }
        apart = apart && field[grid->y + to_y][grid->x + to_x] == ' ';
        field[grid->y + to_y][grid->x + to_x] = drawings[i][y * (SIDE + 1) + x];
      }
  return apart;
}

char *
tw_grids_editor_dup_text (TwGridsEditor *self)
{
  char field[FIELD][FIELD];
  GString *text;
  int left = FIELD;

  if (!draw_field (self, field))
    return NULL;
  text = g_string_new (NULL);
  for (int i = 0; i < N_GRIDS; i++)
    left = MIN (left, self->grids[i].x);
  for (int y = 0; y < FIELD; y++) {
    int end = FIELD;

    while (end > left && field[y][end - 1] == ' ')
      end--;
    if (end > left)
      g_string_append_len (text, field[y] + left, end - left);
    if (text->len > 0)
      g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
changed (TwGridsEditor *self)
{
  const Grid *grid = &self->grids[self->selected];
  g_autofree char *text = g_strdup_printf (_ ("Grid %d at column %d, row %d"), self->selected + 1,
                                           grid->x + 1, grid->y + 1);

  tw_describe_widget (self, text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "changed");
}

static void
move (TwGridsEditor *self, int x, int y)
{
  Grid *grid = &self->grids[self->selected];

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
  Grid *grid = &self->grids[self->selected];

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
    const Grid *grid = &self->grids[i];

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
  char field[FIELD][FIELD];
  gboolean apart = draw_field (self, field);
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
    const Grid *grid = &self->grids[i];

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
    self->grids[i] = (Grid){ .x = 4 + SIDE * (i % 2), .y = 4 + SIDE * (i / 2) };
}
