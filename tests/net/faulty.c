/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faulty.c - see faulty.h. */
#include "faulty.h"

#include <string.h>
#include <sys/socket.h>

#include "core/base/generator.h"
#include "puzzle/core-values.h"
#include "puzzle/formats/contest-json.h"
#include "raw.h"

enum {
  HUGE_REPLY = 100 << 20,
  BLOCK = 1 << 16,
};

struct Faulty {
  RawServer *server;
  Fault gets[FAULTY_MAX];
  Fault posts[FAULTY_MAX];

  GMutex lock; /* protects the members below */
  guint n_gets;
  guint n_posts;
  guint n_issued;
  gboolean looping;
  gsize written;
  GPtrArray *taken; /* of ids */
};

/* One request and the connection it came over. */
typedef struct {
  GSocketConnection *connection;
  char *path;
  char *body;
} Request;

/* --- the wire ----------------------------------------------------------------- */

/* Closes at once, so that the client sees a reset. */
static void
reset (GSocketConnection *connection)
{
  const struct linger linger = { .l_onoff = 1, .l_linger = 0 };
  GSocket *socket = g_socket_connection_get_socket (connection);

  setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
}

static char *
format_reply (guint status, const char *headers, const char *body)
{
  return g_strdup_printf ("HTTP/1.1 %u X\r\nContent-Type: application/json\r\n"
                          "Connection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
                          status, headers, strlen (body), body);
}

static void
reply (const Request *request, guint status, const char *headers, const char *body)
{
  g_autofree char *text = format_reply (status, headers, body);

  raw_send (request->connection, text);
}

static void
reply_half (const Request *request, const char *body)
{
  g_autofree char *text = format_reply (200, "", body);

  text[strlen (text) - strlen (body) / 2] = '\0';
  raw_send (request->connection, text);
  reset (request->connection);
}

static void
reply_huge (Faulty *faulty, const Request *request)
{
  g_autofree char *head = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n",
                                           HUGE_REPLY);
  g_autofree char *block = g_strnfill (BLOCK, ' ');
  gsize written = 0;

  raw_send (request->connection, head);
  while (written < HUGE_REPLY && raw_send (request->connection, block))
    written += BLOCK;
  g_mutex_lock (&faulty->lock);
  faulty->written = written;
  g_mutex_unlock (&faulty->lock);
}

/* Returns FALSE if the client disconnected before the request was complete. */
static gboolean
read_request (Request *request)
{
  g_autofree char *text = raw_read_request (request->connection);
  g_auto (GStrv) words = g_strsplit (text, " ", 3);
  const char *end = strstr (text, "\r\n\r\n");

  if (end == NULL)
    return FALSE;
  request->path = g_strdup (words[1]);
  request->body = g_strdup (end + 4);
  return TRUE;
}

/* --- what is replied ------------------------------------------------------------ */

static char *
small_board (guint n)
{
  return g_strdup_printf ("{\"id\":\"p%u\",\"width\":2,\"height\":2,"
                          "\"puzzle\":[[true,true],[true,true]]}",
                          n);
}

/* The key is the first part of the path. Each of its letters becomes an escape with this prefix. */
static char *
escape_key (const Request *request, const char *prefix)
{
  g_auto (GStrv) parts = g_strsplit (request->path, "/", 3);
  GString *text = g_string_new (NULL);

  for (const char *p = parts[1]; *p != '\0'; p++) {
    g_autofree char *digits = g_strdup_printf ("%02x", (guint) (guchar) *p);

    g_string_append_printf (text, "%s%s", prefix, digits);
  }
  return g_string_free (text, FALSE);
}

static char *
key_board (const Request *request, guint n)
{
  g_autofree char *key = escape_key (request, "\\u00");

  return g_strdup_printf ("{\"id\":\"p%u-%s\",\"width\":1,\"height\":1,\"puzzle\":[[true]]}", n,
                          key);
}

static char *
hard_board (guint n)
{
  g_autofree char *id = g_strdup_printf ("p%u", n);
  g_autoptr (TwBoard) board = tw_generate_board (80, 80, 0.05, 7);
  char *text = tw_contest_write_board (id, board);

  return text;
}

static void
answer_get (Faulty *faulty, const Request *request, Fault fault, guint n)
{
  g_autofree char *board = fault == FAULT_HARD       ? hard_board (n)
                           : fault == FAULT_KEY_ID   ? key_board (request, n)
                           : fault == FAULT_WRONG_ID ? small_board (n - 1)
                                                     : small_board (n);

  if (fault == FAULT_RESET_REPLY)
    reply_half (request, board);
  else if (fault == FAULT_TRUNCATED)
    board[strlen (board) / 2] = '\0';
  if (fault == FAULT_NO_ID)
    reply (request, 200, "", "{\"width\":1,\"height\":1,\"puzzle\":[[true]]}");
  else if (fault == FAULT_IMPOSSIBLE)
    reply (request, 200, "", "{\"id\":7,\"size\":4,\"signature\":\"I1,T1,L1,O1\"}");
  else if (fault == FAULT_HUGE)
    reply_huge (faulty, request);
  else if (fault != FAULT_RESET_REPLY)
    reply (request, 200, "", board);
}

static char *
body_id (const char *body)
{
  const char *mark = "\"id\":\"";
  const char *begin = strstr (body, mark);
  const char *end = begin != NULL ? strchr (begin + strlen (mark), '"') : NULL;

  return end != NULL ? g_strndup (begin + strlen (mark), (gsize) (end - begin) - strlen (mark))
                     : NULL;
}

static void
take (Faulty *faulty, const char *body)
{
  g_mutex_lock (&faulty->lock);
  g_ptr_array_add (faulty->taken, body_id (body));
  g_mutex_unlock (&faulty->lock);
  g_main_context_wakeup (NULL);
}

static void
answer_post (Faulty *faulty, const Request *request, Fault fault)
{
  const char *verdict = "{\"numberOfSquares\":1,\"score\":1,\"timePenalty\":0,\"errors\":[]}";

  take (faulty, request->body);
  if (fault == FAULT_WRONG)
    verdict = "{\"numberOfSquares\":1,\"score\":0,\"timePenalty\":0,"
              "\"errors\":[\"Square outside of boundary\"]}";
  if (fault == FAULT_RESET_REPLY)
    reply_half (request, verdict);
  else if (fault == FAULT_TRUNCATED)
    reply (request, 200, "", "{\"numberOfSquares\":1,\"sco");
  else if (fault == FAULT_WRONG_ID)
    reply (request, 200, "",
           "{\"id\":\"x\",\"numberOfSquares\":1,\"score\":1,\"timePenalty\":0,\"errors\":[]}");
  else if (fault == FAULT_HUGE)
    reply_huge (faulty, request);
  else
    reply (request, 200, "", verdict);
}

/* The faults common to GET and POST; FALSE: it is another fault. */
static gboolean
reply_status (Faulty *faulty, const Request *request, Fault fault)
{
  g_autofree char *headers = NULL;
  g_autofree char *echo = NULL;
  g_autofree char *json = NULL;
  g_autofree char *percent = NULL;

  switch (fault) {
  case FAULT_500:
    reply (request, 500, "", "{\"error\":\"the database is gone\",\"status\":500}");
    return TRUE;
  case FAULT_503:
    reply (request, 503, "", "busy");
    return TRUE;
  case FAULT_429:
    reply (request, 429, "Retry-After: 1\r\n", "busy");
    return TRUE;
  case FAULT_403:
    echo = g_strdup_printf ("{\"error\":\"%s is not registered\"}", request->path);
    reply (request, 403, "", echo);
    return TRUE;
  case FAULT_KEY_TEXT:
    json = escape_key (request, "\\u00");
    percent = escape_key (request, "%");
    echo = g_strdup_printf ("{\"error\":\"no %s or %s here\"}", json, percent);
    reply (request, 403, "", echo);
    return TRUE;
  case FAULT_409:
    reply (request, 409, "", "{\"error\":\"answered before\"}");
    return TRUE;
  case FAULT_REDIRECT_LOOP:
    faulty->looping = TRUE;
    headers = g_strdup_printf ("Location: %s\r\n", request->path);
    reply (request, 307, headers, "");
    return TRUE;
  case FAULT_REDIRECT_ONCE:
    headers = g_strdup_printf ("Location: %s\r\n", request->path);
    reply (request, 307, headers, "");
    return TRUE;
  case FAULT_REDIRECT_AWAY:
    reply (request, 307, "Location: http://localhost:1/elsewhere\r\n", "");
    return TRUE;
  default:
    return FALSE;
  }
}

static Fault
next_fault (Faulty *faulty, gboolean post, guint *number)
{
  g_mutex_lock (&faulty->lock);
  guint n = post ? faulty->n_posts++ : faulty->n_gets++;
  Fault fault = n < FAULTY_MAX ? (post ? faulty->posts[n] : faulty->gets[n]) : FAULT_NONE;
  if (faulty->looping)
    fault = FAULT_REDIRECT_LOOP;
  *number = faulty->n_issued += !post;
  g_mutex_unlock (&faulty->lock);
  g_main_context_wakeup (NULL); /* for threads that wait for it */
  return fault;
}

static gboolean
close_listener_cb (gpointer data)
{
  raw_server_close (data);
  return G_SOURCE_REMOVE;
}

/* The request line determines the fault; it is read without removing it from the stream. */
static gboolean
peek_is_post (GSocketConnection *connection)
{
  char letter = 0;
  int fd = g_socket_get_fd (g_socket_connection_get_socket (connection));

  g_socket_condition_wait (g_socket_connection_get_socket (connection), G_IO_IN, NULL, NULL);
  return recv (fd, &letter, 1, MSG_PEEK) == 1 && letter == 'P';
}

static void
serve (GSocketConnection *connection, gpointer data)
{
  Faulty *faulty = data;
  Request request = { .connection = connection };
  guint number;
  gboolean post = peek_is_post (connection);
  Fault fault = next_fault (faulty, post, &number);

  if (fault == FAULT_RESET_REQUEST) {
    reset (connection);
  } else if (read_request (&request)) {
    if (fault == FAULT_SLOW) {
      if (post)
        take (faulty, request.body);
      g_free (raw_read (connection)); /* until the client disconnects */
    } else if (post && (fault == FAULT_500 || fault == FAULT_409)) {
      take (faulty, request.body);
      reply_status (faulty, &request, fault);
    } else if (!reply_status (faulty, &request, fault)) {
      /* Before the reply, which lets the client send its solution. */
      if (fault == FAULT_CLOSE)
        g_main_context_invoke (NULL, close_listener_cb, faulty->server);
      if (post)
        answer_post (faulty, &request, fault);
      else
        answer_get (faulty, &request, fault, number);
    }
  }
  g_free (request.path);
  g_free (request.body);
}

/* --- from outside ------------------------------------------------------------------ */

void
faulty_reopen (Faulty *faulty)
{
  raw_server_open (faulty->server);
}

Faulty *
faulty_new (const Fault gets[FAULTY_MAX], const Fault posts[FAULTY_MAX])
{
  Faulty *faulty = g_new0 (Faulty, 1);

  g_mutex_init (&faulty->lock);
  faulty->taken = g_ptr_array_new_with_free_func (g_free);
  if (gets != NULL)
    memcpy (faulty->gets, gets, sizeof faulty->gets);
  if (posts != NULL)
    memcpy (faulty->posts, posts, sizeof faulty->posts);
  faulty->server = raw_server_new (serve, faulty);
  return faulty;
}

void
faulty_free (Faulty *faulty)
{
  raw_server_free (faulty->server);
  g_ptr_array_unref (faulty->taken);
  g_mutex_clear (&faulty->lock);
  g_free (faulty);
}

const char *
faulty_get_uri (Faulty *faulty)
{
  return raw_server_get_uri (faulty->server);
}

guint
faulty_n_gets (Faulty *faulty)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faulty->lock);

  return faulty->n_gets;
}

guint
faulty_n_posts (Faulty *faulty)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faulty->lock);

  return faulty->n_posts;
}

gsize
faulty_n_written (Faulty *faulty)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faulty->lock);

  return faulty->written;
}

guint
faulty_n_taken (Faulty *faulty, const char *id)
{
  guint n = 0;

  g_mutex_lock (&faulty->lock);
  for (guint i = 0; i < faulty->taken->len; i++)
    n += g_strcmp0 (g_ptr_array_index (faulty->taken, i), id) == 0;
  g_mutex_unlock (&faulty->lock);
  return n;
}
