/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.c - see split.h. */
#include "app/window/split.h"

#include "app/part.h"

#define PANE_WIDTH 340
/* The minimum width of the content beside the pane. */
#define CONTENT_BESIDE 340
/* The width of the content that stays visible beside an overlaid pane. */
#define CONTENT_BEHIND 24

struct _TwSplit {
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *pane;
  gboolean show_pane;
  gboolean bare; /* the pane has nothing to show */
  gboolean collapsed;
  gboolean shown_beside; /* the value of "show-pane" to restore when there is room again */
  guint settle_id;
};

enum { PROP_0, PROP_CONTENT, PROP_PANE, PROP_SHOW_PANE, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TwSplit, tw_split, GTK_TYPE_WIDGET)

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

  if (self->content != NULL)
    gtk_widget_measure (self->content, orientation, -1, &content_least, &content_natural, NULL,
                        NULL);
  if (self->pane != NULL)
    gtk_widget_measure (self->pane, orientation, -1, &pane_least, &pane_natural, NULL, NULL);

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
  if (self->content == NULL || self->pane == NULL)
    return;

  gboolean collapsed = width < PANE_WIDTH + CONTENT_BESIDE;
  if (collapsed != self->collapsed) {
    self->collapsed = collapsed;
    /* Visibility must not change during an allocation. */
    if (self->settle_id == 0)
      self->settle_id = g_idle_add_full (GTK_PRIORITY_RESIZE, settle_cb, self, NULL);
  }

  gboolean shown = gtk_widget_should_layout (self->pane);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int least, pane = PANE_WIDTH;
  gtk_widget_measure (self->pane, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (collapsed)
    pane = MIN (pane, width - CONTENT_BEHIND);
  pane = MAX (pane, least);
  int beside = shown && !collapsed ? width - pane : width;

  GtkAllocation content = { rtl ? width - beside : 0, 0, beside, height };
  gtk_widget_size_allocate (self->content, &content, -1);
  if (shown) {
    GtkAllocation area = { rtl ? 0 : width - pane, 0, pane, height };
    gtk_widget_size_allocate (self->pane, &area, -1);
  }
}

/* An action of the window may hold a reference to the split after the window is gone. */
static void
tw_split_unroot (GtkWidget *widget)
{
  g_clear_handle_id (&TW_SPLIT (widget)->settle_id, g_source_remove);
  GTK_WIDGET_CLASS (tw_split_parent_class)->unroot (widget);
}

static void
set_child (TwSplit *self, GtkWidget **place, GtkWidget *child)
{
  g_clear_pointer (place, gtk_widget_unparent);
  *place = child;
  if (child == NULL)
    return;
  /* The pane is the last child, so it is drawn above the content. */
  gtk_widget_insert_before (child, GTK_WIDGET (self), place == &self->content ? self->pane : NULL);
}

static void
tw_split_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TwSplit *self = TW_SPLIT (object);
  switch (id) {
  case PROP_CONTENT:
    set_child (self, &self->content, g_value_get_object (value));
    break;
  case PROP_PANE:
    set_child (self, &self->pane, g_value_get_object (value));
    if (self->pane != NULL)
      gtk_widget_set_visible (self->pane, self->show_pane && !self->bare);
    break;
  case PROP_SHOW_PANE:
    tw_split_set_show_pane (self, g_value_get_boolean (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
tw_split_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SHOW_PANE)
    g_value_set_boolean (value, TW_SPLIT (object)->show_pane);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tw_split_dispose (GObject *object)
{
  TwSplit *self = TW_SPLIT (object);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->pane, gtk_widget_unparent);
  G_OBJECT_CLASS (tw_split_parent_class)->dispose (object);
}

static void
tw_split_class_init (TwSplitClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tw_split_dispose;
  object_class->get_property = tw_split_get_property;
  object_class->set_property = tw_split_set_property;
  widget_class->measure = tw_split_measure;
  widget_class->size_allocate = tw_split_size_allocate;
  widget_class->unroot = tw_split_unroot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);

  properties[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                                                  G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PANE] = g_param_spec_object ("pane", NULL, NULL, GTK_TYPE_WIDGET,
                                               G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHOW_PANE] = g_param_spec_boolean ("show-pane", NULL, NULL, TRUE,
                                                     G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                       | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  tw_class_add_signal (klass, "collapsed-changed", 0);

  gtk_widget_class_set_css_name (widget_class, "split");
}

static void
tw_split_init (TwSplit *self)
{
  self->show_pane = TRUE;
  self->shown_beside = TRUE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

void
tw_split_set_show_pane (TwSplit *self, gboolean show_pane)
{
  if (self->show_pane == !!show_pane)
    return;
  self->show_pane = !!show_pane;
  if (self->pane != NULL)
    gtk_widget_set_visible (self->pane, self->show_pane && !self->bare);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_PANE]);
}

void
tw_split_set_bare (TwSplit *self, gboolean bare)
{
  self->bare = bare;
  if (self->pane != NULL)
    gtk_widget_set_visible (self->pane, self->show_pane && !self->bare);
  gtk_widget_queue_resize (GTK_WIDGET (self));
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
