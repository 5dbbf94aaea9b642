/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that the small pictures of pieces and solutions follow the palette and the desktop's
 * style. */
#include "ui-test.h"

#include "app/compat.h"
#include "app/canvas/theme.h"
#include "app/pieces/pieces.h"
#include "app/pane/plot.h"
#include "app/pane/results.h"

/* Whether all pixels of the picture are grey. */
static gboolean
is_grey (GdkTexture *texture)
{
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  g_autofree guint32 *pixels = g_new (guint32, (gsize) width * height);

  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * sizeof *pixels);
  for (int i = 0; i < width * height; i++)
    if ((pixels[i] >> 16 & 0xff) != (pixels[i] >> 8 & 0xff)
        || (pixels[i] >> 8 & 0xff) != (pixels[i] & 0xff))
      return FALSE;
  return TRUE;
}

typedef enum { ALL, COLOURS, GREYS } Which;

/* Counts the drawn pictures below `root` that match. */
static guint
count_pictures (GtkWidget *root, Which which)
{
  guint n = 0;

  if (GTK_IS_PICTURE (root) && GDK_IS_TEXTURE (gtk_picture_get_paintable (GTK_PICTURE (root))))
    n = which == ALL
        || is_grey (GDK_TEXTURE (gtk_picture_get_paintable (GTK_PICTURE (root))))
             == (which == GREYS);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_pictures (child, which);
  return n;
}

/* Switches to greys and back, dark and back, and high contrast: all pictures are redrawn. */
static void
try_looks (GtkWidget *root)
{
  guint n = count_pictures (root, COLOURS);
  g_assert_cmpuint (n, ==, count_pictures (root, ALL));
  g_settings_set_string (tw_settings (), "palette", "greys");
  ui_spin_until (count_pictures (root, GREYS) == n);
  g_settings_reset (tw_settings (), "palette");
  ui_spin_until (count_pictures (root, COLOURS) == n);

  GtkPicture *picture = ui_child (root, GTK_TYPE_PICTURE);
  g_autoptr (GdkPaintable) light = g_object_ref (gtk_picture_get_paintable (picture));
  tw_compat_set_color_scheme ("dark");
  ui_spin_until (gtk_picture_get_paintable (picture) != light);
  g_assert_cmpint (tw_theme_of_widget (root), ==, TW_THEME_DARK);
  tw_compat_set_color_scheme ("light");
  ui_spin_until (tw_theme_of_widget (root) == TW_THEME_LIGHT);

  g_autoptr (GdkPaintable) soft = g_object_ref (gtk_picture_get_paintable (picture));
  ui_use_contrast (TRUE);
  ui_spin_until (gtk_picture_get_paintable (picture) != soft);
  g_assert_cmpint (tw_theme_of_widget (root), ==, TW_THEME_CONTRAST);
  ui_use_contrast (FALSE);
  ui_spin_until (tw_theme_of_widget (root) == TW_THEME_LIGHT);
  tw_compat_set_color_scheme ("default");
}

TEST (pieces, "/ui/look/pieces")
{
  g_auto (UiWindow) window = ui_window_with_text ("pieces.json", ui_pieces_text);

  ui_spin_until (count_pictures (ui_child (window, TW_TYPE_PIECES), ALL) == 2);
  try_looks (ui_child (window, TW_TYPE_PIECES));
}

TEST (answers, "/ui/look/answers")
{
  g_auto (UiWindow) window = ui_window_with_text ("squares.txt", "#...\n..#.\n....\n");

  for (guint n = 1; n <= 2; n++) { /* the list appears with the second solution */
    ui_run (window, "search.start");
    ui_spin_until (count_pictures (ui_child (window, TW_TYPE_RESULTS), ALL) == n);
  }
  ui_spin_until (gtk_widget_get_mapped (ui_child (window, TW_TYPE_RESULTS)));
  try_looks (ui_child (window, TW_TYPE_RESULTS));
}

/* The scale excludes values that would flatten the lines, but no values near the end. */
TEST (plot, "/ui/look/plot")
{
  TwPlot *plot = g_object_ref_sink (g_object_new (TW_TYPE_PLOT, NULL));
  gint64 least, most;

  g_assert_false (tw_plot_get_scale (plot, &least, &most));
  tw_plot_add (plot, 0, 1196, 0);
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpint (least, <, most);
  tw_plot_add (plot, 0.1, 1196, 1);
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpint (least, ==, 1);
  g_assert_cmpint (most, ==, 1196);
  tw_plot_add (plot, 0.5, 1020, 880);
  tw_plot_add (plot, 2, 925, 890);
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpint (least, >, 800);
  g_assert_cmpint (least, <=, 880);
  g_assert_cmpint (most, >=, 925);
  g_assert_cmpint (most, <, 1020);
  tw_plot_add (plot, 3, 900, 900);
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpint (least, <=, 890);
  g_assert_cmpint (most, >=, 925);
  tw_plot_clear (plot);

  /* Without a bound nothing is excluded. */
  tw_plot_add (plot, 0, 1, 0);
  tw_plot_add (plot, 1, 5000, 0);
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpint (least, ==, 1);
  g_assert_cmpint (most, ==, 5000);
  g_object_unref (plot);
}

TEST_MAIN (ui_test_init, ui_test_run)
