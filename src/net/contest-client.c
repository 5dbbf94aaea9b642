/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-client.c - fetches puzzles and submits solutions; see contest-client.h. */
#include "net/contest-client.h"

#include <string.h>

#include "core/pieces/tetromino.h"
#include "net/judge.h"
#include "net/request.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"

enum {
  MAX_REPLY = 1 << 20, /* bytes; a board of 140 x 140 cells takes about 100,000 */
  N_TRIPS = 4,
  LEAST_SECRET = 4, /* shorter keys may occur in an address or an id by chance */
  MAX_ERRORS = 3,   /* error texts of a verdict that are joined on one line */
};

struct TwContestClient {
  char *server; /* without a slash at its end */
  char *key;
  int tetrominoes;
  double seconds;
  double trips[N_TRIPS];
  guint n_trips;
  guint after;     /* of the last reply */
  GHashTable *ids; /* of all puzzles so far */
};

G_DEFINE_QUARK (tw - contest - error, tw_contest_error)

const TwKind *
tw_contest_client_kind (int tetrominoes)
{
  return tw_kind_find (tetrominoes == 0 ? "squares" : "tetrominoes");
}

/* --- requests ---------------------------------------------------------------- */

static char *
make_uri (TwContestClient *self, TwContestMode mode, gboolean submit)
{
  g_autofree char *key = g_uri_escape_string (self->key, NULL, FALSE);

  if (self->tetrominoes == 0)
    return g_strdup_printf ("%s/%s/%s/%s", self->server, key, tw_contest_mode_name (mode),
                            submit ? "solution" : "puzzle");
  if (submit)
    return g_strconcat (self->server, "/api/puzzle", NULL);
  return g_strdup_printf ("%s/api/puzzle?token=%s&size=%d", self->server, key, self->tetrominoes);
}

/* The submission has only these members, because servers need not know the other members of a
 * result. */
static char *
squares_body (TwResult *answer)
{
  g_autoptr (JsonNode) result = tw_result_to_json (answer);
  JsonObject *object = json_node_get_object (result);
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_json_add_string (builder, "id", tw_puzzle_get_id (answer->puzzle));
  tw_json_add_node (builder, "squares", json_object_get_member (object, "squares"));
  return tw_json_end (builder);
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

double
tw_contest_client_get_round_trip (TwContestClient *self)
{
  double longest = 0;

  for (guint i = 0; i < MIN (self->n_trips, (guint) N_TRIPS); i++)
    longest = MAX (longest, self->trips[i]);
  return longest;
}

guint
tw_contest_client_get_after (const TwContestClient *self)
{
  return self->after;
}

/* --- replies ---------------------------------------------------------------- */

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
  g_autoptr (JsonNode) root = tw_json_parse_object (reply->body, NULL);
  const char *text = NULL;

  if (root != NULL
      && tw_json_get_optional_string (json_node_get_object (root), "error", &text, NULL)
      && text != NULL)
    return tw_request_clean_text (text, strlen (text), self->key);
  return g_strdup (reply->status == 429 ? _ ("too many requests at once; try again later")
                                        : soup_status_get_phrase (reply->status));
}

/* A reason may quote the reply. */
static char *
clean_reason (const TwContestClient *self, const GError *reason)
{
  return tw_request_clean_text (reason->message, strlen (reason->message), self->key);
}

static JsonNode *
parse_reply (TwContestClient *self, const TwReply *reply, GError **error)
{
  g_autoptr (GError) reason = NULL;
  JsonNode *root;

  if (reply->status != SOUP_STATUS_OK) {
    g_autofree char *text = describe_refusal (self, reply);

    g_set_error (error, TW_CONTEST_ERROR, (gint) code_of_status (reply->status),
                 _ ("the server replied with status %u: %s"), reply->status, text);
    return NULL;
  }
  root = tw_json_parse_object (reply->body, &reason);
  if (root == NULL) {
    g_autofree char *text = clean_reason (self, reason);

    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                 _ ("the server's reply cannot be read: %s"), text);
  }
  return root;
}

/* What cannot be used in a reply; the caller repeats the reason without the key. */
static gboolean
id_is_fine (const char *id)
{
  if (id == NULL || *id == '\0' || strlen (id) > TW_CONTEST_MAX_ID)
    return FALSE;
  while (g_unichar_isprint (g_utf8_get_char (id)))
    id = g_utf8_find_next_char (id, NULL);
  return *id == '\0';
}

void
tw_contest_client_add_id (TwContestClient *self, const char *id)
{
  g_hash_table_add (self->ids, g_strdup (id));
}

static gboolean
read_puzzle (TwContestClient *self, JsonNode *root, TwContestEntry *entry, GError **error)
{
  const TwKind *kind = tw_contest_client_kind (self->tetrominoes);
  g_autoptr (TwPuzzle) puzzle = kind->read->json (json_node_get_object (root), error);

  if (puzzle == NULL)
    return FALSE;
  if (!id_is_fine (tw_puzzle_get_id (puzzle)))
    return tw_fail_format (error, _ ("id: 1 to %d printable characters are expected"),
                           TW_CONTEST_MAX_ID);
  /* Ids are saved and sent unchanged. */
  if (strlen (self->key) >= LEAST_SECRET
      && tw_request_has_secret (tw_puzzle_get_id (puzzle), self->key))
    return tw_fail_format (error, _ ("id: must not contain the key"));
  if (self->tetrominoes != 0 && tw_puzzle_get_board (puzzle)->width != self->tetrominoes)
    return tw_fail_format (error, _ ("size: %d was asked for, not %d"), self->tetrominoes,
                           tw_puzzle_get_board (puzzle)->width);
  if (g_hash_table_contains (self->ids, tw_puzzle_get_id (puzzle)))
    return tw_fail_format (error, _ ("the server issued the same puzzle twice"));
  tw_contest_client_add_id (self, tw_puzzle_get_id (puzzle));
  tw_contest_entry_set_puzzle (entry, puzzle);
  return TRUE;
}

/* Returns whether the reply has the id of the puzzle. */
static gboolean
same_id (JsonObject *object, TwContestEntry *entry, GError **error)
{
  g_autofree char *text = tw_json_dup_text (object, "id");

  return g_strcmp0 (text, tw_contest_entry_get_facts (entry)->id) == 0
         || tw_fail_format (error, _ ("id: the reply is for another puzzle"));
}

static gboolean
read_squares_verdict (TwContestClient *self, JsonNode *root, TwContestEntry *entry, GError **error)
{
  g_autoptr (TwVerdict) judged = tw_verdict_from_json (root, error);
  TwContestFacts *facts = tw_contest_entry_edit (entry);
  g_autoptr (GString) text = g_string_new (NULL);

  if (judged == NULL
      || (json_object_has_member (json_node_get_object (root), "id")
          && !same_id (json_node_get_object (root), entry, error)))
    return FALSE;
  for (guint i = 0; i < MIN (judged->errors->len, (guint) MAX_ERRORS); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                            (const char *) g_ptr_array_index (judged->errors, i));
  facts->score = judged->score;
  facts->penalty = judged->penalty;
  facts->status = judged->errors->len == 0 ? TW_CONTEST_ACCEPTED : TW_CONTEST_REJECTED;
  if (judged->errors->len > 0)
    facts->error = tw_request_clean_text (text->str, text->len, self->key);
  return TRUE;
}

static gboolean
read_tetromino_verdict (TwContestClient *self, JsonNode *root, TwContestEntry *entry,
                        GError **error)
{
  JsonObject *object = json_node_get_object (root);
  JsonNode *solved = json_object_get_member (object, "solved");
  TwContestFacts *facts = tw_contest_entry_edit (entry);

  if (!same_id (object, entry, error))
    return FALSE;
  if (solved == NULL || !JSON_NODE_HOLDS_VALUE (solved)
      || json_node_get_value_type (solved) != G_TYPE_BOOLEAN)
    return tw_fail_format (error, _ ("solved: true or false is expected"));
  facts->status = json_node_get_boolean (solved) ? TW_CONTEST_ACCEPTED : TW_CONTEST_REJECTED;
  if (facts->status == TW_CONTEST_REJECTED)
    facts->error = g_strdup (_ ("the server did not accept the solution"));
  return TRUE;
}

/* --- fetching and submitting ---------------------------------------------------- */

typedef gboolean (*Reader) (TwContestClient *self, JsonNode *root, TwContestEntry *entry,
                            GError **error);

static gboolean
use_reply (TwContestClient *self, const TwReply *reply, Reader read, TwContestEntry *entry,
           GError **error)
{
  g_autoptr (JsonNode) root = parse_reply (self, reply, error);
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;

  if (root == NULL || read (self, root, entry, &reason))
    return root != NULL;
  text = clean_reason (self, reason);
  g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
               _ ("the server's reply cannot be used: %s"), text);
  return FALSE;
}

/* Sends a request; what it leaves open is the same for all. Returns NULL with TW_CONTEST_ERROR if
 * there is no reply. */
static TwReply *
exchange (TwContestClient *self, TwRequest request, GCancellable *cancellable, GError **error)
{
  static const TwContestError codes[] = {
    [TW_REQUEST_ERROR_NOT_SENT] = TW_CONTEST_ERROR_NOT_SENT,
    [TW_REQUEST_ERROR_UNCERTAIN] = TW_CONTEST_ERROR_UNCERTAIN,
    [TW_REQUEST_ERROR_TOO_LARGE] = TW_CONTEST_ERROR_REPLY,
    [TW_REQUEST_ERROR_REDIRECT] = TW_CONTEST_ERROR_REFUSED,
  };
  g_autoptr (GError) reason = NULL;
  TwReply *reply;

  request.secret = self->key;
  request.max_reply = MAX_REPLY;
  request.seconds = self->seconds;
  reply = tw_request_send (&request, cancellable, &reason);
  self->after = reply != NULL ? reply->after : 0;
  if (reply != NULL)
    self->trips[self->n_trips++ % N_TRIPS] = reply->seconds;
  else
    g_set_error_literal (error, TW_CONTEST_ERROR, (gint) codes[reason->code], reason->message);
  return reply;
}

gboolean
tw_contest_client_fetch (TwContestClient *self, TwContestEntry *entry, GCancellable *cancellable,
                         GError **error)
{
  g_autofree char *uri = make_uri (self, tw_contest_entry_get_facts (entry)->mode, FALSE);
  g_autoptr (TwReply)
    reply = exchange (self, (TwRequest){ .method = "GET", .uri = uri }, cancellable, error);

  return reply != NULL && use_reply (self, reply, read_puzzle, entry, error);
}

static char *
keep_text (const TwContestClient *self, const TwReply *reply)
{
  gsize size;
  const char *data = g_bytes_get_data (reply->body, &size);
  g_autofree char *valid = g_utf8_make_valid (data != NULL ? data : "", (gssize) size);

  return tw_request_redact (valid, self->key);
}

gboolean
tw_contest_client_submit (TwContestClient *self, TwContestEntry *entry, GCancellable *cancellable,
                          char **text, GError **error)
{
  gboolean squares = self->tetrominoes == 0;
  TwResult *answer = tw_contest_entry_get_result (entry);
  g_autofree char *uri = make_uri (self, tw_contest_entry_get_facts (entry)->mode, TRUE);
  char *content = squares ? squares_body (answer) : tetromino_body (self, answer);
  g_autoptr (GBytes) body = g_bytes_new_take (content, strlen (content));
  g_autoptr (TwReply)
    reply = exchange (self,
                      (TwRequest){
                        .method = "POST",
                        .uri = uri,
                        .type = squares ? "application/json" : SOUP_FORM_MIME_TYPE_URLENCODED,
                        .body = body,
                      },
                      cancellable, error);

  *text = reply != NULL ? keep_text (self, reply) : NULL;
  return reply != NULL
         && use_reply (self, reply, squares ? read_squares_verdict : read_tetromino_verdict, entry,
                       error);
}

/* --- the object ------------------------------------------------------------- */

gboolean
tw_contest_key_is_fine (const char *key)
{
  gsize length = strlen (key);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isgraph (key[i]))
      return FALSE;
  /* libsoup would remove these path segments. */
  return length >= 1 && length <= TW_CONTEST_MAX_KEY && !g_str_equal (key, ".")
         && !g_str_equal (key, "..");
}

#define usage_error(error, ...) \
  (g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE, __VA_ARGS__), NULL)

TwContestClient *
tw_contest_client_new (const char *server, const char *key, int tetrominoes, double seconds,
                       GError **error)
{
  g_autofree char *address = tw_request_parse_server (server);
  TwContestClient *self;

  /* The message does not repeat the text: the user may have typed the key into the wrong field. */
  if (address == NULL)
    return usage_error (error, _ ("server: an address such as http://localhost:8900 is expected"));
  if (!tw_contest_key_is_fine (key))
    return usage_error (error,
                        _ ("key: 1 to %d letters, digits and signs without blanks are expected"),
                        TW_CONTEST_MAX_KEY);
  /* Addresses are shown and saved. */
  if (strlen (key) >= LEAST_SECRET && strstr (address, key) != NULL)
    return usage_error (error, _ ("server: the address must not contain the key"));
  if (tetrominoes != 0
      && (tetrominoes < TW_TETROMINO_MIN_SIDE || tetrominoes > TW_TETROMINO_MAX_SIDE))
    return usage_error (error, _ ("tetrominoes: a side from %d to %d is expected"),
                        TW_TETROMINO_MIN_SIDE, TW_TETROMINO_MAX_SIDE);
  self = g_new0 (TwContestClient, 1);
  self->server = g_steal_pointer (&address);
  self->key = g_strdup (key);
  self->tetrominoes = tetrominoes;
  self->seconds = seconds;
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
tw_contest_client_free (TwContestClient *self)
{
  TW_DROP (self, (ids, g_hash_table_unref), (server, g_free), (key, g_free));
  g_free (self);
}
