/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.c - a stopped search as text, and back. The text is the stack of
 * subtrees that were not searched, with the counts so far; it names the problem
 * by a hash, so that it is not taken for another's. Called by pool.c.
 *
 *     tilewright-pieces 2 HASH
 *     RAW DISTINCT HANDED DONE
 *     PART WEIGHT DONE COUNT N PLACE ...      one line a subtree, see TwTask
 *
 * All numbers are hexadecimal; DONE and WEIGHT are the bits of a double.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pieces/pool-private.h"

#define MAGIC     "tilewright-pieces 2 "
#define MAX_TASKS (1 << 22)

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ hash >> 31;
}

static uint64_t
hash_problem (const TwPool *pool)
{
  const TwInstance *in = pool->in;
  uint64_t hash = mix ((uint64_t) in->width << 32 | (uint64_t) in->height, pool->query->raw);

  for (int c = 0; c < in->n_cells; c++)
    hash = mix (hash, (uint64_t) in->cell_x[c] << 16 | (uint64_t) in->cell_y[c]);
  for (int p = 0; p < in->n_places; p++) {
    hash = mix (hash, (uint64_t) in->place_class[p]);
    for (int i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      hash = mix (hash, (uint64_t) in->cells[i]);
  }
  for (int i = 0; i < pool->parts->count; i++) {
    const TwPart *part = &pool->parts->parts[i];

    for (int w = 0; w < (in->n_places + 63) / 64; w++)
      hash = mix (hash, part->allowed[w]);
    for (int c = 0; c < in->n_classes; c++)
      hash = mix (hash, (uint64_t) part->least[c] << 32 | (uint64_t) part->most[c]);
  }
  return hash;
}

static uint64_t
bits_of (double value)
{
  uint64_t bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static double
double_of (uint64_t bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

typedef struct {
  char *text;
  size_t length;
  size_t room;
  bool failed;
} Text;

static void __attribute__ ((format (printf, 2, 3))) add (Text *text, const char *format, ...)
{
  va_list list;

  /* No piece of it is longer than this. */
  if (text->room - text->length < 256 && !text->failed) {
    size_t room = text->room == 0 ? 4096 : 2 * text->room;
    char *larger = realloc (text->text, room);

    if (larger == NULL) {
      text->failed = true;
    } else {
      text->text = larger;
      text->room = room;
    }
  }
  if (text->failed)
    return;
  va_start (list, format);
  text->length += (size_t) vsnprintf (text->text + text->length, 256, format, list);
  va_end (list);
}

char *
tw_pool_checkpoint (const TwPool *pool)
{
  Text text = { 0 };

  add (&text, MAGIC "%" PRIx64 "\n", hash_problem (pool));
  add (&text, "%" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", pool->raw, pool->distinct,
       pool->handed, bits_of (pool->done));
  for (int i = 0; i < pool->n_tasks; i++) {
    const TwTask *task = pool->tasks[i];

    add (&text, "%x %" PRIx64 " %" PRIx64 " %x %x", (unsigned) task->part, bits_of (task->weight),
         bits_of (task->done), (unsigned) task->count, (unsigned) task->n_places);
    for (int j = 0; j < task->n_places; j++)
      add (&text, " %x", (unsigned) task->places[j]);
    add (&text, "\n");
  }
  if (text.failed) {
    free (text.text);
    return NULL;
  }
  return text.text;
}

/* One hexadecimal number and the one character after it. */
static bool
read_number (const char **text, uint64_t most, uint64_t *value)
{
  const char *p = *text;
  char *end;

  if (!((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'f')))
    return false;
  *value = strtoull (p, &end, 16);
  if (*value > most || (*end != ' ' && *end != '\n') || end - p > 16)
    return false;
  *text = end + 1;
  return true;
}

/* Can these places be chosen together in this part? */
static bool
is_path (const TwPool *pool, const TwPart *part, const int32_t *places, int count, uint8_t *covered,
         int *use)
{
  const TwInstance *in = pool->in;

  memset (covered, 0, (size_t) in->n_cells + 1);
  memset (use, 0, (size_t) in->n_classes * sizeof (int));
  for (int i = 0; i < count; i++) {
    int32_t p = places[i];

    if (!(part->allowed[p / 64] >> (p % 64) & 1)
        || ++use[in->place_class[p]] > part->most[in->place_class[p]])
      return false;
    for (int c = in->cells_start[p]; c < in->cells_start[p + 1]; c++) {
      if (covered[in->cells[c]]++)
        return false;
    }
  }
  return true;
}

static bool
read_tasks (TwPool *pool, const char *p, int32_t *places, uint8_t *covered, int *use)
{
  const TwInstance *in = pool->in;

  for (int n = 0; *p != '\0'; n++) {
    uint64_t part, weight, done, count, n_places, place;
    TwTask *task;

    if (n == MAX_TASKS || !read_number (&p, (uint64_t) pool->parts->count - 1, &part)
        || !read_number (&p, UINT64_MAX, &weight) || !read_number (&p, UINT64_MAX, &done)
        || !read_number (&p, (uint64_t) in->n_cells, &count)
        || !read_number (&p, (uint64_t) in->n_cells, &n_places))
      return false;
    if (!(double_of (weight) >= 0.0 && double_of (weight) <= 1.0)
        || !(double_of (done) >= 0.0 && double_of (done) <= 1.0) || count > n_places)
      return false;
    for (uint64_t i = 0; i < n_places; i++) {
      if (in->n_places == 0 || p[-1] == '\n'
          || !read_number (&p, (uint64_t) in->n_places - 1, &place))
        return false;
      places[i] = (int32_t) place;
    }
    if (p[-1] != '\n'
        || !is_path (pool, &pool->parts->parts[part], places, (int) n_places, covered, use))
      return false;
    task = tw_pool_task_new (pool, (int) part, places, (int) count, (int) n_places,
                             double_of (weight));
    if (task != NULL)
      task->done = double_of (done);
    if (!tw_pool_push (pool, task))
      return false;
  }
  return true;
}

bool
tw_pool_resume (TwPool *pool, const char *text)
{
  const TwInstance *in = pool->in;
  uint64_t hash, done;
  int32_t *places;
  uint8_t *covered;
  int *use;
  bool good;

  if (strncmp (text, MAGIC, strlen (MAGIC)) != 0)
    return false;
  text += strlen (MAGIC);
  if (!read_number (&text, UINT64_MAX, &hash) || hash != hash_problem (pool)
      || !read_number (&text, UINT64_MAX, &pool->raw)
      || !read_number (&text, UINT64_MAX, &pool->distinct)
      || !read_number (&text, UINT64_MAX, &pool->handed) || !read_number (&text, UINT64_MAX, &done)
      || text[-1] != '\n')
    return false;
  pool->done = double_of (done);
  if (!(pool->done >= 0.0 && pool->done <= 1.01))
    return false;

  places = malloc (((size_t) in->n_cells + 1) * sizeof *places);
  covered = malloc ((size_t) in->n_cells + 1);
  use = malloc (((size_t) in->n_classes + 1) * sizeof *use);
  good = places != NULL && covered != NULL && use != NULL
         && read_tasks (pool, text, places, covered, use);
  free (places);
  free (covered);
  free (use);
  return good;
}
