/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour-list.c - see colour-list.h. */
#include "app/pieces/colour-list.h"

#include "app/canvas/theme.h"
#include "puzzle/edit.h"

#define SWATCH 16 /* pixels a side */

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GtkListItem *item = data;
  TwTheme theme = tw_theme_of_widget (GTK_WIDGET (area));
  uint32_t colour = tw_palette_cell (theme, gtk_list_item_get_position (item) + 1);

  cairo_set_source_rgb (cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                        (colour & 0xff) / 255.0);
  cairo_rectangle (cr, 0.5, 0.5, width - 1, height - 1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 1.0);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *swatch = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, item, NULL);
  tw_theme_watch (swatch, G_CALLBACK (gtk_widget_queue_draw));
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkStringObject *name = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)),
                      gtk_string_object_get_string (name));
  gtk_widget_queue_draw (gtk_widget_get_first_child (box));
}

void
tw_colour_list_set_puzzle (GtkDropDown *list, TwPuzzle *puzzle)
{
  const TwPieceColours *colours = tw_piece_puzzle_get_colours (puzzle);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint chosen = gtk_drop_down_get_selected (list);
  guint n = tw_edit_n_colours (puzzle);

  if (gtk_drop_down_get_model (list) == NULL) {
    g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
    g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
    g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
    gtk_drop_down_set_factory (list, factory);
  }
  for (guint i = 1; i <= n; i++) {
    char name[7] = { 0 };

    g_unichar_to_utf8 (i <= colours->count ? colours->names[i] : 'O', name);
    gtk_string_list_append (names, name);
  }
  gtk_drop_down_set_model (list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (list, chosen < n ? chosen : 0);
}

guint8
tw_colour_list_get (GtkDropDown *list)
{
  guint chosen = gtk_drop_down_get_selected (list);

  return chosen == GTK_INVALID_LIST_POSITION ? 1 : (guint8) (chosen + 1);
}

gboolean
tw_colour_list_choose (GtkDropDown *list, guint8 colour)
{
  GListModel *model = gtk_drop_down_get_model (list);

  if (model == NULL || colour < 1 || colour > g_list_model_get_n_items (model))
    return FALSE;
  gtk_drop_down_set_selected (list, colour - 1u);
  return TRUE;
}
