/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.c - tilewright-cli convert: writes puzzles in the format of their kind, or one puzzle in an
 * export format (see TwKindExport). */
#include <string.h>

#include "cli/command.h"
#include "draw/make.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/pieces/puzzle.h"

static const char own_format[] = "own";

static char *to, *solution, *output;
static char *make, *sheet;
static TwMakeOptions making = TW_MAKE_DEFAULTS;

static const GOptionEntry entries[] = {
  TW_OPTION (
    STRING, "to", &to, N_ ("FORMAT"),
    N_ (
      "The format: own (that of the kind of puzzle); opb, mps or minizinc (models for other "
      "solvers); also ascii (a grid) for squares, cnf for capped squares and exact covers; pieces "
      "(a piece puzzle) for squares and tetromino squares; cnf, json, ascii (a drawing), cover or "
      "dlx (Knuth's exact-cover text) or xmpuzzle (BurrTools) "
      "for pieces [by the ending of the output file, otherwise own]")),
  TW_FILE ("solution", &solution,
           N_ ("With --to xmpuzzle or --tray: also write the solutions in this file; for squares, "
               "with --to pieces or --make: its squares are the pieces")),
  TW_OPTION (
    STRING, "make", &make, N_ ("FORMAT"),
    N_ ("Write the pieces for a laser cutter (svg, dxf) or a 3D printer (stl, 3mf) instead; "
        "sizes are in millimetres")),
  TW_OPTION (DOUBLE, "cell", &making.cell, N_ ("MM"), N_ ("With --make: the side of a cell [10]")),
  TW_OPTION (
    DOUBLE, "clearance", &making.clearance, N_ ("MM"),
    N_ ("With --make: the clearance, by which each side of a piece is made smaller [0.1]")),
  TW_OPTION (DOUBLE, "kerf", &making.kerf, N_ ("MM"),
             N_ ("With --make: the kerf, the width of the cut of a laser [0]")),
  TW_OPTION (DOUBLE, "gap", &making.gap, N_ ("MM"),
             N_ ("With --make: the distance between pieces [5]")),
  TW_OPTION (STRING, "sheet", &sheet, N_ ("WIDTHxHEIGHT"),
             N_ ("With --make: the size of a sheet [300x200]")),
  TW_OPTION (DOUBLE, "thickness", &making.thickness, N_ ("MM"),
             N_ ("With --make stl or 3mf: the thickness of a piece [5]")),
  TW_OPTION (DOUBLE, "bevel", &making.bevel, N_ ("MM"),
             N_ ("With --make stl or 3mf: the bevel of the edges of a piece [0]")),
  TW_FLAG (
    "shared", &making.shared,
    N_ ("With --make svg or dxf and --solution: cut the solution out of one board, each shared "
        "edge once")),
  TW_FLAG ("tray", &making.tray, N_ ("With --make: also a tray with the outline of the board")),
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Where to write it [standard output]"),
    N_ ("FILE") },
  { 0 },
};

/* Returns the solution of the puzzle, which the checker has accepted; NULL after reporting an
 * error. */
static TilewrightResult *
read_solution (TilewrightPuzzle *puzzle)
{
  gsize length;
  g_autofree char *text = tw_cli_read (solution, &length);
  g_autofree char *name = g_filename_display_name (solution);
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightResult) result = NULL;
  g_auto (GStrv) faults = NULL;

  if (text == NULL)
    return NULL;
  result = tilewright_result_wrap (
    puzzle, tw_result_parse (tilewright_puzzle_peek (puzzle), text, length, name, &error));
  if (result != NULL)
    faults = tilewright_result_check (result, NULL);
  if (result == NULL)
    tw_cli_error ("%s", error->message);
  else if (faults[0] == NULL)
    return g_steal_pointer (&result);
  else
    tw_cli_error (_ ("%s: the solution does not fit its puzzle: %s"), solution, faults[0]);
  return NULL;
}

/* Checks the ending of the output file: a format is chosen, and read again, by it. Names without an
 * ending suit each format but DLX, which is recognised by nothing else. */
static gboolean
accept_ending (const char *format, const char *ending)
{
  g_autofree char *base = output != NULL ? g_path_get_basename (output) : NULL;
  g_autofree char *lower = base != NULL ? g_ascii_strdown (base, -1) : NULL;

  if (base == NULL || g_str_equal (output, "-") || g_str_has_suffix (lower, ending)
      || (strchr (base, '.') == NULL && !g_str_equal (ending, ".dlx")))
    return TRUE;
  return tw_cli_error (_ ("%s: names of files in the format %s end in %s"), output, format, ending);
}

/* The same for a format whose name is the ending. */
static gboolean
accept_format (const char *format)
{
  g_autofree char *ending = g_strconcat (".", format, NULL);

  return accept_ending (format, ending);
}

/* The format that --to or the name of the output file asks for. */
static const char *
wanted_format (const TwKind *kind)
{
  g_autofree char *lower = g_ascii_strdown (output != NULL ? output : "", -1);

  if (to != NULL)
    return to;
  for (const TwKindExport *e = tw_kind_exports (kind); e->name != NULL; e++)
    if (g_str_has_suffix (lower, e->extension) && !g_str_has_suffix (lower, ".txt")
        && !g_str_has_suffix (lower, ".json"))
      return e->name;
  return own_format;
}

/* Returns the puzzles in the format of their kind, NULL after reporting an error. */
static char *
write_own (GPtrArray *puzzles)
{
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (puzzles, 0));
  const char *name = g_strcmp0 (output, "-") != 0 ? output : NULL, *ending;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = tw_puzzles_print (puzzles, name, &error);

  if (text == NULL) {
    if (name == NULL)
      name = tw_puzzle_get_name (g_ptr_array_index (puzzles, 0));
    tw_cli_error ("%s: %s", name, error->message);
    return NULL;
  }
  ending = tw_json_looks_like (text, strlen (text)) ? ".json" : tw_kind_extension (kind);
  return accept_ending (own_format, ending) ? g_steal_pointer (&text) : NULL;
}

/* Returns the only puzzle in the format, NULL after reporting an error. `result` may be NULL. */
static char *
write_export (GPtrArray *puzzles, TilewrightPuzzle *puzzle, const char *format,
              TilewrightResult *result)
{
  const TwPuzzle *value = g_ptr_array_index (puzzles, 0);
  const TwKindExport *export = tw_kind_find_export (tw_puzzle_get_kind (value), format);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  if (export != NULL && puzzles->len > 1)
    tw_cli_error (_ ("--to %s writes a single puzzle"), format);
  else if ((export == NULL || accept_ending (format, export->extension))
           && (text = tilewright_puzzle_write (puzzle, format, result, &error)) == NULL)
    tw_cli_error ("%s: %s", tw_puzzle_get_name (value), error->message);
  return text;
}

/* Parses a size such as "300x200". */
static gboolean
read_sheet (const char *text, double *width, double *height)
{
  char *end;

  *width = g_ascii_strtod (text, &end);
  if (end == text || *end != 'x')
    return FALSE;
  text = end + 1;
  *height = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

static gboolean
accept_making (GPtrArray *puzzles)
{
  static const TwMakeOptions defaults = TW_MAKE_DEFAULTS;
  TwMakeFormat format;

  if (make == NULL && sheet == NULL && memcmp (&making, &defaults, sizeof making) == 0)
    return TRUE;
  if (make == NULL || to != NULL || !tw_make_format_of (make, &format))
    tw_cli_error (_ ("--make: expected svg, dxf, stl or 3mf, without --to"));
  else if (puzzles->len != 1)
    tw_cli_error (_ ("--make needs a single puzzle"));
  else if (sheet != NULL && !read_sheet (sheet, &making.width, &making.height))
    tw_cli_error (_ ("--sheet: expected WIDTHxHEIGHT in millimetres, not “%s”"), sheet);
  else
    return accept_format (make);
  return FALSE;
}

static TwExit
write_output (const char *data, gsize length)
{
  return tw_cli_write (output != NULL ? output : "-", data, length) ? TW_EXIT_FOUND
                                                                    : TW_EXIT_BAD_INPUT;
}

/* Writes the pieces of the puzzle, and says how many sheets they need. `result` may be NULL. */
static TwExit
make_pieces (const TwPuzzle *puzzle, TilewrightResult *result)
{
  const TwResult *solved = result != NULL ? tilewright_result_peek (result) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  TwMakeFormat format;
  TwExit code;

  tw_make_format_of (make, &format);
  bytes = tw_make_write (puzzle, format, &making, solved, &error);
  if (bytes == NULL)
    return tw_cli_bad_input ("%s: %s", tw_puzzle_get_name (puzzle), error->message);
  code = write_output (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  text = tw_make_describe (puzzle, format, &making, solved, NULL, 0, NULL);
  if (code == TW_EXIT_FOUND && output != NULL && !tw_cli_quiet && !tw_cli_stdout_is_taken ())
    g_print ("%s\n", text);
  return code;
}

static TwExit
convert_all (GPtrArray *puzzles)
{
  TwPuzzle *first = g_ptr_array_index (puzzles, 0);
  const char *format = wanted_format (tw_puzzle_get_kind (first));
  g_autoptr (TilewrightPuzzle) puzzle = tilewright_puzzle_wrap (tw_puzzle_ref (first));
  g_autoptr (TilewrightResult) result = NULL;
  g_autofree char *text = NULL;

  if (solution != NULL && (result = read_solution (puzzle)) == NULL)
    return TW_EXIT_BAD_INPUT;
  if (make != NULL)
    return make_pieces (first, result);
  text = g_str_equal (format, own_format) ? write_own (puzzles)
                                          : write_export (puzzles, puzzle, format, result);
  return text != NULL ? write_output (text, strlen (text)) : TW_EXIT_BAD_INPUT;
}

static gboolean
takes_solution (const TwPuzzle *puzzle)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const TwKindExport *export = tw_kind_find_export (kind, wanted_format (kind));

  return make != NULL ? making.tray || making.shared || !tw_puzzle_has_pieces (puzzle)
                      : export != NULL && export->write_solved != NULL;
}

static TwExit
convert (char **words, TwOptions *options)
{
  g_autoptr (GPtrArray) puzzles = NULL;

  if (g_strcmp0 (to, "vipr") == 0 || g_strcmp0 (to, "pbp") == 0)
    return tw_cli_bad_input (
      _ ("--to %s: the script certificate-to-proof.py writes certificates in this "
         "format"),
      to);
  if (!tw_cli_can_write (output))
    return TW_EXIT_BAD_INPUT;
  puzzles = tw_specs_read (words);
  if (puzzles == NULL || !accept_making (puzzles))
    return TW_EXIT_BAD_INPUT;
  if (solution != NULL && !(puzzles->len == 1 && takes_solution (puzzles->pdata[0])))
    return tw_cli_bad_input (
      _ ("--solution needs --to xmpuzzle, --to pieces, --tray or --shared, and a single puzzle"));
  return tw_variants_apply (puzzles, NULL) ? convert_all (puzzles) : TW_EXIT_BAD_INPUT;
}

const TwCommand tw_cli_convert = {
  .name = "convert",
  .summary = N_ ("Write puzzles in another format"),
  .parameters = N_ ("FILE…"),
  .description = N_ ("Writes the puzzles of all files (- is standard input) in another format; the "
                     "ending of the output file chooses it."),
  .run = convert,
  .tables = { entries, tw_variant_entries, tw_spec_entries, tw_cli_quiet_entries },
};
