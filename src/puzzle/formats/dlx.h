/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlx.h - Knuth's exact-cover text: the value, its reader and its writer.
 *
 * The first line that is no comment lists the items: primary ones, then perhaps a |
 * and secondary ones. Each line after it is an option, a list of items; a secondary
 * item may have a colour, item:colour. Lines that begin with | are comments. The
 * format is that of D. E. Knuth's programs DLX1 and DLX2 (The Art of Computer
 * Programming, volume 4B, section 7.2.2.1); names may be longer than there.
 * Multiplicities (LEAST:MOST|NAME, program DLX3) are refused.
 *
 * Threads and ownership: a value is immutable after it was read.
 */
#ifndef TW_PUZZLE_FORMATS_DLX_H
#define TW_PUZZLE_FORMATS_DLX_H

#include <glib.h>

#include "core/pieces/exact-cover.h"

G_BEGIN_DECLS

enum {
  TW_DLX_MAX_ITEMS = 100000,
  TW_DLX_MAX_OPTIONS = 1000000,
  TW_DLX_MAX_TERMS = 4000000, /* items of all options together */
  TW_DLX_MAX_NAME = 64,       /* bytes of an item or a colour */
};

/* An exact cover problem with the names of its items and colours. */
typedef struct {
  TwExactCover problem;
  GArray *start;      /* of gint32; what problem.start points to */
  GArray *terms;      /* of TwCoverTerm */
  GPtrArray *items;   /* of char *, by number */
  GPtrArray *colours; /* of char *; number c is at c - 1 */
} TwDlx;

/* `text` ends in a NUL. NULL and `error`, "line N: REASON". */
TwDlx *tw_dlx_read (const char *text, GError **error);
void tw_dlx_free (TwDlx *dlx);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwDlx, tw_dlx_free)

/* The same problem as text. g_free () it. */
char *tw_dlx_write (const TwDlx *dlx);

/* A term as the text has it, "item" or "item:colour". g_free () it. */
char *tw_dlx_dup_term (const TwDlx *dlx, TwCoverTerm term);

G_END_DECLS

#endif
