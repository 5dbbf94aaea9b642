/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql.c - see sql.h. */
#include "net/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

enum {
  BUSY_MILLISECONDS = 2000,
};

struct TwSql {
  const TwSqlSpec *spec;
  char *path;
  sqlite3 *database;
  sqlite3_stmt **statements;
};

gboolean
tw_sql_fail (TwSql *self, const char *reason, GError **error)
{
  if (reason == NULL && self->spec->in_use != NULL
      && sqlite3_errcode (self->database) == SQLITE_BUSY)
    reason = _ (self->spec->in_use);
  /* It may quote a damaged file. */
  g_autofree char *text = tw_visible_text (
    reason != NULL ? reason : sqlite3_errmsg (self->database), -1, FALSE);

  return tw_fail_file (error, TW_PUZZLE_ERROR_FILE, self->path, text);
}

gboolean
tw_sql_execute (TwSql *self, const char *text, GError **error)
{
  return sqlite3_exec (self->database, text, NULL, NULL, NULL) == SQLITE_OK
         || tw_sql_fail (self, NULL, error);
}

static gboolean
prepare (TwSql *self, const char *text, sqlite3_stmt **statement, GError **error)
{
  return sqlite3_prepare_v3 (self->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL)
           == SQLITE_OK
         || tw_sql_fail (self, NULL, error);
}

/* *text receives the first value, which may be NULL. */
static gboolean
query (TwSql *self, const char *query, char **text, GError **error)
{
  sqlite3_stmt *statement;
  gboolean found;

  if (!prepare (self, query, &statement, error))
    return FALSE;
  found = tw_sql_next (self, statement, error);
  *text = found ? tw_sql_dup_text (statement, 0) : NULL;
  sqlite3_finalize (statement);
  return found;
}

static gboolean
check_schema (TwSql *self, gboolean create, GError **error)
{
  g_autofree char *schema = NULL;

  /* Indexes of primary keys have no text. */
  if (!query (self, "SELECT group_concat (sql, ';') FROM sqlite_master WHERE sql IS NOT NULL",
              &schema, error))
    return FALSE;
  if (schema == NULL && create) {
    g_autofree char *text = g_strconcat ("BEGIN IMMEDIATE;", self->spec->schema, ";COMMIT", NULL);

    return tw_sql_execute (self, text, error);
  }
  return g_strcmp0 (schema, self->spec->schema) == 0
         || tw_sql_fail (self, _ ("not a database of this version of Tilewright"), error);
}

/* A page that refers to another one many times could be read for ever. */
static gboolean
check_pages (TwSql *self, GError **error)
{
  g_autofree char *text = NULL;

  return query (self, "PRAGMA quick_check (1)", &text, error)
         && (g_strcmp0 (text, "ok") == 0 || tw_sql_fail (self, text, error));
}

/* A journal that ends like this names a file of a transaction in several databases, which SQLite
 * would delete. Ours do not. */
static gboolean
check_journal (TwSql *self, GError **error)
{
  static const guint8 magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
  g_autofree char *path = g_strconcat (self->path, "-journal", NULL);
  FILE *file = fopen (path, "rbe");
  guint8 end[sizeof magic] = { 0 };

  if (file == NULL)
    return TRUE;
  if (fseek (file, -(long) sizeof end, SEEK_END) == 0 && fread (end, sizeof end, 1, file) != 1)
    memset (end, 0, sizeof end);
  fclose (file);
  return memcmp (end, magic, sizeof end) != 0
         || tw_sql_fail (self, _ ("its journal is not ours"), error);
}

TwSql *
tw_sql_open (const char *path, gboolean create, const TwSqlSpec *spec, GError **error)
{
  g_autoptr (TwSql) self = g_new0 (TwSql, 1);
  int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);

  self->spec = spec;
  self->path = g_strdup (path != NULL ? path : ":memory:");
  self->statements = g_new0 (sqlite3_stmt *, spec->n_statements);
  if (!check_journal (self, error))
    return NULL;
  if (sqlite3_open_v2 (self->path, &self->database, flags, NULL) != SQLITE_OK) {
    tw_sql_fail (self, NULL, error);
    return NULL;
  }
  /* Even one that is used by a single program may be looked at by its start page just now. */
  sqlite3_busy_timeout (self->database, BUSY_MILLISECONDS);
  if (!tw_sql_execute (self,
                       spec->in_use != NULL
                         ? "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                           "PRAGMA synchronous = FULL"
                         : "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
                       error)
      || !check_schema (self, create, error) || !check_pages (self, error))
    return NULL;
  for (guint i = 0; i < spec->n_statements; i++)
    if (!prepare (self, spec->statements[i], &self->statements[i], error))
      return NULL;
  return g_steal_pointer (&self);
}

void
tw_sql_close (TwSql *self)
{
  for (guint i = 0; i < self->spec->n_statements; i++)
    sqlite3_finalize (self->statements[i]);
  sqlite3_close (self->database);
  g_free (self->statements);
  g_free (self->path);
  g_free (self);
}

sqlite3_stmt *
tw_sql_bind (TwSql *self, guint statement, const char *format, ...)
{
  sqlite3_stmt *s = self->statements[statement];
  va_list args;

  sqlite3_reset (s);
  va_start (args, format);
  for (int i = 1; *format != '\0'; i++, format++)
    if (*format == 'i')
      sqlite3_bind_int (s, i, va_arg (args, int));
    else if (*format == 'l')
      sqlite3_bind_int64 (s, i, va_arg (args, gint64));
    else if (*format == 'd')
      sqlite3_bind_double (s, i, va_arg (args, double));
    else
      sqlite3_bind_text (s, i, va_arg (args, const char *), -1, SQLITE_TRANSIENT);
  va_end (args);
  return s;
}

gboolean
tw_sql_next (TwSql *self, sqlite3_stmt *statement, GError **error)
{
  int step = sqlite3_step (statement);

  if (step == SQLITE_ROW)
    return TRUE;
  if (step != SQLITE_DONE)
    tw_sql_fail (self, NULL, error);
  sqlite3_reset (statement);
  return FALSE;
}

gboolean
tw_sql_run (TwSql *self, sqlite3_stmt *statement, GError **error)
{
  GError *reason = NULL;

  while (tw_sql_next (self, statement, &reason))
    ;
  if (reason != NULL)
    g_propagate_error (error, reason);
  return reason == NULL;
}

char *
tw_sql_dup_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

int
tw_sql_changes (TwSql *self)
{
  return sqlite3_changes (self->database);
}
