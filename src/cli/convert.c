/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.c - tilewright-cli convert: writes puzzles in the format of their kind, or one puzzle in an
 * export format (see TwKindExport). */
#include <string.h>

#include "cli/command.h"
#include "cli/specs.h"
#include "cli/variants.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "draw/make.h"
#include "puzzle/kind.h"
#include "puzzle/load.h"

static const char own_format[] = "own";

typedef struct {
  char *to;
  char *make;
  char *sheet;
  TwMakeOptions making;
  char *output;
  char *solution;
  TwSpecs specs;
  TwVariants variants;
  GPtrArray *puzzles;
} Convert;

/* Returns a list such as "own, minizinc". */
static char *
list_formats (const TwKind *kind)
{
  GString *names = g_string_new (kind->write != NULL ? own_format : NULL);

  for (const TwKindExport *e = kind->exports; e != NULL && e->name != NULL; e++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", e->name);
  return g_string_free (names, FALSE);
}

/* Returns the solution of the only puzzle, which the checker has accepted; NULL after reporting an
 * error. */
static TwResult *
read_solution (const Convert *convert)
{
  TwPuzzle *puzzle = g_ptr_array_index (convert->puzzles, 0);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (convert->solution);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_load (puzzle, file, NULL, &error);

  if (result == NULL)
    tw_cli_error ("%s", error->message);
  else if (tw_kind_check (result, faults) == 0)
    return g_steal_pointer (&result);
  else
    tw_cli_error (_ ("%s: the solution does not fit its puzzle: %s"), convert->solution,
                  faults->len > 0 ? (const char *) g_ptr_array_index (faults, 0) : "");
  return NULL;
}

/* Checks the ending of the output file: a format is chosen, and read again, by it. Names without an
 * ending suit each format but DLX, which is recognised by nothing else. */
static gboolean
accept_ending (const Convert *convert, const char *format, const char *ending)
{
  g_autofree char *base = convert->output != NULL ? g_path_get_basename (convert->output) : NULL;
  g_autofree char *lower = base != NULL ? g_ascii_strdown (base, -1) : NULL;

  if (base == NULL || g_str_equal (convert->output, "-") || g_str_has_suffix (lower, ending)
      || (strchr (base, '.') == NULL && !g_str_equal (ending, ".dlx")))
    return TRUE;
  return tw_cli_error (_ ("%s: names of files in the format %s end in %s"), convert->output, format,
                       ending);
}

/* The same for a format whose name is the ending. */
static gboolean
accept_format (const Convert *convert, const char *format)
{
  g_autofree char *ending = g_strconcat (".", format, NULL);

  return accept_ending (convert, format, ending);
}

/* The format that the name of the output file asks for. */
static const char *
format_of_output (const Convert *convert)
{
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (convert->puzzles, 0));
  g_autofree char *lower = g_ascii_strdown (convert->output != NULL ? convert->output : "", -1);

  for (const TwKindExport *e = kind->exports; e != NULL && e->name != NULL; e++)
    if (g_str_has_suffix (lower, e->extension) && !g_str_has_suffix (lower, ".txt")
        && !g_str_has_suffix (lower, ".json"))
      return e->name;
  return own_format;
}

/* Returns the puzzles in the format of their kind, NULL after reporting an error. */
static char *
write_own (const Convert *convert)
{
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (convert->puzzles, 0));
  const char *name = g_strcmp0 (convert->output, "-") != 0 ? convert->output : NULL, *ending;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = tw_puzzles_print (convert->puzzles, name, &error);

  if (text == NULL) {
    if (name == NULL)
      name = tw_puzzle_get_name (g_ptr_array_index (convert->puzzles, 0));
    tw_cli_error ("%s: %s", name, error->message);
    return NULL;
  }
  ending = tw_json_looks_like (text, strlen (text)) ? ".json"
           : kind->extension != NULL                ? kind->extension
                                                    : ".txt";
  return accept_ending (convert, own_format, ending) ? g_steal_pointer (&text) : NULL;
}

/* Returns the only puzzle in the format, NULL after reporting an error. `result` may be NULL. */
static char *
write_export (const Convert *convert, const char *format, const TwResult *result)
{
  const TwPuzzle *puzzle = g_ptr_array_index (convert->puzzles, 0);
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const TwKindExport *export = tw_kind_find_export (kind, format);
  g_autofree char *names = list_formats (kind);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  if (export == NULL)
    tw_cli_error (_ ("%s: unknown format “%s” for this kind of puzzle; expected one of: %s"),
                  tw_puzzle_get_name (puzzle), format, names);
  else if (convert->puzzles->len > 1)
    tw_cli_error (_ ("--to %s writes a single puzzle"), format);
  else if (accept_ending (convert, format, export->extension)
           && (text = tw_kind_export (export, puzzle, result, &error)) == NULL)
    tw_cli_error ("%s: %s", tw_puzzle_get_name (puzzle), error->message);
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
accept_making (Convert *convert)
{
  TwMakeFormat format;

  if (convert->make == NULL)
    return TRUE;
  if (convert->to != NULL || !tw_make_format_of (convert->make, &format))
    tw_cli_error (_ ("--make: expected svg, dxf, stl or 3mf, without --to"));
  else if (convert->puzzles->len != 1)
    tw_cli_error (_ ("--make needs a single puzzle"));
  else if (convert->sheet != NULL
           && !read_sheet (convert->sheet, &convert->making.width, &convert->making.height))
    tw_cli_error (_ ("--sheet: expected WIDTHxHEIGHT in millimetres, not “%s”"), convert->sheet);
  else
    return accept_format (convert, convert->make);
  return FALSE;
}

static TwExit
write_output (const Convert *convert, const char *data, gsize length)
{
  return tw_cli_write (convert->output != NULL ? convert->output : "-", data, length)
           ? TW_EXIT_FOUND
           : TW_EXIT_BAD_INPUT;
}

/* Writes the pieces of the only puzzle. `result` may be NULL. */
static TwExit
make_pieces (const Convert *convert, const TwResult *result)
{
  const TwPuzzle *puzzle = g_ptr_array_index (convert->puzzles, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  TwMakeFormat format;

  tw_make_format_of (convert->make, &format);
  bytes = tw_make_write (puzzle, format, &convert->making, result, &error);
  if (bytes == NULL)
    tw_cli_error ("%s: %s", tw_puzzle_get_name (puzzle), error->message);
  return bytes != NULL
           ? write_output (convert, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
           : TW_EXIT_BAD_INPUT;
}

static gboolean
parse (Convert *convert, int argc, char **argv)
{
  const GOptionEntry common[] = {
    { "to", 0, 0, G_OPTION_ARG_STRING, &convert->to,
      N_ (
        "The format: own (that of the kind of puzzle); opb, mps or minizinc (models for other "
        "solvers); also ascii (a grid) for squares, cnf for capped squares and exact covers; cnf, "
        "json, ascii (a drawing), cover or dlx (Knuth's exact-cover text) or xmpuzzle (BurrTools) "
        "for pieces [by the ending of the output file, otherwise own]"),
      N_ ("FORMAT") },
    { "solution", 0, 0, G_OPTION_ARG_FILENAME, &convert->solution,
      N_ ("With --to xmpuzzle or --tray: also write the solutions in this file"), N_ ("FILE") },
    { "make", 0, 0, G_OPTION_ARG_STRING, &convert->make,
      N_ (
        "Write the pieces for a laser cutter (svg, dxf) or a 3D printer (stl, 3mf) instead; sizes "
        "are in millimetres"),
      N_ ("FORMAT") },
    { "cell", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.cell,
      N_ ("With --make: the side of a cell [10]"), N_ ("MM") },
    { "clearance", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.clearance,
      N_ ("With --make: the clearance, by which each side of a piece is made smaller [0.1]"),
      N_ ("MM") },
    { "kerf", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.kerf,
      N_ ("With --make: the kerf, the width of the cut of a laser [0]"), N_ ("MM") },
    { "gap", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.gap,
      N_ ("With --make: the distance between pieces [5]"), N_ ("MM") },
    { "sheet", 0, 0, G_OPTION_ARG_STRING, &convert->sheet,
      N_ ("With --make: the size of a sheet [300x200]"), N_ ("WIDTHxHEIGHT") },
    { "thickness", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.thickness,
      N_ ("With --make stl or 3mf: the thickness of a piece [5]"), N_ ("MM") },
    { "bevel", 0, 0, G_OPTION_ARG_DOUBLE, &convert->making.bevel,
      N_ ("With --make stl or 3mf: the bevel of the edges of a piece [0]"), N_ ("MM") },
    { "tray", 0, 0, G_OPTION_ARG_NONE, &convert->making.tray,
      N_ ("With --make: also a tray with the outline of the board"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &convert->output,
      N_ ("Where to write it [standard output]"), N_ ("FILE") },
  };
  GOptionEntry entries[G_N_ELEMENTS (common) + TW_N_VARIANT_ENTRIES + TW_MAX_SPEC_ENTRIES + 1] = {
    0
  };
  g_auto (GStrv) rest = NULL;
  char **files;

  memcpy (entries, common, sizeof common);
  tw_variants_add_entries (&convert->variants, entries + G_N_ELEMENTS (common));
  tw_specs_add_entries (&convert->specs, entries + G_N_ELEMENTS (common) + TW_N_VARIANT_ENTRIES);
  if (!tw_cli_parse (argc, argv, N_ ("FILE…"),
                     N_ ("Writes the puzzles of all files (- is standard input) in another "
                         "format; the ending of the output file chooses it."),
                     entries, NULL, &rest))
    return FALSE;
  files = rest;
  if (g_strcmp0 (convert->to, "vipr") == 0 || g_strcmp0 (convert->to, "pbp") == 0)
    return tw_cli_error (
      _ ("--to %s: the script certificate-to-proof.py writes certificates in this "
         "format"),
      convert->to);
  if (!tw_cli_can_write (convert->output))
    return FALSE;
  if (!tw_specs_read (&convert->specs, &files, convert->puzzles))
    return FALSE;
  if (!tw_cli_add_puzzles (files, FALSE, convert->puzzles) || !accept_making (convert))
    return FALSE;
  if (convert->solution != NULL
      && ((g_strcmp0 (convert->to, "xmpuzzle") != 0
           && !(convert->make != NULL && convert->making.tray))
          || convert->puzzles->len != 1))
    return tw_cli_error (_ ("--solution needs --to xmpuzzle or --tray, and a single puzzle"));
  if (convert->puzzles->len > 0)
    return tw_variants_apply (&convert->variants, convert->puzzles, NULL);
  return tw_cli_error (_ ("expected at least one puzzle; see “%s --help”"), g_get_prgname ());
}

static TwExit
convert_all (const Convert *convert)
{
  const char *format = convert->to != NULL ? convert->to : format_of_output (convert);
  g_autoptr (TwResult) result = NULL;
  g_autofree char *text = NULL;

  if (convert->solution != NULL && (result = read_solution (convert)) == NULL)
    return TW_EXIT_BAD_INPUT;
  if (convert->make != NULL)
    return make_pieces (convert, result);
  text = g_str_equal (format, own_format) ? write_own (convert)
                                          : write_export (convert, format, result);
  return text != NULL ? write_output (convert, text, strlen (text)) : TW_EXIT_BAD_INPUT;
}

TwExit
tw_cli_convert (int argc, char **argv)
{
  Convert convert = {
    .puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref),
  };
  TwExit code;

  tw_make_options_init (&convert.making);
  if (!parse (&convert, argc, argv))
    code = TW_EXIT_BAD_INPUT;
  else
    code = convert_all (&convert);

  g_ptr_array_unref (convert.puzzles);
  tw_specs_clear (&convert.specs);
  tw_variants_clear (&convert.variants);
  g_free (convert.to);
  g_free (convert.make);
  g_free (convert.sheet);
  g_free (convert.output);
  g_free (convert.solution);
  return code;
}
