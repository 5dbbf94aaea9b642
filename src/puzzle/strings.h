/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strings.h - the order of strings. Any thread. */
#pragma once

#include <glib.h>
#include <string.h>

/* Compares two pointers to strings byte by byte, for g_ptr_array_sort () and qsort (). */
static inline int
tw_compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}
