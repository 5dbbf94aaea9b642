/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces-fixture.c - see pieces-fixture.h. */
#include "pieces-fixture.h"

/* F I L N P T U V W X Y Z */
static const char *const pentominoes[N_PENTOMINOES] = {
  " oo\noo\n o\n", "ooooo\n",     "oooo\no\n",    "oo\n ooo\n",    "oo\noo\no\n", "ooo\n o\n o\n",
  "o o\nooo\n",    "o\no\nooo\n", "o\noo\n oo\n", " o\nooo\n o\n", "oooo\n o\n",  "oo\n o\n oo\n",
};

GFile *
pieces_draw_with (const char *name, int width, int height, int sets, const char *another)
{
  g_autofree char *row = g_strnfill ((gsize) width, 'o');
  g_autoptr (GString) text = g_string_new (NULL);

  for (int y = 0; y < height; y++)
    g_string_append_printf (text, "%s\n", row);
  for (int i = 0; i < sets * N_PENTOMINOES; i++)
    g_string_append_printf (text, "\n%s", pentominoes[i % N_PENTOMINOES]);
  g_string_append_printf (text, "\n%s", another);
  return ui_text_file (name, text->str);
}

GFile *
pieces_draw (const char *name, int width, int height, int sets)
{
  return pieces_draw_with (name, width, height, sets, "");
}

void
pieces_use_limit (int limit)
{
  ui_set_option ("engine", NULL);
  ui_set_option ("raw", NULL);
  g_settings_set_double (tw_settings (), "time", 1000);
  ui_set_limit (limit);
}

TwWindow *
pieces_open (GFile *file)
{
  TwWindow *window = ui_window_of (file);

  g_assert_cmpstr (ui_message (window), ==, NULL);
  return window;
}

TwWindow *
pieces_open_strip (int limit)
{
  g_autoptr (GFile) file = pieces_draw ("strip.txt", 20, 3, 1);

  pieces_use_limit (limit);
  return pieces_open (file);
}

const TwPieceProblem *
pieces_problem (TwWindow *window)
{
  return tw_piece_puzzle_get_problem (ui_puzzle (window));
}
