/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons-private.h - the tests behind reasons.h, called by search.c. */
#ifndef TW_CORE_PIECES_REASONS_PRIVATE_H
#define TW_CORE_PIECES_REASONS_PRIVATE_H

#include "core/pieces/instance.h"

/* Each sets reason->kind when it proves that there is no solution and leaves it
 * alone when it does not. Without memory they prove nothing. */

/* Needs no places: the numbers of cells of each colour. */
void tw_reasons_colours (const TwInstance *instance, TwPieceReason *reason);
/* Needs the places: unreachable cells, pieces that fit nowhere, regions that
 * cannot be filled, and colourings of the board that cannot come out. */
void tw_reasons_places (const TwInstance *instance, TwPieceReason *reason);

#endif
