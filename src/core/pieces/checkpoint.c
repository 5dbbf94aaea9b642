/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.c - writes and reads checkpoints; see checkpoint.h. */
#include "core/pieces/checkpoint.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"

#define NAME         "tilewright-pieces "
#define VERSION      "3"
#define CHECK        "check "
#define MAX_SUBTREES (1 << 22)
/* The range of a signed 64-bit number. */
#define MAX_COUNT ((uint64_t) INT64_MAX)

/* Each step is a bijection of the sum, so two texts of equal length that differ in one byte have
 * different sums. */
static uint64_t
check_sum (const char *text, size_t length)
{
  uint64_t sum = length;

  for (size_t i = 0; i < length; i++)
    sum = tw_mix (sum ^ (unsigned char) text[i]);
  return sum;
}

TwShare
tw_subtree_open (const TwSubtree *subtree)
{
  bool overflow = false;

  return tw_share_sub (subtree->weight, subtree->done, &overflow);
}

/* --- writing ------------------------------------------------------------------ */

typedef struct {
  char *text;
  size_t length;
  size_t room;
  bool failed;
} Text;

static void __attribute__ ((format (printf, 2, 3))) add (Text *text, const char *format, ...)
{
  va_list list;

  /* No single item written is longer than this. */
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

static void
add_share (Text *text, TwShare share, char after)
{
  for (int i = TW_SHARE_WORDS - 1; i >= 0; i--)
    add (text, "%016" PRIx64, share.words[i]);
  add (text, "%c", after);
}

char *
tw_checkpoint_write (const TwCheckpoint *checkpoint)
{
  Text text = { 0 };

  add (&text, NAME VERSION "\nproblem %016" PRIx64 "\n", checkpoint->problem);
  add (&text, "counts %" PRIx64 " %" PRIx64 " %" PRIx64 "\nshares ", checkpoint->raw,
       checkpoint->distinct, checkpoint->handed);
  add_share (&text, checkpoint->whole, ' ');
  add_share (&text, checkpoint->done, '\n');
  add (&text, "subtrees %zx\n", checkpoint->n_subtrees);
  for (size_t i = 0; i < checkpoint->n_subtrees; i++) {
    const TwSubtree *subtree = &checkpoint->subtrees[i];

    add (&text, "%x ", (unsigned) subtree->part);
    add_share (&text, subtree->weight, ' ');
    add_share (&text, subtree->done, ' ');
    add (&text, "%x %x", (unsigned) subtree->count, (unsigned) subtree->n_places);
    for (int j = 0; j < subtree->n_places; j++)
      add (&text, " %x", (unsigned) subtree->places[j]);
    add (&text, "\n");
  }
  if (!text.failed)
    add (&text, CHECK "%016" PRIx64 "\n", check_sum (text.text, text.length));
  if (text.failed) {
    free (text.text);
    return NULL;
  }
  return text.text;
}

/* --- reading ------------------------------------------------------------------- */

/* Reads one hexadecimal number of at most 16 digits and the character `after` behind it. */
static bool
read_number (const char **text, uint64_t most, char after, uint64_t *value)
{
  const char *p = *text;

  for (*value = 0; p - *text < 16; p++) {
    if (*p >= '0' && *p <= '9')
      *value = *value << 4 | (uint64_t) (*p - '0');
    else if (*p >= 'a' && *p <= 'f')
      *value = *value << 4 | (uint64_t) (*p - 'a' + 10);
    else
      break;
  }
  if (p == *text || *value > most || *p != after)
    return false;
  *text = p + 1;
  return true;
}

static bool
read_share (const char **text, char after, TwShare *share)
{
  char digits[17] = { 0 };

  for (int i = TW_SHARE_WORDS - 1; i >= 0; i--) {
    const char *word = digits;

    for (int d = 0; d < 16; d++) {
      if ((*text)[d] == '\0')
        return false;
      digits[d] = (*text)[d];
    }
    if (!read_number (&word, UINT64_MAX, '\0', &share->words[i]))
      return false;
    *text += 16;
  }
  return *(*text)++ == after && tw_share_compare (*share, TW_SHARE_ALL) <= 0;
}

static bool
read_word (const char **text, const char *word)
{
  size_t length = strlen (word);

  if (strncmp (*text, word, length) != 0)
    return false;
  *text += length;
  return true;
}

/* Adds the unsearched share of the subtree to *open. */
static bool
read_subtree (const char **p, TwSubtree *subtree, int32_t *places, TwShare *open, bool *overflow)
{
  uint64_t part, count, n_places, place;

  if (!read_number (p, INT32_MAX, ' ', &part) || !read_share (p, ' ', &subtree->weight)
      || !read_share (p, ' ', &subtree->done) || !read_number (p, INT32_MAX, ' ', &count)
      || !read_number (p, INT32_MAX, **p == '0' && (*p)[1] == '\n' ? '\n' : ' ', &n_places)
      || count > n_places || tw_share_compare (subtree->done, subtree->weight) >= 0)
    return false;
  subtree->part = (int32_t) part;
  subtree->count = (int32_t) count;
  subtree->n_places = (int32_t) n_places;
  subtree->places = places;
  for (uint64_t i = 0; i < n_places; i++) {
    if (!read_number (p, INT32_MAX, i + 1 == n_places ? '\n' : ' ', &place))
      return false;
    places[i] = (int32_t) place;
  }
  *open = tw_share_add (*open, tw_subtree_open (subtree), overflow);
  return true;
}

static bool
read_body (TwCheckpoint *checkpoint, const char *p, const char *end, TwCheckpointFault *fault)
{
  size_t length = (size_t) (end - p);
  int32_t *places;
  TwShare open;
  bool overflow = false;
  uint64_t n;

  if (!read_word (&p, "problem ") || !read_number (&p, UINT64_MAX, '\n', &checkpoint->problem)
      || !read_word (&p, "counts ") || !read_number (&p, MAX_COUNT, ' ', &checkpoint->raw)
      || !read_number (&p, checkpoint->raw, ' ', &checkpoint->distinct)
      || !read_number (&p, MAX_COUNT, '\n', &checkpoint->handed) || !read_word (&p, "shares ")
      || !read_share (&p, ' ', &checkpoint->whole) || !read_share (&p, '\n', &checkpoint->done)
      || !read_word (&p, "subtrees ") || !read_number (&p, MAX_SUBTREES, '\n', &n)
      || n > length / (2 * TW_SHARE_DIGITS))
    return false;
  checkpoint->subtrees = calloc ((size_t) n + 1, sizeof (TwSubtree));
  /* A placement takes at least two characters. */
  checkpoint->places = places = malloc ((length / 2 + 1) * sizeof *places);
  if (checkpoint->subtrees == NULL || places == NULL) {
    *fault = TW_CHECKPOINT_NO_MEMORY;
    return false;
  }
  open = checkpoint->done;
  for (; checkpoint->n_subtrees < n; checkpoint->n_subtrees++) {
    TwSubtree *subtree = &checkpoint->subtrees[checkpoint->n_subtrees];

    if (!read_subtree (&p, subtree, places, &open, &overflow))
      return false;
    places += subtree->n_places;
  }
  return p == end && !overflow && tw_share_compare (open, checkpoint->whole) == 0;
}

TwCheckpointFault
tw_checkpoint_read (TwCheckpoint *checkpoint, const char *text)
{
  TwCheckpointFault fault = TW_CHECKPOINT_DAMAGED;
  const char *p = text, *end;
  uint64_t sum, sum_read;

  *checkpoint = (TwCheckpoint){ 0 };
  if (!read_word (&p, NAME))
    return TW_CHECKPOINT_FOREIGN;
  if (!read_word (&p, VERSION "\n"))
    return TW_CHECKPOINT_VERSION;
  end = strstr (p, "\n" CHECK);
  if (end == NULL)
    return fault;
  end++;
  sum = check_sum (text, (size_t) (end - text));
  text = end + strlen (CHECK);
  if (strlen (text) != 17 || !read_number (&text, UINT64_MAX, '\n', &sum_read) || sum_read != sum
      || !read_body (checkpoint, p, end, &fault)) {
    tw_checkpoint_clear (checkpoint);
    return fault;
  }
  return TW_CHECKPOINT_OK;
}

void
tw_checkpoint_clear (TwCheckpoint *checkpoint)
{
  free (checkpoint->subtrees);
  free (checkpoint->places);
  *checkpoint = (TwCheckpoint){ 0 };
}
