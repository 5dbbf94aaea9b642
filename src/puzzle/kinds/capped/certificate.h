/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate.h - certificates of capped tilings, as docs/certificate.md describes them. */
#pragma once

#include "core/run/options.h"
#include "puzzle/kinds/capped/capped.h"

/* TwKind.certify. A proof is certified if the plain search of a checker can repeat it; this
 * function runs that search, too. */
char *tw_capped_certify (const TwResult *result, const TwOptions *options, TwRun *run,
                         gsize *length, gint64 *bound, GError **error);
