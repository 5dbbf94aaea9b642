/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-load.c - many good, bad and slow clients at the same time, against one of our servers.
 *
 *   bench-load TILEWRIGHT-CLI serve|practice-server [SECONDS [CONNECTIONS]]
 *
 * Starts the server, keeps CONNECTIONS connections busy for SECONDS, stops it, and reports requests
 * by status, unexpected replies, and the server's resident memory at the start, in the middle and
 * at the end. Exits with 1 when a bad request did not get 4xx with an error in JSON, when a good
 * one failed although the server was not busy, or when the server failed. The exit status of a
 * server built with sanitizers reports leaks.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_CLIENTS = 1000,
  KEPT = 8192,     /* bytes of a reply that are checked */
  N_IDS = 64,      /* ids of jobs that are kept */
  LARGE = 9 << 20, /* more than any of the servers accepts */
  MOST_SAID = 10,
};

/* The expected reply to a request. */
typedef enum {
  GOOD,   /* 2xx, or 503 */
  MAYBE,  /* the same, or 404 or 409: the job may have gone */
  BAD,    /* 4xx or 503, with an error in JSON */
  ABSENT, /* the client does not wait for it */
} Expected;

typedef struct {
  const char *server; /* NULL: both */
  const char *name;
  const char *method, *path, *body; /* "%s" in a path is a job; method NULL: body is all */
  Expected expected;
  bool drips;       /* the request is sent byte by byte */
  bool large;       /* the body is filled up with blanks */
  int leaves_after; /* bytes of the reply; 0: the client stays */
} Kind;

#define BOARD                                                                                \
  "{\"width\": 4, \"height\": 3, \"puzzle\": [[true,true,true,true],[true,true,false,true]," \
  "[true,true,true,true]]}"

/* clang-format off */
static const Kind kinds[] = {
  { "serve", "solve a board", "POST", "/jobs?time=1", BOARD, GOOD, false, false, 0 },
  { "serve", "solve a hard square", "POST", "/jobs?time=0.2", "{\"kind\":\"capped\",\"size\":499,\"cap\":1}", GOOD, false, false, 0 },
  { "serve", "solve, with options", "POST", "/jobs", "{\"puzzle\": " BOARD ", \"options\": {\"time\": 0.1, \"engine\": \"heuristic\"}}", GOOD, false, false, 0 },
  { "serve", "events", "GET", "%s/events", NULL, MAYBE, false, false, 0 },
  { "serve", "events, gone", "GET", "%s/events", NULL, ABSENT, false, false, 200 },
  { "serve", "result", "GET", "%s/result", NULL, MAYBE, false, false, 0 },
  { "serve", "job", "GET", "%s", NULL, MAYBE, false, false, 0 },
  { "serve", "cancel", "POST", "%s/cancel", "", MAYBE, false, false, 0 },
  { "serve", "delete", "DELETE", "%s", NULL, MAYBE, false, false, 0 },
  { "serve", "list", "GET", "/jobs", NULL, GOOD, false, false, 0 },
  { "serve", "metrics", "GET", "/metrics", NULL, GOOD, false, false, 0 },
  { "serve", "description", "GET", "/openapi.json", NULL, GOOD, false, false, 0 },
  { "serve", "bad JSON", "POST", "/jobs", "{\"puzzle\": [[", BAD, false, false, 0 },
  { "serve", "bad puzzle", "POST", "/jobs", "{\"width\": 3, \"height\": 1, \"puzzle\": [[true, 7, true]]}", BAD, false, false, 0 },
  { "serve", "bad option", "POST", "/jobs?time=-1", BOARD, BAD, false, false, 0 },
  { "serve", "bad engine", "POST", "/jobs?engine=perpetual", BOARD, BAD, false, false, 0 },
  { "serve", "deep JSON", "POST", "/jobs", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", BAD, false, false, 0 },
  { "serve", "no such job", "GET", "/jobs/none/result", NULL, BAD, false, false, 0 },
  { "serve", "wrong method", "PUT", "/jobs", "{}", BAD, false, false, 0 },
  { "serve", "huge body", "POST", "/jobs", "", BAD, false, true, 0 },
  { "practice-server", "puzzle", "GET", "/load/trial/puzzle", NULL, GOOD, false, false, 0 },
  { "practice-server", "tetrominoes", "GET", "/api/puzzle?token=load&size=8", NULL, GOOD, false, false, 0 },
  { "practice-server", "puzzle, gone", "GET", "/load/trial/puzzle", NULL, ABSENT, false, false, 100 },
  { "practice-server", "about", "GET", "/", NULL, GOOD, false, false, 0 },
  { "practice-server", "bad JSON", "POST", "/load/trial/solution", "{\"id\": ", BAD, false, false, 0 },
  { "practice-server", "bad solution", "POST", "/load/trial/solution", "{\"id\": \"1\", \"squares\": [{\"X\": 1e99}]}", BAD, false, false, 0 },
  { "practice-server", "no such id", "POST", "/load/trial/solution", "{\"id\": \"1\", \"squares\": []}", BAD, false, false, 0 },
  { "practice-server", "bad key", "GET", "/%%20/trial/puzzle", NULL, BAD, false, false, 0 },
  { "practice-server", "bad size", "GET", "/api/puzzle?token=load&size=99999", NULL, BAD, false, false, 0 },
  { "practice-server", "wrong method", "DELETE", "/load/trial/puzzle", NULL, BAD, false, false, 0 },
  { "practice-server", "huge body", "POST", "/load/trial/solution", "", BAD, false, true, 0 },
  { NULL, "no such path", "GET", "/a/b/c/d/e/f", NULL, BAD, false, false, 0 },
  { NULL, "no HTTP", NULL, NULL, "EHLO example.org\r\n\r\n", BAD, false, false, 0 },
  { NULL, "no host", NULL, NULL, "GET / HTTP/1.1\r\n\r\n", BAD, false, false, 0 },
  { NULL, "half a request", NULL, NULL, "POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{", ABSENT, false, false, -1 },
  { NULL, "drop by drop", "GET", "/health", NULL, ABSENT, true, false, 0 },
};
/* clang-format on */

enum {
  N_KINDS = sizeof kinds / sizeof kinds[0],
};

typedef struct {
  int fd;
  const Kind *kind;
  char *request;
  size_t length, sent;
  char reply[KEPT + 1]; /* its beginning */
  size_t kept, received;
  double began, next_drop;
} Client;

static struct sockaddr_in server_address;
static const char *server_name;
static char *blanks;
static char ids[N_IDS][64];
static unsigned n_ids, n_faults;
static unsigned long n_requests, by_class[6], n_gone, n_cut;
static double most_seconds;
static const char *slowest = "none";

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static unsigned
pick (unsigned count)
{
  static unsigned long long state = 88172645463325252ULL;

  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned) (state % count);
}

static void
fault (const Client *client, const char *what)
{
  if (n_faults++ < MOST_SAID)
    printf ("FAULT: %s: %s: %.200s\n", client->kind->name, what, client->reply);
}

/* --- one request --------------------------------------------------------------- */

static void
write_request (Client *client)
{
  const Kind *kind = client->kind;
  size_t body = kind->large ? LARGE : kind->body != NULL ? strlen (kind->body) : 0;
  char path[256];
  int n;

  client->request = malloc (body + 1024);
  if (client->request == NULL)
    abort ();
  if (kind->method == NULL) {
    strcpy (client->request, kind->body);
    client->length = body;
    return;
  }
  snprintf (path, sizeof path, "%s", kind->path);
  if (strstr (kind->path, "%s") != NULL) {
    snprintf (path, sizeof path, "/jobs/%s%s", n_ids > 0 ? ids[pick (n_ids)] : "none",
              kind->path + 2);
  }
  n = snprintf (client->request, 1024,
                "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n", kind->method,
                path, body);
  memcpy (client->request + n, kind->large ? blanks : kind->body != NULL ? kind->body : "", body);
  client->length = (size_t) n + body;
}

static void
begin (Client *client)
{
  const Kind *kind;

  /* Choose the expensive kinds less often. */
  do {
    kind = &kinds[pick (N_KINDS)];
  } while ((kind->server != NULL && strcmp (kind->server, server_name) != 0)
           || ((kind->large || kind->drips) && pick (20) != 0));
  *client = (Client){ .kind = kind, .began = now () };
  write_request (client);
  client->fd = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (client->fd < 0
      || (connect (client->fd, (struct sockaddr *) &server_address, sizeof server_address) != 0
          && errno != EINPROGRESS)) {
    perror ("connect");
    exit (1);
  }
}

static bool
is_error (const char *body)
{
  return body != NULL && strncmp (body, "\r\n\r\n{\"error\":", 13) == 0;
}

/* Called when the reply is complete or the connection is broken. */
static void
judge (Client *client)
{
  const char *body = strstr (client->reply, "\r\n\r\n");
  const char *id = body != NULL ? strstr (body, "{\"id\":\"") : NULL;
  int status = 0;

  n_requests++;
  if (sscanf (client->reply, "HTTP/1.%*d %d", &status) != 1 || status < 100 || status > 599) {
    if (client->kind->expected == ABSENT)
      n_cut++;
    else
      fault (client, "no reply");
    return;
  }
  by_class[status / 100]++;
  if (client->kind->expected == ABSENT)
    return;
  if (status == 503 || client->kind->expected == BAD) {
    if (status != 503 && (status < 400 || status > 499))
      fault (client, "should have been refused");
    else if (!is_error (body))
      fault (client, "no error in JSON");
  } else if (status >= 300
             && !(client->kind->expected == MAYBE && (status == 404 || status == 409))) {
    fault (client, "should have been fine");
  } else if (status == 202 && id != NULL) {
    unsigned place = n_ids < N_IDS ? n_ids++ : pick (N_IDS);

    snprintf (ids[place], sizeof ids[place], "%.36s", id + 7);
  }
}

static void
end (Client *client)
{
  double seconds = now () - client->began;

  /* Requests that must take long do not count. */
  if (!client->kind->drips && seconds > most_seconds
      && (client->kind->path == NULL || strstr (client->kind->path, "/events") == NULL)) {
    most_seconds = seconds;
    slowest = client->kind->name;
  }
  close (client->fd);
  free (client->request);
  begin (client);
}

/* --- moving on --------------------------------------------------------------------- */

static bool
wants_to_send (const Client *client, double time)
{
  return client->sent < client->length && (!client->kind->drips || time >= client->next_drop);
}

static void
send_some (Client *client, double time)
{
  size_t left = client->length - client->sent;
  ssize_t n = send (client->fd, client->request + client->sent, client->kind->drips ? 1 : left,
                    MSG_NOSIGNAL);

  if (n > 0)
    client->sent += (size_t) n;
  else if (errno != EAGAIN && errno != ENOTCONN)
    client->length = client->sent; /* the reply so far can still be read */
  client->next_drop = time + 1;
  if (client->sent == client->length && client->kind->leaves_after < 0) {
    n_gone++;
    end (client);
  }
}

static void
read_some (Client *client)
{
  char part[65536];
  ssize_t n = recv (client->fd, part, sizeof part, 0);

  if (n < 0 && errno == EAGAIN)
    return;
  if (n > 0) {
    size_t room = KEPT - client->kept, take = (size_t) n < room ? (size_t) n : room;

    memcpy (client->reply + client->kept, part, take);
    client->kept += take;
    client->reply[client->kept] = '\0';
    client->received += (size_t) n;
    if (client->kind->leaves_after > 0 && client->received >= (size_t) client->kind->leaves_after) {
      n_gone++;
      end (client);
    }
    return;
  }
  judge (client);
  end (client);
}

static void
run (Client *clients, struct pollfd *polls, unsigned count, double until)
{
  for (double time = now (); time < until; time = now ()) {
    for (unsigned i = 0; i < count; i++) {
      polls[i].fd = clients[i].fd;
      polls[i].events = (short) (POLLIN | (wants_to_send (&clients[i], time) ? POLLOUT : 0));
    }
    if (poll (polls, count, 50) < 0 && errno != EINTR)
      break;
    for (unsigned i = 0; i < count; i++) {
      int fd = clients[i].fd;

      if ((polls[i].revents & POLLOUT) != 0)
        send_some (&clients[i], time);
      if (clients[i].fd == fd && (polls[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
        read_some (&clients[i]);
    }
  }
}

/* --- the server ----------------------------------------------------------------------- */

static pid_t
start_server (const char *program)
{
  int ends[2];
  char line[256] = "";
  pid_t child;
  size_t n = 0;
  unsigned port;

  if (pipe (ends) != 0)
    return -1;
  child = fork ();
  if (child == 0) {
    dup2 (ends[1], STDOUT_FILENO);
    close (ends[0]);
    close (ends[1]);
    execl (program, program, server_name, "--port", "0", (char *) NULL);
    perror (program);
    _exit (127);
  }
  close (ends[1]);
  while (child > 0 && n < sizeof line - 1 && strchr (line, '\n') == NULL) {
    ssize_t got = read (ends[0], line + n, sizeof line - 1 - n);

    if (got <= 0)
      break;
    n += (size_t) got;
    line[n] = '\0';
  }
  if (sscanf (line, "http://127.0.0.1:%u", &port) != 1) {
    fprintf (stderr, "%s %s does not say where it listens\n", program, server_name);
    return -1;
  }
  server_address.sin_family = AF_INET;
  server_address.sin_port = htons ((unsigned short) port);
  server_address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  return child;
}

/* Returns the resident memory of the server in MiB. */
static double
memory (pid_t server)
{
  char path[64];
  unsigned long size, resident = 0;
  FILE *file;

  snprintf (path, sizeof path, "/proc/%d/statm", (int) server);
  file = fopen (path, "r");
  if (file == NULL)
    return 0;
  if (fscanf (file, "%lu %lu", &size, &resident) != 2)
    resident = 0;
  fclose (file);
  return (double) resident * (double) sysconf (_SC_PAGESIZE) / 1048576;
}

int
main (int argc, char **argv)
{
  static Client clients[MOST_CLIENTS];
  static struct pollfd polls[MOST_CLIENTS];
  double seconds = argc > 3 ? atof (argv[3]) : 60, start, at_start, in_the_middle, at_the_end;
  unsigned count = argc > 4 ? (unsigned) atoi (argv[4]) : 200;
  int status = 0;
  pid_t server;

  if (argc < 3 || count < 1 || count > MOST_CLIENTS) {
    fprintf (stderr, "Usage: %s TILEWRIGHT-CLI serve|practice-server [SECONDS [CONNECTIONS]]\n",
             argv[0]);
    return 2;
  }
  server_name = argv[2];
  blanks = malloc (LARGE);
  if (blanks == NULL)
    return 1;
  memset (blanks, ' ', LARGE);
  server = start_server (argv[1]);
  if (server < 0)
    return 1;

  at_start = memory (server);
  start = now ();
  for (unsigned i = 0; i < count; i++)
    begin (&clients[i]);
  run (clients, polls, count, start + seconds / 2);
  in_the_middle = memory (server);
  run (clients, polls, count, start + seconds);
  at_the_end = memory (server);
  for (unsigned i = 0; i < count; i++) {
    close (clients[i].fd);
    free (clients[i].request);
  }
  free (blanks);
  kill (server, SIGTERM);
  waitpid (server, &status, 0);

  printf (
    "%s: %u connections, %.0f s: %lu replies (%.0f a second), the slowest after %.2f s (%s)\n",
    server_name, count, seconds, n_requests, (double) n_requests / seconds, most_seconds, slowest);
  printf ("2xx %lu, 4xx %lu, 5xx %lu; cut off %lu, left by the client %lu; faults %u\n",
          by_class[2], by_class[4], by_class[5], n_cut, n_gone, n_faults);
  printf ("resident memory, MiB: %.1f at the start, %.1f in the middle, %.1f at the end\n",
          at_start, in_the_middle, at_the_end);
  printf ("the server ended with %s %d\n", WIFEXITED (status) ? "status" : "signal",
          WIFEXITED (status) ? WEXITSTATUS (status) : WTERMSIG (status));
  return n_faults == 0 && WIFEXITED (status) && WEXITSTATUS (status) == 0 ? 0 : 1;
}
