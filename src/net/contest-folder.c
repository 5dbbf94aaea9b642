/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder.c - see contest-folder.h. */
#include "net/contest-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/transform.h"
#include "net/contest-client.h"
#include "net/sql.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

enum {
  MAX_SAME_NAME = 1000,
};

enum {
  READ_PLAN,
  ADD_PLAN,
  SET_PLAN,
  READ_ENTRIES,
  READ_TOTALS,
  SAVE_ENTRY,
  NOTE_EVENT,
  N_STATEMENTS,
};

struct TwContestFolder {
  char *path;
  TwSql *sql;
};

static const char schema[] =
  "CREATE TABLE plan (one INTEGER PRIMARY KEY CHECK (one = 1), server TEXT, mode TEXT,"
  "  tetrominoes INTEGER, count INTEGER);"
  "CREATE TABLE entry (number INTEGER PRIMARY KEY, mode TEXT, status TEXT, squares INTEGER,"
  "  bound INTEGER, optimal INTEGER, transform INTEGER, captured INTEGER, score INTEGER,"
  "  penalty INTEGER, attempts INTEGER, asked INTEGER, fetch_seconds REAL, solve_seconds REAL,"
  "  answer_seconds REAL, submit_seconds REAL, error TEXT, puzzle TEXT, answer TEXT)";

#define TIME "'time', strftime ('%Y-%m-%dT%H:%M:%SZ', "

/* Unknown numbers, which are negative, are not in the log. Saving keeps texts that are NULL. */
static const char *const statements[N_STATEMENTS] = {
  [READ_PLAN] = "SELECT server, mode, tetrominoes, count FROM plan",
  [ADD_PLAN] = "INSERT OR IGNORE INTO plan VALUES (1, ?, ?, ?, ?)",
  [SET_PLAN] = "REPLACE INTO plan VALUES (1, ?, ?, ?, ?)",
  [READ_ENTRIES] = "SELECT * FROM entry ORDER BY number",
  [READ_TOTALS] =
    "SELECT count(*), sum(squares) FROM entry WHERE number > 0 AND status = 'accepted'",
  [SAVE_ENTRY] =
    "REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
    " ?16, ?17, coalesce (?18, (SELECT puzzle FROM entry WHERE number = ?1)),"
    " coalesce (?19, (SELECT answer FROM entry WHERE number = ?1)))"
    " RETURNING json_patch ('{}', json_object (" TIME "?20, 'unixepoch'), 'puzzle', ?1,"
    " 'mode', ?2, 'status', ?3, 'id', ?21, 'width', ?22, 'height', ?23,"
    " 'numberOfSquares', iif (?4 < 0, NULL, ?4), 'bound', iif (?5 < 0, NULL, ?5),"
    " 'optimal', json (iif (?4 < 0, 'null', iif (?6, 'true', 'false'))),"
    " 'transform', iif (?7 < 0, NULL, ?7), 'captured', iif (?8 < 0, NULL, ?8),"
    " 'score', iif (?9 < 0, NULL, ?9), 'timePenalty', iif (?10 < 0, NULL, ?10),"
    " 'fetchSeconds', iif (?13 < 0, NULL, round (?13, 3)),"
    " 'solveSeconds', iif (?14 < 0, NULL, round (?14, 3)),"
    " 'answerSeconds', iif (?15 < 0, NULL, round (?15, 3)),"
    " 'submitSeconds', iif (?16 < 0, NULL, round (?16, 3)), 'attempts', ?11, 'error', ?17))",
  [NOTE_EVENT] = "SELECT json_patch ('{}', json_object (" TIME "?, 'unixepoch'), 'event', ?,"
                 " 'message', ?))",
};

static const TwSqlSpec spec = { schema, statements, N_STATEMENTS,
                                N_ ("another contest is using this folder") };

char *
tw_contest_default_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "tilewright", "contests", NULL);
}

void
tw_contest_folder_free (TwContestFolder *folder)
{
  g_clear_pointer (&folder->sql, tw_sql_close);
  g_free (folder->path);
  g_free (folder);
}

const char *
tw_contest_folder_get_path (const TwContestFolder *folder)
{
  return folder->path;
}

char *
tw_contest_folder_file (const char *path, const char *stem, guint index)
{
  return g_strdup_printf ("%s/%s-%03u.json", path, stem, index);
}

/* --- reading -------------------------------------------------------------------- */

static TwSql *
open_database (const char *path, gboolean create, GError **error)
{
  g_autofree char *file = g_build_filename (path, "session.db", NULL);

  if (create || g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return tw_sql_open (file, create, &spec, error);
  return tw_fail_file_null (error, TW_PUZZLE_ERROR_FILE, file,
                            _ ("there is no contest in this folder, or one of an earlier version, "
                               "which cannot be resumed"));
}

static gboolean
read_plan (TwSql *sql, TwContestPlan *plan, GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (sql, READ_PLAN, "");
  g_autofree char *mode = NULL;
  int count = 0;

  if (tw_sql_next (sql, s, NULL)) {
    plan->server = tw_sql_dup_text (s, 0);
    mode = tw_sql_dup_text (s, 1);
    plan->tetrominoes = sqlite3_column_int (s, 2);
    count = sqlite3_column_int (s, 3);
    sqlite3_reset (s);
  }
  plan->count = (guint) count;
  return (tw_contest_mode_find (mode, &plan->mode) && plan->tetrominoes >= 0
          && plan->tetrominoes <= TW_BOARD_MAX_SIDE && count >= 1 && count <= TW_CONTEST_MAX_COUNT)
         || tw_sql_fail (sql, _ ("the plan of the contest is missing or damaged"), error);
}

/* Reads numbers that could overflow in sums as int. */
static void
read_facts (sqlite3_stmt *s, TwContestFacts *facts)
{
  facts->squares = sqlite3_column_int (s, 3);
  facts->bound = sqlite3_column_int (s, 4);
  facts->optimal = sqlite3_column_int (s, 5) != 0;
  facts->transform = CLAMP (sqlite3_column_int (s, 6), TW_NO_TRANSFORM, TW_N_TRANSFORMS - 1);
  facts->captured = sqlite3_column_int (s, 7);
  facts->score = sqlite3_column_int (s, 8);
  facts->penalty = sqlite3_column_int (s, 9);
  facts->attempts = (guint) MAX (sqlite3_column_int (s, 10), 0);
  facts->asked = MAX (sqlite3_column_int64 (s, 11), -1);
  facts->fetch_seconds = sqlite3_column_double (s, 12);
  facts->solve_seconds = sqlite3_column_double (s, 13);
  facts->answer_seconds = sqlite3_column_double (s, 14);
  facts->submit_seconds = sqlite3_column_double (s, 15);
  facts->error = tw_sql_dup_text (s, 16);
}

/* Returns the entry of the current row. */
static TwContestEntry *
read_entry (TwSql *sql, sqlite3_stmt *s, const char *path, const TwKind *kind, GError **error)
{
  int index = sqlite3_column_int (s, 0);
  g_autofree char *mode_name = tw_sql_dup_text (s, 1);
  g_autofree char *status_name = tw_sql_dup_text (s, 2);
  g_autofree char *text = tw_sql_dup_text (s, 17);
  g_autofree char *answer_text = tw_sql_dup_text (s, 18);
  g_autofree char *file = tw_contest_folder_file (path, "puzzle", (guint) index);
  g_autoptr (GPtrArray) puzzles = text != NULL ? tw_puzzles_parse (text, strlen (text), file, NULL)
                                               : NULL;
  TwPuzzle *puzzle = puzzles != NULL ? g_ptr_array_index (puzzles, 0) : NULL;
  g_autoptr (TwResult) answer = NULL;
  TwContestEntry *entry;
  TwContestMode mode;
  TwContestStatus status;

  if (index < 0 || index > TW_CONTEST_MAX_COUNT || !tw_contest_mode_find (mode_name, &mode)
      || !tw_contest_status_find (status_name, &status) || puzzle == NULL
      || tw_puzzle_get_kind (puzzle) != kind || tw_puzzle_get_id (puzzle) == NULL) {
    g_autofree char *reason = g_strdup_printf (_ ("puzzle %d of the contest is damaged"), index);

    tw_sql_fail (sql, reason, error);
    return NULL;
  }
  entry = tw_contest_entry_new ((guint) index, mode);
  tw_contest_entry_set_puzzle (entry, puzzle);
  if (answer_text != NULL)
    answer = tw_result_parse (puzzle, answer_text, strlen (answer_text), NULL, NULL);
  if (answer != NULL && tw_result_has_solution (answer))
    tw_contest_entry_set_result (entry, answer);
  else if (status == TW_CONTEST_SOLVED)
    status = TW_CONTEST_FETCHED; /* never sent: it can be solved again */
  tw_contest_entry_edit (entry)->status = status;
  read_facts (s, tw_contest_entry_edit (entry));
  return entry;
}

static gboolean
read_all (TwSql *sql, const char *path, TwContestPlan *plan, GPtrArray *entries, GError **error)
{
  GError *reason = NULL;
  sqlite3_stmt *s;

  if (!read_plan (sql, plan, error))
    return FALSE;
  s = tw_sql_bind (sql, READ_ENTRIES, "");
  while (reason == NULL && tw_sql_next (sql, s, &reason)) {
    TwContestEntry *entry = read_entry (sql, s, path, tw_contest_client_kind (plan->tetrominoes),
                                        &reason);

    if (entry != NULL)
      g_ptr_array_add (entries, entry);
  }
  sqlite3_reset (s);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}

/* --- steps -------------------------------------------------------------------- */

static gboolean
write_text (const TwContestFolder *folder, const char *stem, guint index, const char *text,
            GError **error)
{
  g_autofree char *path = tw_contest_folder_file (folder->path, stem, index);

  return tw_file_write (path, text, strlen (text), error);
}

static gboolean
append_to_log (const TwContestFolder *folder, const char *line, GError **error)
{
  g_autofree char *path = g_build_filename (folder->path, "log.jsonl", NULL);
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  int log = g_open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  gboolean fine = log >= 0 ? tw_file_write_fd (log, path, text, strlen (text), error)
                           : tw_fail_file (error, TW_PUZZLE_ERROR_FILE, path, g_strerror (errno));

  if (log >= 0)
    close (log);
  return fine;
}

/* Checks the solution, and returns its text. */
static char *
print_answer (TwResult *answer, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (tw_kind_check (answer, faults) > 0)
    return tw_fail_format_null (error, _ ("the solution is incorrect and was not submitted: %s"),
                                faults->len > 0 ? (const char *) g_ptr_array_index (faults, 0)
                                                : "");
  return tw_result_print (answer);
}

static sqlite3_stmt *
bind_step (TwSql *sql, const TwContestStep *step, const char *puzzle, const char *answer)
{
  gint64 seconds = step->real / G_USEC_PER_SEC;
  const TwContestFacts *facts;

  if (step->entry == NULL)
    return tw_sql_bind (sql, NOTE_EVENT, "lss", seconds, step->event, step->message);
  facts = tw_contest_entry_get_facts (step->entry);
  return tw_sql_bind (sql, SAVE_ENTRY, "isslliiillilddddssslsii", (int) facts->index,
                      tw_contest_mode_name (facts->mode), tw_contest_status_name (facts->status),
                      facts->squares, facts->bound, facts->optimal, facts->transform,
                      facts->captured, facts->score, facts->penalty, (int) facts->attempts,
                      facts->asked, facts->fetch_seconds, facts->solve_seconds,
                      facts->answer_seconds, facts->submit_seconds, facts->error, puzzle, answer,
                      seconds, facts->id, facts->width, facts->height);
}

/* The statement returns the line for the log, which is written before the transaction ends. */
static gboolean
commit_step (const TwContestFolder *folder, const TwContestStep *step, const char *puzzle,
             const char *answer, GError **error)
{
  TwSql *sql = folder->sql;
  sqlite3_stmt *s = bind_step (sql, step, puzzle, answer);

  if (tw_sql_execute (sql, "BEGIN", error) && tw_sql_next (sql, s, error)
      && append_to_log (folder, (const char *) sqlite3_column_text (s, 0), error)
      && tw_sql_run (sql, s, error) && tw_sql_execute (sql, "COMMIT", error))
    return TRUE;
  sqlite3_reset (s);
  tw_sql_execute (sql, "ROLLBACK", NULL);
  return FALSE;
}

/* Writes a solution and a reply before the transaction, as a solution is sent after it. The file of
 * a puzzle is written last: opening the folder again writes it if it is missing. */
gboolean
tw_contest_folder_save (TwContestFolder *folder, const TwContestStep *step, GError **error)
{
  guint index = step->entry != NULL ? tw_contest_entry_get_facts (step->entry)->index : 0;
  g_autofree char *puzzle = step->fetched
                              ? tw_puzzle_write (tw_contest_entry_get_puzzle (step->entry))
                              : NULL;
  g_autofree char *answer = step->solved
                              ? print_answer (tw_contest_entry_get_result (step->entry), error)
                              : NULL;

  if (step->solved && answer == NULL)
    return FALSE;
  return (answer == NULL || write_text (folder, "answer", index, answer, error))
         && (step->reply == NULL || write_text (folder, "reply", index, step->reply, error))
         && commit_step (folder, step, puzzle, answer, error)
         && (puzzle == NULL || write_text (folder, "puzzle", index, puzzle, error));
}

/* --- making and opening ------------------------------------------------------- */

static gboolean
write_plan (TwContestFolder *folder, guint statement, const TwContestPlan *plan, GError **error)
{
  return tw_sql_run (folder->sql,
                     tw_sql_bind (folder->sql, statement, "ssii", plan->server,
                                  tw_contest_mode_name (plan->mode), plan->tetrominoes,
                                  (int) plan->count),
                     error);
}

gboolean
tw_contest_folder_set_plan (TwContestFolder *folder, const TwContestPlan *plan, GError **error)
{
  return write_plan (folder, SET_PLAN, plan, error);
}

/* Takes ownership of `path`. */
static TwContestFolder *
folder_new (char *path, gboolean create, GError **error)
{
  g_autoptr (TwContestFolder) folder = g_new0 (TwContestFolder, 1);

  folder->path = path;
  folder->sql = open_database (path, create, error);
  return folder->sql != NULL ? g_steal_pointer (&folder) : NULL;
}

static gboolean
refuse_used (const char *path, GError **error)
{
  return tw_fail_file (error, TW_PUZZLE_ERROR_FILE, path,
                       _ ("the folder is not empty; a session in it can only be resumed"));
}

static gboolean
make_folder (const char *path, GError **error)
{
  return g_mkdir_with_parents (path, 0700) == 0
         || tw_fail_file (error, TW_PUZZLE_ERROR_FILE, path, g_strerror (errno));
}

/* A session that ended before it stored its plan leaves only a database. */
static gboolean
make_unused_folder (const char *path, GError **error)
{
  g_autoptr (GDir) dir = make_folder (path, error) ? g_dir_open (path, 0, error) : NULL;
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL
         && g_str_has_prefix (name, "session.db"))
    ;
  return dir != NULL && (name == NULL || refuse_used (path, error));
}

/* Creates a new folder in the default place, named by date and time. */
static char *
make_dated_folder (gint64 real, GError **error)
{
  g_autofree char *parent = tw_contest_default_folder ();
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (real / G_USEC_PER_SEC);
  g_autoptr (GDateTime) time = g_date_time_to_local (utc);
  g_autofree char *name = g_date_time_format (time, "%Y-%m-%d %H-%M-%S");

  if (!make_folder (parent, error))
    return NULL;
  for (int i = 1; i < MAX_SAME_NAME; i++) {
    g_autofree char *full = i > 1 ? g_strdup_printf ("%s (%d)", name, i) : g_strdup (name);
    g_autofree char *path = g_build_filename (parent, full, NULL);

    if (g_mkdir (path, 0700) == 0)
      return g_steal_pointer (&path);
    if (errno != EEXIST)
      break;
  }
  return tw_fail_file_null (error, TW_PUZZLE_ERROR_FILE, parent, g_strerror (errno));
}

TwContestFolder *
tw_contest_folder_create (const char *path, const TwContestPlan *plan, gint64 real, GError **error)
{
  g_autofree char *made = path != NULL ? g_canonicalize_filename (path, NULL)
                                       : make_dated_folder (real, error);
  g_autoptr (TwContestFolder) folder = NULL;

  if (made == NULL || !make_unused_folder (made, error))
    return NULL;
  folder = folder_new (g_steal_pointer (&made), TRUE, error);
  if (folder == NULL || !write_plan (folder, ADD_PLAN, plan, error))
    return NULL;
  if (tw_sql_changes (folder->sql) == 1)
    return g_steal_pointer (&folder);
  refuse_used (folder->path, error);
  return NULL;
}

/* Of an earlier session: a solution that was being sent may have arrived, and a puzzle may have no
 * file yet. */
static gboolean
complete_entry (TwContestFolder *folder, TwContestEntry *entry, gint64 real, GError **error)
{
  TwContestFacts *facts = tw_contest_entry_edit (entry);
  g_autofree char *file = tw_contest_folder_file (folder->path, "puzzle", facts->index);

  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR)) {
    g_autofree char *text = tw_puzzle_write (tw_contest_entry_get_puzzle (entry));

    if (!write_text (folder, "puzzle", facts->index, text, error))
      return FALSE;
  }
  if (facts->status != TW_CONTEST_SENDING)
    return TRUE;
  facts->status = TW_CONTEST_UNCERTAIN;
  g_free (facts->error);
  facts->error = g_strdup (
    _ ("the contest was interrupted while the solution was being submitted"));
  return tw_contest_folder_save (folder, &(TwContestStep){ .entry = entry, .real = real }, error);
}

TwContestFolder *
tw_contest_folder_open (const char *path, TwContestPlan *plan, GPtrArray *entries, gint64 real,
                        GError **error)
{
  g_autoptr (TwContestFolder)
    folder = folder_new (g_canonicalize_filename (path, NULL), FALSE, error);

  if (folder == NULL || !read_all (folder->sql, folder->path, plan, entries, error))
    return NULL;
  for (guint i = 0; i < entries->len; i++)
    if (!complete_entry (folder, g_ptr_array_index (entries, i), real, error))
      return NULL;
  return g_steal_pointer (&folder);
}

/* --- all sessions ------------------------------------------------------------------ */

TW_DEFINE_FREE (summary_free, TwContestSummary, (path, g_free), (plan.server, g_free))

/* Returns NULL when there is no session, or none that can be resumed. */
static TwContestSummary *
read_summary (const char *path)
{
  g_autoptr (TwSql) sql = open_database (path, FALSE, NULL);
  g_autofree char *file = g_build_filename (path, "session.db", NULL);
  TwContestSummary *summary = g_new0 (TwContestSummary, 1);
  GStatBuf state;
  sqlite3_stmt *s;

  summary->path = g_strdup (path);
  if (sql != NULL && g_stat (file, &state) == 0 && read_plan (sql, &summary->plan, NULL)) {
    summary->time = state.st_mtime;
    s = tw_sql_bind (sql, READ_TOTALS, "");
    if (tw_sql_next (sql, s, NULL)) {
      summary->accepted = (guint) sqlite3_column_int (s, 0);
      summary->squares = sqlite3_column_int64 (s, 1);
      sqlite3_reset (s);
    }
    if (summary->accepted < summary->plan.count)
      return summary;
  }
  summary_free (summary);
  return NULL;
}

GPtrArray *
tw_contest_folder_list (guint most)
{
  g_autofree char *parent = tw_contest_default_folder ();
  g_autoptr (GPtrArray) names = tw_file_list_names (parent); /* they are dates */
  GPtrArray *found = g_ptr_array_new_with_free_func (summary_free);

  for (guint i = names->len; i > 0 && found->len < most; i--) {
    g_autofree char *path = g_build_filename (parent, names->pdata[i - 1], NULL);
    TwContestSummary *summary = read_summary (path);

    if (summary != NULL)
      g_ptr_array_add (found, summary);
  }
  return found;
}
