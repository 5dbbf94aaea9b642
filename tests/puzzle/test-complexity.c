/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-complexity.c - the running time of readers and checkers on adversarial input: for sixteen
 * times as many elements the processor time must grow far less than 256-fold, the growth of a
 * quadratic algorithm.
 *
 * Each row generates a text, or files, with n adversarial elements: names with equal hashes, copies
 * of one puzzle, pieces that are all displaced. For most rows it does not matter whether the reader
 * accepts the input. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <time.h>

#include "core/run/stop-points.h"
#include "net/contest-folder.h"
#include "core/pieces/checkpoint.h"
#include "puzzle/checkpoint.h"
#include "puzzle/gather.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"
#include "puzzle/json.h"
#include "puzzle/kept.h"
#include "puzzle/kind-solve.h"
#include "puzzle/option-text.h"
#include "puzzle/pieces/solutions.h"
#include "test-puzzles.h"
#include "test-tools.h"

enum {
  TIMES = 16,
  /* Between 16 (linear) and 256 (quadratic), far enough from both to tolerate noise. */
  MOST_RATIO = 81,
  TRIES = 4,
};

/* Shorter times are not measured. */
#define LEAST_SECONDS 50e-6

/* The input of a measurement; each row uses the members it needs. */
typedef struct {
  GString *text;
  TwPuzzle *puzzle;
  char *folder;
  guint64 stop_at; /* the first stop point after which the search can be resumed */
} Input;

typedef struct {
  const char *name;
  guint n;
  void (*make) (Input *input, guint n);
  void (*run) (Input *input);
  /* Without `make`: the text is n copies of `element` between the two others; NULL: none. */
  const char *element, *before, *after;
} Row;

/* --- elements ------------------------------------------------------------------------ */

/* The i-th of up to 65536 names that g_str_hash () maps to the same number. */
static const char *
collide (guint i)
{
  static char name[33];

  for (guint bit = 0; bit < 16; bit++)
    memcpy (name + 2 * bit, i >> bit & 1 ? "FY" : "Ez", 2);
  return name;
}

static guint
side_of (guint n)
{
  guint side = 1;

  while (side * side < n)
    side++;
  return side;
}

/* Appends "[ELEMENT,ELEMENT...]", with a format that takes the index twice. */
#define append_list(text, n, ...)                 \
  G_STMT_START                                    \
  {                                               \
    g_string_append_c (text, '[');                \
    for (guint i = 0; i < (n); i++) {             \
      g_string_append (text, i > 0 ? "," : "");   \
      g_string_append_printf (text, __VA_ARGS__); \
    }                                             \
    g_string_append_c (text, ']');                \
  }                                               \
  G_STMT_END

static void
write_file (const Input *input, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (input->folder, name, NULL);

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* --- runs ------------------------------------------------------------------------------ */

static void
run_puzzles (Input *input)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (input->text->str, input->text->len, NULL, NULL);

  if (g_test_verbose () && puzzles != NULL)
    g_test_message ("%u puzzles", puzzles->len);
}

static void
run_answer (Input *input)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult)
    result = tw_result_parse (input->puzzle, input->text->str, input->text->len, NULL, &error);

  /* A list that is rejected because of its length would not exercise the checker. */
  g_assert_no_error (error);
  if (tw_kind_check (result, NULL) > 0 && g_test_verbose ())
    g_test_message ("wrong");
}

static void
run_json (Input *input)
{
  g_autoptr (JsonNode) node = tw_json_parse (input->text->str, input->text->len, NULL);

  if (g_test_verbose () && node != NULL)
    g_test_message ("accepted");
}

/* --- JSON ------------------------------------------------------------------------------ */

static void
make_one_hash (Input *input, guint n)
{
  g_string_append_c (input->text, '{');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (input->text, "%s\"%s\":1", i > 0 ? "," : "", collide (i));
  g_string_append_c (input->text, '}');
}

static void
make_many_hashes (Input *input, guint n)
{
  g_autoptr (GString) object = input->text;

  make_one_hash (input, TW_JSON_MAX_MEMBERS);
  input->text = g_string_new (NULL);
  append_list (input->text, n, "%s", object->str);
}

static void
make_lines (Input *input, guint n)
{
  append_list (input->text, n, "\n[{\"a\":[[]]}]");
  g_string_append (input->text, "x");
}

/* --- puzzles --------------------------------------------------------------------------- */

static void
make_board (Input *input, guint n)
{
  guint side = side_of (n);
  g_autoptr (GString) row = g_string_new (NULL);

  append_list (row, side, "true");
  g_string_append_printf (input->text, "{\"id\":\"a\",\"width\":%u,\"height\":%u,\"puzzle\":", side,
                          side);
  append_list (input->text, side, "%s", row->str);
  g_string_append_c (input->text, '}');
}

static void
make_boards (Input *input, guint n)
{
  append_list (input->text, n, "{\"id\":\"%s\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}",
               collide (i));
}

static void
make_grid (Input *input, guint n)
{
  guint side = side_of (n);

  for (guint i = 0; i < side * side; i++)
    g_string_append (input->text, i % side == 0 && i > 0 ? "\n." : i % 2 == 0 ? "." : "#");
}

/* Single cells; each is a piece with its own name and position. */
static void
make_pieces (Input *input, guint n)
{
  guint side = side_of (n);

  g_string_append (input->text, "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":");
  append_list (
    input->text, side, "\"%.*s\"", (int) side,
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  g_string_append (input->text, ",\"pieces\":");
  append_list (input->text, n, "{\"name\":\"%s\",\"cells\":[\"a\"]}", collide (i));
  g_string_append (input->text, ",\"placed\":");
  append_list (input->text, n, "{\"piece\":\"%s\",\"x\":%u,\"y\":%u}", collide (i), i % side,
               i / side);
  g_string_append_c (input->text, '}');
}

static void
make_drawing (Input *input, guint n)
{
  guint side = side_of (3 * n);

  for (guint i = 0; i < n; i++)
    g_string_append (input->text, i % 50 == 49 ? "ab\n\n" : "ab ");
  g_string_append (input->text, "\n\n");
  for (guint i = 0; i < side * side; i++)
    g_string_append (input->text, i % side == side - 1 ? "a\n" : i % 2 == 0 ? "b" : "a");
}

/* One winding component, and blank lines. */
static void
make_stairs (Input *input, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (input->text, i % 4 == 0   ? "aaa"
                                  : i % 4 == 1 ? "\n  a"
                                  : i % 4 == 2 ? "\naaa"
                                               : "\na\n");
  for (guint i = 0; i < n; i++)
    g_string_append (input->text, " \n\t\n");
}

static void
make_quadrillion_set (Input *input, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (input->text, i < 191 ? "1\n" : " \n");
}

static void
run_quadrillion_set (Input *input)
{
  TwQuadrillionSet *set = tw_quadrillion_set_read (input->text->str, input->text->len, NULL);

  g_assert_null (set);
}

static void
make_tetrominoes (Input *input, guint n)
{
  append_list (input->text, n, "{\"id\":%u,\"size\":4,\"signature\":\"I1,J1,L1,Z1\"}", i);
}

static void
make_code (Input *input, guint n)
{
  guint side = side_of (n);

  for (guint i = 0; i < side * side; i++)
    g_string_append (input->text, i % side == 0 ? "(1" : i % side == side - 1 ? ",1)" : ",1");
}

/* --- solutions ------------------------------------------------------------------------- */

/* A solution of a square on each cell, or of as many squares that cover the whole board. */
static void
append_squares (GString *text, guint side, gboolean heap)
{
  g_string_assign (text, "{\"squares\":");
  append_list (text, side * side, "{\"X\":%u,\"Y\":%u,\"Size\":%u}", heap ? 0 : i % side,
               heap ? 0 : i / side, heap ? side : 1);
  g_string_append_c (text, '}');
}

static void
make_squares (Input *input, guint n)
{
  make_board (input, n);
  input->puzzle = test_puzzle (input->text->str, NULL);
  append_squares (input->text, side_of (n), FALSE);
}

static void
make_heap (Input *input, guint n)
{
  make_board (input, n);
  input->puzzle = test_puzzle (input->text->str, NULL);
  append_squares (input->text, side_of (n), TRUE);
}

static void
make_capped (Input *input, guint n)
{
  guint side = side_of (n);
  g_autofree char *task = g_strdup_printf ("{\"size\":%u,\"cap\":1,\"goal\":\"any\"}", side);

  input->puzzle = test_puzzle (task, NULL);
  append_squares (input->text, side, FALSE);
}

/* Each fixed piece lies in the place of another one. */
static void
make_moved (Input *input, guint n)
{
  guint side = side_of (n);

  make_pieces (input, n);
  input->puzzle = test_puzzle (input->text->str, NULL);
  g_string_assign (input->text, "{\"placements\":");
  append_list (input->text, n, "{\"piece\":\"%s\",\"cells\":[[%u,%u]]}", collide (i ^ 1), i % side,
               i / side);
  g_string_append_c (input->text, '}');
}

/* Many copies of one piece; only the last two are displaced. */
static void
make_copies (Input *input, guint n)
{
  guint side = side_of (n);
  g_autofree char *row = g_strnfill (side, 'a');

  g_string_append (input->text, "{\"format\":\"tilewright-pieces\",\"version\":1,\"board\":");
  append_list (input->text, side, "\"%s\"", row);
  g_string_append_printf (
    input->text, ",\"pieces\":[{\"name\":\"A\",\"cells\":[\"a\"],\"most\":%u}],", side * side);
  g_string_append (input->text, "\"placed\":");
  append_list (input->text, n - 1, "{\"piece\":\"A\",\"x\":%u,\"y\":%u}", i % side, i / side);
  g_string_append_c (input->text, '}');
  input->puzzle = test_puzzle (input->text->str, NULL);
  g_string_assign (input->text, "{\"placements\":");
  append_list (input->text, side * side, "{\"piece\":\"A\",\"cells\":[[%u,%u]]}",
               (side * side - 1 - i) % side, (side * side - 1 - i) / side);
  g_string_append_c (input->text, '}');
}

static void
make_figures (Input *input, guint n)
{
  guint side = 4 * ((side_of (n) + 3) / 4);
  g_autofree char *task = g_strdup_printf ("{\"size\":%u,\"signature\":\"O%u\"}", side,
                                           side * side / 4);

  input->puzzle = test_puzzle (task, NULL);
  g_string_append (input->text, "{\"solution\":");
  append_list (input->text, side * side, "[\"O\",0,%u,%u]", i / 4 % (side - 1), i / 4 / side);
  g_string_append_c (input->text, '}');
}

/* The solutions of the list all belong to other puzzles. */
static void
make_results (Input *input, guint n)
{
  make_board (input, 4);
  input->puzzle = test_puzzle (input->text->str, NULL);
  g_string_truncate (input->text, 0);
  append_list (input->text, n, "{\"id\":\"%s\",\"squares\":[]}", i + 1 < n ? collide (i) : "a");
}

/* Solutions that leave all cells free. */
static void
make_solutions (Input *input, guint n)
{
  input->puzzle = test_puzzle ("{\"board\": [\"aaaaaaaa\"], \"free\": 8, \"pieces\": ["
                               "{\"cells\": [\"aa\"]}]}",
                               NULL);
  g_string_append (input->text, "{\"placements\":[],\"solutions\":");
  append_list (input->text, n, "[]");
  g_string_append_c (input->text, '}');
}

/* --- checkpoints ----------------------------------------------------------------------- */

static TwResult *
search (TwPuzzle *puzzle, TwResult *stopped, guint64 stop_at)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  TwLimits limits = { .seconds = 10, .memory = 64 << 20 };
  g_autoptr (TwRun) run = tw_run_new (&limits);
  TwOptions options = test_options ();

  options.count_only = true;
  options.limit = 0;
  options.threads = 1;
  gpointer live = stopped != NULL ? kind->solve->live_continue (stopped)
                                  : kind->solve->live_new (puzzle, &options);
  tw_run_test_stop_at (run, stop_at, TW_STOP_CANCEL);
  TwResult *result = tw_kind_solve (puzzle, &options, run, live);
  kind->solve->live_free (live);
  return result;
}

/* A genuine checkpoint whose last subtree is repeated. */
static void
make_checkpoint (Input *input, guint n)
{
  g_autofree char *text = NULL;
  TwCheckpoint checkpoint, longer;
  double seconds;

  input->puzzle = test_puzzle (
    "{\"format\":\"tilewright-pieces\",\"version\":1,"
    "\"board\":[\"aaaaaa\",\"aaaaaa\",\"aaaaaa\",\"aaaaaa\"],"
    "\"pieces\":[{\"cells\":[\"aaa\",\" a \"],\"most\":6},{\"cells\":[\"aaa\",\"a  \"],\"most\":6},"
    "{\"cells\":[\"aaaa\"],\"most\":6}]}",
    NULL);
  for (guint64 at = 1; at < 2000 && text == NULL; at++) {
    g_autoptr (TwResult) result = search (input->puzzle, NULL, at);

    text = tw_piece_puzzle_dup_checkpoint (result);
    input->stop_at = at;
  }
  g_assert_nonnull (text);
  char *core = tw_piece_checkpoint_parse (text, &seconds, NULL);
  g_assert_cmpint (tw_checkpoint_read (&checkpoint, core), ==, TW_CHECKPOINT_OK);
  free (core);
  g_autofree TwSubtree *subtrees = g_new (TwSubtree, n);
  for (guint i = 0; i < n; i++)
    subtrees[i] = checkpoint.subtrees[checkpoint.n_subtrees - 1];
  longer = checkpoint;
  longer.subtrees = subtrees;
  longer.n_subtrees = n;
  core = tw_checkpoint_write (&longer);
  g_free (text);
  text = tw_piece_checkpoint_text (core, seconds);
  g_string_append (input->text, text);
  free (core);
  tw_checkpoint_clear (&checkpoint);
}

/* The subtrees exceed the whole search, so the checkpoint is read to the end and refused. */
static void
run_checkpoint (Input *input)
{
  TwOptions options = test_options ();

  options.count_only = true;
  options.limit = 0;

  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult)
    stopped = tw_piece_puzzle_stopped_at (input->puzzle, &options, input->text->str, &error);

  g_assert_null (stopped);
  g_assert_nonnull (strstr (error->message, "damaged"));
}

/* --- folders --------------------------------------------------------------------------- */

static void
make_folder (Input *input, guint n)
{
  input->folder = g_dir_make_tmp ("tilewright-complexity-XXXXXX", NULL);
  g_assert_nonnull (input->folder);
}

/* An exact cover problem as pasted text, that is, without a file name. */
static void
make_cover (Input *input, guint n)
{
  for (guint line = 0; line < 2; line++) {
    for (guint i = 0; i < n; i++)
      g_string_append_printf (input->text, "%s ", collide (i));
    g_string_append (input->text, line == 0 ? "| x\n" : "\n");
  }
  for (guint i = 0; i < n; i++)
    g_string_append_printf (input->text, "x:%s\n", collide (i));
}

static void
make_values (Input *input, guint n)
{
  make_cover (input, n);
  input->puzzle = test_puzzle (input->text->str, "x.dlx");
  g_string_assign (input->text, "v");
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (input->text, " x%u", i);
}

static const char one_square[] = "{\"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 1}]}";

static void
make_kept (Input *input, guint n)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (".\n", NULL);
  g_autoptr (JsonNode) node = tw_json_parse (one_square, strlen (one_square), NULL);
  g_autoptr (TwResult) result = tw_result_from_json (puzzle, node, NULL);
  g_autoptr (TwKept) kept = tw_kept_new ();
  TwKeptValue *value = tw_kept_add (kept, puzzle, NULL, FALSE);

  for (guint i = 0; i < n; i++)
    tw_kept_value_add (value, result, collide (i), NULL);

  g_autoptr (GBytes) bytes = tw_kept_save (kept);
  g_string_append_len (input->text, g_bytes_get_data (bytes, NULL),
                       (gssize) g_bytes_get_size (bytes));
}

static void
run_kept (Input *input)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (input->text->str, input->text->len);
  g_autoptr (TwKept) kept = tw_kept_load (bytes, NULL);

  g_assert_cmpuint (tw_kept_get_now (kept)->results->len, >, 0);
}

static void
make_session (Input *input, guint n)
{
  TwContestPlan plan = { .count = TW_CONTEST_MAX_COUNT };
  sqlite3 *database;

  make_folder (input, n);
  tw_contest_folder_free (tw_contest_folder_create (input->folder, &plan, 0, NULL));
  g_string_append (input->text, "BEGIN;");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (input->text,
                            "INSERT INTO entry (number, mode, status, puzzle) VALUES (%u, 'trial',"
                            " 'fetched', '{\"id\":\"%s\",\"width\":1,\"height\":1,"
                            "\"puzzle\":[[true]]}');",
                            i, collide (i));
  g_string_append (input->text, "COMMIT");
  g_autofree char *path = g_build_filename (input->folder, "session.db", NULL);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, input->text->str, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

static void
run_session (Input *input)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  TwContestPlan plan = { 0 };
  g_autoptr (TwContestFolder)
    folder = tw_contest_folder_open (input->folder, &plan, entries, 0, &error);

  g_assert_no_error (error);
  g_clear_pointer (&plan.server, g_free);
}

/* --- re-solving ------------------------------------------------------------------------ */

static void
make_gather_ids (Input *input, guint n)
{
  make_folder (input, n);
  make_boards (input, n);
  write_file (input, "all.json", input->text->str);
  g_string_truncate (input->text, 0);
  append_list (input->text, n, "{\"id\":\"%s\",\"squares\":[{\"X\":0,\"Y\":0,\"Size\":1}]}",
               collide (i));
  write_file (input, "x.json", input->text->str);
}

/* Copies of one puzzle and its solution. */
static void
make_gather_copies (Input *input, guint n)
{
  make_folder (input, n);
  append_list (input->text, n, "{\"id\":\"a\",\"width\":1,\"height\":1,\"puzzle\":[[true]]%.*s}", 0,
               collide (i));
  write_file (input, "all.json", input->text->str);
  g_string_truncate (input->text, 0);
  append_list (input->text, n, "{\"id\":\"a\",\"squares\":[{\"X\":0,\"Y\":0,\"Size\":1}]%.*s}", 0,
               collide (i));
  write_file (input, "x.json", input->text->str);
}

static void
make_gather_files (Input *input, guint n)
{
  make_folder (input, n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("%s.json", collide (i));
    g_autofree char *answer = g_strdup_printf ("%s-answer.json", collide (i));

    write_file (input, name, "{\"width\":1,\"height\":1,\"puzzle\":[[true]]}");
    write_file (input, answer, "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":1}]}");
  }
}

static void
run_gather (Input *input)
{
  g_autoptr (GFile) folder = g_file_new_for_path (input->folder);
  g_autoptr (GPtrArray) entries = tw_gather (&folder, 1, NULL, NULL, NULL);
  gint64 answers = 0;

  for (guint i = 0; i < entries->len; i++)
    answers += tw_entry_get_old (g_ptr_array_index (entries, i)) != NULL;
  g_assert_cmpint (answers, ==, entries->len);
}

/* --- options --------------------------------------------------------------------------- */

static void
make_transforms (Input *input, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (input->text, "%s%u", i > 0 ? "," : "", i % 8);
}

static void
run_option (Input *input)
{
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);
  TwOptions options = test_options ();

  for (size_t i = 0; i < count; i++)
    (void) tw_options_set_text (&options, table[i].name, input->text->str, NULL);
  (void) tw_options_set_text (&options, input->text->str, "1", NULL);
}

/* --- measuring ------------------------------------------------------------------------- */

static const Row rows[] = {
  { "json/one-hash", 2000, make_one_hash, run_json, NULL, NULL, NULL },
  { "json/many-hashes", 8, make_many_hashes, run_json, NULL, NULL, NULL },
  { "json/escapes", 4000, NULL, run_json, "\\uD83D\\uDE00", "[\"", "\"]" },
  { "json/lines", 1000, make_lines, run_json, NULL, NULL, NULL },
  { "contest/board", 900, make_board, run_puzzles, NULL, NULL, NULL },
  { "contest/boards", 200, make_boards, run_puzzles, NULL, NULL, NULL },
  { "cover/names", 600, make_cover, run_puzzles, NULL, NULL, NULL },
  { "sheet/cells", 4000, NULL, run_puzzles, "1\t \n", NULL, NULL },
  { "grid/board", 4000, make_grid, run_puzzles, NULL, NULL, NULL },
  { "pieces/json", 600, make_pieces, run_puzzles, NULL, NULL, NULL },
  { "pieces/drawing", 600, make_drawing, run_puzzles, NULL, NULL, NULL },
  { "pieces/stairs", 900, make_stairs, run_puzzles, NULL, NULL, NULL },
  { "quadrillion/boards", 20, NULL, run_puzzles, ".*..\n.**.\n.   \n....\n\n", NULL, NULL },
  { "quadrillion/pieces", 4000, make_quadrillion_set, run_quadrillion_set, NULL, NULL, NULL },
  { "tetrominoes/tasks", 200, make_tetrominoes, run_puzzles, NULL, NULL, NULL },
  { "tetrominoes/signature", 4000, NULL, run_puzzles, " ",
    "{\"id\":1,\"size\":4,\"signature\":\"I1", ",J0000000000000000000000001,L1,Z1\"}" },
  { "bouwkamp/code", 2500, make_code, run_puzzles, NULL, NULL, NULL },
  { "bouwkamp/codes", 200, NULL, run_puzzles, "(2)(1,1)\n", NULL, NULL },
  { "answer/squares", 400, make_squares, run_answer, NULL, NULL, NULL },
  { "cover/values", 600, make_values, run_answer, NULL, NULL, NULL },
  { "answer/heap", 900, make_heap, run_answer, NULL, NULL, NULL },
  { "answer/capped", 400, make_capped, run_answer, NULL, NULL, NULL },
  { "answer/moved", 500, make_moved, run_answer, NULL, NULL, NULL },
  { "answer/copies", 500, make_copies, run_answer, NULL, NULL, NULL },
  { "answer/tetrominoes", 400, make_figures, run_answer, NULL, NULL, NULL },
  { "answer/results", 500, make_results, run_answer, NULL, NULL, NULL },
  { "answer/solutions", 500, make_solutions, run_answer, NULL, NULL, NULL },
  { "checkpoint", 500, make_checkpoint, run_checkpoint, NULL, NULL, NULL },
  { "kept", 50, make_kept, run_kept, NULL, NULL, NULL },
  { "session", 20, make_session, run_session, NULL, NULL, NULL },
  { "gather/ids", 100, make_gather_ids, run_gather, NULL, NULL, NULL },
  { "gather/copies", 64, make_gather_copies, run_gather, NULL, NULL, NULL },
  { "gather/files", 20, make_gather_files, run_gather, NULL, NULL, NULL },
  { "options", 500, make_transforms, run_option, NULL, NULL, NULL },
};

static double
processor_seconds (void)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now), ==, 0);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static void
repeat (GString *text, const Row *row, guint n)
{
  g_string_append (text, row->before != NULL ? row->before : "");
  for (guint i = 0; i < n; i++)
    g_string_append (text, row->element);
  g_string_append (text, row->after != NULL ? row->after : "");
}

/* The minimum of several runs is closest to the cost of the work; the other runs were disturbed. */
static double
measure (const Row *row, guint n)
{
  Input input = { .text = g_string_new (NULL) };
  double least = G_MAXDOUBLE;

  if (row->make != NULL)
    row->make (&input, n);
  else
    repeat (input.text, row, n);
  for (int i = 0; i < test_demand (3, 1); i++) {
    double begun = processor_seconds ();

    row->run (&input);
    least = MIN (least, processor_seconds () - begun);
  }
  g_string_free (input.text, TRUE);
  g_clear_pointer (&input.puzzle, tw_puzzle_unref);
  if (input.folder != NULL)
    test_remove_tree (input.folder);
  g_free (input.folder);
  return MAX (least, LEAST_SECONDS);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  double ratio = 0;

  /* Sanitizers look for other faults, and change the times. */
  if (TEST_SANITIZED) {
    measure (row, row->n);
    return;
  }
  for (int i = 0; i < TRIES; i++) {
    double small = measure (row, row->n), large = measure (row, TIMES * row->n);

    ratio = large / small;
    g_test_message ("%u elements: %.3f ms, %u: %.3f ms, ratio %.1f", row->n, small * 1e3,
                    TIMES * row->n, large * 1e3, ratio);
    if (ratio < MOST_RATIO)
      return;
  }
  g_error ("%d times as many elements take %.0f times as long", TIMES, ratio);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = g_strconcat ("/complexity/", rows[i].name, NULL);

    g_test_add_data_func (path, &rows[i], test_row);
  }
  return g_test_run ();
}
