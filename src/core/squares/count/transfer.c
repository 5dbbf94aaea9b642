/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer.c - see transfer.h. */
#include "core/squares/count/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/natural.h"
#include "core/base/threads.h"

#define POLL_INTERVAL (1 << 20)

/* What the threads share. */
typedef struct {
  TwRun *run;
  const TwCountVector *from;
  TwCountVector *to;       /* of the next column; NULL: the result is summed up */
  const TwProfiles *upper; /* profiles of the result */
  int middle;              /* without `to`: columns between the two halves */
  int n_tasks;
  atomic_int next_task;
  atomic_bool overflow, stopped;
} Transfer;

typedef struct {
  Transfer *transfer;
  TwPoll poll;
  /* For each number of rows of the upper part, the vector over the lower parts. */
  uint64_t *lower[TW_PROFILE_ROWS + 1];
  size_t at; /* index of the next result */
  bool overflow;
  uint64_t *sum, *product; /* without `to`: 2 * words + 1 words each */
} Worker;

/* Adds `n` numbers; returns whether one became too long. */
static bool
add_numbers (uint64_t *restrict sum, const uint64_t *restrict addend, size_t n, size_t words)
{
  bool carry = false;

  if (words == 1) {
    for (size_t i = 0; i < n; i++)
      carry |= __builtin_add_overflow (sum[i], addend[i], &sum[i]);
  } else if (words == 2) {
    for (size_t i = 0; i < 2 * n; i += 2) {
      bool low = __builtin_add_overflow (sum[i], addend[i], &sum[i]);
      uint64_t high;
      bool first = __builtin_add_overflow (sum[i + 1], addend[i + 1], &high);

      carry |= first | __builtin_add_overflow (high, (uint64_t) low, &sum[i + 1]);
    }
  } else {
    for (size_t i = 0; i < n; i++)
      carry |= !tw_natural_add_words (&sum[i * words], &addend[i * words], words);
  }
  return carry;
}

/* Sets (or, with `add`, increases) the vector over lower parts of length - run rows by the numbers
 * of the words that begin with `run` rows of `value`. When the lower part begins with `value` too,
 * its first run is longer in the word. */
static void
cut_run (Worker *worker, uint64_t *lower, const uint64_t *words_of, int length, int value, int run,
         bool add)
{
  const TwCountVector *from = worker->transfer->from;
  const TwProfiles *p = &from->profiles;
  int rest = length - run;
  size_t block = tw_profiles_section (p, rest, value, 0);
  size_t end = tw_profiles_section (p, rest, value, rest + 1), n = tw_profiles_count (p, rest);
  size_t others = tw_profiles_section (p, length, value, run);
  size_t longer = run + value < length ? tw_profiles_section (p, length, value, run + value + 1)
                                       : 0;
  const struct {
    size_t to, from, n;
  } ranges[] = { { 0, others, block },
                 { block, longer, end - block },
                 { end, others + block, n - end } };

  for (int i = 0; i < 3; i++) {
    uint64_t *to = &lower[ranges[i].to * from->words];
    const uint64_t *source = &words_of[ranges[i].from * from->words];

    if (ranges[i].n > 0 && add)
      worker->overflow |= add_numbers (to, source, ranges[i].n, from->words);
    else if (ranges[i].n > 0)
      memcpy (to, source, ranges[i].n * from->words * sizeof *to);
  }
}

/* Squares that cross a column only decrease the value of a row, whatever their sizes, so a whole run
 * is handled at once. */
static bool
is_whole (const Transfer *transfer, int value)
{
  return transfer->to != NULL && value > 0;
}

/* Returns which value of the old profile becomes `value` by squares of `size` rows, or -1. A square
 * that crosses a column by `value` cells on one side has the rest of its size, without the
 * column, on the other. */
static int
old_value (const Transfer *transfer, int value, int size)
{
  int old = size - value - (transfer->to != NULL ? 1 : transfer->middle);

  if (is_whole (transfer, value))
    old = value - 1;
  else if (transfer->to == NULL && transfer->middle == 0 && value == 0)
    old = size == 1 ? 0 : -1; /* a row that no square crosses */
  else if (transfer->to == NULL && transfer->middle == 0 && old == 0)
    old = -1;
  return old <= transfer->from->profiles.most ? old : -1;
}

/* Computes the vector of the upper part that has `run` rows of `value` after the first `row` rows;
 * those of shorter runs are computed. */
static void
extend (Worker *worker, int row, int value, int run)
{
  const Transfer *transfer = worker->transfer;
  int rows = transfer->upper->rows;
  bool whole = is_whole (transfer, value);
  uint64_t *lower = worker->lower[row + run];
  size_t n = tw_profiles_count (&transfer->from->profiles, rows - row - run);
  bool add = false;

  for (int size = whole ? run : 1; size <= run; size++) {
    int old = old_value (transfer, value, size), before = row + run - size;

    /* Upper parts whose run is too short for its value have no vector. */
    if (old < 0 || (before > row && before - row <= value))
      continue;
    if (old < size) {
      cut_run (worker, lower, worker->lower[before], rows - before, old, size, add);
      add = true;
    }
  }
  if (!add)
    memset (lower, 0, n * transfer->from->words * sizeof lower[0]);
  if (tw_poll_by (&worker->poll, (uint32_t) (n < POLL_INTERVAL ? n + 1 : POLL_INTERVAL)))
    atomic_store (&worker->transfer->stopped, true);
}

static void
add_product (Worker *worker, const uint64_t *a, const uint64_t *b)
{
  size_t words = worker->transfer->from->words;
  uint64_t *product = worker->product;

  memset (product, 0, (2 * words + 1) * sizeof product[0]);
  for (size_t i = 0; i < words; i++) {
    uint64_t carry = 0;

    for (size_t j = 0; a[i] != 0 && j < words; j++) {
      __extension__ unsigned __int128 term = (unsigned __int128) a[i] * b[j] + product[i + j]
                                             + carry;

      product[i + j] = (uint64_t) term;
      carry = (uint64_t) (term >> 64);
    }
    product[i + words] += carry;
  }
  worker->overflow |= !tw_natural_add_words (worker->sum, product, 2 * words + 1);
}

static void
finish_word (Worker *worker)
{
  Transfer *transfer = worker->transfer;
  size_t words = transfer->from->words;
  const uint64_t *number = worker->lower[transfer->upper->rows];

  if (transfer->to != NULL)
    memcpy (&transfer->to->numbers[worker->at * words], number, words * sizeof number[0]);
  else
    add_product (worker, number, &transfer->from->numbers[worker->at * words]);
  worker->at++;
}

/* Visits all upper parts that extend the first `row` rows, the last of which has the value
 * `last`. */
static void
visit (Worker *worker, int row, int last)
{
  const TwProfiles *upper = worker->transfer->upper;

  if (row == upper->rows) {
    finish_word (worker);
    return;
  }
  for (int value = 0; value <= upper->most && value < upper->rows - row; value++) {
    for (int run = value + 1; value != last && run <= upper->rows - row; run++) {
      extend (worker, row, value, run);
      if (worker->poll.stopped)
        return;
      visit (worker, row + run, value);
    }
  }
}

/* The tasks are the first runs of the new profile. */
static void *
work (void *data)
{
  Worker *worker = data;
  Transfer *transfer = worker->transfer;
  const TwProfiles *upper = transfer->upper;
  int task = atomic_fetch_add (&transfer->next_task, 1), i = 0;

  for (int value = 0; value <= upper->most && value < upper->rows; value++) {
    for (int run = value + 1; run <= upper->rows && !worker->poll.stopped; run++, i++) {
      if (i != task)
        continue;
      /* Shorter runs of 0 and of values in the middle are needed for the longer ones. */
      for (int shorter = is_whole (transfer, value) ? run : value + 1; shorter <= run; shorter++)
        extend (worker, 0, value, shorter);
      worker->at = tw_profiles_section (upper, upper->rows, value, run);
      visit (worker, run, value);
      task = atomic_fetch_add (&transfer->next_task, 1);
    }
  }
  if (worker->overflow)
    atomic_store (&transfer->overflow, true);
  return NULL;
}

static bool
init_worker (Worker *worker, Transfer *transfer)
{
  const TwCountVector *from = transfer->from;
  bool fine = true;

  *worker = (Worker){ .transfer = transfer };
  tw_poll_init (&worker->poll, transfer->run, POLL_INTERVAL);
  worker->lower[0] = from->numbers;
  for (int row = 1; fine && row <= from->profiles.rows; row++) {
    size_t n = tw_profiles_count (&from->profiles, from->profiles.rows - row);

    worker->lower[row] = tw_run_malloc (transfer->run, n * from->words * sizeof (uint64_t));
    fine = worker->lower[row] != NULL;
  }
  if (fine && transfer->to == NULL) {
    worker->sum = tw_run_calloc (transfer->run, 2 * (2 * from->words + 1), sizeof (uint64_t));
    fine = worker->sum != NULL;
    worker->product = fine ? worker->sum + 2 * from->words + 1 : NULL;
  }
  return fine;
}

static void
clear_worker (Worker *worker)
{
  const TwCountVector *from = worker->transfer->from;
  TwRun *run = worker->transfer->run;

  for (int row = 1; row <= from->profiles.rows; row++) {
    size_t n = tw_profiles_count (&from->profiles, from->profiles.rows - row);

    tw_run_mfree (run, worker->lower[row], n * from->words * sizeof (uint64_t));
  }
  tw_run_mfree (run, worker->sum, 2 * (2 * from->words + 1) * sizeof (uint64_t));
}

static TwTransferEnd
transfer_by_threads (Transfer *transfer, int threads, uint64_t *sum)
{
  /* A thread for fewer profiles than this costs more than it saves. */
  const size_t few = 10000;
  size_t words = transfer->from->words;
  int count = 0, wanted = transfer->from->n < few ? 1 : threads;
  Worker *workers = tw_run_calloc (transfer->run, (size_t) wanted, sizeof (Worker));
  bool fine = workers != NULL;

  /* Fewer workers do when memory is short. */
  while (fine && count < wanted) {
    fine = init_worker (&workers[count], transfer);
    if (!fine)
      clear_worker (&workers[count]);
    count += fine;
  }
  fine = count > 0 && tw_threads_run (work, workers, sizeof (Worker), count, 0);
  for (int i = 0; i < count; i++) {
    if (sum != NULL && !tw_natural_add_words (sum, workers[i].sum, 2 * words + 1))
      transfer->overflow = true;
    clear_worker (&workers[i]);
  }
  tw_run_mfree (transfer->run, workers, (size_t) wanted * sizeof (Worker));
  return !fine                               ? TW_TRANSFER_MEMORY
         : atomic_load (&transfer->stopped)  ? TW_TRANSFER_STOPPED
         : atomic_load (&transfer->overflow) ? TW_TRANSFER_OVERFLOW
                                             : TW_TRANSFER_DONE;
}

bool
tw_count_vector_init (TwCountVector *vector, TwRun *run, int rows, int most, size_t words)
{
  *vector = (TwCountVector){ .words = words };
  if (!tw_profiles_init (&vector->profiles, run, rows, most))
    return false;
  vector->n = tw_profiles_count (&vector->profiles, rows);
  vector->numbers = tw_run_calloc (run, vector->n, words * sizeof (uint64_t));
  return vector->numbers != NULL;
}

void
tw_count_vector_clear (TwCountVector *vector, TwRun *run)
{
  tw_profiles_clear (&vector->profiles, run);
  tw_run_mfree (run, vector->numbers, vector->n * vector->words * sizeof (uint64_t));
  *vector = (TwCountVector){ 0 };
}

TwTransferEnd
tw_transfer_column (const TwCountVector *from, TwCountVector *to, int threads, TwRun *run)
{
  Transfer transfer = { .run = run, .from = from, .to = to, .upper = &to->profiles };

  return transfer_by_threads (&transfer, threads, NULL);
}

TwTransferEnd
tw_transfer_join (const TwCountVector *half, int middle, uint64_t *sum, int threads, TwRun *run)
{
  Transfer transfer = { .run = run, .from = half, .upper = &half->profiles, .middle = middle };

  memset (sum, 0, (2 * half->words + 1) * sizeof sum[0]);
  return transfer_by_threads (&transfer, threads, sum);
}
