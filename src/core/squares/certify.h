/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.h - lower bounds of a minimum-square cover in a form that others can check.
 *
 * For each connected component a certificate holds integer dual prices with zero-half cuts
 * (prices.h, cuts.h). Where their bound is below the number of squares of the tiling, it also holds
 * bands (bands.h) and what each of them costs at least. A checker repeats the searches of the bands;
 * it needs neither linear programming nor code of this project. docs/certificate.md describes the
 * file, src/check checks it. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"
#include "core/base/tiling.h"

enum {
  TW_CERTIFICATE_CUTS = 8192,         /* of all components */
  TW_CERTIFICATE_CUT_CELLS = 1 << 24, /* most cuts, in words of 64, times cells of the board */
};

typedef struct {
  int from, breadth; /* columns of the component's box */
  int64_t least;     /* a covering costs at least this; see tw_bands_describe () */
} TwCertifiedBand;

/* Prices with the bands that belong to them. */
typedef struct {
  TwPrices *prices; /* NULL: none, the bound is one square */
  TwCutList *cuts;  /* NULL: none */
  TwCertifiedBand *bands;
  size_t n_bands, band_capacity;
  int64_t units; /* the bound */
} TwCertifiedDual;

typedef struct {
  int x, y;              /* the component's first cell in row-major order */
  TwBoardBox box;        /* bounding box of the component */
  TwCertifiedDual proof; /* in the orientation and the unit of the certificate */
  int64_t bound;         /* proved lower bound on the squares of the component */
} TwCertifiedPart;

typedef struct {
  TwRun *run; /* charged with the memory; not owned */
  int32_t unit;
  int transform; /* orientation of all prices and bands: 0 or a transposition, the longer side
                  * upright */
  int n_parts;
  TwCertifiedPart *parts; /* in row-major order of the first cells */
  int64_t bound;          /* sum over the components */
} TwCertificate;

/* Looks for a certificate that matches `tiling`, a cover of `board`, until the run ends. Then it
 * proves a smaller bound. Returns NULL when memory is short. The caller frees the certificate before
 * the run. */
TwCertificate *tw_certify (const TwBoard *board, const TwTiling *tiling, const TwOptions *options,
                           TwRun *run);
void tw_certificate_free (TwCertificate *certificate);
