/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlx.h - Knuth's exact-cover text: the value, its reader and its writer.
 *
 * The first line that is not a comment lists the items: primary ones, then optionally a | and
 * secondary ones. Each later line is an option, a list of items; a secondary item may have a
 * colour, item:colour. Lines that begin with | are comments. A text of comments and an empty line is
 * the problem without items, whose only solution has no option. The format is that of D. E. Knuth's
 * programs DLX1 and DLX2 (The Art of Computer Programming, volume 4B, section 7.2.2.1); names may
 * be longer than there. Multiplicities (LEAST:MOST|NAME, program DLX3) are rejected.
 *
 * Threads and ownership: a value is immutable after it was read.
 */
#pragma once

#include <glib.h>

#include "core/pieces/exact-cover.h"

enum {
  TW_DLX_MAX_ITEMS = 100000,
  TW_DLX_MAX_OPTIONS = 1000000,
  TW_DLX_MAX_TERMS = 4000000, /* items of all options in total */
  TW_DLX_MAX_NAME = 64,       /* bytes of an item or a colour */
};

/* An exact cover problem with the names of its items and colours. */
typedef struct {
  TwExactCover problem;
  GArray *start;      /* of gint32; storage of problem.start */
  GArray *terms;      /* of TwCoverTerm */
  GPtrArray *items;   /* of char *, by number */
  GPtrArray *colours; /* of char *; colour c is at index c - 1 */
} TwDlx;

/* `text` ends in a NUL. On failure returns NULL and sets `error` to "line N: REASON". */
TwDlx *tw_dlx_read (const char *text, GError **error);
void tw_dlx_free (TwDlx *dlx);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwDlx, tw_dlx_free)

/* Returns the problem as text; the caller frees it with g_free (). */
char *tw_dlx_write (const TwDlx *dlx);

/* Returns a term as text, "item" or "item:colour"; the caller frees it with g_free (). */
char *tw_dlx_dup_term (const TwDlx *dlx, TwCoverTerm term);
