/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.h - puzzles with coloured boards and pieces, from drawings, the JSON format of this project
 * and files of BurrTools. */
#pragma once

#include "puzzle/kind.h"

extern const TwKind tw_kind_pieces;
