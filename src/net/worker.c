/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.c - the protocol with one remote solver service; see worker.h.
 *
 * Each pending operation holds a reference; after tw_worker_free () it finds the worker closed
 * and releases it. */
#include "net/worker.h"

#include <libsoup/soup.h>
#include <string.h>

#include "net/request.h"
#include "net/timer.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind.h"
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

struct TwWorker {
  gboolean closed;
  char *uri;
  char *token;
  TwPuzzle *puzzle;
  GBytes *body; /* of the request */
  TwWorkerCalls calls;
  gpointer data;

  TwWorkerState state;
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
worker_clear (gpointer data)
{
  TwWorker *worker = data;

  g_free (worker->uri);
  g_free (worker->token);
  tw_puzzle_unref (worker->puzzle);
  g_bytes_unref (worker->body);
  g_free (worker->note);
  g_clear_object (&worker->session);
  g_clear_object (&worker->cancellable);
  g_clear_object (&worker->ask_cancellable);
  g_free (worker->job);
  g_clear_object (&worker->stream);
  g_byte_array_unref (worker->buffer);
  g_free (worker->event);
  g_clear_pointer (&worker->next, g_bytes_unref);
}

static void
worker_unref (gpointer worker)
{
  g_rc_box_release_full (worker, worker_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwWorker, worker_unref)

static gboolean
is_over (const TwWorker *worker)
{
  return worker->closed || worker->state >= TW_WORKER_ENDED;
}

static SoupMessage *
new_message (const TwWorker *worker, const char *method, const char *path)
{
  g_autofree char *uri = g_strconcat (worker->uri, path, NULL);
  SoupMessage *message = soup_message_new (method, uri);

  /* The token is sent to this server only. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  tw_request_authorize (message, worker->token);
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
forget_job (TwWorker *worker)
{
  g_autoptr (SoupMessage) message = NULL;

  if (worker->job == NULL)
    return;
  message = new_message (worker, "DELETE", worker->job);
  g_clear_pointer (&worker->job, g_free);
  n_partings++;
  soup_session_send_and_read_async (worker->session, message, G_PRIORITY_DEFAULT, NULL, parted_cb,
                                    NULL);
}

void
tw_workers_part (double seconds)
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
  TwWorker *worker = data;

  g_cancellable_cancel (worker->ask_cancellable);
  return G_SOURCE_REMOVE;
}

static void
await_last_reply (TwWorker *worker)
{
  if (!worker->asking || worker->last_reply != NULL)
    return;
  n_partings++;
  worker->last_reply = g_timeout_source_new_seconds (LAST_REPLY_SECONDS);
  g_source_set_callback (worker->last_reply, last_reply_cb, g_rc_box_acquire (worker),
                         worker_unref);
  g_source_attach (worker->last_reply, g_main_context_get_thread_default ());
}

/* The reply has arrived, or the wait for it has ended. */
static void
end_asking (TwWorker *worker)
{
  worker->asking = FALSE;
  if (worker->last_reply == NULL)
    return;
  n_partings--;
  forget_job (worker);
  tw_timer_clear (&worker->last_reply);
}

static void
stop (TwWorker *worker)
{
  tw_timer_clear (&worker->retry);
  await_last_reply (worker);
  g_cancellable_cancel (worker->cancellable);
  forget_job (worker);
}

static void
set_state (TwWorker *worker, TwWorkerState state)
{
  if (is_over (worker) || worker->state == state)
    return;
  worker->state = state;
  if (state >= TW_WORKER_ENDED)
    stop (worker);
  worker->calls.changed (worker, worker->data);
}

G_GNUC_PRINTF (2, 3)
static void
drop (TwWorker *worker, const char *format, ...)
{
  va_list args;

  if (is_over (worker))
    return;
  va_start (args, format);
  worker->note = g_strdup_vprintf (format, args);
  va_end (args);
  set_state (worker, TW_WORKER_DROPPED);
}

static void
drop_closed (TwWorker *worker)
{
  drop (worker, _ ("closed the connection before the result was complete"));
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

static void judge (TwWorker *worker, GBytes *text, gboolean last);

static void
judged_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (TwWorker) worker = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = g_task_propagate_pointer (G_TASK (async_result), &error);

  worker->judging = FALSE;
  if (is_over (worker))
    return;
  if (result == NULL) {
    g_autofree char *reason = tw_request_clean_text (error->message, strlen (error->message),
                                                     worker->token);

    drop (worker, _ ("sent an incorrect solution: %s"), reason);
    return;
  }
  if (tw_result_has_solution (result))
    worker->calls.answered (worker, result, worker->data);
  if (is_over (worker))
    return;
  if (worker->judging_last) {
    set_state (worker, TW_WORKER_ENDED);
  } else if (worker->next != NULL) {
    g_autoptr (GBytes) next = g_steal_pointer (&worker->next);

    judge (worker, next, worker->next_is_last);
  } else if (worker->gone) {
    drop_closed (worker);
  }
}

static void
judge (TwWorker *worker, GBytes *text, gboolean last)
{
  Judging *judging;

  if (worker->judging) {
    /* The latest of the waiting solutions is the best. */
    g_clear_pointer (&worker->next, g_bytes_unref);
    worker->next = g_bytes_ref (text);
    worker->next_is_last = last;
    return;
  }
  judging = g_new0 (Judging, 1);
  judging->puzzle = tw_puzzle_ref (worker->puzzle);
  judging->text = g_bytes_ref (text);
  worker->judging = TRUE;
  worker->judging_last = last;
  tw_task_run (judge_thread, judging, judging_free, NULL, NULL, judged_cb,
               g_rc_box_acquire (worker));
}

/* --- events ---------------------------------------------------------------------- */

static void
hear_state (TwWorker *worker, const char *data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, strlen (data));
  g_autoptr (JsonNode) root = tw_json_parse_object (bytes, NULL);
  const char *state = NULL;

  if (root == NULL
      || !tw_json_get_optional_string (json_node_get_object (root), "state", &state, NULL))
    return;
  if (g_strcmp0 (state, "waiting") == 0)
    set_state (worker, TW_WORKER_WAITING);
  else if (g_strcmp0 (state, "running") == 0)
    set_state (worker, TW_WORKER_RUNNING);
}

static void
hear_line (TwWorker *worker, const char *line, gsize length)
{
  static const char event[] = "event: ", data[] = "data: ";

  if (g_str_has_prefix (line, event)) {
    g_free (worker->event);
    worker->event = g_strdup (line + strlen (event));
  } else if (g_str_has_prefix (line, data) && worker->event != NULL) {
    const char *text = line + strlen (data);
    gboolean last = g_str_equal (worker->event, "result");

    if (g_str_equal (worker->event, "state")) {
      hear_state (worker, text);
    } else if (last || g_str_equal (worker->event, "answer")) {
      g_autoptr (GBytes) bytes = g_bytes_new (text, length - strlen (data));

      judge (worker, bytes, last);
    }
  }
}

/* Lines end in one newline, as our services write them. */
static gboolean
hear (TwWorker *worker, GBytes *bytes)
{
  gsize size, used = 0;
  const guint8 *chunk = g_bytes_get_data (bytes, &size);
  GByteArray *buffer = worker->buffer;
  guint8 *end;
  gsize from = buffer->len;

  g_byte_array_append (buffer, chunk, (guint) size);
  while (!is_over (worker)
         && (end = memchr (buffer->data + from, '\n', buffer->len - from)) != NULL) {
    *end = '\0';
    hear_line (worker, (char *) buffer->data + used, (gsize) (end - buffer->data) - used);
    used = from = (gsize) (end - buffer->data) + 1;
  }
  g_byte_array_remove_range (buffer, 0, (guint) used);
  return buffer->len <= worker->max_buffer;
}

static void listen_on (TwWorker *worker);

static void
heard_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwWorker) worker = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes)
    bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (is_over (worker))
    return;
  if (bytes == NULL || g_bytes_get_size (bytes) == 0) {
    worker->gone = TRUE;
    if (!worker->judging)
      drop_closed (worker);
    return;
  }
  worker->silent = 0;
  if (!hear (worker, bytes))
    drop (worker, _ ("sent more data than a solution can have"));
  else if (!is_over (worker))
    listen_on (worker);
}

static void
listen_on (TwWorker *worker)
{
  g_input_stream_read_bytes_async (worker->stream, CHUNK, G_PRIORITY_DEFAULT, worker->cancellable,
                                   heard_cb, g_rc_box_acquire (worker));
}

static void
events_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwWorker) worker = data;
  g_autoptr (GError) error = NULL;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  guint status = message != NULL ? soup_message_get_status (message) : 0;
  g_autoptr (GInputStream)
    stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  if (is_over (worker))
    return;
  if (stream == NULL) {
    drop (worker, "%s", error->message);
  } else if (status != SOUP_STATUS_OK) {
    drop (worker, _ ("replied with status %u"), status);
  } else {
    worker->stream = g_steal_pointer (&stream);
    worker->silent = 0;
    listen_on (worker);
  }
}

static void
follow_job (TwWorker *worker)
{
  g_autofree char *path = g_strconcat (worker->job, "/events", NULL);
  g_autoptr (SoupMessage) message = new_message (worker, "GET", path);

  soup_session_send_async (worker->session, message, G_PRIORITY_DEFAULT, worker->cancellable,
                           events_cb, g_rc_box_acquire (worker));
}

/* --- asking -------------------------------------------------------------------------- */

static void ask (TwWorker *worker);

static gboolean
retry_cb (gpointer data)
{
  TwWorker *worker = data;

  g_clear_pointer (&worker->retry, g_source_unref);
  worker->silent = 0;
  ask (worker);
  return G_SOURCE_REMOVE;
}

/* An id must be a valid path segment. */
static gboolean
take_id (TwWorker *worker, JsonObject *object)
{
  const char *id = NULL;

  if (!tw_json_get_optional_string (object, "id", &id, NULL) || id == NULL || *id == '\0'
      || strlen (id) > 64 || id[strspn (id, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-")] != '\0')
    return FALSE;
  worker->job = g_strconcat ("/jobs/", id, NULL);
  return TRUE;
}

static void
refused (TwWorker *worker, const TwReply *reply, JsonObject *object)
{
  const char *reason = NULL;

  if (object != NULL)
    tw_json_get_optional_string (object, "error", &reason, NULL);
  if (reason != NULL) {
    g_autofree char *clean = tw_request_clean_text (reason, strlen (reason), worker->token);

    drop (worker, _ ("replied with status %u: %s"), reply->status, clean);
  } else {
    drop (worker, _ ("replied with status %u"), reply->status);
  }
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwWorker) worker = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwReply) reply = tw_request_send_finish (result, &error);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object = NULL;
  gboolean taken;

  if (reply == NULL) {
    end_asking (worker);
    drop (worker, "%s", error->message);
    return;
  }
  worker->silent = 0;
  root = tw_json_parse_object (reply->body, NULL);
  if (root != NULL)
    object = json_node_get_object (root);
  taken = reply->status == SOUP_STATUS_ACCEPTED && object != NULL && take_id (worker, object);
  end_asking (worker);
  if (is_over (worker))
    return;

  if (taken) {
    follow_job (worker);
  } else if (reply->after > 0 && worker->retries++ < MAX_RETRIES) {
    set_state (worker, TW_WORKER_WAITING);
    worker->retry = tw_timer_new (MIN (reply->after, 60) * 1000, retry_cb, worker);
  } else {
    refused (worker, reply, object);
  }
}

static void
ask (TwWorker *worker)
{
  g_autofree char *uri = g_strconcat (worker->uri, "/jobs", NULL);

  worker->asking = TRUE;
  tw_request_send_async (worker->session,
                         &(TwRequest){
                           .method = "POST",
                           .uri = uri,
                           .type = "application/json",
                           .body = worker->body,
                           .secret = worker->token,
                           .token = worker->token,
                           .max_reply = MAX_REPLY,
                         },
                         worker->ask_cancellable, asked_cb, g_rc_box_acquire (worker));
}

/* {"puzzle": ..., "options": {...}} */
static GBytes *
write_request (const TwPuzzle *puzzle, const TwOptions *options)
{
  g_autofree char *text = tw_puzzle_get_kind (puzzle)->write (puzzle);
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
  return (int) (seconds * 1000 / TW_WORKER_POLL_MS);
}

/* --- the worker ------------------------------------------------------------------------- */

gboolean
tw_worker_check_uri (const char *text, GError **error)
{
  g_autofree char *server = tw_request_parse_server (text);

  if (server != NULL)
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("“%s” is not the address of a service; expected one such as http://host:1330"),
                  text);
}

TwWorker *
tw_worker_new (const char *uri, const char *token, TwPuzzle *puzzle, const TwOptions *options,
               const TwWorkerCalls *calls, gpointer data)
{
  TwWorker *worker = g_rc_box_new0 (TwWorker);
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  worker->uri = g_strdup (uri);
  while (g_str_has_suffix (worker->uri, "/"))
    worker->uri[strlen (worker->uri) - 1] = '\0';
  worker->token = g_strdup (token);
  worker->puzzle = tw_puzzle_ref (puzzle);
  worker->body = write_request (puzzle, options);
  worker->calls = *calls;
  worker->data = data;
  worker->session = tw_request_session_new ();
  worker->cancellable = g_cancellable_new ();
  worker->ask_cancellable = g_cancellable_new ();
  worker->buffer = g_byte_array_new ();
  worker->max_buffer = ANSWER_BASE + (gsize) board->width * (gsize) board->height * ANSWER_PER_CELL;
  worker->patience = looks_in (
    CLAMP (options->time / 3, LEAST_PATIENCE_SECONDS, MOST_PATIENCE_SECONDS));
  ask (worker);
  return worker;
}

void
tw_worker_free (TwWorker *worker)
{
  if (worker == NULL)
    return;
  worker->closed = TRUE;
  stop (worker);
  worker_unref (worker);
}

void
tw_worker_poll (TwWorker *worker)
{
  int patience = worker->state == TW_WORKER_WAITING ? looks_in (WAITING_PATIENCE_SECONDS)
                                                    : worker->patience;

  /* Time that we need for checking does not count as its silence. */
  if (!is_over (worker) && worker->retry == NULL && !worker->judging && ++worker->silent > patience)
    drop (worker, _ ("did not reply in time"));
}

TwWorkerState
tw_worker_get_state (const TwWorker *worker)
{
  return worker->state;
}

const char *
tw_worker_get_uri (const TwWorker *worker)
{
  return worker->uri;
}

const char *
tw_worker_get_note (const TwWorker *worker)
{
  return worker->note;
}
