/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.c - see split.h. */
#include "app/window/split.h"

#include "app/part.h"

#define PANE_WIDTH 340
/* The width of the content that stays visible beside an overlaid pane. */
#define CONTENT_BEHIND 24

struct _TwSplit {
  TwPart parent_instance;

  gboolean show_pane;
  gboolean bare; /* the pane has nothing to show */
  gboolean collapsed;
  gboolean settled;      /* it had a width once */
  gboolean shown_beside; /* the value of "show-pane" to restore when there is room again */
  guint settle_id;
};

G_DEFINE_FINAL_TYPE (TwSplit, tw_split, TW_TYPE_PART)

/* The pane comes after the content, so it is drawn above it. NULL: the split is empty. */
static GtkWidget *
pane_of (TwSplit *self)
{
  return gtk_widget_get_last_child (GTK_WIDGET (self));
}

static gboolean
settle_cb (gpointer data)
{
  TwSplit *self = data;

  self->settle_id = 0;
  g_signal_emit_by_name (self, "collapsed-changed");
  if (self->collapsed) {
    self->shown_beside = self->show_pane;
    tw_split_set_show_pane (self, FALSE);
  } else {
    tw_split_set_show_pane (self, self->shown_beside || self->show_pane);
  }
  return G_SOURCE_REMOVE;
}

static void
tw_split_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  TwSplit *self = TW_SPLIT (widget);
  int content_least = 0, content_natural = 0, pane_least = 0, pane_natural = 0;

  if (pane_of (self) != NULL) {
    gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, -1, &content_least,
                        &content_natural, NULL, NULL);
    gtk_widget_measure (pane_of (self), orientation, -1, &pane_least, &pane_natural, NULL, NULL);
  }

  /* The pane may overlay the content, so the larger minimum is sufficient. */
  *minimum = MAX (content_least, pane_least);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->show_pane && !self->bare)
    *natural = content_natural + MAX (pane_natural, PANE_WIDTH);
  else
    *natural = MAX (content_natural, pane_natural);
  *natural = MAX (*natural, *minimum);
}

static void
tw_split_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TwSplit *self = TW_SPLIT (widget);
  GtkWidget *pane = pane_of (self);
  if (pane == NULL)
    return;

  gboolean collapsed = width < TW_SPLIT_BESIDE;
  if (collapsed != self->collapsed || !self->settled) {
    self->collapsed = collapsed;
    self->settled = TRUE;
    /* Visibility must not change during an allocation. */
    if (self->settle_id == 0)
      self->settle_id = g_idle_add_full (GTK_PRIORITY_RESIZE, settle_cb, self, NULL);
  }

  gboolean shown = gtk_widget_should_layout (pane);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int least, pane_width = PANE_WIDTH;
  gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (collapsed)
    pane_width = MIN (pane_width, width - CONTENT_BEHIND);
  pane_width = MAX (pane_width, least);
  int beside = shown && !collapsed ? width - pane_width : width;

  GtkAllocation content = { rtl ? width - beside : 0, 0, beside, height };
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget), &content, -1);
  if (shown) {
    GtkAllocation area = { rtl ? 0 : width - pane_width, 0, pane_width, height };
    gtk_widget_size_allocate (pane, &area, -1);
  }
}

/* An action of the window may hold a reference to the split after the window is gone. */
static void
tw_split_unroot (GtkWidget *widget)
{
  g_clear_handle_id (&TW_SPLIT (widget)->settle_id, g_source_remove);
  GTK_WIDGET_CLASS (tw_split_parent_class)->unroot (widget);
}

/* The focus does not leave the split with the pane. GTK would move it elsewhere in a pane that is
 * hidden already. */
static void
update_pane (TwSplit *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean shown = self->show_pane && !self->bare;

  if (!shown && focus != NULL && gtk_widget_is_ancestor (focus, pane_of (self)))
    gtk_widget_child_focus (gtk_widget_get_first_child (GTK_WIDGET (self)), GTK_DIR_TAB_FORWARD);
  if (pane_of (self) != NULL)
    gtk_widget_set_visible (pane_of (self), shown);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
tw_split_class_init (TwSplitClass *klass)
{
  static const TwFlag flags[] = {
    { "show-pane", .set = G_CALLBACK (tw_split_set_show_pane),
      .offset = offsetof (TwSplit, show_pane) },
    { 0 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN_SOURCE (klass, TwSplit, settle_id);
  widget_class->measure = tw_split_measure;
  widget_class->size_allocate = tw_split_size_allocate;
  widget_class->unroot = tw_split_unroot;
  tw_class_add_flags (klass, flags);
  tw_class_add_signal (klass, "collapsed-changed", 0);

  gtk_widget_class_set_css_name (widget_class, "split");
}

static void
tw_split_init (TwSplit *self)
{
  self->show_pane = TRUE;
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

void
tw_split_set_show_pane (TwSplit *self, gboolean show_pane)
{
  if (self->show_pane == !!show_pane)
    return;
  self->show_pane = !!show_pane;
  update_pane (self);
  tw_flags_update (self);
}

void
tw_split_set_bare (TwSplit *self, gboolean bare)
{
  self->bare = bare;
  update_pane (self);
}

gboolean
tw_split_get_collapsed (TwSplit *self)
{
  return self->collapsed;
}

gboolean
tw_split_get_pane_wanted (TwSplit *self)
{
  return self->collapsed ? self->shown_beside : self->show_pane;
}
