/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-server.c - issues boards and checks solutions; see practice-server.h. */
#include "net/practice-server.h"

#include "core/base/generator.h"
#include "core/pieces/bigboard.h"
#include "net/http-server.h"
#include "net/http.h"
#include "net/judge.h"
#include "net/server-thread.h"
#include "net/sql.h"
#include "net/tokens.h"
#include "puzzle/drop.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/squares.h"
#include "puzzle/tetrominoes.h"
#include "puzzle/load.h"
#include "puzzle/result.h"

enum {
  MAX_BODY = 4
             << 20, /* 1,000 x 1,000 unit squares would need more, but no sensible solution does */
  MAX_KEY = 64,
  FORM_FIELDS = 3, /* token, id, solution */
  LEAST_TETROMINO_SIDE = 4,
  MOST_TETROMINO_SIDE = 50,
};

static const char tetrominoes_mode[] = "tetrominoes";

/* --- what the database keeps ------------------------------------------------ */

/* A generated board is stored as the parameters of the generator, so a row is small; a given board
 * is stored as text. When there are too many rows without a submission, the oldest of them are
 * deleted. */
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

static const char schema[] =
  "CREATE TABLE issue ("
  "  id TEXT PRIMARY KEY, owner TEXT NOT NULL, mode TEXT NOT NULL, spec TEXT NOT NULL,"
  "  issued_real INTEGER NOT NULL, issued_monotonic INTEGER NOT NULL,"
  "  answered INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0,"
  "  score INTEGER NOT NULL DEFAULT 0, reply TEXT);"
  "CREATE INDEX issue_owner ON issue (owner);"
  "CREATE INDEX issue_open ON issue (answered, issued_real)";

/* Owners are keys or tokens, modes are "trial", "contest" and "tetrominoes", times microseconds. */
static const char *const statements[N_STATEMENTS] = {
  [INSERT] = "INSERT INTO issue (id, owner, mode, spec, issued_real, issued_monotonic)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
  [FIND] = "SELECT spec, issued_real, issued_monotonic, answered FROM issue"
           " WHERE id = ?1 AND owner = ?2 AND mode = ?3",
  [ANSWER] = "UPDATE issue SET answered = 1, accepted = ?2, score = ?3, reply = ?4"
             " WHERE id = ?1 AND answered = 0",
  /* Deleted rows count as issued: the latest row, which has the greatest rowid, stays. */
  [TOTALS] =
    "SELECT coalesce(max(rowid), 0), coalesce(sum(answered), 0), coalesce(sum(accepted), 0)"
    " FROM issue",
  [TRIM] = "DELETE FROM issue WHERE id IN (SELECT id FROM issue WHERE answered = 0"
           " ORDER BY issued_real DESC LIMIT -1 OFFSET ?1)",
};

static const TwSqlSpec database_spec = { schema, statements, N_STATEMENTS, NULL };

struct TwPracticeServer {
  guint port;
  gboolean everywhere;
  char *database;
  GPtrArray *boards;
  GHashTable *keys; /* NULL: any */
  char *uri;
  TwServerThread *thread;

  /* Used on the server's thread only. */
  TwHttpServer *server;
  TwSql *sql;
  guint issues; /* since the start */
  guint64 seed;
  guint next_board;
};

/* --- who asks ------------------------------------------------------------ */

static gboolean
is_key (const char *text)
{
  gsize length = strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_");

  return length >= 1 && length <= MAX_KEY && text[length] == '\0';
}

/* Sends an error reply if the key is not accepted. Keys never appear in replies or logs. */
static gboolean
may_take_part (TwPracticeServer *self, SoupServerMessage *message, const char *key)
{
  if (key == NULL || !is_key (key))
    return tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST,
                                _ ("a key is 1 to %d letters, digits, - or _"), MAX_KEY);
  if (self->keys != NULL && tw_tokens_find (self->keys, key) < 0)
    return tw_http_reply_error (message, SOUP_STATUS_FORBIDDEN, _ ("this key is not registered"));
  return TRUE;
}

/* --- puzzles from what the database keeps ---------------------------------- */

static char *
random_id (void)
{
  return g_strdup_printf ("%08x%08x%08x%08x", g_random_int (), g_random_int (), g_random_int (),
                          g_random_int ());
}

/* Chooses the next board, in the database's notation. */
static char *
next_spec (TwPracticeServer *self)
{
  char density[G_ASCII_DTOSTR_BUF_SIZE];
  TwBoardPlan plan;

  if (self->boards != NULL) {
    TwPuzzle *puzzle = g_ptr_array_index (self->boards, self->next_board++ % self->boards->len);
    g_autofree char *text = tw_contest_write_board (NULL, tw_puzzle_get_board (puzzle));

    return g_strconcat ("json ", text, NULL);
  }
  self->seed++;
  plan = tw_generate_plan (self->seed);
  return g_strdup_printf ("squares %d %d %s %" G_GUINT64_FORMAT, plan.width, plan.height,
                          g_ascii_formatd (density, sizeof density, "%.3f", plan.density),
                          self->seed);
}

static TwPuzzle *
puzzle_from_spec (const char *id, const char *spec)
{
  g_auto (GStrv) words = g_strsplit (spec, " ", 5);
  guint n = g_strv_length (words);

  if (g_str_has_prefix (spec, "json ")) {
    const char *text = spec + strlen ("json ");
    g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), NULL, NULL);

    if (puzzles == NULL)
      return NULL;
    return tw_squares_puzzle_new (
      id, tw_board_copy (tw_puzzle_get_board (g_ptr_array_index (puzzles, 0))));
  }
  if (n == 5 && g_str_equal (words[0], "squares")) {
    TwBoard *board = tw_generate_board (
      (int) g_ascii_strtoll (words[1], NULL, 10), (int) g_ascii_strtoll (words[2], NULL, 10),
      g_ascii_strtod (words[3], NULL), g_ascii_strtoull (words[4], NULL, 10));

    return board != NULL ? tw_squares_puzzle_new (id, board) : NULL;
  }
  if (n == 3 && g_str_equal (words[0], tetrominoes_mode)) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwTetrominoProblem task;
    gboolean ok = run != NULL
                  && tw_bigboard_generate ((int) g_ascii_strtoll (words[1], NULL, 10),
                                           g_ascii_strtoull (words[2], NULL, 10), run, &task, NULL);

    tw_run_free (run);
    return ok ? tw_tetrominoes_puzzle_new (id, &task, NULL) : NULL;
  }
  return NULL;
}

/* --- issuing and checking -------------------------------------------------- */

static void
reply_internal (SoupServerMessage *message, const GError *error)
{
  tw_http_reply_error (message, SOUP_STATUS_INTERNAL_SERVER_ERROR, "%s",
                       error != NULL ? error->message : _ ("the puzzle could not be made"));
}

static void
issue (TwPracticeServer *self, SoupServerMessage *message, const char *id, const char *owner,
       const char *mode, const char *spec)
{
  g_autoptr (TwPuzzle) puzzle = puzzle_from_spec (id, spec);
  g_autoptr (GError) error = NULL;
  sqlite3_stmt *s = tw_sql_bind (self->sql, INSERT, "ssssll", id, owner, mode, spec,
                                 g_get_real_time (), g_get_monotonic_time ());

  if (puzzle == NULL || !tw_sql_run (self->sql, s, &error)
      || (++self->issues % TRIM_EVERY == 0
          && !tw_sql_run (self->sql, tw_sql_bind (self->sql, TRIM, "i", MAX_UNANSWERED), &error)))
    reply_internal (message, error);
  else
    tw_http_reply_text (message, SOUP_STATUS_OK, "application/json", tw_puzzle_write (puzzle));
}

static void
refuse_again (SoupServerMessage *message)
{
  tw_http_reply_error (message, SOUP_STATUS_CONFLICT,
                       _ ("id: a solution of this puzzle was submitted before"));
}

/* Seconds since the issue in the current row. The real clock is used only across a restart of the
 * machine, which resets the monotonic clock. */
static double
seconds_since_issue (sqlite3_stmt *s)
{
  gint64 passed = g_get_monotonic_time () - sqlite3_column_int64 (s, 2);

  if (passed < 0)
    passed = MAX (0, g_get_real_time () - sqlite3_column_int64 (s, 1));
  return (double) passed / G_USEC_PER_SEC;
}

/* Returns the puzzle of this submission, and the time that it took; NULL after an error reply. */
static TwPuzzle *
find_open (TwPracticeServer *self, SoupServerMessage *message, const char *id, const char *owner,
           const char *mode, double *seconds)
{
  g_autoptr (GError) error = NULL;
  sqlite3_stmt *s = tw_sql_bind (self->sql, FIND, "sss", id, owner, mode);
  gboolean found = tw_sql_next (self->sql, s, &error);
  gboolean answered = found && sqlite3_column_int (s, 3) != 0;
  g_autofree char *spec = found ? tw_sql_dup_text (s, 0) : NULL;
  TwPuzzle *puzzle = NULL;

  *seconds = found ? seconds_since_issue (s) : 0;
  sqlite3_reset (s);
  if (!found && error == NULL) {
    /* A puzzle of another owner counts as unknown. */
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("id: no such puzzle was issued"));
  } else if (answered) {
    refuse_again (message);
  } else {
    puzzle = found ? puzzle_from_spec (id, spec) : NULL;
    if (puzzle == NULL)
      reply_internal (message, error);
  }
  return puzzle;
}

/* Stores the verdict and replies, unless it is the second submission for this id. */
static void
close_issue (TwPracticeServer *self, SoupServerMessage *message, const char *id, gboolean accepted,
             gint64 score, const char *reply)
{
  g_autoptr (GError) error = NULL;
  sqlite3_stmt *s = tw_sql_bind (self->sql, ANSWER, "sils", id, accepted, score, reply);

  if (!tw_sql_run (self->sql, s, &error))
    reply_internal (message, error);
  else if (tw_sql_changes (self->sql) == 1)
    tw_http_reply_text (message, SOUP_STATUS_OK, "application/json", g_strdup (reply));
  else
    refuse_again (message);
}

static void
answer_squares (TwPracticeServer *self, SoupServerMessage *message, const char *key,
                const char *mode)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *object = tw_http_read_object (message, &root);
  const char *id;
  TwTiling tiling = { 0 };

  if (object == NULL)
    return;
  if (!tw_json_get_optional_string (object, "id", &id, &error)
      || !tw_contest_read_squares (object, (gsize) TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE, &tiling,
                                   &error)) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, "%s", error->message);
  } else if (id == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, _ ("id: is missing"));
  } else {
    double seconds;
    g_autoptr (TwPuzzle) puzzle = find_open (self, message, id, key, mode, &seconds);

    if (puzzle != NULL) {
      g_autoptr (TwVerdict) verdict = tw_judge (tw_puzzle_get_board (puzzle), &tiling, seconds);
      g_autofree char *reply = tw_verdict_to_json (verdict);

      close_issue (self, message, id, verdict->errors->len == 0, verdict->score, reply);
    }
  }
  tw_tiling_clear (&tiling);
}

/* --- tetromino squares ------------------------------------------------------ */

static void
issue_tetrominoes (TwPracticeServer *self, SoupServerMessage *message, GHashTable *query)
{
  const char *token = query != NULL ? g_hash_table_lookup (query, "token") : NULL;
  const char *size = query != NULL ? g_hash_table_lookup (query, "size") : NULL;
  g_autofree char *id = NULL;
  g_autofree char *spec = NULL;
  gint64 side;

  if (!may_take_part (self, message, token))
    return;
  if (size == NULL
      || !g_ascii_string_to_signed (size, 10, LEAST_TETROMINO_SIDE, MOST_TETROMINO_SIDE, &side,
                                    NULL)
      || side % 2 != 0) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST,
                         _ ("size: an even number from %d to %d is expected"), LEAST_TETROMINO_SIDE,
                         MOST_TETROMINO_SIDE);
    return;
  }
  id = g_strdup_printf ("%u", g_random_int () & G_MAXINT32);
  spec = g_strdup_printf ("%s %d %" G_GUINT64_FORMAT, tetrominoes_mode, (int) side, ++self->seed);
  issue (self, message, id, token, tetrominoes_mode, spec);
}

/* Returns {"id": 7, "solution": SOLUTION} in the form that the kind reads; NULL if it is not
 * acceptable. */
static TwResult *
read_tetrominoes (TwPuzzle *puzzle, const char *solution, GError **error)
{
  g_autofree char *text = g_strdup_printf ("{\"id\": %s, \"solution\": %s}",
                                           tw_puzzle_get_id (puzzle), solution);
  g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), error);

  return node != NULL ? tw_result_from_json (puzzle, node, error) : NULL;
}

static char *
tetromino_reply (const char *id, gboolean solved)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%d %H:%M:%SZ");

  tw_json_add_int (builder, "id", g_ascii_strtoll (id, NULL, 10));
  tw_json_add_boolean (builder, "solved", solved);
  tw_json_add_string (builder, "submitted_at", time);
  return tw_json_end (builder);
}

static gboolean
is_long_form (const char *text)
{
  int separators = 0;

  for (; *text != '\0' && separators < FORM_FIELDS; text++)
    separators += *text == '&';
  return separators >= FORM_FIELDS;
}

static void
answer_tetrominoes (TwPracticeServer *self, SoupServerMessage *message)
{
  g_autoptr (GBytes)
    bytes = soup_message_body_flatten (soup_server_message_get_request_body (message));
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_strndup (data != NULL ? data : "", size);

  /* The field names become keys of a hash table, for which a client could choose collisions. */
  if (is_long_form (text)) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, _ ("a form of %d fields is expected"),
                         FORM_FIELDS);
    return;
  }

  g_autoptr (GHashTable) form = soup_form_decode (text);
  const char *token = g_hash_table_lookup (form, "token");
  const char *id = g_hash_table_lookup (form, "id");
  const char *solution = g_hash_table_lookup (form, "solution");
  g_autoptr (GError) error = NULL;

  if (!may_take_part (self, message, token))
    return;
  if (id == NULL || solution == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, _ ("%s: is missing"),
                         id == NULL ? "id" : "solution");
    return;
  }

  double seconds;
  g_autoptr (TwPuzzle) puzzle = find_open (self, message, id, token, tetrominoes_mode, &seconds);

  if (puzzle == NULL)
    return;

  g_autoptr (TwResult) result = read_tetrominoes (puzzle, solution, &error);

  if (result == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, "%s", error->message);
    return;
  }

  gboolean solved = tw_kind_check (result, NULL) == 0;
  g_autofree char *reply = tetromino_reply (id, solved);

  close_issue (self, message, id, solved, 0, reply);
}

/* --- requests --------------------------------------------------------------- */

/* The numbers of issued, answered and accepted puzzles. */
static gboolean
read_totals (TwPracticeServer *self, gint64 totals[3], GError **error)
{
  sqlite3_stmt *s = tw_sql_bind (self->sql, TOTALS, "");

  if (!tw_sql_next (self->sql, s, error))
    return FALSE;
  for (int i = 0; i < 3; i++)
    totals[i] = sqlite3_column_int64 (s, i);
  sqlite3_reset (s);
  return TRUE;
}

static void
describe_server (TwPracticeServer *self, SoupServerMessage *message)
{
  static const char *const names[] = { "issued", "answered", "accepted" };
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  g_autoptr (GError) error = NULL;
  gint64 totals[G_N_ELEMENTS (names)];

  if (!read_totals (self, totals, &error)) {
    reply_internal (message, error);
    return;
  }
  tw_json_add_string (builder, "service", "Tilewright practice server");
  tw_json_add_string (builder, "version", TW_VERSION);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    tw_json_add_int (builder, names[i], totals[i]);
  tw_http_reply_object (message, SOUP_STATUS_OK, builder);
}

static void
handle_tetrominoes (TwPracticeServer *self, SoupServerMessage *message, GHashTable *query)
{
  if (g_str_equal (soup_server_message_get_method (message), "GET"))
    issue_tetrominoes (self, message, query);
  else if (tw_http_require_method (message, "POST"))
    answer_tetrominoes (self, message);
}

static void
handle_squares (TwPracticeServer *self, SoupServerMessage *message, const char *key,
                const char *mode, const char *what)
{
  gboolean is_puzzle = g_str_equal (what, "puzzle");

  if ((!g_str_equal (mode, "trial") && !g_str_equal (mode, "contest"))
      || (!is_puzzle && !g_str_equal (what, "solution"))) {
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("no such path; try /KEY/trial/puzzle"));
    return;
  }
  if (!tw_http_require_method (message, is_puzzle ? "GET" : "POST")
      || !may_take_part (self, message, key))
    return;
  if (is_puzzle) {
    g_autofree char *id = random_id ();
    g_autofree char *spec = next_spec (self);

    issue (self, message, id, key, mode, spec);
  } else {
    answer_squares (self, message, key, mode);
  }
}

/* Refuses web pages; a server on loopback serves this computer only. */
static TwHttpEntry
gate_cb (SoupServerMessage *message, gpointer data)
{
  TwPracticeServer *self = data;
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));
  g_auto (GStrv) parts = g_strsplit (path, "/", 6);

  if (self->everywhere ? tw_http_has_origin (message) : !tw_http_is_local (message, FALSE)) {
    tw_http_reply_error (message, SOUP_STATUS_FORBIDDEN,
                         self->everywhere ? _ ("Origin: web pages are not served")
                                          : _ ("Host, Origin, Forwarded: only this computer is "
                                               "served"));
    return TW_HTTP_REFUSED;
  }
  /* Discards the body of a request with an unknown key. A key that needs percent-decoding is
   * invalid. */
  if (g_strv_length (parts) != 4 || !g_str_equal (parts[3], "solution"))
    return TW_HTTP_ANYBODY;
  return may_take_part (self, message, parts[1]) ? TW_HTTP_KNOWN : TW_HTTP_REFUSED;
}

static void
handle_cb (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
           gpointer data)
{
  TwPracticeServer *self = data;
  g_auto (GStrv) parts = g_strsplit (path, "/", 6);
  guint n = g_strv_length (parts);

  if (g_str_equal (path, "/")) {
    if (tw_http_require_method (message, "GET"))
      describe_server (self, message);
  } else if (g_str_equal (path, "/api/puzzle")) {
    handle_tetrominoes (self, message, query);
  } else if (n == 4) {
    handle_squares (self, message, parts[1], parts[2], parts[3]);
  } else {
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("no such path; try /KEY/trial/puzzle"));
  }
}

/* --- the server's thread ------------------------------------------------------ */

/* A restarted server continues after the boards that it issued before. */
static gboolean
go_on (TwPracticeServer *self, GError **error)
{
  gint64 totals[3];

  if (!read_totals (self, totals, error))
    return FALSE;
  self->seed += (guint64) totals[0];
  self->next_board = (guint) totals[0];
  return TRUE;
}

static gboolean
open_cb (gpointer data, GError **error)
{
  TwPracticeServer *self = data;
  TwHttpBounds bounds = tw_http_bounds (MAX_BODY);

  self->sql = tw_sql_open (self->database, TRUE, &database_spec, error);
  if (self->sql == NULL || !go_on (self, error))
    return FALSE;
  self->server = tw_http_server_new (&bounds, gate_cb, handle_cb, self);
  if (!tw_http_server_listen (self->server, self->everywhere ? TW_HTTP_EVERYWHERE : NULL,
                              self->port, error))
    return FALSE;
  self->port = tw_http_server_get_port (self->server);
  return TRUE;
}

static void
close_cb (gpointer data)
{
  TwPracticeServer *self = data;

  g_clear_pointer (&self->server, tw_http_server_free);
  g_clear_pointer (&self->sql, tw_sql_close);
}

gboolean
tw_practice_server_start (TwPracticeServer *self, GError **error)
{
  static const TwServerThreadFuncs funcs = { "practice", open_cb, close_cb };

  g_return_val_if_fail (self->thread == NULL, FALSE);

  self->thread = tw_server_thread_start (&funcs, self, error);
  if (self->thread != NULL)
    self->uri = g_strdup_printf ("http://127.0.0.1:%u", self->port);
  return self->thread != NULL;
}

const char *
tw_practice_server_get_uri (TwPracticeServer *self)
{
  return self->uri;
}

TwPracticeServer *
tw_practice_server_new (const TwPracticeConfig *config)
{
  TwPracticeServer *self = g_new0 (TwPracticeServer, 1);

  self->port = config->port;
  self->everywhere = config->everywhere;
  self->database = g_strdup (config->database);
  if (config->boards != NULL && config->boards->len > 0)
    self->boards = g_ptr_array_ref (config->boards);
  self->seed = config->seed;
  if (config->keys != NULL)
    self->keys = tw_tokens_new (config->keys);
  return self;
}

void
tw_practice_server_free (TwPracticeServer *self)
{
  g_clear_pointer (&self->thread, tw_server_thread_stop); /* it uses the others */
  TW_DROP (self, (uri, g_free), (database, g_free), (boards, g_ptr_array_unref),
           (keys, g_hash_table_unref));
  g_free (self);
}
