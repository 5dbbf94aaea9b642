/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.c - the puzzle value; see puzzle.h. */
#include "puzzle/puzzle.h"

#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

struct TwPuzzle {
  gatomicrefcount ref_count;
  const TwKind *kind;
  char *id;
  char *file;
  char *name;
  char *title;   /* given by the file; NULL: none */
  char *comment; /* GRefString; puzzles of one file share it */
  char *version; /* of the program that made it with this seed; NULL: it was not made at random */
  gint64 seed;
  TwBoard *board;
  guint8 *outside;
  gpointer payload;
  GDestroyNotify payload_free;
};

G_DEFINE_BOXED_TYPE (TwPuzzle, tw_puzzle, tw_puzzle_ref, tw_puzzle_unref)

static void
update_name (TwPuzzle *puzzle, const char *name)
{
  g_autofree char *base = NULL;

  g_free (puzzle->name);
  if (name == NULL && puzzle->file != NULL)
    name = base = g_path_get_basename (puzzle->file);
  else if (name == NULL)
    name = puzzle->id;
  /* Translators: a board of so many columns and rows */
  puzzle->name = name != NULL
                   ? tw_visible_text (name, -1, FALSE)
                   : g_strdup_printf (_ ("%d × %d"), puzzle->board->width, puzzle->board->height);
}

TwPuzzle *
tw_puzzle_new (const TwKind *kind, const char *id, TwBoard *board, gpointer payload,
               GDestroyNotify payload_free)
{
  TwPuzzle *puzzle = g_new0 (TwPuzzle, 1);

  g_atomic_ref_count_init (&puzzle->ref_count);
  puzzle->kind = kind;
  puzzle->id = g_strdup (id);
  puzzle->board = board;
  puzzle->payload = payload;
  puzzle->payload_free = payload_free;
  update_name (puzzle, NULL);
  return puzzle;
}

TwPuzzle *
tw_puzzle_ref (TwPuzzle *puzzle)
{
  g_atomic_ref_count_inc (&puzzle->ref_count);
  return puzzle;
}

void
tw_puzzle_unref (TwPuzzle *puzzle)
{
  if (!g_atomic_ref_count_dec (&puzzle->ref_count))
    return;
  if (puzzle->payload_free != NULL && puzzle->payload != NULL)
    puzzle->payload_free (puzzle->payload);
  TW_DROP (puzzle, (board, tw_board_free), (outside, g_free), (comment, g_ref_string_release),
           (version, g_free), (name, g_free), (title, g_free), (file, g_free), (id, g_free));
  g_free (puzzle);
}

void
tw_puzzle_set_id (TwPuzzle *puzzle, const char *id)
{
  g_free (puzzle->id);
  puzzle->id = g_strdup (id);
  update_name (puzzle, NULL);
}

void
tw_puzzle_set_made (TwPuzzle *puzzle, gint64 seed, const char *version)
{
  g_free (puzzle->version);
  puzzle->version = tw_visible_text (version, -1, FALSE);
  puzzle->seed = seed;
}

const char *
tw_puzzle_get_made (const TwPuzzle *puzzle, gint64 *seed)
{
  *seed = puzzle->seed;
  return puzzle->version;
}

void
tw_puzzle_set_origin (TwPuzzle *puzzle, const char *file, const char *name)
{
  g_free (puzzle->file);
  puzzle->file = g_strdup (file);
  update_name (puzzle, name);
}

void
tw_puzzle_set_title (TwPuzzle *puzzle, const char *title)
{
  g_free (puzzle->title);
  puzzle->title = g_strdup (title);
}

const char *
tw_puzzle_get_title (const TwPuzzle *puzzle)
{
  return puzzle->title;
}

void
tw_puzzle_set_comment (TwPuzzle *puzzle, char *comment)
{
  g_clear_pointer (&puzzle->comment, g_ref_string_release);
  puzzle->comment = comment != NULL ? g_ref_string_acquire (comment) : NULL;
}

char *
tw_puzzle_get_comment (const TwPuzzle *puzzle)
{
  return puzzle->comment;
}

void
tw_puzzle_set_outside (TwPuzzle *puzzle, guint8 *outside)
{
  g_free (puzzle->outside);
  puzzle->outside = outside;
}

const TwKind *
tw_puzzle_get_kind (const TwPuzzle *puzzle)
{
  return puzzle->kind;
}

const char *
tw_puzzle_get_id (const TwPuzzle *puzzle)
{
  return puzzle->id;
}

const char *
tw_puzzle_get_file (const TwPuzzle *puzzle)
{
  return puzzle->file;
}

const char *
tw_puzzle_get_name (const TwPuzzle *puzzle)
{
  return puzzle->name;
}

const TwBoard *
tw_puzzle_get_board (const TwPuzzle *puzzle)
{
  return puzzle->board;
}

const guint8 *
tw_puzzle_get_outside (const TwPuzzle *puzzle)
{
  return puzzle->outside;
}

gpointer
tw_puzzle_get_payload (const TwPuzzle *puzzle)
{
  return puzzle->payload;
}
