/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-palette.c - colours that stay apart: distances in CIELAB with normal
 * vision and with three kinds of colour-vision deficiency, and the contrast of
 * what is written on them.
 *
 * The matrices are those of Machado, Oliveira and Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
 * TVCG 15(6), 2009, for severity 1.0; they apply to linear RGB. Contrast is that
 * of WCAG 2. */
#include "test-tools.h"
#include "draw/palette.h"

#include <math.h>

enum { N_VISIONS = 4 };

static const char *const vision_names[N_VISIONS] = { "normal", "protan", "deutan", "tritan" };

static const double visions[N_VISIONS][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  { { 0.152286, 1.052583, -0.204868 },
    { 0.114503, 0.786281, 0.099216 },
    { -0.003882, -0.048116, 1.051998 } },
  { { 0.367322, 0.860646, -0.227968 },
    { 0.280085, 0.672501, 0.047413 },
    { -0.011820, 0.042940, 0.968881 } },
  { { 1.255528, -0.076749, -0.178779 },
    { -0.078411, 0.930809, 0.147602 },
    { 0.004733, 0.691367, 0.303900 } },
};

static void
linear_of (uint32_t rgb, double linear[3])
{
  for (int i = 0; i < 3; i++) {
    double c = (rgb >> (16 - 8 * i) & 0xff) / 255.0;
    linear[i] = c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
  }
}

static double
lab_f (double t)
{
  return t > 216.0 / 24389.0 ? cbrt (t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/* sRGB primaries, white D65. */
static void
lab_of (uint32_t rgb, int vision, double lab[3])
{
  double in[3], c[3], x, y, z;

  linear_of (rgb, in);
  for (int i = 0; i < 3; i++) {
    c[i] = 0.0;
    for (int j = 0; j < 3; j++)
      c[i] += visions[vision][i][j] * in[j];
    c[i] = CLAMP (c[i], 0.0, 1.0);
  }
  x = lab_f ((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
  y = lab_f (0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
  z = lab_f ((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
  lab[0] = 116.0 * y - 16.0;
  lab[1] = 500.0 * (x - y);
  lab[2] = 200.0 * (y - z);
}

static double
distance (uint32_t a, uint32_t b, int vision)
{
  double p[3], q[3];

  lab_of (a, vision, p);
  lab_of (b, vision, q);
  return sqrt ((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])
               + (p[2] - q[2]) * (p[2] - q[2]));
}

static double
luminance (uint32_t rgb)
{
  double c[3];

  linear_of (rgb, c);
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

static double
contrast (uint32_t a, uint32_t b)
{
  double p = luminance (a), q = luminance (b);

  return (fmax (p, q) + 0.05) / (fmin (p, q) + 0.05);
}

/* The measure itself: known values. */
TEST (measure, "/draw/palette/measure")
{
  double lab[3];

  lab_of (0xffffff, 0, lab);
  g_assert_cmpfloat_with_epsilon (lab[0], 100.0, 0.01);
  g_assert_cmpfloat_with_epsilon (lab[1], 0.0, 0.05);
  lab_of (0xff0000, 0, lab); /* 53.24, 80.09, 67.20 */
  g_assert_cmpfloat_with_epsilon (lab[0], 53.24, 0.05);
  g_assert_cmpfloat_with_epsilon (lab[1], 80.09, 0.1);
  g_assert_cmpfloat_with_epsilon (lab[2], 67.20, 0.1);
  g_assert_cmpfloat_with_epsilon (contrast (0x000000, 0xffffff), 21.0, 0.01);
  /* Red and green of equal strength come near to each other for deutans. */
  g_assert_cmpfloat (distance (0xb04040, 0x607030, 2), <, 0.5 * distance (0xb04040, 0x607030, 0));
}

/* Every two fills of a table, with every vision; neighbouring sizes more so. */
TEST (fills, "/draw/palette/fills")
{
  static const double least[TW_N_THEMES] = { 11.5, 10.0, 7.5, 7.5, 4.0, 4.0 };
  static const double least_beside[TW_N_THEMES] = { 19.0, 17.0, 12.0, 10.0, 13.0, 13.0 };

  for (int theme = 0; theme < TW_N_THEMES; theme++)
    for (int vision = 0; vision < N_VISIONS; vision++) {
      double nearest = G_MAXDOUBLE, beside = G_MAXDOUBLE;

      for (unsigned i = 1; i <= TW_PALETTE_LENGTH; i++)
        for (unsigned j = 1; j < i; j++) {
          double d = distance (tw_palette_fill (theme, TW_PALETTE_SIZES, i),
                               tw_palette_fill (theme, TW_PALETTE_SIZES, j), vision);

          nearest = fmin (nearest, d);
          if (i - j <= 2)
            beside = fmin (beside, d);
        }
      g_test_message ("theme %d, %s: nearest %.1f, neighbouring sizes %.1f", theme,
                      vision_names[vision], nearest, beside);
      g_assert_cmpfloat (nearest, >=, least[theme]);
      g_assert_cmpfloat (beside, >=, least_beside[theme]);
    }
}

/* Pieces use the same fills, each once; both tables begin again at the end. */
TEST (tables, "/draw/palette/tables")
{
  for (unsigned i = 0; i < TW_PALETTE_LENGTH; i++) {
    uint32_t fill = tw_palette_fill (TW_THEME_LIGHT, TW_PALETTE_PIECES, i);
    int found = 0;

    for (unsigned size = 1; size <= TW_PALETTE_LENGTH; size++)
      found += tw_palette_fill (TW_THEME_LIGHT, TW_PALETTE_SIZES, size) == fill;
    g_assert_cmpint (found, ==, 1);
    g_assert_cmphex (tw_palette_fill (TW_THEME_LIGHT, TW_PALETTE_PIECES, i + TW_PALETTE_LENGTH), ==,
                     fill);
  }
  g_assert_cmphex (tw_palette_fill (TW_THEME_DARK, TW_PALETTE_SIZES, 13), ==,
                   tw_palette_fill (TW_THEME_DARK, TW_PALETTE_SIZES, 1));
}

/* Where colour fails, lightness still parts a region from its outline, an
 * obstacle from a region's outline, and text from its ground. */
TEST (contrast, "/draw/palette/contrast")
{
  for (int theme = 0; theme < TW_N_THEMES; theme++) {
    const TwThemeColours *colours = tw_theme_colours (theme);
    bool high = theme == TW_THEME_CONTRAST || theme == TW_THEME_CONTRAST_DARK;

    /* An empty cell stands out from the paper by its line, and unless tiles are grey or lines are black
     * by its colour. */
    g_assert_cmpfloat (contrast (colours->grid, colours->paper), >=, 1.8);
    g_assert_cmpfloat (contrast (colours->grid, colours->free), >=, 1.3);
    if (theme == TW_THEME_LIGHT || theme == TW_THEME_DARK)
      g_assert_cmpfloat (contrast (colours->free, colours->paper), >=, 1.4);
    g_assert_cmpfloat (contrast (colours->text, colours->paper), >=, 7.0);
    g_assert_cmpfloat (contrast (colours->hover, colours->paper), >=, 7.0);
    g_assert_cmpfloat (contrast (colours->front, colours->paper), >=, 4.5);
    for (unsigned i = 1; i <= TW_PALETTE_LENGTH; i++) {
      uint32_t fill = tw_palette_fill (theme, TW_PALETTE_SIZES, i);
      uint32_t ink = tw_palette_ink (fill);

      g_assert_cmpfloat (contrast (ink, fill), >=, 4.5);
      g_assert_cmpfloat (contrast (fill, colours->outline), >=, high ? 3.0 : 1.3);
    }
  }
}

/* The prices of cells become darker, or on a dark paper lighter, class by class. */
TEST (heat, "/draw/palette/heat")
{
  for (int theme = 0; theme < TW_N_THEMES; theme++)
    for (TwLayerClass class = TW_CLASS_NEGATIVE; class < TW_CLASS_WHOLE; class ++) {
      uint32_t a = tw_palette_layer (theme, class, 0), b = tw_palette_layer (theme, class + 1, 0);

      for (int vision = 0; vision < N_VISIONS; vision++)
        g_assert_cmpfloat (distance (a, b, vision), >, 5.0);
      if (class != TW_CLASS_NEGATIVE)
        g_assert_true ((contrast (a, tw_theme_colours (theme)->paper)
                        < contrast (b, tw_theme_colours (theme)->paper)));
    }
}

/* Both colours of a board can be told apart on any tile. */
TEST (two_colours, "/draw/palette/two-colours")
{
  for (int theme = 0; theme < TW_N_THEMES; theme++)
    for (unsigned i = 1; i <= TW_PALETTE_LENGTH; i++) {
      uint32_t fill = tw_palette_fill (theme, TW_PALETTE_SIZES, i);

      g_assert_cmpfloat (contrast (tw_palette_layer (theme, TW_CLASS_PALE, fill),
                                   tw_palette_layer (theme, TW_CLASS_DARK, fill)),
                         >=, 2.0);
      g_assert_cmphex (tw_palette_layer (theme, TW_CLASS_NONE, fill), ==, fill);
    }
}

TEST_MAIN (test_init, g_test_run)
