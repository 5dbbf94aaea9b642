/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-result.c - solutions of a puzzle of each kind: read, checked, written and read again. The
 * first byte chooses the puzzle. */
#include "fuzz.h"

#include <string.h>

#include "puzzle/kind-solution.h"
#include "puzzle/load.h"

static const char *const texts[] = {
  "{\"id\":\"a\",\"width\":4,\"height\":3,\"puzzle\":[[true,true,true,true],[true,false,true,true],"
  "[true,true,true,true]]}",
  "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":[\"aaaa\",\"aaaa\"],"
  "\"pieces\":[{\"name\":\"A\",\"cells\":[\"aaa\",\"a\"],\"most\":2},{\"name\":\"B\",\"cells\":["
  "\"aa\"],"
  "\"most\":4}],\"placed\":[{\"piece\":\"B\",\"x\":0,\"y\":0}]}",
  "........\n...*....\n......*.\n.*......\n...**...\n........\n.*.....*\n........\n",
  "{\"id\":7,\"size\":4,\"signature\":\"O4\"}",
  "{\"size\":[4,3],\"goal\":\"fewest\"}",
};

static void
read_solution (TwPuzzle *puzzle, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, length, "x", &error);

  if (result == NULL) {
    fuzz_expect_error (error);
    return;
  }

  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  gsize n = tw_kind_check (result, faults);
  g_autofree char *description = tw_result_describe (result);

  fuzz_assert ((n == 0) == (faults->len == 0) && faults->len <= TW_MAX_FAULT_TEXTS);
  fuzz_assert (g_utf8_validate (description, -1, NULL));
  if (n > 0)
    return;

  g_autoptr (JsonNode) node = tw_result_to_json (result);
  g_autoptr (TwResult) again = tw_result_from_json (puzzle, node, &error);

  if (again == NULL)
    fuzz_fail ("refused: %s\n", error->message);
  fuzz_assert (tw_kind_check (again, NULL) == 0);
  fuzz_assert (tw_result_compare (result, again) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TwPuzzle *puzzles[G_N_ELEMENTS (texts)];
  guint i;

  if (size == 0)
    return 0;
  i = data[0] % G_N_ELEMENTS (texts);
  if (puzzles[i] == NULL) {
    g_autoptr (GPtrArray) read = tw_puzzles_parse (texts[i], strlen (texts[i]), NULL, NULL);

    fuzz_assert (read != NULL);
    puzzles[i] = tw_puzzle_ref (g_ptr_array_index (read, 0));
  }

  g_autofree char *text = fuzz_copy (data + 1, size - 1);

  read_solution (puzzles[i], text, size - 1);
  return 0;
}
