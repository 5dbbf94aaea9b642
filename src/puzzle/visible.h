/* SPDX-License-Identifier: GPL-3.0-or-later */
/* visible.h - texts of files and servers as people see them: a control character could move the
 * cursor of a terminal or change what stands before it, and a bidirectional override reorders the
 * letters of a name. Any thread. */
#pragma once

#include <glib.h>

/* Returns a copy in which each control character, line separator and bidirectional embedding,
 * override or isolate is replaced by its code such as "\u001b", and each byte that is not UTF-8 by
 * "\xff". With `lines`, line feeds and tabs stay. The caller frees it with g_free (). `length` may
 * be -1. */
char *tw_visible_text (const char *text, gssize length, gboolean lines);
