/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-size.h - how many random tasks a test solves. TW_TEST_SIZE=full, which build-aux/test --full
 * sets, asks for all of them; otherwise a tenth is enough, and in sanitized programs, which look for
 * faults of memory and threads rather than for wrong answers, a thirtieth. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
/* Some tests take minutes under the thread sanitizer. Those with one thread, or with threads that other
 * tests cover, are left out there. */
#if defined __SANITIZE_THREAD__ || __has_feature(thread_sanitizer)
#define THREAD_SANITIZED true
#else
#define THREAD_SANITIZED false
#endif
/* Sanitized programs are many times slower, above all where they allocate memory. */
#if THREAD_SANITIZED || defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#define TEST_SANITIZED 1
#else
#define TEST_SANITIZED 0
#endif

static inline int
test_size (int full)
{
  const char *size = getenv ("TW_TEST_SIZE");
  const int share = TEST_SANITIZED ? 30 : 10;

  return size != NULL && strcmp (size, "full") == 0 ? full : (full + share - 1) / share;
}

/* A test demands that more than so many of its tasks are of some sort, for example have a solution.
 * Few tasks vary more, so of a thirtieth only half as many are demanded. */
static inline int
test_share (int full)
{
  return test_size (full) / (test_size (30) == 1 ? 2 : 1);
}

/* From the n-th point of interruption to the next one to be tried: by a share of n, or twice n. */
static inline uint64_t
test_step (uint64_t n, uint64_t share)
{
  return 1 + (test_size (10) == 10 ? n / share : n);
}

/* What a test demands of all tasks, or of a tenth of them, where chance has more weight. */
static inline int
test_demand (int full, int small)
{
  return test_size (10) == 10 ? full : small;
}
