/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-certificate.c - certificates that tilewright-check reads: whatever it accepts is true. The
 * target includes the sources of the checker, to replace some of their functions and limits. */
#include <setjmp.h>

#include "fuzz.h"

#include "../core/random-board.h"
#include "../puzzle/recount.h"

/* The checker ends with _Exit () when it refuses a file; here it returns to the target, which frees
 * the memory. */
static jmp_buf refused;
static GHashTable *memory_in_use;
static FILE *nowhere;

static _Noreturn void
refuse (int code)
{
  longjmp (refused, code);
}

static void *
keep (void *memory)
{
  g_hash_table_add (memory_in_use, memory);
  return memory;
}

static void
drop (void *memory)
{
  g_hash_table_remove (memory_in_use, memory);
}

int check_main (int argc, char **argv);

#define main                check_main
#define _Exit(code)         refuse (code)
#define calloc(count, size) keep (calloc (count, size))
#define free(memory)        drop (memory)
#define MAX_STEPS           10000
#define MAX_TRIED           10000
#define MAX_MEMORY          ((size_t) 1 << 18) /* bounds the time of a sweep */
#undef stderr
#define stderr nowhere
#include "../../src/check/words.c"
#include "../../src/check/puzzle.c"
#include "../../src/check/pieces.c"
#include "../../src/check/squares.c"
#include "../../src/check/tilewright-check.c"
#undef free
#undef stderr

enum {
  FEW_CELLS = 25, /* for brute force */
};

/* The claim of an accepted certificate of pieces. */
static void
compare_pieces (const GPtrArray *words)
{
  gint64 found = recount ((const char *const *) words->pdata);
  const char *last = words->pdata[words->len - 1];

  if (found < 0)
    return;
  if (g_str_equal (last, "solution") || g_str_equal (words->pdata[words->len - 2], "fewest"))
    fuzz_assert (found > 0);
  else
    fuzz_assert (found == (g_str_equal (last, "none") ? 0 : atoll (last)));
}

/* Tilings of a capped board: the pieces are its squares. */
static gint64
recount_capped (const GPtrArray *words, int wide, int high, int limit)
{
  int largest_side = wide == high && wide > 1 ? wide - 1 : MIN (wide, high);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) split = NULL;

  g_string_printf (text, "x 2 board %d %d", wide, high);
  for (int y = 0; y < high; y++)
    g_string_append_printf (text, " %s", (const char *) words->pdata[5 + y]);
  g_string_append_printf (text, " pieces %d", largest_side);
  for (int size = 1; size <= largest_side; size++) {
    g_string_append_printf (text, " piece 0 %d 1 shape %d %d", limit, size, size);
    for (int y = 0; y < size; y++)
      g_string_append_printf (text, " %.*s", size, "........................................");
  }
  split = g_strsplit (text->str, " ", -1);
  return recount ((const char *const *) split);
}

static void
compare_capped (const GPtrArray *words)
{
  int wide = atoi (words->pdata[3]), high = atoi (words->pdata[4]);
  int limit = atoi (words->pdata[6 + high]);
  gint64 found = wide * high > FEW_CELLS ? -1 : recount_capped (words, wide, high, limit);

  if (found < 0)
    return;
  fuzz_assert ((found == 0) == g_str_equal (words->pdata[words->len - 1], "none"));
  if (g_str_equal (words->pdata[words->len - 2], "least-cap") && limit > 1)
    fuzz_assert (recount_capped (words, wide, high, limit - 1) <= 0);
}

/* The claim at the end of an accepted certificate, compared with brute force on its board. */
static void
compare (const char *text)
{
  g_auto (GStrv) lines = g_strsplit_set (text, " \n", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *claim;
  AUTO_BOARD *fuzzed = NULL;
  int wide, high;

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_ptr_array_add (words, lines[i]);
  wide = atoi (words->pdata[3]);
  high = atoi (words->pdata[4]);
  if (!g_str_equal (words->pdata[5 + high], "squares")) {
    if (g_str_equal (words->pdata[5 + high], "pieces"))
      compare_pieces (words);
    else
      compare_capped (words);
    return;
  }
  if (wide * high > FEW_CELLS)
    return;
  claim = words->pdata[words->len - 1];
  fuzzed = tw_board_new (wide, high);
  for (int y = 0; y < high; y++) {
    const char *row = words->pdata[5 + y];

    for (int x = 0; x < wide; x++)
      tw_board_set (fuzzed, x, y, row[x] == '.');
  }
  if (g_str_equal (words->pdata[words->len - 2], "optimal"))
    fuzz_assert (brute_force (fuzzed) == atoi (claim));
  else if (g_str_equal (words->pdata[words->len - 2], "bound"))
    fuzz_assert (brute_force (fuzzed) >= atoi (claim));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *copy = fuzz_copy (data, size);
  volatile int code;

  if (size == 0)
    return 0;
  if (memory_in_use == NULL) {
    memory_in_use = g_hash_table_new_full (NULL, NULL, free, NULL);
    nowhere = fopen ("/dev/null", "w");
  }
  file_name = "x";
  blocks = NULL;
  memory = 0;
  file = fmemopen (copy, size, "r");
  fuzz_assert (file != NULL && nowhere != NULL);
  code = setjmp (refused);
  if (code == 0) {
    check_file ();
    compare (text);
  }
  fuzz_assert (code >= 0 && code <= 2);
  fclose (file);
  g_hash_table_remove_all (memory_in_use);
  return 0;
}
