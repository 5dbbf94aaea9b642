/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.h - bounds of a minimum-square cover in a form that others can check.
 *
 * A certificate holds, for each connected component, integer prices with zero-half cuts (prices.h, cuts.h)
 * and, where their bound is below the squares of the tiling, the target of a sweep that ends without a tiling.
 * Whoever repeats the sweep with these prices needs no linear programming and none of our code;
 * docs/certificate.md describes the file, src/check checks it.
 */
#ifndef TW_CORE_SQUARES_CERTIFY_H
#define TW_CORE_SQUARES_CERTIFY_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"
#include "core/squares/prices.h"

enum {
  TW_CERTIFICATE_DUALS = 2, /* at most, of a component */
};

typedef struct {
  int x, y;       /* the component's first cell in row-major order */
  TwBoardBox box; /* its bounding box */
  int order; /* the transform of the box (transform.h) that the prices and the sweep are about */
  int n_duals;
  TwPrices *duals[TW_CERTIFICATE_DUALS]; /* all of the certificate's unit */
  int64_t
    target; /* the sweep over columns finds no tiling of at most so many squares; -1: no sweep */
  int64_t bound; /* squares that the component needs at least */
} TwCertifiedPart;

typedef struct {
  TwRun *run; /* charged with the memory; not owned */
  int32_t unit;
  int n_parts;
  TwCertifiedPart *parts; /* in the row-major order of their first cells */
  int64_t bound;          /* the sum of theirs */
} TwCertificate;

/* Looks for a certificate as good as `tiling`, a cover of `board`, until the run ends. `proved`: the tiling is known
 * to be minimal, so that each component needs a single sweep at most; otherwise bounds are raised step by
 * step. A run that ends early leaves a certificate of a lower bound. NULL when memory is short. The caller
 * frees it before the run. */
TwCertificate *tw_certify (const TwBoard *board, const TwTiling *tiling, bool proved,
                           const TwOptions *options, TwRun *run);
void tw_certificate_free (TwCertificate *certificate);

#endif
