/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz.h - functions that the targets share. Each target is a libFuzzer program for one reader: for
 * any bytes, the reader accepts them or says why not, and what it accepts can be written and read
 * again. build-aux/fuzz builds and runs them. */
#pragma once

#include <gio/gio.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Assertions for every build. libFuzzer stores an input that ends in abort (), but not one that
 * ends in the trap of g_error (). */
#define fuzz_fail(...) (g_printerr (__VA_ARGS__), abort ())
#define fuzz_assert(condition)                      \
  G_STMT_START                                      \
  {                                                 \
    if (!(condition))                               \
      fuzz_fail ("%s: " #condition "\n", G_STRLOC); \
  }                                                 \
  G_STMT_END

/* Copies the bytes to a block of exactly their length, so that a read beyond the end is detected.
 * The caller frees it with g_free (). */
static inline char *
fuzz_copy (const uint8_t *data, size_t size)
{
  char *text = g_malloc (MAX (size, 1));

  if (size > 0)
    memcpy (text, data, size);
  return text;
}

/* There is an error with a readable message. */
static inline void
fuzz_expect_error (const GError *error)
{
  fuzz_assert (error != NULL && error->message[0] != '\0');
  fuzz_assert (g_utf8_validate (error->message, -1, NULL));
}

/* Appends the line "check SUM" that a checkpoint of core ends with (core/pieces/checkpoint.h). */
static inline void
fuzz_add_check (GString *text, gsize start)
{
  uint64_t sum = text->len - start;

  for (gsize i = start; i < text->len; i++)
    sum = tw_mix (sum ^ (unsigned char) text->str[i]);
  g_string_append_printf (text, "check %016" G_GINT64_MODIFIER "x\n", sum);
}
