/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info.c - tilewright-cli info: describes the contents of puzzle files. */
#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/puzzle.h"

#define LEAST_COLUMNS 16

/* Prints "NAME TAB VALUE" lines with the values aligned. */
static void
print_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int columns = LEAST_COLUMNS;

  for (char **line = lines; *line != NULL; line++) {
    g_autofree char *name = g_strndup (*line, strcspn (*line, "\t"));

    columns = MAX (columns, tw_cli_columns (name));
  }
  for (char **line = lines; *line != NULL; line++) {
    g_auto (GStrv) parts = g_strsplit (*line, "\t", 2);
    g_autofree char *name = tw_cli_pad (parts[0], -columns);

    g_print ("  %s %s\n", name, parts[1] != NULL ? parts[1] : "");
  }
}

static void
print_puzzle (TilewrightPuzzle *puzzle)
{
  g_autofree char *text = tilewright_puzzle_describe (puzzle);

  g_print ("%s\n", tw_puzzle_get_name (tilewright_puzzle_peek (puzzle)));
  print_lines (text);
}

static char *
puzzle_to_json (TilewrightPuzzle *puzzle)
{
  TwPuzzle *value = tilewright_puzzle_peek (puzzle);
  TwGrade grade = { .level = TW_STEP_NONE };
  g_auto (GStrv) engines = NULL;
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  if (tw_puzzle_has_pieces (value))
    grade = tw_piece_puzzle_get_grade (value);
  tw_kind_write_names (value, builder);
  tw_kind_write_size (value, builder);
  if (grade.level != TW_STEP_NONE)
    tw_json_add_int (builder, "level", grade.level);
  if (grade.trials > 0)
    tw_json_add_int (builder, "trials", grade.trials);
  g_object_get (puzzle, "engines", &engines, NULL);
  tw_json_begin_array (builder, "engines");
  for (char **engine = engines; *engine != NULL; engine++)
    tw_json_add_string (builder, NULL, *engine);
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

static char *json;
static const GOptionEntry entries[] = {
  TW_FILE ("json", &json, N_ ("Write it as JSON")),
  { 0 },
};

static TwExit
info (char **files, TwOptions *options)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) puzzles = tw_cli_load (files);

  if (puzzles == NULL || !tw_cli_can_write (json))
    return TW_EXIT_BAD_INPUT;
  for (guint i = 0; i < puzzles->len; i++) {
    g_autoptr (TilewrightPuzzle)
      puzzle = tilewright_puzzle_wrap (tw_puzzle_ref (g_ptr_array_index (puzzles, i)));

    if (json == NULL)
      print_puzzle (puzzle);
    else
      g_ptr_array_add (texts, puzzle_to_json (puzzle));
  }
  return json == NULL || tw_cli_write_json (json, texts, puzzles->len > 1) ? TW_EXIT_FOUND
                                                                           : TW_EXIT_BAD_INPUT;
}

const TwCommand tw_cli_info = {
  .name = "info",
  .summary = N_ ("Describe the contents of puzzle files"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ ("Describes the contents of puzzle files, also of those in folders."),
  .run = info,
  .tables = { entries },
};
