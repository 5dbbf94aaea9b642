/* palette.c - the tables behind palette.h. */
#include "draw/palette.h"

static const TwThemeColours themes[TW_N_THEMES] = {
  [TW_THEME_LIGHT] = { .paper = 0xffffff,
                       .free = 0xf3f2ee,
                       .grid = 0xdedcd5,
                       .obstacle = 0x46484d,
                       .outline = 0xffffff,
                       .text = 0x33353a,
                       .front = 0xb3261e,
                       .hover = 0x1b1c1f,
                       .line = 1.0 },
  [TW_THEME_DARK] = { .paper = 0x1e1f22,
                      .free = 0x2b2d31,
                      .grid = 0x3b3e44,
                      .obstacle = 0x0e0f10,
                      .outline = 0x1e1f22,
                      .text = 0xdfe1e5,
                      .front = 0xff8a80,
                      .hover = 0xffffff,
                      .line = 1.0 },
  [TW_THEME_CONTRAST] = { .paper = 0xffffff,
                          .free = 0xffffff,
                          .grid = 0x767676,
                          .obstacle = 0x000000,
                          .outline = 0x000000,
                          .text = 0x000000,
                          .front = 0xd00000,
                          .hover = 0x000000,
                          .line = 2.0 },
  [TW_THEME_CONTRAST_DARK] = { .paper = 0x000000,
                               .free = 0x000000,
                               .grid = 0x8a8a8a,
                               .obstacle = 0xffffff,
                               .outline = 0xffffff,
                               .text = 0xffffff,
                               .front = 0xffff00,
                               .hover = 0xffffff,
                               .line = 2.0 },
};

static const uint32_t sizes[TW_PALETTE_N_SIZES] = {
  0xf2d98b, 0xe6a15c, 0xcf6a4c, 0x9fb8c8, 0x5d8aa8, 0x3c5a80,
  0xb7cf9a, 0x7aa874, 0x47775c, 0xd3b3d0, 0xa2789f, 0x6f4a76,
};

const TwThemeColours *
tw_theme_colours (TwTheme theme)
{
  return &themes[theme];
}

uint32_t
tw_palette_fill (TwTheme theme, TwPaletteKind kind, unsigned index)
{
  (void) theme;
  if (kind == TW_PALETTE_SIZES)
    return sizes[(MAX (index, 1) - 1) % TW_PALETTE_N_SIZES];
  return sizes[index % TW_PALETTE_N_PIECES];
}

uint32_t
tw_palette_cell (TwTheme theme, unsigned colour)
{
  (void) colour;
  return themes[theme].free;
}

uint32_t
tw_palette_ink (uint32_t fill)
{
  uint32_t luma = 299 * (fill >> 16 & 0xff) + 587 * (fill >> 8 & 0xff) + 114 * (fill & 0xff);

  return luma > 140000 ? 0x000000 : 0xffffff;
}
