/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql.h - SQLite databases with prepared statements: those of practice servers and of contest
 * sessions.
 *
 * A database may come from anybody. It is opened only if its schema is exactly the expected one, so
 * that it has no views, triggers or virtual tables, and if its pages are sound. Its texts and
 * numbers may be any.
 *
 * Threads: one at a time. Errors: TW_PUZZLE_ERROR_FILE, "PATH: REASON". */
#pragma once

#include <glib.h>
#include <sqlite3.h>

typedef struct TwSql TwSql;

typedef struct {
  const char *schema; /* CREATE statements, separated by semicolons */
  const char *const *statements;
  guint n_statements;
  /* NULL: others may read and write at the same time, and a power failure may undo the last
   * transactions. Otherwise the reason of the error if somebody else has opened the database. */
  const char *in_use;
} TwSqlSpec;

/* `path`: NULL: in memory. `create`: a missing or empty file gets the schema. `spec` must live as
 * long as the database. */
TwSql *tw_sql_open (const char *path, gboolean create, const TwSqlSpec *spec, GError **error);
void tw_sql_close (TwSql *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwSql, tw_sql_close)

/* Fails with this reason, or NULL for that of SQLite; returns FALSE. */
gboolean tw_sql_fail (TwSql *self, const char *reason, GError **error);
gboolean tw_sql_execute (TwSql *self, const char *text, GError **error);
/* Returns a statement of the specification, which the database owns, with the values of its
 * parameters. `format` has a letter for each: i: int, l: gint64, d: double, s: const char *, which
 * is copied and may be NULL. */
sqlite3_stmt *tw_sql_bind (TwSql *self, guint statement, const char *format, ...);
/* Returns whether there is another row; at the end FALSE without an error. */
gboolean tw_sql_next (TwSql *self, sqlite3_stmt *statement, GError **error);
/* Runs a statement to its end. */
gboolean tw_sql_run (TwSql *self, sqlite3_stmt *statement, GError **error);
/* A text of the current row in valid UTF-8; the caller frees it with g_free (). */
char *tw_sql_dup_text (sqlite3_stmt *statement, int column);
/* The number of rows that the last statement changed. */
int tw_sql_changes (TwSql *self);
