/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-client.c - the protocol with one remote solver service; see service-client.h.
 *
 * Each pending operation holds a reference; after tw_service_client_free () it finds the client closed
 * and releases it. */
#include "net/service-client.h"

#include <libsoup/soup.h>
#include <string.h>

#include "net/request.h"
#include "net/timer.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/tasks.h"

enum {
  CHUNK = 64 << 10,
  MAX_REPLY = 64 << 10,
  ANSWER_BASE = 64 << 10, /* of an event, plus this for each cell: */
  ANSWER_PER_CELL = 64,
  MAX_RETRIES = 3,
};

/* A service that is silent for a third of the search time, within these bounds, is late; while
 * it waits in its queue, its state is polled. */
#define LEAST_PATIENCE_SECONDS   3.0
#define MOST_PATIENCE_SECONDS    10.0
#define WAITING_PATIENCE_SECONDS 25.0
/* How long to wait for the id of a job that is no longer needed, to delete it. */
#define LAST_REPLY_SECONDS 5

struct TwServiceClient {
  gboolean closed;
  char *uri;
  char *token;
  TwPuzzle *puzzle;
  GBytes *body; /* of the request */
  TwServiceClientCalls calls;
  gpointer data;

  TwServiceClientState state;
  char *note;
  SoupSession *session;
  GCancellable *cancellable;
  char *job; /* "/jobs/ID"; NULL: not known yet */
  /* The request that creates the job. It has its own cancellable, because only its reply has the
   * id of the job. */
  GCancellable *ask_cancellable;
  gboolean asking;
  GSource *last_reply; /* limits the wait for a reply; NULL: the job is still needed */
  guint retries;
  GSource *retry; /* NULL: no further attempt */
  /* Counted in polls instead of seconds: if our own loop was blocked, unread data may be waiting
   * in it. */
  int silent;   /* polls since the last data */
  int patience; /* in polls, while it searches */

  /* The stream of events. */
  GInputStream *stream;
  GByteArray *buffer; /* an incomplete line at its end */
  char *event;        /* its name; NULL: none yet */
  gsize max_buffer;

  /* The solution being checked, and the next one. */
  gboolean judging;
  gboolean judging_last;
  gboolean gone; /* the stream has ended during the check */
  GBytes *next;
  gboolean next_is_last;
};

/* Pending requests that delete a job, or whose job will be deleted. */
static guint n_partings;

static void
client_clear (gpointer data)
{
  TwServiceClient *client = data;

  g_free (client->uri);
  g_free (client->token);
  tw_puzzle_unref (client->puzzle);
  g_bytes_unref (client->body);
  g_free (client->note);
  g_clear_object (&client->session);
  g_clear_object (&client->cancellable);
  g_clear_object (&client->ask_cancellable);
  g_free (client->job);
  g_clear_object (&client->stream);
  g_byte_array_unref (client->buffer);
  g_free (client->event);
  g_clear_pointer (&client->next, g_bytes_unref);
}

static void
client_unref (gpointer client)
{
  g_rc_box_release_full (client, client_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwServiceClient, client_unref)

static gboolean
is_over (const TwServiceClient *client)
{
  return client->closed || client->state >= TW_SERVICE_CLIENT_ENDED;
}

static SoupMessage *
new_message (const TwServiceClient *client, const char *method, const char *path)
{
  g_autofree char *uri = g_strconcat (client->uri, path, NULL);
  SoupMessage *message = soup_message_new (method, uri);

  /* The token is sent to this server only. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  tw_request_authorize (message, client->token);
  return message;
}

/* --- ends -------------------------------------------------------------------- */

static void
parted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GBytes)
    bytes = soup_session_send_and_read_finish (SOUP_SESSION (source), result, NULL);

  n_partings--;
}

/* Deletes the job of the service. */
static void
forget_job (TwServiceClient *client)
{
  g_autoptr (SoupMessage) message = NULL;

  if (client->job == NULL)
    return;
  message = new_message (client, "DELETE", client->job);
  g_clear_pointer (&client->job, g_free);
  n_partings++;
  soup_session_send_and_read_async (client->session, message, G_PRIORITY_DEFAULT, NULL, parted_cb,
                                    NULL);
}

void
tw_service_clients_part (double seconds)
{
  GMainContext *context = g_main_context_get_thread_default ();
  gboolean is_late = FALSE;
  GSource *timer = tw_timer_new_flag ((guint) (seconds * 1000), &is_late);

  while (n_partings > 0 && !is_late)
    g_main_context_iteration (context, TRUE);
  tw_timer_clear (&timer);
}

static gboolean
last_reply_cb (gpointer data)
{
  TwServiceClient *client = data;

  g_cancellable_cancel (client->ask_cancellable);
  return G_SOURCE_REMOVE;
}

static void
await_last_reply (TwServiceClient *client)
{
  if (!client->asking || client->last_reply != NULL)
    return;
  n_partings++;
  client->last_reply = g_timeout_source_new_seconds (LAST_REPLY_SECONDS);
  g_source_set_callback (client->last_reply, last_reply_cb, g_rc_box_acquire (client),
                         client_unref);
  g_source_attach (client->last_reply, g_main_context_get_thread_default ());
}

/* The reply has arrived, or the wait for it has ended. */
static void
end_asking (TwServiceClient *client)
{
  client->asking = FALSE;
  if (client->last_reply == NULL)
    return;
  n_partings--;
  forget_job (client);
  tw_timer_clear (&client->last_reply);
}

static void
stop (TwServiceClient *client)
{
  tw_timer_clear (&client->retry);
  await_last_reply (client);
  g_cancellable_cancel (client->cancellable);
  forget_job (client);
}

static void
set_state (TwServiceClient *client, TwServiceClientState state)
{
  if (is_over (client) || client->state == state)
    return;
  client->state = state;
  if (state >= TW_SERVICE_CLIENT_ENDED)
    stop (client);
  client->calls.changed (client, client->data);
}

G_GNUC_PRINTF (2, 3)
static void
drop (TwServiceClient *client, const char *format, ...)
{
  va_list args;

  if (is_over (client))
    return;
  va_start (args, format);
  client->note = g_strdup_vprintf (format, args);
  va_end (args);
  set_state (client, TW_SERVICE_CLIENT_DROPPED);
}

static void
drop_closed (TwServiceClient *client)
{
  drop (client, _ ("closed the connection before the result was complete"));
}

/* --- checking solutions --------------------------------------------------------- */

typedef struct {
  TwPuzzle *puzzle;
  GBytes *text;
} Judging;

static void
judging_free (gpointer data)
{
  Judging *judging = data;

  tw_puzzle_unref (judging->puzzle);
  g_bytes_unref (judging->text);
  g_free (judging);
}

static void
judge_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Judging *judging = data;
  gsize length;
  const char *text = g_bytes_get_data (judging->text, &length);
  GError *error = NULL;
  TwResult *result = tw_result_parse (judging->puzzle, text, length, NULL, &error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (result != NULL && tw_kind_check (result, faults) > 0) {
    tw_fail (&error, TW_PUZZLE_ERROR_FORMAT, "%s", (const char *) g_ptr_array_index (faults, 0));
    g_clear_pointer (&result, tw_result_unref);
  }
  tw_task_return_pointer (task, result, (GDestroyNotify) tw_result_unref, &error);
}

static void judge (TwServiceClient *client, GBytes *text, gboolean last);

static void
judged_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (TwServiceClient) client = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = g_task_propagate_pointer (G_TASK (async_result), &error);

  client->judging = FALSE;
  if (is_over (client))
    return;
  if (result == NULL) {
    g_autofree char *reason = tw_request_clean_text (error->message, strlen (error->message),
                                                     client->token);

    drop (client, _ ("sent an incorrect solution: %s"), reason);
    return;
  }
  if (tw_result_has_solution (result))
    client->calls.answered (client, result, client->data);
  if (is_over (client))
    return;
  if (client->judging_last) {
    set_state (client, TW_SERVICE_CLIENT_ENDED);
  } else if (client->next != NULL) {
    g_autoptr (GBytes) next = g_steal_pointer (&client->next);

    judge (client, next, client->next_is_last);
  } else if (client->gone) {
    drop_closed (client);
  }
}

static void
judge (TwServiceClient *client, GBytes *text, gboolean last)
{
  Judging *judging;

  if (client->judging) {
    /* The latest of the waiting solutions is the best. */
    g_clear_pointer (&client->next, g_bytes_unref);
    client->next = g_bytes_ref (text);
    client->next_is_last = last;
    return;
  }
  judging = g_new0 (Judging, 1);
  judging->puzzle = tw_puzzle_ref (client->puzzle);
  judging->text = g_bytes_ref (text);
  client->judging = TRUE;
  client->judging_last = last;
  tw_task_run (judge_thread, judging, judging_free, NULL, NULL, judged_cb,
               g_rc_box_acquire (client));
}

/* --- events ---------------------------------------------------------------------- */

static void
hear_state (TwServiceClient *client, const char *data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, strlen (data));
  g_autoptr (JsonNode) root = tw_json_parse_object (bytes, NULL);
  const char *state = NULL;

  if (root == NULL
      || !tw_json_get_optional_string (json_node_get_object (root), "state", &state, NULL))
    return;
  if (g_strcmp0 (state, "waiting") == 0)
    set_state (client, TW_SERVICE_CLIENT_WAITING);
  else if (g_strcmp0 (state, "running") == 0)
    set_state (client, TW_SERVICE_CLIENT_RUNNING);
}

static void
hear_line (TwServiceClient *client, const char *line, gsize length)
{
  static const char event[] = "event: ", data[] = "data: ";

  if (g_str_has_prefix (line, event)) {
    g_free (client->event);
    client->event = g_strdup (line + strlen (event));
  } else if (g_str_has_prefix (line, data) && client->event != NULL) {
    const char *text = line + strlen (data);
    gboolean last = g_str_equal (client->event, "result");

    if (g_str_equal (client->event, "state")) {
      hear_state (client, text);
    } else if (last || g_str_equal (client->event, "answer")) {
      g_autoptr (GBytes) bytes = g_bytes_new (text, length - strlen (data));

      judge (client, bytes, last);
    }
  }
}

/* Lines end in one newline, as our services write them. */
static gboolean
hear (TwServiceClient *client, GBytes *bytes)
{
  gsize size, used = 0;
  const guint8 *chunk = g_bytes_get_data (bytes, &size);
  GByteArray *buffer = client->buffer;
  guint8 *end;
  gsize from = buffer->len;

  g_byte_array_append (buffer, chunk, (guint) size);
  while (!is_over (client)
         && (end = memchr (buffer->data + from, '\n', buffer->len - from)) != NULL) {
    *end = '\0';
    hear_line (client, (char *) buffer->data + used, (gsize) (end - buffer->data) - used);
    used = from = (gsize) (end - buffer->data) + 1;
  }
  g_byte_array_remove_range (buffer, 0, (guint) used);
  return buffer->len <= client->max_buffer;
}

static void listen_on (TwServiceClient *client);

static void
heard_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwServiceClient) client = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes)
    bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (is_over (client))
    return;
  if (bytes == NULL || g_bytes_get_size (bytes) == 0) {
    client->gone = TRUE;
    if (!client->judging)
      drop_closed (client);
    return;
  }
  client->silent = 0;
  if (!hear (client, bytes))
    drop (client, _ ("sent more data than a solution can have"));
  else if (!is_over (client))
    listen_on (client);
}

static void
listen_on (TwServiceClient *client)
{
  g_input_stream_read_bytes_async (client->stream, CHUNK, G_PRIORITY_DEFAULT, client->cancellable,
                                   heard_cb, g_rc_box_acquire (client));
}

static void
events_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwServiceClient) client = data;
  g_autoptr (GError) error = NULL;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  guint status = message != NULL ? soup_message_get_status (message) : 0;
  g_autoptr (GInputStream)
    stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  if (is_over (client))
    return;
  if (stream == NULL) {
    drop (client, "%s", error->message);
  } else if (status != SOUP_STATUS_OK) {
    drop (client, _ ("replied with status %u"), status);
  } else {
    client->stream = g_steal_pointer (&stream);
    client->silent = 0;
    listen_on (client);
  }
}

static void
follow_job (TwServiceClient *client)
{
  g_autofree char *path = g_strconcat (client->job, "/events", NULL);
  g_autoptr (SoupMessage) message = new_message (client, "GET", path);

  soup_session_send_async (client->session, message, G_PRIORITY_DEFAULT, client->cancellable,
                           events_cb, g_rc_box_acquire (client));
}

/* --- asking -------------------------------------------------------------------------- */

static void ask (TwServiceClient *client);

static gboolean
retry_cb (gpointer data)
{
  TwServiceClient *client = data;

  g_clear_pointer (&client->retry, g_source_unref);
  client->silent = 0;
  ask (client);
  return G_SOURCE_REMOVE;
}

/* An id must be a valid path segment. */
static gboolean
take_id (TwServiceClient *client, JsonObject *object)
{
  const char *id = NULL;

  if (!tw_json_get_optional_string (object, "id", &id, NULL) || id == NULL || *id == '\0'
      || strlen (id) > 64 || id[strspn (id, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-")] != '\0')
    return FALSE;
  client->job = g_strconcat ("/jobs/", id, NULL);
  return TRUE;
}

static void
refused (TwServiceClient *client, const TwReply *reply, JsonObject *object)
{
  const char *reason = NULL;

  if (object != NULL)
    tw_json_get_optional_string (object, "error", &reason, NULL);
  if (reason != NULL) {
    g_autofree char *clean = tw_request_clean_text (reason, strlen (reason), client->token);

    drop (client, _ ("replied with status %u: %s"), reply->status, clean);
  } else {
    drop (client, _ ("replied with status %u"), reply->status);
  }
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwServiceClient) client = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwReply) reply = tw_request_send_finish (result, &error);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object = NULL;
  gboolean taken;

  if (reply == NULL) {
    end_asking (client);
    drop (client, "%s", error->message);
    return;
  }
  client->silent = 0;
  root = tw_json_parse_object (reply->body, NULL);
  if (root != NULL)
    object = json_node_get_object (root);
  taken = reply->status == SOUP_STATUS_ACCEPTED && object != NULL && take_id (client, object);
  end_asking (client);
  if (is_over (client))
    return;

  if (taken) {
    follow_job (client);
  } else if (reply->after > 0 && client->retries++ < MAX_RETRIES) {
    set_state (client, TW_SERVICE_CLIENT_WAITING);
    client->retry = tw_timer_new (MIN (reply->after, 60) * 1000, retry_cb, client);
  } else {
    refused (client, reply, object);
  }
}

static void
ask (TwServiceClient *client)
{
  g_autofree char *uri = g_strconcat (client->uri, "/jobs", NULL);

  client->asking = TRUE;
  tw_request_send_async (client->session,
                         &(TwRequest){
                           .method = "POST",
                           .uri = uri,
                           .type = "application/json",
                           .body = client->body,
                           .secret = client->token,
                           .token = client->token,
                           .max_reply = MAX_REPLY,
                         },
                         client->ask_cancellable, asked_cb, g_rc_box_acquire (client));
}

/* {"puzzle": ..., "options": {...}} */
static GBytes *
write_request (const TwPuzzle *puzzle, const TwOptions *options)
{
  g_autofree char *text = tw_puzzle_write (puzzle);
  g_autoptr (GString) body = g_string_new ("{\"puzzle\": ");
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  if (tw_json_looks_like (text, strlen (text))) {
    g_string_append (body, text);
  } else {
    g_autofree char *quoted = tw_json_quote (text);

    g_string_append (body, quoted);
  }
  g_string_append (body, ", \"options\": {");
  for (size_t i = 0; i < count; i++) {
    char value[256];
    g_autofree char *quoted = NULL;

    tw_options_get (options, &table[i], value, sizeof value);
    quoted = tw_json_quote (value);
    g_string_append_printf (body, "%s\"%s\": %s", i > 0 ? ", " : "", table[i].name, quoted);
  }
  g_string_append (body, "}}");
  return g_string_free_to_bytes (g_steal_pointer (&body));
}

static int
looks_in (double seconds)
{
  return (int) (seconds * 1000 / TW_SERVICE_CLIENT_POLL_MS);
}

/* --- the client ------------------------------------------------------------------------- */

gboolean
tw_service_client_check_uri (const char *text, GError **error)
{
  g_autofree char *server = tw_request_parse_server (text);

  if (server != NULL)
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("“%s” is not the address of a service; expected one such as http://host:1330"),
                  text);
}

TwServiceClient *
tw_service_client_new (const char *uri, const char *token, TwPuzzle *puzzle,
                       const TwOptions *options, const TwServiceClientCalls *calls, gpointer data)
{
  TwServiceClient *client = g_rc_box_new0 (TwServiceClient);
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  client->uri = g_strdup (uri);
  while (g_str_has_suffix (client->uri, "/"))
    client->uri[strlen (client->uri) - 1] = '\0';
  client->token = g_strdup (token);
  client->puzzle = tw_puzzle_ref (puzzle);
  client->body = write_request (puzzle, options);
  client->calls = *calls;
  client->data = data;
  client->session = tw_request_session_new ();
  client->cancellable = g_cancellable_new ();
  client->ask_cancellable = g_cancellable_new ();
  client->buffer = g_byte_array_new ();
  client->max_buffer = ANSWER_BASE + (gsize) board->width * (gsize) board->height * ANSWER_PER_CELL;
  client->patience = looks_in (
    CLAMP (options->time / 3, LEAST_PATIENCE_SECONDS, MOST_PATIENCE_SECONDS));
  ask (client);
  return client;
}

void
tw_service_client_free (TwServiceClient *client)
{
  if (client == NULL)
    return;
  client->closed = TRUE;
  stop (client);
  client_unref (client);
}

void
tw_service_client_poll (TwServiceClient *client)
{
  int patience = client->state == TW_SERVICE_CLIENT_WAITING ? looks_in (WAITING_PATIENCE_SECONDS)
                                                            : client->patience;

  /* Time that we need for checking does not count as its silence. */
  if (!is_over (client) && client->retry == NULL && !client->judging && ++client->silent > patience)
    drop (client, _ ("did not reply in time"));
}

TwServiceClientState
tw_service_client_get_state (const TwServiceClient *client)
{
  return client->state;
}

const char *
tw_service_client_get_uri (const TwServiceClient *client)
{
  return client->uri;
}

const char *
tw_service_client_get_note (const TwServiceClient *client)
{
  return client->note;
}
