/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.c - the files of stopped searches; see checkpoint.h. */
#include "puzzle/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "core/pieces/checkpoint.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"

#define SECONDS "seconds "
/* A thousand years in seconds. */
#define MAX_SECONDS 3.2e10

char *
tw_piece_checkpoint_sum (const char *text, gsize length)
{
  char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  sum[16] = '\0';
  return sum;
}

char *
tw_piece_checkpoint_text (const char *checkpoint, double seconds)
{
  GString *text = g_string_new (checkpoint);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *sum = NULL;

  g_ascii_formatd (number, sizeof number, "%.3f", seconds);
  g_string_append_printf (text, SECONDS "%s ", number);
  sum = tw_piece_checkpoint_sum (text->str, text->len);
  g_string_append_printf (text, "%s\n", sum);
  return g_string_free (text, FALSE);
}

const char *
tw_piece_checkpoint_fault_text (TwCheckpointFault fault)
{
  switch (fault) {
  case TW_CHECKPOINT_VERSION:
    return _ ("this checkpoint is from another version; “tilewright-pieces 3” is expected in "
              "line 1");
  case TW_CHECKPOINT_DAMAGED:
    return _ ("this checkpoint is damaged: its checksum or its shares are wrong");
  case TW_CHECKPOINT_NO_MEMORY:
    return _ ("not enough memory");
  case TW_CHECKPOINT_FOREIGN:
  case TW_CHECKPOINT_OK:
  default:
    return _ ("not a checkpoint of this puzzle");
  }
}

gboolean
tw_piece_checkpoint_take_seconds (char *text, double *seconds)
{
  char *line = g_strrstr (text, "\n" SECONDS);
  g_autofree char *sum = NULL;
  char *number, *end;

  if (line == NULL)
    return FALSE;
  number = line + strlen ("\n" SECONDS);
  *seconds = g_ascii_strtod (number, &end);
  if (end == number || *end != ' ' || !(*seconds >= 0 && *seconds <= MAX_SECONDS))
    return FALSE;
  sum = tw_piece_checkpoint_sum (text, (gsize) (end + 1 - text));
  if (!g_str_has_prefix (end + 1, sum) || !g_str_equal (end + 1 + strlen (sum), "\n"))
    return FALSE;
  line[1] = '\0';
  return TRUE;
}

char *
tw_piece_checkpoint_parse (const char *text, double *seconds, GError **error)
{
  char *core = strdup (text);
  g_auto (TwCheckpoint) checkpoint = { 0 };
  TwCheckpointFault fault = TW_CHECKPOINT_NO_MEMORY;
  gboolean timed;

  if (core != NULL) {
    timed = tw_piece_checkpoint_take_seconds (core, seconds);
    fault = tw_checkpoint_read (&checkpoint, core);
    if (fault == TW_CHECKPOINT_OK && !timed)
      fault = TW_CHECKPOINT_DAMAGED;
  }
  if (fault == TW_CHECKPOINT_OK)
    return core;
  free (core);
  return tw_fail_format_null (error, "%s", tw_piece_checkpoint_fault_text (fault));
}
