/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cases.h - TEST (name, path) { ... } defines a test and adds it to those of its program, which
 * run in the order of their lines. Include it by check.h or test-tools.h. */
#pragma once

#include <stddef.h>

typedef struct TestCase TestCase;
struct TestCase {
  const char *path;
  void (*run) (void);
  int line;
  TestCase *next;
};

static TestCase *test_cases;

/* Constructors run in any order. */
static inline void
test_case_add (TestCase *added)
{
  TestCase **place = &test_cases;

  while (*place != NULL && (*place)->line < added->line)
    place = &(*place)->next;
  added->next = *place;
  *place = added;
}

#define TEST(name, path) TEST_IF (1, name, path)

/* A test that only exists under this condition; it is compiled always. */
#define TEST_IF(condition, name, path)                             \
  static void test_##name (void);                                  \
  static void __attribute__ ((constructor)) add_test_##name (void) \
  {                                                                \
    static TestCase added = { path, test_##name, __LINE__, NULL }; \
                                                                   \
    if (condition)                                                 \
      test_case_add (&added);                                      \
  }                                                                \
  static void test_##name (void)
