/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate-read.h - reads the solution and the dual of a certificate (docs/certificate.md), for
 * proofs in other formats (proof.h). tilewright-check shares no code with this reader.
 *
 * Positions are those of the board of the file, not of the turned board. */
#pragma once

#include <glib.h>

#include "core/base/board.h"
#include "core/base/tiling.h"

typedef struct {
  int x, y; /* a grid point: the upper-left corner of cell x, y */
} TwDualPoint;

/* A zero-half cut: a set of grid points (core/squares/duals/cuts.h). */
typedef struct {
  int component; /* from 0 */
  gint64 weight;
  guint first, count; /* in the points */
} TwDualCut;

typedef struct {
  TwBoard *board;
  TwTiling tiling; /* covers the board */
  gint64 unit;
  gint64 *prices; /* of each cell of the board */
  gint32 *labels; /* component of each cell, from 0; -1: an obstacle */
  int n_components;
  GArray *cuts;   /* of TwDualCut */
  GArray *points; /* of TwDualPoint */
  gint64 claim;   /* the bound that the last line states */
} TwDual;

/* Returns NULL with an error "line N: REASON" when the text is not a certificate of a board. Whether
 * the prices are valid is not checked. */
TwDual *tw_dual_read (const char *text, gsize length, GError **error);
void tw_dual_free (TwDual *dual);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwDual, tw_dual_free)
