/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node-memo.c - shared memory of the processes of one machine; see node-memo.h.
 *
 * Each process holds a shared lock on the memory as long as it uses it. A process that can turn its
 * lock into an exclusive one is the last, and deletes the memory. A process that opens it in that
 * moment finds it without a name and opens it once more. */
#include "puzzle/cluster/node-memo.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"

/* Changes with the layout of the tables and the meaning of their keys. */
#define LAYOUT "1"
/* At most this much memory, and this share of what the plan allows a search. */
#define MOST_BYTES  ((size_t) 1 << 30)
#define SHARE       4
#define FIRST_BYTES 4096
#define TRIES       8

static bool
extend (void *data, size_t bytes)
{
  const TwNodeMemo *memo = data;
  struct stat about;

  /* A file that only grew would end the process when its pages are used while memory is short. */
  return (fstat (memo->fd, &about) == 0 && about.st_size >= (off_t) bytes)
         || posix_fallocate (memo->fd, 0, (off_t) bytes) == 0;
}

char *
tw_node_memo_name (const TwPlan *plan)
{
  g_autofree char *text = g_strdup_printf ("%s %s %s %u", plan->sum, TW_VERSION, LAYOUT,
                                           (unsigned) geteuid ());
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  sum[16] = '\0';
  return g_strconcat ("/tilewright-", sum, NULL);
}

/* Opens the memory with a shared lock; returns -1 when that fails, with *gone set when another
 * process has just deleted it. */
static int
open_locked (const char *name, gboolean *gone)
{
  int fd = shm_open (name, O_RDWR | O_CREAT, 0600);
  struct stat about;

  *gone = FALSE;
  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_SH) == 0 && fstat (fd, &about) == 0) {
    *gone = about.st_nlink == 0;
    /* Others must not be able to change what a count relies on. */
    if (!*gone && about.st_uid == geteuid () && (about.st_mode & 0077) == 0)
      return fd;
  }
  close (fd);
  return -1;
}

TwNodeMemo *
tw_node_memo_open (const TwPlan *plan)
{
  g_autoptr (TwNodeMemo) memo = g_new0 (TwNodeMemo, 1);
  size_t most = plan->options.memory > 0 ? ((size_t) plan->options.memory << 20) / SHARE
                                         : MOST_BYTES;
  gboolean gone = TRUE;

  memo->name = tw_node_memo_name (plan);
  memo->fd = -1;
  for (int i = 0; i < TRIES && gone; i++)
    memo->fd = open_locked (memo->name, &gone);
  memo->region = (TwMemoRegion){ .size = MIN (most, MOST_BYTES), .extend = extend, .data = memo };
  if (memo->fd < 0 || memo->region.size < FIRST_BYTES || !extend (memo, FIRST_BYTES))
    return NULL;
  memo->region.base = mmap (NULL, memo->region.size, PROT_READ | PROT_WRITE, MAP_SHARED, memo->fd,
                            0);
  if (memo->region.base == MAP_FAILED) {
    memo->region.base = NULL;
    return NULL;
  }
  return g_steal_pointer (&memo);
}

void
tw_node_memo_close (TwNodeMemo *memo)
{
  if (memo->region.base != NULL)
    munmap (memo->region.base, memo->region.size);
  if (memo->fd >= 0) {
    struct stat about;

    /* If this memory has lost its name, another one may have it now. */
    if (flock (memo->fd, LOCK_EX | LOCK_NB) == 0 && fstat (memo->fd, &about) == 0
        && about.st_nlink > 0)
      shm_unlink (memo->name);
    close (memo->fd);
  }
  g_free (memo->name);
  g_free (memo);
}
