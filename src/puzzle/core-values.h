/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core-values.h - values of core in code that uses GLib: g_autoptr () and g_auto () clear them, and
 * the functions here make them and end the program when memory is short, as g_new () does. */
#pragma once

#include <glib.h>

#include "core/base/tiling.h"
#include "core/pieces/checkpoint.h"
#include "core/pieces/search.h"
#include "core/run/run.h"
#include "core/squares/certify.h"
#include "puzzle/error.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwBoard, tw_board_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwCertificate, tw_certificate_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceProblem, tw_piece_problem_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceSink, tw_piece_sink_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwRun, tw_run_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwCheckpoint, tw_checkpoint_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwPieceSolution, tw_piece_solution_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwPiecesResult, tw_pieces_result_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwShape, tw_shape_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwTiling, tw_tiling_clear)

TwShape tw_new_shape (const TwShapeCell *cells, int count);
/* The shape whose rows are drawn like "###/.#.": each character but '.' is a cell. */
TwShape tw_new_drawn_shape (const char *rows);
/* The shape after transform k. */
TwShape tw_new_turned (const TwShape *shape, int k);
/* Takes ownership of the shape. */
void tw_add_piece (TwPieceProblem *problem, const char *name, TwShape shape, int least, int most,
                   uint8_t transforms);
