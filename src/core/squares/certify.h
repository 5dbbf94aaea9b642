/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.h - lower bounds of a minimum-square cover in a form that others can check.
 *
 * For each connected component a certificate holds integer dual prices with zero-half cuts
 * (prices.h, cuts.h). Where their bound is below the number of squares of the tiling, it also holds
 * the target of a sweep that ends without a tiling. A checker repeats the sweep with these prices;
 * it needs neither linear programming nor code of this project. docs/certificate.md describes the
 * file, src/check checks it. */
#ifndef TW_CORE_SQUARES_CERTIFY_H
#define TW_CORE_SQUARES_CERTIFY_H

#include "core/base/board.h"
#include "core/run/options.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

enum {
  TW_CERTIFICATE_DUALS = 2, /* at most, for each component */
};

typedef struct {
  int x, y;       /* the component's first cell in row-major order */
  TwBoardBox box; /* bounding box of the component */
  /* transform of the box (transform.h) in which the prices are given and the sweep runs */
  int order;
  int n_duals;
  TwPrices *duals[TW_CERTIFICATE_DUALS]; /* all in the unit of the certificate */
  /* the sweep over columns finds no tiling of at most `target` squares; -1: no sweep */
  int64_t target;
  int64_t bound; /* proved lower bound on the squares of the component */
} TwCertifiedPart;

typedef struct {
  TwRun *run; /* charged with the memory; not owned */
  int32_t unit;
  int n_parts;
  TwCertifiedPart *parts; /* in row-major order of the first cells */
  int64_t bound;          /* sum over the components */
} TwCertificate;

/* Looks for a certificate that matches `tiling`, a cover of `board`, until the run ends. `proved`:
 * the tiling is known to be optimal, so each component needs at most one sweep; otherwise the
 * bounds are raised step by step. When the run ends early the certificate proves a smaller bound.
 * Returns NULL when memory is short. The caller frees the certificate before the run. */
TwCertificate *tw_certify (const TwBoard *board, const TwTiling *tiling, bool proved,
                           const TwOptions *options, TwRun *run);
void tw_certificate_free (TwCertificate *certificate);

#endif
