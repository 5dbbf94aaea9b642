/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faulty.h - a contest server with injected faults: the test sets the faults of the n-th GET
 * and the n-th POST beforehand and reads what arrived afterwards.
 *
 * Issues boards of 2 x 2 cells with the ids p1, p2, ... and takes every solution.
 * Each connection has its own thread; new ones are accepted while the default main context
 * runs. */
#pragma once

#include <glib.h>

typedef enum {
  FAULT_NONE,
  FAULT_RESET_REQUEST, /* closes before it reads the request */
  FAULT_RESET_REPLY,   /* closes in the middle of the reply */
  FAULT_SLOW,          /* never replies */
  FAULT_500,
  FAULT_503, /* and does not count it as taken */
  FAULT_429, /* with the wish for a pause of one second; not taken either */
  FAULT_403, /* with an error text that repeats the path */
  FAULT_409,
  FAULT_KEY_TEXT,  /* 403 with the key as JSON and as an address may write it */
  FAULT_KEY_ID,    /* GET: the id contains the key, encoded like this */
  FAULT_TRUNCATED, /* truncated JSON in a complete reply */
  FAULT_WRONG_ID,  /* GET: id of the previous puzzle; POST: of another puzzle */
  FAULT_NO_ID,
  FAULT_HUGE,          /* 100 MB */
  FAULT_REDIRECT_LOOP, /* from then on */
  FAULT_REDIRECT_ONCE,
  FAULT_REDIRECT_AWAY,
  FAULT_WRONG,      /* POST: the verdict lists an error */
  FAULT_CLOSE,      /* replies, then stops listening */
  FAULT_HARD,       /* GET: a board that takes long to solve */
  FAULT_IMPOSSIBLE, /* GET: a tetromino task without a solution */
} Fault;

enum {
  FAULTY_MAX = 8,
};

typedef struct Faulty Faulty;

/* The faults of the first requests; later requests have none. */
Faulty *faulty_new (const Fault gets[FAULTY_MAX], const Fault posts[FAULTY_MAX]);
void faulty_free (Faulty *faulty);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Faulty, faulty_free)

const char *faulty_get_uri (Faulty *faulty);
/* Listens again, on the same port, after FAULT_CLOSE. */
void faulty_reopen (Faulty *faulty);
/* The number of solutions accepted with this id, including those whose reply broke. */
guint faulty_n_taken (Faulty *faulty, const char *id);
guint faulty_n_gets (Faulty *faulty);
guint faulty_n_posts (Faulty *faulty);
/* The number of bytes of FAULT_HUGE that could be written. */
gsize faulty_n_written (Faulty *faulty);
