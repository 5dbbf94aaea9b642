/* SPDX-License-Identifier: GPL-3.0-or-later */
/* palette.c - the tables behind palette.h. */
#include "draw/palette.h"

#include <math.h>

static const TwThemeColours themes[TW_N_THEMES] = {
  [TW_THEME_LIGHT] = { .paper = 0xffffff,
                       .free = 0xd9d8d2,
                       .grid = 0xb4b2aa,
                       .obstacle = 0x46484d,
                       .outline = 0xffffff,
                       .text = 0x33353a,
                       .front = 0xb3261e,
                       .hover = 0x1b1c1f,
                       .fade = 0,
                       .line = 1.0,
                       .ink = 0.8 },
  [TW_THEME_DARK] = { .paper = 0x1e1f22,
                      .free = 0x373a40,
                      .grid = 0x5a5f68,
                      .obstacle = 0x0b0c0d,
                      .outline = 0x1e1f22,
                      .text = 0xdfe1e5,
                      .front = 0xff8a80,
                      .hover = 0xffffff,
                      .fade = 26,
                      .line = 1.0,
                      .ink = 0.8 },
  [TW_THEME_CONTRAST] = { .paper = 0xffffff,
                          .free = 0xffffff,
                          .grid = 0x767676,
                          .obstacle = 0x000000,
                          .outline = 0x000000,
                          .text = 0x000000,
                          .front = 0xd00000,
                          .hover = 0x000000,
                          .fade = 77,
                          .line = 2.0,
                          .ink = 1.0 },
  [TW_THEME_CONTRAST_DARK] = { .paper = 0x000000,
                               .free = 0x000000,
                               .grid = 0x8a8a8a,
                               .obstacle = 0xffffff,
                               .outline = 0xffffff,
                               .text = 0xffffff,
                               .front = 0xffff00,
                               .hover = 0xffffff,
                               .fade = 102,
                               .line = 2.0,
                               .ink = 1.0 },
  [TW_THEME_GREYS] = { .paper = 0xffffff,
                       .free = 0xf7f7f7,
                       .grid = 0x9c9c9c,
                       .obstacle = 0x1c1c1c,
                       .outline = 0xffffff,
                       .text = 0x303030,
                       .front = 0xb3261e,
                       .hover = 0x1b1c1f,
                       .fade = 0,
                       .line = 1.0,
                       .ink = 0.9 },
  [TW_THEME_GREYS_DARK] = { .paper = 0x1e1e1e,
                            .free = 0x383838,
                            .grid = 0x646464,
                            .obstacle = 0x0b0b0b,
                            .outline = 0x1e1e1e,
                            .text = 0xe2e2e2,
                            .front = 0xff8a80,
                            .hover = 0xffffff,
                            .fade = 0,
                            .line = 1.0,
                            .ink = 0.9 },
};

/* Four hue families, each from light to dark, then moved apart as little as necessary until any
 * two are at least 12 apart in CIELAB with normal vision and with each kind of colour-vision
 * deficiency. */
static const uint32_t fills[TW_PALETTE_LENGTH] = {
  0xf1d994, 0xe9a055, 0xce694c, 0xa2bbbc, 0x668b9b, 0x395588,
  0xc1d1a5, 0x7fa467, 0x3e775d, 0xceb3dc, 0x9b79b6, 0x6f4b70,
};

/* Twelve steps of lightness, CIELAB L* from 89 to 40, ordered so that adjacent entries differ by
 * three steps or more. */
static const uint32_t greys[TW_PALETTE_LENGTH] = {
  0xdfdfdf, 0xaeaeae, 0x7f7f7f, 0xd3d3d3, 0xa2a2a2, 0x747474,
  0xc7c7c7, 0x979797, 0x696969, 0xbababa, 0x8b8b8b, 0x5e5e5e,
};

/* Piece numbers have no order, so the first entries differ most in hue. */
static const uint8_t piece_order[TW_PALETTE_LENGTH] = { 4, 1, 7, 10, 2, 0, 5, 9, 6, 3, 8, 11 };

/* The fill of a table entry, before the theme is applied. */
static uint32_t
entry_fill (TwTheme theme, unsigned entry)
{
  return tw_theme_is_grey (theme) ? greys[entry] : fills[entry];
}

const TwThemeColours *
tw_theme_colours (TwTheme theme)
{
  return &themes[theme];
}

uint32_t
tw_palette_fill (TwTheme theme, TwPaletteKind kind, unsigned index)
{
  unsigned entry = kind == TW_PALETTE_SIZES ? (index + TW_PALETTE_LENGTH - 1) % TW_PALETTE_LENGTH
                                            : piece_order[index % TW_PALETTE_LENGTH];

  return tw_palette_mix (entry_fill (theme, entry), themes[theme].paper, themes[theme].fade);
}

uint32_t
tw_palette_tone (uint32_t fill, unsigned tone)
{
  static const struct {
    uint32_t towards;
    unsigned share; /* 0..256 */
  } tones[TW_N_TONES] = {
    { 0, 0 }, { 0xffffff, 44 }, { 0x000000, 30 }, { 0xffffff, 84 }, { 0x000000, 56 },
  };

  return tw_palette_mix (fill, tones[tone].towards, tones[tone].share);
}

uint32_t
tw_palette_cell (TwTheme theme, unsigned colour)
{
  if (colour <= 1)
    return themes[theme].free;
  return tw_palette_mix (themes[theme].free,
                         entry_fill (theme, piece_order[(colour - 2) % TW_PALETTE_LENGTH]), 64);
}

uint32_t
tw_palette_layer (TwTheme theme, TwLayerClass class, uint32_t under)
{
  /* From cheap to dear: on a dark paper from dark to light. */
  static const uint32_t heat[2][TW_N_CLASSES - TW_CLASS_NEGATIVE] = {
    { 0x6a8fc4, 0xf3f2ee, 0xf6d58a, 0xee9a4d, 0xd2502f, 0x7d1020 },
    { 0x4a74b5, 0x373a40, 0x6e2f22, 0xb4502b, 0xe8913c, 0xffe08a },
  };
  static const uint32_t greys_of[2][TW_N_CLASSES - TW_CLASS_NEGATIVE] = {
    { 0xffffff, 0xf0f0f0, 0xcccccc, 0x9c9c9c, 0x666666, 0x1c1c1c },
    { 0x101010, 0x303030, 0x545454, 0x828282, 0xb4b4b4, 0xf4f4f4 },
  };
  gboolean dark = theme == TW_THEME_DARK || theme == TW_THEME_CONTRAST_DARK
                  || theme == TW_THEME_GREYS_DARK;

  if (class == TW_CLASS_NONE)
    return under;
  if (class == TW_CLASS_PALE)
    return tw_palette_mix (under, 0xffffff, dark ? 96 : 64);
  if (class == TW_CLASS_DARK)
    return tw_palette_mix (under, 0x000000, 128);
  return (tw_theme_is_grey (theme) ? greys_of : heat)[dark][class - TW_CLASS_NEGATIVE];
}

static double
linear (uint32_t value)
{
  double c = (value & 0xff) / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

/* By the contrast definition of WCAG 2, black and white have equal contrast with a relative
 * luminance of 0.179. */
uint32_t
tw_palette_ink (uint32_t fill)
{
  double luminance = 0.2126 * linear (fill >> 16) + 0.7152 * linear (fill >> 8)
                     + 0.0722 * linear (fill);

  return luminance > 0.179 ? 0x000000 : 0xffffff;
}
