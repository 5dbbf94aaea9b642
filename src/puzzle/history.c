/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - the Undo and Redo history; see history.h. */
#include "puzzle/history.h"

#include "puzzle/play.h"

typedef struct {
  TwPuzzle *puzzle;
  gsize bytes;
  char *name; /* of the step that led to this value; NULL for the first value */
  TwStepKind kind;
  TwTiling squares; /* that lie on the board */
} Value;

struct TwHistory {
  GPtrArray *values; /* Value, the oldest first */
  guint at;
  gint64 saved; /* index of the saved value; -1: none */
  gsize bytes;
};

/* Estimates the memory of a value that shares nothing with others. */
static gsize
estimate (const TwPuzzle *puzzle)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  gsize cells = (gsize) board->width * (gsize) board->height;
  gsize bytes = 256 + cells;

  if (tw_puzzle_get_outside (puzzle) != NULL)
    bytes += cells;
  if (tw_play_get_pieces (puzzle) != NULL) {
    const TwPieceProblem *problem = tw_piece_puzzle_get_problem (tw_play_get_pieces (puzzle));

    bytes += sizeof (TwPieceColours) + cells + cells + problem->n_pieces * sizeof (TwPiece);
    for (gsize i = 0; i < problem->n_pieces; i++)
      bytes += (gsize) problem->pieces[i].shape.count * sizeof (TwShapeCell);
    bytes += problem->n_placed * sizeof (TwPiecePlacement);
  }
  return bytes;
}

static Value *
value_new (TwPuzzle *puzzle, const char *name, TwStepKind kind)
{
  Value *value = g_new (Value, 1);

  *value = (Value){ .puzzle = tw_puzzle_ref (puzzle),
                    .bytes = estimate (puzzle),
                    .name = g_strdup (name),
                    .kind = kind };
  return value;
}

static void
value_free (gpointer data)
{
  Value *value = data;

  tw_puzzle_unref (value->puzzle);
  tw_tiling_clear (&value->squares);
  g_free (value->name);
  g_free (value);
}

static const Value *
value_at (const TwHistory *history, guint i)
{
  return g_ptr_array_index (history->values, i);
}

TwHistory *
tw_history_new (TwPuzzle *puzzle)
{
  TwHistory *history = g_new0 (TwHistory, 1);

  history->values = g_ptr_array_new_with_free_func (value_free);
  g_ptr_array_add (history->values, value_new (puzzle, NULL, TW_STEP_EDIT));
  history->bytes = value_at (history, 0)->bytes;
  return history;
}

void
tw_history_free (TwHistory *history)
{
  g_ptr_array_unref (history->values);
  g_free (history);
}

TwPuzzle *
tw_history_get (const TwHistory *history)
{
  return value_at (history, history->at)->puzzle;
}

const TwTiling *
tw_history_get_squares (const TwHistory *history)
{
  return &value_at (history, history->at)->squares;
}

static void
forget (TwHistory *history, guint i)
{
  history->bytes -= value_at (history, i)->bytes;
  g_ptr_array_remove_index (history->values, i);
}

/* Adds a value after the position. */
static void
push (TwHistory *history, Value *value)
{
  while (history->values->len > history->at + 1)
    forget (history, history->values->len - 1);
  if (history->saved > history->at)
    history->saved = -1;

  g_ptr_array_add (history->values, value);
  history->at++;
  history->bytes += value_at (history, history->at)->bytes;

  while (
    history->values->len > 2
    && (history->values->len > TW_HISTORY_MAX_STEPS + 1 || history->bytes > TW_HISTORY_MAX_BYTES)) {
    forget (history, 0);
    history->at--;
    /* The index of the saved value decreases by one; -1 when that value was dropped. */
    if (history->saved >= 0)
      history->saved--;
  }
}

void
tw_history_push (TwHistory *history, TwPuzzle *puzzle, const char *name, TwStepKind kind)
{
  push (history, value_new (puzzle, name, kind));
}

void
tw_history_push_squares (TwHistory *history, const TwTiling *squares, const char *name)
{
  Value *value = value_new (tw_history_get (history), name, TW_STEP_PLAY);

  if (!tw_tiling_assign (&value->squares, squares))
    g_error ("out of memory for squares");
  value->bytes += squares->count * sizeof (TwSquare);
  push (history, value);
}

gboolean
tw_history_undo (TwHistory *history)
{
  if (history->at == 0)
    return FALSE;
  history->at--;
  return TRUE;
}

gboolean
tw_history_redo (TwHistory *history)
{
  if (history->at + 1 == history->values->len)
    return FALSE;
  history->at++;
  return TRUE;
}

const char *
tw_history_undo_name (const TwHistory *history)
{
  return history->at > 0 ? value_at (history, history->at)->name : NULL;
}

const char *
tw_history_redo_name (const TwHistory *history)
{
  return history->at + 1 < history->values->len ? value_at (history, history->at + 1)->name : NULL;
}

guint
tw_history_n_undo (const TwHistory *history)
{
  return history->at;
}

gsize
tw_history_bytes (const TwHistory *history)
{
  return history->bytes;
}

void
tw_history_set_saved (TwHistory *history)
{
  history->saved = history->at;
}

gboolean
tw_history_set_saved_as (TwHistory *history, const TwPuzzle *puzzle)
{
  /* The value may occur twice; prefer the one at the position. */
  if (tw_history_get (history) == puzzle) {
    tw_history_set_saved (history);
    return TRUE;
  }
  for (guint i = history->values->len; i-- > 0;)
    if (value_at (history, i)->puzzle == puzzle) {
      history->saved = i;
      return TRUE;
    }
  return FALSE;
}

void
tw_history_set_unsaved (TwHistory *history)
{
  history->saved = -1;
}

gboolean
tw_history_is_modified (const TwHistory *history)
{
  if (history->saved < 0)
    return TRUE;

  guint from = (guint) MIN (history->saved, (gint64) history->at);
  guint to = (guint) MAX (history->saved, (gint64) history->at);

  for (guint i = from + 1; i <= to; i++)
    if (value_at (history, i)->kind == TW_STEP_EDIT)
      return TRUE;
  return FALSE;
}

TwPuzzle *
tw_history_get_saved (const TwHistory *history)
{
  return history->saved >= 0 ? value_at (history, (guint) history->saved)->puzzle : NULL;
}

TwPuzzle *
tw_history_get_start (const TwHistory *history)
{
  guint i = history->at;

  while (i > 0 && value_at (history, i)->kind == TW_STEP_PLAY)
    i--;
  return value_at (history, i)->puzzle;
}
