/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-tune.c - chooses where a search uses the scan rule, the memo and the families of sets of
 * pieces; called by pool.c. */
#include "core/pieces/cover-private.h"

/* Boards with lines of at most this many cells are searched in scan order. The figures are from the
 * boards of the benchmark: with 3 to 6 cells the scan is 2 to 10 times as fast, with 8 cells mostly
 * slower. */
#define NARROW 6
/* The same for boards of several colours, where fewer placements fit a cell. */
#define COLOURED 8
/* On wider boards the nodes with at most this many free cells are searched in scan order. On 8 x 8
 * with the square tetromino, 10 and 20 cells take longer. */
#define TAIL 15
/* The memo of remainders takes at most one MEMO_SHARE-th of the free memory, and at most these many
 * bytes: for counts, and for searches that visit all covers and remember dead ends only. */
#define MEMO_SHARE    4
#define MEMO_COUNTS   ((size_t) 1 << 30)
#define MEMO_FAILURES ((size_t) 1 << 22)
/* Remainders that this many pieces can fill are searched sooner than looked up. */
#define MEMO_PIECES 4
/* The families of sets of pieces are looked up while at most this share of the cells is free: before,
 * they take longer to list than the dead ends to search. They take as much memory as the memo. */
#define SETS_SHARE (2.0 / 3.0)
/* Further roots do not use a region. */
#define MEMO_TAGS 255

static bool
is_coloured (const TwInstance *in)
{
  const TwBoard *board = in->problem->board;
  uint8_t colour = tw_board_get (board, in->cell_x[0], in->cell_y[0]);

  for (int c = 1; c < in->n_cells; c++) {
    if (tw_board_get (board, in->cell_x[c], in->cell_y[c]) != colour)
      return true;
  }
  return false;
}

bool
tw_cover_root_tune (TwCoverRoot *root, bool counts, TwMemoRegion *region, int number)
{
  const TwInstance *in = root->in;
  size_t room = tw_run_memory_left (in->run) / MEMO_SHARE;
  size_t most = counts ? MEMO_COUNTS : MEMO_FAILURES;
  TwCoverScan *scan = &root->scan;
  int largest = 1;

  if (!root->pictured || in->extra_start != NULL)
    return true;
  if (!tw_cover_scan_init (scan, in, root->part, root->footprint, &root->arena))
    return false;
  if (scan->words == 0)
    return true;
  for (int b = 0; b < TW_SCAN_BITS; b++) {
    TwBits128 upto = ((TwBits128) 2 << b) - 1;

    scan->joined[b] = root->tail[b] == (root->picture & ~upto);
  }
  for (int c = 0; c < in->n_classes; c++)
    largest = in->classes[c].size > largest ? in->classes[c].size : largest;
  if (root->stride - 1 > (is_coloured (in) ? COLOURED : NARROW)) {
    root->scan_most = TAIL;
    return true;
  }
  root->scan_most = in->n_cells;
  root->memo_least = MEMO_PIECES * largest + 1;
  if (!scan->packed || in->n_cells < 2 * root->memo_least)
    return true;
  if (root->stride - 1 <= NARROW && tw_cover_sets_apply (root)) {
    root->sets = tw_cover_sets_new (root, room < MEMO_COUNTS ? room : MEMO_COUNTS);
    root->sets_most = (int) (SETS_SHARE * in->n_cells);
  }
  root->memo = tw_run_malloc (in->run, sizeof *root->memo);
  /* The search works without a memo. */
  if (root->memo != NULL
      && !(region != NULL && number < MEMO_TAGS
           && tw_cover_memo_init (root->memo, in->run, 0, region, number + 1))
      && !tw_cover_memo_init (root->memo, in->run, most < room ? most : room, NULL, 0)) {
    tw_run_mfree (in->run, root->memo);
    root->memo = NULL;
  }
  return true;
}
