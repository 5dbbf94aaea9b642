/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli-formats.c - exported puzzles, which third-party programs verify where they are installed.
 * The table cli/convert.txt has the rest. */
#include <stdlib.h>
#include <string.h>

#include "cli-test.h"
#include "config.h"

/* The rows of x are primary items; the crossings spell words. */
static const char crossings[] = "| two words across, two down, letters A and B\n"
                                "r1 r2 c1 c2 | s11 s12 s21 s22\n"
                                "r1 s11:A s12:B\n"
                                "r1 s11:B s12:B\n"
                                "r2 s21:B s22:A\n"
                                "c1 s11:A s21:B\n"
                                "c1 s11:B s21:B\n"
                                "c2 s12:B s22:A\n"
                                "c2 s12:A s22:A\n";

/* --- other solvers ----------------------------------------------------------------- */

/* Puzzles with few solutions, and with none. */
static const struct {
  const char *name;
  const char *text;
} judged[] = {
  { "dominoes.txt", "aaaa\naaaa\naaaa\naaaa\n\naa\n\naa\n\naa\n\naa\n\naa\n\naa\n\naa\n\naa\n" },
  { "strip.txt", "aaa\n\naa\n\na\n" },
  { "colours.txt", "ab\nab\n\naa\n\naa\n" },
  { "counts.json", "{\"board\": [\"aaaa\", \"aaaa\", \"aa a\"], \"pieces\": ["
                   "{\"name\": \"D\", \"cells\": [\"aa\"], \"least\": 1, \"most\": 4},"
                   "{\"name\": \"M\", \"cells\": [\"a\"], \"least\": 2, \"most\": 6},"
                   "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"], \"least\": 1}]}" },
  { "placed.json", "{\"board\": [\"aaaa\", \"aaaa\"], \"pieces\": ["
                   "{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 4}],"
                   "\"placed\": [{\"piece\": \"D\", \"x\": 1, \"y\": 0}]}" },
  { "large.json", "{\"board\": [\"aaa\", \"aaa\"], \"pieces\": ["
                  "{\"name\": \"I\", \"cells\": [\"aaaa\"], \"least\": 1},"
                  "{\"name\": \"M\", \"cells\": [\"a\"], \"most\": 6}]}" },
  { "crossings.dlx", crossings },
  { "empty.dlx", "a b\na\n" },
  { "plain.dlx", "a b c | d\na d\nb d\nb\nc d\nc\nd\na b c\na\n" },
};

/* Runs a third-party program with the file in place of the word MODEL. Returns its output; NULL, and
 * the case is skipped, when it is not installed. */
static char *
run_program (const char *line, const char *model)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autofree char *program = g_find_program_in_path (words[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  char *out = NULL;

  if (program == NULL) {
    g_test_skip (words[0]);
    return NULL;
  }
  for (char **word = words; *word != NULL; word++)
    if (g_str_equal (*word, "MODEL")) {
      g_free (*word);
      *word = g_strdup (model);
    }
  process = g_subprocess_newv ((const char *const *) words,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE,
                               &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  return out;
}

/* Each of these texts, up to a NULL, is in the output of a program. */
static void
expect_program (const char *line, const char *model, const char *const *texts)
{
  g_autofree char *out = run_program (line, model);

  for (; out != NULL && *texts != NULL; texts++)
    if (strstr (out, *texts) == NULL)
      g_error ("%s does not say “%s”: %s", line, *texts, out);
}

/* Writes the puzzle to a file and returns the raw count of our engine. */
static int
count_judged (gsize i)
{
  g_autofree char *line = g_strdup_printf ("count %s --json -", judged[i].name);
  const char *raw;

  cli_write_file (judged[i].name, judged[i].text);

  g_auto (TestOutcome) outcome = cli_run (line);

  g_assert_cmpint (outcome.code, ==, 0);
  raw = strstr (outcome.out, "\"raw\":");
  g_assert_nonnull (raw);
  return atoi (raw + strlen ("\"raw\":"));
}

/* The path of the puzzle in another format. */
static char *
convert_judged (const char *name, const char *format)
{
  gboolean minizinc = g_str_equal (format, "minizinc"); /* the program checks the extension */
  g_autofree char *model = g_strdup_printf ("model.%s", minizinc ? "mzn" : format);
  g_autofree char *line = g_strdup_printf ("convert %s --to %s -o %s", name, format, model);

  cli_expect (line, 0, "", "");
  return cli_path (model);
}

/* Third-party programs: the words of their command line, what their output contains for a puzzle
 * with solutions and for one without, and the word behind which the number of models is, if any. */
typedef struct {
  const char *name, *format, *line, *yes, *no, *counts;
} Judge;

static const Judge judges[] = {
  { "clasp-opb", "opb", "clasp -n 0 -q MODEL", "s SATISFIABLE", "s UNSATISFIABLE", "c Models " },
  { "clasp-cnf", "cnf", "clasp -n 0 -q MODEL", "s SATISFIABLE", "s UNSATISFIABLE", "c Models " },
  { "minisat", "cnf", "minisat MODEL", "\nSATISFIABLE", "UNSATISFIABLE", NULL },
  { "glpsol", "mps", "glpsol --mps MODEL", "INTEGER OPTIMAL SOLUTION FOUND", "HAS NO", NULL },
  { "cbc", "mps", "cbc MODEL solve", "Result - Optimal solution found", "infeasible", NULL },
  { "minizinc", "minizinc", "minizinc --solver gecode --all-solutions --statistics MODEL",
    "----------", "=====UNSATISFIABLE=====", "%%%mzn-stat: nSolutions=" },
};

static void
test_judge (gconstpointer data)
{
  const Judge *judge = data;
  int with = 0, without = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (judged); i++) {
    int expected = count_judged (i);
    g_autofree char *path = convert_judged (judged[i].name, judge->format);
    g_autofree char *out = run_program (judge->line, path);

    if (out == NULL)
      return;
    if (strstr (out, expected > 0 ? judge->yes : judge->no) == NULL)
      g_error ("%s: %d solutions, but %s says: %s", judged[i].name, expected, judge->name, out);
    if (judge->counts != NULL && expected > 0) {
      const char *found = strstr (out, judge->counts);

      g_assert_nonnull (found);
      found += strlen (judge->counts);
      found += strspn (found, " :");
      g_assert_cmpint (atoi (found), ==, expected);
    }
    with += expected > 0;
    without += expected == 0;
  }
  g_assert_cmpint (with, >=, 6);
  g_assert_cmpint (without, >=, 2);
}

/* The minimum number of squares. */
TEST (squares, "/cli-formats/squares")
{
  static const char *const clasp[] = { "s OPTIMUM FOUND", "c Optimization   : 10", NULL };
  static const char *const cbc[] = { "Objective value:                10.0", NULL };
  static const char *const glpsol[] = { "INTEGER OPTIMAL SOLUTION FOUND", "mip =   1.000000000e+01",
                                        NULL };
  g_autofree char *opb = NULL, *mps = NULL, *minizinc = NULL, *out = NULL;

  cli_write_file ("squares.txt", "....#..\n.......\n..#....\n.......\n.......\n");
  cli_expect ("solve squares.txt", 0, "squares.txt: 10 squares, optimal", "");
  cli_expect ("convert squares.txt --to cnf", 2, "", "unknown format “cnf”");
  cli_expect ("convert squares.txt --to lp", 2, "",
              "unknown format “lp” for this kind of puzzle; expected one of: own, ascii, opb, mps, "
              "minizinc");
  opb = convert_judged ("squares.txt", "opb");
  mps = convert_judged ("squares.txt", "mps");
  minizinc = convert_judged ("squares.txt", "minizinc");
  expect_program ("clasp -q MODEL", opb, clasp);
  expect_program ("cbc MODEL solve", mps, cbc);
  expect_program ("glpsol --mps MODEL", mps, glpsol);
  out = run_program ("minizinc --solver gecode MODEL", minizinc);
  if (out != NULL) {
    const char *last = g_strrstr (out, "x = [");
    int ones = 0;

    g_assert_nonnull (strstr (out, "=========="));
    g_assert_nonnull (last);
    for (; *last != ']'; last++)
      ones += *last == '1';
    g_assert_cmpint (ones, ==, 10);
  }
}

/* Exports a piece puzzle as exact-cover text and reads it back. */
TEST (round_trip, "/cli-formats/round-trip")
{
  for (gsize i = 0; i < G_N_ELEMENTS (judged); i++) {
    int expected = count_judged (i);
    g_autofree char *says = g_strdup_printf ("\"raw\":%d,", expected);
    g_autofree char *path = NULL;

    if (g_str_has_suffix (judged[i].name, ".dlx"))
      continue;
    if (g_str_equal (judged[i].name, "counts.json")) {
      cli_expect ("convert counts.json --to dlx", 2, "", "piece D has a limited number");
      continue;
    }
    path = convert_judged (judged[i].name, "dlx");
    cli_expect ("count model.dlx --json -", 0, says, "");
  }
}

/* ezdxf reads the drawing: it finds no fault, each path of the cut is closed, and the drawing has
 * this size. Lines that are not cut are engraved. */
static void
judge_dxf (const char *name, const char *expected)
{
  g_autofree char *path = cli_path (name), *out = NULL;

  cli_write_file (
    "read.py", "import sys\n"
               "try:\n"
               "    import ezdxf, ezdxf.bbox\n"
               "except ImportError:\n"
               "    sys.exit(print('ezdxf is missing'))\n"
               "drawing = ezdxf.readfile(sys.argv[1])\n"
               "audit = drawing.audit()\n"
               "space = drawing.modelspace()\n"
               "cuts = space.query('POLYLINE[layer==\"CUT\"]')\n"
               "lines = space.query('LINE[layer==\"ENGRAVE\"]')\n"
               "box = ezdxf.bbox.extents(list(cuts) + list(lines))\n"
               "faults = len(audit.errors) + len(audit.fixes)\n"
               "print(faults, 'faults, units', drawing.header['$INSUNITS'], len(cuts), 'paths',\n"
               "      all(cut.is_closed for cut in cuts), len(lines), 'lines',\n"
               "      *('%.2f' % size for size in box.size.vec2))\n");
  {
    g_autofree char *script = cli_path ("read.py");
    g_autofree char *line = g_strdup_printf ("python3 %s MODEL", script);

    out = run_program (line, path);
  }
  if (g_strcmp0 (out, "ezdxf is missing\n") == 0)
    g_test_skip (out);
  else if (out != NULL)
    g_assert_cmpstr (out, ==, expected);
}

/* admesh checks the mesh: it counts edges that belong to only one triangle. */
TEST (make, "/cli-formats/make")
{
  static const char *const no_faults[] = { "Total disconnected facets        :     0",
                                           "Edges fixed           :     0",
                                           "Facets reversed       :     0",
                                           "Degenerate facets     :     0",
                                           "Backwards edges       :     0",
                                           "Normals fixed         :     0",
                                           NULL };
  static const char *const two_meshes[] = { "Meshes:             2", NULL };
  g_autofree char *stl = cli_path ("p.stl"), *mf = cli_path ("p.3mf"), *svg = cli_path ("p.svg");
  g_autofree char *png = cli_path ("p.png"), *picture = NULL, *draw = NULL, *out = NULL;

  cli_write_file ("p.json", "{\"board\": [\"aaaa\", \"aa a\", \"a aa\"], \"pieces\": ["
                            "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"]},"
                            "{\"name\": \"D\", \"cells\": [\"a\", \" a\"], \"most\": 2}]}");
  cli_write_file ("q.json", "{\"board\": [\"aaaa\"], \"pieces\": ["
                            "{\"name\": \"I\", \"cells\": [\"aa\"], \"most\": 2}]}");
  cli_expect ("solve q.json --json q-solution.json", 0, "", "");
  cli_expect ("convert q.json --make dxf --tray --gap 0 --sheet 50x50 --solution q-solution.json "
              "-o q.dxf",
              0, "", "");
  judge_dxf ("q.dxf", "0 faults, units 4 5 paths True 5 lines 48.00 45.90\n");
  cli_expect ("convert q.json --make dxf --cell 12.5 --clearance 0 --kerf 0.2 -o pieces.dxf", 0, "",
              "");
  /* Two pieces of 25.0 x 12.5 mm, 5 mm apart, half of the kerf around each. */
  judge_dxf ("pieces.dxf", "0 faults, units 4 2 paths True 0 lines 55.20 12.70\n");
  cli_expect ("convert p.json --make stl --tray --clearance 0.2 --bevel 0.5 -o p.stl", 0, "", "");
  cli_expect ("convert p.json --make 3mf --bevel 0.5 -o p.3mf", TW_HAVE_LIBARCHIVE ? 0 : 2, "",
              TW_HAVE_LIBARCHIVE ? "" : "without libarchive");
  cli_expect ("convert p.json --make svg --sheet 127x63.5 -o p.svg", 0, "", "");
  expect_program ("admesh MODEL", stl, no_faults);
  if (TW_HAVE_LIBARCHIVE)
    expect_program ("assimp info MODEL", mf, two_meshes);
  draw = g_strdup_printf ("rsvg-convert -o %s MODEL", png);
  out = run_program (draw, svg);
  if (out != NULL) { /* 96 dots per inch: 25.4 mm */
    g_assert_true (g_file_get_contents (png, &picture, NULL, NULL));
    g_assert_cmpmem (picture + 16, 8, "\0\0\001\340\0\0\0\360", 8); /* 480 x 240 */
  }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (judges); i++) {
    g_autofree char *path = g_strconcat ("/cli-formats/", judges[i].name, NULL);

    g_test_add_data_func (path, &judges[i], test_judge);
  }
  test_add_cases ();
  return cli_test_run ();
}
