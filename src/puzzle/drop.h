/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drop.h - drops what a structure owns, one pair of a member and its function for each; members may be
 * NULL.
 *
 *   TW_DEFINE_FREE (work_free, Work, (result, tw_result_unref), (text, g_free))
 *
 * defines `static void work_free (gpointer data)`, which frees the structure, too; TW_DEFINE_CLEAR ()
 * leaves it; TW_DROP (self, ...) is a statement. At most ten pairs. */
#pragma once

#include <glib.h>

#define TW_DROP(self, ...) TW_EACH (TW_DROP_MEMBER, self, , __VA_ARGS__)
#define TW_DEFINE_CLEAR(name, Type, ...) \
  static void name (gpointer data)       \
  {                                      \
    Type *self = data;                   \
    TW_DROP (self, __VA_ARGS__);         \
  }
#define TW_DEFINE_FREE(name, Type, ...) \
  static void name (gpointer data)      \
  {                                     \
    Type *self = data;                  \
    TW_DROP (self, __VA_ARGS__);        \
    g_free (self);                      \
  }

#define TW_DROP_MEMBER(self, T, pair) \
  g_clear_pointer (&(self)->TW_DROP_NAME pair, TW_DROP_FUNCTION pair);
#define TW_DROP_NAME(member, drop)     member
#define TW_DROP_FUNCTION(member, drop) drop

/* Repeats M (k, T, item) for each of the items, k and T being the first arguments of all. */
#define TW_EACH(M, k, T, ...)                                                            \
  do {                                                                                   \
    TW_NTH (__VA_ARGS__, TW_10, TW_9, TW_8, TW_7, TW_6, TW_5, TW_4, TW_3, TW_2, TW_1, 0) \
    (M, k, T, __VA_ARGS__)                                                               \
  } while (0)
#define TW_NTH(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, nth, ...) nth

#define TW_1(M, k, T, a)       M (k, T, a)
#define TW_2(M, k, T, a, ...)  M (k, T, a) TW_1 (M, k, T, __VA_ARGS__)
#define TW_3(M, k, T, a, ...)  M (k, T, a) TW_2 (M, k, T, __VA_ARGS__)
#define TW_4(M, k, T, a, ...)  M (k, T, a) TW_3 (M, k, T, __VA_ARGS__)
#define TW_5(M, k, T, a, ...)  M (k, T, a) TW_4 (M, k, T, __VA_ARGS__)
#define TW_6(M, k, T, a, ...)  M (k, T, a) TW_5 (M, k, T, __VA_ARGS__)
#define TW_7(M, k, T, a, ...)  M (k, T, a) TW_6 (M, k, T, __VA_ARGS__)
#define TW_8(M, k, T, a, ...)  M (k, T, a) TW_7 (M, k, T, __VA_ARGS__)
#define TW_9(M, k, T, a, ...)  M (k, T, a) TW_8 (M, k, T, __VA_ARGS__)
#define TW_10(M, k, T, a, ...) M (k, T, a) TW_9 (M, k, T, __VA_ARGS__)
