/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli-formats.c - file formats of other programs on the command line: exact covers, and
 * exported puzzles, which third-party programs verify where they are installed. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-test.h"

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

static void
test_cover (void)
{
  cli_write_file ("x.dlx", crossings);
  cli_expect ("count x.dlx", 0, "x.dlx: 2 solutions (cover, ", "");
  cli_expect ("count x.dlx --json -", 0,
              "\"status\":\"complete\",\"engine\":\"cover\",\"raw\":2,"
              "\"distinct\":2,",
              "");
  cli_expect ("solve x.dlx", 0, "x.dlx: 4 options (cover, ", "");
  cli_expect ("solve x.dlx --all", 0, "x.dlx: 2 solutions (cover, ", "");
  cli_expect ("solve x.dlx --json -", 0, "\"numberOfOptions\":4,\"options\":[[\"r1\",\"s11:", "");
  cli_expect ("solve x.dlx --json a.json", 0, "", "");
  cli_expect ("check x.dlx a.json", 0, "", "");
  cli_expect ("info x.dlx", 0, "Secondary items  4", "");
  cli_expect ("convert x.dlx", 0, "r1 r2 c1 c2 | s11 s12 s21 s22\nr1 s11:A s12:B\n", "");
  cli_expect ("count x.dlx --checkpoint c", 2, "", "--checkpoint is for piece puzzles only");
  cli_expect ("count x.dlx --engine frontier", 2, "", "unknown engine “frontier”");

  cli_write_file ("a.json", "{\"options\": [[\"s12:B\", \"s11:A\", \"r1\"]]}");
  cli_expect ("check x.dlx a.json", 1, "The item “r2” is not covered", "");
  cli_write_file ("a.json", "{\"options\": [[\"s12:B\", \"r1\"]]}");
  cli_expect ("check x.dlx a.json", 2, "", "options[0]: the items of an option");
  cli_write_file ("a.json", "{\"options\": [[\"r1\", 5]]}");
  cli_expect ("check x.dlx a.json", 2, "", "options[0]: the items of an option");

  cli_write_file ("none.dlx", "a b\na\n");
  cli_expect ("count none.dlx", 0, "none.dlx: no solution: all choices of options were tried", "");
  cli_expect ("solve none.dlx", 1, "", "");
  cli_write_file ("bad.dlx", "a b\n\na c\n");
  cli_expect ("count bad.dlx", 2, "",
              "bad.dlx: line 3: “c” is not among the items of the first line");
}

/* The ending of the output file chooses the format, or is an error. */
static void
test_endings (void)
{
  static const char bouwkamp[] = "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)\n";
  static const struct {
    const char *line, *says; /* NULL: it is written */
  } cases[] = {
    { "convert d.json -o e.xmpuzzle", NULL },
    { "convert d.json -o e.DLX", NULL },
    { "convert d.json -o e.txt", NULL },
    { "convert d.json -o e", NULL },
    { "convert d.json -o e.foo", "e.foo: names of files in the format own end in .json" },
    { "convert d.json --to dlx -o e.txt", "e.txt: names of files in the format dlx end in .dlx" },
    { "convert d.json --to dlx -o e", "e: names of files in the format dlx end in .dlx" },
    { "convert d.json --to opb -o e", NULL },
    { "convert d.json --to ascii -o e.json", "the format ascii end in .txt" },
    { "convert d.json --make svg -o e.dxf", "the format svg end in .svg" },
    { "convert d.json d.json -o e.json", NULL },
    { "convert d.json d.json --to opb", "--to opb writes a single puzzle" },
    { "convert d.json d.json -o e.txt", "several puzzles cannot be saved as plain text" },
    { "convert code.txt -o e.json", "choose a name such as x.txt" },
    { "convert code.txt -o e.txt", NULL },
    { "convert grids.txt -o e.json", "choose a name such as x.txt" },
    { "convert grids.txt -o e.txt", NULL },
    { "convert x.dlx -o e.txt", "choose a name such as x.dlx" },
    { "convert x.dlx -o e.json", "choose a name such as x.dlx" },
    { "convert empty.json --to ascii -o e.txt", NULL },
  };

  cli_write_file ("d.json", "{\"board\": [\"aaa\", \"aaa\"], \"pieces\": [{\"name\": \"D\", "
                            "\"cells\": [\"aa\"], \"most\": 3}]}");
  cli_write_file ("code.txt", bouwkamp);
  cli_write_file ("x.dlx", crossings);
  cli_write_file ("grids.txt", "...*............\n................\n"
                               "................\n................\n");
  cli_write_file ("empty.json",
                  "{\"width\": 4, \"height\": 3, \"puzzle\": [[true, true, true, true], "
                  "[true, true, true, true], [true, true, true, true]]}");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    cli_expect (cases[i].line, cases[i].says != NULL ? 2 : 0, "",
                cases[i].says != NULL ? cases[i].says : "");
    if (cases[i].says == NULL && strstr (cases[i].line, "opb") == NULL) {
      const char *name = strstr (cases[i].line, "-o ") + 3;
      g_autofree char *info = g_strconcat ("info ", name, NULL), *path = cli_path (name);

      cli_expect (info, 0, name, "");
      g_unlink (path);
    }
  }
  cli_write_file ("e.txt", "....\n....\n....\n");
  cli_expect ("solve e.txt", 0, "e.txt: 4 squares, optimal", "");
}

/* A puzzle whose pieces all lie on the board has one solution, also as a text without items. */
static void
test_empty (void)
{
  cli_write_file ("placed.json", "{\"board\": [\"a\", \"b\"], \"pieces\": [{\"name\": \"p\", "
                                 "\"cells\": [\"a\", \"b\"]}, {\"cells\": [\"b\"]}], "
                                 "\"placed\": [{\"piece\": \"p\", \"x\": 0, \"y\": 0}]}");
  cli_expect ("count placed.json", 0, "1 solution", "");
  cli_expect ("convert placed.json -o placed.dlx", 0, "", "");
  cli_expect_content ("placed.dlx", "\n");
  cli_expect ("count placed.dlx", 0, "placed.dlx: 1 solution (cover", "");
  cli_expect ("solve placed.dlx --json a.json", 0, "", "");
  cli_expect ("check placed.dlx a.json", 0, "", "");
  cli_expect ("convert placed.dlx -o again.dlx", 0, "", "");
  cli_expect_content ("again.dlx", "\n");
  cli_write_file ("none.dlx", "| a comment only\n");
  cli_expect ("count none.dlx", 2, "", "the text ends before a line of items");
}

/* Solutions go to a file of BurrTools and come back from it. */
static void
test_xmpuzzle (void)
{
  cli_write_file ("d.json", "{\"board\": [\"aaa\", \"aaa\"], \"pieces\": [{\"name\": \"D\", "
                            "\"cells\": [\"aa\"], \"most\": 3}]}");
  cli_expect ("solve d.json --json a.json", 0, "", "");
  cli_expect ("convert d.json --to xmpuzzle --solution a.json -o d.xmpuzzle", 0, "", "");
  cli_expect ("convert d.json --to xmpuzzle --solution d.xmpuzzle", 0, "<assembly>", "");
  cli_expect ("check d.json d.xmpuzzle", 0, "d.json: correct: 3 pieces", "");
  cli_expect ("check d.xmpuzzle d.xmpuzzle", 0, "d.xmpuzzle: correct: 3 pieces", "");
  cli_write_file ("e.json", "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aa\"]}]}");
  cli_expect ("check e.json d.xmpuzzle", 2, "", "none of the solutions is for “e.json”");
  cli_expect ("convert e.json --to xmpuzzle --solution a.json", 2, "", "a.json: ");

  /* Solutions of a problem that has the same pieces, but uses them once more. */
  cli_write_file (
    "two.xmpuzzle",
    "<puzzle version=\"2\"><gridType type=\"0\"/><shapes>"
    "<voxel x=\"3\" y=\"1\" z=\"1\">###</voxel><voxel x=\"3\" y=\"2\" z=\"1\">######</voxel>"
    "</shapes><problems>"
    "<problem><shapes><shape id=\"0\" count=\"1\"/></shapes><result id=\"1\"/></problem>"
    "<problem><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/><solutions>"
    "<solution><assembly>0 0 0 0 0 1 0 0</assembly></solution></solutions></problem>"
    "</problems></puzzle>");
  cli_expect ("check two.xmpuzzle two.xmpuzzle", 2, "two.xmpuzzle (2): correct: 2 pieces",
              "none of the solutions is for “two.xmpuzzle (1)”");
  cli_expect ("convert d.json --to dlx --solution a.json", 2, "", "--solution needs --to xmpuzzle");
}

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

/* Returns FALSE, and the case is skipped, when it is not installed. */
static gboolean
has_program (const char *name)
{
  g_autofree char *path = g_find_program_in_path (name);

  if (path == NULL)
    g_test_skip (name);
  return path != NULL;
}

static char *
run_program (const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv (
    words, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error);
  char *out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  return out;
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

/* Solves each model with a third-party program. The model is its last argument; its output must
 * contain `yes` or `no`. With `counts`, the number of models follows that word. */
static void
judge (const char *format, const char *const *words, const char *yes, const char *no,
       const char *counts)
{
  gsize n = g_strv_length ((char **) (guintptr) words);
  int with = 0, without = 0;

  if (!has_program (words[0]))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (judged); i++) {
    int expected = count_judged (i);
    g_autofree char *path = convert_judged (judged[i].name, format);
    g_autofree const char **all = g_new0 (const char *, n + 1);
    g_autofree char *out = NULL;

    for (gsize w = 0; w < n; w++)
      all[w] = g_str_equal (words[w], "MODEL") ? path : words[w];
    out = run_program (all);
    if (strstr (out, expected > 0 ? yes : no) == NULL)
      g_error ("%s: %d solutions, but %s says: %s", judged[i].name, expected, words[0], out);
    if (counts != NULL && expected > 0) {
      const char *found = strstr (out, counts);

      g_assert_nonnull (found);
      found += strlen (counts);
      found += strspn (found, " :");
      g_assert_cmpint (atoi (found), ==, expected);
    }
    with += expected > 0;
    without += expected == 0;
  }
  g_assert_cmpint (with, >=, 6);
  g_assert_cmpint (without, >=, 2);
}

static void
test_clasp_opb (void)
{
  judge ("opb", (const char *const[]){ "clasp", "-n", "0", "-q", "MODEL", NULL }, "s SATISFIABLE",
         "s UNSATISFIABLE", "c Models ");
}

static void
test_clasp_cnf (void)
{
  judge ("cnf", (const char *const[]){ "clasp", "-n", "0", "-q", "MODEL", NULL }, "s SATISFIABLE",
         "s UNSATISFIABLE", "c Models ");
}

static void
test_minisat (void)
{
  judge ("cnf", (const char *const[]){ "minisat", "MODEL", NULL }, "\nSATISFIABLE", "UNSATISFIABLE",
         NULL);
}

static void
test_glpsol (void)
{
  judge ("mps", (const char *const[]){ "glpsol", "--mps", "MODEL", NULL },
         "INTEGER OPTIMAL SOLUTION FOUND", "HAS NO", NULL);
}

static void
test_cbc (void)
{
  judge ("mps", (const char *const[]){ "cbc", "MODEL", "solve", NULL },
         "Result - Optimal solution found", "infeasible", NULL);
}

static void
test_minizinc (void)
{
  judge ("minizinc",
         (const char *const[]){ "minizinc", "--solver", "gecode", "--all-solutions", "--statistics",
                                "MODEL", NULL },
         "----------", "=====UNSATISFIABLE=====", "%%%mzn-stat: nSolutions=");
}

/* The text for programs that are not installed everywhere. */
static void
test_text (void)
{
  cli_write_file ("strip.txt", "aaa\n\naa\n\na\n");
  cli_expect ("convert strip.txt --to minizinc", 0,
              "array[1..5] of var 0..1: x;\n"
              "constraint sum([-x[1], -x[2], ]) >= -1;\n",
              "");
  cli_expect ("convert strip.txt --to mps", 0, "RHS\n    RHS       r1                  -1\n", "");
}

/* The minimum number of squares. */
static void
test_squares (void)
{
  g_autofree char *opb = NULL, *mps = NULL, *minizinc = NULL;

  cli_write_file ("squares.txt", "....#..\n.......\n..#....\n.......\n.......\n");
  cli_expect ("solve squares.txt", 0, "squares.txt: 10 squares, optimal", "");
  cli_expect ("convert squares.txt --to cnf", 2, "", "unknown format “cnf”");
  opb = convert_judged ("squares.txt", "opb");
  mps = convert_judged ("squares.txt", "mps");
  minizinc = convert_judged ("squares.txt", "minizinc");
  if (has_program ("clasp")) {
    g_autofree char *out = run_program ((const char *const[]){ "clasp", "-q", opb, NULL });

    g_assert_nonnull (strstr (out, "s OPTIMUM FOUND"));
    g_assert_nonnull (strstr (out, "c Optimization   : 10"));
  }
  if (has_program ("cbc")) {
    g_autofree char *out = run_program ((const char *const[]){ "cbc", mps, "solve", NULL });

    g_assert_nonnull (strstr (out, "Objective value:                10.0"));
  }
  if (has_program ("glpsol")) {
    g_autofree char *out = run_program ((const char *const[]){ "glpsol", "--mps", mps, NULL });

    g_assert_nonnull (strstr (out, "INTEGER OPTIMAL SOLUTION FOUND"));
    g_assert_nonnull (strstr (out, "mip =   1.000000000e+01"));
  }
  if (has_program ("minizinc")) {
    g_autofree char *out = run_program (
      (const char *const[]){ "minizinc", "--solver", "gecode", minizinc, NULL });
    const char *last = g_strrstr (out, "x = [");
    int ones = 0;

    g_assert_nonnull (strstr (out, "=========="));
    g_assert_nonnull (last);
    for (; *last != ']'; last++)
      ones += *last == '1';
    g_assert_cmpint (ones, ==, 10);
  }
  cli_expect ("convert squares.txt --to lp", 2, "",
              "unknown format “lp” for this kind of puzzle; expected one of: own, ascii, opb, mps, "
              "minizinc");
}

/* Exports a piece puzzle as exact-cover text and reads it back. */
static void
test_round_trip (void)
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
  static const char script[] =
    "import sys\n"
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
    "print(len(audit.errors) + len(audit.fixes), 'faults, units', drawing.header['$INSUNITS'],\n"
    "      len(cuts), 'paths', all(cut.is_closed for cut in cuts), len(lines), 'lines',\n"
    "      *('%.2f' % size for size in box.size.vec2))\n";
  g_autofree char *path = cli_path (name), *out = NULL;

  if (!has_program ("python3"))
    return;
  out = run_program ((const char *const[]){ "python3", "-c", script, path, NULL });
  if (g_str_equal (out, "ezdxf is missing\n"))
    g_test_skip (out);
  else
    g_assert_cmpstr (out, ==, expected);
}

/* admesh checks the mesh: it counts edges that belong to only one triangle. */
static void
test_make (void)
{
  cli_write_file ("p.json", "{\"board\": [\"aaaa\", \"aa a\", \"a aa\"], \"pieces\": ["
                            "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"]},"
                            "{\"name\": \"D\", \"cells\": [\"a\", \" a\"], \"most\": 2}]}");
  cli_expect ("convert p.json --make stl --tray --clearance 0.2 --bevel 0.5 -o p.stl", 0, "", "");
  cli_expect ("convert p.json --make 3mf --bevel 0.5 -o p.3mf", 0, "", "");
  cli_expect ("convert p.json --make svg --sheet 100x50 --kerf 0.2", 0, "width=\"100.0000mm\"", "");
  cli_expect ("convert p.json --make svg --tray", 0, "<line ", "");
  cli_write_file ("q.json", "{\"board\": [\"aaaa\"], \"pieces\": ["
                            "{\"name\": \"I\", \"cells\": [\"aa\"], \"most\": 2}]}");
  cli_expect ("solve q.json --json q-solution.json", 0, "", "");
  /* The line between the pieces. */
  cli_expect ("convert q.json --make dxf --tray --gap 0 --sheet 50x50 --solution q-solution.json",
              0, "0\nLINE\n8\nENGRAVE\n10\n24.0000\n", "");
  cli_expect ("convert q.json --make dxf --tray --gap 0 --sheet 50x50 --solution q-solution.json "
              "-o q.dxf",
              0, "", "");
  judge_dxf ("q.dxf", "0 faults, units 4 5 paths True 5 lines 48.00 45.90\n");
  cli_expect ("convert q.json --make dxf --cell 12.5 --clearance 0 --kerf 0.2 -o pieces.dxf", 0, "",
              "");
  /* Two pieces of 25.0 x 12.5 mm, 5 mm apart, half of the kerf around each. */
  judge_dxf ("pieces.dxf", "0 faults, units 4 2 paths True 0 lines 55.20 12.70\n");
  cli_expect ("convert q.json --make dxf --solution q-solution.json", 2, "",
              "--solution needs --to xmpuzzle or --tray, and a single puzzle");
  cli_expect ("convert p.json --make dxf", 0, "POLYLINE", "");
  cli_expect ("convert p.json --make png", 2, "", "--make: expected svg, dxf, stl or 3mf");
  cli_expect ("convert p.json --make svg --to json", 2, "",
              "--make: expected svg, dxf, stl or 3mf");
  cli_expect ("convert p.json --make svg --sheet 100", 2, "", "not “100”");
  cli_expect ("convert p.json p.json --make svg", 2, "", "--make needs a single puzzle");
  cli_expect ("convert p.json --make svg --cell 200", 2, "", "p.json: piece L is larger than the");
  cli_expect ("convert p.json --make svg --cell 0", 2, "", "p.json: cell: a number from 0.5");
  if (has_program ("admesh")) {
    g_autofree char *path = cli_path ("p.stl");
    g_autofree char *out = run_program ((const char *const[]){ "admesh", path, NULL });
    static const char *const faults[] = { "Total disconnected facets        :     0",
                                          "Edges fixed           :     0",
                                          "Facets reversed       :     0",
                                          "Degenerate facets     :     0",
                                          "Backwards edges       :     0",
                                          "Normals fixed         :     0" };

    for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
      if (strstr (out, faults[i]) == NULL)
        g_error ("admesh does not say “%s”: %s", faults[i], out);
  }
  if (has_program ("assimp")) {
    g_autofree char *path = cli_path ("p.3mf");
    g_autofree char *out = run_program ((const char *const[]){ "assimp", "info", path, NULL });

    if (strstr (out, "Meshes:             2") == NULL)
      g_error ("assimp does not find two meshes: %s", out);
  }
  if (has_program ("rsvg-convert")) { /* 96 dots per inch: 25.4 mm */
    g_autofree char *from = cli_path ("p.svg"), *to = cli_path ("p.png"), *picture = NULL;

    cli_expect ("convert p.json --make svg --sheet 127x63.5 -o p.svg", 0, "", "");
    g_free (run_program ((const char *const[]){ "rsvg-convert", "-o", to, from, NULL }));
    g_assert_true (g_file_get_contents (to, &picture, NULL, NULL));
    g_assert_cmpmem (picture + 16, 8, "\0\0\001\340\0\0\0\360", 8); /* 480 x 240 */
  }
}

/* --- lists of perfect rectangles --------------------------------------------------- */

#define ORDER_9  "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)\n9 69 61 (36,33)(5,28)(25,9,2)(7)(16)\n"
#define ORDER_21 "21 112 112 (50,35,27)(8,19)(15,17,11)(6,24)(29,25,9,2)(7,18)(16)(42)(4,37)(33)\n"

static void
test_perfect (void)
{
  g_auto (TestOutcome) rectangles = cli_run ("list --perfect 9");
  g_auto (TestOutcome) square = cli_run ("list --perfect 21 --square --time 300");
  g_auto (TestOutcome) order_12 = cli_run ("list --perfect 12");
  g_auto (TestOutcome) solved = cli_run_with (order_12.out, "solve -");
  g_auto (GStrv) lines = g_strsplit (order_12.out, "\n", -1);

  g_assert_cmpint (rectangles.code, ==, 0);
  g_assert_cmpstr (rectangles.out, ==, ORDER_9);
  g_assert_cmpint (square.code, ==, 0);
  g_assert_cmpstr (square.out, ==, ORDER_21);

  /* The codes are puzzles with a known solution. */
  g_assert_cmpuint (g_strv_length (lines), ==, 67 + 1);
  g_assert_cmpint (solved.code, ==, 0);
  g_assert_nonnull (strstr (solved.out, "353 × 207: 12 squares"));
  cli_expect ("list --perfect 9 --output codes.txt", 0, "", "");
  cli_expect_content ("codes.txt", ORDER_9);
  cli_expect ("solve --capped 353x207 --cap 1 --threads 1 --time 300", 0, "12 squares", "");

  /* Rectangles too wide for a puzzle are comments. */
  cli_expect ("list --perfect 14", 0, "\n# 14 1008 ", "");
  cli_expect ("list --perfect 14 --output wide.txt", 0, "", "");
  cli_expect ("info wide.txt", 0, "14 998 941", "");

  cli_expect ("list --perfect 12 --square", 1, "", "");
  cli_expect ("list --perfect 18 --time 0.01", 3, "", "not complete: time limit reached");
  cli_expect ("list --perfect 20 --square --memory 1", 3, "", "the memory budget was used up");
  cli_expect ("list", 2, "", "--perfect: expected ORDER");
  cli_expect ("list --perfect 8", 2, "", "--perfect: 8 is not between 9 and 18");
  cli_expect ("list --perfect 25 --square", 2, "", "--perfect: 25 is not between 9 and 24");
  cli_expect ("list --perfect nine", 2, "", "nine");
  cli_expect ("list --perfect 9 more", 2, "", "unexpected argument “more”");
  cli_expect ("list --perfect 9 -o missing/a.txt", 2, "", "missing/a.txt: No such file");
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-formats/cover", test_cover);
  g_test_add_func ("/cli-formats/endings", test_endings);
  g_test_add_func ("/cli-formats/empty", test_empty);
  g_test_add_func ("/cli-formats/round-trip", test_round_trip);
  g_test_add_func ("/cli-formats/clasp-opb", test_clasp_opb);
  g_test_add_func ("/cli-formats/clasp-cnf", test_clasp_cnf);
  g_test_add_func ("/cli-formats/minisat", test_minisat);
  g_test_add_func ("/cli-formats/glpsol", test_glpsol);
  g_test_add_func ("/cli-formats/cbc", test_cbc);
  g_test_add_func ("/cli-formats/minizinc", test_minizinc);
  g_test_add_func ("/cli-formats/text", test_text);
  g_test_add_func ("/cli-formats/make", test_make);
  g_test_add_func ("/cli-formats/xmpuzzle", test_xmpuzzle);
  g_test_add_func ("/cli-formats/squares", test_squares);
  g_test_add_func ("/cli-formats/perfect", test_perfect);
  return cli_test_run ();
}
