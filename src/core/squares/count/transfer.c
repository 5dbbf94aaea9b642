/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer.c - see transfer.h. */
#include "core/squares/count/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/natural.h"
#include "core/base/threads.h"

#define POLL_INTERVAL (1 << 18)

typedef struct TwTransferWorker Worker;

/* What the threads share. */
typedef struct {
  TwTransferTeam *team;
  const TwCountVector *from;
  TwCountVector *to;       /* of the next column; NULL: the result is summed up */
  const TwProfiles *upper; /* profiles of the result */
  int middle;              /* without `to`: columns between the two halves */
  int tail;                /* rows that finish_words () handles */
  atomic_int next_task;
  _Atomic size_t n_done; /* results */
  atomic_bool overflow, stopped;
} Transfer;

struct TwTransferWorker {
  Transfer *transfer;
  uint64_t *scratch;
  TwPoll poll;
  /* For each number of rows of the upper part, the vector over the lower parts. */
  uint64_t *lower[TW_PROFILE_ROWS + 1];
  size_t at;       /* index of the next result */
  uint64_t *units; /* where build_tails () stores results of one word; NULL: at their place */
  bool overflow;
  uint64_t *sum, *product; /* without `to`: 2 * words + 1 words each */
};

/* Adds `n` numbers; returns whether one became too long. */
static bool
add_numbers (uint64_t *restrict sum, const uint64_t *restrict addend, size_t n,
             const TwNumberFormat *format)
{
  const uint64_t modulus = format->modulus;
  size_t words = format->words;
  bool carry = false;

  if (format->kind == TW_NUMBERS_RESIDUES) {
    for (size_t i = 0; i < n; i++) {
      uint64_t reduced = sum[i] + addend[i] - modulus;

      sum[i] = reduced + (modulus & (0 - (reduced >> 63)));
    }
  } else if (format->kind == TW_NUMBERS_APPROXIMATE) {
    for (size_t i = 0; i < n; i++)
      sum[i] = tw_number_from_double (tw_number_to_double (sum[i])
                                      + tw_number_to_double (addend[i]));
  } else if (words == 1) {
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
    uint64_t *to = &lower[ranges[i].to * from->format.words];
    const uint64_t *source = &words_of[ranges[i].from * from->format.words];

    if (ranges[i].n > 0 && add)
      worker->overflow |= add_numbers (to, source, ranges[i].n, &from->format);
    else if (ranges[i].n > 0)
      memcpy (to, source, ranges[i].n * from->format.words * sizeof *to);
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
    memset (lower, 0, n * transfer->from->format.words * sizeof lower[0]);
  if (tw_poll_by (&worker->poll, (uint32_t) (n < POLL_INTERVAL ? n + 1 : POLL_INTERVAL)))
    atomic_store (&worker->transfer->stopped, true);
}

static void
add_product (Worker *worker, const uint64_t *a, const uint64_t *b)
{
  const TwNumberFormat *format = &worker->transfer->from->format;
  size_t words = format->words;
  uint64_t *product = worker->product;

  if (format->kind == TW_NUMBERS_APPROXIMATE) {
    product[0] = tw_number_from_double (tw_number_to_double (a[0]) * tw_number_to_double (b[0]));
    (void) add_numbers (worker->sum, product, 1, format);
    return;
  }
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
  size_t words = transfer->from->format.words;
  const uint64_t *number = worker->lower[transfer->upper->rows];

  if (worker->units != NULL)
    worker->units[worker->at] = number[0];
  else if (transfer->to != NULL)
    memcpy (&transfer->to->numbers[worker->at * words], number, words * sizeof number[0]);
  else
    add_product (worker, number, &transfer->from->numbers[worker->at * words]);
  worker->at++;
}

/* Adds up numbers of a vector. */
static void
add_terms (Worker *worker, const uint64_t *lower, const uint16_t *terms, size_t n, uint64_t *sum)
{
  const TwNumberFormat *format = &worker->transfer->from->format;
  uint64_t number = 0;
  bool carry = false;

  if (format->kind == TW_NUMBERS_RESIDUES) {
    for (size_t i = 0; i < n; i++) {
      number += lower[terms[i]] - format->modulus;
      number += format->modulus & (0 - (number >> 63));
    }
    sum[0] = number;
  } else if (format->kind == TW_NUMBERS_APPROXIMATE) {
    double value = 0;

    for (size_t i = 0; i < n; i++)
      value += tw_number_to_double (lower[terms[i]]);
    sum[0] = tw_number_from_double (value);
  } else if (format->words == 1) {
    for (size_t i = 0; i < n; i++)
      carry |= __builtin_add_overflow (number, lower[terms[i]], &number);
    sum[0] = number;
  } else if (format->words == 2) {
    __extension__ unsigned __int128 wide = 0;

    for (size_t i = 0; i < n; i++) {
      const uint64_t *term = &lower[2 * (size_t) terms[i]];

      __extension__ unsigned __int128 addend = (unsigned __int128) term[1] << 64 | term[0];

      carry |= __builtin_add_overflow (wide, addend, &wide);
    }
    sum[0] = (uint64_t) wide;
    sum[1] = (uint64_t) (wide >> 64);
  } else {
    memset (sum, 0, format->words * sizeof sum[0]);
    for (size_t i = 0; i < n; i++)
      carry |= !tw_natural_add_words (sum, &lower[terms[i] * format->words], format->words);
  }
  worker->overflow |= carry;
}

/* Completes the upper part of the first `row` rows in all ways. */
static void
finish_words (Worker *worker, int row, int last)
{
  Transfer *transfer = worker->transfer;
  const TwProfiles *upper = transfer->upper;
  int rest = upper->rows - row;
  const TwTransferTail *tail = &transfer->team->tails[rest];
  size_t words = transfer->from->format.words, n = tw_profiles_count (upper, rest);
  size_t block = n, end = n;

  if (last >= 0) {
    block = tw_profiles_section (upper, rest, last, 0);
    end = tw_profiles_section (upper, rest, last, rest + 1);
  }
  if (tw_poll_by (&worker->poll, (uint32_t) (tail->begins[n] < POLL_INTERVAL ? tail->begins[n] + 1
                                                                             : POLL_INTERVAL))) {
    atomic_store (&transfer->stopped, true);
    return;
  }
  for (size_t i = block > 0 ? 0 : end; i < n; i = i + 1 == block ? end : i + 1, worker->at++) {
    uint64_t *sum = transfer->to != NULL ? &transfer->to->numbers[worker->at * words]
                                         : worker->lower[upper->rows];

    add_terms (worker, worker->lower[row], &tail->terms[tail->begins[i]],
               tail->begins[i + 1] - tail->begins[i], sum);
    if (transfer->to == NULL)
      add_product (worker, sum, &transfer->from->numbers[worker->at * words]);
  }
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
  if (upper->rows - row <= worker->transfer->tail) {
    finish_words (worker, row, last);
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

static void
show_progress (Transfer *transfer, size_t n)
{
  const TwTransferTeam *team = transfer->team;
  const TwProfiles *upper = transfer->upper;
  size_t done = atomic_fetch_add (&transfer->n_done, n) + n;
  double all = (double) tw_profiles_count (upper, upper->rows);

  if (team->steps > 0)
    tw_run_set_permille (team->run,
                         (int) (1000 * (team->step + (double) done / all) / team->steps));
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
      size_t first = tw_profiles_section (upper, upper->rows, value, run);

      if (i != task)
        continue;
      /* Shorter runs of 0 and of values in the middle are needed for the longer ones. */
      for (int shorter = is_whole (transfer, value) ? run : value + 1; shorter <= run; shorter++)
        extend (worker, 0, value, shorter);
      worker->at = first;
      visit (worker, run, value);
      show_progress (transfer, worker->at - first);
      task = atomic_fetch_add (&transfer->next_task, 1);
    }
  }
  if (worker->overflow)
    atomic_store (&transfer->overflow, true);
  return NULL;
}

/* Divides the scratch memory for vectors like `from`, which may be smaller than those of the
 * team. */
static void
prepare_worker (Worker *worker, Transfer *transfer)
{
  const TwCountVector *from = transfer->from;
  size_t words = from->format.words;
  uint64_t *next = worker->scratch;

  worker->transfer = transfer;
  worker->overflow = false;
  tw_poll_init (&worker->poll, transfer->team->run, POLL_INTERVAL);
  worker->sum = next;
  worker->product = next + 2 * words + 1;
  memset (worker->sum, 0, (2 * words + 1) * sizeof worker->sum[0]);
  next += 2 * (2 * words + 1);
  worker->lower[0] = from->numbers;
  for (int row = 1; row <= from->profiles.rows; row++) {
    worker->lower[row] = next;
    next += tw_profiles_count (&from->profiles, from->profiles.rows - row) * words;
  }
}

/* Finds the old profiles whose numbers are added up for each new one, for words of few rows, by
 * visiting them with unit vectors. */
static void
build_tails (Transfer *transfer)
{
  TwTransferTeam *team = transfer->team;
  TwCountVector from = *transfer->from;
  Transfer small = { .team = team,
                     .from = &from,
                     .to = transfer->to,
                     .upper = transfer->upper,
                     .middle = transfer->middle };
  Worker *worker = &team->workers[0];
  int rows = from.profiles.rows;

  from.format = (TwNumberFormat){ .words = 1 };
  prepare_worker (worker, &small);
  for (int rest = 1; rest <= team->tail; rest++) {
    TwTransferTail *tail = &team->tails[rest];
    size_t n_old = tw_profiles_count (&from.profiles, rest);
    size_t n_new = tw_profiles_count (small.upper, rest), n = 0;
    uint64_t *lower = worker->lower[rows - rest], *units = worker->lower[1];

    for (size_t i = 0; i < n_old; i++) {
      memset (lower, 0, n_old * sizeof lower[0]);
      lower[i] = 1;
      worker->units = &units[i * n_new];
      worker->at = 0;
      visit (worker, rows - rest, -1);
    }
    if (atomic_load (&small.stopped)) {
      atomic_store (&transfer->stopped, true);
      break;
    }
    for (size_t j = 0; j < n_new; j++) {
      tail->begins[j] = (uint32_t) n;
      for (size_t i = 0; i < n_old; i++) {
        /* A pair of profiles that begins with a new run determines its squares. */
        if (units[i * n_new + j] == 1)
          tail->terms[n++] = (uint16_t) i;
      }
    }
    tail->begins[n_new] = (uint32_t) n;
  }
  worker->units = NULL;
}

/* Returns how many words prepare_worker () uses. */
static size_t
count_scratch (const TwProfiles *profiles, TwNumberFormat format)
{
  size_t words = 2 * (2 * format.words + 1);

  for (int row = 1; row <= profiles->rows; row++)
    words += tw_profiles_count (profiles, profiles->rows - row) * format.words;
  return words;
}

size_t
tw_transfer_bytes (const TwProfiles *profiles, TwNumberFormat format)
{
  return (2 * tw_profiles_count (profiles, profiles->rows) * format.words
          + count_scratch (profiles, format))
           * sizeof (uint64_t)
         + 2 * profiles->n_table * sizeof profiles->table[0];
}

bool
tw_transfer_team_init (TwTransferTeam *team, TwRun *run, int rows, int most, TwNumberFormat format,
                       int threads)
{
  /* A thread for fewer profiles than this costs more than it saves. */
  const size_t few = 10000;
  TwProfiles profiles;
  size_t n_scratch = 0; /* words of each worker */
  int most_workers = 0;
  size_t needed = 0; /* bytes for one more worker and the two vectors of a column */
  bool fine = tw_profiles_init (&profiles, run, rows, most);

  *team = (TwTransferTeam){ .run = run, .format = format };
  if (fine) {
    needed = tw_transfer_bytes (&profiles, format);
    n_scratch = count_scratch (&profiles, format);
    most_workers = tw_profiles_count (&profiles, rows) < few ? 1 : threads;
    team->workers = tw_run_calloc (run, (size_t) most_workers, sizeof (Worker));
    fine = team->workers != NULL;
  }
  for (int rest = 1; fine && rest <= TW_TRANSFER_TAIL && rest <= rows / 3; rest++) {
    TwTransferTail *tail = &team->tails[rest];

    tail->n = tw_profiles_count (&profiles, rest);
    tail->begins = tw_run_malloc (run, (tail->n + 1) * sizeof tail->begins[0]);
    tail->terms = tw_run_malloc (run, tail->n * tail->n * sizeof tail->terms[0]);
    fine = tail->begins != NULL && tail->terms != NULL;
    team->tail = rest;
  }
  tw_profiles_clear (&profiles, run);
  /* Fewer workers do when memory is short. The vectors come after them. */
  while (fine && team->n_workers < most_workers
         && (team->n_workers == 0 || needed <= tw_run_memory_left (run))) {
    uint64_t *scratch = tw_run_malloc (run, n_scratch * sizeof (uint64_t));

    fine = scratch != NULL;
    team->workers[team->n_workers].scratch = scratch;
    team->n_workers += fine;
  }
  return team->n_workers > 0;
}

void
tw_transfer_team_clear (TwTransferTeam *team)
{
  for (int i = 0; i < team->n_workers; i++)
    tw_run_mfree (team->run, team->workers[i].scratch);
  tw_run_mfree (team->run, team->workers);
  for (int rest = 1; rest <= team->tail; rest++) {
    TwTransferTail *tail = &team->tails[rest];

    tw_run_mfree (team->run, tail->begins);
    tw_run_mfree (team->run, tail->terms);
  }
  *team = (TwTransferTeam){ 0 };
}

static TwEnd
transfer_by_team (Transfer *transfer, uint64_t *sum)
{
  TwTransferTeam *team = transfer->team;
  size_t n_sum = 2 * team->format.words + 1;
  bool fine;

  /* The vector of a board without columns is too short for the tables. */
  if (transfer->from->profiles.most > 0) {
    build_tails (transfer);
    transfer->tail = team->tail;
  }
  for (int i = 0; i < team->n_workers; i++)
    prepare_worker (&team->workers[i], transfer);
  fine = tw_threads_run (work, team->workers, sizeof (Worker), team->n_workers, 0);
  for (int i = 0; sum != NULL && i < team->n_workers; i++) {
    if (team->format.kind == TW_NUMBERS_APPROXIMATE)
      (void) add_numbers (sum, team->workers[i].sum, 1, &team->format);
    else if (!tw_natural_add_words (sum, team->workers[i].sum, n_sum))
      transfer->overflow = true;
  }
  team->step++;
  return !fine                               ? TW_END_NO_MEMORY
         : atomic_load (&transfer->stopped)  ? TW_END_STOPPED
         : atomic_load (&transfer->overflow) ? TW_END_LIMIT
                                             : TW_END_DONE;
}

bool
tw_count_vector_init (TwCountVector *vector, TwRun *run, int rows, int most, TwNumberFormat format)
{
  *vector = (TwCountVector){ .format = format };
  if (!tw_profiles_init (&vector->profiles, run, rows, most))
    return false;
  vector->n = tw_profiles_count (&vector->profiles, rows);
  vector->numbers = tw_run_calloc (run, vector->n, format.words * sizeof (uint64_t));
  return vector->numbers != NULL;
}

bool
tw_count_vector_reuse (TwCountVector *vector, TwRun *run, int most)
{
  int rows = vector->profiles.rows;
  bool fine;

  tw_profiles_clear (&vector->profiles, run);
  fine = tw_profiles_init (&vector->profiles, run, rows, most);
  vector->n = fine ? tw_profiles_count (&vector->profiles, rows) : 0;
  return fine;
}

void
tw_count_vector_start (TwCountVector *vector)
{
  memset (vector->numbers, 0, vector->n * vector->format.words * sizeof vector->numbers[0]);
  vector->numbers[0] = vector->format.kind == TW_NUMBERS_APPROXIMATE ? tw_number_from_double (1)
                                                                     : 1;
}

void
tw_count_vector_clear (TwCountVector *vector, TwRun *run)
{
  tw_profiles_clear (&vector->profiles, run);
  tw_run_mfree (run, vector->numbers);
  *vector = (TwCountVector){ 0 };
}

TwEnd
tw_transfer_column (TwTransferTeam *team, const TwCountVector *from, TwCountVector *to)
{
  Transfer transfer = { .team = team, .from = from, .to = to, .upper = &to->profiles };

  return transfer_by_team (&transfer, NULL);
}

TwEnd
tw_transfer_join (TwTransferTeam *team, const TwCountVector *half, int middle, uint64_t *sum)
{
  Transfer transfer = { .team = team, .from = half, .upper = &half->profiles, .middle = middle };

  memset (sum, 0, (2 * half->format.words + 1) * sizeof sum[0]);
  return transfer_by_team (&transfer, sum);
}
