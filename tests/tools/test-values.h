/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-values.h - g_autoptr () and g_auto () for values of core in the tests above core. */
#pragma once

#include <glib.h>

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/pieces/checkpoint.h"
#include "core/pieces/search.h"
#include "core/run/run.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwBoard, tw_board_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwRun, tw_run_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwCheckpoint, tw_checkpoint_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwPiecesResult, tw_pieces_result_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwTiling, tw_tiling_clear)
