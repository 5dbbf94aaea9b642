/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cairo.h - g_autoptr () for the drawings of tests. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_t, cairo_destroy)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_surface_t, cairo_surface_destroy)
