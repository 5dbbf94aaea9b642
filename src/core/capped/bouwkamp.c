/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bouwkamp.c - reader and writer of Bouwkamp codes; see bouwkamp.h. */
#include "core/capped/bouwkamp.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  MAX_SIDE = TW_BOARD_MAX_SIDE,
  MAX_NUMBER = TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE,
  N_HEAD = 3,
};

/* --- reading ------------------------------------------------------------- */

/* A size and its position in the text. */
typedef struct {
  int32_t size;
  int32_t group; /* number of its pair of brackets, from 1; 0: none */
  size_t at;
} Entry;

typedef struct {
  const char *text;
  size_t length;
  size_t next;
  char *error;
  size_t error_size;

  Entry head[N_HEAD];
  int n_head;
  Entry *entries;
  size_t count;
  size_t capacity;
} Reader;

static bool fail (const Reader *reader, size_t at, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

static bool
fail (const Reader *reader, size_t at, const char *format, ...)
{
  int n = snprintf (reader->error, reader->error_size, "character %zu: ", at + 1);
  va_list arguments;

  if (n < 0 || (size_t) n >= reader->error_size)
    return false;
  va_start (arguments, format);
  vsnprintf (reader->error + n, reader->error_size - (size_t) n, format, arguments);
  va_end (arguments);
  return false;
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
add_entry (Reader *reader, Entry entry)
{
  if (reader->count == MAX_NUMBER + N_HEAD)
    return fail (reader, entry.at, "there are more than %d numbers", MAX_NUMBER + N_HEAD);
  if (reader->count == reader->capacity) {
    size_t capacity = reader->capacity > 0 ? 2 * reader->capacity : 32;
    Entry *entries = realloc (reader->entries, capacity * sizeof *entries);

    if (entries == NULL)
      return fail (reader, entry.at, "not enough memory");
    reader->entries = entries;
    reader->capacity = capacity;
  }
  reader->entries[reader->count++] = entry;
  return true;
}

static bool
read_number (Reader *reader, int group, Entry *entry)
{
  *entry = (Entry){ .group = group, .at = reader->next };
  while (reader->next < reader->length && is_digit (reader->text[reader->next])) {
    entry->size = entry->size * 10 + (reader->text[reader->next++] - '0');
    if (entry->size > MAX_NUMBER)
      return fail (reader, entry->at, "the number is larger than %d", MAX_NUMBER);
  }
  return true;
}

/* Scans numbers and brackets. Numbers before the first bracket are the head. */
static bool
scan (Reader *reader)
{
  int group = 0;
  bool open = false;
  size_t opened = 0, inside = 0;

  while (reader->next < reader->length) {
    char c = reader->text[reader->next];

    if (is_digit (c)) {
      Entry entry;

      if (!read_number (reader, open ? group : 0, &entry))
        return false;
      if (group > 0 && !open)
        return fail (reader, entry.at, "a number stands between the brackets");
      if (!add_entry (reader, entry))
        return false;
      inside++;
      continue;
    }
    if (c == '(') {
      if (open)
        return fail (reader, reader->next, "a bracket opens inside another");
      open = true;
      opened = reader->next;
      inside = 0;
      if (++group == 1) {
        if (reader->count > N_HEAD)
          return fail (reader, reader->entries[N_HEAD].at,
                       "more than order, width and height before the first bracket");
        reader->n_head = (int) reader->count;
      }
    } else if (c == ')') {
      if (!open)
        return fail (reader, reader->next, "a bracket closes that was not opened");
      if (inside == 0)
        return fail (reader, reader->next, "there is no size between the brackets");
      open = false;
    } else if (c != ' ' && c != '\t' && c != ',' && c != ':' && c != ';' && c != '\r'
               && c != '\n') {
      return fail (reader, reader->next, "a number, a comma or a bracket is expected");
    }
    reader->next++;
  }
  if (open)
    return fail (reader, opened, "the bracket is not closed");
  if (group == 0)
    reader->n_head = reader->count < N_HEAD ? (int) reader->count : N_HEAD;
  if (reader->count == (size_t) reader->n_head)
    return fail (reader, reader->length, "there are no sizes");
  return true;
}

/* Separates the head from the sizes and finds width and height. */
static bool
read_head (Reader *reader, int *width, int *height)
{
  int64_t area = 0, first = 0;
  size_t n = (size_t) reader->n_head, count = reader->count - n;
  const Entry *head = reader->entries, *sizes = reader->entries + n;

  if (n == 1)
    return fail (reader, head[0].at, "width and height are expected, not one number");
  for (size_t i = 0; i < count; i++) {
    if (sizes[i].size < 1 || sizes[i].size > MAX_SIDE)
      return fail (reader, sizes[i].at, "size %d is not in 1 to %d", (int) sizes[i].size, MAX_SIDE);
    area += (int64_t) sizes[i].size * sizes[i].size;
    if (sizes[i].group == 1)
      first += sizes[i].size;
  }
  if (n == N_HEAD && (size_t) head[0].size != count)
    return fail (reader, head[0].at, "the order is %d, but there are %zu sizes", (int) head[0].size,
                 count);
  if (n > 0) {
    for (size_t i = n - 2; i < n; i++) {
      if (head[i].size < 1 || head[i].size > MAX_SIDE)
        return fail (reader, head[i].at, "side %d is not in 1 to %d", (int) head[i].size, MAX_SIDE);
    }
    *width = head[n - 2].size;
    *height = head[n - 1].size;
  } else {
    if (first < 1 || first > MAX_SIDE || area % first != 0 || area / first > MAX_SIDE)
      return fail (reader, sizes[0].at,
                   "squares below a line of length %lld do not make up a rectangle",
                   (long long) first);
    *width = (int) first;
    *height = (int) (area / first);
  }
  if (area != (int64_t) *width * *height)
    return fail (reader, sizes[0].at, "the squares have %lld cells, the rectangle %d x %d has %d",
                 (long long) area, *width, *height, *width * *height);
  return true;
}

/* The depth to which each column is covered from the top, with a tournament tree over the columns:
 * node i is the leftmost of the least covered columns below its children 2i and 2i + 1. */
typedef struct {
  int *depth;
  int *tree;
  int leaves; /* a power of two; columns from `width` on are never the least */
} Skyline;

static int
lesser (const Skyline *skyline, int a, int b)
{
  return skyline->depth[b] < skyline->depth[a] ? b : a;
}

/* Updates the tree after the columns first .. last have changed; the range must not exceed the
 * leaves. */
static void
skyline_update (Skyline *skyline, int first, int last)
{
  first += skyline->leaves;
  last += skyline->leaves;
  while (first > 1) {
    first /= 2;
    last /= 2;
    for (int i = first; i <= last; i++)
      skyline->tree[i] = lesser (skyline, skyline->tree[2 * i], skyline->tree[2 * i + 1]);
  }
}

static bool
skyline_init (Skyline *skyline, int width)
{
  skyline->leaves = 2;
  while (skyline->leaves < width)
    skyline->leaves *= 2;
  skyline->depth = calloc ((size_t) skyline->leaves, sizeof *skyline->depth);
  skyline->tree = malloc (2 * (size_t) skyline->leaves * sizeof *skyline->tree);
  if (skyline->depth == NULL || skyline->tree == NULL)
    return false;
  for (int c = 0; c < skyline->leaves; c++) {
    skyline->depth[c] = c < width ? 0 : INT_MAX;
    skyline->tree[skyline->leaves + c] = c;
  }
  skyline_update (skyline, 0, skyline->leaves - 1);
  return true;
}

static void
skyline_clear (Skyline *skyline)
{
  free (skyline->depth);
  free (skyline->tree);
}

/* Places every square at the left end of the highest gap. */
static bool
hang (const Reader *reader, int width, int height, Skyline *skyline, TwTiling *tiling)
{
  int last_group = 0, last_right = 0, last_y = 0;
  int *depth = skyline->depth;

  for (size_t i = (size_t) reader->n_head; i < reader->count; i++) {
    const Entry *entry = &reader->entries[i];
    int x = skyline->tree[1], y = depth[x], room = 0;

    /* The full width of the gap is only needed for the error text, so measure at most
     * entry->size. */
    while (x + room < width && depth[x + room] == y && room < entry->size)
      room++;
    if (entry->size > room)
      return fail (reader, entry->at, "size %d does not fit into the gap of width %d at %d, %d",
                   (int) entry->size, room, x, y);
    if (y + entry->size > height)
      return fail (reader, entry->at, "size %d at %d, %d reaches below the rectangle",
                   (int) entry->size, x, y);
    if (entry->group > 0 && entry->group == last_group && (y != last_y || x != last_right))
      return fail (reader, entry->at, "size %d does not hang beside the one before it",
                   (int) entry->size);
    for (int c = x; c < x + entry->size; c++)
      depth[c] += entry->size;
    skyline_update (skyline, x, x + entry->size - 1);
    if (!tw_tiling_add (tiling, (TwSquare){ x, y, entry->size }))
      return fail (reader, entry->at, "not enough memory");
    last_group = entry->group;
    last_right = x + entry->size;
    last_y = y;
  }
  return true;
}

bool
tw_bouwkamp_read (const char *text, size_t length, int *width, int *height, TwTiling *tiling,
                  char *error, size_t size)
{
  Reader reader = { .text = text, .length = length, .error = error, .error_size = size };
  Skyline skyline = { 0 };
  bool fine = scan (&reader) && read_head (&reader, width, height);

  tiling->count = 0;
  if (fine)
    fine = skyline_init (&skyline, *width) ? hang (&reader, *width, *height, &skyline, tiling)
                                           : fail (&reader, 0, "not enough memory");
  skyline_clear (&skyline);
  free (reader.entries);
  if (!fine)
    tw_tiling_clear (tiling);
  return fine;
}

/* --- writing ------------------------------------------------------------- */

char *
tw_bouwkamp_write (int width, int height, const TwTiling *tiling)
{
  enum {
    NUMBER = 12, /* bytes of the longest number and its punctuation */
  };
  TwTiling sorted = { 0 };
  size_t size = (tiling->count + N_HEAD) * NUMBER + 2, used;
  char *code = malloc (size);

  if (code == NULL || !tw_tiling_assign (&sorted, tiling)) {
    free (code);
    return NULL;
  }
  tw_tiling_sort (&sorted);
  used = (size_t) snprintf (code, size, "%zu %d %d ", sorted.count, width, height);
  for (size_t i = 0; i < sorted.count; i++) {
    const TwSquare *s = &sorted.squares[i];
    bool beside = i > 0 && s[-1].y == s->y && s[-1].x + s[-1].size == s->x;
    bool last = i + 1 == sorted.count || s[1].y != s->y || s->x + s->size != s[1].x;

    used += (size_t) snprintf (code + used, size - used, "%s%d%s", beside ? "," : "(",
                               (int) s->size, last ? ")" : "");
  }
  tw_tiling_clear (&sorted);
  return code;
}
