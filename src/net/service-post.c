/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-post.c - reads posted puzzles on separate threads, as a puzzle of a million cells
 * takes seconds, and adds them to the queue; the work of the page is done there, too. */
#include "net/http.h"
#include "net/service-private.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"

enum {
  READERS = 2,
};

/* A posted request. Its message is paused while a thread reads the body. */
typedef struct {
  TwServiceShared *shared;
  GMainContext *context;
  SoupServerMessage *message;
  guint owner;
  TwServiceRequest request;
  TwServiceWork work; /* NULL: a job */
  GBytes *reply;      /* of the work; NULL: there was an error */
  TwOptions options;
  TwPuzzle *puzzle; /* of the job; NULL: there was an error */
  GError *error;
  gboolean gone;
} Post;

static void
post_free (Post *post)
{
  g_signal_handlers_disconnect_by_data (post->message, post);
  TW_DROP (post, (context, g_main_context_unref), (message, g_object_unref),
           (request.body, g_bytes_unref), (request.query, g_hash_table_unref),
           (reply, g_bytes_unref), (puzzle, tw_puzzle_unref), (error, g_error_free));
  g_free (post);
}

static void
add_job (const Post *post)
{
  const TwServiceShared *shared = post->shared;
  SoupServerMessage *message = post->message;
  const TwServiceJob *job;

  job = tw_service_queue_add (shared->queue, post->owner,
                              soup_server_message_get_remote_host (message), post->puzzle,
                              &post->options);
  if (job == NULL) {
    tw_http_reply_later (message, tw_service_queue_retry_seconds (shared->queue),
                         tw_service_queue_is_stopped (shared->queue)
                           ? _ ("the service is shutting down")
                           : _ ("the queue is full; try again later"));
    return;
  }

  g_autofree char *place = g_strconcat ("/jobs/", job->id, NULL);

  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                place);
  tw_service_reply_job (shared, message, SOUP_STATUS_ACCEPTED, job);
}

static void
reply (const Post *post)
{
  SoupServerMessage *message = post->message;

  if (post->error != NULL) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, "%s", post->error->message);
  } else if (post->work != NULL) {
    tw_http_reply_begin (message, SOUP_STATUS_OK, post->request.type);
    soup_message_body_append_bytes (soup_server_message_get_response_body (message), post->reply);
  } else {
    add_job (post);
  }
}

/* Replies to the request. If the client has disconnected, no job is added, because nobody would
 * know its id. */
static gboolean
read_cb (gpointer data)
{
  Post *post = data;

  post->shared->reading--;
  if (!post->gone && tw_http_is_open (post->message)) {
    tw_http_touch (post->message);
    reply (post);
    soup_server_message_unpause (post->message);
  }
  post_free (post);
  return G_SOURCE_REMOVE;
}

static void
read_thread (gpointer data, gpointer user_data)
{
  Post *post = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  if (post->work != NULL)
    post->reply = post->work (&post->request, &post->error);
  else
    post->puzzle = tw_service_read_request (&post->request, &post->options, &post->error);
  g_clear_pointer (&post->request.body, g_bytes_unref);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, read_cb, post, NULL);
  g_source_attach (source, post->context);
}

static void
finished_cb (SoupServerMessage *message, gpointer data)
{
  Post *post = data;

  post->gone = TRUE;
}

void
tw_service_post (TwServiceShared *shared, SoupServerMessage *message, GHashTable *query,
                 guint owner, TwServiceWork work)
{
  Post *post = g_new0 (Post, 1);

  post->shared = shared;
  post->context = g_main_context_ref_thread_default ();
  post->message = g_object_ref (message);
  post->owner = owner;
  post->work = work;
  post->request = (TwServiceRequest){
    .body = soup_message_body_flatten (soup_server_message_get_request_body (message)),
    .query = query != NULL ? g_hash_table_ref (query) : NULL,
    .limits = &shared->config->limits,
  };
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), post);
  shared->reading++;
  soup_server_message_pause (message);
  g_thread_pool_push (shared->readers, post, NULL);
}

GThreadPool *
tw_service_readers_new (void)
{
  return g_thread_pool_new (read_thread, NULL, READERS, FALSE, NULL);
}
