/* SPDX-License-Identifier: GPL-3.0-or-later */
/* palette.h - the colours of a picture: themes for paper and lines, fills for squares by size and
 * for pieces. Adjacent entries of the tables are distinguishable with every kind of colour vision
 * (tests/draw/test-palette.c measures it). The painter, legends and piece lists use it.
 *
 * Colours are 0xRRGGBB in sRGB. All functions are pure. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef enum {
  TW_THEME_LIGHT, /* also for printing */
  TW_THEME_DARK,
  TW_THEME_CONTRAST,      /* black lines on white */
  TW_THEME_CONTRAST_DARK, /* white lines on black */
  TW_THEME_GREYS,         /* no colours; combine with patterns (painter.h) */
  TW_THEME_GREYS_DARK,
  TW_N_THEMES,
} TwTheme;

typedef enum {
  TW_PALETTE_SIZES,  /* index: the side of a square, 1, 2, ... */
  TW_PALETTE_PIECES, /* index: the piece, 0, 1, ... */
} TwPaletteKind;

enum {
  TW_PALETTE_LENGTH = 12, /* the colours repeat after this number */
  TW_N_TONES = 5,         /* of each colour */
};

typedef struct {
  uint32_t paper;    /* around the board and outside its outline */
  uint32_t free;     /* an uncovered cell */
  uint32_t grid;     /* lines around uncovered cells */
  uint32_t obstacle; /* a cell not to be covered */
  uint32_t outline;  /* between regions */
  uint32_t text;     /* captions */
  uint32_t front;    /* the line of the sweep and the area behind it */
  uint32_t hover;    /* around the region or cell under the pointer */
  unsigned fade;     /* share of the paper colour mixed into fills, 0..256 */
  double line;       /* factor on the width of outlines */
  double ink;        /* opacity of labels */
} TwThemeColours;

const TwThemeColours *tw_theme_colours (TwTheme theme);

static inline gboolean
tw_theme_is_grey (TwTheme theme)
{
  return theme == TW_THEME_GREYS || theme == TW_THEME_GREYS_DARK;
}

/* The fill of a region; the index wraps around at the end of the table. */
uint32_t tw_palette_fill (TwTheme theme, TwPaletteKind kind, unsigned index);
/* The fill in one of TW_N_TONES tones; 0 is the fill itself. */
uint32_t tw_palette_tone (uint32_t fill, unsigned tone);
/* The tint of an uncovered cell of board colour 1, 2, ... */
uint32_t tw_palette_cell (TwTheme theme, unsigned colour);
/* Black or white, whichever is more legible on `fill`. */
uint32_t tw_palette_ink (uint32_t fill);

/* What a layer (scene.h) says of a cell: one of two colours, or a price of a fraction of a square. */
typedef enum {
  TW_CLASS_NONE,
  TW_CLASS_PALE,
  TW_CLASS_DARK,
  TW_CLASS_NEGATIVE,
  TW_CLASS_ZERO,
  TW_CLASS_EIGHTH,
  TW_CLASS_QUARTER,
  TW_CLASS_HALF,
  TW_CLASS_WHOLE,
  TW_N_CLASSES,
} TwLayerClass;

/* The colour of a cell of the class, whose colour below the layer is `under`. */
uint32_t tw_palette_layer (TwTheme theme, TwLayerClass class, uint32_t under);

/* Interpolates between two colours, share 0..256. */
static inline uint32_t
tw_palette_mix (uint32_t from, uint32_t to, uint32_t share)
{
  uint32_t mixed = 0;

  for (int shift = 0; shift <= 16; shift += 8) {
    uint32_t a = from >> shift & 0xff, b = to >> shift & 0xff;
    mixed |= ((a * (256 - share) + b * share + 128) >> 8) << shift;
  }
  return mixed;
}
