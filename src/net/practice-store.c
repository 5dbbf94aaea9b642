/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-store.c - the database of the practice server; see practice-store.h. */
#include "net/practice-store.h"

#include "net/sql.h"

enum {
  MAX_UNANSWERED = 20000,
  TRIM_EVERY = 512, /* issues between two clean-ups */
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
  TwSql *sql;
  guint issues;
};

static const char schema[] =
  "CREATE TABLE issue ("
  "  id TEXT PRIMARY KEY, owner TEXT NOT NULL, mode TEXT NOT NULL, spec TEXT NOT NULL,"
  "  issued_real INTEGER NOT NULL, issued_monotonic INTEGER NOT NULL,"
  "  answered INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0,"
  "  score INTEGER NOT NULL DEFAULT 0, reply TEXT);"
  "CREATE INDEX issue_owner ON issue (owner);"
  "CREATE INDEX issue_open ON issue (answered, issued_real)";

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

static const TwSqlSpec spec = { schema, texts, N_STATEMENTS, NULL };

void
tw_practice_row_free (TwPracticeRow *row)
{
  g_free (row->id);
  g_free (row->owner);
  g_free (row->mode);
  g_free (row->spec);
  g_free (row);
}

void
tw_practice_store_close (TwPracticeStore *store)
{
  tw_sql_close (store->sql);
  g_free (store);
}

TwPracticeStore *
tw_practice_store_open (const char *path, GError **error)
{
  TwSql *sql = tw_sql_open (path, TRUE, &spec, error);
  TwPracticeStore *store;

  if (sql == NULL)
    return NULL;
  store = g_new0 (TwPracticeStore, 1);
  store->sql = sql;
  return store;
}

gboolean
tw_practice_store_issue (TwPracticeStore *store, const TwPracticeRow *row, GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (store->sql, INSERT, "ssssll", row->id, row->owner, row->mode,
                                 row->spec, row->issued_real, row->issued_monotonic);

  if (!tw_sql_run (store->sql, s, error))
    return FALSE;
  if (++store->issues % TRIM_EVERY != 0)
    return TRUE;
  return tw_sql_run (store->sql, tw_sql_bind (store->sql, TRIM, "i", MAX_UNANSWERED), error);
}

TwPracticeRow *
tw_practice_store_find (TwPracticeStore *store, const char *id, GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (store->sql, FIND, "s", id);
  TwPracticeRow *row;

  if (!tw_sql_next (store->sql, s, error))
    return NULL;
  row = g_new0 (TwPracticeRow, 1);
  row->id = g_strdup (id);
  row->owner = tw_sql_dup_text (s, 0);
  row->mode = tw_sql_dup_text (s, 1);
  row->spec = tw_sql_dup_text (s, 2);
  row->issued_real = sqlite3_column_int64 (s, 3);
  row->issued_monotonic = sqlite3_column_int64 (s, 4);
  row->answered = sqlite3_column_int (s, 5) != 0;
  sqlite3_reset (s);
  return row;
}

gboolean
tw_practice_store_answer (TwPracticeStore *store, const char *id, gboolean accepted, gint64 score,
                          const char *reply, GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (store->sql, ANSWER, "sils", id, accepted, score, reply);

  return tw_sql_run (store->sql, s, error) && tw_sql_changes (store->sql) == 1;
}

gboolean
tw_practice_store_totals (TwPracticeStore *store, TwPracticeTotals *totals, GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (store->sql, TOTALS, "");

  if (!tw_sql_next (store->sql, s, error))
    return FALSE;
  totals->issued = sqlite3_column_int64 (s, 0);
  totals->answered = sqlite3_column_int64 (s, 1);
  totals->accepted = sqlite3_column_int64 (s, 2);
  sqlite3_reset (s);
  return TRUE;
}
