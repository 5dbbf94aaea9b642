/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover.h - exact cover problems without a board, from files *.dlx. */
#pragma once

#include "puzzle/formats/dlx.h"
#include "puzzle/kind.h"

extern const TwKind tw_kind_cover;

/* Takes ownership of `dlx`. */
TwPuzzle *tw_cover_puzzle_new (TwDlx *dlx);
const TwDlx *tw_cover_puzzle_get_dlx (const TwPuzzle *puzzle);
