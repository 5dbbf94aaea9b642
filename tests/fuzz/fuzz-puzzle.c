/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-puzzle.c - puzzles of one kind, TW_FUZZ_KIND, in a file named TW_FUZZ_NAME ("": no name). A
 * puzzle that is read, written and read again stays the same. */
#include "fuzz.h"

#include <string.h>

#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/solution-file.h"

static const char *const name = *TW_FUZZ_NAME != '\0' ? TW_FUZZ_NAME : NULL;

static void
write_again (TwPuzzle *puzzle)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  g_autofree char *text = tw_puzzle_write (puzzle);
  g_autoptr (GString) description = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (kind->describe != NULL)
    kind->describe (puzzle, description);
  fuzz_assert (g_utf8_validate (description->str, -1, NULL));
  if (text == NULL)
    return;

  g_autoptr (GPtrArray) again = tw_puzzles_parse (text, strlen (text), name, &error);

  if (again == NULL)
    fuzz_fail ("refused: %s\n%s\n", error->message, text);
  fuzz_assert (again->len == 1);

  g_autofree char *second = tw_puzzle_write (g_ptr_array_index (again, 0));

  fuzz_assert (tw_puzzle_get_kind (g_ptr_array_index (again, 0)) == kind);
  fuzz_assert (strcmp (text, second) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = fuzz_copy (data, size);
  g_autoptr (GPtrArray) puzzles = NULL, solutions = NULL;

  puzzles = tw_puzzles_parse (text, size, name, &error);
  if (puzzles == NULL) {
    fuzz_expect_error (error);
    return 0;
  }
  fuzz_assert (puzzles->len > 0);
  solutions = tw_solutions_beside (text, size, "a", puzzles, &error);
  if (solutions == NULL)
    fuzz_expect_error (error);
  for (guint i = 0; i < puzzles->len; i++)
    if (g_str_equal (tw_puzzle_get_kind (g_ptr_array_index (puzzles, i))->name, TW_FUZZ_KIND))
      write_again (g_ptr_array_index (puzzles, i));
  return 0;
}
