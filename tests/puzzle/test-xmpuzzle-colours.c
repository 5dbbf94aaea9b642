/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-xmpuzzle-colours.c - the colours of BurrTools files, compared with a count by BurrTools' own
 * rule. */
#include "xmpuzzle-test.h"

enum {
  MOST_PARTS = 4,
  MOST_CELLS = 16,
  MOST_COLOURS = 16, /* also of files that we write: each colour fixed and variable */
};

typedef struct {
  int width, height;
  int colours[MOST_CELLS]; /* by rows; 0 for none, -1 for an empty voxel */
  int variable;            /* set of cells that may stay empty */
} Box;

typedef struct {
  Box parts[MOST_PARTS], result;
  int least[MOST_PARTS], most[MOST_PARTS];
  int n_parts;
  gboolean allowed[MOST_COLOURS + 2][MOST_COLOURS + 2]; /* piece colour, result colour */
  char first[MOST_COLOURS + 1]; /* for each piece colour the first that is equal to it */
} Burr;

static int
number_behind (const char *element, const char *name)
{
  g_autofree char *key = g_strdup_printf (" %s=\"", name);
  const char *at = strstr (element, key);

  g_assert_nonnull (at);
  return atoi (at + strlen (key));
}

/* Does it make no difference which of two piece colours a cell has? */
static gboolean
equal_colours (const Burr *burr, int p, int q)
{
  gboolean equal = TRUE;

  for (int i = 0; i < burr->result.width * burr->result.height; i++)
    equal = equal
            && (burr->result.colours[i] < 0
                || burr->allowed[p][burr->result.colours[i]]
                     == burr->allowed[q][burr->result.colours[i]]);
  return equal;
}

/* Reads a file with one problem. Shares no code with the reader. */
static Burr
read_burr (const char *text)
{
  Burr burr = { .n_parts = 0 };
  Box boxes[MOST_PARTS + 1];
  int n = 0;
  const char *end = strstr (text, "<problem ");

  for (const char *at = text; (at = strstr (at, "<voxel ")) != NULL && at < end; at++, n++) {
    const char *voxel = strchr (at, '>') + 1;

    boxes[n].width = number_behind (at, "x");
    boxes[n].height = number_behind (at, "y");
    boxes[n].variable = 0;
    for (int i = 0; i < boxes[n].width * boxes[n].height; i++) {
      boxes[n].colours[i] = *voxel == '_' ? -1 : g_ascii_isdigit (voxel[1]) ? atoi (voxel + 1) : 0;
      boxes[n].variable |= (*voxel == '+') << i;
      voxel += 1 + strspn (voxel + 1, "0123456789");
    }
  }
  for (const char *at = end; (at = strstr (at, "<shape ")) != NULL; at++) {
    const char *count = strstr (at, "count=");
    gboolean fixed = count != NULL && count < strchr (at, '>');

    burr.parts[burr.n_parts] = boxes[number_behind (at, "id")];
    burr.least[burr.n_parts] = number_behind (at, fixed ? "count" : "min");
    burr.most[burr.n_parts++] = number_behind (at, fixed ? "count" : "max");
  }
  burr.result = boxes[number_behind (strstr (end, "<result"), "id")];
  for (int c = 0; c <= MOST_COLOURS; c++)
    burr.allowed[0][c] = burr.allowed[c][0] = TRUE;
  for (const char *at = end; (at = strstr (at, "<pair")) != NULL; at++)
    burr.allowed[number_behind (at, "piece") + 1][number_behind (at, "result") + 1] = TRUE;
  for (int p = 0; p <= MOST_COLOURS; p++)
    while (!equal_colours (&burr, burr.first[p], p))
      burr.first[p]++;
  return burr;
}

/* The cells of the result that a part covers in an orientation, -1 when it does not fit. `lies` gets
 * the piece colour of each cell. */
static int
cover (const Burr *burr, const Box *part, int turn, int left, int top, char lies[MOST_CELLS])
{
  int mask = 0;

  memset (lies, 0, MOST_CELLS);

  for (int i = 0; i < part->width * part->height; i++) {
    int x = i % part->width, y = i / part->width, swap = x, on;

    if (part->colours[i] < 0)
      continue;
    if ((turn & 4) != 0) {
      x = y;
      y = swap;
    }
    x = left + ((turn & 2) != 0 ? -x : x);
    y = top + ((turn & 1) != 0 ? -y : y);
    if (x < 0 || y < 0 || x >= burr->result.width || y >= burr->result.height)
      return -1;
    on = burr->result.colours[y * burr->result.width + x];
    if (on < 0 || !burr->allowed[part->colours[i]][on])
      return -1;
    mask |= 1 << (y * burr->result.width + x);
    lies[y * burr->result.width + x] = burr->first[part->colours[i]];
  }
  return mask;
}

/* Counts the fillings of the open cells. Placements of a part on the same cells are one unless the
 * colours there differ. */
static guint64
count_burr (const Burr *burr, int open, const int *used)
{
  guint64 sum = 0;
  int lowest = open & -open;

  if (open == 0) {
    for (int p = 0; p < burr->n_parts; p++)
      if (used[p] < burr->least[p])
        return 0;
    return 1;
  }
  if ((burr->result.variable & lowest) != 0)
    sum += count_burr (burr, open & ~lowest, used);
  for (int p = 0; p < burr->n_parts; p++) {
    char seen[8 * MOST_CELLS][MOST_CELLS];
    int masks[8 * MOST_CELLS], n_seen = 0, more[MOST_PARTS];

    memcpy (more, used, sizeof more);
    if (more[p]++ == burr->most[p])
      continue;
    for (int i = 0; i < 8 * MOST_CELLS; i++) {
      int at = i / 8, known = 0, mask;

      if (at >= burr->result.width * burr->result.height)
        break;
      mask = cover (burr, &burr->parts[p], i % 8, at % burr->result.width, at / burr->result.width,
                    seen[n_seen]);
      if (mask < 0 || (mask & ~open) != 0 || (mask & lowest) == 0)
        continue;
      while (known < n_seen
             && (masks[known] != mask || memcmp (seen[known], seen[n_seen], MOST_CELLS) != 0))
        known++;
      if (known < n_seen)
        continue;
      masks[n_seen++] = mask;
      sum += count_burr (burr, open & ~mask, more);
    }
  }
  return sum;
}

static guint64
count_text (const char *text)
{
  Burr burr = read_burr (text);
  int open = 0, used[MOST_PARTS] = { 0 };

  for (int i = 0; i < burr.result.width * burr.result.height; i++)
    if (burr.result.colours[i] >= 0)
      open |= 1 << i;
  return count_burr (&burr, open, used);
}

/* Appends a shape with colours from `first` to `last`. Without `voxels` they are filled, or some of them
 * variable. */
static void
append_box (GString *text, GRand *random, int width, int height, const char *voxels,
            gboolean variable, int first, int last)
{
  g_string_append_printf (text, "    <voxel x=\"%d\" y=\"%d\" z=\"1\" type=\"0\">", width, height);
  for (int i = 0; i < width * height; i++) {
    int colour = g_rand_int_range (random, first, last + 1);

    g_string_append_c (text, voxels != NULL                                    ? voxels[i]
                             : variable && g_rand_int_range (random, 0, 5) < 3 ? '+'
                                                                               : '#');
    if ((voxels == NULL || voxels[i] == '#') && colour > 0)
      g_string_append_printf (text, "%d", colour);
  }
  g_string_append (text, "</voxel>\n");
}

/* A file of the form that BurrTools writes, with random colours. */
static char *
random_burr (GRand *random)
{
  static const struct {
    int width, height;
    const char *voxels;
  } shapes[] = { { 1, 1, "#" }, { 2, 1, "##" }, { 2, 2, "##_#" }, { 3, 1, "###" } };
  int n_colours = g_rand_int_range (random, 0, 3) == 0 ? g_rand_int_range (random, 1, 5) : 2;
  int first = g_rand_int_range (random, 0, 6) == 0 ? 0 : 1;
  int width = g_rand_int_range (random, 2, 5), height = g_rand_int_range (random, 2, 4);
  gboolean variable = g_rand_int_range (random, 0, 2) == 0;
  gboolean fixed = variable && g_rand_int_range (random, 0, 3) > 0;
  GString *text = g_string_new ("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n"
                                "  <gridType type=\"0\"/>\n  <colors>\n");

  for (int c = 0; c < n_colours; c++)
    g_string_append (text, "    " COLOUR "\n");
  g_string_append (text, "  </colors>\n  <shapes>\n");
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    append_box (text, random, shapes[i].width, shapes[i].height, shapes[i].voxels, FALSE, first,
                n_colours);
  append_box (text, random, width, height, NULL, variable,
              g_rand_int_range (random, 0, 6) == 0 ? 0 : 1, n_colours);
  g_string_append (text, "  </shapes>\n  <problems>\n    <problem state=\"0\">\n      <shapes>\n");
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++) {
    int least = g_rand_int_range (random, 0, 2),
        most = g_rand_int_range (random, MAX (1, least), 7);

    if (fixed)
      least = most = g_rand_int_range (random, i == 0 ? 1 : 0, i < 2 ? 4 : 2);
    if (least == most)
      g_string_append_printf (text, "        <shape id=\"%zu\" count=\"%d\"/>\n", i, most);
    else
      g_string_append_printf (text, "        <shape id=\"%zu\" min=\"%d\" max=\"%d\"/>\n", i, least,
                              most);
  }
  g_string_append_printf (text, "      </shapes>\n      <result id=\"%zu\"/>\n      <bitmap>\n",
                          G_N_ELEMENTS (shapes));
  for (int p = 0; p < n_colours; p++)
    for (int r = 0; r < n_colours; r++)
      if (g_rand_int_range (random, 0, 8) < (p == r ? 7 : 2))
        g_string_append_printf (text, "        <pair piece=\"%d\" result=\"%d\"/>\n", p, r);
  g_string_append (text, "      </bitmap>\n    </problem>\n  </problems>\n</puzzle>\n");
  return g_string_free (text, FALSE);
}

/* Random puzzles, mostly with two colours: our count is that of BurrTools' rule, also for the file
 * that we write. */
TEST (burr_colours, "/xmpuzzle/burr-colours")
{
  GRand *random = g_rand_new_with_seed (20);
  guint solvable = 0, infeasible = 0, with_rules = 0, with_holes = 0;

  for (int round = 0; round < 600; round++) {
    g_autofree char *text = random_burr (random), *written = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) puzzles = parse (text, strlen (text), &error), again = NULL;

    g_assert_no_error (error);
    guint64 expected = count_text (text);
    g_assert_cmpuint (count (g_ptr_array_index (puzzles, 0)), ==, expected);
    written = write_good (g_ptr_array_index (puzzles, 0), NULL);
    g_assert_cmpuint (count_text (written), ==, expected);
    again = parse_good (written);
    g_assert_cmpuint (count (g_ptr_array_index (again, 0)), ==, expected);
    *(expected > 0 ? &solvable : &infeasible) += 1;
    const TwPieceProblem *problem = tw_piece_puzzle_get_problem (g_ptr_array_index (puzzles, 0));
    with_rules += expected > 0 && problem->rules != NULL;
    with_holes += expected > 0 && problem->rules != NULL && problem->n_free > 0;
  }
  g_rand_free (random);
  g_test_message ("%u solvable, %u of them with rules, %u with holes, %u infeasible", solvable,
                  with_rules, with_holes, infeasible);
  g_assert_cmpuint (solvable, >, 100);
  g_assert_cmpuint (infeasible, >, 100);
  g_assert_cmpuint (with_rules, >, 100);
  g_assert_cmpuint (with_holes, >, 50);
}

TEST (colours, "/xmpuzzle/colours")
{
  g_autoptr (GPtrArray) puzzles = parse_good (xmpuzzle_coloured);

  /* Horizontal or vertical. */
  g_assert_cmpuint (count (g_ptr_array_index (puzzles, 0)), ==, 2);
  g_assert_cmpuint (count_text (xmpuzzle_coloured), ==, 2);
}

TEST_MAIN (test_init, g_test_run)
