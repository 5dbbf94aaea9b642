/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failing-libc.h - malloc, calloc, realloc, pthread_create and pthread_mutex_init with one call
 * that fails, for one test program, whose linker replaces these functions (--wrap). */
#pragma once

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

/* Only calls while `armed` count. The one with the number `failing` fails, and all later ones, too,
 * if `for_good`. */
static atomic_bool armed;
static atomic_long n_calls, n_live;
static long failing;
static bool for_good;

void *__real_malloc (size_t size);
void *__real_calloc (size_t count, size_t size);
void *__real_realloc (void *memory, size_t size);
void __real_free (void *memory);
int __real_pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*work) (void *), void *data);
int __real_pthread_mutex_init (pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);

void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t count, size_t size);
void *__wrap_realloc (void *memory, size_t size);
void __wrap_free (void *memory);
int __wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*work) (void *), void *data);
int __wrap_pthread_mutex_init (pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);

static bool
fails (void)
{
  long n;

  if (!atomic_load (&armed))
    return false;
  n = atomic_fetch_add (&n_calls, 1) + 1;
  return n == failing || (for_good && n > failing);
}

static void *
count_live (void *memory)
{
  if (memory != NULL)
    atomic_fetch_add (&n_live, 1);
  return memory;
}

void *
__wrap_malloc (size_t size)
{
  return fails () ? NULL : count_live (__real_malloc (size));
}

void *
__wrap_calloc (size_t count, size_t size)
{
  return fails () ? NULL : count_live (__real_calloc (count, size));
}

void *
__wrap_realloc (void *memory, size_t size)
{
  if (fails ())
    return NULL;
  return memory == NULL ? count_live (__real_realloc (memory, size))
                        : __real_realloc (memory, size);
}

void
__wrap_free (void *memory)
{
  if (memory != NULL)
    atomic_fetch_sub (&n_live, 1);
  __real_free (memory);
}

int
__wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*work) (void *),
                       void *data)
{
  return fails () ? EAGAIN : __real_pthread_create (thread, attributes, work, data);
}

/* The lock is usable even then, for callers that rely on glibc, whose call never fails. */
int
__wrap_pthread_mutex_init (pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
  int error = __real_pthread_mutex_init (lock, attributes);

  return fails () ? ENOMEM : error;
}

/* Repeats the scenario with a later failing call each time, until no call fails. */
static void
fail_in_turn (void (*scenario) (void))
{
  for (int mode = 0; mode < 2; mode++) {
    for_good = mode == 1;
    for (failing = 1;; failing += 1 + failing / 20) {
      long before = atomic_load (&n_live);

      atomic_store (&n_calls, 0);
      scenario ();
      CHECK (!atomic_load (&armed));
      CHECK_INT (atomic_load (&n_live), before);
      if (check_case_failures > 0)
        printf ("# call %ld failed%s\n", failing, for_good ? ", and all later ones" : "");
      if (check_case_failures > 0 || atomic_load (&n_calls) < failing)
        break;
    }
    if (check_case_failures > 0)
      break;
    printf ("# %ld calls\n", atomic_load (&n_calls));
  }
}

#define ARMED(call)               \
  do {                            \
    atomic_store (&armed, true);  \
    call;                         \
    atomic_store (&armed, false); \
  } while (0)

/* Returns whether a call has failed since the scenario began. */
static bool
is_short (void)
{
  return atomic_load (&n_calls) >= failing;
}
