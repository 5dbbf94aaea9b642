/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail-io.c - see fail-io.h. Preloaded, it takes the fault from the environment: TW_FAIL_IO is its text, and a file
 * named by TW_FAIL_IO_SEEN is made when the N-th call comes. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* open and open64 are two functions here */
#include "fail-io.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char call[16], how[16], part[64];
  int n;
} Fault;

static const char *fault_text; /* NULL: that of the environment */
static int calls, met;

static bool
read_fault (Fault *fault)
{
  const char *text = __atomic_load_n (&fault_text, __ATOMIC_SEQ_CST);

  if (text == NULL)
    text = getenv ("TW_FAIL_IO");
  return text != NULL
         && sscanf (text, "%15s %d %15s %63s", fault->call, &fault->n, fault->how, fault->part)
              == 4;
}

static void *
next_function (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

static void
leave_sign (void)
{
  int (*real_open) (const char *, int, ...) = next_function ("open");
  int (*real_close) (int) = next_function ("close");
  const char *path = getenv ("TW_FAIL_IO_SEEN");
  int fd = path != NULL ? real_open (path, O_WRONLY | O_CREAT, 0600) : -1;

  if (fd >= 0)
    real_close (fd);
}

/* The error number that the call fails with, 0: none; *half: at this very call only half is written. */
static int
fails (const char *call, const char *path, int fd, bool *half)
{
  char link[64], place[4096];
  Fault fault;

  if (!read_fault (&fault) || strcmp (fault.call, call) != 0)
    return 0;
  if (path == NULL) {
    snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink (link, place, sizeof place - 1);
    place[length > 0 ? length : 0] = '\0';
    path = place;
  }
  if (strstr (path, fault.part) == NULL
      || __atomic_add_fetch (&calls, 1, __ATOMIC_SEQ_CST) < fault.n)
    return 0;
  bool first = calls == fault.n;
  __atomic_store_n (&met, 1, __ATOMIC_SEQ_CST);
  leave_sign ();
  if (strcmp (fault.how, "kill") == 0)
    kill (getpid (), SIGKILL);
  if (strcmp (fault.how, "half") == 0) {
    *half = first;
    return ENOSPC;
  }
  return atoi (fault.how);
}

#pragma GCC visibility push(default)

void
fail_io_set (const char *text)
{
  __atomic_store_n (&calls, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n (&met, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n (&fault_text, text, __ATOMIC_SEQ_CST);
}

bool
fail_io_was_met (void)
{
  return __atomic_load_n (&met, __ATOMIC_SEQ_CST);
}

ssize_t
write (int fd, const void *bytes, size_t count)
{
  ssize_t (*real) (int, const void *, size_t) = next_function ("write");
  bool half = false;
  int error = fails ("write", NULL, fd, &half);

  if (error == 0)
    return real (fd, bytes, count);
  if (half && count > 1)
    return real (fd, bytes, count / 2);
  errno = error;
  return -1;
}

int
fsync (int fd)
{
  int (*real) (int) = next_function ("fsync");
  bool half;
  int error = fails ("fsync", NULL, fd, &half);

  if (error == 0)
    return real (fd);
  errno = error;
  return -1;
}

int
close (int fd)
{
  int (*real) (int) = next_function ("close");
  bool half;
  int error = fails ("close", NULL, fd, &half), result = real (fd);

  if (error == 0)
    return result;
  errno = error;
  return -1;
}

int
rename (const char *from, const char *to)
{
  int (*real) (const char *, const char *) = next_function ("rename");
  bool half;
  int error = fails ("rename", to, -1, &half);

  if (error == 0)
    return real (from, to);
  errno = error;
  return -1;
}

static int
open_by (const char *name, const char *path, int flags, int mode)
{
  int (*real) (const char *, int, ...) = next_function (name);
  bool half;
  int error = (flags & O_ACCMODE) != O_RDONLY ? fails ("open", path, -1, &half) : 0;

  if (error == 0)
    return real (path, flags, mode);
  errno = error;
  return -1;
}

int
open (const char *path, int flags, ...)
{
  va_list arguments;

  va_start (arguments, flags);
  int mode = va_arg (arguments, int);
  va_end (arguments);
  return open_by ("open", path, flags, mode);
}

int
open64 (const char *path, int flags, ...)
{
  va_list arguments;

  va_start (arguments, flags);
  int mode = va_arg (arguments, int);
  va_end (arguments);
  return open_by ("open64", path, flags, mode);
}
