/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-client.c - the protocol with one remote solver service; see service-client.h.
 *
 * Each client has a thread, which posts the puzzle, follows the events, checks the solutions, and
 * deletes the job at the end. Its news reach the client in the main context of its creator. A client
 * that is over cancels what its thread does. */
#include "net/service-client.h"

#include <libsoup/soup.h>
#include <string.h>

#include "net/request.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

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
/* How long to wait for the id of a job that is no longer needed, to delete it, and for that. */
#define LAST_REPLY_SECONDS 5

struct TwServiceClient {
  char *uri;
  char *token;
  TwPuzzle *puzzle;
  GBytes *body; /* of the request */
  gsize max_buffer;
  GMainContext *context; /* of the creator */
  GCancellable *cancellable;
  /* Of the request that creates the job, because only its reply has the id of the job. */
  GCancellable *ask_cancellable;
  int
    silent; /* atomic: polls since the last data; less than 0: the thread is not waiting for any */

  /* Used on the creator's thread only. */
  TwServiceClientCalls calls;
  gpointer data;
  TwServiceClientState state;
  char *note;
  gboolean closed;
  gboolean parting; /* it is over, but its thread is not */
  gboolean ended;   /* its thread is */
  GSource *last_reply;
  int patience; /* in polls, while it searches */
};

/* The number of clients that are parting. */
static guint n_partings;

TW_DEFINE_CLEAR (client_clear, TwServiceClient, (uri, g_free), (token, g_free),
                 (puzzle, tw_puzzle_unref), (body, g_bytes_unref), (context, g_main_context_unref),
                 (cancellable, g_object_unref), (ask_cancellable, g_object_unref), (note, g_free))

static void
client_unref (gpointer client)
{
  g_atomic_rc_box_release_full (client, client_clear);
}

/* --- on the creator's thread -------------------------------------------------- */

static gboolean
is_over (const TwServiceClient *client)
{
  return client->closed || client->state >= TW_SERVICE_CLIENT_ENDED;
}

static gboolean
last_reply_cb (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static void
stop (TwServiceClient *client)
{
  if (client->parting || client->ended)
    return;
  client->parting = TRUE;
  n_partings++;
  client->last_reply = tw_timer_new (LAST_REPLY_SECONDS * 1000, last_reply_cb,
                                     client->ask_cancellable);
  g_cancellable_cancel (client->cancellable);
}

static void
set_state (TwServiceClient *client, TwServiceClientState state, const char *note)
{
  if (client->state == state)
    return;
  client->state = state;
  client->note = g_strdup (note);
  if (state >= TW_SERVICE_CLIENT_ENDED)
    stop (client);
  client->calls.changed (client, client->data);
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

/* --- news ------------------------------------------------------------------------ */

typedef struct {
  TwServiceClient *client;
  TwServiceClientState state;
  char *note;
  TwResult *answer; /* NULL: the state is news */
  gboolean end;     /* of the thread */
} News;

TW_DEFINE_FREE (news_free, News, (client, client_unref), (note, g_free), (answer, tw_result_unref))

static gboolean
news_cb (gpointer data)
{
  const News *news = data;
  TwServiceClient *client = news->client;

  if (news->end) {
    client->ended = TRUE;
    n_partings -= client->parting;
    tw_timer_clear (&client->last_reply);
  } else if (!is_over (client)) {
    if (news->answer != NULL)
      client->calls.answered (client, news->answer, client->data);
    else
      set_state (client, news->state, news->note);
  }
  return G_SOURCE_REMOVE;
}

static void
tell (TwServiceClient *client, News news)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  news.client = g_atomic_rc_box_acquire (client);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, news_cb, g_memdup2 (&news, sizeof news), news_free);
  g_source_attach (source, client->context);
}

static void
tell_state (TwServiceClient *client, TwServiceClientState state)
{
  tell (client, (News){ .state = state });
}

G_GNUC_PRINTF (2, 3)
static gboolean
drop (TwServiceClient *client, const char *format, ...)
{
  News news = { .state = TW_SERVICE_CLIENT_DROPPED };
  va_list args;

  va_start (args, format);
  news.note = g_strdup_vprintf (format, args);
  va_end (args);
  tell (client, news);
  return FALSE;
}

static void
note_data (TwServiceClient *client)
{
  g_atomic_int_set (&client->silent, 0);
}

/* Time that we need does not count as the service's silence. */
static void
be_busy (TwServiceClient *client)
{
  g_atomic_int_set (&client->silent, G_MININT);
}

/* --- events, on the client's thread ------------------------------------------------ */

/* Each of these returns whether further events are expected. */

static gboolean
judge (TwServiceClient *client, const char *text, gsize length, gboolean last)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  TwResult *result;

  be_busy (client);
  result = tw_result_parse (client->puzzle, text, length, NULL, &error);
  if (result == NULL || tw_kind_check (result, faults) > 0) {
    const char *reason = result == NULL ? error->message : g_ptr_array_index (faults, 0);
    g_autofree char *clean = tw_request_clean_text (reason, strlen (reason), client->token);

    g_clear_pointer (&result, tw_result_unref);
    return drop (client, _ ("sent an incorrect solution: %s"), clean);
  }
  /* Without the list: that it is complete would be the word of the service. */
  if (tw_result_has_solution (result))
    tell (client, (News){ .answer = tw_result_dup_solution (result) });
  tw_result_unref (result);
  if (last)
    tell_state (client, TW_SERVICE_CLIENT_ENDED);
  note_data (client);
  return !last;
}

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
    tell_state (client, TW_SERVICE_CLIENT_WAITING);
  else if (g_strcmp0 (state, "running") == 0)
    tell_state (client, TW_SERVICE_CLIENT_RUNNING);
}

/* *name is that of the event. */
static gboolean
hear_line (TwServiceClient *client, const char *line, gsize length, char **name)
{
  static const char event[] = "event: ", data[] = "data: ";
  const char *text = line + strlen (data);

  if (g_str_has_prefix (line, event)) {
    g_free (*name);
    *name = g_strdup (line + strlen (event));
  } else if (g_str_has_prefix (line, data) && *name != NULL) {
    gboolean last = g_str_equal (*name, "result");

    if (g_str_equal (*name, "state"))
      hear_state (client, text);
    else if (last || g_str_equal (*name, "answer"))
      return judge (client, text, length - strlen (data), last);
  }
  return TRUE;
}

/* Lines end in one newline, as our services write them. */
static gboolean
hear (TwServiceClient *client, GByteArray *buffer, gsize from, char **name)
{
  gsize used = 0;
  guint8 *end;

  while ((end = memchr (buffer->data + from, '\n', buffer->len - from)) != NULL) {
    *end = '\0';
    if (!hear_line (client, (char *) buffer->data + used, (gsize) (end - buffer->data) - used,
                    name))
      return FALSE;
    used = from = (gsize) (end - buffer->data) + 1;
  }
  g_byte_array_remove_range (buffer, 0, (guint) used);
  return buffer->len <= client->max_buffer
         || drop (client, _ ("sent more data than a solution can have"));
}

static void
listen_to (TwServiceClient *client, GInputStream *stream)
{
  g_autoptr (GByteArray) buffer = g_byte_array_new ();
  g_autofree char *name = NULL;
  gboolean more = TRUE;

  while (more) {
    gsize from = buffer->len;
    gssize n;

    g_byte_array_set_size (buffer, (guint) from + CHUNK);
    n = g_input_stream_read (stream, buffer->data + from, CHUNK, client->cancellable, NULL);
    g_byte_array_set_size (buffer, (guint) (from + (gsize) MAX (n, 0)));
    note_data (client);
    more = n > 0 ? hear (client, buffer, from, &name)
                 : drop (client, _ ("closed the connection before the result was complete"));
  }
}

static void
follow_job (TwServiceClient *client, const char *job)
{
  g_autofree char *uri = g_strconcat (client->uri, job, "/events", NULL);
  g_autoptr (SoupSession) session = tw_request_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = NULL;

  /* The token is sent to this server only. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  tw_request_authorize (message, client->token);
  stream = soup_session_send (session, message, client->cancellable, &error);
  note_data (client);
  if (stream == NULL)
    drop (client, "%s", error->message);
  else if (soup_message_get_status (message) != SOUP_STATUS_OK)
    drop (client, _ ("replied with status %u"), soup_message_get_status (message));
  else
    listen_to (client, stream);
  /* Closes the connection: otherwise the stream would read the rest. */
  g_cancellable_cancel (client->cancellable);
}

/* --- the job of the service, on the client's thread ----------------------------------- */

/* Sends a request whose reply is short. */
static TwReply *
ask (const TwServiceClient *client, TwRequest request, const char *path, GCancellable *cancellable,
     GError **error)
{
  g_autofree char *uri = g_strconcat (client->uri, path, NULL);

  request.uri = uri;
  request.secret = request.token = client->token;
  request.max_reply = MAX_REPLY;
  return tw_request_send (&request, cancellable, error);
}

/* Returns FALSE if the client is over before that. */
static gboolean
pause_for (TwServiceClient *client, guint seconds)
{
  GPollFD fd;

  be_busy (client);
  if (!g_cancellable_make_pollfd (client->cancellable, &fd))
    return FALSE;
  g_poll (&fd, 1, (gint) seconds * 1000);
  g_cancellable_release_fd (client->cancellable);
  note_data (client);
  return !g_cancellable_is_cancelled (client->cancellable);
}

/* Returns the path of a job; NULL if there is no id that is a valid path segment. */
static char *
job_path (JsonObject *object)
{
  const char *id = NULL;

  if (!tw_json_get_optional_string (object, "id", &id, NULL) || id == NULL || *id == '\0'
      || strlen (id) > 64 || id[strspn (id, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-")] != '\0')
    return NULL;
  return g_strconcat ("/jobs/", id, NULL);
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

/* Returns its path; NULL: there is none. */
static char *
create_job (TwServiceClient *client)
{
  const TwRequest post = { .method = "POST", .type = "application/json", .body = client->body };

  for (int attempt = 0;; attempt++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwReply) reply = ask (client, post, "/jobs", client->ask_cancellable, &error);
    g_autoptr (JsonNode) root = reply != NULL ? tw_json_parse_object (reply->body, NULL) : NULL;
    JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
    char *job = NULL;

    if (reply == NULL) {
      drop (client, "%s", error->message);
      return NULL;
    }
    note_data (client);
    if (reply->status == SOUP_STATUS_ACCEPTED && object != NULL)
      job = job_path (object);
    if (job != NULL)
      return job;
    if (reply->after == 0 || attempt == MAX_RETRIES) {
      refused (client, reply, object);
      return NULL;
    }
    tell_state (client, TW_SERVICE_CLIENT_WAITING);
    if (!pause_for (client, MIN (reply->after, 60)))
      return NULL;
  }
}

static void
delete_job (const TwServiceClient *client, const char *job)
{
  const TwRequest request = { .method = "DELETE", .seconds = LAST_REPLY_SECONDS };
  TwReply *reply = ask (client, request, job, NULL, NULL);

  g_clear_pointer (&reply, tw_reply_free);
}

static gpointer
run_client (gpointer data)
{
  TwServiceClient *client = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autofree char *job = NULL;

  g_main_context_push_thread_default (context);
  job = create_job (client);
  if (job != NULL) {
    if (!g_cancellable_is_cancelled (client->cancellable))
      follow_job (client, job);
    delete_job (client, job);
  }
  g_main_context_pop_thread_default (context);
  tell (client, (News){ .end = TRUE });
  client_unref (client);
  return NULL;
}

/* {"puzzle": ..., "options": {...}} */
static GBytes *
write_request (const TwPuzzle *puzzle, const TwOptions *options)
{
  g_autofree char *text = tw_puzzle_write (puzzle);
  g_autofree char *quoted = tw_json_looks_like (text, strlen (text)) ? NULL : tw_json_quote (text);
  g_autoptr (GString) body = g_string_new (NULL);
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  g_string_append_printf (body, "{\"puzzle\": %s, \"options\": {", quoted != NULL ? quoted : text);
  for (size_t i = 0; i < count; i++) {
    char value[256];

    tw_options_get (options, &table[i], value, sizeof value);
    g_autofree char *shown = tw_json_quote (value);
    g_string_append_printf (body, "%s\"%s\": %s", i > 0 ? ", " : "", table[i].name, shown);
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
  return tw_fail_usage (
    error, _ ("“%s” is not the address of a service; expected one such as http://host:1330"), text);
}

TwServiceClient *
tw_service_client_new (const char *uri, const char *token, TwPuzzle *puzzle,
                       const TwOptions *options, const TwServiceClientCalls *calls, gpointer data)
{
  TwServiceClient *client = g_atomic_rc_box_new0 (TwServiceClient);
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  client->uri = g_strdup (uri);
  while (g_str_has_suffix (client->uri, "/"))
    client->uri[strlen (client->uri) - 1] = '\0';
  client->token = g_strdup (token);
  client->puzzle = tw_puzzle_ref (puzzle);
  client->body = write_request (puzzle, options);
  client->max_buffer = ANSWER_BASE + (gsize) board->width * (gsize) board->height * ANSWER_PER_CELL;
  client->context = g_main_context_ref_thread_default ();
  client->cancellable = g_cancellable_new ();
  client->ask_cancellable = g_cancellable_new ();
  client->calls = *calls;
  client->data = data;
  client->patience = looks_in (
    CLAMP (options->time / 3, LEAST_PATIENCE_SECONDS, MOST_PATIENCE_SECONDS));
  g_thread_unref (g_thread_new ("service-client", run_client, g_atomic_rc_box_acquire (client)));
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

  if (!is_over (client) && g_atomic_int_add (&client->silent, 1) >= patience)
    set_state (client, TW_SERVICE_CLIENT_DROPPED, _ ("did not reply in time"));
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
