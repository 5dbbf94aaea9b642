/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h - writes the dual bound of a certificate as a proof for the checkers of other projects:
 * VIPR for integer programs, VeriPB for pseudo-Boolean ones.
 *
 * The model covers each free cell with exactly one square and minimises their number; it is the one
 * that the OPB export writes (formats/model.h), with the same numbers of variables and rows. The
 * proof derives each zero-half cut by rounding, then the bound of each component as a combination
 * of rows and cuts, rounded up, then their sum. Bands have no form in these formats.
 *
 * Sources: K. Cheung, A. Gleixner, D. Steffy, "Verifying integer programming results", IPCO 2017,
 * and the specification of VIPR 1.0; the description of version 2 of VeriPB's proof format. */
#pragma once

#include "puzzle/kinds/squares/certificate-read.h"

typedef enum {
  TW_PROOF_VIPR,   /* model and proof, version 1.0 */
  TW_PROOF_VERIPB, /* the proof only, version 2.0 */
} TwProofFormat;

/* Returns the proof, which the caller frees with g_free (). *bound receives the number of squares
 * that it proves to be needed. Returns NULL and sets `error` when the prices are not valid or the
 * text would be too large. */
char *tw_proof_write (const TwDual *dual, TwProofFormat format, gsize *length, gint64 *bound,
                      GError **error);
