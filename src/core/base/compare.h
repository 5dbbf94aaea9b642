/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - orders numbers for qsort. */
#pragma once

#include <stdint.h>

/* Orders int32_t, smallest first. */
static inline int
tw_compare_int32 (const void *a, const void *b)
{
  int32_t p = *(const int32_t *) a, q = *(const int32_t *) b;

  return (p > q) - (p < q);
}
