/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-store.c - the database of the practice server; see practice-store.h. */
#include "net/practice-store.h"

#include <sqlite3.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

enum {
  MAX_UNANSWERED = 20000,
  TRIM_EVERY = 512, /* issues between two clean-ups */
  BUSY_MILLISECONDS = 2000,
};

enum {
  INSERT,
  FIND,
  ANSWER,
  TOTALS,
  TRIM,
  N_STATEMENTS,
};

struct TwPracticeStore {
  sqlite3 *database;
  sqlite3_stmt *statements[N_STATEMENTS];
  guint issues;
};

static const char schema[] =
  "PRAGMA journal_mode = WAL;"
  "PRAGMA synchronous = NORMAL;"
  "CREATE TABLE IF NOT EXISTS issue ("
  "  id TEXT PRIMARY KEY, owner TEXT NOT NULL, mode TEXT NOT NULL, spec TEXT NOT NULL,"
  "  issued_real INTEGER NOT NULL, issued_monotonic INTEGER NOT NULL,"
  "  answered INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0,"
  "  score INTEGER NOT NULL DEFAULT 0, reply TEXT);"
  "CREATE INDEX IF NOT EXISTS issue_owner ON issue (owner);"
  "CREATE INDEX IF NOT EXISTS issue_open ON issue (answered, issued_real);";

static const char *const texts[N_STATEMENTS] = {
  [INSERT] = "INSERT INTO issue (id, owner, mode, spec, issued_real, issued_monotonic)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
  [FIND] = "SELECT owner, mode, spec, issued_real, issued_monotonic, answered FROM issue"
           " WHERE id = ?1",
  [ANSWER] = "UPDATE issue SET answered = 1, accepted = ?2, score = ?3, reply = ?4"
             " WHERE id = ?1 AND answered = 0",
  [TOTALS] = "SELECT count(*), coalesce(sum(answered), 0), coalesce(sum(accepted), 0) FROM issue",
  [TRIM] = "DELETE FROM issue WHERE id IN (SELECT id FROM issue WHERE answered = 0"
           " ORDER BY issued_real DESC LIMIT -1 OFFSET ?1)",
};

void
tw_practice_row_free (TwPracticeRow *row)
{
  g_free (row->id);
  g_free (row->owner);
  g_free (row->mode);
  g_free (row->spec);
  g_free (row);
}

static gboolean
fail (TwPracticeStore *store, GError **error)
{
  return tw_fail (error, TW_PUZZLE_ERROR_FILE, _ ("practice database: %s"),
                  sqlite3_errmsg (store->database));
}

void
tw_practice_store_close (TwPracticeStore *store)
{
  for (int i = 0; i < N_STATEMENTS; i++)
    sqlite3_finalize (store->statements[i]);
  sqlite3_close (store->database);
  g_free (store);
}

TwPracticeStore *
tw_practice_store_open (const char *path, GError **error)
{
  g_autoptr (TwPracticeStore) store = g_new0 (TwPracticeStore, 1);
  gboolean ok = sqlite3_open_v2 (path != NULL ? path : ":memory:", &store->database,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL)
                  == SQLITE_OK
                && sqlite3_busy_timeout (store->database, BUSY_MILLISECONDS) == SQLITE_OK
                && sqlite3_exec (store->database, schema, NULL, NULL, NULL) == SQLITE_OK;

  for (int i = 0; ok && i < N_STATEMENTS; i++)
    ok = sqlite3_prepare_v3 (store->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                             &store->statements[i], NULL)
         == SQLITE_OK;
  if (ok)
    return g_steal_pointer (&store);
  fail (store, error);
  return NULL;
}

/* Returns the statement, reset for new values. */
static sqlite3_stmt *
statement (TwPracticeStore *store, int which)
{
  sqlite3_reset (store->statements[which]);
  sqlite3_clear_bindings (store->statements[which]);
  return store->statements[which];
}

static void
bind_text (sqlite3_stmt *s, int index, const char *text)
{
  sqlite3_bind_text (s, index, text, -1, SQLITE_TRANSIENT);
}

/* Runs a statement without result rows. */
static gboolean
run (TwPracticeStore *store, sqlite3_stmt *s, GError **error)
{
  gboolean ok = sqlite3_step (s) == SQLITE_DONE;

  if (!ok)
    fail (store, error);
  sqlite3_reset (s);
  return ok;
}

gboolean
tw_practice_store_issue (TwPracticeStore *store, const TwPracticeRow *row, GError **error)
{
  sqlite3_stmt *s = statement (store, INSERT);

  bind_text (s, 1, row->id);
  bind_text (s, 2, row->owner);
  bind_text (s, 3, row->mode);
  bind_text (s, 4, row->spec);
  sqlite3_bind_int64 (s, 5, row->issued_real);
  sqlite3_bind_int64 (s, 6, row->issued_monotonic);
  if (!run (store, s, error))
    return FALSE;

  if (++store->issues % TRIM_EVERY == 0) {
    s = statement (store, TRIM);
    sqlite3_bind_int64 (s, 1, MAX_UNANSWERED);
    return run (store, s, error);
  }
  return TRUE;
}

static char *
column_text (sqlite3_stmt *s, int column)
{
  return g_strdup ((const char *) sqlite3_column_text (s, column));
}

TwPracticeRow *
tw_practice_store_find (TwPracticeStore *store, const char *id, GError **error)
{
  sqlite3_stmt *s = statement (store, FIND);
  TwPracticeRow *row = NULL;
  int step;

  bind_text (s, 1, id);
  step = sqlite3_step (s);
  if (step == SQLITE_ROW) {
    row = g_new0 (TwPracticeRow, 1);
    row->id = g_strdup (id);
    row->owner = column_text (s, 0);
    row->mode = column_text (s, 1);
    row->spec = column_text (s, 2);
    row->issued_real = sqlite3_column_int64 (s, 3);
    row->issued_monotonic = sqlite3_column_int64 (s, 4);
    row->answered = sqlite3_column_int (s, 5) != 0;
  } else if (step != SQLITE_DONE) {
    fail (store, error);
  }
  sqlite3_reset (s);
  return row;
}

gboolean
tw_practice_store_answer (TwPracticeStore *store, const char *id, gboolean accepted, gint64 score,
                          const char *reply, GError **error)
{
  sqlite3_stmt *s = statement (store, ANSWER);

  bind_text (s, 1, id);
  sqlite3_bind_int (s, 2, accepted);
  sqlite3_bind_int64 (s, 3, score);
  bind_text (s, 4, reply);
  return run (store, s, error) && sqlite3_changes (store->database) == 1;
}

gboolean
tw_practice_store_totals (TwPracticeStore *store, TwPracticeTotals *totals, GError **error)
{
  sqlite3_stmt *s = statement (store, TOTALS);
  gboolean ok;

  ok = sqlite3_step (s) == SQLITE_ROW;
  if (ok) {
    totals->issued = sqlite3_column_int64 (s, 0);
    totals->answered = sqlite3_column_int64 (s, 1);
    totals->accepted = sqlite3_column_int64 (s, 2);
  } else {
    fail (store, error);
  }
  sqlite3_reset (s);
  return ok;
}
