/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glyphs.c - digits and capitals drawn as strokes with a round pen. Labels need no font, so
 * pictures are identical on every system and vector files embed no font. paint-labels.c calls
 * it. */
#include "painter-private.h"

enum {
  EM_HEIGHT = 24, /* units from the top to the baseline */
  SPACING = 7,    /* between glyphs */
};

/* One string per glyph: its width, then the commands M (move), L (line; one point each) and C
 * (curve; three points). A coordinate is one character, 0..9 then a..z for 10..35, x before y, in a
 * box 16 units wide and 24 high; y grows downwards. */
/* clang-format off */
static const char *const digits[10] = {
  "g" "M80" "C30050c" "C0j3o8o" "Cdogjgc" "Cg5d080",
  "8" "M15" "L70" "L7o",
  "g" "M17" "C134080" "Cc0f3f7" "Cfadcaf" "L0o" "Lgo",
  "g" "M13" "C215080" "Cc0f2f6" "Cf9cb8b" "L5b" "M8b" "Cdbgegh" "Cgldo8o" "C4o1n0k",
  "g" "Mco" "Lc0" "L0h" "Lgh",
  "g" "Me0" "L30" "L1b" "C396989" "Cd9gcgg" "Cgldo8o" "C5o2n0l",
  "g" "Me1" "C90020g" "C0l4o8o" "Ccoglgg" "Cgcc989" "C490c0g",
  "g" "M00" "Lg0" "L6o",
  "g" "M8b" "C4b2926" "C224080" "Cc0e2e6" "Ce9cb8b" "C3b0e0h" "C0l4o8o" "Ccoglgh" "Cgedb8b",
  "g" "M2n" "C7ogmg8" "Cg3c080" "C400308" "C0c4f8f" "Ccfgcg8",
};

static const char *const capitals[26] = {
  "g" "M0o" "L80" "Lgo" "M3g" "Ldg",
  "g" "M10" "L1o" "L9o" "Cdogmgi" "Cgedc9c" "L1c" "M9c" "Ccceae6" "Ce2c090" "L10",
  "g" "Mg5" "Ce2c090" "C40050c" "C0j4o9o" "Ccoemgj",
  "g" "M10" "L1o" "L7o" "Cdogjgc" "Cg5d070" "L10",
  "f" "Me0" "L10" "L1o" "Lfo" "M1c" "Lcc",
  "e" "Me0" "L10" "L1o" "M1c" "Lcc",
  "g" "Mf4" "Ce1b090" "C40050c" "C0j4o9o" "Cdogkgd" "Lad",
  "g" "M10" "L1o" "Mf0" "Lfo" "M1c" "Lfc",
  "2" "M10" "L1o",
  "d" "Mc0" "Lch" "Ccmao6o" "C3o1m1i",
  "f" "M10" "L1o" "Me0" "L1e" "M5a" "Lfo",
  "f" "M20" "L2o" "Lfo",
  "g" "M0o" "L10" "L8e" "Lf0" "Lgo",
  "g" "M1o" "L10" "Lfo" "Lf0",
  "g" "M80" "C30050c" "C0j3o8o" "Cdogjgc" "Cg5d080",
  "g" "M1o" "L10" "L90" "Cd0g2g7" "Cgbdd9d" "L1d",
  "g" "M80" "C30050c" "C0j3o8o" "Cdogjgc" "Cg5d080" "Mai" "Lgp",
  "g" "M1o" "L10" "L90" "Cd0g2g7" "Cgbdd9d" "L1d" "M8d" "Lgo",
  "g" "Mf4" "Ce1b080" "C401216" "C1a4b8c" "Ccdgegi" "Cgmco8o" "C4o1m0j",
  "g" "M00" "Lg0" "M80" "L8o",
  "g" "M10" "L1g" "C1l4o8o" "Ccoflfg" "Lf0",
  "g" "M00" "L8o" "Lg0",
  "g" "M00" "L4o" "L88" "Lco" "Lg0",
  "g" "M00" "Lgo" "Mg0" "L0o",
  "g" "M00" "L8b" "Lg0" "M8b" "L8o",
  "g" "M10" "Lf0" "L1o" "Lgo",
};
/* clang-format on */

static const char *
glyph_of (char c)
{
  if (c >= '0' && c <= '9')
    return digits[c - '0'];
  if (c >= 'A' && c <= 'Z')
    return capitals[c - 'A'];
  return NULL;
}

static int
unit_of (char c)
{
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

bool
tw_glyphs_measure (const char *text, double height, double *width)
{
  int units = 0;

  if (text[0] == '\0')
    return false;
  for (const char *c = text; *c != '\0'; c++) {
    const char *glyph = glyph_of (*c);

    if (glyph == NULL)
      return false;
    units += unit_of (glyph[0]) + (c == text ? 0 : SPACING);
  }
  *width = units * height / EM_HEIGHT;
  return true;
}

void
tw_glyphs_path (cairo_t *cr, const char *text, double x, double y, double height)
{
  double unit = height / EM_HEIGHT;
  double width;

  if (!tw_glyphs_measure (text, height, &width))
    return;
  x -= width / 2.0;
  y -= height / 2.0;
  for (const char *c = text; *c != '\0'; c++) {
    const char *glyph = glyph_of (*c);
    double p[6] = { 0 };

    for (const char *at = glyph + 1; *at != '\0';) {
      char command = *at++;
      int n = command == 'C' ? 6 : 2;

      for (int i = 0; i < n; i++)
        p[i] = (i % 2 == 0 ? x : y) + unit * unit_of (*at++);
      if (command == 'M')
        cairo_move_to (cr, p[0], p[1]);
      else if (command == 'L')
        cairo_line_to (cr, p[0], p[1]);
      else
        cairo_curve_to (cr, p[0], p[1], p[2], p[3], p[4], p[5]);
    }
    x += unit * (unit_of (glyph[0]) + SPACING);
  }
}
