/* SPDX-License-Identifier: GPL-3.0-or-later */
/* booklet.c - tilewright-cli booklet: puzzles on paper, with their solutions. */
#include "draw/booklet.h"

#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/entry.h"
#include "puzzle/i18n.h"

static char *output, *paper, *answers;
static int per_page = 1;
static TwBookletOptions layout = { .answers = TW_ANSWERS_END };

static const GOptionEntry own_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("The PDF file to write"), N_ ("FILE") },
  TW_OPTION (STRING, "title", &layout.title, N_ ("TEXT"),
             N_ ("The title of the cover [no cover, no page numbers]")),
  TW_OPTION (STRING, "paper", &paper, "a4|letter", N_ ("The size of the paper [a4]")),
  TW_OPTION (INT, "per-page", &per_page, "1|2|4", N_ ("Puzzles on a page [1]")),
  TW_FLAG ("names", &layout.names, N_ ("A line for the name of the pupil on each page")),
  TW_OPTION (STRING, "answers", &answers, "end|overleaf|none|only",
             N_ ("The solutions: at the end, on the back of each sheet, none, or nothing else "
                 "[end]")),
  { 0 },
};

static gboolean
accept_layout (void)
{
  static const char *const words[] = {
    [TW_ANSWERS_OVERLEAF] = "overleaf",
    [TW_ANSWERS_END] = "end",
    [TW_ANSWERS_NONE] = "none",
    [TW_ANSWERS_ONLY] = "only",
  };
  gboolean known = answers == NULL;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (answers, words[i]) == 0) {
      layout.answers = (TwAnswers) i;
      known = TRUE;
    }
  layout.letter = g_strcmp0 (paper, "letter") == 0;
  layout.per_page = (guint) per_page;
  if (!known)
    return tw_cli_error (_ ("--answers: expected end, overleaf, none or only"));
  if (paper != NULL && !layout.letter && !g_str_equal (paper, "a4"))
    return tw_cli_error (_ ("--paper: expected a4 or letter"));
  if (per_page != 1 && per_page != 2 && per_page != 4)
    return tw_cli_error (_ ("--per-page: expected 1, 2 or 4"));
  return output != NULL || tw_cli_error (_ ("the booklet needs a file: give one with --output"));
}

/* Appends the stored solution of the entry, or finds one. */
static TwExit
add_result (TwEntry *entry, const TwOptions *options, GPtrArray *results)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  TwResult *old = tw_entry_get_old (entry);
  g_autoptr (TilewrightResult) found = NULL;

  if (puzzle == NULL || !tw_cli_accepts_options (puzzle, options))
    return TW_EXIT_BAD_INPUT;
  if (old == NULL) {
    found = tw_cli_run (puzzle, options);
    old = tilewright_result_peek (found);
  }
  if (tw_result_has_solution (old)) {
    g_ptr_array_add (results, tw_result_ref (old));
    return TW_EXIT_FOUND;
  }

  g_autofree char *text = tw_result_describe (old);

  tw_cli_error ("%s: %s", tw_puzzle_get_name (puzzle), text);
  return tw_exit_of_status (tilewright_result_get_status (found));
}

static TwExit
write_booklet (GPtrArray *results)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwBooklet)
    booklet = tw_booklet_new ((TwResult *const *) results->pdata, results->len, &layout, &error);
  g_autoptr (GBytes) bytes = booklet != NULL ? tw_booklet_write (booklet, &error) : NULL;
  gsize length;
  const char *data;

  if (bytes == NULL)
    return tw_cli_bad_input ("%s", error->message);
  data = g_bytes_get_data (bytes, &length);
  return tw_cli_write (output, data, length) ? TW_EXIT_FOUND : TW_EXIT_BAD_INPUT;
}

static TwExit
make_booklet (char **paths, TwOptions *options)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  g_autoptr (GPtrArray) entries = NULL;
  TwExit code = TW_EXIT_FOUND;

  if (!accept_layout ())
    return TW_EXIT_BAD_INPUT;
  entries = tw_cli_gather (paths, TRUE);
  if (!tw_cli_has_puzzles (entries->len)
      || !tw_cli_in_range ("puzzles", entries->len, 1, TW_BOOKLET_MAX_PUZZLES)
      || !tw_cli_can_write (output))
    return TW_EXIT_BAD_INPUT;
  for (guint i = 0; i < entries->len && code == TW_EXIT_FOUND; i++)
    code = add_result (entries->pdata[i], options, results);
  tw_cli_end_runs ();
  return code == TW_EXIT_FOUND ? write_booklet (results) : code;
}

const TwCommand tw_cli_booklet = {
  .name = "booklet",
  .summary = N_ ("Print puzzles, for a class"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ (
    "Writes a PDF with the puzzles, their pieces to be cut out, and the solutions: "
    "those stored beside\nthe puzzles, otherwise it finds them first. The same "
    "puzzles give the same booklet."),
  .solver = TRUE,
  .run = make_booklet,
  .tables = { own_entries, tw_cli_progress_entries, tw_cli_quiet_entries },
};
