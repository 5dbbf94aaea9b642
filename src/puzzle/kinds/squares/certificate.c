/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.c - writes certificates as docs/certificate.md describes them; called by solve. */
#include "puzzle/kinds/squares/certificate.h"

#include "core/base/transform.h"
#include "core/squares/certify.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"

static void
write_board (GString *text, const TwBoard *board)
{
  g_string_append_printf (text, "tilewright-certificate 2\nboard %d %d\n", board->width,
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
  g_string_append_printf (text, "squares\nsolution %" G_GSIZE_FORMAT "\n", tiling->count);
  for (gsize i = 0; i < tiling->count; i++)
    g_string_append_printf (text, "%d %d %d\n", tiling->squares[i].x, tiling->squares[i].y,
                            tiling->squares[i].size);
}

static void
write_cuts (GString *text, const TwCertifiedDual *dual)
{
  const TwCutList *cuts = dual->cuts;
  guint stride = (guint) dual->prices->width + 1;

  for (gsize i = 0; cuts != NULL && i < cuts->n; i++) {
    guint from = cuts->cuts[i].first_point, end = cuts->cuts[i + 1].first_point;

    g_string_append_printf (text, "cut %d %u", cuts->cuts[i].weight, end - from);
    for (guint j = from; j < end; j++)
      g_string_append_printf (text, " %u %u", cuts->points[j] % stride, cuts->points[j] / stride);
    g_string_append_c (text, '\n');
  }
}

/* Writes the proof of the component with this label. */
static void
write_dual (GString *text, const TwCertifiedDual *dual, const TwBoard *turned,
            const int32_t *labels, int label, const TwBoardBox *box)
{
  g_string_append_printf (text, "dual %" G_GSIZE_FORMAT "\n",
                          dual->cuts != NULL ? dual->cuts->n : 0);
  for (int y = 0; y < dual->prices->height; y++) {
    const char *before = "";

    for (int x = 0; x < dual->prices->width; x++) {
      if (labels[tw_board_index (turned, box->left + x, box->top + y)] != label)
        continue;
      g_string_append_printf (text, "%s%d", before,
                              dual->prices->cells[y * dual->prices->width + x]);
      before = " ";
    }
    g_string_append_c (text, '\n');
  }
  write_cuts (text, dual);
  g_string_append_printf (text, "bands %" G_GSIZE_FORMAT "\n", dual->n_bands);
  for (gsize i = 0; i < dual->n_bands; i++)
    g_string_append_printf (text, "band %d %d %" G_GINT64_FORMAT "\n", dual->bands[i].from,
                            dual->bands[i].from + dual->bands[i].breadth, dual->bands[i].least);
}

/* Writes the proofs of all components of the turned board. */
static gboolean
write_proofs (GString *text, const TwCertificate *certificate, const TwBoard *turned)
{
  gsize n_cells = (gsize) turned->width * (gsize) turned->height;
  g_autofree int32_t *labels = g_new (int32_t, n_cells);
  g_autofree const TwCertifiedPart **parts = g_new0 (const TwCertifiedPart *, certificate->n_parts);
  g_autofree TwBoardBox *boxes = g_new (TwBoardBox, certificate->n_parts);
  int n = tw_board_label_components (turned, labels);

  if (n < 0)
    return FALSE;
  tw_board_component_boxes (turned, labels, n, boxes);
  for (int i = 0; i < n; i++) {
    const TwCertifiedPart *part = &certificate->parts[i];
    gboolean transposed = certificate->transform != 0;

    parts[labels[tw_board_index (turned, transposed ? part->y : part->x,
                                 transposed ? part->x : part->y)]] = part;
  }
  g_string_append_printf (text, "unit %d\n", certificate->unit);
  for (int i = 0; i < n; i++) {
    gint64 bound = parts[i] != NULL ? parts[i]->bound : 1;

    g_string_append_printf (text, "component %" G_GINT64_FORMAT "\n", bound);
    if (bound > 1)
      write_dual (text, &parts[i]->proof, turned, labels, i, &boxes[i]);
  }
  return TRUE;
}

static char *
write_certificate (const TwResult *result, const TwCertificate *certificate, gsize *length)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean optimal = certificate->bound == tw_kind_cost (result);
  g_autoptr (TwBoard)
    turned = tw_transform_board (certificate->transform, tw_puzzle_get_board (result->puzzle));

  write_board (text, tw_puzzle_get_board (result->puzzle));
  write_solution (text, result->payload);
  if (turned == NULL || !write_proofs (text, certificate, turned))
    return NULL;
  g_string_append_printf (text, "end %s %" G_GINT64_FORMAT "\n", optimal ? "optimal" : "bound",
                          certificate->bound);
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
tw_certificate_proves (const TwResult *result, const char *text)
{
  g_autoptr (GString) head = g_string_new (NULL);
  g_autofree char *end = g_strdup_printf ("\nend optimal %" G_GINT64_FORMAT "\n",
                                          tw_kind_cost (result));

  write_board (head, tw_puzzle_get_board (result->puzzle));
  write_solution (head, result->payload);
  return g_str_has_prefix (text, head->str) && g_str_has_suffix (text, end);
}

char *
tw_certificate_write (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length,
                      gint64 *bound, GError **error)
{
  g_autoptr (TwCertificate) certificate = NULL;
  char *text = NULL;

  if ((tw_puzzle_get_kind (result->puzzle)->flags & TW_KIND_FEWEST_SQUARES) == 0)
    return tw_fail_usage_null (error, _ ("%s: only minimum-square covers have certificates"),
                               tw_puzzle_get_name (result->puzzle));
  if (!tw_result_has_solution (result))
    return tw_fail_usage_null (error, _ ("%s: no certificate without a solution"),
                               tw_puzzle_get_name (result->puzzle));
  if (run != NULL)
    certificate = tw_certify (tw_puzzle_get_board (result->puzzle), result->payload, options, run);
  if (certificate != NULL) {
    *bound = certificate->bound;
    text = write_certificate (result, certificate, length);
  }
  if (text == NULL)
    tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("%s: not enough memory for a certificate"),
             tw_puzzle_get_name (result->puzzle));
  return text;
}
