/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.c - writes certificates as docs/certificate.md describes them; called by solve. */
#include "puzzle/kinds/squares/certificate.h"

#include "core/squares/certify.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/kind.h"

gboolean
tw_certificate_supports (TwPuzzle *puzzle, GError **error)
{
  if (tw_puzzle_get_kind (puzzle) == &tw_kind_squares)
    return TRUE;
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE,
               _ ("%s: only minimum-square covers have certificates"), tw_puzzle_get_name (puzzle));
  return FALSE;
}

static void
write_board (GString *text, const TwBoard *board)
{
  g_string_append_printf (text, "tilewright-certificate 1\nboard %d %d\n", board->width,
                          board->height);
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++)
      g_string_append_c (text, tw_board_is_free (board, x, y) ? '.' : '#');
    g_string_append_c (text, '\n');
  }
}

static void
write_solution (GString *text, const TwTiling *tiling)
{
  g_string_append_printf (text, "solution %" G_GSIZE_FORMAT "\n", tiling->count);
  for (gsize i = 0; i < tiling->count; i++)
    g_string_append_printf (text, "%d %d %d\n", tiling->squares[i].x, tiling->squares[i].y,
                            tiling->squares[i].size);
}

static void
write_cut (GString *text, const TwPrices *prices, int cut)
{
  const TwPriceCuts *cuts = prices->cuts;
  uint64_t bit = (uint64_t) 1 << (cut % 64);
  gsize count = 0;

  for (gsize i = 0; i < cuts->n_points; i++)
    count += (cuts->points[i][cut / 64] & bit) != 0;
  g_string_append_printf (text, "cut %d %" G_GSIZE_FORMAT, cuts->weights[cut], count);
  for (gsize i = 0; i < cuts->n_points; i++) {
    if ((cuts->points[i][cut / 64] & bit) != 0)
      g_string_append_printf (text, " %d %d", (int) (i % (gsize) (prices->width + 1)),
                              (int) (i / (gsize) (prices->width + 1)));
  }
  g_string_append_c (text, '\n');
}

static void
write_dual (GString *text, const TwPrices *prices)
{
  int n_cuts = prices->cuts != NULL ? prices->cuts->n : 0;

  g_string_append_printf (text, "dual %d\n", n_cuts);
  for (int y = 0; y < prices->height; y++) {
    for (int x = 0; x < prices->width; x++)
      g_string_append_printf (text, "%s%d", x > 0 ? " " : "",
                              prices->cells[(gsize) y * (gsize) prices->width + (gsize) x]);
    g_string_append_c (text, '\n');
  }
  for (int i = 0; i < n_cuts; i++)
    write_cut (text, prices, i);
}

static void
write_part (GString *text, const TwCertifiedPart *part)
{
  g_string_append_printf (text, "component %d %d %d\n", part->x, part->y, part->order);
  for (int i = 0; i < part->n_duals; i++)
    write_dual (text, part->duals[i]);
  if (part->target >= 0)
    g_string_append_printf (text, "sweep %" G_GINT64_FORMAT "\n", part->target);
  g_string_append_printf (text, "bound %" G_GINT64_FORMAT "\n", part->bound);
}

static char *
write_certificate (const TwResult *result, const TwCertificate *certificate, gsize *length)
{
  GString *text = g_string_new (NULL);
  gboolean optimal = certificate->bound == (gint64) result->tiling.count;

  write_board (text, tw_puzzle_get_board (result->puzzle));
  write_solution (text, &result->tiling);
  g_string_append_printf (text, "unit %d\n", certificate->unit);
  for (int i = 0; i < certificate->n_parts; i++)
    write_part (text, &certificate->parts[i]);
  g_string_append_printf (text, "end %s %" G_GINT64_FORMAT "\n", optimal ? "optimal" : "bound",
                          certificate->bound);
  *length = text->len;
  return g_string_free (text, FALSE);
}

char *
tw_certificate_write (const TwResult *result, const TwOptions *options, gsize *length,
                      gint64 *bound, GError **error)
{
  TwLimits limits = tw_kind_limits (options);
  TwRun *run;
  TwCertificate *certificate = NULL;
  char *text = NULL;

  if (!tw_certificate_supports (result->puzzle, error))
    return NULL;
  if (!tw_result_has_answer (result)) {
    g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE,
                 _ ("%s: no certificate without a solution"), tw_puzzle_get_name (result->puzzle));
    return NULL;
  }
  run = tw_run_new (&limits);
  if (run != NULL)
    certificate = tw_certify (tw_puzzle_get_board (result->puzzle), &result->tiling,
                              result->status == TW_STATUS_OPTIMAL, options, run);
  if (certificate != NULL) {
    *bound = certificate->bound;
    text = write_certificate (result, certificate, length);
  } else {
    g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE,
                 _ ("%s: not enough memory for a certificate"),
                 tw_puzzle_get_name (result->puzzle));
  }
  tw_certificate_free (certificate);
  tw_run_free (run);
  return text;
}
