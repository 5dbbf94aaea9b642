/* SPDX-License-Identifier: GPL-3.0-or-later */
/* string-order.h - the order of strings, and maps from them. Any thread. */
#pragma once

#include <glib.h>
#include <string.h>

/* Compares two pointers to strings byte by byte, for g_ptr_array_sort () and qsort (). */
static inline int
tw_compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static inline int
tw_compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

/* Maps strings, which it owns. A tree, because strings from files could be chosen to collide in a hash
 * table. */
static inline GTree *
tw_string_tree_new (GDestroyNotify value_free)
{
  return g_tree_new_full (tw_compare_keys, NULL, g_free, value_free);
}
