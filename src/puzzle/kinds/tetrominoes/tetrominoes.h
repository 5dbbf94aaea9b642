/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.h - the kind of tetromino squares. */
#pragma once

#include "puzzle/kind.h"

extern const TwKind tw_kind_tetrominoes;
