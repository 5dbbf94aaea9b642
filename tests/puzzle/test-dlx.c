/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-dlx.c - Knuth's exact-cover text: what is accepted, what is refused and where, and
 * writing. */
#include "puzzle/error.h"
#include "puzzle/kinds/cover/cover.h"
#include "test-puzzles.h"
#include "test-tools.h"

static TwDlx *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  TwDlx *dlx = tw_dlx_read (text, &error);

  g_assert_no_error (error);
  return dlx;
}

TEST (read, "/dlx/read")
{
  g_autoptr (TwDlx) dlx = read_text ("| comment\n\n  a b\tc | x y\r\n"
                                     "a x:red\n"
                                     " | another comment: a a\n"
                                     "b c x:red y\n"
                                     "\n"
                                     "b x:blue y:red");
  const TwExactCover *p = &dlx->problem;
  g_autofree char *text = tw_dlx_write (dlx);

  g_assert_cmpint (p->n_primary, ==, 3);
  g_assert_cmpint (p->n_secondary, ==, 2);
  g_assert_cmpint (p->n_options, ==, 3);
  g_assert_cmpint (p->start[1], ==, 2);
  g_assert_cmpint (p->start[3], ==, 9);
  g_assert_cmpint (p->terms[1].item, ==, 3);
  g_assert_cmpint (p->terms[1].colour, ==, 1);
  g_assert_cmpint (p->terms[4].colour, ==, 1);
  g_assert_cmpint (p->terms[5].colour, ==, 0);
  g_assert_cmpint (p->terms[7].colour, ==, 2);
  g_assert_cmpstr (text, ==,
                   "a b c | x y\n"
                   "a x:red\n"
                   "b c x:red y\n"
                   "b x:blue y:red\n");
}

/* A problem is equal after writing and reading. */
TEST (round_trip, "/dlx/round-trip")
{
  static const char *const texts[] = {
    "a\n",
    "a b\na b\n",
    "| comment\na | b\na b:c\na b:d\nb\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (TwDlx) dlx = read_text (texts[i]);
    g_autofree char *first = tw_dlx_write (dlx);
    g_autoptr (TwDlx) again = read_text (first);
    g_autofree char *second = tw_dlx_write (again);

    g_assert_cmpstr (first, ==, second);
  }
}

TEST (bad, "/dlx/bad")
{
  static const struct {
    const char *text;
    const char *message;
  } cases[] = {
    { "", "line 1: the text ends before a line of items" },
    { "| only\n| comments\n", "line 2: the text ends before a line of items" },
    { "a b a\n", "line 1: the item “a” is given twice" },
    { "a | b | c\n", "line 1: there is a second | between the items" },
    { "\na 2:3|b\n", "line 2: “2:3|b” is not an item: names without : and | are expected "
                     "(multiplicities are not supported)" },
    { "a b\nb c\n", "line 2: “c” is not among the items of the first line" },
    { "a b\n\nb a b\n", "line 3: “b” is given twice in the option" },
    { "a | b\nb:1 a b\n", "line 2: “b” is given twice in the option" },
    { "a | b\na:1 b\n", "line 2: “a” is a primary item, which cannot have a colour" },
    { "a | b\na b:\n", "line 2: a name is missing beside a colon" },
    { "a | b\na :x\n", "line 2: a name is missing beside a colon" },
    { "a | b\na | b\n", "line 2: “|” is not among the items of the first line" },
    { "0123456789012345678901234567890123456789012345678901234567890123456789\n",
      "line 1: the name “0123456789012345678901234567890123456789…” is longer than 64 bytes" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    if (tw_dlx_read (cases[i].text, &error) != NULL)
      g_error ("“%s” was taken", cases[i].text);
    g_assert_cmpstr (error->message, ==, cases[i].message);
    g_assert_cmpint (error->domain, ==, TW_PUZZLE_ERROR);
  }
}

/* Text beyond the limits is refused with its position. */
TEST (large, "/dlx/large")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i <= TW_DLX_MAX_ITEMS; i++)
    g_string_append_printf (text, "i%d ", i);
  g_assert_null (tw_dlx_read (text->str, &error));
  g_assert_cmpstr (error->message, ==, "line 1: more than 100000 items");
  g_clear_error (&error);
  if (TEST_SANITIZED) /* a minute for a million options */
    return;

  g_string_assign (text, "a\n");
  for (int i = 0; i <= TW_DLX_MAX_OPTIONS; i++)
    g_string_append (text, "a\n");
  g_assert_null (tw_dlx_read (text->str, &error));
  g_assert_cmpstr (error->message, ==, "line 1000002: more than 1000000 options");
}

/* Changes, drops and duplicates bytes of a valid text: it is read or refused, and nothing else
 * happens. */
TEST (hostile, "/dlx/hostile")
{
  static const char good[] = "| c\na b c | x y\na x:r\nb c x:r y\nb x:b y:r\nc y\n";
  static const char bytes[] = "|: \n\ta\x01\xff\r";
  g_autoptr (GRand) random = g_rand_new_with_seed (24);

  for (int round = 0; round < test_size (20000); round++) {
    g_autofree char *text = g_strdup (good);
    g_autoptr (GError) error = NULL;

    for (int n = g_rand_int_range (random, 1, 6); n > 0; n--)
      text[g_rand_int_range (random, 0, sizeof good - 1)] =
        bytes[g_rand_int_range (random, 0, sizeof bytes - 1)];
    text[g_rand_int_range (random, 0, sizeof good)] = '\0';
    TwDlx *dlx = g_utf8_validate (text, -1, NULL) ? tw_dlx_read (text, &error) : NULL;
    if (dlx != NULL) {
      g_autofree char *written = tw_dlx_write (dlx);
      g_autoptr (TwDlx) again = tw_dlx_read (written, NULL);

      g_assert_true (again != NULL || dlx->problem.n_primary == 0);
      tw_dlx_free (dlx);
    } else if (error != NULL) {
      g_assert_true (g_str_has_prefix (error->message, "line "));
    }
  }
}

/* The file name alone identifies the format. */
TEST (exact_cover, "/dlx/puzzle")
{
  static const char text[] = "a b\na\nb\na b\n";
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text, "x.DLX");
  g_autoptr (TwPuzzle) other = test_parse (text, "x.txt", NULL);

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_cover);
  g_assert_true (other == NULL || tw_puzzle_get_kind (other) != &tw_kind_cover);
}

/* A copy of a solution, as the window keeps it, has the same options. */
TEST (copy, "/dlx/copy")
{
  static const char text[] = "a b c\na\nb\na b\nc\nb c\n";
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text, "x.dlx");
  TwOptions options = test_options ();

  options.limit = 1;
  g_autoptr (TwResult) result = test_solve (puzzle, &options);
  g_autoptr (TwResult) copy = tw_result_dup_solution (result);

  g_autoptr (JsonNode) json = tw_result_to_json (result);
  g_autoptr (JsonNode) json_copy = tw_result_to_json (copy);

  JsonObject *before = json_node_get_object (json);
  JsonObject *after = json_node_get_object (json_copy);
  g_assert_cmpint (json_object_get_int_member (before, "numberOfOptions"), >, 0);
  g_assert_true (json_object_has_member (after, "options"));
  g_assert_true (json_node_equal (json_object_get_member (before, "options"),
                                  json_object_get_member (after, "options")));
}

TEST_MAIN (test_init, g_test_run)
