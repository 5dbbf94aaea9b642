/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-client.c - fetches puzzles and submits solutions; see contest-client.h. */
#include "net/contest-client.h"

#include <string.h>

#include "net/judge.h"
#include "net/request.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"
#include "puzzle/kinds/tetrominoes/text.h"

enum {
  MAX_REPLY = 1 << 20, /* bytes; a board of 140 x 140 cells takes about 100,000 */
  N_TRIPS = 4,
  LEAST_SECRET = 4, /* shorter keys may occur in an address or an id by chance */
  MAX_ERRORS = 3,   /* error texts of a verdict that are joined on one line */
};

struct _TwContestClient {
  GObject parent_instance;

  SoupSession *session;
  char *server; /* without a slash at its end */
  char *key;
  int tetrominoes;
  double seconds;
  double trips[N_TRIPS];
  guint n_trips;
};

G_DEFINE_FINAL_TYPE (TwContestClient, tw_contest_client, G_TYPE_OBJECT)
G_DEFINE_QUARK (tw - contest - error, tw_contest_error)

const TwKind *
tw_contest_client_kind (int tetrominoes)
{
  return tetrominoes == 0 ? &tw_kind_squares : &tw_kind_tetrominoes;
}

/* --- requests ---------------------------------------------------------------- */

static char *
squares_uri (TwContestClient *self, TwContestMode mode, const char *what)
{
  g_autofree char *key = g_uri_escape_string (self->key, NULL, FALSE);

  return g_strdup_printf ("%s/%s/%s/%s", self->server, key, tw_contest_mode_name (mode), what);
}

static char *
fetch_uri (TwContestClient *self, TwContestMode mode)
{
  g_autofree char *key = NULL;

  if (self->tetrominoes == 0)
    return squares_uri (self, mode, "puzzle");
  key = g_uri_escape_string (self->key, NULL, FALSE);
  return g_strdup_printf ("%s/api/puzzle?token=%s&size=%d", self->server, key, self->tetrominoes);
}

static char *
submit_uri (TwContestClient *self, TwContestMode mode)
{
  if (self->tetrominoes == 0)
    return squares_uri (self, mode, "solution");
  return g_strconcat (self->server, "/api/puzzle", NULL);
}

/* The submission has only these members, because servers need not know the other members of a
 * result. */
static char *
squares_body (TwResult *answer)
{
  g_autoptr (JsonNode) result = tw_result_to_json (answer);
  JsonObject *object = json_node_get_object (result);
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
  g_autoptr (JsonNode) node = NULL;

  json_builder_begin_object (builder);
  tw_json_add_string (builder, "id", tw_puzzle_get_id (answer->puzzle));
  json_builder_set_member_name (builder, "squares");
  json_builder_add_value (builder, json_object_dup_member (object, "squares"));
  json_builder_end_object (builder);
  node = json_builder_get_root (builder);
  return json_to_string (node, FALSE);
}

static char *
tetromino_body (TwContestClient *self, TwResult *answer)
{
  g_autoptr (JsonNode) result = tw_result_to_json (answer);
  JsonObject *object = json_node_get_object (result);
  g_autofree char *solution = json_to_string (json_object_get_member (object, "solution"), FALSE);

  return soup_form_encode ("token", self->key, "id", tw_puzzle_get_id (answer->puzzle), "solution",
                           solution, NULL);
}

static void
note_trip (TwContestClient *self, double seconds)
{
  self->trips[self->n_trips++ % N_TRIPS] = seconds;
}

double
tw_contest_client_get_round_trip (TwContestClient *self)
{
  double longest = 0;

  for (guint i = 0; i < MIN (self->n_trips, (guint) N_TRIPS); i++)
    longest = MAX (longest, self->trips[i]);
  return longest;
}

/* --- replies ---------------------------------------------------------------- */

/* Returns the reply of an exchange; NULL with TW_CONTEST_ERROR if there is none. */
static TwReply *
finish_exchange (TwContestClient *self, GAsyncResult *result, GError **error)
{
  static const TwContestError codes[] = {
    [TW_REQUEST_ERROR_NOT_SENT] = TW_CONTEST_ERROR_NOT_SENT,
    [TW_REQUEST_ERROR_UNCERTAIN] = TW_CONTEST_ERROR_UNCERTAIN,
    [TW_REQUEST_ERROR_TOO_LARGE] = TW_CONTEST_ERROR_REPLY,
    [TW_REQUEST_ERROR_REDIRECT] = TW_CONTEST_ERROR_REFUSED,
  };
  g_autoptr (GError) reason = NULL;
  TwReply *reply = tw_request_send_finish (result, &reason);

  if (reply != NULL)
    note_trip (self, reply->seconds);
  else
    g_set_error_literal (error, TW_CONTEST_ERROR, (gint) codes[reason->code], reason->message);
  return reply;
}

static TwContestError
code_of_status (guint status)
{
  if (status == SOUP_STATUS_SERVICE_UNAVAILABLE || status == 429)
    return TW_CONTEST_ERROR_BUSY;
  if (status >= 500 || status == SOUP_STATUS_REQUEST_TIMEOUT)
    return TW_CONTEST_ERROR_SERVER;
  if (status >= 300)
    return TW_CONTEST_ERROR_REFUSED;
  return TW_CONTEST_ERROR_REPLY;
}

/* Returns the reason of a refusal: the "error" of a JSON object, or the name of the HTTP status. */
static char *
describe_refusal (TwContestClient *self, const TwReply *reply)
{
  gsize size;
  const char *data = g_bytes_get_data (reply->body, &size);
  g_autoptr (JsonNode) root = data != NULL ? tw_json_parse (data, size, NULL) : NULL;
  const char *text = NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root)
      && tw_json_get_optional_string (json_node_get_object (root), "error", &text, NULL)
      && text != NULL)
    return tw_request_clean_text (text, strlen (text), self->key);
  return g_strdup (soup_status_get_phrase (reply->status));
}

static JsonNode *
parse_reply (TwContestClient *self, const TwReply *reply, GError **error)
{
  g_autoptr (GError) reason = NULL;
  JsonNode *root;
  gsize size;
  const char *data = g_bytes_get_data (reply->body, &size);

  if (reply->status != SOUP_STATUS_OK) {
    g_autofree char *text = describe_refusal (self, reply);

    g_set_error (error, TW_CONTEST_ERROR, (gint) code_of_status (reply->status),
                 _ ("the server replied with status %u: %s"), reply->status, text);
    return NULL;
  }
  root = tw_json_parse (data != NULL ? data : "", size, &reason);
  if (root != NULL && !JSON_NODE_HOLDS_OBJECT (root)) {
    g_set_error (&reason, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                 _ ("an object is expected, not %s"), tw_json_type_name (root));
    g_clear_pointer (&root, json_node_unref);
  }
  if (root == NULL) {
    g_autofree char *text = tw_request_clean_text (reason->message, strlen (reason->message),
                                                   self->key);

    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                 _ ("the server's reply cannot be read: %s"), text);
  }
  return root;
}

/* Converts any error into an error about the reply. */
static void
blame_reply (TwContestClient *self, GError *reason, GError **error)
{
  g_autofree char *text = tw_request_clean_text (reason->message, strlen (reason->message),
                                                 self->key);

  g_error_free (reason);
  g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
               _ ("the server's reply cannot be used: %s"), text);
}

static gboolean
id_is_fine (const char *id)
{
  gsize length = id != NULL ? strlen (id) : 0;
  g_autofree gunichar *letters = NULL;
  glong n = 0;

  if (length < 1 || length > TW_CONTEST_MAX_ID)
    return FALSE;
  letters = g_utf8_to_ucs4_fast (id, -1, &n);
  for (glong i = 0; i < n; i++)
    if (!g_unichar_isprint (letters[i]))
      return FALSE;
  return TRUE;
}

static TwPuzzle *
read_puzzle (TwContestClient *self, JsonObject *object, GError **error)
{
  const TwKind *kind = tw_contest_client_kind (self->tetrominoes);
  g_autoptr (TwPuzzle) puzzle = kind->read_json (object, error);

  if (puzzle == NULL)
    return NULL;
  if (!id_is_fine (tw_puzzle_get_id (puzzle))) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                 _ ("id: 1 to %d printable characters are expected"), TW_CONTEST_MAX_ID);
    return NULL;
  }
  /* Ids are saved and sent unchanged. */
  if (strlen (self->key) >= LEAST_SECRET
      && tw_request_has_secret (tw_puzzle_get_id (puzzle), self->key)) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                         _ ("id: must not contain the key"));
    return NULL;
  }
  if (self->tetrominoes != 0 && tw_puzzle_get_board (puzzle)->width != self->tetrominoes) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                 _ ("size: %d was asked for, not %d"), self->tetrominoes,
                 tw_puzzle_get_board (puzzle)->width);
    return NULL;
  }
  return g_steal_pointer (&puzzle);
}

/* Returns whether the reply has the id of the puzzle. */
static gboolean
same_id (JsonObject *object, const TwPuzzle *puzzle, GError **error)
{
  JsonNode *node = json_object_get_member (object, "id");
  const char *id = tw_puzzle_get_id (puzzle);
  g_autofree char *text = NULL;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)) {
    if (json_node_get_value_type (node) == G_TYPE_INT64)
      text = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
    else if (json_node_get_value_type (node) == G_TYPE_STRING)
      text = json_node_dup_string (node);
  }
  if (g_strcmp0 (text, id) == 0)
    return TRUE;
  g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
               _ ("id: the reply is for another puzzle"));
  return FALSE;
}

void
tw_contest_verdict_free (TwContestVerdict *verdict)
{
  g_free (verdict->error);
  g_free (verdict);
}

static TwContestVerdict *
read_squares_verdict (TwContestClient *self, JsonNode *root, const TwPuzzle *puzzle, GError **error)
{
  g_autoptr (TwVerdict) judged = tw_verdict_from_json (root, error);
  TwContestVerdict *verdict;

  if (judged == NULL
      || (json_object_has_member (json_node_get_object (root), "id")
          && !same_id (json_node_get_object (root), puzzle, error)))
    return NULL;
  verdict = g_new0 (TwContestVerdict, 1);
  verdict->accepted = judged->errors->len == 0;
  verdict->score = judged->score;
  verdict->penalty = judged->penalty;
  if (!verdict->accepted) {
    g_autoptr (GString) text = g_string_new (NULL);

    for (guint i = 0; i < MIN (judged->errors->len, (guint) MAX_ERRORS); i++)
      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                              (const char *) g_ptr_array_index (judged->errors, i));
    verdict->error = tw_request_clean_text (text->str, text->len, self->key);
  }
  return verdict;
}

static TwContestVerdict *
read_tetromino_verdict (JsonObject *object, const TwPuzzle *puzzle, GError **error)
{
  JsonNode *solved = json_object_get_member (object, "solved");
  TwContestVerdict *verdict;

  if (!same_id (object, puzzle, error))
    return NULL;
  if (solved == NULL || !JSON_NODE_HOLDS_VALUE (solved)
      || json_node_get_value_type (solved) != G_TYPE_BOOLEAN) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                         _ ("solved: true or false is expected"));
    return NULL;
  }
  verdict = g_new0 (TwContestVerdict, 1);
  verdict->accepted = json_node_get_boolean (solved);
  verdict->score = verdict->penalty = -1;
  if (!verdict->accepted)
    verdict->error = g_strdup (_ ("the server did not accept the solution"));
  return verdict;
}

/* --- fetching ----------------------------------------------------------------- */

static void
fetched_cb (GObject *session, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  TwContestClient *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TwReply) reply = finish_exchange (self, result, &error);
  g_autoptr (JsonNode) root = reply != NULL ? parse_reply (self, reply, &error) : NULL;
  TwPuzzle *puzzle = NULL;

  if (root != NULL) {
    GError *reason = NULL;

    puzzle = read_puzzle (self, json_node_get_object (root), &reason);
    if (puzzle == NULL)
      blame_reply (self, reason, &error);
  }
  if (puzzle != NULL)
    g_task_return_pointer (task, puzzle, (GDestroyNotify) tw_puzzle_unref);
  else
    g_task_return_error (task, error);
}

void
tw_contest_client_fetch_async (TwContestClient *self, TwContestMode mode, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_autofree char *uri = fetch_uri (self, mode);

  g_task_set_source_tag (task, tw_contest_client_fetch_async);
  tw_request_send_async (self->session,
                         &(TwRequest){
                           .method = "GET",
                           .uri = uri,
                           .secret = self->key,
                           .max_reply = MAX_REPLY,
                           .seconds = self->seconds,
                         },
                         cancellable, fetched_cb, task);
}

TwPuzzle *
tw_contest_client_fetch_finish (TwContestClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- submitting --------------------------------------------------------------- */

typedef struct {
  TwPuzzle *puzzle;
  char *text; /* the reply */
} Submission;

static void
submission_free (gpointer data)
{
  Submission *submission = data;

  tw_puzzle_unref (submission->puzzle);
  g_free (submission->text);
  g_free (submission);
}

static char *
keep_text (TwContestClient *self, const TwReply *reply)
{
  gsize size;
  const char *data = g_bytes_get_data (reply->body, &size);
  g_autofree char *valid = g_utf8_make_valid (data != NULL ? data : "", (gssize) size);

  return tw_request_redact (valid, self->key);
}

static void
submitted_cb (GObject *session, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  TwContestClient *self = g_task_get_source_object (task);
  Submission *submission = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TwReply) reply = finish_exchange (self, result, &error);
  g_autoptr (JsonNode) root = NULL;
  TwContestVerdict *verdict = NULL;

  if (reply != NULL) {
    submission->text = keep_text (self, reply);
    root = parse_reply (self, reply, &error);
  }
  if (root != NULL) {
    GError *reason = NULL;

    verdict = self->tetrominoes == 0
                ? read_squares_verdict (self, root, submission->puzzle, &reason)
                : read_tetromino_verdict (json_node_get_object (root), submission->puzzle, &reason);
    if (verdict == NULL)
      blame_reply (self, reason, &error);
  }
  if (verdict != NULL)
    g_task_return_pointer (task, verdict, (GDestroyNotify) tw_contest_verdict_free);
  else
    g_task_return_error (task, error);
}

void
tw_contest_client_submit_async (TwContestClient *self, TwContestMode mode, TwResult *answer,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  Submission *submission = g_new0 (Submission, 1);
  g_autofree char *uri = submit_uri (self, mode);
  char *text = self->tetrominoes == 0 ? squares_body (answer) : tetromino_body (self, answer);
  g_autoptr (GBytes) body = g_bytes_new_take (text, strlen (text));

  submission->puzzle = tw_puzzle_ref (answer->puzzle);
  g_task_set_source_tag (task, tw_contest_client_submit_async);
  g_task_set_task_data (task, submission, submission_free);
  tw_request_send_async (
    self->session,
    &(TwRequest){
      .method = "POST",
      .uri = uri,
      .type = self->tetrominoes == 0 ? "application/json" : SOUP_FORM_MIME_TYPE_URLENCODED,
      .body = body,
      .secret = self->key,
      .max_reply = MAX_REPLY,
      .seconds = self->seconds,
    },
    cancellable, submitted_cb, task);
}

TwContestVerdict *
tw_contest_client_submit_finish (TwContestClient *self, GAsyncResult *result, char **text,
                                 GError **error)
{
  Submission *submission;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  submission = g_task_get_task_data (G_TASK (result));
  *text = g_steal_pointer (&submission->text);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the object ------------------------------------------------------------- */

/* The message never repeats the text, because the user may have typed the key into the wrong
 * field. */
static char *
read_server (const char *server, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (server, SOUP_HTTP_URI_FLAGS, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";
  char *text;

  if ((!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https"))
      || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0'
      || g_uri_get_userinfo (uri) != NULL || g_uri_get_query (uri) != NULL
      || g_uri_get_fragment (uri) != NULL) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                         _ ("server: an address such as http://localhost:8900 is expected"));
    return NULL;
  }
  text = g_uri_to_string (uri);
  while (g_str_has_suffix (text, "/"))
    text[strlen (text) - 1] = '\0';
  return text;
}

static gboolean
key_is_fine (const char *key)
{
  gsize length = strlen (key);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isgraph (key[i]))
      return FALSE;
  /* libsoup would remove these path segments. */
  return length >= 1 && length <= TW_CONTEST_MAX_KEY && !g_str_equal (key, ".")
         && !g_str_equal (key, "..");
}

TwContestClient *
tw_contest_client_new (const char *server, const char *key, int tetrominoes, double seconds,
                       GError **error)
{
  g_autofree char *address = read_server (server, error);
  TwContestClient *self;

  if (address == NULL)
    return NULL;
  if (!key_is_fine (key)) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                 _ ("key: 1 to %d letters, digits and signs without blanks are expected"),
                 TW_CONTEST_MAX_KEY);
    return NULL;
  }
  /* Addresses are shown and saved. */
  if (strlen (key) >= LEAST_SECRET && strstr (address, key) != NULL) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                         _ ("server: the address must not contain the key"));
    return NULL;
  }
  if (tetrominoes != 0
      && (tetrominoes < TW_TETROMINO_MIN_SIDE || tetrominoes > TW_TETROMINO_MAX_SIDE)) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                 _ ("tetrominoes: a side from %d to %d is expected"), TW_TETROMINO_MIN_SIDE,
                 TW_TETROMINO_MAX_SIDE);
    return NULL;
  }
  self = g_object_new (TW_TYPE_CONTEST_CLIENT, NULL);
  self->session = tw_request_session_new ();
  self->server = g_steal_pointer (&address);
  self->key = g_strdup (key);
  self->tetrominoes = tetrominoes;
  self->seconds = seconds;
  return self;
}

static void
tw_contest_client_finalize (GObject *object)
{
  TwContestClient *self = TW_CONTEST_CLIENT (object);

  g_clear_object (&self->session);
  g_free (self->server);
  g_free (self->key);
  G_OBJECT_CLASS (tw_contest_client_parent_class)->finalize (object);
}

static void
tw_contest_client_class_init (TwContestClientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_contest_client_finalize;
}

static void
tw_contest_client_init (TwContestClient *self)
{
}
