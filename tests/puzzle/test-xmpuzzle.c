/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-xmpuzzle.c - BurrTools files: what is imported, why other files are not, exporting, and
 * hostile files. */
#include "puzzle/error.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "xmpuzzle-test.h"

/* Dominoes lying and standing, a box of 2 x 4; the second problem has a piece with more than one
 * layer. */
static const char good[] = HEAD
  "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\" name=\"flat &amp; wide\">##</voxel>\n"
  "<voxel x=\"1\" y=\"2\" z=\"3\" type=\"0\">_#_#__</voxel>\n"
  "<voxel x=\"3\" y=\"5\" z=\"1\" type=\"0\">___##_##_##_##_</voxel>\n"
  "<voxel x=\"2\" y=\"2\" z=\"2\" type=\"0\">###_#___</voxel>\n"
  "</shapes><problems>\n"
  "<problem name=\"first\" state=\"0\"><shapes><shape id=\"0\" count=\"2\"/>"
  "<shape id=\"1\" min=\"0\" max=\"4\"/></shapes><result id=\"2\"/><bitmap/></problem>\n"
  "<problem name=\"second\" state=\"0\"><shapes><shape id=\"3\" count=\"1\"/></shapes>"
  "<result id=\"2\"/><bitmap/></problem>\n"
  "</problems><comment>two dominoes</comment></puzzle>\n";

static GBytes *
compress (const char *text)
{
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (zlib));

  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

TEST (read, "/xmpuzzle/read")
{
  static const char latin[] = "<!-- G\xf6tz -->";
  g_autofree char *other = g_strconcat (good, latin, NULL);
  g_autoptr (GBytes) packed = compress (good);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = parse_good (good);
  gsize length;
  const char *data = g_bytes_get_data (packed, &length);

  g_assert_cmpuint (puzzles->len, ==, 1);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (g_ptr_array_index (puzzles, 0));
  g_assert_cmpint (problem->board->width, ==, 2);
  g_assert_cmpint (problem->board->height, ==, 4);
  g_assert_cmpuint (problem->n_pieces, ==, 2);
  g_assert_cmpstr (problem->pieces[0].name, ==, "flat & wide");
  g_assert_cmpint (problem->pieces[0].least, ==, 2);
  g_assert_cmpint (problem->pieces[1].shape.count, ==, 2);
  /* Both shapes are dominoes, used in any mixture. */
  g_assert_cmpuint (count (g_ptr_array_index (puzzles, 0)), ==, 5);

  g_clear_pointer (&puzzles, g_ptr_array_unref);
  puzzles = parse (data, length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (puzzles->len, ==, 1);

  /* Old files are encoded in Latin-1. */
  g_clear_pointer (&puzzles, g_ptr_array_unref);
  puzzles = parse_good (other);
}

/* Shapes may have equal names, and be used twice; the pieces of a puzzle have different names. */
TEST (names, "/xmpuzzle/names")
{
  static const char equal[] = HEAD
    "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\" name=\"a\">##</voxel>\n"
    "<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\" name=\"a\">#</voxel>\n"
    "</shapes><problems><problem><shapes><shape id=\"0\" count=\"1\"/>"
    "<shape id=\"1\" count=\"1\"/><shape id=\"1\" count=\"1\"/></shapes><result id=\"0\"/>"
    "</problem></problems></puzzle>\n";
  g_autoptr (GPtrArray) puzzles = parse_good (equal);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (g_ptr_array_index (puzzles, 0));

  g_assert_cmpuint (problem->n_pieces, ==, 3);
  g_assert_cmpstr (problem->pieces[0].name, ==, "a");
  g_assert_cmpstr (problem->pieces[1].name, ==, "S2.1");
  g_assert_cmpstr (problem->pieces[2].name, ==, "S2.2");
  g_autofree char *text = tw_puzzle_write (g_ptr_array_index (puzzles, 0));
  g_autoptr (TwPuzzle) again = test_puzzle (text, NULL);
}

/* A puzzle is equal after writing and reading. */
TEST (write, "/xmpuzzle/write")
{
  static const char *const texts[] = {
    "{\"board\": [\"aaaa\", \"aaaa\", \"aa a\"], \"pieces\": ["
    "{\"name\": \"<&>\", \"cells\": [\"aa\"], \"least\": 1, \"most\": 4},"
    "{\"name\": \"M\", \"cells\": [\"a\"], \"least\": 2, \"most\": 2},"
    "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"], \"least\": 1}]}",
    "{\"board\": [\"ab\", \"ba\"], \"pieces\": [{\"cells\": [\"ab\"], \"most\": 2}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (TwPuzzle) puzzle = test_puzzle (texts[i], "a");
    g_autofree char *first = write_good (puzzle, NULL);
    g_autoptr (GPtrArray) again = parse_good (first);
    g_assert_cmpuint (count (g_ptr_array_index (again, 0)), ==, count (puzzle));
    g_autofree char *second = tw_xmpuzzle_write (g_ptr_array_index (again, 0), NULL, NULL);
    g_assert_cmpstr (second, ==, first);
  }
}

/* The comment of a file, in XML and in JSON, also after changes to the puzzle. */
TEST (comment, "/xmpuzzle/comment")
{
  static const char remark[] = "by <me> & \"you\"\nline 2 ä";
  g_autofree char *escaped = g_markup_escape_text (remark, -1);
  g_autofree char *tag = g_strdup_printf ("<comment popup=\"\">%s</comment></puzzle>", escaped);
  g_autofree char *lengthy = g_strnfill (TW_XMPUZZLE_MAX_COMMENT + 1, 'x');
  g_autoptr (GString) with = g_string_new (good), without = g_string_new (good);
  g_autoptr (GError) error = NULL;

  g_string_truncate (with, (gsize) (strstr (good, "<comment>") - good));
  g_string_assign (without, with->str);
  g_string_append (with, tag);
  g_autoptr (GPtrArray) puzzles = parse (with->str, with->len, &error);
  g_assert_no_error (error);

  TwPuzzle *puzzle = g_ptr_array_index (puzzles, 0);

  g_assert_cmpstr (tw_puzzle_get_comment (puzzle), ==, remark);
  g_autoptr (TwPuzzle) turned = tw_piece_puzzle_with_orientations (puzzle, TW_ORIENTATIONS_ALLOW,
                                                                   TW_ORIENTATIONS_ALLOW, &error);
  g_assert_no_error (error);
  g_autofree char *xml = write_good (turned, NULL);
  g_autoptr (GPtrArray) from_xml = parse_good (xml);
  g_assert_cmpstr (tw_puzzle_get_comment (g_ptr_array_index (from_xml, 0)), ==, remark);
  g_autofree char *json = tw_puzzle_write (puzzle);
  g_autoptr (TwPuzzle) from_json = test_puzzle (json, "a");
  g_assert_cmpstr (tw_puzzle_get_comment (from_json), ==, remark);

  g_string_append_printf (without, "<comment>%s</comment></puzzle>", lengthy);
  g_autoptr (GPtrArray) plain = parse (without->str, without->len, &error);
  g_assert_no_error (error);
  g_assert_null (tw_puzzle_get_comment (g_ptr_array_index (plain, 0)));
}

/* --- solutions ------------------------------------------------------------------------------ */

/* Straight and bent trominoes in boxes of 2 x 3. The second box stands on its edge, the last shape
 * is placed by another point than its corner. */
#define TROMINOES                                                                 \
  HEAD "<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel>\n"                  \
       "<voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">##_#</voxel>\n"                 \
       "<voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">######</voxel>\n"               \
       "<voxel x=\"1\" y=\"3\" z=\"3\" type=\"0\">___######</voxel>\n"            \
       "<voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\" hx=\"1\" hy=\"1\">##_#</voxel>" \
       "</shapes><problems>\n"
#define PROBLEM(shapes, result, assemblies)                                              \
  "<problem state=\"0\"><shapes>" shapes "</shapes><result id=\"" result "\"/><bitmap/>" \
  "<solutions>" assemblies "</solutions></problem>"
#define ASSEMBLY(text) "<solution asmNum=\"1\"><assembly>" text "</assembly></solution>"
#define TWO_STRAIGHT   "<shape id=\"0\" count=\"2\"/>"
#define TWO_BENT       "<shape id=\"0\" min=\"0\" max=\"1\"/><shape id=\"1\" count=\"2\"/>"
#define END            "</problems></puzzle>"

static GPtrArray *
read_solutions (const char *text, GPtrArray *puzzles, GError **error)
{
  return tw_xmpuzzle_read_solutions (text, strlen (text), puzzles, error);
}

TEST (solutions, "/xmpuzzle/solutions")
{
  static const char text[] = TROMINOES PROBLEM (
    TWO_STRAIGHT, "2", ASSEMBLY ("0 0 0 0 0 1 0 0") ASSEMBLY ("2 1 0 10 2 0 0 10"))
    PROBLEM ("<shape id=\"1\" count=\"2\"/>", "2", "")
      PROBLEM (TWO_BENT, "3", ASSEMBLY ("x 0 0 1 4 0 2 2 14")) /* found by BurrTools */
    PROBLEM ("<shape id=\"4\" count=\"2\"/>", "2", ASSEMBLY ("2 1 0 0 0 0 0 10")) END;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = parse_good (text);

  g_assert_cmpuint (puzzles->len, ==, 4);
  g_autoptr (GPtrArray) results = read_solutions (text, puzzles, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 4);
  TwResult *result = g_ptr_array_index (results, 0);
  g_assert_cmpuint (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).kept, ==, 2);
  g_assert_false (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).complete);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_null (g_ptr_array_index (results, 1));
  for (guint i = 2; i < 4; i++) {
    result = g_ptr_array_index (results, i);
    g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
    g_assert_cmpuint (tw_result_n_placements (result), ==, 2);
  }
}

/* All solutions come back from a file with them, and BurrTools calls a complete list solved. */
TEST (write_solutions, "/xmpuzzle/write-solutions")
{
  static const char *const texts[] = {
    "{\"board\": [\"aaaaa\", \"aaaaa\", \"aaaaa\", \"aaaaa\", \"aaaaa\"], \"pieces\": ["
    "{\"name\": \"P\", \"cells\": [\"aa\", \"aa\", \"a\"]},"
    "{\"name\": \"L\", \"cells\": [\"a\", \"a\", \"a\", \"aa\"]},"
    "{\"name\": \"N\", \"cells\": [\" a\", \"aa\", \"a\", \"a\"]},"
    "{\"name\": \"Y\", \"cells\": [\" a\", \"aa\", \" a\", \" a\"]},"
    "{\"name\": \"V\", \"cells\": [\"a\", \"a\", \"aaa\"], \"least\": 0, \"most\": 2},"
    "{\"name\": \"W\", \"cells\": [\"a\", \"aa\", \" aa\"], \"least\": 0, \"most\": 1}]}",
    "{\"board\": [\"ab\", \"ba\"], \"pieces\": [{\"cells\": [\"ab\"], \"most\": 2}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = test_puzzle (texts[i], "a");
    g_autoptr (TwResult) all = test_solve_all (puzzle);
    gsize n = tw_piece_solutions_count (tw_result_get_piece_solutions (all)).kept;
    g_assert_cmpuint (n, >, i == 0 ? 3 : 0);
    g_autofree char *text = write_good (puzzle, all);
    g_assert_nonnull (strstr (text, "<problem state=\"2\""));
    g_autoptr (GPtrArray) again = parse_good (text);
    g_autoptr (GPtrArray) results = read_solutions (text, again, &error);
    g_assert_no_error (error);
    TwResult *result = g_ptr_array_index (results, 0);
    g_assert_cmpuint (
      MAX (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).kept, 1), ==, n);
    g_autofree char *second = tw_xmpuzzle_write (g_ptr_array_index (again, 0), result, &error);
    g_assert_cmpstr (strstr (second, "<solutions>"), ==, strstr (text, "<solutions>"));

    /* The solutions belong to the puzzle that they were found for, also in a file with a byte order
     * mark. */
    g_autofree char *marked = g_strconcat ("\xEF\xBB\xBF", text, NULL);
    for (int mark = 0; mark < 2; mark++) {
      const char *read = mark ? marked : text;
      g_autoptr (TwResult) own = tw_result_parse (puzzle, read, strlen (read), "a", &error);

      g_assert_no_error (error);
      g_assert_cmpuint (tw_kind_check (own, NULL), ==, 0);
    }
  }
}

/* The two problems differ in how often they use the piece. */
#define TWO_COUNTS                                             \
  TROMINOES PROBLEM ("<shape id=\"0\" count=\"1\"/>", "2", "") \
    PROBLEM (TWO_STRAIGHT, "2", ASSEMBLY ("0 0 0 0 0 1 0 0"))  \
      PROBLEM ("<shape id=\"0\" max=\"2\" min=\"0\"/>", "2", ASSEMBLY ("0 1 0 0 0 0 0 0")) END

/* Returns whether the file has a solution of the puzzle, and checks it. */
static gboolean
is_solved (TwPuzzle *puzzle, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, strlen (text), "a", &error);

  g_assert_true ((result == NULL) == (error != NULL));
  g_assert_cmpuint (result != NULL ? tw_kind_check (result, NULL) : 0, ==, 0);
  return result != NULL;
}

/* Solutions belong to the problem with the same counts, and to a puzzle that is alone also behind a
 * problem without solutions. */
TEST (alike, "/xmpuzzle/alike")
{
  static const char counts[] = TWO_COUNTS;
  static const char equal[] = TROMINOES PROBLEM (TWO_STRAIGHT, "2", "")
    PROBLEM (TWO_STRAIGHT, "2", ASSEMBLY ("0 0 0 0 0 1 0 0")) END;
  static const char *const texts[] = { counts, equal };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) puzzles = parse_good (texts[i]);
    g_autoptr (GPtrArray) results = read_solutions (texts[i], puzzles, &error);

    g_assert_no_error (error);
    for (guint k = 0; k < puzzles->len; k++) {
      g_assert_true ((g_ptr_array_index (results, k) != NULL) == (k > 0));
      g_assert_true (is_solved (g_ptr_array_index (puzzles, k), texts[i])
                     == (k > 0 || texts[i] == equal));
    }
  }
}

/* A list that is cut because it is too large is not called complete. */
TEST (cut_solutions, "/xmpuzzle/cut-solutions")
{
  static const char text[] =
    "{\"board\": [\"aaaaaaaaaa\", \"aaaaaaaaaa\"], \"pieces\": ["
    "{\"name\": \"D\", \"cells\": [\"aa\"], \"least\": 0, \"most\": 1000000}]}";
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text, "a");
  g_autoptr (TwResult) all = test_solve_all (puzzle);
  TwPieceSolutions *answers = tw_result_get_piece_solutions (all);
  g_autofree char *xml = write_good (puzzle, all);
  gsize written = 0;

  g_assert_true (tw_piece_solutions_count (answers).complete);
  for (const char *p = xml; (p = strstr (p, "<assembly>")) != NULL; p++)
    written++;
  g_assert_cmpuint (written, >, 0);
  g_assert_cmpuint (written, <, tw_piece_solutions_count (answers).kept);
  g_assert_nonnull (strstr (xml, "<problem state=\"3\""));
}

TEST (bad_solutions, "/xmpuzzle/bad-solutions")
{
#define ONE(assembly) TROMINOES PROBLEM (TWO_BENT, "2", ASSEMBLY (assembly)) END
  static const struct {
    const char *text;
    const char *says; /* NULL: the checker refuses the solution */
  } cases[] = {
    { ONE ("x 1 0 0 0 1 1 0"), "problem 1: solution 1: for copy 2 of shape 2, three numbers" },
    { ONE ("x 1 0 0 0 1 1 0 24"), "for copy 2 of shape 2" },
    { ONE ("x 1 0 0 0 1 1 0 -1"), "for copy 2 of shape 2" },
    { ONE ("x 1 0 0 0 1 1 0 y"), "for copy 2 of shape 2" },
    { ONE (""), "for copy 1 of shape 1" },
    { ONE ("x x"), "for copy 2 of shape 2" },
    { ONE ("x 1 0 0 0 1 1 0 10 x"), "there are more placements than copies" },
    { ONE ("0 0 0 0 1 0 0 0 1 1 0 10"), "the pieces have more cells than the board" },
    { ONE ("x 99999999999999999999 0 0 0 1 1 0 10"), "for copy 1 of shape 2" },
    { ONE ("x 1 -99999999999999999999 0 0 1 1 0 10"), "for copy 1 of shape 2" },
    { ONE ("x 1 0 0 0 1 0 0 0"), NULL },        /* both at one place */
    { ONE ("x 1 0 0 0 1 1 0 16"), NULL },       /* wrongly turned */
    { ONE ("x 1 0 0 0 1 1 1 10"), NULL },       /* in another layer */
    { ONE ("x 1 0 0 4 1 1 0 10"), NULL },       /* across the layer */
    { ONE ("x 1000000 0 0 0 1 1 0 10"), NULL }, /* outside */
    { ONE ("x -32767 0 0 0 1 1 0 10"), NULL },
    { ONE ("x x x"), NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) puzzles = parse_good (cases[i].text);
    g_autoptr (GPtrArray) results = read_solutions (cases[i].text, puzzles, &error);

    if (cases[i].says == NULL) {
      g_assert_no_error (error);
      if (tw_kind_check (g_ptr_array_index (results, 0), NULL) == 0)
        g_error ("solution %zu was accepted", i);
    } else if (error == NULL || strstr (error->message, cases[i].says) == NULL) {
      g_error ("solution %zu gave “%s”", i, error != NULL ? error->message : "no error");
    }
  }
#undef ONE
}

/* A result of four cubes in a row, filled by dominoes. */
#define HOLES(result, domino, holes, counts)                                  \
  HEAD "<voxel x=\"4\" y=\"1\" z=\"1\">" result "</voxel>"                    \
       "<voxel x=\"2\" y=\"1\" z=\"1\">" domino "</voxel></shapes><problems>" \
       "<problem " holes "><shapes><shape id=\"1\" " counts                   \
       "/></shapes><result id=\"0\"/></problem>"                              \
       "</problems></puzzle>"

TEST (bad, "/xmpuzzle/bad")
{
  static const struct {
    const char *text;
    const char *says;
  } cases[] = {
    { "<?xml version=\"1.0\"?><svg/>", "a puzzle of BurrTools is expected, not <svg>" },
    { "<puzzle version=\"2\"><gridType type=\"1\"/></puzzle>",
      "the grid is one of triangular prisms; expected one of cubes" },
    { "<puzzle version=\"2\"><gridType type=\"9\"/></puzzle>", "not that of cubes (type 9)" },
    { "<puzzle version=\"2\"><gridType type=\"0\"/></puzzle>", "the file has no problem" },
    { "<puzzle version=\"2\">", "b.xmpuzzle: " },
    { "\x1f\x8b\x08nonsense", "the compressed data cannot be read" },
    { HEAD "</shapes><problems><problem><shapes><shape id=\"0\" count=\"1\"/>",
      "attribute id: a number from 0 to -1 is expected" },
    { HEAD "<voxel x=\"2\" y=\"1\" z=\"1\">#</voxel></shapes></puzzle>",
      "line 6: shape 1: 2 cubes are expected" },
    { HEAD "<voxel x=\"1\" y=\"1\" z=\"1\">##</voxel></shapes></puzzle>",
      "shape 1: 1 cubes are expected" },
    { TWO_COLOURS "<voxel x=\"1\" y=\"1\" z=\"1\">#3</voxel></shapes></puzzle>",
      "shape 1: a colour is larger than 2" },
    { TWO_COLOURS "</shapes><problems><problem><bitmap><pair piece=\"0\" result=\"2\"/></bitmap>"
                  "</problem></problems></puzzle>",
      "attribute result: a number from 0 to 1 is expected" },
    { HEAD "<voxel x=\"1\" y=\"1\" z=\"1\">?</voxel></shapes></puzzle>", "_, #, + and numbers" },
    { HEAD "<voxel x=\"9999\" y=\"9999\" z=\"1\">#</voxel></shapes></puzzle>",
      "shape 1 has more than 1000000 cubes" },
    { HEAD "<voxel x=\"-1\" y=\"1\" z=\"1\">#</voxel></shapes></puzzle>",
      "attribute x: a number from 0 to 1000000 is expected" },
    { HOLES ("++++", "#+", "", "count=\"1\""),
      "problem 1: shape 2, a piece, has cubes that may stay empty" },
    { HOLES ("++++", "##", "maxHoles=\"-1\"", "count=\"1\""), "attribute maxHoles" },
    { HEAD "<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel></shapes><problems><problem><shapes>"
           "<shape id=\"1\"/></shapes><result id=\"0\"/></problem></problems></puzzle>",
      "attribute id: a number from 0 to 0 is expected" },
    { HEAD "<voxel x=\"2\" y=\"2\" z=\"2\">#######_</voxel></shapes><problems><problem><shapes>"
           "<shape id=\"0\"/></shapes><result id=\"0\"/></problem></problems></puzzle>",
      "problem 1: shape 1 is thicker than one layer" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    if (parse (cases[i].text, strlen (cases[i].text), &error) != NULL)
      g_error ("“%s” was taken", cases[i].text);
    if (strstr (error->message, cases[i].says) == NULL)
      g_error ("“%s” gave “%s”", cases[i].text, error->message);
  }
}

/* A puzzle with free cells is a result whose cubes may stay empty, in both directions; or only some
 * cubes may, or not a fixed number of them. */
TEST (holes, "/xmpuzzle/holes")
{
  static const struct {
    const char *text;
    guint64 count;
    const char *result;
  } cases[] = {
    { HOLES ("++++", "##", "maxHoles=\"2\"", "count=\"1\""), 3, ">++++<" },
    { HOLES ("++#+", "##", "", "count=\"1\""), 2, ">+2+2#1+2<" },
    { HOLES ("+##+", "##", "maxHoles=\"1\"", "count=\"1\""), 1, ">+2#1#1+2<" },
    { HOLES ("++++", "##", "", "min=\"1\" max=\"2\""), 4, ">++++<" },
    { HOLES ("++++", "##", "maxHoles=\"1\"", "min=\"1\" max=\"2\""), 1, ">++++<" },
    { HOLES ("#+++", "##", "", "min=\"0\" max=\"2\""), 2, ">#1+2+2+2<" },
    { HOLES ("#+++", "##", "", "min=\"2\" max=\"3\""), 1, ">#1+2+2+2<" },
    { HOLES ("####", "##", "maxHoles=\"0\"", "min=\"1\" max=\"2\""), 1, ">####<" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) puzzles = parse_good (cases[i].text), again = NULL;
    g_autofree char *written = write_good (g_ptr_array_index (puzzles, 0), NULL);

    again = parse_good (written);
    g_assert_cmpuint (count (g_ptr_array_index (puzzles, 0)), ==, cases[i].count);
    g_assert_cmpuint (count (g_ptr_array_index (again, 0)), ==, cases[i].count);
    g_assert_nonnull (strstr (written, cases[i].result));
  }
}

/* The files in the folder burrtools are what we write for puzzles, and BurrTools' own library has counted
 * the solutions of each. It tells equal pieces apart, we do not. Where its program burrTxt is installed,
 * it counts again. */
TEST (counted, "/xmpuzzle/counted")
{
  static const struct {
    const char *name;
    gboolean installed; /* a puzzle of the collection */
    guint64 assemblies;
    guint64 exchanges; /* of equal pieces in a solution */
  } files[] = {
    { "chequered-5x6.txt", TRUE, 868, 4 },
    { "colours.json", FALSE, 27, 1 },
    { "counts.json", FALSE, 46, 1 },
    { "holes.json", FALSE, 3, 1 },
    { "holes-of-few-pieces.json", FALSE, 16, 1 },
    { "mixed.json", FALSE, 23, 1 },
    { "most-holes.json", FALSE, 25, 1 },
    { "pentominoes-3x20.txt", TRUE, 2, 1 },
    { "pentominoes-5x5.txt", TRUE, 107, 1 },
    { "pentominoes-triple-x.txt", TRUE, 20, 1 },
    { "quadrillion-slope.txt", TRUE, 46, 1 },
    { "rules.json", FALSE, 5, 1 },
    { "tetrominoes-free-5x8.json", TRUE, 783, 1 },
  };
  const char *collection = g_getenv ("TW_TEST_PUZZLES");
  g_autofree char *folder = g_build_filename (collection, "../../tests/puzzle/burrtools", NULL);
  g_autofree char *program = g_find_program_in_path ("burrTxt");

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GFile) file = g_file_new_build_filename (files[i].installed ? collection : folder,
                                                        files[i].name, NULL);
    g_autoptr (GPtrArray) puzzles = tw_puzzles_load (file, NULL, &error);
    g_autofree char *base = g_strndup (files[i].name, strcspn (files[i].name, "."));
    g_autofree char *path = g_strconcat (folder, "/", base, ".xmpuzzle", NULL);
    g_autofree char *expected = g_strdup_printf ("%" G_GUINT64_FORMAT " assemblies and ",
                                                 files[i].assemblies);
    g_autofree char *kept = NULL, *written = NULL, *output = NULL, *answered = NULL;

    g_assert_no_error (error);
    g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
    written = write_good (g_ptr_array_index (puzzles, 0), NULL);
    g_assert_cmpstr (written, ==, kept);
    g_assert_cmpuint (count_solutions (g_ptr_array_index (puzzles, 0), TRUE) * files[i].exchanges,
                      ==, files[i].assemblies);
    g_autoptr (TwResult) solved = test_solve (g_ptr_array_index (puzzles, 0), NULL);
    answered = write_good (g_ptr_array_index (puzzles, 0), solved);
    g_assert_true (is_solved (g_ptr_array_index (puzzles, 0), answered));
    if (program == NULL)
      continue;
    g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                                                        program, "-q", path, NULL);
    g_assert_no_error (error);
    g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL));
    g_assert_nonnull (strstr (output, expected));
  }
}

/* A decompression bomb: a few bytes that expand enormously. */
TEST (bomb, "/xmpuzzle/bomb")
{
  g_autofree char *blanks = g_strnfill (TW_XMPUZZLE_MAX_BYTES + 1, ' ');
  g_autoptr (GBytes) packed = compress (blanks);
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (packed, &length);

  g_assert_cmpuint (length, <, 1 << 20);
  g_assert_null (parse (data, length, &error));
  g_assert_nonnull (strstr (error->message, "the decompressed file is larger than 64 MiB"));
}

/* Elements inside each other take memory while they are open, and filled voxels more than a byte
 * each; so a small file must not have too many. */
TEST (depth, "/xmpuzzle/depth")
{
  for (int depth = TW_XMPUZZLE_MAX_DEPTH; depth <= TW_XMPUZZLE_MAX_DEPTH + 1; depth++) {
    g_autoptr (GString) text = g_string_new (TROMINOES PROBLEM (TWO_STRAIGHT, "2", ""));
    g_autoptr (GError) error = NULL;

    for (int i = 2; i < depth; i++) /* inside of puzzle and problems */
      g_string_append (text, "<separation>");
    for (int i = 2; i < depth; i++)
      g_string_append (text, "</separation>");
    g_string_append (text, END);
    g_autoptr (GPtrArray) puzzles = parse (text->str, text->len, &error);
    if (depth <= TW_XMPUZZLE_MAX_DEPTH) {
      g_assert_no_error (error);
      continue;
    }
    g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
    g_assert_nonnull (strstr (error->message, "more than 1000 elements are inside each other"));
  }
}

TEST (voxels, "/xmpuzzle/voxels")
{
  g_autofree char *voxels = g_strnfill (TW_XMPUZZLE_MAX_CUBES, '#');
  g_autofree char *shape = g_strdup_printf ("<voxel x=\"1000\" y=\"1000\" z=\"1\">%s</voxel>\n",
                                            voxels);
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 5; i++)
    g_string_append (text, shape);
  g_string_append (text, "</shapes></puzzle>");
  g_assert_null (parse (text->str, text->len, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "the pieces have more than 4000000 cells"));
}

#define USE(id)        "<shape id=\"" id "\" count=\"1\"/>"
#define BARE(uses, id) "<problem><shapes>" uses "</shapes><result id=\"" id "\"/></problem>"

/* Few bytes that make large puzzles: each part copies the cells of its shape, and a board is as
 * large as its box. */
TEST (copies, "/xmpuzzle/copies")
{
  static const struct {
    const char *problems;
    guint n_puzzles; /* 0: they are too large */
  } cases[] = {
    { BARE (USE ("0") USE ("0") USE ("0"), "0"), 1 },
    { BARE (USE ("0") USE ("0") USE ("0") USE ("1"), "0"), 0 },
    { BARE (USE ("0"), "0") BARE (USE ("0"), "0") BARE (USE ("1"), "1"), 0 },
    { BARE (USE ("1"), "2") BARE (USE ("1"), "2") BARE (USE ("1"), "2") BARE (USE ("1"), "2"), 0 },
    /* What is not flat, and what has no result, becomes no puzzle. */
    { BARE (USE ("0") USE ("0") USE ("0") USE ("3"), "0") BARE (USE ("0") USE ("0"), "0"), 1 },
    { BARE (USE ("0") USE ("0") USE ("0"), "3") BARE (USE ("0") USE ("0"), "0"), 1 },
    { "<problem><shapes>" USE ("0") USE ("0")
        USE ("0") "</shapes></problem>" BARE (USE ("0") USE ("0"), "0"),
      1 },
  };
  g_autofree char *full = g_strnfill (1000 * 1000, '#'), *corners = g_strnfill (1000 * 1000, '_');

  corners[0] = corners[1000 * 1000 - 1] = '#';
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf (HEAD "<voxel x=\"1000\" y=\"1000\" z=\"1\">%s</voxel>"
                                                  "<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>"
                                                  "<voxel x=\"1000\" y=\"1000\" z=\"1\">%s</voxel>"
                                                  "<voxel x=\"2\" y=\"2\" z=\"2\">########</voxel>"
                                                  "</shapes><problems>%s</problems></puzzle>",
                                             full, corners, cases[i].problems);
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) puzzles = parse (text, strlen (text), &error);

    if ((puzzles != NULL ? puzzles->len : 0) != cases[i].n_puzzles)
      g_error ("case %zu has %u puzzles", i, puzzles != NULL ? puzzles->len : 0);
    if (puzzles == NULL)
      g_assert_nonnull (strstr (error->message, "the pieces have more than 4000000 cells"));
  }
}

/* A problem inside of a solution does not end the problem around it. */
TEST (nested, "/xmpuzzle/nested")
{
  static const char text[] = TROMINOES PROBLEM (
    TWO_STRAIGHT, "2", ASSEMBLY ("0 0 0 0 <problem></problem>0 1 0 0")) END;
  g_autoptr (GPtrArray) puzzles = parse_good (text);

  g_assert_true (is_solved (g_ptr_array_index (puzzles, 0), text));
}

static const char solved[] = TROMINOES PROBLEM (
  TWO_BENT, "2", ASSEMBLY ("x 1 0 0 0 1 1 0 10") ASSEMBLY ("x 1 0 0 2 1 1 0 8")) END;

TEST (hostile, "/xmpuzzle/hostile")
{
  /* The last two are a letter in UTF-8, and parts of one. */
  static const char bytes[] = "<>/\"=#+_19 \x01&x\xc3\xa9";
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int round = 0; round < test_size (6000); round++) {
    static const char *const texts[] = { good, xmpuzzle_coloured, solved };
    const char *from = texts[round % 3];
    g_autofree char *text = g_strdup (from);
    g_autoptr (GError) error = NULL;
    gsize length = strlen (text);

    for (int n = g_rand_int_range (random, 1, 6); n > 0; n--)
      text[g_rand_int_range (random, 8, (gint32) length)] =
        bytes[g_rand_int_range (random, 0, sizeof bytes - 1)];
    g_autoptr (GPtrArray) puzzles = parse (text, length, &error);
    g_assert_true ((puzzles == NULL) == (error != NULL));
    g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
    if (puzzles != NULL) {
      g_autoptr (GPtrArray) results = tw_xmpuzzle_read_solutions (text, length, puzzles, &error);

      g_assert_true ((results == NULL) == (error != NULL));
      for (guint i = 0; results != NULL && i < results->len; i++)
        if (g_ptr_array_index (results, i) != NULL)
          tw_kind_check (g_ptr_array_index (results, i), NULL);
    }
  }
}

TEST_MAIN (test_init, g_test_run)
