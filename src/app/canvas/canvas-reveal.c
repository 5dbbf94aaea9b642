/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas-reveal.c - the animation of a solution: its squares or pieces appear one after the other.
 * Part of canvas.h. */
#include "app/canvas/canvas-private.h"

#define REVEAL_US 600000

void
tw_canvas_end_reveal (TwCanvas *self)
{
  if (self->reveal_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->reveal_id);
  self->reveal_id = 0;
  if (self->view.reveal >= 1.0)
    return;
  self->view.reveal = 1.0;
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
reveal_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TwCanvas *self = TW_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->reveal_begin == 0)
    self->reveal_begin = now;
  double share = (double) (now - self->reveal_begin) / REVEAL_US;
  if (share >= 1.0) {
    self->reveal_id = 0; /* returning G_SOURCE_REMOVE removes it */
    tw_canvas_end_reveal (self);
    return G_SOURCE_REMOVE;
  }
  self->view.reveal = share * (2.0 - share); /* ease out: fast at first, slow at the end */
  g_clear_pointer (&self->layer, gsk_render_node_unref);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

void
tw_canvas_reveal (TwCanvas *self)
{
  gboolean animate;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animate,
                NULL);
  tw_canvas_end_reveal (self);
  if (!animate || self->scene == NULL || self->scene->n_regions == 0
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->view.reveal = 0.0;
  self->reveal_begin = 0;
  self->reveal_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
  g_clear_pointer (&self->layer, gsk_render_node_unref);
}
