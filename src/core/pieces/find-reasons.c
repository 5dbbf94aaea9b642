/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find-reasons.c - proves without a search that a piece puzzle has no solution.
 *
 * The colouring argument: colour the cells black and white, like a chessboard or in stripes. Each
 * placement of a piece then covers one of a few numbers of white cells. If no choice of pieces and
 * numbers adds up to the white cells of the board, there is no cover (S. W. Golomb, Polyominoes,
 * 1965).
 */
#include "core/pieces/find-reasons.h"

#include <stdlib.h>
#include <string.h>

#include "core/pieces/counts.h"

static void
prove (TwPieceReason *reason, TwPieceReasonKind kind, int x, int y, int piece, int64_t have,
       int64_t want)
{
  *reason = (TwPieceReason){
    .kind = kind, .x = x, .y = y, .piece = piece, .have = have, .want = want
  };
}

/* --- colours ----------------------------------------------------------------- */

/* Counts the cells of the colour in a piece of each class. */
static void
count_colour (const TwInstance *in, int colour, int *size)
{
  for (int c = 0; c < in->n_classes; c++) {
    const TwOrientation *orientation = &in->orientations[in->classes[c].first_orientation];

    size[c] = 0;
    for (int i = 0; i < orientation->count; i++)
      size[c] += orientation->cells[i].colour == colour;
  }
}

void
tw_reasons_colours (const TwInstance *in, TwPieceReason *reason)
{
  const TwBoard *board = in->problem->board;
  int want[256] = { 0 }, first[256];
  bool used[256] = { false };
  int *size = tw_run_malloc (in->run, ((size_t) in->n_classes + 1) * sizeof *size);

  for (int c = in->n_cells - 1; c >= 0; c--) {
    uint8_t colour = tw_board_get (board, in->cell_x[c], in->cell_y[c]);

    want[colour]++;
    first[colour] = c;
    used[colour] = true;
  }
  for (int c = 0; c < in->n_classes; c++) {
    const TwOrientation *orientation = &in->orientations[in->classes[c].first_orientation];

    for (int i = 0; i < orientation->count; i++)
      used[orientation->cells[i].colour] = true;
  }
  /* With rules, a piece may lie on other colours than its own. */
  for (int colour = 1; size != NULL && in->problem->rules == NULL && colour < 256; colour++) {
    int64_t least, most;
    bool reached;
    int x, y;

    /* A colour that no piece has is a simpler reason than any sum. */
    if (!used[colour] || (reason->kind != TW_REASON_NONE && want[colour] == 0))
      continue;
    count_colour (in, colour, size);
    if (tw_counts_reach (in, size, want[colour], &reached, &least, &most) != TW_END_DONE || reached
        || (reason->kind != TW_REASON_NONE && most > 0)
        || (least <= want[colour] && most + in->problem->n_free >= want[colour]
            && in->problem->n_free > 0))
      continue;
    x = want[colour] > 0 ? in->cell_x[first[colour]] : -1;
    y = want[colour] > 0 ? in->cell_y[first[colour]] : -1;
    if (most == 0)
      prove (reason, TW_REASON_COLOUR_NONE, x, y, -1, 0, want[colour]);
    else if (most < want[colour])
      prove (reason, TW_REASON_COLOUR_SMALL, x, y, -1, most, want[colour]);
    else if (least > want[colour])
      prove (reason, TW_REASON_COLOUR_LARGE, x, y, -1, least, want[colour]);
    else
      prove (reason, TW_REASON_COLOUR_SUM, x, y, -1, 0, want[colour]);
    if (most == 0)
      break;
  }
  tw_run_mfree (in->run, size);
}

/* --- reach --------------------------------------------------------------------- */

static void
check_reach (const TwInstance *in, TwPieceReason *reason)
{
  uint8_t *reached = tw_run_calloc (in->run, (size_t) in->n_cells + 1, 1);
  uint8_t *fits = tw_run_calloc (in->run, (size_t) in->n_classes + 1, 1);

  if (reached != NULL && fits != NULL) {
    for (int p = 0; p < in->n_places; p++) {
      fits[in->place_class[p]] = in->classes[in->place_class[p]].most > 0;
      for (int i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
        reached[in->cells[i]] |= fits[in->place_class[p]];
    }
    for (int c = 0; c < in->n_cells && reason->kind == TW_REASON_NONE; c++) {
      if (!reached[c])
        prove (reason, TW_REASON_CELL, in->cell_x[c], in->cell_y[c], -1, 0, 0);
    }
    for (int c = 0; c < in->n_classes && reason->kind == TW_REASON_NONE; c++) {
      if (!fits[c] && in->classes[c].least > 0)
        prove (reason, TW_REASON_PIECE, -1, -1, in->members[in->classes[c].first_member].piece, 0,
               0);
    }
  }
  tw_run_mfree (in->run, reached);
  tw_run_mfree (in->run, fits);
}

/* --- regions -------------------------------------------------------------------- */

/* Marks the region of cell `start` and returns its size. */
static int
flood (const TwInstance *in, int start, uint8_t *seen, int32_t *queue)
{
  static const int step[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  int head = 0, tail = 0;

  queue[tail++] = start;
  seen[start] = 1;
  while (head < tail) {
    int c = queue[head++];

    for (int d = 0; d < 4; d++) {
      int x = in->cell_x[c] + step[d][0], y = in->cell_y[c] + step[d][1];
      int32_t other;

      if (x < 0 || y < 0 || x >= in->width || y >= in->height)
        continue;
      other = in->cell_at[(size_t) y * (size_t) in->width + (size_t) x];
      if (other >= 0 && !seen[other]) {
        seen[other] = 1;
        queue[tail++] = other;
      }
    }
  }
  return tail;
}

static void
check_regions (const TwInstance *in, TwPieceReason *reason)
{
  uint8_t *seen = tw_run_calloc (in->run, (size_t) in->n_cells + 1, 1);
  uint8_t *fills = tw_run_malloc (in->run, (size_t) in->n_cells + 1);
  int32_t *queue = tw_run_malloc (in->run, ((size_t) in->n_cells + 1) * sizeof *queue);
  int *most = tw_run_malloc (in->run, ((size_t) in->n_classes + 1) * sizeof *most);

  if (seen != NULL && fills != NULL && queue != NULL && most != NULL) {
    for (int c = 0; c < in->n_classes; c++)
      most[c] = in->classes[c].most;
    tw_counts_fills (in, most, fills);
    for (int c = 0; c < in->n_cells && reason->kind == TW_REASON_NONE; c++) {
      int size = seen[c] ? 0 : flood (in, c, seen, queue);

      if (!fills[size])
        prove (reason, TW_REASON_REGION, in->cell_x[c], in->cell_y[c], -1, 0, size);
    }
  }
  tw_run_mfree (in->run, seen);
  tw_run_mfree (in->run, fills);
  tw_run_mfree (in->run, queue);
  tw_run_mfree (in->run, most);
}

/* --- colourings ------------------------------------------------------------------- */

/* One row of sums is kept for each number of covered cells; when all counts are fixed, one row is
 * enough. The test is skipped when it would take more work than this. */
#define MAX_WORK ((int64_t) 1 << 28)

typedef struct {
  const TwInstance *in;
  int rows;
  int words;      /* of a row, which holds the sums 0 .. n_cells */
  uint64_t *sums; /* rows x words */
  uint64_t *next;
  uint8_t *values; /* n_classes x (largest + 1): 1 for each possible number of white cells */
  int largest;     /* cells of the largest piece */
} Colouring;

static bool
is_white (TwPieceReasonKind kind, int x, int y)
{
  return (kind == TW_REASON_CHEQUER ? x + y : kind == TW_REASON_COLUMNS ? x : y) % 2 == 0;
}

/* Adds one more piece of the class to the sums; without `must`, none or one. */
static void
add_piece (Colouring *colouring, int cls, bool must)
{
  int size = colouring->in->classes[cls].size;
  size_t words = (size_t) colouring->words;
  const uint8_t *values = colouring->values + (size_t) cls * ((size_t) colouring->largest + 1);
  uint64_t *swap;

  if (must)
    memset (colouring->next, 0, (size_t) colouring->rows * words * sizeof (uint64_t));
  else
    memcpy (colouring->next, colouring->sums, (size_t) colouring->rows * words * sizeof (uint64_t));
  for (int row = 0; row < colouring->rows; row++) {
    int to = colouring->rows == 1 ? 0 : row + size;

    if (to >= colouring->rows)
      break;
    for (int v = 0; v <= colouring->largest; v++) {
      if (values[v])
        tw_counts_shift (colouring->next + (size_t) to * words,
                         colouring->sums + (size_t) row * words, colouring->in->n_cells, v, true);
    }
  }
  swap = colouring->sums;
  colouring->sums = colouring->next;
  colouring->next = swap;
}

static int64_t
work_of (const Colouring *colouring)
{
  const TwInstance *in = colouring->in;
  int64_t pieces = 0;

  for (int c = 0; c < in->n_classes; c++)
    pieces += in->classes[c].most;
  return pieces * colouring->rows * colouring->words * 8;
}

/* Finds the number of white cells that the pieces can have and that is nearest to `want`; -1: they have
 * none. */
static int64_t
nearest_sum (const uint64_t *sums, int n_cells, int want)
{
  for (int away = 0; away <= n_cells; away++)
    for (int sum = want - away; sum <= want + away; sum += away > 0 ? 2 * away : 1)
      if (sum >= 0 && sum <= n_cells && (sums[sum / 64] >> (sum % 64) & 1) != 0)
        return sum;
  return -1;
}

/* Sets *reason when the colouring proves that there is no solution. Returns false when the run ends. */
static bool
check_colouring (Colouring *colouring, TwPieceReasonKind kind, TwPieceReason *reason)
{
  const TwInstance *in = colouring->in;
  size_t width = (size_t) colouring->largest + 1;
  size_t row = (size_t) colouring->words;
  int board = 0;
  int64_t nearest;

  for (int c = 0; c < in->n_cells; c++)
    board += is_white (kind, in->cell_x[c], in->cell_y[c]);
  memset (colouring->values, 0, (size_t) in->n_classes * width);
  for (int p = 0; p < in->n_places; p++) {
    size_t value = 0;

    for (int i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      value += is_white (kind, in->cell_x[in->cells[i]], in->cell_y[in->cells[i]]);
    colouring->values[(size_t) in->place_class[p] * width + value] = 1;
  }

  memset (colouring->sums, 0, (size_t) colouring->rows * row * sizeof (uint64_t));
  colouring->sums[0] = 1;
  for (int c = 0; c < in->n_classes; c++) {
    for (int i = 0; i < in->classes[c].most; i++) {
      if (tw_run_should_stop (in->run))
        return false;
      add_piece (colouring, c, i < in->classes[c].least);
    }
  }
  nearest = nearest_sum (colouring->sums + (size_t) (colouring->rows - 1) * row, in->n_cells,
                         board);
  if (nearest != board)
    prove (reason, kind, -1, -1, -1, nearest, board);
  return true;
}

static void
check_colourings (const TwInstance *in, TwPieceReason *reason)
{
  static const TwPieceReasonKind kinds[] = { TW_REASON_CHEQUER, TW_REASON_COLUMNS, TW_REASON_ROWS };
  Colouring colouring = { .in = in, .rows = 1, .words = in->n_cells / 64 + 1 };
  size_t sums;

  for (int c = 0; c < in->n_classes; c++) {
    if (in->classes[c].least != in->classes[c].most)
      colouring.rows = in->n_cells + 1;
    if (in->classes[c].most > 0 && in->classes[c].size > colouring.largest)
      colouring.largest = in->classes[c].size;
  }
  if (work_of (&colouring) > MAX_WORK)
    return;
  sums = (size_t) colouring.rows * (size_t) colouring.words;
  colouring.sums = tw_run_malloc (in->run, sums * sizeof (uint64_t));
  colouring.next = tw_run_malloc (in->run, sums * sizeof (uint64_t));
  colouring.values = tw_run_malloc (in->run,
                                    (size_t) in->n_classes * ((size_t) colouring.largest + 1) + 1);
  if (colouring.sums != NULL && colouring.next != NULL && colouring.values != NULL) {
    for (int i = 0; i < 3 && reason->kind == TW_REASON_NONE; i++)
      if (!check_colouring (&colouring, kinds[i], reason))
        break;
  }
  tw_run_mfree (in->run, colouring.sums);
  tw_run_mfree (in->run, colouring.next);
  tw_run_mfree (in->run, colouring.values);
}

void
tw_reasons_places (const TwInstance *in, TwPieceReason *reason)
{
  check_reach (in, reason);
  if (reason->kind == TW_REASON_NONE && in->connected)
    check_regions (in, reason);
  if (reason->kind == TW_REASON_NONE)
    check_colourings (in, reason);
}
